// What the semantics ask of a hart. Four rules make one meaning serve several interpretations:
//
//  1. Data choice is `ite`, control choice is branch(). Only branches and indirect jumps may fork a path.
//  2. Operations on values are total and mean what SMT-LIB says (values.h).
//  3. Decide, then commit. Whatever may fail, fork or trap (branch, load, resolve, trap) comes before the first write
//     to the hart, so that an instruction can be abandoned, forked and retried from its start.
//  4. No silent concretisation. A Word does not convert to an integer; resolve() explores every feasible value.
//
// A function that returns an optional returns nothing if the instruction trapped or was abandoned. (An instruction that
// forks is abandoned; each of the resulting states executes it again.) The semantics then return at once.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

#include "isa/instruction.h"
#include "isa/values.h"

namespace janus::isa {

// mcause values of the exceptions (Volume II, table 3.6).
enum class Exception : std::uint32_t {
  InstructionAddressMisaligned = 0,
  InstructionAccessFault = 1,
  IllegalInstruction = 2,
  Breakpoint = 3,
  LoadAddressMisaligned = 4,
  LoadAccessFault = 5,
  StoreAddressMisaligned = 6,
  StoreAccessFault = 7,
  EnvironmentCallFromUser = 8,
  EnvironmentCallFromMachine = 11,
};

template <class H>
concept Hart = Values<typename H::Values> &&
    requires(H hart, typename H::template Word<32> word, typename H::template Word<1> truth,
             typename H::template Word<8> byte, std::uint8_t number, std::uint32_t bits, std::uint16_t csr, bool writes,
             Exception cause) {
  // The domain of values.
  { hart.values() } -> std::same_as<typename H::Values&>;

  // Integer registers; x0 reads as zero and ignores writes.
  { hart.get(number) } -> std::same_as<typename H::template Word<32>>;
  {hart.set(number, word)};

  // What the hart has, which says where an instruction can begin.
  { hart.extensions() } -> std::same_as<Extensions>;

  // Control flow. pc() is the address of the instruction being executed. The target of jump() is always an address
  // where an instruction can begin.
  { hart.pc() } -> std::same_as<std::uint32_t>;
  { hart.branch(truth) } -> std::same_as<std::optional<bool>>;
  {hart.jump(bits)};
  { hart.resolve(word) } -> std::same_as<std::optional<std::uint32_t>>;

  // Memory, little-endian. Misaligned accesses are performed. An access that fails traps; mtval is the address where
  // its failing part begins.
  { hart.template load<8>(word) } -> std::same_as<std::optional<typename H::template Word<8>>>;
  { hart.template store<8>(word, byte) } -> std::same_as<bool>;
  // The load of a read-modify-write. It traps as a store would. If it succeeds, the store that follows succeeds too.
  { hart.load_for_store(bits) } -> std::same_as<std::optional<typename H::template Word<32>>>;
  {hart.reserve(bits)};
  { hart.holds_reservation(bits) } -> std::same_as<bool>;
  {hart.end_reservation()};

  // Privileged. trap() raises an exception instead of completing the instruction.
  {hart.trap(cause, word)};
  { hart.csr_accessible(csr, writes) } -> std::same_as<bool>;  // exists, privilege suffices, not a write to read-only
  { hart.read_csr(csr) } -> std::same_as<typename H::template Word<32>>;
  { hart.write_csr(csr, word) } -> std::same_as<bool>;  // false if abandoned
  { hart.environment_call() } -> std::same_as<bool>;    // true if the ecall was a hook or was abandoned; else it traps
  { hart.host_call() } -> std::same_as<bool>;           // the same for an ebreak that may be a call of semihosting
  { hart.in_machine_mode() } -> std::same_as<bool>;
  {hart.return_from_trap()};
  { hart.may_wait() } -> std::same_as<bool>;  // false in user mode under mstatus.TW
  {hart.wait_for_interrupt()};
  {hart.instruction_fence()};
};

}  // namespace janus::isa
