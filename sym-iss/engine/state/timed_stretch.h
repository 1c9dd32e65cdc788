// How long a stretch of a path takes: from one place in the code to another, each time that the path passes it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace janus::engine {

// The places, as addresses of instructions. A stretch begins in front of the instruction at `from`, or at reset, and
// ends in front of the next one at `to`, or where the function that begins at `from` returns to. So it needs one of the
// two.
struct StretchPlaces {
  std::optional<std::uint32_t> from, to;
};

// What a path knows of its stretches. The symbolic hart calls arrived() in front of every instruction, maybe more than
// once if the instruction is begun again after a fork.
struct TimedStretch {
  bool open = false;                                  // in a stretch
  std::uint64_t began = 0;                            // the cycle
  std::uint32_t until = 0;                            // the address where the stretch ends
  std::optional<std::uint32_t> stack_pointer;         // there; nothing: any
  std::uint64_t passed = 0;                           // stretches that have ended
  std::uint64_t least = ~std::uint64_t{0}, most = 0;  // cycles of those
  bool unknown = false;                               // where a stretch ends depends on inputs

  // The path is at its first instruction.
  void start(const StretchPlaces& places) {
    if (!places.from) open_at(0, *places.to);
  }

  // The path is in front of the instruction at `pc`. `word(n)` is the value of x[n], or nothing if it is symbolic.
  template <class Word>
  void arrived(const StretchPlaces& places, std::uint32_t pc, std::uint64_t cycle, const Word& word) {
    if (open && pc == until && cycle > began && (!stack_pointer || stack_pointer == word(2))) {
      open = false;
      ++passed;
      least = std::min(least, cycle - began);
      most = std::max(most, cycle - began);
    }
    if (open || pc != places.from) return;
    if (places.to) return open_at(cycle, *places.to);
    const auto return_address = word(1);
    stack_pointer = word(2);
    unknown = unknown || !return_address || !stack_pointer;
    open_at(cycle, return_address.value_or(0));
  }

 private:
  void open_at(std::uint64_t cycle, std::uint32_t end) {
    open = true;
    began = cycle;
    until = end;
  }
};

}  // namespace janus::engine
