#include "engine/automatic.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <set>
#include <utility>

namespace janus::engine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kAlone = 0.25;           // seconds of the plain exploration before anything else is tried
constexpr double kUntilCrowded = 1;       // seconds of it before merging, subsumption and learning are
constexpr std::uint64_t kManyForks = 64;  // within that time, or it is the questions that are hard
constexpr double kFirstTurn = 2;          // seconds, for each alternative to show what it can do
constexpr double kTrial = 8;              // seconds, for each in all
constexpr double kTrialShare = 0.1;       // of the time, at most, while that lasts
constexpr double kShare = 0.02;           // of the time, for each alternative after that
constexpr double kQuestion = 5;           // seconds for each of an alternative's questions to the solver

class AutomaticExploration {
 public:
  AutomaticExploration(const support::FirmwareImage& image, const ExplorationConfig& config,
                       const ExplorationEvents& events)
      : image_(image), config_(config), events_(events) {
    config_.automatic = false;
    contenders_.reserve(5);
    contenders_.push_back({"plain", config_, nullptr, 0, false, std::nullopt});
  }

  ExplorationResult run() {
    Contender& plain = contenders_.front();
    if (turn(plain, kAlone) && knows(plain)) return won_by(plain);
    if (!events_.on_path) add_summaries();
    if (contenders_.size() > 1 && turn(contenders_[1], kFirstTurn) && knows(contenders_[1]))
      return won_by(contenders_[1]);
    if (!plain.result && turn(plain, kUntilCrowded - kAlone) && knows(plain)) return won_by(plain);
    const bool crowded = plain.result || plain.run->forks() >= kManyForks;
    if (crowded && !events_.on_path) add_alternatives();
    while (true) {
      Contender* next = choose();
      if (!next) return won_by(contenders_.front());
      if (turn(*next, length_of_turn(*next)) && knows(*next)) return won_by(*next);
    }
  }

 private:
  struct Contender {
    std::string name;
    ExplorationConfig config;
    std::unique_ptr<ExplorationRun> run;  // null before its first turn, and after its last
    double spent = 0;                     // seconds
    bool gone = false;                    // gave up
    std::optional<ExplorationResult> result;
  };

  template <class Change>
  void add(std::string name, Change change) {
    ExplorationConfig config = config_;
    if (!change(config)) return;
    const double own = config.limits.solver_seconds;
    config.limits.solver_seconds = own > 0 ? std::min(own, kQuestion) : kQuestion;
    contenders_.push_back({std::move(name), std::move(config), nullptr, 0, false, std::nullopt});
  }

  void add_summaries() {
    add("summarizing", [](ExplorationConfig& config) { return !config.summarize && (config.summarize = true); });
  }
  void add_alternatives() {
    add("merging", [](ExplorationConfig& config) {
      return config.merging == Merging::None && (config.summarize = true, config.merging = Merging::Careful, true);
    });
    if (config_.hart.division_by_zero) return;
    add("subsumption", [](ExplorationConfig& config) {
      return !config.subsume && config.merging == Merging::None && (config.summarize = config.subsume = true);
    });
    add("learning", [](ExplorationConfig& config) {
      return !config.learning && config.merging == Merging::None && (config.learning = LearnConfig{}, true);
    });
  }

  // Whose turn it is: the plain one if it has had less than half of the time, an alternative that has not had its first
  // turn, or is behind its share; else the plain one.
  Contender* choose() {
    Contender& plain = contenders_.front();
    if (!plain.result && plain.spent < elapsed() / 2) return &plain;
    for (std::size_t i = 1; i < contenders_.size(); ++i) {
      Contender& other = contenders_[i];
      const double trial = std::max(kFirstTurn, std::min(kTrial, kTrialShare * elapsed()));
      const double allowed = plain.result ? std::max(trial, plain.spent) : trial + kShare * elapsed();
      if (!other.gone && other.spent < allowed) return &other;
    }
    return plain.result ? nullptr : &plain;
  }

  double length_of_turn(const Contender& contender) const {
    const bool alone = contenders_.size() == 1;
    if (alone) return std::numeric_limits<double>::infinity();
    return std::max(kFirstTurn / 2, contender.spent / 4);
  }

  // Lets a contender go on; true if it has come to its end.
  bool turn(Contender& contender, double seconds) {
    if (!contender.run) contender.run = start_exploration(image_, with_time_left(contender.config), reporting());
    const auto begin = Clock::now();
    const bool ended = contender.run->advance(seconds);
    contender.spent += std::chrono::duration<double>(Clock::now() - begin).count();
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
    Contender& plain = contenders_.front();
    const bool decided = contender.result && contender.result->verdict != Verdict::Unknown;
    Contender& winner = decided ? contender : plain;
    if (!winner.result) winner.result = winner.run->finish();
    ExplorationResult result = std::move(*winner.result);
    TechniqueReport report{.name = "auto", .counts = {}, .remarks = {}};
    for (const Contender& c : contenders_) {
      if (c.spent > 0) report.counts.emplace_back("ms of " + c.name, static_cast<std::uint64_t>(c.spent * 1000));
    }
    report.remarks.push_back(decided ? fmt::format("decided by the {} exploration", winner.name)
                                     : "no exploration came to a verdict");
    result.techniques.insert(result.techniques.begin(), std::move(report));
    result.findings = std::move(findings_);
    result.seconds = elapsed();
    const bool violated = std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& finding) {
      return row(finding.test_case.ending.reason).consequence == Consequence::Violation;
    });
    if (violated) result.verdict = Verdict::Unsafe;
    return result;
  }

  ExplorationConfig with_time_left(ExplorationConfig config) const {
    if (config.limits.seconds > 0) config.limits.seconds = std::max(0.01, config.limits.seconds - elapsed());
    return config;
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
  std::vector<Contender> contenders_;  // the plain one first
  std::set<std::pair<Termination, std::uint32_t>> reported_;
  std::vector<Finding> findings_;
};

}  // namespace

ExplorationResult explore_automatically(const support::FirmwareImage& image, const ExplorationConfig& config,
                                        const ExplorationEvents& events) {
  return AutomaticExploration(image, config, events).run();
}

}  // namespace janus::engine
