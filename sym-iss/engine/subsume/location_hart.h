// The location hart computes weakest preconditions. It executes one recorded instruction over location variables
// instead of a state. The weakest precondition says what must hold before the instruction, so that the instruction does
// what was recorded and `phi` holds afterwards:
//
//   before = guard and phi[written value / written location]
//
// The guard says that a branch takes the recorded direction, an access goes to a recorded address (a load whose value
// does not matter to phi may go anywhere in memory), an indirect jump goes to the recorded target, and a device
// receives the recorded value. The location hart runs the same semantics as the other harts, so no instruction has a
// second meaning here.
//
// Dijkstra: Guarded commands, nondeterminacy and formal derivation of programs, CACM 1975; for its use on paths of a
// symbolic execution McMillan: Lazy annotation for program testing and verification, CAV 2010.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "engine/state/locations.h"
#include "engine/subsume/history.h"
#include "isa/hart_concept.h"
#include "isa/hooks.h"
#include "term/support.h"
#include "term/symbolic_values.h"

namespace janus::engine {

struct LocationHartConfig {
  std::uint32_t ram_base = 0, ram_size = 0;
  isa::Extensions extensions;
  std::optional<std::uint32_t> tohost;
};

class LocationHart {
 public:
  using Values = term::SymbolicValues;
  template <unsigned W>
  using Word = Values::Word<W>;
  using Word32 = Word<32>;

  // An access with more targets than this has the precondition `false`.
  static constexpr std::uint32_t kMaxTargets = 64;

  LocationHart(const LocationHartConfig& config, Locations& locations, term::Support& support)
      : config_(config), locations_(locations), support_(support), values_(locations.pool()) {}

  // The weakest precondition of a Plain step for the postcondition `phi`, or a stronger precondition.
  Precondition before(const Step& step, std::span<const MemoryAccess> accesses, term::Term phi);
  // The same for the hook Assert or Assume.
  Precondition before_hook(const Step& step, isa::HookCode code, term::Term phi);

  // Whether `phi` depends on a location.
  bool reads(term::Term phi, const Location& location);

  // --- isa::Hart.
  Values& values() { return values_; }
  isa::Extensions extensions() const { return config_.extensions; }
  Word32 get(std::uint8_t number);
  void set(std::uint8_t number, Word32 value);
  std::uint32_t pc() const { return step_->pc; }
  std::optional<bool> branch(Word<1> condition);
  void jump(std::uint32_t) {}
  std::optional<std::uint32_t> resolve(Word32 word);
  template <unsigned W>
  std::optional<Word<W>> load(Word32 address);
  template <unsigned W>
  bool store(Word32 address, Word<W> value);
  std::optional<Word32> load_for_store(std::uint32_t address) { return load<32>(constant(address)); }
  void reserve(std::uint32_t) {}
  // As recorded, since the reservation is part of the situation.
  bool holds_reservation(std::uint32_t) const { return !accesses_.empty(); }
  void end_reservation() {}
  void trap(isa::Exception, Word32) { failed_ = true; }
  bool csr_accessible(std::uint16_t, bool) const { return true; }
  Word32 read_csr(std::uint16_t number);
  bool write_csr(std::uint16_t number, Word32 value);
  bool environment_call() const { return false; }
  bool host_call() const { return false; }  // in such firmware nothing is subsumed
  bool in_machine_mode() const { return true; }
  void return_from_trap();
  bool may_wait() const { return true; }
  void wait_for_interrupt() {}
  void instruction_fence() {}

 private:
  Word32 constant(std::uint32_t value) { return Values::constant<32>(value); }
  void require(Word<1> condition);
  void pin(Word32 word, std::uint32_t value) { require(values_.eq(word, constant(value))); }
  Word32 location(const Location& location);
  void set_location(const Location& location, Word32 value);
  Precondition finish(term::Term phi);
  template <unsigned W>
  Word<W> load_at(std::uint32_t address);
  template <unsigned W>
  void store_at(std::uint32_t address, Word<W> value);
  const MemoryAccess* next_access();
  // Adds to the guard that `address` is one of the targets of `access`.
  void require_targets(Word32 address, const MemoryAccess& access);

  LocationHartConfig config_;
  Locations& locations_;
  term::Support& support_;
  Values values_;

  // About the current step.
  const Step* step_ = nullptr;
  isa::Instruction instruction_;
  std::span<const MemoryAccess> accesses_;
  std::size_t accessed_ = 0;
  term::Term phi_, guard_;
  bool failed_ = false;
  std::unordered_map<std::uint32_t, term::Term> written_;  // by the location's variable: the written value
};

}  // namespace janus::engine
