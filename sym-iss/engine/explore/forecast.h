// When an exploration will end, told from how much of the execution tree it has done so far.
//
// If a tree is done from one side to the other, the time spent divided by the part that is done estimates the time that
// the whole takes. The part that is done weighs a path that ended after n forks 2^-n: Kilby, Slaney, Thiebaux, Walsh,
// Estimating search tree size (AAAI 2006), the weighted backtrack estimator. A tree that hangs to one side looks nearly
// done, or hardly begun, for most of the time; so an estimate that keeps growing with the time is not one.
#pragma once

#include <vector>

namespace janus::engine {

class Forecast {
 public:
  static constexpr double kHopeless = 32;  // times what was spent: what would take longer is out of reach
  static constexpr double kGrowth = 1.6;   // of an estimate, at most, while the time spent doubles

  enum class Outlook {
    Ends,      // after about total()
    Open,      // no estimate has proved reliable
    Hopeless,  // not for long, or nobody can tell
  };

  // `spent`: seconds so far, not less than the last time. `progress`: what part of the tree is done, from 0 to 1.
  void observe(double spent, double progress);

  Outlook outlook() const { return outlook_; }
  double total() const { return total_; }  // seconds, of the whole; meaningful if it Ends

 private:
  struct Estimate {
    double spent, total;
  };

  std::vector<Estimate> earlier_;  // the time spent at least doubles from one to the next
  Outlook outlook_ = Outlook::Hopeless;
  double total_ = 0;
};

}  // namespace janus::engine
