// Where the values come from at the end of a finding's path, line by line.
#include <algorithm>
#include <set>

#include "app/late_stores.h"
#include "app/line_entries.h"
#include "app/mixed_statements.h"
#include "app/reported_exploration.h"
#include "app/variable_place.h"
#include "isa/predicates.h"
#include "support/source_types.h"

namespace janus::app {
namespace {

// Of these variables, those that are in one of the registers at an address.
std::set<std::string> names_in(std::uint32_t registers, std::uint32_t pc, const std::set<std::string>& names,
                               const support::DebugInfo& debug) {
  std::set<std::string> found;
  for (const std::string& name : names) {
    const auto place = place_of_variable(pc, name, debug);
    if (place && place->kind == VariablePlace::Kind::Register && (registers >> place->number & 1U) != 0)
      found.insert(name);
  }
  return found;
}

bool mixes_lines(std::uint32_t pc, const support::DebugInfo& debug) {
  const support::Symbol* const function = debug.image().covering(pc, true);
  const auto known = function ? debug.types().function_at(function->address) : std::nullopt;
  return !known || known->is_optimised;
}

// One line more of what was found to be a part of a line that was told already.
void add_step(OriginLine& line, const OriginStep& step) {
  OriginStep merged = step;
  if (!merged.made) merged.made = line.step.made;
  merged.is_load = merged.is_load && line.step.is_load;
  if (!step.made) merged.is_load = line.step.is_load;
  if (!merged.cut_from && (merged.made == line.step.made || !line.is_optimised)) {
    merged.cut_from = line.step.cut_from;
    merged.kept_bits = line.step.kept_bits;
  }
  if (!merged.decision) merged.decision = line.step.decision;
  if (!merged.since_reset) merged.since_reset = line.step.since_reset;
  line.step = merged;
  line.code.push_back(step.pc);
}

// What a line has made last of each variable, in the order of the first time. "returns 7" has no name.
NamedValues last_of_each(const std::vector<OriginPart>& parts, std::string LineResult::*what) {
  NamedValues told;
  for (const OriginPart& part : parts) {
    const std::string& text = part.result.*what;
    if (text.empty()) continue;
    const std::size_t sign = text.find(" = ");
    const bool has_name = sign != std::string::npos;
    const std::string name = has_name ? text.substr(0, sign) : std::string();
    const std::string value = has_name ? text.substr(sign + 3) : text;
    const auto known = std::ranges::find(told, name, [](const auto& each) { return each.first; });
    if (known == told.end())
      told.emplace_back(name, value);
    else
      known->second = value;
  }
  return told;
}

}  // namespace

// As the source has it.
std::string PathFollower::function_at(std::uint32_t pc) const {
  const std::vector<std::string> functions = debug_.functions_at(pc);
  return functions.empty() ? std::string() : functions.front();
}

std::optional<AssigningLines::Line> PathFollower::line_of_step(const OriginStep& step, const BegunStatements& begun) {
  const AssigningLines::Line own{debug_.locate_line(step.pc), step.pc};
  if (step.is_input) return own;
  if (!step.is_store)
    return assigning().is_of_its_line(step.pc, step.retired, begun) ? std::optional(own) : std::nullopt;
  const support::Symbol* const object = debug_.image().covering(step.address, false);
  std::set<std::string> names = assigned_by(line_of_(own.at));
  const std::string name = object ? support::name_in_source(*object) : std::string();
  if (names.size() > 1) std::erase_if(names, [&](const std::string& each) { return each != name; });
  if (names.empty() && !name.empty()) names.insert(name);
  if (names.size() != 1) return own;
  return assigning().line_of({.pc = step.pc,
                              .retired = step.retired,
                              .since = step.stored_before,
                              .made_by = step.made_by,
                              .name = *names.begin(),
                              .value = step.made,
                              .is_static = object != nullptr,
                              .is_in_memory = true,
                              .copy = statements().copy(step.pc)},
                             begun);
}

// Of optimised code, a row for each line of a row of steps with rising addresses: compilers mix the instructions of
// lines. A step back is another round of a loop, or a call. What was computed for a statement that did not begin is
// left out. Of other code, a row for each time that the line was executed.
std::vector<OriginLine> PathFollower::lines_of(const std::vector<OriginStep>& steps, const BegunStatements& begun,
                                               const LineEntries& entries) {
  const isa::ImageCode code(debug_.image());
  const auto is_in_vain = [&](const OriginStep& step) {
    const auto instruction = code.at(step.pc);
    return instruction && isa::written_register(*instruction) != 0 && !step.decision && !step.is_input &&
           !begun.has_begun(step.pc, step.retired);
  };
  std::vector<OriginLine> lines;
  std::size_t first = 0;  // of the row
  std::uint32_t before = 0;
  for (const OriginStep& step : steps) {
    if (step.pc <= before) first = lines.size();
    before = step.pc;
    const auto place = step.decision ? std::optional(AssigningLines::Line{line_that_decides(step.pc), step.pc})
                                     : line_of_step(step, begun);
    if (!place) continue;
    support::SourceLocation at = place->at;
    at.function = function_at(place->code);
    if (at.line == 0 || (step.decision && !may_decide(line_of_(at))) || is_in_vain(step)) continue;
    const bool mixes = mixes_lines(step.pc, debug_);
    const std::uint64_t entry = entries.entry_of(step.retired);
    const std::size_t from = mixes ? first : lines.size() - std::min<std::size_t>(lines.size(), kMostLinesBetween);
    std::size_t same = lines.size();  // the last one
    for (std::size_t i = from; i < lines.size(); ++i) {
      const bool is_own = lines[i].at.file == at.file && lines[i].at.line == at.line;
      if (is_own && (mixes || lines[i].entry == entry)) same = i;
    }
    // What is computed behind the decision of the line is computed for another one, as in the next round of a loop.
    const bool is_other =
        same < lines.size() && mixes && lines[same].step.decision && (step.decision || (step.made && !step.decision));
    if (same == lines.size() || is_other) {
      lines.push_back({.step = step,
                       .at = at,
                       .code = {step.pc},
                       .within = place->code,
                       .copy = statements().copy(step.pc),
                       .is_optimised = mixes,
                       .begin = step.retired,
                       .entry = entry,
                       .parts = {{step, {}, {}}}});
      continue;
    }
    OriginLine line = std::move(lines[same]);
    // Variables are those in front of the decision, behind what was computed for it.
    const bool is_told = step.decision && !step.made && !line.step.is_load && !line.step.cut_from;
    add_step(line, step);
    if (mixes && is_told) line.step.made.reset();
    if (mixes) line.parts.clear();  // only the last one's values are of one moment
    line.parts.push_back({step, {}, {}});
    line.copy = statements().copy(step.pc);
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(same));
    lines.push_back(std::move(line));
  }
  return lines;
}

// Two runs more: one that is recorded, and one that is looked at where something was computed that matters.
void PathFollower::find_origins(const engine::TestCase& test_case, std::uint64_t most,
                                const std::vector<FoundVariable>& named, PathEnd& end) {
  const std::uint64_t steps = std::min({test_case.instructions + 1, kMostFollowed, left_});
  if (steps == 0) return;
  left_ -= steps;
  end.recorded_from = test_case.instructions + 1 - steps;
  RunRecord record(debug_.image());
  BegunStatements begun(debug_, statements());
  LineEntries entries(debug_);
  const auto note = [&](devices::FunctionalMachine& machine) {
    const auto& state = machine.hart().state();
    record.add(machine);
    begun.add(state.pc, state.retired);
    entries.add(state.pc, state.retired);
  };
  cases_.output_of(test_case, most, note, steps);
  std::vector<RunRecord::Range> ranges;
  for (const FoundVariable& variable : named) {
    if (variable.address) ranges.push_back({*variable.address, variable.size});
  }
  const Origins origins = record.origins(test_case, ranges);
  end.comparison = origins.comparison;
  end.writers = last_writers(record, begun, test_case.pc, named);
  end.has_more_origins = origins.has_more;
  end.has_more_rounds = origins.has_more || origins.has_more_decisions;
  end.origins = lines_of(origins.steps, begun, entries);
  for (const OriginLine& line : end.origins) {
    for (const std::uint32_t pc : line.code) end.executions.note(pc, begun);
  }
  if (!end.origins.empty()) look_at_lines(test_case, most, steps, end.origins);
}

void PathFollower::look_at_lines(const engine::TestCase& test_case, std::uint64_t most, std::uint64_t steps,
                                 std::vector<OriginLine>& lines) {
  std::multimap<std::uint64_t, OriginLine*> in_front;  // by what has retired then
  std::multimap<std::uint64_t, std::pair<OriginLine*, OriginPart*>> parts;
  for (OriginLine& line : lines) {
    in_front.emplace(line.is_optimised ? line.step.retired : line.entry, &line);
    for (OriginPart& part : line.parts) parts.emplace(part.step.retired, std::pair(&line, &part));
  }
  MixedStatements mixed(debug_, line_of_);
  stores_.begin();
  RegisterWriters writers(debug_, line_of_);
  LineResults results(debug_, writers);
  const auto look = [&](devices::FunctionalMachine& machine) {
    const std::uint32_t pc = machine.hart().state().pc;
    const std::uint64_t retired = machine.hart().state().retired;
    results.look(machine);
    const auto [first, behind] = in_front.equal_range(retired);
    for (auto each = first; each != behind; each = in_front.erase(each)) {
      OriginLine& line = *each->second;
      std::set<std::string> changed;
      if (line.is_optimised) {
        if (line.step.pc != pc) continue;
        changed = mixed.changed_since(line.at);
        changed.merge(names_in(mixed.written_by(line.at, pc), pc, changed_by(line_of_(line.at)), debug_));
      }
      tell_values(machine, changed, stores_, writers, line);
    }
    const auto [first_part, behind_parts] = parts.equal_range(retired);
    for (auto each = first_part; each != behind_parts; each = parts.erase(each)) {
      auto& [line, part] = each->second;
      if (part->step.pc != pc) continue;
      if (!line->is_optimised && part->step.decision) tell_outcome(machine, *line, *part);
      results.begin(machine, line_of_(line->at), part->result);
    }
    mixed.add(pc);
    stores_.add(machine);
    writers.add(pc);
  };
  cases_.output_of(test_case, most, look, steps);
  for (OriginLine& line : lines) {
    line.made = last_of_each(line.parts, &LineResult::made);
    line.read = last_of_each(line.parts, &LineResult::read);
  }
}

// What the condition of the line was at a decision in code that was compiled without optimisation: everything is where
// the debug information says.
void PathFollower::tell_outcome(devices::FunctionalMachine& machine, const OriginLine& line, OriginPart& part) {
  const auto asked =
      condition_at(machine, part.step.pc, asked_by(line_of_(line.at)), debug_, definitions(line.at.file));
  if (!asked) return;
  std::vector<const ConditionPart*> same;
  for (const ConditionPart& each : asked->parts) {
    if (compares_the_same(each, *part.step.decision)) same.push_back(&each);
  }
  if (same.size() == 1) part.outcome = outcome_of(*same.front());
}

// What the line's variables are in front of the step, and what its condition is, as far as the statement uses these
// values: `changed` are those of another element or round.
void PathFollower::tell_values(devices::FunctionalMachine& machine, const std::set<std::string>& changed,
                               const LateStores& stores, RegisterWriters& writers, OriginLine& line) {
  const std::set<std::string> late = stores.names();
  const std::string text = line_of_(line.at);
  const std::uint32_t pc = machine.hart().state().pc;
  line.values = values_at(machine, pc, all_variables_of_line(text), debug_);
  const std::set<std::string> in_registers = names_in_registers(machine, pc, line.values, debug_);
  const auto is_late = [&](const auto& value) {
    return !value.second.empty() && !in_registers.contains(value.first) &&
           (is_of_names(value.first, value.second, late) || stores.lacks_store(value.first, value.second));
  };
  const auto is_foreign = [&](const auto& value) {
    const auto found = find_variable(machine, pc, value.first, debug_);
    return found && !writers.is_certain(*found, value.first, pc);
  };
  // An element is another one where its index is.
  const auto is_of_late_index = [&](const auto& value) {
    return std::ranges::any_of(names_in_brackets(value.first), [&](const std::string& name) {
      if (!late.contains(name) && !stores.lacks_store(name, {}) && !stores.lacks_store("." + name, {})) return false;
      const auto found = find_variable(machine, pc, name, debug_);
      return !found || found->address || found->bits != 0;
    });
  };
  // Where a function begins, its arguments are still on the way to where DWARF says that they are in memory.
  const support::Symbol* const function = debug_.image().covering(pc, true);
  const support::SourceLocation begins = function ? debug_.locate_line(function->address) : support::SourceLocation{};
  if (begins.line == line.at.line && begins.file == line.at.file)
    std::erase_if(line.values, [&](const auto& value) { return !in_registers.contains(value.first); });
  const bool is_any_late = std::ranges::any_of(line.values, is_late) || std::erase_if(line.values, is_foreign) > 0;
  std::set<std::string> unborn = declared_by(text);  // what they hold in front of that is of nobody
  if (!line.is_optimised && (text.starts_with("for") || !unborn.empty())) unborn.merge(changed_by(text));
  // What a line only assigns, it does not depend on; and what was never assigned before is of nobody, either.
  const std::set<std::string> written = only_written_by(text);
  std::erase_if(line.values, [&](const auto& value) {
    return names_one_of(value.first, changed) || is_late(value) || is_of_late_index(value) ||
           names_one_of(value.first, unborn) || written.contains(value.first);
  });
  const auto& decision = line.step.decision;
  const auto asked = decision && line.is_optimised
                         ? condition_at(machine, pc, asked_by(text), debug_, definitions(line.at.file))
                         : std::nullopt;
  if (!asked) return;
  std::vector<const ConditionPart*> same;
  for (const ConditionPart& part : asked->parts) {
    if (compares_the_same(part, *decision)) same.push_back(&part);
  }
  const bool is_certain = !is_any_late && same.size() == 1 && !names_one_of(same.front()->source, changed);
  if (is_certain) {
    line.parts.back().outcome = outcome_of(*same.front());
    return;
  }
  // What the machine has compared is not in these values: elements may be those of another index.
  std::set<std::string> indices;
  for (const auto& [name, value] : line.values) indices.merge(names_in_brackets(name));
  std::erase_if(line.values, [&](const auto& value) {
    return value.first.find('[') != std::string::npos || names_one_of(value.first, indices);
  });
}

}  // namespace janus::app
