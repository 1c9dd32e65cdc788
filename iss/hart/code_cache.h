// Decoded code for the fast loop: a flat array of slots, one for every place in RAM where an instruction can begin.
//
// Code is decoded block by block. A block runs from a place to the next transfer of control. Slot::cycles is the cost
// of the slot's instruction and of all that follow it in its block. So the loop accounts for the rest of a block when
// it enters the block, at whatever slot. If it leaves at a slot in the middle of the block, it takes back the cycles of
// that slot.
//
//   slot            0      1      2      3 (branch)  4 ...
//   own cycles      1      2      1      1
//   Slot::cycles    5      4      2      1           of the next block
//
// Rule: before a slot is dispatched, its cycles and those of the rest of its block have been accounted for. Three kinds
// of slots cannot be accounted for in advance: Undecoded, Boundary and Plain. They hold zero, and the slots before them
// include nothing for them.
//
// The array only reserves address space: the host provides memory for pages with decoded code only. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_set>
#include <vector>

#include "hart/timing.h"
#include "isa/instruction.h"

namespace janus::hart {

// What the fast loop does at a slot. A slot whose instruction the fast loop executes has the handler of its opcode,
// kFirstOpcode + n, or of a pair of instructions, kFirstPair + n (fused_pairs.def).
namespace handler {
enum : std::uint8_t {
  Undecoded,  // the word has not been decoded
  Boundary,   // a block was cut here: account for this slot and the next block, then execute, which never leaves
  Plain,      // the plain loop executes it
  Native,     // the block that starts here is translated
  Nop,        // computes into x0
  kFirstOpcode,
  kFirstPair = kFirstOpcode + isa::kRows + 1,
};
}  // namespace handler

struct Slot {
  std::uint8_t handler;
  isa::Opcode opcode;
  std::uint8_t rd, rs1, rs2;
  std::uint8_t count;       // instructions from here to the end of the block
  std::uint16_t reserved;   // how often the block that starts here was entered; if Native, the number of its entry
  std::uint32_t immediate;  // as in isa::Instruction
  std::uint32_t cycles;     // cost of those instructions if no branch is taken and all accesses go to RAM
};
static_assert(sizeof(Slot) == 16);

// The instruction of a decoded slot. Its `word` is not set.
inline isa::Instruction instruction_of(const Slot& slot) {
  return {.opcode = slot.opcode, .rd = slot.rd, .rs1 = slot.rs1, .rs2 = slot.rs2, .immediate = slot.immediate};
}

class CodeCache {
 public:
  // Bytes of code per slot. Every instruction takes one slot; the next slot has the next instruction in memory.
  static constexpr std::uint32_t kSlotBytes = isa::kInstructionAlignment;
  static_assert(isa::kLongestInstruction == kSlotBytes, "an instruction that takes several slots");
  static constexpr unsigned kPageShift = 12;
  static constexpr std::uint32_t kPageBytes = 1U << kPageShift;
  // Marks of a page: it holds decoded code; a watched byte lies in it or in the next page; the next page holds decoded
  // code; the gate (hart/gate.h) is to be asked before stores. A store that begins in a marked page is checked more
  // closely.
  static constexpr std::uint8_t kHoldsCode = 1, kWatched = 2, kBeforeCode = 4, kAsksBeforeStores = 8;
  // Stores that begin in a page with one of these marks are left to the plain loop.
  static constexpr std::uint8_t kLeft = kWatched | kAsksBeforeStores;
  // A slot's cycles stay below this.
  static constexpr std::uint32_t kMaxBlockCycles = 1U << 24;

  // For RAM of `size` bytes at `base`, whose contents are at `memory`. `memory` and `timing` must outlive the cache.
  // Takes address space of four times `size`; throws std::bad_alloc if the host refuses it.
  CodeCache(std::uint32_t base, std::uint32_t size, const std::uint8_t* memory, const TimingProfile& timing);

  Slot* slots() { return slots_.get(); }
  const std::uint8_t* marks() const { return marks_.data(); }
  std::uint32_t size() const { return size_; }  // bytes of code
  std::uint32_t slot_count() const { return size_ / kSlotBytes; }
  const std::uint8_t* memory() const { return memory_; }

  // Decodes the block that starts at this slot, which is Undecoded.
  void decode(Slot* slot);
  // What the instruction at a slot costs by itself, and which handler executes it.
  std::uint32_t own_cycles(const Slot& slot) const;
  std::uint8_t handler_of(const Slot& slot) const;
  // The index of the slot that the branch or jump at a slot leads to. The index may lie outside of RAM.
  static std::uint32_t target_of(std::uint32_t index, const Slot& slot) {
    return index + static_cast<std::uint32_t>(static_cast<std::int32_t>(slot.immediate) /
                                              static_cast<std::int32_t>(kSlotBytes));
  }
  // Whether the block ends with the instruction at this slot.
  static bool ends_block(const Slot& slot);

  // From now on, all stores to the page of this offset into RAM are left to the plain loop.
  void watch(std::uint32_t offset) {
    const std::uint32_t page = offset >> kPageShift;
    marks_[page] |= kWatched;
    if (page > 0) marks_[page - 1] |= kWatched;  // an access that begins here may reach the watched page
  }

  // From now on, stores that begin in the page of this offset into RAM are left to the plain loop, or no longer.
  void ask_before_stores(std::uint32_t offset, bool ask) {
    std::uint8_t& marks = marks_[offset >> kPageShift];
    marks = static_cast<std::uint8_t>(ask ? marks | kAsksBeforeStores : marks & ~kAsksBeforeStores);
  }

  // If `stop`, leaves the instruction at this offset to the plain loop, which can stop before it. Else undoes that.
  void stop_at(std::uint32_t offset, bool stop);

  // From now on, leaves instructions that read or write one of these registers (bit r: x[r]) to the plain loop. Forgets
  // all that was decoded, if the registers are others than before.
  void leave_registers(std::uint32_t registers);

  // Must be called when bytes of RAM have changed. Forgets what was decoded from them.
  void written(std::uint32_t offset, std::uint32_t bytes);
  void clear();
  // Sets the function that is called before slots are forgotten, with the first slot and the one after the last.
  void on_forget(std::function<void(std::uint32_t, std::uint32_t)> forgotten) { forgotten_ = std::move(forgotten); }

 private:
  void fill(std::uint32_t index, Slot& slot) const;
  void fuse(Slot* first, const Slot* last) const;
  // Whether a slot's cycles include those of the next slot.
  static bool accounts_for_next(const Slot& slot);
  void forget(std::uint32_t first, std::uint32_t last);

  struct Unmap {
    std::size_t bytes;
    void operator()(Slot* slots) const;
  };
  std::uint32_t base_, size_;
  const std::uint8_t* memory_;
  const TimingProfile& timing_;
  std::unique_ptr<Slot, Unmap> slots_;
  std::vector<std::uint8_t> marks_;          // by page of RAM
  std::vector<std::uint32_t> live_;          // pages that hold code
  std::unordered_set<std::uint32_t> stops_;  // slots, by stop_at()
  std::uint32_t left_registers_ = 0;
  std::function<void(std::uint32_t, std::uint32_t)> forgotten_;
};

}  // namespace janus::hart
