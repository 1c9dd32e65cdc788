// What may help an exploration by turns that has not decided.
#include "app/next_turn.h"

#include <gtest/gtest.h>

namespace janus::app {
namespace {

engine::Turn turn(const std::string& name, const engine::Reach& reach) { return {name, 1, false, reach}; }

engine::ExplorationResult undecided(std::vector<engine::Turn> turns) {
  engine::ExplorationResult result;
  result.gave_up = {"--max-time 3 was reached"};
  result.turns = std::move(turns);
  return result;
}

TEST(NextTurn, IsTheOneThatCameFurthest) {
  const auto result = undecided({turn("plain", {.paths = 100, .progress = 0.001}),
                                 turn("eager merging", {.paths = 20, .shortcuts = 900, .progress = 0.1})});
  EXPECT_EQ(advice_of_turns(result, 3, true),
            "  may help: --merge eager --max-time 30, since eager merging came through 10 % of the inputs, roughly\n");
  EXPECT_EQ(advice_of_turns(result, 3, false), "  may help: --max-time 30\n") << "a command without such options";
}

TEST(NextTurn, IsNoneWhoseEstimateOthersRefute) {
  const auto result = undecided({turn("plain", {.paths = 1000, .progress = 0.001}),
                                 turn("merging", {.paths = 20, .shortcuts = 0, .progress = 0.5}),
                                 turn("revisiting", {.waiting = 30, .shortcuts = 70})});
  EXPECT_EQ(advice_of_turns(result, 3, true),
            "  may help: --revisit --max-time 30, since revisiting spared 70 % of its states\n");
}

TEST(NextTurn, DoesNotMergeWhatNeverEnds) {
  std::vector<engine::Turn> turns = {turn("eager merging", {.waiting = 1, .shortcuts = 99}),
                                     turn("revisiting", {.waiting = 50, .shortcuts = 50})};
  EXPECT_NE(advice_of_turns(undecided(turns), 1, true).find("--revisit "), std::string::npos);
  turns[1].reach.paths = 1;
  EXPECT_NE(advice_of_turns(undecided(turns), 1, true).find("--merge eager "), std::string::npos);
}

TEST(NextTurn, NeedsMoreTimeIfNoFigureSpeaksForAnybody) {
  auto result = undecided({turn("plain", {.waiting = 9}), turn("learning", {.waiting = 10, .shortcuts = 1})});
  EXPECT_EQ(advice_of_turns(result, 0.5, true), "  may help: --max-time 5\n");
  result.gave_up = {"the solver gave up"};
  EXPECT_EQ(advice_of_turns(result, 0.5, true), "");
  EXPECT_EQ(advice_of_turns(undecided({}), 0.5, true), "") << "nobody took turns";
}

}  // namespace
}  // namespace janus::app
