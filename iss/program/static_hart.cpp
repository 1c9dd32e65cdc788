#include "program/static_hart.h"

#include "isa/predicates.h"
#include "isa/semantics.h"

namespace janus::program {
namespace {

class StaticHart {
 public:
  using Values = KnownValues;
  template <unsigned W>
  using Word = Values::Word<W>;

  StaticHart(std::uint32_t pc, KnownRegisters& registers) : pc_(pc), registers_(registers) {}

  StaticEffect effect;
  // Whether the instruction asked for something that is not known, and was abandoned.
  bool abandoned = false;
  Word<32> resolved;  // the last word that resolve() was asked about

  // --- isa::Hart.
  Values& values() { return values_; }
  // The instruction completes, so an instruction can begin where it leads.
  isa::Extensions extensions() const { return isa::kEverything; }
  Word<32> get(std::uint8_t number) { return number == 0 ? Values::constant<32>(0) : registers_.get(number); }
  void set(std::uint8_t number, Word<32> value) {
    effect.written = number;
    effect.value = value;
  }
  std::uint32_t pc() const { return pc_; }
  std::optional<bool> branch(Word<1> condition) {
    if (condition.is_constant()) return condition.bits.raw != 0;
    abandoned = true;
    return std::nullopt;
  }
  void jump(std::uint32_t) {}
  std::optional<std::uint32_t> resolve(Word<32> word) {
    resolved = word;
    if (word.is_constant()) return word.bits.raw;
    abandoned = true;
    return std::nullopt;
  }
  template <unsigned W>
  std::optional<Word<W>> load(Word<32>) {
    return Word<W>{};
  }
  template <unsigned W>
  bool store(Word<32> address, Word<W>) {
    effect.stored = W / 8;
    effect.address = address;
    return true;
  }
  std::optional<Word<32>> load_for_store(std::uint32_t) { return Word<32>{}; }
  void reserve(std::uint32_t) {}
  bool holds_reservation(std::uint32_t) const { return true; }
  void end_reservation() {}
  void trap(isa::Exception, Word<32>) {}
  bool csr_accessible(std::uint16_t, bool) const { return true; }
  Word<32> read_csr(std::uint16_t) const { return {}; }
  bool write_csr(std::uint16_t, Word<32>) const { return true; }
  bool environment_call() const { return true; }
  bool host_call() const { return true; }
  bool in_machine_mode() const { return true; }
  void return_from_trap() {}
  bool may_wait() const { return true; }
  void wait_for_interrupt() {}
  void instruction_fence() {}

 private:
  Values values_;
  std::uint32_t pc_;
  KnownRegisters& registers_;
};
static_assert(isa::Hart<StaticHart>);

}  // namespace

StaticEffect static_effect(const isa::Instruction& instruction, std::uint32_t pc, KnownRegisters& registers) {
  StaticHart hart(pc, registers);
  isa::execute(hart, instruction);
  StaticEffect& effect = hart.effect;
  const std::uint8_t written = isa::written_register(instruction);
  if (hart.abandoned) {
    effect = {.written = written, .value = {}, .stored = 0, .address = {}};
    if (const isa::MemoryUse& use = isa::memory_use(instruction.opcode); use.stores) {
      effect.stored = use.bytes;
      effect.address = hart.resolved;
    }
  }
  // sc.w may fail. Only one of the two outcomes was executed here, so its result is not known.
  if (instruction.opcode == isa::Opcode::sc_w) effect.value = {};
  return effect;
}

StaticHook hook_of(KnownRegisters& registers) {
  StaticHart hart(0, registers);
  return isa::decode_hook(hart, false);
}

}  // namespace janus::program
