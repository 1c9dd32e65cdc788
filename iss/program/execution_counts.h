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

  // `instruction` at `pc` retired, and the hart goes on at `next`.
  void executed(std::uint32_t pc, const isa::Instruction& instruction, std::uint32_t next) {
    Count& count = (*page_of(pc))[pc % kPageBytes / 2];
    ++count.executed;
    if (isa::is_branch(instruction) && next != isa::next_pc(pc, instruction)) ++count.taken;
  }

  Count at(std::uint32_t pc) const {
    const auto found = pages_.find(pc / kPageBytes);
    return found == pages_.end() ? Count{} : (*found->second)[pc % kPageBytes / 2];
  }

 private:
  static constexpr std::uint32_t kPageBytes = 1024;
  using Page = std::array<Count, kPageBytes / 2>;

  Page* page_of(std::uint32_t pc) {
    const std::uint32_t number = pc / kPageBytes;
    if (last_ && number == last_number_) return last_;
    std::unique_ptr<Page>& page = pages_[number];
    if (!page) page = std::make_unique<Page>();
    last_number_ = number;
    return last_ = page.get();
  }

  std::unordered_map<std::uint32_t, std::unique_ptr<Page>> pages_;  // by number
  std::uint32_t last_number_ = 0;
  Page* last_ = nullptr;  // the page that was used last
};

}  // namespace janus::program
