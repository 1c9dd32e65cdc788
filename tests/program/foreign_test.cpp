// Firmware that others built for QEMU's virt board (foreign/README.md).
#include <gtest/gtest.h>

#include <set>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

class Foreign : public ::testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(Foreign, PrintsTheSameHereAndOnQemu) {
  JANUS_NEED_TOOL(kQemu, "qemu-system-misc");
  const auto& [name, output] = GetParam();
  const std::string elf = firmware_path(name);
  const auto qemu = run_command({kQemu, "-M", "virt", "-bios", "none", "-nographic", "-kernel", elf}, false);
  const auto here = janus({"run", elf});
  EXPECT_EQ(qemu.output, output) << qemu.errors;
  EXPECT_EQ(here.output, output) << here.errors;
  EXPECT_EQ(qemu.exit_code, 0);
  EXPECT_EQ(here.exit_code, 0);
  EXPECT_EQ(here.errors, "");
}

TEST_P(Foreign, IsSafeAndHasOnePathWhenExplored) { expect_every_path(GetParam().first, "safe", 1); }

INSTANTIATE_TEST_SUITE_P(All, Foreign,
                         ::testing::Values(std::pair("foreign_picolibc", "4 9 15 26 31 heap 42 51851851385166\n"),
                                           std::pair("foreign_tohost", "1"),
                                           std::pair("foreign_tasks", "0a1b2c3d done\n"),
                                           std::pair("foreign_flash", "003c0052\n"),
                                           std::pair("foreign_headers", "headers below memory\n")),
                         [](const auto& row) { return row.param.first; });

TEST(ForeignFailure, IsTheNumberOfTheTestCaseInTohost) {
  EXPECT_EQ(janus({"run", firmware_path("foreign_tohost_wrong")}).exit_code, 7);
  const Exploration exploration(firmware_path("foreign_tohost_wrong"));
  EXPECT_EQ(exploration.result().exit_code, kUnsafe);
  ASSERT_EQ(exploration.findings().size(), 1U);
  EXPECT_EQ(exploration.findings()[0].at("reason"), "failing_exit");
  expect_replays(exploration);
}

TEST(Benchmark, PrintsAndEndsThroughTheHost) {
  const std::string elf = firmware_path("foreign_benchmark");
  for (const Arguments& options : {Arguments{}, {"--fast", "off"}, {"--dmi", "off"}, {"--quantum", "0"}}) {
    Arguments arguments{"run", elf};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto result = janus(arguments);
    EXPECT_EQ(result.output, "fibonacci of 12 = 144\n");
    EXPECT_EQ(result.errors, "done\n");
    EXPECT_EQ(result.exit_code, 0);
  }
  expect_every_path("foreign_benchmark", "safe", 1);
}

TEST(Benchmark, PrintsTheSameOnEveryPathWhenItIsReplayed) {
  const std::string elf = firmware_path("foreign_benchmark_symbolic");
  for (const Arguments& options : {Arguments{}, {"--plain"}, {"--subsume"}, {"--learn"}, {"--merge", "qce"}}) {
    Arguments all{"--hooks", "always", "--test-cases", "all"};
    all.insert(all.end(), options.begin(), options.end());
    const Exploration exploration(elf, all);
    EXPECT_EQ(exploration.result().exit_code, kSafe) << exploration.result().output;
    expect_replays(exploration);
  }
  const Exploration exploration(elf, {"--hooks", "always", "--test-cases", "all", "--plain"});
  std::set<std::string> outputs;
  for (const std::string& name : exploration.cases())
    outputs.insert(janus({"replay", elf, exploration.file(name)}).output);
  EXPECT_EQ(outputs, (std::set<std::string>{"fibonacci of 3 = 2\n", "fibonacci of 4 = 3\n", "fibonacci of 5 = 5\n"}));
}

TEST(Benchmark, EndsWithALineWhereItAsksForWhatJanusCannotDo) {
  const std::string elf = firmware_path("foreign_benchmark_17");
  const auto result = janus({"run", elf});
  EXPECT_EQ(result.exit_code, 70);
  EXPECT_NE(result.errors.find("janus: tohost: request 17 at 0x8"), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("is not supported, at 0x8"), std::string::npos) << result.errors;
  const Exploration exploration(elf);
  ASSERT_EQ(exploration.findings().size(), 1U);
  EXPECT_EQ(exploration.findings()[0].at("reason"), "host_error");
  expect_replays(exploration);
}

TEST(Compressed, CodeIsWhatCountsAndNotTheFlagOfTheElfFile) {
  const auto result = janus({"run", firmware_path("foreign_rvc_flag")});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  expect_every_path("foreign_rvc_flag", "safe", 1);
}

TEST(Compressed, CodeRuns) {
  const auto result = janus({"run", firmware_path("foreign_rvc_code")});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  expect_every_path("foreign_rvc_code", "safe", 1);
}

TEST(Compressed, CodeIsIllegalWithoutTheExtension) {
  const std::string elf = firmware_path("foreign_rvc_code");
  const auto result = janus({"run", "--isa", "rv32ima", elf});
  EXPECT_EQ(result.exit_code, 70);
  EXPECT_NE(result.errors.find("illegal instruction at 0x8000000c"), std::string::npos) << result.errors;
  const Exploration exploration(elf, {"--isa", "rv32ima"});
  EXPECT_EQ(exploration.result().exit_code, kUnsafe);
  EXPECT_NE(std::string(exploration.findings().at(0).at("text")).find("illegal instruction"), std::string::npos);
  expect_replays(exploration);
}

// The laws in bits.c hold for every input, whatever their operations are compiled to.
TEST(BitManipulation, HasTheVerdictOfTheSameProgramWithoutIt) {
  for (const char* name : {"bits", "bits_zb"}) {
    EXPECT_EQ(janus({"run", firmware_path(name)}).exit_code, 0) << name;
    const Exploration exploration(firmware_path(name));
    EXPECT_EQ(exploration.result().exit_code, kSafe) << name << ": " << exploration.result().output;
  }
  const Exploration wrong(firmware_path("bits_zb_wrong"));
  EXPECT_EQ(wrong.result().exit_code, kUnsafe) << wrong.result().output;
  expect_replays(wrong);
}

TEST(BitManipulation, IsIllegalWhereItIsOff) {
  const auto result = janus({"run", "--isa", "rv32ima", firmware_path("bits_zb")});
  EXPECT_EQ(result.exit_code, 70);
  EXPECT_NE(result.errors.find("illegal instruction"), std::string::npos) << result.errors;
}

// The start-up code of these programs names a register above x15.
TEST(HalfTheRegisters, MakeInstructionsThatNameTheOthersIllegal) {
  const auto result = janus({"run", "--isa", "rv32ema", firmware_path("foreign_tohost")});
  EXPECT_EQ(result.exit_code, 70);
  EXPECT_NE(result.errors.find("illegal instruction"), std::string::npos) << result.errors;
}

TEST(InstructionSets, ThatJanusDoesNotHaveAreRefusedByName) {
  const std::string elf = firmware_path("foreign_rvc_code");
  EXPECT_EQ(janus({"run", "--isa", "rv32imafc", elf}).errors, "janus: --isa rv32imafc: Janus does not have f\n");
  EXPECT_EQ(janus({"run", "--isa", "rv64i", elf}).errors, "janus: --isa rv64i: not the name of an RV32I or RV32E\n");
  EXPECT_GE(janus({"explore", "--isa", "rv64i", elf}).exit_code, 64);
}

TEST(RawEcalls, AreHooksIfTheUserSaysSo) {
  expect_every_path("foreign_raw_safe", "safe", 2, {"--hooks", "always"});
  expect_every_path("foreign_raw_unsafe", "unsafe", 3, {"--hooks", "always"});
}

TEST(RawEcalls, AreTrapsOtherwiseSinceTheElfCarriesNoNote) {
  EXPECT_EQ(janus({"run", firmware_path("foreign_raw_safe")}).exit_code, 70);
  EXPECT_EQ(Exploration(firmware_path("foreign_raw_safe")).findings().at(0).at("reason"), "trap");
}

TEST(RawEcalls, GiveTheInputThatBreaksTheClaim) {
  const Exploration exploration(firmware_path("foreign_raw_unsafe"), {"--hooks", "always"});
  ASSERT_EQ(exploration.findings().size(), 1U);
  const auto& finding = exploration.findings()[0];
  EXPECT_EQ(finding.at("reason"), "assert");
  EXPECT_EQ(finding.at("inputs")[0].at("name"), "byte");
  EXPECT_EQ(finding.at("inputs")[0].at("value"), "9 (0x09)");
}

TEST(HalvesOfWords, AreProtectedByThemselvesInEveryLoop) {
  const std::string elf = firmware_path("foreign_halves_split");
  for (const Arguments& options :
       {Arguments{}, {"--fast", "off"}, {"--translate", "off"}, {"--decode-cache", "off"}, {"--quantum", "0"}}) {
    Arguments arguments{"run", elf};
    arguments.insert(arguments.end(), options.begin(), options.end());
    EXPECT_EQ(janus(arguments).exit_code, 0) << ::testing::PrintToString(options);
  }
  expect_every_path("foreign_halves_split", "safe", 1, {"--check", "none"});  // it writes to its code
}

TEST(HalvesOfWords, AreWhereHooksMayBegin) {
  EXPECT_EQ(janus({"run", firmware_path("foreign_halves_hooks"), "--hooks", "always"}).exit_code, 0);
  const Exploration exploration(firmware_path("foreign_halves_hooks"), {"--hooks", "always"});
  ASSERT_EQ(exploration.findings().size(), 1U);
  EXPECT_EQ(exploration.findings()[0].at("reason"), "assert");
  expect_replays(exploration);
}

}  // namespace
}  // namespace janus::testing
