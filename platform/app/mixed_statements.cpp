#include "app/mixed_statements.h"

#include <algorithm>
#include <cctype>

#include "app/source_facts.h"
#include "isa/instruction.h"
#include "isa/predicates.h"

namespace janus::app {
namespace {

// Calls each(name, position, depth of brackets) for the names of a text.
template <class Each>
void for_each_name(std::string_view text, const Each& each) {
  unsigned depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_in_name(text[at])) {
      depth += text[at] == '[';
      depth -= text[at] == ']' && depth > 0;
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && is_in_name(text[at])) ++at;
    if (!std::isdigit(static_cast<unsigned char>(text[begin]))) each(text.substr(begin, at - begin), begin, depth);
  }
}

std::string_view without_blanks_before(std::string_view text) {
  const std::size_t last = text.find_last_not_of(' ');
  return last == std::string_view::npos ? std::string_view{} : text.substr(0, last + 1);
}

// Behind members and elements of what a name names.
std::string_view behind_steps(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.starts_with('[')) {
      unsigned depth = 0;
      std::size_t at = 0;
      do {
        depth += text[at] == '[';
        depth -= text[at] == ']';
      } while (++at < text.size() && depth > 0);
      text.remove_prefix(at);
    } else if (text.starts_with("->") || text.starts_with('.')) {
      text.remove_prefix(text[0] == '.' ? 1 : 2);
      while (!text.empty() && is_in_name(text[0])) text.remove_prefix(1);
    } else {
      return text;
    }
  }
}

}  // namespace

bool assigns(std::string_view behind) {
  if (behind.starts_with("++") || behind.starts_with("--")) return true;
  if (behind.starts_with('=')) return !behind.starts_with("==");
  static constexpr std::string_view kWith[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
  return std::ranges::any_of(kWith, [&](std::string_view sign) { return behind.starts_with(sign); });
}

std::set<std::string> changed_by(std::string_view line) {
  std::set<std::string> names;
  for_each_name(line, [&](std::string_view name, std::size_t at, unsigned) {
    const std::string_view before = without_blanks_before(line.substr(0, at));
    if (before.ends_with("->") || before.ends_with('.')) return;  // a member of what is in front
    const bool counts = before.ends_with("++") || before.ends_with("--");
    if (counts || assigns(behind_steps(line.substr(at + name.size())))) names.emplace(name);
  });
  return names;
}

bool names_one_of(std::string_view text, const std::set<std::string>& names) {
  bool found = false;
  for_each_name(
      text, [&](std::string_view name, std::size_t, unsigned) { found = found || names.contains(std::string(name)); });
  return found;
}

std::set<std::string> names_in_brackets(std::string_view text) {
  std::set<std::string> names;
  for_each_name(text, [&](std::string_view name, std::size_t, unsigned depth) {
    if (depth > 0) names.emplace(name);
  });
  return names;
}

const MixedStatements::Place& MixedStatements::place_of(std::uint32_t pc) {
  const auto [entry, is_new] = places_.try_emplace(pc);
  if (!is_new) return entry->second;
  const support::SourceLocation at = debug_.locate_line(pc);
  const support::Symbol* const function = debug_.image().covering(pc, true);
  const auto instruction = code_.at(pc);
  const bool writes =
      !instruction || isa::written_register(*instruction) != 0 || isa::memory_use(instruction->opcode).stores;
  const bool stores = instruction && isa::memory_use(instruction->opcode).stores;
  entry->second = {.file = at.file,
                   .line = at.line,
                   .writes = writes,
                   .stores = stores,
                   .written = instruction ? unsigned{isa::written_register(*instruction)} : 0U,
                   .function = function ? function->address : 0,
                   .changed = changed_by(line_of_(at))};
  return entry->second;
}

void MixedStatements::add(std::uint32_t pc) {
  const Place& place = place_of(pc);
  if (pc <= last_ || (!row_.empty() && row_.back()->function != place.function)) row_.clear();
  row_.push_back(&place);
  last_ = pc;
}

std::set<std::string> MixedStatements::changed_since(const support::SourceLocation& line) const {
  const auto is_own = [&](const Place* place) { return place->line == line.line && place->file == line.file; };
  std::set<std::string> names;
  for (auto each = std::ranges::find_if(row_, is_own); each != row_.end(); ++each) {
    if (is_own(*each) ? (*each)->stores : (*each)->writes)
      names.insert((*each)->changed.begin(), (*each)->changed.end());
  }
  return names;
}

std::uint32_t MixedStatements::written_by(const support::SourceLocation& line, std::uint32_t pc) const {
  std::uint32_t registers = 0;
  if (pc <= last_) return registers;  // another row
  for (const Place* each : row_) {
    if (each->line == line.line && each->file == line.file) registers |= 1U << each->written;
  }
  return registers & ~1U;
}

bool compares_the_same(const ConditionPart& part, const OriginDecision& decision) {
  using isa::Opcode;
  if (!part.compared) return false;
  const auto& [left, right, sign, is_signed] = *part.compared;
  const auto [relation, a, b] = decision;
  const bool is_equality = relation == Opcode::beq || relation == Opcode::bne;
  const auto are = [&](std::uint32_t x, std::uint32_t y) { return (x == a && y == b) || (x == b && y == a); };
  if (sign == "==" || sign == "!=")
    return is_equality && are(left.bits, right.bits) && part.holds == ((sign == "==") == (relation == Opcode::beq));
  // x < y, or what is the opposite of it.
  const bool swaps = sign == ">" || sign == "<=", negates = sign == "<=" || sign == ">=";
  const ConditionNumber &x = swaps ? right : left, &y = swaps ? left : right;
  const bool is_less = part.holds != negates;
  const auto was = [&](std::uint32_t first, std::uint32_t second, bool less) {
    if (is_equality) return are(first, second) && less == (relation == Opcode::bne);
    return first == a && second == b && less == (relation == Opcode::blt || relation == Opcode::bltu);
  };
  const std::uint32_t least = is_signed ? 0x80000000U : 0, most = is_signed ? 0x7fffffffU : ~0U;
  return was(x.bits, y.bits, is_less) || (y.is_constant && y.bits != least && was(y.bits - 1, x.bits, !is_less)) ||
         (x.is_constant && x.bits != most && was(y.bits, x.bits + 1, !is_less));
}

}  // namespace janus::app
