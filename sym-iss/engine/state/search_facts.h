// What searchers know about a state: a plain value that a fork copies. Everything but `slot` and `leaf` is kept up to
// date only while coverage is tracked (coverage.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace janus::engine {

// The return addresses of the innermost calls of a path. Bounded, as in branch predictors (Volume I, table 2.1): a call
// beyond kDepth overwrites the outermost return address, which is then unknown.
class ReturnStack {
 public:
  static constexpr unsigned kDepth = 8;

  void push(std::uint32_t address) {
    addresses_[top_++ % kDepth] = address;
    size_ = static_cast<std::uint8_t>(std::min(size_ + 1U, kDepth));
  }
  void pop() {
    if (size_ == 0) return;
    --top_;
    --size_;
  }
  unsigned size() const { return size_; }
  // The return address of the call `level` levels outside the innermost call.
  std::uint32_t operator[](unsigned level) const { return addresses_[(top_ - 1U - level) % kDepth]; }

 private:
  std::array<std::uint32_t, kDepth> addresses_{};
  std::uint8_t top_ = 0, size_ = 0;
};

struct SearchFacts {
  static constexpr std::uint32_t kNowhere = ~0U;

  std::uint64_t jumps = 0;       // instructions on this path that were not followed by the next one in memory
  std::uint64_t covered = 0;     // instructions that this path was the first of all paths to execute
  std::uint64_t covered_at = 0;  // instructions retired on this path when `covered` last grew
  ReturnStack returns;

  // Where the searcher's own containers keep this state.
  std::uint32_t slot = kNowhere;  // in WaitingStates
  std::uint32_t leaf = kNowhere;  // in ExecutionTree
};

}  // namespace janus::engine
