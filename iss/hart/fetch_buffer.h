// A prefetcher: a buffer of words in front of the memory of instructions, which fetches ahead while instructions
// execute.
//
//  - Memory serves one access after the other. An access takes a cycle and the wait states of its word, and the word
//  can
//    be used in the cycle behind it. A new access begins in each cycle in which memory is free and the buffer has room.
//  - An instruction waits until all of its words have arrived. In its first cycle it takes its bytes, and a word of
//    which all bytes were taken leaves room from the next cycle on.
//  - A transfer of control (a jump, a taken branch, a trap, `mret`, `fence.i`) empties the buffer in the last of its
//    cycles, and the access to its target begins in this cycle. An access that is under way ends first, in vain.
//  - If memory is shared, loads and stores access the same memory, in the last cycles of their instruction. They wait
//  for
//    an access that is under way, and go first where both could begin.
//
// The state is relative to the present cycle, so equal states behave equally from then on, whenever they are.
#pragma once

#include <cstdint>

namespace janus::hart {

struct TimingProfile;

// Between two instructions. A word counts from that of the pc on.
class FetchBuffer {
 public:
  // Of an instruction that has been taken: it ends at `behind`, goes on at `next`, and takes `cycles`, at least one
  // unless it is the entry of an interrupt's handler. It accesses memory for data in the last `port` of them.
  struct Execution {
    std::uint32_t pc = 0, behind = 0, next = 0;
    bool transfers = false;
    std::uint64_t cycles = 0, port = 0;
  };

  // Waits for the instruction at `pc`. Returns the cycles that passed.
  std::uint32_t await(const TimingProfile& timing, std::uint32_t pc, std::uint32_t bytes);
  // Lets the instruction execute. Returns how many cycles longer it takes, because its access to data had to wait.
  std::uint32_t execute(const TimingProfile& timing, const Execution& execution);
  // Lets time pass without instructions.
  void pass(const TimingProfile& timing, std::uint64_t cycles, std::uint32_t pc);

  friend bool operator==(const FetchBuffer&, const FetchBuffer&) = default;

 private:
  void begin_access(const TimingProfile& timing, std::uint32_t pc);
  void end_access();

  std::uint32_t words_ = 0;  // that have arrived
  std::uint32_t left_ = 0;   // cycles until the access under way ends; 0: there is none
  bool wanted_ = false;      // the access under way is one for the next word
};

}  // namespace janus::hart
