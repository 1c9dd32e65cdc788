// janus report: the report of an exploration again, from the files that it left, also if it was killed.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/finding_groups.h"
#include "app/firmware_options.h"
#include "app/html_page.h"
#include "app/html_report.h"
#include "app/options.h"
#include "app/plural.h"
#include "app/prepared_call.h"
#include "app/stop_flag.h"
#include "app/stored_exploration.h"
#include "engine/explore/case_maker.h"
#include "engine/explore/retrace.h"
#include "support/error.h"
#include "support/standard_streams.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

// So much of the paths is executed again, all together and each.
constexpr std::uint32_t kLargestMemory = 1U << 30;
constexpr std::uint64_t kMostFollowed = 200'000'000, kMostFollowedOfOne = 20'000'000;  // instructions

struct StoredCase {
  std::filesystem::path file;
  bool is_finding;
  std::uint64_t number;
};

// The test cases of a directory, findings first, by number.
std::vector<StoredCase> stored_cases(const std::filesystem::path& directory) {
  std::vector<StoredCase> cases;
  std::error_code error;
  std::filesystem::directory_iterator entries(directory, error);
  if (error) {
    throw support::InputError(fmt::format("{}: cannot be read: {}", directory.string(), error.message()),
                              support::exit_code::kNoInput);
  }
  for (const auto& entry : entries) {
    const std::string name = entry.path().filename().string();
    for (const std::string_view kind : {"finding-", "path-"}) {
      if (!name.starts_with(kind) || !name.ends_with(".json")) continue;
      const char *begin = name.data() + kind.size(), *behind = name.data() + name.size() - 5;
      std::uint64_t number = 0;
      const auto [end, problem] = std::from_chars(begin, behind, number);
      if (problem == std::errc{} && end == behind) cases.push_back({entry.path(), kind == "finding-", number});
    }
  }
  std::ranges::sort(cases, {}, [](const StoredCase& each) { return std::pair(!each.is_finding, each.number); });
  return cases;
}

class Reconstruction {
 public:
  Reconstruction(const Options& options, const StoredExploration& stored, const std::filesystem::path& directory)
      : stored_(stored), directory_(directory) {
    const std::string given = options.text(Option::report_firmware);
    firmware_ = given.empty() ? stored.firmware.string() : given;
  }

  void add(const StoredCase& one) {
    auto test_case = engine::TestCase::load(one.file);
    if (!image_) prepare(test_case);
    if (test_case.fingerprint != image_->fingerprint()) {
      throw support::InputError(fmt::format(
          "{}: the test case belongs to another firmware ({}, or another build of it)", firmware_, test_case.firmware));
    }
    const std::uint64_t length = test_case.instructions;
    const bool is_short =
        length > 0 && length <= kMostFollowedOfOne && executed_ + length <= kMostFollowed && can_follow(test_case);
    ReportedFinding reported{.finding = {.test_case = test_case, .path = one.number}, .path = {}, .file = one.file};
    if (is_short) {
      executed_ += length;
      const bool in_front = engine::stops_in_front(test_case.ending.reason);
      program::ExecutionCounts own;
      reported.path = engine::retrace(*image_, config_.hart, test_case, length + (in_front ? 0 : 1), &own);
      own.for_each([&](std::uint32_t pc, const auto& count) { counts_.add(pc, count.executed, count.taken); });
      note_example(test_case, own);
    } else {
      ++not_followed_;
    }
    if (!one.is_finding) return;
    ends_.push_back(told_.note(reported.finding) && is_short ? follower_->follow(test_case, length + 1, reported.path)
                                                             : PathEnd{});
    findings_.push_back(std::move(reported));
  }

  // The page, and a line for each thing that is not known.
  std::pair<std::string, std::vector<std::string>> page(std::size_t paths) {
    engine::ExplorationResult result;
    if (stored_.result) result = *stored_.result;
    if (!stored_.result && std::ranges::any_of(findings_, fails)) result.verdict = engine::Verdict::Unsafe;
    std::vector<std::string> unknown;
    if (!stored_.result) {
      unknown.push_back("The exploration did not come to its end, so nobody knows what else it would have found.");
    }
    if (not_followed_ > 0) {
      unknown.push_back(
          fmt::format("{} not followed again (too long, or of devices' inputs), so the decisions on the way are "
                      "missing.",
                      not_followed_ == 1 ? "1 path was" : fmt::format("{} paths were", not_followed_)));
    }
    const bool has_all = stored_.all_paths && stored_.result && stored_.result->paths == paths;
    if (!has_all) {
      unknown.push_back(fmt::format("The coverage is that of the {} here, not of all paths.",
                                    plural(findings_.size() + paths, "test case")));
    }
    unknown.push_back(
        "Where paths and time went is not in these files; --report, --tree and --profile of explore say it.");
    if (!image_) load_image();
    const support::DebugInfo& debug = *debug_;
    if (!code_) code_.emplace(*image_);
    const auto coverage = coverage_by_file(counts_, *code_);
    config_.counts = &counts_;
    config_.stop_at_first = result.waiting > 0;
    const ProgressHistory history;
    const ReportedExploration exploration{.debug = debug,
                                          .config = config_,
                                          .result = result,
                                          .findings = findings_,
                                          .ends = ends_,
                                          .coverage = coverage,
                                          .history = history,
                                          .summary = stored_.summary,
                                          .unknown = unknown,
                                          .has_all_paths = has_all,
                                          .examples = std::move(examples_),
                                          .reached_by = std::move(reached_by_),
                                          .provenance = stored_.provenance};
    return {html_report(exploration), std::move(unknown)};
  }

 private:
  static bool fails(const ReportedFinding& finding) {
    return engine::consequence_of(finding.finding.test_case.ending) == engine::Consequence::Violation;
  }

  // Keeps the inputs of a path that is the first to reach some lines.
  void note_example(const engine::TestCase& test_case, const program::ExecutionCounts& counts) {
    constexpr std::size_t kMost = 200;
    if (examples_.size() == kMost) return;
    if (!code_) code_.emplace(*image_);
    const std::uint64_t lines = note_lines(counts, *code_, examples_.size(), reached_by_);
    if (lines > 0) examples_.push_back({.test_case = test_case, .lines = lines});
  }

  // Whether the machine is that of the other test cases, and hooks alone give the inputs.
  bool can_follow(const engine::TestCase& test_case) const {
    const engine::MachineSettings& machine = test_case.machine;
    return machine.timing == machine_.timing && machine.memory == machine_.memory && machine.hooks == machine_.hooks &&
           machine.isa == machine_.isa && machine.semihosting == machine_.semihosting &&
           !(machine.semihosting && machine.semihosting->files) &&
           test_case.call.function == config_.hart.call.function && test_case.interrupts.empty() &&
           engine::can_retrace(test_case) &&
           std::ranges::all_of(test_case.inputs, [](const engine::TestInput& input) { return input.device.empty(); });
  }

  // The platform of the test cases. They name a built-in one, or the copy that an exploration puts beside them.
  Platform platform() const {
    const std::string& name = machine_.platform.name;
    Platform found;
    if (name.empty()) {
      found.ram_size = machine_.memory;
      return found;
    }
    const auto known = built_in_platforms();
    const bool is_built_in = std::ranges::find(known, name) != known.end();
    if (is_built_in || name == kPlatformCopy) found = load_platform(is_built_in ? name : (directory_ / name).string());
    if (found.fingerprint() == machine_.platform.fingerprint) return found;
    throw support::InputError(fmt::format("{}: a test case names a platform that is not here", directory_.string()));
  }

  void load_image() {
    image_ = support::FirmwareImage::load(firmware_);
    debug_.emplace(*image_);
    sources_.emplace(firmware_);
  }

  // The machine, as the first test case has it.
  void prepare(const engine::TestCase& test_case) {
    const engine::MachineSettings& machine = test_case.machine;
    if (machine.memory > kLargestMemory) throw support::InputError("a test case names a machine that is too large");
    load_image();
    if (!machine.isa.empty()) image_->assume_isa(machine.isa);
    machine_ = machine;
    const auto built_in = hart::built_in_timing_profiles();
    const bool is_built_in = std::ranges::find(built_in, machine.timing) != built_in.end();
    if (!is_built_in && machine.timing != "machine.timing") {
      throw support::InputError(
          fmt::format("{}: a test case names a timing profile that is not here", directory_.string()));
    }
    const std::string timing = is_built_in ? machine.timing : (directory_ / machine.timing).string();
    const Platform platform = this->platform();
    begin_at_reset(*image_, platform);
    config_.hart.timing = platform.timing_profile(timing);
    config_.hart.hooks = machine.hooks;
    use(platform, config_.hart);
    config_.hart.call = test_case.call;
    if (test_case.call.any()) call_ = prepare_again(test_case.call, *image_, {}, platform, directory_.string());
    config_.hart.htif = hart::htif_addresses(*image_);
    if (const auto& host = machine.semihosting) {
      config_.hart.semihosting =
          hart::semihosting_settings(*image_, host->arguments, devices::memory_map::kRamBase, machine.memory);
    }
    cases_.emplace(*image_, config_.hart, 0, [] { return false; });
    follower_.emplace(*cases_, *debug_, [this](const auto& at) { return sources_->line(at.file, at.line); });
  }

  const StoredExploration& stored_;
  const std::filesystem::path directory_;
  std::string firmware_;
  std::optional<support::FirmwareImage> image_;
  std::optional<support::DebugInfo> debug_;  // of image_
  std::optional<Sources> sources_;
  std::optional<PreparedCall> call_;
  engine::MachineSettings machine_;
  engine::ExplorationConfig config_;
  std::optional<engine::CaseMaker> cases_;
  std::optional<PathFollower> follower_;
  FindingGroups told_;
  program::ExecutionCounts counts_;
  std::optional<observe::CodeMap> code_;
  std::vector<Example> examples_;
  ReachedBy reached_by_;
  std::vector<ReportedFinding> findings_;
  std::vector<PathEnd> ends_;
  std::uint64_t executed_ = 0, not_followed_ = 0;  // instructions; paths
};

}  // namespace

int report_command(const Options& options) {
  const std::filesystem::path directory = options.argument(0);
  const std::string given = options.text(Option::report_out);
  const std::filesystem::path out = given.empty() ? directory : std::filesystem::path(given);
  const auto cases = stored_cases(directory);
  const StoredExploration stored = load_exploration(directory / kExplorationFile);
  Reconstruction reconstruction(options, stored, directory);
  options.require_all_read();
  support::require_writable_directory(out);
  std::size_t paths = 0, findings = 0;
  for (const StoredCase& one : cases) {
    if (stop_flag()) break;
    // A later exploration into the same directory may have found less, and has not removed what it did not replace.
    if (one.is_finding && stored.result && findings == stored.findings) continue;
    ++(one.is_finding ? findings : paths);
    reconstruction.add(one);
  }
  const auto [page, unknown] = reconstruction.page(paths);
  std::error_code error;
  std::filesystem::create_directories(out, error);
  support::write_text_file(out / "index.html", page);
  std::string text =
      fmt::format("{}: {}, {}\n", (out / "index.html").string(), plural(findings, "finding"), plural(paths, "path"));
  for (const std::string& line : unknown) text += fmt::format("  {}\n", line);
  support::print_out(text);
  return 0;
}

}  // namespace janus::app
