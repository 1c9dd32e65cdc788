// A technique against path explosion: what the explorer and the hart tell the technique, and where the technique may
// step in.
//
// The explorer owns the techniques that are switched on, and asks each of them whenever a state is about to run on. The
// technique may end the state, change the state, or add other states beside it. The states that remain must still lead
// to every finding that the state would have led to. A technique does nothing where it cannot be sound.
//
// What a technique keeps for each state lies in ExecutionState::parts, where a fork copies it. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/state/execution_state.h"
#include "engine/state/termination.h"
#include "isa/instruction.h"
#include "solver/solver.h"

namespace janus::engine {

using States = std::vector<std::unique_ptr<ExecutionState>>;

// A load or store. The address is one of `count` addresses: low, low + 2^stride_bits, low + 2 * 2^stride_bits, ...
// `count` is 1 if the address was concrete.
struct MemoryAccess {
  std::uint32_t low = 0, count = 1;
  std::uint8_t stride_bits = 0;
  std::uint8_t bytes = 0;
  bool store = false;
  bool device = false;  // a device rather than memory
  bool host = false;    // a store to `tohost` that the host answered, or a store of the answer (hart/htif.h)
};

struct ExecutedInstruction {
  std::uint32_t pc;
  const isa::Instruction& instruction;
  std::span<const MemoryAccess> accesses;  // of loads, stores and atomics; hooks report no accesses
  bool called_hook = false;                // of `ecall`: it was a hook
};

// What a technique tells the report: its name, its counts, and remarks for people, one line each.
struct TechniqueReport {
  std::string name;
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  std::vector<std::string> remarks;
};

class Technique {
 public:
  virtual ~Technique() = default;

  // The exploration begins with `state`, which has executed nothing yet.
  virtual void started(ExecutionState& state) {}
  // `state` is about to run on. It comes from the searcher, or it stands at a merge point (state.at_merge_point) where
  // it could have been merged already. A returned ending ends the state. States that the technique adds to `siblings`
  // are explored as well.
  virtual std::optional<Ending> resumes(ExecutionState& state, States& siblings) { return std::nullopt; }
  // The last instruction of `running` (or the instruction at which `running` ended) forked `sibling`. `sibling` is a
  // copy of `running` before that instruction, with another path condition and model. The explorer calls this after the
  // instruction, once for each sibling that the hart made, and not for siblings that a technique made.
  virtual void forked(ExecutionState& running, ExecutionState& sibling) {}
  // The merger is about to merge `other` into `into`. Both states are still unchanged.
  virtual void merged(ExecutionState& into, const ExecutionState& other) {}
  // A technique changed or made `state` in resumes(). The contents of `state` are therefore not the result of the
  // instructions that executed() reported.
  virtual void rewritten(ExecutionState& state) {}
  virtual void ended(ExecutionState& state, const Ending& ending) {}
  // A path of a widened state (ExecutionState::widened) has ended in a way that does not happen on the concrete
  // machine, or was given up. Returns the state with which the technique begins the exploration again, without what
  // made this path possible; null if it does not.
  virtual std::unique_ptr<ExecutionState> refuted(const ExecutionState& state) { return nullptr; }
  virtual TechniqueReport report() const = 0;
  // The assertions that it has checked by itself, where that counts: how often each, by the pc of its hook.
  virtual std::map<std::uint32_t, std::uint64_t> assertions() const { return {}; }
  // Whether it has turned out that the exploration is better off without the technique. Then it is not called any more,
  // except for its report, and what it has ended by then stays ended.
  virtual bool hands_back() const { return false; }

  // --- The hart calls the following functions only if watches_instructions() is true, since they cost time for every
  // instruction.
  virtual bool watches_instructions() const { return false; }
  // `state` has executed an instruction. state.hart.pc is already the address of the next instruction. If the
  // instruction ended the path, ended() follows. The technique may copy the state here only if the instruction was
  // ecall.
  virtual void executed(ExecutionState& state, const ExecutedInstruction& executed) {}
  // `state` took an interrupt, or an instruction fetch failed. state.hart.pc is the address of the handler.
  virtual void interrupted(ExecutionState& state) {}
  // A device has copied words in memory by itself, which no instruction of the path has read or written.
  virtual void moved(ExecutionState& state) { interrupted(state); }
  // `state` is executing an instruction that depends on `condition` (not a constant). From now on `condition` has the
  // value `holds` on this path. `other` is the solver's answer to whether the opposite value is feasible. If `other` is
  // Sat, a sibling with the opposite value is about to be forked. If `other` is Unsat, the solver's unsat_core() still
  // belongs to this question. The path condition does not contain the decision yet.
  virtual void decided(ExecutionState& state, term::Term condition, bool holds, solver::Answer other) {}
  // Whether the technique needs each decision as the model of the running state takes it. If not, the running state may
  // take the side of a violation, and leave the model's to the sibling.
  virtual bool follows_models() const { return watches_instructions(); }
};

}  // namespace janus::engine
