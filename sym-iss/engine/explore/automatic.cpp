#include "engine/explore/automatic.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/explore/contender.h"
#include "engine/explore/enumeration.h"
#include "engine/explore/exploration_run.h"
#include "engine/explore/memory_look.h"
#include "engine/explore/refusals.h"
#include "engine/explore/results.h"
#include "engine/explore/schedule.h"
#include "engine/explore/told.h"
#include "support/activity.h"
#include "support/end_of_process.h"
#include "term/work_clock.h"

namespace janus::engine {
namespace {

using namespace schedule;
using Clock = std::chrono::steady_clock;
using Outlook = Forecast::Outlook;
using term::WorkClock;

class AutomaticExploration {
 public:
  AutomaticExploration(const support::FirmwareImage& image, const ExplorationConfig& config,
                       const ExplorationEvents& events)
      : image_(image), config_(config), events_(events) {
    config_.automatic = false;
    config_.limits.since = start_;
    if (config_.resumed) {
      for (const Finding& finding : config_.resumed->so_far.findings) told_.know(finding);
    }
    add_contender("plain", config_, 1, 0);
    // Only states of the plain exploration are written down, and brought back. The others begin again.
    config_.hart.log = false;
    config_.resumed.reset();
    config_.spill.clear();
  }

  ExplorationResult run() { return result_of(look_again(last())); }

 private:
  // That with the detectors of memory, if it has begun and goes on; or else that without.
  Contender& plain() { return goes_on_ ? *memory_ : contenders_.front(); }
  // Whether it has the detectors of memory in any case, which somebody has asked for.
  bool has_detectors() const { return !config_.memory_look && config_.hart.detectors.follows_memory(); }
  // Gives it a turn. Returns whether it has ended.
  bool plain_ends(double seconds) {
    turn(plain(), seconds);
    return plain().ended;
  }

  // Gives turns until one contender decides, or all have ended. The one that ended last.
  Contender& last() {
    Contender* winner = decided_at_once();
    if (winner) return *winner;
    goes_on_ = memory_ && (has_detectors() || memory_->may_be_plain());
    if (memory_ && !goes_on_) memory_->drop();  // what it holds of memory is for the others
    bool ended = plain().ended || plain_ends(kFirstLookSeconds);
    while (!ended && plain().has_one_path()) ended = plain_ends(kFirstLookSeconds);  // others would do the same
    if (!ended) {
      add_fair();
      if (decides(fair_, kFirstLookSeconds)) return *fair_;
      if (decides_by_trying(kShortTrialSeconds)) return *trying_;
      if (loops_endlessly() && (winner = decided_by_revisiting(kGlimpseOfExactSeconds))) return *winner;
      if (plain().run->forks() < kForksOfLoop && decides_by_summary(kGlimpseOfSummarySeconds)) return *summarizing_;
      if (!loops_endlessly() && (winner = decided_by_merging())) return *winner;
      ended = plain_ends(kPlainSecondsIfEndless - kFirstLookSeconds);
      if (!ended && decides_by_value()) return *by_value_;
      const bool may_collapse = !ended && plain().forks_enough() && !loops_endlessly();
      if (may_collapse && (winner = decided_by_revisiting(kGlimpseSeconds))) return *winner;
    }
    if (!ended && !loops_endlessly() && plain().ends_by(kPlainSecondsIfClose))
      ended = plain_ends(kPlainSecondsIfClose - plain().spent);
    if (!ended && plain().forks_enough() && decides(fair_, kSecondLookSeconds)) return *fair_;
    if (!ended && decides_by_value()) return *by_value_;
    if (!ended && decides_by_address()) return *by_address_;
    if (!ended && loops_endlessly() && (winner = decided_in_loop())) return *winner;
    if (!ended && (winner = decided_by_merging(kFirstMergingSeconds))) return *winner;
    if (!ended && loops_endlessly() && summarizing_ && decides(summarizing_, summarizing_->seconds_to_sum_up()))
      return *summarizing_;
    if (!ended && !loops_endlessly()) ended = plain_ends(kPlainSeconds - kPlainSecondsIfEndless);
    if (ended && (is_final(plain()) || plain().was_one_path())) return plain();
    if (!ended && !loops_endlessly() && (winner = decided_by_revisiting(kFirstRevisitSeconds))) return *winner;
    while (true) {
      if ((winner = decided_at_first_look())) return *winner;
      add_alternatives();
      Contender* next = fair_is_due() ? fair_ : choose();
      if (!next) return plain();
      if (decides(next, length_of_turn(*next))) return *next;
    }
  }

  // The same where loops are endless, those that need least first.
  Contender* decided_in_loop() {
    if (decides_by_summary(kFirstSummarySeconds)) return summarizing_;
    if (Contender* const winner = decided_by_merging(kMergingInLoopSeconds)) return winner;
    if (Contender* const winner = decided_by_revisiting(kFirstExactSeconds)) return winner;
    if (decides(revisiting_, kFirstRevisitInLoopSeconds)) return revisiting_;
    if (decides(changes_, kFirstChangesSeconds)) return changes_;
    if (decides_by_proof()) return subsumption_;
    if (decides(revisiting_, kSecondRevisitInLoopSeconds)) return revisiting_;
    return decides(careful_, kCarefulInLoopSeconds) ? careful_ : nullptr;
  }

  // Who decides with the detectors of memory before the plain exploration has begun; null if nobody does. The plain one
  // with detectors goes on as long as it is about to end, so what is small is explored once. Others may be as soon.
  Contender* decided_at_once() {
    const bool each_path = events_.on_path || events_.on_end || events_.on_checkpoint || config_.resumed;
    if (each_path || !config_.stop_at_first || config_.alternatives.plain_elsewhere) return nullptr;
    if (!config_.memory_look && !has_detectors()) return nullptr;
    memory_ = &contenders_.front();
    if (!has_detectors()) memory_ = &add_contender("memory", logs_as_memory(with_memory_look(config_)), 1, 0);
    if (decides(memory_, kFirstMemorySeconds)) return memory_;
    if (memory_->ended || memory_->is_concrete()) return nullptr;
    if (memory_->has_one_path()) return decides(memory_, kMemorySecondsOfPath - memory_->spent) ? memory_ : nullptr;
    others_look_ = true;
    if (decides_by_trying(kShortTrialSeconds)) return trying_;
    if (memory_->loops_endlessly()) return nullptr;
    if (decides_by_merging_at_once(kGlimpseOfMergingSeconds, kSecondMemorySeconds)) return merging_;
    if (decides(memory_, kSecondMemorySeconds - kFirstMemorySeconds)) return memory_;
    if (decides_by_merging_at_once(kShortMergingSeconds, kMemorySeconds)) return merging_;
    if (memory_->ended || memory_->loops_endlessly() || memory_->forecast.outlook() == Outlook::Hopeless)
      return nullptr;
    if (decides(memory_, kMemorySeconds - kSecondMemorySeconds)) return memory_;
    if (memory_->ended || !memory_->ends_by(kMemorySoonSeconds)) return nullptr;
    return decides(memory_, kMemoryMargin * memory_->forecast.total() - memory_->spent) ? memory_ : nullptr;
  }

  // Once `decided` says that the firmware is safe, or what its only path does up to a limit: explores it in the same
  // way once more, now for mistakes with memory, as far as that is done in about the same time. The contender whose
  // verdict counts.
  Contender& look_again(Contender& decided) {
    if (!config_.memory_look || events_.on_path || !decided.result) return decided;
    const bool is_safe = decided.result->verdict == Verdict::Safe;
    const bool was_cut_off = decided.result->verdict == Verdict::Unknown && decided.was_one_path();
    if (!(is_safe || was_cut_off) || decided.result->memory != MemoryChecked::No) return decided;
    const double all = spent_by(contenders_), seconds = seconds_of_memory_look(decided.spent, all);
    const bool is_soon = goes_on_ && memory_->ends_by(memory_->spent + std::min(seconds, all));
    if (is_soon && decides(memory_, std::min(seconds, all))) return *memory_;
    Contender& second = add_contender("memory", memory_look_of(decided.config), 1, 0);
    second.is_known = true;
    const Verdict verdict = turn(second, seconds) ? second.result->verdict : Verdict::Unknown;
    if (is_safe) take_memory(*decided.result, second.result ? *second.result : second.run->so_far());
    return verdict == Verdict::Unsafe ? second : decided;
  }

  Contender& add_contender(std::string name, ExplorationConfig config, double weight, double head_start) {
    Contender& contender = contenders_.emplace_back();
    contender.name = std::move(name);
    contender.config = std::move(config);
    contender.weight = weight;
    contender.head_start = head_start;
    return contender;
  }

  template <class Change>
  Contender& add(std::string name, double weight, double head_start, Change change) {
    ExplorationConfig config = config_;
    change(config);
    make_alternative(config, name, kQuestionSeconds);
    return add_contender(std::move(name), std::move(config), weight, head_start);
  }

  // An exploration with a searcher that starves no state. The plain one goes deep first, so it never leaves a loop
  // without a bound, whatever there is to find outside.
  void add_fair() {
    if (events_.on_path || config_.searcher != "dfs" || config_.merging != Merging::None) return;
    if (!config_.alternatives.fair) return;
    ExplorationConfig config = config_;
    config.searcher = "mixed";
    config = with_memory_look(config);
    config.limits.forks = kMostFairForks;
    make_alternative(config, "fair", kFairQuestionSeconds);
    fair_ = &add_contender("fair", std::move(config), 1, 0);
  }

  // An exploration that forks by the values of inputs, if conditions of few values grow, or inputs are few.
  void add_by_value() {
    if (by_value_ || events_.on_path || !config_.alternatives.by_value || config_.hart.by_value || !plain().run) return;
    if (config_.techniques.any()) return;  // they follow the decisions that instructions make
    const bool may_try = plain().spent >= kPlainSecondsIfEndless && plain().forks_enough();
    if (!plain().conditions_grow() && !(may_try && plain().has_few_inputs(kFewestInputBytes))) return;
    by_value_ = &add("by value", 1, 0, [](ExplorationConfig& c) { c.hart.by_value = true; });
  }

  // Whether the exploration by value decides in its first turn, if it has not had one, and if it is time for it.
  bool decides_by_value() {
    if (by_value_ && by_value_->spent > 0) return false;
    add_by_value();
    return decides_or_leads(by_value_, plain().conditions_grow() ? kFirstForkingSeconds : kGlimpseSeconds);
  }

  // Whether an exploration that tries every value decides soon, if there seem to be few: it knows how many are left.
  // With the detectors of memory, unless it has given up with them.
  bool decides_by_trying(double most_seconds) {
    if (trying_ && trying_->ended && std::exchange(others_look_, false)) trying_ = nullptr;
    if (!trying_) {
      const Contender& seen = plain().run || !memory_ ? plain() : *memory_;
      if (!config_.alternatives.enumerate || !seen.has_few_inputs(kFewInputBytes)) return false;
      if (!why_not_enumerated(config_, events_).empty()) return false;
      trying_ = &add("enumerating", 1, 0, [this](ExplorationConfig& c) {
        c.enumerate = true;
        if (others_look_) c = with_memory_look(c);
      });
      if (decides(trying_, kFirstTrialSeconds)) return true;
    }
    const double done = trying_->ended ? 0 : trying_->run->progress();
    if (others_look_) most_seconds *= 1 + kMemoryLookFraction;  // what a second look might take as well
    if (done == 0 || trying_->spent / done > most_seconds) return false;
    return decides(trying_, kTrialMargin * trying_->spent * (1 - done) / done);
  }

  // An exploration with a path for each target of an access, if there are accesses with several. A word that is a
  // choice among many makes every question hard that reads it, where a path for each would need none.
  void add_by_address() {
    if (by_address_ || events_.on_path || !config_.alternatives.by_address || !plain().run) return;
    if (config_.hart.max_load_targets == 1 || plain().run->symbolic_addresses() < kManySymbolicAddresses) return;
    by_address_ = &add("by address", 1, 0, [this](ExplorationConfig& c) {
      if (goes_on_) c = with_memory_look(c);
      c.hart.max_load_targets = c.hart.max_store_targets = 1;
    });
  }

  bool decides_by_address() {
    if (by_address_ && by_address_->spent > 0) return false;
    add_by_address();
    return decides_or_leads(by_address_, kFirstForkingSeconds);
  }

  // Who of those who merge decides in a first turn, or in a `longer` one for eager merging. They often need no more,
  // however many paths there are. Null if nobody does.
  Contender* decided_by_merging(double longer = 0) {
    add_alternatives();
    if (!merges_at_once_ || longer > 0) {
      if (decides(merging_, std::max(longer, kShortMergingSeconds))) return merging_;
      if (std::exchange(merges_at_once_, false)) {
        merging_->drop();
        merging_ = add_merging(Merging::Eager, false);
      }
    }
    return longer == 0 && decides(careful_, kShortMergingSeconds) ? careful_ : nullptr;
  }

  // With the detectors of memory, unless the plain one ends in so many seconds: in first turns, and among many others,
  // since it may refuse to merge what they know. In so many seconds of its own, all together.
  bool decides_by_merging_at_once(double seconds, double unless_in) {
    if (memory_->ended || memory_->ends_by(unless_in) || memory_->forks_seldom()) return false;
    if (!may_merge() || !config_.alternatives.merge_eagerly) return false;
    merges_at_once_ = !has_detectors();
    if (!merging_) merging_ = add_merging(Merging::Eager, true);
    return decides(merging_, seconds - merging_->spent);
  }
  Contender* add_merging(Merging merging, bool looks) {
    return &add(merging == Merging::Eager ? "eager merging" : "merging", 1, 0, [=](ExplorationConfig& c) {
      c.merging = merging;
      if (merging == Merging::Careful) c.solver.integers = false;  // its formulas mostly choose and compare
      if (looks) c = with_memory_look(c);
    });
  }

  // Whether a summary decides at once. Where it fits it needs next to nothing; and if repetitions are violations,
  // revisiting cannot tell them from loops that end, unless each round has an input.
  bool decides_by_summary(double seconds) {
    add_alternatives();
    return decides(summarizing_, seconds);
  }

  bool decides_by_proof() {
    if (plain().run && plain().run->forks() == 0) return false;
    add_subsumption();
    const bool checks = config_.hart.detectors.any() || config_.hart.repeating_fails;
    return decides(subsumption_, checks ? kFirstCheckedProofSeconds : kFirstProofSeconds);
  }

  // Who decides in a turn, since few states are really different; where loops are endless, without widening. Null if
  // nobody does.
  Contender* decided_by_revisiting(double seconds) {
    if (!plain().may_come_back() || !add_revisiting()) return nullptr;
    if (loops_endlessly())
      return decides(exactly_, seconds) ? exactly_ : decides(changes_, seconds) ? changes_ : nullptr;
    if (decides_or_leads(revisiting_by_address_, seconds)) return revisiting_by_address_;
    return decides_or_leads(wholly_, seconds) ? wholly_ : nullptr;
  }

  // It works alone, and not for what goes on for ever. Where paths end, a path for each target of an access mostly
  // makes states simpler, and no more of them; or else states stay whole. Null if it is not for this exploration.
  Contender* add_revisiting() {
    const bool by_address = !loops_endlessly();
    Contender*& revisiting = by_address ? revisiting_by_address_ : revisiting_;
    if (revisiting) return revisiting;
    if (events_.on_path || !config_.alternatives.techniques.revisit) return nullptr;
    const bool alone = !config_.techniques.any() && config_.merging == Merging::None && !config_.hart.by_value;
    if (!alone || config_.hart.seeds || config_.extreme_times || config_.bounded) return nullptr;
    if (!changes_) changes_ = add_revisit("revisiting changes", 1, {Widen::Changes, TakeApart::IfEndless}, false);
    if (by_address) {
      wholly_ = add_revisit("revisiting wholly", 1, {Widen::Inputs, TakeApart::IfEndless}, false);
      return revisiting = add_revisit("revisiting by address", 1, {}, true);
    }
    exactly_ = add_revisit("revisiting exactly", kRevisitWeight, {Widen::Inputs}, true);
    revisiting = add_revisit("revisiting", kRevisitWeight, {}, false);
    return revisiting;
  }

  Contender* add_revisit(std::string name, double weight, RevisitOptions options, bool by_address) {
    return &add(std::move(name), weight, 0, [&](ExplorationConfig& c) {
      c.techniques.revisit = true;
      c.options.revisit = options;
      if (by_address) c.hart.max_load_targets = c.hart.max_store_targets = 1;
    });
  }

  // Each technique gets a short turn as soon as the plain exploration turns out to be no short one. Where a technique
  // fits, it often needs no more, whatever the forecast is. The one that decides; null if none does.
  Contender* decided_at_first_look() {
    if (looked_ || events_.on_path || !plain().run || !plain().forks_enough()) return nullptr;
    if (plain().spent < kSecondsBeforeLooks && !loops_endlessly() && !plain().has_too_many_paths()) return nullptr;
    if (plain().forecast.outlook() == Outlook::Ends && plain().forecast.total() < kSoonSeconds) return nullptr;
    looked_ = true;
    if (trying_ && decides_by_trying(kLongTrialSeconds)) return trying_;
    add_alternatives();
    add_others();
    add_revisiting();
    if (decides(wholly_, kFirstTechniqueSeconds)) return wholly_;
    const bool endless = loops_endlessly();  // then each round comes together, and none is the last
    std::vector<std::pair<Contender*, double>> looks = {{endless ? nullptr : careful_, kFirstTechniqueSeconds},
                                                        {endless ? subsumption_ : nullptr, kFirstProofSeconds},
                                                        {endless ? summarizing_ : nullptr, kSecondSummarizingSeconds},
                                                        {revisiting_by_address_, kSecondRevisitSeconds},
                                                        {endless ? nullptr : merging_, kThirdMergingSeconds},
                                                        {collapses(wholly_) ? wholly_ : nullptr, kCollapsingSeconds},
                                                        {exactly_, kExactRevisitSeconds},
                                                        {changes_, kSecondChangesSeconds},
                                                        {revisiting_, kLongRevisitSeconds},
                                                        {revisiting_by_address_, kSecondRevisitSeconds},
                                                        {merging_, kSecondMergingSeconds},
                                                        {goes_on_ ? checked_ : nullptr, kCheckedMergingSeconds},
                                                        {subsumption_, kFirstTechniqueSeconds},
                                                        {endless ? nullptr : summarizing_, kSecondSummarizingSeconds},
                                                        {endless ? careful_ : nullptr, kFirstTechniqueSeconds},
                                                        {endless ? merging_ : nullptr, kThirdMergingSeconds},
                                                        {learning_, kShortLookSeconds}};
    const std::size_t at_all = looks.size();  // behind these, those that are for endless loops
    if (endless) looks.insert(looks.end(), kMoreProofTurns, {subsumption_, kFirstTechniqueSeconds});
    looks.emplace_back(exactly_, kExactRevisitSeconds);
    for (std::size_t i = 0; i < looks.size() && (i < at_all || loops_endlessly()); ++i) {
      const auto& [other, seconds] = looks[i];
      if (fair_is_due() && decides(fair_, length_of_turn(*fair_))) return fair_;
      for (Contender* const ahead : {by_value_, by_address_}) {
        if (ahead && ahead->leads(plain()) && decides(ahead, length_of_turn(*ahead))) return ahead;
      }
      if (!other || other->ended || (other == summarizing_ && other->forks_in_vain())) continue;
      if (decides(other, seconds)) return other;
      while (other == careful_ && careful_->stays_together(endless))
        if (decides(careful_, careful_->seconds_together())) return careful_;
      if (plain().ended || plain().forecast.outlook() == Outlook::Hopeless) continue;
      const double length = loops_endlessly() ? kLookFraction * spent_by(contenders_) - plain().spent : seconds / 2;
      if (length > 0 && decides(&plain(), std::max(length, kShortestTurnSeconds))) return &plain();
    }
    return nullptr;
  }

  bool fair_is_due() {
    if (!fair_ || fair_->ended || !plain().run) return false;
    const bool is_stuck = loops_endlessly() || (plain().forks_seldom() && !forks_instead());
    const double fraction = is_stuck ? kFairFractionIfEndless : kFairFraction;
    return fair_->spent + kShortestTurnSeconds <= fraction * spent_by(contenders_);
  }

  // Adds each alternative once, when the plain exploration so far suggests the alternative.
  void add_alternatives() {
    const Alternatives& wanted = config_.alternatives;
    if (events_.on_path || (plain().run && plain().run->forks() == 0 && !loops_endlessly())) return;
    if (!added_first_) {
      added_first_ = true;
      if (wanted.techniques.summarize && !config_.techniques.summarize)
        summarizing_ = &add("summarizing", 1, 0, [](ExplorationConfig& c) { c.techniques.summarize = true; });
      if (may_merge()) {
        if (!merging_ && wanted.merge_eagerly) merging_ = add_merging(Merging::Eager, false);
        careful_ = add_merging(Merging::Careful, goes_on_);
      }
    }
    add_by_value();
    add_by_address();
    if (loops_endlessly() && plain().spent >= kPlainSeconds) add_subsumption();
    if (plain().has_too_many_paths()) add_others();
  }

  void add_others() {
    if (added_others_) return;
    added_others_ = true;
    if (config_.merging != Merging::None) return;
    if (config_.alternatives.techniques.learn && !config_.techniques.learn && !excludes_learning(config_.hart)) {
      learning_ = &add("learning", kSlowWeight, 0, [](ExplorationConfig& c) { c.techniques.learn = true; });
    }
    add_subsumption();
    // Where mistakes with memory are behind many paths, who merges without detectors finds none.
    if (config_.memory_look && may_merge() && config_.alternatives.merge_eagerly)
      checked_ = add_merging(Merging::Eager, true);
  }

  // Subsumption proves loops, also such as summaries cannot sum up: with inputs, for example. It starts later than the
  // others, since a loop proof can take seconds.
  void add_subsumption() {
    if (added_subsumption_ || config_.merging != Merging::None || excludes_subsumption(config_.hart)) return;
    added_subsumption_ = true;
    if (!config_.alternatives.techniques.subsume || config_.techniques.subsume) return;
    subsumption_ = &add("subsumption", kSlowWeight, 1,
                        [](ExplorationConfig& c) { c.techniques.summarize = c.techniques.subsume = true; });
  }

  bool may_merge() const { return config_.alternatives.merge && config_.merging == Merging::None; }
  // Who forks more often has come further, and knows better.
  bool loops_endlessly() {
    const auto leaves = [&](const Contender* other) { return other && other->leaves_loops_of(plain()); };
    return plain().loops_endlessly() && !leaves(by_address_) && !leaves(by_value_);
  }
  bool collapses(const Contender* revisiting) const { return looked_ && revisiting && revisiting->collapses(); }
  bool collapses() const { return collapses(wholly_) || collapses(revisiting_by_address_); }
  // Whether a path for each target spares the plain exploration its hard questions. Then it is one as well.
  bool forks_instead() { return plain().forks_seldom() && by_address_ && by_address_->forks_instead_of(plain()); }

  // Whose turn is next. An alternative that overtakes the plain exploration comes first: the one closest to its end.
  // Then the alternative with the fewest weighted seconds, if the budget allows a turn. Otherwise the plain
  // exploration. Null if all contenders have ended.
  Contender* choose() {
    Contender *next = nullptr, *overtaking = nullptr;
    double spent = 0;  // by all alternatives
    for (Contender* revisiting : {exactly_, changes_, revisiting_})
      if (revisiting) revisiting->weight = loops_endlessly() ? kRevisitWeight : 1;
    for (Contender* revisiting : {wholly_, revisiting_by_address_})
      if (collapses(revisiting)) revisiting->weight = kRevisitWeight;
    const bool two_are_plain = forks_instead();
    if (careful_) careful_->weight = careful_->has_come_together() ? kRevisitWeight : 1;
    for (std::size_t i = 1; i < contenders_.size(); ++i) {
      Contender& other = contenders_[i];
      if (&other == fair_ || &other == memory_ || (two_are_plain && &other == by_address_)) continue;
      spent += other.spent;
      if (other.ended || (plain().result && other.spent >= std::max(kTrialSeconds, plain().spent))) continue;
      if (!next || other.weighted_seconds() < next->weighted_seconds()) next = &other;
      if ((other.overtakes(plain()) || other.leads(plain())) &&
          (!overtaking || other.seconds_left() < overtaking->seconds_left()))
        overtaking = &other;
    }
    if (plain().result && !next && fair_ && !fair_->ended && fair_->spent < kTrialSeconds) return fair_;
    if (plain().result) return next;
    if (overtaking) return overtaking;
    if (config_.alternatives.plain_elsewhere) return plain().beside_others(next, spent);
    const double seconds = plain().seconds_for_others(loops_endlessly(), collapses(), added_others_);
    if (next && spent + kShortestTurnSeconds <= seconds) return next;
    return two_are_plain && by_address_->spent < kShareOfForking * plain().spent ? by_address_ : &plain();
  }

  double length_of_turn(const Contender& contender) const {
    const bool alone = added_others_ && std::all_of(contenders_.begin() + 1, contenders_.end(), [&](const auto& other) {
                         return other.ended || &other == &contender;
                       });
    if (alone || events_.on_path) return std::numeric_limits<double>::infinity();
    return std::max(kShortestTurnSeconds, kTurnFraction * contender.spent);
  }

  // Gives a contender a turn. Returns whether the contender has ended.
  bool turn(Contender& contender, double seconds) {
    for (Contender& each : contenders_) each.over.reset();
    make_room(contenders_, contender, plain());
    if (!contender.turns) {
      contender.turns = std::make_unique<JobInTurns>([this, &contender] {
        {
          const WorkClock::Uninterrupted whole;
          contender.run = started(image_, contender.config, told_.events_of(contender, &contender == &plain()));
        }
        contender.run->run();
      });
    }
    const bool ended = contender.take_turn(seconds);
    if (ended && goes_on_ && !has_detectors() && &contender == memory_ && !is_final(contender)) {
      goes_on_ = false;  // it gave up, at a question of a detector
      turn(plain(), kFirstLookSeconds);
    }
    if (!ended && &contender == learning_ && learning_->run->handed_back())
      learning_->drop();  // is as the plain one now
    if (!ended && &contender == changes_ && changes_->run->so_far().unconfirmed > 0)
      changes_->drop();  // and so it proves nothing
    return ended;
  }

  bool decides(Contender* contender, double seconds) {
    return contender && !contender->ended && turn(*contender, seconds) && is_final(*contender);
  }

  // The same; goes on while it gets on faster than the plain exploration, up to the time which that had.
  bool decides_or_leads(Contender* contender, double seconds) {
    if (decides(contender, seconds)) return true;
    while (contender && contender->leads(plain())) {
      if (decides(contender, length_of_turn(*contender))) return true;
    }
    return false;
  }

  // Whether the exploration is over: the contender, which has ended, has a verdict, or the time is over.
  bool is_final(const Contender& contender) const {
    return contender.result->verdict != Verdict::Unknown || out_of_time();
  }
  bool out_of_time() const {
    return (config_.interrupted && config_.interrupted->load()) ||
           (config_.limits.seconds > 0 && elapsed() >= config_.limits.seconds);
  }

  // The result of all. `contender` ended last; if it has no verdict, the plain exploration's counts are reported.
  ExplorationResult result_of(Contender& contender) {
    const bool decided = contender.result && contender.result->verdict != Verdict::Unknown;
    Contender& winner = decided || !(plain().run || plain().result) ? contender : plain();
    told_.close();
    if (!winner.result) winner.finish();
    if (events_.on_checkpoint && !plain().result) plain().finish();
    told_.end();
    std::vector<Turn> turns = turns_of(contenders_);
    ExplorationResult result = std::move(*winner.result);
    if (spent_by(contenders_) > contenders_.front().spent) add_turns(result, std::move(turns), winner, decided);
    add_work_of_others(result, contenders_, winner);
    result.findings = told_.findings();
    result.seconds = elapsed();
    result.solver_seconds = std::min(result.solver_seconds, result.seconds);
    if (std::ranges::any_of(result.findings, is_violation)) result.verdict = Verdict::Unsafe;
    told_.write(result);
    support::InActivity::become(support::Activity::Over);
    return result;
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  const support::FirmwareImage& image_;
  ExplorationConfig config_;
  const ExplorationEvents& events_;
  const Clock::time_point start_ = Clock::now();
  Contender *fair_ = nullptr, *memory_ = nullptr, *by_value_ = nullptr, *trying_ = nullptr;  // null until it is added
  Contender *by_address_ = nullptr, *revisiting_by_address_ = nullptr, *revisiting_ = nullptr, *exactly_ = nullptr,
            *changes_ = nullptr;
  Contender *merging_ = nullptr, *checked_ = nullptr, *careful_ = nullptr;  // the first two eager
  Contender *wholly_ = nullptr, *summarizing_ = nullptr, *learning_ = nullptr, *subsumption_ = nullptr;
  bool goes_on_ = false;                               // the plain exploration is that with the detectors of memory
  bool others_look_ = false, merges_at_once_ = false;  // enumerating, or eager merging, with the detectors of memory
  bool looked_ = false, added_first_ = false, added_subsumption_ = false, added_others_ = false;
  Told told_{image_, events_, contenders_, config_.limits, [this] { return out_of_time(); }};
  std::deque<Contender> contenders_;  // the plain exploration first; ends before what its events use
};

}  // namespace

ExplorationResult explore_automatically(const support::FirmwareImage& image, const ExplorationConfig& config,
                                        const ExplorationEvents& events) {
  return support::UntilEnd<AutomaticExploration>(image, config, events)->run();
}

}  // namespace janus::engine
