#include "debugged.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <regex>
#include <system_error>
#include <thread>

namespace janus::testing {
namespace {

constexpr std::chrono::seconds kPatience{30};
constexpr std::chrono::milliseconds kPause{10};

[[noreturn]] void become(const Arguments& arguments, int input, const std::string& output, const std::string& errors) {
  ::dup2(input, STDIN_FILENO);
  ::dup2(::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
  ::dup2(::open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
  std::vector<char*> argv{const_cast<char*>(janus_program().c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

}  // namespace

DebuggedJanus::DebuggedJanus(Arguments arguments, const std::string& input) : elf_(arguments.at(1)) {
  arguments.insert(arguments.end(), {"--gdb", "0"});
  write_file(directory_.file("errors"), "");
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  EXPECT_EQ(::write(pipe[1], input.data(), input.size()), static_cast<ssize_t>(input.size()));
  ::close(pipe[1]);
  child_ = ::fork();
  if (child_ == 0) become(arguments, pipe[0], directory_.file("output"), directory_.file("errors"));
  ::close(pipe[0]);
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (port_.empty() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kPause);
    std::smatch match;
    const std::string said = errors();
    if (std::regex_search(said, match, std::regex("waiting for gdb on 127\\.0\\.0\\.1:([0-9]+) "))) port_ = match[1];
  }
  EXPECT_FALSE(port_.empty()) << errors();
}

DebuggedJanus::~DebuggedJanus() {
  if (child_ <= 0) return;
  ::kill(child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
}

std::string DebuggedJanus::errors() const { return text_of(directory_.file("errors")); }
void DebuggedJanus::signal(int number) { ::kill(child_, number); }

std::string DebuggedJanus::gdb(const std::vector<std::string>& commands, const std::vector<std::string>& before,
                               const std::string& how) {
  std::vector<std::string> arguments{kGdb, "-nx", "-batch", "-ex", "set width 0", "-ex", "directory " JANUS_SOURCE};
  const auto add = [&](const std::string& command) { arguments.insert(arguments.end(), {"-ex", command}); };
  for (const auto& command : before) add(command);
  add("target " + how + " 127.0.0.1:" + port_);
  for (const auto& command : commands) add(command);
  arguments.push_back(elf_);
  return run_command(arguments).output;
}

CommandResult DebuggedJanus::wait() {
  CommandResult result{};
  int status = 0;
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (::waitpid(child_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      ADD_FAILURE() << "janus does not end";
      ::kill(child_, SIGKILL);
      ::waitpid(child_, &status, 0);
      break;
    }
    std::this_thread::sleep_for(kPause);
  }
  child_ = -1;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.output = text_of(directory_.file("output"));
  result.errors = errors();
  return result;
}

Session debug(const Arguments& arguments, const std::vector<std::string>& commands,
              const std::vector<std::string>& before, const std::string& how) {
  DebuggedJanus janus(arguments);
  const std::string said = janus.gdb(commands, before, how);
  return {said, janus.wait()};
}

}  // namespace janus::testing
