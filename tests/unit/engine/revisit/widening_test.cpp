// Cells that have had many values are widened, and no more once they were to blame.
#include "engine/revisit/widening.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "engine/revisit/visited_states.h"
#include "engine/state/state_parts.h"
#include "solver/chain.h"
#include "term/evaluate.h"
#include "term/substitute.h"
#include "term/support.h"

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

// Random words and conditions of inputs. For all inputs that the path of a state allows, its widened state has values
// for its variables, those that the cells had, with which it is the same and its path holds.
TEST_F(Widenings, CoverTheStateWithWhateverIsKept) {
  constexpr std::uint32_t kCells[] = {0x200, 0x204, 0x208};
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); };
  const std::vector<term::Term> inputs = {pool.variable("a", 32), pool.variable("b", 32)};  // 0 and 1
  const auto word = [&] {
    term::Term sum = pool.constant(32, below(16));
    for (const term::Term input : inputs) {
      if (below(2)) sum = below(3) ? pool.add(sum, input) : pool.sub(sum, pool.mul(input, pool.constant(32, 3)));
    }
    return below(4) ? sum : pool.bit_and(sum, pool.constant(32, 0xff));
  };
  std::size_t kept = 0;
  for (unsigned round = 0; round < 60; ++round) {
    Widening at_once{pool, *solver, kBase, kEnd, true};
    const auto make = [&] {
      ExecutionState one{Memory(0x1000)};
      one.hart.pc = kBase;
      one.model = std::make_shared<const term::Assignment>();
      for (const std::uint32_t cell : kCells) store_word(one.memory, cell, word());
      store_word(one.memory, kCells[2], pool.add(word_at(pool, one.memory, kCells[0]), pool.constant(32, 5)));
      one.hart.x[9] = term::SymbolicValues(pool).from_term<32>(word_at(pool, one.memory, kCells[0]));
      one.parts.revisit = std::make_shared<LastLook>(LastLook{.stretch = {}, .memory = one.memory, .pc = kBase});
      return one;
    };
    for (std::uint32_t visits = 0; visits <= Widening::kMostScouting; ++visits)
      at_once.visited(make(), kAll, Widening::kMostScouting);
    for (std::uint32_t attempt = 0; attempt < 4; ++attempt) {
      ExecutionState one = make();
      const ExecutionState before = one;
      if (!at_once.widen(one, attempt)) continue;
      std::vector<term::Term> made, was;
      const auto add = [&](term::Term now, term::Term then) {
        if (!now.is(term::Kind::Variable)) return;
        made.push_back(now);
        was.push_back(then);
      };
      const auto words_of = [&](const ExecutionState& state) {
        std::vector<term::Term> words = {term::SymbolicValues(pool).to_term(state.hart.x[9])};
        for (const std::uint32_t cell : kCells) words.push_back(word_at(pool, state.memory, cell));
        return words;
      };
      const auto now = words_of(one), then = words_of(before);
      add(now[0], then[0]);
      for (const unsigned bytes : {4U, 2U, 1U}) {
        for (std::uint32_t at = kCells[0]; at < kCells[2] + 4; at += bytes)
          add(bytes_at(pool, one.memory, at, bytes), bytes_at(pool, before.memory, at, bytes));
      }
      term::Substitution back(pool, made, was);
      // A difference of two cells is in none of them.
      term::Support support;
      const bool has_difference = std::ranges::any_of(now, [&](term::Term word) {
        return std::ranges::any_of(support.variables(support.of(back(word))),
                                   [](std::uint32_t variable) { return variable >= 2; });
      });
      if (has_difference) continue;
      for (unsigned i = 0; i < 20; ++i) {
        term::Assignment values;
        for (const term::Term input : inputs) values.set(input->value, random());
        for (std::size_t j = 0; j < now.size(); ++j)
          EXPECT_EQ(term::evaluate(back(now[j]), values), term::evaluate(then[j], values)) << round;
        for (const term::Term condition : one.path.terms()) EXPECT_EQ(term::evaluate(back(condition), values), 1U);
      }
      for (const term::Term condition : one.path.terms()) EXPECT_EQ(term::evaluate(condition, *one.model), 1U);
      kept += made.size() < now.size();
      // What fails is a relation of two cells, which holds in some states.
      const term::Term sum = pool.add(now[1], pool.constant(32, below(8)));
      const term::Term fails = below(2) ? pool.bit_not(pool.eq(sum, now[3])) : pool.ult(now[2], sum);
      one.path = solver::extend(one.path, fails);
      if (at_once.refute(one)) at_once.begin_again();
      for (unsigned visits = 0; visits < 2; ++visits) at_once.visited(make(), kAll, Widening::kMostScouting);
    }
  }
  EXPECT_GT(kept, 20U);
}

// Two halves of a word that have a term each have a variable each, and a word that was stored as one has one.
TEST_F(Widenings, LeavePartsOfAWordApart) {
  Widening at_once{pool, *solver, kBase, kEnd, true};
  const auto make = [&](std::uint32_t number) {
    ExecutionState one{Memory(0x1000)};
    one.hart.pc = kBase;
    one.model = std::make_shared<const term::Assignment>();
    const auto input = [&](const char* name, unsigned bits) {
      return pool.add(pool.variable(name, bits), pool.constant(bits, number));
    };
    store_word(one.memory, 0x200, pool.concat(input("high", 16), input("low", 16)));
    store_word(one.memory, 0x204, input("whole", 32));
    return one;
  };
  for (std::uint32_t i = 0; i <= Widening::kMostScouting; ++i) at_once.visited(make(i), kAll, Widening::kMostScouting);
  ExecutionState one = make(40);
  ASSERT_TRUE(at_once.widen(one, 0));
  EXPECT_FALSE(one.memory.symbol(0x200).symbol == one.memory.symbol(0x202).symbol);
  EXPECT_EQ(one.memory.symbol(0x202).symbol.width(), 16U);
  EXPECT_EQ(one.memory.symbol(0x204).symbol.width(), 32U);
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
