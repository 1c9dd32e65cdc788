// The states that were there before: a table by what is concrete in a state.
//
// Cost: a look visits the words of memory that the path has changed since its last look. Only states of one hash are
// compared (state_comparison.h). Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/revisit/state_comparison.h"
#include "engine/revisit/visit.h"
#include "engine/state/execution_state.h"

namespace janus::engine {

// The last look at a path.
struct LastLook {
  std::shared_ptr<Stretch> stretch;  // of the path; null if no state of it was kept
  Memory memory;
  std::uint64_t memory_hash = 0;
  solver::PathCondition path;
  const Input* inputs = nullptr;
  std::uint64_t visits = 0;  // of loop heads since the path condition and the inputs last changed
  std::uint32_t rounds = 0;  // how often the path was widened (widening.h)
  struct VisitsAt {
    CodePlace place;
    std::uint32_t count;
    const Input* inputs;  // at the last one
  };
  std::vector<VisitsAt> visits_at = {};  // states of the path that were kept
  std::uint32_t pc = 0;
};

class VisitedStates {
 public:
  // Bounds of the table. Once one is reached, the table stays as it is.
  static constexpr std::size_t kMaxStates = 100'000, kMaxBytes = std::size_t{256} << 20;
  static constexpr std::size_t kMaxCompared = 64;  // states of one hash

  explicit VisitedStates(StateComparison& comparison) : comparison_(comparison) {}

  // The hash of a memory. `before`: of this path's last look, or null.
  std::uint64_t hash_of(const Memory& memory, const LastLook* before);
  // What is concrete in `state`.
  static std::uint64_t hash_of(const ExecutionState& state, std::uint64_t memory_hash);
  // A state of that hash that was there before and can do whatever `state` can do; null if there is none. The
  // comparison has begun with `state`.
  std::shared_ptr<Visit> find(const ExecutionState& state, std::uint64_t hash);
  // Keeps `state`. Null if there is no room.
  std::shared_ptr<Visit> add(const ExecutionState& state, std::uint64_t hash);
  // Finds that state no more; it still takes room.
  void remove(const std::shared_ptr<Visit>& visit);

  void clear();

  std::size_t size() const { return states_; }
  bool full() const { return states_ >= kMaxStates || bytes_ >= kMaxBytes; }

 private:
  StateComparison& comparison_;
  std::unordered_map<std::uint64_t, std::vector<std::shared_ptr<Visit>>> visits_;
  std::size_t states_ = 0, bytes_ = 0, changed_words_ = 0;
};

}  // namespace janus::engine
