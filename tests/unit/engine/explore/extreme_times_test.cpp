// The slowest and the fastest path, against running the concrete machine with every input.
#include "engine/explore/extreme_times.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "devices/functional_machine.h"
#include "engine/explore/explorer.h"
#include "support/error.h"
#include "testing/firmware.h"

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
  std::uint64_t run, function;  // cycles of the whole run, and of measured()
};

Measured measure(const support::FirmwareImage& image, const hart::TimingProfile& timing, const Bytes& input) {
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
      began = state.cycles;
      behind = state.x[1].raw;
    } else if (state.pc == behind) {
      took = state.cycles - began;
      behind = 0;
    }
  });
  return {state.cycles, took};
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

class ExtremeTimesOf : public ::testing::TestWithParam<std::tuple<Case, const char*>> {};

TEST_P(ExtremeTimesOf, AreThoseOfAllInputs) {
  const auto& [row, profile] = GetParam();
  const auto image = support::FirmwareImage::load(testing::firmware_path(row.firmware));
  const auto timing = std::string(profile) == "caches" ? hart::parse_timing_profile(
                                                             "dcache_size = 64\ndcache_line = 4\ndcache_miss = 9\n"
                                                             "misaligned = 5\nshift_step = 4\n",
                                                             "caches")
                                                       : hart::load_timing_profile(profile);
  Extremes runs, functions;
  for (const Bytes& input : row.inputs()) {
    const Measured measured = measure(image, timing, input);
    runs.add(measured.run);
    functions.add(measured.function);
  }
  ExplorationConfig config = config_for(timing);
  config.hart.ram_size = kMemory;
  const auto check = [&](const Extremes& expected, std::uint64_t Measured::*what) {
    const ExplorationResult result = explore(image, config);
    ASSERT_EQ(result.verdict, Verdict::Safe);
    ASSERT_TRUE(result.times && result.times->worst && result.times->best);
    EXPECT_TRUE(result.times->proved);
    EXPECT_EQ(result.times->worst->cycles, expected.most);
    EXPECT_EQ(result.times->best->cycles, expected.least);
    for (const ExtremeTime& extreme : {*result.times->worst, *result.times->best}) {
      const Measured witness = measure(image, timing, input_of(extreme));
      EXPECT_EQ(witness.*what, extreme.cycles) << "the witness takes another time";
      EXPECT_EQ(witness.run, extreme.test_case.cycles);
    }
    std::uint64_t paths = 0;
    for (const auto& [cycles, count] : result.times->counts) paths += count;
    EXPECT_EQ(paths, result.paths);
  };
  check(runs, &Measured::run);
  config.hart.stretch = StretchPlaces{image.symbol("measured"), std::nullopt};
  check(functions, &Measured::function);
}

INSTANTIATE_TEST_SUITE_P(
    All, ExtremeTimesOf,
    ::testing::Combine(::testing::Values(Case{"cycles_sort", permutations}, Case{"cycles_search", bytes},
                                         Case{"cycles_crc", bytes}, Case{"cycles_division", divisors_and_amounts},
                                         Case{"cycles_address", bytes}),
                       ::testing::Values("default", "cv32e40p", "picorv32", "five-stage", "caches")));

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
  EXPECT_EQ(result.times->worst->cycles, result.times->best->cycles) << "nothing depends on inputs before";
  config.hart.stretch = StretchPlaces{image.symbol("measured"), image.symbol("measured")};
  EXPECT_EQ(explore(image, config).times->missed, result.paths) << "nobody comes by a second time";
}

TEST_F(Cycles, OfStatesThatStandForManyAreRefused) {
  config.merging = Merging::Eager;
  EXPECT_THROW(explore(image, config), support::InputError);
  config.merging = Merging::None;
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
    EXPECT_EQ(explore(image, config).verdict, Verdict::Unknown) << "a merged state has no exact time";
  }
}

}  // namespace
}  // namespace janus::engine
