// Makes the test case of a path: the values of the inputs, and when the path ends.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "devices/functional_machine.h"
#include "engine/hart/symbolic_hart.h"
#include "engine/state/test_case.h"
#include "solver/solver.h"
#include "support/debug_info.h"

namespace janus::engine {

class CaseMaker {
 public:
  // All references must outlive the object. `most_instructions` is the instruction limit of a path (0: none).
  // `out_of_time` is called again and again during a concrete execution.
  CaseMaker(const support::FirmwareImage& image, const SymbolicHartConfig& hart, std::uint64_t most_instructions,
            std::function<bool()> out_of_time)
      : image_(image), hart_(hart), most_instructions_(most_instructions), out_of_time_(std::move(out_of_time)) {}

  // The inputs have their values in the path's model. If the state has no exact time, the end of the path is measured
  // on the concrete machine; if that takes too long, instructions and cycles are 0.
  TestCase make(const ExecutionState& state, const Ending& ending) const;
  // The same, without measuring.
  TestCase make_unmeasured(const ExecutionState& state, const Ending& ending) const;

  // What the firmware prints on the concrete machine along a test case that was measured, as far as
  // `most_instructions`. Calls `step`, unless it is empty, in front of each of the last `most_steps` instructions, and
  // once at the end.
  using Step = std::function<void(devices::FunctionalMachine& machine)>;
  std::string output_of(const TestCase& test_case, std::uint64_t most_instructions, const Step& step = {},
                        std::uint64_t most_steps = 0) const;

  // Whether the machine is in front of a `wfi`.
  bool waits(devices::FunctionalMachine& machine) const;

  // Whether the concrete machine ends as the test case of a violation says. Nothing if that took too long to find out.
  // Completes what the test case says of its end; corrects it if an access traps for which a detector was to stop.
  std::optional<bool> replays(TestCase& test_case) const;
  // Whether a run with the inputs of a test case, which nobody has measured, comes to its end at its place in front of
  // the limit. Then sets when that is, and leaves out the inputs at the end for which no hook has asked. `executed`:
  // instructions, to which those of the run are added.
  bool comes_to_end(TestCase& test_case, std::uint64_t most_instructions, std::uint64_t& executed) const;
  // Whether the path of a state that stands for more than its inputs can do ends like this on the concrete machine.
  bool happens(const ExecutionState& state, const Ending& ending) const;

 private:
  // Most instructions that are measured for a path through summed-up loops.
  static constexpr std::uint64_t kMaxMeasured = 500'000'000, kMoreIfWidened = 1'000'000;

  void measure(TestCase& test_case, std::uint64_t most_instructions, bool ends_by_then) const;
  devices::FunctionalMachine machine(const TestCase& test_case, TestCaseInputs& inputs) const;
  void run_in_front_of(Termination reason, std::uint64_t most_instructions, devices::FunctionalMachine& machine) const;
  std::optional<devices::FunctionalMachine::End> run_to_end(devices::FunctionalMachine& machine,
                                                            std::uint64_t most_instructions) const;
  bool replays_to_end(const TestCase& test_case, devices::FunctionalMachine& machine) const;
  bool replays_in_front(TestCase& test_case, devices::FunctionalMachine& machine) const;
  bool comes_in_front_of(Termination reason, std::uint32_t pc, std::uint64_t most_instructions,
                         devices::FunctionalMachine& machine) const;
  std::uint32_t bits_ahead(devices::FunctionalMachine& machine) const;
  const support::DebugInfo& debug() const;
  bool stands_before(Termination reason, devices::FunctionalMachine& machine) const;

  const support::FirmwareImage& image_;
  const SymbolicHartConfig& hart_;
  const std::uint64_t most_instructions_;
  const std::function<bool()> out_of_time_;
  mutable std::shared_ptr<const support::DebugInfo> debug_;  // null until somebody needs it
};

// Looks for a model of the state's path in which summed-up loops have few iterations. Keeps the model if there is none.
void prefer_few_iterations(ExecutionState& state, term::TermPool& pool, solver::Solver& solver);

// Looks for a model of the state's path whose inputs are small: as many bytes as can be are zero, from the first one
// on, and of the others those that can be are printable, unless they are 1, as truth is. Asks at most `most_questions`.
void prefer_small_inputs(ExecutionState& state, term::TermPool& pool, solver::Solver& solver, unsigned most_questions);

// Looks for simple inputs for a path that is told or a violation, as far as that is quick and its ending allows it: the
// functions above and below. `covers`: somebody will read them.
void choose_inputs(ExecutionState& state, const Ending& ending, term::TermPool& pool, solver::Solver& solver,
                   bool is_told, bool covers, double solver_seconds);

// Looks for a model of the state's path for which the state's preferences hold, as many as can, the first ones first.
void take_preferences(ExecutionState& state, term::TermPool& pool, solver::Solver& solver);

}  // namespace janus::engine
