// Emits expressions of any shape, for instructions that are made of many operations. This code makes new instructions
// correct; an instruction that has to be fast gets a shape of its own in emitter_x86_64.cpp.
//
// Each part of an expression has 8 bytes on the host's stack, at an index that is its number. A part is computed from
// the values of its operands, which have lower numbers, so a part that is used many times is computed once. All values
// are zero-extended to 64 bits.
#include <span>
#include <vector>

#include "hart/emitter_x86_64.h"

namespace janus::hart {
namespace {

using Kind = Expression::Kind;
using Xbyak::Reg64;
using namespace Xbyak::util;

Xbyak::Address place_of(const Expression& part) { return qword[rsp + 8 * part.number]; }

// For each part, by number: whether the last part depends on it.
std::vector<bool> needed_by_last(std::span<const Expression> parts) {
  std::vector<bool> needed(parts.size());
  needed.back() = true;
  for (std::size_t i = parts.size(); i-- > 0;) {
    if (!needed[i]) continue;
    for (const Expression* operand : {parts[i].a, parts[i].b, parts[i].c}) {
      if (operand) needed[operand->number] = true;
    }
  }
  return needed;
}

}  // namespace

// rax = expression. Changes rcx and rdx.
void Emitter::evaluate_any(const Expression& expression) {
  const std::span<const Expression> parts(&expression - expression.number, expression.number + std::size_t{1});
  const std::vector<bool> needed = needed_by_last(parts);
  const int bytes = static_cast<int>(8 * parts.size());
  sub(rsp, bytes);
  // Loads come first, because rax may hold the place that they load from.
  for (const Expression& part : parts) {
    if (needed[part.number] && part.kind == Kind::Loaded) load_part(part);
  }
  for (const Expression& part : parts) {
    if (needed[part.number] && part.kind != Kind::Loaded) evaluate_part(part);
  }
  mov(rax, place_of(expression));
  add(rsp, bytes);
}

void Emitter::load_part(const Expression& loaded) {
  const Xbyak::RegExp at = r15 + place_.base + place_.offset;
  if (loaded.width == 8) movzx(edx, byte[at]);
  if (loaded.width == 16) movzx(edx, word[at]);
  if (loaded.width == 32) mov(edx, dword[at]);
  mov(place_of(loaded), rdx);
}

void Emitter::evaluate_part(const Expression& part) {
  if (part.kind == Kind::Register) {
    move(eax, part);
  } else if (part.kind == Kind::Constant) {
    mov(rax, part.value);
  } else {
    mov(rax, place_of(*part.a));
    if (part.b) mov(rcx, place_of(*part.b));
  }
  switch (part.kind) {
    case Kind::Constant:
    case Kind::Register:
    case Kind::Loaded:
    case Kind::ZeroExtend: break;
    case Kind::Add: add(rax, rcx); break;
    case Kind::Sub: sub(rax, rcx); break;
    case Kind::Mul: imul(rax, rcx); break;
    case Kind::Udiv:
    case Kind::Urem:
    case Kind::Sdiv:
    case Kind::Srem: divide_part(part); break;
    case Kind::And: and_(rax, rcx); break;
    case Kind::Or: or_(rax, rcx); break;
    case Kind::Xor: xor_(rax, rcx); break;
    case Kind::Not: not_(rax); break;
    case Kind::Shl:
    case Kind::Lshr:
    case Kind::Ashr: shift_part(part); break;
    case Kind::Slt:
      sign_extend(rax, part.a->width);
      sign_extend(rcx, part.a->width);
      cmp(rax, rcx);
      setl(al);
      break;
    case Kind::Eq:
      cmp(rax, rcx);
      sete(al);
      break;
    case Kind::Ult:
      cmp(rax, rcx);
      setb(al);
      break;
    case Kind::Ite:
      test(rax, rax);
      mov(rax, rcx);
      cmovz(rax, place_of(*part.c));
      break;
    case Kind::Extract: shr(rax, static_cast<int>(part.value)); break;
    case Kind::Concat:
      shl(rax, part.b->width);
      or_(rax, rcx);
      break;
    case Kind::SignExtend: sign_extend(rax, part.a->width); break;
  }
  truncate(rax, part.width);
  mov(place_of(part), rax);
}

// The host looks at the low six bits of the amount only, so shifts by the width or more are done here.
void Emitter::shift_part(const Expression& part) {
  if (part.kind == Kind::Ashr) {
    sign_extend(rax, part.width);
    mov(edx, part.width - 1U);
    cmp(rcx, rdx);
    cmova(rcx, rdx);
    sar(rax, cl);
    return;
  }
  if (part.kind == Kind::Shl) shl(rax, cl);
  if (part.kind == Kind::Lshr) shr(rax, cl);
  xor_(edx, edx);
  cmp(rcx, part.width);
  cmovae(rax, rdx);
}

// Does the same as Emitter::divide(), in 64 bits.
void Emitter::divide_part(const Expression& part) {
  const bool remainder = part.kind == Kind::Urem || part.kind == Kind::Srem;
  const bool is_signed = part.kind == Kind::Sdiv || part.kind == Kind::Srem;
  Xbyak::Label by_zero, by_minus_one, done;
  if (is_signed) {
    sign_extend(rax, part.width);
    sign_extend(rcx, part.width);
  }
  test(rcx, rcx);
  jz(by_zero);
  if (is_signed) {
    cmp(rcx, -1);
    je(by_minus_one);
    cqo();
    idiv(rcx);
  } else {
    xor_(edx, edx);
    div(rcx);
  }
  jmp(done);
  L(by_minus_one);  // the host traps if the dividend is the smallest number
  neg(rax);
  xor_(edx, edx);
  jmp(done);
  L(by_zero);
  mov(rdx, rax);
  if (is_signed) {  // 1 for a negative dividend, else -1
    sar(rax, 63);
    and_(eax, 2);
    sub(rax, 1);
  } else {
    mov(rax, -1);
  }
  L(done);
  if (remainder) mov(rax, rdx);
}

void Emitter::sign_extend(const Reg64& reg, unsigned width) {
  if (width == 64) return;
  shl(reg, static_cast<int>(64 - width));
  sar(reg, static_cast<int>(64 - width));
}

void Emitter::truncate(const Reg64& reg, unsigned width) {
  if (width == 64) return;
  shl(reg, static_cast<int>(64 - width));
  shr(reg, static_cast<int>(64 - width));
}

}  // namespace janus::hart
