// A run that can go backwards. For a debugger; no SystemC in this header.
//
// Going back means restoring a checkpoint and executing again. This is deterministic: the platform records external
// inputs and provides them again, and the timeline records the changes of a debugger (edits) and applies them again.
//
//   beginning     checkpoints (few, denser towards the present)        present      furthest
//       |------------|----------------|--------|-----|--|-|--------------*-------------->
//
// An edit in the past discards everything after it, since the run continues differently. Memory is bounded: checkpoints
// share pages, and above a limit the least useful checkpoints are dropped. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "prototype/platform.h"

namespace janus::prototype {

class Timeline {
 public:
  // Called every few milliseconds; returns true to stop the machine.
  using Interrupt = std::function<bool()>;

  enum class Why {
    Stepped,
    Breakpoint,
    Watchpoint,   // forwards: before the access; backwards: after the access. The next movement passes the access
    Interrupted,  // the Interrupt returned true
    Beginning,    // backwards: the beginning of the history was reached
    Ended,        // forwards: the run is over; see `result`
  };
  struct Stop {
    Why why;
    RunResult result;         // of the last call of Platform::run_until()
    hart::WatchpointHit hit;  // for Watchpoint
  };

  // `platform` must record (PlatformConfig::record), must not have run yet, and must outlive the timeline.
  explicit Timeline(Platform& platform);

  // All throw what Platform::run() throws; the machine then stays where the exception was thrown.
  Stop run(const Interrupt& interrupt);
  Stop step(const Interrupt& interrupt);  // executes one instruction or enters one handler; a wfi waits until it ends
  Stop run_back(const Interrupt& interrupt);
  Stop step_back(const Interrupt& interrupt);

  // Changes the machine now, and again whenever the run passes this moment. If the run had ended, it can continue.
  using Change = std::function<void(Platform&)>;
  void edit(Change change);

  // Goes back to reset and discards all edits; only if Platform::can_restore(). Without it, the history begins at the
  // present. Recorded external inputs are provided again.
  void restart();

 private:
  struct Edit {
    Moment moment;
    Change change;
  };
  struct Stored {
    Checkpoint checkpoint;
    std::size_t edits;  // the number of edits made by then
  };
  struct Hit {
    Moment moment;
    Stop stop;
  };

  Stop stopped(Why why, RunResult result) { return {why, std::move(result), platform_.hart().watchpoint_hit()}; }
  RunResult forward(Moment target, const Interrupt& interrupt);
  Stop forward_stop(RunResult result, Moment target);
  void apply_due_edits();
  bool edit_due() const { return made_ < edits_.size() && edits_[made_].moment <= platform_.moment(); }
  std::optional<Stop> seek(Moment target, const Interrupt& interrupt);
  std::optional<Hit> last_hit(Moment end, std::uint64_t undone, const Interrupt& interrupt, bool& interrupted);
  void restore(const Stored& stored);
  const Stored& before(Moment moment) const;
  void remember();
  void thin_out();

  Platform& platform_;
  Checkpoint origin_;
  std::vector<Stored> stored_;    // by moment; never empty
  std::vector<Edit> edits_;       // by moment
  std::size_t made_ = 0;          // the number of edits made up to the present
  std::optional<Moment> undone_;  // where a watchpoint stopped a move back; the next move back undoes the access
};

}  // namespace janus::prototype
