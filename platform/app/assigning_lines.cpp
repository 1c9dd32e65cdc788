#include "app/assigning_lines.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <set>
#include <string_view>

#include "app/late_stores.h"
#include "app/mixed_statements.h"
#include "app/source_facts.h"
#include "isa/predicates.h"
#include "support/source_types.h"

namespace janus::app {
namespace {

bool assigns_name(const std::string& text, const std::string& last) {
  if (text.find(last) == std::string::npos) return false;
  return std::ranges::any_of(assigned_by(text), [&](const std::string& each) { return last_name(each) == last; });
}

// What stands between a `=` and the next `;` or `,`, if that is a number or a name; else empty.
std::string_view plain_value(std::string_view behind) {
  behind.remove_prefix(std::min(behind.find_first_not_of(' '), behind.size()));
  const std::string_view text = behind.substr(0, behind.find_first_of(";,"));
  const std::string_view value = text.substr(0, text.find_last_not_of(' ') + 1);
  const bool is_plain = !value.empty() && std::ranges::all_of(value.substr(value[0] == '-' ? 1 : 0), is_in_name);
  return is_plain && behind.size() > text.size() ? value : std::string_view{};
}

std::optional<std::int64_t> constant(const std::string& value, const support::DebugInfo& debug) {
  if (value.empty()) return std::nullopt;
  if (!std::isdigit(static_cast<unsigned char>(value[0])) && value[0] != '-') return debug.types().constant(value);
  char* end = nullptr;
  const long long number = std::strtoll(value.c_str(), &end, 0);
  while (*end == 'u' || *end == 'U' || *end == 'l' || *end == 'L') ++end;
  return *end == '\0' ? std::optional<std::int64_t>(number) : std::nullopt;
}

bool is_at(const support::SourceLocation& a, const support::SourceLocation& b) {
  return a.line == b.line && a.file == b.file;
}

}  // namespace

// Whether a line that assigns a number or an enumerator to something of this name, or counts it up or down, makes
// another value than this one. Numbers are compared as wide as a variable is at least, which may be a byte.
bool AssigningLines::assigns_other_value(const std::string& text, const Write& write) const {
  if (!write.value) return false;
  const auto is_value = [&](std::int64_t number) {
    return static_cast<std::uint8_t>(number) == static_cast<std::uint8_t>(*write.value);
  };
  const std::string last = last_name(write.name);
  bool is_other = false;
  for (std::size_t at = text.find(last); at != std::string::npos; at = text.find(last, at + 1)) {
    const std::size_t behind = at + last.size();
    const bool is_whole =
        (at == 0 || !is_in_name(text[at - 1])) && (behind >= text.size() || !is_in_name(text[behind]));
    if (!is_whole) continue;
    std::string_view rest = std::string_view(text).substr(behind), before = std::string_view(text).substr(0, at);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.starts_with('[')) return false;
    const bool counts_up = before.ends_with("++") || rest.starts_with("++");
    const bool counts_down = before.ends_with("--") || rest.starts_with("--");
    if (!counts_up && !counts_down && !assigns(rest)) continue;
    if (counts_up || counts_down) {
      if (write.before && is_value(std::int64_t{*write.before} + (counts_up ? 1 : -1))) return false;
      if (!write.before && !is_constant(write)) return false;
    } else {
      const auto number = constant(std::string(rest.starts_with('=') ? plain_value(rest.substr(1)) : ""), debug_);
      if (!number || is_value(*number)) return false;
    }
    is_other = true;
  }
  return is_other;
}

// Whether the machine code has not computed the value.
bool AssigningLines::is_constant(const Write& write) const {
  return write.is_constant || (write.made_by && !computes(*write.made_by));
}

// From the first to the last line with code of each function of the source: the lines between may have none.
const std::vector<AssigningLines::Assigning>& AssigningLines::lines_of(std::uint32_t function) {
  const auto [all, is_new] = lines_.try_emplace(function);
  const support::Symbol* const symbol = debug_.image().covering(function, true);
  if (!is_new || !symbol) return all->second;
  struct Range {
    int first, last;
    std::uint32_t code;
  };
  std::map<std::pair<std::string, std::uint64_t>, Range> ranges;  // by file and copy
  for (std::uint32_t pc = symbol->address; pc - symbol->address < symbol->size; pc += 2) {
    const support::SourceLocation at = debug_.locate_line(pc);
    if (at.line == 0) continue;
    const auto [range, is_first] = ranges.try_emplace({at.file, statements_.copy(pc)}, at.line, at.line, pc);
    range->second.first = std::min(range->second.first, at.line);
    range->second.last = std::max(range->second.last, at.line);
  }
  for (const auto& [of, range] : ranges) {
    for (int line = range.first; line <= range.last; ++line) {
      support::SourceLocation at{.function = {}, .file = of.first, .line = line};
      std::string text = line_of_(at);
      if (!text.empty()) all->second.push_back({{std::move(at), range.code}, of.second, std::move(text)});
    }
  }
  return all->second;
}

const std::vector<AssigningLines::Assigning>& AssigningLines::assigning(std::uint32_t function,
                                                                        const std::string& name) {
  const std::string last = last_name(name);
  const auto [entry, is_new] = assigning_.try_emplace({function, last});
  if (is_new) {
    std::ranges::copy_if(lines_of(function), std::back_inserter(entry->second),
                         [&](const Assigning& each) { return assigns_name(each.text, last); });
  }
  return entry->second;
}

// Of several copies of a line, its own one.
std::vector<AssigningLines::Assigning> AssigningLines::possible(const Write& write) {
  const support::Symbol* const function = debug_.image().covering(write.pc, true);
  if (!function) return {};
  const std::uint64_t own = statements_.copy(write.pc);
  std::vector<Assigning> lines;
  for (const Assigning& each : assigning(function->address, write.name)) {
    const bool is_foreign = !write.is_static && each.copy != write.copy;
    const bool reads = write.is_constant && !only_written_by(each.text).contains(write.name);
    if (is_foreign || reads || assigns_other_value(each.text, write)) continue;
    const auto known =
        std::ranges::find_if(lines, [&](const auto& other) { return is_at(other.line.at, each.line.at); });
    if (known == lines.end())
      lines.push_back(each);
    else if (each.copy == own)
      *known = each;
  }
  return lines;
}

const AssigningLines::Assigning* AssigningLines::line_at(const std::vector<Assigning>& lines,
                                                         const support::SourceLocation& at) {
  const auto found = std::ranges::find_if(lines, [&](const Assigning& each) { return is_at(each.line.at, at); });
  return found == lines.end() ? nullptr : &*found;
}

bool AssigningLines::computes(std::uint32_t pc) const {
  const auto instruction = code_.at(pc);
  return instruction && (isa::registers_read(*instruction) & ~1U) != 0;
}

std::optional<AssigningLines::Line> AssigningLines::line_of(const Write& write, const BegunStatements& begun) {
  const Line own{debug_.locate_line(write.pc), write.pc};
  const std::string text = line_of_(own.at);
  const bool is_assigning = assigns_name(text, last_name(write.name));
  // Through a pointer, or by what is called, or nobody knows.
  if (!is_optimised(write.pc, debug_) || (!is_assigning && may_set(text, write.name, write.is_in_memory))) return own;
  const std::vector<Assigning> lines = possible(write);
  const std::uint32_t block = ways_.block_of(write.pc);
  const bool is_joined = ways_.to(block) > 1;
  const std::uint64_t since = std::max(write.since, begun.behind_last(write.pc, write.retired));
  const auto began = [&](const Assigning& each, const BegunStatements::LeftOut& left_out) {
    return begun.began(each.line.at.file, each.line.at.line, since, write.retired + 1, left_out);
  };
  constexpr BegunStatements::LeftOut kNone{1, 0};
  // What computes with registers is seldom moved to another line's code; constants often are.
  const bool is_elsewhere = write.made_by && (*write.made_by < block || *write.made_by > write.pc);
  const Assigning* maker = write.made_by ? line_at(lines, debug_.locate_line(*write.made_by)) : nullptr;
  // In code that several ways lead to, it may be that of another line with the same text.
  const auto has_twin = [&](const Assigning& line) {
    return std::ranges::count(lines, line.text, &Assigning::text) > 1;
  };
  if (maker && is_joined && !is_elsewhere && (has_twin(*maker) || !computes(*write.made_by))) maker = nullptr;
  if (maker && (began(*maker, kNone) || computes(*write.made_by))) return maker->line;
  std::vector<const Assigning*> candidates;
  for (const Assigning& each : lines) {
    if (began(each, kNone)) candidates.push_back(&each);
  }
  const bool is_own_copy = write.is_static || statements_.copy(write.pc) == write.copy;
  const Assigning* const own_line = is_own_copy ? line_at(lines, own.at) : nullptr;
  // Nobody knows when it became a constant that no instruction writes.
  if (write.is_constant) return own_line ? std::optional(own) : std::nullopt;
  if (lines.size() == 1 && (own_line || is_assigning || began(lines.front(), kNone))) return lines.front().line;
  if (is_joined) {
    const bool is_only = candidates.size() == 1 && began(*candidates.front(), {block, write.pc});
    return is_only ? std::optional(candidates.front()->line) : std::nullopt;
  }
  if (own_line && began(*own_line, kNone)) return own;
  const bool is_only = candidates.size() == 1 && (!own_line || begun.has_mark(own.at.file, own.at.line));
  return is_only ? std::optional(candidates.front()->line) : std::nullopt;
}

bool AssigningLines::is_of_its_line(std::uint32_t pc, std::uint64_t retired, const BegunStatements& begun) {
  if (!is_optimised(pc, debug_)) return true;
  const support::SourceLocation own = debug_.locate_line(pc);
  const std::set<std::string> names = assigned_by(line_of_(own));
  const support::Symbol* const function = debug_.image().covering(pc, true);
  if (names.empty() || !function) return true;
  const auto is_only = [&](const std::string& name) {
    return std::ranges::all_of(assigning(function->address, name),
                               [&](const Assigning& each) { return is_at(each.line.at, own); });
  };
  return std::ranges::all_of(names, is_only) ||
         begun.began(own.file, own.line, begun.behind_last(pc, retired), retired + 1, {1, 0});
}

}  // namespace janus::app
