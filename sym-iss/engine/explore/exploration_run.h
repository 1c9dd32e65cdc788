// One exploration: runs states in the order of a searcher until all paths have ended or a limit is reached, and judges.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/explore/exploration.h"
#include "engine/explore/reasoning.h"
#include "support/firmware_image.h"

namespace janus::engine {

// An exploration. All functions but run() may be called by the owner of a JobInTurns that is in run() (turns.h).
class ExplorationRun {
 public:
  virtual ~ExplorationRun() = default;
  // Explores until all paths have ended or a limit is reached. Must be called once.
  virtual void run() = 0;
  // Makes run() return soon, as if the user had interrupted it.
  virtual void cancel() = 0;
  // Must be called once, after run(). States may still be waiting.
  virtual ExplorationResult finish() = 0;
  // What was done so far, and all waiting states. Must not be called after finish(). Needs config.hart.log.
  virtual Snapshot snapshot() = 0;
  // The parts of it: what was done, and the waiting states as at most `most` frontiers, at least 1.
  virtual ExplorationResult so_far() const = 0;
  virtual std::vector<std::shared_ptr<const Frontier>> pieces(std::size_t most) = 0;
  // The same for others to explore: the `apart` states with the largest parts of the tree, as it seems (progress()), in
  // a frontier each, and all other states in the last one.
  virtual std::vector<std::shared_ptr<const Frontier>> largest_apart(std::size_t apart) = 0;
  // Makes run() return early, although no limit is reached: after so many seconds of real time, or when there are so
  // many terms. 0: never. But not before states that were brought back have executed as many instructions as bringing
  // them back has taken, so that every slice gets on. Must be called before run(), and needs config.hart.log.
  struct Slice {
    double seconds = 0;
    std::uint64_t terms = 0;
    bool memory = false;                   // also when --max-memory is reached, which then is no limit
    std::function<bool()> is_wanted = {};  // also when this returns true, which is called about every millisecond
  };
  virtual void limit_slice(const Slice& slice) = 0;
  // Instructions executed to bring states back.
  virtual std::uint64_t brought_back() const = 0;
  virtual bool slice_is_over() const = 0;     // whether run() has returned for that
  virtual bool is_out_of_memory() const = 0;  // the same, because of Slice::memory
  virtual std::uint64_t forks() const = 0;    // so far, on all paths
  virtual std::uint32_t deepest() const = 0;  // forks on the path with the most forks
  // The explored fraction of the execution tree, from 0 to 1, if every fork splits its part of the tree evenly: a path
  // that ended after n forks counts as 2^-n (forecast.h).
  virtual double progress() const = 0;
  // What ExplorationEvents::on_progress reports. The exploration has taken `own_seconds`, counted.
  virtual Progress report(double own_seconds) = 0;
  // Questions broken off so far because they took longer than counted (ExplorationResult::overdue).
  virtual std::uint64_t overdue() const = 0;
  // Of how many decisions it was looked at whether --by-value would fork there, and of how many it would.
  virtual std::pair<std::uint64_t, std::uint64_t> grown_conditions() const = 0;
  // The most inputs of one path so far.
  virtual std::uint64_t inputs() const = 0;
  // Accesses with several targets so far.
  virtual std::uint64_t symbolic_addresses() const = 0;
  // How often merging or a technique has spared paths: merged states, replaced states, and states ended early.
  virtual std::uint64_t shortcuts() const = 0;
  // Whether a technique took part, and none does any more (Technique::hands_back()).
  virtual bool handed_back() const = 0;
  // How far it has come. Looks at every waiting state.
  virtual Reach reach() const = 0;
};

// Prepares an exploration; its clock starts now. `image` must outlive the run. Throws support::InputError if the
// searcher does not exist, if a detector is combined with a technique that ignores detectors, or if the
// image does not fit into memory.
// `reasoning`: of an earlier exploration of the same firmware with the same config.solver, which is over, and which
// nothing has broken off; without a profile. A frontier to go on with must agree with its pool. Null: its own.
std::unique_ptr<ExplorationRun> start_exploration(const support::FirmwareImage& image, const ExplorationConfig& config,
                                                  const ExplorationEvents& events = {},
                                                  std::shared_ptr<Reasoning> reasoning = nullptr);

}  // namespace janus::engine
