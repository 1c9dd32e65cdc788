#include "app/explore_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "app/basis.h"
#include "app/c_file.h"
#include "app/call_inputs.h"
#include "app/command_line.h"
#include "app/html_page.h"
#include "app/junit.h"
#include "app/next_turn.h"
#include "app/platform_text.h"
#include "app/plural.h"
#include "app/sarif.h"
#include "app/stop_flag.h"
#include "app/stored_exploration.h"
#include "app/times_report.h"
#include "app/tree_report.h"
#include "app/work_report.h"
#include "engine/explore/case_maker.h"
#include "engine/explore/findings.h"
#include "support/error.h"
#include "support/standard_streams.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

using engine::Termination;

constexpr std::string_view kTimingCopy = "machine.timing";

// Of examples for the report: how many, and how much of them is executed again.
constexpr std::size_t kMostExamples = 200;
constexpr std::uint64_t kLeastRetraced = 1'000'000, kPartRetraced = 50;  // instructions; of all

// Whether a file has a name that an exploration gives: finding-N.json, finding-N.c, finding-N.smt2, and so on.
bool is_test_case(std::string_view name) {
  for (const std::string_view kind : {"finding-", "path-", "worst-case-", "best-case-"}) {
    std::string_view ending = ".json";
    for (const std::string_view other : {".c", ".smt2", ".trace", ".output"}) {
      if (name.ends_with(other)) ending = other;
    }
    if (!name.starts_with(kind) || !name.ends_with(ending)) continue;
    const std::string_view number = name.substr(kind.size(), name.size() - kind.size() - ending.size());
    return !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
  }
  return false;
}

support::InputError cannot_write(const std::filesystem::path& path, std::error_code error) {
  return support::InputError(fmt::format("{}: cannot be written: {}", path.string(), error.message()),
                             support::exit_code::kCannotWrite);
}

// Adds what findings have executed, where `counts` does not have it: what widened states do is not counted, but a
// finding has happened.
void add_missing(program::ExecutionCounts& counts, const program::ExecutionCounts& happened) {
  happened.for_each([&](std::uint32_t pc, const auto& more) {
    const auto now = counts.at(pc);
    const bool has_more = now.executed == 0 || (now.taken == 0 && more.taken > 0) ||
                          (now.taken == now.executed && more.taken < more.executed);
    if (has_more) counts.add(pc, more.executed, more.taken);
  });
}

// Adds up both, if there is anything of the second.
bool add_widened(program::ExecutionCounts& sum, const program::ExecutionCounts& counts,
                 const program::ExecutionCounts& widened) {
  bool any = false;
  const auto add = [&](std::uint32_t pc, const auto& count) { sum.add(pc, count.executed, count.taken); };
  widened.for_each([&](std::uint32_t pc, const auto& count) {
    any = true;
    add(pc, count);
  });
  if (any) counts.for_each(add);
  return any;
}

// "12 inputs"; or "40 bytes of inputs", if devices receive some, of which one input may be many.
std::string amount_of_inputs(const engine::TestCase& test_case) {
  std::size_t bytes = 0;
  for (const engine::TestInput& input : test_case.inputs) bytes += input.bytes.size();
  const bool has_device =
      std::ranges::any_of(test_case.inputs, [](const auto& input) { return !input.device.empty(); });
  return has_device ? plural(bytes, "byte") + " of inputs" : plural(test_case.inputs.size(), "input");
}

// When an exploration that begins now has reached its limit of time.
std::chrono::steady_clock::time_point end_of(const engine::ExplorationLimits& limits) {
  using Clock = std::chrono::steady_clock;
  if (limits.seconds <= 0) return Clock::time_point::max();
  const std::chrono::duration<double> length(std::min(limits.seconds, 1e9));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(length);
}

void make_directory(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw cannot_write(directory, error);
}

}  // namespace

TestCaseWriter::TestCaseWriter(std::filesystem::path directory, const std::string& timing, const std::string& platform,
                               std::string firmware, std::string command)
    : directory_(std::move(directory)), firmware_(std::move(firmware)), command_(std::move(command)) {
  const auto built_in = hart::built_in_timing_profiles();
  if (std::ranges::find(built_in, timing) == built_in.end()) timing_ = support::read_text_file(timing);
  const auto platforms = built_in_platforms();
  if (!platform.empty() && std::ranges::find(platforms, platform) == platforms.end())
    platform_ = support::read_text_file(platform);
}

std::filesystem::path TestCaseWriter::file(std::string_view kind, std::uint64_t number) const {
  return directory_ / fmt::format("{}-{}.json", kind, number);
}

void TestCaseWriter::write(const std::filesystem::path& file, const engine::TestCase& test_case) {
  if (!prepared_) prepare();
  if (!timing_ && !platform_) return test_case.save(file);
  engine::TestCase movable = test_case;
  if (timing_) movable.machine.timing = kTimingCopy;
  if (platform_) movable.machine.platform.name = kPlatformCopy;
  movable.save(file);
}

void TestCaseWriter::prepare() {
  make_directory(directory_);
  try {
    std::vector<std::filesystem::path> stale;
    for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
      const std::string name = entry.path().filename().string();
      const bool is_left = name.starts_with(".janus-") && name.ends_with(".tmp");  // by an exploration that was killed
      if (!entry.is_directory() && (is_left || is_test_case(name)) && !kept_.contains(name))
        stale.push_back(entry.path());
    }
    for (const auto& path : stale) std::filesystem::remove(path);
  } catch (const std::filesystem::filesystem_error& error) {
    throw cannot_write(directory_, error.code());
  }
  if (timing_) support::write_text_file(directory_ / kTimingCopy, *timing_);
  if (platform_) support::write_text_file(directory_ / kPlatformCopy, *platform_);
  support::write_text_file(directory_ / kExplorationFile, text_of_beginning(firmware_, provenance_now(command_)));
  prepared_ = true;
}

void TestCaseWriter::write_end(const std::string& text) {
  std::error_code error;
  if (prepared_ || std::filesystem::exists(directory_, error))
    support::write_text_file(directory_ / kExplorationFile, text);
}

int exit_code(engine::Verdict verdict) {
  switch (verdict) {
    case engine::Verdict::Safe: return 0;
    case engine::Verdict::Unsafe: return 1;
    case engine::Verdict::Unknown: break;
  }
  return 2;
}

std::string summary(const engine::ExplorationResult& result, const engine::ExplorationConfig& config) {
  std::string text;
  if (result.overdue > 0) {
    text += fmt::format("broken off: {} that took far longer than its counted limit; another run may differ\n",
                        plural(result.overdue, "query"));
  }
  text += fmt::format("{}, {}, {} waiting, {}, {}\n", plural(result.paths, "path"), plural(result.hart.forks, "fork"),
                      result.waiting, plural(result.hart.instructions, "instruction"),
                      plural(engine::violations(result.findings), "finding"));
  if (result.hart_of_all && !result.is_of_decider) {
    text +=
        fmt::format("  by the plain exploration; all explorations together: {}, {}\n",
                    plural(result.hart_of_all->forks, "fork"), plural(result.hart_of_all->instructions, "instruction"));
  }
  for (const engine::TechniqueReport& technique : result.techniques) {
    text += technique.name + ":";
    const char* separator = " ";
    for (const auto& [name, count] : technique.counts) {
      text += separator + counted(count, name);
      separator = ", ";
    }
    text += "\n";
    for (const std::string& remark : technique.remarks) text += fmt::format("  {}\n", remark);
  }
  if (result.branches) {
    text += fmt::format("{} of {} directions of branches were taken\n", result.branches->covered,
                        result.branches->reachable);
  }
  text += fmt::format("{}, solver {:.2f} s of {:.2f} s, peak memory {} MiB\n", plural(result.queries, "query"),
                      result.solver_seconds, result.seconds, result.peak_bytes >> 20);
  return text;
}

ExplorationOutputs exploration_outputs(const Options& options, Option directory) {
  return {.directory = options.text(directory),
          .directory_is_given = options.given(directory),
          .stats = options.text(Option::stats),
          .sarif = options.text(Option::sarif),
          .junit = options.text(Option::junit),
          .baseline = options.text(Option::baseline),
          .annotations = options.text(Option::annotations) == "github",
          .progress = options.text(Option::progress),
          .report = {},
          .coverage = {},
          .profile = {},
          .tree = {},
          .all_paths = false,
          .path_files = {},
          .command_line = CommandLine(options),
          .call = nullptr};
}

ExplorationReporter::ExplorationReporter(const support::FirmwareImage& image, const engine::ExplorationConfig& config,
                                         ExplorationOutputs outputs)
    : image_(image),
      config_(config),
      debug_(image),
      outputs_(std::move(outputs)),
      writer_(outputs_.directory, config.hart.timing.source, config.hart.platform.name, image.path(),
              outputs_.command_line.text()),
      shortener_(image, config, [&stop = stop_flag(), end = end_of(config.limits)] {
        return stop.load() || std::chrono::steady_clock::now() >= end;
      }) {
  support::require_standard_output();
  if (outputs_.directory_is_given) support::require_writable_directory(outputs_.directory);
  if (!outputs_.baseline.empty()) baseline_ = sarif_fingerprints(outputs_.baseline);
  if (!outputs_.report.empty()) support::require_writable_directory(outputs_.report);
  outputs_.coverage.require_writable();
  if (!outputs_.progress.empty()) {
    progress_file_ = std::make_unique<support::OutputStream>(outputs_.progress, [] {});  // the verdict matters more
  }
  let_signals_ask_for_progress();
  if (!outputs_.report.empty()) activities_ = std::make_unique<support::ActivitySampler>();
  for (const std::string& file : {outputs_.stats, outputs_.sarif, outputs_.junit, outputs_.profile, outputs_.tree}) {
    if (!file.empty()) support::require_writable_file(file);
  }
}

// Without standard output nobody hears the verdict, so the exploration ends.
void ExplorationReporter::say(const std::string& text) {
  if (mute_ || errors_.attempt([&] { support::print_out(text); })) return;
  mute_ = true;
  request_stop();
}

void ExplorationReporter::report(const engine::Finding& finding) {
  const support::InActivity writing(support::Activity::Writing);
  const std::size_t number = reported_.size() + 1;
  const auto file = writer_.file("finding", number);
  const bool written = errors_.attempt([&] { write_case(file, finding.test_case); });  // whatever happens next
  ReportedFinding& reported = reported_.emplace_back(ReportedFinding{.finding = finding, .path = {}, .file = file});
  if (!groups_.has(finding)) leave_out_inputs(reported);  // only those are told
  explain(reported);
  progress_.clear();
  std::string text = text_of(number, reported, debug_of(reported.finding), image_.path());
  if (!written) reported.file.clear();
  text += tell_call(reported);
  if (!groups_.note(finding)) return;
  say(text);
  if (outputs_.annotations) say(github_annotation(reported, debug_));
}

// Not of a path whose formula stands beside it; nor of a comparison, whose path is in two firmwares.
void ExplorationReporter::leave_out_inputs(ReportedFinding& reported) {
  const bool is_comparison = outputs_.call && outputs_.call->plan.comparison;
  if (is_comparison || outputs_.path_files.formula) return;
  auto shorter = shortener_.shortened(reported.finding);
  if (!shorter || !errors_.attempt([&] { write_case(reported.file, shorter->test_case); })) return;
  const std::string before = amount_of_inputs(reported.finding.test_case);
  if (amount_of_inputs(shorter->test_case) != before) reported.found_with = before;
  reported.finding = std::move(*shorter);
}

// A line for each group of findings of which only the first was told.
std::string ExplorationReporter::more_of_groups() const {
  std::string text;
  for (const FindingGroups::Group& group : groups_.all()) {
    if (group.others.empty()) continue;
    text += fmt::format("{}: {}; all in {}\n", heading_of(group.first + 1, reported_[group.first].finding),
                        how_many_more(group), outputs_.directory.string());
  }
  return text;
}

// Says how the path came to its end, and whether that was known.
void ExplorationReporter::explain(ReportedFinding& reported) {
  const call::Comparison* const comparison =
      outputs_.call && outputs_.call->plan.comparison ? &*outputs_.call->plan.comparison : nullptr;
  if (comparison) reported.replay_options = " --against " + for_shell(comparison->path);
  // The path of a comparison is in two firmwares, whose addresses are the same.
  const engine::TestCase& test_case = reported.finding.test_case;
  if (const std::uint64_t length = test_case.instructions;
      !comparison && length > 0 && retraced_ + length <= kMostRetraced) {
    retraced_ += length;
    const bool in_front = engine::stops_in_front(test_case.ending.reason);
    reported.path = engine::retrace(image_, config_.hart, test_case, length + (in_front ? 0 : 1), &happened_);
  }
  reported.known = baseline_.contains(fingerprint_of(reported, debug_));
}

// The shorter path takes the place of the one that was told, at once on disk, and in the end in the text.
void ExplorationReporter::shorten(std::size_t number, const engine::Finding& finding) {
  ReportedFinding& reported = reported_.at(number);
  // That path may have lost inputs since.
  if (finding.test_case.instructions >= reported.finding.test_case.instructions) return;
  const auto file = writer_.file("finding", number + 1);
  if (!errors_.attempt([&] { write_case(file, finding.test_case); })) return;
  reported = {.finding = finding, .path = {}, .file = file};
  leave_out_inputs(reported);
  explain(reported);
  shortened_.insert(number);
}

void ExplorationReporter::tell_shortened() {
  for (const std::size_t number : shortened_) {
    const ReportedFinding& reported = reported_[number];
    say(fmt::format("a shorter path was found later, of {}, and is in the test case:\n",
                    plural(reported.finding.test_case.instructions, "instruction")) +
        text_of(number + 1, reported, debug_of(reported.finding), image_.path()) + tell_call(reported));
  }
}

// The firmware that has the code where a path ends.
const support::DebugInfo& ExplorationReporter::debug_of(const engine::Finding& finding) const {
  if (!runs_second_ || !outputs_.call || !outputs_.call->second_debug) return debug_;
  const call::Places& harness = outputs_.call->plan.places;
  const std::uint32_t pc = finding.test_case.pc;
  return pc >= harness.code && pc < harness.end ? debug_ : *outputs_.call->second_debug;
}

void ExplorationReporter::go_on(const std::vector<engine::Finding>& findings,
                                const std::map<std::string, std::uint64_t>& reached) {
  for (std::size_t number = 1; number <= findings.size(); ++number)
    writer_.keep(fmt::format("finding-{}.smt2", number));
  for (const engine::Finding& finding : findings) report(finding);
  inspections_.add(reached);
}

// The lines about a finding of a call; writes the C file beside the test case.
std::string ExplorationReporter::tell_call(const ReportedFinding& reported) {
  if (!outputs_.call) return {};
  std::string lines = fmt::format(
      "  the call: {}\n", CallInputs(reported.finding.test_case, outputs_.call->plan, *outputs_.call->types).text());
  if (runs_second_) lines += "  the second firmware was running, or both had ended\n";
  if (reported.file.empty() || outputs_.call->plan.comparison) return lines;
  const auto file = std::filesystem::path(reported.file).replace_extension(".c");
  const auto& test_case = reported.finding.test_case;
  if (!sources_) sources_ = sources_called(debug_.image(), *outputs_.call);
  const auto text =
      c_file(test_case, *outputs_.call, *sources_, describe(reported.finding, debug_), file.filename().string());
  if (text && errors_.attempt([&] { support::write_text_file(file, *text); }))
    lines += fmt::format("  in C: {}\n", compile_command(file.string(), *outputs_.call, *sources_));
  return lines;
}

void ExplorationReporter::write_for_tools(const engine::ExplorationResult& result) {
  if (!outputs_.stats.empty()) {
    errors_.attempt([&] {
      support::write_text_file(outputs_.stats,
                               statistics_text(result, config_, debug_, reported_, inspections_.covered()));
    });
  }
  if (!outputs_.sarif.empty()) {
    errors_.attempt([&] {
      const auto* baseline = outputs_.baseline.empty() ? nullptr : &baseline_;
      support::write_text_file(outputs_.sarif, sarif_text(result, reported_, debug_, baseline));
    });
  }
  if (!outputs_.tree.empty() && result.tree) {
    errors_.attempt([&] { support::write_text_file(outputs_.tree, tree_text(*result.tree, debug_, outputs_.tree)); });
  }
  if (!outputs_.junit.empty()) {
    errors_.attempt([&] { support::write_text_file(outputs_.junit, junit_text(result, reported_, debug_)); });
  }
}

// The test case, and what --write asks for beside it.
void ExplorationReporter::write_case(const std::filesystem::path& file, const engine::TestCase& test_case) {
  writer_.write(file, test_case);
  if (outputs_.path_files.any()) write_path_files(outputs_.path_files, file, test_case, formula_, image_, config_.hart);
}

// A full disk fails for every path, but is told once.
void ExplorationReporter::write_path(std::uint64_t path, const engine::TestCase& test_case) {
  const support::InActivity writing(support::Activity::Writing);
  const auto write = [&] { write_case(writer_.file("path", path), test_case); };
  if (unwritten_paths_ == 0) {
    progress_.clear();
    unwritten_paths_ = errors_.attempt(write) ? 0 : 1;
    return;
  }
  try {
    write();
  } catch (const support::InputError&) {
    ++unwritten_paths_;
  }
}

void ExplorationReporter::write_times(const engine::TimesResult& times) {
  const auto write = [this](const char* kind, const std::optional<engine::ExtremeTime>& extreme) {
    if (extreme) errors().attempt([&] { writer_.write(writer_.file(kind, 1), extreme->test_case); });
  };
  write("worst-case", times.worst);
  write("best-case", times.best);
}

engine::ExplorationEvents ExplorationReporter::events() {
  engine::ExplorationEvents events;
  events.on_finding = [this](const engine::Finding& finding) { report(finding); };
  // A path of a comparison is told when it ends, since only then it is known in which firmware.
  if (!outputs_.call || !outputs_.call->plan.comparison)
    events.on_shorter = [this](std::size_t number, const engine::Finding& finding) { shorten(number, finding); };
  if (outputs_.path_files.formula) events.on_path_formula = [this](const std::string& script) { formula_ = script; };
  events.on_inspection = [this](const hart::Inspection& inspection) {
    inspections_.take(inspection, true, [this] { progress_.clear(); });
  };
  events.on_progress = [this](const engine::Progress& now) {
    const support::InActivity writing(support::Activity::Writing);
    progress_.show(now);
    if (progress_file_) {
      std::fputs(progress_json(now, &debug_).c_str(), progress_file_->file());
      std::fflush(progress_file_->file());
    }
    if (!outputs_.report.empty()) history_.add(now);
  };
  if (!outputs_.report.empty() && config_.counts) {
    events.on_example = [this](const engine::TestCase& test_case) {
      if (examples_.size() < kMostExamples) examples_.push_back({.test_case = test_case});
    };
  }
  return events;
}

void ExplorationReporter::write_end(const engine::ExplorationResult& result, const std::string& summary) {
  errors_.attempt([&] {
    const std::string statistics = statistics_text(result, config_, debug_, reported_, inspections_.covered());
    writer_.write_end(text_of_end(image_.path(), provenance_now(outputs_.command_line.text()), summary, statistics,
                                  outputs_.all_paths));
  });
}

void ExplorationReporter::write_profile() {
  if (outputs_.profile.empty()) return;
  observe::CodeMap code(image_);
  errors_.attempt(
      [&] { support::write_text_file(outputs_.profile, work_callgrind(*config_.profile, config_.counts, code)); });
}

void ExplorationReporter::write_coverage(const engine::ExplorationResult& result, const std::string& summary) {
  add_missing(*config_.counts, happened_);
  observe::CodeMap code(image_);
  errors_.attempt([&] { outputs_.coverage.write(*config_.counts, code); });
  if (outputs_.report.empty()) return;
  history_.end(result);
  const auto coverage = coverage_by_file(*config_.counts, code);
  const engine::CaseMaker cases(image_, config_.hart, 0, [] { return false; });
  ReportedExploration exploration{debug_, config_, result, reported_, {}, coverage, history_, summary};
  exploration.has_all_paths = !outputs_.lacks_beginning;
  if (outputs_.lacks_beginning) exploration.unknown.push_back(kLacksBeginning);
  exploration.examples = std::move(examples_);
  exploration.reached_by = reached_by(exploration.examples, image_, config_.hart,
                                      std::max(kLeastRetraced, result.hart.instructions / kPartRetraced), code);
  exploration.assumed_sides =
      assumed_sides_of(exploration.examples, image_, config_.hart, *config_.counts, result.seconds);
  program::ExecutionCounts executed_counts;
  std::map<std::string, observe::CoveredFile> executed;
  if (config_.widened_counts && add_widened(executed_counts, *config_.counts, *config_.widened_counts)) {
    executed = coverage_by_file(executed_counts, code);
    exploration.executed_counts = &executed_counts;
    exploration.executed = &executed;
  }
  if (activities_) exploration.activities = activities_->finish();
  exploration.command_line = outputs_.command_line;
  exploration.provenance = provenance_now(outputs_.command_line.text());
  Sources sources(image_.path());
  PathFollower follower(cases, debug_, [&](const auto& at) { return sources.line(at.file, at.line); });
  FindingGroups told;
  for (const ReportedFinding& reported : reported_) {
    const bool is_told = told.note(reported.finding) && told.all().size() <= FindingGroups::kMostTold;
    PathEnd& end = exploration.ends.emplace_back();
    if (!is_told || reported.path.instructions == 0) continue;
    end = follower.follow(reported.finding.test_case, reported.finding.test_case.instructions + 1, reported.path);
  }
  errors_.attempt([&] {
    make_directory(outputs_.report);
    support::write_text_file(std::filesystem::path(outputs_.report) / "index.html", html_report(exploration));
  });
}

int ExplorationReporter::finish(const engine::ExplorationResult& result, const std::string& summary) {
  support::InActivity::become(support::Activity::Over);  // which the threads of an exploration need not have said
  progress_.clear();
  if (unwritten_paths_ > 1) {
    support::print_err(fmt::format("janus: {} test cases of paths were not written\n", unwritten_paths_));
  }
  if (progress_file_) errors_.attempt([&] { progress_file_->finish(); });
  tell_shortened();
  say(more_of_groups());
  write_for_tools(result);
  std::string text = summary + inspections_.summary(widened_states(result)) +
                     basis_of(result, config_, image_, debug_) + given_up(result, debug_);
  write_profile();
  if (outputs_.directory_is_given || !reported_.empty()) write_end(result, text);
  if (config_.counts) write_coverage(result, text);
  for (const std::string& warning : warnings_of(result, config_.hart, image_, debug_)) {
    support::print_err(fmt::format("janus: {}\n", warning));
  }
  const bool unfinished = result.verdict == engine::Verdict::Unknown && result.waiting > 0;
  const bool plain = config_.hart.interrupts.empty() && !config_.automatic && !config_.techniques.any() &&
                     config_.merging == engine::Merging::None;
  if (unfinished && !config_.bounded) {
    text += plain ? "  may help: --auto, whose techniques need fewer paths\n" : most_forks(result, config_, debug_);
    text += advice_of_turns(result, config_.limits.seconds, !config_.replaces_code);
  }
  say(fmt::format("{}{}\n", text, engine::to_string(result.verdict)));
  return errors_.exit_code(exit_code(result.verdict));
}

}  // namespace janus::app
