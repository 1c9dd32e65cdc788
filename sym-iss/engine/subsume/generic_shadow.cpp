#include "engine/subsume/generic_shadow.h"

#include "hart/constants.h"
#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::engine {
namespace {

using hart::Origin;
using Pointers = hart::Provenance<term::SymbolicValues>;
using PointerMemory = hart::PointerMemory<term::SymbolicValues>;

constexpr std::uint32_t kMostBytes = 1U << 16;  // of the targets of an access that are looked at

// What was noted of the word at `address`, a multiple of 4, whatever the word is now.
Pointers::Pointer noted_at(const Shadow& shadow, std::uint32_t address) {
  const auto* const page = shadow.pointers.pages().find(address / PointerMemory::kPageBytes);
  return page ? (*page)[address % PointerMemory::kPageBytes / 4] : Pointers::Pointer{};
}

bool depends_on_inputs(const ExecutionState& state, std::uint8_t number) {
  return !hart::is_constant(state.hart.x[number]);
}

}  // namespace

Shadow& own_shadow_of(ExecutionState& state) {
  if (state.shadow.use_count() > 1) state.shadow = std::make_shared<Shadow>(*state.shadow);
  return *state.shadow;
}

// A look for leaks reads all registers. By the other two, everything is addressed.
std::uint32_t GenericShadow::read(std::uint32_t live) const {
  return detectors_.scan_memory() ? ~0U : live | 1U << isa::kSp | 1U << isa::kGp;
}

bool GenericShadow::generalize(ExecutionState& state, const Location& location, term::Term any,
                               std::uint32_t live) const {
  if (state.shadow && location.kind == Location::Kind::Word && noted_at(*state.shadow, location.number).origin.known())
    return false;
  const auto number = static_cast<std::uint8_t>(location.number);
  const bool counts = state.shadow && location.kind == Location::Kind::Register && (read(live) >> number & 1);
  if (counts) {
    if (number == isa::kSp || number == isa::kGp) return false;
    if (state.shadow->pointers.entry_of(number, state.hart.x[number]).known()) return false;
  }
  locations_.set(state, location, any);
  if (state.shadow && location.kind == Location::Kind::Register)
    own_shadow_of(state).pointers.set_register(number, Origin{}, state.hart.x[number]);
  return true;
}

bool GenericShadow::same(const ExecutionState& now, const ExecutionState& generic, std::uint32_t live) const {
  const Shadow &ours = *now.shadow, &theirs = *generic.shadow;
  if (!ours.pointers.same_objects(theirs.pointers) || !(ours.poison == theirs.poison)) return false;
  const auto sp = hart::constant_of(generic.hart.x[isa::kSp]);
  if (asks_what_is_defined() && !ours.defined.same(theirs.defined, live, sp)) return false;
  for (std::uint8_t number = 1; number < 32; ++number) {
    if (!(read(live) >> number & 1)) continue;
    const Origin one = ours.pointers.entry_of(number, now.hart.x[number]),
                 other = theirs.pointers.entry_of(number, generic.hart.x[number]);
    const bool numbers = !one.known() && !other.known() && depends_on_inputs(generic, number);
    if (one != other && !numbers) return false;
  }
  const auto same = [&](std::uint32_t address) { return noted_at(ours, address) == noted_at(theirs, address); };
  return ours.pointers.all_words(same) && theirs.pointers.all_words(same);
}

// Whether there is a pointer where the access may go, or something that was never written if that counts.
bool GenericShadow::knows_something(const Shadow& shadow, const MemoryAccess& access) const {
  const std::uint64_t bytes = (std::uint64_t{access.count - 1} << access.stride_bits) + access.bytes;
  if (bytes > kMostBytes) return true;
  for (std::uint64_t at = access.low & ~3U; at < access.low + bytes; at += 4) {
    const auto address = static_cast<std::uint32_t>(at);
    if (noted_at(shadow, address).origin.known()) return true;
    if (asks_what_is_defined() && shadow.defined.of_memory(address, 4) != 0) return true;
  }
  return false;
}

bool GenericShadow::loses_by_load(const ExecutionState& state, const isa::Instruction& i,
                                  const MemoryAccess& access) const {
  // The address is not there any more if the register is the same; then there was one target, or it did depend.
  const bool depends = access.count > 1 || i.rd == i.rs1 || depends_on_inputs(state, i.rs1);
  if (!depends || !knows_something(*state.shadow, access)) return false;
  const Shadow& shadow = *state.shadow;
  const bool has_all = access.count == 1 && i.rd == i.rs1 && i.rd != isa::kSp && access.low % 4 == 0 &&
                       shadow.pointers.entry_of(i.rd, state.hart.x[i.rd]) == noted_at(shadow, access.low).origin;
  return !has_all || (asks_what_is_defined() && shadow.defined.of_memory(access.low, access.bytes) != 0 &&
                      shadow.defined.of_register(i.rd) == 0);
}

// A store somewhere makes all memory count as written, and no pointer is known where it goes.
bool GenericShadow::loses_by_store(const ExecutionState& state, const isa::Instruction& i,
                                   const MemoryAccess& access) const {
  if (!depends_on_inputs(state, i.rs1)) return false;
  const bool pointer = i.rs2 == isa::kSp || state.shadow->pointers.entry_of(i.rs2, state.hart.x[i.rs2]).known();
  return asks_what_is_defined() || pointer || knows_something(*state.shadow, access);
}

// What an index was displaced by counts where it is added to an address in the frame. Nobody knows that of a number
// that a location has at the head (same()), and whatever is computed from it.
bool GenericShadow::loses_by_sum(const ExecutionState& state, const isa::Instruction& i) {
  if (!depends_on_inputs(state, i.rd)) return depends_on_inputs(state, i.rs1) || depends_on_inputs(state, i.rs2);
  return state.shadow->pointers.entry_of(i.rd, state.hart.x[i.rd]).kind() == Origin::Kind::InFrame;
}

bool GenericShadow::loses_by(const ExecutionState& state, const ExecutedInstruction& executed) const {
  if (!state.shadow) return false;
  const isa::Instruction& i = executed.instruction;
  if (i.opcode == isa::Opcode::add && loses_by_sum(state, i)) return true;
  for (const MemoryAccess& access : executed.accesses) {
    if (access.device) continue;
    if (isa::is_load(i)) {
      if (loses_by_load(state, i, access)) return true;
    } else if (isa::is_store(i)) {
      if (loses_by_store(state, i, access)) return true;
    } else if (i.rd == i.rs1 || depends_on_inputs(state, i.rs1)) {
      return true;
    }
  }
  return false;
}

}  // namespace janus::engine
