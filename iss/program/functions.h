// The functions of a firmware and their basic blocks.
//
// A function begins at the entry point, at the target of a call, at a function symbol that code reaches, or at a trap
// handler or callback whose address reached code takes. Its code is everything that its entry leads to without calls. A
// jump to another function's entry is a tail call. Code that two functions lead to is a function of its own. Control
// goes on behind a call only if the called function can return, so `abort()` at the end of a function does not run into
// the next function. Functions that are called through registers are assumed to return.
//
// Cost: linear in the reachable code, a few times (kMaxRounds at most).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/dominators.h"
#include "program/loop_forest.h"
#include "program/partition.h"
#include "support/firmware_image.h"

namespace janus::program {

struct BlockEdge {
  std::uint32_t block;  // index in the function
  EdgeKind kind;
  bool operator==(const BlockEdge&) const = default;
};

struct BasicBlock {
  std::uint32_t begin = 0, last = 0;  // addresses, of the first and of the last instruction
  std::uint32_t end = 0;              // the address behind the last instruction
  BlockEnd ends = BlockEnd::FallsThrough;
  std::vector<BlockEdge> successors;
  std::vector<std::uint32_t> callees;  // entries of the functions that it calls, or ends in a jump to
};

struct Function {
  std::uint32_t entry = 0;
  std::string name;                // its symbol's name, else "0x" and its address
  bool returns = false;            // whether its caller can get control back
  std::vector<BasicBlock> blocks;  // by address
  std::uint32_t entry_block = 0;   // index

  // The successors of each block, by index: the graph whose dominators and loops are computed.
  Successors graph() const;
};

// The dominators and loops of one function. Nodes are indices of blocks.
struct FunctionStructure {
  explicit FunctionStructure(const Function& function);

  std::vector<std::uint32_t> dominators, post_dominators;  // immediate ones, see dominators.h
  LoopForest loops;
};

// All functions that the entry point leads to, sorted by address. `image` is not used after the call.
std::vector<Function> find_functions(const support::FirmwareImage& image);

}  // namespace janus::program
