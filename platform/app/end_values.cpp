#include "app/end_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "app/source_facts.h"
#include "app/typed_value.h"
#include "support/source_types.h"

namespace janus::app {
namespace {

using support::SourceType;
using support::SourceTypes;

constexpr std::size_t kMostValues = 12, kMostText = 200;  // characters of each
constexpr std::uint32_t kMostBytes = 1024;                // of a value

// Without comments, and with blanks for literals in quotes.
std::string code_of(std::string_view line) {
  std::string code;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line.substr(i, 2) == "//" || line.substr(i, 2) == "/*") break;
    if (line[i] != '"' && line[i] != '\'') {
      code += line[i];
      continue;
    }
    const char quote = line[i];
    for (++i; i < line.size() && line[i] != quote; ++i) i += line[i] == '\\';
    code += ' ';
  }
  return code;
}

// Reads "name", "name.member", "name->member[index]" from the front of what is left.
class NameReader {
 public:
  explicit NameReader(std::string_view text) : text_(text) {}

  std::string name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_in_name(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }
  // A step from a value into it; empty if there is none, or one that this reader does not know.
  std::string step() {
    for (const std::string_view sign : {".", "->"}) {
      if (!text_.substr(at_).starts_with(sign)) continue;
      at_ += sign.size();
      const std::string member = name();
      return member.empty() ? "" : std::string(sign) + member;
    }
    if (at_ >= text_.size() || text_[at_] != '[') return {};
    std::size_t close = at_;
    for (unsigned depth = 0; close < text_.size(); ++close) {
      depth += text_[close] == '[';
      depth -= text_[close] == ']';
      if (depth == 0) break;
    }
    if (close >= text_.size()) return {};
    const std::string_view index = text_.substr(at_ + 1, close - at_ - 1);
    if (index.empty() || index.find_first_of("?,=!") != std::string_view::npos) return {};
    at_ = close + 1;
    return fmt::format("[{}]", index);
  }
  bool done() const { return at_ >= text_.size(); }
  char next() const { return done() ? '\0' : text_[at_]; }
  void skip() { ++at_; }
  std::size_t at() const { return at_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_keyword(const std::string& name) {
  static const std::set<std::string, std::less<>> kKeywords = {
      "if",   "else", "for",      "while",  "do",     "switch", "case",   "return", "sizeof", "const", "static",
      "int",  "char", "unsigned", "signed", "long",   "short",  "struct", "union",  "enum",   "void",  "float",
      "bool", "true", "double",   "false",  "extern", "break",  "goto",   "NULL",   "nullptr"};
  return kKeywords.contains(name);
}

// A value in memory, or in `bytes` if it is in a register.
struct Located {
  std::uint32_t type;
  std::optional<std::uint32_t> address;
  std::array<std::uint8_t, 4> bytes = {};
  std::string name = {};   // with numbers in brackets
  bool is_static = false;  // it has this address for ever
  std::uint64_t declaration = 0;
  std::uint32_t bits = 0;  // of a bit-field
  std::optional<std::uint8_t> fixed_register = {};
};

std::uint64_t number_of(std::span<const std::uint8_t> bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = std::min<std::size_t>(bytes.size(), 8); i-- > 0;) number = number << 8 | bytes[i];
  return number;
}

std::string text_of_value(std::uint32_t type, std::span<const std::uint8_t> bytes, const support::DebugInfo& debug) {
  if (debug.types().type(type).kind == SourceType::Kind::Pointer) {
    const auto address = static_cast<std::uint32_t>(number_of(bytes));
    const std::string object = object_at(address, debug);
    return address == 0 ? "NULL" : object.empty() ? fmt::format("0x{:08x}", address) : object;
  }
  std::string text = app::text_of(debug.types(), type, bytes);
  return text.size() <= kMostText ? text : text.substr(0, kMostText) + " ...";
}

class Values {
 public:
  Values(devices::FunctionalMachine& machine, std::uint32_t pc, const support::DebugInfo& debug)
      : machine_(machine), debug_(debug), types_(debug.types()), pc_(pc) {
    const auto& state = machine.hart().state();
    for (unsigned r = 0; r < 32; ++r) x_[r] = state.x[r].raw;
    if (const support::Symbol* const function = debug.image().covering(pc, true)) function_ = function->address;
  }

  // Nothing without a variable of this name; empty if the compiler has dropped it.
  std::optional<std::string> text_of(const std::string& expression) {
    const auto located = locate(expression);
    const auto bytes = located ? bytes_of(*located) : std::nullopt;
    if (bytes) return text_of_value(located->type, *bytes, debug_);
    const std::string name = NameReader(expression).name();
    const bool is_dropped = !variable(name) && types_.local_of(function_, name);
    return is_dropped ? std::optional(std::string()) : std::nullopt;
  }

  std::optional<FoundVariable> find(const std::string& expression) {
    using Kind = SourceType::Kind;
    const auto located = locate(expression);
    const auto bytes = located ? bytes_of(*located) : std::nullopt;
    if (!bytes || bytes->size() > 8) return std::nullopt;
    const Kind kind = types_.type(located->type).kind;
    if (kind == Kind::Aggregate || kind == Kind::Array || kind == Kind::Unknown) return std::nullopt;
    FoundVariable found{.name = located->name,
                        .type = located->type,
                        .size = static_cast<unsigned>(bytes->size()),
                        .address = located->address,
                        .is_static = located->is_static,
                        .bits = located->bits,
                        .fixed_register = located->fixed_register,
                        .declaration = located->declaration};
    std::ranges::copy(*bytes, found.bytes.begin());
    return found;
  }

 private:
  std::optional<std::span<const std::uint8_t>> bytes_of(const Located& located) {
    const std::uint32_t size = types_.type(located.type).size;
    if (size == 0 || size > kMostBytes) return std::nullopt;
    if (!located.address) return size <= 4 ? std::optional(std::span(located.bytes).first(size)) : std::nullopt;
    const std::span<const std::uint8_t> ram = machine_.ram();
    const std::uint32_t offset = *located.address - machine_.ram_base();
    if (offset >= ram.size() || size > ram.size() - offset) return std::nullopt;
    return ram.subspan(offset, size);
  }

  bool is_static(std::uint32_t address) const { return debug_.image().covering(address, false) != nullptr; }

  std::optional<Located> variable(const std::string& name) {
    if (const auto place = types_.place_of(function_, pc_, name, x_)) {
      if (place->is_in_memory)
        return Located{place->type, place->where, {}, name, is_static(place->where), place->declaration};
      Located value{place->type, std::nullopt, {}, name, false, place->declaration, 0, place->fixed_register};
      for (unsigned i = 0; i < 4; ++i) value.bytes[i] = static_cast<std::uint8_t>(place->where >> 8 * i);
      return value;
    }
    if (types_.local_of(function_, name)) return std::nullopt;  // the compiler has dropped it
    const auto address = debug_.image().symbol(name);
    const auto type = address ? types_.variable_at(*address) : std::nullopt;
    return type ? std::optional(Located{*type, *address, {}, name, true}) : std::nullopt;
  }

  std::optional<Located> locate(const std::string& expression) {
    NameReader reader(expression);
    auto here = variable(reader.name());
    const auto fixed_register = here ? here->fixed_register : std::nullopt;
    while (here && !reader.done()) here = stepped(*here, reader.step());
    if (here) here->fixed_register = fixed_register;
    return here;
  }

  std::optional<Located> stepped(Located from, const std::string& step) {
    if (step.empty()) return std::nullopt;
    const SourceType* type = &types_.type(from.type);
    const bool follows = step.starts_with("->") || (step[0] == '[' && type->kind == SourceType::Kind::Pointer);
    if (follows) {
      const auto bytes = bytes_of(from);
      if (type->kind != SourceType::Kind::Pointer || !bytes) return std::nullopt;
      from = {type->target, static_cast<std::uint32_t>(number_of(*bytes)), {}, from.name, false, from.declaration};
      type = &types_.type(from.type);
    }
    if (!from.address) return std::nullopt;
    if (step[0] == '[') {
      const std::uint32_t element = follows ? from.type : type->target;
      if (!follows && type->kind != SourceType::Kind::Array) return std::nullopt;
      const auto index = index_of(step.substr(1, step.size() - 2));
      const std::uint64_t offset = index.value_or(0) * types_.type(element).size;
      if (!index || (!follows && offset >= type->size)) return std::nullopt;
      return Located{element,
                     *from.address + static_cast<std::uint32_t>(offset),
                     {},
                     fmt::format("{}[{}]", from.name, *index),
                     from.is_static,
                     from.declaration};
    }
    const std::string member = step.substr(step[0] == '.' ? 1 : 2);
    const auto found = std::ranges::find(type->members, member, &SourceType::Member::name);
    if (found == type->members.end()) return bit_field(from, *type, member, step);
    return Located{found->type, *from.address + found->offset, {}, from.name + step, from.is_static, from.declaration};
  }

  std::optional<Located> bit_field(const Located& from, const SourceType& type, const std::string& member,
                                   const std::string& step) {
    const auto found = std::ranges::find(type.bit_fields, member, &SourceType::BitField::name);
    if (found == type.bit_fields.end()) return std::nullopt;
    const auto whole = bytes_of(from);
    if (!whole || types_.type(found->type).size > 4) return std::nullopt;
    Located field{found->type, std::nullopt, {}, from.name + step, false, from.declaration, found->bits};
    std::ranges::copy(bytes_of_bit_field(types_, *found, *whole), field.bytes.begin());
    return field;
  }

  // Of arithmetic on numbers and variables; nothing of what has calls, casts or macros.
  std::optional<std::uint64_t> index_of(const std::string& text) {
    std::string_view rest = text;
    const auto value = arithmetic(rest, 0);
    skip_blanks(rest);
    return value && rest.empty() && *value >= 0 ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
  }

  static void skip_blanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }

  // `level`: that of the weakest operator, of kOperators.
  std::optional<std::int64_t> arithmetic(std::string_view& text, std::size_t level) {
    static constexpr std::string_view kOperators[] = {"|", "^", "&", "<>", "+-", "*/%"};
    if (level == std::size(kOperators)) return operand(text);
    auto left = arithmetic(text, level + 1);
    for (skip_blanks(text); left && !text.empty() && kOperators[level].find(text[0]) != std::string_view::npos;
         skip_blanks(text)) {
      const char sign = text[0];
      const bool is_shift = sign == '<' || sign == '>';
      if ((text.size() > 1 && text[1] == sign) != is_shift) return std::nullopt;  // a comparison, or a truth
      text.remove_prefix(is_shift ? 2 : 1);
      const auto right = arithmetic(text, level + 1);
      left = right ? combined(*left, sign, *right) : std::nullopt;
    }
    return left;
  }

  static std::optional<std::int64_t> combined(std::int64_t left, char sign, std::int64_t right) {
    const bool is_small = std::abs(left) < 1LL << 31 && std::abs(right) < 1LL << 31;
    if (!is_small) return std::nullopt;
    switch (sign) {
      case '|': return left | right;
      case '^': return left ^ right;
      case '&': return left & right;
      case '+': return left + right;
      case '-': return left - right;
      case '*': return left * right;
      case '/': return right == 0 ? std::nullopt : std::optional(left / right);
      case '%': return right == 0 ? std::nullopt : std::optional(left % right);
      case '<': return left < 0 || right < 0 || right > 31 ? std::nullopt : std::optional(left << right);
      case '>': return left < 0 || right < 0 || right > 31 ? std::nullopt : std::optional(left >> right);
      default: return std::nullopt;
    }
  }

  std::optional<std::int64_t> operand(std::string_view& text) {
    skip_blanks(text);
    if (text.empty()) return std::nullopt;
    if (text[0] == '(') {
      text.remove_prefix(1);
      const auto value = arithmetic(text, 0);
      skip_blanks(text);
      if (!value || !text.starts_with(')')) return std::nullopt;
      text.remove_prefix(1);
      return value;
    }
    NameReader reader(text);
    std::string name = reader.name();
    if (name.empty()) return std::nullopt;
    if (!begins_name(name[0])) {
      text.remove_prefix(name.size());
      const bool is_hex = name.starts_with("0x") || name.starts_with("0X");
      while (!name.empty() && (name.back() == 'u' || name.back() == 'U' || name.back() == 'l' || name.back() == 'L'))
        name.pop_back();
      std::int64_t value = 0;
      const char* const last = name.data() + name.size();
      const auto [end, error] = std::from_chars(name.data() + (is_hex ? 2 : 0), last, value, is_hex ? 16 : 10);
      return error == std::errc{} && end == last ? std::optional(value) : std::nullopt;
    }
    for (std::string step = reader.step(); !step.empty(); step = reader.step()) name += step;
    text.remove_prefix(reader.at());
    const auto located = locate(name);
    const auto bytes = located ? bytes_of(*located) : std::nullopt;
    const SourceType* const type = bytes ? &types_.type(located->type) : nullptr;
    if (!type || type->kind != SourceType::Kind::Integer || bytes->size() > 4) return std::nullopt;
    const std::uint64_t bits = number_of(*bytes);
    const unsigned unused = 64 - 8 * static_cast<unsigned>(bytes->size());
    return type->is_signed ? static_cast<std::int64_t>(bits << unused) >> unused : static_cast<std::int64_t>(bits);
  }

  devices::FunctionalMachine& machine_;
  const support::DebugInfo& debug_;
  SourceTypes& types_;
  const std::uint32_t pc_;
  std::uint32_t function_ = 0;
  std::array<std::uint32_t, 32> x_{};
};

// The variables, members and elements in a text, each once.
std::vector<std::string> names_in(std::string_view line) {
  const std::string code = code_of(line);
  NameReader reader(code);
  std::vector<std::string> names;
  bool is_size = false;  // the next name is that of `sizeof`, of which no value is used
  while (!reader.done()) {
    if (!begins_name(reader.next())) {
      is_size = is_size && reader.next() != ')';  // of a type
      // A number with letters, such as 1u, is no name.
      if (is_in_name(reader.next()))
        reader.name();
      else
        reader.skip();
      continue;
    }
    std::string text = reader.name();
    is_size = is_size || text == "sizeof";
    if (is_keyword(text)) continue;
    for (std::string step = reader.step(); !step.empty(); step = reader.step()) {
      // What is in brackets has variables, too.
      if (step[0] == '[') std::ranges::move(names_in(step.substr(1, step.size() - 2)), std::back_inserter(names));
      text += step;
    }
    if (reader.next() != '(' && !is_size) names.push_back(text);
    is_size = false;
  }
  std::vector<std::string> once;
  for (std::string& name : names) {
    if (std::ranges::find(once, name) == once.end()) once.push_back(std::move(name));
  }
  return once;
}

// From an opening parenthesis to the one that closes it, without both; all the rest if none does.
std::string_view in_parentheses(std::string_view line, std::size_t open) {
  unsigned depth = 0;
  for (std::size_t i = open; i < line.size(); ++i) {
    depth += line[i] == '(';
    depth -= line[i] == ')';
    if (depth == 0) return line.substr(open + 1, i - open - 1);
  }
  return line.substr(open + 1);
}

// As C computes with it.
std::optional<ConditionNumber> number_in_condition(const FoundVariable& variable, const support::DebugInfo& debug) {
  using Kind = SourceType::Kind;
  const SourceType& type = debug.types().type(variable.type);
  if (variable.size > 4 || variable.size == 0 || type.kind == Kind::Floating) return std::nullopt;
  const unsigned unused = 32 - 8 * variable.size;
  const auto bits = static_cast<std::uint32_t>(number_of(std::span(variable.bytes).first(variable.size)));
  const bool is_signed = type.kind == Kind::Integer && type.is_signed;
  const auto extended = static_cast<std::uint32_t>(static_cast<std::int32_t>(bits << unused) >> unused);
  const bool is_pointer = type.kind == Kind::Pointer;
  const bool has_name = !type.enumerators.empty() || is_pointer;
  const bool is_narrow = variable.size < 4 || (variable.bits > 0 && variable.bits < 32);  // promoted to `int`
  return ConditionNumber{.bits = is_signed ? extended : bits,
                         .is_signed = type.kind != Kind::Pointer && (is_narrow || is_signed),
                         .text = has_name ? value_text(variable, debug) : std::string(),
                         .pointee = is_pointer ? std::max(1U, debug.types().type(type.target).size) : 0};
}

}  // namespace

std::string_view condition_of(std::string_view line) {
  const std::size_t word = line.find("assert"), open = line.find('(', word);
  return word == std::string_view::npos || open == std::string_view::npos ? line : in_parentheses(line, open);
}

std::string_view asked_by(std::string_view line) {
  for (const std::string_view word : {"if", "while", "for"}) {
    const std::size_t at = line.find(word);
    const std::size_t open = at == std::string_view::npos ? at : line.find_first_not_of(' ', at + word.size());
    const bool is_word = open != std::string_view::npos && line[open] == '(' && (at == 0 || !is_in_name(line[at - 1]));
    if (!is_word) continue;
    std::string_view inner = in_parentheses(line, open);
    if (open + inner.size() + 1 >= line.size()) return {};
    if (word != "for") return inner;
    const std::size_t first = inner.find(';'), second = inner.find(';', first + 1);
    return second == std::string_view::npos ? std::string_view{} : inner.substr(first + 1, second - first - 1);
  }
  return {};
}

bool may_decide(std::string_view line) {
  if (line.empty()) return true;
  const auto is_capital = [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; };
  for (std::size_t at = line.find('('); at != std::string_view::npos; at = line.find('(', at + 1)) {
    if (at > 1 && is_capital(line[at - 1]) && is_capital(line[at - 2])) return true;  // a macro
  }
  static constexpr std::string_view kSigns[] = {"if", "for", "while", "switch", "case", "?", "&&", "||", "==", "!="};
  return std::ranges::any_of(kSigns, [&](std::string_view sign) { return line.find(sign) != std::string_view::npos; });
}

std::optional<ConditionReading> condition_at(devices::FunctionalMachine& machine, std::uint32_t pc,
                                             std::string_view condition, const support::DebugInfo& debug,
                                             const Definitions& definitions) {
  const std::string code = code_of(condition);
  Values reader(machine, pc, debug);
  std::map<std::string, std::int64_t, std::less<>> enumerators;
  for (const std::string& name : names_in(code)) {
    const auto variable = reader.find(name);
    if (!variable) continue;
    for (const auto& [text, value] : debug.types().type(variable->type).enumerators) enumerators.emplace(text, value);
  }
  return read_condition(code, [&](const std::string& name) -> std::optional<ConditionNumber> {
    if (const auto variable = reader.find(name)) return number_in_condition(*variable, debug);
    if (const auto found = enumerators.find(name); found != enumerators.end())
      return ConditionNumber{static_cast<std::uint32_t>(found->second), true, name, true};
    if (const auto value = definitions(name)) return ConditionNumber{*value, *value < 0x80000000U, {}, true};
    if (const auto value = debug.types().constant(name); value && *value == static_cast<std::int32_t>(*value))
      return ConditionNumber{static_cast<std::uint32_t>(*value), true, {}, true};
    return std::nullopt;
  });
}

std::vector<std::string> variables_of_line(std::string_view line) { return names_in(condition_of(line)); }

std::vector<std::string> all_variables_of_line(std::string_view line) {
  std::vector<std::string> names = variables_of_line(line);
  for (std::string& name : names_in(line)) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

NamedValues values_at(devices::FunctionalMachine& machine, std::uint32_t pc, const std::vector<std::string>& names,
                      const support::DebugInfo& debug) {
  NamedValues values;
  Values reader(machine, pc, debug);
  for (const std::string& name : names) {
    if (values.size() == kMostValues) break;
    if (auto text = reader.text_of(name)) values.emplace_back(name, std::move(*text));
  }
  return values;
}

std::optional<FoundVariable> find_variable(devices::FunctionalMachine& machine, std::uint32_t pc,
                                           const std::string& expression, const support::DebugInfo& debug) {
  return Values(machine, pc, debug).find(expression);
}

std::set<std::string> names_in_registers(devices::FunctionalMachine& machine, std::uint32_t pc,
                                         const NamedValues& values, const support::DebugInfo& debug) {
  std::set<std::string> names;
  for (const auto& [name, value] : values) {
    const auto found = find_variable(machine, pc, name, debug);
    if (found && !found->address && found->bits == 0) names.insert(name);
  }
  return names;
}

std::string value_text(const FoundVariable& variable, const support::DebugInfo& debug) {
  return text_of_value(variable.type, std::span(variable.bytes).first(variable.size), debug);
}

std::optional<FoundVariable> part_at(std::uint32_t address, std::uint32_t size, const support::DebugInfo& debug) {
  using Kind = SourceType::Kind;
  const support::Symbol* const object = debug.image().covering(address, false);
  SourceTypes& types = debug.types();
  auto type = object ? types.variable_at(object->address) : std::nullopt;
  std::string name = object ? support::name_in_source(*object) : std::string();
  std::uint32_t offset = object ? address - object->address : 0;
  while (type) {
    const SourceType& known = types.type(*type);
    if (known.kind == Kind::Integer || known.kind == Kind::Pointer) {
      if (offset != 0 || known.size != size) return std::nullopt;
      return FoundVariable{
          .name = name, .type = *type, .size = size, .bytes = {}, .address = address, .is_static = true};
    }
    if (known.kind == Kind::Array && types.type(known.target).size > 0) {
      const std::uint32_t each = types.type(known.target).size;
      name += fmt::format("[{}]", offset / each);
      offset %= each;
      type = known.target;
      continue;
    }
    const auto member = std::ranges::find_if(known.members, [&](const SourceType::Member& each) {
      return offset >= each.offset && offset - each.offset < types.type(each.type).size;
    });
    if (known.kind != Kind::Aggregate || member == known.members.end()) return std::nullopt;
    name += "." + member->name;
    offset -= member->offset;
    type = member->type;
  }
  return std::nullopt;
}

std::string object_at(std::uint32_t address, const support::DebugInfo& debug) {
  const support::Symbol* const object = debug.image().covering(address, false);
  if (!object) return {};
  const std::string name = support::name_in_source(*object);
  if (name.empty()) return {};
  const std::uint32_t offset = address - object->address;
  SourceTypes& types = debug.types();
  if (const auto index = types.variable_at(object->address)) {
    const SourceType& type = types.type(*index);
    const std::uint32_t size = type.kind == SourceType::Kind::Array ? types.type(type.target).size : 0;
    if (size > 0 && offset % size == 0) return fmt::format("&{}[{}]", name, offset / size);
  }
  return offset == 0 ? "&" + name : fmt::format("{} + {}", name, offset);
}

support::SourceLocation line_that_decides(std::uint32_t pc, const support::DebugInfo& debug,
                                          const support::SourceStatements& statements,
                                          const std::function<std::string(const support::SourceLocation&)>& line_of) {
  support::SourceLocation at = debug.locate_line(pc);
  if (may_decide(line_of(at))) return at;
  const auto& begins = statements.begins();
  auto each = std::ranges::upper_bound(begins, pc, {}, &support::SourceStatements::Begin::address);
  if (each == begins.begin()) return at;
  const std::uint32_t address = std::prev(each)->address;
  const std::uint64_t copy = statements.copy(pc);
  bool has_own = false;
  std::optional<int> other;
  while (each != begins.begin() && (--each)->address == address) {
    has_own = has_own || (each->file == at.file && each->line == at.line);
    support::SourceLocation there = at;
    there.line = each->line;
    const bool is_own = each->file == at.file && each->copy == copy;  // and of no other function that is inlined there
    if (!other && is_own && may_decide(line_of(there))) other = each->line;
  }
  if (has_own && other) at.line = *other;
  return at;
}

}  // namespace janus::app
