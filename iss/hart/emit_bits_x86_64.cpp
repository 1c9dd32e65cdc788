// Emits instructions that count or order bits: each is a few instructions of the host, where the semantics have one or
// more operations for each bit. The sequences for orc.b and for swapping groups of bits are those of Warren, Hacker's
// Delight, 6-1 and 7-1 to 7-2.
#include <xbyak/xbyak_util.h>

#include "hart/emitter_x86_64.h"

namespace janus::hart {

using isa::Opcode;

bool Emitter::is_by_host(Opcode opcode) {
  static const bool counts = Xbyak::util::Cpu().has(Xbyak::util::Cpu::tPOPCNT);
  if (opcode == Opcode::cpop) return counts;
  return opcode == Opcode::clz || opcode == Opcode::ctz || opcode == Opcode::rev8 || opcode == Opcode::orc_b ||
         opcode == Opcode::brev8 || opcode == Opcode::zip || opcode == Opcode::unzip;
}

void Emitter::assign_by_host(Opcode opcode, std::uint8_t number, std::uint8_t source) {
  using namespace Xbyak::util;
  if (number == 0) return;
  move(eax, {Expression::Kind::Register, 32, 0, source});
  if (opcode == Opcode::rev8) bswap(eax);
  if (opcode == Opcode::cpop) popcnt(eax, eax);
  if (opcode == Opcode::clz || opcode == Opcode::ctz) count_zeros(opcode == Opcode::clz);
  if (opcode == Opcode::orc_b) combine_bytes();
  if (opcode == Opcode::brev8) swap_groups({{1, 0x55555555}, {2, 0x33333333}, {4, 0x0f0f0f0f}});
  if (opcode == Opcode::zip) swap_groups({{8, 0x0000ff00}, {4, 0x00f000f0}, {2, 0x0c0c0c0c}, {1, 0x22222222}});
  if (opcode == Opcode::unzip) swap_groups({{1, 0x22222222}, {2, 0x0c0c0c0c}, {4, 0x00f000f0}, {8, 0x0000ff00}});
  if (const auto to = host({Expression::Kind::Register, 32, 0, number}))
    mov(*to, eax);
  else
    mov(in_memory(number), eax);
}

void Emitter::rotate(std::uint8_t number, std::uint8_t source, unsigned places) {
  using namespace Xbyak::util;
  const auto held = host({Expression::Kind::Register, 32, 0, number});
  const Xbyak::Reg32 to = held.value_or(eax);
  move(to, {Expression::Kind::Register, 32, 0, source});
  rol(to, static_cast<int>(places));
  if (!held) mov(in_memory(number), eax);
}

// eax = the number of zeros in front of the highest set bit, or behind the lowest. The host leaves the result open for
// zero, but sets the zero flag.
void Emitter::count_zeros(bool leading) {
  using namespace Xbyak::util;
  if (leading)
    bsr(edx, eax);
  else
    bsf(edx, eax);
  mov(ecx, leading ? 63 : 32);
  cmovz(edx, ecx);
  if (leading) xor_(edx, 31);
  mov(eax, edx);
}

// Each byte of eax that is not zero becomes 0xff.
void Emitter::combine_bytes() {
  using namespace Xbyak::util;
  mov(edx, eax);
  and_(edx, 0x7f7f7f7f);
  add(edx, 0x7f7f7f7f);
  or_(edx, eax);
  and_(edx, 0x80808080);
  shr(edx, 7);
  mov(eax, edx);
  shl(eax, 8);
  sub(eax, edx);
}

// For each step, swaps the bits of eax that `low` has with those that are `places` higher.
void Emitter::swap_groups(std::initializer_list<Swap> steps) {
  using namespace Xbyak::util;
  for (const auto& [places, low] : steps) {
    mov(edx, eax);
    shr(edx, static_cast<int>(places));
    xor_(edx, eax);
    and_(edx, low);
    xor_(eax, edx);
    shl(edx, static_cast<int>(places));
    xor_(eax, edx);
  }
}

}  // namespace janus::hart
