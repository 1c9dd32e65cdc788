#include "engine/explore/enumeration.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "devices/repeated_runs.h"
#include "engine/explore/findings.h"
#include "engine/explore/judgement.h"
#include "engine/explore/limits.h"
#include "engine/explore/results.h"
#include "engine/explore/value_odometer.h"
#include "program/known_code.h"
#include "support/activity.h"
#include "support/contract.h"
#include "support/resident_memory.h"
#include "term/work_clock.h"

namespace janus::engine {
namespace {

constexpr double kMostCombinations = 1U << 24;

// The values of the parts of inputs that are made before the first fork, from what is assumed until then.
ValueOdometer::Parts known_parts(const support::FirmwareImage& image, const ExplorationConfig& config,
                                 Reasoning& reasoning, LimitWatch& limits) {
  constexpr std::uint64_t kMostInstructions = 1U << 24, kPiece = 1U << 12, kMostBytes = 32;
  SymbolicHartConfig without_detectors = config.hart;  // where they fork, nothing is assumed
  without_detectors.detectors = {};
  SymbolicHart hart(without_detectors, reasoning.pool, *reasoning.chains.whole, image);
  hart.pause_when(&limits.look());
  hart.broken_off_when(&limits.over());
  hart.decide_by(*reasoning.chains.facts);  // a hard question is a fork
  if (config.concrete_stretches) hart.execute_concrete_stretches(config.eager_stretches);
  const std::unique_ptr<ExecutionState> state = hart.initial_state();
  States siblings;
  const auto has_few = [&] { return !state->inputs || state->inputs->total_size <= kMostBytes; };
  const std::uint64_t most = config.limits.instructions ? config.limits.instructions : kMostInstructions;
  while (siblings.empty() && has_few() && state->hart.retired < std::min(most, kMostInstructions) &&
         !limits.out_of_time()) {
    limits.look() = false;  // which makes run() return
    if (hart.run(*state, kPiece, siblings)) break;
  }
  // A sibling has decided one question more than both had assumed.
  const solver::PathCondition assumed =
      siblings.empty() ? state->path : solver::PathCondition(siblings.front()->path.last()->parent);
  ValueOdometer::Parts parts;
  for (const Input* input : inputs_of(*state)) {
    input->for_each_part([&](std::uint32_t offset, term::Term part) {
      solver::ValueSet values = reasoning.chains.whole->values(assumed, part);
      if (values.is_empty()) return;
      parts.emplace(ValueOdometer::Place{input->index, offset},
                    ValueOdometer::Part{part.width() / 8, std::move(values)});
    });
  }
  return parts;
}

class Enumeration : public ExplorationRun, private hart::InputSource, private hart::ExecutionCounter {
 public:
  Enumeration(const support::FirmwareImage& image, const ExplorationConfig& config, const ExplorationEvents& events)
      : image_(image),
        config_(config),
        events_(events),
        limits_(config_.limits, config_.interrupted),
        reasoning_(config_.solver),
        known_code_(image) {
    JANUS_REQUIRE(why_not_enumerated(config_, events_).empty());
    config_.enumerate = false;
    if (config_.tree) result_.tree.emplace(config_.tree);
  }

  void run() override {
    const Watchdog watchdog = limits_.guard(*reasoning_.chains.whole);
    const support::InActivity enumerating(support::Activity::Enumerating);
    if (!begin()) return;
    while (try_values()) {
      if (odometer_->advance()) continue;
      if (!are_meant_for_others()) return;
      stayed_in_known_code();
      done_ = true;
      return;
    }
  }

  void cancel() override {
    limits_.cancel();
    limits_.look() = true;
    reasoning_.chains.whole->interrupt();
    if (path_) path_->cancel();
  }

  ExplorationResult finish() override {
    ExplorationResult result = so_far();
    result.reach = reach();
    note_memory(result, config_.hart.detectors, true, unchecked_accesses());
    if (!done_ && !violated_) {
      result.waiting = 1;
      if (why_.empty()) why_ = limits_.broken_off_by().value_or("not every value was tried");
      const double tried = 100 * progress();
      if (tried > 0)
        result.techniques.back().remarks.push_back(fmt::format("{:.2g} % of all combinations of values", tried));
    }
    if (!why_.empty()) result.gave_up.push_back(why_);
    judge(result, config_.limits, violated_);
    return result;
  }

  ExplorationResult so_far() const override {
    ExplorationResult result = result_;
    result.stand_for = result.paths;
    note_layers(result, layers_of(*reasoning_.chains.whole), limits_.elapsed());
    result.techniques.push_back({"enumerate", {{"runs", runs_}}, {}});
    result.repeatable = !limits_.measured();
    result.seconds = limits_.elapsed();
    result.peak_bytes = support::peak_resident_bytes();
    result.terms = reasoning_.pool.size();
    return result;
  }

  Reach reach() const override { return {.paths = result_.paths, .waiting = done_ ? 0U : 1U, .progress = progress()}; }

  // Nothing of it is written down.
  Snapshot snapshot() override { return {so_far(), progress(), {}}; }
  std::vector<std::shared_ptr<const Frontier>> pieces(std::size_t) override { return {}; }
  std::vector<std::shared_ptr<const Frontier>> largest_apart(std::size_t) override { return {}; }
  void limit_slice(const Slice&) override { JANUS_REQUIRE(!"it has no slices"); }
  std::uint64_t brought_back() const override { return 0; }
  bool slice_is_over() const override { return false; }
  bool is_out_of_memory() const override { return false; }

  std::uint64_t forks() const override { return runs_; }
  std::uint32_t deepest() const override { return 1; }
  double progress() const override { return done_ ? 1 : odometer_ ? odometer_->progress() : 0; }
  Progress report(double own_seconds) override {
    Progress now;
    now.seconds = limits_.elapsed_of_all();
    now.own_seconds = own_seconds;
    now.done = {result_.paths, result_.hart.instructions, 0};
    now.waiting = done_ ? 0 : 1;
    now.findings = violations(result_.findings);
    now.memory_bytes = support::resident_bytes();
    now.limits = config_.limits;
    return now;
  }
  std::uint64_t overdue() const override { return 0; }
  std::pair<std::uint64_t, std::uint64_t> grown_conditions() const override { return {0, 0}; }
  std::uint64_t inputs() const override { return result_.hart.most_inputs; }
  std::uint64_t symbolic_addresses() const override { return 0; }
  std::uint64_t shortcuts() const override { return runs_; }
  bool handed_back() const override { return false; }

 private:
  static constexpr std::uint64_t kPiece = 1U << 21;  // instructions between two looks at the limits
  static constexpr unsigned kRunsBetweenLooks = 256;
  static constexpr unsigned kMostSuspects = 16;        // runs that another exploration looks at
  static constexpr std::uint64_t kLongRun = 1U << 20;  // instructions

  using Machine = devices::FunctionalMachine;
  using End = Machine::End;

  std::unique_ptr<Machine> make_machine() {
    hart::HartConfig config;
    config.hooks = config_.hart.hooks;
    config.map = config_.hart.map;
    config.timing = config_.hart.timing;
    config.htif = config_.hart.htif;
    config.detectors = config_.hart.detectors;
    hart::InputSource* const inputs = this;
    auto machine = std::make_unique<Machine>(image_, config, inputs, true, config_.hart.ram_size, config_.hart.board);
    machine->drop_output();
    return machine;
  }

  // Finds out where the first input is made, and makes a machine that is in front of it. Returns whether there is one.
  bool begin() {
    odometer_.emplace(known_parts(image_, config_, reasoning_, limits_), kMostCombinations);
    machine_ = make_machine();
    while (!first_input_ && why_.empty()) {
      const auto end = go_on();
      if (end && !first_input_) return gives_up("no input is made");
      if (limits_.out_of_time()) return false;
    }
    if (!why_.empty()) return false;
    machine_ = make_machine();
    machine_->run_in_blocks(*first_input_);
    if (!devices::RepeatedRuns::are_possible(*machine_)) return gives_up("the concrete hart cannot run fast");
    machine_->hart().count(*this);
    repeated_.emplace(
        *machine_, [this] { return admits_call(); },
        [this](std::uint32_t pc, std::uint32_t object) {
          is_unsure_ |= unsure_.try_emplace({pc, object}, odometer_->bytes()).second;
        });
    return true;
  }

  // One run. Returns whether the next one may follow.
  bool try_values() {
    if (++runs_ % kRunsBetweenLooks == 0 && (limits_.out_of_time() || has_enough())) return false;
    spend(term::Work::Fork);
    repeated_->begin_again();
    odometer_->begin();
    inputs_ = 0;
    is_unsure_ = false;
    std::optional<End> end;
    while (!(end = go_on())) {
      if (limits_.out_of_time() || repeats_itself()) return false;
    }
    longest_run_ = std::max(longest_run_, machine_->hart().state().retired);
    result_.hart.most_inputs = std::max(result_.hart.most_inputs, inputs_);
    result_.hart.most_input_bytes = std::max<std::uint64_t>(result_.hart.most_input_bytes, odometer_->bytes().size());
    if (!why_.empty()) return false;
    if (end->stop == hart::Stop::Gate) return gives_up("the firmware needs more than a concrete hart");
    if (is_unsure_ && end->stop != hart::Stop::Detected &&
        !is_fine_with_terms(odometer_->bytes(), machine_->hart().state().retired + 1))
      return false;
    if (end->stop == hart::Stop::AssumeFailed) return true;
    if (end->exit_code && config_.hart.ends.is_fine(*end->exit_code)) {
      ended(Termination::Exited, 1);
      return true;
    }
    return looked_at(end->stop);
  }

  // Whether a limit of the exploration is reached.
  bool has_enough() {
    const auto reason = limits_.reached({.paths = result_.paths, .forks = 0});
    if (reason) why_ = *reason;
    return reason.has_value();
  }

  // Goes on with a run, for a while. How it ended; nothing if it has not. Reaching the limit of instructions is an end.
  std::optional<End> go_on() {
    const auto& hart = machine_->hart().state();
    const std::uint64_t most = config_.limits.instructions ? config_.limits.instructions : ~std::uint64_t{0};
    const std::uint64_t before = hart.retired, next = std::min(most, before + std::min(kPiece, most - before));
    const End end = machine_->run_in_blocks(next);
    result_.hart.instructions += hart.retired - before;
    const bool detects = config_.hart.detectors.any();
    spend(detects ? term::Work::DetectedInstruction : term::Work::ConcreteInstruction,
          static_cast<term::WorkClock::rep>(hart.retired - before));
    if (hart.retired < next || end.exit_code || next == most) return end;
    return std::nullopt;
  }

  void ended(Termination reason, std::uint64_t paths) {
    result_.ended[reason] += paths;
    result_.first_end.try_emplace(reason, machine_->hart().state().pc);
    result_.paths += paths;
  }

  bool gives_up(std::string why) {
    why_ = std::move(why);
    return false;
  }

  // The exploration of the path of this run alone. Values are terms as far as possible, so that detectors know what
  // depends on inputs; or as little as possible. Tells of violations, and of paths that are given up if `tells_all`.
  ExplorationResult path_alone(bool terms, std::uint64_t most_instructions, bool tells_all) {
    return path_alone(odometer_->bytes(), terms, most_instructions, tells_all);
  }
  ExplorationResult path_alone(const SeedBytes& bytes, bool terms, std::uint64_t most_instructions, bool tells_all) {
    ExplorationConfig one = config_;
    one.hart.seeds = std::make_shared<const std::vector<SeedBytes>>(1, bytes);
    one.hart.by_value = !terms;  // the values are known, so terms need not grow
    if (!terms && config_.hart.detectors.any()) one.hart.max_load_targets = one.hart.max_store_targets = 1;
    if (const auto* shadow = machine_->hart().shadow()) one.hart.inside_elsewhere = shadow->pointers.accesses_inside();
    one.limits.paths = 1;
    one.limits.instructions = most_instructions;
    one.counts = nullptr;
    one.profile = nullptr;
    one.tree = {};
    ExplorationEvents events;
    events.on_finding = [this, tells_all](const Finding& finding) {
      if (events_.on_finding && (tells_all || is_violation(finding))) events_.on_finding(finding);
    };
    path_ = start_exploration(image_, one, events);
    path_->run();
    ExplorationResult path = path_->finish();
    path_.reset();
    violated_ = path.verdict == Verdict::Unsafe;
    if (violated_) {
      result_.findings = std::move(path.findings);
      for (const auto& [reason, count] : path.ended) ended(reason, count);
    }
    return path;
  }

  // Whether a run with an access that left an object unreported is no violation for who knows which words depend on
  // inputs.
  bool is_fine_with_terms(const SeedBytes& bytes, std::uint64_t most_instructions) {
    const ExplorationResult path = path_alone(bytes, true, most_instructions, false);
    if (violated_) return false;
    const auto is_end = [](const auto& end) {
      return end.first == Termination::InstructionLimit || end.first == Termination::AssumeFailed ||
             row(end.first).consequence == Consequence::Normal;
    };
    const bool was_followed = path.ended.size() == 1 && is_end(*path.ended.begin());
    return was_followed || gives_up("a run was not followed to its end with terms");
  }

  // Explores the path of this run alone, which did not end well. Returns whether the next run may follow.
  bool looked_at(hart::Stop stop) {
    if (++suspects_ > kMostSuspects) return gives_up("many runs end in another way than by an exit");
    const bool detected = stop == hart::Stop::Detected;
    if (!detected && machine_->hart().state().retired - *first_input_ >= kLongRun)
      return gives_up("a long run does not end well");  // its decisions are too many to be looked at
    ExplorationResult path = path_alone(detected, config_.limits.instructions, !detected);
    if (detected && !violated_) path = path_alone(false, config_.limits.instructions, true);
    if (violated_) return false;
    if (detected) return gives_up("a detector reports a run, and not its path");
    const bool is_normal =
        path.paths == 1 && path.ended.size() == 1 && row(path.ended.begin()->first).consequence == Consequence::Normal;
    if (!is_normal) return gives_up("a run does not end well, and is no violation");
    ended(path.ended.begin()->first, 1);
    return true;
  }

  hart::UnsureAccesses unchecked_accesses() const {
    hart::UnsureAccesses unchecked;
    for (const auto& [access, bytes] : unsure_) unchecked.left.insert(access);
    if (const auto* const shadow = machine_ ? machine_->hart().shadow() : nullptr) {
      shadow->pointers.accesses_inside().for_each([&](std::uint32_t pc, std::uint32_t where) {
        if (where == hart::kUnknownObject) unchecked.unknown.insert(pc);
      });
    }
    return unchecked;
  }

  // Whether no access that left an object unreported is a violation, now that every run has told what is meant for
  // what.
  bool are_meant_for_others() {
    const auto* const shadow = machine_->hart().shadow();
    return std::ranges::all_of(unsure_, [&](const auto& one) {
      const auto& [access, bytes] = one;
      const bool was_inside = shadow->pointers.accesses_inside().contains(access.first, access.second);
      return !was_inside || is_fine_with_terms(bytes, longest_run_ + 1);
    });
  }

  // Whether the path of this run, which has not ended, repeats itself for ever, and that is a violation. Asked about
  // one long run, since a path that ends does not.
  bool repeats_itself() {
    const std::uint64_t retired = machine_->hart().state().retired;
    if (!config_.hart.repeating_fails || asked_for_repetition_ || retired - *first_input_ < kLongRun) return false;
    asked_for_repetition_ = true;
    path_alone(false, retired, false);
    return violated_;
  }

  // An input that leads a jump to where the file has no code is a violation, whatever is there.
  void stayed_in_known_code() {
    machine_->hart().tell_counts();
    bool stayed = true;
    counts().for_each([&](std::uint32_t pc, const auto&) { stayed = stayed && known_code_.has(pc); });
    if (!stayed) why_ = "code was executed that the file does not have";
  }

  program::ExecutionCounts& counts() { return config_.counts ? *config_.counts : own_counts_; }

  // hart::InputSource
  void next_input(std::uint32_t, std::uint8_t* bytes, std::uint32_t size) override {
    if (!first_input_) first_input_ = machine_->hart().state().retired;
    ++inputs_;
    if (!why_.empty() || odometer_->next(bytes, size)) return;
    why_ = fmt::format("the inputs have too many values, more than 2^24: a path has {} bytes or more",
                       odometer_->bytes().size() + size);
  }
  // hart::ExecutionCounter
  void executed(std::uint32_t pc, const isa::Instruction& instruction, std::uint32_t next) override {
    counts().executed(pc, instruction, next);
  }
  void executed_often(std::uint32_t pc, std::uint64_t times, std::uint64_t taken) override {
    counts().add(pc, times, taken);
  }

  bool admits_call() {
    const auto& hart = machine_->hart().state();
    if (!why_.empty()) return false;
    const std::uint32_t code = hart.x[isa::kT0].raw;
    if (!isa::is_hook_code(code)) return true;
    switch (static_cast<isa::HookCode>(code)) {
      case isa::HookCode::Assert: ++result_.hart.assertions[hart.pc]; return true;
      case isa::HookCode::Assume:
      case isa::HookCode::MakeRegisterSymbolic:
      case isa::HookCode::MakeMemorySymbolic:
      case isa::HookCode::MakeNamedMemorySymbolic:
      case isa::HookCode::Poison:
      case isa::HookCode::Unpoison:
      case isa::HookCode::Define:
      case isa::HookCode::BeginObject:
      case isa::HookCode::EndObject: return true;
      // These ask for terms, or for what is not kept.
      case isa::HookCode::IsSymbolic:
      case isa::HookCode::GetValue:
      case isa::HookCode::Prefer:
      case isa::HookCode::Print:
      case isa::HookCode::Report:
      case isa::HookCode::Cover:
      case isa::HookCode::StackTrace:
      case isa::HookCode::BeginStretch:
      case isa::HookCode::EndStretch:
      case isa::HookCode::AssertCycles: return false;
    }
    return false;  // no hook, which is_hook_code() excludes
  }

  const support::FirmwareImage& image_;
  ExplorationConfig config_;
  const ExplorationEvents events_;
  LimitWatch limits_;
  Reasoning reasoning_;
  const program::KnownCode known_code_;
  program::ExecutionCounts own_counts_;
  std::optional<ValueOdometer> odometer_;
  std::unique_ptr<Machine> machine_;
  std::optional<devices::RepeatedRuns> repeated_;  // of machine_
  std::unique_ptr<ExplorationRun> path_;           // that is looked at now
  std::optional<std::uint64_t> first_input_;       // how many instructions have retired then
  std::uint64_t runs_ = 0, inputs_ = 0;            // inputs of the present run
  unsigned suspects_ = 0;
  // Accesses, and objects that they left unreported, with what the first such run had read by then.
  std::map<std::pair<std::uint32_t, std::uint32_t>, SeedBytes> unsure_;
  bool is_unsure_ = false;         // there are new ones in the present run
  std::uint64_t longest_run_ = 0;  // instructions retired
  bool asked_for_repetition_ = false;
  bool done_ = false, violated_ = false;
  std::string why_;  // the exploration ends without a verdict
  ExplorationResult result_;
};

}  // namespace

std::string why_not_enumerated(const ExplorationConfig& config, const ExplorationEvents& events) {
  const SymbolicHartConfig& hart = config.hart;
  if (!hart.device_inputs.empty() || !hart.interrupts.empty() || hart.planned) return "--symbolic";
  if (!hart.modules.empty()) return "--module";
  if (hart.semihosting.on) return "semihosting";
  if (hart.detectors.unwritten != hart::Unwritten::AsItIs) return "--uninitialised";
  if (hart.call.any()) return "--call";
  if (hart.seeds) return "--seeds";
  if (hart.by_value) return "--by-value";
  if (hart.stretch || config.extreme_times) return "--worst-case";
  if (config.techniques.any()) return "a technique";
  if (config.merging != Merging::None) return "--merge";
  if (config.bounded) return "bmc";
  if (config.hart.log || config.resumed) return "--checkpoint, --resume, --spill or --jobs";
  if (config.cover || config.covering) return "--cover";
  if (!config.stop_at_first) return "--all";
  if (events.on_path || events.on_path_formula || events.on_end) return "what is told of each path";
  const auto is_symbolic = [](const hart::ReservedRegion& region) { return region.reads == hart::Reserved::Symbolic; };
  if (hart.map && std::ranges::any_of(hart.map->reserved(), is_symbolic)) return "reserved regions that are symbolic";
  return {};
}

std::unique_ptr<ExplorationRun> start_enumeration(const support::FirmwareImage& image, const ExplorationConfig& config,
                                                  const ExplorationEvents& events) {
  return std::make_unique<Enumeration>(image, config, events);
}

}  // namespace janus::engine
