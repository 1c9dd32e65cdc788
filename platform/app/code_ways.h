// How many ways lead to an instruction, within its function: what several lead to may be the end of several lines.
//
// Cost: a look at each instruction of a function, once for each function that is asked about.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>

#include "isa/image_code.h"
#include "support/debug_info.h"

namespace janus::app {

class CodeWays {
 public:
  // `debug` must outlive the object.
  explicit CodeWays(const support::DebugInfo& debug) : debug_(debug), code_(debug.image()) {}

  // From the instruction in front, and by jumps and branches; 2 outside of functions.
  unsigned to(std::uint32_t pc);
  // The first instruction of the basic block of one, or that itself outside of functions.
  std::uint32_t block_of(std::uint32_t pc);

 private:
  using OfFunction = std::map<std::uint32_t, unsigned>;  // by address
  const OfFunction* of_function(std::uint32_t pc);

  const support::DebugInfo& debug_;
  const isa::ImageCode code_;
  std::unordered_map<std::uint32_t, OfFunction> ways_;  // by function
};

}  // namespace janus::app
