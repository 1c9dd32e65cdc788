// Endless loops of finitely many states end, and nothing that any of their states leads to is missed.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "engine/explore/explorer.h"
#include "random_loop.h"
#include "testing/firmware.h"
#include "testing/loop_seed.h"
#include "testing/size.h"

namespace janus::engine {
namespace {

struct EventLoop {
  const char* name;
  std::set<Verdict> verdicts;  // that are right
};
void PrintTo(const EventLoop& loop, std::ostream* out) { *out << loop.name; }

support::FirmwareImage event_loop(const std::string& name) {
  return support::FirmwareImage::load(testing::firmware_path("revisit_" + name));
}

ExplorationConfig revisiting() {
  ExplorationConfig config;
  config.techniques.revisit = true;
  config.limits.forks = 300;
  config.limits.instructions = 50'000;
  return config;
}

class EventLoops : public ::testing::TestWithParam<EventLoop> {};

TEST_P(EventLoops, AreDecidedOrGivenUpAndNeverWronglySafe) {
  for (const std::string level : {"O0", "O2"}) {
    const auto image = event_loop(GetParam().name + ("_" + level));
    for (const std::string searcher : {"dfs", "bfs", "mixed", "inputs", "changes"}) {
      if (testing::sized(false, level == "O0" && searcher != "dfs")) continue;
      ExplorationConfig config = revisiting();
      const bool is_searcher = searcher != "inputs" && searcher != "changes";
      if (is_searcher) config.searcher = searcher;
      if (!is_searcher) config.options.revisit.widen = searcher == "inputs" ? Widen::Inputs : Widen::Changes;
      const ExplorationResult result = explore(image, config);
      EXPECT_TRUE(GetParam().verdicts.contains(result.verdict) || (!is_searcher && result.verdict == Verdict::Unknown))
          << level << " " << searcher << " " << to_string(result.verdict);
      // What changes all at once may also do what does not happen, beside what does.
      if (result.verdict == Verdict::Safe || (result.verdict == Verdict::Unsafe && searcher != "changes")) {
        EXPECT_EQ(result.unconfirmed, 0U);
      }
    }
  }
}

const EventLoop kEventLoops[] = {
    {"count", {Verdict::Safe}},
    {"count_slip", {Verdict::Unsafe}},
    {"twice", {Verdict::Safe, Verdict::Unknown}},
    {"twice_slip", {Verdict::Unsafe, Verdict::Unknown}},
    {"before", {Verdict::Safe, Verdict::Unknown}},
    {"before_slip", {Verdict::Unsafe, Verdict::Unknown}},
    {"late", {Verdict::Unsafe, Verdict::Unknown}},
    {"late_when_told", {Verdict::Unsafe, Verdict::Unknown}},
    {"timer", {Verdict::Unsafe, Verdict::Unknown}},
    {"timer_once", {Verdict::Unsafe, Verdict::Unknown}},
    {"clock_first", {Verdict::Safe}},
    {"clock_first_slip", {Verdict::Unsafe}},
    {"left", {Verdict::Safe}},
    {"left_slip", {Verdict::Unsafe}},
    {"upwards", {Verdict::Safe, Verdict::Unknown}},
    {"upwards_slip", {Verdict::Unsafe}},
    {"far", {Verdict::Unsafe, Verdict::Unknown}},
    {"complement", {Verdict::Safe}},
    {"complement_slip", {Verdict::Unsafe}},
    {"below", {Verdict::Safe, Verdict::Unknown}},
    {"below_slip", {Verdict::Unsafe, Verdict::Unknown}},
    {"slope_slip", {Verdict::Unsafe, Verdict::Unknown}},
    {"frames_slip", {Verdict::Unsafe}},
    {"ring_slip", {Verdict::Unsafe, Verdict::Unknown}},
    {"ring_bytes_slip", {Verdict::Unsafe, Verdict::Unknown}},
    {"counted_slip", {Verdict::Unsafe, Verdict::Unknown}},
};
INSTANTIATE_TEST_SUITE_P(All, EventLoops, ::testing::ValuesIn(kEventLoops),
                         [](const auto& row) { return std::string(row.param.name); });

// The last sample, and the length of a frame, have endlessly many terms, and stay within a range.
TEST(EventLoopsWithRanges, AreProved) {
  for (const std::string name : {"slope_O0", "slope_O2", "frames_O0", "frames_O2"}) {
    EXPECT_EQ(explore(event_loop(name), revisiting()).verdict, Verdict::Safe) << name;
  }
}

ExplorationConfig checking_memory(const support::FirmwareImage& image, const std::string& searcher) {
  ExplorationConfig config = revisiting();
  config.limits.forks = 1000;
  config.searcher = searcher;
  config.hart.detectors = hart::detectors_for(image, std::nullopt);
  config.hart.detectors.add_memory();
  return config;
}

// What paths have noted of accesses makes no states of its own.
TEST(EventLoopsWithDetectors, AreDecidedAsWithoutThem) {
  for (const std::string level : {"_O0", "_O2"}) {
    const auto image = event_loop("lift" + level), wrong = event_loop("lift_slip" + level);
    const ExplorationResult result = explore(image, checking_memory(image, "dfs"));
    EXPECT_EQ(result.verdict, Verdict::Safe) << level;
    EXPECT_EQ(result.memory, MemoryChecked::Wholly) << level;
    EXPECT_EQ(explore(wrong, checking_memory(wrong, "dfs")).verdict, Verdict::Unsafe) << level;
  }
}

// Nor is a mistake missed for that, whichever path comes first.
TEST(EventLoopsWithDetectors, LearnFromOtherPathsWhatIsMeant) {
  for (const std::string level : {"_O0", "_O2"}) {
    for (const char* const searcher : {"dfs", "bfs"}) {
      const auto image = event_loop("fixed" + level), wrong = event_loop("fixed_slip" + level);
      EXPECT_EQ(explore(image, checking_memory(image, searcher)).verdict, Verdict::Safe) << level << searcher;
      EXPECT_EQ(explore(wrong, checking_memory(wrong, searcher)).verdict, Verdict::Unsafe) << level << searcher;
    }
  }
}

// Paths also meet while the allocator runs, unless they give back something else.
TEST(EventLoopsWithDetectors, MeetInTheAllocator) {
  for (const std::string level : {"_O0", "_O2"}) {
    for (const char* const searcher : {"dfs", "bfs"}) {
      const auto image = event_loop("freed" + level), wrong = event_loop("freed_slip" + level);
      const ExplorationResult result = explore(image, checking_memory(image, searcher));
      EXPECT_EQ(result.verdict, Verdict::Safe) << level << searcher;
      EXPECT_EQ(result.memory, MemoryChecked::Wholly) << level << searcher;
      const bool ends_before = searcher == std::string("dfs");  // one path, before others come there
      EXPECT_LE(result.paths, ends_before ? 100U : 192U) << level << searcher;
      EXPECT_EQ(explore(wrong, checking_memory(wrong, searcher)).verdict, Verdict::Unsafe) << level << searcher;
    }
  }
}

// Without widening, only what has finitely many states is proved.
TEST(EventLoopsExactly, EndIfTheirStatesAreFinitelyMany) {
  ExplorationConfig config = revisiting();
  config.options.revisit.widen = Widen::Nothing;
  for (const std::string name : {"count_O0", "count_O2", "before_O2", "complement_O2"})
    EXPECT_EQ(explore(event_loop(name), config).verdict, Verdict::Safe) << name;
  for (const std::string name : {"ring_O2", "slope_O2"})
    EXPECT_EQ(explore(event_loop(name), config).verdict, Verdict::Unknown) << name;
}

// What was received matters in the next round, or is only still there.
TEST(EventLoopsWithoutInputs, AreDecided) {
  ExplorationConfig config = revisiting();
  config.options.revisit.widen = Widen::Inputs;
  for (const std::string name : {"count_O0", "count_O2", "before_O2", "complement_O0", "complement_O2"})
    EXPECT_EQ(explore(event_loop(name), config).verdict, Verdict::Safe) << name;
  for (const std::string name : {"count_slip_O0", "left_slip_O2", "complement_slip_O0"})
    EXPECT_EQ(explore(event_loop(name), config).verdict, Verdict::Unsafe) << name;
}

// Indices that go up for ever keep their difference.
TEST(EventLoopsWithDifferences, AreProved) {
  ExplorationConfig config = revisiting();
  config.limits.forks = 2000;
  for (const std::string name : {"ring_O0", "ring_O2", "ring_bytes_O0", "ring_bytes_O2", "counted_O0", "counted_O2"}) {
    EXPECT_EQ(explore(event_loop(name), config).verdict, Verdict::Safe) << name;
  }
}

ExplorationConfig widening_changes() {
  ExplorationConfig config = revisiting();
  config.options.revisit = {Widen::Changes, TakeApart::IfEndless};
  config.limits.forks = 1500;
  config.limits.seconds = 3;  // mostly none of them, and those of what is wrong may end before
  return config;
}

support::FirmwareImage asserted_loop(const std::string& name) {
  return support::FirmwareImage::load(testing::firmware_path("asserted_" + name));
}

// What the firmware asserts is what its states have in common, so that one round stands for all.
TEST(AssertedLoops, AreProvedByWhatTheyAssert) {
  for (const std::string name :
       {"filter_O0", "filter_O2", "accounts_O0", "accounts_O2", "window_O0", "window_O2", "retries_O0", "retries_O2"}) {
    EXPECT_EQ(explore(asserted_loop(name), widening_changes()).verdict, Verdict::Safe) << name;
  }
}

// Nothing is assumed that does not hold.
TEST(AssertedLoops, AreNeverSafeIfTheyAreWrong) {
  for (const std::string name : {"filter", "accounts", "window", "retries", "buttons"}) {
    for (const std::string level : {"O0", "O2"}) {
      const bool is_right = name == "buttons";
      const ExplorationResult result = explore(asserted_loop(name + "_slip_" + level), widening_changes());
      EXPECT_NE(result.verdict, Verdict::Safe) << name << level;
      if (!is_right) continue;
      EXPECT_NE(explore(asserted_loop(name + "_" + level), widening_changes()).verdict, Verdict::Unsafe) << level;
    }
  }
  for (const std::string name : {"retries_slip_O0", "retries_slip_O2", "window_slip_O2"})
    EXPECT_EQ(explore(asserted_loop(name), widening_changes()).verdict, Verdict::Unsafe) << name;
}

using Values = std::array<std::uint8_t, 3>;

// By breadth-first search over the values of the variables.
bool can_fail(std::uint32_t seed) {
  Loop loop;
  loop_make(&loop, seed);
  std::vector<bool> seen(std::size_t{1} << 24);
  std::vector<Values> open = {Values{}};
  while (!open.empty()) {
    const Values from = open.back();
    open.pop_back();
    for (std::uint8_t in = 0; in < LOOP_INPUTS; ++in) {
      Values to = from;
      if (!loop_step(&loop, to.data(), in)) return true;
      const std::size_t place = to[0] | to[1] << 8 | to[2] << 16;
      if (!seen[place]) open.push_back(to);
      seen[place] = true;
    }
  }
  return false;
}

// Of a machine that rests: the same, and whether it can come to where it goes round for ever and makes no input.
enum class Fate { Fine, Fails, Repeats };
Fate fate_of(std::uint32_t seed) {
  Loop loop;
  loop_make(&loop, seed);
  constexpr std::uint64_t kMostSteps = 6 * 6 * 6;  // longer ways have a state twice
  std::set<Values> seen;
  std::vector<Values> open = {Values{}};
  Fate fate = Fate::Fine;
  while (!open.empty()) {
    Values from = open.back();
    open.pop_back();
    std::uint64_t steps = 0;
    while (loop_rests(&loop, from.data()) && steps++ < kMostSteps) {
      if (!loop_step(&loop, from.data(), static_cast<std::uint8_t>(loop.number[0]))) return Fate::Fails;
    }
    if (steps > kMostSteps) fate = Fate::Repeats;
    if (loop_rests(&loop, from.data())) continue;
    for (std::uint8_t in = 0; in < LOOP_INPUTS; ++in) {
      Values to = from;
      if (!loop_step(&loop, to.data(), in)) return Fate::Fails;
      if (seen.insert(to).second) open.push_back(to);
    }
  }
  return fate;
}

// By all scripts.
bool script_can_fail(std::uint32_t seed) {
  Loop loop;
  loop_make(&loop, seed);
  std::array<std::uint8_t, LOOP_STEPS> script{};
  for (std::uint32_t number = 0; number < 1U << (3 * LOOP_STEPS); ++number) {
    for (unsigned i = 0; i < LOOP_STEPS; ++i) script[i] = static_cast<std::uint8_t>(number >> (3 * i) & 7);
    if (!loop_script(&loop, script.data())) return true;
  }
  return false;
}

support::FirmwareImage random_loop(const std::string& level, std::uint32_t seed, const std::string& name = "random_") {
  return testing::with_loop_seed(event_loop(name + level), seed);
}

TEST(RandomEventLoops, HaveTheVerdictOfASearchOverTheirStates) {
  const unsigned loops = testing::sized(testing::soaked(40U, 24U), 8U);
  unsigned decided = 0, decided_by_inputs = 0, decided_by_changes = 0, unsafe = 0;
  for (std::uint32_t seed = 0; seed < loops; ++seed) {
    const bool fails = can_fail(seed);
    unsafe += fails;
    ExplorationConfig config = revisiting();
    config.limits.forks = 4000;
    for (const Widen widen : {Widen::Cells, Widen::Inputs, Widen::Changes}) {
      config.options.revisit.widen = widen;
      if (widen == Widen::Changes) config.limits.seconds = 1;  // most are not what they assert
      const ExplorationResult result = explore(random_loop(seed % 2 ? "O2" : "O0", seed), config);
      EXPECT_NE(result.verdict, fails ? Verdict::Safe : Verdict::Unsafe) << seed;
      const bool is_decided = result.verdict != Verdict::Unknown;
      (widen == Widen::Cells ? decided : widen == Widen::Inputs ? decided_by_inputs : decided_by_changes) += is_decided;
    }
  }
  EXPECT_GE(decided, loops * 9 / 10);
  EXPECT_GE(decided_by_inputs, loops * 9 / 10);
  EXPECT_GE(decided_by_changes, 1U);
  EXPECT_GE(unsafe, loops / 5);
  EXPECT_LE(unsafe, loops * 4 / 5);
}

// What goes round without an input is never called safe, however states are widened, where that is a violation. Behind
// an input, a path may go on in a state that was widened, too.
TEST(RandomEventLoops, AreNotSafeIfTheyCanGoRoundWithoutAnInput) {
  const unsigned loops = testing::sized(16U, 4U);
  unsigned proved = 0, repeats = 0;
  for (std::uint32_t seed = 0; seed < loops; ++seed) {
    const Fate fate = fate_of(seed);
    if (fate == Fate::Fails) continue;
    repeats += fate == Fate::Repeats;
    ExplorationConfig config = revisiting();
    config.hart.repeating_fails = true;
    config.limits.forks = 200;
    config.limits.instructions = 30'000;
    for (const Widen widen : {Widen::Cells, Widen::Inputs, Widen::Changes}) {
      config.options.revisit.widen = widen;
      const ExplorationResult result = explore(random_loop(seed % 2 ? "O2" : "O0", seed, "resting_"), config);
      if (fate == Fate::Fine) {
        EXPECT_NE(result.verdict, Verdict::Unsafe) << seed;
      }
      if (fate == Fate::Repeats) {
        EXPECT_EQ(result.verdict, Verdict::Unknown) << seed;
      }
      proved += result.verdict == Verdict::Safe;
    }
  }
  EXPECT_GE(proved, loops / 16);
  EXPECT_GE(repeats, loops / 8);
}

// A byte that goes round, and one of up to 80 values: too many states for the exploration without widening.
TEST(RandomEventLoops, AreNotWronglyDecidedIfTheirStatesAreMany) {
  const unsigned loops = testing::sized(testing::soaked(8U, 4U), 2U);
  unsigned decided = 0, widened = 0;
  for (std::uint32_t number = 0; number < loops; ++number) {
    const std::uint32_t seed = (number + 3) | LOOP_WIDE;
    const bool fails = can_fail(seed);
    ExplorationConfig config = revisiting();
    config.limits.forks = 200;
    const ExplorationResult result = explore(random_loop(seed % 2 ? "O2" : "O0", seed), config);
    EXPECT_NE(result.verdict, fails ? Verdict::Safe : Verdict::Unsafe) << number;
    decided += result.verdict != Verdict::Unknown;
    for (const auto& [what, count] : result.techniques.front().counts) widened += what == "widened" && count > 0;
  }
  EXPECT_GE(decided, 1U);
  EXPECT_GE(widened, 1U);
}

// What a state has kept of the past is live if a later step reads it, and must not be if none does.
TEST(RandomScripts, HaveTheVerdictOfAllScripts) {
  const unsigned scripts = testing::sized(60U, 8U);
  unsigned unsafe = 0;
  std::uint64_t completed = 0;
  for (std::uint32_t seed = 0; seed < scripts; ++seed) {
    const bool fails = script_can_fail(seed);
    unsafe += fails;
    ExplorationConfig config = revisiting();
    config.limits.forks = 20'000;
    config.limits.instructions = 10'000'000;
    if (seed % 3 == 0) config.hart.max_load_targets = config.hart.max_store_targets = 1;
    if (seed % 5 == 0) config.searcher = "bfs";
    const ExplorationResult result = explore(random_loop(seed % 2 ? "O2" : "O0", seed, "script_"), config);
    EXPECT_EQ(result.verdict, fails ? Verdict::Unsafe : Verdict::Safe) << seed;
    for (const auto& [what, count] : result.techniques.front().counts) completed += what == "completed" ? count : 0;
  }
  EXPECT_GE(unsafe, 1U);
  EXPECT_LT(unsafe, scripts);
  EXPECT_GT(completed, scripts);
}

// Where a question about what several rounds have computed is too hard, nothing forks, and the loop is endless as well.
TEST(EventLoopsByDefault, AreProvedByWhatTheyAssert) {
  for (const char* const name : {"filter_O0", "filter_O2", "accounts_O2"}) {
    ExplorationConfig config;
    config.automatic = true;
    config.limits.seconds = 30;
    EXPECT_EQ(explore(asserted_loop(name), config).verdict, Verdict::Safe) << name;
  }
}

TEST(EventLoopsByDefault, AreDecidedByRevisiting) {
  for (const char* const name : {"count_O2", "upwards_O0", "upwards_O2"}) {
    ExplorationConfig config;
    config.automatic = true;
    const ExplorationResult result = explore(event_loop(name), config);
    EXPECT_EQ(result.verdict, Verdict::Safe) << name;
    EXPECT_GT(result.ended.at(Termination::Revisited), 0U) << name;
  }
}

TEST(Revisiting, WorksAlone) {
  const auto image = event_loop("count_O2");
  for (const TechniqueRow& technique : kTechniques) {
    if (technique.name == "revisit") continue;
    ExplorationConfig config = revisiting();
    config.techniques.*technique.on = true;
    EXPECT_THROW(explore(image, config), support::InputError) << technique.name;
  }
  ExplorationConfig config = revisiting();
  config.merging = Merging::Eager;
  EXPECT_THROW(explore(image, config), support::InputError);
}

// So that each check of an assertion is an execution of its instruction, in one of the two counts.
TEST(WidenedStates, AreCountedByThemselves) {
  std::uint64_t of_widened = 0;
  for (const char* const name : {"count_O2", "complement_O2", "ring_O2"}) {
    const auto image = event_loop(name);
    ExplorationConfig config = revisiting();
    program::ExecutionCounts counts, widened, alone;
    config.counts = &counts;
    config.widened_counts = &widened;
    const ExplorationResult result = explore(image, config);
    for (const auto& [pc, checked] : result.hart.assertions) {
      if (result.verdict != Verdict::Safe || result.hart.forks_at.contains(pc)) continue;  // who forks checks once more
      EXPECT_EQ(counts.at(pc).executed + widened.at(pc).executed, checked) << name << " " << pc;
    }
    widened.for_each([&](std::uint32_t, const auto& count) { of_widened += count.executed; });
    // Coverage stays what it is without the second count.
    config.counts = &alone;
    config.widened_counts = nullptr;
    explore(image, config);
    counts.for_each(
        [&](std::uint32_t pc, const auto& count) { EXPECT_EQ(alone.at(pc).executed, count.executed) << pc; });
  }
  EXPECT_GT(of_widened, 0U);
}

}  // namespace
}  // namespace janus::engine
