// What one iteration of a loop does, from a state at its header on: which locations it changes, and each path through
// the body with its condition and the values that it leaves.
//
// The body is executed by the symbolic hart from a generic state: the state at the header, with a variable of its own
// in each location that any iteration changes, found by trying until no more turn up. All else is as it was on arrival,
// so that what the loop leaves alone is known: pointers, limits, the path condition. Calls are followed; inner loops
// are up to the caller (Visitor).
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

// One way through the body, back to the header; over the generic variables.
struct LoopPath {
  std::vector<term::Term> conditions;  // of width 1; all hold
  std::vector<term::Term> updates;     // by location
};

struct LoopBody {
  std::vector<Location> locations;     // that some path may change
  std::vector<term::Term> on_arrival;  // the value of each where the loop is entered
  std::vector<term::Term> generic;     // the variable of each
  std::vector<LoopPath> paths;         // all that come back; those that leave the loop, or end, are not listed
};

// What makes a loop no case for a summary; one line for people.
struct Unsummarizable {
  std::string why;
  bool out_of_time = false;  // more of it may help
};

class LoopBodyExplorer {
 public:
  static constexpr std::size_t kMaxPaths = 24, kMaxLocations = 64;
  static constexpr std::uint64_t kMaxInstructions = 50'000;  // of all paths together, in each round
  static constexpr std::uint64_t kSlice = 1000;              // instructions between two looks at the time
  static constexpr int kMaxRounds = 8;

  // May change a state that stands at the header of an inner loop, and add siblings.
  using Visitor = std::function<void(ExecutionState& state, States& siblings)>;

  // All must outlive it. `hart` stops at merge points, and nobody watches it. `stop` says when to give up for lack of
  // time.
  LoopBodyExplorer(term::TermPool& pool, SymbolicHart& hart, const program::ProgramLoops& loops,
                   const std::function<bool()>& stop)
      : pool_(pool), hart_(hart), loops_(loops), stop_(stop) {}

  // `state` stands at the header of `loop`. `level` tells the variables apart from those of loops around this one.
  // Throws Unsummarizable.
  LoopBody explore(const ExecutionState& state, program::ProgramLoops::LoopNumber loop, unsigned level,
                   const Visitor& visitor);

 private:
  using Runs = std::vector<std::unique_ptr<ExecutionState>>;

  Runs run(const ExecutionState& header, program::ProgramLoops::LoopNumber loop, const Visitor& visitor);
  bool left(const ExecutionState& header, const ExecutionState& state, program::ProgramLoops::LoopNumber loop) const;
  static void require_plain(const ExecutionState& header, const ExecutionState& state);
  bool add_changed(LoopBody& body, const ExecutionState& header, const ExecutionState& state) const;

  term::TermPool& pool_;
  SymbolicHart& hart_;
  const program::ProgramLoops& loops_;
  const std::function<bool()>& stop_;
};

}  // namespace janus::engine
