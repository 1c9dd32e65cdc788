// A preemptive kernel (sw/examples/kernel): tasks, queues, a tick, interrupts that nest, a yield by a bare `ecall`.
#include <gtest/gtest.h>

#include <tuple>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

constexpr const char* kOutput = "4 samples, 2 alarms, sum 456, 3 commands\n";

class Kernels : public ::testing::TestWithParam<std::string_view> {
 protected:
  const std::string elf_ = firmware_path(std::string(GetParam()));
};

TEST_P(Kernels, AreInterruptedByTheUartBetweenTicks) {
  TemporaryDirectory directory;
  const std::string commands = directory.file("commands");
  write_file(commands, std::string("abc"));
  const CommandResult result = janus({"run", elf_, "--uart-input", commands});
  EXPECT_EQ(result.output, kOutput);
  EXPECT_EQ(result.exit_code, 0);
}

TEST_P(Kernels, AreSafeForAllSamplesWithEveryDetector) {
  for (const Arguments& how : {Arguments{}, Arguments{"--check", "all"}, Arguments{"--merge", "eager"}}) {
    const Exploration exploration(elf_, how);
    EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, Kernels, ::testing::Values("kernel", "kernel_compressed"));

TEST(KernelBugs, AreFoundAndReplay) {
  for (const auto& [name, reason, function] :
       {std::tuple("kernel_bug_1", "assert", "(rest at "),                  // wakes too late
        std::tuple("kernel_bug_2", "bounds", "called by kernel_send at "),  // stores one item too far
        std::tuple("kernel_bug_3", "assert", "(log_alarms at "),            // takes what is not there
        std::tuple("kernel_bug_4", "assert", "(log_alarms at ")}) {         // keeps what it was lent
    const Exploration exploration(firmware_path(name));
    ASSERT_EQ(last_line(exploration.result().output), "unsafe") << name;
    EXPECT_EQ(exploration.findings()[0].at("reason"), reason);
    EXPECT_NE(exploration.result().output.find(function), std::string::npos) << exploration.result().output;
    expect_replays(exploration);
  }
}

}  // namespace
}  // namespace janus::testing
