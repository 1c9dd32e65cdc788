// What a piece of a function may change: for whoever wants to know what has the same value wherever paths come from.
//
// Static, and an over-approximation for paths that stay within what the control-flow graph shows: whose calls return
// behind the call with sp, gp, tp and s0 to s11 as they were, whose jumps through registers go where the graph has
// them go, and that take no trap. Who relies on it must see to it that the path does all that (learner.h).
//
// Routines that are called with t0 as their link register are not bound by that convention (GCC's and LLVM's routines
// that save and restore registers): such a call may change everything.
//
// Addresses are followed as far as they are constants or a constant away from the function's sp at its entry.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

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
  // What lies below this, relative to the function's sp at its entry: calls' frames.
  std::optional<std::int32_t> below;
  bool inputs = false;  // how many there are

  void add(const Effect& other);
};

class FunctionEffects {
 public:
  // `image` is read here only.
  explicit FunctionEffects(const support::FirmwareImage& image);

  const std::vector<Function>& functions() const { return functions_; }
  const FunctionStructure& structure(std::uint32_t function) const { return structures_[function]; }

  struct Place {
    std::uint32_t function, block;
  };
  // The block that begins at an address.
  std::optional<Place> block_at(std::uint32_t address) const;
  // The function that is entered at an address.
  std::optional<std::uint32_t> function_at(std::uint32_t entry) const;
  // Whether some of the bytes are of instructions.
  bool is_code(std::uint32_t address, std::uint32_t bytes) const;
  std::uint32_t code_begin() const { return code_.empty() ? 0 : code_.begin()->first; }
  std::uint32_t code_end() const { return code_.empty() ? 0 : code_.rbegin()->second; }

  // What may differ at the beginning of block `to` between paths that come from `from` and other paths to this
  // iteration of the innermost loop around it; null if all come from one place.
  const Effect* at_join(std::uint32_t function, std::uint32_t from, std::uint32_t to);
  // What a call of the function may change for its caller, in which `below` is about the caller's sp at the call;
  // null if all paths return from one place.
  const Effect* at_return(std::uint32_t function) const;
  // What calling anything may change; or anything that need not keep to the calling convention.
  static Effect anything(std::uint32_t registers = kClobberedRegisters);

 private:
  void find_block_effects(std::uint32_t function, const support::FirmwareImage& image);
  void close_over_calls();
  Effect of_call(std::uint32_t function, std::uint32_t block) const;
  Effect region(std::uint32_t function, const std::vector<std::uint32_t>& begin, std::uint32_t stop) const;
  std::optional<Effect> join(std::uint32_t function, std::uint32_t from, std::uint32_t to) const;
  bool leaves_loop(const LoopForest& loops, std::uint32_t from, std::uint32_t to) const;

  std::vector<Function> functions_;
  std::vector<FunctionStructure> structures_;
  std::vector<std::vector<std::vector<std::uint32_t>>> predecessors_;  // by function and block
  std::vector<std::vector<Effect>> effects_;                           // the same; with those of calls
  std::vector<std::vector<std::optional<std::int32_t>>> call_sp_;      // sp at the end of a block
  std::vector<std::vector<bool>> keep_convention_;                     // whether the call at its end does
  std::vector<Effect> totals_;                                         // by function, for callers
  std::vector<bool> returns_from_one_place_;
  std::unordered_map<std::uint32_t, Place> blocks_;
  std::unordered_map<std::uint32_t, std::uint32_t> entries_;
  std::map<std::uint32_t, std::uint32_t> code_;  // end by begin, of blocks
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, std::optional<Effect>> joins_;
};

}  // namespace janus::program
