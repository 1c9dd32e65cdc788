// Test cases of the ends of paths: an input that takes the path, and when it ends there.
#pragma once

#include <cstdint>
#include <functional>

#include "devices/functional_machine.h"
#include "engine/hart/symbolic_hart.h"
#include "engine/state/test_case.h"
#include "solver/solver.h"

namespace janus::engine {

class CaseMaker {
 public:
  // All must outlive it. `most_instructions` is the limit of a path (0: none); `out_of_time` is asked while a path is
  // executed concretely.
  CaseMaker(const support::FirmwareImage& image, const SymbolicHartConfig& hart, std::uint64_t most_instructions,
            std::function<bool()> out_of_time)
      : image_(image), hart_(hart), most_instructions_(most_instructions), out_of_time_(std::move(out_of_time)) {}

  // The path's model as inputs. If the path has no time of its own, its end is measured on the concrete machine; where
  // that takes too long, instructions and cycles are 0.
  TestCase make(const ExecutionState& state, const Ending& ending) const;

 private:
  // Instructions of a path around loops that were summed up, before it stays open how long it takes.
  static constexpr std::uint64_t kMaxMeasured = 500'000'000;

  void measure(TestCase& test_case, std::uint64_t most_instructions) const;
  bool run_to_end(devices::FunctionalMachine& machine, std::uint64_t most_instructions) const;
  bool stands_before_division_by_zero(devices::FunctionalMachine& machine) const;

  const support::FirmwareImage& image_;
  const SymbolicHartConfig& hart_;
  const std::uint64_t most_instructions_;
  const std::function<bool()> out_of_time_;
};

// Of all inputs that take this path, looks for one that does not go around summed-up loops too often.
void shorten(ExecutionState& state, term::TermPool& pool, solver::Solver& solver);

}  // namespace janus::engine
