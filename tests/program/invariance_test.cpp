// No speed switch changes the output of a firmware, or the simulated time of the output.
#include <gtest/gtest.h>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

constexpr char kOtherTiming[] =
    "clock_hz = 80000000\nmemory = 2\ndevice = 7\nmultiply = 5\ntaken_branch = 0\ntrap = 17\n";

struct Outcome {
  int exit_code = 0;
  std::string output, end;
  std::uint64_t instructions = 0, cycles = 0, pc = 0;
  bool operator==(const Outcome&) const = default;
};
void PrintTo(const Outcome& outcome, std::ostream* out) {
  *out << outcome.end << " (" << outcome.exit_code << ") at " << outcome.pc << " after " << outcome.instructions
       << " instructions, " << outcome.cycles << " cycles:\n"
       << outcome.output;
}

class Invariance : public ::testing::TestWithParam<std::string> {
 protected:
  Invariance() {
    write_file(input_, "some input that is longer than the receiver's sixteen bytes\nq");
    write_file(other_, kOtherTiming);
  }

  Outcome run(const Arguments& switches) {
    Arguments arguments{"run", firmware_path(GetParam()), "--uart-input", input_, "--stats", stats_};
    arguments.insert(arguments.end(), switches.begin(), switches.end());
    const auto result = janus(arguments);
    EXPECT_EQ(result.errors, "");
    const auto stats = json_of(stats_);
    return {result.exit_code,         result.output,      stats.at("exit"),
            stats.at("instructions"), stats.at("cycles"), stats.at("pc")};
  }

  void expect_the_same_under_every_switch(const std::string& timing) {
    const Outcome reference = run({"--timing", timing});
    EXPECT_EQ(reference.exit_code, 0);
    EXPECT_EQ(reference.end, "finisher");
    for (const char* quantum : {"0", "10", "1000", "100000", "1000000"}) {
      for (const char* dmi : {"on", "off"}) {
        for (const char* cache : {"on", "off"}) {
          SCOPED_TRACE(std::string("--quantum ") + quantum + " --dmi " + dmi + " --decode-cache " + cache);
          EXPECT_EQ(run({"--timing", timing, "--quantum", quantum, "--dmi", dmi, "--decode-cache", cache}), reference);
        }
      }
    }
  }

  TemporaryDirectory directory_;
  const std::string input_ = directory_.file("input"), other_ = directory_.file("timing"),
                    stats_ = directory_.file("stats");
};

TEST_P(Invariance, HoldsUnderTheDefaultTiming) { expect_the_same_under_every_switch("default"); }

TEST_P(Invariance, HoldsUnderAnotherTiming) {
  expect_the_same_under_every_switch(other_);
  EXPECT_NE(run({"--timing", other_}).cycles, run({}).cycles);
}

INSTANTIATE_TEST_SUITE_P(All, Invariance,
                         ::testing::Values("hello", "timer", "ecall_trap", "uart_echo", "compute", "interrupt_storm"),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace janus::testing
