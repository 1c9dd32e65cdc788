#include "hart/code_cache.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <utility>

#include "isa/clocks.h"
#include "isa/decoder.h"
#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::hart {
namespace {

using isa::Opcode;
using isa::TimingClass;

constexpr std::uint32_t kMaxBlock = 255;  // instructions, as many as Slot::count holds

// How much earlier than necessary a block may be cut, so that it is cut at an instruction that never leaves.
constexpr std::uint32_t kEarlierCut = 32;

// Whether the fast loop executes an instruction. The others use state that the fast loop does not have: CSRs, the
// reservation, decoded code.
bool is_fast(Opcode opcode) {
  if (opcode == Opcode::fence) return true;  // it has nothing to do
  switch (isa::row(opcode).timing) {
    case TimingClass::Alu:
    case TimingClass::Multiply:
    case TimingClass::Divide:
    case TimingClass::Load:
    case TimingClass::Store:
    case TimingClass::Branch:
    case TimingClass::Jump:
    case TimingClass::JumpRegister: return true;
    case TimingClass::Csr:
    case TimingClass::Atomic:
    case TimingClass::Fence:
    case TimingClass::System: return false;
  }
  return false;
}

// Whether the fast loop may find out only while it executes the instruction that the plain loop must execute it.
bool may_leave(const Slot& slot) { return isa::memory_use(slot.opcode).bytes != 0; }

}  // namespace

CodeCache::CodeCache(std::uint32_t base, std::uint32_t size, const std::uint8_t* memory, const TimingProfile& timing,
                     isa::Extensions extensions, const AddressMap* map)
    : base_(base),
      size_(size - size % 4),
      memory_(memory),
      timing_(timing),
      extensions_(extensions),
      map_(map),
      looks_at_fetches_(timing.looks_at_fetches()),
      slot_bytes_(extensions.alignment()) {
  slots_ = support::reserve<Slot>(reserved_slots());
  marks_ = support::reserve_bytes(mark_count());
  is_live_.resize((std::size_t{size} + kPageBytes - 1) / kPageBytes);
}

bool CodeCache::ends_block(const Slot& slot) {
  if (slot.opcode == Opcode::Illegal || !is_fast(slot.opcode)) return true;
  return isa::control(slot.opcode) != isa::Control::Next;
}

// Whether the plain loop must execute an instruction because somebody wants to be asked before it.
bool CodeCache::is_left(const Slot& slot) const {
  if (stops_.contains(static_cast<std::uint32_t>(&slot - slots_.get()))) return true;
  return left_registers_ != 0 && left_registers_ & (1U << slot.rd | isa::registers_read(instruction_of(slot)));
}

bool CodeCache::executes_amid(const Slot& slot) const {
  if (slot.opcode == Opcode::Illegal || is_left(slot)) return false;
  const TimingClass timing = isa::row(slot.opcode).timing;
  return timing == TimingClass::Csr || timing == TimingClass::Atomic ||
         depends_on_operands(timing_, instruction_of(slot));
}

bool CodeCache::executes_alone(const Slot& slot) const {
  if (slot.opcode == Opcode::Illegal || is_left(slot)) return false;
  const TimingClass timing = isa::row(slot.opcode).timing;
  return timing == TimingClass::Csr || timing == TimingClass::Atomic || slot.opcode == Opcode::ecall;
}

std::uint16_t CodeCache::handler_of(const Slot& slot) const {
  if (slot.opcode == Opcode::Illegal || is_left(slot)) return handler::Plain;
  if (!is_fast(slot.opcode) || own_cycles(slot) >= kMaxBlockCycles) return handler::Plain;
  if (depends_on_operands(timing_, instruction_of(slot))) return handler::Plain;
  if (slot.opcode == Opcode::fence) return handler::Nop;
  const TimingClass timing = isa::row(slot.opcode).timing;
  if (slot.rd == 0 && isa::memory_use(slot.opcode).loads) return handler::Plain;
  if (slot.rd == 0 && isa::only_computes(slot.opcode)) return slot.compressed ? handler::CompressedNop : handler::Nop;
  if (timing == TimingClass::Branch || timing == TimingClass::Jump) {
    // The plain loop executes jumps to where no code can be, which may trap, and to themselves, which may end the run.
    const auto target = static_cast<std::uint32_t>((&slot - slots_.get()) * slot_bytes_) + slot.immediate;
    if (slot.immediate == 0 || !extensions_.can_begin_at(target) || target >= size_) return handler::Plain;
  }
  const unsigned first = slot.compressed ? handler::kFirstCompressed : handler::kFirstOpcode;
  return static_cast<std::uint16_t>(first + static_cast<unsigned>(slot.opcode));
}

std::uint32_t CodeCache::own_cycles(const Slot& slot) const {
  const isa::MemoryUse& use = isa::memory_use(slot.opcode);
  // With a data cache, this is the cost of a hit.
  const bool hits = timing_.dcache.geometry.exists() && !(use.stores && timing_.dcache.write_through);
  const std::uint64_t memory = use.bytes != 0 && !hits ? timing_.memory : 0;
  const isa::Instruction instruction = instruction_of(slot);
  std::optional<isa::Instruction> following;
  if (looks_behind(timing_, instruction))
    following = instruction_at(next(static_cast<std::uint32_t>(&slot - slots_.get()), slot));
  std::uint64_t cycles = static_cycles(timing_, instruction, following) + memory;
  if (looks_at_fetches_) {
    const auto offset = static_cast<std::uint32_t>((&slot - slots_.get()) * slot_bytes_);
    const TimingRegion* const region = timing_.region_of(base_ + offset);
    if (region) cycles += region->fetch;
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(cycles, kMaxBlockCycles));
}

// An atomic memory operation accesses memory twice.
std::uint32_t CodeCache::cycles_amid(const Slot& slot) const {
  const isa::MemoryUse& use = isa::memory_use(slot.opcode);
  return own_cycles(slot) + (use.loads && use.stores ? timing_.memory : 0);
}

// The instruction in memory at a slot; nothing if it does not end in memory.
std::optional<isa::Instruction> CodeCache::instruction_at(std::uint32_t index) const {
  if (index >= slot_count()) return std::nullopt;
  const std::size_t offset = std::size_t{index} * slot_bytes_;
  std::uint32_t word = 0;
  const std::size_t left = std::min(size_ - offset, sizeof word);
  std::memcpy(&word, memory_ + offset, left);
  const unsigned length = isa::length_of(word, extensions_);
  if (length > left) return std::nullopt;
  if (map_ && !map_->has(base_ + static_cast<std::uint32_t>(offset), length)) return std::nullopt;
  return isa::decode(word, extensions_);
}

bool CodeCache::follows_call(std::uint32_t index) const {
  for (std::uint32_t length = slot_bytes_; length <= 4; length += 2) {
    const std::uint32_t before = length / slot_bytes_;
    const auto instruction = before <= index ? instruction_at(index - before) : std::nullopt;
    if (instruction && instruction->length == length && isa::is_jump(*instruction) && isa::is_link(instruction->rd))
      return true;
  }
  return false;
}

// Marks the granule of a slot, so that stores to it look for decoded code.
void CodeCache::mark_code(std::uint32_t index) {
  const std::uint32_t granule = index / (kMarkBytes / slot_bytes_);
  if (marks_[granule] & kHoldsCode) return;
  marks_[granule] |= kHoldsCode;
  if (granule > 0) marks_[granule - 1] |= kBeforeCode;
  const std::uint32_t page = index / slots_of_page();
  if (is_live_[page]) return;
  is_live_[page] = true;
  live_.push_back(page);
}

void CodeCache::fill(std::uint32_t index, Slot& slot) {
  mark_code(index);
  const isa::Instruction instruction = instruction_at(index).value_or(isa::Instruction{});
  slot = {};
  slot.opcode = instruction.opcode;
  slot.compressed = instruction.length == 2;
  slot.rd = isa::written_register(instruction);
  slot.rs1 = instruction.rs1;
  slot.rs2 = instruction.rs2;
  slot.immediate = instruction.immediate;
  slot.handler = handler_of(slot);
  slot.reserved = slot.handler == handler::Plain && executes_alone(slot);
  has_clocks_ |= isa::accesses_clock(instruction);
  for (std::uint32_t inside = index + 1; inside < next(index, slot) && inside < slot_count(); ++inside) {
    mark_code(inside);
    if (Slot& half = slots_.get()[inside]; !half.is_decoded()) half.handler = handler::Inside;
  }
}

// Decodes forwards to the end of the block, or to a slot that is decoded already. Then goes backwards and adds up. A
// block that is too long is cut, if possible at an instruction that never leaves: translated code goes on there.
void CodeCache::decode(Slot* slot) {
  Slot* const slots = slots_.get();
  const std::uint32_t count = slot_count();
  auto end = static_cast<std::uint32_t>(slot - slots);
  block_.clear();
  bool open = true;  // the block goes on at `end`
  while (open && end < count && block_.size() < kMaxBlock && !slots[end].is_decoded()) {
    Slot& here = slots[end];
    fill(end, here);
    open = !ends_block(here);
    block_.push_back(end);
    end = next(end, here);
    if (block_.size() > kMaxBlock - kEarlierCut && here.handler != handler::Plain && !may_leave(here)) break;
  }
  for (std::size_t place = block_.size(); place-- > 0;) {
    Slot& here = slots[block_[place]];
    const bool goes_on = place + 1 < block_.size() || open;
    if (here.handler == handler::Plain) continue;
    const std::uint32_t behind = next(block_[place], here);
    std::uint64_t cycles = own_cycles(here);
    std::uint32_t instructions = 1;
    if (goes_on && behind < count) {
      cycles += slots[behind].cycles;
      instructions += slots[behind].count;
    }
    const bool next_unknown = goes_on && (behind >= count || !slots[behind].is_decoded());
    const bool cuts = instructions > (may_leave(here) ? kMaxBlock : kMaxBlock - kEarlierCut);
    if (next_unknown || cuts || cycles >= kMaxBlockCycles) {
      here.handler = may_leave(here) ? handler::Plain : handler::Boundary;
    } else {
      here.count = static_cast<std::uint8_t>(instructions);
      here.cycles = static_cast<std::uint32_t>(cycles) & (kMaxBlockCycles - 1);
    }
  }
  fuse(block_);
}

// Gives one handler to two slots that are executed one after the other and accounted for together.
void CodeCache::fuse(const std::vector<std::uint32_t>& block) {
  struct Pair {
    Opcode first, second;
  };
  static constexpr Pair kPairs[] = {
#define PAIR(first, second, second_timing) {Opcode::first, Opcode::second},
#include "hart/fused_pairs.def"
#undef PAIR
  };
  const auto executes = [](const Slot& slot) { return slot.handler >= handler::kFirstOpcode; };
  for (std::size_t place = 0; place + 1 < block.size(); ++place) {
    Slot &first = slots_.get()[block[place]], &second = slots_.get()[block[place + 1]];
    if (!executes(first) || !executes(second) || ends_block(first)) continue;
    const auto pair = std::find_if(std::begin(kPairs), std::end(kPairs), [&](const Pair& candidate) {
      return candidate.first == first.opcode && candidate.second == second.opcode;
    });
    if (pair == std::end(kPairs)) continue;
    first.handler = static_cast<std::uint16_t>(handler::kFirstPair + 4 * (pair - std::begin(kPairs)) +
                                               2 * first.compressed + second.compressed);
  }
}

// Forgets every page that changed and holds code. Blocks that reach into the page from before it are forgotten as well:
// a block can begin kMaxBlock instructions before the page, and slots before that are forgotten as long as they reach
// the first that is forgotten.
void CodeCache::written(std::uint32_t offset, std::uint32_t bytes) {
  if (bytes == 0 || offset >= size_) return;
  const std::uint32_t last = std::min(bytes - 1, size_ - 1 - offset) + offset;
  const std::uint32_t longest_block = kMaxBlock * (4 / slot_bytes_);
  for (std::uint32_t page = offset >> kPageShift; page <= last >> kPageShift; ++page) {
    if (!is_live_[page]) continue;
    const std::uint32_t begin = page * slots_of_page();
    const std::uint32_t first_slot = std::max(offset >> kPageShift == page ? offset / slot_bytes_ : 0, begin);
    const std::uint32_t last_slot = std::min(last / slot_bytes_, begin + slots_of_page() - 1);
    const Slot* const slots = slots_.get();
    if (std::none_of(slots + first_slot, slots + last_slot + 1,
                     [](const Slot& slot) { return slot.handler != handler::Undecoded; }))
      continue;
    std::uint32_t first = begin > longest_block ? begin - longest_block : 0;
    while ((first > 0 && reaches(first - 1, first)) || (first > 1 && reaches(first - 2, first))) --first;
    tell_counts();
    forget(first, std::min(begin + slots_of_page(), slot_count()));
  }
}

bool CodeCache::reaches(std::uint32_t index, std::uint32_t first) const {
  const Slot& slot = slots_.get()[index];
  if (!slot.is_decoded()) return false;
  const std::uint32_t behind = next(index, slot);
  return behind > first || (behind == first && slot.count > 1);
}

void CodeCache::stop_at(std::uint32_t offset, bool stop) {
  if (stop)
    stops_.insert(offset / slot_bytes_);
  else
    stops_.erase(offset / slot_bytes_);
  written(offset - offset % slot_bytes_, slot_bytes_);
}

void CodeCache::leave_registers(std::uint32_t registers) {
  if (registers == left_registers_) return;
  left_registers_ = registers;
  clear();
}

void CodeCache::forget(std::uint32_t first, std::uint32_t last) {
  ++generation_;
  if (forgotten_) forgotten_(first, last);
  std::memset(static_cast<void*>(slots_.get() + first), 0, (last - first) * sizeof(Slot));
}

void CodeCache::count(Executed executed) {
  counts_ = support::reserve<SlotCounts>(reserved_slots());
  executed_ = std::move(executed);
}

// An instruction was executed as often as blocks were entered at it, and the one before it was executed with it.
void CodeCache::tell_counts() {
  if (!counts_) return;
  std::sort(live_.begin(), live_.end());
  std::unordered_map<std::uint32_t, std::uint64_t> from_before;  // by slot
  for (const std::uint32_t page : live_) {
    const std::uint32_t end = std::min((page + 1) * slots_of_page(), slot_count());
    for (std::uint32_t index = page * slots_of_page(); index < end; ++index) {
      const Slot& slot = slots_.get()[index];
      SlotCounts& counts = counts_.get()[index];
      std::uint64_t times = std::exchange(counts.entered, 0);
      const std::uint64_t taken = std::exchange(counts.taken, 0);
      if (!from_before.empty()) {
        if (const auto before = from_before.find(index); before != from_before.end()) {
          times += before->second;
          from_before.erase(before);
        }
      }
      if (times == 0) continue;
      if (slot.count > 1) from_before[next(index, slot)] += times;
      const std::uint32_t rest = slot.count > 1 ? slots_.get()[next(index, slot)].cycles : 0;
      const std::uint64_t each = slot.count != 0 ? slot.cycles - rest : cycles_amid(slot);
      const bool branches = isa::control(slot.opcode) == isa::Control::Branch;
      const bool goes_on = slot.immediate == slot.length();  // a branch to the next instruction goes on, taken or not
      executed_(index * slot_bytes_, times, branches && !goes_on ? taken : 0,
                each * times + taken * (branches ? timing_.taken_branch : 1));
    }
  }
}

void CodeCache::clear() {
  tell_counts();
  for (const std::uint32_t page : live_) {
    forget(page * slots_of_page(), std::min((page + 1) * slots_of_page(), slot_count()));
    const std::uint32_t begin = page << (kPageShift - kMarkShift);
    const std::uint32_t end = std::min(begin + kPageBytes / kMarkBytes, mark_count());
    for (std::uint32_t granule = begin; granule < end; ++granule)
      marks_[granule] &= static_cast<std::uint8_t>(~(kHoldsCode | kBeforeCode));
    if (begin > 0) marks_[begin - 1] &= static_cast<std::uint8_t>(~kBeforeCode);
    is_live_[page] = false;
  }
  live_.clear();
}

}  // namespace janus::hart
