// What states have executed, recorded so that conditions can be computed backwards along it (subsumption.h).
//
// Segments form the execution tree: one begins at the start, at each fork, where states merge, and where a state stands
// at a merge point. A segment keeps those above it alive, and none below: when what all of its successors need is
// known, it hands that up and lets go, so a path that nobody waits for takes no memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/state/execution_state.h"
#include "engine/state/technique.h"

namespace janus::engine {

// How an instruction was executed, as far as the instruction itself does not say.
enum class StepKind : std::uint8_t {
  Plain,         // by its semantics
  Assert,        // a hook, with x[value]
  Assume,        // the same; the path may have ended there
  MakeSymbolic,  // a hook that made the next of Segment::inputs
  Cut,           // something of which nothing is known: no condition holds before it
};

struct Step {
  std::uint32_t pc = 0, next = 0;  // addresses: its own, and the next one's
  std::uint32_t word = 0;          // the encoding
  std::uint32_t value = 0;         // what it wrote to a device or `tohost`, or to a CSR that is no term
  std::uint32_t result = 0;        // what it read from a device, or such a CSR
  StepKind kind = StepKind::Plain;
  std::uint8_t accesses = 0;  // the next so many of Segment::accesses
  bool any_value = false;     // the device does the same for any value
};

// A symbolic input that a hook made, and the machine as it was then: equalities with what it held can stand for "for
// every input".
struct InputMade {
  const Input* input;
  std::shared_ptr<const ExecutionState> state;  // after it
};

// What decides what a state does next and is not a term: a condition is about states that agree on this.
struct Situation {
  hart::ArchitecturalState<term::SymbolicValues> hart;
  SharedBoard board;
};

// What must hold before a sequence of steps: that they go the same way (guard), and then what they end with. The two
// are kept apart as long as it takes to see that two guards exclude each other.
struct Precondition {
  term::Term guard, then;
};

struct Segment {
  ~Segment();  // lets go of those above one by one: a path may have a million

  std::vector<std::shared_ptr<Segment>> parents;  // none at the root, two where states merged
  std::vector<Step> steps;
  std::vector<MemoryAccess> accesses;
  std::vector<InputMade> inputs;

  // Where it begins, if at a merge point where a condition can be placed.
  std::uint32_t place = 0;
  const Frame* calls = nullptr;
  std::uint32_t depth = 0;                     // forks on the way there
  std::shared_ptr<const Situation> situation;  // null if it does not

  std::vector<Precondition> outcomes;  // of successors that are done
  std::uint32_t pending = 0;           // successors that are not

  // While a state appends to it.
  const ExecutionState* owner = nullptr;
  std::uint64_t retired = 0;  // of the state, after the last step
  const Input* last_input = nullptr;
  bool just_forked = false;                 // begins with the instruction that forked, and has no other yet
  std::uint64_t length = 0;                 // steps on the way to where it begins
  std::shared_ptr<const Situation> recent;  // the last one on the way here, to be shared
};

// What an instruction that `state` has just executed did. `trapped` if it did not retire; `last_input` is the state's
// last input before it. `tohost` is the address at which a store ends the run, if there is one.
Step step_of(const ExecutionState& state, const ExecutedInstruction& executed, bool trapped, const Input* last_input,
             std::optional<std::uint32_t> tohost);

}  // namespace janus::engine
