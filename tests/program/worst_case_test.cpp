// janus explore --worst-case, of cycles and of energy: what it prints and writes, and what it refuses.
#include <fmt/format.h>
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
  if (GetParam().empty()) {
    EXPECT_EQ(json_of(exploration.file("worst-case-1.json")).at("end").at("cycles"), worst);
  }
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

constexpr char kEnergies[] =
    "energy_cycle = 1.5\nenergy_alu = 2.25\nenergy_divide = 40\nenergy_memory = 3.125\nenergy_device = 100\n"
    "divide_per_divisor_zero_bit = 1\n";

// By single paths, and merged; of a whole run, whose test cases replay to the same energy.
TEST(WorstCases, OfEnergyArePrintedWrittenAndReplayed) {
  const TemporaryDirectory directory;
  const std::string timing = directory.file("energies");
  write_file(timing, kEnergies);
  for (const char* merge : {"none", "eager"}) {
    const Exploration exploration(firmware_path("symbolic_divide"),
                                  {"--worst-case", "--energy", "--timing", timing, "--merge", merge});
    const auto& times = exploration.stats().at("times");
    EXPECT_TRUE(times.at("proved")) << exploration.result().output;
    const double worst = times.at("worst").at("energy_pj"), best = times.at("best").at("energy_pj");
    EXPECT_GT(worst, best);
    EXPECT_NE(exploration.result().output.find(fmt::format("worst case: {:.3f} pJ, proved", worst)), std::string::npos)
        << exploration.result().output;
    for (const auto& [name, expected] : {std::pair("worst-case-1.json", worst), std::pair("best-case-1.json", best)}) {
      const auto replay = janus({"replay", exploration.elf(), exploration.file(name), "--timing", timing, "--stats",
                                 directory.file("stats")});
      EXPECT_EQ(last_line(replay.errors), "janus: as explored");
      EXPECT_NE(replay.errors.find(fmt::format("janus: {:.3f} pJ in ", expected)), std::string::npos) << replay.errors;
      EXPECT_EQ(json_of(directory.file("stats")).at("energy_pj"), expected);
    }
  }
}

// A run takes the same under every speed switch, and nothing is said of energy that nobody has given.
TEST(WorstCases, OfEnergyAreOfWhatARunTakes) {
  const TemporaryDirectory directory;
  const std::string timing = directory.file("energies"), stats = directory.file("stats");
  write_file(timing, kEnergies);
  const auto energy = [&](const Arguments& options) {
    Arguments arguments{"run", firmware_path("hello"), "--stats", stats};
    arguments.insert(arguments.end(), options.begin(), options.end());
    janus(arguments);
    return json_of(stats).value("energy_pj", 0.0);
  };
  const double taken = energy({"--timing", timing});
  EXPECT_GT(taken, 0);
  EXPECT_EQ(energy({"--timing", timing, "--fast", "off"}), taken);
  EXPECT_EQ(energy({"--timing", timing, "--dmi", "off"}), taken);
  EXPECT_EQ(energy({"--timing", timing, "--profile", directory.file("profile")}), taken);
  EXPECT_EQ(energy({}), 0);
}

TEST(WorstCases, RefuseWhatCannotBeMeasured) {
  const struct {
    Arguments options;
    std::string why;
  } rows[] = {
      {{"--worst-case", "--learn"}, "exclude each other"},
      {{"--interrupts-off"}, "--interrupts-off needs --worst-case"},
      {{"--energy"}, "--energy needs --worst-case"},
      {{"--worst-case", "--energy"}, "--energy needs a timing profile with energies; 'default' has none"},
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
