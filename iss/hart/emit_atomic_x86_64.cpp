// Emits atomic memory operations. The code is for a single hart, so it need not be atomic on the host.
#include "hart/emitter_x86_64.h"

namespace janus::hart {

using isa::Opcode;
using namespace Xbyak::util;

void Emitter::put(std::uint8_t number) {
  if (number == 0) return;
  if (const auto to = host({Expression::Kind::Register, 32, 0, number}))
    mov(*to, ecx);
  else
    mov(in_memory(number), ecx);
}

void Emitter::get(const Xbyak::Reg32& to, std::uint8_t number) {
  move(to, {Expression::Kind::Register, 32, 0, number});
}

void Emitter::amo(Opcode opcode, std::uint8_t number, std::uint8_t operand) {
  const auto place = dword[r15 + place_.base + place_.offset];
  get(edx, operand);
  mov(ecx, place);
  if (opcode == Opcode::amoadd_w) add(edx, ecx);
  if (opcode == Opcode::amoxor_w) xor_(edx, ecx);
  if (opcode == Opcode::amoand_w) and_(edx, ecx);
  if (opcode == Opcode::amoor_w) or_(edx, ecx);
  cmp(ecx, edx);
  if (opcode == Opcode::amomin_w) cmovl(edx, ecx);
  if (opcode == Opcode::amomax_w) cmovge(edx, ecx);
  if (opcode == Opcode::amominu_w) cmovb(edx, ecx);
  if (opcode == Opcode::amomaxu_w) cmovae(edx, ecx);
  mov(place, edx);
  put(number);
}

}  // namespace janus::hart
