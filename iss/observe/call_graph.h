// Which function called which, and what the calls cost. A shadow of the firmware's call stack follows transfers of
// control.
//
//   call     jal or jalr that links (ra or t0): a frame is pushed
//   return   a jump to a frame's return address: that frame and all above it are popped, however many (longjmp)
//   else     control is in another function than before. If that function is on the stack and control is not at its
//            entry, the frames above it are popped (longjmp after its setjmp returned). Otherwise this is a tail call:
//            a frame is pushed that has the return address of the last one
//   trap     a stack of its own until mret; the interrupted function is not charged for it
//
// Code that does other things (an RTOS that switches tasks) makes frames that nobody called, and does no other harm. If
// a function is on the stack several times, its cost including callees is counted once, for the outermost frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "hart/call_profile.h"

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

using hart::Transfer;

class CallGraph {
 public:
  struct Call {
    std::uint64_t count = 0;
    Cost inclusive;
  };
  // The address of the calling instruction, and the called function.
  using Arc = std::pair<std::uint32_t, std::uint32_t>;

  // Control has come from the instruction at `from` to `pc`, which is in `function` (any number) with its entry at
  // `entry`. `behind` is the address behind the instruction at `from`.
  void arrive(Transfer transfer, std::uint32_t from, std::uint32_t behind, std::uint32_t pc, std::uint32_t function,
              std::uint32_t entry);
  // trap(): a handler has been entered. return_from_trap(): it has been left.
  void trap() { contexts_.emplace_back(); }
  void return_from_trap();
  // Charges `cost` to the function that is being executed.
  void spend(const Cost& cost) { contexts_.back().total += cost; }
  // Ends every call that is still under way.
  void finish();

  std::map<Arc, Call> calls() const;
  // The cost of a function including its callees.
  Cost inclusive(std::uint32_t function) const;
  // For translated code, which pushes and pops frames by itself: the record of the calls from an instruction of a
  // function; and such a frame that is still there. room(): how many of them may follow before the next call of this
  // class.
  hart::TrackedCall& tracked(std::uint32_t call_pc, std::optional<std::uint32_t> return_address,
                             std::uint32_t function);
  void called(hart::TrackedCall& call);
  std::size_t room() const;
  std::size_t depth() const { return contexts_.back().frames.size(); }

 private:
  struct Frame {
    std::uint32_t function;
    std::uint32_t call_pc, return_address;
    hart::TrackedCall* called;  // null for a root
    bool tail;                  // entered by a jump: has the return address of the frame below
    bool outermost;             // the lowest frame of this function
    Cost before;                // the total of its context when the frame was pushed
  };
  struct Context {
    std::vector<Frame> frames;
    Cost total;
  };

  void push(std::uint32_t function, std::uint32_t call_pc, std::uint32_t return_address, hart::TrackedCall* called,
            bool tail);
  void pop_to(std::size_t depth);
  bool returns(std::uint32_t pc);
  bool resumes(std::uint32_t function);
  void tail_call(std::uint32_t from, std::uint32_t function);

  std::vector<Context> contexts_ = std::vector<Context>(1);
  hart::TrackedCall& count_call(std::uint32_t from, std::uint32_t function);

  std::map<Arc, hart::TrackedCall> calls_;  // also those that have not happened yet
  std::vector<Cost> of_roots_;              // by function
  std::deque<std::uint32_t> active_;        // frames of each function
};

}  // namespace janus::observe
