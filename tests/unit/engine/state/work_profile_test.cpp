// Where work goes: to the instruction, and to every call that is under way.
#include "engine/state/work_profile.h"

#include <gtest/gtest.h>

#include "isa/decoder.h"

namespace janus::engine {
namespace {

constexpr std::uint32_t kCallWord = 0x000000ef, kReturnWord = 0x00008067, kMretWord = 0x30200073, kNopWord = 0x13;

class WorkProfileTest : public ::testing::Test {
 protected:
  void execute(std::uint32_t word, std::uint32_t pc, std::uint32_t next, bool retired = true) {
    state.hart.pc = next;
    profile.executed(state, pc, isa::decode(word, isa::Extensions{}), retired);
  }
  void call(std::uint32_t from, std::uint32_t to) { execute(kCallWord, from, to); }
  void return_to(std::uint32_t from, std::uint32_t to) { execute(kReturnWord, from, to); }
  WorkProfile::Call arc(std::uint32_t site, std::uint32_t target) {
    const auto calls = profile.calls();
    const auto found = calls.find({site, target});
    return found == calls.end() ? WorkProfile::Call{} : found->second;
  }

  WorkProfile profile{WorkProfile::Calls::Followed};
  ExecutionState state{Memory(4096)};
};

TEST_F(WorkProfileTest, ACallCostsItsCallersToo) {
  call(0x100, 0x200);
  call(0x200, 0x300);
  profile.forked(state);
  execute(kNopWord, 0x300, 0x304);
  return_to(0x304, 0x204);
  profile.ended(state);
  EXPECT_EQ(arc(0x100, 0x200).count, 1U);
  EXPECT_EQ(arc(0x100, 0x200).inclusive, (Work{.instructions = 3, .forks = 1, .ended = 1}));
  EXPECT_EQ(arc(0x200, 0x300).inclusive, (Work{.instructions = 2, .forks = 1}));
  EXPECT_EQ(profile.by_place().at(0x300), (Work{.instructions = 1, .forks = 1}));
  EXPECT_EQ(profile.by_place().at(0x204), (Work{.ended = 1}));
}

TEST_F(WorkProfileTest, RecursionCountsOnce) {
  call(0x100, 0x200);
  call(0x204, 0x200);
  call(0x204, 0x200);
  profile.forked(state);
  EXPECT_EQ(arc(0x100, 0x200).inclusive.forks, 1U);
  EXPECT_EQ(arc(0x204, 0x200).count, 2U);
  EXPECT_EQ(arc(0x204, 0x200).inclusive.forks, 0U);
}

TEST_F(WorkProfileTest, AReturnEndsAllLaterCalls) {
  call(0x100, 0x200);
  call(0x200, 0x300);
  return_to(0x300, 0x104);  // longjmp
  profile.forked(state);
  EXPECT_EQ(arc(0x100, 0x200).inclusive.forks, 0U);
  return_to(0x104, 0x900);  // to nowhere
  call(0x900, 0x200);
  EXPECT_EQ(arc(0x900, 0x200).count, 1U);
}

TEST_F(WorkProfileTest, AHandlerDoesNotCountForWhatItInterrupts) {
  call(0x100, 0x200);
  execute(kNopWord, 0x200, 0x800, false);  // traps
  execute(kNopWord, 0x800, 0x804);
  profile.forked(state);
  execute(kMretWord, 0x804, 0x204);
  profile.ended(state);
  EXPECT_EQ(arc(0x100, 0x200).inclusive, (Work{.instructions = 0, .forks = 0, .ended = 1}));
}

TEST_F(WorkProfileTest, AForkInheritsItsCall) {
  call(0x100, 0x200);
  ExecutionState sibling = state;
  return_to(0x200, 0x104);
  profile.ended(sibling);
  profile.ended(state);
  EXPECT_EQ(arc(0x100, 0x200).inclusive.ended, 1U);
}

TEST_F(WorkProfileTest, StatesWaitOnlyUntilTheyRun) {
  call(0x100, 0x200);
  profile.waits(state);
  profile.waits(state);
  profile.waits_no_more(state);
  EXPECT_EQ(profile.by_place().at(0x200).waiting, 1U);
  EXPECT_EQ(arc(0x100, 0x200).inclusive.waiting, 1U);
  profile.waits_no_more(state);
  profile.waits_no_more(state);
  EXPECT_FALSE(profile.by_place().contains(0x200));
}

}  // namespace
}  // namespace janus::engine
