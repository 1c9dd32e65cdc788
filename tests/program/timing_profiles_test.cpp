// Timing profiles in the janus program: under each profile, speed switches do not change the cycle count, and an
// explored path takes as many cycles as its replay.
#include <gtest/gtest.h>

#include "hart/timing.h"
#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

// Everything that costs by address: caches, wait states, in RAM and of devices.
constexpr char kCached[] =
    "memory = 10\nload_use = 1\nshift_step = 4\ndivide_per_dividend_bit = 1\nuart = 20\nclint = 7\n"
    "icache_size = 1024\nicache_ways = 2\nicache_line = 16\nicache_miss = 6\n"
    "dcache_size = 512\ndcache_ways = 2\ndcache_line = 16\ndcache_miss = 9\ndcache_write_back = 5\n";
// What cores do besides: everything that costs by encoding, by the next instruction, or by the last bits of an address.
constexpr char kDetailed[] =
    "misaligned = 3\njump_register_use = 2\nfence_i = 7\nmret = 6\ncsr_write = 5\ncsr mstatus-mie 2 4\n"
    "illegal_instruction = 9\ninterrupt = 8\ndivide_per_divisor_zero_bit = 1\ndivide_complement = 1\n";
constexpr char kWaitStates[] = "region flash 0x80000000 0x400 3 1\nregion stack 0x80010000 0x7f00000 2\nplic = 9\n";

class Profiles : public ::testing::TestWithParam<std::string> {
 protected:
  Profiles() {
    write_file(directory_.file("cached"), kCached);
    write_file(directory_.file("wait-states"), kWaitStates);
    write_file(directory_.file("detailed"), kDetailed);
    write_file(directory_.file("input"), "some input that is longer than the receiver's sixteen bytes\nq");
  }
  std::string profile() const {
    const auto names = hart::built_in_timing_profiles();
    const bool built_in = std::find(names.begin(), names.end(), GetParam()) != names.end();
    return built_in ? GetParam() : directory_.file(GetParam());
  }
  std::string outcome(const std::string& firmware, const Arguments& switches) {
    Arguments arguments{
        "run",     firmware_path(firmware), "--uart-input", directory_.file("input"), "--timing", profile(),
        "--stats", directory_.file("stats")};
    arguments.insert(arguments.end(), switches.begin(), switches.end());
    const auto result = janus(arguments);
    EXPECT_EQ(result.errors, "");
    auto stats = json_of(directory_.file("stats"));
    EXPECT_EQ(stats.at("exit"), "finisher");
    for (const char* of_the_host : {"seconds", "mips", "peak_bytes"}) stats.erase(of_the_host);
    return stats.dump() + result.output;
  }
  TemporaryDirectory directory_;
};

TEST_P(Profiles, CountTheSameUnderEverySpeedSwitch) {
  const Arguments switches[] = {
      {"--fast", "off"},
      {"--translate", "off"},
      {"--dmi", "off"},
      {"--dmi", "off", "--decode-cache", "off", "--quantum", "0"},
      {"--decode-cache", "off", "--fast", "off", "--quantum", "1000"},
      {"--quantum", "0"},
      {"--quantum", "1000"},
      {"--quantum", "100000"},
  };
  for (const char* firmware : {"compute", "interrupt_storm", "uart_echo", "timer", "ecall_trap"}) {
    const std::string reference = outcome(firmware, {});
    for (const Arguments& some : switches) {
      SCOPED_TRACE(std::string(firmware) + " " + some[0] + " " + some[1]);
      EXPECT_EQ(outcome(firmware, some), reference);
    }
  }
}

TEST_P(Profiles, AreTheirOwn) {
  if (GetParam() == "default") return;
  const std::string mine = outcome("compute", {}), stats = directory_.file("stats");
  janus({"run", firmware_path("compute"), "--stats", stats});
  EXPECT_EQ(mine.find(json_of(stats).at("cycles").dump()), std::string::npos);
}

// The verdict is the same, and each path, more of them where latencies tell them apart, takes the time it was explored
// to take: a replay that does not exits with another code.
TEST_P(Profiles, ExploreWhatTheyReplay) {
  for (const char* firmware :
       {"symbolic_divide", "symbolic_shift", "symbolic_table_lookup", "symbolic_store", "symbolic_clock",
        "symbolic_code", "symbolic_atomic", "symbolic_out_of_bounds", "quickstart"}) {
    SCOPED_TRACE(firmware);
    const Arguments limits{"--all", "--test-cases", "all", "--max-time", "60"};
    Arguments options{"--timing", profile()};
    options.insert(options.end(), limits.begin(), limits.end());
    const Exploration usual(firmware_path(firmware), limits), exploration(firmware_path(firmware), options);
    EXPECT_EQ(last_line(exploration.result().output), last_line(usual.result().output));
    EXPECT_GE(exploration.paths(), usual.paths());
    EXPECT_FALSE(exploration.cases().empty());
    expect_replays(exploration);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Profiles,
                         ::testing::Values("default", "picorv32", "picorv32-waitstate", "picorv32-fast", "ibex",
                                           "ibex-three-stage", "cv32e40p", "five-stage", "cached", "wait-states",
                                           "detailed"),
                         [](const auto& row) {
                           std::string name = row.param;
                           std::erase(name, '-');
                           return name;
                         });

// A divider that is slower for greater dividends makes as many paths as there are latencies; where paths merge anyway,
// one, which has no time of its own.
TEST(Latency, IsAPathForEachOfItsValues) {
  const TemporaryDirectory directory;
  write_file(directory.file("timing"), std::string("shift_step = 4\n"));
  const std::string firmware = firmware_path("symbolic_shift");
  const Exploration exploration(firmware, {"--timing", directory.file("timing")});
  EXPECT_EQ(last_line(exploration.result().output), "safe");
  EXPECT_EQ(exploration.paths(), 11U) << "0 to 31 places are 0 to 10 steps of four places or one";
  const Exploration merged(firmware, {"--timing", directory.file("timing"), "--merge", "eager", "--test-cases", "all"});
  EXPECT_EQ(last_line(merged.result().output), "safe");
  EXPECT_EQ(merged.paths(), 1U);
  expect_replays(merged);
}

}  // namespace
}  // namespace janus::testing
