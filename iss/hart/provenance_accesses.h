// What Provenance (provenance.h) knows of pointers that go through memory in another way than as words that are loaded
// and stored: exchanged by atomics; and in parts, bytes and half-words that are copied, one after the other, by code
// that is no function of the library (compilers copy so what may not be aligned), or put together to a word.
#pragma once

#include <cstdint>
#include <optional>

#include "hart/home.h"
#include "hart/provenance.h"

namespace janus::hart {

template <class V>
Origin Provenance<V>::part_at(std::uint32_t home, std::uint32_t bytes) const {
  const Pointer* const entry = home % 4 + bytes <= 4 ? memory_.entry_at(home) : nullptr;
  return entry && entry->origin.known() ? Origin{Origin::Kind::Part, home} : Origin{};
}

// Of bytes put together: of the pointer, once it is whole.
template <class V>
Origin Provenance<V>::joined(const Step& step, const Word& value, const Detectors& detectors) const {
  const Origin part = step.rs1;
  if (part.kind() != Origin::Kind::Part || step.rs2.kind() != part.kind()) return {};
  const Pointer* const whole = memory_.entry_at(part.where());
  return whole && whole->value == value ? loaded_by(whole->origin, step.instruction.rd, detectors) : part;
}

// The entry of a pointer is there with its last byte, whichever that is. Until then, the word keeps the entry that it
// had: where bytes are exchanged, the rest of that pointer is still to be loaded, or is in a register. Of a pointer
// that compilers take apart by shifts, the first byte tells; the entry says nothing until the others follow.
template <class V>
template <class H>
std::optional<typename Provenance<V>::Pointer> Provenance<V>::entry_with_part(H& hart, const isa::Instruction& i,
                                                                              std::uint32_t pc, std::uint32_t address,
                                                                              Origin part, const Detectors& detectors) {
  const std::uint32_t bytes = isa::memory_use(i.opcode).bytes, at = home(hart, address, bytes);
  if (bytes >= 4 || at % 4 + bytes > 4 || i.rs2 == isa::kSp || detectors.reads_words(pc)) return std::nullopt;
  const auto noted = [&](const Pointer& entry) {
    note_pointer_at(address & ~3U, entry.origin, hart.get(isa::kSp));
    return entry;
  };
  if (part.known() && at % 4 == 0)
    return noted({passed(stored_by(part, i.rs2, detectors), pc, detectors), hart.get(i.rs2)});
  if (part.kind() != Origin::Kind::Part || (part.where() ^ at) % 4 != 0) return std::nullopt;
  const Pointer *const whole = memory_.entry_at(part.where()), *const known = memory_.entry_at(at);
  const auto word = whole && whole->origin.known() ? hart.word_in_memory(address & ~3U) : std::nullopt;
  if (!word) return std::nullopt;
  const Pointer before = known ? *known : Pointer{};
  if (before.origin.known() && *word == before.value && !(*word == whole->value)) return noted(before);
  const bool was_replaced = replaced_.word == (part.where() & ~3U) && *word == replaced_.entry.value;
  if (!(*word == whole->value) && !was_replaced) return before;
  const Pointer copied = was_replaced ? replaced_.entry : *whole;
  if (before.origin.known() && !(before == copied)) replaced_ = {at & ~3U, before};
  return noted(copied);
}

// An atomic has stored a word at `address`.
template <class V>
template <class H>
void Provenance<V>::store_atomic(H& hart, const Step& step, std::uint32_t address, const Detectors& detectors) {
  using enum isa::Opcode;
  const isa::Instruction& i = step.instruction;
  Origin origin;
  if (i.opcode == amoswap_w || i.opcode == sc_w)
    origin = passed(stored_by(step.rs2, i.rs2, detectors), step.pc, detectors);
  if (i.opcode == amoadd_w) origin = indexed(step.old.origin);
  const bool has_stored = i.opcode != sc_w || (i.rd != 0 && constant_of(hart.get(i.rd)) == 0U);
  if (!has_stored && step.old.origin.known()) return;
  const auto word = has_stored && origin.known() ? hart.word_in_memory(address) : std::nullopt;
  if (!word) return memory_.write(step.home, {}, {});
  memory_.write(step.home, origin, *word);
  note_pointer_at(address, origin, step.sp);
}

}  // namespace janus::hart
