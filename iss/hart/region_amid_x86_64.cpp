// Atomics and accesses to CSRs amid a region, in a few instructions of the host each. All cases that are not frequent
// (no RAM, a failing sc.w, user mode, a CSR with an effect on anything but itself, an interrupt that becomes possible)
// go to the hart, which executes the same instruction by the semantics. The semantics are in isa/semantics_atomic.h,
// isa/semantics_system.h and hart/hart_core.h.
#include "hart/region_emitter_x86_64.h"
#include "isa/registers.h"

namespace janus::hart {

using isa::Opcode;
using Xbyak::Label;
using namespace Xbyak::util;

Xbyak::RegExp RegionEmitter::in_state(const void* place) const {
  const auto* const registers = reinterpret_cast<const std::uint8_t*>(&shared_.state->x);
  return rbp + static_cast<int>(static_cast<const std::uint8_t*>(place) - registers);
}

// Emits the instruction, if there is code for it. It is not accounted for yet; where the code goes to `by_hart`, it has
// had no effect.
bool RegionEmitter::amid_by_itself(std::uint32_t index, Label& by_hart) {
  const TimingProfile& timing = code_.timing();
  if (timing.icache.geometry.exists() || timing.dcache.geometry.exists()) return false;
  const Slot& slot = code_.slots()[index];
  switch (isa::row(slot.opcode).timing) {
    case isa::TimingClass::Atomic: return atomic(index, slot, by_hart);
    case isa::TimingClass::Csr: return csr(index, slot, by_hart);
    case isa::TimingClass::Alu:
    case isa::TimingClass::Multiply:
    case isa::TimingClass::Divide:
    case isa::TimingClass::Load:
    case isa::TimingClass::Store:
    case isa::TimingClass::Branch:
    case isa::TimingClass::Jump:
    case isa::TimingClass::JumpRegister:
    case isa::TimingClass::Fence:
    case isa::TimingClass::System: return false;
  }
  return false;
}

bool RegionEmitter::atomic(std::uint32_t index, const Slot& slot, Label& by_hart) {
  if (slot.rs1 == 0) return false;
  const auto& state = *shared_.state;
  const bool reserves = slot.opcode == Opcode::lr_w, is_conditional = slot.opcode == Opcode::sc_w;
  e_.set_place(slot.rs1, 0);
  e_.offset_of_place(0);
  e_.test(cl, 3);
  e_.jnz(by_hart, Emitter::T_NEAR);
  if (is_conditional) {
    e_.cmp(e_.byte[in_state(&state.reserved)], 0);
    e_.je(by_hart, Emitter::T_NEAR);
    e_.cmp(e_.dword[in_state(&state.reservation)], ecx);
    e_.jne(by_hart, Emitter::T_NEAR);
  }
  if (reserves) e_.mov(edx, ecx);
  e_.sub(ecx, data_.main.base);
  e_.cmp(ecx, data_.main.size - 4);
  e_.ja(by_hart, Emitter::T_NEAR);
  if (!reserves) {
    e_.offset_of_place(0U - ram_base_);
    e_.shr(ecx, CodeCache::kMarkShift);
    e_.cmp(e_.byte[r14 + rcx], 0);
    e_.jne(by_hart, Emitter::T_NEAR);
  }
  Label late;
  account_alone(index, code_.cycles_amid(slot), late);
  if (code_.counts()) {
    if (reserves) e_.push(rdx);
    add_one(code_.counts()[index].entered);
    if (reserves) e_.pop(rdx);
  }
  const auto place = e_.dword[r15 + e_.place().base + e_.place().offset];
  if (reserves) {
    e_.mov(ecx, place);
    e_.mov(e_.byte[in_state(&state.reserved)], 1);
    e_.mov(e_.dword[in_state(&state.reservation)], edx);
    e_.put(slot.rd);
  } else if (is_conditional) {
    e_.get(edx, slot.rs2);
    e_.mov(place, edx);
    e_.mov(e_.byte[in_state(&state.reserved)], 0);
    e_.xor_(ecx, ecx);
    e_.put(slot.rd);
  } else {
    e_.amo(slot.opcode, slot.rd, slot.rs2);
  }
  return true;
}

// What is read goes to ecx, and what is written to eax.
bool RegionEmitter::csr(std::uint32_t index, const Slot& slot, Label& by_hart) {
  const auto number = static_cast<std::uint16_t>(slot.immediate);
  const bool is_write = slot.opcode == Opcode::csrrw || slot.opcode == Opcode::csrrwi;
  const bool clears = slot.opcode == Opcode::csrrc || slot.opcode == Opcode::csrrci;
  const bool by_register = isa::row(slot.opcode).reads_rs1, writes = is_write || slot.rs1 != 0;
  const auto& state = *shared_.state;
  namespace csr = isa::csr;
  const auto is_one_of = [&](auto... numbers) { return ((number == numbers) || ...); };
  const bool known = is_one_of(csr::mstatus, csr::mie, csr::mtvec, csr::mscratch, csr::mepc, csr::mcause, csr::mtval);
  const bool reads_only = is_one_of(csr::mip, csr::mcycle, csr::mcycleh, csr::minstret, csr::minstreth, csr::cycle,
                                    csr::cycleh, csr::instret, csr::instreth);
  if (!known && (!reads_only || writes)) return false;
  e_.cmp(e_.byte[in_state(&state.privilege)], static_cast<std::uint8_t>(Privilege::Machine));
  e_.jne(by_hart, Emitter::T_NEAR);
  read_csr(number, by_hart);
  if (writes) {
    if (by_register)
      e_.get(eax, slot.rs1);
    else
      e_.mov(eax, slot.rs1);
    if (clears) e_.not_(eax);
    if (clears) e_.and_(eax, ecx);
    if (!is_write && !clears) e_.or_(eax, ecx);
    prepare_write(number, by_hart);
  }
  Label late;
  account_alone(index, code_.cycles_amid(slot), late);
  if (code_.counts()) add_one(code_.counts()[index].entered);
  if (writes) e_.mov(e_.dword[in_state(word_of(number))], eax);
  e_.put(slot.rd);
  return true;
}

// Where the state has a CSR that is a word, and that nothing follows from; null for any other, which the hart accesses.
const void* RegionEmitter::word_of(std::uint16_t number) const {
  namespace csr = isa::csr;
  const auto& state = *shared_.state;
  switch (number) {
    case csr::mstatus: return &state.mstatus;
    case csr::mie: return &state.mie;
    case csr::mip: return &state.mip;
    case csr::mtvec: return &state.mtvec;
    case csr::mscratch: return &state.mscratch;
    case csr::mepc: return &state.mepc;
    case csr::mcause: return &state.mcause;
    case csr::mtval: return &state.mtval;
  }
  return nullptr;
}

// ecx = the CSR. May change rdx.
void RegionEmitter::read_csr(std::uint16_t number, Label& by_hart) {
  namespace csr = isa::csr;
  if (const void* const word = word_of(number)) return e_.mov(ecx, e_.dword[in_state(word)]);
  const bool counts_cycles =
      number == csr::mcycle || number == csr::mcycleh || number == csr::cycle || number == csr::cycleh;
  const bool high =
      number == csr::mcycleh || number == csr::cycleh || number == csr::minstreth || number == csr::instreth;
  const Counter& counter = counts_cycles ? shared_.state->mcycle : shared_.state->minstret;
  e_.cmp(e_.byte[in_state(&counter.stopped)], 0);
  e_.jne(by_hart, Emitter::T_NEAR);
  e_.mov(rcx, e_.qword[in_state(counts_cycles ? &shared_.origin->due : &shared_.origin->retired)]);
  if (counts_cycles) {
    e_.mov(rdx, r13);
    e_.sar(rdx, 32);
    e_.sub(rcx, rdx);
  } else {
    e_.mov(edx, r13d);
    e_.add(rcx, rdx);
  }
  e_.add(rcx, e_.qword[in_state(&counter.base)]);
  if (high) e_.shr(rcx, 32);
}

// Makes of eax, which firmware writes, what the CSR becomes. Goes to the hart if that changes more than the CSR.
// Changes rdx.
void RegionEmitter::prepare_write(std::uint16_t number, Label& by_hart) {
  namespace csr = isa::csr;
  const auto& state = *shared_.state;
  if (number == csr::mepc) e_.and_(eax, ~(code_.slot_bytes() - 1));
  if (number == csr::mtvec) e_.and_(eax, ~2U);
  if (number == csr::mie) {
    Label off;
    e_.and_(eax, interrupt::kAll);
    e_.test(e_.dword[in_state(&state.mstatus)], status::kMie);
    e_.jz(off);
    e_.test(e_.dword[in_state(&state.mip)], eax);
    e_.jnz(by_hart, Emitter::T_NEAR);
    e_.L(off);
  }
  if (number == csr::mstatus) {
    Label off;
    constexpr std::uint32_t kOthers = status::kMpp | status::kMprv | status::kTw;
    e_.and_(eax, kOthers | status::kMie | status::kMpie);
    e_.mov(edx, eax);
    e_.xor_(edx, ecx);
    e_.test(edx, kOthers);
    e_.jnz(by_hart, Emitter::T_NEAR);
    e_.test(eax, status::kMie);
    e_.jz(off);
    e_.mov(edx, e_.dword[in_state(&state.mip)]);
    e_.test(e_.dword[in_state(&state.mie)], edx);
    e_.jnz(by_hart, Emitter::T_NEAR);
    e_.L(off);
  }
}

}  // namespace janus::hart
