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
#include <optional>
#include <unordered_set>
#include <vector>

#include "hart/address_map.h"
#include "hart/timing.h"
#include "isa/instruction.h"
#include "support/reserved_bytes.h"

namespace janus::hart {

// What the fast loop does at a slot. A slot whose instruction the fast loop executes has the handler of its opcode,
// kFirstOpcode + n (with 16 bits, kFirstCompressed + n), or of a pair of instructions (fused_pairs.def), kFirstPair +
// 4n, plus 2 if the first and 1 if the second has 16 bits.
namespace handler {
enum : std::uint16_t {
  Undecoded,  // nothing here has been decoded
  Inside,     // the second half of a decoded instruction; nothing that begins here has been decoded
  Boundary,   // a block was cut here: account for this slot and the next block, then execute, which never leaves
  Plain,      // the plain loop executes it
  Native,     // the block that starts here is translated
  Nop,        // computes into x0
  CompressedNop,
  kFirstOpcode,
  kFirstCompressed = kFirstOpcode + isa::kRows + 1,
  kFirstPair = kFirstCompressed + isa::kRows,
};
}  // namespace handler

// How often a block was entered at a slot, less how often it was left in front of the slot; so, with what comes from
// the slots before, how often the instruction was executed. Counted as Slot::cycles is charged: by suffix.
struct SlotCounts {
  std::uint64_t entered = 0;
  std::uint64_t taken = 0;  // of a branch; of a load or store: cycles beyond TimingProfile::memory
};

struct Slot {
  std::uint16_t handler;
  isa::Opcode opcode : 7;
  bool compressed : 1;  // the instruction has 16 bits
  std::uint8_t rd, rs1, rs2;
  // How often the block that starts here was entered; if Native, the number of its entry; if Plain, whether
  // CodeCache::executes_alone().
  std::uint16_t reserved;
  std::uint32_t immediate;    // as in isa::Instruction
  std::uint32_t cycles : 24;  // cost of `count` instructions if no branch is taken and all accesses go to RAM
  std::uint32_t count : 8;    // instructions from here to the end of the block

  std::uint32_t length() const { return compressed ? 2 : 4; }  // bytes
  // Whether the instruction that begins here has been decoded.
  bool is_decoded() const { return handler > handler::Inside; }
};
static_assert(sizeof(Slot) == 16 && sizeof(SlotCounts) == sizeof(Slot) && isa::kRows < 128);

// The instruction of a decoded slot. Its `word` is not set.
inline isa::Instruction instruction_of(const Slot& slot) {
  return {.opcode = slot.opcode,
          .rd = slot.rd,
          .rs1 = slot.rs1,
          .rs2 = slot.rs2,
          .length = static_cast<std::uint8_t>(slot.length()),
          .immediate = slot.immediate};
}
// For what is written over slots and instructions.
inline std::uint32_t length_of(const Slot& slot) { return slot.length(); }
inline std::uint32_t length_of(const isa::Instruction& i) { return i.length; }
inline const isa::Instruction& instruction_of(const isa::Instruction& i) { return i; }

class CodeCache {
 public:
  static constexpr unsigned kPageShift = 12;
  static constexpr std::uint32_t kPageBytes = 1U << kPageShift;
  // Marks of a granule of memory: it holds decoded code; a watched byte lies in it or in the next granule; the next
  // granule holds decoded code; the gate (hart/gate.h) is to be asked before stores. A store that begins in a marked
  // granule is checked more closely. Granules are small, because data often lie close behind code.
  static constexpr unsigned kMarkShift = 7;
  static constexpr std::uint32_t kMarkBytes = 1U << kMarkShift;
  static constexpr std::uint8_t kHoldsCode = 1, kWatched = 2, kBeforeCode = 4, kAsksBeforeStores = 8;
  // Stores that begin in a granule with one of these marks are left to the plain loop.
  static constexpr std::uint8_t kLeft = kWatched | kAsksBeforeStores;
  // A slot's cycles stay below this.
  static constexpr std::uint32_t kMaxBlockCycles = 1U << 24;

  // For RAM of `size` bytes at `base`, whose contents are at `memory`. `memory` and `timing` must outlive the cache.
  // Takes address space of four times `size`, with compressed instructions eight times; throws std::bad_alloc if the
  // host refuses it. With a map, which must outlive the cache, RAM is the window of the map.
  CodeCache(std::uint32_t base, std::uint32_t size, const std::uint8_t* memory, const TimingProfile& timing,
            isa::Extensions extensions, const AddressMap* map = nullptr);

  Slot* slots() { return slots_.get(); }
  const std::uint8_t* marks() const { return marks_.get(); }
  std::uint32_t size() const { return size_; }  // bytes of code
  // Bytes of code per slot: 2 with compressed instructions, else 4. An instruction of 4 bytes takes one slot or two;
  // the second of two is Inside unless an instruction that begins there has been decoded, too.
  std::uint32_t slot_bytes() const { return slot_bytes_; }
  std::uint32_t slot_count() const { return size_ / slot_bytes_; }
  // The index of the next instruction in memory behind that at a decoded slot.
  std::uint32_t next(std::uint32_t index, const Slot& slot) const { return index + slot.length() / slot_bytes_; }
  const std::uint8_t* memory() const { return memory_; }
  const TimingProfile& timing() const { return timing_; }

  // Counts what is executed from now on: `executed` is called with an offset into RAM, how often the instruction there
  // was executed, how often it, a branch, was taken, and how many cycles that cost. That happens before anything
  // decoded is forgotten, and in tell_counts().
  using Executed =
      std::function<void(std::uint32_t offset, std::uint64_t times, std::uint64_t taken, std::uint64_t cycles)>;
  void count(Executed executed);
  SlotCounts* counts() { return counts_.get(); }  // by slot; null if nothing is counted
  void tell_counts();

  // Decodes the block that starts at this slot, which is Undecoded.
  void decode(Slot* slot);
  // What the instruction at a slot costs by itself, and which handler executes it.
  std::uint32_t own_cycles(const Slot& slot) const;
  std::uint16_t handler_of(const Slot& slot) const;
  // What an instruction for the plain loop costs that translated code executes by itself; with no caches.
  std::uint32_t cycles_amid(const Slot& slot) const;
  // The index of the slot that the branch or jump at a slot leads to. The index may lie outside of RAM.
  std::uint32_t target_of(std::uint32_t index, const Slot& slot) const {
    return index + static_cast<std::uint32_t>(static_cast<std::int32_t>(slot.immediate) /
                                              static_cast<std::int32_t>(slot_bytes_));
  }
  // Whether the place of a slot is behind a call: behind an instruction that links.
  bool follows_call(std::uint32_t index) const;
  // Whether the block ends with the instruction at this slot.
  static bool ends_block(const Slot& slot);
  // Whether somebody wants to be asked before the instruction at this slot.
  bool is_left(const Slot& slot) const;
  // Whether an instruction for the plain loop can be executed amid translated code (hart/translator.h): most likely, it
  // goes on behind itself, and nobody wants to stop in front of it.
  bool executes_amid(const Slot& slot) const;
  // Whether the loop that asks detectors may have the hart execute an instruction for the plain loop: an atomic, an
  // access to a CSR or a call of the environment that nobody wants to stop in front of.
  bool executes_alone(const Slot& slot) const;

  // From now on, all stores close to this offset into RAM are left to the plain loop.
  void watch(std::uint32_t offset) {
    const std::uint32_t granule = offset >> kMarkShift;
    marks_[granule] |= kWatched;
    if (granule > 0) marks_[granule - 1] |= kWatched;  // an access that begins here may reach the watched byte
  }

  // From now on, stores that begin in the page of this offset into RAM are left to the plain loop, or no longer.
  void ask_before_stores(std::uint32_t offset, bool ask) {
    const std::uint32_t first = offset >> kPageShift << (kPageShift - kMarkShift);
    for (std::uint32_t granule = first; granule < first + kPageBytes / kMarkBytes && granule < mark_count();
         ++granule) {
      std::uint8_t& marks = marks_[granule];
      marks = static_cast<std::uint8_t>(ask ? marks | kAsksBeforeStores : marks & ~kAsksBeforeStores);
    }
  }

  // If `stop`, leaves the instruction at this offset to the plain loop, which can stop before it. Else undoes that.
  void stop_at(std::uint32_t offset, bool stop);

  // From now on, leaves instructions that read or write one of these registers (bit r: x[r]) to the plain loop. Forgets
  // all that was decoded, if the registers are others than before.
  void leave_registers(std::uint32_t registers);

  // Must be called when bytes of RAM have changed. Forgets what was decoded from them.
  void written(std::uint32_t offset, std::uint32_t bytes);
  void clear();
  // Whether anything that was ever decoded accesses a clock (isa/clocks.h): what was executed from here need not have.
  bool has_clocks() const { return has_clocks_; }
  // Changes whenever anything decoded is forgotten.
  std::uint64_t generation() const { return generation_; }
  // Sets the function that is called before slots are forgotten, with the first slot and the one after the last.
  void on_forget(std::function<void(std::uint32_t, std::uint32_t)> forgotten) { forgotten_ = std::move(forgotten); }

 private:
  std::uint32_t slots_of_page() const { return kPageBytes / slot_bytes_; }
  std::uint32_t mark_count() const { return (size_ >> kMarkShift) + 1; }
  std::optional<isa::Instruction> instruction_at(std::uint32_t index) const;
  void mark_code(std::uint32_t index);
  void fill(std::uint32_t index, Slot& slot);
  void fuse(const std::vector<std::uint32_t>& block);
  // Whether what was decoded at a slot depends on the slot `first` or on something behind it.
  bool reaches(std::uint32_t index, std::uint32_t first) const;
  void forget(std::uint32_t first, std::uint32_t last);

  // One slot more than there is code for. It follows the last slot, and is never decoded.
  std::size_t reserved_slots() const { return std::size_t{slot_count()} + 1; }
  std::uint32_t base_, size_;
  const std::uint8_t* memory_;
  const TimingProfile& timing_;
  isa::Extensions extensions_;
  const AddressMap* map_;
  bool looks_at_fetches_;
  bool has_clocks_ = false;
  std::uint32_t slot_bytes_;
  std::vector<std::uint32_t> block_;  // of decode(): the slots of the block
  support::ReservedArray<Slot> slots_;
  support::ReservedBytes marks_;     // by granule
  std::vector<std::uint32_t> live_;  // pages that hold code
  std::vector<bool> is_live_;        // by page
  std::uint64_t generation_ = 0;
  std::unordered_set<std::uint32_t> stops_;  // slots, by stop_at()
  std::uint32_t left_registers_ = 0;
  std::function<void(std::uint32_t, std::uint32_t)> forgotten_;
  support::ReservedArray<SlotCounts> counts_;  // null if nothing is counted
  Executed executed_;
};

}  // namespace janus::hart
