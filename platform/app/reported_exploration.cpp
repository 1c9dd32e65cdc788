#include "app/reported_exploration.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>

#include "app/late_stores.h"
#include "engine/explore/retrace.h"
#include "isa/predicates.h"
#include "isa/registers.h"
#include "program/call_convention.h"

namespace janus::app {

void ProgressHistory::add(const engine::Progress& progress) {
  if (++skipped_ < stride_) return;
  skipped_ = 0;
  points_.push_back({progress.seconds, progress.done.paths, progress.waiting, progress.memory_bytes});
  if (points_.size() < kMost) return;
  for (std::size_t i = 0; 2 * i + 1 < points_.size(); ++i) points_[i] = points_[2 * i + 1];
  points_.resize(points_.size() / 2);
  stride_ *= 2;
}

void ProgressHistory::end(const engine::ExplorationResult& result) {
  const std::uint64_t memory = points_.empty() ? result.peak_bytes : points_.back().memory_bytes;
  points_.push_back({result.seconds, result.paths, result.waiting, memory});
}

std::uint64_t note_lines(const program::ExecutionCounts& counts, observe::CodeMap& code, std::size_t index,
                         ReachedBy& reached) {
  std::uint64_t lines = 0;
  counts.for_each([&](std::uint32_t pc, const auto&) {
    const observe::CodeMap::Place& place = code.at(pc);
    if (place.line > 0 && reached.try_emplace({code.files()[place.file], place.line}, index).second) ++lines;
  });
  return lines;
}

ReachedBy reached_by(std::vector<Example>& examples, const support::FirmwareImage& image,
                     const engine::SymbolicHartConfig& hart, std::uint64_t most, observe::CodeMap& code) {
  constexpr std::uint64_t kMostOfOne = 1'000'000;  // instructions
  ReachedBy reached;
  std::vector<Example> kept;
  for (Example& example : examples) {
    if (most == 0) break;
    const std::uint64_t length = example.test_case.instructions + 1;
    program::ExecutionCounts counts;
    const auto path = engine::retrace(image, hart, example.test_case, std::min({length, most, kMostOfOne}), &counts);
    most -= std::min(most, path.instructions);
    example.lines = note_lines(counts, code, kept.size(), reached);
    if (example.lines > 0) kept.push_back(std::move(example));
  }
  examples = std::move(kept);
  return reached;
}

engine::AssumedSides assumed_sides_of(const std::vector<Example>& examples, const support::FirmwareImage& image,
                                      const engine::SymbolicHartConfig& hart, const program::ExecutionCounts& counts,
                                      double seconds) {
  constexpr double kLeastSeconds = 0.2, kPart = 0.05;  // of the exploration
  const std::chrono::duration<double> most(std::max(kLeastSeconds, seconds * kPart));
  engine::AssumedSidesLimits limits{.instructions = 1'000'000,
                                    .queries = 400,
                                    .until = std::chrono::steady_clock::now() +
                                             std::chrono::duration_cast<std::chrono::steady_clock::duration>(most)};
  const auto is_open = [&](std::uint32_t pc) {
    const auto count = counts.at(pc);
    return count.executed > 0 && (count.taken == 0 || count.taken == count.executed);
  };
  engine::AssumedSides sides;
  for (const Example& example : examples)
    engine::add_assumed_sides(image, hart, example.test_case, is_open, limits, sides);
  return sides;
}

bool is_of_end(const PathEnd& end, const std::string& expression, const VariableChange& change,
               const support::DebugInfo& debug) {
  if (change.declaration == 0) return true;  // of all files
  const auto known = end.declarations.find(expression);
  if (known != end.declarations.end()) return change.declaration == known->second;
  const std::vector<std::string> functions = debug.functions_at(change.pc);
  return functions.empty() || end.function.empty() || functions.front() == end.function;
}

PathEnd PathFollower::follow(const engine::TestCase& test_case, std::uint64_t most, const engine::RetracedPath& path) {
  PathEnd end;
  end.last_pc = test_case.pc;
  end.last_did = engine::consequence_of(test_case.ending) == engine::Consequence::Violation ? "fails" : "ends the path";
  const std::string line = line_of_(place_of(test_case, debug_));
  const bool is_assertion =
      test_case.ending.reason == engine::Termination::AssertFailed && line.find("assert") != std::string::npos;
  if (test_case.ending.assertion) {
    end.function = test_case.ending.assertion->place.function;
  } else if (const auto functions = debug_.functions_at(test_case.pc); !functions.empty()) {
    end.function = functions.front();
  }
  const Definitions defined = definitions(place_of(test_case, debug_).file);
  std::vector<FoundVariable> at_end, named;
  std::set<std::string> in_registers;
  std::map<std::string, FoundVariable> found_at_end;
  const auto look = [&](devices::FunctionalMachine& machine) {
    end.last.add(machine);
    // The machine stands there once or twice: in front of the last instruction, and behind it.
    if (machine.hart().state().pc != test_case.pc) return;
    end.values = values_at(machine, test_case.pc, all_variables_of_line(line), debug_);
    in_registers = names_in_registers(machine, test_case.pc, end.values, debug_);
    at_end.clear();
    named.clear();
    for (const std::string& name : all_variables_of_line(line)) {
      auto found = find_variable(machine, test_case.pc, name, debug_);
      if (!found) continue;
      if (found->declaration != 0) end.declarations[name] = found->declaration;
      found_at_end.insert_or_assign(name, *found);
      at_end.push_back(std::move(*found));
    }
    if (!is_assertion) return;
    for (const std::string& name : variables_of_line(line)) {
      if (auto found = find_variable(machine, test_case.pc, name, debug_)) named.push_back(std::move(*found));
    }
    end.condition = condition_at(machine, test_case.pc, condition_of(line), debug_, defined);
    // What does not fail was read wrongly.
    if (end.condition && end.condition->holds) end.condition.reset();
  };
  end.output = cases_.output_of(test_case, most, look, LastSteps::kMost);
  look_at_call(test_case, most, path.calls, end);
  end.changes = changes(test_case, most, path.decisions, at_end, end);
  if (engine::consequence_of(test_case.ending) == engine::Consequence::Violation)
    find_origins(test_case, most, named, end);
  RegisterWriters writers(debug_, line_of_);
  look_at_writers(test_case, most, writers, end);
  const std::set<std::string> late = stores_.names();
  const auto is_late = [&](const auto& value) {
    if (value.second.empty() || in_registers.contains(value.first)) return false;
    const auto found = found_at_end.find(value.first);
    const bool is_read = found != found_at_end.end() && found->second.address &&
                         stores_.has_just_read(*found->second.address) && !may_set(line, value.first, false);
    return is_of_names(value.first, value.second, late) || (!is_read && stores_.lacks_store(value.first, value.second));
  };
  const auto is_foreign = [&](const auto& value) {
    const auto found = found_at_end.find(value.first);
    return found != found_at_end.end() && !writers.is_certain(found->second, value.first, test_case.pc);
  };
  const auto uncertain =
      std::erase_if(end.values, [&](const auto& value) { return is_late(value) || is_foreign(value); });
  if (uncertain > 0) end.condition.reset();
  return end;
}

// What the last line names may be kept in registers, although DWARF says that it is in memory.
void PathFollower::look_at_writers(const engine::TestCase& test_case, std::uint64_t most, RegisterWriters& writers,
                                   PathEnd& end) {
  stores_.begin();
  const isa::ImageCode code(debug_.image());
  const auto main = debug_.image().symbol("main");
  const auto note_return = [&](devices::FunctionalMachine& machine, std::uint32_t pc) {
    const auto instruction = code.at(pc);
    if (!main || !instruction || !program::is_return(*instruction)) return;
    const support::Symbol* const function = debug_.image().covering(pc, true);
    if (function && function->address == *main) end.main_returned = {pc, machine.hart().state().x[isa::kA0].raw};
  };
  cases_.output_of(
      test_case, most,
      [&](devices::FunctionalMachine& machine) {
        stores_.add(machine);
        writers.add(machine.hart().state().pc);
        note_return(machine, machine.hart().state().pc);
      },
      std::min(test_case.instructions + 1, kMostFollowed));
}

// A library has no source here: what its caller has handed to it is in the line of the call.
void PathFollower::look_at_call(const engine::TestCase& test_case, std::uint64_t most,
                                const std::vector<std::uint32_t>& calls, PathEnd& end) {
  if (!line_of_(place_of(test_case, debug_)).empty()) return;
  const auto call =
      std::ranges::find_if(calls, [&](std::uint32_t pc) { return !line_of_(debug_.locate_line(pc)).empty(); });
  const std::uint64_t steps = std::min({test_case.instructions + 1, kMostFollowed, left_});
  if (call == calls.end() || steps == 0) return;
  left_ -= steps;
  const auto names = all_variables_of_line(line_of_(debug_.locate_line(*call)));
  const auto look = [&](devices::FunctionalMachine& machine) {
    if (machine.hart().state().pc == *call) end.values_at_call = values_at(machine, *call, names, debug_);
  };
  cases_.output_of(test_case, most, look, steps);
  end.called_from = *call;
}

// Numbers that a file of the source gives names to.
Definitions PathFollower::definitions(const std::string& file) {
  constexpr int kMostLines = 5000, kMostEmpty = 200;
  constexpr std::string_view kDefine = "#define ";
  const auto [entry, is_new] = definitions_.try_emplace(file);
  auto& found = entry->second;
  int empty = 0;
  for (int number = 1; is_new && number < kMostLines && empty < kMostEmpty; ++number) {
    const std::string line = line_of_({.function = {}, .file = file, .line = number});
    empty = line.empty() ? empty + 1 : 0;
    if (!line.starts_with(kDefine)) continue;
    const std::size_t name = line.find_first_not_of(' ', kDefine.size());
    const std::size_t behind = name == std::string::npos ? name : line.find(' ', name);
    if (behind == std::string::npos) continue;
    char* last = nullptr;
    const unsigned long long value = std::strtoull(line.c_str() + behind, &last, 0);
    while (*last == 'u' || *last == 'U') ++last;
    while (*last == ' ') ++last;
    const bool is_number = last != line.c_str() + behind && (*last == '\0' || *last == '/') && value <= 0xffffffffU;
    // What is no number has two meanings, and so none.
    auto& values = found[line.substr(name, behind - name)];
    if (is_number) values.insert(static_cast<std::uint32_t>(value));
    if (!is_number) values.insert({0, 1});
  }
  return [&found](const std::string& name) -> std::optional<std::uint32_t> {
    const auto known = found.find(name);
    return known == found.end() || known->second.size() != 1 ? std::nullopt : std::optional(*known->second.begin());
  };
}

const support::SourceStatements& PathFollower::statements() {
  if (!statements_) statements_.emplace(debug_.image());
  return *statements_;
}

AssigningLines& PathFollower::assigning() {
  if (!assigning_) assigning_.emplace(debug_, statements(), line_of_);
  return *assigning_;
}

support::SourceLocation PathFollower::line_that_decides(std::uint32_t pc) {
  return app::line_that_decides(pc, debug_, statements(), line_of_);
}

// The variables that the lines of these places name.
NamesByFunction PathFollower::names_of(const engine::TestCase& test_case, const std::set<std::uint32_t>& places) const {
  NamesByFunction names;
  for (const std::uint32_t pc : places) {
    const support::Symbol* const function = debug_.image().covering(pc, true);
    if (!function) continue;
    const support::SourceLocation at = pc == test_case.pc ? place_of(test_case, debug_) : debug_.locate_line(pc);
    for (std::string& name : variables_of_line(line_of_(at))) names[function->address].insert(std::move(name));
  }
  return names;
}

std::vector<VariableChange> PathFollower::changes(const engine::TestCase& test_case, std::uint64_t most,
                                                  const std::vector<engine::InputDecision>& decisions,
                                                  const std::vector<FoundVariable>& at_end, PathEnd& end) {
  std::set<std::uint32_t> places{test_case.pc};
  for (const engine::InputDecision& decision : decisions) places.insert(decision.pc);
  NamesByFunction names = names_of(test_case, places);
  const std::uint64_t steps = std::min({test_case.instructions + 1, kMostFollowed, left_});
  if (names.empty() || steps == 0) return {};
  left_ -= steps;
  const auto followed = [&](const NamesByFunction& what) {
    const auto run = [&](ChangeWatcher& watcher) {
      cases_.output_of(
          test_case, most, [&](devices::FunctionalMachine& machine) { watcher.look(machine); }, steps);
    };
    ChangeWatcher counter(debug_, statements(), assigning(), what, {}, ChangeWatcher::kCountsOnly, line_of_);
    run(counter);
    ChangeWatcher watcher(debug_, statements(), assigning(), what, at_end,
                          counter.looks() - std::min(counter.looks(), ChangeWatcher::kMostLooks), line_of_);
    run(watcher);
    end.followed_from = watcher.followed_from();
    note_run(decisions, watcher, end);
    return watcher.changes();
  };
  const std::vector<VariableChange> changes = followed(names);
  // Once more, with what those lines name at which something has changed.
  for (const VariableChange& change : changes) places.insert(change.pc);
  NamesByFunction more = names_of(test_case, places);
  return more == names ? changes : followed(more);
}

void PathFollower::note_run(const std::vector<engine::InputDecision>& decisions, const ChangeWatcher& watcher,
                            PathEnd& end) {
  end.executions = {};
  const isa::ImageCode code(debug_.image());
  for (const VariableChange& change : watcher.changes()) end.executions.note(change.pc, watcher.begun());
  for (const engine::InputDecision& decision : decisions) {
    end.executions.note(decision.pc, watcher.begun());
    const auto instruction = code.at(decision.pc);
    const bool accesses = instruction && isa::memory_use(instruction->opcode).bytes > 0;
    const bool is_reached = watcher.begun().has_begun(decision.pc, decision.instructions) &&
                            assigning().is_of_its_line(decision.pc, decision.instructions, watcher.begun());
    if (accesses && !is_reached) end.ahead.insert(decision.instructions);
  }
}

void Executions::note(std::uint32_t pc, const BegunStatements& begun) {
  const std::vector<std::uint64_t>& times = begun.executions(pc);
  if (noted_ + times.size() > kMost || !times_.try_emplace(pc, times).second) return;
  noted_ += times.size();
}

std::optional<std::uint64_t> Executions::count(std::uint32_t pc, std::uint64_t from, std::uint64_t to) const {
  const auto times = times_.find(pc);
  if (times == times_.end()) return std::nullopt;
  const auto first = std::ranges::lower_bound(times->second, from);
  return static_cast<std::uint64_t>(std::ranges::upper_bound(first, times->second.end(), to) - first);
}

bool is_over(const ReportedExploration& exploration) {
  const engine::ExplorationResult& result = exploration.result;
  const bool tries = std::ranges::any_of(result.turns, [](const engine::Turn& turn) {
    return turn.name == "enumerating" && turn.reach.waiting > 0 && turn.reach.paths > 0;
  });
  return result.waiting == 0 && result.verdict != engine::Verdict::Unknown &&
         !(result.verdict == engine::Verdict::Unsafe && tries);
}

}  // namespace janus::app
