// The functions of a firmware and their basic blocks.
//
// A function begins at the entry point, where a call leads,
// at a function symbol that code reaches, or at a trap handler or callback whose address reached code takes. Its code
// is what its entry leads to without calls. A jump to another function's entry is a tail call; code that two functions
// lead to is a function of its own. A call goes on behind it only if the called function can return, so that `abort()`
// at the end of a function does not run into the next one; of calls through registers that is assumed.
//
// Cost: linear in the reachable code, a few times (kMaxRounds at most).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "program/dominators.h"
#include "program/loop_forest.h"
#include "support/firmware_image.h"

namespace janus::program {

// How a block ends.
enum class BlockEnd : std::uint8_t {
#define BLOCK_END(name, text) name,
#include "program/block_ends.def"
#undef BLOCK_END
};
std::string_view to_string(BlockEnd end);

enum class EdgeKind : std::uint8_t { Fallthrough, Taken, Jump, Table, AfterCall };
std::string_view to_string(EdgeKind kind);

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
  std::string name;                // of its symbol, else "0x" and its address
  bool returns = false;            // whether its caller can get control back
  std::vector<BasicBlock> blocks;  // by address
  std::uint32_t entry_block = 0;   // index

  // What dominators and loops are computed of.
  Successors graph() const;
};

// What structure there is in one function; indices of blocks.
struct FunctionStructure {
  explicit FunctionStructure(const Function& function);

  std::vector<std::uint32_t> dominators, post_dominators;  // immediate ones, see dominators.h
  LoopForest loops;
};

// All that the entry point leads to, by address. `image` is read here only.
std::vector<Function> find_functions(const support::FirmwareImage& image);

}  // namespace janus::program
