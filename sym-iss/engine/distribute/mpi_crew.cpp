#include "engine/distribute/mpi_crew.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>

#include "support/error.h"

namespace janus::engine {

using Clock = std::chrono::steady_clock;

struct MpiRank::Module {
  int (*start)(int* rank, int* size);
  int (*send)(int to, const char* bytes, std::uint64_t size);
  int (*sender)();
  std::uint64_t (*receive_size)(int from);
  void (*receive)(int from, char* bytes, std::uint64_t size);
  void (*end)();
  void (*abort)(int exit_code);
  bool all_stopped = true;

  bool send_text(int to, const std::string& text) const { return send(to, text.data(), text.size()) == 0; }
  std::string receive_text(int from) const {
    std::string text(receive_size(from), '\0');
    receive(from, text.data(), text.size());
    return text;
  }
};

namespace {

constexpr auto kPause = std::chrono::milliseconds(1);  // between two looks for a message
constexpr auto kMostToStop = std::chrono::seconds(5);

[[noreturn]] void refuse(const std::string& why) {
  throw support::InputError("explore: mpirun has started this, but " + why, support::exit_code::kUsage);
}

// Beside the program, or in lib/janus of its installation.
void* loaded_module() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path here = program.parent_path();
  std::string why = "the module janus-mpi.so is not installed; build janus where MPI is (Debian: libopenmpi-dev)";
  for (const auto& file : {here / "janus-mpi.so", here.parent_path() / "lib" / "janus" / "janus-mpi.so"}) {
    if (!std::filesystem::exists(file, error)) continue;
    // Open MPI loads modules of its own that need its symbols.
    if (void* const module = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL)) return module;
    why = ::dlerror();
  }
  refuse(why);
}

template <class Function>
void find(void* module, const char* name, Function& function) {
  void* const symbol = ::dlsym(module, name);
  if (!symbol) refuse(fmt::format("janus-mpi.so has no {}", name));
  std::memcpy(&function, &symbol, sizeof symbol);
}

std::optional<std::size_t> number_in_environment(const char* name) {
  const char* const text = std::getenv(name);
  if (!text) return std::nullopt;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), number);
  return error == std::errc{} && end != text && *end == '\0' ? std::optional(number) : std::nullopt;
}

// An order that is empty: there are no more. Another one that is none: in a hurry.
const std::string kHurry = "!";

class MpiLink : public Link {
 public:
  explicit MpiLink(MpiRank::Module& module) : module_(module) {}
  std::optional<std::string> receive() override {
    if (stopped_) return std::nullopt;
    std::string order = kHurry;
    while (order == kHurry) {  // somebody was, for an earlier report
      while (module_.sender() < 0) std::this_thread::sleep_for(kPause);
      order = module_.receive_text(0);
    }
    stopped_ = order.empty();
    if (stopped_) return std::nullopt;
    return order;
  }
  bool send(const std::string& report) override { return module_.send_text(0, report); }
  Wish wish() override {
    if (!stopped_ && module_.sender() < 0) return Wish::None;
    stopped_ = stopped_ || module_.receive_text(0) != kHurry;
    return stopped_ ? Wish::Stop : Wish::Report;
  }

 private:
  MpiRank::Module& module_;
  bool stopped_ = false;
};

class MpiCrew : public Crew {
 public:
  MpiCrew(MpiRank::Module& module, std::size_t size) : module_(module), owes_report_(size) {}
  // Tells all to stop, and takes the reports that were under way.
  ~MpiCrew() override {
    for (std::size_t i = 0; i < owes_report_.size(); ++i) module_.send_text(static_cast<int>(i) + 1, "");
    const auto last = Clock::now() + kMostToStop;
    while (owes_report() && Clock::now() < last) wait(10);
    module_.all_stopped = !owes_report();
  }

  std::size_t size() const override { return owes_report_.size(); }
  void send(std::size_t worker, const std::string& order) override {
    owes_report_[worker] = true;
    module_.send_text(static_cast<int>(worker) + 1, order);
  }
  void hurry(std::size_t worker) override { module_.send_text(static_cast<int>(worker) + 1, kHurry); }
  std::vector<News> wait(unsigned milliseconds) override {
    const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
    std::vector<News> news;
    while (true) {
      for (int sender = module_.sender(); sender >= 0; sender = module_.sender()) {
        const auto worker = static_cast<std::size_t>(sender) - 1;
        news.push_back({worker, module_.receive_text(sender)});
        owes_report_[worker] = false;
      }
      if (!news.empty() || Clock::now() >= end) return news;
      std::this_thread::sleep_for(kPause);
    }
  }
  bool replace(std::size_t) override { return false; }

 private:
  bool owes_report() const { return std::ranges::find(owes_report_, true) != owes_report_.end(); }

  MpiRank::Module& module_;
  std::vector<bool> owes_report_;
};

}  // namespace

std::optional<std::size_t> mpi_processes() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const auto size = number_in_environment(name)) return *size;
  }
  return std::nullopt;
}

std::size_t mpi_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"}) {
    if (const auto rank = number_in_environment(name)) return *rank;
  }
  return 0;
}

MpiRank::MpiRank() : module_(std::make_unique<Module>()) {
  void* const module = loaded_module();
  find(module, "janus_mpi_start", module_->start);
  find(module, "janus_mpi_send", module_->send);
  find(module, "janus_mpi_sender", module_->sender);
  find(module, "janus_mpi_receive_size", module_->receive_size);
  find(module, "janus_mpi_receive", module_->receive);
  find(module, "janus_mpi_end", module_->end);
  find(module, "janus_mpi_abort", module_->abort);
  int rank = 0, size = 0;
  if (module_->start(&rank, &size) != 0) refuse("MPI does not start");
  size_ = static_cast<std::size_t>(size);
}

MpiRank::~MpiRank() {
  if (!module_->all_stopped) module_->abort(exit_code_);
  module_->end();
}

std::unique_ptr<Crew> MpiRank::crew() { return std::make_unique<MpiCrew>(*module_, size_ - 1); }

std::unique_ptr<Link> MpiRank::link() { return std::make_unique<MpiLink>(*module_); }

}  // namespace janus::engine
