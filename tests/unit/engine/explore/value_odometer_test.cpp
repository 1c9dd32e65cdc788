#include "engine/explore/value_odometer.h"

#include <gtest/gtest.h>

#include <random>

namespace janus::engine {
namespace {

using solver::ValueSet;

TEST(ValueOdometer, GoesThroughAllValuesOfTwoBytes) {
  ValueOdometer odometer({}, 65536);
  std::uint32_t wanted = 0;
  do {
    odometer.begin();
    std::uint8_t high = 0, low = 0;
    ASSERT_TRUE(odometer.next(&high, 1));
    ASSERT_TRUE(odometer.next(&low, 1));
    ASSERT_EQ(high << 8 | low, wanted);
    ASSERT_DOUBLE_EQ(odometer.progress(), wanted / 65536.0);
    ASSERT_EQ(odometer.bytes(), (SeedBytes{high, low}));
    ++wanted;
  } while (odometer.advance());
  EXPECT_EQ(wanted, 65536);
}

TEST(ValueOdometer, HasNoMoreCombinationsThanThat) {
  ValueOdometer odometer({}, 65535);
  odometer.begin();
  std::uint8_t byte = 0;
  EXPECT_TRUE(odometer.next(&byte, 1));
  EXPECT_FALSE(odometer.next(&byte, 1));
}

// A program whose inputs depend on the values of earlier ones, each of several parts: all its runs, by recursion.
using Values = std::vector<std::vector<std::vector<SeedBytes>>>;  // by input and part
void all_runs(const Values& values, SeedBytes& run, std::vector<SeedBytes>& runs, std::size_t input, std::size_t part) {
  const bool ends = part == 0 && (input == values.size() || (input > 0 && run.back() % 3 == 0));
  if (ends) return runs.push_back(run);
  const bool is_last = part + 1 == values[input].size();
  for (const SeedBytes& bytes : values[input][part]) {
    run.insert(run.end(), bytes.begin(), bytes.end());
    all_runs(values, run, runs, is_last ? input + 1 : input, is_last ? 0 : part + 1);
    run.resize(run.size() - bytes.size());
  }
}

TEST(ValueOdometer, MakesTheRunsThatARecursionMakes) {
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    ValueOdometer::Parts parts;
    Values values(3);
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t input = 0; input < 3; ++input) {
      std::uint32_t offset = 0;
      for (std::uint32_t count = 1 + random() % 2; count > 0; --count) {
        const std::uint32_t bytes = 1U << random() % 3;
        const std::uint64_t low = random() % 200, high = low + random() % 7;
        ValueSet set = ValueSet::range(8 * bytes, low, high);
        if (high > low) set = set.intersected(ValueSet::without(8 * bytes, low + random() % (high - low)));
        auto& all = values[input].emplace_back();
        for (std::uint64_t value = low; value <= high; ++value) {
          if (!set.contains(value)) continue;
          SeedBytes& one = all.emplace_back();
          for (unsigned i = 0; i < bytes; ++i) one.push_back(static_cast<std::uint8_t>(value >> 8 * i));
        }
        parts.emplace(ValueOdometer::Place{input, offset}, ValueOdometer::Part{bytes, set});
        offset += bytes;
      }
      sizes.push_back(offset);
    }
    std::vector<SeedBytes> wanted, made;
    SeedBytes run;
    all_runs(values, run, wanted, 0, 0);
    ValueOdometer odometer(parts, 1e9);
    double before = -1;
    do {
      odometer.begin();
      for (const std::uint32_t size : sizes) {
        SeedBytes bytes(size);
        ASSERT_TRUE(odometer.next(bytes.data(), size));
        if (bytes.back() % 3 == 0) break;
      }
      made.push_back(odometer.bytes());
      EXPECT_GT(odometer.progress(), before);
      before = odometer.progress();
    } while (odometer.advance());
    EXPECT_EQ(made, wanted) << round;
  }
}

}  // namespace
}  // namespace janus::engine
