// States that wait know their slots, whoever is taken.
#include "engine/search/waiting_states.h"

#include <gtest/gtest.h>

#include <set>

#include "testing/random.h"

namespace janus::engine {
namespace {

TEST(WaitingStatesInSlots, KnowTheirSlotsAndAreTakenOnce) {
  testing::Random random(65);
  WaitingStates waiting;
  std::set<std::uint64_t> ids;
  for (std::uint64_t i = 0; i < 600; ++i) {
    if (ids.empty() || random.below(9) < 5) {
      auto state = std::make_unique<ExecutionState>(Memory(4096));
      state->id = i;
      ids.insert(i);
      waiting.add(std::move(state));
    } else {
      const std::size_t slot = random.below(static_cast<std::uint32_t>(waiting.size()));
      const std::uint64_t expected = waiting[slot].id;
      const auto state = waiting.take(slot);
      ASSERT_EQ(state->id, expected);
      EXPECT_EQ(state->search.slot, SearchFacts::kNowhere);
      EXPECT_EQ(ids.erase(state->id), 1U);
    }
    ASSERT_EQ(waiting.size(), ids.size());
    for (std::size_t slot = 0; slot < waiting.size(); ++slot) {
      ASSERT_EQ(waiting[slot].search.slot, slot);
      ASSERT_TRUE(ids.contains(waiting[slot].id));
    }
  }
}

}  // namespace
}  // namespace janus::engine
