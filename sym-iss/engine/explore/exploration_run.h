// One exploration: runs states chosen by a searcher until all paths have ended or a limit is reached, and judges.
#pragma once

#include <memory>

#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::engine {

// An exploration in turns.
class ExplorationRun {
 public:
  virtual ~ExplorationRun() = default;
  // Goes on for about so many seconds, counted (term/work_clock.h). Whether nothing is left to do: all paths have
  // ended, or a limit was reached.
  virtual bool advance(double seconds) = 0;
  // To be called once, at the end, which may be before everything was explored.
  virtual ExplorationResult finish() = 0;
  virtual std::uint64_t forks() const = 0;    // so far,
  virtual std::uint32_t deepest() const = 0;  // and of the path with most of them
  // How much of the execution tree is done, from 0 to 1, if each fork divides what is left evenly: a path that ended
  // after n forks is 2^-n of it. For searchers that finish one part before they turn to the next, the time spent
  // divided by this estimates the time that the whole takes. Source: Kilby, Slaney, Thiebaux, Walsh, Estimating search
  // tree size (AAAI 2006), the weighted backtrack estimator.
  virtual double progress() const = 0;
  // Questions broken off so far for taking longer than they count (ExplorationResult::repeatable).
  virtual std::uint64_t overdue() const = 0;
  // How often merging, or a technique, has done what spares a path: states merged, replaced, or ended early.
  virtual std::uint64_t shortcuts() const = 0;
};
// `image` must outlive the run; its clock starts now. Throws support::InputError on a searcher that does not exist,
// divisions by zero as violations together with a technique that ignores them, or an image that does not fit.
std::unique_ptr<ExplorationRun> start_exploration(const support::FirmwareImage& image, const ExplorationConfig& config,
                                                  const ExplorationEvents& events = {});

}  // namespace janus::engine
