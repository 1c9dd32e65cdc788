// janus run: its output on standard output and standard error, and its exit codes.
#include <gtest/gtest.h>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

CommandResult run(const std::string& firmware, const Arguments& options = {}) {
  Arguments arguments{"run", firmware_path(firmware)};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return janus(arguments);
}

CommandResult run_ending(const std::string& how) { return run("ending_" + how); }

// An end that is worth a line: exactly one, on standard error; and nothing that the firmware did not say on the other.
void expect_line(const CommandResult& result, int exit_code, const std::vector<std::string>& parts) {
  EXPECT_EQ(result.exit_code, exit_code);
  EXPECT_EQ(result.output, "begin\n");
  ASSERT_TRUE(result.errors.starts_with("janus: ") && result.errors.ends_with("\n")) << result.errors;
  EXPECT_EQ(result.errors.find('\n'), result.errors.size() - 1) << result.errors;
  for (const std::string& part : parts) EXPECT_NE(result.errors.find(part), std::string::npos) << result.errors;
}

void expect_silence(const CommandResult& result, int exit_code) {
  EXPECT_EQ(result.exit_code, exit_code);
  EXPECT_EQ(result.output, "begin\n");
  EXPECT_EQ(result.errors, "");
}

struct Example {
  std::string firmware, output;
};
void PrintTo(const Example& example, std::ostream* out) { *out << example.firmware; }

class RunExample : public ::testing::TestWithParam<Example> {};

TEST_P(RunExample, PrintsItsOutputAndNothingElse) {
  const auto result = run(GetParam().firmware);
  EXPECT_EQ(result.output, GetParam().output);
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.exit_code, 0);
}

INSTANTIATE_TEST_SUITE_P(
    All, RunExample,
    ::testing::Values(Example{"hello", "Hello from RISC-V!\n6 * 7 = 42, and in hexadecimal 0x2a\n"},
                      Example{"timer", "tick 1\ntick 2\ntick 3\ntick 4\ntick 5\ndone, and not early\n"},
                      Example{"ecall_trap", "hello from machine mode\nhello from user mode\nall calls counted\n"},
                      Example{"quickstart",
                              "Good morning! The keeper of the greenhouse reads the thermometer.\n"
                              "What a pleasant day. Nothing to do.\n"}),
    [](const auto& row) { return row.param.firmware; });

TEST(Run, ExitsWithTheCodeGivenToTheFinisher) {
  expect_silence(run_ending("pass"), 0);
  expect_line(run_ending("fail_7"), 7, {"the firmware ended with code 7"});
  expect_line(run_ending("fail_255"), 255, {"code 255"});
  expect_line(run_ending("fail_300"), 255, {"code 300"});  // an exit code cannot say more than 255
}

TEST(Run, ExitsWithTheCodeStoredToTohost) {
  expect_silence(run_ending("tohost_pass"), 0);
  expect_line(run_ending("tohost_fail_5"), 5, {"code 5"});
}

TEST(Run, SaysWhereAnAssertionFails) {
  expect_line(run_ending("assert"), 1, {"assertion failed", "0x8", "main at tests/program/firmware/ending.c:"});
}

TEST(Run, EndsQuietlyWhereAnAssumptionFails) {
  const auto result = run_ending("assume");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "begin\n");
}

TEST(Run, SaysWhatIsWrongWithAHook) { expect_line(run_ending("hook"), 70, {"hook", "0x8"}); }

TEST(Run, SaysCausePlaceAndAddressOfATrapThatNobodyHandles) {
  const std::string at = "main at tests/program/firmware/ending.c:";
  expect_line(run_ending("load"), 70, {"load access fault", at, "address 0x40000000"});
  expect_line(run_ending("store"), 70, {"store access fault", at, "address 0x40000004"});
  expect_line(run_ending("fetch"), 70, {"instruction access fault", "at 0x40000008", "address 0x40000008"});
  expect_line(run_ending("illegal"), 70, {"illegal instruction", at, "instruction 0xffffffff"});
  expect_line(run_ending("breakpoint"), 70, {"breakpoint", at});
  expect_line(run_ending("misaligned_jump"), 70, {"misaligned instruction address", at, "address 0x80000002"});
  expect_line(run_ending("misaligned_atomic"), 70, {"misaligned", at, "address 0x80000001"});
  expect_line(run_ending("missing_csr"), 70, {"illegal instruction", at});
}

TEST(Run, SaysThatTheFirmwareWasLinkedForMoreMemory) {
  const auto result = run("hello", {"--memory", "1"});
  EXPECT_EQ(result.exit_code, 70);
  EXPECT_NE(result.errors.find("; the stack pointer 0x8"), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("is outside of RAM (0x80000000, 1 MiB; see --memory)"), std::string::npos)
      << result.errors;
  EXPECT_EQ(run_ending("load").errors.find("stack pointer"), std::string::npos);
  const Exploration exploration(firmware_path("hello"), {"--memory", "1"});
  EXPECT_NE(exploration.result().output.find("is outside of RAM (0x80000000, 1 MiB; see --memory)"), std::string::npos)
      << exploration.result().output;
}

TEST(Run, TakesEcallForATrapUnlessItIsAHook) {
  expect_line(run("ending_ecall", {"--hooks", "never"}), 70, {"ecall", "main at tests/program/firmware/ending.c:"});
  expect_silence(run("ending_ecall", {"--hooks", "always"}), 0);
  expect_silence(run("ending_ecall", {"--hooks", "auto"}), 0);
}

TEST(Run, NamesSourceFilesOfTheFirmwareByTheirPlaceInTheRepository) {
  const auto result = run("foreign_raw_safe");
  EXPECT_NE(result.errors.find("(_start at tests/program/foreign/raw_ecalls.S:14)"), std::string::npos)
      << result.errors;
}

TEST(Run, EndsWhereNothingCanHappenAnyMore) {
  expect_line(run_ending("self_loop"), 0, {"halted at 0x8", "jumps to itself", "ending.c:"});
  expect_line(run_ending("wfi"), 0, {"waits for an interrupt that will not come"});
}

TEST(Run, StopsAtTheInstructionLimit) {
  expect_line(run("ending_endless", {"--max-instructions", "100000"}), 124, {"after 100000 instructions"});
}

TEST(Run, StopsAtCtrlC) {
  expect_line(interrupt_command({janus_program(), "run", firmware_path("ending_endless")}, "begin"), 130,
              {"interrupted"});
}

TEST(Run, FeedsTheUartFromAFile) {
  TemporaryDirectory directory;
  write_file(directory.file("input"), "janus, both ways\nquit");
  const auto result = run("uart_echo", {"--uart-input", directory.file("input")});
  EXPECT_EQ(result.output, "echo, until q\njanus, both ways\n\nbye\n");
  EXPECT_EQ(result.exit_code, 0);
}

TEST(Run, LeavesSymbolicInputsAloneWithoutASeed) { EXPECT_EQ(run("inputs").output, "11223344 55 register 00000000\n"); }

TEST(Run, DrawsSymbolicInputsFromTheSeed) {
  const auto once = run("inputs", {"--seed", "1"}), again = run("inputs", {"--seed", "1"});
  const auto other = run("inputs", {"--seed", "2"});
  EXPECT_EQ(once.output, again.output);
  EXPECT_NE(once.output, other.output);
  EXPECT_NE(once.output, run("inputs").output);
}

TEST(Run, DumpsTheSignatureAsConformanceSuitesExpect) {
  TemporaryDirectory directory;
  const auto result = run("foreign_tohost", {"--signature", directory.file("signature")});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(text_of(directory.file("signature")), "0000000c\n00000006\nffffffff\ndeadbeef\n");
}

TEST(Run, PrintsTheSignatureAfterTheUartIfAskedTo) {
  const auto result = run("foreign_tohost", {"--signature", "-"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(result.output.ends_with("0000000c\n00000006\nffffffff\ndeadbeef\n")) << result.output;
  EXPECT_GT(result.output.size(), 36U) << "the UART comes first";
}

TEST(Run, CountsInTheStatistics) {
  TemporaryDirectory directory;
  run("ending_endless", {"--max-instructions", "5000", "--stats", directory.file("stats")});
  const auto stats = json_of(directory.file("stats"));
  EXPECT_EQ(stats.at("instructions"), 5000);
  EXPECT_EQ(stats.at("exit"), "instruction limit");
  EXPECT_TRUE(stats.at("exit_code").is_null());
  EXPECT_GE(stats.at("cycles"), 5000);
  for (const char* key : {"pc", "simulated_seconds", "seconds", "mips", "peak_bytes"}) EXPECT_TRUE(stats.contains(key));
}

}  // namespace
}  // namespace janus::testing
