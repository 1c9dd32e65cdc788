// The shadow hart executes an instruction again, on the shadow of the path (shadow_state.h), after the path itself has
// executed the instruction.
//
// The shadow hart makes no decisions: the side of a branch and the accessed addresses are those of the path. Outcome
// holds the conditions under which another finding path does something else at this instruction.
#pragma once

#include <string>

#include "engine/learn/conflict_analysis.h"
#include "engine/state/technique.h"
#include "isa/hart_concept.h"

namespace janus::engine {

class ShadowHart {
 public:
  using Values = term::SymbolicValues;
  template <unsigned W>
  using Word = Values::Word<W>;

  // All references must outlive the hart. `ram_base` is an address, `ram_size` is in bytes.
  ShadowHart(term::TermPool& pool, SearchFormula& formula, ConflictAnalysis& analysis, std::uint32_t ram_base,
             std::uint32_t ram_size)
      : pool_(pool), formula_(formula), analysis_(analysis), values_(pool), base_(ram_base), size_(ram_size) {}

  // The operands that steered the instruction.
  struct Outcome {
    std::optional<Word<1>> branch;                  // the condition of a branch
    std::optional<Word<32>> jump, address, stored;  // the target of a jump; the address of an access; the stored value
    Literal chosen = 0;  // stands for the addresses of a store, if other paths may store elsewhere
  };
  // `next` is the address of the path's next instruction.
  Outcome execute(ShadowState& state, const ExecutedInstruction& executed, std::uint32_t next);

  // The functions below are about this state and this instruction from now on.
  void begin(ShadowState& state, const ExecutedInstruction& executed) {
    state_ = &state;
    executed_ = &executed;
  }
  Word<32> get(std::uint8_t number);
  void set(std::uint8_t number, Word<32> word);
  // A variable without any fact, named by `what` and the place where it is read.
  Word<32> unknown_word(std::uint32_t pc, const char* what);
  template <unsigned W>
  void store_at(std::uint32_t address, Word<W> word) {
    write(address, W / 8, word.term, word.bits.raw);
  }

  // From here on the named locations may differ between paths for which `guard` holds and other paths.
  void forget_register(std::uint8_t number, Literal guard, ShadowPlace place);
  void forget_words(std::uint32_t address, std::uint32_t bytes, Literal guard, ShadowPlace place);
  void forget_below(std::uint32_t address, Literal guard, ShadowPlace place);
  void forget_memory(Literal guard, ShadowPlace place);

  // --- isa::Hart.
  Values& values() { return values_; }
  // The instruction has completed, so an instruction can begin where it led.
  isa::Extensions extensions() const { return isa::kEverything; }
  std::uint32_t pc() const { return executed_->pc; }
  std::optional<bool> branch(Word<1> condition) {
    outcome_.branch = condition;
    return next_ != isa::next_pc(pc(), executed_->instruction);
  }
  void jump(std::uint32_t) {}
  std::optional<std::uint32_t> resolve(Word<32> word) {
    outcome_.jump = word;
    return next_;
  }
  template <unsigned W>
  std::optional<Word<W>> load(Word<32> address);
  template <unsigned W>
  bool store(Word<32> address, Word<W> value);
  std::optional<Word<32>> load_for_store(std::uint32_t) { return std::nullopt; }
  void reserve(std::uint32_t) {}
  bool holds_reservation(std::uint32_t) { return false; }
  void end_reservation() {}
  void trap(isa::Exception, Word<32>) {}
  bool csr_accessible(std::uint16_t, bool) { return false; }
  Word<32> read_csr(std::uint16_t) { return {}; }
  bool write_csr(std::uint16_t, Word<32>) { return false; }
  bool environment_call() { return true; }
  bool host_call() { return false; }  // such firmware is not learned from
  bool in_machine_mode() { return true; }
  void return_from_trap() {}
  bool may_wait() { return true; }
  void wait_for_interrupt() {}
  void instruction_fence() {}

 private:
  void settle_register(std::uint8_t number);
  void settle_word(std::uint32_t address);
  std::optional<Pending> take_pending(std::uint32_t address);
  void settled(std::uint32_t address);  // the word was written or read
  std::string name(const ShadowPlace& place, char kind, std::uint32_t what) const;
  // The bytes at an address: a term; or null, and the concrete bytes in `value`.
  term::Term read(std::uint32_t address, unsigned bytes, std::uint32_t& value);
  term::Term read_settled(std::uint32_t address, unsigned bytes, std::uint32_t& value);
  void write(std::uint32_t address, unsigned bytes, term::Term term, std::uint32_t value);
  template <unsigned W>
  Word<W> word_at(std::uint32_t address) {
    std::uint32_t value = 0;
    const term::Term term = read(address, W / 8, value);
    return term ? values_.from_term<W>(term) : values_.constant<W>(value);
  }
  term::Term within(term::Term address, const MemoryAccess& access);
  ShadowPlace here() const { return {state_->node, pc()}; }

  term::TermPool& pool_;
  SearchFormula& formula_;
  ConflictAnalysis& analysis_;
  Values values_;
  std::uint32_t base_, size_;

  ShadowState* state_ = nullptr;
  const ExecutedInstruction* executed_ = nullptr;
  std::uint32_t next_ = 0;
  Outcome outcome_;
  std::map<std::tuple<SearchFormula::Node, std::uint32_t, std::uint32_t, std::uint32_t, std::uint8_t>, Literal> chosen_;
};

}  // namespace janus::engine
