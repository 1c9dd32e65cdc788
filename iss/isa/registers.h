// Names of integer registers and CSRs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace janus::isa {

// ABI names of the integer registers, x0 first (calling convention, chapter 25 of Volume I).
inline constexpr std::string_view kRegisterNames[32] = {
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
    "a6",   "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

enum Register : std::uint8_t {
  kZero = 0,
  kRa = 1,
  kSp = 2,
  kGp = 3,
  kTp = 4,
  kT0 = 5,
  kT1 = 6,
  kT2 = 7,
  kS0 = 8,
  kS1 = 9,
  kA0 = 10,
  kA1 = 11,
  kA7 = 17,
  kS2 = 18,
  kS11 = 27,
  kT3 = 28
};

// Whether a register holds return addresses (Volume I, table 2.1, the hints for return-address stacks).
constexpr bool is_link(std::uint8_t number) { return number == kRa || number == kT0; }

// s0 to s11, which functions leave as they were (RISC-V ELF psABI, chapter "Register Convention").
constexpr bool is_saved(std::uint8_t number) {
  return number == kS0 || number == kS1 || (number >= kS2 && number <= kS11);
}

// CSR numbers by name: csr::mstatus is 0x300.
namespace csr {
enum : std::uint16_t {
#define CSR(name, number) name = number,
#include "isa/csr.def"
#undef CSR
  pmpcfg0 = 0x3A0,
  pmpaddr0 = 0x3B0,
  mhpmevent3 = 0x323,
  mhpmcounter3 = 0xB03,
  mhpmcounter3h = 0xB83,
  hpmcounter3 = 0xC03,
  hpmcounter3h = 0xC83,
};
}  // namespace csr

// The name assemblers give a CSR, or nothing for a number this machine does not have.
std::optional<std::string> csr_name(std::uint16_t number);

// The CSR of that name, or nothing if this machine has none. Looks at every number.
std::optional<std::uint16_t> csr_number(std::string_view name);

// Whether this machine has the CSR.
bool csr_exists(std::uint16_t number);

}  // namespace janus::isa
