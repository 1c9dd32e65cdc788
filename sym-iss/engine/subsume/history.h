// The recorded history of states: the instructions that they executed, so that conditions can be computed backwards
// along the history (subsumption.h).
//
// Segments form the execution tree. A new segment begins at the start, at each fork, where states merge, and where a
// state stands at a merge point. A segment owns its parents and not its successors. When the conditions of all
// successors are known, the segment computes its own condition, passes it to its parents and releases them. So history
// that no state needs any more takes no memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/state/execution_state.h"
#include "engine/state/technique.h"

namespace janus::engine {

// How an instruction was executed.
enum class StepKind : std::uint8_t {
  Plain,         // by its semantics
  Assert,        // a hook; Step::value is the number of the register with the condition
  Assume,        // the same; the path may have ended at the hook
  MakeSymbolic,  // a hook that made the next of Segment::inputs
  Cut,           // something that has no precondition: the condition before it is `false`
};

struct Step {
  std::uint32_t pc = 0, next = 0;  // addresses of this instruction and of the next
  std::uint32_t word = 0;          // the encoding
  std::uint32_t value = 0;         // the value written to a device, to `tohost`, or to a CSR that cannot be a term
  std::uint32_t result = 0;        // the value read from a device, or from such a CSR
  StepKind kind = StepKind::Plain;
  std::uint8_t accesses = 0;  // number of entries of Segment::accesses that belong to this step
  bool any_value = false;     // the device ignores the written value
};

// A symbolic input that a hook made, with the state right after the hook. InputElimination replaces "for every input"
// by equalities with the contents of this state.
struct InputMade {
  const Input* input;
  std::shared_ptr<const ExecutionState> state;  // after the hook
};

// Everything that steers execution and cannot be a term. A condition holds only for states in the same situation.
struct Situation {
  hart::ArchitecturalState<term::SymbolicValues> hart;
  SharedBoard board;
  MainCall main_call;
};

// The precondition of a sequence of steps: `guard` says that a state takes the same steps, and `then` says that the
// postcondition holds after them. The two are kept apart because Subsumption::disjunction() compares guards.
struct Precondition {
  term::Term guard, then;
};

struct Segment {
  ~Segment();  // releases ancestors in a loop, since there can be a million: recursion would overflow the stack

  std::vector<std::shared_ptr<Segment>> parents;  // none at the root, two where states merged
  std::vector<Step> steps;
  std::vector<MemoryAccess> accesses;
  std::vector<InputMade> inputs;

  // Where the segment begins, if it begins at a merge point and can have an annotation there.
  std::uint32_t place = 0;  // address
  const Frame* calls = nullptr;
  std::uint32_t depth = 0;                      // forks on the path so far
  std::shared_ptr<const Situation> situation;   // null if the segment cannot have an annotation
  std::shared_ptr<const ExecutionState> entry;  // the state there, if it is the path's first one at this place, until
                                                // the loop prover has tried it
  bool proved = false;                          // nothing can go wrong from there
  // Visits of the place before, on the path, with forks in between; and the earliest since states last merged, or null.
  std::uint32_t earlier_visits = 0;
  Segment* first_visit = nullptr;

  std::vector<Precondition> outcomes;  // of successors that are complete
  std::uint32_t pending = 0;           // number of successors that are not complete

  // For the state that appends to the segment.
  const ExecutionState* owner = nullptr;
  std::uint64_t retired = 0;                // by the state, after the last step
  const Input* last_input = nullptr;        // of the state, after the last step
  bool just_forked = false;                 // the only step is an instruction that forked
  std::uint64_t length = 0;                 // steps on the path before the segment
  std::shared_ptr<const Situation> recent;  // the last situation on the path, for reuse
};

// The step for the instruction that `state` has just executed. `trapped` means that the instruction did not retire.
// `last_input` is the state's last input before the instruction. `tohost` is the address at which a store ends the run,
// if there is one.
Step step_of(const ExecutionState& state, const ExecutedInstruction& executed, bool trapped, const Input* last_input,
             std::optional<std::uint32_t> tohost);

}  // namespace janus::engine
