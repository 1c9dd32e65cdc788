// Code of x86-64 for expressions (System V and no other ABI: all registers are saved by who calls into it).
//
//   rbp  the hart's registers x0..x31       r15  RAM            r14  marks of pages
//   r13  counters (Translator::Counters)    rax, rcx, rdx  for whatever is being computed
//
// Of the guest's registers, those that a region uses most live in the eight that are left, the others in memory.
#pragma once

#include <xbyak/xbyak.h>

#include <array>
#include <cstdint>
#include <optional>

#include "hart/expression.h"

namespace janus::hart {

class Emitter : public Xbyak::CodeGenerator {
 public:
  static constexpr std::size_t kHostRegisters = 8;

  explicit Emitter(std::size_t bytes) : CodeGenerator(bytes) {}

  // Which guest registers live in the host's: by host register, 0 for none.
  void allocate(const std::array<std::uint8_t, kHostRegisters>& guests);
  void load_registers();
  void store_registers();

  // The semantics make a few dozen shapes of expressions; those that no instruction has are contract violations.

  // x[number] = expression, of 32 bits. May change rax, rcx and rdx. The place of a load is r15 + rax.
  void assign(std::uint8_t number, const Expression& expression);
  // eax = expression + constant.
  void address(const Expression& expression, std::uint32_t constant);
  // RAM at r15 + rax = expression. May change ecx and edx.
  void store(const Expression& expression);
  // Compares for a condition; jump_if_not(), right after it, jumps if it does not hold.
  void compare(const Expression& condition);
  void jump_if_not(const Xbyak::Label& label);

 private:
  enum class Holds { Equal, NotEqual, Below, NotBelow, Less, NotLess };

  std::optional<Xbyak::Reg32> host(const Expression& expression) const;
  Xbyak::Address in_memory(std::uint64_t number) const { return dword[rbp + static_cast<int>(number) * 4]; }
  void move(const Xbyak::Reg32& to, const Expression& simple);
  template <class Operation>
  void with_operand(const Expression& simple, Operation&& operation);
  void evaluate(const Xbyak::Reg32& to, const Expression& expression);
  void evaluate_wide(const Xbyak::Reg64& to, const Expression& expression);
  void sum(const Xbyak::Reg32& to, const Expression& a, const Expression& b);
  void shift(const Xbyak::Reg32& to, const Expression& expression);
  void divide(const Xbyak::Reg32& to, const Expression& expression);
  void extend(const Xbyak::Reg32& to, const Expression& expression);
  void choose(const Xbyak::Reg32& to, const Expression& expression);
  Holds compare_for(const Expression& condition);
  void set_if(const Xbyak::Reg8& to, Holds holds);

  std::array<std::uint8_t, kHostRegisters> guests_{};
  std::array<std::int8_t, 32> host_of_{};  // index into kHost, or -1
  Holds holds_ = Holds::Equal;
};

}  // namespace janus::hart
