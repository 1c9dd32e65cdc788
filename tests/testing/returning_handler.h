// A trap handler for random code: returns to the instruction after the one that trapped. Takes this address modulo
// 2048, so that execution stays in the first 2048 bytes of the code. Uses x31 and mscratch, and restores x31.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/registers.h"
#include "testing/encode.h"

namespace janus::testing {

// `code`, the address of the code, must be a multiple of 4096.
inline std::vector<std::uint32_t> returning_handler(std::uint32_t code) {
  using enum isa::Opcode;
  namespace csr = isa::csr;
  return {encode(csrrw, {.rd = 31, .rs1 = 31, .immediate = csr::mscratch}),
          encode(csrrs, {.rd = 31, .immediate = csr::mepc}),
          encode(addi, {.rd = 31, .rs1 = 31, .immediate = 4}),
          encode(slli, {.rd = 31, .rs1 = 31, .immediate = 21}),
          encode(srli, {.rd = 31, .rs1 = 31, .immediate = 21}),
          encode(csrrw, {.rs1 = 31, .immediate = csr::mepc}),
          encode(lui, {.rd = 31, .immediate = static_cast<std::int32_t>(code)}),
          encode(csrrs, {.rs1 = 31, .immediate = csr::mepc}),
          encode(csrrw, {.rd = 31, .rs1 = 31, .immediate = csr::mscratch}),
          encode(mret)};
}

}  // namespace janus::testing
