#include "engine/explore/case_maker.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "support/error.h"
#include "term/evaluate.h"

namespace janus::engine {
namespace {

// Whether a run ended as a path that ended by a violation.
bool ended_like(const devices::FunctionalMachine::End& end, const hart::ConcreteHart& hart, const Ending& ending) {
  using hart::Stop;
  switch (ending.reason) {
    case Termination::Exited:
    case Termination::FailingExit: return end.exit_code == ending.exit_code;
    case Termination::Halted: return end.stop == Stop::Halted;
    case Termination::AssertFailed: return end.stop == Stop::AssertFailed;
    case Termination::HookError: return end.stop == Stop::HookError;
    case Termination::HostError: return end.stop == Stop::HostError;
    case Termination::UnhandledTrap:
      return end.stop == Stop::UnhandledTrap && hart.unhandled_trap().cause == ending.cause &&
             hart.unhandled_trap().value == ending.trap_value;
    case Termination::WaitsForever:
    case Termination::Repeats:
    case Termination::AssumeFailed:
    case Termination::CodeViolated:
    case Termination::StackExhausted:
    case Termination::HeapMisused:
    case Termination::BoundsLeft:
    case Termination::BlocksOverlap:
    case Termination::ReturnOverwritten:
    case Termination::FrameGone:
    case Termination::MemoryLeaked:
    case Termination::PoisonTouched:
    case Termination::UndefinedUse:
    case Termination::NullUsed:
    case Termination::Misaligned:
    case Termination::DivisionByZero:
    case Termination::SignedOverflow:
    case Termination::ControlledJump:
    case Termination::InstructionLimit:
    case Termination::ForkLimit:
    case Termination::SolverGaveUp:
    case Termination::Subsumed:
    case Termination::Revisited:
    case Termination::Refuted:
    case Termination::TimeIsMerged:
    case Termination::ForeignModule:
    case Termination::MovesSymbol:
    case Termination::AsksWhetherSymbolic:
    case Termination::Learned:
    case Termination::Infeasible: break;  // these are no violations, or do not end a run
  }
  return false;
}

bool is_at_end(devices::FunctionalMachine& machine, const TestCase& test_case) {
  const auto& state = machine.hart().state();
  return state.pc == test_case.pc && state.retired == test_case.instructions;
}

// Says of the inputs of devices when they arrived.
void add_arrivals(TestCase& test_case, const devices::FunctionalMachine::Arrivals& arrivals) {
  std::map<std::string_view, std::size_t> used;  // by earlier inputs of the device
  for (TestInput& input : test_case.inputs) {
    const devices::DataSheet* const sheet = devices::data_sheet(input.kind_of_device());
    const auto of = arrivals.find(input.device);
    if (!sheet || of == arrivals.end()) continue;
    std::size_t& first = used[input.device];
    const std::size_t words = std::min(of->second.size() - first, input.bytes.size() / sheet->receives->bytes);
    const auto begin = of->second.begin() + static_cast<std::ptrdiff_t>(first);
    input.arrivals.assign(begin, begin + static_cast<std::ptrdiff_t>(words));
    first += words;
  }
}

}  // namespace

TestCase CaseMaker::make_unmeasured(const ExecutionState& state, const Ending& ending) const {
  TestCase result = make_test_case(state, ending, image_);
  result.machine = {hart_.timing.source,       hart_.ram_size, hart_.hooks,   {},
                    hart_.detectors.unwritten, image_.isa(),   hart_.platform};
  if (const hart::SemihostingSettings& host = hart_.semihosting; host.on)
    result.machine.semihosting = {host.arguments, host.directory != nullptr};
  result.call = hart_.call;
  for (TestInput& input : result.inputs) {
    const devices::DataSheet* const kind = devices::kind_of(hart_.board.plan(), input.device);
    if (kind && kind->name != input.device) input.kind = kind->name;
  }
  for (const devices::ForeignModule& module : hart_.modules) {
    if (module.reads_are_inputs) result.modules.push_back(module);
  }
  for (const SymbolicInterrupt& interrupt : hart_.interrupts) {
    TestInterrupt& made = result.interrupts.emplace_back(std::string(interrupt.row->name));
    for (const Arrival* arrival : arrivals_of(state.arrivals)) {
      if (arrival->row == interrupt.row) made.arrivals.push_back({arrival->pc, arrival->retired, arrival->cycles});
    }
  }
  if (ending.reason == Termination::StackExhausted) result.machine.stack_limit = hart_.detectors.stack_limit;
  return result;
}

TestCase CaseMaker::make(const ExecutionState& state, const Ending& ending) const {
  TestCase result = make_unmeasured(state, ending);
  if (state.clock_lag.is_exact()) return result;
  if (ending.reason == Termination::InstructionLimit) {
    measure(result, most_instructions_, true);
  } else if (state.iterations.empty() && state.clock_lag.known) {
    // The state's own count is that of the shortest of the paths it stands for.
    measure(result, result.instructions + state.clock_lag.most + 1, true);
  } else {
    // What a widened state does mostly does not happen, and its inputs end no loop that waits for more.
    measure(result, state.widened ? std::min(kMaxMeasured, 4 * result.instructions + kMoreIfWidened) : kMaxMeasured,
            false);
  }
  return result;
}

devices::FunctionalMachine CaseMaker::machine(const TestCase& test_case, TestCaseInputs& inputs) const {
  devices::Board board = hart_.board;
  for (const devices::ForeignModule& module : test_case.modules) {
    board.attach(module.region, devices::ForeignReads(module.region, inputs));
  }
  for (const TestInterrupt& interrupt : test_case.interrupts) {
    board.hold(*devices::arrival_row(board.plan(), interrupt.name));
  }
  for (devices::ReceivedWords& received : received_words(test_case)) {
    board.feed(received.device, std::move(received.words));
  }
  hart::HartConfig config;
  config.hooks = hart_.hooks;
  config.map = hart_.map;
  config.timing = hart_.timing;
  config.htif = hart_.htif;
  config.semihosting = hart_.semihosting;
  config.translate = false;
  config.detectors = hart_.detectors;
  config.detectors.on = 0;  // the caller asks
  make_ready_for(test_case, config.detectors);
  devices::FunctionalMachine machine(image_, config, &inputs, true, hart_.ram_size, std::move(board));
  machine.plan(planned_arrivals(test_case, hart_.board.plan()));
  return machine;
}

// Executes the path of a test case on the concrete machine to find out when the path ends. Needed if the state has no
// exact time.
void CaseMaker::measure(TestCase& test_case, std::uint64_t most_instructions, bool ends_by_then) const {
  TestCaseInputs inputs(test_case);
  devices::FunctionalMachine machine = this->machine(test_case, inputs);
  machine.drop_output();
  try {
    if (stops_in_front(test_case.ending.reason)) {
      run_in_front_of(test_case.ending.reason, most_instructions, machine);
    } else if (!run_to_end(machine, most_instructions) && !ends_by_then) {
      test_case.instructions = 0;  // not measured
      test_case.cycles = 0;
      return;
    }
  } catch (const support::InputError&) {  // the run took another path, and asks for other inputs: it will not replay
  }
  test_case.instructions = machine.hart().state().retired;
  test_case.cycles = machine.hart().state().cycles;
  if (test_case.ending.reason == Termination::InstructionLimit) test_case.pc = machine.hart().state().pc;
}

// The machine would execute the instruction, so the run stops in front of the first one of the kind.
void CaseMaker::run_in_front_of(Termination reason, std::uint64_t most_instructions,
                                devices::FunctionalMachine& machine) const {
  const auto& hart = machine.hart().state();
  for (bool runs = true; runs && hart.retired < most_instructions && !out_of_time_();) {
    if (stands_before(reason, machine)) return;
    const std::uint64_t before = hart.retired;
    machine.run(before + 1);
    runs = hart.retired > before;
  }
}

// How the run ended by itself; nothing if it reached the limit, or for lack of time.
std::optional<devices::FunctionalMachine::End> CaseMaker::run_to_end(devices::FunctionalMachine& machine,
                                                                     std::uint64_t most_instructions) const {
  constexpr std::uint64_t kStep = 10'000'000;
  const auto& hart = machine.hart().state();
  while (hart.retired < most_instructions && !out_of_time_()) {
    const std::uint64_t next = std::min(hart.retired + kStep, most_instructions);
    const auto end = machine.run_in_blocks(next);
    if (hart.retired < next || end.exit_code) return end;
  }
  return std::nullopt;
}

std::string CaseMaker::output_of(const TestCase& test_case, std::uint64_t most_instructions, const Step& step,
                                 std::uint64_t most_steps) const {
  TestCaseInputs inputs(test_case);
  devices::FunctionalMachine machine = this->machine(test_case, inputs);
  const bool in_front = stops_in_front(test_case.ending.reason);
  const std::uint64_t end = std::min(test_case.instructions + (in_front ? 0 : 1), most_instructions);
  try {
    const std::uint64_t first = step ? end - std::min(end, most_steps) : end;
    if (!run_to_end(machine, first) && step) machine.run(end, [&] { step(machine); });
  } catch (const support::InputError&) {  // the run asks for other inputs: what it printed until then
  }
  if (step) step(machine);
  return machine.output();
}

bool CaseMaker::happens(const ExecutionState& state, const Ending& ending) const {
  TestCase test_case = make(state, ending);
  return replays(test_case) == true;
}

std::optional<bool> CaseMaker::replays(TestCase& test_case) const {
  if (!test_case.measured() || test_case.instructions > kMaxMeasured) return std::nullopt;
  TestCaseInputs inputs(test_case);
  devices::FunctionalMachine machine = this->machine(test_case, inputs);
  machine.drop_output();
  machine.record_arrivals();
  try {
    const bool replayed = stops_in_front(test_case.ending.reason) ? replays_in_front(test_case, machine)
                                                                  : replays_to_end(test_case, machine);
    if (replayed) {
      add_arrivals(test_case, machine.arrivals());
    } else if (out_of_time_()) {
      return std::nullopt;
    }
    return replayed;
  } catch (const support::InputError&) {  // the run asks for other inputs
    return false;
  }
}

bool CaseMaker::replays_to_end(const TestCase& test_case, devices::FunctionalMachine& machine) const {
  const auto end = run_to_end(machine, test_case.instructions + 1);
  return end && is_at_end(machine, test_case) && machine.hart().state().cycles == test_case.cycles &&
         ended_like(*end, machine.hart(), test_case.ending);
}

// The path ends in front of an instruction, but maybe behind the entry of an interrupt handler.
bool CaseMaker::replays_in_front(TestCase& test_case, devices::FunctionalMachine& machine) const {
  if (run_to_end(machine, test_case.instructions)) return false;
  hart::ConcreteHart& hart = machine.hart();
  const Termination reason = test_case.ending.reason;
  const auto detector = detector_of(reason);
  bool replayed = false;
  const auto end = machine.run(test_case.instructions + 1, [&] {
    if (replayed || !is_at_end(machine, test_case) || hart.state().cycles != test_case.cycles) return;
    replayed = stands_before(reason, machine);
    const auto mistake = replayed && detector ? hart.mistake(*detector) : std::nullopt;
    if (mistake) test_case.ending.detail = describe(*mistake, debug());
  });
  if (replayed || !detector || end.stop != hart::Stop::UnhandledTrap || !is_at_end(machine, test_case)) return replayed;
  // A null pointer counts as one into the object of the others that a word may be. On its own, it leads nowhere.
  const hart::ConcreteHart::UnhandledTrap& trap = hart.unhandled_trap();
  test_case.ending = {.reason = Termination::UnhandledTrap, .cause = trap.cause, .trap_value = trap.value};
  test_case.cycles = hart.state().cycles;
  return true;
}

bool CaseMaker::comes_to_end(TestCase& test_case, std::uint64_t most_instructions, std::uint64_t& executed) const {
  TestCaseInputs inputs(test_case);
  devices::FunctionalMachine machine = this->machine(test_case, inputs);
  machine.drop_output();
  const auto& hart = machine.hart().state();
  bool is_there = false;
  try {
    const Termination reason = test_case.ending.reason;
    if (stops_in_front(reason)) {
      is_there = comes_in_front_of(reason, test_case.pc, most_instructions, machine);
    } else {
      const auto end = run_to_end(machine, most_instructions);
      is_there = end && hart.pc == test_case.pc && ended_like(*end, machine.hart(), test_case.ending);
    }
  } catch (const support::InputError&) {  // the run asks for other inputs
  }
  executed += hart.retired;
  if (!is_there) return false;
  test_case.instructions = hart.retired;
  test_case.cycles = hart.cycles;
  std::size_t number = 0;
  std::erase_if(test_case.inputs,
                [&](const TestInput& input) { return number++ >= inputs.used() && input.device.empty(); });
  return true;
}

// Runs until the machine is in front of an instruction at this pc for which a path ends so. Whether it comes there.
bool CaseMaker::comes_in_front_of(Termination reason, std::uint32_t pc, std::uint64_t most_instructions,
                                  devices::FunctionalMachine& machine) const {
  const auto& hart = machine.hart().state();
  while (hart.retired < most_instructions && !out_of_time_()) {
    if (hart.pc == pc && stands_before(reason, machine)) return true;
    const auto end = machine.run(hart.retired + 1);
    if (end.exit_code || end.stop != hart::Stop::Budget) return false;
  }
  return false;
}

// Reading it takes a while, and few explorations need it.
const support::DebugInfo& CaseMaker::debug() const {
  if (!debug_) debug_ = std::make_shared<support::DebugInfo>(image_);
  return *debug_;
}

// The word at the pc; 0 outside of memory.
std::uint32_t CaseMaker::bits_ahead(devices::FunctionalMachine& machine) const {
  const std::uint32_t offset = machine.hart().state().pc - hart_.ram_base;
  std::uint32_t bits = 0;
  if (offset < machine.ram().size())
    std::memcpy(&bits, machine.ram().data() + offset, std::min(sizeof bits, machine.ram().size() - offset));
  return bits;
}

bool CaseMaker::stands_before(Termination reason, devices::FunctionalMachine& machine) const {
  if (machine.hart().state().pc - hart_.ram_base >= machine.ram().size()) return false;
  return is_reason_to_stop(reason, bits_ahead(machine), machine.hart(), image_);
}

bool CaseMaker::waits(devices::FunctionalMachine& machine) const {
  return isa::decode(bits_ahead(machine), machine.hart().extensions()).opcode == isa::Opcode::wfi;
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

void prefer_small_inputs(ExecutionState& state, term::TermPool& pool, solver::Solver& solver, unsigned most_questions) {
  if (!state.model) return;
  term::Term kept = pool.truth(true);
  const auto holds_with = [&](term::Term wish) {
    if (most_questions == 0) return false;
    --most_questions;
    const term::Term both = pool.bit_and(kept, wish);
    term::Assignment model = *state.model;
    if (solver.check(state.path, both, model) != solver::Answer::Sat) return false;
    kept = both;
    state.model = std::make_shared<const term::Assignment>(std::move(model));
    return true;
  };
  for (const Input* input : inputs_of(state)) {
    if (input->answer) continue;
    input->for_each_part([&](std::uint32_t, term::Term part) {
      if (holds_with(pool.eq(part, pool.constant(part.width(), 0)))) return;
      for (unsigned low = 0; low < part.width(); low += 8) {
        const term::Term byte = pool.extract(part, low + 7, low);
        if (part.width() > 8 && holds_with(pool.eq(byte, pool.constant(8, 0)))) continue;
        if (term::evaluate(byte, *state.model) == 1 && holds_with(pool.eq(byte, pool.constant(8, 1)))) continue;
        holds_with(pool.ult(pool.sub(byte, pool.constant(8, ' ')), pool.constant(8, '~' - ' ' + 1)));
      }
    });
  }
}

void choose_inputs(ExecutionState& state, const Ending& ending, term::TermPool& pool, solver::Solver& solver,
                   bool is_told, bool covers, double solver_seconds) {
  constexpr unsigned kMostWishes = 64;             // about the inputs of a test case
  constexpr double kWishSeconds = 0.1;             // counted, for each
  constexpr double kWishSecondsOfFinding = 0.005;  // the same, while somebody waits for the finding
  // What such an ending says is of the present model.
  const bool keeps_model = ending.reason == Termination::UnhandledTrap || ending.reason == Termination::FailingExit;
  const bool is_violation = consequence_of(ending) == Consequence::Violation;
  if (is_violation && ending.reason != Termination::UnhandledTrap) prefer_few_iterations(state, pool, solver);
  if (keeps_model || !(is_violation || is_told)) return;
  if (is_violation || covers) {
    solver.set_timeout(is_violation ? kWishSecondsOfFinding : kWishSeconds);
    prefer_small_inputs(state, pool, solver, kMostWishes);
    solver.set_timeout(solver_seconds);
  }
  take_preferences(state, pool, solver);
}

void take_preferences(ExecutionState& state, term::TermPool& pool, solver::Solver& solver) {
  if (state.preferences.empty() || !state.model) return;
  term::Term kept = pool.truth(true);
  for (const term::Term preference : state.preferences) {
    const term::Term both = pool.bit_and(kept, preference);
    term::Assignment model = *state.model;
    if (solver.check(state.path, both, model) != solver::Answer::Sat) continue;
    kept = both;
    state.model = std::make_shared<const term::Assignment>(std::move(model));
  }
}

}  // namespace janus::engine
