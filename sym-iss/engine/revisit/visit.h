// A state that was kept, to compare later states with.
#pragma once

#include <memory>
#include <vector>

#include "engine/revisit/live_cells.h"
#include "engine/state/execution_state.h"

namespace janus::engine {

struct Stretch;

struct Visit {
  hart::ArchitecturalState<term::SymbolicValues> hart;
  Memory memory;
  SharedBoard board;
  SharedFiles files;
  MainCall main_call;
  const Frame* calls;
  std::shared_ptr<const Shadow> shadow;
  solver::PathCondition path;
  std::shared_ptr<const term::Assignment> model;
  const Input* inputs;
  std::uint64_t hash;                   // in VisitedStates
  std::vector<term::Term> conjuncts;    // of the path, that constrain what is there
  std::weak_ptr<Stretch> stretch = {};  // that begins here
  // Once all paths behind the visit have ended: what is live, and the conjuncts that constrain that.
  std::shared_ptr<const LiveCells> live = {};
  std::vector<term::Term> live_conjuncts = {};
};

}  // namespace janus::engine
