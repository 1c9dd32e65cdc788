// The searchers by name:
//
//   dfs             the youngest fork, once the running path has ended
//   bfs             the state that has waited longest
//   random          each with the same probability
//   random-path     a random walk from the root of the execution tree: favours states with few forks behind them, so
//                   that the many states of a loop do not outweigh the few outside (KLEE, OSDI 2008, section 3.4)
//   coverage        a random draw that favours states close to code that no path has executed, and states that executed
//                   some lately (the same; KLEE's nurs:covnew)
//   mixed           random-path and coverage in turn, as KLEE does
//   best-of-three   the best by one of three criteria, which is drawn anew each time
//   best-sum        the best by their sum
//   weighted-sum    a random draw with probabilities proportional to their sum
//
// The last three are the outlook of the Sym-ISS paper, after Cadar et al.; the criteria are in guided_searcher.cpp.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/search/searcher.h"

namespace janus::engine {

class Coverage;

// The names make_searcher() knows, for --help and its errors.
std::vector<std::string_view> searcher_names();

// Whether the searcher of that name must be made with a Coverage.
bool needs_coverage(std::string_view name);

// Null if the name is unknown. `seed` matters to random searchers only; `coverage` must outlive the searcher.
std::unique_ptr<Searcher> make_searcher(std::string_view name, std::uint64_t seed, Coverage* coverage = nullptr);

}  // namespace janus::engine
