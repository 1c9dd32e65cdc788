// Code words: which words of memory have been executed, and whether any of them has been written. What was learned from
// the execution of one state holds for other states only as long as all states run the same code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/state/technique.h"

namespace janus::engine {

// The words of memory that any state has executed, and the words that any state has written.
class CodeWords {
 public:
  // Memory begins at the address `base` and has `size` bytes.
  CodeWords(std::uint32_t base, std::uint32_t size) : base_(base), executed_(size / 4 + 1), written_(size / 4 + 1) {}
  void executed(std::uint32_t address, std::uint32_t bytes) {
    mark(executed_, written_, address);
    mark(executed_, written_, address + bytes - 1);
  }
  void written(std::uint32_t address) { mark(written_, executed_, address); }
  bool is_executed(std::uint32_t address) const {
    const std::size_t word = (address - base_) / 4;
    return word < executed_.size() && executed_[word];
  }
  // Whether some word has been both executed and written.
  bool changed() const { return changed_; }

 private:
  void mark(std::vector<bool>& these, const std::vector<bool>& others, std::uint32_t address) {
    const std::size_t word = (address - base_) / 4;
    if (word >= these.size()) return;
    these[word] = true;
    changed_ = changed_ || others[word];
  }
  std::uint32_t base_;
  std::vector<bool> executed_, written_;
  bool changed_ = false;
};

// Calls visit(address) for at least one byte of every word of memory that the last instruction of `state` wrote.
// `last_input` is the last input of the state before that instruction.
template <class Visit>
void for_each_written(const ExecutionState& state, const ExecutedInstruction& executed, const Input* last_input,
                      Visit&& visit) {
  for (const MemoryAccess& access : executed.accesses) {
    if (!access.store || access.device) continue;
    for (std::uint32_t i = 0; i < access.count; ++i) {
      const std::uint32_t at = access.low + (i << access.stride_bits);
      visit(at);
      visit(at + access.bytes - 1);
    }
  }
  if (state.inputs == last_input || !state.inputs->address) return;
  for (std::uint32_t i = 0; i < state.inputs->size; ++i) visit(*state.inputs->address + i);
}

}  // namespace janus::engine
