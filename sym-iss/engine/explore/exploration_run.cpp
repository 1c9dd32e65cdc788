#include "engine/explore/exploration_run.h"

#include <chrono>
#include <limits>
#include <utility>

#include "engine/explore/active_techniques.h"
#include "engine/explore/bounded_check.h"
#include "engine/explore/branch_goal.h"
#include "engine/explore/case_maker.h"
#include "engine/explore/findings.h"
#include "engine/explore/forecast.h"
#include "engine/explore/hart_config.h"
#include "engine/explore/judgement.h"
#include "engine/explore/limits.h"
#include "engine/explore/reach.h"
#include "engine/explore/recent_work.h"
#include "engine/explore/refusals.h"
#include "engine/explore/results.h"
#include "engine/explore/waiting_parts.h"
#include "engine/hart/coverage.h"
#include "engine/hart/technique_context.h"
#include "engine/merge/merging_searcher.h"
#include "engine/search/searchers.h"
#include "support/activity.h"
#include "support/contract.h"
#include "support/resident_memory.h"
#include "term/smtlib.h"
#include "term/work_clock.h"

namespace janus::engine {
namespace {

using support::Activity, support::InActivity, term::WorkClock;

class Exploration : public ExplorationRun {
 public:
  Exploration(const support::FirmwareImage& image, const ExplorationConfig& config, const ExplorationEvents& events,
              std::shared_ptr<Reasoning> reasoning)
      : image_(image),
        config_(config),
        events_(events),
        limits_(config_.limits, config_.interrupted),
        reasoning_(reasoning ? std::move(reasoning) : std::make_shared<Reasoning>(watched(config.solver))),
        layers_before_(layers_of(*reasoning_->chains.whole)),
        coverage_(needs_coverage(config.searcher) ? std::make_unique<Coverage>(image) : nullptr),
        searcher_(make_searcher(config.searcher, config.seed, coverage_.get())),
        hart_(hart_config(config), pool_, *solver_, image),
        cases_(image, config_.hart, config_.limits.instructions, [this] { return limits_.out_of_time(); }) {
    refuse_impossible(config);
    hart_.track(coverage_.get());
    hart_.count(config_.counts, config_.widened_counts);
    hart_.tell(config_.profile);
    if (config_.covering || events_.on_example) hart_.discover(&discoveries_, config_.covering);
    if (config_.cover) goal_.emplace(image, *config_.counts);
    if (config_.tree) hart_.draw(&result_.tree.emplace(config_.tree));
    hart_.end_repetitions();
    hart_.set_inspect(events_.on_inspection);
    hart_.pause_when(&limits_.look());
    hart_.broken_off_when(&limits_.over());
    // The goal is looked at while the exploration runs, and a concrete stretch counts late.
    if (config.concrete_stretches && !config.cover) hart_.execute_concrete_stretches(config.eager_stretches);
    if (config.bounded) {
      hart_.decide_by(*reasoning_->chains.facts);
      bounded_.emplace(pool_, *config_.bounded, config_.limits.solver_seconds, limits_);
    }
    if (config.merging != Merging::None || config.techniques.any()) {
      merge_points_ = std::make_unique<MergePoints>(image);
      hart_.stop_at(merge_points_.get());
    }
    if (config.techniques.any()) add_techniques();
    if (config.merging != Merging::None) merge_states();
    if (config.extreme_times) times_.emplace(cases_, config_.hart.stretch, config_.hart.measure, pool_, *solver_);
    start();
  }

  void run() override {
    const Watchdog watchdog = limits_.guard(*solver_);
    while (!limited_ && (running_ || waiting() > 0)) {
      limited_ = limit_reached();
      if (limited_) break;
      if (!running_) take_next();
      step(running_);
    }
  }

  void limit_slice(const Slice& slice) override { slice_ = slice; }
  std::uint64_t brought_back() const override { return hart_.brought_back(); }
  bool slice_is_over() const override { return slice_is_over_; }
  bool is_out_of_memory() const override { return slice_is_over_ && slice_.memory && limits_.out_of_memory(); }

  void cancel() override {
    limits_.cancel();
    limits_.look() = true;
    solver_->interrupt();
  }

  ExplorationResult finish() override {
    result_.waiting = waiting_paths();
    result_.reach = reach();
    if (running_ && config_.profile) config_.profile->waits(*running_);
    if (result_.gave_up.empty()) note_what_broke_it_off();
    if (bounded_) check_bounded();
    collect_statistics(result_);
    if (config_.resumed) {
      ExplorationResult whole = before();
      add_result(whole, std::move(result_));
      result_ = std::move(whole);
    }
    judge(result_, config_.limits, violated_);
    if (times_) result_.times = times_->finish(result_.gave_up.empty() && result_.waiting == 0);
    return std::move(result_);
  }

  Snapshot snapshot() override { return {so_far(), progress_, pieces(1)}; }

  ExplorationResult so_far() const override {
    hart_.tell_counts();
    ExplorationResult whole = before(), own = result_;
    own.waiting = waiting_paths();
    collect_statistics(own);
    own.gave_up.clear();
    own.hart.broken_off = 0;
    own.repeatable = true;
    add_result(whole, std::move(own));
    return whole;
  }

  std::vector<std::shared_ptr<const Frontier>> pieces(std::size_t most) override {
    return frontiers_of(even_parts(states(), most), pool_, hart_.input_chunks(), earlier_frontier().get());
  }
  std::vector<std::shared_ptr<const Frontier>> largest_apart(std::size_t apart) override {
    return frontiers_of(largest_parts(states(), apart), pool_, hart_.input_chunks(), earlier_frontier().get());
  }

  std::uint64_t forks() const override {
    return hart_.statistics().forks + (config_.resumed ? config_.resumed->so_far.hart.forks : 0);
  }
  std::uint32_t deepest() const override { return deepest_; }
  double progress() const override { return progress_; }
  std::uint64_t overdue() const override { return formula_overdue_ + overdue_of(layers_of(*solver_, layers_before_)); }
  Progress report(double own_seconds) override {
    Progress now;
    now.seconds = limits_.elapsed_of_all();
    now.own_seconds = own_seconds;
    now.done = {paths(), hart_.instructions(), core_of(layers_of(*solver_, layers_before_)).asked};
    now.waiting = waiting() + (running_ ? 1 : 0);
    now.findings = violations(result_.findings);
    if (config_.resumed) {
      const ExplorationResult& earlier = config_.resumed->so_far;
      now.done += {0, earlier.hart.instructions, earlier.queries};
      now.findings += violations(earlier.findings);
    }
    now.memory_bytes = support::resident_bytes();
    now.limits = config_.limits;
    if (config_.counts) now.directions = config_.counts->directions();
    now.forking = recent_work_.forking(hart_.statistics().forks_at);
    now.busy = recent_work_.busy(layers_of(*solver_));
    forecast_.observe(now.own_seconds, progress_);
    if (forecast_.outlook() == Forecast::Outlook::Ends && own_seconds > 0) {
      const double own_seconds_left = std::max(0.0, forecast_.total() - own_seconds);
      now.seconds_left = own_seconds_left * limits_.elapsed() / own_seconds;  // others may have turns, too
    }
    return now;
  }

  std::pair<std::uint64_t, std::uint64_t> grown_conditions() const override {
    return {hart_.statistics().looked_at, hart_.statistics().by_value};
  }
  std::uint64_t inputs() const override { return hart_.statistics().most_inputs; }
  std::uint64_t symbolic_addresses() const override { return hart_.statistics().symbolic_addresses; }
  std::uint64_t shortcuts() const override { return shortcuts_ + merger_.statistics().merges; }
  bool handed_back() const override { return techniques_.have_gone(); }
  Reach reach() const override {
    auto least = behind_every_path(config_, result_, hart_.statistics().gave_up, cases_, states());
    Reach reach{ended_well(result_), waiting_paths(), forks(), shortcuts(), progress_, std::move(least)};
    visit([&, code = isa::ImageCode(image_)](const auto& state) { note_waiting(state, code, paths_of(state), reach); });
    return reach;
  }

 private:
  static constexpr std::uint64_t kSlice = 200'000;  // instructions between two choices of the searcher
  static constexpr std::uint64_t kLongSlice = std::uint64_t{1} << 40;
  static constexpr double kProgressSeconds = 0.25;     // seconds
  static constexpr double kLookSeconds = 0.001;        // between two calls of Slice::is_wanted
  static constexpr double kPartForCheckpoints = 0.05;  // of the time
  // How long a path may go on without a model before the solver is asked for one.
  static constexpr std::uint64_t kInstructionsWithoutModel = 1000;
  static constexpr std::uint32_t kForksWithoutModel = 1;
  static constexpr double kModelSearchSeconds = 5;  // counted, for that question

  solver::ChainConfig watched(solver::ChainConfig config) {
    if (!config_.profile) return config;
    config.watch = [this](const auto& path, term::Term question, solver::Answer answer, solver::QuestionTime time) {
      // What a technique asks of states is no matter of the line where they stand.
      const bool compares = InActivity::now() == Activity::Comparing;
      config_.profile->asked(compares ? nullptr : running_.get(), pool_, path, question, answer, time);
    };
    return config;
  }

  void start() {
    std::unique_ptr<ExecutionState> initial;
    if (!config_.resumed) {
      initial = hart_.initial_state();
    } else {
      const Snapshot& snapshot = *config_.resumed;
      progress_ = snapshot.progress;
      violated_ = std::ranges::any_of(snapshot.so_far.findings, is_violation);
      JANUS_REQUIRE(snapshot.frontiers.size() <= 1);
      if (snapshot.waiting() == 0) return;
      initial = hart_.initial_state(earlier_frontier());
    }
    for (Technique* technique : techniques_) technique->started(*initial);
    if (result_.tree) result_.tree->appeared(*initial);
    wait(std::move(initial));
  }

  WaitingPart states() const {
    WaitingPart states;
    visit([&states](const ExecutionState& state) { states.push_back(&state); });
    return states;
  }
  std::shared_ptr<const Frontier> earlier_frontier() const {
    if (!config_.resumed || config_.resumed->frontiers.empty()) return nullptr;
    return config_.resumed->frontiers.front();
  }
  ExplorationResult before() const { return config_.resumed ? config_.resumed->so_far : ExplorationResult(); }
  std::uint64_t paths() const { return result_.paths + (config_.resumed ? config_.resumed->so_far.paths : 0); }

  void visit(const Searcher::Visit& see) const {
    searcher_->visit(see);
    for (const auto& state : seeded_) see(*state);
    if (running_) see(*running_);
  }
  static std::uint64_t paths_of(const ExecutionState& state) { return state.ahead ? state.ahead->leaves() : 1; }
  std::uint64_t waiting_paths() const {
    std::uint64_t count = 0;
    visit([&count](const ExecutionState& state) { count += paths_of(state); });
    return count;
  }

  void merge_states() {
    switch (config_.merging) {
      case Merging::None:
      case Merging::Eager: break;
      case Merging::Careful: merger_ = StateMerger(pool_, config_.hart.ram_base, MergePolicy::Careful); break;
      case Merging::QueryCount:
      case Merging::QueryCountLattice: {
        const bool lattice = config_.merging == Merging::QueryCountLattice;
        query_counts_ = std::make_unique<QueryCounts>(
            image_, lattice ? QueryEstimate::Lattice : QueryEstimate::Recursive, config_.kappa);
        merger_ = StateMerger(pool_, config_.hart.ram_base, *query_counts_, static_cast<float>(config_.limit_cost));
        break;
      }
    }
    if (!config_.replaces_code) merger_.know_what_is_live(*merge_points_);
    if (config_.extreme_times) merger_.keep_times();
    merger_.on_merge([this](ExecutionState& into, const ExecutionState& other) {
      if (config_.profile) config_.profile->waits_no_more(other);
      if (result_.tree) result_.tree->merged(other);
      hart_.merged(into, other);
      for (Technique* technique : techniques_) technique->merged(into, other);
    });
    searcher_ = config_.merge_order == MergeOrder::Eager
                    ? make_merging_searcher(make_eager_order(*merge_points_), merger_)
                    : make_dynamic_merging_searcher(std::move(searcher_), *merge_points_, merger_);
  }

  void add_techniques() {
    const TechniqueContext context{.hart = config_.hart,
                                   .told_accesses = hart_.told_accesses(),
                                   .unsure_accesses = hart_.unsure_accesses(),
                                   .pool = pool_,
                                   .solver = *solver_,
                                   .image = image_,
                                   .merge_points = *merge_points_,
                                   .options = config_.options,
                                   .over = limits_.over(),
                                   .searcher = searcher_,
                                   .searcher_was_chosen = config_.searcher != "dfs"};
#define TECHNIQUE(name, Part, detectors, transfer, help) \
  if (config_.techniques.name) techniques_.add(make_##name(context), hart_);
#include "engine/state/techniques.def"
#undef TECHNIQUE
  }

  void step(std::unique_ptr<ExecutionState>& state) {
    spend(term::Work::Step);
    if (techniques_.let_go(hart_) && techniques_.empty() && config_.merging == Merging::None) hart_.stop_at(nullptr);
    solver_->set_timeout(config_.limits.solver_seconds);
    States siblings;
    const InActivity comparing(Activity::Comparing);
    std::optional<Ending> ending = resume(*state, siblings);
    solver_->set_timeout(config_.limits.solver_seconds);
    if (!ending) {
      const std::size_t made_by_techniques = siblings.size();
      ending = run(*state, siblings);
      deepest_ = std::max(deepest_, state->depth);
      for (std::size_t i = 0; i < siblings.size(); ++i) {
        if (!seeded_run_) searcher_->forked(*state, *siblings[i]);
        if (i < made_by_techniques) continue;
        for (Technique* technique : techniques_) technique->forked(*state, *siblings[i]);
      }
    }
    if (ending) {
      ended(*state, *ending);
      for (Technique* technique : techniques_) technique->ended(*state, *ending);
      if (!seeded_run_) searcher_->ended(*state);
      if (bounded_) bounded_->ended(std::move(state), *ending);
      state.reset();
    } else if (!limited_ && (searcher_->reconsiders_after_fork() || seeded_run_)) {
      siblings.push_back(std::move(state));
    }
    for (auto& suspect : hart_.take_suspects()) siblings.push_back(std::move(suspect));
    for (auto& sibling : siblings) {
      sibling->id = ++created_;
      wait(std::move(sibling));
    }
  }

  // States that follow seeds run before the searcher is asked, which hears of them only when they follow none any more.
  std::size_t waiting() const { return searcher_->size() + seeded_.size(); }
  void wait(std::unique_ptr<ExecutionState> state) {
    if (config_.profile) config_.profile->waits(*state);
    if (follows_seed(*state)) {
      seeded_.push_back(std::move(state));
    } else {
      searcher_->add(std::move(state));
    }
  }
  void take_next() {
    seeded_run_ = !seeded_.empty();
    if (!seeded_run_) {
      running_ = searcher_->take();
    } else {
      running_ = std::move(seeded_.back());
      seeded_.pop_back();
    }
    if (config_.profile) config_.profile->waits_no_more(*running_);
  }

  std::optional<Ending> resume(ExecutionState& state, States& siblings) {
    std::optional<Ending> ending;
    for (auto t = techniques_.begin(); !ending && t != techniques_.end(); ++t) ending = (*t)->resumes(state, siblings);
    if (ending || state.rewritten) ++shortcuts_;
    for (auto& sibling : siblings)
      sibling->tree_fraction = state.tree_fraction / static_cast<double>(siblings.size() + 1);
    state.tree_fraction /= static_cast<double>(siblings.size() + 1);
    notify_rewritten(state);
    for (auto& sibling : siblings) {
      notify_rewritten(*sibling);
      if (result_.tree) result_.tree->appeared(*sibling);
    }
    if (!ending && bounded_) ending = look_for_model(state);
    return ending;
  }

  void notify_rewritten(ExecutionState& state) {
    if (!state.rewritten) return;
    for (Technique* technique : techniques_) technique->rewritten(state);
    state.rewritten = false;
  }

  // Runs a slice of instructions. A pause to check the limits does not change the slice.
  std::optional<Ending> run(ExecutionState& state, States& siblings) {
    const InActivity executing(config_.hart.detectors.any() ? Activity::ExecutingChecked : Activity::Executing);
    std::uint64_t left = state.model ? slice() : kInstructionsWithoutModel;
    std::optional<Ending> ending = run_slice(state, left, siblings);
    while (!ending && hart_.paused()) {
      limited_ = limit_reached();
      if (limited_) break;
      ending = run_slice(state, left, siblings);
    }
    return ending;
  }

  // A slice has an end for those who choose or change states between slices. Without them, a long one saves concrete
  // stretches from ending with it.
  std::uint64_t slice() const {
    const bool seen = searcher_->reconsiders_after_fork() || !techniques_.empty() || bounded_;
    return seen ? kSlice : kLongSlice;
  }

  std::optional<Ending> run_slice(ExecutionState& state, std::uint64_t& slice_left, States& siblings) {
    if (config_.limits.path_forks && state.depth > config_.limits.path_forks) {
      return Ending{.reason = Termination::ForkLimit};
    }
    const std::uint64_t limit = config_.limits.instructions;
    const std::uint64_t left = limit ? limit - std::min(limit, state.hart.retired) : slice_left;
    const std::uint64_t before = state.hart.retired;
    const std::optional<Ending> ending = hart_.run(state, std::min(slice_left, left), siblings);
    slice_left -= std::min(slice_left, state.hart.retired - before);  // a clock that catches up may go beyond
    if (!ending && limit && state.hart.retired >= limit) return Ending{.reason = Termination::InstructionLimit};
    return ending;
  }

  // Whether a path ended in this way only because its state was widened.
  bool is_refuted(const ExecutionState& state, const Ending& ending) {
    const Consequence consequence = consequence_of(ending);
    if (!state.widened || (consequence != Consequence::Violation && consequence != Consequence::GivenUp)) return false;
    if (consequence == Consequence::Violation && cases_.happens(state, ending)) return false;
    for (Technique* technique : techniques_) {
      auto again = technique->refuted(state);
      if (!again) continue;
      again->id = ++created_;
      wait(std::move(again));
      return true;
    }
    if (consequence == Consequence::Violation) ++result_.unconfirmed;
    return consequence == Consequence::Violation;
  }

  void ended(ExecutionState& state, const Ending& how) {
    const InActivity ending_path(Activity::Ending);
    const Ending ending = is_refuted(state, how) ? Ending{.reason = Termination::Refuted} : how;
    const Consequence consequence = consequence_of(ending);
    ++result_.ended[ending.reason];
    if (config_.profile) config_.profile->ended(state);
    if (result_.tree) result_.tree->ended(state, ending.reason);
    result_.first_end.try_emplace(ending.reason, state.hart.pc);
    if (ending.unexpected && ending.reason == Termination::Halted) ++result_.unexpected_halts;
    if (events_.on_end) events_.on_end(state, ending);
    progress_ += state.tree_fraction;
    if (consequence == Consequence::Pruned) return;
    ++result_.paths;
    const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - result_.stand_for;
    result_.stand_for += std::min(room, state.multiplicity);
    if (bounded_) return;
    if (times_) times_->ended(state, ending, paths());
    const bool has_discovered = !state.widened && discoveries_.tell(state);
    const bool is_told = events_.on_path && !state.widened && (!config_.covering || has_discovered);
    choose_inputs(state, ending, pool_, *solver_, is_told, config_.covering, config_.limits.solver_seconds);
    if (has_discovered && events_.on_example) events_.on_example(cases_.make_unmeasured(state, ending));
    if (events_.on_path_formula && (is_told || consequence != Consequence::Normal))
      events_.on_path_formula(term::smtlib_script(pool_, state.path.terms()));
    if (is_told) events_.on_path(paths(), cases_.make(state, ending));
    if (consequence == Consequence::Normal) return;
    report(state, ending);
  }

  // Only what replays on the concrete machine is called a finding.
  void report(const ExecutionState& state, const Ending& ending) {
    if (is_for_others(ending.reason)) return;
    TestCase test_case = cases_.make(state, ending);
    if (consequence_of(ending) == Consequence::Violation && cases_.replays(test_case) == false) {
      ++result_.unconfirmed;
      return;
    }
    if (const Termination reason = test_case.ending.reason; reason != ending.reason) {
      if (--result_.ended[ending.reason] == 0) result_.ended.erase(ending.reason);
      ++result_.ended[reason];
      result_.first_end.try_emplace(reason, state.hart.pc);
    }
    result_.findings.push_back({std::move(test_case), result_.paths});
    const auto& stack_pointer = state.hart.x[2];
    if (stack_pointer.is_concrete()) result_.findings.back().stack_pointer = stack_pointer.bits.raw;
    if (events_.on_finding) {
      Finding told = result_.findings.back();
      told.path = paths();
      events_.on_finding(told);
    }
    violated_ = violated_ || consequence_of(ending) == Consequence::Violation;
  }

  // A path that no input takes can stay in a loop or fork without end, if no fact stops the path. So the solver is
  // asked for a model of a path that has gone on for long without one. If the solver gives up, the path may go on twice
  // as long before the next question.
  std::optional<Ending> look_for_model(ExecutionState& state) {
    if (state.model) return std::nullopt;
    LostModel& lost = state.lost_model;
    if (state.hart.retired - lost.retired < kInstructionsWithoutModel << lost.failed_searches &&
        state.depth - lost.depth < kForksWithoutModel << lost.failed_searches) {
      return std::nullopt;
    }
    if (lost.failed_searches < 24) ++lost.failed_searches;
    const double timeout = config_.limits.solver_seconds;
    solver_->set_timeout(timeout > 0 ? std::min(timeout, kModelSearchSeconds) : kModelSearchSeconds);
    if (hart_.find_model(state) == solver::Answer::Unsat) return Ending{.reason = Termination::Infeasible};
    return std::nullopt;
  }

  // Asks the question of the bounded check. All states that still wait count as cut off.
  void check_bounded() {
    if (running_) bounded_->cut_off(std::move(running_));
    while (searcher_->size() > 0) bounded_->cut_off(searcher_->take());  // which has no seeds
    const PathEnd* violation = bounded_->check(result_.formula.emplace(), events_.on_formula);
    formula_overdue_ = result_.formula->overdue;
    if (violation) report(*violation->state, violation->ending);
  }

  bool limit_reached() {
    if (violated_ && config_.stop_at_first) return true;
    if (gets_on() && ((slice_.terms > 0 && pool_.size() > slice_.terms) ||
                      (slice_.seconds > 0 && limits_.elapsed() > slice_.seconds) || is_wanted())) {
      slice_is_over_ = true;
      return true;
    }
    if (auto reason = limits_.reached({.paths = paths(), .forks = forks()})) {
      slice_is_over_ = slice_.memory && limits_.out_of_memory();
      if (slice_is_over_) return true;
      result_.gave_up.push_back(std::move(*reason));
      return true;
    }
    if (goal_ && goal_->is_reached()) {
      result_.gave_up.push_back("every branch has gone both ways (--cover), and paths were left");
      return true;
    }
    if (events_.on_checkpoint && limits_.elapsed() > next_checkpoint_) {
      const double began = limits_.elapsed();
      events_.on_checkpoint(snapshot());
      const double pause = (limits_.elapsed() - began) / kPartForCheckpoints;
      next_checkpoint_ = limits_.elapsed() + std::max(config_.checkpoint_seconds, pause);
    }
    if (events_.on_progress && limits_.elapsed() - last_progress_ > kProgressSeconds) {
      last_progress_ = limits_.elapsed();
      events_.on_progress(report(WorkClock::seconds_since(start_)));
    }
    return false;
  }

  bool gets_on() const { return hart_.statistics().instructions > hart_.brought_back(); }
  bool is_wanted() {
    if (!slice_.is_wanted || limits_.elapsed() < next_look_) return false;
    next_look_ = limits_.elapsed() + kLookSeconds;
    return slice_.is_wanted();
  }

  // Notes a limit that ended the exploration without limit_reached() seeing it: the limit broke off the very last
  // question, or the time was over during another exploration's turn.
  void note_what_broke_it_off() {
    if (hart_.statistics().broken_off == 0 && result_.waiting == 0) return;
    if (auto reason = limits_.broken_off_by()) result_.gave_up.push_back(std::move(*reason));
  }

  void collect_statistics(ExplorationResult& result) const {
    note_layers(result, layers_of(*solver_, layers_before_), limits_.elapsed());
    result.hart = techniques_.with_assertions(hart_.statistics());
    result.merging = merger_.statistics();
    const bool alone = !config_.resumed && result.waiting == 0;
    note_memory(result, config_.hart.detectors, hart_.settled(alone), hart_.unchecked());
    result.techniques = techniques_.reports();
    result.overdue = overdue();
    result.repeatable = result.overdue == 0 && !limits_.measured();
    result.seconds = limits_.elapsed();
    result.peak_bytes = support::peak_resident_bytes();
    result.terms = pool_.size();
    if (goal_) result.branches = {goal_->covered(), goal_->all()};
    if (coverage_) result.coverage = {coverage_->covered(), coverage_->reachable()};
  }

  const support::FirmwareImage& image_;
  const ExplorationConfig config_;
  const ExplorationEvents events_;
  LimitWatch limits_;
  double last_progress_ = 0;  // seconds
  const WorkClock::time_point start_ = WorkClock::now();
  Forecast forecast_;  // for people alone, as recent_work_
  RecentWork recent_work_;
  const std::shared_ptr<Reasoning> reasoning_;
  term::TermPool& pool_ = reasoning_->pool;
  solver::Solver* const solver_ = reasoning_->chains.whole.get();
  const std::vector<solver::SolverStatistics> layers_before_;  // what others have had of it
  StateMerger merger_{pool_, config_.hart.ram_base};
  std::unique_ptr<QueryCounts> query_counts_;  // null unless states merge by estimation
  std::unique_ptr<MergePoints> merge_points_;  // null without merging and techniques
  std::unique_ptr<Coverage> coverage_;         // null if the searcher does not need it
  std::unique_ptr<Searcher> searcher_;
  SymbolicHart hart_;
  CaseMaker cases_;
  std::optional<ExtremeTimes> times_;  // nothing unless config_.extreme_times
  std::optional<BoundedCheck> bounded_;
  ActiveTechniques techniques_;
  std::unique_ptr<ExecutionState> running_;  // null between paths
  Discoveries discoveries_;                  // if config_.covering
  std::optional<BranchGoal> goal_;           // if config_.cover
  States seeded_;                            // wait, and follow seeds
  bool seeded_run_ = false;                  // the running state came from there
  Slice slice_;
  bool slice_is_over_ = false, limited_ = false;  // a limit was reached
  double next_look_ = 0;                          // as LimitWatch::elapsed()
  std::uint64_t created_ = 0;
  double progress_ = 0;
  double next_checkpoint_ = config_.checkpoint_seconds;  // as LimitWatch::elapsed()
  std::uint32_t deepest_ = 0;
  std::uint64_t shortcuts_ = 0;
  bool violated_ = false;
  std::uint64_t formula_overdue_ = 0;
  ExplorationResult result_;
};
}  // namespace

std::unique_ptr<ExplorationRun> start_exploration(const support::FirmwareImage& image, const ExplorationConfig& config,
                                                  const ExplorationEvents& events,
                                                  std::shared_ptr<Reasoning> reasoning) {
  const InActivity starting(Activity::StartUp);
  return std::make_unique<Exploration>(image, config, events, std::move(reasoning));
}

}  // namespace janus::engine
