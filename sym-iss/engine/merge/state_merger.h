// Merging states: two states at the same place become one state that stands for the paths of both.
//
// Each register and word of memory that differs becomes a choice (ite) by a condition that tells the two paths apart.
// The path condition keeps the conjuncts that both paths have, and a disjunction of the others. Pages that both states
// share are not compared.
//
// The two paths seldom agree on the time. If their cycles or instructions differ, the merged state has the smaller
// numbers, and terms that say how far each path is ahead of them (ClockLag). If its firmware reads a clock, there is a
// path for each time. States with different times do not merge while a timer is armed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/hart/merge_points.h"
#include "engine/merge/query_counts.h"
#include "engine/state/execution_state.h"

namespace janus::engine {

// Which of the mergeable states merge:
//   All        all of them
//   Careful    states that agree on what is concrete in both: each live register, and each word of memory. So no
//              counter, length or pointer becomes a choice on which later branches would fork again.
//   Estimated  states for which fewer queries than a limit are expected about values that are concrete in both and
//              differ (query_counts.h)
enum class MergePolicy : std::uint8_t { All, Careful, Estimated };

struct MergeStatistics {
  std::uint64_t merges = 0;
  std::uint64_t refused = 0;  // pairs at the same place with the same call stack that did not merge
  std::uint64_t choices = 0;  // registers and words of memory that became an ite
};

class StateMerger {
 public:
  // Two states that differ in more words of memory than this are not merged.
  static constexpr std::size_t kMaxDifferentWords = 4096;

  // For states whose memory begins at the address `ram_base`. `pool` must outlive the merger.
  StateMerger(term::TermPool& pool, std::uint32_t ram_base, MergePolicy policy = MergePolicy::All)
      : values_(pool), ram_base_(ram_base), policy_(policy) {}

  // Makes a merger with MergePolicy::Estimated. `pool` and `counts` must outlive the merger.
  StateMerger(term::TermPool& pool, std::uint32_t ram_base, const QueryCounts& counts, float limit_cost)
      : values_(pool),
        ram_base_(ram_base),
        policy_(MergePolicy::Estimated),
        counts_(&counts),
        limit_cost_(limit_cost) {}

  // Makes `into` stand for the paths of both states. Returns false, and changes nothing, if the states cannot or should
  // not merge. The path conditions must exclude each other, as the path conditions of two states of one exploration do.
  bool merge(ExecutionState& into, const ExecutionState& other);

  // Every register counts as live until the merger knows better. `points` must outlive it.
  void know_what_is_live(const MergePoints& points) { points_ = &points; }

  // States whose times would be lost are not merged from now on.
  void keep_times() { keeps_times_ = true; }

  // Calls `listener` before every merge, when both states are still unchanged.
  using Listener = std::function<void(ExecutionState& into, const ExecutionState& other)>;
  void on_merge(Listener listener) { listener_ = std::move(listener); }

  const MergeStatistics& statistics() const { return statistics_; }

 private:
  struct Paths {
    term::Term selector;  // true on the paths of `other`, false on the paths of `into`
    solver::PathCondition path;
  };
  bool mergeable(const ExecutionState& a, const ExecutionState& b) const;
  bool agree_on_registers(const ExecutionState& a, const ExecutionState& b) const;
  static bool is_leftover(const ExecutionState& a, const ExecutionState& b, std::uint32_t address);
  bool may_differ(const ExecutionState& a, const ExecutionState& b, std::uint32_t offset) const;
  bool cheap(const ExecutionState& a, const ExecutionState& b, const std::vector<std::uint32_t>& different) const;
  using Word32 = term::SymbolicWord<32>;
  static std::optional<hart::Origin> common_origin(hart::Origin ours, const Word32& our_word, hart::Origin theirs,
                                                   const Word32& their_word);
  std::optional<hart::Origin> common_origin(const ExecutionState& a, const ExecutionState& b, std::uint32_t address);
  bool same_origins(const ExecutionState& a, const ExecutionState& b);
  Paths join(const solver::PathCondition& into, const solver::PathCondition& other);
  void merge_registers(ExecutionState& into, const ExecutionState& other, term::Term selector);
  void merge_clocks(ExecutionState& into, const ExecutionState& other, term::Term selector);

  term::SymbolicValues values_;
  std::uint32_t ram_base_;
  MergePolicy policy_;
  const MergePoints* points_ = nullptr;
  const QueryCounts* counts_ = nullptr;  // Estimated
  float limit_cost_ = 0;
  bool keeps_times_ = false;
  Listener listener_;
  MergeStatistics statistics_;
};

}  // namespace janus::engine
