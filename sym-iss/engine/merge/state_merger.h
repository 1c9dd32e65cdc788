// Merging states: two states at the same place become one that stands for the paths of both.
//
// Registers and bytes of memory that differ become a choice (ite) by what tells the two paths apart; the path condition
// keeps the conjuncts that both have, and a disjunction of the others. Pages that both share are not looked at.
//
// Time is what two paths seldom agree on: a merged state has none of its own if their cycles or instructions differ. It
// counts on from the larger, so that limits hold; firmware that reads a clock then gets no answer but a path given up
// (Termination::TimeIsMerged), and states do not merge while a timer is armed.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "engine/hart/merge_points.h"
#include "engine/merge/query_counts.h"
#include "engine/state/execution_state.h"

namespace janus::engine {

// Which states may merge, of those that can:
//   All      every two
//   Careful  those that agree on what both know: a live register, or a word of memory, that is concrete in both is the
//            same in both. So no counter, length or pointer becomes a choice, on which later branches would fork again.
//   Estimated  those where fewer questions than a limit are to be expected about what is concrete and differs
//            (query_counts.h)
enum class MergePolicy : std::uint8_t { All, Careful, Estimated };

struct MergeStatistics {
  std::uint64_t merges = 0;
  std::uint64_t refused = 0;  // at the same place with the same call stack, but not mergeable
  std::uint64_t choices = 0;  // registers and words of memory that became an ite
};

class StateMerger {
 public:
  // Two states that differ in more words of memory than this are not merged.
  static constexpr std::size_t kMaxDifferentWords = 4096;

  // Of states whose RAM is at `ram_base`. `pool` must outlive it, and so must `points` if there are any; without, every
  // register counts as live.
  StateMerger(term::TermPool& pool, std::uint32_t ram_base, MergePolicy policy = MergePolicy::All,
              const MergePoints* points = nullptr)
      : values_(pool), ram_base_(ram_base), policy_(policy), points_(points) {}

  // A merger by estimation; `counts` must outlive it.
  StateMerger(term::TermPool& pool, std::uint32_t ram_base, const QueryCounts& counts, float limit_cost)
      : values_(pool),
        ram_base_(ram_base),
        policy_(MergePolicy::Estimated),
        points_(nullptr),
        counts_(&counts),
        limit_cost_(limit_cost) {}

  // Makes `into` stand for both, if they can be merged; else nothing changes, and false is returned. Their path
  // conditions exclude each other, as those of two states of one exploration do.
  bool merge(ExecutionState& into, const ExecutionState& other);

  // Calls `listener` before every merge, while both are still what they were.
  using Listener = std::function<void(ExecutionState& into, const ExecutionState& other)>;
  void on_merge(Listener listener) { listener_ = std::move(listener); }

  const MergeStatistics& statistics() const { return statistics_; }

 private:
  struct Paths {
    term::Term selector;  // holds on `other`'s paths, and not on `into`'s
    solver::PathCondition path;
  };
  static bool mergeable(const ExecutionState& a, const ExecutionState& b);
  bool agree_on_registers(const ExecutionState& a, const ExecutionState& b) const;
  bool may_differ(const ExecutionState& a, const ExecutionState& b, std::uint32_t offset) const;
  bool cheap(const ExecutionState& a, const ExecutionState& b, const std::vector<std::uint32_t>& different) const;
  Paths join(const solver::PathCondition& into, const solver::PathCondition& other);
  void merge_registers(ExecutionState& into, const ExecutionState& other, term::Term selector);

  term::SymbolicValues values_;
  std::uint32_t ram_base_;
  MergePolicy policy_;
  const MergePoints* points_;
  const QueryCounts* counts_ = nullptr;  // Estimated
  float limit_cost_ = 0;
  Listener listener_;
  MergeStatistics statistics_;
};

}  // namespace janus::engine
