// One path under exploration: everything that a fork copies. Registers and pointers, never memory contents.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "devices/board.h"
#include "engine/state/call_stack.h"
#include "engine/state/search_facts.h"
#include "engine/state/technique_table.h"
#include "hart/architectural_state.h"
#include "memory/persistent_memory.h"
#include "solver/path_condition.h"
#include "term/evaluate.h"
#include "term/symbolic_values.h"

namespace janus::engine {

using Memory = memory::PersistentMemory<term::Term>;

// A symbolic input, made by a hook: inputs of a path form a list that forks share. Never freed before the exploration.
struct Input {
  const Input* previous;  // the input made before it on this path, or null
  std::uint32_t index;    // its position among the inputs of its path, from 0
  std::string name;
  std::uint32_t pc;                      // the hook's address
  std::optional<std::uint32_t> address;  // where in memory; nothing for a register
  std::uint8_t register_number = 0;
  std::uint32_t size = 0;         // bytes
  std::vector<term::Term> parts;  // variables, lowest address first; their widths add up to 8 * size bits
};

// The device models of a path, copied when a path that shares them writes to a device.
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

// Since when nobody knows whether a path has any input (deferred_decisions.cpp).
struct Blindness {
  std::uint64_t retired = 0;
  std::uint32_t depth = 0;
  unsigned attempts = 0;  // to find one, given up
};

struct ExecutionState {
  explicit ExecutionState(Memory initial) : memory(std::move(initial)) {}

  std::uint64_t id = 0;     // in the order of creation
  std::uint32_t depth = 0;  // forks on the way here
  double share = 1;         // of the execution tree that it stands for, if each fork halves what is left
  hart::ArchitecturalState<term::SymbolicValues> hart;
  Memory memory;
  SharedBoard board;
  solver::PathCondition path;
  std::shared_ptr<const term::Assignment> model;  // satisfies the path condition; null if not known
  const Input* inputs = nullptr;                  // the last one
  Blindness blind;                                // while the model is not known
  SearchFacts search;
  bool at_merge_point = false;  // stands at one, and has not run on from there

  // What merging needs and leaves (state_merger.h, merge_points.h).
  const Frame* calls = nullptr;  // the call stack; kept only if states are to be merged
  std::uint64_t stands_for = 1;  // paths merged into this one, itself included; saturates
  std::vector<CodePlace> trail;  // merge points passed lately, for dynamic merging
  bool exact_time = true;        // cycles and retired are those of all its paths

  bool rewritten = false;  // a technique has changed it, and the others have not been told yet

  // How many iterations of loops were not executed one by one: to be added up, 32 bits each.
  std::vector<term::Term> iterations;

  // What each technique knows of the path. Whoever makes a state, or changes its registers or memory, otherwise than by
  // executing instructions sets `rewritten`, so that the other techniques hear of it.
  TechniqueParts parts;
};

// The inputs of a path, first to last.
std::vector<const Input*> inputs_of(const ExecutionState& state);

}  // namespace janus::engine
