// Emits x86-64 code for expressions. For the System V ABI only. The caller of the emitted code saves all registers.
//
//   rbp  the hart's registers x0..x31       r15  where the guest's address 0 would be       r14  marks of pages
//   r13  counters (Translator::Counters)    rax, rcx, rdx  for whatever is being computed
//
// The eight host registers that are left hold the guest registers that a region uses most. The other guest registers
// stay in memory.
#pragma once

#include <xbyak/xbyak.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "hart/expression.h"
#include "isa/instruction.h"

namespace janus::hart {

class Emitter : public Xbyak::CodeGenerator {
 public:
  static constexpr std::size_t kHostRegisters = 8;

  explicit Emitter(std::size_t bytes) : CodeGenerator(bytes) {}

  // Sets which guest register each host register holds; 0 for none.
  void allocate(const std::array<std::uint8_t, kHostRegisters>& guests);
  void load_registers();
  void store_registers();

  // Expressions may have any shape, and belong to one instruction (hart/instruction_summary.h). The shapes of most
  // instructions take a few instructions of the host; evaluate_any() handles the others.

  // x[number] = expression, of 32 bits. May change rax, rcx and rdx.
  void assign(std::uint8_t number, const Expression& expression);
  // Whether the host has instructions for an opcode that counts or orders bits.
  static bool is_by_host(isa::Opcode opcode);
  // x[number] = the count or order of the bits of x[source], by such instructions. A shortcut for assign() of what the
  // semantics say. May change rax, rcx and rdx.
  void assign_by_host(isa::Opcode opcode, std::uint8_t number, std::uint8_t source);
  // eax = x[number] + constant.
  void address(std::uint8_t number, std::uint32_t constant);
  // Sets the place of the next load or store: x[number] + constant, where number is not 0. If x[number] lives in
  // memory, the place is kept in rax and is valid until rax changes.
  void set_place(std::uint8_t number, std::uint32_t constant);
  struct Place {
    Xbyak::Reg64 base;
    std::int32_t offset;
  };
  const Place& place() const { return place_; }
  void restore_place(const Place& place) { place_ = place; }
  // ecx = the place + constant.
  void offset_of_place(std::uint32_t constant);
  // RAM at the place = expression. May change edx.
  void store(const Expression& expression);
  // RAM at the place = what an atomic memory operation makes of it and x[operand]; x[number] = what was there. Changes
  // ecx and edx.
  void amo(isa::Opcode opcode, std::uint8_t number, std::uint8_t operand);
  // x[number] = x[source], rotated to the left. Changes eax.
  void rotate(std::uint8_t number, std::uint8_t source, unsigned places);
  // x[number] = ecx, or to = x[number].
  void put(std::uint8_t number);
  void get(const Xbyak::Reg32& to, std::uint8_t number);
  // compare() emits the comparison for a condition. jump_if_not() must follow directly; it jumps if the condition does
  // not hold.
  void compare(const Expression& condition);
  void jump_if_not(const Xbyak::Label& label);

 private:
  enum class Holds { Equal, NotEqual, Below, NotBelow, Less, NotLess };

  std::optional<Xbyak::Reg32> host(const Expression& expression) const;
  bool update(std::uint8_t number, const Expression& expression);
  Xbyak::Address in_memory(std::uint64_t number) const { return dword[rbp + static_cast<int>(number) * 4]; }
  void move(const Xbyak::Reg32& to, const Expression& simple);
  template <class Operation>
  void with_operand(const Expression& simple, Operation&& operation);
  void evaluate(const Xbyak::Reg32& to, const Expression& expression);
  void multiply_wide(const Expression& product);
  void evaluate_wide(const Xbyak::Reg64& to, const Expression& expression);
  void combine(const Xbyak::Reg32& to, const Expression& expression);
  void combine_nested(const Xbyak::Reg32& to, const Expression& expression);
  void sum(const Xbyak::Reg32& to, const Expression& a, const Expression& b);
  void shift(const Xbyak::Reg32& to, const Expression& expression);
  void divide(const Xbyak::Reg32& to, const Expression& expression);
  void extend(const Xbyak::Reg32& to, const Expression& expression);
  void choose(const Xbyak::Reg32& to, const Expression& expression);
  Holds compare_for(const Expression& condition);
  void set_if(const Xbyak::Reg8& to, Holds holds);

  // emit_bits_x86_64.cpp
  struct Swap {
    unsigned places;
    std::uint32_t low;
  };
  void count_zeros(bool leading);
  void combine_bytes();
  void swap_groups(std::initializer_list<Swap> steps);

  // emit_any_x86_64.cpp
  void evaluate_any(const Expression& expression);
  void evaluate_part(const Expression& part);
  void load_part(const Expression& loaded);
  void shift_part(const Expression& part);
  void divide_part(const Expression& part);
  void sign_extend(const Xbyak::Reg64& reg, unsigned width);
  void truncate(const Xbyak::Reg64& reg, unsigned width);

  std::array<std::uint8_t, kHostRegisters> guests_{};
  std::array<std::int8_t, 32> host_of_{};  // index into kHost, or -1
  Holds holds_ = Holds::Equal;
  Place place_{Xbyak::util::rax, 0};
};

}  // namespace janus::hart
