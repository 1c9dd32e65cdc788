#include "app/reported_exploration.h"

#include <algorithm>
#include <set>

#include "engine/explore/retrace.h"

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

PathEnd PathFollower::follow(const engine::TestCase& test_case, std::uint64_t most,
                             const std::vector<engine::InputDecision>& decisions) {
  PathEnd end;
  const std::string line = line_of_(place_of(test_case, debug_));
  std::vector<FoundVariable> at_end;
  const auto look = [&](devices::FunctionalMachine& machine) {
    end.last.add(machine);
    // The machine stands there once or twice: in front of the last instruction, and behind it.
    if (machine.hart().state().pc != test_case.pc) return;
    end.values = values_at(machine, test_case.pc, all_variables_of_line(line), debug_);
    at_end.clear();
    for (const std::string& name : all_variables_of_line(line)) {
      if (auto found = find_variable(machine, test_case.pc, name, debug_)) at_end.push_back(std::move(*found));
    }
  };
  end.output = cases_.output_of(test_case, most, look, LastSteps::kMost);
  end.changes = changes(test_case, most, decisions, at_end);
  if (engine::consequence_of(test_case.ending) == engine::Consequence::Violation) find_origins(test_case, most, end);
  return end;
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

// Two runs more: one that is recorded, and one that is looked at where something was computed that matters.
void PathFollower::find_origins(const engine::TestCase& test_case, std::uint64_t most, PathEnd& end) {
  const std::uint64_t steps = std::min({test_case.instructions + 1, kMostFollowed, left_});
  if (steps == 0) return;
  left_ -= steps;
  RunRecord record(debug_.image());
  cases_.output_of(
      test_case, most, [&](devices::FunctionalMachine& machine) { record.add(machine); }, steps);
  const Origins origins = record.origins(test_case);
  end.comparison = origins.comparison;
  // Of steps in a row at one line, the last one has the result.
  std::map<std::uint64_t, OriginStep> told;  // by what has retired in front
  std::optional<OriginStep> last;
  for (const OriginStep& step : origins.steps) {
    if (debug_.locate_line(step.pc).line == 0) continue;
    // Back at an earlier instruction, it is another round of a loop.
    const bool is_elsewhere = last && (step.pc <= last->pc || debug_.describe(last->pc) != debug_.describe(step.pc));
    if (is_elsewhere) told.emplace(last->retired, *last);
    last = step;
  }
  if (last) told.emplace(last->retired, *last);
  if (told.empty()) return;
  const std::uint64_t first = told.begin()->first, whole = test_case.instructions + 1;
  cases_.output_of(
      test_case, most,
      [&](devices::FunctionalMachine& machine) {
        const auto found = told.find(machine.hart().state().retired);
        if (found == told.end() || found->second.pc != machine.hart().state().pc) return;
        const OriginStep& step = found->second;
        const std::string line = line_of_(debug_.locate_line(step.pc));
        end.origins.push_back({step, values_at(machine, step.pc, all_variables_of_line(line), debug_)});
        told.erase(found);
      },
      whole - std::min(whole, first));
}

std::vector<VariableChange> PathFollower::changes(const engine::TestCase& test_case, std::uint64_t most,
                                                  const std::vector<engine::InputDecision>& decisions,
                                                  const std::vector<FoundVariable>& at_end) {
  std::set<std::uint32_t> places{test_case.pc};
  for (const engine::InputDecision& decision : decisions) places.insert(decision.pc);
  NamesByFunction names = names_of(test_case, places);
  const std::uint64_t steps = std::min({test_case.instructions + 1, kMostFollowed, left_});
  if (names.empty() || steps == 0) return {};
  left_ -= steps;
  const auto followed = [&](const NamesByFunction& what) {
    ChangeWatcher watcher(debug_, what, at_end);
    cases_.output_of(
        test_case, most, [&](devices::FunctionalMachine& machine) { watcher.look(machine); }, steps);
    return watcher.changes();
  };
  const std::vector<VariableChange> changes = followed(names);
  // Once more, with what those lines name at which something has changed.
  for (const VariableChange& change : changes) places.insert(change.pc);
  NamesByFunction more = names_of(test_case, places);
  return more == names ? changes : followed(more);
}

}  // namespace janus::app
