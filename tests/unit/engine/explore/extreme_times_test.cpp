// The slowest and the fastest path, and those of the largest and the smallest energy, against running the concrete
// machine with every input: by single paths, and with merged states.
#include "engine/explore/extreme_times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "devices/functional_machine.h"
#include "engine/explore/explorer.h"
#include "engine/explore/times_by_turns.h"
#include "support/error.h"
#include "testing/firmware.h"
#include "testing/size.h"

namespace janus::engine {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kMemory = 0x40000;  // bytes, of most of the firmware here

struct Given : hart::InputSource {
  Bytes bytes;
  void next_input(std::uint32_t, std::uint8_t* to, std::uint32_t size) override {
    ASSERT_EQ(size, bytes.size());
    std::copy(bytes.begin(), bytes.end(), to);
  }
};

struct Extremes {
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
  void add(std::uint64_t cycles) {
    least = std::min(least, cycles);
    most = std::max(most, cycles);
  }
};

struct Measured {
  std::uint64_t run, function;  // of the whole run, and of measured()
};

Measured measure(const support::FirmwareImage& image, const hart::TimingProfile& timing, const Bytes& input,
                 Measure what = Measure::Cycles) {
  Given given;
  given.bytes = input;
  hart::HartConfig config;
  config.hooks = isa::HookRule::Marked;
  config.timing = timing;
  devices::FunctionalMachine machine(image, config, &given, true, kMemory);
  const std::uint32_t function = *image.symbol("measured");
  std::uint64_t began = 0, took = 0;
  std::uint32_t behind = 0;
  const auto& state = machine.hart().state();
  machine.run(1'000'000, [&] {
    if (state.pc == function) {
      began = measured(state, what);
      behind = state.x[1].raw;
    } else if (state.pc == behind) {
      took = measured(state, what) - began;
      behind = 0;
    }
  });
  return {measured(state, what), took};
}

ExplorationConfig config_for(const hart::TimingProfile& timing) {
  ExplorationConfig config;
  config.hart.hooks = isa::HookRule::Marked;
  config.hart.timing = timing;
  config.extreme_times = true;
  config.stop_at_first = false;
  return config;
}

Bytes input_of(const ExtremeTime& extreme) { return extreme.test_case.inputs.at(0).bytes; }

struct Case {
  const char* firmware;
  std::vector<Bytes> (*inputs)();
};
void PrintTo(const Case& row, std::ostream* out) { *out << row.firmware; }

std::vector<Bytes> permutations() {
  std::vector<Bytes> all;
  Bytes bytes{1, 2, 3, 4, 5, 6};
  do all.push_back(bytes);
  while (std::ranges::next_permutation(bytes).found);
  return all;
}
std::vector<Bytes> bytes() {
  std::vector<Bytes> all;
  for (unsigned i = 0; i < 256; ++i) all.push_back({static_cast<std::uint8_t>(i)});
  return all;
}
// All divisors, and all shift amounts, which do not depend on each other.
std::vector<Bytes> divisors_and_amounts() {
  std::vector<Bytes> all;
  for (unsigned i = 0; i < 256; ++i) {
    for (const unsigned amount : {0U, 3U, 4U, 15U, 28U, 31U})
      all.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(amount)});
  }
  return all;
}

// A built-in profile, or one of this test.
hart::TimingProfile profile_of(const std::string& name) {
  constexpr std::pair<std::string_view, std::string_view> kTexts[] = {
      {"caches", "dcache_size = 64\ndcache_line = 4\ndcache_miss = 9\nmisaligned = 5\nshift_step = 4\n"},
      {"prefetch",
       "prefetch_words = 4\nprefetch_wait = 3\nprefetch_shared = 1\nmisaligned = 2\nshift_step = 4\n"
       "divide_per_divisor_zero_bit = 1\n"},
      {"energy",
       "energy_cycle = 0.25\nenergy_alu = 3\nenergy_load = 7.5\nenergy_divide = 9\nenergy_memory = 1.125\n"
       "misaligned = 2\nshift_step = 4\ndivide_per_divisor_zero_bit = 1\n"}};
  for (const auto& [own, text] : kTexts) {
    if (name == own) return hart::parse_timing_profile(text, name);
  }
  return hart::load_timing_profile(name);
}

class ExtremeTimesOf : public ::testing::TestWithParam<std::tuple<Case, const char*>> {};

TEST_P(ExtremeTimesOf, AreThoseOfAllInputs) {
  const auto& [row, profile] = GetParam();
  const auto image = support::FirmwareImage::load(testing::firmware_path(row.firmware));
  const auto timing = profile_of(profile);
  const Measure what = timing.energy.given ? Measure::Energy : Measure::Cycles;
  Extremes runs, functions;
  for (const Bytes& input : row.inputs()) {
    const Measured measured = measure(image, timing, input, what);
    runs.add(measured.run);
    functions.add(measured.function);
  }
  ExplorationConfig config = config_for(timing);
  config.hart.ram_size = kMemory;
  config.hart.measure = what;
  const auto check = [&](const Extremes& expected, std::uint64_t Measured::*part) {
    const ExplorationResult result = explore(image, config);
    ASSERT_EQ(result.verdict, Verdict::Safe);
    ASSERT_TRUE(result.times && result.times->worst && result.times->best);
    EXPECT_TRUE(result.times->proved);
    EXPECT_EQ(result.times->worst->amount, expected.most);
    EXPECT_EQ(result.times->best->amount, expected.least);
    for (const ExtremeTime& extreme : {*result.times->worst, *result.times->best}) {
      const Measured witness = measure(image, timing, input_of(extreme), what);
      EXPECT_EQ(witness.*part, extreme.amount) << "the witness takes another time";
      EXPECT_EQ(measure(image, timing, input_of(extreme)).run, extreme.test_case.cycles);
    }
    std::uint64_t paths = 0;
    for (const auto& [cycles, count] : result.times->counts) paths += count;
    EXPECT_EQ(paths + result.times->merged, result.paths);
    if (config.merging == Merging::None) {
      EXPECT_EQ(result.times->merged, 0U);
    }
  };
  const StretchPlaces function{image.symbol("measured"), std::nullopt};
  for (const Merging merging : {Merging::None, Merging::Eager}) {
    config.merging = merging;
    config.hart.stretch.reset();
    check(runs, &Measured::run);
    config.hart.stretch = function;
    check(functions, &Measured::function);
  }
}

std::vector<const char*> profiles() {
  return testing::soaked<std::vector<const char*>>(
      {"default", "cv32e40p", "picorv32", "five-stage", "prefetch", "energy", "caches"}, {"cv32e40p", "energy"});
}

INSTANTIATE_TEST_SUITE_P(All, ExtremeTimesOf,
                         ::testing::Combine(::testing::Values(Case{"cycles_sort", permutations},
                                                              Case{"cycles_search", bytes}, Case{"cycles_crc", bytes},
                                                              Case{"cycles_division", divisors_and_amounts},
                                                              Case{"cycles_address", bytes}),
                                            ::testing::ValuesIn(profiles())));

// A CRC with a branch for each bit has 2^128 paths. Its bits are chosen one after the other by those of the input, so
// there is an input for which every branch goes the slow way.
class CyclesOfBytes : public ::testing::Test {
 protected:
  CyclesOfBytes() { config.hart.ram_size = kMemory; }
  static Bytes input_with_every_bit(bool set) {
    Bytes input;
    std::uint16_t crc = 0xffff;
    for (int i = 0; i < 16; ++i) {
      unsigned byte = 0;
      const auto bits_are_set = [&](std::uint16_t value) {
        for (int bit = 0; bit < 8; ++bit) {
          if ((value & 1) != set) return false;
          value = static_cast<std::uint16_t>(value & 1 ? value >> 1 ^ 0xa001 : value >> 1);
        }
        crc = value;
        return true;
      };
      while (!bits_are_set(static_cast<std::uint16_t>(crc ^ byte))) ++byte;
      input.push_back(static_cast<std::uint8_t>(byte));
    }
    return input;
  }
  const hart::TimingProfile timing = hart::load_timing_profile("cv32e40p");
  ExplorationConfig config = config_for(timing);
  const support::FirmwareImage image = support::FirmwareImage::load(testing::firmware_path("cycles_bytes"));
};

TEST_F(CyclesOfBytes, AreProvedForMorePathsThanCanBeExplored) {
  const Measured slow = measure(image, timing, input_with_every_bit(true));
  const Measured fast = measure(image, timing, input_with_every_bit(false));
  ASSERT_NE(slow.function, fast.function);
  config.hart.stretch = StretchPlaces{.from = image.symbol("measured"), .to = {}};
  config.merging = Merging::Eager;
  const auto times = explore(image, config).times;
  EXPECT_TRUE(times->proved) << ::testing::PrintToString(times->remarks);
  ASSERT_TRUE(times->worst);
  EXPECT_EQ(times->worst->amount, std::max(slow.function, fast.function));
  EXPECT_EQ(times->best->amount, std::min(slow.function, fast.function));
  EXPECT_EQ(measure(image, timing, input_of(*times->worst)).function, times->worst->amount);
  EXPECT_EQ(measure(image, timing, input_of(*times->best)).function, times->best->amount);
}

TEST_F(CyclesOfBytes, OfAFunctionThatIsCalledOftenAreThoseOfItsSlowestCall) {
  config.hart.stretch = StretchPlaces{.from = image.symbol("one_byte"), .to = {}};
  config.merging = Merging::Eager;
  const auto all = explore(image, config).times;
  EXPECT_TRUE(all->proved) << ::testing::PrintToString(all->remarks);
  config.hart.stretch->from = image.symbol("measured");
  const auto whole = explore(image, config).times;
  const std::uint64_t difference = whole->worst->amount - whole->best->amount;
  EXPECT_EQ(all->worst->amount - all->best->amount, difference / 16) << "of its 16 calls, all may be the slowest";
}

TEST_F(CyclesOfBytes, AreThoseOfWhicheverExplorationEndsFirst) {
  config.hart.stretch = StretchPlaces{.from = image.symbol("measured"), .to = {}};
  const ExplorationResult result = explore_times_by_turns(image, config, {}, 0.02);
  EXPECT_TRUE(result.times->proved) << ::testing::PrintToString(result.times->remarks);
  EXPECT_GT(result.merging.merges, 0U);
  std::uint64_t ended = 0;
  ExplorationEvents events;
  events.on_end = [&](const ExecutionState&, const Ending&) { ++ended; };  // of every path by itself
  config.limits.paths = 10;
  const ExplorationResult all = explore_times_by_turns(image, config, events, 0.02);
  EXPECT_EQ(ended, 10U);
  EXPECT_EQ(all.merging.merges, 0U);
  EXPECT_FALSE(all.times->proved);
}

TEST_F(CyclesOfBytes, LoseNoMistakeThatMergedStatesHaveShown) {
  const auto wrong = support::FirmwareImage::load(testing::firmware_path("cycles_wrong"));
  config.stop_at_first = true;  // so that the exploration with merged states proves no time
  config.limits.paths = 30'000;
  std::uint64_t told = 0;
  ExplorationEvents events;
  events.on_finding = [&told](const Finding&) { ++told; };
  const ExplorationResult result = explore_times_by_turns(wrong, config, events, 1e-4);
  EXPECT_EQ(result.verdict, Verdict::Unsafe);
  EXPECT_EQ(told, result.findings.size());
  EXPECT_FALSE(result.times->proved);
}

// The longest time without interrupts, by looking at mstatus in front of every instruction.
std::uint64_t longest_off(const support::FirmwareImage& image, std::uint8_t byte) {
  Given given;
  given.bytes = {byte};
  hart::HartConfig config;
  config.hooks = isa::HookRule::Marked;
  devices::FunctionalMachine machine(image, config, &given, true, kMemory);
  std::uint64_t most = 0, since = 0;
  bool was_on = false, waits_for_end = false;
  const auto& state = machine.hart().state();
  machine.run(1'000'000, [&] {
    const bool off = !(state.mstatus & hart::status::kMie);
    std::uint32_t word = 0;
    std::memcpy(&word, &machine.ram()[state.pc - 0x8000'0000], sizeof word);
    const bool counts = off && was_on && word != 0x10500073;  // wfi
    if (waits_for_end && !counts) most = std::max(most, state.cycles - since);
    if (!waits_for_end) since = state.cycles;
    waits_for_end = counts;
    was_on = was_on || !off;
  });
  return most;
}

TEST(CyclesWithInterruptsOff, AreThoseOfAllInputs) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("cycles_masked"));
  ExplorationConfig config = config_for({});
  config.hart.ram_size = kMemory;
  config.hart.stretch = StretchPlaces{.from = {}, .to = {}, .interrupts_off = true};
  Extremes expected;
  for (unsigned byte = 0; byte < 256; ++byte) expected.add(longest_off(image, static_cast<std::uint8_t>(byte)));
  for (const Merging merging : {Merging::None, Merging::Eager}) {
    config.merging = merging;
    const auto times = explore(image, config).times;
    EXPECT_TRUE(times->proved) << ::testing::PrintToString(times->remarks);
    ASSERT_TRUE(times->worst);
    EXPECT_EQ(times->worst->amount, expected.most);
    EXPECT_EQ(longest_off(image, input_of(*times->worst).at(0)), expected.most);
    ASSERT_TRUE(times->worst->places);
    EXPECT_EQ(image.covering(times->worst->places->first, true)->name, "measured");
  }
}

class Cycles : public ::testing::Test {
 protected:
  Cycles() { config.hart.ram_size = kMemory; }
  ExplorationConfig config = config_for({});
  const support::FirmwareImage image = support::FirmwareImage::load(testing::firmware_path("cycles_search"));
};

TEST_F(Cycles, OfAnIncompleteExplorationAreBounds) {
  config.limits.paths = 3;
  const ExplorationResult result = explore(image, config);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_FALSE(result.times->proved);
  EXPECT_EQ(result.times->remarks, std::vector<std::string>{"the exploration is not complete"});
}

TEST_F(Cycles, OfAStretchThatNoPathPassesAreNone) {
  config.hart.stretch = StretchPlaces{0x8010'0000, std::nullopt};
  const ExplorationResult result = explore(image, config);
  EXPECT_FALSE(result.times->worst);
  EXPECT_FALSE(result.times->proved);
  EXPECT_EQ(result.times->missed, result.paths);
}

TEST_F(Cycles, OfAnUpperPlaceAloneBeginAtReset) {
  config.hart.stretch = StretchPlaces{std::nullopt, image.symbol("measured")};
  const ExplorationResult result = explore(image, config);
  EXPECT_TRUE(result.times->proved);
  EXPECT_EQ(result.times->worst->amount, result.times->best->amount) << "nothing depends on inputs before";
  config.hart.stretch = StretchPlaces{image.symbol("measured"), image.symbol("measured")};
  EXPECT_EQ(explore(image, config).times->missed, result.paths) << "nobody comes by a second time";
}

TEST_F(Cycles, OfTechniquesThatLoseCountAreRefused) {
  config.techniques.learn = true;
  EXPECT_THROW(explore(image, config), support::InputError);
}

// The hooks of time, on both faces. A division by a byte takes 27 to 35 cycles on this core, so one of the two limits
// is exceeded for some inputs.
TEST(AssertedCycles, AreAViolationForSomeInputs) {
  for (const bool tight : {false, true}) {
    const auto image = support::FirmwareImage::load(testing::firmware_path(tight ? "cycles_tight" : "cycles_loose"));
    ExplorationConfig config =
        config_for(hart::parse_timing_profile("divide = 3\ndivide_per_divisor_zero_bit = 1", "d"));
    config.extreme_times = false;
    const ExplorationResult result = explore(image, config);
    EXPECT_EQ(result.verdict, tight ? Verdict::Unsafe : Verdict::Safe);
    EXPECT_EQ(result.findings.size(), tight ? result.findings.size() : 0);
    if (!tight) continue;
    ASSERT_FALSE(result.findings.empty());
    EXPECT_LT(result.findings.size(), result.paths) << "some inputs are fast enough";
    EXPECT_EQ(result.unconfirmed, 0U) << "the concrete machine agrees";
    for (const Finding& finding : result.findings)
      EXPECT_EQ(finding.test_case.ending.reason, Termination::AssertFailed);
    config.merging = Merging::Eager;
    EXPECT_EQ(explore(image, config).verdict, Verdict::Unsafe) << "each time of a merged state is a path";
  }
}

}  // namespace
}  // namespace janus::engine
