#include "engine/revisit/stretches.h"

#include <algorithm>
#include <limits>

#include "isa/hooks.h"
#include "isa/predicates.h"
#include "term/work_clock.h"

namespace janus::engine {

Stretch::Stretch(std::shared_ptr<Stretch> behind, const ExecutionState& state)
    : before(std::move(behind)),
      far_before(this),
      goes_round_to(std::numeric_limits<std::uint32_t>::max()),
      inputs(state.inputs),
      retired(state.hart.retired) {
  if (!before) return;
  depth = before->depth + 1;
  const Stretch& far = *before->far_before;
  far_before = before->depth - far.depth == far.depth - far.far_before->depth ? far.far_before : before.get();
}

void Stretch::commit() {
  written.registers |= last.registers;
  if (last.bytes > 0) written.bytes.insert(last.first, last.bytes);
  last = {};
}

// In a number of steps that is logarithmic in the depth (Myers 1983, An applicative random-access stack).
bool Stretch::is_behind(const Stretch& other) const {
  const Stretch* at = this;
  while (at->depth > other.depth) at = at->far_before->depth >= other.depth ? at->far_before : at->before.get();
  return at == &other;
}

void Stretch::ends_because_of(const Stretch& other) {
  if (is_behind(other)) {
    goes_round_to = std::min(goes_round_to, other.depth);
  } else {
    unknown = true;
  }
}

// `made`: the input that the hook made, or null.
void Stretches::note_hook(Stretch& stretch, const ExecutionState& state, const Input* made) {
  constexpr std::uint32_t kArguments = 1U << isa::kT0 | 1U << isa::kT1 | 1U << isa::kT2 | 1U << isa::kA0;
  std::uint32_t read = kArguments;
  if (made && !made->address) {
    stretch.last.registers = 1U << made->register_number;
  } else if (const auto& named = state.hart.x[isa::kT1]; named.term) {
    read = ~0U;
  } else if (named.bits.raw < 32) {
    read |= 1U << named.bits.raw;
  }
  stretch.read.registers |= read & ~stretch.written.registers;
}

void Stretches::note_accesses(Stretch& stretch, const ExecutedInstruction& executed) {
  for (const MemoryAccess& access : executed.accesses) {
    if (access.device) continue;
    if (access.host) stretch.unknown = true;
    if (access.store) {
      if (access.count == 1) {
        stretch.last.first = access.low - ram_base_;
        stretch.last.bytes = access.bytes;
      }
    } else {
      for (std::uint32_t i = 0; i < access.count; ++i) {
        spend(term::Work::Visit);
        const std::uint32_t first = access.low + (i << access.stride_bits) - ram_base_;
        stretch.read.bytes.insert_but(first, access.bytes, stretch.written.bytes);
      }
    }
  }
}

void Stretches::executed(Stretch& stretch, const ExecutionState& state, const ExecutedInstruction& executed) {
  stretch.commit();
  stretch.last.cycle = state.hart.cycles;
  code_.executed(executed.pc, executed.instruction.length);
  const bool hook = executed.instruction.opcode == isa::Opcode::ecall && executed.called_hook;
  if (hook) code_.executed(executed.pc - 4, 4);  // the marker
  for_each_written(state, executed, stretch.inputs, [this](std::uint32_t address) { code_.written(address); });
  const Input* const made = state.inputs == stretch.inputs ? nullptr : state.inputs;
  const bool trapped = state.hart.retired == stretch.retired;
  stretch.inputs = state.inputs;
  stretch.retired = state.hart.retired;
  stretch.read.registers |= isa::registers_read(executed.instruction) & ~stretch.written.registers;
  if (executed.instruction.opcode == isa::Opcode::ebreak && !trapped) stretch.unknown = true;  // semihosting
  if (hook) {
    note_hook(stretch, state, made);
  } else if (!trapped) {
    stretch.last.registers = 1U << isa::written_register(executed.instruction);
  }
  note_accesses(stretch, executed);
  if (made && made->address) {
    stretch.last.first = *made->address - ram_base_;
    stretch.last.bytes = made->size;
  }
}

void Stretches::ended(std::shared_ptr<Stretch> stretch, std::uint32_t live) {
  stretch->commit();
  stretch->read.registers |= live & ~stretch->written.registers;
  while (stretch && --stretch->open == 0) {
    spend(term::Work::Comparison);
    Stretch& here = *stretch;
    here.unknown |= here.read.bytes.chunks().size() > Stretch::kMaxChunks;
    if (here.unknown) here.read = {};
    if (here.visit && !here.unknown && here.goes_round_to >= here.depth) completed_(here.visit, here.read);
    here.visit.reset();
    const std::shared_ptr<Stretch> before = std::move(here.before);
    if (before) {
      before->unknown |= here.unknown;
      before->goes_round_to = std::min(before->goes_round_to, here.goes_round_to);
      before->read.insert_but(here.read, before->written);
    }
    stretch = before;
  }
}

}  // namespace janus::engine
