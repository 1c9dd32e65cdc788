// Loads and stores of a region: where they may go without leaving it (hart/data_memory.h).
#include <algorithm>

#include "hart/region_emitter_x86_64.h"
#include "isa/predicates.h"

namespace janus::hart {

using Xbyak::Label;
using namespace Xbyak::util;

namespace {

constexpr std::int32_t kWidestSpan = 2048;  // bytes whose bounds are checked at once; less than a page

}  // namespace

// Whether the access in the summary is the one that access() reads off the slot.
bool RegionEmitter::is_access_of(const Slot& slot, const InstructionSummary& summary) {
  const Expression& address = *summary.address;
  const bool from_base = address.kind == Expression::Kind::Add && address.a->is_register(slot.rs1) &&
                         address.b->is_constant(slot.immediate);
  const isa::MemoryUse& use = isa::memory_use(slot.opcode);
  return from_base && slot.rs1 != 0 && summary.loaded_bits == (use.loads ? 8U * use.bytes : 0) &&
         summary.stored_bits == (use.stores ? 8U * use.bytes : 0);
}

RegionEmitter::Span RegionEmitter::access(const Slot& slot) {
  const auto at = static_cast<std::int32_t>(slot.immediate);
  return {at, at + static_cast<std::int32_t>(isa::memory_use(slot.opcode).bytes)};
}

// The bytes of all accesses from `index` on through the same base register that are sure to follow. With
// `stores_within`, of stores only, up to the first store that reaches outside of these bytes.
RegionEmitter::Joint RegionEmitter::span(std::uint32_t index, const Span* stores_within) const {
  const Slot* const slots = code_.slots();
  const std::uint8_t base = slots[index].rs1;
  std::optional<Span> found;
  unsigned accesses = 0;
  for (std::uint32_t i = index; i == index || !region_.find(i)->starts; i = next(i)) {
    const Slot& slot = slots[i];
    if (slot.handler == handler::Boundary || code_.handler_of(slot) == handler::Plain || code_.ends_block(slot)) break;
    const isa::MemoryUse& use = isa::memory_use(slot.opcode);
    if (slot.rs1 == base && (use.stores || (use.loads && !stores_within))) {
      const Span one = access(slot);
      const Span both = found ? Span{std::min(found->low, one.low), std::max(found->high, one.high)} : one;
      const std::int32_t widest = stores_within ? std::int32_t{CodeCache::kMarkBytes} : kWidestSpan;
      if (both.high - both.low > widest || (stores_within && !stores_within->contains(one))) break;
      found = both;
      ++accesses;
    }
    if (slot.rd == base) break;
  }
  return {*found, accesses};
}

// Emits what leaves an access to the plain loop unless it goes to memory, and charges what it costs more there. If the
// platform has other memories than the main one: an access that shares its check of bounds with others may go to the
// main memory only. Once such a check has failed often (Left::Apart), each of these accesses is checked by itself.
void RegionEmitter::check_place(std::uint32_t index, const Slot& slot) {
  const std::uint8_t base = slot.rs1;
  const Span own = access(slot);
  std::optional<Span>& checked = checked_[base].bounds;
  if (!checked || !checked->contains(own)) {
    const Joint joint = span(index, nullptr);
    if (!data_.others.empty() && (joint.accesses == 1 || apart_.contains(index))) return check_alone(index, slot);
    checked = joint.span;
    check_bounds(*checked, own, data_.others.empty() ? plain_exits_[index] : apart_exits_[index]);
  }
  if (isa::memory_use(slot.opcode).stores) check_store(index, base);
}

void RegionEmitter::check_bounds(const Span& checked, const Span& own, Label& otherwise) {
  e_.offset_of_place(static_cast<std::uint32_t>(checked.low - own.low) - data_.main.base);
  e_.cmp(ecx, data_.main.size - static_cast<std::uint32_t>(checked.high - checked.low));
  e_.ja(otherwise, Emitter::T_NEAR);
}

void RegionEmitter::check_alone(std::uint32_t index, const Slot& slot) {
  const Span own = access(slot);
  const bool stores = isa::memory_use(slot.opcode).stores;
  Label look, go_on;
  check_bounds(own, own, look);
  if (stores) check_marks(index, own, own);
  e_.L(go_on);
  const auto bytes = static_cast<std::uint32_t>(own.high - own.low);
  const auto place = e_.place();
  out_of_line_.push_back([this, look, go_on, index, bytes, stores, place]() mutable {
    e_.L(look);
    e_.restore_place(place);
    for (const OtherMemory& other : data_.others) {
      if (stores && !other.writable) continue;
      Label next;
      e_.offset_of_place(0U - other.stretch.base);
      e_.cmp(ecx, other.stretch.size - bytes);
      e_.ja(next, Emitter::T_NEAR);
      if (stores) {
        e_.offset_of_place(0U - ram_base_);
        e_.lea(edx, e_.ptr[rcx + static_cast<std::int32_t>(bytes - 1)]);
        e_.call(shared_.harmless_store);
        e_.jne(plain_exits_[index], Emitter::T_NEAR);
      }
      charge(index, other.extra);
      e_.jmp(go_on, Emitter::T_NEAR);
      e_.L(next);
    }
    e_.jmp(plain_exits_[index], Emitter::T_NEAR);
  });
}

// Charges what an access costs beyond its block, whose end must still fit. Changes rdx.
void RegionEmitter::charge(std::uint32_t index, std::int32_t extra) {
  if (extra == 0) return;
  const std::int64_t cycles = std::int64_t{extra} * (std::int64_t{1} << 32);
  if (extra > 0) {
    e_.cmp(r13, e_.qword[rip + constants_[cycles]]);
    e_.jl(plain_exits_[index], Emitter::T_NEAR);
  }
  e_.sub(r13, e_.qword[rip + constants_[cycles]]);
  if (!code_.counts()) return;
  e_.mov(rdx, reinterpret_cast<std::uint64_t>(&code_.counts()[index].taken));
  e_.add(e_.qword[rdx], extra);
}

// Joins only stores whose bounds have been checked: outside of RAM there are no marks.
void RegionEmitter::check_store(std::uint32_t index, std::uint8_t base) {
  const Span own = access(code_.slots()[index]);
  std::optional<Span>& checked = checked_[base].stores;
  if (checked && checked->contains(own)) return;
  checked = span(index, &*checked_[base].bounds).span;
  check_marks(index, *checked, own);
}

// Emits the check whether a store begins in a marked granule (CodeCache); such a store is checked more closely.
void RegionEmitter::check_marks(std::uint32_t index, const Span& checked, const Span& own) {
  const auto first = static_cast<std::uint32_t>(checked.low - own.low) - ram_base_;
  const auto last = static_cast<std::int32_t>(checked.high - checked.low - 1);
  Label look, go_on;
  e_.offset_of_place(first);
  e_.shr(ecx, CodeCache::kMarkShift);
  e_.cmp(e_.byte[r14 + rcx], 0);
  e_.jne(look, Emitter::T_NEAR);
  e_.L(go_on);
  const auto place = e_.place();
  out_of_line_.push_back([this, look, go_on, index, first, last, place]() mutable {
    e_.L(look);
    e_.restore_place(place);
    e_.offset_of_place(first);
    e_.lea(edx, e_.ptr[rcx + last]);
    e_.call(shared_.harmless_store);
    e_.je(go_on, Emitter::T_NEAR);
    e_.jmp(plain_exits_[index], Emitter::T_NEAR);
  });
}

// Emits the check whether an access is aligned, where others cost more: the plain loop executes those.
void RegionEmitter::check_alignment(std::uint32_t index, std::uint8_t base) {
  const Slot& slot = code_.slots()[index];
  const std::uint32_t last = isa::memory_use(slot.opcode).bytes - 1U;
  std::optional<std::uint32_t>& aligned = checked_[base].aligned;
  if (last == 0 || (aligned && ((slot.immediate - *aligned) & last) == 0)) return;
  if (last == 3) aligned = slot.immediate;
  e_.offset_of_place(0);
  e_.test(cl, static_cast<std::uint8_t>(last));
  e_.jnz(plain_exits_[index], Emitter::T_NEAR);
}

}  // namespace janus::hart
