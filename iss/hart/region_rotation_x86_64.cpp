// Rotations. Without the extension Zbb, compilers rotate a word by two shifts and an operation that joins what they
// leave. Ciphers and hashes consist of such rotations, and each waits for the one before. The host rotates in one step:
//
//   slli t, x, n;  srli u, x, 32 - n;  or d, t, u        t = x << n;  u = x >> 32 - n;  d = rol(x, n)
//
// where whatever `d` overwrites is not computed.
#include "hart/region_emitter_x86_64.h"

namespace janus::hart {

using isa::Opcode;

// Whether an instruction does nothing but assign a register.
bool RegionEmitter::only_computes(std::uint32_t index) const {
  const Slot& slot = code_.slots()[index];
  return slot.is_decoded() && slot.handler != handler::Boundary && code_.handler_of(slot) >= handler::kFirstOpcode &&
         isa::only_computes(slot.opcode);
}

// Emits the instruction at `index` and the two behind it, if they are a rotation.
bool RegionEmitter::rotation(std::uint32_t index) {
  if (code_.timing().icache.geometry.exists() || e_.getSize() - begin_ > kComputeBytes) return false;
  const Slot* const slots = code_.slots();
  const auto shifts = [](Opcode one, Opcode other) { return one == Opcode::slli && other == Opcode::srli; };
  if ((slots[index].opcode != Opcode::slli && slots[index].opcode != Opcode::srli) || !only_computes(index))
    return false;
  const std::uint32_t second = next(index);
  if (second >= code_.slot_count() || !only_computes(second)) return false;
  const std::uint32_t third = next(second);
  if (third >= code_.slot_count() || !only_computes(third)) return false;
  for (const std::uint32_t behind : {second, third}) {
    const Region::Place* const place = region_.find(behind);
    if (!place || place->starts || (calls_ && !stays_in_function(index, behind))) return false;
  }
  const Slot &a = slots[index], &b = slots[second], &joins = slots[third];
  if (!shifts(a.opcode, b.opcode) && !shifts(b.opcode, a.opcode)) return false;
  if (joins.opcode != Opcode::or_ && joins.opcode != Opcode::xor_ && joins.opcode != Opcode::add) return false;
  const bool joined = (joins.rs1 == a.rd && joins.rs2 == b.rd) || (joins.rs1 == b.rd && joins.rs2 == a.rd);
  const std::uint8_t source = a.rs1;
  if (!joined || a.rd == b.rd || a.rd == source || b.rs1 != source) return false;
  if (a.immediate + b.immediate != 32 || a.immediate == 0 || b.immediate == 0) return false;
  if (a.rd != joins.rd) compute(index, a);
  if (b.rd != joins.rd && b.rd != source) compute(second, b);
  e_.rotate(joins.rd, source, a.opcode == Opcode::slli ? a.immediate : b.immediate);
  checked_[joins.rd] = {};
  if (b.rd != joins.rd && b.rd == source) compute(second, b);
  return true;
}

}  // namespace janus::hart
