#include "app/branch_sides.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>

#include "app/end_values.h"
#include "app/late_stores.h"
#include "app/source_facts.h"
#include "isa/predicates.h"
#include "isa/registers.h"
#include "program/call_convention.h"
#include "support/source_types.h"

namespace janus::app {
namespace {

constexpr int kMostSteps = 32;  // instructions behind a branch

bool same_line(const support::SourceLocation& a, const support::SourceLocation& b) {
  return a.line == b.line && a.file == b.file;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

// A number or a character of C.
std::optional<std::int32_t> number_of(std::string_view text) {
  static constexpr std::array<std::pair<char, char>, 6> kEscapes{
      {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'\\', '\\'}, {'\'', '\''}, {'"', '"'}}};
  if (text.size() == 3 && text.front() == '\'' && text.back() == '\'') return text[1];
  if (text.size() == 4 && text.starts_with("'\\") && text.back() == '\'') {
    const auto found = std::ranges::find(kEscapes, text[2], [](const auto& each) { return each.first; });
    return found == kEscapes.end() ? std::nullopt : std::optional<std::int32_t>(found->second);
  }
  const bool is_number = !text.empty() && (std::isdigit(static_cast<unsigned char>(text.front())) || text[0] == '-');
  if (!is_number) return std::nullopt;
  const std::string copy(text);
  char* end = nullptr;
  const long long value = std::strtoll(copy.c_str(), &end, 0);
  while (*end == 'u' || *end == 'U' || *end == 'l' || *end == 'L') ++end;
  if (*end != '\0' || end == copy.c_str()) return std::nullopt;
  return static_cast<std::int32_t>(value);
}

// What stands between && and ||, without the brackets around it.
std::vector<std::string_view> parts_of_condition(std::string_view condition) {
  std::vector<std::string_view> parts;
  std::size_t first = 0;
  for (std::size_t at = 0; at <= condition.size(); ++at) {
    const std::string_view rest = condition.substr(std::min(at, condition.size()));
    if (!rest.empty() && !rest.starts_with("&&") && !rest.starts_with("||")) continue;
    parts.push_back(trimmed(condition.substr(first, at - first)));
    first = at + 2;
    ++at;
  }
  for (std::string_view& part : parts) {
    const auto count = [&](char c) { return std::ranges::count(part, c); };
    while (count('(') > count(')') && part.starts_with('(')) part = trimmed(part.substr(1));
    while (count(')') > count('(') && part.ends_with(')')) part = trimmed(part.substr(0, part.size() - 1));
  }
  return parts;
}

// The first comparison of a text, which is no shift and no arrow.
struct SignInText {
  std::size_t at;
  std::string_view text;
};
std::optional<SignInText> sign_in(std::string_view part) {
  for (std::size_t at = 0; at < part.size(); ++at) {
    const std::string_view two = part.substr(at, 2);
    if (two == "<<" || two == ">>" || two == "->") {
      ++at;
      continue;
    }
    if (two == "==" || two == "!=" || two == "<=" || two == ">=") return SignInText{at, two};
    if (two.starts_with('<') || two.starts_with('>')) return SignInText{at, two.substr(0, 1)};
  }
  return std::nullopt;
}

std::string_view opposite(std::string_view sign) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kOpposites{
      {{"==", "!="}, {"!=", "=="}, {"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}}};
  return std::ranges::find(kOpposites, sign, [](const auto& each) { return each.first; })->second;
}

// What holds of the other word and the number where a branch jumps.
std::string_view sign_of(isa::Opcode branch, bool number_is_left) {
  using isa::Opcode;
  if (branch == Opcode::beq) return "==";
  if (branch == Opcode::bne) return "!=";
  const bool is_less = branch == Opcode::blt || branch == Opcode::bltu;
  return is_less ? (number_is_left ? ">" : "<") : (number_is_left ? "<=" : ">=");
}

}  // namespace

std::vector<NumberedSign> equivalents(std::string_view sign, std::int32_t number) {
  constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min(), kMost = ~kLeast;
  std::vector<NumberedSign> found{{sign, number}};
  if (sign == "<" && number != kLeast) found.push_back({"<=", number - 1});
  if (sign == ">=" && number != kLeast) found.push_back({">", number - 1});
  if (sign == ">" && number != kMost) found.push_back({">=", number + 1});
  if (sign == "<=" && number != kMost) found.push_back({"<", number + 1});
  return found;
}

std::optional<std::string_view> comparison_with(std::string_view condition, const std::vector<NumberedSign>& signs) {
  if (condition.find('?') != std::string_view::npos) return std::nullopt;
  std::optional<std::string_view> found;
  for (const std::string_view part : parts_of_condition(condition)) {
    const std::optional<SignInText> sign = sign_in(part);
    if (!sign) continue;
    const auto number = number_of(trimmed(part.substr(sign->at + sign->text.size())));
    const bool is_one = number && std::ranges::any_of(signs, [&](const NumberedSign& each) {
                          return each.sign == sign->text && each.number == *number;
                        });
    if (!is_one) continue;
    // What is called may be compiled into the comparison, and what is negated, too.
    if (found || part.find_first_of("(!") < sign->at) return std::nullopt;
    found = part;
  }
  return found;
}

BranchSides::BranchSides(const support::DebugInfo& debug, LineOf line_of)
    : debug_(debug), line_of_(std::move(line_of)), code_(debug.image()), statements_(debug.image()), ways_(debug) {}

support::SourceLocation BranchSides::line_at(std::uint32_t from, std::uint32_t next) {
  return is_optimised(from, debug_) ? line_of_effect(from, next) : first_other_line(from, next);
}

// If no other branch is in between.
support::SourceLocation BranchSides::first_other_line(std::uint32_t from, std::uint32_t next) const {
  const support::SourceLocation own = debug_.locate_line(from);
  std::uint32_t pc = next;
  for (int step = 0; step < kMostSteps; ++step) {
    support::SourceLocation at = debug_.locate_line(pc);
    if (at.file != own.file) return {};
    if (at.line != own.line) return at;
    const auto i = code_.at(pc);
    if (!i) return {};
    const isa::Control control = isa::control(i->opcode);
    if ((control != isa::Control::Next && control != isa::Control::Jump) || program::is_call(*i)) return {};
    pc = control == isa::Control::Jump ? isa::target_of(pc, *i) : isa::next_pc(pc, *i);
  }
  return {};
}

support::SourceLocation BranchSides::line_of_decision(std::uint32_t pc) const {
  return line_that_decides(pc, debug_, statements_, line_of_);
}

bool BranchSides::begins_between(const support::SourceLocation& line, std::uint32_t first, std::uint32_t last) const {
  const auto& begins = statements_.begins();
  auto each = std::ranges::lower_bound(begins, first, {}, &support::SourceStatements::Begin::address);
  for (; each != begins.end() && each->address <= last; ++each) {
    if (each->line == line.line && each->file == line.file) return true;
  }
  return false;
}

// The line of the first statement that begins there, in none of these lines.
std::optional<support::SourceLocation> BranchSides::first_begun(std::uint32_t first, std::uint32_t last,
                                                                const support::SourceLocation& own,
                                                                const support::SourceLocation& own_code) const {
  const auto& begins = statements_.begins();
  auto each = std::ranges::lower_bound(begins, first, {}, &support::SourceStatements::Begin::address);
  for (; each != begins.end() && each->address <= last; ++each) {
    const support::SourceLocation at{.function = {}, .file = each->file, .line = each->line};
    if (!same_line(at, own) && !same_line(at, own_code) && each->line > 0) return at;
  }
  return std::nullopt;
}

support::SourceLocation BranchSides::line_of_effect(std::uint32_t from, std::uint32_t next) {
  const support::SourceLocation own = line_of_decision(from), own_code = debug_.locate_line(from);
  std::uint32_t pc = next;
  for (int step = 0; step < kMostSteps; ++step) {
    const auto i = code_.at(pc);
    if (!i || ways_.to(pc) > 1) return {};
    const bool is_spill = isa::is_store(*i) && i->rs1 == isa::kSp;  // mostly of registers, where a frame begins
    const bool is_effect = isa::is_branch(*i) || program::is_call(*i) || (isa::is_store(*i) && !is_spill) ||
                           i->opcode == isa::Opcode::ecall;
    if (is_effect) {
      const support::SourceLocation at = isa::is_branch(*i) ? line_of_decision(pc) : debug_.locate_line(pc);
      if (at.line == 0 || same_line(at, own) || same_line(at, own_code) || !begins_between(at, next, pc)) return {};
      // A store behind a loop, of what was counted in it, has the line of some other statement.
      const std::string text = line_of_(at);
      if (isa::is_store(*i) && !text.empty() && assigned_by(text).empty()) return {};
      if (isa::is_branch(*i) && !may_decide(text)) return {};
      return first_begun(next, pc, own, own_code).value_or(at);
    }
    if (isa::control(i->opcode) != isa::Control::Next) return {};
    // A statement whose beginning has no mark may come first.
    const support::SourceLocation here = debug_.locate_line(pc);
    const bool is_constant = (isa::registers_read(*i) & ~1U) == 0;
    if (!is_constant && !same_line(here, own) && !same_line(here, own_code) && !begins_between(here, next, pc))
      return {};
    pc = isa::next_pc(pc, *i);
  }
  return {};
}

std::optional<BranchSides::Constant> BranchSides::constant_of(std::uint32_t branch) const {
  const auto compares = code_.at(branch);
  const support::Symbol* const function = debug_.image().covering(branch, true);
  if (!compares || !isa::is_branch(*compares) || !function) return std::nullopt;
  // What was written last, by address, if it is a number: `li`, or `lui` and `addi`.
  std::array<std::optional<std::int32_t>, 32> numbers{};
  std::uint32_t length = 0;
  for (std::uint32_t pc = function->address; pc < branch; pc += length) {
    const auto i = code_.at(pc);
    length = i ? i->length : 2;
    if (!i) continue;
    const bool adds = i->opcode == isa::Opcode::addi && (i->rs1 == 0 || i->rs1 == i->rd);
    const auto before = i->rs1 == 0 ? std::optional<std::int32_t>(0) : numbers[i->rs1];
    std::optional<std::int32_t> made;
    if (i->opcode == isa::Opcode::lui) made = static_cast<std::int32_t>(i->immediate);
    if (adds && before) made = static_cast<std::int32_t>(static_cast<std::uint32_t>(*before) + i->immediate);
    numbers[isa::written_register(*i)] = made;
  }
  // By address, a register may be one that another way has cleared.
  const auto is_told = [&](unsigned number) { return number != 0 && numbers[number].value_or(0) != 0; };
  const bool left = is_told(compares->rs1), right = is_told(compares->rs2);
  if (left && !right) return Constant{*numbers[compares->rs1], true};
  if (right && !left) return Constant{*numbers[compares->rs2], false};
  return std::nullopt;
}

std::string BranchSides::compared(std::uint32_t branch, bool jumps) const {
  const auto compares = code_.at(branch);
  const support::Symbol* const function = debug_.image().covering(branch, true);
  if (!compares || !isa::is_branch(*compares) || !function) return {};
  std::set<std::uint32_t> targets;
  const auto each = [&](std::uint32_t end, const auto& look) {
    std::uint32_t length = 0;
    for (std::uint32_t pc = function->address; pc < end; pc += length) {
      const auto i = code_.at(pc);
      length = i ? i->length : 2;
      if (i) look(pc, *i);
    }
  };
  each(function->address + function->size, [&](std::uint32_t pc, const isa::Instruction& i) {
    if (isa::is_branch(i) || isa::control(i.opcode) == isa::Control::Jump) targets.insert(isa::target_of(pc, i));
  });
  // Constants of the basic block.
  std::array<std::optional<std::int32_t>, 32> numbers{0};
  const auto forget = [&] {
    numbers.fill(std::nullopt);
    numbers[0] = 0;
  };
  each(branch, [&](std::uint32_t pc, const isa::Instruction& i) {
    if (targets.contains(pc)) forget();
    const std::uint8_t written = isa::written_register(i);
    const auto before = numbers[i.rs1];
    std::optional<std::int32_t> made;
    if (i.opcode == isa::Opcode::lui) made = static_cast<std::int32_t>(i.immediate);
    if (i.opcode == isa::Opcode::addi && before)
      made = static_cast<std::int32_t>(static_cast<std::uint32_t>(*before) + i.immediate);
    if (written != 0) numbers[written] = made;
    const isa::Control control = isa::control(i.opcode);
    if (control != isa::Control::Next && control != isa::Control::Branch) forget();
  });
  if (targets.contains(branch)) forget();
  const auto left = numbers[compares->rs1], right = numbers[compares->rs2];
  if (left.has_value() == right.has_value()) return {};
  const std::string_view where_jumps = sign_of(compares->opcode, left.has_value());
  const std::string_view sign = jumps ? where_jumps : opposite(where_jumps);
  static const std::map<std::string_view, std::string_view> kWords{{"==", "is"},      {"!=", "is not"},
                                                                   {"<", "is below"}, {">=", "is at least"},
                                                                   {">", "is above"}, {"<=", "is at most"}};
  return fmt::format("{} {}", kWords.at(sign), left ? *left : *right);
}

std::string BranchSides::outcome(std::uint32_t branch, bool jumps) {
  const auto instruction = code_.at(branch);
  const auto constant = constant_of(branch);
  if (!instruction || !constant) return {};
  const std::string line = line_of_(line_of_decision(branch));
  const bool is_assertion = line.find("assert") != std::string::npos;
  const std::string_view asked = is_assertion ? condition_of(line) : asked_by(line);
  const std::string_view sign = sign_of(instruction->opcode, constant->is_left);
  std::vector<NumberedSign> where_jumps = equivalents(sign, constant->number), all = where_jumps;
  for (const NumberedSign& each : equivalents(opposite(sign), constant->number)) all.push_back(each);
  const auto comparison = comparison_with(asked, all);
  if (!comparison) return {};
  const bool holds = jumps == comparison_with(*comparison, where_jumps).has_value();
  return fmt::format("{} {}", *comparison, holds ? "holds" : "does not hold");
}

}  // namespace janus::app
