#include "app/typed_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

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
  return fmt::format("{} \"{}\"", digits, characters);
}

std::string integer_of(const SourceType& type, Bytes bytes) {
  const std::uint64_t bits = bits_of(bytes);
  const unsigned unused = 64 - 8 * static_cast<unsigned>(bytes.size());
  const std::int64_t value = static_cast<std::int64_t>(bits << unused) >> unused;
  for (const SourceType::Enumerator& each : type.enumerators) {
    if (static_cast<std::uint64_t>(each.value) << unused == bits << unused) return each.name;
  }
  return type.is_signed ? fmt::format("{}", value) : fmt::format("{}", bits);
}

bool is_number(const SourceType& type) {
  return type.kind == SourceType::Kind::Integer && type.size >= 1 && type.size <= 8;
}

// What is `offset` bytes behind the beginning of a value.
std::string text_of(const SourceTypes& types, std::uint32_t index, Bytes bytes, std::uint32_t offset,
                    const PointerText& pointer, unsigned depth) {
  const SourceType& type = types.type(index);
  if (depth > kDeepest || type.size != bytes.size()) return characters_of(bytes);
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
      const std::uint32_t size = types.type(type.target).size;
      if (size <= 1) break;
      std::string text;
      for (std::size_t at = 0, count = 0; at + size <= bytes.size(); at += size, ++count) {
        if (count == kMostElements) return fmt::format("{{{}, ...}}", text);
        text += (text.empty() ? "" : ", ") + text_of(types, type.target, bytes.subspan(at, size),
                                                     offset + static_cast<std::uint32_t>(at), pointer, depth + 1);
      }
      return fmt::format("{{{}}}", text);
    }
    case SourceType::Kind::Aggregate: {
      std::string text;
      for (const SourceType::Member& member : type.members) {
        const std::uint32_t size = types.type(member.type).size;
        if (member.offset > bytes.size() || size > bytes.size() - member.offset) return characters_of(bytes);
        text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", member.name, member.name.empty() ? "" : " = ",
                            text_of(types, member.type, bytes.subspan(member.offset, size), offset + member.offset,
                                    pointer, depth + 1));
      }
      if (!text.empty()) return fmt::format("{{{}}}", text);
      break;
    }
    case SourceType::Kind::Unknown:
    case SourceType::Kind::Alias:
    case SourceType::Kind::Void:
    case SourceType::Kind::Function: break;
  }
  return characters_of(bytes);
}

}  // namespace

std::string text_of(const SourceTypes& types, std::uint32_t type, std::span<const std::uint8_t> bytes,
                    const PointerText& pointer) {
  return text_of(types, type, bytes, 0, pointer, 0);
}

std::string value_of(const engine::TestInput& input, const support::DebugInfo& debug) {
  SourceTypes& types = debug.types();
  auto index = input.address ? types.variable_at(*input.address) : std::nullopt;
  if (!index && input.address) {
    const support::Symbol* const function = debug.image().covering(input.pc, true);
    if (function) index = types.local_of(function->address, input.name);
  }
  if (!index || types.type(*index).size != input.bytes.size()) return engine::describe(input);
  const SourceType& type = types.type(*index);
  const std::string text = text_of(types, *index, input.bytes);
  if (!is_number(type)) return text;
  return fmt::format("{} (0x{:0{}x})", text, bits_of(input.bytes), 2 * input.bytes.size());
}

}  // namespace janus::app
