// Cells that have had many values are widened, and no more once they were to blame.
#include "engine/revisit/widening.h"

#include <gtest/gtest.h>

#include "solver/chain.h"

namespace janus::engine {
namespace {

constexpr std::uint32_t kBase = 0x8000'0000, kEnd = kBase + 0x100, kAll = ~0U;

class Widenings : public ::testing::Test {
 protected:
  Widenings() { state.hart.pc = kBase; }
  void visit(std::uint64_t times, std::uint32_t live = kAll) {
    for (std::uint64_t i = 0; i < times; ++i) {
      state.memory.write(0x200, static_cast<std::uint8_t>(i));
      state.hart.x[9] = term::SymbolicValues::constant<32>(i % 2);
      widening.visited(state, live, Widening::kVisitsOfPath);
    }
  }

  term::TermPool pool;
  std::unique_ptr<solver::Solver> solver = solver::make_solver_chain(pool, {});
  Widening widening{pool, *solver, kBase, kEnd};
  ExecutionState state{Memory(0x1000)};
};

TEST_F(Widenings, TakeCellsOfManyValuesAndNoOthers) {
  visit(Widening::kFirstChoice - 1);
  EXPECT_FALSE(widening.widen(state, 0));
  visit(1);
  EXPECT_TRUE(widening.widen(state, 0));
  EXPECT_EQ(widening.cells(), 1U);
  EXPECT_TRUE(state.memory.symbol(0x200).symbol);
  EXPECT_FALSE(state.memory.symbol(0x201).symbol);
  EXPECT_TRUE(state.hart.x[9].is_concrete());
}

TEST_F(Widenings, TakeRegistersThatAreNotReadSooner) {
  visit(Widening::kFirstChoice, kAll & ~(1U << 9));
  EXPECT_TRUE(widening.widen(state, 0));
  EXPECT_FALSE(state.hart.x[9].is_concrete());
}

TEST_F(Widenings, TakePointersOnlyIfNobodyReadsThem) {
  for (const std::uint32_t live : {kAll, kAll & ~(1U << 9)}) {
    Widening other{pool, *solver, kBase, kEnd};
    ExecutionState with_pointer{Memory(0x1000)};
    with_pointer.hart.pc = kBase;
    with_pointer.shadow = std::make_shared<Shadow>();
    for (std::uint64_t i = 0; i < Widening::kFirstChoice; ++i) {
      with_pointer.hart.x[9] = term::SymbolicValues::constant<32>(kBase + 4 * i);
      with_pointer.shadow->pointers.set_register(9, {hart::Origin::Kind::Allocation, 0}, with_pointer.hart.x[9]);
      other.visited(with_pointer, live, Widening::kVisitsOfPath);
    }
    EXPECT_EQ(other.widen(with_pointer, 0), live != kAll);
    EXPECT_EQ(with_pointer.hart.x[9].is_concrete(), live == kAll);
  }
}

TEST_F(Widenings, UseNewVariablesInEachRound) {
  visit(Widening::kFirstChoice);
  widening.widen(state, 0);
  const term::Term first = state.memory.symbol(0x200).symbol;
  widening.widen(state, 1);
  EXPECT_FALSE(state.memory.symbol(0x200).symbol == first);
}

TEST_F(Widenings, AreTakenBackWhereThePathReadsThem) {
  visit(Widening::kFirstChoice);
  widening.widen(state, 0);
  EXPECT_FALSE(widening.refute(state));  // the path reads nothing of it
  const term::Term read = state.memory.symbol(0x200).symbol;
  state.path = solver::extend(state.path, pool.eq(read, pool.constant(8, 7)));
  EXPECT_TRUE(widening.refute(state));
  EXPECT_FALSE(widening.refute(state));  // it was to blame before
  widening.begin_again();
  visit(Widening::kFirstChoice);
  EXPECT_FALSE(widening.widen(state, 2));
}

// Of two bytes that keep a difference. The condition that was to blame compares words, with a constant that no byte
// has.
TEST_F(Widenings, LeaveRoomForWhatWasThereWhateverConstantsSay) {
  constexpr std::uint32_t kLess = 0x200, kMore = 0x204;
  const auto with_bytes = [&](std::uint8_t less, std::uint8_t difference) {
    ExecutionState one{Memory(0x1000)};
    one.hart.pc = kBase;
    one.model = std::make_shared<const term::Assignment>();
    one.memory.write(kLess, less);
    one.memory.write(kMore, static_cast<std::uint8_t>(less + difference));
    return one;
  };
  const auto visit_often = [&] {
    for (std::uint64_t i = 0; i < Widening::kFirstChoice; ++i)
      widening.visited(with_bytes(static_cast<std::uint8_t>(i), 0), kAll, Widening::kVisitsOfPath);
  };
  visit_often();
  ExecutionState first = with_bytes(1, 0);
  ASSERT_TRUE(widening.widen(first, 0));
  const auto word = [&](const ExecutionState& one, std::uint32_t at) {
    return pool.zero_extend(one.memory.symbol(at).symbol, 32);
  };
  const term::Term difference = pool.sub(word(first, kMore), word(first, kLess));
  first.path = solver::extend(first.path, pool.bit_not(pool.ult(difference, pool.constant(32, 257))));
  ASSERT_TRUE(widening.refute(first));
  widening.begin_again();
  visit_often();
  for (const std::uint8_t wanted : {0, 1, 2, 100, 130, 200, 250}) {
    ExecutionState one = with_bytes(7, wanted);
    ASSERT_TRUE(widening.widen(one, 1));
    term::Evaluator value;
    value.assign(*one.model);
    EXPECT_EQ(value(one.memory.symbol(kLess).symbol), 7U);
    EXPECT_EQ(value(one.memory.symbol(kMore).symbol), (7U + wanted) % 256);
    for (const term::Term condition : one.path.terms()) EXPECT_EQ(value(condition), 1U) << unsigned{wanted};
  }
}

TEST_F(Widenings, TakeWhatLiesBelowTheStackPointer) {
  state.hart.x[2] = term::SymbolicValues::constant<32>(kBase + 0x800);
  visit(Widening::kVisitsToDeadStack);
  EXPECT_TRUE(widening.widen(state, 0));
  EXPECT_TRUE(state.memory.symbol(0x7ff).symbol);
  EXPECT_FALSE(state.memory.symbol(0x800).symbol);
  EXPECT_FALSE(state.memory.symbol(0xff).symbol);  // part of the image
  EXPECT_FALSE(widening.widen(state, 1));          // nothing has been written since
  // Once somebody has read a byte, those around it get new variables.
  term::ByteChunk& chunk = *pool.byte_chunks().of(state.memory.symbol(0x7ff).symbol);
  const term::Term before = chunk.handle;
  pool.byte_chunks().divide(chunk, 8);
  EXPECT_TRUE(widening.widen(state, 1));
  EXPECT_FALSE(state.memory.symbol(0x7ff).symbol == before);
}

}  // namespace
}  // namespace janus::engine
