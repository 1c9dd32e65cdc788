#include "app/run_observers.h"

#include <fmt/format.h>

#include <filesystem>

#include "support/error.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

// A long run should not be lost for a file that cannot be written.
void claim(const std::string& path) {
  if (!path.empty() && path != "-") support::write_text_file(path, "");
}

}  // namespace

RunObservers::RunObservers(const Options& options, const support::FirmwareImage& image,
                           const hart::TimingProfile& timing)
    : profile_(options.text(Option::profile)),
      profile_text_(options.text(Option::profile_text)),
      coverage_file_(options.text(Option::coverage)),
      append_(options.flag(Option::coverage_append)) {
  if (append_ && coverage_file_.empty()) {
    throw support::InputError(fmt::format("{}: --coverage-append needs --coverage FILE", options.command().name),
                              support::exit_code::kUsage);
  }
  claim(profile_);
  claim(profile_text_);
  if (append_ && std::filesystem::exists(coverage_file_)) {
    support::write_text_file(coverage_file_, support::read_text_file(coverage_file_));
  } else {
    claim(coverage_file_);
  }
  const bool profiles = !profile_.empty() || !profile_text_.empty();
  if (!profiles && coverage_file_.empty()) return;
  code_ = std::make_unique<observe::CodeMap>(image);
  if (profiles) profiler_ = std::make_unique<observe::Profiler>(*code_, timing.trap);
  if (!coverage_file_.empty()) coverage_ = std::make_unique<observe::Coverage>();
}

void RunObservers::attach(hart::ConcreteHart& hart) {
  if (profiler_) hart.observe(*profiler_);
  if (coverage_) hart.observe(*coverage_);
}

void RunObservers::finish(std::uint64_t cycles) {
  if (profiler_) {
    profiler_->finish(cycles);
    if (!profile_.empty()) support::write_text_file(profile_, callgrind_text(*profiler_));
    if (profile_text_ == "-") {
      fmt::print(stderr, "{}", profile_table(*profiler_));
    } else if (!profile_text_.empty()) {
      support::write_text_file(profile_text_, profile_table(*profiler_));
    }
  }
  if (coverage_) {
    const std::string before = append_ ? support::read_text_file(coverage_file_) : "";
    support::write_text_file(coverage_file_, before + lcov_tracefile(*coverage_, *code_));
  }
}

}  // namespace janus::app
