// Emits one region of guest code as code of x86-64. emitter_x86_64.h has the use of registers, translator.h the rules
// that translated code keeps.
//
// A region is emitted in the order of addresses, with one assignment of registers. The cost of a block is added where
// control goes to the block, so a loop that is one block costs one addition and one jump on the sign of the sum:
//
//   entry of a block:  load registers; jump to its label          (a stub for each block)
//   inside:            counters += cost(target) [+ taken]; if it is not too late, jump to the target's label
//   leaving:           store registers; to the entry of another region if the target is translated, else back to C++
//
// An instruction that the hart executes amid the region is between two blocks: nothing is accounted for it in advance,
// and all registers are in the hart's state meanwhile.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

#include "hart/call_tracker.h"
#include "hart/emitter_x86_64.h"
#include "hart/instruction_summary.h"
#include "hart/region.h"
#include "hart/translator.h"

namespace janus::hart {

inline constexpr std::size_t kRegionBytes = 1U << 20;           // more than any region takes
inline constexpr std::size_t kComputeBytes = kRegionBytes / 2;  // beyond it, instructions are left to the plain loop

// How code of a region ends at a slot.
enum class Left : std::uint32_t {
  Dispatch,  // the fast loop goes on there
  Plain,     // the plain loop executes the instruction
  Apart,     // the same, since accesses whose bounds are checked together do not all go to the main memory
};

// Code that all regions share.
struct Shared {
  // For data that is addressed from rbp, which points to the state's registers.
  const ArchitecturalState<isa::ConcreteValues>* state = nullptr;
  const CounterOrigin* origin = nullptr;
  const void* enter = nullptr;           // Slot* (*)(Context*, const void* entry)
  const void* leave = nullptr;           // with rax: the slot, edx: Left
  const void* harmless_store = nullptr;  // sets the zero flag if a store from offset ecx to edx meets no code
  const void* use_cache = nullptr;       // with ecx: address, edx: CacheUse; sets the zero flag if the plain loop must
  std::int32_t fetch_tags = 0, access_tags = 0;  // where the addresses of the tags are, from rbp
  const void* transferred = nullptr;  // tells the tracker of calls: from offset ecx to eax, edx: Transfer << 8 | length
  // Returns to offset eax from the last call and the tail calls behind it; clears the zero flag if it does not fit.
  const void* returns_behind_tails = nullptr;
  const void* amid = nullptr;  // Translator::Amid for the offset esi; clears the zero flag if it may go on
};

class RegionEmitter {
 public:
  RegionEmitter(Emitter& emitter, CodeCache& code, const Shared& shared, const void* const* table,
                std::uint32_t ram_base, const DataMemory& data, const std::unordered_set<std::uint32_t>& apart,
                std::uint32_t taken_branch, CallTracker* calls, const Region& region)
      : e_(emitter),
        code_(code),
        shared_(shared),
        table_(table),
        ram_base_(ram_base),
        data_(data),
        apart_(apart),
        taken_(taken_branch),
        calls_(calls),
        region_(region) {}

  // Calls entered(slot, entry) for each block.
  void emit(const std::function<void(std::uint32_t, const void*)>& entered);

 private:
  // The bytes of consecutive accesses through one register, relative to the register's value.
  struct Span {
    std::int32_t low, high;  // the first byte, and the byte behind the last
    bool contains(const Span& other) const { return low <= other.low && other.high <= high; }
  };
  struct Joint {
    Span span;
    unsigned accesses;  // in it
  };
  struct Checked {
    std::optional<Span> bounds, stores;
    std::optional<std::uint32_t> aligned;  // the register plus this is a multiple of 4
  };

  void choose_registers();
  void instruction(std::uint32_t index);
  bool rotation(std::uint32_t index);
  bool only_computes(std::uint32_t index) const;
  void compute(std::uint32_t index, const Slot& slot);
  static bool is_access_of(const Slot& slot, const InstructionSummary& summary);
  using Emits = std::function<void()>;
  void fetch(std::uint32_t index, const Emits& otherwise);
  void fetch(std::uint32_t index);
  Emits to_plain(std::uint32_t index);
  void access_cache(std::uint32_t index, const Slot& slot);
  void use_cache(CacheUse use, const Emits& address, Xbyak::Label& look, Xbyak::Label& go_on, const Emits& otherwise);
  void amid(std::uint32_t index);
  void amid_by_hart(std::uint32_t index);
  bool amid_by_itself(std::uint32_t index, Xbyak::Label& by_hart);
  bool atomic(std::uint32_t index, const Slot& slot, Xbyak::Label& by_hart);
  bool csr(std::uint32_t index, const Slot& slot, Xbyak::Label& by_hart);
  void read_csr(std::uint16_t number, Xbyak::Label& by_hart);
  void prepare_write(std::uint16_t number, Xbyak::Label& by_hart);
  const void* word_of(std::uint16_t number) const;
  void account_alone(std::uint32_t index, std::uint32_t cycles, Xbyak::Label& late);
  Xbyak::RegExp in_state(const void* place) const;
  void boundary(std::uint32_t index, const Slot& slot);
  static Span access(const Slot& slot);
  Joint span(std::uint32_t index, const Span* stores_within) const;
  void check_place(std::uint32_t index, const Slot& slot);
  void check_bounds(const Span& checked, const Span& own, Xbyak::Label& otherwise);
  void check_alone(std::uint32_t index, const Slot& slot);
  void charge(std::uint32_t index, std::int32_t extra);
  void check_store(std::uint32_t index, std::uint8_t base);
  void check_marks(std::uint32_t index, const Span& checked, const Span& own);
  void check_alignment(std::uint32_t index, std::uint8_t base);
  void branch(std::uint32_t index, const Slot& slot);
  void jump_register(std::uint32_t index, const Slot& slot);
  void return_by_table();
  void return_table();
  bool stays_in_function(std::uint32_t from, std::uint32_t to);
  void follow(std::uint32_t index, std::uint32_t target);
  void follow_amid_block(std::uint32_t index);
  void follow_register(std::uint32_t index);
  void tell_transfer(std::uint32_t index, std::uint32_t target);
  void tell_transfer(std::uint32_t index);
  void push_call(std::uint32_t index, std::uint32_t target);
  void push_tail_call(std::uint32_t index, std::uint32_t target);
  void push_call_by_register(std::uint32_t index);
  void jump_by_register(std::uint32_t index);
  void find_called(std::uint32_t index, Xbyak::Label& other);
  void push_tracked();
  void return_from_call(Xbyak::Label& other);
  void edge(std::uint32_t target, std::uint32_t extra, bool falls_through);
  void account(std::uint64_t cycles, std::uint32_t count);
  void add_one(std::uint64_t& counter);
  void leave(std::uint32_t index, Xbyak::Label& how);
  void common_exits();
  std::uint32_t pc(std::uint32_t index) const { return ram_base_ + offset_of(index); }
  std::uint32_t offset_of(std::uint32_t index) const { return index * code_.slot_bytes(); }
  std::uint32_t next(std::uint32_t index) const { return code_.next(index, code_.slots()[index]); }

  Emitter& e_;
  CodeCache& code_;
  const Shared& shared_;
  const void* const* table_;
  std::uint32_t ram_base_;
  const DataMemory& data_;
  const std::unordered_set<std::uint32_t>& apart_;  // slots of accesses that are checked each by itself
  std::uint32_t taken_;
  CallTracker* calls_;  // null: nobody profiles
  const Region& region_;
  const std::size_t begin_ = e_.getSize();
  std::map<std::uint32_t, Xbyak::Label> labels_;       // of blocks
  std::map<std::int64_t, Xbyak::Label> constants_;     // what is added to the counters
  std::map<std::uint32_t, Xbyak::Label> plain_exits_;  // where the plain loop executes an instruction of a block
  std::map<std::uint32_t, Xbyak::Label> apart_exits_;  // the same, by Left::Apart
  std::vector<std::function<void()>> out_of_line_;     // emitted behind everything else
  std::vector<std::uint32_t> returns_;                 // the places behind calls, most frequent first
  std::size_t compared_ = 0;                           // how many of them a return's target is compared with
  Xbyak::Label return_table_;                          // if there are more
  std::optional<std::uint32_t> fetched_;               // the line that the last instruction was fetched from
  std::array<Checked, 32> checked_{};                  // by register, since the last place where control joins
  Xbyak::Label to_plain_, to_apart_, to_dispatch_, to_anywhere_;  // with eax: an offset into RAM
  Xbyak::Label written_;                                          // the state has been written
};

}  // namespace janus::hart
