// Who called whom, and what that cost: a shadow of the firmware's call stack, kept by what control does.
//
//   call     jal or jalr that links (ra or t0): a frame is pushed
//   return   a jump to where a frame returns: that frame and all above it are popped, however many (longjmp)
//   else     control is in another function than before: back in one that is on the stack, if it is not at that one's
//            entry (longjmp after its setjmp returned); or a tail call: a frame that returns where the last one does
//   trap     a stack of its own, a root, until mret; what it costs is not its victim's
//
// Code that does other things (an RTOS that switches tasks) makes frames that nobody called, and nothing worse. Where a
// function is on the stack several times, what it costs, callees included, is counted once, for the outermost.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "isa/instruction.h"

namespace janus::observe {

struct Cost {
  std::uint64_t cycles = 0, instructions = 0;

  Cost& operator+=(const Cost& other) {
    cycles += other.cycles;
    instructions += other.instructions;
    return *this;
  }
  friend Cost operator-(const Cost& a, const Cost& b) { return {a.cycles - b.cycles, a.instructions - b.instructions}; }
  friend bool operator==(const Cost&, const Cost&) = default;
};

// How control came to an instruction from the one executed before it.
enum class Transfer : std::uint8_t { Next, Call, Jump };
Transfer transfer_of(const isa::Instruction& instruction);

class CallGraph {
 public:
  struct Call {
    std::uint64_t count = 0;
    Cost inclusive;
  };
  // From the instruction at an address, to a function.
  using Arc = std::pair<std::uint32_t, std::uint32_t>;

  // Control has come to `pc`, in `function` (any number), whose entry is at `entry`; from the instruction at `from`.
  void arrive(Transfer transfer, std::uint32_t from, std::uint32_t behind, std::uint32_t pc, std::uint32_t function,
              std::uint32_t entry);
  // A handler has been entered; and left.
  void trap() { contexts_.emplace_back(); }
  void return_from_trap();
  // What is executed now has cost that much.
  void spend(const Cost& cost) { contexts_.back().total += cost; }
  // Ends every call that is still under way.
  void finish();

  const std::map<Arc, Call>& calls() const { return calls_; }
  // Of a function, callees included.
  Cost inclusive(std::uint32_t function) const;
  std::size_t depth() const { return contexts_.back().frames.size(); }

 private:
  struct Frame {
    std::uint32_t function;
    std::uint32_t call_pc, return_address;
    bool called;     // false for a root
    bool tail;       // by a jump: it returns where the frame below does
    bool outermost;  // of this function
    Cost before;     // total of its context
  };
  struct Context {
    std::vector<Frame> frames;
    Cost total;
  };

  void push(std::uint32_t function, std::uint32_t call_pc, std::uint32_t return_address, bool called, bool tail);
  void pop_to(std::size_t depth);
  bool returns(std::uint32_t pc);
  bool resumes(std::uint32_t function);
  void tail_call(std::uint32_t from, std::uint32_t function);

  std::vector<Context> contexts_ = std::vector<Context>(1);
  std::map<Arc, Call> calls_;
  std::vector<Cost> inclusive_;        // by function
  std::vector<std::uint32_t> active_;  // frames of each function
};

}  // namespace janus::observe
