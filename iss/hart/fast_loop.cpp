// The fast loop: threaded dispatch over the slots of the code cache. This is the one file that is allowed to be tricky.
//
// The shared semantics say what an instruction means. They are instantiated over FastHart, which lives in registers of
// the host, so no instruction here reads pc, counters or mode from the hart's state. An instruction that needs more (a
// device, a trap, a CSR) is not begun: the loop takes back what it accounted for, writes pc and counters to the state,
// and leaves the instruction to the plain loop. Cost: one comparison and two additions per block, and one jump per
// instruction besides its work.
#include <bit>
#include <cstddef>
#include <cstring>

#include "hart/code_cache.h"
#include "hart/concrete_hart.h"
#include "hart/leaves_rest.h"
#include "hart/loop_detectors.h"
#include "hart/loop_origins.h"
#include "isa/compressed.h"
#include "isa/semantics.h"

namespace janus::hart {
namespace {

// The first of these memories that has all bytes of an access; null if there is none.
[[gnu::noinline, gnu::cold]] const OtherMemory* find(const OtherMemory* first, const OtherMemory* last,
                                                     std::uint32_t address, std::uint32_t bytes, bool stores) {
  for (; first != last; ++first) {
    if (first->takes(address, bytes, stores)) return first;
  }
  return nullptr;
}

// The hart that the fast loop gives to the semantics. Loads and stores outside of memory, and everything else that the
// fast loop does not do, set `leaves` and abandon the instruction before it has any effect. If kGuarded, that includes
// accesses to pages that are not permitted as a whole. Unless kAnyCost, there is one memory, and every access costs the
// same.
template <bool kGuarded, bool kAnyCost, std::uint32_t kSlotBytes>
struct FastHart : LeavesRest<isa::ConcreteValues> {
  using Values = isa::ConcreteValues;
  static constexpr int kSlotShift = std::countr_zero(kSlotBytes);
  template <unsigned W>
  using Word = isa::Bits<W>;

  // Of the main memory for data, whose first byte has the offset 0. The host has all memories in one window, so bytes
  // of memories below have negative offsets.
  Word<32>* x = nullptr;
  std::uint8_t* memory = nullptr;
  const std::uint8_t* marks = nullptr;
  const std::uint8_t* permissions = nullptr;  // if kGuarded: by granule of 1 << permission_shift bytes
  unsigned permission_shift = 0;
  const Slot* slots = nullptr;
  std::uint32_t base = 0;        // the address of the first byte
  std::uint32_t misaligned = 0;  // 3 if accesses that cross the end of a word cost more; else 0
  std::uint32_t last_word = 0;   // offset of the last word; accesses that begin behind it are looked at more closely
  const OtherMemory *others = nullptr, *others_end = nullptr;
  std::int32_t left = 0;   // cycles; negative: the block that was entered does not fit
  std::int32_t extra = 0;  // of the last access to another memory: what has been added to its cost
  // Of the code, if kGuarded.
  const Slot* code = nullptr;
  const std::uint8_t* code_permissions = nullptr;
  std::uint32_t code_size = 0;
  bool open = false;  // everything is permitted everywhere
  std::uint32_t pc_now = 0;
  bool taken = false;
  Values domain{};

  Values& values() { return domain; }
  Word<32> get(std::uint8_t number) { return x[number]; }
  void set(std::uint8_t number, Word<32> value) { x[number] = value; }
  std::uint32_t pc() { return pc_now; }  // of auipc, which alone asks

  // A branch's slot has its target, so the semantics need to tell only whether the branch is taken.
  std::optional<bool> branch(Word<1> condition) {
    taken = condition.raw != 0;
    return std::nullopt;
  }

  template <unsigned W>
  std::optional<Word<W>> load(Word<32> address) {
    const std::uint32_t offset = address.raw - base;
    std::uint32_t value = 0;
    if (kAnyCost && offset > last_word) {
      const std::uint8_t* const bytes = elsewhere<W / 8>(address.raw, false);
      if (!bytes) return std::nullopt;
      std::memcpy(&value, bytes, W / 8);
      return Word<W>{value};
    }
    if (offset > last_word || costs_more<W / 8>(address.raw) || !permits(offset, W / 8, permission::kRead)) {
      leaves = true;
      return std::nullopt;
    }
    std::memcpy(&value, memory + offset, W / 8);
    return Word<W>{value};
  }
  template <unsigned W>
  bool store(Word<32> address, Word<W> value) {
    const std::uint32_t offset = address.raw - base, last = offset + W / 8 - 1;
    if (kAnyCost && offset > last_word) {
      std::uint8_t* const bytes = elsewhere<W / 8>(address.raw, true);
      if (bytes) std::memcpy(bytes, &value.raw, W / 8);
      return bytes;
    }
    if (offset > last_word || costs_more<W / 8>(address.raw) || !permits(offset, W / 8, permission::kWrite) ||
        (marks[offset >> CodeCache::kMarkShift] && !harmless(offset, last))) {
      leaves = true;
      return false;
    }
    std::memcpy(memory + offset, &value.raw, W / 8);
    return true;
  }
  // Where an access to another memory goes, whose cost is charged; null if it must be left to the plain loop.
  template <unsigned kBytes>
  std::uint8_t* elsewhere(std::uint32_t address, bool stores) {
    // A stack often begins at the end of memory, so that the last word has variables of less than a word.
    const bool is_in_last_word = address - base - last_word <= 4 - kBytes;
    const OtherMemory* const other = is_in_last_word ? nullptr : find(others, others_end, address, kBytes, stores);
    const std::ptrdiff_t offset = std::ptrdiff_t{address} - std::ptrdiff_t{base};
    const std::int32_t more = other ? other->extra : 0;
    leaves = (!other && !is_in_last_word) || costs_more<kBytes>(address) || left < more ||
             !permits(offset, kBytes, stores ? permission::kWrite : permission::kRead) ||
             (stores && marks[offset >> CodeCache::kMarkShift] && !harmless(offset, offset + kBytes - 1));
    if (leaves) return nullptr;
    extra = more;
    left -= extra;
    return memory + offset;
  }
  // Whether an atomic may be executed there: in memory where stores need no more than others.
  bool takes_word(std::uint32_t address, bool stores) const {
    const std::uint32_t offset = address - base;
    if (address % 4 != 0 || offset > last_word || !permits(offset, 4, permission::kRead)) return false;
    if (!stores) return true;
    return permits(offset, 4, permission::kWrite) &&
           (!marks[offset >> CodeCache::kMarkShift] || harmless(offset, offset + 3));
  }
  // Whether an access may cost more because of its address. True of every access that is not aligned: most of those
  // that are not aligned do cross the end of a word.
  template <unsigned kBytes>
  bool costs_more(std::uint32_t address) const {
    return kAnyCost && kBytes > 1 && (address & misaligned & (kBytes - 1)) != 0;
  }
  // Whether an access is sure to be permitted.
  template <class Offset>
  bool permits(Offset offset, unsigned bytes, std::uint8_t wanted) const {
    if (!kGuarded || open) return true;
    const Offset first = offset >> permission_shift, last = (offset + bytes - 1) >> permission_shift;
    return permissions[first] & permissions[last] & wanted;
  }
  // Whether the block that begins at a slot may be executed.
  bool may_execute(const Slot* first) const {
    if (open) return true;
    const std::uint32_t begin = static_cast<std::uint32_t>(first - code) * kSlotBytes;
    const std::uint32_t last = std::min(begin + std::max(1U, unsigned{first->count}) * 4, code_size) - 1;
    std::uint8_t permitted = permission::kExecute;
    for (std::uint32_t at = begin >> permission_shift; at <= last >> permission_shift; ++at)
      permitted &= code_permissions[at];
    return permitted;
  }
  template <class Offset>
  bool harmless(Offset offset, Offset last) const {
    if (marks[offset >> CodeCache::kMarkShift] & CodeCache::kLeft) return false;
    for (Offset slot = offset >> kSlotShift; slot <= last >> kSlotShift; ++slot) {
      if (slots[slot].handler != handler::Undecoded) return false;
    }
    return true;
  }
};
static_assert(isa::Hart<FastHart<false, false, 4>> && isa::Hart<FastHart<true, true, 2>>);

// In place of LoopDetectors, where no detector is on.
struct NoDetectors {};

template <isa::Opcode kOpcode>
constexpr bool kAccesses = isa::memory_use(kOpcode).bytes != 0;

std::int32_t cycles_of(const Slot& slot) { return static_cast<std::int32_t>(slot.cycles); }

// The slot that the branch or jump at this slot leads to.
template <std::uint32_t kSlotBytes>
Slot* target_of(Slot* slot) {
  static_assert(sizeof(Slot) % kSlotBytes == 0);
  const std::ptrdiff_t bytes = std::ptrdiff_t{static_cast<std::int32_t>(slot->immediate)} * (sizeof(Slot) / kSlotBytes);
  return reinterpret_cast<Slot*>(reinterpret_cast<std::uint8_t*>(slot) + bytes);
}

// Whether an instruction can have this many bytes in a cache with slots of that many bytes.
constexpr bool can_have(isa::Opcode opcode, std::uint32_t bytes, std::uint32_t slot_bytes) {
  return bytes == 4 || (slot_bytes == 2 && isa::has_compressed_form(opcode));
}

}  // namespace

// Executes whole blocks as long as they fit before limit_, and stops before an instruction that the fast loop does not
// execute. All semantics must be inlined, or FastHart cannot live in registers.
template <ConcreteHart::Loop kLoop, std::uint32_t kSlotBytes>
JANUS_INLINE_ALL void ConcreteHart::run_blocks() {
  constexpr bool kCounts = kLoop == Loop::TranslatedCounted || kLoop == Loop::GuardedCounted,
                 kTranslates = kLoop == Loop::Translated || kLoop == Loop::TranslatedCounted,
                 kDetects = kLoop == Loop::Detecting,
                 kGuarded = kLoop == Loop::Guarded || kLoop == Loop::GuardedCounted || kDetects;
  // clang-format off
  static const void* const kHandlers[] = {
      &&undecoded, &&undecoded, &&boundary, kDetects ? &&alone : &&plain, &&native, &&nop, &&compressed_nop,
#define COMPRESSED(mnemonic, expansion, rd, rs1, rs2, pattern, immediate, operands, extension)
#define INSTRUCTION(name, mnemonic, format, pattern, timing, extension) &&do_##name,
#include "isa/rv32.def"
#undef INSTRUCTION
      &&plain,
#define INSTRUCTION(name, mnemonic, format, pattern, timing, extension) &&compressed_##name,
#include "isa/rv32.def"
#undef INSTRUCTION
// Detectors see one instruction after the other.
#define PAIR(first, second, second_timing)                             \
  kDetects ? &&do_##first : &&first##_4_##second##_4,                  \
      kDetects ? &&do_##first : &&first##_4_##second##_2,              \
      kDetects ? &&compressed_##first : &&first##_2_##second##_4,      \
      kDetects ? &&compressed_##first : &&first##_2_##second##_2,
#include "hart/fused_pairs.def"
#undef PAIR
  };
  // clang-format on

  CodeCache& code = *code_;
  [[maybe_unused]] auto detectors = [&] {
    if constexpr (kDetects)
      return LoopDetectors<ConcreteHart>(*this, *shadow_, shadow_step_, config_.detectors, *detector_tables_,
                                         {code.slots(), config_.ram_base, kSlotBytes});
    else
      return NoDetectors{};
  }();
  [[maybe_unused]] auto way = LoopDetectors<ConcreteHart>::Way::Usual;
  Slot* const slots = code.slots();
  const std::uint32_t ram_base = config_.ram_base, ram_size = code.size();
  if (state_.pc % kSlotBytes != 0 || state_.pc - ram_base >= ram_size) return;
  constexpr std::uint64_t kMostCycles = 1U << 30;
  const auto budget = static_cast<std::int32_t>(std::min(limit_ - state_.cycles, kMostCycles));
  if (config_.timing.taken_branch >= CodeCache::kMaxBlockCycles) return;
  const auto taken_branch = static_cast<std::int32_t>(config_.timing.taken_branch);

  [[maybe_unused]] const std::uint16_t hot_entries = config_.hot;

  FastHart<kGuarded, kLoop != Loop::Interpreted, kSlotBytes> hart;
  hart.x = state_.x.data();
  // The loop that interprets one RAM has one set of pointers.
  constexpr bool kOneRam = kLoop == Loop::Interpreted;
  const AddressStretch data = kOneRam ? AddressStretch{ram_base, ram_size} : data_.main;
  const std::uint32_t data_offset = data.base - ram_base;
  hart.memory = direct_.bytes + data_offset;
  hart.marks = code.marks() + (data_offset >> CodeCache::kMarkShift);
  hart.slots = slots + data_offset / kSlotBytes;
  hart.base = data.base;
  hart.misaligned = config_.timing.misaligned != 0 ? 3 : 0;
  hart.last_word = data.size - 4;
  hart.others = data_.others.data();
  hart.others_end = hart.others + data_.others.size();
  if constexpr (kGuarded) {
    hart.code = slots;
    hart.code_size = ram_size;
    hart.code_permissions = page_permissions_;
    hart.permission_shift = permission_shift_;
    hart.permissions = page_permissions_ + (data_offset >> permission_shift_);
    hart.open = kDetects && page_permissions_ == open_pages_.data();
  }
  [[maybe_unused]] SlotCounts* const counts = code.counts();
  std::int32_t& left = hart.left;
  left = budget;
  origin_.due = state_.cycles + static_cast<std::uint64_t>(budget);
  std::uint64_t retired = state_.retired;
  Slot* slot = slots + (state_.pc - ram_base) / kSlotBytes;

#define DISPATCH() goto* kHandlers[slot->handler]
// Counts an entry of the block at `slot`, if it is not translated, and goes to `hot` when the block becomes hot.
#define COUNT() \
  if (slot->handler > handler::Native && ++slot->reserved == hot_entries) goto hot
// If executions are counted, adds to those of the block at a slot.
#define NOTE(at, what, times)                                  \
  if constexpr (kCounts || kDetects) {                         \
    if (kCounts || counts) counts[(at)-slots].what += (times); \
  }
// The same for the cost of the access at `slot`.
#define NOTE_EXTRA(name) \
  if constexpr (kAccesses<isa::Opcode::name>) NOTE(slot, taken, static_cast<std::uint64_t>(std::int64_t{hart.extra}))
// Begins the block at `slot`.
#define ENTER()                                \
  do {                                         \
    retired += slot->count;                    \
    NOTE(slot, entered, slot->count != 0);     \
    left -= cycles_of(*slot);                  \
    if (left < 0) goto plain;                  \
    if constexpr (kGuarded)                    \
      if (!hart.may_execute(slot)) goto plain; \
    if constexpr (kDetects)                    \
      if (!detectors.admits(PC())) goto plain; \
    if constexpr (kTranslates) COUNT();        \
    DISPATCH();                                \
  } while (false)
#define PC() (static_cast<std::uint32_t>((slot - slots) * kSlotBytes) + ram_base)
// Around an instruction, if detectors are on.
#define AT(at) static_cast<const Slot*>(at)
#define DETECT(name)                                                     \
  if constexpr (kDetects) {                                              \
    way = detectors.template before<isa::Opcode::name>(*slot, AT(slot)); \
    if (way == LoopDetectors<ConcreteHart>::Way::Left) goto plain;       \
  }
#define DETECTED(name, next_slot) \
  if constexpr (kDetects) detectors.template after<isa::Opcode::name>(*slot, way, AT(slot), AT(next_slot));

  ENTER();

undecoded:  // accounts for zero, so nothing has been accounted for yet
  code.decode(slot);
  ENTER();

boundary : {
  Slot* const next = slot + slot->length() / kSlotBytes;
  if (next >= slots + code.slot_count()) goto plain;
  if (!next->is_decoded()) code.decode(next);
  const std::int32_t cycles = static_cast<std::int32_t>(code.own_cycles(*slot)) + cycles_of(*next);
  if (cycles > left) goto plain;
  if constexpr (kGuarded)
    if (!hart.may_execute(next)) goto plain;
  if constexpr (kDetects)
    if (!detectors.admits(PC() + slot->length())) goto plain;
  left -= cycles;
  retired += next->count + 1U;
  NOTE(slot, entered, 1);
  NOTE(next, entered, next->count != 0);
  if constexpr (kTranslates)
    if (next->handler > handler::Native && ++next->reserved == hot_entries) translator_->translate(next);
  goto* kHandlers[code.handler_of(*slot)];
}

  [[maybe_unused]] hot : if constexpr (kTranslates) translator_->translate(slot);
  DISPATCH();

native:
  if constexpr (kTranslates) {
    auto counters = static_cast<Translator::Counters>(static_cast<std::uint64_t>(left) << 32);
    origin_.retired = retired;
    const Translator::Exit exit = translator_->enter(slot, counters);
    if (!exit.slot) return end_amid();  // the state has been written
    left = static_cast<std::int32_t>(counters >> 32);
    retired += static_cast<std::uint32_t>(counters);
    slot = exit.slot;
    if (exit.plain || left < 0) goto plain;
    COUNT();
    DISPATCH();
  }
  goto* kHandlers[code.handler_of(*slot)];  // another loop has translated the block

  // Atomics, accesses to CSRs, inputs and assertions that hold, by the hart itself and accounted for alone.
  [[maybe_unused]] alone : if constexpr (kDetects) {
    if (left <= 0 || !slot->reserved || !hart.may_execute(slot) || !detectors.admits(PC())) goto plain;
    const isa::MemoryUse& use = isa::memory_use(slot->opcode);
    const bool calls = slot->opcode == isa::Opcode::ecall;
    if (use.bytes != 0 ? !hart.takes_word(hart.x[slot->rs1].raw, use.stores) : !goes_on_behind(*slot, PC())) goto plain;
    way = detectors.before_alone(*slot);
    if (way == LoopDetectors<ConcreteHart>::Way::Left) goto plain;
    origin_.retired = retired;
    auto counters = static_cast<Translator::Counters>(static_cast<std::uint64_t>(left) << 32);
    const Slot here = *slot;  // a hook may change code, which is forgotten
    NOTE(slot, entered, 1);
    const bool goes_on = execute_alone(here, PC() - ram_base, counters, calls && gate_);
    if (state_.retired != retired)
      detectors.after_alone(here, way, PC());
    else
      NOTE(slot, entered, ~std::uint64_t{0});
    if (!goes_on) {
      detectors.flush();
      return end_amid();
    }
    left = static_cast<std::int32_t>(counters >> 32);
    retired += static_cast<std::uint32_t>(counters);
    slot += 4 / kSlotBytes;
    ENTER();
  }
  goto plain;

nop:
  if constexpr (kDetects)
    if (isa::is_division(instruction_of(*slot))) goto plain;  // by zero, perhaps
  slot += 4 / kSlotBytes;
  DISPATCH();
compressed_nop:
  slot += 1;
  DISPATCH();

// Executes an instruction of `bytes` bytes and goes to the next slot. If an instruction can never leave, the compiler
// drops the check.
#define STEP(name, bytes)                                                              \
  hart.leaves = false;                                                                 \
  if constexpr ((kCounts || kDetects) && kAccesses<isa::Opcode::name>) hart.extra = 0; \
  if constexpr (isa::Opcode::name == isa::Opcode::auipc) hart.pc_now = PC();           \
  DETECT(name)                                                                         \
  isa::semantics::name(hart, instruction_of(*slot));                                   \
  if (hart.leaves) goto left;                                                          \
  NOTE_EXTRA(name);                                                                    \
  DETECTED(name, slot + (bytes) / kSlotBytes)                                          \
  slot += (bytes) / kSlotBytes;
// The same, then dispatches the next slot.
#define GO_ON(name, bytes) STEP(name, bytes) DISPATCH();
#define BRANCH(name, bytes)                          \
  DETECT(name)                                       \
  isa::semantics::name(hart, instruction_of(*slot)); \
  if (hart.taken) {                                  \
    left -= taken_branch;                            \
    NOTE(slot, taken, 1);                            \
    slot = target_of<kSlotBytes>(slot);              \
  } else {                                           \
    slot += (bytes) / kSlotBytes;                    \
  }                                                  \
  ENTER();
#define JUMP(name, bytes)                                   \
  DETECT(name)                                              \
  if (slot->rd != 0) hart.x[slot->rd].raw = PC() + (bytes); \
  DETECTED(name, target_of<kSlotBytes>(slot))               \
  slot = target_of<kSlotBytes>(slot);                       \
  ENTER();
#define JUMP_REGISTER(name, bytes)                                                                       \
  const std::uint32_t offset = ((hart.x[slot->rs1].raw + slot->immediate) & ~1U) - ram_base;             \
  if (offset % kSlotBytes != 0 || offset >= ram_size || slots + offset / kSlotBytes == slot) goto plain; \
  DETECT(name)                                                                                           \
  if (slot->rd != 0) hart.x[slot->rd].raw = PC() + (bytes);                                              \
  DETECTED(name, slots + offset / kSlotBytes)                                                            \
  slot = slots + offset / kSlotBytes;                                                                    \
  ENTER();
#define LEAVE(name, bytes) goto plain;

#define FAST_Alu(name, bytes) GO_ON(name, bytes)
#define FAST_Multiply(name, bytes) GO_ON(name, bytes)
#define FAST_Divide(name, bytes) GO_ON(name, bytes)
#define FAST_Load(name, bytes) GO_ON(name, bytes)
#define FAST_Store(name, bytes) GO_ON(name, bytes)
#define FAST_Branch(name, bytes) BRANCH(name, bytes)
#define FAST_Jump(name, bytes) JUMP(name, bytes)
#define FAST_JumpRegister(name, bytes) JUMP_REGISTER(name, bytes)
#define FAST_Csr(name, bytes) LEAVE(name, bytes)
#define FAST_Atomic(name, bytes) LEAVE(name, bytes)
#define FAST_Fence(name, bytes) LEAVE(name, bytes)
#define FAST_System(name, bytes) LEAVE(name, bytes)
#define INSTRUCTION(name, mnemonic, format, pattern, timing, extension) \
  do_##name : { FAST_##timing(name, 4) }
#include "isa/rv32.def"
#undef INSTRUCTION
// Those of 16 bits, where a slot is as small; elsewhere no slot has these handlers.
#define INSTRUCTION(name, mnemonic, format, pattern, timing, extension)                                    \
  compressed_##name : if constexpr (can_have(isa::Opcode::name, 2, kSlotBytes)) { FAST_##timing(name, 2) } \
  goto plain;
#include "isa/rv32.def"
#undef INSTRUCTION
#undef COMPRESSED
#define PAIR_OF(first, first_bytes, second, second_bytes, second_timing)                    \
  first##_##first_bytes##_##second##_##second_bytes                                         \
      : if constexpr (!kDetects && can_have(isa::Opcode::first, first_bytes, kSlotBytes) && \
                      can_have(isa::Opcode::second, second_bytes, kSlotBytes)) {            \
    STEP(first, first_bytes) FAST_##second_timing(second, second_bytes)                     \
  }                                                                                         \
  goto plain;
#define PAIR(first, second, second_timing)    \
  PAIR_OF(first, 4, second, 4, second_timing) \
  PAIR_OF(first, 4, second, 2, second_timing) \
  PAIR_OF(first, 2, second, 4, second_timing) \
  PAIR_OF(first, 2, second, 2, second_timing)
#include "hart/fused_pairs.def"
#undef PAIR

  // An access that is not for this loop has been asked about.
left:
  if constexpr (kDetects) asked_ = way == LoopDetectors<ConcreteHart>::Way::Rules ? Asked::LoopByRules : Asked::Loop;
plain:
  if constexpr (kDetects) detectors.flush();
  NOTE(slot, entered, slot->count != 0 ? ~std::uint64_t{0} : 0);
  state_.pc = PC();
  state_.cycles = origin_.due - static_cast<std::uint64_t>(std::int64_t{left} + cycles_of(*slot));
  state_.retired = retired - slot->count;
}

template <ConcreteHart::Loop kLoop>
void ConcreteHart::run_blocks() {
  if (code_->slot_bytes() == 2)
    run_blocks<kLoop, 2>();
  else
    run_blocks<kLoop, 4>();
}

template void ConcreteHart::run_blocks<ConcreteHart::Loop::Interpreted>();
template void ConcreteHart::run_blocks<ConcreteHart::Loop::InterpretedAnyCost>();
template void ConcreteHart::run_blocks<ConcreteHart::Loop::Translated>();
template void ConcreteHart::run_blocks<ConcreteHart::Loop::Guarded>();
template void ConcreteHart::run_blocks<ConcreteHart::Loop::TranslatedCounted>();
template void ConcreteHart::run_blocks<ConcreteHart::Loop::GuardedCounted>();
template void ConcreteHart::run_blocks<ConcreteHart::Loop::Detecting>();

}  // namespace janus::hart
