// Which extensions of the instruction set a hart has, and their names (Volume I, chapter 27: naming conventions).
//
// RV32I, or RV32E with half of its registers, Zicsr and Zifencei are always there; privileged software needs CSRs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace janus::isa {

// The columns of rv32.def. Zbb and Zbkb have instructions in common, so each of the two names is two members. E adds no
// instruction, but takes registers. X is for instructions of a user's own, which every hart has.
enum class Extension : std::uint8_t { I, M, A, C, Zba, Zbb, ZbbOrZbkb, Zbs, Zbkb, Zicond, Zcb, E, X };
inline constexpr std::size_t kExtensions = static_cast<std::size_t>(Extension::X) + 1;

// How many instructions of a user's own there are (semantics_own.h).
inline constexpr int kOwnInstructions = 0
#define INSTRUCTION(name, mnemonic, format, pattern, timing, extension) +1
#include "janus_instructions.def"
#undef INSTRUCTION
    ;

// A set of extensions. A value; I and X are members of every set.
class Extensions {
 public:
  constexpr Extensions() = default;
  constexpr Extensions with(Extension extension) const {
    Extensions more = *this;
    more.bits_ |= 1U << static_cast<unsigned>(extension);
    return more;
  }
  constexpr bool has(Extension extension) const { return bits_ >> static_cast<unsigned>(extension) & 1; }

  // Bytes to which the addresses of instructions are aligned (IALIGN / 8), which is also the length of the shortest
  // instruction: 2 with C, else 4.
  constexpr std::uint32_t alignment() const { return has(Extension::C) ? 2 : 4; }
  constexpr bool can_begin_at(std::uint32_t address) const { return address % alignment() == 0; }

  // The CSR misa: MXL = 1 (RV32), the extensions with a letter (B is Zba, Zbb and Zbs), and user mode.
  constexpr std::uint32_t misa() const {
    const auto letter = [](char c) { return 1U << (c - 'A'); };
    const bool b = has(Extension::Zba) && has(Extension::Zbb) && has(Extension::Zbs);
    return 1U << 30 | letter(has(Extension::E) ? 'E' : 'I') | letter('U') | (has(Extension::M) ? letter('M') : 0) |
           (has(Extension::A) ? letter('A') : 0) | (b ? letter('B') : 0) | (has(Extension::C) ? letter('C') : 0) |
           (kOwnInstructions > 0 ? letter('X') : 0);
  }

  friend constexpr Extensions operator|(Extensions a, Extensions b) {
    a.bits_ |= b.bits_;
    return a;
  }
  friend constexpr bool operator==(Extensions, Extensions) = default;

 private:
  std::uint32_t bits_ = 1U << static_cast<unsigned>(Extension::I) | 1U << static_cast<unsigned>(Extension::X);
};

inline constexpr Extensions kRv32ima = Extensions().with(Extension::M).with(Extension::A);
inline constexpr Extensions kRv32imac = kRv32ima.with(Extension::C);
inline constexpr Extensions kZbb = Extensions().with(Extension::Zbb).with(Extension::ZbbOrZbkb);
inline constexpr Extensions kZbkb = Extensions().with(Extension::Zbkb).with(Extension::ZbbOrZbkb);
inline constexpr Extensions kB = kZbb.with(Extension::Zba).with(Extension::Zbs);
// Every instruction of 32 bits, and every instruction.
inline constexpr Extensions kUncompressed = (kRv32ima | kB | kZbkb).with(Extension::Zicond);
inline constexpr Extensions kEverything = kUncompressed.with(Extension::C).with(Extension::Zcb);

// What the name of an instruction set asks for, such as `rv32imac_zba` or, with versions, `rv32i2p1_m2p0`.
struct IsaName {
  Extensions extensions;
  std::vector<std::string> unknown;  // extensions that Janus does not have
  bool valid = false;                // the name is one of RV32I or RV32E
};

// Upper and lower case are the same. Pure.
IsaName parse_isa_name(std::string_view name);

// What a name asks for, as far as Janus has it; kRv32ima if the name is empty or not valid.
Extensions extensions_of(std::string_view name);

}  // namespace janus::isa
