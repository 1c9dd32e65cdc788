// What a path has decided since the root. Runs are deterministic and a state follows its model, so the log and a model
// bring a state back: a hart that follows the log needs no solver (hart/logged_decisions.cpp).
//
// A log is a sequence of bits. Each decision that asked the solver is an entry of one to three bits; what is neither a
// decision nor a function of the path's conditions, such as the value that a path tried first, is in the log as a word
// of up to 32 bits. Who reads a log knows from the code which of them comes next.
//
// Logs form a tree: forks share what they have in common. A log is a handle as large as a pointer, and appending to it
// costs O(1). Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace janus::engine {

// How a decision ended for a path. The side that the path is on is the one on which its model is.
enum class Decision : std::uint8_t {
  OneSided,   // no input takes the other side
  Stayed,     // the path has forked and gone on
  Restarted,  // the path was forked off, and has begun the instruction again
  CutOff,     // the other side was dropped, since the solver gave up
};

// A sequence of bits. The unused bits of the last byte are zero.
struct Bits {
  std::string bytes;
  std::uint64_t size = 0;

  void append(std::uint32_t bits, unsigned count);  // the lowest first
  void append(const std::string& from, std::uint64_t first, std::uint64_t count);
};
// `count` bits, at most 32, of a sequence from the bit `at` on.
std::uint32_t bits_of(const char* bytes, std::uint64_t at, unsigned count);

struct DecisionCode {
  std::uint32_t bits;  // the lowest first
  unsigned size;
};
constexpr DecisionCode code_of(Decision decision) {
  switch (decision) {
    case Decision::OneSided: return {0b0, 1};
    case Decision::Stayed: return {0b01, 2};
    case Decision::Restarted: return {0b011, 3};
    case Decision::CutOff: break;
  }
  return {0b111, 3};
}

class DecisionLog {
 public:
  // A piece of a log, between two forks.
  struct Piece {
    Piece* parent;  // null for the first
    std::uint32_t references = 1;
    Bits bits{};
  };

  DecisionLog() = default;
  DecisionLog(const DecisionLog& other) : last_(other.last_) { acquire(); }
  DecisionLog(DecisionLog&& other) noexcept : last_(std::exchange(other.last_, nullptr)) {}
  DecisionLog& operator=(DecisionLog other) noexcept {
    std::swap(last_, other.last_);
    return *this;
  }
  ~DecisionLog() { release(); }

  void append(Decision decision) {
    const DecisionCode code = code_of(decision);
    own().append(code.bits, code.size);
  }
  void append_word(std::uint32_t word, unsigned bits) { own().append(word, bits); }

  // Null if nothing was logged. Pieces may be shared with other logs.
  const Piece* last() const { return last_; }

 private:
  Bits& own();
  void acquire() const {
    if (last_) ++last_->references;
  }
  void release();

  Piece* last_ = nullptr;
};

}  // namespace janus::engine
