// The forecast of when an exploration will end, from the fraction of the execution tree that is explored.
//
// If a searcher explores the tree from one side to the other, the time spent divided by the explored fraction estimates
// the total time. A path that ended after n forks counts as the fraction 2^-n of the tree: the weighted backtrack
// estimator of Kilby, Slaney, Thiebaux, Walsh, Estimating search tree size (AAAI 2006). A lopsided tree looks nearly
// explored, or hardly begun, for most of the time. So an estimate that keeps growing with the time spent is not
// believed.
#pragma once

#include <vector>

namespace janus::engine {

class Forecast {
 public:
  static constexpr double kHopelessFactor = 32;  // hopeless if the estimate exceeds the time spent by this factor
  static constexpr double kSteadyGrowth = 1.6;   // most growth of a reliable estimate while the time spent doubles

  enum class Outlook {
    Ends,      // after about total() seconds
    Open,      // the estimate is not reliable yet
    Hopeless,  // not in reach, or there is no estimate
  };

  // `spent`: seconds so far; must not decrease from call to call. `progress`: explored fraction of the tree, from 0
  // to 1.
  void observe(double spent, double progress);

  Outlook outlook() const { return outlook_; }
  double total() const { return total_; }        // seconds for the whole tree; meaningful if outlook() is Ends
  double progress() const { return progress_; }  // as observed last
  // After how many seconds less than the fraction `progress` of the tree was explored still: the latest that is known.
  double seconds_before(double progress) const;

 private:
  struct Estimate {
    double spent, total;
  };

  std::vector<Estimate> earlier_;  // from one to the next, `spent` at least doubles
  Outlook outlook_ = Outlook::Hopeless;
  double total_ = 0;
  double spent_ = 0, progress_ = 0;
};

}  // namespace janus::engine
