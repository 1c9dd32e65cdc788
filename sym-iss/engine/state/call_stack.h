// Call stacks as nodes of one tree, so that comparing two is comparing pointers (Landl: Generating Path Conditions for
// Bounded Model Checking of RISC-V Code in Selfie, section 3.1.3). A frame is identified by its caller and call site.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>

namespace janus::engine {

struct Frame {
  const Frame* caller;           // null for the outermost
  std::uint32_t site;            // address of the call
  std::uint32_t return_address;  // what follows it
  std::uint32_t depth;           // frames up to and including this one
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

// Owns frames; they live as long as it does. The empty stack is null. Not thread-safe.
class CallStacks {
 public:
  const Frame* call(const Frame* caller, std::uint32_t site, std::uint32_t return_address);
  // The stack after a return to `target`: down to the frame that returns there; unchanged if none does (a jump that
  // only looks like a return).
  static const Frame* return_to(const Frame* stack, std::uint32_t target);

 private:
  std::deque<Frame> frames_;
  std::unordered_map<CodePlace, const Frame*, CodePlaceHash> known_;  // by caller and call site
};

}  // namespace janus::engine
