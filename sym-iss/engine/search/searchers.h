// The searchers by name:
//
//   dfs             the state that was forked last, once the running path has ended
//   bfs             the state that has waited longest
//   random          each state with the same probability
//   random-path     a random walk from the root of the execution tree. Favours states with few forks behind them, so
//                   that the many states in a loop do not outweigh the few states outside (KLEE, OSDI 2008,
//                   section 3.4)
//   coverage        a random draw that favours states close to uncovered code, and states that covered something new
//                   lately (the same section; KLEE's nurs:covnew)
//   mixed           random-path and coverage in turn, as in KLEE
//   best-of-three   the best state by one of three criteria, which is drawn for each choice
//   best-sum        the best state by the sum of the three criteria
//   weighted-sum    a random draw with probabilities proportional to the sum of the three criteria
//
// The last three come from the outlook of the Sym-ISS paper, after Cadar et al. The criteria are in
// guided_searcher.cpp.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/search/searcher.h"

namespace janus::engine {

class Coverage;

// The names that make_searcher() knows, for --help and error messages.
std::vector<std::string_view> searcher_names();

// Whether make_searcher() needs a Coverage for the searcher `name`.
bool needs_coverage(std::string_view name);

// Makes the searcher `name`. Throws support::InputError with all names if the name is unknown. Only random searchers
// use `seed`. `coverage` must outlive the searcher.
std::unique_ptr<Searcher> make_searcher(std::string_view name, std::uint64_t seed, Coverage* coverage = nullptr);

}  // namespace janus::engine
