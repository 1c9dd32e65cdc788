// What a profiler of calls has to tell a hart that executes translated code, and what the hart tells the profiler.
//
// Translated code does not call the profiler for each instruction. It counts how often each instruction is executed
// (hart/code_cache.h). Calls to functions that are known when code is translated, and returns from them, are followed
// by translated code itself: on a stack of its own (hart/call_tracker.h), with the costs in TrackedCall. For everything
// else that may change the function, it calls the profiler.
#pragma once

#include <cstdint>
#include <optional>

#include "hart/observer.h"
#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::hart {

// How control came to an instruction from the one executed before it.
enum class Transfer : std::uint8_t { Next, Call, Jump };

inline Transfer transfer_of(const isa::Instruction& instruction) {
  if (!isa::is_jump(instruction)) return Transfer::Next;
  return isa::is_link(instruction.rd) ? Transfer::Call : Transfer::Jump;
}

// The calls of a function from one place.
struct TrackedCall {
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  static constexpr std::uint32_t kAsBelow = kNowhere - 1;  // a tail call: where the frame below returns to
  std::uint64_t count = 0;
  std::uint64_t cycles = 0, instructions = 0;  // of calls that have ended, callees included
  std::uint32_t* active = nullptr;             // how often the function is on any stack
  std::uint32_t returns_to =
      kNowhere;  // offset into RAM; kAsBelow; kNowhere: translated code does not follow this call
  std::uint32_t function = 0, call_pc = 0, return_address = 0;
  bool tail = false;
};

// An observer that need not be told of each instruction. Its before(), after() and trapped() are called for what is not
// executed by translated code.
class CallProfile : public Observer {
 public:
  // The function of an instruction (any number), and whether the function begins there.
  virtual std::uint32_t function_at(std::uint32_t pc) = 0;
  virtual bool is_entry(std::uint32_t pc) = 0;
  // The calls from `call_pc` of the function at `target`; nothing as return address: tail calls. The reference stays
  // valid.
  virtual TrackedCall& tracked_call(std::uint32_t call_pc, std::optional<std::uint32_t> return_address,
                                    std::uint32_t target) = 0;
  // How many calls more translated code may follow by itself before it must tell the profiler.
  virtual std::size_t room() const = 0;

  // Translated code begins at state.pc.
  virtual void begin_translated(const State& state) = 0;
  // It ended in front of the instruction at state.pc, or that instruction's handler has been entered.
  virtual void end_translated(const State& state) = 0;
  // Between the two, in order, with the numbers of cycles and instructions so far: a call that translated code followed
  // and that has not returned; and any other transfer of control that may matter.
  virtual void called(TrackedCall& call, std::uint64_t cycles, std::uint64_t retired) = 0;
  virtual void transferred(Transfer transfer, std::uint32_t from, std::uint32_t behind, std::uint32_t to,
                           std::uint64_t cycles, std::uint64_t retired) = 0;
  // An instruction that the hart executed amid translated code. The instruction's cost is part of the numbers above.
  virtual void executed_amid(std::uint32_t pc, std::uint32_t behind, std::uint64_t cycles, bool retired) = 0;
  // Executions of an instruction by translated code, told at any time. Costs as above.
  virtual void executed_often(std::uint32_t pc, std::uint64_t times, std::uint64_t cycles) = 0;
};

}  // namespace janus::hart
