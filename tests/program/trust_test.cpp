// What a verdict rests on: firmware that a careless machine would call safe, or unsafe, by mistake.
#include <gtest/gtest.h>

#include <cstdlib>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

TEST(Ecalls, OfAKernelAreNoHooksWhateverT0Holds) {
  const std::string elf = firmware_path("trust_yield");
  EXPECT_EQ(janus({"run", elf}).exit_code, 0);
  for (const Arguments& how :
       {Arguments{}, {"--plain"}, {"--subsume"}, {"--learn"}, {"--summarize"}, {"--merge", "eager"}})
    EXPECT_EQ(Exploration(elf, how).result().exit_code, kSafe) << (how.empty() ? "" : how[0]);
  EXPECT_EQ(Exploration(elf, {"--hooks", "always"}).result().exit_code, kUnsafe);
}

TEST(Ecalls, BehindTheMarkerOfAssemblyAreHooks) {
  const Exploration exploration(firmware_path("trust_marked"));
  EXPECT_EQ(exploration.result().exit_code, kUnsafe);
  EXPECT_EQ(exploration.result().errors, "");
  expect_replays(exploration);
}

TEST(Ecalls, OfAnElfWithANoteOfTheFirstVersionAreHooksWithAWarning) {
  const Exploration exploration(firmware_path("trust_unmarked"));
  EXPECT_EQ(exploration.result().exit_code, kUnsafe);
  EXPECT_NE(exploration.result().errors.find("from before hooks were marked"), std::string::npos);
}

TEST(Ecalls, WithAnUnknownCodeBehindTheMarkerAreAnError) {
  const Exploration exploration(firmware_path("trust_unknown_hook"));
  EXPECT_EQ(exploration.result().exit_code, kUnsafe);
  EXPECT_EQ(exploration.findings()[0].at("reason"), "hook_error");
  EXPECT_EQ(janus({"run", firmware_path("trust_unknown_hook")}).exit_code, 70);
}

// mtimecmp is centuries away: beyond 2^64 picoseconds, which are 213 days.
TEST(Timers, FireHoweverLate) {
  const std::string elf = firmware_path("trust_far_timer");
  EXPECT_EQ(janus({"run", elf}).exit_code, 0);
  EXPECT_EQ(janus({"run", "--quantum", "0", elf}).exit_code, 0);
  EXPECT_EQ(Exploration(elf).result().exit_code, kSafe);
  const Exploration wrong(firmware_path("trust_far_timer_wrong"));
  EXPECT_EQ(wrong.result().exit_code, kUnsafe);
  expect_replays(wrong);
}

const Arguments kTechniques[] = {{},         {"--plain"},     {"--subsume"},        {"--learn"},
                                 {"--auto"}, {"--summarize"}, {"--merge", "eager"}, {"--merge", "careful"}};

void expect_exit_code(const std::string& firmware, int code, const Arguments& options = {}) {
  for (Arguments how : kTechniques) {
    how.insert(how.end(), options.begin(), options.end());
    const Exploration exploration(firmware_path(firmware), how);
    EXPECT_EQ(exploration.result().exit_code, code) << firmware << " " << (how.empty() ? "" : how[0]);
    if (code == kUnsafe) expect_replays(exploration);
  }
}

// A merged state is what it was, and one of the paths that it stands for has read the clock between.
TEST(Timers, AreReadByOneOfTheMergedPaths) {
  for (const std::string level : {"O0", "O1", "O2"}) {
    for (const std::string how : {"eager", "careful", "qce"}) {
      const Exploration exploration(firmware_path("merged_clock_" + level),
                                    {"--merge", how, "--max-instructions", "100000"});
      EXPECT_EQ(exploration.result().exit_code, kUnsafe) << level << how << exploration.result().output;
    }
    EXPECT_EQ(Exploration(firmware_path("merged_clock_" + level)).result().exit_code, kUnsafe) << level;
  }
}

TEST(Halts, AreViolationsBeforeMainHasReturned) {
  expect_exit_code("trust_halt_early", kUnsafe);
  EXPECT_EQ(Exploration(firmware_path("trust_halt_early")).findings()[0].at("reason"), "halted");
  expect_exit_code("trust_halt_late", kSafe);
}

TEST(Halts, AreWhatTheUserSays) {
  expect_exit_code("trust_halt_early", kSafe, {"--halt", "ok"});
  expect_exit_code("trust_halt_late", kUnsafe, {"--halt", "violation"});
}

TEST(Halts, AreNoSuccessIfTheFirmwareCouldHaveSpoken) {
  expect_exit_code("trust_halt_tohost", kUnsafe);
  const CommandResult result = janus({"run", firmware_path("trust_halt_tohost")});
  EXPECT_EQ(result.exit_code, 76);
  EXPECT_NE(result.errors.find("tohost"), std::string::npos);
  EXPECT_EQ(janus({"run", firmware_path("trust_halt_late")}).exit_code, 0);
}

TEST(ExitCodes, OfTheUsersChoiceAreNoViolations) {
  const std::string elf = firmware_path("ending_fail_7");
  EXPECT_EQ(Exploration(elf).result().exit_code, kUnsafe);
  EXPECT_EQ(Exploration(elf, {"--exit-codes", "0,7"}).result().exit_code, kSafe);
  EXPECT_EQ(Exploration(firmware_path("ending_pass"), {"--exit-codes", "7"}).result().exit_code, kUnsafe);
  EXPECT_EQ(janus({"explore", elf, "--exit-codes", "0,seven"}).exit_code, 64);
}

// The exit code is in memory, not in the word that is stored to tohost.
TEST(ExitCodes, OfRequestsToTheHostDependOnMemory) { expect_exit_code("trust_htif_exit", kUnsafe); }

TEST(Ecalls, BehindASymbolicWordAreHooksForOneOfItsValues) { expect_exit_code("trust_symbolic_marker", kUnsafe); }

TEST(Findings, InFrontOfTheFirstInstructionOfAHandlerAreConfirmed) {
  const Exploration exploration(firmware_path("trust_division_in_handler"), {"--division-by-zero", "--plain"});
  EXPECT_EQ(exploration.result().exit_code, kUnsafe);
  EXPECT_EQ(exploration.stats().at("unconfirmed_violations"), 0);
}

bool warns(const Exploration& exploration, const std::string& text) {
  return exploration.result().errors.find("janus: warning: " + text) != std::string::npos;
}

TEST(Handlers, ThatMtvecCannotLeadToAreNamed) {
  const std::string text = "warning: mtvec keeps multiples of 4 only, so traps go to 0x8",
                    name = "2 bytes in front of on_trap";
  for (const char* command : {"run", "explore"}) {
    const std::string moved = janus({command, firmware_path("trust_moved_handler")}).errors;
    EXPECT_NE(moved.find(text), std::string::npos) << command << moved;
    EXPECT_NE(moved.find(name), std::string::npos) << command << moved;
    const std::string kept = janus({command, firmware_path("trust_kept_handler")}).errors;
    EXPECT_EQ(kept.find("mtvec"), std::string::npos) << command << kept;
  }
}

// Compressed code has functions at multiples of 2.
TEST(Handlers, OfTheExamplesAreWhereMtvecLeadsTo) {
  for (const std::string example :
       {"half_update", "lost_update", "ring_buffer", "thermometer", "timer", "twins", "uart_echo"}) {
    const std::string errors =
        janus({"run", firmware_path("trust_compressed_" + example), "--max-instructions", "20000"}).errors;
    EXPECT_EQ(errors.find("mtvec"), std::string::npos) << example << errors;
  }
}

TEST(Verdicts, SayWhatTheyRestOn) {
  const Exploration exploration(firmware_path("trust_waits"));
  const std::string& output = exploration.result().output;
  EXPECT_NE(output.find("rests on: 1 input (1 byte), 1 assertion"), std::string::npos) << output;
  EXPECT_NE(output.find("ended: 1: the firmware ended; 1: waits for an interrupt"), std::string::npos) << output;
  EXPECT_TRUE(warns(exploration, "1 path waits for an interrupt that nothing will raise, at 0x8"));
  EXPECT_FALSE(warns(exploration, "nothing is symbolic"));
  EXPECT_EQ(exploration.stats().at("assertions").size(), 1U);
}

TEST(Verdicts, SayWhetherMemoryWasChecked) {
  const auto says = [](const Arguments& options, const std::string& what) {
    const Exploration exploration(firmware_path("trust_waits"), options);
    EXPECT_NE(exploration.result().output.find(what), std::string::npos) << exploration.result().output;
  };
  says({}, ", memory checked\n");
  says({"--plain"}, ", memory not checked (--check memory does)\n");
  says({"--plain", "--check", "memory"}, ", memory checked\n");
}

TEST(Verdicts, AreHollowWithoutInputsOrAssertions) {
  const Exploration hello(firmware_path("hello"));
  EXPECT_TRUE(warns(hello, "nothing is symbolic"));
  EXPECT_TRUE(warns(hello, "no assertion was reached"));
}

TEST(Verdicts, AreHollowIfTheAssumptionsExcludeEveryInput) {
  EXPECT_TRUE(warns(Exploration(firmware_path("trust_excluded")), "the assumptions exclude every input"));
}

TEST(Verdicts, TellOfHooksThatWereNone) {
  EXPECT_TRUE(warns(Exploration(firmware_path("trust_yield")), "3 ecalls had a hook's code in t0 and were no hooks"));
  EXPECT_TRUE(warns(Exploration(firmware_path("foreign_raw_safe")), "1 ecall had a hook's code in t0 and was no hook"));
  const Exploration leftover(firmware_path("trust_leftover"));
  EXPECT_EQ(last_line(leftover.result().output), "safe");
  EXPECT_FALSE(warns(leftover, "")) << leftover.result().errors;
}

TEST(Verdicts, EndWithWhatWasGivenUpAndWhere) {
  const Exploration exploration(firmware_path("symbolic_endless"), {"--max-instructions", "2000", "--all"});
  const std::string& output = exploration.result().output;
  EXPECT_NE(output.find("first at 0x8"), std::string::npos) << output;
  EXPECT_NE(output.find("may help: --max-instructions"), std::string::npos) << output;
}

// Sixteen inputs of a megabyte, of which next to nothing is read. Under AddressSanitizer, memory that was freed is kept
// for a while (256 MiB of it, if nothing is said), which is none of the program's own.
TEST(LargeInputs, CostWhatIsReadOfThem) {
  ASSERT_EQ(setenv("ASAN_OPTIONS", "quarantine_size_mb=1:thread_local_quarantine_size_kb=64", 1), 0);
  const Exploration exploration(firmware_path("trust_large_inputs"), {"--max-time", "30"});
  EXPECT_EQ(last_line(exploration.result().output), "safe");
  const std::uint64_t most = is_sanitized() ? 300 : 150;  // MiB, with the sanitizer's shadow
  EXPECT_LT(exploration.stats().at("peak_bytes").get<std::uint64_t>(), most << 20);
}

// What a path knows of its inputs is shared with the paths that fork from it: it took 450 MiB when each had a copy.
TEST(FixedInputs, AreNotCopiedByEachFork) {
  const Exploration exploration(firmware_path("trust_fixed_inputs"),
                                {"--plain", "--symbolic-address", "fork", "--max-forks", "8000"});
  EXPECT_GE(exploration.stats().at("forks").get<std::uint64_t>(), 8000U);
  const std::uint64_t most = is_sanitized() ? 600 : 200;  // MiB
  EXPECT_LT(exploration.stats().at("peak_bytes").get<std::uint64_t>(), most << 20);
}

TEST(Limits, AreNamedAsWhatCutAQuestionOff) {
  const Exploration exploration(firmware_path("symbolic_questions"), {"--max-time", "1", "--plain"});
  const std::string& output = exploration.result().output;
  EXPECT_EQ(exploration.result().exit_code, kUnknown);
  EXPECT_EQ(output.find("--solver-timeout"), std::string::npos) << output;
  EXPECT_NE(output.find("--max-time 1 was reached"), std::string::npos) << output;
}

}  // namespace
}  // namespace janus::testing
