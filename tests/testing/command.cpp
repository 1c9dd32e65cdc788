#include "testing/command.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace janus::testing {

const std::string kQemu = JANUS_QEMU, kAssembler = JANUS_RISCV_AS, kObjcopy = JANUS_RISCV_OBJCOPY,
                  kObjdump = JANUS_RISCV_OBJDUMP, kZ3 = JANUS_Z3, kCvc5 = JANUS_CVC5, kGdb = JANUS_GDB,
                  kLcov = JANUS_LCOV, kCallgrindAnnotate = JANUS_CALLGRIND_ANNOTATE, kVcd2fst = JANUS_VCD2FST,
                  kMpirun = JANUS_MPIRUN;

bool running_in_ci() {
  const char* ci = std::getenv("CI");
  return ci && std::string(ci) == "true";
}

namespace {

std::string contents_of(int file) {
  std::string text;
  char buffer[4096];
  ::lseek(file, 0, SEEK_SET);
  while (true) {
    const ssize_t count = ::read(file, buffer, sizeof buffer);
    if (count <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

[[noreturn]] void execute(const std::vector<std::string>& arguments, int output, int errors) {
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  ::execvp(argv[0], argv.data());
  ::_exit(127);
}

// Sends SIGINT when the output contains `interrupt_at`; never if it is empty.
CommandResult run(const std::vector<std::string>& arguments, bool with_errors, unsigned seconds,
                  const std::string& interrupt_at) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  const int errors = ::memfd_create("errors", MFD_CLOEXEC);  // not a pipe, so that much output never blocks the program
  if (errors < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) execute(arguments, ends[1], with_errors ? ends[1] : errors);
  ::close(ends[1]);
  CommandResult result{};
  bool interrupts = !interrupt_at.empty();
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  char buffer[4096];
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    pollfd output{ends[0], POLLIN, 0};
    if (::poll(&output, 1, static_cast<int>(std::max<std::int64_t>(left, 0))) <= 0) {
      ::kill(child, SIGKILL);  // QEMU catches all other signals
      break;
    }
    const ssize_t count = ::read(ends[0], buffer, sizeof buffer);
    if (count <= 0) break;
    result.output.append(buffer, static_cast<std::size_t>(count));
    if (!interrupts || result.output.find(interrupt_at) == std::string::npos) continue;
    ::kill(child, SIGINT);
    interrupts = false;
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.errors = contents_of(errors);
  ::close(errors);
  return result;
}

}  // namespace

CommandResult run_command(const std::vector<std::string>& arguments, bool with_errors, unsigned seconds) {
  return run(arguments, with_errors, seconds, {});
}

CommandResult interrupt_command(const std::vector<std::string>& arguments, const std::string& text, unsigned seconds) {
  return run(arguments, false, seconds, text);
}

TemporaryDirectory::TemporaryDirectory() {
  std::string name = std::filesystem::temp_directory_path() / "janus-test-XXXXXX";
  if (!::mkdtemp(name.data())) throw std::system_error(errno, std::generic_category(), name);
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void write_file(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  write_file(path, std::string(bytes.begin(), bytes.end()));
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  if (!file.write(text.data(), static_cast<std::streamsize>(text.size())).flush()) {
    throw std::runtime_error("cannot write " + path);
  }
}

std::vector<std::uint8_t> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace janus::testing
