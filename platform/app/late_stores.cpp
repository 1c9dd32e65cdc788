#include "app/late_stores.h"

#include <algorithm>

#include "app/end_values.h"
#include "app/mixed_statements.h"
#include "app/source_facts.h"
#include "isa/predicates.h"
#include "support/source_types.h"

namespace janus::app {
namespace {

// Half of an address, which is no value of a variable.
bool makes_address(const isa::Instruction& i) { return i.opcode == isa::Opcode::lui || i.opcode == isa::Opcode::auipc; }

// Whether an expression is a member of something, apart from what is in brackets.
bool is_member(std::string_view expression) {
  unsigned depth = 0;
  for (std::size_t at = 0; at < expression.size(); ++at) {
    depth += expression[at] == '[';
    depth -= expression[at] == ']' && depth > 0;
    if (depth == 0 && (expression[at] == '.' || expression.substr(at).starts_with("->"))) return true;
  }
  return false;
}

// Whether an assignment of the line stands behind the parentheses of its `if`.
bool assigns_behind_if(std::string_view line, const std::set<std::string>& assigned) {
  if (!line.starts_with("if ") && !line.starts_with("if(") && !line.starts_with("else if")) return false;
  const std::string_view asked = asked_by(line);
  return !asked.empty() && !assigned.empty() && assigned_by(asked).empty();
}

}  // namespace

std::set<std::string> assigned_by(std::string_view line) {
  std::set<std::string> found;
  for (const std::string& expression : all_variables_of_line(line)) {
    for (std::size_t at = line.find(expression); at != std::string_view::npos; at = line.find(expression, at + 1)) {
      const std::size_t behind = at + expression.size();
      const bool is_whole = (at == 0 || !is_in_name(line[at - 1])) &&
                            (behind >= line.size() || (!is_in_name(line[behind]) && line[behind] != '[' &&
                                                       line[behind] != '.' && !line.substr(behind).starts_with("->")));
      if (!is_whole) continue;
      std::string_view before = line.substr(0, at), rest = line.substr(behind);
      while (before.ends_with(' ')) before.remove_suffix(1);
      while (rest.starts_with(' ')) rest.remove_prefix(1);
      const bool is_member = before.ends_with('.') || before.ends_with("->");
      if (!is_member && (before.ends_with("++") || before.ends_with("--") || assigns(rest))) found.insert(expression);
    }
  }
  return found;
}

std::set<std::string> only_written_by(std::string_view line) {
  std::set<std::string> found;
  for (const std::string& name : assigned_by(line)) {
    const std::size_t at = line.find(name);
    std::string_view rest = line.substr(at + name.size());
    if (rest.find(name) != std::string_view::npos) continue;
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    if (rest.starts_with('=') && !rest.starts_with("==")) found.insert(name);
  }
  return found;
}

std::set<std::string> declared_by(std::string_view line) {
  std::set<std::string> found;
  if (line.starts_with("for")) return found;
  for (const std::string& name : assigned_by(line)) {
    std::string_view before = line.substr(0, line.find(name));
    while (before.ends_with(' ') || before.ends_with('*')) before.remove_suffix(1);
    if (!before.empty() && is_in_name(before.back())) found.insert(name);
  }
  return found;
}

bool may_set(std::string_view line, std::string_view variable, bool is_in_memory) {
  if (line.empty()) return true;  // nobody knows
  const std::string name = last_name(variable);
  const std::set<std::string> assigned = assigned_by(line);
  if (std::ranges::any_of(assigned, [&](const std::string& each) { return last_name(each) == name; })) return true;
  if (!is_in_memory) return false;
  const bool has_pointer = std::ranges::any_of(assigned, [](const std::string& each) {
    return each.find('[') != std::string::npos || each.find("->") != std::string::npos;
  });
  if (has_pointer || line.starts_with('*') || line.find(" *") != std::string_view::npos) return true;
  // What is called, but for the words of C.
  static constexpr std::string_view kWords[] = {"if", "for", "while", "switch", "return", "sizeof"};
  for (std::size_t open = line.find('('); open != std::string_view::npos; open = line.find('(', open + 1)) {
    std::string_view before = line.substr(0, open);
    std::size_t length = 0;
    while (length < before.size() && is_in_name(before[before.size() - 1 - length])) ++length;
    const std::string_view word = before.substr(before.size() - length);
    if (!word.empty() && std::ranges::find(kWords, word) == std::end(kWords)) return true;
  }
  return false;
}

std::string last_name(std::string_view expression) {
  std::string name;
  unsigned depth = 0;
  for (const char c : expression) {
    depth -= c == ']' && depth > 0;
    if (depth == 0 && is_in_name(c)) name += c;
    if (depth == 0 && (c == '.' || c == '>')) name.clear();
    depth += c == '[';
  }
  return name;
}

bool is_of_names(std::string_view expression, std::string_view value, const std::set<std::string>& names) {
  return !names.empty() &&
         (names.contains(last_name(expression)) || (value.starts_with('{') && names_one_of(value, names)));
}

const LateStores::Place& LateStores::place_of(std::uint32_t pc) {
  const auto [entry, is_new] = places_.try_emplace(pc);
  if (!is_new) return entry->second;
  const support::SourceLocation at = debug_.locate_line(pc);
  const auto instruction = code_.at(pc);
  Line* of_line = nullptr;
  if (at.line > 0 && is_optimised(pc, debug_)) {
    const auto [line, is_first] = lines_.try_emplace({at.file, at.line});
    if (is_first) {
      const std::string text = line_of_(at);
      const std::set<std::string> assigned = assigned_by(text);
      for (const std::string& expression : assigned) line->second.assigned.insert(last_name(expression));
      line->second.behind_if = assigns_behind_if(text, assigned);
    }
    if (!line->second.assigned.empty()) of_line = &line->second;
  }
  const bool stores = instruction && isa::memory_use(instruction->opcode).stores;
  entry->second = {of_line,
                   stores,
                   !instruction || (isa::written_register(*instruction) != 0 && !makes_address(*instruction)),
                   instruction && isa::is_branch(*instruction),
                   {at.file, at.line}};
  if (instruction && isa::is_load(*instruction)) entry->second.load = *instruction;
  return entry->second;
}

void LateStores::begin() {
  for (auto& [at, line] : lines_) line.computed = line.is_late = false;
  just_read_.clear();
  reading_ = {};
  last_ = nullptr;
  last_pc_ = 0;
}

void LateStores::add(devices::FunctionalMachine& machine) {
  const std::uint32_t pc = machine.hart().state().pc;
  const Place& here = place_of(pc);
  if (pc < last_pc_ || here.at != reading_) just_read_.clear();
  reading_ = here.at;
  if (here.load) {
    const std::uint32_t first = machine.hart().state().x[here.load->rs1].raw + here.load->immediate;
    for (std::uint32_t k = 0; k < isa::memory_use(here.load->opcode).bytes; ++k) just_read_.insert(first + k);
  }
  // Back within a line is another round of a loop.
  if (last_ && last_->line && (last_->line != here.line || pc <= last_pc_) && last_->line->computed) {
    Line& left = *last_->line;
    if (!left.behind_if || !last_->branches) left.is_late = true;
    left.computed = false;
  }
  if (here.line) {
    here.line->computed = !here.stores && (here.line->computed || here.computes);
    if (here.stores) here.line->is_late = false;
  }
  last_ = &here;
  last_pc_ = pc;
}

bool LateStores::lacks_store(std::string_view expression, std::string_view value) const {
  const Names& names = without_store(last_pc_);
  if (value.starts_with('{')) return names_one_of(value, names.members);
  return (is_member(expression) ? names.members : names.variables).contains(last_name(expression));
}

const LateStores::Names& LateStores::without_store(std::uint32_t pc) const {
  static const Names kNone;
  const support::Symbol* const function = debug_.image().covering(pc, true);
  if (!function || !is_optimised(pc, debug_)) return kNone;
  const auto [entry, is_new] = without_store_.try_emplace(function->address);
  if (is_new) entry->second = find_without_store(*function);
  return entry->second;
}

LateStores::Names LateStores::find_without_store(const support::Symbol& function) const {
  // The lines of each function of the source that is in it, from the first to the last with code.
  std::map<std::pair<std::string, std::string>, std::pair<int, int>> ranges;  // by file and function
  std::set<std::pair<std::string, int>> stored;
  std::uint32_t length = 0;
  for (std::uint32_t pc = function.address; pc - function.address < function.size; pc += length) {
    const auto instruction = code_.at(pc);
    length = instruction ? instruction->length : 2;
    const support::SourceLocation at = debug_.locate(pc);
    if (at.line == 0) continue;
    const auto [range, is_first] = ranges.try_emplace({at.file, at.function}, at.line, at.line);
    range->second = {std::min(range->second.first, at.line), std::max(range->second.second, at.line)};
    if (instruction && isa::memory_use(instruction->opcode).stores) stored.insert({at.file, at.line});
  }
  Names names;
  for (const auto& [of, range] : ranges) {
    for (int line = range.first; line <= range.second; ++line) {
      if (stored.contains({of.first, line})) continue;
      const std::string text = line_of_({.function = {}, .file = of.first, .line = line});
      for (const std::string& expression : assigned_by(text))
        (is_member(expression) ? names.members : names.variables).insert(last_name(expression));
    }
  }
  return names;
}

std::set<std::string> LateStores::names() const {
  std::set<std::string> found;
  for (const auto& [at, line] : lines_) {
    if (line.is_late) found.insert(line.assigned.begin(), line.assigned.end());
  }
  return found;
}

}  // namespace janus::app
