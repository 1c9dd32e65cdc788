// Instructions of a user's own. -DJANUS_INSTRUCTIONS=DIR builds Janus with the rows in DIR/janus_instructions.def, as
// those of rv32.def, and the functions in DIR/janus_instructions.h: for each row one of the same name, in the namespace
// janus::instructions, that computes rd.
//
//   INSTRUCTION(average, "average", R, "0000000 ttttt sssss 000 ddddd 0001011", Alu, X)
//
//   template <class V>
//   auto average(V& v, const auto& o) {
//     return v.lshr(v.add(o.rs1, o.rs2), v.template constant<32>(1));
//   }
//
// `v` has the operations of isa/values.h, `o` what the row's pattern has of rs1, rs2 (words of 32 bits) and immediate
// (a std::uint32_t). A function sees nothing else and changes nothing, so it means the same on machine words, on terms
// and in translated code, and what the analyses read off the row is all that the instruction does. A row without a
// function, a function that uses an operand which the pattern does not have, two rows that match the same word, or a
// row that does more than to compute rd do not compile.
#pragma once

#include <concepts>
#include <utility>

#include "isa/predicates.h"
#include "isa/semantics_integer.h"
// After what the functions may use.
#include "janus_instructions.h"

namespace janus::isa {
namespace detail {

consteval bool has_immediate(const Row& row) { return bits_of(row.pattern, "im") != 0; }

consteval bool has_format_of_its_operands(const Row& row) {
  switch (row.format) {
    case Format::R: return row.reads_rs1 && row.reads_rs2 && !has_immediate(row);
    case Format::Unary: return row.reads_rs1 && !row.reads_rs2 && !has_immediate(row);
    case Format::I:
    case Format::Shift: return row.reads_rs1 && !row.reads_rs2 && has_immediate(row);
    case Format::U: return !row.reads_rs1 && !row.reads_rs2 && has_immediate(row);
    case Format::Load:
    case Format::Jalr:
    case Format::Store:
    case Format::B:
    case Format::J:
    case Format::Csr:
    case Format::CsrImm:
    case Format::Amo:
    case Format::LoadReserved:
    case Format::Fence:
    case Format::None: return false;
  }
  return false;
}

consteval bool is_alone(const Row& own) {
  for (const Row& row : kTable) {
    const std::uint32_t common = own.mask & row.mask;
    if (row.opcode != own.opcode && (row.match & common) == (own.match & common)) return false;
  }
  return true;
}

template <class W>
struct WithRs1 {
  W rs1;
};
template <class W>
struct WithRs2 {
  W rs2;
};
struct WithImmediate {
  std::uint32_t immediate;
};
template <unsigned>
struct Nothing {};

// What a row of one's own computes from.
template <Opcode kOpcode, class W>
struct Operands : std::conditional_t<row(kOpcode).reads_rs1, WithRs1<W>, Nothing<1>>,
                  std::conditional_t<row(kOpcode).reads_rs2, WithRs2<W>, Nothing<2>>,
                  std::conditional_t<has_immediate(row(kOpcode)), WithImmediate, Nothing<3>> {};

template <Opcode kOpcode, Hart H>
auto operands(H& hart, const Instruction& i) {
  Operands<kOpcode, typename H::template Word<32>> all;
  if constexpr (row(kOpcode).reads_rs1) all.rs1 = hart.get(i.rs1);
  if constexpr (row(kOpcode).reads_rs2) all.rs2 = hart.get(i.rs2);
  if constexpr (has_immediate(row(kOpcode))) all.immediate = i.immediate;
  return all;
}

}  // namespace detail

namespace semantics {

#define INSTRUCTION(name, mnemonic, format, pattern, timing, column)                                            \
  static_assert(row(Opcode::name).extension == Extension::X, "'" #name "' is no row of the extension X");       \
  static_assert(only_computes(Opcode::name), "'" #name "' does more than to compute: Alu, Multiply or Divide"); \
  static_assert(detail::has_format_of_its_operands(row(Opcode::name)),                                          \
                "'" #name "' has another format than operands");                                                \
  static_assert(detail::is_alone(row(Opcode::name)), "'" #name "' matches a word that another row matches");    \
  static_assert(std::same_as<decltype(instructions::name(std::declval<ConcreteValues&>(),                       \
                                                         detail::Operands<Opcode::name, Bits<32>>())),          \
                             Bits<32>>,                                                                         \
                "'" #name "' computes no word of 32 bits");                                                     \
  template <Hart H>                                                                                             \
  void name(H& hart, const Instruction& i) {                                                                    \
    hart.set(i.rd, instructions::name(hart.values(), detail::operands<Opcode::name>(hart, i)));                 \
  }
#include "janus_instructions.def"
#undef INSTRUCTION

}  // namespace semantics
}  // namespace janus::isa
