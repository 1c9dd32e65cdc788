// A run that can go backwards. For a debugger; no SystemC in this header.
//
// Going back is restoring a checkpoint and executing again, deterministically: whatever came from outside is recorded
// by the platform and given again, and what a debugger changed (edits) is recorded here and changed again.
//
//   beginning     checkpoints (few, denser towards the present)        present      furthest
//       |------------|----------------|--------|-----|--|-|--------------*-------------->
//
// An edit in the past forgets what came after it: the run takes another course. Memory is bounded: so many checkpoints,
// which share pages; the least useful are dropped. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "prototype/platform.h"

namespace janus::prototype {

class Timeline {
 public:
  // Set from outside, asked every few milliseconds: stop now.
  using Interrupt = std::function<bool()>;

  enum class Why {
    Stepped,
    Breakpoint,
    Watchpoint,   // forwards: before the access; backwards: after it, before it is undone. The next time it passes
    Interrupted,  // the Interrupt said so
    Beginning,    // backwards: there is nothing before
    Ended,        // forwards: the run is over; see `result`
  };
  struct Stop {
    Why why;
    RunResult result;         // of the last piece that was executed
    hart::WatchpointHit hit;  // for Watchpoint
  };

  // `platform` must record, must not have run yet, and must outlive this.
  explicit Timeline(Platform& platform);

  // Each throws what Platform::run() throws, the run being where it was thrown.
  Stop run(const Interrupt& interrupt);
  Stop step(const Interrupt& interrupt);  // one instruction, or into one handler, through whatever it waits for
  Stop run_back(const Interrupt& interrupt);
  Stop step_back(const Interrupt& interrupt);

  // Changes the machine, here and whenever the run comes by again. After the run has ended, it goes on from here.
  using Change = std::function<void(Platform&)>;
  void edit(Change change);

  // A new run from reset, without edits; what came from outside comes again.
  void restart();

 private:
  struct Edit {
    Moment moment;
    Change change;
  };
  struct Stored {
    Checkpoint checkpoint;
    std::size_t edits;  // that had been made by then
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
  std::size_t made_ = 0;          // edits, up to the present
  std::optional<Moment> undone_;  // where a watchpoint has stopped the way back: the access is undone the next time
};

}  // namespace janus::prototype
