// janus explore --worst-case: what it prints and writes, and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

Exploration measured(const Arguments& more) {
  Arguments options{"--worst-case", "--timing", "cv32e40p"};
  options.insert(options.end(), more.begin(), more.end());
  return Exploration(firmware_path("symbolic_divide"), options);
}

class WorstCase : public ::testing::TestWithParam<Arguments> {};

TEST_P(WorstCase, IsPrintedWrittenAndReplayed) {
  const Exploration exploration = measured(GetParam());
  const std::string& output = exploration.result().output;
  EXPECT_EQ(last_line(output), "safe");
  EXPECT_EQ(exploration.cases(), (std::vector<std::string>{"best-case-1.json", "worst-case-1.json"}));
  const auto& times = exploration.stats().at("times");
  EXPECT_TRUE(times.at("proved"));
  const std::uint64_t worst = times.at("worst").at("cycles"), best = times.at("best").at("cycles");
  EXPECT_NE(output.find("worst case: " + std::to_string(worst) + " cycles, proved"), std::string::npos) << output;
  EXPECT_NE(output.find("best case: " + std::to_string(best) + " cycles, proved"), std::string::npos) << output;
  const bool before_division = GetParam().size() == 2 && GetParam()[0] == "--to";
  EXPECT_EQ(worst == best, before_division) << "the division depends on the divisor";
  if (GetParam().empty()) EXPECT_EQ(json_of(exploration.file("worst-case-1.json")).at("end").at("cycles"), worst);
  expect_replays(exploration);
}

INSTANTIATE_TEST_SUITE_P(Stretches, WorstCase,
                         ::testing::Values(Arguments{}, Arguments{"--from", "main"}, Arguments{"--to", "main"},
                                           Arguments{"--from", "divide.c:10", "--to", "symbolic/divide.c:11"}));

TEST(WorstCases, AreBoundsIfTheExplorationIsNotComplete) {
  const Exploration exploration = measured({"--max-paths", "2"});
  EXPECT_EQ(last_line(exploration.result().output), "unknown");
  EXPECT_NE(exploration.result().output.find("the bound found so far"), std::string::npos);
  EXPECT_NE(exploration.result().output.find("not proved: the exploration is not complete"), std::string::npos);
  EXPECT_FALSE(exploration.stats().at("times").at("proved"));
}

TEST(WorstCases, AreNotProvedIfAPathNeverEnds) {
  const Exploration exploration(firmware_path("repeats_computes"), {"--worst-case"});
  EXPECT_FALSE(exploration.stats().at("times").at("proved"));
  EXPECT_NE(exploration.result().output.find("without end"), std::string::npos) << exploration.result().output;
}

// 2^128 paths: only merged states get through, which take turns with single paths by default.
TEST(WorstCases, OfMorePathsThanCanBeExploredAreProvedByMerging) {
  const Exploration exploration(firmware_path("worst_crc_16"),
                                {"--worst-case", "--merge", "eager", "--timing", "picorv32", "--from", "measured"});
  const auto& times = exploration.stats().at("times");
  EXPECT_TRUE(times.at("proved")) << exploration.result().output;
  EXPECT_GT(times.at("worst").at("cycles"), times.at("best").at("cycles"));
  EXPECT_EQ(times.at("merged"), 1);
  EXPECT_NE(exploration.result().output.find("1 path stands for several times each, and is in no histogram"),
            std::string::npos);
  expect_replays(exploration);
}

// The handler is the only time without interrupts, so the two ways to ask for it agree.
TEST(WorstCases, WithInterruptsOffAreThoseOfTheHandler) {
  const Exploration handler(firmware_path("worst_ring_buffer"),
                            {"--worst-case", "--symbolic", "uart=2", "--from", "on_byte"});
  const Exploration off(firmware_path("worst_ring_buffer"),
                        {"--worst-case", "--symbolic", "uart=2", "--interrupts-off"});
  const auto &expected = handler.stats().at("times"), &times = off.stats().at("times");
  EXPECT_TRUE(expected.at("proved")) << handler.result().output;
  EXPECT_TRUE(times.at("proved")) << off.result().output;
  EXPECT_EQ(times.at("worst").at("cycles"), expected.at("worst").at("cycles"));
  EXPECT_EQ(times.at("best").at("cycles"), expected.at("best").at("cycles"));
  EXPECT_NE(off.result().output.find("\n  from on_byte at "), std::string::npos) << off.result().output;
  expect_replays(off);
}

TEST(WorstCases, RefuseWhatCannotBeMeasured) {
  const struct {
    Arguments options;
    std::string why;
  } rows[] = {
      {{"--worst-case", "--learn"}, "exclude each other"},
      {{"--interrupts-off"}, "--interrupts-off needs --worst-case"},
      {{"--worst-case", "--interrupts-off", "--from", "main"}, "exclude each other"},
      {{"--from", "main"}, "--from needs --worst-case"},
      {{"--worst-case", "--from", "nowhere"}, "--from: no function is called 'nowhere'"},
      {{"--worst-case", "--from", "divide.c:9999"}, "--from: no code comes from divide.c:9999"},
      {{"--worst-case", "--to", "0x10"}, "--to: '0x10' is no code"},
  };
  for (const auto& [options, why] : rows) {
    Arguments arguments{"explore", firmware_path("symbolic_divide")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto result = janus(arguments);
    EXPECT_EQ(result.exit_code, 64) << why;
    EXPECT_NE(result.errors.find(why), std::string::npos) << result.errors;
    EXPECT_EQ(std::ranges::count(result.errors, '\n'), 1);
  }
}

}  // namespace
}  // namespace janus::testing
