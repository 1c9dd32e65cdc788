// One path under exploration. A fork copies an execution state: registers and pointers, never the contents of memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "devices/board.h"
#include "engine/state/call_stack.h"
#include "engine/state/decision_log.h"
#include "engine/state/search_facts.h"
#include "engine/state/seeds.h"
#include "engine/state/symbolic_files.h"
#include "engine/state/symbolic_interrupt.h"
#include "engine/state/technique_table.h"
#include "engine/state/timed_stretch.h"
#include "hart/architectural_state.h"
#include "hart/shadow.h"
#include "memory/persistent_memory.h"
#include "solver/path_condition.h"
#include "support/persistent_array.h"
#include "term/byte_chunks.h"
#include "term/evaluate.h"
#include "term/symbolic_values.h"

namespace janus::engine {

class LogAhead;  // frontier.h

using Memory = memory::PersistentMemory<term::Term>;

// A symbolic input that a hook made, or that a device receives. The inputs of a path form a list, and forks share the
// list. The symbolic hart owns the inputs until the exploration ends.
struct Input {
  const Input* previous;                      // the previous input on this path, or null
  std::uint32_t index;                        // position among the inputs of the path, from 0
  std::string name;                           // inputs of a path can have the same name: names_of()
  std::string device = {};                    // that receives the input from the first cycle on; empty: a hook made it
  std::uint32_t pc = 0;                       // the hook's address
  std::optional<std::uint32_t> address = {};  // of an input in memory; nothing for a register
  std::uint8_t register_number = 0;           // of an input in a register
  bool answer = false;                        // of riscv_is_symbolic(): has one value on its path
  std::uint32_t size = 0;                     // bytes
  std::uint64_t total_size = 0;               // bytes, with all previous inputs of the path
  term::Term variable{};                      // of an input in a register
  std::vector<term::ByteChunk*> chunks = {};  // of an input in memory, lowest address first; owned by the pool

  // The variables so far, lowest address first. `visit` is called with the offset of each in the input, in bytes.
  template <class Visit>
  void for_each_part(Visit&& visit) const {
    if (variable) visit(0U, variable);
    std::uint32_t at = 0;
    for (const term::ByteChunk* chunk : chunks) {
      std::uint32_t offset = at;
      for (const term::Term part : chunk->parts) {
        visit(offset, part);
        offset += part.width() / 8;
      }
      at += chunk->bytes;
    }
  }
};

// The device models of a path. Forks share them until one path needs its own copy to change it.
class SharedBoard {
 public:
  const devices::Board& get() const { return *board_; }
  devices::Board& own() {
    if (board_.use_count() > 1) board_ = std::make_shared<devices::Board>(*board_);
    return *board_;
  }

 private:
  std::shared_ptr<devices::Board> board_ = std::make_shared<devices::Board>();
};

// Where a path lost its model (deferred_decisions.cpp). From there on nobody knows whether any input takes the path.
struct LostModel {
  std::uint64_t retired = 0;     // instructions retired at that point
  std::uint32_t depth = 0;       // forks on the path at that point
  unsigned failed_searches = 0;  // searches for a model since then that the solver gave up
};

// How far the clocks of a merged state, hart.cycles and hart.retired, are behind those of its paths, which took
// different times. Whoever wants to know the time makes a path of each value (SymbolicHart::need_exact_time()).
struct ClockLag {
  bool known = true;           // if not, the terms are null: a technique has lost count
  term::Term cycles, retired;  // of 32 bits; null: zero
  std::uint32_t most = 0;      // neither is more on any path
  // The same of the energy that was taken, in femtojoules, as MergedCount has it; no clock.
  term::Term energy;
  std::uint64_t most_energy = 0;

  bool is_exact() const { return known && !cycles && !retired; }
  void lose() { *this = {.known = false, .cycles = {}, .retired = {}, .energy = {}}; }
};

// How far the path is with the function `main`, which tells whether a halt is the end of a program (EndRules).
struct MainCall {
  bool entered = false, returned = false;
  std::uint32_t return_address = 0;  // of the first call
  friend bool operator==(const MainCall&, const MainCall&) = default;
};

using FixedVariables = support::PersistentArray<std::optional<std::uint64_t>>;  // by index in the pool

using Shadow = hart::Shadow<term::SymbolicValues>;

struct ExecutionState {
  explicit ExecutionState(Memory initial) : memory(std::move(initial)) {}

  std::uint64_t id = 0;      // in the order of creation
  std::uint32_t depth = 0;   // forks on this path so far
  double tree_fraction = 1;  // the part of the execution tree below this state, if every fork splits its part evenly
  hart::ArchitecturalState<term::SymbolicValues> hart;
  Memory memory;
  SharedBoard board;
  SharedFiles files;  // of the host
  MainCall main_call;
  std::shared_ptr<Shadow> shadow;  // shared with forks until it changes; null if no detector asks for it
  solver::PathCondition path;
  std::shared_ptr<const term::Assignment> model;  // satisfies the path condition; null if no model is known
  const Input* inputs = nullptr;                  // the last input; null if there is none
  std::uint32_t inputs_due = 0;                   // inputs of devices that come before the first instruction
  LostModel lost_model;                           // meaningful while `model` is null
  SearchFacts search;
  bool at_merge_point = false;  // the state has just arrived at a merge point
  bool came_round = false;      // at a merge point: by the edge from the end of a loop to its head

  // For merging (state_merger.h, merge_points.h).
  const Frame* calls = nullptr;                // the call stack; kept only if the hart stops at merge points
  std::uint64_t multiplicity = 1;              // how many paths this state stands for, at most; saturates
  std::vector<CodePlace> recent_merge_points;  // passed lately, oldest first, for dynamic merging
  ClockLag clock_lag;
  bool saw_time =
      false;             // the path has read a clock, or set a timer, since the technique that asks for it cleared this
  TimedStretch stretch;  // kept only if SymbolicHartConfig::stretch says so

  PathArrivals arrivals;  // meaningful if SymbolicHartConfig::interrupts has any

  // Where those who record the exploration have this state, if there are any.
  std::uint32_t call = 0;       // in the WorkProfile
  std::uint32_t fork_side = 0;  // in the FoldedTree
  std::uint32_t discovery = 0;  // the last one, in the Discoveries

  bool rewritten = false;  // a technique has changed this state, and the other techniques do not know yet
  // The state stands for more than its inputs can do (revisit/widening.h): what goes wrong must be confirmed, and what
  // it executes is no coverage.
  bool widened = false;
  std::uint32_t attempt = 0;  // Technique::refuted() has begun again so often before

  // Variables that have one value on this path, and that value; null: none. Registers and loaded words have
  // the value in place of the variable (SymbolicHart::known).
  std::shared_ptr<const FixedVariables> fixed;

  // Loop iterations that were summed up instead of executed: terms of 32 bits whose sum is their number.
  std::vector<term::Term> iterations;

  std::shared_ptr<const Seeds> seeds;  // that take this path; null: none

  DecisionLog log;                  // what the path has decided; kept only if SymbolicHartConfig::log says so
  std::uint64_t restarted_at = 0;   // the cycle at which the path was forked off
  std::shared_ptr<LogAhead> ahead;  // of a path that is brought back; null: the path is where it was

  // Conditions that hold in the test case if they can: of riscv_prefer(), the first one first.
  std::vector<term::Term> preferences;

  // What each technique keeps of the path. A technique that makes a state, or that changes registers or memory other
  // than by executing instructions, must set `rewritten`, so that the explorer tells the other techniques.
  TechniqueParts parts;
};

// The inputs of a path in the order in which they were made.
std::vector<const Input*> inputs_of(const ExecutionState& state);

// A name for each of these inputs: the second input `x` is called `x#2`.
std::vector<std::string> names_of(const std::vector<const Input*>& inputs);

}  // namespace janus::engine
