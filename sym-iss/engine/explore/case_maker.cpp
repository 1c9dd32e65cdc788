#include "engine/explore/case_maker.h"

#include <algorithm>
#include <cstring>

namespace janus::engine {

TestCase CaseMaker::make(const ExecutionState& state, const Ending& ending) const {
  TestCase result = make_test_case(state, ending, image_);
  result.machine = {hart_.timing.source, hart_.ram_size, hart_.hooks};
  if (state.clock_lag.is_exact()) return result;
  if (ending.reason == Termination::InstructionLimit) {
    measure(result, most_instructions_);
  } else {
    // The state's own count is that of the shortest of the paths it stands for.
    const bool bounded = state.iterations.empty() && state.clock_lag.known;
    measure(result, bounded ? result.instructions + state.clock_lag.most + 1 : kMaxMeasured);
  }
  return result;
}

// Executes the path of a test case on the concrete machine to find out when the path ends. Needed if the state has no
// exact time.
void CaseMaker::measure(TestCase& test_case, std::uint64_t most_instructions) const {
  TestCaseInputs inputs(test_case);
  hart::HartConfig config;
  config.hooks = hart_.hooks;
  config.timing = hart_.timing;
  config.htif = hart_.htif;
  devices::FunctionalMachine machine(image_, config, &inputs, true, hart_.ram_size, hart_.board);
  if (test_case.ending.reason == Termination::DivisionByZero) {
    // The machine would execute the division, so the run stops in front of the first division by zero.
    const auto& hart = machine.hart().state();
    while (hart.retired < most_instructions && !out_of_time_() && !stands_before_division_by_zero(machine)) {
      machine.run(hart.retired + 1);
    }
  } else if (!run_to_end(machine, most_instructions) && most_instructions == kMaxMeasured) {
    test_case.instructions = 0;  // not measured
    test_case.cycles = 0;
    return;
  }
  test_case.instructions = machine.hart().state().retired;
  test_case.cycles = machine.hart().state().cycles;
  if (test_case.ending.reason == Termination::InstructionLimit) test_case.pc = machine.hart().state().pc;
}

// Returns whether the run ended by itself, rather than by the limit or for lack of time.
bool CaseMaker::run_to_end(devices::FunctionalMachine& machine, std::uint64_t most_instructions) const {
  constexpr std::uint64_t kStep = 10'000'000;
  const auto& hart = machine.hart().state();
  while (hart.retired < most_instructions && !out_of_time_()) {
    const std::uint64_t next = std::min(hart.retired + kStep, most_instructions);
    machine.run(next);
    if (hart.retired < next) return true;
  }
  return false;
}

bool CaseMaker::stands_before_division_by_zero(devices::FunctionalMachine& machine) const {
  const std::uint32_t offset = machine.hart().state().pc - hart_.ram_base;
  if (offset > machine.ram().size() - 4) return false;
  std::uint32_t bits = 0;
  std::memcpy(&bits, machine.ram().data() + offset, 4);
  return divides_by_zero(bits, machine.hart());
}

void prefer_few_iterations(ExecutionState& state, term::TermPool& pool, solver::Solver& solver) {
  if (state.iterations.empty()) return;
  for (const unsigned bits : {4U, 10U, 16U, 22U}) {
    term::Term few = pool.truth(true);
    for (const term::Term count : state.iterations) {
      few = pool.bit_and(few, pool.ult(count, pool.constant(32, std::uint64_t{1} << bits)));
    }
    term::Assignment model = *state.model;
    if (solver.check(state.path, few, model) != solver::Answer::Sat) continue;
    state.model = std::make_shared<const term::Assignment>(std::move(model));
    return;
  }
}

}  // namespace janus::engine
