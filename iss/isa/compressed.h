// The rows of the table for instructions of 16 bits, in a form to compute with.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "isa/instruction.h"

namespace janus::isa {

// A register of an expansion: a field of the halfword, or a number.
struct CompressedRegister {
  std::uint8_t low = 0, width = 0;  // the field's place and bits; width 0: no field
  std::uint8_t number = 0;          // without a field
  constexpr std::uint8_t of(std::uint32_t halfword) const {
    if (width == 0) return number;
    const std::uint32_t field = halfword >> low & ((1U << width) - 1);
    return static_cast<std::uint8_t>(width == 3 ? field + 8 : field);
  }
};

struct CompressedRow {
  std::string_view mnemonic;
  Opcode expansion = Opcode::Illegal;
  CompressedRegister rd, rs1, rs2;
  std::string_view pattern;
  std::uint16_t mask = 0, match = 0;              // the fixed bits, and their values
  std::uint16_t not_zero = 0, also_not_zero = 0;  // fields of capital letters: registers, and the immediate
  std::array<std::uint8_t, 16> place{};           // for each bit of the halfword, the immediate's bit that it is
  std::uint16_t immediate_bits = 0;               // the halfword's bits of the immediate
  std::uint8_t sign = 0;                          // the immediate's bit that is extended, if it is signed; else 0
  std::uint32_t constant = 0;                     // the immediate, if the halfword has no bits of it
  std::string_view operands;
  Extension extension = Extension::C;

  constexpr bool matches(std::uint32_t halfword) const {
    return (halfword & mask) == match && (not_zero == 0 || halfword & not_zero) &&
           (also_not_zero == 0 || halfword & also_not_zero);
  }
  constexpr std::uint32_t immediate_of(std::uint32_t halfword) const {
    std::uint32_t value = constant;
    for (unsigned bit = 0; bit < 16; ++bit) {
      if (immediate_bits >> bit & 1) value |= (halfword >> bit & 1) << place[bit];
    }
    const std::uint32_t extended = 1U << sign;
    return sign == 0 ? value : (value ^ extended) - extended;
  }
};

namespace detail {

// The field of a letter in a pattern of 16 bits, whether capital or not.
consteval CompressedRegister register_of(std::string_view name, std::string_view pattern) {
  if (name == "x0") return {};
  if (name == "ra") return {.number = 1};
  if (name == "sp") return {.number = 2};
  const char small = name[0], capital = static_cast<char>(small - 'a' + 'A');
  const char letters[] = {small, capital, 0};
  const std::uint32_t bits = bits_of(pattern, letters, 16);
  const auto width = static_cast<std::uint8_t>(std::popcount(bits));
  if (width != 3 && width != 5) throw "a register of a compressed row without a field of 3 or 5 bits";
  return {static_cast<std::uint8_t>(std::countr_zero(bits)), width, 0};
}

// Reads a list of bits such as 5|4:0 off, from left to right.
consteval void place_immediate(CompressedRow& row, std::string_view list) {
  unsigned bit = 16;
  const auto put = [&](unsigned place) {
    do {
      if (bit == 0) throw "an immediate with more bits than its pattern";
      --bit;
    } while (!(row.immediate_bits >> bit & 1));
    row.place[bit] = static_cast<std::uint8_t>(place);
  };
  std::size_t at = 0;
  const auto number = [&] {
    unsigned value = 0;
    while (at < list.size() && list[at] >= '0' && list[at] <= '9') value = value * 10 + (list[at++] - '0');
    return value;
  };
  if (list.starts_with('=')) {
    const bool negative = list[1] == '-';
    at = negative ? 2 : 1;
    row.constant = negative ? 0 - number() : number();
  }
  while (at < list.size()) {
    unsigned high = number(), low = high;
    if (at < list.size() && list[at] == ':') {
      ++at;
      low = number();
    }
    for (unsigned place = high + 1; place-- > low;) put(place);
    if (at < list.size() && list[at++] != '|') throw "an immediate that is no list of bits";
  }
  if (row.immediate_bits & ((1U << bit) - 1)) throw "an immediate with fewer bits than its pattern";
}

consteval CompressedRow make_compressed(std::string_view mnemonic, Opcode expansion, std::string_view rd,
                                        std::string_view rs1, std::string_view rs2, std::string_view pattern,
                                        std::string_view immediate, std::string_view operands, Extension extension) {
  CompressedRow row;
  row.mnemonic = mnemonic;
  row.expansion = expansion;
  row.rd = register_of(rd, pattern);
  row.rs1 = register_of(rs1, pattern);
  row.rs2 = register_of(rs2, pattern);
  row.pattern = pattern;
  row.mask = static_cast<std::uint16_t>(bits_of(pattern, "01", 16));
  row.match = static_cast<std::uint16_t>(bits_of(pattern, "1", 16));
  row.not_zero = static_cast<std::uint16_t>(bits_of(pattern, "DST", 16));
  row.also_not_zero = static_cast<std::uint16_t>(bits_of(pattern, "IU", 16));
  row.immediate_bits = static_cast<std::uint16_t>(bits_of(pattern, "iIuU", 16));
  row.operands = operands;
  row.extension = extension;
  place_immediate(row, immediate);
  if (bits_of(pattern, "iI", 16) != 0) {
    for (unsigned bit = 0; bit < 16; ++bit) {
      if (row.immediate_bits >> bit & 1) row.sign = std::max(row.sign, row.place[bit]);
    }
  }
  return row;
}

}  // namespace detail

inline constexpr auto kCompressedTable = std::to_array<CompressedRow>({
#define INSTRUCTION(name, mnemonic, format, pattern, timing, extension)
#define COMPRESSED(mnemonic, expansion, rd, rs1, rs2, pattern, immediate, operands, extension)        \
  detail::make_compressed(mnemonic, Opcode::expansion, #rd, #rs1, #rs2, pattern, immediate, operands, \
                          Extension::extension),
#include "isa/rv32.def"
#undef COMPRESSED
#undef INSTRUCTION
});

// The row of a halfword; null if there is none or the extensions lack it or its expansion.
constexpr const CompressedRow* compressed_row(std::uint32_t halfword, Extensions extensions) {
  for (const CompressedRow& row : kCompressedTable) {
    if (row.matches(halfword) && extensions.has(row.extension) && extensions.has(isa::row(row.expansion).extension))
      return &row;
  }
  return nullptr;
}

// Whether an instruction has a form of 16 bits.
constexpr bool has_compressed_form(Opcode opcode) {
  for (const CompressedRow& row : kCompressedTable) {
    if (row.expansion == opcode) return true;
  }
  return false;
}

namespace detail {

// Whether a field of `row` must not be 0, but is 0 in all that `other` matches.
consteval bool excludes(const CompressedRow& row, const CompressedRow& other) {
  for (const std::uint32_t field : {row.not_zero, row.also_not_zero}) {
    if (field != 0 && (other.mask & field) == field && (other.match & field) == 0) return true;
  }
  return false;
}

consteval bool specific_rows_come_first() {
  for (std::size_t a = 0; a < kCompressedTable.size(); ++a) {
    for (std::size_t b = a + 1; b < kCompressedTable.size(); ++b) {
      const CompressedRow &first = kCompressedTable[a], &second = kCompressedTable[b];
      const std::uint32_t common = first.mask & second.mask;
      if ((first.match & common) != (second.match & common)) continue;
      if (excludes(first, second) || excludes(second, first)) continue;
      if (first.mask == second.mask || common != second.mask) return false;
    }
  }
  return true;
}
static_assert(specific_rows_come_first(), "two rows of 16 bits match the same halfword, and neither is more specific");

}  // namespace detail
}  // namespace janus::isa
