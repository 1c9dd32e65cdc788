// Decoded code for the fast loop: a flat array of slots, one for every place in RAM where an instruction can begin.
//
// Code is decoded block by block, a block being what runs from a place to the next transfer of control. A slot holds
// what its instruction and all that follow it in its block cost, so that the loop accounts for a block when it enters
// it, wherever that is, and takes back what a slot holds when it leaves there in the middle.
//
//   slot            0      1      2      3 (branch)  4 ...
//   own cycles      1      2      1      1
//   Slot::cycles    5      4      2      1           of the next block
//
// Rule: whoever dispatches a slot has accounted for it and the rest of its block. Slots that cannot be accounted for in
// advance (Undecoded, Boundary, Plain) hold zero, and so does what precedes them of them.
//
// The array is reserved, not touched: the host gives memory to decoded pages only. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_set>
#include <vector>

#include "hart/timing.h"
#include "isa/instruction.h"

namespace janus::hart {

// What the fast loop does at a slot. An instruction that it executes has the handler of its opcode,
// kFirstOpcode + n, or of a pair, kFirstPair + n (fused_pairs.def).
namespace handler {
enum : std::uint8_t {
  Undecoded,  // nothing is known of this word
  Boundary,   // the block was too long: account for what follows, then execute, which must not leave the loop
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
  std::uint16_t reserved;   // how often the block that starts here was entered; which entry, if Native
  std::uint32_t immediate;  // as in isa::Instruction
  std::uint32_t cycles;     // of those instructions, as long as branches are not taken and memory is RAM
};
static_assert(sizeof(Slot) == 16);

// The instruction of a slot that is decoded, without its word.
inline isa::Instruction instruction_of(const Slot& slot) {
  return {.opcode = slot.opcode, .rd = slot.rd, .rs1 = slot.rs1, .rs2 = slot.rs2, .immediate = slot.immediate};
}

class CodeCache {
 public:
  // Of code, for each slot. An instruction takes one slot, and is followed by the next.
  static constexpr std::uint32_t kSlotBytes = isa::kInstructionAlignment;
  static_assert(isa::kLongestInstruction == kSlotBytes, "an instruction that takes several slots");
  static constexpr unsigned kPageShift = 12;
  static constexpr std::uint32_t kPageBytes = 1U << kPageShift;
  // What a page may be marked with; a store looks closer if the page it begins in is marked.
  static constexpr std::uint8_t kHoldsCode = 1, kWatched = 2, kBeforeCode = 4;
  // A slot's cycles stay below this.
  static constexpr std::uint32_t kMaxBlockCycles = 1U << 24;

  // For RAM of `size` bytes at `base`, whose contents are at `memory`. `timing` must outlive it. Throws std::bad_alloc
  // if the host does not give as much as four times the size of address space.
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
  // Where the branch or jump at a slot goes to, as an index that may lie outside of RAM.
  static std::uint32_t target_of(std::uint32_t index, const Slot& slot) {
    return index + static_cast<std::uint32_t>(static_cast<std::int32_t>(slot.immediate) /
                                              static_cast<std::int32_t>(kSlotBytes));
  }
  // Whether the block ends with the instruction at this slot.
  static bool ends_block(const Slot& slot);

  // Stores to the page of this offset into RAM are to be looked at, for ever.
  void watch(std::uint32_t offset) {
    const std::uint32_t page = offset >> kPageShift;
    marks_[page] |= kWatched;
    if (page > 0) marks_[page - 1] |= kWatched;  // where an access that reaches it may begin
  }

  // Whether the plain loop is to execute what is at this offset, so as to stop before it.
  void stop_at(std::uint32_t offset, bool stop);

  // Bytes of RAM have changed: forgets what was decoded from them.
  void written(std::uint32_t offset, std::uint32_t bytes);
  void clear();
  // Called with the slots that are about to be forgotten: the first, and the one after the last.
  void on_forget(std::function<void(std::uint32_t, std::uint32_t)> forgotten) { forgotten_ = std::move(forgotten); }

 private:
  void fill(std::uint32_t index, Slot& slot) const;
  void fuse(Slot* first, const Slot* last) const;
  // Whether a slot's cycles contain those of the slot behind it.
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
  std::unordered_set<std::uint32_t> stops_;  // slots
  std::function<void(std::uint32_t, std::uint32_t)> forgotten_;
};

}  // namespace janus::hart
