// Where pointers come from: what the detectors `heap` and `bounds` know of a run besides its words, which are only
// bits. Written once over a hart and its values, as the semantics are.
//
// An entry for a register or a word of memory holds for the very value that it was written for. Once there is another
// value, whoever wrote it, the entry says nothing. So nothing has to tell of stores through symbolic addresses, of
// interrupts, of the switch to another task or of devices. A pointer whose origin is not known is never reported.
//
// Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "hart/constants.h"
#include "hart/detectors.h"
#include "hart/home.h"
#include "hart/library_functions.h"
#include "hart/noted_accesses.h"
#include "hart/origin.h"
#include "hart/pointer_memory.h"
#include "hart/stack_frames.h"
#include "hart/static_objects.h"
#include "isa/hart_concept.h"
#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::hart {

template <class V>
class Provenance {
 public:
  using Word = typename V::template Word<32>;
  using Function = LibraryFunction;

  struct Allocation {
    Word base, size;  // size in bytes
    bool live = true;
    bool object = false;  // is not of the heap: an access beyond it leaves an object, and does not misuse the heap
    // For people: where the functions returned to that made it and took it back; 0 if nobody knows.
    std::uint32_t made = 0, freed = 0;
    friend bool operator==(const Allocation& a, const Allocation& b) {
      return a.base == b.base && a.size == b.size && a.live == b.live && a.object == b.object;
    }
  };
  // A function of the heap that was called and has not returned. What it calls itself is its own affair.
  struct Call {
    Function::Kind kind;
    Word return_to, sp, size;
    std::optional<std::uint32_t> taken;  // the allocation that it takes back
    bool fills = false;                  // gives memory with contents
    bool frees = false;                  // `realloc` with no bytes, which gives nothing and takes back
    friend bool operator==(const Call&, const Call&) = default;
  };
  using Pointer = hart::Pointer<V>;
  using Page = typename PointerMemory<V>::Page;
  // What a pointer is combined with: all ones or all zeros, as the program or the inputs choose; a number whose upper
  // bits are ones; or another one.
  enum class Mask : std::uint8_t { Chooses, Aligns, Number };
  // What is to be known of an instruction before it is executed.
  struct Step {
    std::uint32_t pc = 0;
    isa::Instruction instruction{};
    Origin rs1{}, rs2{};
    Word address{}, sp{};
    std::uint32_t home = 0;    // where memory has what is accessed, if the address depends on no input
    Origin loaded{};           // else: what is known of all words that a load may give
    Pointer old{};             // of an atomic: the entry of the word before
    Mask mask = Mask::Number;  // of `and` with a pointer: what the other operand is
  };

  const std::vector<Allocation>& allocations() const { return allocations_; }
  bool in_heap_function() const { return call_.has_value(); }
  const StackFrames<V>& frames() const { return frames_; }
  StackFrames<V>& frames() { return frames_; }
  bool in_program() const { return in_program_; }
  // For people: the instruction by which a function left the frame that ends at `end`, if a pointer into it was left; 0
  // if nobody knows.
  std::uint32_t left_by(std::uint32_t end) const {
    const auto found = left_by_.find(end);
    return found == left_by_.end() ? 0 : found->second;
  }
  // Where the function of the heap returns to that the hart is in; nothing if it is in none.
  std::optional<std::uint32_t> leaves_heap_at() const { return call_ ? constant_of(call_->return_to) : std::nullopt; }

  // As it is noted, if that is still true: also of numbers.
  Origin entry_of(std::uint8_t number, const Word& value) const {
    const Pointer& entry = registers_[number];
    return entry.value == value ? entry.origin : Origin{};
  }
  const Pointer& entry(std::uint8_t number) const { return registers_[number]; }
  // What an instruction that writes `value` to a register makes of the origins of its operands.
  Origin result(const Step& step, const Word& value, const Detectors& detectors) const;
  // `value` is what the register has. The stack pointer always points into the frame of the running function.
  Origin of_register(std::uint8_t number, const Word& value) const {
    if (number == isa::kSp) return frame_of(value);
    const Origin origin = entry_of(number, value);
    return origin.known() ? origin : Origin{};
  }
  // What an access, at `offset` from a pointer, by the instruction at `pc` of the running function is meant for: finds
  // the variable, if the debug information has it.
  static Origin located(Origin origin, std::uint32_t pc, std::uint32_t offset, const Detectors& detectors) {
    if (origin.kind() != Origin::Kind::InFrame) return origin;
    const std::uint32_t end = origin.end_of_frame();
    const auto local = detectors.local_at(pc, origin.where() + offset, end);
    return local ? Origin{Origin::Kind::Local, local->first, local->size} : Origin{Origin::Kind::Frame, end};
  }
  // The same of a pointer that another function gets, or that memory has: also of the end of a variable.
  static Origin passed(Origin origin, std::uint32_t pc, const Detectors& detectors) {
    const Origin found = located(origin, pc, 0, detectors);
    if (origin.kind() != Origin::Kind::InFrame || origin.indexed()) return found;
    const auto local = detectors.local_up_to(pc, origin.where(), origin.end_of_frame());
    return handed_on(found, origin.where(), local ? local->size : 0);
  }
  // Whether `value` is an address in the variable to which `origin`, of the kind InFrame, leads.
  static bool leads_into_local(Origin origin, const Word& value, std::uint32_t pc, const Detectors& detectors) {
    const auto at = constant_of(value);
    const auto local = detectors.local_at(pc, origin.where(), origin.end_of_frame());
    return at && local && local->contains(*at);
  }
  // Whether the code at `pc` stores a pointer to a block that it takes back, for itself: it leads through the memory
  // that the allocator has, from then on.
  static bool is_kept_by_allocator(Origin origin, std::uint32_t pc, const Detectors& detectors) {
    return origin.kind() == Origin::Kind::Allocation && detectors.takes_back(pc);
  }
  static Origin constant_to(const Word& value) {
    const auto address = constant_of(value);
    return address ? Origin{Origin::Kind::Constant, *address} : Origin{};
  }
  static Origin kept(Origin handed_on) { return handed_on.kind() == Origin::Kind::Walked ? handed_on : Origin{}; }
  // Where a pointer of the kind Local leads, besides to local_in_front_of(): from the end of a variable, where nobody
  // knows what is behind, anywhere in it and up to the end of the frame.
  support::AddressRange local_of(Origin origin) const {
    constexpr std::uint32_t kFar = 0x7fffffff;  // bytes
    if (!origin.ends()) return {origin.where(), settled(origin).size()};
    const auto end = frames_.end_around(origin.first());
    return {origin.first(), end ? *end - origin.first() : kFar};
  }
  // What a function on blocks gets that begins. Where a number is no more, a compiler may have a structure without a
  // name, which it copies: so what is too large for a number is meant for the frame.
  template <class H>
  Origin of_block(H& hart, std::uint8_t number, const Function& function, const Detectors& detectors) const;
  // The entry of a word in which somebody has stored `bytes` bytes at `address`, the lowest of `value`. A pointer of
  // which they are a part is still there, unless it leads to what is gone, and the allocator may have given its address
  // again. But not where a function `copies`: copy_pointers() has told what comes.
  Pointer entry_behind(const Pointer* entry, std::uint32_t address, std::uint32_t bytes, const Word& value,
                       bool copies) const {
    const auto word = entry && entry->origin.known() ? constant_of(entry->value) : std::nullopt;
    const auto stored = constant_of(value);
    if (!word || !stored || address % 4 + bytes > 4 || (is_gone(entry->origin) && !copies)) return {};
    return ((*word >> 8 * (address % 4) ^ *stored) & ~0U >> (32 - 8 * bytes)) == 0 ? *entry : Pointer{};
  }
  // Parts of pointers, since much code copies bytes (provenance_accesses.h). Of a register that was loaded with bytes;
  Origin part_at(std::uint32_t home, std::uint32_t bytes) const;
  // and the entry of the word in which the store `i` at `pc` has stored less than a word of the origin `part`, if that
  // says what the entry is. The hart is behind the store.
  template <class H>
  std::optional<Pointer> entry_with_part(H& hart, const isa::Instruction& i, std::uint32_t pc, std::uint32_t address,
                                         Origin part, const Detectors& detectors);
  const Pointer* entry_of_word(std::uint32_t address) const { return memory_.entry_at(address); }
  // `value` is what the word at `address`, a multiple of 4, has.
  Origin of_word(std::uint32_t address, const Word& value) const { return memory_.at(address, value); }
  // Whether `holds(address)` is true for every word that may be a pointer, but for memory that `other` shares.
  template <class Holds>
  bool all_words(const Holds& holds, const Provenance* other = nullptr) const {
    return memory_.all_words(holds, other ? &other->memory_ : nullptr);
  }
  // For who gives the run other words, and knows that they come from there.
  // An entry that says nothing is always the same, whatever the value.
  void set_register(std::uint8_t number, Origin origin, const Word& value) {
    registers_[number] = origin == Origin{} ? Pointer{} : Pointer{origin, value};
  }
  void set_entry(std::uint8_t number, const Pointer& entry) { registers_[number] = entry; }
  void set_word(std::uint32_t address, Origin origin, const Word& value) { memory_.write(address, origin, value); }
  void note_pointer_at(std::uint32_t address, Origin origin, const Word& sp);  // a pointer was stored there
  // Whether two runs have the same heap, and are in the same functions of the same stack.
  bool same_objects(const Provenance& other) const {
    return allocations_ == other.allocations_ && call_ == other.call_ && frames_ == other.frames_ &&
           in_program_ == other.in_program_;
  }
  // The same, but for the order of what was allocated; and whether `other` has freed nothing that this has not.
  bool covers_objects(const Provenance& other) const;
  // Whether an origin here means what an origin of `other` means.
  bool same_origin(Origin ours, const Provenance& other, Origin theirs) const {
    if (ours.kind() != Origin::Kind::Allocation || theirs.kind() != ours.kind()) return ours == theirs;
    return allocations_[ours.where()] == other.allocations_[theirs.where()];
  }
  // Whether something that is known of objects and of the stack depends on inputs.
  bool holds_terms() const { return call_ || !has_no_terms(); }
  // The same, but for what is not known yet of a function of the heap.
  bool has_no_terms() const {
    const bool call = !call_ || (is_constant(call_->return_to) && is_constant(call_->sp) && is_constant(call_->size));
    return call && is_constant(kept_) && !frames_.holds_terms() &&
           std::ranges::all_of(allocations_,
                               [](const Allocation& each) { return is_constant(each.base) && is_constant(each.size); });
  }
  // Whether the access at `pc` may have been inside of the object at `where` before.
  bool was_inside(std::uint32_t pc, std::uint32_t where) const { return inside_.contains(pc, where); }
  // Notes the access at `pc`, by a pointer of which nothing is known. Returns whether it is one to be noted: neither of
  // constants that no symbol names, as literals are, even if inputs choose among these, nor of a device.
  template <class H>
  bool note_unknown(H& hart, std::uint32_t pc, const Word& address, const Detectors& detectors);
  // Returns whether that is new.
  bool note_inside(std::uint32_t pc, std::uint32_t where) { return inside_.insert(pc, where); }
  void note_inside_as(const NotedAccesses& other) { inside_.insert(other); }
  // The latest allocation at `base`, live or not.
  std::optional<std::uint32_t> allocation_at(const Word& base) const {
    for (std::size_t i = allocations_.size(); i-- > 0;) {
      if (allocations_[i].base == base) return static_cast<std::uint32_t>(i);
    }
    return std::nullopt;
  }

  // The firmware says that a0 points to an object of its own, which counts as allocated.
  void begin_object(const Word& base, const Word& size) {
    registers_[isa::kA0] = {{Origin::Kind::Allocation, static_cast<std::uint32_t>(allocations_.size())}, base};
    allocations_.push_back({base, size});
  }
  // The live allocation that the register `number` points to the beginning of; nothing if there is none. Asks the path.
  template <class H>
  std::optional<std::uint32_t> live_at(H& hart, std::uint8_t number) const {
    const auto found = allocation_of(hart, number);
    return found && allocations_[*found].live && allocations_[*found].base == hart.get(number) ? found : std::nullopt;
  }
  void end_object(std::uint32_t allocation) { allocations_[allocation].live = false; }
  // How many bytes of the allocation that was made last have contents. Ask once.
  Word take_kept() { return std::exchange(kept_, Word{}); }

  // As Shadow's functions of these names (shadow.h).
  template <class H>
  void arrive(H& hart, const Detectors& detectors);
  template <class H>
  void decide(H& hart, const Detectors& detectors) const;
  template <class H>
  Step before(H& hart, const isa::Instruction& i, const Detectors& detectors);
  template <class H>
  void after(H& hart, const Step& step, const Detectors& detectors);

  // Becomes what `other` is, of another domain of values, but for the entries of registers and of words of memory.
  // `convert` gives a word of this domain for one of the other. `other` is left without what was taken.
  template <class U, class Convert>
  void take_objects(Provenance<U>& other, const Convert& convert);
  // Becomes what `before` is, an earlier copy of this, but keeps what was noted of accesses since.
  void go_back(const Provenance& before) {
    memory_.pages.go_back(before.memory_.pages);
    replaced_ = {};  // it may be of an allocation that is none any more
    std::tie(registers_, allocations_, call_, kept_, frames_, left_by_, in_program_) =
        std::tie(before.registers_, before.allocations_, before.call_, before.kept_, before.frames_, before.left_by_,
                 before.in_program_);
  }
  const NotedAccesses& accesses_inside() const { return inside_; }
  const SharedPages<Page>& pages() const { return memory_.pages; }
  SharedPages<Page>& pages() { return memory_.pages; }
  void set_pages(SharedPages<Page> pages) { memory_.pages = std::move(pages); }
  void set_page(std::uint32_t number, std::shared_ptr<Page> page) { memory_.pages.set(number, std::move(page)); }

  friend bool operator==(const Provenance&, const Provenance&) = default;

 private:
  template <class>
  friend class Provenance;

  Origin frame_of(const Word& sp) const;
  Origin sum(const Step& step, const Word& value, const Detectors& detectors) const;
  Origin in_grown(const Step& step, const Word& value) const;
  static Origin difference(const Step& step, const Detectors& detectors);
  Origin joined(const Step& step, const Word& value, const Detectors& detectors) const;
  static bool is_same_object(Origin first, Origin second, std::uint32_t pc, const Detectors& detectors);
  static Origin within(Origin origin, std::uint32_t pc, const Detectors& detectors);
  static bool leads_somewhere(Origin origin, const Detectors& detectors);
  template <class H>
  static Mask mask_of(H& hart, const Word& mask);
  static Origin masked(const Step& step, const Word& value, const Detectors& detectors);
  template <class H>
  static bool asks_for_nothing(H& hart, const Function& function);
  template <class H>
  void store_atomic(H& hart, const Step& step, std::uint32_t address, const Detectors& detectors);
  static Origin moved(const Step& step, const Word& value, const Detectors& detectors);
  void note_comparison(const Step& step, const Word& first, const Word& second, const Detectors& detectors);
  template <class H>
  void enter(H& hart, const Function& function);
  template <class H>
  std::optional<std::uint32_t> allocation_of(H& hart, std::uint8_t number) const;
  template <class H>
  static std::optional<std::array<Word, 3>> arguments_of_copy(H& hart, const Function& function);
  template <class H>
  void copy_pointers(H& hart, const Function& function);
  template <class H>
  void take_blocks(H& hart, const Function& function, const Detectors& detectors);
  bool is_gone(Origin origin) const {
    return origin.kind() == Origin::Kind::Dangling ||
           (origin.kind() == Origin::Kind::Allocation && !allocations_[origin.where()].live);
  }
  template <class H>
  void leave(H& hart);
  // What the registers up to tp have is an address by itself.
  static bool may_lead_anywhere(Origin origin, const isa::Instruction& i) {
    return i.rs1 > isa::kTp && (!origin.known() || origin.kind() == Origin::Kind::Difference);
  }
  template <class H>
  void note_access(H& hart, const Step& step, const Detectors& detectors);
  void stored_somewhere(const Word& value, Origin origin);
  template <class H>
  void note_stack(H& hart, const Step& step, const Detectors& detectors);

  std::array<Pointer, 32> registers_{};
  PointerMemory<V> memory_;
  std::vector<Allocation> allocations_;
  std::optional<Call> call_;
  Word kept_{};  // of the last allocation, until somebody takes it
  // The entry that a word had before the last pointer was there whose bytes were stored: somebody may have parts of it,
  // who exchanges the two. No part of what a state is, as it is soon of no use.
  struct Replaced {
    std::uint32_t word = 1;  // no word has that address
    Pointer entry{};
    friend bool operator==(const Replaced&, const Replaced&) { return true; }
  } replaced_;
  StackFrames<V> frames_;
  NotedAccesses inside_;
  LeftFrames left_by_;       // by the end of the frame
  bool in_program_ = false;  // see Detectors::begins_program()
};

template <class V>
template <class U, class Convert>
void Provenance<V>::take_objects(Provenance<U>& other, const Convert& convert) {
  replaced_ = {};
  allocations_.clear();
  for (const auto& each : other.allocations_)
    allocations_.push_back({convert(each.base), convert(each.size), each.live, each.object, each.made, each.freed});
  call_.reset();
  if (const auto& call = other.call_) {
    call_ = Call{call->kind, convert(call->return_to), convert(call->sp), convert(call->size), call->taken, call->fills,
                 call->frees};
  }
  kept_ = convert(other.kept_);
  frames_.take(other.frames_, convert);
  inside_ = std::exchange(other.inside_, {});
  left_by_ = other.left_by_;
  in_program_ = other.in_program_;
}

template <class V>
bool Provenance<V>::covers_objects(const Provenance& other) const {
  const auto live = [](const Provenance& each) { return std::ranges::count_if(each.allocations_, &Allocation::live); };
  // Also what was freed: its address may come back in a word of which nothing is known.
  const auto has = [this](const Allocation& each) {
    return std::ranges::find(allocations_, each) != allocations_.end();
  };
  const auto taken_by = [](const Provenance& each) {
    return each.call_ && each.call_->taken ? each.allocations_[*each.call_->taken] : Allocation{};
  };
  if (in_program_ != other.in_program_ || !(frames_ == other.frames_) || live(*this) != live(other)) return false;
  if (call_.has_value() != other.call_.has_value() || !(taken_by(*this) == taken_by(other))) return false;
  if (call_) {
    Call ours = *call_, theirs = *other.call_;
    ours.taken = theirs.taken = {};
    if (!(ours == theirs)) return false;
  }
  return std::ranges::all_of(other.allocations_, has);
}

template <class V>
template <class H>
void Provenance<V>::arrive(H& hart, const Detectors& detectors) {
  in_program_ = in_program_ || detectors.begins_program(hart.pc());
  if (!call_ || !(call_->return_to == hart.values().template constant<32>(hart.pc())) ||
      !(call_->sp == hart.get(isa::kSp)))
    return;
  leave(hart);
}

template <class V>
template <class H>
void Provenance<V>::decide(H& hart, const Detectors& detectors) const {
  const Function* function = detectors.function_at(hart.pc());
  if (!function) return;
  if (function->allocates() && function->arguments.pointer && !call_) allocation_of(hart, function->arguments.pointer);
  if (function->kind == Function::Kind::Reallocate && !call_) asks_for_nothing(hart, *function);
  if (function->kind == Function::Kind::Copy) arguments_of_copy(hart, *function);
}

template <class V>
template <class H>
typename Provenance<V>::Step Provenance<V>::before(H& hart, const isa::Instruction& i, const Detectors& detectors) {
  if (const Function* function = detectors.function_at(hart.pc())) {
    if (function->allocates() && !call_) enter(hart, *function);
    if (function->kind == Function::Kind::Copy) copy_pointers(hart, *function);
    if (!function->allocates()) take_blocks(hart, *function, detectors);
  }
  Step step{.pc = hart.pc(), .instruction = i, .sp = hart.get(isa::kSp)};
  const std::uint32_t read = isa::registers_read(i);
  const auto origin = [&](std::uint8_t number) {
    return number == isa::kSp ? frame_of(step.sp) : entry_of(number, hart.get(number));
  };
  if (read >> i.rs1 & 1) step.rs1 = origin(i.rs1);
  if (read >> i.rs2 & 1) step.rs2 = origin(i.rs2);
  if (isa::memory_use(i.opcode).bytes > 0) {
    step.address = hart.values().add(hart.get(i.rs1), hart.values().template constant<32>(i.immediate));
    if (const auto address = constant_of(step.address))
      step.home = home(hart, *address, isa::memory_use(i.opcode).bytes);
  }
  if (isa::is_atomic(i) && is_constant(step.address)) {
    if (const Pointer* const entry = memory_.entry_at(step.home)) step.old = *entry;
  }
  if (i.opcode == isa::Opcode::and_ && (step.rs1.known() || step.rs2.known()))
    step.mask = mask_of(hart, hart.get(leads_somewhere(step.rs1, detectors) ? i.rs2 : i.rs1));
  return step;
}

template <class V>
template <class H>
void Provenance<V>::after(H& hart, const Step& step, const Detectors& detectors) {
  const isa::Instruction& i = step.instruction;
  note_access(hart, step, detectors);
  note_stack(hart, step, detectors);
  if (isa::is_branch(i)) note_comparison(step, hart.get(i.rs1), hart.get(i.rs2), detectors);
  const std::uint8_t rd = isa::written_register(i);
  if (rd == 0 || rd == isa::kSp) return;
  const Word value = hart.get(rd);
  set_register(rd, result(step, value, detectors), value);
}

// Pointers into the running function's frame.
template <class V>
Origin Provenance<V>::frame_of(const Word& sp) const {
  const auto end = frames_.end_of_frame(sp);
  return end ? Origin{Origin::Kind::Frame, *end} : Origin{};
}

// Behind a branch that has compared two pointers. A compiler that knows that they are equal may use the one for the
// other; but not where it does not know which static objects lie side by side.
template <class V>
void Provenance<V>::note_comparison(const Step& step, const Word& first, const Word& second,
                                    const Detectors& detectors) {
  const isa::Instruction& i = step.instruction;
  if (!isa::compares_for_equality(i.opcode) || !constant_of(first) || constant_of(first) != constant_of(second)) return;
  const auto is_replaced = [&](Origin pointer, Origin constant) {
    return is_known_by(pointer, constant) &&
           (constant.kind() != Origin::Kind::Constant || detectors.knows_distances(step.pc));
  };
  if (is_replaced(step.rs1, step.rs2)) set_register(i.rs1, step.rs2, first);
  if (is_replaced(step.rs2, step.rs1)) set_register(i.rs2, step.rs1, second);
}

// A word with that origin was stored nobody knows where. Where an equal word was, it is of this origin now, perhaps,
// and nothing tells. That matters for what is gone: the allocator gives the same address again.
template <class V>
void Provenance<V>::stored_somewhere(const Word& value, Origin origin) {
  memory_.forget([&](Origin known, const Word& word) {
    return known != origin && (word == value || (is_gone(known) && !(is_constant(word) && is_constant(value))));
  });
}

template <class V>
template <class H>
bool Provenance<V>::note_unknown(H& hart, std::uint32_t pc, const Word& address, const Detectors& detectors) {
  if (!in_program_ || call_ || inside_.contains(pc, kUnknownObject)) return true;
  const auto [low, high] = bounds_of(address);
  const auto literals = detectors.literals_at(low);
  if (literals ? literals->contains(high) : low == high && !hart.word_in_memory(low & ~3U)) return false;
  if (detectors.in_allocator(pc)) return false;
  note_inside(pc, kUnknownObject);
  hart.noted_inside(pc, kUnknownObject);
  return true;
}

// Remembers which pointers were stored, and through which objects an instruction goes.
template <class V>
template <class H>
void Provenance<V>::note_access(H& hart, const Step& step, const Detectors& detectors) {
  const isa::Instruction& i = step.instruction;
  const isa::MemoryUse use = isa::memory_use(i.opcode);
  const std::uint32_t bytes = use.bytes;
  if (bytes == 0) return;
  const auto address = constant_of(step.address);
  if (may_lead_anywhere(step.rs1, i)) note_unknown(hart, step.pc, step.address, detectors);
  if (!address) {
    if (use.stores) stored_somewhere(hart.get(i.rs2), passed(step.rs2, step.pc, detectors));
    return;
  }
  if (use.stores) {
    const bool aligned = i.opcode == isa::Opcode::sw && *address % 4 == 0;
    if (aligned) {
      // A register with a pointer into the caller's frame is saved as it is: no variable of this function lies there.
      const bool saved =
          step.rs2.kind() == Origin::Kind::InFrame && frames_.end_of_frame(step.sp) != step.rs2.end_of_frame();
      const Origin stored = i.rs1 == isa::kSp ? step.rs2 : stored_by(step.rs2, i.rs2, detectors);
      const bool own = i.rs1 != isa::kSp && is_kept_by_allocator(stored, step.pc, detectors);
      const Origin origin = own     ? kept(handed_on(constant_to(hart.get(i.rs2)), detectors))
                            : saved ? step.rs2
                                    : passed(stored, step.pc, detectors);
      memory_.write(step.home, origin.known() ? origin : Origin{}, hart.get(i.rs2));
      note_pointer_at(*address, origin, step.sp);
    } else if (isa::is_atomic(i)) {
      store_atomic(hart, step, *address, detectors);
    } else {
      const std::uint32_t first = step.home & ~3U, last = (step.home + bytes - 1) & ~3U;
      const Pointer* const known = memory_.entry_at(first);
      const bool copies = known && known->origin.known() && detectors.reads_words(step.pc);
      const auto with_part = entry_with_part(hart, i, step.pc, *address, step.rs2, detectors);
      const Pointer kept = with_part.value_or(entry_behind(known, step.home, bytes, hart.get(i.rs2), copies));
      for (const std::uint32_t word : {first, last}) memory_.write(word, kept.origin, kept.value);
    }
    if (!(aligned && i.rs1 == isa::kSp && i.rs2 == isa::kRa)) frames_.stored(*address, bytes, step.pc);
  }
  if (!isa::is_load(i) && !isa::is_store(i)) return;
  const auto note = [&](std::uint32_t where) {
    if (note_inside(step.pc, where)) hart.noted_inside(step.pc, where);
  };
  const auto object = object_of(step.rs1, step.pc, i.immediate, detectors);
  for (const auto& each : {object, base_object_of(step.rs1, i.immediate, detectors)}) {
    if (each && each->contains(*address) && !detectors.is_ambiguous(each->first)) note(each->first);
  }
  if (object) return;
  if (step.rs1.is_direct(*address - i.immediate)) return;
  if (const auto local = local_behind(step.rs1, step.pc, i.immediate, detectors); local && local->contains(*address))
    note(local->first);
  const Origin origin = located(step.rs1, step.pc, i.immediate, detectors);
  if (origin.kind() == Origin::Kind::Local) {
    const auto local = local_of(origin);
    const auto in_front = local_in_front_of(origin);
    if (local.contains(*address)) note(local.first);
    if (in_front && in_front->contains(*address)) note(in_front->first);
    // Who was handed a pointer to a variable knows of no other that the compiler has put behind it.
    const bool is_handed = step.rs1.kind() == Origin::Kind::Local && !origin.ends();
    if (is_handed && !local.contains(*address) && !(in_front && in_front->contains(*address)))
      note_unknown(hart, step.pc, step.address, detectors);
  } else if (origin.kind() == Origin::Kind::Frame && i.rs1 != isa::kSp && *address + bytes <= origin.where()) {
    if (const auto sp = constant_of(step.sp); !sp || *address >= *sp) note(origin.where());  // not stack that is free
  }
}

// Keeps frames up to date, and what points into those that are left: in memory, and as the result of a function.
template <class V>
template <class H>
void Provenance<V>::note_stack(H& hart, const Step& step, const Detectors& detectors) {
  const isa::Instruction& i = step.instruction;
  const bool saves = i.opcode == isa::Opcode::sw && i.rs1 == isa::kSp && i.rs2 == isa::kRa;
  const std::uint8_t rd = isa::written_register(i);
  const bool is_of_stack = saves || rd == isa::kRa || rd == isa::kSp || isa::is_jump(i);
  if (!is_of_stack && i.opcode != isa::Opcode::ecall && i.opcode != isa::Opcode::mret) return;
  const bool calls = isa::is_jump(i) && i.rd == isa::kRa;  // then arguments may lead into the frame of the caller
  if (calls || (isa::is_jump(i) && i.rd == 0 && detectors.begins_function(hart.pc()))) {
    for (std::uint8_t number = isa::kA0; number < isa::kA0 + 8; ++number) {
      auto& [origin, value] = registers_[number];
      origin = handed_on(origin, detectors);
      if (!calls) continue;
      origin = frames_.passed_on(passed(origin, step.pc, detectors), value, step.pc, step.sp, detectors);
    }
  }
  const bool accesses = isa::is_load(i) || isa::is_store(i);
  const auto address = accesses ? constant_of(step.address) : std::nullopt;
  const auto end = frames_.after(hart, i, step.pc, step.sp, address, [&](std::uint32_t at, std::uint32_t frame) {
    if (memory_.leave(home(hart, at, 4), frame)) left_by_[frame] = step.pc;
  });
  if ((isa::is_jump(i) || i.opcode == isa::Opcode::mret) && frames_.calls().empty()) frames_.begin(hart, detectors);
  // Compilers have the size of a large frame as a constant.
  const bool grows = i.opcode == isa::Opcode::sub && rd == isa::kSp && i.rs1 == isa::kSp && !step.rs2.known();
  const auto from = constant_of(step.sp), sp = constant_of(hart.get(isa::kSp));
  if (grows && from && sp && *sp < *from) frames_.grown(*from, *sp, step.pc);
  if (!end) return;
  for (const std::uint8_t number : {isa::kA0, isa::kA1}) {
    Pointer& pointer = registers_[number];
    const std::uint32_t frame = pointer.origin.kind() == Origin::Kind::Local ? *end : pointer.origin.end_of_frame();
    if (!pointer.origin.is_of_stack() || frame > *end || place_of(pointer).value_or(frame) >= frame) continue;
    pointer.origin = {Origin::Kind::Dangling, frame};
    left_by_[frame] = step.pc;
  }
}

}  // namespace janus::hart
