// The observers, breakpoints and watchpoints of one hart, for ConcreteHart's observed loop. They cost nothing while
// there are none.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "hart/observer.h"

namespace janus::hart {

// Which accesses a watchpoint is for.
enum class Watch : std::uint8_t { Write, Read, Access };

struct Watchpoint {
  std::uint32_t address;
  std::uint32_t size;  // bytes; 0 hits nothing
  Watch watch;

  friend bool operator==(const Watchpoint&, const Watchpoint&) = default;
};

// A watchpoint that the instruction at `pc` hits, and where: the first byte that is both watched and accessed.
struct WatchpointHit {
  Watchpoint watchpoint;
  std::uint32_t address = 0;
  std::uint32_t pc = 0;
};

class Observation {
 public:
  // `observer` is not owned, and must be forgotten before it is destroyed.
  void observe(Observer& observer) { observers_.push_back(&observer); }
  // One that need not see every instruction.
  void observe_some(Observer& observer) {
    observers_.push_back(&observer);
    ++of_some_;
  }
  void forget(Observer& observer) { std::erase(observers_, &observer); }

  // Setting a breakpoint or watchpoint twice does nothing, and neither does clearing one that is not set.
  void set_breakpoint(std::uint32_t address) { breakpoints_.insert(address); }
  void clear_breakpoint(std::uint32_t address) { breakpoints_.erase(address); }
  void set_watchpoint(Watchpoint watchpoint);
  void clear_watchpoint(Watchpoint watchpoint) { std::erase(watchpoints_, watchpoint); }

  // Breakpoints and watchpoints may be ignored for a while.
  void ignore_breakpoints(bool ignore) { ignore_ = ignore; }

  // Whether every instruction must be observed. Breakpoints do not require that: the fast loop leaves their
  // instructions to the plain loop, which checks for them.
  bool any() const { return observers_.size() > of_some_ || (!ignore_ && !watchpoints_.empty()); }
  const std::unordered_set<std::uint32_t>& breakpoints() const { return breakpoints_; }
  bool at_breakpoint(std::uint32_t pc) const { return !ignore_ && breakpoints_.contains(pc); }
  bool watching() const { return !ignore_ && !watchpoints_.empty(); }
  // The first watchpoint that an access hits, if any.
  std::optional<WatchpointHit> hit_by(std::uint32_t address, std::uint32_t size, bool load, bool store,
                                      std::uint32_t pc) const;
  const std::vector<Observer*>& observers() const { return observers_; }

 private:
  std::vector<Observer*> observers_;
  std::size_t of_some_ = 0;
  std::unordered_set<std::uint32_t> breakpoints_;
  std::vector<Watchpoint> watchpoints_;
  bool ignore_ = false;
};

}  // namespace janus::hart
