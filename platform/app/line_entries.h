// When execution of a line began, for each instruction of a run. Code that was compiled without optimisation executes
// its lines one after the other: what variables held in front of a line is what they held then, also where the line
// calls something in the middle. A step back to the same line is another round of a loop.
//
// Cost: a look into a table for each instruction, and a few bytes for each line and each call.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isa/image_code.h"
#include "support/debug_info.h"

namespace janus::app {

class LineEntries {
 public:
  // `debug` must outlive the object.
  explicit LineEntries(const support::DebugInfo& debug) : debug_(debug), code_(debug.image()) {}

  // In front of each instruction, in order, with what has retired before it.
  void add(std::uint32_t pc, std::uint64_t retired);
  // What had retired when execution of the line began to which an instruction belongs that was noted. Of one that was
  // not, or of optimised code, which has no such moment, what has retired in front of the instruction.
  std::uint64_t entry_of(std::uint64_t retired) const;

 private:
  struct Place {
    std::string file;
    int line = 0;
    std::uint32_t function = 0;
    bool is_optimised = true, calls = false, returns = false;
  };
  struct Frame {  // of a function that has not returned
    const Place* place;
    std::uint32_t last_pc;
    std::uint64_t entry;
  };
  const Place& place_of(std::uint32_t pc);

  static constexpr std::size_t kMostFrames = 1000;

  const support::DebugInfo& debug_;
  const isa::ImageCode code_;
  std::unordered_map<std::uint32_t, Place> places_;
  std::vector<Frame> frames_;
  const Place* last_ = nullptr;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> entries_;  // from which instruction on, rising, and the entry
};

}  // namespace janus::app
