// A technique against path explosion: what the explorer and the hart tell it, and where it may have its say.
//
// The explorer owns those that are switched on, and asks each in turn whenever a state is about to run on. A technique
// may end the state there, change it, or have other states go on beside it; whatever it does, the states that remain
// must have every finding that the state had. What a technique cannot do soundly it leaves alone.
//
// What it keeps for each state lies in ExecutionState, where forks copy it. Not thread-safe.
#pragma once

#include <cstdint>
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

// A load or store, at one of the addresses low, low + 2^stride_bits, ..., as many as count; one if it was concrete.
struct MemoryAccess {
  std::uint32_t low = 0, count = 1;
  std::uint8_t stride_bits = 0;
  std::uint8_t bytes = 0;
  bool store = false;
  bool device = false;  // else memory
};

struct ExecutedInstruction {
  std::uint32_t pc;
  const isa::Instruction& instruction;
  std::span<const MemoryAccess> accesses;  // of loads, stores and atomics; not of hooks
};

// What a technique counted, for the report: its name, counts, and remarks for people to read, one line each.
struct TechniqueReport {
  std::string name;
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  std::vector<std::string> remarks;
};

class Technique {
 public:
  virtual ~Technique() = default;

  // The first state, before its first instruction.
  virtual void started(ExecutionState& state) {}
  // `state` is about to run on: it was taken from the searcher, or stands at a merge point (state.at_merge_point),
  // after it had the chance to be merged there. If an ending is returned the state ends so. States added to `siblings`
  // go on as well.
  virtual std::optional<Ending> resumes(ExecutionState& state, States& siblings) { return std::nullopt; }
  // Whether the last resumes() did nothing, because the exploration's turn was over. It is called again in the next
  // turn, with the same state, before anything else happens.
  virtual bool wants_more_time() const { return false; }
  // `sibling` was forked off `running` by the instruction that `running` has executed last (or ended at), and is as
  // `running` was before that instruction, but for its path condition and model. Called after that instruction, once
  // for each sibling, and not for those that a technique made.
  virtual void forked(ExecutionState& running, ExecutionState& sibling) {}
  // `into` is about to stand for the paths of `other` as well; neither has changed yet.
  virtual void merged(ExecutionState& into, const ExecutionState& other) {}
  // Another technique has changed `state` in resumes(): what it holds is not what it was told to have executed.
  virtual void rewritten(ExecutionState& state) {}
  virtual void ended(ExecutionState& state, const Ending& ending) {}
  virtual TechniqueReport report() const = 0;

  // --- Told only if it watches instructions, which takes time for each of them.
  virtual bool watches_instructions() const { return false; }
  // `state` has executed an instruction; its pc is the next one's already. If it ended the path, ended() follows. The
  // state may be copied here only if the instruction was ecall.
  virtual void executed(ExecutionState& state, const ExecutedInstruction& executed) {}
  // `state` took an interrupt, or could not fetch: its pc is the handler's.
  virtual void interrupted(ExecutionState& state) {}
  // While `state` executes an instruction: `condition` (not constant), on which the instruction depends, has the value
  // `holds` on this path from now on; `other` is the solver's answer for the other value, of which a sibling was forked
  // if that is Sat. After Unsat, the solver's unsat_core() is still that of the question. The path condition has
  // not been extended yet.
  virtual void decided(ExecutionState& state, term::Term condition, bool holds, solver::Answer other) {}
};

}  // namespace janus::engine
