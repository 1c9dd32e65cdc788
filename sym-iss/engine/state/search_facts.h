// What searchers know of a state: a plain value that a fork copies. All but the two places is kept only while coverage
// is tracked (coverage.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace janus::engine {

// Where the innermost calls of a path will return to. Bounded, as in branch predictors (Volume I, table 2.1): deeper
// calls overwrite the outermost return address, which is then unknown.
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
  // The return address of the innermost call but `level`.
  std::uint32_t operator[](unsigned level) const { return addresses_[(top_ - 1U - level) % kDepth]; }

 private:
  std::array<std::uint32_t, kDepth> addresses_{};
  std::uint8_t top_ = 0, size_ = 0;
};

struct SearchFacts {
  static constexpr std::uint32_t kNowhere = ~0U;

  std::uint64_t jumps = 0;       // instructions after which it did not go on with the next one
  std::uint64_t covered = 0;     // instructions that it, or a state it was forked from, was the first to execute
  std::uint64_t covered_at = 0;  // when it last did, in instructions retired
  ReturnStack returns;

  // Places in what belongs to the searcher.
  std::uint32_t slot = kNowhere;  // waiting_states.h
  std::uint32_t leaf = kNowhere;  // execution_tree.h
};

}  // namespace janus::engine
