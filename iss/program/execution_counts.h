// How often each instruction of a firmware was executed and, if it is a branch, taken: what coverage is made of. Counts
// only grow. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "isa/predicates.h"

namespace janus::program {

class ExecutionCounts {
 public:
  struct Count {
    std::uint64_t executed = 0, taken = 0;
  };

  // `instruction` at `pc` retired, and the hart goes on at `next`. Returns whether it is a branch that went this way
  // for the first time.
  [[gnu::always_inline]] bool executed(std::uint32_t pc, const isa::Instruction& instruction, std::uint32_t next) {
    if (pc / kPageBytes != last_.number || !last_.page) [[unlikely]]
      turn_to(pc / kPageBytes);
    Count& count = (*last_.page)[pc % kPageBytes / 2];
    ++count.executed;
    return isa::is_branch(instruction) && went(count, next != isa::next_pc(pc, instruction));
  }
  // The instruction at `pc` retired so often; as a branch, it jumped `taken` times.
  void add(std::uint32_t pc, std::uint64_t times, std::uint64_t taken) {
    Count& count = (*page_of(pc))[pc % kPageBytes / 2];
    count.executed += times;
    count.taken += taken;
  }
  // From now on, nothing was executed.
  void clear() { *this = {}; }
  // How many directions of branches were taken, without those of add().
  std::uint64_t directions() const { return directions_; }

  // Calls visit(pc, count) for each address that was executed, in no particular order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [number, page] : pages_) {
      for (std::uint32_t slot = 0; slot < page->size(); ++slot) {
        if ((*page)[slot].executed) visit(number * kPageBytes + 2 * slot, (*page)[slot]);
      }
    }
  }

  Count at(std::uint32_t pc) const {
    const auto found = pages_.find(pc / kPageBytes);
    return found == pages_.end() ? Count{} : (*found->second)[pc % kPageBytes / 2];
  }

 private:
  static constexpr std::uint32_t kPageBytes = 1024;
  using Page = std::array<Count, kPageBytes / 2>;

  // A branch has gone one of its ways. Returns whether for the first time.
  bool went(Count& count, bool taken) {
    if (taken) ++count.taken;
    const bool is_new = (taken ? count.taken : count.executed - count.taken) == 1;
    directions_ += is_new;
    return is_new;
  }

  Page* page_of(std::uint32_t pc) {
    const std::uint32_t number = pc / kPageBytes;
    Recent& recent = recent_[number % recent_.size()];
    return recent.page && recent.number == number ? recent.page : page_anew(number, recent);
  }
  struct Recent {
    std::uint32_t number = 0;
    Page* page = nullptr;
  };
  // Out of line, since they are seldom called.
  [[gnu::noinline]] void turn_to(std::uint32_t number) { last_ = {number, page_of(number * kPageBytes)}; }
  [[gnu::noinline]] Page* page_anew(std::uint32_t number, Recent& recent) {
    std::unique_ptr<Page>& page = pages_[number];
    if (!page) page = std::make_unique<Page>();
    recent = {number, page.get()};
    return recent.page;
  }

  std::unordered_map<std::uint32_t, std::unique_ptr<Page>> pages_;  // by number
  std::uint64_t directions_ = 0;
  std::array<Recent, 16> recent_{};  // the pages that were used last,
  Recent last_{};                    // and the very last of executed()
};

}  // namespace janus::program
