// The largest and the smallest number of cycles over all paths, or amount of energy, and test cases that take them.
//
// A path that stands for itself has one number of cycles for all of its inputs: whatever an instruction's cost depends
// on is a decision of the path (SymbolicHart::latency). Where states merge, a path has a term. Its shape bounds the
// number of cycles (term::Extremes); the solver looks for inputs that take that many, and halves the rest if there are
// none. Techniques lose count of time, and are refused.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/explore/case_maker.h"
#include "engine/state/execution_state.h"
#include "engine/state/test_case.h"
#include "solver/solver.h"

namespace janus::engine {

struct ExtremeTime {
  std::uint64_t amount = 0;  // of what is measured: cycles or femtojoules
  std::uint64_t path = 0;    // number of the path, from 1
  TestCase test_case;
  // Of a stretch with interrupts off: the addresses in front of which it begins and ends.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> places = {};
};

struct TimesResult {
  Measure measure = Measure::Cycles;
  std::optional<ExtremeTime> worst, best;         // nothing if no path passed the stretch
  std::map<std::uint64_t, std::uint64_t> counts;  // how many paths took that much at most, by the amount
  std::uint64_t merged = 0;                       // paths that stand for others, with other amounts; not in `counts`
  std::uint64_t missed = 0;                       // paths that never passed the stretch
  std::uint64_t inside = 0;                       // paths that ended within the stretch
  std::vector<std::string> remarks;               // why these are bounds found so far, one phrase for each reason
  bool proved = false;                            // no input takes more, and none less
};

class ExtremeTimes {
 public:
  // All references must outlive the object. No places: the whole run, from reset to its end.
  ExtremeTimes(const CaseMaker& cases, const std::optional<StretchPlaces>& places, Measure measure,
               term::TermPool& pool, solver::Solver& solver)
      : cases_(cases), places_(places), measure_(measure), pool_(pool), solver_(solver) {
    result_.measure = measure;
  }

  // For every path that ended and was not pruned. `path` is its number.
  void ended(const ExecutionState& state, const Ending& ending, std::uint64_t path);
  // After the exploration; `complete` if it dropped nothing, and no state waits.
  TimesResult finish(bool complete);

 private:
  struct Path {
    const ExecutionState& state;
    const Ending& ending;
    std::uint64_t number;
  };
  void note(const Path& path, const MergedCount& least, const MergedCount& most);
  void look(std::optional<ExtremeTime>& extreme, const Path& path, const MergedCount& count, bool largest);
  void take(std::optional<ExtremeTime>& extreme, const Path& path, std::uint64_t amount);
  std::optional<std::uint64_t> search(ExecutionState& state, term::Term ahead, std::optional<std::uint64_t> known,
                                      bool largest);
  MergedCount of_run(const ExecutionState& state) const;
  void confirm(ExtremeTime& extreme, bool largest);
  void run_again(const ExtremeTime& extreme);
  void pass_again(ExtremeTime& extreme, bool largest);

  const CaseMaker& cases_;
  const std::optional<StretchPlaces>& places_;
  const Measure measure_;
  term::TermPool& pool_;
  solver::Solver& solver_;
  TimesResult result_;
  std::uint64_t endless_ = 0, inexact_ = 0, given_up_ = 0, unknown_ends_ = 0, unconfirmed_ = 0, unanswered_ = 0;
};

}  // namespace janus::engine
