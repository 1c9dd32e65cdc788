// Call stacks as nodes of one tree: two call stacks are equal if their pointers are equal. Source: Landl, Generating
// Path Conditions for Bounded Model Checking of RISC-V Code in Selfie, section 3.1.3. The caller and the call site
// identify a frame.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>

namespace janus::engine {

struct Frame {
  const Frame* caller;           // null for the outermost frame
  std::uint32_t site;            // address of the call instruction
  std::uint32_t return_address;  // address of the instruction after the call
  std::uint32_t depth;           // frames from the outermost to this one, both included
  std::uint32_t sp;              // the stack pointer at the first such call; 0 if it depends on inputs
};

// An instruction within a call stack.
struct CodePlace {
  const Frame* calls;
  std::uint32_t address;
  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};
struct CodePlaceHash {
  std::size_t operator()(const CodePlace& place) const {
    return reinterpret_cast<std::uintptr_t>(place.calls) * 0x9e3779b97f4a7c15 + place.address;
  }
};

// Owns the frames: they live as long as their CallStacks. The empty call stack is null. Not thread-safe.
class CallStacks {
 public:
  // `sp`: the stack pointer at the call, or 0. Who calls from a place that is among the callers already, with the same
  // stack pointer, has left what it called there, as firmware that begins again: no recursion needs no stack.
  const Frame* call(const Frame* caller, std::uint32_t site, std::uint32_t return_address, std::uint32_t sp = 0);
  // The call stack after a return to `target`. Drops all frames down to the innermost frame that returns to `target`,
  // that frame included. If no frame returns there, the jump only looked like a return, and the call stack stays as it
  // is.
  static const Frame* return_to(const Frame* stack, std::uint32_t target);

 private:
  std::deque<Frame> frames_;
  std::unordered_map<CodePlace, const Frame*, CodePlaceHash> known_;  // by caller and call site
};

}  // namespace janus::engine
