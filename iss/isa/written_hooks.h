// Which `ecall`s were written as hooks, of those that are none.
#pragma once

#include <cstdint>
#include <optional>

#include "isa/hooks.h"

namespace janus::isa {

// Whether somebody wrote the `ecall` at `pc` as a hook by hand, without the marker: `li t0, code` is among the eight
// instructions in front of it. An ordinary system call may have a hook's code in t0, but only as what some earlier
// computation left there. `word(address)` returns the four bytes at an address, or nothing.
template <class Word>
bool is_written_as_hook(std::uint32_t pc, std::uint32_t code, Word&& word) {
  if (!is_hook_code(code)) return false;
  const std::uint32_t addi = code << 20 | kT0 << 7 | 0x13;          // addi t0, x0, code
  const std::uint32_t c_li = 0x4001 | kT0 << 7 | (code & 31) << 2;  // c.li t0, code
  for (std::uint32_t back = 2; back <= 32; back += 2) {
    const std::optional<std::uint32_t> there = word(pc - back);
    if (!there) continue;
    if (*there == 0x00000073) return false;  // an ecall, whose code that may be
    if (*there == addi || (code < 32 && (*there & 0xffff) == c_li)) return true;
  }
  return false;
}

}  // namespace janus::isa
