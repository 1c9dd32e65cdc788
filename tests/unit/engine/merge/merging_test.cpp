// Merging: the contents of merged states, and the call stacks and orders that merging needs.
#include "engine/merge/state_merger.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/merge/merging_searcher.h"
#include "engine/state/call_stack.h"
#include "testing/elf_writer.h"
#include "testing/encode.h"
#include "testing/random.h"
#include "testing/symbolic_fixture.h"

namespace janus::engine {
namespace {

using testing::kCode;
using testing::SymbolicFixture;
constexpr std::uint32_t kWords = kCode + 0x1000;

class Merging : public ::testing::Test {
 protected:
  // A state on the side of `condition`, with its own values in x2 and a few words of memory.
  std::unique_ptr<ExecutionState> state_on(const ExecutionState& from, term::Term condition, std::uint32_t value) {
    auto state = std::make_unique<ExecutionState>(from);
    state->path = solver::extend(state->path, condition);
    state->hart.x[2].bits.raw = value;
    f.poke(*state, kWords + 4 * (value % 4), value);
    return state;
  }
  std::uint64_t value_of(const ExecutionState& state, term::SymbolicWord<32> word, std::uint64_t x) {
    return word.term ? term::evaluate(word.term, {x}) : word.bits.raw;
  }
  std::uint32_t byte_at(const ExecutionState& state, std::uint32_t address, std::uint64_t x) {
    const auto symbol = state.memory.symbol(address - kCode);
    if (!symbol.symbol) return state.memory.byte(address - kCode);
    return term::evaluate(symbol.symbol, {x}) >> (8 * symbol.index) & 0xff;
  }

  SymbolicFixture f;
  StateMerger merger{f.pool, SymbolicFixture::kRamBase};
};

TEST_F(Merging, AMergedStateIsEachOfItsPathsUnderThatPathsInputs) {
  testing::Random random(1);
  for (int round = 0; round < 50; ++round) {
    auto start = f.state_at(kCode);
    const term::Term x = f.make_symbolic(*start, 1, "x", 0);
    for (std::uint32_t i = 0; i < 4; ++i) f.poke(*start, kWords + 4 * i, random.word());
    // Three states for inputs in [0, a), [a, b) and [b, ...), merged one after the other.
    const std::uint32_t a = 1 + random.below(100), b = a + 1 + random.below(100);
    const auto below = [&](std::uint32_t limit) { return f.pool.ult(x, f.pool.constant(32, limit)); };
    const auto low = state_on(*start, below(a), random.word());
    const auto rest = state_on(*start, f.pool.bit_not(below(a)), random.word());
    const auto middle = state_on(*rest, below(b), random.word());
    const auto high = state_on(*rest, f.pool.bit_not(below(b)), random.word());
    const ExecutionState* parts[] = {low.get(), middle.get(), high.get()};
    ExecutionState merged = *parts[round % 3];
    ASSERT_TRUE(merger.merge(merged, *parts[(round + 1) % 3]));
    ASSERT_TRUE(merger.merge(merged, *parts[(round + 2) % 3]));
    EXPECT_EQ(merged.multiplicity, 3U);
    for (const std::uint32_t value : {0U, a - 1, a, b - 1, b, ~0U}) {
      for (const term::Term conjunct : merged.path.terms()) {
        EXPECT_EQ(term::evaluate(conjunct, {value}), 1U) << "together the three are everything";
      }
      const ExecutionState& part = value < a ? *low : value < b ? *middle : *high;
      EXPECT_EQ(value_of(merged, merged.hart.x[2], value), part.hart.x[2].bits.raw);
      for (std::uint32_t i = 0; i < 16; ++i) {
        EXPECT_EQ(byte_at(merged, kWords + i, value), byte_at(part, kWords + i, value));
      }
    }
  }
}

TEST_F(Merging, StatesThatPartAndMeetAgainKeepEachCountOfIterationsOnce) {
  auto state = f.state_at(kCode);
  const term::Term x = f.make_symbolic(*state, 1, "x", 0);
  const auto count = [&](std::uint64_t more) { return f.pool.add(x, f.pool.constant(32, more)); };
  state->iterations = {count(0), count(1)};
  std::vector<term::Term> expected = state->iterations;
  for (std::uint64_t round = 2; round < 42; ++round) {
    const term::Term small = f.pool.ult(x, f.pool.constant(32, round));
    const auto other = state_on(*state, f.pool.bit_not(small), 2);
    state->path = solver::extend(state->path, small);
    for (const std::uint64_t more : {100 + round, round}) expected.push_back(count(more));
    state->iterations.push_back(count(100 + round));
    other->iterations.push_back(count(round));
    ASSERT_TRUE(merger.merge(*state, *other));
    ASSERT_EQ(state->iterations, expected);
  }
}

TEST_F(Merging, StatesThatWouldGoOnDifferentlyStayApart) {
  auto start = f.state_at(kCode);
  const term::Term x = f.make_symbolic(*start, 1, "x", 0);
  const term::Term small = f.pool.ult(x, f.pool.constant(32, 5));
  const auto other = state_on(*start, f.pool.bit_not(small), 1);
  const auto refused = [&](auto&& change) {
    const auto state = state_on(*start, small, 1);
    change(*state);
    return !merger.merge(*state, *other) && state->multiplicity == 1;
  };
  CallStacks stacks;
  EXPECT_FALSE(refused([](ExecutionState&) {}));
  EXPECT_TRUE(refused([](ExecutionState& s) { s.hart.pc += 4; }));
  EXPECT_TRUE(refused([](ExecutionState& s) { s.hart.mie = 8; }));
  EXPECT_TRUE(refused([](ExecutionState& s) { s.hart.privilege = hart::Privilege::User; }));
  EXPECT_TRUE(refused([](ExecutionState& s) { s.hart.pmp.write_address(3, 1); }));
  EXPECT_TRUE(refused([&](ExecutionState& s) { s.calls = stacks.call(nullptr, kCode, kCode + 4); }));
  const Input input{.previous = nullptr, .index = 0, .name = "y", .pc = kCode, .address = {}, .size = 4};
  EXPECT_TRUE(refused([&](ExecutionState& s) { s.inputs = &input; }));
  EXPECT_TRUE(refused([](ExecutionState& s) { s.board.own().write(0x1000'0007, 1, 3, 0); })) << "the UART's scratch";
}

TEST_F(Merging, TheTwoSidesOfABranchLeaveNoConditionBehind) {
  auto start = f.state_at(kCode);
  const term::Term x = f.make_symbolic(*start, 1, "x", 0);
  const term::Term small = f.pool.ult(x, f.pool.constant(32, 5));
  ExecutionState merged = *state_on(*start, small, 1);
  ASSERT_TRUE(merger.merge(merged, *state_on(*start, f.pool.bit_not(small), 2)));
  EXPECT_EQ(merged.path.depth(), start->path.depth());
}

TEST_F(Merging, CarefulStatesAgreeOnWhatIsConcreteAndLive) {
  // x5 is live: it is read next. x6 is dead: it is written before it is read.
  const std::vector<std::uint32_t> code = {testing::encode(isa::Opcode::addi, {.rd = 6, .rs1 = 5}),
                                           testing::encode(isa::Opcode::jalr, {.rd = 0, .rs1 = 1})};
  const MergePoints points(testing::image_of(code));
  StateMerger careful(f.pool, SymbolicFixture::kRamBase, MergePolicy::Careful);
  careful.know_what_is_live(points);
  auto start = f.state_at(kCode);
  start->hart.x[2].bits.raw = kWords + 0x800;  // the stack pointer
  const term::Term x = f.make_symbolic(*start, 1, "x", 0);
  const term::Term small = f.pool.ult(x, f.pool.constant(32, 5));
  const auto merges = [&](auto&& change) {
    ExecutionState into = *start, other = *start;
    into.path = solver::extend(into.path, small);
    other.path = solver::extend(other.path, f.pool.bit_not(small));
    change(other);
    return careful.merge(into, other);
  };
  EXPECT_TRUE(merges([](ExecutionState&) {}));
  EXPECT_FALSE(merges([](ExecutionState& s) { s.hart.x[5].bits.raw = 7; }));
  EXPECT_TRUE(merges([](ExecutionState& s) { s.hart.x[6].bits.raw = 7; })) << "a leftover";
  EXPECT_TRUE(merges([&](ExecutionState& s) { s.hart.x[5] = {x, {}}; })) << "symbolic on one side";
  EXPECT_FALSE(merges([&](ExecutionState& s) { f.poke(s, kWords + 0x800, 7); }));
  EXPECT_TRUE(merges([&](ExecutionState& s) { f.poke(s, kWords + 0x7f0, 7); })) << "below the stack pointer";
}

TEST_F(Merging, PointersOfLiveRegistersComeFromOneObject) {
  const std::vector<std::uint32_t> code = {testing::encode(isa::Opcode::addi, {.rd = 6, .rs1 = 5}),
                                           testing::encode(isa::Opcode::jalr, {.rd = 0, .rs1 = 1})};
  const MergePoints points(testing::image_of(code));
  merger.know_what_is_live(points);
  auto start = f.state_at(kCode);
  const term::Term x = f.make_symbolic(*start, 1, "x", 0);
  const term::Term small = f.pool.ult(x, f.pool.constant(32, 5));
  const hart::Origin object(hart::Origin::Kind::Constant, kWords);
  for (const std::uint8_t number : {std::uint8_t{5}, std::uint8_t{6}}) {
    ExecutionState into = *start, other = *start;
    into.path = solver::extend(into.path, small);
    other.path = solver::extend(other.path, f.pool.bit_not(small));
    into.shadow = std::make_shared<Shadow>();
    other.shadow = std::make_shared<Shadow>();
    into.hart.x[number].bits.raw = kWords;
    into.shadow->pointers.set_register(number, object, into.hart.x[number]);
    ExecutionState with_null = into;
    EXPECT_TRUE(merger.merge(with_null, other)) << "a null pointer leads nowhere";
    EXPECT_EQ(with_null.shadow->pointers.of_register(number, with_null.hart.x[number]), object);
    other.hart.x[number].bits.raw = 7;
    EXPECT_EQ(merger.merge(into, other), number == 6) << "x5 is live";
    EXPECT_EQ(into.shadow->pointers.of_register(number, into.hart.x[number]), number == 6 ? hart::Origin() : object);
  }
}

TEST_F(Merging, TheClocksAreBehindByTermsIfTheTimesDiffer) {
  auto start = f.state_at(kCode);
  const term::Term x = f.make_symbolic(*start, 1, "x", 0);
  const term::Term small = f.pool.ult(x, f.pool.constant(32, 5));
  const auto quick = state_on(*start, small, 1), slow = state_on(*start, f.pool.bit_not(small), 1);
  ExecutionState same = *quick;
  ASSERT_TRUE(merger.merge(same, *slow));
  EXPECT_TRUE(same.clock_lag.is_exact());
  slow->hart.cycles += 10;
  ExecutionState different = *quick;
  ASSERT_TRUE(merger.merge(different, *slow));
  EXPECT_EQ(different.hart.cycles, quick->hart.cycles);
  EXPECT_EQ(different.clock_lag.cycles, f.pool.ite(small, f.pool.constant(32, 0), f.pool.constant(32, 10)));
  EXPECT_FALSE(different.clock_lag.retired);
  ExecutionState lost = *slow;
  lost.clock_lag.lose();
  ASSERT_TRUE(merger.merge(lost, *quick));
  EXPECT_FALSE(lost.clock_lag.known);
}

TEST(CallStacks, AreEqualExactlyIfTheirCallSitesAre) {
  CallStacks stacks;
  const Frame* a = stacks.call(nullptr, 0x100, 0x104);
  const Frame* b = stacks.call(a, 0x200, 0x204);
  EXPECT_EQ(stacks.call(stacks.call(nullptr, 0x100, 0x104), 0x200, 0x204), b);
  EXPECT_NE(stacks.call(a, 0x300, 0x304), b);
  EXPECT_EQ(b->depth, 2U);
  EXPECT_EQ(CallStacks::return_to(b, 0x204), a);
  EXPECT_EQ(CallStacks::return_to(b, 0x104), nullptr) << "a return that skips a frame";
  EXPECT_EQ(CallStacks::return_to(b, 0x999), b) << "no return at all";
}

// Instructions by number. 0: a branch to 4, whose block lies out of line. 1: both sides meet here; a branch to 0 while
// x1 is not x2. 2, 3: after the loop. 4: the block. 5: a jump to 1.
std::vector<std::uint32_t> loop_with_a_block_out_of_line() {
  using isa::Opcode;
  constexpr std::uint32_t kNop = 0x13;
  return {testing::encode(Opcode::beq, {.rs1 = 10, .immediate = 16}),
          testing::encode(Opcode::bne, {.rs1 = 1, .rs2 = 2, .immediate = -4}),
          kNop,
          testing::encode(Opcode::jal, {.immediate = 0}),
          kNop,
          testing::encode(Opcode::jal, {.immediate = -16})};
}

TEST(WeakTopologicalOrder, PutsALoopTogetherAndBlocksWhereTheyBelong) {
  const MergePoints points(testing::image_of(loop_with_a_block_out_of_line()));
  std::vector<std::uint32_t> words{0, 1, 2, 3, 4, 5};
  std::sort(words.begin(), words.end(), [&](std::uint32_t a, std::uint32_t b) {
    return points.place_of(kCode + 4 * a) < points.place_of(kCode + 4 * b);
  });
  EXPECT_EQ(words, (std::vector<std::uint32_t>{0, 4, 5, 1, 2, 3}));
  EXPECT_EQ(points.place_of(0x1234), program::ControlFlowGraph::kNone);
}

TEST(EagerOrder, TakesTheDeepestCallAndThenWhoIsBehind) {
  const MergePoints points(testing::image_of(loop_with_a_block_out_of_line()));
  CallStacks stacks;
  const Frame* deep = stacks.call(stacks.call(nullptr, 4, 8), 12, 16);
  const auto order = make_eager_order(points);
  const auto add = [&](const Frame* calls, std::uint32_t word) {
    auto state = std::make_unique<ExecutionState>(Memory(4096));
    state->calls = calls;
    state->hart.pc = kCode + 4 * word;
    order->add(std::move(state));
  };
  add(nullptr, 0);
  add(deep, 1);
  add(deep->caller, 2);
  add(deep, 4);
  std::vector<std::uint32_t> taken;
  while (order->size()) taken.push_back((order->take()->hart.pc - kCode) / 4);
  EXPECT_EQ(taken, (std::vector<std::uint32_t>{4, 1, 2, 0}));
}

}  // namespace
}  // namespace janus::engine
