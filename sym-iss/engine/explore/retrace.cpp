#include "engine/explore/retrace.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "engine/explore/path_calls.h"
#include "engine/explore/path_dependence.h"
#include "engine/state/technique.h"
#include "term/evaluate.h"

namespace janus::engine {
namespace {

constexpr std::size_t kMostCalls = 1000;       // a recursion without end fills the whole stack
constexpr std::size_t kMostDecisions = 10000;  // of a path, the latest: a loop may have millions

// On a path that one model takes, nothing else is feasible.
class OneModel : public solver::Solver {
 public:
  solver::Answer check(const solver::PathCondition&, term::Term, term::Assignment&) override {
    return solver::Answer::Unsat;
  }
  void interrupt() override {}
  void set_timeout(double) override {}
  void collect(std::vector<solver::SolverStatistics>&) const override {}
};

// Sees each instruction of the path: gives new inputs their values, and notes calls and decisions.
class Retracer : public Technique {
 public:
  Retracer(const TestCase& test_case, term::TermPool& pool)
      : case_(test_case), pool_(pool), astray_(!can_retrace(test_case)) {}

  bool watches_instructions() const override { return true; }
  TechniqueReport report() const override { return {}; }

  void decided(ExecutionState& state, term::Term condition, bool holds, solver::Answer) override {
    if (decisions_.empty() || decisions_.back().instructions != state.hart.retired) {
      if (decisions_.size() == 2 * kMostDecisions) {
        decisions_.erase(decisions_.begin(), decisions_.begin() + kMostDecisions);
        earlier_ += kMostDecisions;
      }
      decisions_.push_back({state.hart.pc, false, state.hart.retired, {}, {}, {}});
    }
    auto& inputs = decisions_.back().inputs;
    dependence_.assume(state.path);
    for (const std::uint32_t variable : dependence_.variables(condition, state.model)) {
      const auto input = input_of_.find(variable);  // not there: an input that the test case does not have
      if (input != input_of_.end()) inputs.push_back(input->second);
    }
    dependence_.decide(condition, holds);
  }

  void executed(ExecutionState& state, const ExecutedInstruction& executed) override {
    const std::uint32_t next = state.hart.pc, behind = isa::next_pc(executed.pc, executed.instruction);
    const bool trapped = std::exchange(retired_, state.hart.retired) == state.hart.retired;
    note_comparison(state, executed.instruction);
    calls_.executed(state, executed.pc, executed.instruction, trapped);
    if (!trapped && next != behind && !decisions_.empty() && decisions_.back().instructions + 1 == retired_) {
      decisions_.back().jumped = true;
      if (isa::control(executed.instruction.opcode) == isa::Control::JumpRegister) decisions_.back().target = next;
    }
    take_inputs(state);  // of a hook, or of a read of a module
  }

  void interrupted(ExecutionState& state) override {
    const auto& mepc = state.hart.mepc;
    calls_.enter_handler(mepc.is_concrete() ? mepc.bits.raw : 0);
  }
  void moved(ExecutionState&) override {}  // by a device

  // Gives the inputs that are new on the path their values.
  void take_inputs(ExecutionState& state) {
    if (state.inputs == last_) return;
    auto model = *state.model;
    for (const Input* input = state.inputs; input != last_ && !astray_; input = input->previous) {
      take_input(*input, model);
    }
    last_ = state.inputs;
    state.model = std::make_shared<const term::Assignment>(std::move(model));
  }

  void take_input(const Input& input, term::Assignment& model) {
    if (input.index >= case_.inputs.size() || case_.inputs[input.index].bytes.size() != input.size) {
      astray_ = true;
      return;
    }
    const auto& bytes = case_.inputs[input.index].bytes;
    for (term::ByteChunk* chunk : input.chunks) pool_.byte_chunks().divide(*chunk, 8);
    input.for_each_part([&](std::uint32_t offset, term::Term part) {
      const auto variable = static_cast<std::uint32_t>(part->value);
      std::uint64_t value = 0;
      for (unsigned bit = 0; bit < part.width(); bit += 8) value |= std::uint64_t{bytes[offset + bit / 8]} << bit;
      model.set(variable, value);
      input_of_[variable] = {input.index, offset, part.width() / 8};
    });
  }

  // Whether the path has asked for other inputs than the test case has.
  bool astray() const { return astray_; }

  RetracedPath result(const ExecutionState& state) {
    RetracedPath path{.decisions = std::move(decisions_),
                      .earlier_decisions = earlier_,
                      .calls = {},
                      .handlers = {},
                      .instructions = state.hart.retired};
    for (InputDecision& decision : path.decisions) {
      std::ranges::sort(decision.inputs);
      const auto twice = std::ranges::unique(decision.inputs);
      decision.inputs.erase(twice.begin(), twice.end());
    }
    for (const Frame* frame = calls_.innermost(); frame && path.calls.size() < kMostCalls; frame = frame->caller) {
      if (PathCalls::is_of_handler(*frame)) path.handlers.push_back(path.calls.size());
      path.calls.push_back(frame->site);
    }
    return path;
  }

 private:
  // A branch changes no register, so what it has compared is still there.
  void note_comparison(const ExecutionState& state, const isa::Instruction& instruction) {
    if (isa::control(instruction.opcode) != isa::Control::Branch) return;
    if (decisions_.empty() || decisions_.back().instructions + 1 != retired_) return;
    const auto value = [&](unsigned number) {
      const auto& word = state.hart.x[number];
      return static_cast<std::uint32_t>(word.term ? term::evaluate(word.term, *state.model) : word.bits.raw);
    };
    const bool only_right_depends = !state.hart.x[instruction.rs1].term && state.hart.x[instruction.rs2].term;
    decisions_.back().compared = {instruction.opcode, value(instruction.rs1), value(instruction.rs2),
                                  only_right_depends};
  }

  const TestCase& case_;
  term::TermPool& pool_;
  PathDependence dependence_;
  PathCalls calls_;
  std::uint64_t retired_ = 0;
  const Input* last_ = nullptr;                             // that the test case has given its value
  std::unordered_map<std::uint32_t, InputBytes> input_of_;  // by variable
  std::vector<InputDecision> decisions_;
  std::uint64_t earlier_ = 0;  // decisions that are forgotten
  bool astray_;
};

// How many words the device receives on the path.
std::uint32_t words_received(const TestCase& test_case, const std::string& device) {
  for (const devices::ReceivedWords& received : received_words(test_case)) {
    if (received.device == device) return static_cast<std::uint32_t>(received.words.size());
  }
  return 0;
}

// Follows a test case to its end on a symbolic hart of its own.
class Followed {
 public:
  Followed(const support::FirmwareImage& image, const SymbolicHartConfig& config, const TestCase& test_case,
           std::uint64_t most_instructions, program::ExecutionCounts* counts, Technique* watcher = nullptr)
      : config_(along(config, test_case)), hart_(config_, pool_, solver_, image), retracer_(test_case, pool_) {
    constexpr std::uint64_t kSlice = 1'000'000;  // between two looks at whether the path went astray
    hart_.watch_for(retracer_);
    if (watcher) hart_.watch_for(*watcher);
    hart_.count(counts);
    state_ = hart_.initial_state();
    retracer_.take_inputs(*state_);
    States siblings;
    while (!ending_ && siblings.empty() && !retracer_.astray() && state_->hart.retired < most_instructions) {
      ending_ = hart_.run(*state_, std::min(kSlice, most_instructions - state_->hart.retired), siblings);
    }
    is_one_path_ = siblings.empty() && !retracer_.astray();
  }

  const ExecutionState& state() const { return *state_; }
  // Nothing if the path did not come to an end.
  const std::optional<Ending>& ending() const { return ending_; }
  // Whether nothing was asked that the test case does not answer.
  bool is_one_path() const { return is_one_path_; }
  term::TermPool& pool() { return pool_; }
  RetracedPath path() { return retracer_.result(*state_); }

 private:
  static SymbolicHartConfig along(SymbolicHartConfig config, const TestCase& test_case) {
    config.by_value = false;
    config.seeds = nullptr;
    for (DeviceInput& input : config.device_inputs) input.least = input.most = words_received(test_case, input.device);
    if (!config.interrupts.empty()) config.planned = planned_arrivals(test_case, config.board.plan());
    return config;
  }

  const SymbolicHartConfig config_;
  term::TermPool pool_;
  OneModel solver_;
  SymbolicHart hart_;
  Retracer retracer_;
  std::unique_ptr<ExecutionState> state_;
  std::optional<Ending> ending_;
  bool is_one_path_ = false;
};

}  // namespace

bool can_retrace(const TestCase& test_case) {
  constexpr std::uint64_t kMostBytes = 1U << 18;  // each is a variable
  std::uint64_t bytes = 0;
  for (const TestInput& input : test_case.inputs) bytes += input.bytes.size();
  return bytes <= kMostBytes;
}

RetracedPath retrace(const support::FirmwareImage& image, const SymbolicHartConfig& config, const TestCase& test_case,
                     std::uint64_t most_instructions, program::ExecutionCounts* counts) {
  Followed followed(image, config, test_case, most_instructions, counts);
  RetracedPath path = followed.path();
  const auto& ending = followed.ending();
  path.complete = ending && ending->reason == test_case.ending.reason && followed.state().hart.pc == test_case.pc;
  return path;
}

void retrace_watched(const support::FirmwareImage& image, const SymbolicHartConfig& config, const TestCase& test_case,
                     std::uint64_t most_instructions, Technique& watcher,
                     const std::function<void(term::TermPool& pool)>& behind) {
  Followed followed(image, config, test_case, most_instructions, nullptr, &watcher);
  behind(followed.pool());
}

std::optional<RemadeFinding> remade(const support::FirmwareImage& image, const SymbolicHartConfig& config,
                                    const CaseMaker& cases, const TestCase& test_case,
                                    std::uint64_t most_instructions) {
  const Followed followed(image, config, test_case, most_instructions, nullptr);
  if (!followed.ending() || !followed.is_one_path()) return std::nullopt;
  const ExecutionState& state = followed.state();
  Finding made{.test_case = cases.make_unmeasured(state, *followed.ending())};
  const auto& stack_pointer = state.hart.x[isa::kSp];
  if (stack_pointer.is_concrete()) made.stack_pointer = stack_pointer.bits.raw;
  return RemadeFinding{std::move(made), !state.preferences.empty()};
}

}  // namespace janus::engine
