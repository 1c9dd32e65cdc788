// Verdicts: safe is a promise, so whatever was given up makes it unknown, and says so.
#include "engine/explore/judgement.h"

#include <gtest/gtest.h>

#include "testing/random.h"

namespace janus::engine {
namespace {

struct Judged {
  Verdict verdict;
  std::vector<std::string> gave_up;
  bool operator==(const Judged&) const = default;
};
Judged judged(ExplorationResult result, bool violated = false) {
  ExplorationLimits limits;
  limits.instructions = 77;
  judge(result, limits, violated);
  return {result.verdict, result.gave_up};
}
ExplorationResult bounded_result(const std::string& answer, const std::string& cut) {
  ExplorationResult result;
  result.formula.emplace();
  result.formula->answer = answer;
  result.formula->cut = cut;
  return result;
}

TEST(Judgement, NothingGivenUpIsSafe) { EXPECT_EQ(judged({}), (Judged{Verdict::Safe, {}})); }

TEST(Judgement, OfEveryEndOfAPathFollowsItsConsequence) {
  for (const TerminationRow& reason : kTerminations) {
    for (const std::uint64_t count : {1U, 2U}) {
      ExplorationResult result;
      result.ended[reason.reason] = count;
      const Judged verdict = judged(result);
      const bool given_up = reason.consequence == Consequence::GivenUp;
      EXPECT_EQ(verdict.verdict, given_up ? Verdict::Unknown : Verdict::Safe) << reason.key;
      ASSERT_EQ(verdict.gave_up.size(), given_up ? 1U : 0U) << reason.key;
      if (!given_up) continue;
      const std::string paths = count == 1 ? "1 path" : "2 paths";
      EXPECT_EQ(verdict.gave_up[0], reason.reason == Termination::InstructionLimit
                                        ? paths + " reached --max-instructions 77"
                                        : paths + ": " + std::string(reason.text));
    }
  }
}

TEST(Judgement, NamesEachReason) {
  ExplorationResult result;
  result.hart.gave_up = 3;
  EXPECT_EQ(judged(result), (Judged{Verdict::Unknown, {"the solver gave up on 3 of its queries (--solver-timeout)"}}));
  result = {};
  result.hart.concretizations = 2;
  EXPECT_EQ(judged(result), (Judged{Verdict::Unknown, {"2 values were concretized"}}));
  result = {};
  result.gave_up = {"--max-paths 1 was reached"};
  EXPECT_EQ(judged(result), (Judged{Verdict::Unknown, {"--max-paths 1 was reached"}}));
  result = {};
  result.waiting = 1;
  EXPECT_EQ(judged(result), (Judged{Verdict::Unknown, {}})) << "states that nobody looked at";
}

TEST(Judgement, IsUnsafeIfAndOnlyIfSomethingViolatesAndSafeOnlyIfNothingWasGivenUp) {
  testing::Random random(51);
  for (int i = 0; i < 2000; ++i) {
    ExplorationResult result;
    bool complete = true;
    const auto give_up = [&](auto& count) {
      if (!random.one_in(6)) return;
      count = 1 + random.below(3);
      complete = false;
    };
    give_up(result.hart.gave_up);
    give_up(result.hart.concretizations);
    give_up(result.waiting);
    if (random.one_in(6)) {
      result.gave_up.push_back("interrupted");
      complete = false;
    }
    for (const TerminationRow& reason : kTerminations) {
      if (!random.one_in(8)) continue;
      result.ended[reason.reason] = 1;
      complete = complete && reason.consequence != Consequence::GivenUp;
    }
    const bool violated = random.one_in(4);
    EXPECT_EQ(judged(result, violated).verdict, violated   ? Verdict::Unsafe
                                                : complete ? Verdict::Safe
                                                           : Verdict::Unknown);
  }
}

TEST(Judgement, OfABoundedCheckIsWhatTheFormulaSays) {
  const auto verdict = [](const std::string& answer, const std::string& cut) {
    ExplorationResult result = bounded_result(answer, cut);
    result.ended[Termination::InstructionLimit] = 1;
    result.gave_up = {"--max-paths 1 was reached"};
    result.waiting = 2;
    return judged(result);
  };
  EXPECT_EQ(verdict("unsat", "unsat"), (Judged{Verdict::Safe, {}})) << "no input reaches what was cut off";
  const std::vector<std::string> cut_off = {"--max-paths 1 was reached", "1 path reached --max-instructions 77"};
  EXPECT_EQ(verdict("unsat", "sat"), (Judged{Verdict::Unknown, cut_off}));
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), cut_off.begin(), cut_off.end());
    return Judged{Verdict::Unknown, more};
  };
  EXPECT_EQ(verdict("unsat", "unknown"),
            with({"the solver gave up on whether an input reaches a limit (--solver-timeout)"}));
  EXPECT_EQ(verdict("unknown", "unsat"), with({"the solver gave up on the formula (--solver-timeout)"}));
  EXPECT_EQ(verdict("not asked", "not asked"), with({"the formula was not solved (--solve)"}));
  EXPECT_EQ(judged(bounded_result("sat", "not asked"), true).verdict, Verdict::Unsafe);
}

TEST(Judgement, OfABoundedCheckCannotMakeGoodWhatTheHartGaveUp) {
  ExplorationResult result = bounded_result("unsat", "unsat");
  result.hart.gave_up = 1;
  EXPECT_EQ(judged(result).verdict, Verdict::Unknown);
  result.hart = {};
  result.hart.concretizations = 1;
  EXPECT_EQ(judged(result).verdict, Verdict::Unknown);
}

}  // namespace
}  // namespace janus::engine
