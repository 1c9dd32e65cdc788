// Searchers: which waiting state to run next.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/execution_state.h"

namespace janus::engine {

// Owns the states that wait. Deterministic: the same calls give the same choices.
class Searcher {
 public:
  virtual ~Searcher() = default;
  virtual void add(std::unique_ptr<ExecutionState> state) = 0;
  // Removes and returns the state to run next; there must be one.
  virtual std::unique_ptr<ExecutionState> take() = 0;
  virtual std::size_t size() const = 0;
  // Whether the running state should go back among the others after a fork, or go on until its path ends.
  virtual bool reconsiders_after_fork() const = 0;
};

// The names make_searcher() knows, for --help and its errors.
std::vector<std::string_view> searcher_names();

// Null if the name is unknown. `seed` matters to random searchers only.
std::unique_ptr<Searcher> make_searcher(std::string_view name, std::uint64_t seed);

}  // namespace janus::engine
