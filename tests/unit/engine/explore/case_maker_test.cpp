// Test cases that go around summed-up loops as seldom as their path allows.
#include "engine/explore/case_maker.h"

#include <gtest/gtest.h>

#include "testing/random.h"
#include "testing/symbolic_fixture.h"

namespace janus::engine {
namespace {

class ShortPaths : public ::testing::Test {
 protected:
  // A path around two loops at least `least` times each; an input goes around them as often as `now` says.
  std::unique_ptr<ExecutionState> path(std::array<std::uint32_t, 2> least, std::array<std::uint32_t, 2> now) {
    auto state = f.state_at(testing::kCode);
    for (unsigned i = 0; i < 2; ++i) {
      const term::Term count = f.make_symbolic(*state, 10 + i, "count" + std::to_string(i), now[i]);
      state->iterations.push_back(count);
      state->path = solver::extend(state->path, f.pool.bit_not(f.pool.ult(count, f.pool.constant(32, least[i]))));
    }
    return state;
  }
  std::uint64_t count(const ExecutionState& state, std::size_t loop) {
    return f.hart.value_in_model(state, state.iterations[loop]);
  }

  testing::SymbolicFixture f;
};

TEST_F(ShortPaths, AreTakenByInputsThatGoAroundLoopsSeldom) {
  testing::Random random(63);
  for (int i = 0; i < 30; ++i) {
    const auto some = [&] { return random.word() >> (10 + random.below(22)); };
    const std::array<std::uint32_t, 2> least = {some(), some()};
    const auto state = path(least, {least[0] | 0x4000'0000, least[1] | 0x8000'0000});
    prefer_few_iterations(*state, f.pool, *f.solver);
    std::uint64_t bound = 1ULL << 22;
    for (const unsigned bits : {16U, 10U, 4U}) {
      if (std::max(least[0], least[1]) < 1U << bits) bound = 1U << bits;
    }
    for (const std::size_t loop : {0U, 1U}) {
      EXPECT_LT(count(*state, loop), bound) << least[0] << ", " << least[1];
      EXPECT_GE(count(*state, loop), least[loop]) << "another path";
    }
  }
}

TEST_F(ShortPaths, StayAsTheyAreIfThereIsNoShorterWay) {
  const auto state = path({1U << 22, 0}, {1U << 23, 5});
  const auto model = state->model;
  prefer_few_iterations(*state, f.pool, *f.solver);
  EXPECT_EQ(state->model, model);
  const auto plain = path({0, 0}, {1U << 23, 5});
  plain->iterations.clear();
  const auto same = plain->model;
  prefer_few_iterations(*plain, f.pool, *f.solver);
  EXPECT_EQ(plain->model, same) << "it goes around no such loop";
}

}  // namespace
}  // namespace janus::engine
