// The calls under way on one path, for whoever explains it: also where a handler was entered, behind longjmp(), and on
// each of several stacks, as an operating system has them.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/state/call_stack.h"
#include "engine/state/execution_state.h"
#include "isa/instruction.h"

namespace janus::engine {

// Tell it of each instruction of the path. Not thread-safe.
class PathCalls {
 public:
  // `state` has executed the instruction at `pc`, or it has trapped.
  void executed(const ExecutionState& state, std::uint32_t pc, const isa::Instruction& instruction, bool trapped);
  // A handler is entered in front of the instruction at `pc`.
  void enter_handler(std::uint32_t pc);

  // The innermost one; null if there is none.
  const Frame* innermost() const { return now_.calls; }
  // Whether it is no call, but stands for the instruction in front of which a handler was entered.
  static bool is_of_handler(const Frame& frame) { return frame.return_address == frame.site; }

 private:
  // What is known of a stack.
  struct Stack {
    const Frame* calls = nullptr;
    std::vector<const Frame*> outside_handlers;  // `calls` when a handler was entered, for each that has not returned
    std::uint32_t sp = 0;                        // when it was left
    bool is_foreign = false;                     // nobody has been there; the calls are those of who has come to it
  };

  void return_to(std::uint32_t target, std::uint32_t sp);
  void leave_handler();
  void change_stack(std::uint32_t from, std::uint32_t to, bool may_be_array);
  // The stack pointer at the outermost call.
  std::uint32_t top_of(const Stack& stack) const;

  CallStacks stacks_;
  Stack now_;
  std::vector<Stack> left_;
  std::unordered_map<const Frame*, std::uint32_t> sp_at_;  // the stack pointer at the latest such call
  std::uint32_t last_sp_ = 0;
};

}  // namespace janus::engine
