#include "engine/explore/forecast.h"

#include <limits>

namespace janus::engine {

void Forecast::observe(double spent, double progress) {
  spent_ = spent;
  progress_ = progress;
  total_ = progress > 0 ? spent / progress : std::numeric_limits<double>::infinity();
  const Estimate* before = nullptr;  // the last estimate made when at most half of `spent` was spent
  for (const Estimate& estimate : earlier_) {
    if (2 * estimate.spent <= spent) before = &estimate;
  }
  const bool steady = before && total_ <= kSteadyGrowth * before->total;
  if (total_ > kHopelessFactor * spent) {
    outlook_ = Outlook::Hopeless;
  } else {
    outlook_ = steady ? Outlook::Ends : Outlook::Open;
  }
  if (spent > 0 && (earlier_.empty() || spent >= 2 * earlier_.back().spent)) earlier_.push_back({spent, total_});
}

double Forecast::seconds_before(double progress) const {
  if (progress_ < progress) return spent_;
  double before = 0;
  for (const Estimate& estimate : earlier_) {
    if (estimate.spent < progress * estimate.total) before = estimate.spent;
  }
  return before;
}

}  // namespace janus::engine
