// One of the explorations that take turns in automatic exploration (automatic.h).
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/explore/exploration_run.h"
#include "engine/explore/forecast.h"
#include "engine/explore/schedule.h"
#include "engine/explore/turns.h"

namespace janus::engine {

struct Contender {
  std::string name;
  ExplorationConfig config;
  double weight = 1;      // of the contender's time
  bool is_known = false;  // another one has explored the same: nobody needs to hear what the firmware tells
  double head_start = 0;  // weighted seconds that the other alternatives get before the contender's first turn
  std::unique_ptr<ExplorationRun> run = {};   // null before the first turn and after the last
  std::unique_ptr<JobInTurns> turns = {};     // the same; runs `run`
  std::unique_ptr<ExplorationRun> over = {};  // `run`, once it has ended, until somebody has the next turn
  double spent = 0;                           // seconds, counted
  double on_clock = 0;                        // the same of real time
  std::uint64_t grown = 0;                    // bytes by which memory has grown in its turns
  bool ended = false;
  bool led = false;                  // when it was asked last
  bool asks = false;                 // it has done nothing in its last turn but ask one question of the solver
  std::uint64_t forks_together = 0;  // so many show that it gets on; see stays_together()
  Forecast forecast = {};
  std::optional<ExplorationResult> result = {};  // once the contender has ended
  Progress progress = {};                        // as the contender reported last
  // The alternative with the fewest weighted seconds has the next turn.
  double weighted_seconds() const {
    const bool ineffective = run && spent >= schedule::kSecondsToEffect && !has_effect();
    const double bet = weight < 1 ? std::min(spent, schedule::kPreferredSeconds) : 0;
    const double rest = (spent - bet) * (weight < 1 ? schedule::kWeightOnceLong : weight);
    return std::max(head_start, (bet * weight + rest) * (ineffective ? schedule::kIneffectiveWeight : 1));
  }
  // Whether most forks are on one path, which therefore seems to be in a loop without a bound. Not once it has ended,
  // nor as long as it asks.
  bool loops_endlessly() const;
  // Whether this one, which forks more often than `other`, forks on many paths, so that `other` only seems to loop.
  bool leaves_loops_of(const Contender& other) const {
    return run && run->forks() >= schedule::kForksBeyondLoop && run->forks() >= 2 * other.run->forks() &&
           !loops_endlessly();
  }
  // Whether the number of paths seems to be the problem, rather than hard questions to the solver.
  bool has_too_many_paths() const;
  // Whether it forks seldom, so that hard questions to the solver are the problem.
  bool forks_seldom() const { return run && run->forks() < schedule::kManyForksPerSecond * spent; }
  // Whether it has forked so often that techniques may help.
  bool forks_enough() const { return run->forks() >= schedule::kForksForTechniques; }
  // Whether it may come to states that were there before: not on a path that does not fork, unless it goes on for long.
  bool may_come_back() const;
  // Whether it forks many times as often as `other` does in the same time, and does not explore less of its tree.
  bool forks_instead_of(const Contender& other) const {
    return run && other.run && other.forecast.seconds_before(forecast.progress()) >= spent &&
           static_cast<double>(run->forks()) * other.spent >=
               schedule::kTimesAsManyForks * static_cast<double>(other.run->forks()) * spent;
  }
  // Whether most of what it forks ends because the same was there before: then paths are many times as many.
  bool collapses() const {
    return run && run->forks() >= schedule::kForksToCollapse &&
           (progress.done.paths + progress.waiting) * schedule::kLeastCollapse <= run->forks();
  }
  // Whether it has spared paths.
  bool has_effect() const { return run && run->shortcuts() > 0; }
  // Whether it forks as the plain exploration does, and has spared no path.
  bool forks_in_vain() const { return run && run->forks() >= schedule::kForksToCollapse && !has_effect(); }
  // Of who sums up loops: how long it looks next, where loops are endless.
  double seconds_to_sum_up() const {
    return has_effect() ? schedule::kSecondSummarizingSeconds : schedule::kFirstSummarizingSeconds;
  }
  // Whether hardly a state waits, although it has forked: the rest of a firmware that ends is as good as one path; or
  // few, although it has forked often.
  bool has_come_together() const {
    if (!run || run->forks() < schedule::kForksToComeTogether) return false;
    return progress.waiting <= schedule::kStatesTogether || collapses();
  }
  // Of who merges with care: whether that goes on, and it still gets on; not for long if loops are endless.
  bool stays_together(bool endless) const {
    const double most = endless ? schedule::kLongMergingSeconds : schedule::kMostSecondsTogether;
    return has_come_together() && run->forks() >= forks_together && spent < most;
  }
  double seconds_together() {  // how long it looks next then
    return std::exchange(forks_together, run->forks() + schedule::kForksWhileTogether) > 0
               ? schedule::kSecondsTogether
               : schedule::kLongMergingSeconds;
  }
  // Whether conditions of few values grow, or one is hard and forks are few.
  bool conditions_grow() const {
    const auto [looks, grown] = run->grown_conditions();
    return grown >= schedule::kGrownConditions || (looks > 0 && 2 * grown >= looks) || (grown > 0 && forks_seldom());
  }
  // Whether it has inputs, and each path so far at most so many bytes of them.
  bool has_few_inputs(std::uint64_t most_bytes) const {
    return run && run->so_far().hart.most_input_bytes - 1 < most_bytes;
  }
  // Whether it has no input so far, and so but one path. Not once it has ended.
  bool has_one_path() const { return run && run->forks() == 0 && run->inputs() == 0; }
  // The same once it has ended.
  bool was_one_path() const {
    return result && result->paths == 1 && result->hart.forks == 0 && result->hart.most_inputs == 0;
  }
  // Whether it seems to end before it has spent so many seconds.
  bool ends_by(double seconds) const {
    return forecast.outlook() == Forecast::Outlook::Ends && forecast.total() <= seconds;
  }
  // Whether it executes little but what depends on no input: that is many times as fast without detectors.
  bool is_concrete() const {
    return static_cast<double>(progress.done.instructions) > schedule::kConcreteInstructionsPerSecond * spent;
  }
  // Whether the plain exploration may as well have its detectors: they cost little where inputs matter.
  bool may_be_plain() const { return !ended && !is_concrete() && !has_one_path(); }
  // Whether it has explored a larger fraction of its execution tree than `plain`, in less time.
  bool overtakes(const Contender& plain) const;
  // Whether it got on several times as fast as `plain` once, which needed longer to explore the same fraction of its
  // tree, or had as much more left in the same time, and is still ahead. Of who explores path by path: merged states
  // are no such fraction, and neither is what waits everywhere. For no longer than `plain` was explored.
  bool leads(const Contender& plain);
  double seconds_left() const { return forecast.total() - spent; }  // meaningful if the forecast is Outlook::Ends

  // Of the plain exploration: the seconds that all others together may have spent by now. `endless`: loops seem to be;
  // `collapses`: nearly all states are there twice; `all`: others than merging and summaries are among them.
  double seconds_for_others(bool endless, bool collapses, bool all) const;
  // The same, if others explore without techniques: who is next, where the alternatives have had `of_others` seconds,
  // and `next` is next of them. What would be its time is theirs, unless it will end, and they had their share. They
  // have had some looks at it by then, to see whether it will. Null: nobody.
  Contender* beside_others(Contender* next, double of_others);

  Contender() = default;
  Contender(const Contender&) = delete;
  Contender& operator=(const Contender&) = delete;
  ~Contender() { cancel(); }
  // It has no more turns, and no result if it has not ended.
  void drop() {
    cancel();
    run.reset();
    ended = true;
  }
  void finish();  // it has no more turns, and the result that it came to
  // Gives it a turn of so many seconds. Returns whether it has ended. Only if `turns` is there.
  bool take_turn(double seconds);
  void cancel() {
    if (run && turns && !turns->ended()) run->cancel();
    turns.reset();
  }
};

// Makes the configuration of an alternative called `name`, which must not make the plain exploration reach its limit of
// memory, nor ask any question for longer than `question_seconds`; 0 for as long as the configuration says.
void make_alternative(ExplorationConfig& config, const std::string& name, double question_seconds);

// Where little is left of what alternatives may use of memory: drops those that hold most, but for the plain one and
// `next`, whose turn is next. One that needs much must not keep the others from having their turns.
void make_room(std::deque<Contender>& contenders, const Contender& next, const Contender& plain);

// Begins the exploration that the configuration describes.
std::unique_ptr<ExplorationRun> started(const support::FirmwareImage& image, const ExplorationConfig& config,
                                        const ExplorationEvents& events);

double spent_by(const std::deque<Contender>& contenders);  // by all, in seconds, counted

// How far everybody has come who had a turn.
std::vector<Turn> turns_of(const std::deque<Contender>& contenders);

// The progress of all: the exploration ends when the first contender does. `now` has the turn.
Progress progress_of(const std::deque<Contender>& contenders, const Contender& now, std::uint64_t findings,
                     const ExplorationLimits& limits);

// Adds the turns to the winner's result, which it has decided, or which stands for all.
void add_turns(ExplorationResult& result, std::vector<Turn> turns, const Contender& winner, bool decided);

// The solver worked for all contenders, so its work is told as a whole, as the time is.
void add_work_of_others(ExplorationResult& result, const std::deque<Contender>& contenders, const Contender& winner);

}  // namespace janus::engine
