#include "prototype/timeline.h"

#include <algorithm>

namespace janus::prototype {
namespace {

// The positions between two checkpoints. They execute in some tens of milliseconds; taking a checkpoint takes as long.
constexpr std::uint64_t kInterval = 4'000'000;
// Going back far stores a checkpoint this many positions before the target, so that further steps back are fast.
constexpr std::uint64_t kNear = 4'000;
constexpr std::size_t kMostStored = 48;
constexpr std::uint64_t kMostBytes = 1ULL << 30;
constexpr std::size_t kMostEdits = 10'000;

bool is_stop(End end) { return end == End::Breakpoint || end == End::Watchpoint; }

// Disables breakpoints and watchpoints while in scope.
class IgnoringBreakpoints {
 public:
  explicit IgnoringBreakpoints(hart::ConcreteHart& hart) : hart_(hart) { hart_.ignore_breakpoints(true); }
  ~IgnoringBreakpoints() { hart_.ignore_breakpoints(false); }
  IgnoringBreakpoints(const IgnoringBreakpoints&) = delete;
  IgnoringBreakpoints& operator=(const IgnoringBreakpoints&) = delete;

 private:
  hart::ConcreteHart& hart_;
};

}  // namespace

Timeline::Timeline(Platform& platform) : platform_(platform) {
  platform_.run_until({}, {});  // starts SystemC, but executes no instruction
  origin_ = platform_.save(nullptr);
  stored_.push_back({origin_, 0});
}

// --- Forwards.

Timeline::Stop Timeline::run(const Interrupt& interrupt) {
  undone_.reset();
  return forward_stop(forward(kEndOfRun, interrupt), kEndOfRun);
}

Timeline::Stop Timeline::step(const Interrupt& interrupt) {
  undone_.reset();
  const Moment target{platform_.moment().position + 1, 0};
  platform_.hart().pass_here();
  return forward_stop(forward(target, interrupt), target);
}

Timeline::Stop Timeline::forward_stop(RunResult result, Moment target) {
  switch (result.end) {
    case End::Breakpoint: return stopped(Why::Breakpoint, std::move(result));
    case End::Watchpoint: return stopped(Why::Watchpoint, std::move(result));
    case End::Paused: return stopped(platform_.moment() >= target ? Why::Stepped : Why::Interrupted, std::move(result));
    case End::Finisher:
    case End::ToHost:
    case End::HostExit:
    case End::AssertFailed:
    case End::AssumeFailed:
    case End::HookError:
    case End::HostError:
    case End::Detected:
    case End::Interrupted:
    case End::OutputLost:
    case End::Killed:
    case End::Halted:
    case End::WaitsForever:
    case End::UnhandledTrap:
    case End::InstructionLimit: break;
  }
  return stopped(Why::Ended, std::move(result));
}

// Executes up to `target`, or until the run stops earlier. Applies edits and takes checkpoints on the way.
RunResult Timeline::forward(Moment target, const Interrupt& interrupt) {
  while (true) {
    apply_due_edits();
    Moment next{(platform_.moment().position / kInterval + 1) * kInterval, 0};
    if (made_ < edits_.size()) next = std::min(next, edits_[made_].moment);
    next = std::min(next, target);
    RunResult result = platform_.run_until(next, interrupt);
    const Moment present = platform_.moment();
    if (is_stop(result.end)) return result;
    if (edit_due()) continue;  // also at an end of the run, since the edit was made to continue from there
    if (result.end != End::Paused || present >= target || present < next) return result;
    if (present.position % kInterval == 0) remember();
  }
}

void Timeline::apply_due_edits() {
  if (!edit_due()) return;
  for (; edit_due(); ++made_) edits_[made_].change(platform_);
  platform_.hart().retry();
}

// --- Backwards.

Timeline::Stop Timeline::step_back(const Interrupt& interrupt) {
  if (!platform_.can_restore()) return stopped(Why::Beginning, {});
  const Moment present = platform_.moment();
  if (present.position <= stored_.front().checkpoint.moment.position) return stopped(Why::Beginning, {});
  if (auto interrupted = seek({present.position - 1, 0}, interrupt)) return *interrupted;
  if (const auto hit = platform_.hart().coming_hit(); hit && undone_ != present) {
    const IgnoringBreakpoints ignoring(platform_.hart());
    forward(present, interrupt);
    undone_ = present;
    return {Why::Watchpoint, {}, *hit};
  }
  return stopped(Why::Stepped, {});
}

// Finds the last hit before the present: searches the interval between two checkpoints, from the latest to the first.
Timeline::Stop Timeline::run_back(const Interrupt& interrupt) {
  if (!platform_.can_restore()) return stopped(Why::Beginning, {});
  const Moment first = stored_.front().checkpoint.moment, present = platform_.moment();
  Moment end = present;
  while (first < end) {
    const Moment start = before(end).checkpoint.moment;
    restore(before(end));
    bool interrupted = false;
    const auto hit = last_hit(end, undone_ == present ? present.position : kEndOfRun.position, interrupt, interrupted);
    if (interrupted) return stopped(Why::Interrupted, {});
    if (hit) {
      if (auto stop = seek(hit->moment, interrupt)) return *stop;
      if (hit->stop.why == Why::Watchpoint) undone_ = platform_.moment();
      return hit->stop;
    }
    end = start;
  }
  restore(stored_.front());
  apply_due_edits();
  return stopped(Why::Beginning, {});
}

// Executes up to `end` and returns the last hit. A watchpoint hit counts as after the access; a hit after which the
// position is `undone` is skipped.
std::optional<Timeline::Hit> Timeline::last_hit(Moment end, std::uint64_t undone, const Interrupt& interrupt,
                                                bool& interrupted) {
  std::optional<Hit> last;
  while (true) {
    RunResult result = forward(end, interrupt);
    const Moment present = platform_.moment();
    if (result.end == End::Breakpoint) {
      last = Hit{present, stopped(Why::Breakpoint, std::move(result))};
    } else if (result.end == End::Watchpoint) {
      if (present.position + 1 != undone) {
        last = Hit{{present.position + 1, 0}, stopped(Why::Watchpoint, std::move(result))};
      }
    } else {
      interrupted = result.end == End::Interrupted || (result.end == End::Paused && present < end);
      return last;
    }
  }
}

// Goes to a moment of the past and ignores breakpoints on the way. Returns a stop only if interrupted.
std::optional<Timeline::Stop> Timeline::seek(Moment target, const Interrupt& interrupt) {
  const IgnoringBreakpoints ignoring(platform_.hart());
  const auto go_to = [&](Moment moment) {
    const RunResult result = forward(moment, interrupt);
    return result.end == End::Paused && platform_.moment() >= moment;
  };
  restore(before({target.position, target.cycles + 1}));
  if (target.position - platform_.moment().position > 4 * kNear) {
    if (!go_to({target.position - kNear, 0})) return stopped(Why::Interrupted, {});
    remember();
  }
  if (!go_to(target)) return stopped(Why::Interrupted, {});
  apply_due_edits();
  return std::nullopt;
}

void Timeline::restore(const Stored& stored) {
  platform_.restore(stored.checkpoint);
  made_ = stored.edits;
}

// The last checkpoint before `moment`; the first checkpoint if there is none.
const Timeline::Stored& Timeline::before(Moment moment) const {
  const auto after = std::ranges::lower_bound(stored_, moment, {}, [](const Stored& s) { return s.checkpoint.moment; });
  return after == stored_.begin() ? stored_.front() : *std::prev(after);
}

// --- Edits and checkpoints.

void Timeline::edit(Change change) {
  const Moment present = platform_.moment();
  edits_.resize(made_);
  std::erase_if(stored_, [&](const Stored& s) { return s.checkpoint.moment > present || s.edits > made_; });
  change(platform_);
  edits_.push_back({present, std::move(change)});
  ++made_;
  platform_.forget_future();
  platform_.hart().retry();
  if (edits_.size() <= kMostEdits) return;
  // Too many edits: drops the history, so that it begins here.
  edits_.clear();
  made_ = 0;
  stored_ = {{platform_.save(&origin_), 0}};
}

void Timeline::restart() {
  JANUS_REQUIRE(platform_.can_restore());
  platform_.restore(origin_);
  platform_.forget_future();
  edits_.clear();
  made_ = 0;
  stored_ = {{origin_, 0}};
}

void Timeline::remember() {
  if (!platform_.can_restore()) return;
  const Moment present = platform_.moment();
  const auto after =
      std::ranges::lower_bound(stored_, present, {}, [](const Stored& s) { return s.checkpoint.moment; });
  if (after != stored_.end() && after->checkpoint.moment == present) return;
  const Checkpoint* similar = after == stored_.begin() ? nullptr : &std::prev(after)->checkpoint;
  stored_.insert(after, {platform_.save(similar), made_});
  thin_out();
}

// Drops the checkpoint that leaves the smallest gap in proportion to its distance from the present; never the first or
// the last.
void Timeline::thin_out() {
  const std::uint64_t present = platform_.moment().position;
  while (stored_.size() > 2 && (stored_.size() > kMostStored || Platform::checkpoint_bytes() > kMostBytes)) {
    const auto position = [&](std::size_t i) { return stored_[i].checkpoint.moment.position; };
    std::size_t least = 1;
    double least_worth = 0;
    for (std::size_t i = 1; i + 1 < stored_.size(); ++i) {
      const std::uint64_t distance = present > position(i) ? present - position(i) : position(i) - present;
      const double worth =
          static_cast<double>(position(i + 1) - position(i - 1)) / static_cast<double>(distance + kNear);
      if (i == 1 || worth < least_worth) {
        least = i;
        least_worth = worth;
      }
    }
    stored_.erase(stored_.begin() + static_cast<std::ptrdiff_t>(least));
  }
}

}  // namespace janus::prototype
