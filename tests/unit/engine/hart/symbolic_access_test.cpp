// Symbolic addresses, jumps and CSRs: every feasible target is explored, and no other. Every answer of the solver is
// validated.
#include <gtest/gtest.h>

#include <atomic>

#include <set>

#include "testing/encode.h"
#include "testing/nobody_else.h"
#include "testing/symbolic_fixture.h"

namespace janus::engine {
namespace {

using isa::Opcode;
using testing::encode;
using testing::SymbolicFixture;

using testing::kCode;
constexpr std::uint32_t kTable = 0x8000'2000;

class SymbolicAccess : public ::testing::Test {
 protected:
  // One instruction at kCode, x1 symbolic with `low` <= x1 <= `high` (unsigned).
  std::unique_ptr<ExecutionState> prepared(std::uint32_t instruction, std::uint32_t low, std::uint32_t high) {
    auto state = f.state_at(kCode);
    f.poke(*state, kCode, instruction);
    x1 = f.make_symbolic(*state, 1, "x1", low);
    auto& pool = f.pool;
    state->path = solver::extend(state->path, pool.bit_not(pool.ult(x1, pool.constant(32, low))));
    state->path = solver::extend(state->path, pool.bit_not(pool.ult(pool.constant(32, high), x1)));
    return state;
  }
  bool feasible(const ExecutionState& state, term::Term condition) {
    term::Assignment model;
    return f.solver->check(state.path, condition, model) == solver::Answer::Sat;
  }

  SymbolicFixture f;
  term::Term x1;
};

TEST_F(SymbolicAccess, ALoadFromATableStaysOneState) {
  auto state = prepared(encode(Opcode::lw, {.rd = 2, .rs1 = 1}), kTable, kTable + 255 * 4);
  for (std::uint32_t i = 0; i < 256; ++i) f.poke(*state, kTable + 4 * i, i * i + 7);
  auto& pool = f.pool;
  state->path = solver::extend(state->path, pool.eq(pool.extract(x1, 1, 0), pool.constant(2, 0)));
  auto stopped = f.run_all(std::move(state), 1);
  ASSERT_EQ(stopped.size(), 1U);
  const ExecutionState& after = *stopped[0].state;
  for (const std::uint32_t i : {0U, 1U, 100U, 255U}) {
    const auto at = pool.eq(x1, pool.constant(32, kTable + 4 * i));
    const auto loaded = pool.eq(after.hart.x[2].term, pool.constant(32, i * i + 7));
    EXPECT_TRUE(feasible(after, at));
    EXPECT_FALSE(feasible(after, pool.bit_and(at, pool.bit_not(loaded)))) << i;
  }
}

TEST_F(SymbolicAccess, AStoreThroughASymbolicPointerMayChangeEachOfItsTargetsAndNoOther) {
  auto state = prepared(encode(Opcode::sb, {.rs1 = 1, .rs2 = 3}), kTable, kTable + 9);
  for (std::uint32_t i = 0; i < 16; ++i) state->memory.write(kTable - kCode + i, static_cast<std::uint8_t>(i));
  state->hart.x[3].bits.raw = 0xaa;
  auto stopped = f.run_all(std::move(state), 1);
  ASSERT_EQ(stopped.size(), 1U);
  const ExecutionState& after = *stopped[0].state;
  auto& pool = f.pool;
  for (std::uint32_t i = 0; i < 12; ++i) {
    const auto byte = after.memory.symbol(kTable - kCode + i);
    if (i >= 10) {
      EXPECT_FALSE(byte.symbol) << i;
      continue;
    }
    ASSERT_TRUE(byte.symbol) << i;
    const auto value = pool.extract(byte.symbol, 8U * byte.index + 7, 8U * byte.index);
    const auto here = pool.eq(x1, pool.constant(32, kTable + i));
    const auto expected = pool.ite(here, pool.constant(8, 0xaa), pool.constant(8, i));
    EXPECT_FALSE(feasible(after, pool.bit_not(pool.eq(value, expected)))) << i;
  }
}

TEST_F(SymbolicAccess, APointerIntoAndBeyondMemoryIsExploredOnBothSides) {
  auto state = prepared(encode(Opcode::lbu, {.rd = 2, .rs1 = 1}), 0x8000'fff0, 0x8001'0010);
  std::multiset<std::string_view> ends;
  for (const auto& [after, ending] : f.run_all(std::move(state), 1)) {
    ends.insert(ending ? row(ending->reason).key : "went on");
    if (!ending) continue;
    EXPECT_EQ(ending->cause, isa::Exception::LoadAccessFault);
    EXPECT_GE(f.value(*after, after->hart.x[1]), 0x8001'0000U);
  }
  EXPECT_EQ(ends, (std::multiset<std::string_view>{"trap", "went on"}));
}

TEST_F(SymbolicAccess, AnyPointerWhateverIsMemoryEachDeviceOrAFault) {
  auto config = SymbolicFixture::plain();
  config.max_load_targets = 1U << 31;  // one state for all of memory
  SymbolicFixture g(config);
  auto state = g.state_at(kCode);
  g.poke(*state, kCode, encode(Opcode::lbu, {.rd = 2, .rs1 = 1}));
  g.make_symbolic(*state, 1, "pointer", 0);
  SymbolicFixture::States siblings;
  // All faulting addresses together are one path. The other paths are memory and devices.
  const auto ending = g.hart.run(*state, 1, siblings);
  if (!ending) {
    EXPECT_FALSE(siblings.empty());
  } else {
    EXPECT_EQ(ending->reason, Termination::UnhandledTrap);
  }
  EXPECT_EQ(g.hart.statistics().concretizations, 0U);
}

TEST_F(SymbolicAccess, AJumpThroughAPointerFromATableGoesToEveryTarget) {
  auto state = prepared(encode(Opcode::jalr, {.rd = 2, .rs1 = 1}), 0, 11);
  term::Term target = f.pool.constant(32, 0x8000'010b);
  for (std::uint32_t entry = 0; entry < 11; ++entry) {
    const term::Term chosen = f.pool.eq(state->hart.x[1].term, f.pool.constant(32, entry));
    target = f.pool.ite(chosen, f.pool.constant(32, 0x8000'0100 + entry), target);
  }
  state->hart.x[1].term = target;
  std::multiset<std::uint64_t> targets;
  for (const auto& [after, ending] : f.run_all(std::move(state), 1)) {
    if (ending) {  // a misaligned target traps, and no handler is installed
      EXPECT_EQ(ending->cause, isa::Exception::InstructionAddressMisaligned);
      EXPECT_EQ(f.value(*after, after->hart.x[2]), 0U) << "a jump that traps writes no register";
    } else {
      targets.insert(after->hart.pc);
    }
  }
  // Bit 0 is cleared, so two values of x1 lead to each aligned target.
  EXPECT_EQ(targets, (std::multiset<std::uint64_t>{0x8000'0100, 0x8000'0100, 0x8000'0104, 0x8000'0104, 0x8000'0108,
                                                   0x8000'0108}));
}

TEST_F(SymbolicAccess, AJumpToWhereTheProgramNeverJumpsIsAViolationAndComesFirst) {
  auto state = prepared(encode(Opcode::jalr, {.rd = 2, .rs1 = 1}), 0x8000'0100, 0x8000'010b);
  SymbolicFixture::States siblings;
  const auto ending = f.hart.run(*state, 1, siblings);
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->reason, Termination::ControlledJump);
  EXPECT_EQ(state->hart.retired, 0U) << "the path ends in front of the jump";
}

TEST_F(SymbolicAccess, ABranchOnASymbolForksOnceAndEachSideKnowsItsCondition) {
  auto state = f.state_at(kCode);
  f.poke(*state, kCode, encode(Opcode::blt, {.rs1 = 1, .rs2 = 2, .immediate = 64}));
  f.make_symbolic(*state, 1, "a", 3);
  f.make_symbolic(*state, 2, "b", 3);
  const auto stopped = f.run_all(std::move(state), 1);
  ASSERT_EQ(stopped.size(), 2U);
  for (const auto& [after, ending] : stopped) {
    const bool taken = after->hart.pc == kCode + 64;
    const auto less = f.pool.slt(f.pool.variable("a", 32), f.pool.variable("b", 32));
    EXPECT_FALSE(feasible(*after, taken ? f.pool.bit_not(less) : less));
    EXPECT_EQ(f.hart.value_in_model(*after, less), taken ? 1U : 0U) << "the model follows the path";
  }
}

TEST_F(SymbolicAccess, ASideTheSolverGivesUpOnIsCounted) {
  testing::NobodyElse clueless;
  SymbolicHart hart(SymbolicFixture::plain(), f.pool, clueless, f.image);
  auto state = f.state_at(kCode);
  f.poke(*state, kCode, encode(Opcode::beq, {.rs1 = 1, .rs2 = 0, .immediate = 64}));
  f.make_symbolic(*state, 1, "a", 0);
  SymbolicFixture::States siblings;
  EXPECT_FALSE(hart.run(*state, 1, siblings)) << "the path that the model takes goes on";
  EXPECT_EQ(state->hart.pc, kCode + 64);
  EXPECT_TRUE(siblings.empty());
  EXPECT_EQ(hart.statistics().gave_up, 1U);
}

// A solver that sets a flag when it is asked, as a watchdog can do at any time, and answers Unknown.
class Impatient : public testing::NobodyElse {
 public:
  explicit Impatient(std::atomic<bool>& flag) : flag_(flag) {}
  solver::Answer check(const solver::PathCondition&, term::Term, term::Assignment&) override {
    flag_ = true;
    return solver::Answer::Unknown;
  }

 private:
  std::atomic<bool>& flag_;
};

TEST_F(SymbolicAccess, AHartThatIsToPauseDoesSoBetweenTwoInstructionsAndGoesOnFromThere) {
  std::atomic<bool> asked = false;
  Impatient impatient(asked);
  SymbolicHart hart(SymbolicFixture::plain(), f.pool, impatient, f.image);
  hart.pause_when(&asked);
  auto state = f.state_at(kCode);
  f.poke(*state, kCode, encode(Opcode::beq, {.rs1 = 1, .rs2 = 0, .immediate = 64}));
  for (std::uint32_t i = 0; i < 10; ++i) {
    f.poke(*state, kCode + 64 + 4 * i, encode(Opcode::addi, {.rd = 2, .rs1 = 2, .immediate = 1}));
  }
  f.make_symbolic(*state, 1, "a", 0);
  SymbolicFixture::States siblings;
  EXPECT_FALSE(hart.run(*state, 11, siblings));
  EXPECT_TRUE(hart.paused());
  EXPECT_EQ(state->hart.pc, kCode + 64) << "the instruction that was under way is completed";
  EXPECT_FALSE(hart.run(*state, 10, siblings));
  EXPECT_TRUE(hart.paused()) << "as long as it is asked for";
  EXPECT_EQ(state->hart.pc, kCode + 64);
  asked = false;
  EXPECT_FALSE(hart.run(*state, 10, siblings));
  EXPECT_FALSE(hart.paused());
  EXPECT_EQ(state->hart.pc, kCode + 64 + 40);
  EXPECT_EQ(hart.statistics().instructions, 11U);
}

TEST_F(SymbolicAccess, DataChoicesDoNotFork) {
  for (const Opcode opcode : {Opcode::div, Opcode::rem, Opcode::sll, Opcode::sra, Opcode::slt, Opcode::mulhsu}) {
    auto state = f.state_at(kCode);
    f.poke(*state, kCode, encode(opcode, {.rd = 3, .rs1 = 1, .rs2 = 2}));
    f.make_symbolic(*state, 1, "a", 3);
    f.make_symbolic(*state, 2, "b", 0);
    EXPECT_EQ(f.run_all(std::move(state), 1).size(), 1U) << isa::row(opcode).mnemonic;
  }
}

TEST_F(SymbolicAccess, ASymbolicHookCodeIsEachHookOrAnOrdinaryCall) {
  auto state = f.state_at(kCode);
  f.poke(*state, kCode, encode(Opcode::ecall));
  f.make_symbolic(*state, isa::kT0, "code", 77);
  state->hart.x[isa::kT1].bits.raw = 7;
  state->hart.x[7].bits.raw = 0;
  std::multiset<std::string_view> ends;
  for (const auto& [after, ending] : f.run_all(std::move(state), 1))
    ends.insert(ending ? row(ending->reason).key : "went on");
  // assert and assume of 0 end the path, and a report does. The three hooks that make something symbolic go on (two of
  // them with size 0), the six that ask or tell, the five about memory, and the three of time (no cycle has passed).
  // Any other code traps.
  EXPECT_EQ(ends.count("went on"), 17U);
  EXPECT_EQ(ends.size(), std::size(isa::kHooks) + 1);
  EXPECT_EQ(ends.count("assert"), 2U);
  for (const char* once : {"assume", "trap"}) EXPECT_EQ(ends.count(once), 1U) << once;
}

TEST_F(SymbolicAccess, AControlCsrTakesEveryFeasibleValue) {
  auto state = prepared(encode(Opcode::csrrw, {.rd = 0, .rs1 = 1, .immediate = isa::csr::mie}), 0, 0xffff);
  std::set<std::uint32_t> values;
  for (const auto& [after, ending] : f.run_all(std::move(state), 1)) values.insert(after->hart.mie);
  EXPECT_EQ(values, (std::set<std::uint32_t>{0, 0x8, 0x80, 0x88, 0x800, 0x808, 0x880, 0x888}));
}

TEST_F(SymbolicAccess, AScratchCsrKeepsTheTerm) {
  auto state = prepared(encode(Opcode::csrrw, {.rd = 2, .rs1 = 1, .immediate = isa::csr::mscratch}), 0, ~0U);
  const auto stopped = f.run_all(std::move(state), 1);
  ASSERT_EQ(stopped.size(), 1U);
  EXPECT_EQ(stopped[0].state->hart.mscratch.term, x1);
}

TEST_F(SymbolicAccess, SendingASymbolByTheUartForksNothing) {
  auto state = f.state_at(kCode);
  f.poke(*state, kCode, encode(Opcode::sb, {.rs1 = 1, .rs2 = 2}));
  state->hart.x[1].bits.raw = 0x1000'0000;
  f.make_symbolic(*state, 2, "character", 'x');
  EXPECT_EQ(f.run_all(std::move(state), 1).size(), 1U);
}

TEST_F(SymbolicAccess, ASymbolWrittenToADeviceRegisterForksForEachValue) {
  auto state = f.state_at(kCode);
  f.poke(*state, kCode, encode(Opcode::sw, {.rs1 = 3, .rs2 = 1}));
  state->hart.x[3].bits.raw = 0x0200'0000;  // msip
  const auto flag = f.pool.variable("flag", 1);
  state->hart.x[1] = {f.pool.zero_extend(flag, 32), {}};
  std::set<bool> levels;
  for (const auto& [after, ending] : f.run_all(std::move(state), 1))
    levels.insert(after->board.get().software_interrupt());
  EXPECT_EQ(levels, (std::set<bool>{false, true}));
}

TEST_F(SymbolicAccess, SymbolicCodeIsExecutedAsEveryFeasibleInstruction) {
  auto state = f.state_at(kCode);
  const std::uint32_t addi = encode(Opcode::addi, {.rd = 5, .rs1 = 0, .immediate = 1});
  f.poke(*state, kCode, addi);
  const auto bit = f.pool.variable("bit", 1);
  const auto byte =
      f.pool.concat(f.pool.constant(3, 0), f.pool.concat(bit, f.pool.constant(4, 0)));  // bit 20: immediate 0 or 1
  state->memory.write(2, memory::SymbolicByte<term::Term>{byte, 0});
  std::set<std::uint64_t> results;
  for (const auto& [after, ending] : f.run_all(std::move(state), 1)) results.insert(f.value(*after, after->hart.x[5]));
  EXPECT_EQ(results, (std::set<std::uint64_t>{0, 1}));
}

TEST_F(SymbolicAccess, AStoreConditionalIsRetriedWithItsReservation) {
  // sc.w of a symbolic word to `tohost` forks on whether the store ends the run. The sibling executes sc.w again, and
  // must still have the reservation.
  auto config = SymbolicFixture::plain();
  config.htif.tohost = kTable;
  SymbolicFixture g(config);
  auto state = g.state_at(kCode);
  g.poke(*state, kCode, encode(Opcode::sc_w, {.rd = 4, .rs1 = 1, .rs2 = 2}));
  state->hart.x[1].bits.raw = kTable;
  const auto flag = g.pool.variable("flag", 1);
  state->hart.x[2] = {g.pool.zero_extend(flag, 32), {}};
  state->hart.reserved = true;
  state->hart.reservation = kTable;
  const auto stopped = g.run_all(std::move(state), 1);
  ASSERT_EQ(stopped.size(), 2U);
  for (const auto& [after, ending] : stopped) {
    EXPECT_EQ(g.value(*after, after->hart.x[4]), 0U) << "it succeeded on either path";
    EXPECT_FALSE(after->hart.reserved);
  }
}

}  // namespace
}  // namespace janus::engine
