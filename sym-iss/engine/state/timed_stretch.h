// How long a stretch of a path takes, or how much energy: from one place in the code to another, each time that the
// path passes it; or as long as no interrupt is taken.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/state/merged_count.h"
#include "hart/architectural_state.h"
#include "hart/constants.h"
#include "isa/registers.h"

namespace janus::engine {

// The places, as addresses of instructions. A stretch begins in front of the instruction at `from`, or at reset, and
// ends in front of the next one at `to`, or where the function that begins at `from` returns to. So it needs one of the
// two, or `interrupts_off` in place of both: a stretch is then from the first instruction with interrupts off to the
// first one with interrupts on, or to a `wfi`, which an interrupt ends at once. What is before they are first on does
// not count.
struct StretchPlaces {
  std::optional<std::uint32_t> from, to;
  bool is_handler = false;  // the function at `from` returns by `mret`
  bool interrupts_off = false;
};

// What is measured: cycles, or femtojoules, which grow with each instruction as cycles do.
enum class Measure : std::uint8_t { Cycles, Energy };

template <class Values>
std::uint64_t measured(const hart::ArchitecturalState<Values>& hart, Measure measure) {
  return measure == Measure::Energy ? hart.energy : hart.cycles;
}

// What a path knows of its stretches. The hart calls arrived() in front of every instruction, maybe more than once if
// the instruction is begun again after a fork.
struct TimedStretch {
  Measure measure = Measure::Cycles;           // of what follows; `cycle` below stands for either
  bool open = false;                           // in a stretch
  bool was_on = false;                         // interrupts, at some time
  std::uint32_t until = 0;                     // the address where the stretch ends
  std::optional<std::uint32_t> stack_pointer;  // there; nothing: any
  bool unknown = false;                        // where a stretch ends depends on inputs
  bool passed = false;                         // a stretch has ended
  std::uint64_t began = 0;                     // what was measured when the open stretch began
  term::Term ahead;          // how much longer it has taken on a path than since `began`; as MergedCount
  std::uint64_t spread = 0;  // the same
  MergedCount least, most;   // of the stretches that have ended

  // The path is at its first instruction.
  void start(const StretchPlaces& places, Measure what) {
    measure = what;
    if (places.to && !places.from) open_at(0, *places.to);
  }

  MergedCount elapsed(std::uint64_t cycle) const { return {cycle - began, ahead, spread}; }

  // The hart is in front of an instruction, which may be a `wfi`.
  template <class Values>
  void arrived(const StretchPlaces& places, const hart::ArchitecturalState<Values>& hart, bool waits,
               term::TermPool& pool) {
    const std::uint64_t now = measured(hart, measure);
    if (places.interrupts_off) return follow_interrupts(now, hart.interrupts_off(), waits, pool);
    const auto sp = hart::constant_of(hart.x[isa::kSp]);
    if (open && hart.pc == until && now > began && (!stack_pointer || stack_pointer == sp)) {
      close(now, pool);
    }
    if (open || hart.pc != places.from) return;
    if (places.to) return open_at(now, *places.to);
    const auto back = hart::constant_of(places.is_handler ? hart.mepc : hart.x[isa::kRa]);
    stack_pointer = sp;
    unknown = unknown || !back || !sp;
    open_at(now, back.value_or(0));
  }

  // Whether states with these can merge: their paths are in the same stretch, or in none.
  bool agrees_with(const TimedStretch& other, std::uint64_t cycle, std::uint64_t other_cycle) const {
    const auto is_new = [](const TimedStretch& stretch, std::uint64_t now) {
      return stretch.open && now == stretch.began;
    };
    return open == other.open && was_on == other.was_on && until == other.until &&
           stack_pointer == other.stack_pointer && unknown == other.unknown && passed == other.passed &&
           is_new(*this, cycle) == is_new(other, other_cycle);
  }
  // Stands for the paths of both, which are at these cycles; the merged state is at `merged_cycle`.
  void merge(const TimedStretch& other, std::uint64_t cycle, std::uint64_t other_cycle, std::uint64_t merged_cycle,
             term::Term selector, term::TermPool& pool) {
    least = merged(pool, selector, least, other.least);
    most = merged(pool, selector, most, other.most);
    if (!open) return;
    const MergedCount both = merged(pool, selector, elapsed(cycle), other.elapsed(other_cycle));
    began = merged_cycle - both.least;
    ahead = both.ahead;
    spread = both.spread;
  }
  // The paths have taken longer than the clock says.
  void fall_behind(term::Term more, std::uint64_t most_more, term::TermPool& pool) {
    if (!open || !more) return;
    ahead = ahead ? pool.add(ahead, more) : more;
    spread += most_more;
  }

 private:
  void open_at(std::uint64_t cycle, std::uint32_t end) {
    open = true;
    began = cycle;
    until = end;
    ahead = {};
    spread = 0;
  }
  void close(std::uint64_t cycle, term::TermPool& pool) {
    const MergedCount took = elapsed(cycle);
    least = passed ? extreme(pool, least, took, false) : took;
    most = passed ? extreme(pool, most, took, true) : took;
    open = false;
    passed = true;
  }
  void follow_interrupts(std::uint64_t cycle, bool off, bool waits, term::TermPool& pool) {
    was_on = was_on || !off;
    const bool counts = off && was_on && !waits;
    if (open && !counts) close(cycle, pool);
    if (!open && counts) open_at(cycle, 0);
  }
};

}  // namespace janus::engine
