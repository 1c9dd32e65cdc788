// Translates regions of guest code to code of x86-64. translator.h has the rules that translated code keeps,
// emitter_x86_64.h its use of registers.
//
// A region is emitted in the order of addresses, with one assignment of registers. The cost of a block is added where
// control goes to the block, so a loop that is one block costs one addition and one jump on the sign of the sum:
//
//   entry of a block:  load registers; jump to its label          (a stub for each block)
//   inside:            counters += cost(target) [+ taken]; if it is not too late, jump to the target's label
//   leaving:           store registers; to the entry of another region if the target is translated, else back to C++
#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "hart/emitter_x86_64.h"
#include "hart/instruction_summary.h"
#include "hart/region.h"
#include "hart/translator.h"
#include "isa/predicates.h"

namespace janus::hart {
namespace {

using Xbyak::Label;
using namespace Xbyak::util;
using isa::Control;

constexpr std::size_t kBufferBytes = 32U << 20;
constexpr std::size_t kRegionBytes = 1U << 20;           // more than any region takes, because of kComputeBytes
constexpr std::size_t kComputeBytes = kRegionBytes / 2;  // beyond it, instructions are left to the plain loop
constexpr std::size_t kMostEntries = 65536;              // as many as Slot::reserved can name
constexpr std::size_t kMostReturns = 4;                  // how many places a return's target is compared with
constexpr std::size_t kCostOffset = sizeof(Slot) - 4;    // of Slot::cycles, with Slot::count above them
constexpr std::int32_t kWidestSpan = 2048;               // bytes whose bounds are checked at once; less than a page

// The data that translated code is entered with and returns. The trampoline accesses it by offsets.
struct Context {
  Translator::Counters counters;
  std::uint64_t plain;
};

// Code that all regions share.
struct Shared {
  const void* enter = nullptr;           // Slot* (*)(Context*, const void* entry)
  const void* leave = nullptr;           // with rax: the slot, edx: whether for the plain loop
  const void* harmless_store = nullptr;  // sets the zero flag if a store from offset ecx to edx meets no code
};

class RegionEmitter {
 public:
  RegionEmitter(Emitter& emitter, CodeCache& code, const Shared& shared, const void* const* table,
                std::uint32_t ram_base, AddressStretch data, std::uint32_t taken_branch, const Region& region)
      : e_(emitter),
        code_(code),
        shared_(shared),
        table_(table),
        ram_base_(ram_base),
        data_(data),
        taken_(taken_branch),
        region_(region) {}

  // Calls entered(slot, entry) for each block.
  void emit(const std::function<void(std::uint32_t, const void*)>& entered);

 private:
  // The bytes of consecutive accesses through one register, relative to the register's value.
  struct Span {
    std::int32_t low, high;  // the first byte, and the byte behind the last
    bool contains(const Span& other) const { return low <= other.low && other.high <= high; }
  };
  struct Checked {
    std::optional<Span> bounds, stores;
    std::optional<std::uint32_t> aligned;  // the register plus this is a multiple of 4
  };

  void choose_registers();
  void instruction(std::uint32_t index);
  void compute(std::uint32_t index, const Slot& slot);
  static bool is_access_of(const Slot& slot, const InstructionSummary& summary);
  static Span access(const Slot& slot);
  Span span(std::uint32_t index, const Span* stores_within) const;
  void check_bounds(std::uint32_t index, std::uint8_t base);
  void check_store(std::uint32_t index, std::uint8_t base);
  void check_alignment(std::uint32_t index, std::uint8_t base);
  void branch(std::uint32_t index, const Slot& slot);
  void jump_register(std::uint32_t index, const Slot& slot);
  void edge(std::uint32_t target, std::uint32_t extra, bool falls_through);
  void account(std::uint64_t cycles, std::uint32_t count);
  void add_one(std::uint64_t& counter);
  void leave(std::uint32_t index, Label& how);
  void common_exits();
  std::uint32_t pc(std::uint32_t index) const { return ram_base_ + offset_of(index); }
  std::uint32_t offset_of(std::uint32_t index) const { return index * code_.slot_bytes(); }
  std::uint32_t next(std::uint32_t index) const { return code_.next(index, code_.slots()[index]); }

  Emitter& e_;
  CodeCache& code_;
  const Shared& shared_;
  const void* const* table_;
  std::uint32_t ram_base_;
  AddressStretch data_;
  std::uint32_t taken_;
  const Region& region_;
  const std::size_t begin_ = e_.getSize();
  std::map<std::uint32_t, Label> labels_;           // of blocks
  std::map<std::int64_t, Label> constants_;         // what is added to the counters
  std::map<std::uint32_t, Label> plain_exits_;      // where the plain loop executes an instruction of a block
  std::vector<std::function<void()>> out_of_line_;  // emitted behind everything else
  std::vector<std::uint32_t> returns_;              // the places behind calls, most frequent first
  std::array<Checked, 32> checked_{};               // by register, since the last place where control joins
  Label to_plain_, to_dispatch_, to_anywhere_;      // with eax: an offset into RAM
};

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
  for (std::uint8_t& guest : guests) {
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
  for (std::size_t i = 0; i < std::min(returns.size(), kMostReturns); ++i) returns_.push_back(returns[i].slot);

  for (const Region::Place& place : region_.places) {
    if (place.starts) {
      e_.L(labels_[place.slot]);
      checked_ = {};
    }
    instruction(place.slot);
  }
  for (const auto& emit_it : out_of_line_) emit_it();
  for (auto& [slot, label] : plain_exits_) {
    e_.L(label);
    leave(slot, to_plain_);
  }
  common_exits();
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
  if (slot.handler == handler::Boundary) return leave(index, to_dispatch_);
  const std::uint16_t handler = code_.handler_of(slot);
  if (handler == handler::Plain || e_.getSize() - begin_ > kComputeBytes) return leave(index, to_plain_);
  if (handler == handler::Nop || handler == handler::CompressedNop) return;
  switch (isa::control(slot.opcode)) {
    case Control::Jump:
      if (slot.rd != 0) e_.assign(slot.rd, {Expression::Kind::Constant, 32, 0, pc(next(index))});
      return edge(code_.target_of(index, slot), 0, false);
    case Control::JumpRegister: return jump_register(index, slot);
    case Control::Branch: return branch(index, slot);
    case Control::Next: return compute(index, slot);
    case Control::CallsEnvironment:
    case Control::Traps:
    case Control::ReturnsFromTrap: return leave(index, to_plain_);
  }
}

void RegionEmitter::compute(std::uint32_t index, const Slot& slot) {
  if (e_.assign_by_host(slot.opcode, slot.rd, slot.rs1)) {
    checked_[slot.rd] = {};
    return;
  }
  const InstructionSummary summary(instruction_of(slot), pc(index));
  if (summary.leaves || summary.condition) return leave(index, to_plain_);
  if (summary.address) {
    if (!is_access_of(slot, summary)) return leave(index, to_plain_);
    e_.set_place(slot.rs1, slot.immediate);
    check_bounds(index, slot.rs1);
    if (code_.timing().misaligned != 0) check_alignment(index, slot.rs1);
    if (summary.stored) check_store(index, slot.rs1);
  }
  if (summary.stored) e_.store(*summary.stored);
  if (summary.assigned) {
    e_.assign(summary.target, *summary.assigned);
    checked_[summary.target] = {};
  }
}

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
RegionEmitter::Span RegionEmitter::span(std::uint32_t index, const Span* stores_within) const {
  const Slot* const slots = code_.slots();
  const std::uint8_t base = slots[index].rs1;
  std::optional<Span> found;
  for (std::uint32_t i = index; i == index || !region_.find(i)->starts; i = next(i)) {
    const Slot& slot = slots[i];
    if (slot.handler == handler::Boundary || code_.handler_of(slot) == handler::Plain || code_.ends_block(slot)) break;
    const isa::MemoryUse& use = isa::memory_use(slot.opcode);
    if (slot.rs1 == base && (use.stores || (use.loads && !stores_within))) {
      const Span one = access(slot);
      const Span both = found ? Span{std::min(found->low, one.low), std::max(found->high, one.high)} : one;
      if (both.high - both.low > kWidestSpan || (stores_within && !stores_within->contains(one))) break;
      found = both;
    }
    if (slot.rd == base) break;
  }
  return *found;
}

void RegionEmitter::check_bounds(std::uint32_t index, std::uint8_t base) {
  const Span own = access(code_.slots()[index]);
  std::optional<Span>& checked = checked_[base].bounds;
  if (checked && checked->contains(own)) return;
  checked = span(index, nullptr);
  e_.offset_of_place(static_cast<std::uint32_t>(checked->low - own.low) - data_.base);
  e_.cmp(ecx, data_.size - static_cast<std::uint32_t>(checked->high - checked->low));
  e_.ja(plain_exits_[index], Emitter::T_NEAR);
}

// Emits the check whether a store begins in a marked page (CodeCache); such a store is checked more closely. Joins only
// stores whose bounds have been checked: outside of RAM there are no marks.
void RegionEmitter::check_store(std::uint32_t index, std::uint8_t base) {
  const Span own = access(code_.slots()[index]);
  std::optional<Span>& checked = checked_[base].stores;
  if (checked && checked->contains(own)) return;
  checked = span(index, &*checked_[base].bounds);
  const auto first = static_cast<std::uint32_t>(checked->low - own.low) - ram_base_;
  const auto last = static_cast<std::int32_t>(checked->high - checked->low - 1);
  Label look, go_on;
  e_.offset_of_place(first);
  e_.shr(ecx, CodeCache::kPageShift);
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

void RegionEmitter::branch(std::uint32_t index, const Slot& slot) {
  const InstructionSummary summary(instruction_of(slot), pc(index));
  if (summary.leaves || !summary.condition || summary.address || summary.assigned) return leave(index, to_plain_);
  Label otherwise;
  e_.compare(*summary.condition);
  e_.jump_if_not(otherwise);
  if (code_.counts()) add_one(code_.counts()[index].taken);
  edge(code_.target_of(index, slot), taken_, false);
  e_.L(otherwise);
  edge(next(index), 0, true);
}

void RegionEmitter::jump_register(std::uint32_t index, const Slot& slot) {
  e_.address(slot.rs1, slot.immediate - ram_base_);
  e_.and_(eax, -2);
  const Expression link{Expression::Kind::Constant, 32, 0, pc(next(index))};
  if (slot.rd == 0) {
    for (const std::uint32_t place : returns_) {
      if (place == index) continue;
      Label other;
      e_.cmp(eax, offset_of(place));
      e_.jne(other);
      edge(place, 0, false);
      e_.L(other);
    }
  }
  Label& plain = plain_exits_[index];
  e_.test(al, static_cast<std::uint8_t>(code_.slot_bytes() - 1));
  e_.jnz(plain, Emitter::T_NEAR);
  e_.cmp(eax, code_.size());
  e_.jae(plain, Emitter::T_NEAR);
  e_.cmp(eax, offset_of(index));
  e_.je(plain, Emitter::T_NEAR);
  e_.assign(slot.rd, link);
  e_.jmp(to_anywhere_, Emitter::T_NEAR);
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

  e_.L(to_plain_);
  point_to_slot();
  e_.store_registers();
  e_.mov(rax, rcx);
  e_.mov(edx, 1);
  e_.jmp(shared_.leave, Emitter::T_NEAR);
}

class XbyakTranslator : public Translator {
 public:
  XbyakTranslator(CodeCache& code, std::array<isa::Bits<32>, 32>& registers, std::uint8_t* memory,
                  std::uint32_t ram_base, AddressStretch data, std::uint32_t taken_branch)
      : code_(code),
        emitter_(kBufferBytes),
        table_(kMostEntries),
        ram_base_(ram_base),
        data_(data),
        taken_branch_(taken_branch) {
    emit_shared(registers.data(), memory - ram_base);
    start_ = emitter_.getSize();
  }

  bool translate(Slot* slot) override;
  Exit enter(Slot* slot, Counters& counters) override {
    Context context{counters, 0};
    using Enter = Slot* (*)(Context*, const void*);
    Slot* const left = reinterpret_cast<Enter>(const_cast<void*>(shared_.enter))(&context, table_[slot->reserved]);
    counters = context.counters;
    return {left, context.plain != 0};
  }
  void forget(std::uint32_t first, std::uint32_t last) override;

 private:
  struct Translated {
    std::uint32_t first, last;  // slots
    std::vector<std::pair<std::uint32_t, std::uint16_t>> entries;
  };

  void emit_shared(const void* registers, const void* memory);
  void give_back(const Translated& translated);
  void start_over();

  CodeCache& code_;
  Emitter emitter_;
  std::vector<const void*> table_;  // entries, by Slot::reserved
  std::size_t next_entry_ = 0, start_ = 0;
  std::uint32_t ram_base_;
  AddressStretch data_;
  std::uint32_t taken_branch_;
  Shared shared_;
  std::vector<Translated> translated_;
};

void XbyakTranslator::emit_shared(const void* registers, const void* memory) {
  Emitter& e = emitter_;
  const std::array saved = {rbx, rbp, r12, r13, r14, r15, rdi};
  shared_.enter = e.getCurr();
  for (const auto& reg : saved) e.push(reg);
  e.mov(rbp, reinterpret_cast<std::uint64_t>(registers));
  e.mov(r15, reinterpret_cast<std::uint64_t>(memory));
  e.mov(r14, reinterpret_cast<std::uint64_t>(code_.marks()));
  e.mov(r13, e.qword[rdi + offsetof(Context, counters)]);
  e.jmp(rsi);

  shared_.leave = e.getCurr();
  e.mov(rdi, e.qword[rsp]);
  e.mov(e.qword[rdi + offsetof(Context, counters)], r13);
  e.mov(e.qword[rdi + offsetof(Context, plain)], rdx);
  for (std::size_t i = saved.size(); i-- > 0;) e.pop(saved[i]);
  e.ret();

  Label found, next;
  shared_.harmless_store = e.getCurr();
  e.push(rax);
  for (const auto& end : {ecx, edx}) {
    e.mov(eax, end);
    e.shr(eax, CodeCache::kPageShift);
    e.test(e.byte[r14 + rax], CodeCache::kLeft);
    e.jnz(found);
    e.shr(end, std::countr_zero(code_.slot_bytes()));
  }
  e.sub(edx, ecx);
  e.shl(rcx, std::countr_zero(sizeof(Slot)));
  e.mov(rax, reinterpret_cast<std::uint64_t>(code_.slots()));
  e.add(rcx, rax);
  e.L(next);
  e.cmp(e.word[rcx + offsetof(Slot, handler)], handler::Undecoded);
  e.jne(found);
  e.add(rcx, sizeof(Slot));
  e.sub(edx, 1);
  e.jns(next);
  e.xor_(eax, eax);
  e.L(found);
  e.pop(rax);
  e.ret();
}

bool XbyakTranslator::translate(Slot* slot) {
  const auto index = static_cast<std::uint32_t>(slot - code_.slots());
  if (emitter_.getSize() + kRegionBytes > kBufferBytes || next_entry_ + 2 * kMostRegionInstructions > kMostEntries) {
    start_over();
  }
  const Region region = select_region(code_, index);
  if (region.overlaps) return false;
  const std::uint32_t last = region.places.back().slot;
  Translated translated{region.places.front().slot, code_.next(last, code_.slots()[last]), {}};
  RegionEmitter(emitter_, code_, shared_, table_.data(), ram_base_, data_, taken_branch_, region)
      .emit([&](std::uint32_t entered, const void* entry) {
        table_[next_entry_] = entry;
        translated.entries.emplace_back(entered, static_cast<std::uint16_t>(next_entry_++));
      });
  for (const auto& [entered, number] : translated.entries) {
    code_.slots()[entered].handler = handler::Native;
    code_.slots()[entered].reserved = number;
  }
  translated_.push_back(std::move(translated));
  return true;
}

// Gives the blocks of a region back to the interpreter, except those that another region has taken over.
void XbyakTranslator::give_back(const Translated& translated) {
  for (const auto& [entered, number] : translated.entries) {
    Slot& slot = code_.slots()[entered];
    if (slot.handler != handler::Native || slot.reserved != number) continue;
    slot.reserved = 0;
    slot.handler = code_.handler_of(slot);
  }
}

void XbyakTranslator::forget(std::uint32_t first, std::uint32_t last) {
  const auto meets = [&](const Translated& translated) { return translated.first < last && first < translated.last; };
  for (const Translated& translated : translated_) {
    if (meets(translated)) give_back(translated);
  }
  translated_.erase(std::remove_if(translated_.begin(), translated_.end(), meets), translated_.end());
}

void XbyakTranslator::start_over() {
  for (const Translated& translated : translated_) give_back(translated);
  translated_.clear();
  emitter_.setSize(start_);
  next_entry_ = 0;
}

}  // namespace

std::unique_ptr<Translator> make_translator(CodeCache& code, std::array<isa::Bits<32>, 32>& registers,
                                            std::uint8_t* memory, std::uint32_t ram_base, AddressStretch data,
                                            std::uint32_t taken_branch) {
  try {
    return std::make_unique<XbyakTranslator>(code, registers, memory, ram_base, data, taken_branch);
  } catch (const Xbyak::Error&) {
    return nullptr;  // the host provides no executable memory
  }
}

std::string_view translator_name() { return "x86-64"; }

}  // namespace janus::hart
