#include "hart/region_emitter_x86_64.h"

#include <algorithm>
#include <bit>
#include <span>

#include "isa/predicates.h"

namespace janus::hart {
namespace {

using Xbyak::Label;
using namespace Xbyak::util;
using isa::Control;

constexpr std::size_t kMostReturns = 4;                // how many places a return's target is compared with
constexpr std::size_t kFirstReturns = 2;               // as many, if there are more places, and a table for them
constexpr std::size_t kCostOffset = sizeof(Slot) - 4;  // of Slot::cycles, with Slot::count above them
constexpr std::uint32_t kReturnEntries = 64;           // of that table, a power of two

}  // namespace

void RegionEmitter::choose_registers() {
  std::array<std::uint64_t, 32> uses{};
  for (const Region::Place& place : region_.places) {
    const Slot& slot = code_.slots()[place.slot];
    if (slot.opcode == isa::Opcode::Illegal) continue;
    const isa::Row& row = isa::row(slot.opcode);
    if (row.writes_rd) uses[slot.rd] += place.weight;
    if (row.reads_rs1) uses[slot.rs1] += place.weight;
    if (row.reads_rs2) uses[slot.rs2] += place.weight;
  }
  uses[0] = 0;
  std::array<std::uint8_t, Emitter::kHostRegisters> guests{};
  const std::size_t kept = calls_ ? 1 : 0;  // the last host register, r12, is the top of the tracker's stack
  for (std::uint8_t& guest : std::span(guests).first(guests.size() - kept)) {
    const auto most = std::max_element(uses.begin(), uses.end());
    if (*most == 0) break;
    guest = static_cast<std::uint8_t>(most - uses.begin());
    *most = 0;
  }
  e_.allocate(guests);
}

void RegionEmitter::emit(const std::function<void(std::uint32_t, const void*)>& entered) {
  choose_registers();
  std::vector<Region::Place> returns;
  for (const Region::Place& place : region_.places) {
    if (place.starts) labels_[place.slot];
    if (place.starts && place.returns_here) returns.push_back(place);
  }
  std::stable_sort(returns.begin(), returns.end(), [](const auto& a, const auto& b) { return a.weight > b.weight; });
  for (const Region::Place& place : returns) returns_.push_back(place.slot);
  compared_ = returns_.size() > kMostReturns ? kFirstReturns : returns_.size();

  std::size_t done = 0;  // by rotation()
  for (const Region::Place& place : region_.places) {
    if (done > 0) {
      --done;
      continue;
    }
    if (place.starts) {
      e_.L(labels_[place.slot]);
      checked_ = {};
      fetched_.reset();
    }
    if (rotation(place.slot))
      done = 2;
    else
      instruction(place.slot);
  }
  for (const auto& emit_it : out_of_line_) emit_it();
  for (auto& [slot, label] : apart_exits_) {
    e_.L(label);
    leave(slot, to_apart_);
  }
  for (auto& [slot, label] : plain_exits_) {
    e_.L(label);
    leave(slot, to_plain_);
  }
  common_exits();
  if (compared_ < returns_.size()) return_table();
  for (auto& [slot, label] : labels_) {
    const std::uint16_t handler = code_.slots()[slot].handler;
    if (handler == handler::Plain || handler == handler::Boundary) continue;
    entered(slot, e_.getCurr());
    e_.load_registers();
    e_.jmp(label, Emitter::T_NEAR);
  }
  e_.align(8);
  for (auto& [value, label] : constants_) {
    e_.L(label);
    e_.dq(static_cast<std::uint64_t>(value));
  }
}

void RegionEmitter::instruction(std::uint32_t index) {
  const Slot& slot = code_.slots()[index];
  const bool full = e_.getSize() - begin_ > kComputeBytes;
  if (slot.handler == handler::Boundary) return full ? leave(index, to_dispatch_) : boundary(index, slot);
  const std::uint16_t handler = code_.handler_of(slot);
  if (handler == handler::Plain && !full && code_.executes_amid(slot)) return amid(index);
  if (handler == handler::Plain || full) return leave(index, to_plain_);
  if (handler == handler::Nop || handler == handler::CompressedNop) {
    fetch(index);
    return follow_amid_block(index);
  }
  switch (isa::control(slot.opcode)) {
    case Control::Jump:
      fetch(index);
      if (slot.rd != 0) e_.assign(slot.rd, {Expression::Kind::Constant, 32, 0, pc(next(index))});
      follow(index, code_.target_of(index, slot));
      return edge(code_.target_of(index, slot), 0, false);
    case Control::JumpRegister: return jump_register(index, slot);
    case Control::Branch: return branch(index, slot);
    case Control::Next: compute(index, slot); return follow_amid_block(index);
    case Control::CallsEnvironment:
    case Control::Traps:
    case Control::ReturnsFromTrap: return leave(index, to_plain_);
  }
}

// Emits the fetch of an instruction, if it is from another line than the last. It must follow all that may leave the
// instruction to the plain loop, which fetches by itself; `otherwise` is where that is done. Changes rcx, rdx and
// flags.
void RegionEmitter::fetch(std::uint32_t index, const Emits& otherwise) {
  const CacheGeometry& cache = code_.timing().icache.geometry;
  if (!cache.exists()) return;
  const std::uint32_t address = pc(index), line = cache.line_of(address);
  if (fetched_ == line) return;
  fetched_ = line;
  Label look, go_on;
  e_.mov(rdx, e_.qword[rbp + shared_.fetch_tags]);
  e_.cmp(e_.dword[rdx + static_cast<std::int32_t>(4 * cache.set_of(address))], line);
  e_.jne(look, Emitter::T_NEAR);
  e_.L(go_on);
  use_cache(
      CacheUse::Fetch, [this, address] { e_.mov(ecx, address); }, look, go_on, otherwise);
}

void RegionEmitter::fetch(std::uint32_t index) { fetch(index, to_plain(index)); }

// What emits a jump to where the plain loop executes the instruction.
RegionEmitter::Emits RegionEmitter::to_plain(std::uint32_t index) {
  return [this, index] { e_.jmp(plain_exits_[index], Emitter::T_NEAR); };
}

// Emits the data cache's part of an access that is aligned and in RAM, at the place.
void RegionEmitter::access_cache(std::uint32_t index, const Slot& slot) {
  const CacheTiming& cache = code_.timing().dcache;
  if (!cache.geometry.exists()) return;
  const bool stores = isa::memory_use(slot.opcode).stores;
  if (stores && cache.write_through && cache.geometry.ways == 1) return;  // nothing changes
  Label look, go_on;
  e_.offset_of_place(0);
  e_.shr(ecx, std::countr_zero(cache.geometry.line));
  e_.mov(edx, ecx);
  e_.and_(edx, cache.geometry.sets() - 1);
  e_.shl(edx, 2 + std::countr_zero(cache.geometry.ways));
  e_.add(rdx, e_.qword[rbp + shared_.access_tags]);
  e_.cmp(e_.dword[rdx], ecx);
  e_.jne(look, Emitter::T_NEAR);
  if (stores && !cache.write_through) {
    e_.cmp(e_.dword[rdx + static_cast<std::int32_t>(4 * cache.geometry.lines())], 0);
    e_.je(look, Emitter::T_NEAR);
  }
  e_.L(go_on);
  const auto address = [this, place = e_.place()] {
    e_.restore_place(place);
    e_.offset_of_place(0);
  };
  use_cache(stores ? CacheUse::Store : CacheUse::Load, address, look, go_on, to_plain(index));
}

// Emits, out of line, what is done if an access does not hit what its set used latest.
void RegionEmitter::use_cache(CacheUse use, const Emits& address, Label& look, Label& go_on, const Emits& otherwise) {
  out_of_line_.push_back([this, use, address, look, go_on, otherwise]() mutable {
    e_.L(look);
    address();
    e_.mov(edx, static_cast<std::uint32_t>(use));
    e_.call(shared_.use_cache);
    e_.jnz(go_on, Emitter::T_NEAR);
    otherwise();
  });
}

// The hart executes the instruction, to which everything before it has been accounted for.
void RegionEmitter::amid(std::uint32_t index) {
  Label by_hart, behind;
  const bool by_itself = amid_by_itself(index, by_hart);
  if (!by_itself) amid_by_hart(index);
  e_.L(behind);
  if (by_itself) {
    out_of_line_.push_back([this, by_hart, behind, index]() mutable {
      e_.L(by_hart);
      amid_by_hart(index);
      e_.jmp(behind, Emitter::T_NEAR);
    });
  }
  follow(index, next(index));
  edge(next(index), 0, true);
}

void RegionEmitter::amid_by_hart(std::uint32_t index) {
  e_.store_registers();
  e_.mov(esi, offset_of(index));
  e_.call(shared_.amid);
  e_.jz(written_, Emitter::T_NEAR);
  e_.load_registers();
}

// A block was cut at this instruction: it is a block of its own. It must not leave once it is accounted for.
void RegionEmitter::boundary(std::uint32_t index, const Slot& slot) {
  const InstructionSummary summary(instruction_of(slot), pc(index));
  const std::uint16_t handler = code_.handler_of(slot);
  if (handler == handler::Plain || summary.leaves || summary.condition || summary.address)
    return leave(index, to_dispatch_);
  Label late;
  account_alone(index, code_.own_cycles(slot), late);
  fetch(index, [this, late]() mutable { e_.jmp(late, Emitter::T_NEAR); });
  if (code_.counts()) add_one(code_.counts()[index].entered);
  if (handler != handler::Nop && handler != handler::CompressedNop) compute(index, slot);
  follow(index, next(index));
  edge(next(index), 0, true);
}

// Accounts for one instruction. If that does not fit, the plain loop executes the instruction.
void RegionEmitter::account_alone(std::uint32_t index, std::uint32_t cycles, Label& late) {
  const std::int64_t cost = -static_cast<std::int64_t>(std::uint64_t{cycles} << 32) + 1;
  e_.add(r13, e_.qword[rip + constants_[cost]]);
  e_.js(late, Emitter::T_NEAR);
  out_of_line_.push_back([this, late, index, cost]() mutable {
    e_.L(late);
    e_.sub(r13, e_.qword[rip + constants_[cost]]);
    leave(index, to_plain_);
  });
}

void RegionEmitter::compute(std::uint32_t index, const Slot& slot) {
  if (Emitter::is_by_host(slot.opcode)) {
    fetch(index);
    e_.assign_by_host(slot.opcode, slot.rd, slot.rs1);
    checked_[slot.rd] = {};
    return;
  }
  const InstructionSummary summary(instruction_of(slot), pc(index));
  if (summary.leaves || summary.condition) return leave(index, to_plain_);
  if (summary.address) {
    if (!is_access_of(slot, summary)) return leave(index, to_plain_);
    e_.set_place(slot.rs1, slot.immediate);
    if (code_.timing().misaligned != 0 || code_.timing().dcache.geometry.exists()) check_alignment(index, slot.rs1);
    check_place(index, slot);
  }
  fetch(index);
  if (summary.address) access_cache(index, slot);
  if (summary.stored) e_.store(*summary.stored);
  if (summary.assigned) {
    e_.assign(summary.target, *summary.assigned);
    checked_[summary.target] = {};
  }
}

void RegionEmitter::branch(std::uint32_t index, const Slot& slot) {
  const InstructionSummary summary(instruction_of(slot), pc(index));
  if (summary.leaves || !summary.condition || summary.address || summary.assigned) return leave(index, to_plain_);
  fetch(index);
  Label otherwise;
  e_.compare(*summary.condition);
  e_.jump_if_not(otherwise);
  if (code_.counts()) add_one(code_.counts()[index].taken);
  const std::uint32_t target = code_.target_of(index, slot);
  const bool told = calls_ && !stays_in_function(index, target);  // at the cycle behind the branch
  if (told) account(taken_, 0);
  follow(index, target);
  edge(target, told ? 0 : taken_, false);
  e_.L(otherwise);
  follow(index, next(index));
  edge(next(index), 0, true);
}

void RegionEmitter::jump_register(std::uint32_t index, const Slot& slot) {
  e_.address(slot.rs1, slot.immediate - ram_base_);
  e_.and_(eax, -2);
  const Expression link{Expression::Kind::Constant, 32, 0, pc(next(index))};
  Label& plain = plain_exits_[index];
  const auto check = [&] {
    e_.test(al, static_cast<std::uint8_t>(code_.slot_bytes() - 1));
    e_.jnz(plain, Emitter::T_NEAR);
    e_.cmp(eax, code_.size());
    e_.jae(plain, Emitter::T_NEAR);
    e_.cmp(eax, offset_of(index));
    e_.je(plain, Emitter::T_NEAR);
  };
  const bool fetches = code_.timing().icache.geometry.exists();
  const bool first = fetches || calls_;
  if (first) check();
  fetch(index);
  follow_register(index);
  if (slot.rd == 0) {
    for (std::size_t i = 0; i < compared_; ++i) {
      if (returns_[i] == index) continue;
      Label other;
      e_.cmp(eax, offset_of(returns_[i]));
      e_.jne(other);
      edge(returns_[i], 0, false);
      e_.L(other);
    }
    if (compared_ < returns_.size()) return_by_table();
  }
  if (!first) check();
  e_.assign(slot.rd, link);
  e_.jmp(to_anywhere_, Emitter::T_NEAR);
}

// Goes to the place behind a call at the offset in eax, if the table has it. Changes rcx and rdx.
void RegionEmitter::return_by_table() {
  Label other;
  e_.mov(ecx, eax);
  e_.and_(ecx, static_cast<std::uint32_t>(kReturnEntries - 1) * code_.slot_bytes());
  if (code_.slot_bytes() == 2) e_.add(ecx, ecx);
  e_.lea(rdx, e_.ptr[rip + return_table_]);
  e_.lea(rdx, e_.ptr[rdx + rcx * 4]);
  e_.cmp(e_.qword[rdx], rax);
  e_.jne(other);
  e_.jmp(e_.qword[rdx + 8]);
  e_.L(other);
}

// Emits the table, of offsets and the code that goes there. If two places have the same entry, the more frequent gets
// it.
void RegionEmitter::return_table() {
  std::map<std::uint32_t, std::pair<std::uint32_t, Label>> entries;
  for (const std::uint32_t place : returns_) {
    const auto [entry, fresh] = entries.try_emplace(place % kReturnEntries, place, Label{});
    if (!fresh) continue;
    e_.L(entry->second.second);
    edge(place, 0, false);
  }
  e_.align(8);
  e_.L(return_table_);
  for (std::uint32_t i = 0; i < kReturnEntries; ++i) {
    const auto entry = entries.find(i);
    e_.dq(entry != entries.end() ? offset_of(entry->second.first) : ~std::uint64_t{0});
    if (entry != entries.end())
      e_.putL(entry->second.second);
    else
      e_.dq(0);
  }
}

void RegionEmitter::account(std::uint64_t cycles, std::uint32_t count) {
  const std::int64_t added = -static_cast<std::int64_t>(cycles << 32) + count;
  if (added != 0)
    e_.add(r13, e_.qword[rip + constants_[added]]);
  else
    e_.test(r13, r13);
}

// Changes rdx and the flags.
void RegionEmitter::add_one(std::uint64_t& counter) {
  e_.mov(rdx, reinterpret_cast<std::uint64_t>(&counter));
  e_.add(e_.qword[rdx], 1);
}

// Goes to the block at `target`. If `falls_through`, that block is emitted next, and no jump is needed.
void RegionEmitter::edge(std::uint32_t target, std::uint32_t extra, bool falls_through) {
  const auto label = labels_.find(target);
  if (label == labels_.end()) {
    if (extra != 0) account(extra, 0);
    return leave(target, to_anywhere_);
  }
  const Slot& slot = code_.slots()[target];
  if (code_.counts() && slot.count != 0) add_one(code_.counts()[target].entered);
  account(std::uint64_t{slot.cycles} + extra, slot.count);
  if (!falls_through) {
    e_.jns(label->second, Emitter::T_NEAR);
    return leave(target, to_dispatch_);
  }
  Label late;
  e_.js(late, Emitter::T_NEAR);
  out_of_line_.push_back([this, late, target]() mutable {
    e_.L(late);
    leave(target, to_dispatch_);
  });
}

void RegionEmitter::leave(std::uint32_t index, Label& how) {
  e_.mov(eax, offset_of(index));
  e_.jmp(how, Emitter::T_NEAR);
}

void RegionEmitter::common_exits() {
  const auto slots = reinterpret_cast<std::uint64_t>(code_.slots());
  Label back;
  const auto point_to_slot = [&] {  // rcx = the slot of the offset in eax
    e_.mov(ecx, eax);
    e_.shl(rcx, std::countr_zero(sizeof(Slot) / code_.slot_bytes()));
    e_.mov(rdx, slots);
    e_.add(rcx, rdx);
  };
  e_.L(to_anywhere_);
  point_to_slot();
  if (code_.counts()) {  // adds one to the slot's counter if Slot::count is not 0
    e_.mov(eax, e_.dword[rcx + kCostOffset]);
    e_.shr(eax, 24);
    e_.mov(rdx, reinterpret_cast<std::uint64_t>(code_.counts()) - slots);
    e_.neg(eax);
    e_.adc(e_.qword[rcx + rdx + offsetof(SlotCounts, entered)], 0);
  }
  e_.mov(eax, e_.dword[rcx + kCostOffset]);
  e_.mov(edx, eax);
  e_.and_(edx, CodeCache::kMaxBlockCycles - 1);
  e_.shl(rdx, 32);
  e_.shr(eax, 24);
  e_.sub(rax, rdx);
  e_.add(r13, rax);
  e_.js(back, Emitter::T_NEAR);
  e_.cmp(e_.word[rcx + offsetof(Slot, handler)], handler::Native);
  e_.jne(back, Emitter::T_NEAR);
  e_.movzx(edx, e_.word[rcx + offsetof(Slot, reserved)]);
  e_.mov(rax, reinterpret_cast<std::uint64_t>(table_));
  e_.mov(rax, e_.qword[rax + rdx * 8]);
  e_.store_registers();
  e_.jmp(rax);

  e_.L(to_dispatch_);
  point_to_slot();
  e_.L(back);
  e_.store_registers();
  e_.mov(rax, rcx);
  e_.xor_(edx, edx);
  e_.jmp(shared_.leave, Emitter::T_NEAR);

  e_.L(written_);
  e_.xor_(eax, eax);
  e_.xor_(edx, edx);
  e_.jmp(shared_.leave, Emitter::T_NEAR);

  for (const auto& [label, why] : {std::pair{&to_plain_, Left::Plain}, {&to_apart_, Left::Apart}}) {
    e_.L(*label);
    point_to_slot();
    e_.store_registers();
    e_.mov(rax, rcx);
    e_.mov(edx, static_cast<std::uint32_t>(why));
    e_.jmp(shared_.leave, Emitter::T_NEAR);
  }
}

}  // namespace janus::hart
