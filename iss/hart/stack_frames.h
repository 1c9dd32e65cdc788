// The functions that were called and have not returned, as far as sp and ra tell: where their frames end, where they
// saved their return addresses, and which pointers into their frames were stored elsewhere. Part of what the detectors
// of memory know of a path. Written once over a hart's values.
//
// The function that a stack begins with was not called: a jump to its first instruction begins its frame. A stack
// pointer that does not come from the one before is of another stack, unless it rises to a frame of the same
// stack (`longjmp`, frame pointers). What is known of a stack is kept until its very stack pointer comes back. It is
// forgotten if somebody else stores over its return addresses, for then another task has got that memory.
//
// Constant time an instruction, but for stores (linear in the number of stacks) and returns (linear in the number of
// pointers that lead into frames). Not thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "hart/constants.h"
#include "hart/detectors.h"
#include "hart/origin.h"
#include "isa/instruction.h"
#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::hart {

// A function that was called: where it returns to, and the stack pointer at its first instruction.
struct CalledFrame {
  std::uint32_t return_to, sp;
  friend bool operator==(const CalledFrame&, const CalledFrame&) = default;
};

// Instructions by which functions left their frames, by the frame's end. For people: all are equal, so that states do
// not differ by them.
struct LeftFrames : std::map<std::uint32_t, std::uint32_t> {
  friend bool operator==(const LeftFrames&, const LeftFrames&) { return true; }
};

template <class V>
class StackFrames {
 public:
  using Word = typename V::template Word<32>;
  using Frame = CalledFrame;

  // A word on the stack where a function has saved its return address.
  struct Save {
    std::uint32_t slot;
    Word value;
    std::uint32_t writer = 0;  // the instruction that stored there since; 0 if none is known
    friend bool operator==(const Save& a, const Save& b) { return a.slot == b.slot && a.value == b.value; }
  };

  // The first address behind the running function's frame.
  std::optional<std::uint32_t> end_of_frame(const Word& sp) const {
    const auto at = constant_of(sp);
    if (!at || running_.frames.empty() || running_.frames.back().sp < *at) return std::nullopt;
    return running_.frames.back().sp;
  }
  // The first address behind the frame with the byte at `address`, of the functions on the running stack.
  std::optional<std::uint32_t> end_around(std::uint32_t address) const { return end_around(running_, address); }
  // Where an argument `value` of a call at `pc` leads that leads to `origin`, as far as that is known. What has left
  // one variable may as well be the address of another one: compilers pass one register for both.
  Origin passed_on(Origin origin, const Word& value, std::uint32_t pc, const Word& sp,
                   const Detectors& detectors) const {
    const auto at = constant_of(value), end = end_of_frame(sp);
    if (!at || !end || !origin.has_left(*at)) return origin;
    const auto other = detectors.local_at(pc, *at, *end);
    return other && other->first == *at ? Origin{Origin::Kind::Frame, *end} : origin;
  }
  // Whether a return address that was saved depends on inputs.
  bool holds_terms() const {
    const auto any = [](const Stack& stack) {
      return std::ranges::any_of(stack.saves, [](const Save& save) { return !is_constant(save.value); });
    };
    return any(running_) || std::ranges::any_of(waiting_, any) || (restored_ && !is_constant(restored_->value));
  }
  // Outermost first.
  const std::vector<Frame>& calls() const { return running_.frames; }
  // Outermost first; so slots descend.
  const std::vector<Save>& saves() const { return running_.saves; }
  // What ra has to be: it was loaded from where this was saved. Null if it was not.
  const Save* restored() const { return restored_ ? &*restored_ : nullptr; }

  // The hart has stored to `bytes` bytes at `address`, but for the return address of a function.
  void stored(std::uint32_t address, std::uint32_t bytes, std::uint32_t pc) {
    if (Save* const save = find(running_.saves, address, bytes)) save->writer = pc;
    if (waiting_.empty()) return;
    std::erase_if(waiting_, [&](Stack& stack) { return find(stack.saves, address, bytes) != nullptr; });
  }
  // The same, without a change, if `bytes` bytes at `address` have a return address.
  bool has_saved(std::uint32_t address, std::uint32_t bytes) const {
    return find(running_.saves, address, bytes) != nullptr;
  }
  // ra was stored, with this value, or loaded: by a word's instruction relative to sp, at `pc`. Compilers use ra for
  // other values as well, once it has been saved.
  void saved(std::uint32_t address, const Word& value, std::uint32_t pc);
  void restored(std::uint32_t address);

  // What after() does if a call ends an instruction that changes no stack pointer; if addi has changed it; or if the
  // running function returns, and nothing leads into its frame.
  void called(std::uint32_t return_to, std::uint32_t sp) {
    restored_.reset();
    running_.frames.push_back({return_to, sp});
  }
  // No function is known on this stack, and the hart has jumped. If that is to a function's first instruction, it runs.
  template <class H>
  void begin(H& hart, const Detectors& detectors) {
    constexpr std::uint32_t kNobody = 1;  // no pc is odd
    const auto sp = constant_of(hart.get(isa::kSp));
    if (!sp || !detectors.begins_function(hart.pc())) return;
    running_.frames.push_back({constant_of(hart.get(isa::kRa)).value_or(kNobody), *sp});
  }
  void moved(std::uint32_t sp) { running_.leave_below(sp); }
  void returned() { running_.frames.pop_back(); }
  // Whether a jump to `target` returns from the running function; whether nothing that is stored leads into a frame;
  // whether a stack pointer that rises to `sp` leaves a frame.
  bool is_return(std::uint32_t target, std::uint32_t sp) const {
    return !running_.frames.empty() && running_.frames.back() == Frame{target, sp};
  }
  bool unwinds() const { return unwound_to_.has_value(); }  // sp was loaded from memory, and the hart has not jumped
  bool nothing_leads_here() const { return running_.pointers.empty(); }
  bool rises_out(std::uint32_t sp) const { return !running_.frames.empty() && running_.frames.back().sp < sp; }

  // Becomes what `other` is, of another domain of values: as Provenance::take_objects().
  template <class U, class Convert>
  void take(StackFrames<U>& other, const Convert& convert) {
    const auto taken = [&](auto& theirs) {
      Stack stack{std::move(theirs.frames), {}, std::move(theirs.pointers), theirs.sp, theirs.grown, theirs.bytes_grown,
                  theirs.grown_by};
      for (const auto& save : theirs.saves) stack.saves.push_back({save.slot, convert(save.value), save.writer});
      theirs = {};
      return stack;
    };
    running_ = taken(other.running_);
    waiting_.clear();
    for (auto& stack : other.waiting_) waiting_.push_back(taken(stack));
    restored_.reset();
    if (const auto& save = other.restored_) restored_ = Save{save->slot, convert(save->value), save->writer};
    unwound_to_ = other.unwound_to_;
  }

  // A pointer into a frame was stored at `address`: into the one that ends at `end`, or, if `inside`, into the
  // innermost one that `end` is inside of.
  void pointed_to(std::uint32_t end, bool inside, std::uint32_t address, const Word& sp) {
    const auto at = constant_of(sp);
    const std::uint32_t byte = inside ? end : end - 1;
    const auto note = [&](Stack& stack, std::uint32_t lowest) {
      const bool owns = lowest <= byte && !stack.frames.empty() && byte < stack.frames.front().sp;
      const auto frame = owns ? end_around(stack, byte) : std::nullopt;
      if (frame && (address < lowest || address >= *frame)) stack.pointers[address] = *frame;
      return owns;
    };
    if (!at || note(running_, *at)) return;
    for (Stack& stack : waiting_) {
      if (note(stack, stack.sp)) return;
    }
  }

  // The running function has lowered sp from `from` to `sp` by what it has computed: for an array of variable length or
  // `alloca`, which begin there, or above what the function passes on the stack. By the instruction at `pc`.
  void grown(std::uint32_t from, std::uint32_t sp, std::uint32_t pc) {
    running_.grown = sp;
    running_.bytes_grown = from - sp;
    running_.grown_by = pc;
  }
  // These bytes, as long as the stack pointer is there.
  std::optional<support::AddressRange> grown_at(std::uint32_t sp) const {
    if (!running_.bytes_grown || running_.grown != sp) return std::nullopt;
    return support::AddressRange{running_.grown, running_.bytes_grown};
  }
  // Whether the instruction at `pc` is one of the next two.
  bool has_just_grown(std::uint32_t pc) const { return pc - running_.grown_by <= 8; }
  // Whether the rest of the running function's frame has nothing but two registers that were saved.
  bool passes_nothing() const {
    constexpr std::uint32_t kLeast = 16;  // bytes of a frame
    return !running_.frames.empty() && running_.frames.back().sp - (running_.grown + running_.bytes_grown) <= kLeast;
  }

  // The hart has completed the instruction `i` at `pc`. `before` is what sp was, `address` that of an access. Calls
  // `left(address, end)` for each pointer, stored at `address`, into a frame that ends at `end` and is gone. Returns
  // the end of the outermost frame that was left.
  template <class H, class Left>
  std::optional<std::uint32_t> after(H& hart, const isa::Instruction& i, std::uint32_t pc, const Word& before,
                                     std::optional<std::uint32_t> address, const Left& left);

  friend bool operator==(const StackFrames&, const StackFrames&) = default;

 private:
  template <class>
  friend class StackFrames;

  struct Stack {
    std::vector<Frame> frames;  // outermost first
    std::vector<Save> saves;
    std::map<std::uint32_t, std::uint32_t> pointers;  // by the address where they are stored: the end of their frame
    std::uint32_t sp = 0;                             // of a stack that waits
    std::uint32_t grown = 0, bytes_grown = 0, grown_by = 0;  // see grown(): from where on; how many, 0 if none; a pc
    void leave_below(std::uint32_t to) {
      while (!saves.empty() && saves.back().slot < to) saves.pop_back();
      if (grown < to) grown = bytes_grown = grown_by = 0;
    }
    friend bool operator==(const Stack&, const Stack&) = default;
  };
  static constexpr std::size_t kMostStacks = 32;

  // The end of the innermost frame with the byte at `address`.
  static std::optional<std::uint32_t> end_around(const Stack& stack, std::uint32_t address) {
    const auto at = std::ranges::find_if(stack.frames.rbegin(), stack.frames.rend(),
                                         [&](const Frame& frame) { return frame.sp > address; });
    return at == stack.frames.rend() ? std::nullopt : std::optional(at->sp);
  }
  // The save with a byte in [address, address + bytes).
  template <class Saves>
  static auto find(Saves& saves, std::uint32_t address, std::uint32_t bytes) -> decltype(&*saves.begin()) {
    if (saves.empty() || address + bytes <= saves.back().slot) return nullptr;
    const auto at = std::ranges::lower_bound(saves, address + bytes - 1, std::greater<>{}, &Save::slot);
    return at != saves.end() && address < at->slot + 4 ? &*at : nullptr;
  }
  template <class H>
  void note_return_address(H& hart, const isa::Instruction& i, std::uint32_t pc, std::optional<std::uint32_t> address);
  bool stays(const isa::Instruction& i, std::optional<std::uint32_t> sp, std::optional<std::uint32_t> before) const;
  bool leads_back(const isa::Instruction& i, std::uint32_t sp) const {
    return unwound_to_ == sp && i.opcode == isa::Opcode::jalr && running_.frames.size() > 1 &&
           running_.frames.back().sp == sp;
  }
  void change_stack(std::optional<std::uint32_t> to, std::optional<std::uint32_t> from);

  Stack running_;
  std::vector<Stack> waiting_;  // the latest is last
  std::optional<Save> restored_;
  std::optional<std::uint32_t> unwound_to_;  // sp, since it was loaded from memory, until the hart jumps
};

template <class V>
void StackFrames<V>::saved(std::uint32_t address, const Word& value, std::uint32_t pc) {
  const bool returns =
      running_.frames.empty() ? running_.saves.empty() : constant_of(value) == running_.frames.back().return_to;
  if (!returns && !restored_) return stored(address, 4, pc);
  while (!running_.saves.empty() && running_.saves.back().slot <= address) running_.saves.pop_back();
  // An interrupt between the load of ra and the return must not hide that it is wrong.
  running_.saves.push_back(restored_ ? Save{address, restored_->value, restored_->writer} : Save{address, value});
}

template <class V>
void StackFrames<V>::restored(std::uint32_t address) {
  restored_.reset();
  const auto at = std::ranges::lower_bound(running_.saves, address, std::greater<>{}, &Save::slot);
  if (at != running_.saves.end() && at->slot == address) restored_ = *at;
}

template <class V>
template <class H>
void StackFrames<V>::note_return_address(H& hart, const isa::Instruction& i, std::uint32_t pc,
                                         std::optional<std::uint32_t> address) {
  if (i.opcode == isa::Opcode::sw && i.rs1 == isa::kSp && i.rs2 == isa::kRa && address) {
    saved(*address, hart.get(isa::kRa), pc);
    return;
  }
  if (isa::written_register(i) != isa::kRa) return;
  restored_.reset();
  if (i.opcode == isa::Opcode::lw && address) restored(*address);
}

// Whether the stack pointer is still of the same stack.
template <class V>
bool StackFrames<V>::stays(const isa::Instruction& i, std::optional<std::uint32_t> sp,
                           std::optional<std::uint32_t> before) const {
  using enum isa::Opcode;
  if (!sp || !before) return false;
  const bool moves = i.opcode == addi || i.opcode == add || i.opcode == sub || i.opcode == andi;
  if (moves && i.rs1 == isa::kSp) return true;
  const bool within = !running_.frames.empty() && *sp > *before && *sp <= running_.frames.front().sp;
  return within && (moves || i.opcode == lw);
}

template <class V>
void StackFrames<V>::change_stack(std::optional<std::uint32_t> to, std::optional<std::uint32_t> from) {
  if (from && !(running_.frames.empty() && running_.saves.empty() && running_.pointers.empty())) {
    // A task that begins anew waits where it waited in its life before.
    std::erase_if(waiting_, [&](const Stack& stack) { return stack.sp == *from; });
    if (waiting_.size() == kMostStacks) waiting_.erase(waiting_.begin());
    running_.sp = *from;
    waiting_.push_back(std::move(running_));
  }
  running_ = {};
  const auto known = std::ranges::find_if(waiting_, [&](const Stack& stack) { return to == stack.sp; });
  if (known == waiting_.end()) return;
  running_ = std::move(*known);
  running_.sp = 0;
  waiting_.erase(known);
}

template <class V>
template <class H, class Left>
std::optional<std::uint32_t> StackFrames<V>::after(H& hart, const isa::Instruction& i, std::uint32_t pc,
                                                   const Word& before, std::optional<std::uint32_t> address,
                                                   const Left& left) {
  note_return_address(hart, i, pc, address);
  const auto sp = constant_of(hart.get(isa::kSp)), was = constant_of(before);
  std::optional<std::uint32_t> end;
  const auto leave = [&] {
    end = running_.frames.back().sp;
    running_.frames.pop_back();
  };
  if (sp != was) {
    const bool is_same = stays(i, sp, was);
    if (!is_same) change_stack(sp, was);
    unwound_to_ = is_same && i.opcode == isa::Opcode::lw ? sp : std::nullopt;
    while (sp && !running_.frames.empty() && running_.frames.back().sp < *sp) leave();
    if (sp) running_.leave_below(*sp);
  }
  if (isa::is_jump(i) && sp) {
    if (i.rd == isa::kRa)
      running_.frames.push_back({isa::next_pc(pc, i), *sp});
    else if (!running_.frames.empty() && running_.frames.back() == Frame{hart.pc(), *sp})
      leave();
    else  // of `longjmp`: who was called from where it leads to has not returned
      while (leads_back(i, *sp)) leave();
  }
  if (isa::is_jump(i) || i.opcode == isa::Opcode::mret) unwound_to_.reset();
  // What a handler of traps had on this stack is below what was interrupted.
  if (i.opcode == isa::Opcode::mret && sp) {
    for (const auto& [at, frame] : running_.pointers) left(at, *sp);
  }
  if (end) {
    for (auto pointer = running_.pointers.begin(); pointer != running_.pointers.end();) {
      if (pointer->second > *end) {
        ++pointer;
        continue;
      }
      left(pointer->first, pointer->second);
      pointer = running_.pointers.erase(pointer);
    }
  }
  return end;
}

}  // namespace janus::hart
