#include "hart/emitter_x86_64.h"

#include <utility>

namespace janus::hart {
namespace {

using Kind = Expression::Kind;
using Xbyak::Reg32;
using Xbyak::Reg64;
using Xbyak::Reg8;
using namespace Xbyak::util;

const std::array<Reg32, Emitter::kHostRegisters> kHost = {ebx, esi, edi, r8d, r9d, r10d, r11d, r12d};

bool is_simple(const Expression& e) { return e.kind == Kind::Constant || e.kind == Kind::Register; }
bool is_zero(const Expression& e) { return e.is_constant(0) || (e.kind == Kind::Register && e.value == 0); }
bool commutes(Kind kind) {
  return kind == Kind::Add || kind == Kind::And || kind == Kind::Or || kind == Kind::Xor || kind == Kind::Mul;
}

// Whether the host evaluates the condition by one comparison.
bool is_comparison(const Expression& e) {
  if (e.kind == Kind::Not) return is_comparison(*e.a);
  const bool compares = e.kind == Kind::Eq || e.kind == Kind::Ult || e.kind == Kind::Slt;
  return compares && e.a->width == 32 && is_simple(*e.a) && is_simple(*e.b);
}

// Whether an expression is the low five bits of a register, which are the bits that the host shifts by.
bool is_shift_amount(const Expression& e) { return e.kind == Kind::And && is_simple(*e.a) && e.b->is_constant(31); }

bool is_narrow_load(const Expression& e) { return e.kind == Kind::Loaded && e.width < 32; }

bool is_wide_product(const Expression& e) {
  const auto is_factor = [](const Expression& factor) {
    return (factor.kind == Kind::ZeroExtend || factor.kind == Kind::SignExtend) && factor.a->width == 32 &&
           is_simple(*factor.a);
  };
  return e.kind == Kind::Mul && e.width == 64 && is_factor(*e.a) && is_factor(*e.b);
}

// Whether an expression is the low byte or halfword of a register.
bool is_low_part(const Expression& e) {
  return e.kind == Kind::Extract && e.value == 0 && (e.width == 8 || e.width == 16) && is_simple(*e.a);
}

// Whether `rest` is the amount, or the constant, by which a word is shifted the other way in a rotation by `amount`.
bool is_rest_of_rotation(const Expression& rest, const Expression& amount) {
  if (amount.kind == Kind::Constant) return rest.is_constant((32 - amount.value) % 32);
  return is_shift_amount(amount) && rest.kind == Kind::And && rest.b->is_constant(31) && rest.a->kind == Kind::Sub &&
         rest.a->a->is_constant(0) && rest.a->b == &amount;
}

bool is_rotation(const Expression& e) {
  if (e.kind != Kind::Or || e.width != 32 || !e.a->a || e.a->a != e.b->a || !is_simple(*e.a->a)) return false;
  const bool right = e.a->kind == Kind::Lshr && e.b->kind == Kind::Shl;
  const bool left = e.a->kind == Kind::Shl && e.b->kind == Kind::Lshr;
  return (right || left) && is_rest_of_rotation(*e.b->b, *e.a->b);
}

bool is_direct(const Expression& e);

// Whether one operand is simple and the other direct, so that the other can be computed first.
bool is_nested(const Expression& e) {
  return commutes(e.kind) && e.kind != Kind::Mul && is_simple(*e.a) != is_simple(*e.b) &&
         is_direct(is_simple(*e.a) ? *e.b : *e.a);
}

// Whether an expression has a shape that takes only a few instructions of the host.
bool is_direct(const Expression& e) {
  if (e.width != 32) return false;
  switch (e.kind) {
    case Kind::Constant:
    case Kind::Register:
    case Kind::Loaded: return true;
    case Kind::Add:
    case Kind::And:
    case Kind::Or:
    case Kind::Xor: return (is_simple(*e.a) && is_simple(*e.b)) || is_nested(e) || is_rotation(e);
    case Kind::Sub:
    case Kind::Mul:
    case Kind::Udiv:
    case Kind::Urem:
    case Kind::Sdiv:
    case Kind::Srem: return is_simple(*e.a) && is_simple(*e.b);
    case Kind::Not: return is_direct(*e.a);
    case Kind::Shl:
    case Kind::Lshr:
    case Kind::Ashr:
      return is_simple(*e.a) && (is_shift_amount(*e.b) || (e.b->kind == Kind::Constant && e.b->value < 32));
    case Kind::ZeroExtend: return is_narrow_load(*e.a) || is_comparison(*e.a);
    case Kind::SignExtend: return is_narrow_load(*e.a) || is_low_part(*e.a);
    case Kind::Extract: return e.value == 32 && is_wide_product(*e.a);
    case Kind::Ite: return is_comparison(*e.a) && is_simple(*e.b) && is_direct(*e.c);
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Slt:
    case Kind::Concat: return false;
  }
  return false;
}

}  // namespace

void Emitter::allocate(const std::array<std::uint8_t, kHostRegisters>& guests) {
  guests_ = guests;
  host_of_.fill(-1);
  for (std::size_t i = 0; i < guests.size(); ++i) {
    if (guests[i] != 0) host_of_[guests[i]] = static_cast<std::int8_t>(i);
  }
}

void Emitter::load_registers() {
  for (std::size_t i = 0; i < guests_.size(); ++i) {
    if (guests_[i] != 0) mov(kHost[i], in_memory(guests_[i]));
  }
}

void Emitter::store_registers() {
  for (std::size_t i = 0; i < guests_.size(); ++i) {
    if (guests_[i] != 0) mov(in_memory(guests_[i]), kHost[i]);
  }
}

std::optional<Reg32> Emitter::host(const Expression& expression) const {
  if (expression.kind != Kind::Register || host_of_[expression.value] < 0) return std::nullopt;
  return kHost[static_cast<std::size_t>(host_of_[expression.value])];
}

void Emitter::move(const Reg32& to, const Expression& simple) {
  if (is_zero(simple)) {
    xor_(to, to);
  } else if (simple.kind == Kind::Constant) {
    mov(to, static_cast<std::uint32_t>(simple.value));
  } else if (const auto from = host(simple)) {
    if (*from != to) mov(to, *from);
  } else {
    mov(to, in_memory(simple.value));
  }
}

// Calls operation(operand), where `operand` is a register, a place in memory or a constant.
template <class Operation>
void Emitter::with_operand(const Expression& simple, Operation&& operation) {
  if (simple.kind == Kind::Constant || is_zero(simple)) {
    operation(is_zero(simple) ? 0 : static_cast<std::uint32_t>(simple.value));
  } else if (const auto from = host(simple)) {
    operation(*from);
  } else {
    operation(in_memory(simple.value));
  }
}

void Emitter::assign(std::uint8_t number, const Expression& expression) {
  if (number == 0) return;
  const Expression target{Kind::Register, 32, 0, number};
  if (const auto to = host(target)) return evaluate(*to, expression);
  if (expression.kind == Kind::Constant) {
    mov(in_memory(number), static_cast<std::uint32_t>(expression.value));
    return;
  }
  if (update(number, expression)) return;
  evaluate(eax, expression);
  mov(in_memory(number), eax);
}

// Emits x[number] = x[number] operation operand in memory, if the expression has that shape.
bool Emitter::update(std::uint8_t number, const Expression& e) {
  if (e.kind != Kind::Add && e.kind != Kind::Sub && e.kind != Kind::Xor) return false;
  if (e.a->kind != Kind::Register || e.a->value != number || is_zero(*e.b)) return false;
  const auto operation = [&](const auto& operand) {
    if (e.kind == Kind::Add) add(in_memory(number), operand);
    if (e.kind == Kind::Sub) sub(in_memory(number), operand);
    if (e.kind == Kind::Xor) xor_(in_memory(number), operand);
  };
  if (e.b->kind == Kind::Constant) {
    operation(static_cast<std::uint32_t>(e.b->value));
  } else if (const auto from = host(*e.b)) {
    operation(*from);
  } else {
    return false;
  }
  return true;
}

// to = expression. `to` is not ecx or edx; it may be what the expression reads.
void Emitter::evaluate(const Reg32& to, const Expression& e) {
  if (!is_direct(e)) {
    evaluate_any(e);
    mov(to, eax);
    return;
  }
  switch (e.kind) {
    case Kind::Constant:
    case Kind::Register: return move(to, e);
    case Kind::Loaded: mov(to, dword[r15 + place_.base + place_.offset]); return;
    case Kind::Add:
      if (is_nested(e)) return combine_nested(to, e);
      return sum(to, *e.a, *e.b);
    case Kind::Sub:
    case Kind::Mul:
    case Kind::And:
    case Kind::Or:
    case Kind::Xor:
      if (is_nested(e)) return combine_nested(to, e);
      if (is_rotation(e)) return shift(to, e);
      return combine(to, e);
    case Kind::Not:
      evaluate(to, *e.a);
      not_(to);
      return;
    case Kind::Shl:
    case Kind::Lshr:
    case Kind::Ashr: return shift(to, e);
    case Kind::Udiv:
    case Kind::Urem:
    case Kind::Sdiv:
    case Kind::Srem: return divide(to, e);
    case Kind::ZeroExtend:
    case Kind::SignExtend: return extend(to, e);
    case Kind::Extract:
      multiply_wide(*e.a);
      shr(rax, 32);
      mov(to, eax);
      return;
    case Kind::Ite: return choose(to, e);
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Slt:
    case Kind::Concat: return;  // never direct
  }
}

void Emitter::combine(const Reg32& to, const Expression& e) {
  const Expression *a = e.a, *b = e.b;
  if (commutes(e.kind) && host(*b) == to) std::swap(a, b);
  const Reg32 result = host(*b) == to && host(*a) != to ? eax : to;
  move(result, *a);
  with_operand(*b, [&](const auto& operand) {
    if (e.kind == Kind::Sub) sub(result, operand);
    if (e.kind == Kind::And) and_(result, operand);
    if (e.kind == Kind::Or) or_(result, operand);
    if (e.kind == Kind::Xor) xor_(result, operand);
    if (e.kind != Kind::Mul) return;
    if constexpr (std::is_integral_v<std::decay_t<decltype(operand)>>) {
      imul(result, result, static_cast<int>(operand));
    } else {
      imul(result, operand);
    }
  });
  if (result != to) mov(to, result);
}

// The operand that is not simple is computed in eax, which no simple one is in.
void Emitter::combine_nested(const Reg32& to, const Expression& e) {
  const bool first = is_simple(*e.a);
  evaluate(eax, first ? *e.b : *e.a);
  with_operand(first ? *e.a : *e.b, [&](const auto& operand) {
    if (e.kind == Kind::Add) add(eax, operand);
    if (e.kind == Kind::And) and_(eax, operand);
    if (e.kind == Kind::Or) or_(eax, operand);
    if (e.kind == Kind::Xor) xor_(eax, operand);
  });
  mov(to, eax);
}

// rax = product, of 64 bits.
void Emitter::multiply_wide(const Expression& product) {
  evaluate_wide(rax, *product.a);
  evaluate_wide(rcx, *product.b);
  imul(rax, rcx);
}

void Emitter::evaluate_wide(const Reg64& to, const Expression& factor) {
  move(to.cvt32(), *factor.a);
  if (factor.kind == Kind::SignExtend) movsxd(to, to.cvt32());
}

void Emitter::sum(const Reg32& to, const Expression& a, const Expression& b) {
  const auto left = host(a), right = host(b);
  if (is_zero(b)) return move(to, a);
  if (is_zero(a)) return move(to, b);
  if (left && b.kind == Kind::Constant && *left != to) {
    lea(to, ptr[left->cvt64() + static_cast<std::int32_t>(b.value)]);
  } else if (left && right && *left != to && *right != to) {
    lea(to, ptr[left->cvt64() + right->cvt64()]);
  } else if (right == to) {
    with_operand(a, [&](const auto& operand) { add(to, operand); });
  } else {
    move(to, a);
    with_operand(b, [&](const auto& operand) { add(to, operand); });
  }
}

void Emitter::address(std::uint8_t number, std::uint32_t constant) {
  sum(eax, {Kind::Register, 32, 0, number}, {Kind::Constant, 32, 0, constant});
}

void Emitter::set_place(std::uint8_t number, std::uint32_t constant) {
  const Expression base{Kind::Register, 32, 0, number};
  if (const auto held = host(base)) {
    place_.base = held->cvt64();
  } else {
    move(eax, base);
    place_.base = rax;
  }
  place_.offset = static_cast<std::int32_t>(constant);
}

void Emitter::offset_of_place(std::uint32_t constant) {
  lea(ecx, ptr[place_.base + static_cast<std::int32_t>(static_cast<std::uint32_t>(place_.offset) + constant)]);
}

// Shifts or rotates by a constant, or by the low five bits of a register, which are the bits that the host looks at.
void Emitter::shift(const Reg32& to, const Expression& shift_or_rotation) {
  const bool rotates = shift_or_rotation.kind == Kind::Or;
  const Expression& e = rotates ? *shift_or_rotation.a : shift_or_rotation;
  const Expression& amount = *e.b;
  const auto shifted = [&](const Reg32& result, const auto& by) {
    if (e.kind == Kind::Shl) rotates ? rol(result, by) : shl(result, by);
    if (e.kind == Kind::Lshr) rotates ? ror(result, by) : shr(result, by);
    if (e.kind == Kind::Ashr) sar(result, by);
  };
  if (amount.kind == Kind::Constant) {
    move(to, *e.a);
    if (amount.value != 0) shifted(to, static_cast<int>(amount.value));
    return;
  }
  move(ecx, *amount.a);
  move(to, *e.a);
  shifted(to, cl);
}

void Emitter::divide(const Reg32& to, const Expression& e) {
  const bool remainder = e.kind == Kind::Urem || e.kind == Kind::Srem;
  const bool is_signed = e.kind == Kind::Sdiv || e.kind == Kind::Srem;
  Xbyak::Label by_zero, by_minus_one, done;
  move(ecx, *e.b);
  move(eax, *e.a);
  test(ecx, ecx);
  jz(by_zero);
  if (is_signed) {
    cmp(ecx, -1);
    je(by_minus_one);
    cdq();
    idiv(ecx);
    jmp(done);
    L(by_minus_one);  // the host traps if the dividend is the smallest number
    if (remainder)
      xor_(edx, edx);
    else
      neg(eax);
    jmp(done);
  } else {
    xor_(edx, edx);
    div(ecx);
    jmp(done);
  }
  L(by_zero);
  if (remainder) {
    mov(edx, eax);
  } else if (is_signed) {  // 1 for a negative dividend, else -1
    mov(edx, eax);
    sar(edx, 31);
    and_(edx, 2);
    lea(eax, ptr[rdx - 1]);
  } else {
    mov(eax, 0xffffffff);
  }
  L(done);
  mov(to, remainder ? edx : eax);
}

void Emitter::extend(const Reg32& to, const Expression& e) {
  const Expression& from = *e.a;
  if (is_narrow_load(from)) {
    const auto place =
        from.width == 8 ? byte[r15 + place_.base + place_.offset] : word[r15 + place_.base + place_.offset];
    if (e.kind == Kind::SignExtend)
      movsx(to, place);
    else
      movzx(to, place);
    return;
  }
  if (is_low_part(from)) {
    move(eax, *from.a);
    if (from.width == 8)
      movsx(to, al);
    else
      movsx(to, ax);
    return;
  }
  set_if(al, compare_for(from));
  movzx(to, al);
}

// ite(condition, register or constant, expression). The expression is computed whether the condition holds or not,
// which is allowed because operations are total.
void Emitter::choose(const Reg32& to, const Expression& e) {
  evaluate(eax, *e.c);
  move(ecx, *e.b);
  switch (compare_for(*e.a)) {
    case Holds::Equal: cmove(eax, ecx); break;
    case Holds::NotEqual: cmovne(eax, ecx); break;
    case Holds::Below: cmovb(eax, ecx); break;
    case Holds::NotBelow: cmovae(eax, ecx); break;
    case Holds::Less: cmovl(eax, ecx); break;
    case Holds::NotLess: cmovge(eax, ecx); break;
  }
  mov(to, eax);
}

// Changes no register but edx.
Emitter::Holds Emitter::compare_for(const Expression& condition) {
  if (condition.kind == Kind::Not) {
    const Holds holds = compare_for(*condition.a);
    return static_cast<Holds>(static_cast<int>(holds) ^ 1);
  }
  Reg32 left = edx;
  if (const auto from = host(*condition.a))
    left = *from;
  else
    move(edx, *condition.a);
  with_operand(*condition.b, [&](const auto& operand) { cmp(left, operand); });
  return condition.kind == Kind::Eq ? Holds::Equal : condition.kind == Kind::Ult ? Holds::Below : Holds::Less;
}

void Emitter::set_if(const Reg8& to, Holds holds) {
  switch (holds) {
    case Holds::Equal: sete(to); break;
    case Holds::NotEqual: setne(to); break;
    case Holds::Below: setb(to); break;
    case Holds::NotBelow: setae(to); break;
    case Holds::Less: setl(to); break;
    case Holds::NotLess: setge(to); break;
  }
}

void Emitter::compare(const Expression& condition) {
  if (is_comparison(condition)) {
    holds_ = compare_for(condition);
    return;
  }
  evaluate_any(condition);
  test(eax, eax);
  holds_ = Holds::NotEqual;
}

void Emitter::jump_if_not(const Xbyak::Label& label) {
  switch (holds_) {
    case Holds::Equal: jne(label, T_NEAR); break;
    case Holds::NotEqual: je(label, T_NEAR); break;
    case Holds::Below: jae(label, T_NEAR); break;
    case Holds::NotBelow: jb(label, T_NEAR); break;
    case Holds::Less: jge(label, T_NEAR); break;
    case Holds::NotLess: jl(label, T_NEAR); break;
  }
}

void Emitter::store(const Expression& e) {
  const Expression& value = e.kind == Kind::Extract && e.value == 0 ? *e.a : e;
  Reg32 from = edx;
  if (const auto held = host(value)) {
    from = *held;
  } else if (value.kind == Kind::Register) {
    move(edx, value);
  } else {  // the value is computed in rax, which may hold the place
    if (place_.base == rax) push(rax);
    evaluate_any(value);
    mov(edx, eax);
    if (place_.base == rax) pop(rax);
  }
  if (e.width == 8) mov(byte[r15 + place_.base + place_.offset], from.cvt8());
  if (e.width == 16) mov(word[r15 + place_.base + place_.offset], from.cvt16());
  if (e.width == 32) mov(dword[r15 + place_.base + place_.offset], from);
}

}  // namespace janus::hart
