#include "hart/code_cache.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>

#include "isa/decoder.h"
#include "isa/predicates.h"

namespace janus::hart {
namespace {

using isa::Opcode;
using isa::TimingClass;

constexpr std::uint32_t kMaxBlock = 255;  // instructions, as many as Slot::count holds
constexpr std::uint32_t kSlotBytes = CodeCache::kSlotBytes;
constexpr std::uint32_t kSlotsOfPage = CodeCache::kPageBytes / kSlotBytes;

// Whether the fast loop executes instructions of this class. The others use state that the fast loop does not have:
// CSRs, the reservation, decoded code.
bool is_fast(TimingClass timing) {
  switch (timing) {
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

void CodeCache::Unmap::operator()(Slot* slots) const { ::munmap(slots, bytes); }

CodeCache::CodeCache(std::uint32_t base, std::uint32_t size, const std::uint8_t* memory, const TimingProfile& timing)
    : base_(base), size_(size - size % kSlotBytes), memory_(memory), timing_(timing) {
  // One slot more than there is code for. It follows the last slot, and is never decoded.
  const std::size_t bytes = (std::size_t{slot_count()} + 1) * sizeof(Slot);
  void* slots = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (slots == MAP_FAILED) throw std::bad_alloc();
  slots_ = {static_cast<Slot*>(slots), Unmap{bytes}};
  marks_.resize((std::size_t{size} + kPageBytes - 1) / kPageBytes);
}

bool CodeCache::ends_block(const Slot& slot) {
  if (slot.opcode == Opcode::Illegal || !is_fast(isa::row(slot.opcode).timing)) return true;
  return isa::control(slot.opcode) != isa::Control::Next;
}

std::uint8_t CodeCache::handler_of(const Slot& slot) const {
  if (slot.opcode == Opcode::Illegal) return handler::Plain;
  if (stops_.contains(static_cast<std::uint32_t>(&slot - slots_.get()))) return handler::Plain;
  if (left_registers_ != 0 && left_registers_ & (1U << slot.rd | isa::registers_read(instruction_of(slot))))
    return handler::Plain;
  const TimingClass timing = isa::row(slot.opcode).timing;
  if (!is_fast(timing) || own_cycles(slot) >= kMaxBlockCycles) return handler::Plain;
  if (depends_on_operands(timing_, instruction_of(slot))) return handler::Plain;
  if (slot.rd == 0 && isa::memory_use(slot.opcode).loads) return handler::Plain;
  if (slot.rd == 0 && isa::only_computes(slot.opcode)) return handler::Nop;
  if (timing == TimingClass::Branch || timing == TimingClass::Jump) {
    // The plain loop executes jumps to where no code can be, which may trap, and to themselves, which may end the run.
    const auto target = static_cast<std::uint32_t>((&slot - slots_.get()) * kSlotBytes) + slot.immediate;
    if (slot.immediate == 0 || !isa::is_instruction_address(target) || target >= size_) return handler::Plain;
  }
  return static_cast<std::uint8_t>(handler::kFirstOpcode + static_cast<std::uint8_t>(slot.opcode));
}

std::uint32_t CodeCache::own_cycles(const Slot& slot) const {
  const std::uint64_t memory = isa::memory_use(slot.opcode).bytes != 0 ? timing_.memory : 0;
  const isa::Instruction instruction = instruction_of(slot);
  std::optional<isa::Instruction> next;
  const auto behind = static_cast<std::size_t>(&slot - slots_.get()) + 1;
  if (looks_behind(timing_, instruction) && behind < slot_count()) {
    std::uint32_t word = 0;
    std::memcpy(&word, memory_ + behind * kSlotBytes, sizeof word);
    next = isa::decode(word);
  }
  const std::uint64_t cycles = static_cycles(timing_, instruction, next) + memory;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(cycles, kMaxBlockCycles));
}

void CodeCache::fill(std::uint32_t index, Slot& slot) const {
  std::uint32_t word = 0;
  std::memcpy(&word, memory_ + std::size_t{index} * kSlotBytes, sizeof word);
  const isa::Instruction instruction = isa::decode(word);
  slot = {.handler = handler::Plain,
          .opcode = instruction.opcode,
          .rd = isa::written_register(instruction),
          .rs1 = instruction.rs1,
          .rs2 = instruction.rs2,
          .count = 0,
          .reserved = 0,
          .immediate = instruction.immediate,
          .cycles = 0};
  slot.handler = handler_of(slot);
}

// Decodes forwards to the end of the block, or to a slot that is decoded already. Then goes backwards and adds up.
void CodeCache::decode(Slot* slot) {
  Slot* const slots = slots_.get();
  const auto first = static_cast<std::uint32_t>(slot - slots), count = slot_count();
  std::uint32_t end = first;
  bool open = true;  // the block goes on at `end`
  while (open && end < count && end - first < kMaxBlock && slots[end].handler == handler::Undecoded) {
    if (const std::uint32_t page = end / kSlotsOfPage; !(marks_[page] & kHoldsCode)) {
      marks_[page] |= kHoldsCode;
      if (page > 0) marks_[page - 1] |= kBeforeCode;
      live_.push_back(page);
    }
    fill(end, slots[end]);
    open = !ends_block(slots[end]);
    ++end;
  }
  for (std::uint32_t i = end; i-- > first;) {
    const bool goes_on = i + 1 < end || open;
    if (slots[i].handler == handler::Plain) continue;
    std::uint64_t cycles = own_cycles(slots[i]);
    std::uint32_t instructions = 1;
    if (goes_on) {
      cycles += slots[i + 1].cycles;
      instructions += slots[i + 1].count;
    }
    const bool next_unknown = goes_on && (i + 1 >= count || slots[i + 1].handler == handler::Undecoded);
    if (next_unknown || instructions > kMaxBlock || cycles >= kMaxBlockCycles) {
      slots[i].handler = may_leave(slots[i]) ? handler::Plain : handler::Boundary;
    } else {
      slots[i].count = static_cast<std::uint8_t>(instructions);
      slots[i].cycles = static_cast<std::uint32_t>(cycles);
    }
  }
  fuse(slot, slots + end);
}

// Gives one handler to two slots that are executed one after the other and accounted for together.
void CodeCache::fuse(Slot* first, const Slot* last) const {
  struct Pair {
    Opcode first, second;
  };
  static constexpr Pair kPairs[] = {
#define PAIR(first, second, second_timing) {Opcode::first, Opcode::second},
#include "hart/fused_pairs.def"
#undef PAIR
  };
  const auto executes = [](const Slot& slot) { return slot.handler >= handler::kFirstOpcode; };
  for (Slot* slot = first; slot + 1 < last; ++slot) {
    if (!executes(slot[0]) || !executes(slot[1]) || ends_block(slot[0])) continue;
    const auto pair = std::find_if(std::begin(kPairs), std::end(kPairs), [&](const Pair& candidate) {
      return candidate.first == slot[0].opcode && candidate.second == slot[1].opcode;
    });
    if (pair == std::end(kPairs)) continue;
    slot->handler = static_cast<std::uint8_t>(handler::kFirstPair + (pair - std::begin(kPairs)));
  }
}

// Forgets every page that changed and holds code. Blocks that reach into the page from before it are forgotten as well:
// a block can begin kMaxBlock slots before the page, and slots before that are forgotten as long as their cycles
// include those of a forgotten slot.
void CodeCache::written(std::uint32_t offset, std::uint32_t bytes) {
  if (bytes == 0 || offset >= size_) return;
  const std::uint32_t last = std::min(bytes - 1, size_ - 1 - offset) + offset;
  for (std::uint32_t page = offset >> kPageShift; page <= last >> kPageShift; ++page) {
    if (!(marks_[page] & kHoldsCode)) continue;
    const std::uint32_t first_slot =
        std::max(offset >> kPageShift == page ? offset / kSlotBytes : 0, page * kSlotsOfPage);
    const std::uint32_t last_slot = std::min(last / kSlotBytes, (page + 1) * kSlotsOfPage - 1);
    const Slot* const slots = slots_.get();
    if (std::none_of(slots + first_slot, slots + last_slot + 1,
                     [](const Slot& slot) { return slot.handler != handler::Undecoded; }))
      continue;
    const std::uint32_t begin = page * kSlotsOfPage;
    std::uint32_t first = begin > kMaxBlock ? begin - kMaxBlock : 0;
    while (first > 0 && accounts_for_next(slots[first - 1])) --first;
    forget(first, std::min(begin + kSlotsOfPage, slot_count()));
  }
}

void CodeCache::stop_at(std::uint32_t offset, bool stop) {
  if (stop)
    stops_.insert(offset / kSlotBytes);
  else
    stops_.erase(offset / kSlotBytes);
  written(offset - offset % kSlotBytes, kSlotBytes);
}

void CodeCache::leave_registers(std::uint32_t registers) {
  if (registers == left_registers_) return;
  left_registers_ = registers;
  clear();
}

bool CodeCache::accounts_for_next(const Slot& slot) { return slot.count > 1; }

void CodeCache::forget(std::uint32_t first, std::uint32_t last) {
  if (forgotten_) forgotten_(first, last);
  std::memset(static_cast<void*>(slots_.get() + first), 0, (last - first) * sizeof(Slot));
}

void CodeCache::clear() {
  for (const std::uint32_t page : live_) {
    forget(page * kSlotsOfPage, std::min((page + 1) * kSlotsOfPage, slot_count()));
    marks_[page] &= static_cast<std::uint8_t>(~kHoldsCode);
    if (page > 0) marks_[page - 1] &= static_cast<std::uint8_t>(~kBeforeCode);
  }
  live_.clear();
}

}  // namespace janus::hart
