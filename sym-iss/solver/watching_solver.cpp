#include "solver/watching_solver.h"

#include <utility>
#include <vector>

#include "support/activity.h"

namespace janus::solver {
namespace {

class WatchingSolver : public Decorator {
 public:
  WatchingSolver(std::unique_ptr<Solver> next, Watch watch)
      : Decorator("watch", std::move(next)), watch_(std::move(watch)) {}

  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) override {
    const bool is_measured = asked_ < kAllMeasured || asked_ % kMeasuredShare == 0;
    ++asked_;
    const auto counted_from = term::WorkClock::now();
    const auto start = is_measured ? time_of_own_turns() : std::chrono::nanoseconds{};
    const Answer answer = answer_of(path, question, model);
    const std::chrono::nanoseconds counted = term::WorkClock::now() - counted_from;
    const bool is_long = counted >= kLong;
    if (!is_long) {
      ++untold_;
      if (!is_measured) return answer;
    }
    QuestionTime time;
    if (is_measured) {
      time = {time_of_own_turns() - start, is_long ? 1 : std::exchange(untold_, 0)};
    } else {
      const auto core = std::chrono::duration_cast<std::chrono::nanoseconds>(core_time());
      time.time = core > core.zero() ? core : counted;
    }
    watch_(path, question, answer, time);
    return answer;
  }
  void collect(std::vector<SolverStatistics>& statistics) const override { next_->collect(statistics); }

 private:
  Answer answer_of(const PathCondition& path, term::Term question, term::Assignment& model) {
    const support::InActivity solving(support::Activity::Solving);
    return next_->check(path, question, model);
  }

  static constexpr std::uint64_t kAllMeasured = 4096;    // so that a short exploration is told exactly
  static constexpr unsigned kMeasuredShare = 61;         // a prime: loops ask in periods
  static constexpr std::chrono::microseconds kLong{20};  // counted

  // Of the core solver, since the last call.
  std::chrono::duration<double> core_time() {
    layers_.clear();
    next_->collect(layers_);
    double all = 0;
    for (const SolverStatistics& layer : layers_) all += layer.layer == kCoreLayer ? layer.seconds : 0;
    return std::chrono::duration<double>(all - std::exchange(core_seconds_, all));
  }

  const Watch watch_;
  std::uint64_t asked_ = 0;
  unsigned untold_ = 0;  // fast questions since the last one that was told
  double core_seconds_ = 0;
  std::vector<SolverStatistics> layers_;
};

}  // namespace

std::unique_ptr<Solver> make_watching_solver(std::unique_ptr<Solver> next, Watch watch) {
  return std::make_unique<WatchingSolver>(std::move(next), std::move(watch));
}

}  // namespace janus::solver
