// The largest and the smallest number of cycles over all paths, and test cases that take them.
//
// Every path has one number of cycles for all of its inputs: whatever an instruction's cost depends on is a decision of
// the path (SymbolicHart::latency). So the extremes over paths are the extremes over inputs. Techniques that let one
// path stand for others break that, and are refused.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/explore/case_maker.h"
#include "engine/state/execution_state.h"
#include "engine/state/test_case.h"

namespace janus::engine {

struct ExtremeTime {
  std::uint64_t cycles = 0;
  std::uint64_t path = 0;  // number of the path, from 1
  TestCase test_case;
};

struct TimesResult {
  std::optional<ExtremeTime> worst, best;         // nothing if no path passed the stretch
  std::map<std::uint64_t, std::uint64_t> counts;  // how many paths took that many cycles at most, by cycles
  std::uint64_t missed = 0;                       // paths that never passed the stretch
  std::uint64_t inside = 0;                       // paths that ended within the stretch
  std::vector<std::string> remarks;               // why these are bounds found so far, one phrase for each reason
  bool proved = false;                            // no input takes more, and none less
};

class ExtremeTimes {
 public:
  // All references must outlive the object. No places: the whole run, from reset to its end.
  ExtremeTimes(const CaseMaker& cases, const std::optional<StretchPlaces>& places) : cases_(cases), places_(places) {}

  // For every path that ended and was not pruned. `path` is its number.
  void ended(const ExecutionState& state, const Ending& ending, std::uint64_t path);
  // After the exploration; `complete` if it dropped nothing, and no state waits.
  TimesResult finish(bool complete);

 private:
  void note(const ExecutionState& state, const Ending& ending, std::uint64_t path, std::uint64_t least,
            std::uint64_t most);
  void take(std::optional<ExtremeTime>& extreme, const ExecutionState& state, const Ending& ending, std::uint64_t path,
            std::uint64_t cycles);

  const CaseMaker& cases_;
  const std::optional<StretchPlaces>& places_;
  TimesResult result_;
  std::uint64_t endless_ = 0, inexact_ = 0, given_up_ = 0, unknown_ends_ = 0, unconfirmed_ = 0;
};

}  // namespace janus::engine
