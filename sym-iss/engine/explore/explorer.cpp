#include "engine/explore/explorer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <limits>
#include <mutex>
#include <thread>

#include "devices/functional_machine.h"
#include "engine/explore/automatic.h"
#include "engine/learn/learning_searcher.h"
#include "engine/merge/merging_searcher.h"
#include "engine/subsume/subsumption.h"
#include "engine/summarize/loop_summarizer.h"
#include "support/contract.h"
#include "support/error.h"
#include "support/resident_memory.h"
#include "term/smtlib.h"
#include "term/work_clock.h"

namespace janus::engine {
namespace {

using Clock = std::chrono::steady_clock;
using term::WorkClock;

// Wakes some times a second, sets `look`, so that somebody looks at the limits, and once the exploration has to end
// sets `over` and breaks off the question that the solver is busy with.
class Watchdog {
 public:
  Watchdog(solver::Solver& solver, std::function<bool()> ends, std::atomic<bool>& look, std::atomic<bool>& over)
      : thread_([this, &solver, ends = std::move(ends), &look, &over](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          while (!stop.stop_requested()) {
            if (ends()) {
              over = true;
              solver.interrupt();
            }
            look = true;
            wake_.wait_for(lock, stop, std::chrono::milliseconds(50), [] { return false; });
          }
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last, so that it ends before what it uses
};

bool stands_before_division_by_zero(devices::FunctionalMachine& machine) {
  const std::uint32_t offset = machine.hart().state().pc - devices::memory_map::kRamBase;
  if (offset > machine.ram().size() - 4) return false;
  std::uint32_t bits = 0;
  std::memcpy(&bits, machine.ram().data() + offset, 4);
  return divides_by_zero(bits, machine.hart());
}

class Exploration : public ExplorationRun {
 public:
  Exploration(const support::FirmwareImage& image, const ExplorationConfig& config, const ExplorationEvents& events)
      : image_(image),
        config_(config),
        events_(events),
        coverage_(needs_coverage(config.searcher) ? std::make_unique<Coverage>(image) : nullptr),
        searcher_(make_searcher(config.searcher, config.seed, coverage_.get())),
        chains_(solver::make_solver_chains(pool_, config.solver)),
        solver_(chains_.whole.get()),
        hart_(config.hart, pool_, *solver_, image) {
    if (!searcher_) {
      std::string names;
      for (std::string_view name : searcher_names()) names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
      throw support::InputError(fmt::format("no searcher is called '{}'; there are: {}", config.searcher, names),
                                support::exit_code::kUsage);
    }
    if (config.hart.division_by_zero && (config.subsume || config.learning)) {
      // Neither knows of this way to fail.
      throw support::InputError("--division-by-zero cannot be combined with --subsume or --learn",
                                support::exit_code::kUsage);
    }
    hart_.track(coverage_.get());
    hart_.pause_when(&look_);
    hart_.pause_at(&end_of_turn_);
    if (config.bounded) hart_.decide_by(*chains_.facts);
    if (config.merging != Merging::None || config.summarize || config.learning || config.subsume) {
      merge_points_ = std::make_unique<MergePoints>(image);
      hart_.stop_at(merge_points_.get());
    }
    add_techniques();
    if (config.merging != Merging::None) merge_states();
    auto initial = hart_.initial_state();
    for (auto& technique : techniques_) technique->started(*initial);
    searcher_->add(std::move(initial));
  }

  bool advance(double seconds) override {
    const Watchdog watchdog = guarding(*solver_);
    end_of_turn_ = WorkClock::after(seconds);
    while (!limited_ && (running_ || searcher_->size() > 0)) {
      limited_ = limit_reached();
      if (limited_ || WorkClock::now() >= end_of_turn_) break;
      if (!running_) running_ = searcher_->take();
      step(running_);
    }
    return limited_ || (!running_ && searcher_->size() == 0);
  }

  ExplorationResult finish() override {
    result_.waiting = searcher_->size() + (running_ ? 1 : 0);
    if (config_.bounded) cut_off(std::move(running_));
    if (result_.gave_up.empty()) name_what_broke_it_off();
    if (config_.bounded) check_bounded();
    judge();
    return std::move(result_);
  }

  std::uint64_t forks() const override { return hart_.statistics().forks; }
  std::uint32_t deepest() const override { return deepest_; }
  double progress() const override { return progress_; }
  std::uint64_t shortcuts() const override { return shortcuts_ + merger_.statistics().merges; }

 private:
  // Between two looks at the limits.
  static constexpr std::uint64_t kSlice = 200'000;            // instructions
  static constexpr std::uint64_t kMaxMeasured = 500'000'000;  // instructions of a path around summarized loops
  // Of a path without a model, before the solver is asked for one; and forks.
  static constexpr std::uint64_t kBlindInstructions = 1000;
  static constexpr std::uint32_t kBlindForks = 1;
  static constexpr double kBlindSeconds = 5;  // for the answer

  void merge_states() {
    switch (config_.merging) {
      case Merging::None:
      case Merging::Eager: break;
      case Merging::Careful: merger_ = StateMerger(pool_, MergePolicy::Careful, merge_points_.get()); break;
      case Merging::QueryCount:
      case Merging::QueryCountLattice: {
        const bool lattice = config_.merging == Merging::QueryCountLattice;
        query_counts_ = std::make_unique<QueryCounts>(
            image_, lattice ? QueryEstimate::Lattice : QueryEstimate::Recursive, config_.kappa);
        merger_ = StateMerger(pool_, *query_counts_, static_cast<float>(config_.limit_cost));
        break;
      }
    }
    merger_.on_merge([this](ExecutionState& into, const ExecutionState& other) {
      for (auto& technique : techniques_) technique->merged(into, other);
    });
    searcher_ = config_.merge_order == MergeOrder::Eager
                    ? make_merging_searcher(make_eager_order(*merge_points_), merger_)
                    : make_dynamic_merging_searcher(std::move(searcher_), *merge_points_, merger_);
  }

  // Every technique that is switched on, in the order in which they are asked.
  void add_techniques() {
    if (config_.subsume)
      techniques_.push_back(std::make_unique<Subsumption>(config_.hart, pool_, *solver_, image_, over_));
    if (config_.summarize) {
      techniques_.push_back(
          std::make_unique<LoopSummarizer>(config_.hart, pool_, *solver_, image_, *merge_points_, over_, end_of_turn_));
    }
    if (config_.learning) {
      auto learner = std::make_unique<Learner>(image_, config_.hart, over_);
      if (config_.searcher == "dfs") searcher_ = make_learning_searcher(*learner, *config_.learning);
      techniques_.push_back(std::move(learner));
    }
    for (auto& technique : techniques_) {
      if (technique->watches_instructions()) hart_.watch_for(*technique);
    }
  }

  void step(std::unique_ptr<ExecutionState>& state) {
    spend(term::Work::Step);
    solver_->set_timeout(config_.limits.solver_seconds);
    States siblings;
    std::optional<Ending> ending;
    if (slice_left_ == 0) {
      ending = resume(*state, siblings);
      if (turn_is_over_) return;
    }
    solver_->set_timeout(config_.limits.solver_seconds);
    if (!ending) {
      const std::size_t made = siblings.size();
      ending = run(*state, siblings);
      deepest_ = std::max(deepest_, state->depth);
      for (std::size_t i = 0; i < siblings.size(); ++i) {
        searcher_->forked(*state, *siblings[i]);
        if (i < made) continue;
        for (auto& technique : techniques_) technique->forked(*state, *siblings[i]);
      }
    }
    if (ending) {
      ended(*state, *ending);
      for (auto& technique : techniques_) technique->ended(*state, *ending);
      searcher_->ended(*state);
      if (config_.bounded) collect(std::move(state), *ending);
      state.reset();
    } else if (slice_left_ == 0 && searcher_->reconsiders_after_fork()) {
      siblings.push_back(std::move(state));
    }
    for (auto& sibling : siblings) {
      sibling->id = ++created_;
      searcher_->add(std::move(sibling));
    }
  }

  // What is done with a state before it runs on, but not when it goes on after a pause; or nothing, if the turn is over
  // before it is done.
  std::optional<Ending> resume(ExecutionState& state, States& siblings) {
    std::optional<Ending> ending;
    for (; !ending && asked_ < techniques_.size(); ++asked_) {
      ending = techniques_[asked_]->resumes(state, siblings);
      turn_is_over_ = techniques_[asked_]->wants_more_time();
      if (turn_is_over_) return std::nullopt;
    }
    asked_ = 0;
    if (ending || state.rewritten) ++shortcuts_;
    for (auto& sibling : siblings) sibling->share = state.share / static_cast<double>(siblings.size() + 1);
    state.share /= static_cast<double>(siblings.size() + 1);
    if (!ending) tell_rewritten(state);
    for (auto& sibling : siblings) tell_rewritten(*sibling);
    if (!ending && config_.bounded) ending = look_for_model(state);
    return ending;
  }

  void tell_rewritten(ExecutionState& state) {
    if (!state.rewritten) return;
    for (auto& technique : techniques_) technique->rewritten(state);
    state.rewritten = false;
  }

  // Runs a slice, or what is left of one. Where the slice is paused for the limits is of no consequence: if one was
  // reached, slice_left_ remains, and else the slice goes on.
  std::optional<Ending> run(ExecutionState& state, States& siblings) {
    if (slice_left_ == 0) slice_left_ = state.model ? kSlice : kBlindInstructions;
    std::optional<Ending> ending = run_slice(state, siblings);
    while (!ending && hart_.paused()) {
      look_ = false;
      limited_ = limit_reached();
      if (limited_ || WorkClock::now() >= end_of_turn_) return ending;
      ending = run_slice(state, siblings);
    }
    slice_left_ = 0;
    return ending;
  }

  std::optional<Ending> run_slice(ExecutionState& state, States& siblings) {
    if (config_.limits.path_forks && state.depth > config_.limits.path_forks) {
      return Ending{.reason = Termination::ForkLimit};
    }
    const std::uint64_t limit = config_.limits.instructions;
    const std::uint64_t left = limit ? limit - state.hart.retired : kSlice;
    const std::uint64_t before = state.hart.retired;
    const std::optional<Ending> ending = hart_.run(state, std::min(slice_left_, left), siblings);
    slice_left_ -= state.hart.retired - before;
    if (!ending && limit && state.hart.retired >= limit) return Ending{.reason = Termination::InstructionLimit};
    return ending;
  }

  void ended(ExecutionState& state, const Ending& ending) {
    const Consequence consequence = row(ending.reason).consequence;
    ++result_.ended[ending.reason];
    progress_ += state.share;
    if (consequence == Consequence::Pruned) return;
    ++result_.paths;
    const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - result_.stand_for;
    result_.stand_for += std::min(room, state.stands_for);
    if (config_.bounded) return;
    if (consequence == Consequence::Violation && ending.reason != Termination::UnhandledTrap) shorten(state);
    if (events_.on_path) events_.on_path(result_.paths, test_case(state, ending));
    if (consequence == Consequence::Normal) return;
    report(state, ending);
  }

  void report(const ExecutionState& state, const Ending& ending) {
    result_.findings.push_back({test_case(state, ending), result_.paths});
    if (events_.on_finding) events_.on_finding(result_.findings.back());
    violated_ = violated_ || row(ending.reason).consequence == Consequence::Violation;
  }

  TestCase test_case(const ExecutionState& state, const Ending& ending) const {
    TestCase result = make_test_case(state, ending, image_);
    result.machine = {config_.hart.timing.source, config_.hart.ram_size, config_.hart.hooks};
    if (state.exact_time) return result;
    if (ending.reason == Termination::InstructionLimit) {
      measure(result, config_.limits.instructions);
    } else {
      measure(result, state.iterations.empty() ? result.instructions + 1 : kMaxMeasured);
    }
    return result;
  }

  // Of all inputs that take this path, looks for some that do not go around summarized loops too often.
  void shorten(ExecutionState& state) {
    if (state.iterations.empty()) return;
    for (const unsigned bits : {4U, 10U, 16U, 22U}) {
      term::Term few = pool_.truth(true);
      for (const term::Term count : state.iterations) {
        few = pool_.bit_and(few, pool_.ult(count, pool_.constant(32, std::uint64_t{1} << bits)));
      }
      term::Assignment model = *state.model;
      if (solver_->check(state.path, few, model) != solver::Answer::Sat) continue;
      state.model = std::make_shared<const term::Assignment>(std::move(model));
      return;
    }
  }

  // --- Bounded model checking.

  // A path that no input takes can go around in a loop for ever, or fork without end where no fact stops it. So one
  // that has gone on for long without a model is asked for one; if the solver gives up, it may go on twice as long.
  std::optional<Ending> look_for_model(ExecutionState& state) {
    if (state.model) return std::nullopt;
    Blindness& blind = state.blind;
    if (state.hart.retired - blind.retired < kBlindInstructions << blind.attempts &&
        state.depth - blind.depth < kBlindForks << blind.attempts) {
      return std::nullopt;
    }
    if (blind.attempts < 24) ++blind.attempts;
    const double timeout = config_.limits.solver_seconds;
    solver_->set_timeout(timeout > 0 ? std::min(timeout, kBlindSeconds) : kBlindSeconds);
    if (hart_.find_model(state) == solver::Answer::Unsat) return Ending{.reason = Termination::Infeasible};
    return std::nullopt;
  }

  void collect(std::unique_ptr<ExecutionState> state, const Ending& ending) {
    const Consequence consequence = row(ending.reason).consequence;
    if (consequence == Consequence::Violation) bad_.add(std::move(state), ending);
    if (consequence == Consequence::GivenUp) cut_.add(std::move(state), ending);
  }

  // Everything that still waits, `running` (or null) included.
  void cut_off(std::unique_ptr<ExecutionState> running) {
    if (running) cut_.add(std::move(running));
    while (searcher_->size() > 0) cut_.add(searcher_->take());
  }

  void check_bounded() {
    FormulaStatistics& formula = result_.formula.emplace();
    const term::Term bad = bad_.formula(), cut = cut_.formula();
    formula.bad_ends = bad_.size();
    formula.cut_paths = cut_.size();
    formula.terms = term::count_nodes({&bad, 1});
    std::vector<std::string> remarks = config_.bounded->remarks;
    remarks.push_back(fmt::format("ends of paths where something is wrong: {}; paths cut off by a limit: {}",
                                  bad_.size(), cut_.size()));
    const std::string script = formula_script(pool_, bad, bad_, remarks);
    formula.bytes = script.size();
    formula.build_seconds = elapsed();
    if (events_.on_formula) events_.on_formula(script);
    const auto core = solver::make_lone_core(pool_, config_.bounded->core);
    const Watchdog watchdog = guarding(*core);
    term::Assignment model;
    formula.answer = ask(*core, bad, model);
    if (formula.answer == "sat") {
      PathEnd* end = bad_.reached_by(model);
      JANUS_REQUIRE(end);
      end->state->model = std::make_shared<const term::Assignment>(std::move(model));
      report(*end->state, end->ending);
    } else if (formula.answer == "unsat") {
      formula.cut = ask(*core, cut, model);
    }
    formula.solve_seconds = elapsed() - formula.build_seconds;
  }

  std::string ask(solver::Solver& core, term::Term formula, term::Assignment& model) {
    if (formula.is_constant()) return formula->value ? "sat" : "unsat";
    if (!config_.bounded->solve) return "not asked";
    core.set_timeout(config_.limits.solver_seconds);
    switch (core.check({}, formula, model)) {
      case solver::Answer::Sat: return "sat";
      case solver::Answer::Unsat: return "unsat";
      case solver::Answer::Unknown: break;
    }
    return "unknown";
  }

  // Why a bounded check proves nothing, if so.
  void judge_bounded() {
    const FormulaStatistics& formula = *result_.formula;
    if (formula.answer == "unsat" && formula.cut == "unsat") {  // no input reaches what was cut off
      result_.gave_up.clear();
      result_.waiting = 0;
    }
    if (formula.answer == "not asked") result_.gave_up.push_back("the formula was not solved (--solve)");
    if (formula.answer == "unknown") result_.gave_up.push_back("the solver gave up on the formula (--solver-timeout)");
    if (formula.cut == "unknown") {
      result_.gave_up.push_back("the solver gave up on whether an input reaches a limit (--solver-timeout)");
    }
  }

  // A merged state has no time of its own: the one path of the test case is taken concretely to know when it ends.
  void measure(TestCase& test_case, std::uint64_t most_instructions) const {
    TestCaseInputs inputs(test_case);
    hart::HartConfig config;
    config.hooks = config_.hart.hooks;
    config.timing = config_.hart.timing;
    config.tohost = config_.hart.tohost;
    devices::FunctionalMachine machine(image_, config, &inputs, true, config_.hart.ram_size);
    if (test_case.ending.reason == Termination::DivisionByZero) {
      // The machine would execute it. Fewer instructions lead there than to a division that was not the first.
      const auto& hart = machine.hart().state();
      while (hart.retired < most_instructions && !over_ && !stands_before_division_by_zero(machine)) {
        machine.run(hart.retired + 1);
      }
    } else if (!run_to_end(machine, most_instructions) && most_instructions == kMaxMeasured) {
      test_case.instructions = test_case.cycles = 0;  // how long it takes stays open
      return;
    }
    test_case.instructions = machine.hart().state().retired;
    test_case.cycles = machine.hart().state().cycles;
    if (test_case.ending.reason == Termination::InstructionLimit) test_case.pc = machine.hart().state().pc;
  }

  // Whether the machine ended, and was not stopped.
  bool run_to_end(devices::FunctionalMachine& machine, std::uint64_t most_instructions) const {
    constexpr std::uint64_t kStep = 10'000'000;
    const auto& hart = machine.hart().state();
    while (hart.retired < most_instructions && !out_of_time()) {
      const std::uint64_t next = std::min(hart.retired + kStep, most_instructions);
      machine.run(next);
      if (hart.retired < next) return true;
    }
    return false;
  }

  bool out_of_time() const {
    return (config_.interrupted && config_.interrupted->load()) || (config_.limits.seconds > 0 && out_of_seconds());
  }
  bool out_of_seconds() const { return seconds_since(config_.limits.since.value_or(start_)) >= config_.limits.seconds; }
  static double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }
  double elapsed() const { return seconds_since(start_); }

  // Sees to it that whatever takes long ends when the exploration has to, `solver` in particular.
  Watchdog guarding(solver::Solver& solver) {
    return Watchdog(
        solver, [this] { return out_of_time(); }, look_, over_);
  }

  bool limit_reached() {
    if (violated_ && config_.stop_at_first) return true;
    const ExplorationLimits& limits = config_.limits;
    const auto reached = [&](std::string what) {
      result_.gave_up.push_back(std::move(what));
      return true;
    };
    if (limits.paths && result_.paths >= limits.paths)
      return reached(fmt::format("--max-paths {} was reached", limits.paths));
    if (limits.forks && hart_.statistics().forks >= limits.forks) {
      return reached(fmt::format("--max-forks {} was reached", limits.forks));
    }
    if (config_.interrupted && config_.interrupted->load()) return reached("interrupted");
    const auto now = Clock::now();  // a system call or two only every few milliseconds
    if (now - last_look_ < std::chrono::milliseconds(5)) return false;
    last_look_ = now;
    if (limits.seconds > 0 && out_of_seconds()) {
      return reached(fmt::format("--max-time {} was reached", limits.seconds));
    }
    if (limits.memory_bytes && resident_bytes() > limits.memory_bytes) {
      return reached(fmt::format("--max-memory {} was reached", limits.memory_bytes >> 20));
    }
    if (events_.on_progress && now - last_progress_ > std::chrono::milliseconds(250)) {
      last_progress_ = now;
      events_.on_progress({elapsed(), result_.paths, searcher_->size() + 1, hart_.statistics().instructions, queries(),
                           result_.findings.size()});
    }
    return false;
  }

  // The question that a limit broke off may have been the last thing there was to do; or the time was over when it was
  // not this exploration's turn.
  void name_what_broke_it_off() {
    if (hart_.statistics().gave_up == 0 && result_.waiting == 0) return;
    if (config_.interrupted && config_.interrupted->load()) {
      result_.gave_up.push_back("interrupted");
    } else if (config_.limits.seconds > 0 && out_of_seconds()) {
      result_.gave_up.push_back(fmt::format("--max-time {} was reached", config_.limits.seconds));
    }
  }

  std::uint64_t queries() const {
    std::vector<solver::SolverStatistics> statistics;
    solver_->collect(statistics);
    return core_of(statistics).asked;
  }

  static const solver::SolverStatistics& core_of(const std::vector<solver::SolverStatistics>& statistics) {
    for (const solver::SolverStatistics& layer : statistics) {
      if (layer.layer == solver::kCoreLayer) return layer;
    }
    JANUS_REQUIRE(!"a chain without a core");
    return statistics.back();
  }

  void judge() {
    solver_->collect(result_.solver);
    result_.queries = core_of(result_.solver).asked;
    result_.solver_seconds = core_of(result_.solver).seconds;
    result_.hart = hart_.statistics();
    result_.merging = merger_.statistics();
    for (const auto& technique : techniques_) result_.techniques.push_back(technique->report());
    result_.seconds = elapsed();
    result_.peak_bytes = support::peak_resident_bytes();
    result_.terms = pool_.size();
    if (coverage_) result_.coverage = {coverage_->covered(), coverage_->reachable()};
    if (result_.hart.gave_up) {
      result_.gave_up.push_back(
          fmt::format("the solver gave up on {} of its questions (--solver-timeout)", result_.hart.gave_up));
    }
    if (result_.hart.concretizations) {
      result_.gave_up.push_back(fmt::format("{} values were concretized", result_.hart.concretizations));
    }
    for (const auto& [reason, count] : result_.ended) {
      if (row(reason).consequence != Consequence::GivenUp) continue;
      if (reason == Termination::InstructionLimit) {
        result_.gave_up.push_back(fmt::format("{} path{} reached --max-instructions {}", count, count == 1 ? "" : "s",
                                              config_.limits.instructions));
      } else {
        result_.gave_up.push_back(fmt::format("{} path{}: {}", count, count == 1 ? "" : "s", row(reason).text));
      }
    }
    if (result_.formula) judge_bounded();
    result_.verdict = violated_                                         ? Verdict::Unsafe
                      : result_.gave_up.empty() && result_.waiting == 0 ? Verdict::Safe
                                                                        : Verdict::Unknown;
  }

  const support::FirmwareImage& image_;
  const ExplorationConfig config_;
  const ExplorationEvents events_;
  const Clock::time_point start_ = Clock::now();
  std::atomic<bool> look_ = false;  // at the limits
  std::atomic<bool> over_ = false;  // the exploration has to end
  Clock::time_point last_look_{}, last_progress_ = start_;
  term::TermPool pool_;
  StateMerger merger_{pool_};
  std::unique_ptr<QueryCounts> query_counts_;  // null if nothing is merged by estimation
  std::unique_ptr<MergePoints> merge_points_;  // null if nobody asks for them
  std::unique_ptr<Coverage> coverage_;         // null if the searcher does not need it
  std::unique_ptr<Searcher> searcher_;
  solver::SolverChains chains_;
  solver::Solver* solver_;
  SymbolicHart hart_;
  std::vector<std::unique_ptr<Technique>> techniques_;
  std::unique_ptr<ExecutionState> running_;  // null between paths
  std::uint64_t slice_left_ = 0;             // instructions, of running_, which has paused; 0 if it has not
  WorkClock::time_point end_of_turn_ = WorkClock::time_point::max();
  std::size_t asked_ = 0;  // techniques, about running_, by resume() before the turn was over
  bool limited_ = false, turn_is_over_ = false;
  PathEnds bad_{pool_}, cut_{pool_};
  std::uint64_t created_ = 0;
  double progress_ = 0;
  std::uint32_t deepest_ = 0;
  std::uint64_t shortcuts_ = 0;
  bool violated_ = false;
  ExplorationResult result_;
};

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Safe: return "safe";
    case Verdict::Unsafe: return "unsafe";
    case Verdict::Unknown: break;
  }
  return "unknown";
}

ExplorationResult explore(const support::FirmwareImage& image, const ExplorationConfig& config,
                          const ExplorationEvents& events) {
  if (config.automatic) return explore_automatically(image, config, events);
  const auto run = start_exploration(image, config, events);
  run->advance(std::numeric_limits<double>::infinity());
  return run->finish();
}

std::unique_ptr<ExplorationRun> start_exploration(const support::FirmwareImage& image, const ExplorationConfig& config,
                                                  const ExplorationEvents& events) {
  return std::make_unique<Exploration>(image, config, events);
}

std::uint64_t resident_bytes() {
  unsigned long total = 0, resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu %lu", &total, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return std::uint64_t{resident} * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace janus::engine
