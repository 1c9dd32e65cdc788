// What must hold before an input is made: whatever the input is, the condition holds after it.
#include "engine/subsume/input_elimination.h"

#include <gtest/gtest.h>

#include <array>

#include "testing/random.h"
#include "testing/symbolic_fixture.h"

namespace janus::engine {
namespace {

class InputEliminations : public ::testing::Test {
 protected:
  static constexpr std::array<std::uint8_t, 4> kRegisters = {10, 11, 12, 13};  // the first is the input

  InputEliminations() : locations(f.pool, testing::SymbolicFixture::kRamBase) {
    for (const std::uint8_t number : kRegisters) {
      variables.push_back(locations.variable({Location::Kind::Register, number}));
    }
    input.register_number = kRegisters[0];
    input.size = 4;
  }

  // The condition before a state in which the other registers hold these values.
  Precondition before(term::Term phi, const std::array<std::uint32_t, 4>& held) {
    auto state = f.state_at(testing::kCode);
    for (std::size_t i = 0; i < kRegisters.size(); ++i) state->hart.x[kRegisters[i]] = {{}, {held[i]}};
    f.make_symbolic(*state, kRegisters[0], "input", held[0]);
    return elimination.before({&input, std::move(state)}, phi);
  }
  bool value(term::Term term, const std::array<std::uint32_t, 4>& held) {
    term::Assignment assignment;
    for (std::size_t i = 0; i < variables.size(); ++i) assignment.set(variables[i]->value, held[i]);
    evaluator.assign(assignment);
    return evaluator(term) != 0;
  }
  // Two bits of a register.
  term::Term piece() { return f.pool.extract(random.pick(variables), 1, 0); }
  term::Term condition(unsigned depth) {
    switch (random.below(depth == 0 ? 2 : 5)) {
      case 0: return f.pool.ult(piece(), random.one_in(2) ? piece() : f.pool.constant(2, random.below(4)));
      case 1:
        return f.pool.bit_not(f.pool.eq(piece(), random.one_in(2) ? piece() : f.pool.constant(2, random.below(4))));
      case 2: return f.pool.ite(condition(depth - 1), condition(depth - 1), condition(depth - 1));
      case 3: return f.pool.bit_or(condition(depth - 1), condition(depth - 1));
      default: return f.pool.bit_and(condition(depth - 1), condition(depth - 1));
    }
  }

  testing::SymbolicFixture f;
  testing::Random random{62};
  Locations locations;
  term::Support support;
  InputElimination elimination{locations, support, *f.solver};
  std::vector<term::Term> variables;
  term::Evaluator evaluator;
  Input input{};
};

TEST_F(InputEliminations, GiveConditionsUnderWhichEveryInputIsFine) {
  int found = 0, trivial = 0;
  for (int i = 0; i < 120; ++i) {
    const term::Term phi = condition(3);
    std::array<std::uint32_t, 4> held{};
    for (std::uint32_t& word : held) word = random.below(4);
    const term::Term then = before(phi, held).then;
    // All values of the three that are no input.
    for (std::uint32_t others = 0; others < 64; ++others) {
      bool every = true;
      std::array<std::uint32_t, 4> values = {0, others & 3, others >> 2 & 3, others >> 4};
      const bool claimed = value(then, values);
      for (values[0] = 0; values[0] < 4; ++values[0]) {
        EXPECT_EQ(value(then, values), claimed) << "it reads the input";
        every = every && value(phi, values);
      }
      ASSERT_TRUE(!claimed || every) << "some input is not";
      const bool here = values[1] == held[1] && values[2] == held[2] && values[3] == held[3];
      found += here && claimed;
      if (here && every) {
        EXPECT_TRUE(claimed) << "the values on the path say so";
      }
    }
    trivial += then.is_constant(0);
  }
  EXPECT_GT(found, 20);
  EXPECT_GT(trivial, 20);
}

TEST_F(InputEliminations, KeepWhatDoesNotMentionTheInput) {
  const term::Term kept = f.pool.ult(variables[1], variables[2]);
  EXPECT_EQ(before(kept, {}).then, kept);
  const term::Term none = f.pool.bit_and(kept, f.pool.ult(variables[0], f.pool.constant(32, 5)));
  EXPECT_TRUE(before(none, {}).then.is_constant(0)) << "some input is larger";
}

TEST_F(InputEliminations, AreGuardedByTheHookThatMakesTheInput) {
  const term::Term guard = before(f.pool.truth(true), {}).guard;
  const auto guarded = [&](std::uint32_t t0, std::uint32_t t1) {
    const term::Term code = locations.variable({Location::Kind::Register, isa::kT0}),
                     number = locations.variable({Location::Kind::Register, isa::kT1});
    term::Assignment assignment;
    assignment.set(code->value, t0);
    assignment.set(number->value, t1);
    evaluator.assign(assignment);
    return evaluator(guard) != 0;
  };
  EXPECT_TRUE(guarded(3, kRegisters[0]));
  EXPECT_FALSE(guarded(3, kRegisters[1]));
  EXPECT_FALSE(guarded(4, kRegisters[0]));
}

}  // namespace
}  // namespace janus::engine
