// The body of a loop, as one iteration from a state at the header: the locations that the iteration changes, and each
// path through the body with its conditions and the new values.
//
// The symbolic hart executes the body from a generic state: the state at the header, with a fresh variable in each
// location that some iteration changes. These locations are found in rounds, until a round finds no further location.
// Everything else has the values of the given state, so that whatever the loop does not change is known: pointers,
// limits, the path condition. Calls are followed. The caller handles inner loops (Visitor).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/hart/symbolic_hart.h"
#include "engine/state/locations.h"
#include "program/program_loops.h"

namespace janus::engine {

// One path through the body, from the header back to the header. Its terms are over the generic variables.
struct LoopPath {
  std::vector<term::Term> conditions;  // of width 1; all hold on this path
  std::vector<term::Term> updates;     // the new values, by location
};

struct LoopBody {
  std::vector<Location> locations;     // locations that some path changes
  std::vector<term::Term> on_arrival;  // the values in the state that arrived at the loop, by location
  std::vector<term::Term> generic;     // the generic variables, by location
  std::vector<LoopPath> paths;         // the paths back to the header; paths that leave the loop or end are left out
};

// Thrown if a loop cannot be summed up.
struct Unsummarizable {
  std::string why;           // one line for people
  bool out_of_time = false;  // an attempt with more time may succeed
};

class LoopBodyExplorer {
 public:
  static constexpr std::size_t kMaxPaths = 24, kMaxLocations = 64;
  static constexpr std::uint64_t kMaxInstructions = 50'000;  // of all paths together, in each round
  static constexpr std::uint64_t kSlice = 1000;              // instructions between two calls of `stop`
  static constexpr int kMaxRounds = 8;

  // Is called for a state at the header of an inner loop. May change the state and add siblings.
  using Visitor = std::function<void(ExecutionState& state, States& siblings)>;

  // All references must outlive the object. `hart` must stop at merge points and have no watchers. `stop` returns true
  // when the time is over.
  LoopBodyExplorer(term::TermPool& pool, SymbolicHart& hart, const program::ProgramLoops& loops,
                   const std::function<bool()>& stop)
      : pool_(pool), hart_(hart), loops_(loops), stop_(stop) {}

  // `state` stands at the header of `loop`. `level` is the number of loops around this loop that are being summed up;
  // each level has its own generic variables. Throws Unsummarizable.
  LoopBody explore(const ExecutionState& state, program::ProgramLoops::LoopNumber loop, unsigned level,
                   const Visitor& visitor);

 private:
  using Runs = std::vector<std::unique_ptr<ExecutionState>>;

  Runs run(const ExecutionState& header, program::ProgramLoops::LoopNumber loop, const Visitor& visitor);
  bool has_left(const ExecutionState& header, const ExecutionState& state,
                program::ProgramLoops::LoopNumber loop) const;
  static void require_plain(const ExecutionState& header, const ExecutionState& state);
  void require_no_pointers(const LoopBody& body, const ExecutionState& state, const ExecutionState& end) const;
  bool add_changed(LoopBody& body, const ExecutionState& header, const ExecutionState& state) const;

  term::TermPool& pool_;
  SymbolicHart& hart_;
  const program::ProgramLoops& loops_;
  const std::function<bool()>& stop_;
};

}  // namespace janus::engine
