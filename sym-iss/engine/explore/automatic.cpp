#include "engine/explore/automatic.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <set>
#include <utility>

#include "engine/explore/exploration_run.h"
#include "engine/explore/forecast.h"
#include "term/work_clock.h"

namespace janus::engine {
namespace {

using Clock = std::chrono::steady_clock;
using term::WorkClock;

// Seconds are counted (term/work_clock.h), so that every run takes the same turns, until --max-time or --max-memory
// ends it.
constexpr double kAlone = 0.25;            // seconds of the plain exploration before anything else is tried, or
constexpr double kAloneIfEndless = 0.06;   // if it goes round and round
constexpr double kUntilCrowded = 1;        // seconds of it before merging, subsumption and learning are
constexpr std::uint64_t kManyForks = 256;  // a second, or it is the questions that are hard
constexpr double kShare = 1.0 / 16;        // of the plain exploration's time, for all alternatives together
constexpr double kEarlyShare = 0.1;        // the same, of the time so far, if it will take longer by far
constexpr double kOpenSeconds = 30;        // for them, while it forks a lot and nobody knows when it will end
constexpr double kShortestTurn = 0.1;      // seconds
constexpr double kTurn = 0.25;             // of what a contender has had so far
constexpr double kInVain = 4;              // times slower is the turn of an alternative that has had no effect so far
constexpr double kSlow = 2;                // and that of one that is slow on most programs
constexpr double kTrial = 8;               // seconds for each alternative after a plain exploration without a verdict
constexpr double kQuestion = 5;            // seconds for each of an alternative's questions to the solver

class AutomaticExploration {
 public:
  AutomaticExploration(const support::FirmwareImage& image, const ExplorationConfig& config,
                       const ExplorationEvents& events)
      : image_(image), config_(config), events_(events) {
    config_.automatic = false;
    config_.limits.since = start_;
    contenders_.reserve(5);
    contenders_.push_back({"plain", config_, 1, 0});
  }

  ExplorationResult run() {
    bool ended = turn(plain(), kAloneIfEndless);
    if (!ended && !endless()) ended = turn(plain(), kAlone - kAloneIfEndless);
    if (ended && knows(plain())) return won_by(plain());
    while (true) {
      add_alternatives();
      Contender* next = choose();
      if (!next) return won_by(plain());
      if (turn(*next, length_of_turn(*next)) && knows(*next)) return won_by(*next);
    }
  }

 private:
  struct Contender {
    std::string name;
    ExplorationConfig config;
    double cost;                               // by which its time counts against its share, and
    double entry;                              // seconds that all others must have had before it has its first turn
    std::unique_ptr<ExplorationRun> run = {};  // null before its first turn, and after its last
    double spent = 0;
    bool gone = false;  // gave up
    Forecast forecast = {};
    std::optional<ExplorationResult> result = {};
    // Its time, weighed: who has the least is next.
    double charged() const {
      const bool in_vain = run && run->shortcuts() == 0;
      return std::max(entry, spent * cost * (in_vain ? kInVain : 1));
    }
    double left() const { return forecast.total() - spent; }  // seconds, if its forecast is that it ends
  };
  using Outlook = Forecast::Outlook;

  Contender& plain() { return contenders_.front(); }

  template <class Change>
  void add(std::string name, double cost, double entry, Change change) {
    ExplorationConfig config = config_;
    change(config);
    ExplorationLimits& limits = config.limits;
    limits.solver_seconds = limits.solver_seconds > 0 ? std::min(limits.solver_seconds, kQuestion) : kQuestion;
    limits.memory_bytes /= 2;  // the plain one must not end because of an alternative
    std::string& log = config.solver.log_queries;
    if (!log.empty()) log += "/" + name;
    contenders_.push_back({std::move(name), std::move(config), cost, entry});
  }

  // Those that what has been seen so far speaks for, once.
  void add_alternatives() {
    const Alternatives& wanted = config_.alternatives;
    if (events_.on_path || (plain().run && plain().run->forks() == 0)) return;
    if (!summarizing_) {
      summarizing_ = true;
      if (wanted.techniques.summarize && !config_.techniques.summarize) {
        add("summarizing", 1, 0, [](ExplorationConfig& c) { c.techniques.summarize = true; });
      }
    }
    if (others_ || !crowded()) return;
    others_ = true;
    if (config_.merging != Merging::None) return;
    const TechniqueSwitches& given = config_.techniques;
    if (wanted.merge) {
      add("merging", 1, 0, [](ExplorationConfig& c) {
        c.techniques.summarize = true;
        c.merging = Merging::Careful;
      });
    }
    if (config_.hart.division_by_zero) return;  // learning and subsumption ignore it
    if (wanted.techniques.learn && !given.learn) {
      add("learning", kSlow, 0, [](ExplorationConfig& c) { c.techniques.learn = true; });
    }
    if (wanted.techniques.subsume && !given.subsume) {  // its attempts at loops take seconds
      add("subsumption", kSlow, 1, [](ExplorationConfig& c) { c.techniques.summarize = c.techniques.subsume = true; });
    }
  }

  // Whether there seem to be too many paths, rather than questions that are too hard.
  bool crowded() {
    if (plain().result) return true;
    if (plain().spent < kUntilCrowded) return false;
    return plain().forecast.outlook() == Outlook::Hopeless ||
           static_cast<double>(plain().run->forks()) >= static_cast<double>(kManyForks) * plain().spent;
  }

  // Whether nearly all forks are on one path: round and round in a loop that has no limit.
  bool endless() { return 4 * std::uint64_t{plain().run->deepest()} >= 3 * plain().run->forks(); }

  // Seconds that the alternatives may have had together by now.
  double allowed() {
    const double spent = plain().spent, share = kShare * spent;
    if (endless()) return std::max(spent, kAlone);
    switch (plain().forecast.outlook()) {
      case Outlook::Ends: return std::clamp(kShare * plain().forecast.total(), share, kEarlyShare * spent);
      case Outlook::Open: return others_ ? std::max(share, std::min(spent, kOpenSeconds)) : share;
      case Outlook::Hopeless: break;
    }
    return spent;
  }

  // Whether an alternative has done more in less time than the plain one.
  bool overtakes(const Contender& other) {
    if (other.gone || other.forecast.outlook() != Outlook::Ends || other.spent >= plain().spent) return false;
    return other.spent * plain().forecast.total() > plain().spent * other.forecast.total();
  }

  // Whose turn it is: of the alternatives, the one that has had least, if they have time left; or one that overtakes;
  // else the plain one. Null if nobody is left.
  Contender* choose() {
    Contender *next = nullptr, *overtaking = nullptr;
    double spent = 0;  // by all alternatives
    for (std::size_t i = 1; i < contenders_.size(); ++i) {
      Contender& other = contenders_[i];
      spent += other.spent;
      if (other.gone || (plain().result && other.spent >= std::max(kTrial, plain().spent))) continue;
      if (!next || other.charged() < next->charged()) next = &other;
      if (overtakes(other) && (!overtaking || other.left() < overtaking->left())) overtaking = &other;
    }
    if (plain().result) return next;
    if (overtaking) return overtaking;
    return next && spent + kShortestTurn <= allowed() ? next : &plain();
  }

  double length_of_turn(const Contender& contender) const {
    const bool alone = others_ && std::all_of(contenders_.begin() + 1, contenders_.end(),
                                              [](const Contender& other) { return other.gone; });
    if (alone || events_.on_path) return std::numeric_limits<double>::infinity();
    return std::max(kShortestTurn, kTurn * contender.spent);
  }

  // Lets a contender go on; true if it has come to its end.
  bool turn(Contender& contender, double seconds) {
    if (!contender.run) contender.run = start_exploration(image_, contender.config, reporting());
    const auto begin = WorkClock::now();
    const bool ended = contender.run->advance(seconds);
    contender.spent += WorkClock::seconds_since(begin);
    contender.forecast.observe(contender.spent, contender.run->progress());
    if (!ended) return false;
    contender.result = contender.run->finish();
    contender.run.reset();
    contender.gone = true;
    return true;
  }

  // A verdict, or the end of the time that there is.
  bool knows(const Contender& contender) const {
    if (contender.result->verdict != Verdict::Unknown) return true;
    return (config_.interrupted && config_.interrupted->load()) ||
           (config_.limits.seconds > 0 && elapsed() >= config_.limits.seconds);
  }

  ExplorationResult won_by(Contender& contender) {
    const bool decided = contender.result && contender.result->verdict != Verdict::Unknown;
    Contender& winner = decided ? contender : plain();
    if (!winner.result) winner.result = winner.run->finish();
    ExplorationResult result = std::move(*winner.result);
    const bool took_turns =
        std::any_of(contenders_.begin() + 1, contenders_.end(), [](const Contender& c) { return c.spent > 0; });
    if (took_turns) result.techniques.insert(result.techniques.begin(), turns(decided ? &winner : nullptr));
    for (const Contender& c : contenders_) {
      if (&c != &winner) result.overdue += c.run ? c.run->overdue() : c.result ? c.result->overdue : 0;
      if (c.result) result.repeatable = result.repeatable && c.result->repeatable;
    }
    result.repeatable = result.repeatable && result.overdue == 0;
    result.findings = std::move(findings_);
    result.seconds = elapsed();
    const bool violated = std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& finding) {
      return row(finding.test_case.ending.reason).consequence == Consequence::Violation;
    });
    if (violated) result.verdict = Verdict::Unsafe;
    return result;
  }

  // Who had how much time, and who came to a verdict, or null.
  TechniqueReport turns(const Contender* winner) const {
    TechniqueReport report{.name = "auto", .counts = {}, .remarks = {}};
    for (const Contender& c : contenders_) {
      if (c.spent > 0) report.counts.emplace_back("ms of " + c.name, static_cast<std::uint64_t>(c.spent * 1000));
    }
    report.remarks.push_back(winner ? fmt::format("decided by the {} exploration", winner->name)
                                    : "no exploration came to a verdict");
    return report;
  }

  ExplorationEvents reporting() {
    ExplorationEvents events = events_;
    events.on_finding = [this](const Finding& finding) {
      const auto& test_case = finding.test_case;
      if (test_case.ending.reason == Termination::TimeIsMerged) return;  // another exploration may know
      if (!reported_.insert({test_case.ending.reason, test_case.pc}).second) return;
      findings_.push_back(finding);
      if (events_.on_finding) events_.on_finding(finding);
    };
    return events;
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  const support::FirmwareImage& image_;
  ExplorationConfig config_;
  const ExplorationEvents& events_;
  const Clock::time_point start_ = Clock::now();
  std::vector<Contender> contenders_;          // the plain one first
  bool summarizing_ = false, others_ = false;  // have been added, if they are wanted
  std::set<std::pair<Termination, std::uint32_t>> reported_;
  std::vector<Finding> findings_;
};

}  // namespace

ExplorationResult explore_automatically(const support::FirmwareImage& image, const ExplorationConfig& config,
                                        const ExplorationEvents& events) {
  return AutomaticExploration(image, config, events).run();
}

}  // namespace janus::engine
