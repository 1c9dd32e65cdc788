#include "app/typed_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <span>

#include "call/harness.h"
#include "support/source_types.h"

namespace janus::app {
namespace {

using support::SourceType;
using support::SourceTypes;
using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kMostElements = 64;  // of an array; the others are not shown
constexpr unsigned kDeepest = 8;           // structures in structures

std::uint64_t bits_of(Bytes bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) bits = bits << 8 | bytes[i];
  return bits;
}

std::string characters_of(Bytes bytes) {
  std::string digits, characters;
  for (const std::uint8_t byte : bytes) {
    digits += fmt::format("{}{:02x}", digits.empty() ? "" : " ", byte);
    characters += byte >= 0x20 && byte < 0x7f ? static_cast<char>(byte) : '.';
  }
  // Of what is no text, single characters say nothing.
  const auto printable = std::ranges::count_if(bytes, [](std::uint8_t byte) { return byte >= 0x20 && byte < 0x7f; });
  const auto others = std::ranges::count_if(bytes, [](std::uint8_t byte) { return byte > 0; }) - printable;
  if (printable < others || printable < 2) return digits;
  return fmt::format("{} \"{}\"", digits, characters);
}

// A character of the source, rather than a small number: what `int8_t` and `uint8_t` are has another name.
bool is_character(const SourceType& type) {
  return type.kind == SourceType::Kind::Integer && type.size == 1 && type.name == "char";
}

std::string escaped(std::uint8_t byte) {
  if (byte == '\\' || byte == '"') return fmt::format("\\{}", static_cast<char>(byte));
  if (byte >= 0x20 && byte < 0x7f) return std::string(1, static_cast<char>(byte));
  return byte == '\n' ? "\\n" : byte == '\r' ? "\\r" : byte == '\t' ? "\\t" : fmt::format("\\x{:02x}", byte);
}

// An array of characters: as C writes it, with the zeros at its end in words; if little of it is text, as bytes.
std::string string_of(Bytes bytes) {
  std::size_t end = bytes.size();
  while (end > 0 && bytes[end - 1] == 0) --end;
  const auto is_text = [](std::uint8_t byte) { return (byte >= 0x20 && byte < 0x7f) || byte == '\n' || byte == '\r'; };
  const auto text = bytes.first(end);
  if (2 * std::ranges::count_if(text, is_text) < std::ssize(text)) return characters_of(bytes);
  std::string quoted;
  for (const std::uint8_t byte : text) quoted += escaped(byte);
  const std::size_t zeros = bytes.size() - end;
  if (zeros <= 1) return fmt::format("\"{}{}\"", quoted, zeros == 1 ? "\\0" : "");
  return end == 0 ? fmt::format("{} zeros", zeros) : fmt::format("\"{}\" and {} zeros", quoted, zeros);
}

std::string integer_of(const SourceType& type, Bytes bytes) {
  const std::uint64_t bits = bits_of(bytes);
  const unsigned unused = 64 - 8 * static_cast<unsigned>(bytes.size());
  const std::int64_t value = static_cast<std::int64_t>(bits << unused) >> unused;
  for (const SourceType::Enumerator& each : type.enumerators) {
    if (static_cast<std::uint64_t>(each.value) << unused == bits << unused) return each.name;
  }
  if (is_character(type) && bits >= 0x20 && bits < 0x7f) return fmt::format("'{}'", static_cast<char>(bits));
  return type.is_signed ? fmt::format("{}", value) : fmt::format("{}", bits);
}

bool is_number(const SourceType& type) {
  return type.kind == SourceType::Kind::Integer && type.size >= 1 && type.size <= 8;
}

std::string text_of(const SourceTypes& types, std::uint32_t index, Bytes bytes, std::uint32_t offset,
                    const PointerText& pointer, unsigned depth);

// Members and bit-fields by name, in the order of their places, and the bytes in which none is known.
std::string structure_text(const SourceTypes& types, const SourceType& type, Bytes bytes, std::uint32_t offset,
                           const PointerText& pointer, unsigned depth) {
  std::vector<std::uint8_t> rest(bytes.begin(), bytes.end());
  std::multimap<std::uint32_t, std::string> parts;  // by bit
  const auto add = [&](std::uint32_t bit, const std::string& name, const std::string& value) {
    parts.emplace(bit, fmt::format("{}{}{}", name, name.empty() ? "" : " = ", value));
  };
  for (const SourceType::Member& member : type.members) {
    const std::uint32_t size = types.type(member.type).size;
    if (member.offset > bytes.size() || size > bytes.size() - member.offset) return characters_of(bytes);
    std::fill_n(rest.begin() + static_cast<std::ptrdiff_t>(member.offset), size, std::uint8_t{0});
    add(8 * member.offset, member.name,
        text_of(types, member.type, bytes.subspan(member.offset, size), offset + member.offset, pointer, depth + 1));
  }
  for (const SourceType::BitField& field : type.bit_fields) {
    for (std::uint32_t bit = field.first; bit < field.first + field.bits; ++bit)
      rest[bit / 8] = static_cast<std::uint8_t>(rest[bit / 8] & ~(1U << bit % 8));
    add(field.first, field.name,
        text_of(types, field.type, bytes_of_bit_field(types, field, bytes), offset, {}, depth + 1));
  }
  std::string text;
  for (const auto& [bit, part] : parts) text += (text.empty() ? "" : ", ") + part;
  for (std::size_t at = 0; at < rest.size() && !text.empty(); ++at) {
    if (rest[at] != 0) text += fmt::format(", byte {} = 0x{:02x}", at, rest[at]);
  }
  return text.empty() ? characters_of(bytes) : fmt::format("{{{}}}", text);
}

// Whether a value of so many bytes is one of that type, or the first elements of an array of that type.
bool fits(const SourceTypes& types, const SourceType& type, std::size_t bytes) {
  if (type.size == bytes) return true;
  const std::uint32_t element = type.kind == SourceType::Kind::Array ? types.type(type.target).size : 0;
  return element != 0 && bytes < type.size && bytes % element == 0;
}

// What is `offset` bytes behind the beginning of a value.
std::string text_of(const SourceTypes& types, std::uint32_t index, Bytes bytes, std::uint32_t offset,
                    const PointerText& pointer, unsigned depth) {
  const SourceType& type = types.type(index);
  if (depth > kDeepest || !fits(types, type, bytes.size())) return characters_of(bytes);
  switch (type.kind) {
    case SourceType::Kind::Integer:
      if (is_number(type)) return integer_of(type, bytes);
      break;
    case SourceType::Kind::Boolean:
      if (bits_of(bytes) <= 1) return bits_of(bytes) ? "true" : "false";
      return fmt::format("{}", bits_of(bytes));
    case SourceType::Kind::Floating:
      if (bytes.size() == 4) return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits_of(bytes))));
      if (bytes.size() == 8) return fmt::format("{}", std::bit_cast<double>(bits_of(bytes)));
      break;
    case SourceType::Kind::Pointer: {
      const auto text = pointer ? pointer(offset) : std::nullopt;
      return text ? *text : fmt::format("0x{:08x}", bits_of(bytes));
    }
    case SourceType::Kind::Array: {
      const SourceType& element = types.type(type.target);
      const std::uint32_t size = element.size;
      if (is_character(element)) return string_of(bytes);
      const bool is_signed_byte = size == 1 && element.kind == SourceType::Kind::Integer && element.is_signed;
      if (size <= 1 && !is_signed_byte) break;
      std::string text;
      for (std::size_t at = 0, count = 0; at + size <= bytes.size(); at += size, ++count) {
        if (count == kMostElements) return fmt::format("{{{}, ...}}", text);
        text += (text.empty() ? "" : ", ") + text_of(types, type.target, bytes.subspan(at, size),
                                                     offset + static_cast<std::uint32_t>(at), pointer, depth + 1);
      }
      return fmt::format("{{{}}}", text);
    }
    case SourceType::Kind::Aggregate: return structure_text(types, type, bytes, offset, pointer, depth);
    case SourceType::Kind::Unknown:
    case SourceType::Kind::Alias:
    case SourceType::Kind::Void:
    case SourceType::Kind::Function: break;
  }
  return characters_of(bytes);
}

using Part = engine::InputBytes;

// A part of an input, as the source names it.
struct NamedPart {
  std::string name;
  std::uint32_t first, size;               // bytes of the input
  std::optional<std::uint32_t> type = {};  // an index; nothing if nobody knows
};

// Adds the names of the members and elements of a value that have bytes of `parts`, which are ascending, of one input;
// `first` is the value's first byte in the input. Stops at what is touched as a whole, or has no members.
void name_parts(const SourceTypes& types, std::uint32_t index, const std::string& name, std::uint32_t first,
                std::span<const Part> parts, unsigned depth, std::vector<NamedPart>& names) {
  const SourceType& type = types.type(index);
  const auto here = std::ranges::partition_point(parts, [&](const Part& p) { return p.first + p.size <= first; });
  const auto behind = std::ranges::partition_point(parts, [&](const Part& p) { return p.first < first + type.size; });
  parts = here < behind ? std::span(here, behind) : std::span<const Part>();
  std::uint32_t touched = 0;
  for (const Part& part : parts)
    touched += std::min(part.first + part.size, first + type.size) - std::max(part.first, first);
  if (touched == 0) return;
  const bool has_members = type.kind == SourceType::Kind::Array || type.kind == SourceType::Kind::Aggregate;
  const auto add = [&] { names.push_back({name, first, type.size, index}); };
  if (touched >= type.size || !has_members || depth > kDeepest) return add();
  const std::size_t before = names.size();
  if (type.kind == SourceType::Kind::Array) {
    const std::uint32_t size = types.type(type.target).size;
    if (size == 0) return add();
    std::uint32_t next = 0;  // element; the parts name each at most once
    for (const Part& part : parts) {
      const std::uint32_t begin = std::max(part.first, first),
                          end = std::min(part.first + part.size, first + type.size);
      for (std::uint32_t at = std::max(next, (begin - first) / size); begin < end && first + at * size < end; ++at) {
        name_parts(types, type.target, fmt::format("{}[{}]", name, at), first + at * size, parts, depth + 1, names);
        next = at + 1;
      }
    }
  } else {
    // A decision depends on bytes, and nobody knows on which of the bit-fields there.
    const bool has_bits = std::ranges::any_of(type.bit_fields, [&](const SourceType::BitField& field) {
      const std::uint32_t begin = first + field.first / 8, last = first + (field.first + field.bits - 1) / 8;
      return std::ranges::any_of(parts, [&](const Part& p) { return p.first <= last && p.first + p.size > begin; });
    });
    if (has_bits) return add();
    for (const SourceType::Member& member : type.members) {
      const std::string inner = member.name.empty() ? name : name + "." + member.name;
      name_parts(types, member.type, inner, first + member.offset, parts, depth + 1, names);
    }
  }
  if (names.size() == before) add();  // bytes between members
}

void name_bytes(const engine::TestInput& input, std::span<const Part> parts, std::vector<NamedPart>& names) {
  for (std::size_t i = 0; i < parts.size();) {
    const std::uint32_t first = parts[i].first;
    std::uint32_t behind = first;
    while (i < parts.size() && parts[i].first == behind) behind += parts[i++].size;
    names.push_back({behind - first == 1 ? fmt::format("{}, byte {}", input.name, first)
                                         : fmt::format("{}, bytes {} to {}", input.name, first, behind - 1),
                     first, behind - first});
  }
}

// The type of the member with a name of a structure, or of what a pointer to one points to.
std::optional<std::uint32_t> member_of(const SourceTypes& types, std::uint32_t index, std::string_view name) {
  const SourceType& type = types.type(index);
  const auto& members = types.type(type.kind == SourceType::Kind::Pointer ? type.target : index).members;
  const auto found = std::ranges::find(members, name, &SourceType::Member::name);
  return found == members.end() ? std::nullopt : std::optional(found->type);
}

// The type of an argument of --call, of a member, as in "p->head.name", or of what that points to, as an index.
std::optional<std::uint32_t> type_of_argument(const engine::TestInput& input, const support::Symbol& harness,
                                              const support::DebugInfo& debug) {
  constexpr std::string_view kAccess = ".-[";
  SourceTypes& types = debug.types();
  const auto is_called = [&](const support::Symbol& symbol) {
    return symbol.is_function && symbol.name == std::string_view(harness.name).substr(call::kHarness.size());
  };
  const auto function = std::ranges::find_if(debug.image().symbols(), is_called);
  if (function == debug.image().symbols().end()) return std::nullopt;
  std::string_view rest = input.name;
  const auto take = [&rest] {  // a name
    const std::string_view name = rest.substr(0, rest.find_first_of(kAccess));
    rest.remove_prefix(name.size());
    return name;
  };
  auto index = types.local_of(function->address, std::string(take()));
  while (index && !rest.empty()) {
    const std::string_view access = rest.starts_with("->") ? "->" : ".";
    if (!rest.starts_with(access)) return std::nullopt;
    rest.remove_prefix(access.size());
    index = member_of(types, *index, take());
  }
  const bool points = index && types.type(*index).kind == SourceType::Kind::Pointer;
  return points ? types.type(*index).target : index;
}

// The index of the input's type, if it is a variable, or the beginning of an array: global, static, or local and known
// by its name; or an argument of --call.
std::optional<std::uint32_t> type_of(const engine::TestInput& input, const support::DebugInfo& debug) {
  SourceTypes& types = debug.types();
  auto index = input.address ? types.variable_at(*input.address) : std::nullopt;
  if (!index && input.address) {
    const support::Symbol* const function = debug.image().covering(input.pc, true);
    // "c#2" is the second input of the same name.
    if (function && function->name.starts_with(call::kHarness))
      index = type_of_argument(input, *function, debug);
    else if (function)
      index = types.local_of(function->address, input.name.substr(0, input.name.find('#')));
  }
  return index && fits(types, types.type(*index), input.bytes.size()) ? index : std::nullopt;
}

// The type of what the input is, or of its elements, if it is of an argument of --call.
std::optional<std::uint32_t> type_in_call(const engine::TestInput& input, const support::DebugInfo& debug) {
  const support::Symbol* const function = debug.image().covering(input.pc, true);
  if (!input.address || !function || !function->name.starts_with(call::kHarness)) return std::nullopt;
  return type_of_argument(input, *function, debug);
}

}  // namespace

std::vector<std::uint8_t> bytes_of_bit_field(const SourceTypes& types, const SourceType::BitField& field,
                                             std::span<const std::uint8_t> whole) {
  std::uint64_t bits = 0;
  for (std::uint32_t bit = 0; bit < field.bits; ++bit)
    bits |= std::uint64_t{whole[(field.first + bit) / 8] >> (field.first + bit) % 8 & 1U} << bit;
  const SourceType& type = types.type(field.type);
  const bool is_negative = type.is_signed && (bits >> (field.bits - 1) & 1U) != 0;
  if (is_negative && field.bits < 64) bits |= ~std::uint64_t{0} << field.bits;
  std::vector<std::uint8_t> bytes(type.size);
  for (std::size_t i = 0; i < bytes.size() && i < sizeof bits; ++i) bytes[i] = static_cast<std::uint8_t>(bits >> 8 * i);
  return bytes;
}

std::string text_of(const SourceTypes& types, std::uint32_t type, std::span<const std::uint8_t> bytes,
                    const PointerText& pointer) {
  return text_of(types, type, bytes, 0, pointer, 0);
}

std::string value_of(const engine::TestInput& input, const support::DebugInfo& debug) {
  SourceTypes& types = debug.types();
  const auto called = type_in_call(input, debug);
  // Where a pointer leads that a call gets, the harness says, and not the input.
  const PointerText pointer = called ? [](std::uint32_t) { return std::optional<std::string>("..."); } : PointerText();
  const auto index = type_of(input, debug);
  if (!index && called && types.type(*called).size <= 1) return characters_of(input.bytes);  // a block
  if (!index && called && input.bytes.size() % types.type(*called).size == 0) {
    std::string text;
    const std::uint32_t size = types.type(*called).size;
    for (std::size_t at = 0; at < std::min<std::size_t>(input.bytes.size(), kMostElements * size); at += size)
      text += (at ? ", " : "") + text_of(types, *called, Bytes(input.bytes).subspan(at, size), pointer);
    return fmt::format("{{{}{}}}", text, input.bytes.size() > kMostElements * size ? ", ..." : "");
  }
  if (!index) return engine::describe(input);
  const SourceType& type = types.type(*index);
  const std::string text = text_of(types, *index, input.bytes, pointer);
  if (!is_number(type)) return text;
  return fmt::format("{} (0x{:0{}x})", text, bits_of(input.bytes), 2 * input.bytes.size());
}

namespace {

// Calls visit(input, part) for the parts on which a decision depends; the part of a whole input is all of it.
template <class Visit>
void for_each_part(const engine::InputDecision& decision, const engine::TestCase& test_case,
                   const support::DebugInfo& debug, const Visit& visit) {
  const std::span<const Part> all(decision.inputs);
  for (std::size_t i = 0, behind = 0; i < all.size(); i = behind) {
    while (behind < all.size() && all[behind].input == all[i].input) ++behind;
    const engine::TestInput& input = test_case.inputs[all[i].input];
    const auto parts = all.subspan(i, behind - i);
    const auto type = type_of(input, debug);
    std::size_t touched = 0;
    for (const Part& part : parts) touched += part.size;
    std::vector<NamedPart> names;
    const auto size = static_cast<std::uint32_t>(input.bytes.size());
    if (touched >= size) {
      names.push_back({input.name, 0, size, type});
    } else if (type) {
      name_parts(debug.types(), *type, input.name, 0, parts, 0, names);
    } else {
      name_bytes(input, parts, names);
    }
    for (const NamedPart& part : names) visit(all[i].input, part);
  }
}

}  // namespace

std::vector<std::string> parts_of(const engine::InputDecision& decision, const engine::TestCase& test_case,
                                  const support::DebugInfo& debug) {
  std::vector<std::string> names;
  for_each_part(decision, test_case, debug, [&](std::size_t, const NamedPart& part) { names.push_back(part.name); });
  return names;
}

std::vector<PartOfInput> values_of_parts(const engine::InputDecision& decision, const engine::TestCase& test_case,
                                         const support::DebugInfo& debug) {
  std::vector<PartOfInput> parts;
  for_each_part(decision, test_case, debug, [&](std::size_t input, const NamedPart& part) {
    const Bytes bytes = Bytes(test_case.inputs[input].bytes).subspan(part.first, part.size);
    const std::string value = part.type ? text_of(debug.types(), *part.type, bytes) : characters_of(bytes);
    parts.push_back({input, part.first, part.size, std::ranges::all_of(bytes, [](std::uint8_t b) { return b == 0; }),
                     fmt::format("{} = {}", part.name, value)});
  });
  return parts;
}

std::string parts_text(const engine::InputDecision& decision, const engine::TestCase& test_case,
                       const support::DebugInfo& debug, std::size_t most) {
  const std::vector<std::string> names = parts_of(decision, test_case, debug);
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

}  // namespace janus::app
