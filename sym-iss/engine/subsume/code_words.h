// Which words of memory are code, and whether code stays as it is: what is known of what states executed says something
// about other states only as long as all of them run the same code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/state/technique.h"

namespace janus::engine {

// Which words of memory were executed, and which were written; both for all states together.
class CodeWords {
 public:
  CodeWords(std::uint32_t base, std::uint32_t size) : base_(base), executed_(size / 4 + 1), written_(size / 4 + 1) {}
  void executed(std::uint32_t address) { mark(executed_, written_, address); }
  void written(std::uint32_t address) { mark(written_, executed_, address); }
  bool is_executed(std::uint32_t address) const {
    const std::size_t word = (address - base_) / 4;
    return word < executed_.size() && executed_[word];
  }
  // Whether some word was both.
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

// Calls visit(address) for at least one byte of every word of memory that `state` wrote with the instruction that it
// executed last; `last_input` is its last input before that.
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
