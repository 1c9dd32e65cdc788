#include "engine/explore/times_by_turns.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/explore/exploration_run.h"
#include "engine/explore/findings.h"
#include "engine/explore/turns.h"
#include "term/work_clock.h"

namespace janus::engine {
namespace {

// Counted seconds for a question about merged states, which may be hard. A turn does not end amid a question to Z3.
constexpr double kQuestion = 0.5;

// One of the two. `image` must outlive it. An exploration that never had a turn has not begun.
class TurnTaker {
 public:
  TurnTaker(const support::FirmwareImage& image, ExplorationConfig config, ExplorationEvents events)
      : image_(image), config_(std::move(config)), events_(std::move(events)) {}
  TurnTaker(const TurnTaker&) = delete;
  TurnTaker& operator=(const TurnTaker&) = delete;
  ~TurnTaker() { cancel(); }

  // Returns whether it has ended.
  bool advance(double seconds) {
    if (!turns_) turns_ = std::make_unique<JobInTurns>([this] { explore(); });
    return turns_->advance(seconds);
  }
  bool has_begun() const { return run_ != nullptr; }
  // Must be called once, after it has begun.
  ExplorationResult finish() {
    cancel();
    return run_->finish();
  }

 private:
  void explore() {
    {
      const term::WorkClock::Uninterrupted whole;
      run_ = start_exploration(image_, config_, events_);
    }
    run_->run();
  }
  void cancel() {
    if (turns_ && !turns_->ended()) run_->cancel();
    turns_.reset();
  }

  const support::FirmwareImage& image_;
  const ExplorationConfig config_;
  const ExplorationEvents events_;
  std::unique_ptr<ExplorationRun> run_;  // null before the first turn
  std::unique_ptr<JobInTurns> turns_;    // null before the first turn and after the last
};

bool is_recorded(const ExplorationConfig& config, const ExplorationEvents& events) {
  return config.counts || config.profile || config.tree || events.on_path || events.on_example || events.on_end;
}

// `result`, with the findings that were `told` and what else the exploration with merged states has `found`, which is
// told now.
ExplorationResult joined(ExplorationResult result, std::vector<Finding> told, const std::vector<Finding>& found,
                         const ExplorationEvents& events) {
  DistinctFindings known;
  for (const Finding& finding : told) known.note(finding);
  for (const Finding& finding : found) {
    if (known.note(finding).first != DistinctFindings::Note::IsNew) continue;
    if (events.on_finding) events.on_finding(finding);
    told.push_back(finding);
  }
  result.findings = std::move(told);
  if (violations(result.findings) > 0) result.verdict = Verdict::Unsafe;
  return result;
}

}  // namespace

ExplorationResult explore_times_by_turns(const support::FirmwareImage& image, const ExplorationConfig& config,
                                         const ExplorationEvents& events, double first_turn) {
  ExplorationConfig alone = config;
  alone.automatic = false;
  alone.limits.since = std::chrono::steady_clock::now();
  TurnTaker plain(image, alone, events);
  std::optional<TurnTaker> merging;
  if (!is_recorded(config, events) && config.hart.interrupts.empty()) {
    alone.merging = Merging::Eager;
    const double most = alone.limits.solver_seconds;
    alone.limits.solver_seconds = most > 0 ? std::min(most, kQuestion) : kQuestion;
    merging.emplace(image, alone, ExplorationEvents());
  }
  std::vector<Finding> mistakes;  // in merged states; what is given up there, the plain exploration may do
  const auto keep_mistakes = [&mistakes](const ExplorationResult& result) {
    std::ranges::copy_if(result.findings, std::back_inserter(mistakes), is_violation);
  };
  for (double turn = first_turn;; turn *= 2) {
    if (plain.advance(turn)) {
      if (merging && merging->has_begun()) keep_mistakes(merging->finish());
      ExplorationResult result = plain.finish();
      std::vector<Finding> told = result.findings;
      return joined(std::move(result), std::move(told), mistakes, events);
    }
    if (!merging || !merging->advance(turn)) continue;
    ExplorationResult result = merging->finish();
    merging.reset();
    if (result.times->proved) {
      const std::vector<Finding> found = result.findings;
      return joined(std::move(result), plain.finish().findings, found, events);
    }
    keep_mistakes(result);
  }
}

}  // namespace janus::engine
