// What one instruction does, by the semantics, as expressions over registers: its memory access, the register that it
// assigns, and the condition that it branches on.
#pragma once

#include <cstdint>
#include <optional>

#include "hart/expression.h"
#include "hart/leaves_rest.h"

namespace janus::hart {

// A hart that executes one instruction and records what the instruction does. `leaves` is set if the instruction does
// anything else, does one of these things twice, or has too many operations. Then the plain loop must execute the
// instruction, and no other member may be used.
struct InstructionSummary : LeavesRest<ExpressionValues> {
  using Values = ExpressionValues;
  template <unsigned W>
  using Word = Values::Word<W>;

  InstructionSummary(const isa::Instruction& instruction, std::uint32_t pc) : pc_now(pc) {
    isa::execute(*this, instruction);
    leaves = leaves || domain.overflowed();
  }

  Values domain;
  unsigned loaded_bits = 0, stored_bits = 0;
  const Expression *address = nullptr, *stored = nullptr;  // of the access, if there is one
  const Expression* condition = nullptr;                   // of the branch, if it is a branch
  const Expression* assigned = nullptr;                    // the new value of x[target], if there is one
  std::uint8_t target = 0;
  std::uint32_t pc_now;

  Values& values() { return domain; }
  Word<32> get(std::uint8_t number) {
    return domain.make<32>(Expression::Kind::Register, nullptr, nullptr, nullptr, number);
  }
  void set(std::uint8_t number, Word<32> value) {
    if (number == 0) return;
    once(assigned, value.expression);
    target = number;
  }
  std::uint32_t pc() { return pc_now; }
  std::optional<bool> branch(Word<1> holds) {
    once(condition, holds.expression);
    return std::nullopt;
  }
  template <unsigned W>
  std::optional<Word<W>> load(Word<32> from) {
    once(address, from.expression);
    loaded_bits = W;
    return domain.make<W>(Expression::Kind::Loaded, nullptr);
  }
  template <unsigned W>
  bool store(Word<32> to, Word<W> value) {
    once(address, to.expression);
    stored_bits = W;
    stored = value.expression;
    return true;
  }

 private:
  void once(const Expression*& recorded, const Expression* expression) {
    leaves = leaves || recorded;
    recorded = expression;
  }
};
static_assert(isa::Hart<InstructionSummary>);

}  // namespace janus::hart
