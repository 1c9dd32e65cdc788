// What the detectors of memory know of a run besides its words: where pointers come from, and which bits were never
// written. Part of the state of a path, and of a checkpoint. Not thread-safe.
#pragma once

#include <optional>

#include "hart/definedness.h"
#include "hart/detectors.h"
#include "hart/poison.h"
#include "hart/provenance.h"
#include "hart/provenance_accesses.h"
#include "hart/provenance_calls.h"
#include "hart/provenance_results.h"

namespace janus::hart {

template <class V>
struct Shadow {
  struct Step {
    typename Provenance<V>::Step pointers;
    Definedness::Step defined;
  };
  Provenance<V> pointers;
  Definedness defined;
  Poison poison;

  // The hart is at reset, and memory has what the image loads.
  template <class H>
  void begin(H& hart, const Detectors& detectors) {
    for (const ImagePointer& each : detectors.pointers) {
      pointers.set_word(home(hart, each.address, 4), handed_on({Origin::Kind::Constant, each.value}, detectors),
                        hart.values().template constant<32>(each.value));
    }
  }
  // The hart is in front of the instruction at its pc: call arrive() first, then ask the detectors, then call before().
  // All of it may be done more than once there.
  template <class H>
  void arrive(H& hart, const Detectors& detectors) {
    const std::size_t allocations = pointers.allocations().size();
    pointers.arrive(hart, detectors);
    if (pointers.allocations().size() == allocations) return;
    const auto& allocation = pointers.allocations().back();
    const auto base = constant_of(allocation.base), size = constant_of(allocation.size);
    const auto kept = constant_of(pointers.take_kept());
    if (base && size && kept && *kept < *size) defined.undefine(home(hart, *base, 1) + *kept, *size - *kept);
  }
  // For a hart whose states share shadows: lets the path decide what before() asks, so that nothing forks there.
  template <class H>
  void decide(H& hart, const Detectors& detectors) const {
    pointers.decide(hart, detectors);
  }
  template <class H>
  Step before(H& hart, const isa::Instruction& i, const Detectors& detectors) {
    Step step{pointers.before(hart, i, detectors), defined.before(hart, i)};
    if (i.rd == isa::kSp && detectors.changes_stack(hart.pc())) step.defined.sp.reset();
    return step;
  }
  // The hart has completed the instruction of `step`, without a trap.
  template <class H>
  void after(H& hart, const Step& step, const Detectors& detectors) {
    pointers.after(hart, step.pointers, detectors);
    defined.after(hart, step.defined);
  }

  // The firmware says that `base` points to an object of its own of `size` bytes, with nothing in it yet.
  template <class Word>
  void begin_object(const Word& base, const Word& size) {
    pointers.begin_object(base, size);
    const auto first = constant_of(base), bytes = constant_of(size);
    if (first && bytes) defined.undefine(*first, *bytes);
  }

  // Becomes what `before` is, an earlier copy of this, but keeps what was noted of accesses inside of objects: what one
  // run has shown of an instruction counts for the next. Linear in what has changed, but for the stack and the heap.
  void go_back(const Shadow& before) {
    pointers.go_back(before.pointers);
    defined.go_back(before.defined);
    poison = before.poison;
  }

  friend bool operator==(const Shadow&, const Shadow&) = default;
};

}  // namespace janus::hart
