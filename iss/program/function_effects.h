// What a piece of a function may change. A location that no piece changes has the same value on all paths through it.
//
// The analysis is static. It over-approximates paths that keep to the control-flow graph: calls return behind the call
// with sp, gp, tp and s0 to s11 unchanged, jumps through registers go where the graph says, and no trap is taken. A
// caller that relies on the result must check that its path does all this (learner.h).
//
// Routines that are called with t0 as their link register (GCC's and LLVM's routines that save and restore registers)
// do not keep the calling convention, so such a call may change everything.
//
// Addresses are followed as far as they are constants or a constant away from the function's sp at its entry. gp counts
// as the constant that the image names, in all functions but the first; a caller must check that, too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "isa/hooks.h"
#include "isa/image_code.h"
#include "program/call_convention.h"
#include "program/functions.h"
#include "support/firmware_image.h"

namespace janus::program {

struct Effect {
  struct Bytes {
    bool on_stack;  // `begin` is relative to the function's sp at its entry, else an address
    std::uint32_t begin;
    std::uint32_t count;
    auto operator<=>(const Bytes&) const = default;
  };
  std::uint32_t registers = 0;
  std::vector<Bytes> bytes;
  bool any_memory = false;
  // Everything below this offset, relative to the function's sp at its entry, may change: the frames of calls.
  std::optional<std::int32_t> below;
  bool inputs = false;  // whether the number of inputs may change

  void add(const Effect& other);
};

class FunctionEffects {
 public:
  // `image` is read by the constructor only. `hooks` says which `ecall`s are hooks.
  FunctionEffects(const support::FirmwareImage& image, isa::HookRule hooks);

  const std::vector<Function>& functions() const { return functions_; }
  const FunctionStructure& structure(std::uint32_t function) const { return structures_[function]; }

  struct Place {
    std::uint32_t function, block;
  };
  // The block that begins at an address.
  std::optional<Place> block_at(std::uint32_t address) const;
  // The function that is entered at an address.
  std::optional<std::uint32_t> function_at(std::uint32_t entry) const;
  // What gp is taken to be at the entry of a function; nothing if that is not known.
  std::optional<std::uint32_t> global_pointer(std::uint32_t function) const;
  // Whether any of the bytes belongs to an instruction.
  bool is_code(std::uint32_t address, std::uint32_t bytes) const;
  std::uint32_t code_begin() const { return code_.empty() ? 0 : code_.begin()->first; }
  std::uint32_t code_end() const { return code_.empty() ? 0 : code_.rbegin()->second; }

  // What may differ at the beginning of block `to` between paths that come from block `from` and other paths to the
  // same iteration of the innermost loop around `to`. Null if all paths come from one place.
  const Effect* at_join(std::uint32_t function, std::uint32_t from, std::uint32_t to);
  // What a call of the function may change for its caller. `below` is relative to the caller's sp at the call. Null if
  // all paths return from one place.
  const Effect* at_return(std::uint32_t function) const;
  // What a call of an unknown function may change: all memory, the inputs and `registers`.
  static Effect anything(std::uint32_t registers = kClobberedRegisters);

 private:
  void find_block_effects(std::uint32_t function, const isa::ImageCode& code, isa::HookRule hooks);
  void close_over_calls();
  Effect of_call(std::uint32_t function, std::uint32_t block) const;
  Effect region(std::uint32_t function, const std::vector<std::uint32_t>& begin, std::uint32_t stop) const;
  std::optional<Effect> join(std::uint32_t function, std::uint32_t from, std::uint32_t to) const;
  bool leaves_loop(const LoopForest& loops, std::uint32_t from, std::uint32_t to) const;

  std::vector<Function> functions_;
  std::optional<std::uint32_t> global_pointer_;
  std::uint32_t first_ = 0;  // where execution begins, with any value in gp
  std::vector<FunctionStructure> structures_;
  std::vector<std::vector<std::vector<std::uint32_t>>> predecessors_;  // by function and block
  std::vector<std::vector<Effect>> effects_;                           // by function and block, calls included
  std::vector<std::vector<std::optional<std::int32_t>>> call_sp_;      // sp at the end of a block
  std::vector<std::vector<bool>> keep_convention_;                     // whether the call at a block's end does
  std::vector<Effect> totals_;                                         // by function, for callers
  std::vector<bool> returns_from_one_place_;
  std::unordered_map<std::uint32_t, Place> blocks_;
  std::unordered_map<std::uint32_t, std::uint32_t> entries_;
  std::map<std::uint32_t, std::uint32_t> code_;  // end by begin, of blocks
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, std::optional<Effect>> joins_;
};

}  // namespace janus::program
