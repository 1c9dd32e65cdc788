// janus run --gdb and janus replay --gdb under Debian's gdb.
#include <csignal>
#include <regex>

#include "debugged.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionSuccess;

// Whether `parts`, regular expressions, occur in `text` in this order.
::testing::AssertionResult in_order(const std::string& text, const std::vector<std::string>& parts) {
  auto at = text.begin();
  for (const std::string& part : parts) {
    std::smatch match;
    if (!std::regex_search(at, text.end(), match, std::regex(part))) {
      return AssertionFailure() << "'" << part << "' is missing, or not in its place, in:\n" << text;
    }
    at = match[0].second;
  }
  return AssertionSuccess();
}

class Debugger : public ::testing::Test {
 protected:
  void SetUp() override { JANUS_NEED_TOOL(kGdb, "gdb-multiarch"); }
  std::string stats() const { return directory.file("stats.json"); }
  TemporaryDirectory directory;
};

constexpr char kNoOsabi[] = "set osabi none";  // then gdb asks the stub for single steps

TEST_F(Debugger, StopsInAnInterruptHandlerAndShowsCsrsAndDevices) {
  const auto session = debug(
      {"run", firmware_path("timer")},
      {"break on_trap", "continue", "info registers mcause mepc priv", "monitor device clint", "monitor device uart",
       "x/1xb 0x10000005", "monitor interrupts", "monitor time", "monitor map", "monitor help", "delete", "continue"});
  EXPECT_TRUE(in_order(session.gdb, {"Breakpoint 1, on_trap", "mcause +0x80000007", "mepc +0x8000", "priv.*Machine",
                                     "MSIP +0x00000000", "timer interrupt pending", "IER +0x00", "LSR +0x60  THRE TEMT",
                                     "0x10000005:\t0x60", "timer +pending, enabled", "mtime 10",
                                     "0x80000000\\.\\.0x87ffffff ram", "restart", "exited normally"}));
  EXPECT_EQ(session.janus.exit_code, 0);
  EXPECT_EQ(session.janus.output, "tick 1\ntick 2\ntick 3\ntick 4\ntick 5\ndone, and not early\n");
}

TEST_F(Debugger, FindsTheStoreThatCorruptedAVariableByGoingBack) {
  const auto session = debug({"run", firmware_path("overflow")},
                             {"continue", "backtrace 1", "print table.limit", "watch table.limit", "reverse-continue",
                              "print table.limit", "print words", "stepi", "print table.limit", "reverse-continue",
                              "reverse-continue", "delete", "continue", "continue"});
  EXPECT_TRUE(in_order(
      session.gdb,
      {"SIGTRAP", "check \\(\\)", "= 28", "Old value = 28", "New value = 100", "copy", "= 100", "= 5", "New value = 28",
       "= 28", "New value = 100", "No more reverse-execution history", "_start", "SIGTRAP", "exited with code 0106"}));
  EXPECT_EQ(session.janus.exit_code, 70);
  EXPECT_EQ(session.janus.output, "begin\nlimit is corrupt\n");  // said once
}

TEST_F(Debugger, ChangesNoCycle) {
  const std::string elf = firmware_path("timer");
  janus({"run", elf, "--stats", stats()});
  const auto alone = json_of(stats());
  for (const bool osabi : {false, true}) {
    const auto session =
        debug({"run", elf, "--stats", stats()},
              {"break on_trap", "awatch ticks", "continue", "stepi 5", "next", "reverse-stepi 3", "continue", "finish",
               "reverse-continue", "reverse-next", "continue", "continue", "reverse-finish", "delete", "continue"},
              osabi ? std::vector<std::string>{} : std::vector<std::string>{kNoOsabi});
    EXPECT_TRUE(in_order(session.gdb, {"Breakpoint 1", "Hardware access .*watchpoint 2", "exited normally"}));
    const auto debugged = json_of(stats());
    for (const char* count : {"cycles", "instructions", "exit", "pc", "simulated_seconds"}) {
      EXPECT_EQ(debugged[count], alone[count]) << count;
    }
  }
}

TEST_F(Debugger, StepsWithAndWithoutAnOsabi) {
  for (const bool osabi : {false, true}) {
    const auto session = debug({"run", firmware_path("overflow")},
                               {"break copy", "continue", "stepi", "stepi", "reverse-stepi", "reverse-stepi", "finish",
                                "next", "next", "step", "reverse-next", "delete", "detach"},
                               osabi ? std::vector<std::string>{} : std::vector<std::string>{kNoOsabi});
    EXPECT_TRUE(in_order(session.gdb, {"Breakpoint 1, copy", "0x[0-9a-f]+\t", "Breakpoint 1, copy", "main \\(\\)",
                                       "work\\(500\\)", "copy\\(5\\)", "copy \\(words", "detached"}));
    EXPECT_EQ(session.janus.exit_code, 70);  // runs on to its end
    EXPECT_EQ(session.janus.output, "begin\nlimit is corrupt\n");
  }
}

TEST_F(Debugger, HasReadAndAccessWatchpointsAndHardwareBreakpoints) {
  const auto session = debug({"run", firmware_path("overflow")},
                             {"rwatch table.limit", "continue", "delete", "awatch table.buffer[1]", "continue",
                              "delete", "hbreak work", "continue", "print rounds", "kill"});
  EXPECT_TRUE(in_order(session.gdb, {"Hardware read watchpoint 1", "Value = 100", "check \\(\\)",
                                     "Hardware access .*watchpoint 2", "Old value = 7|Value = 7", "copy",
                                     "Breakpoint 3, work|work \\(rounds", "= 500|= 2000000", "killed"}));
}

TEST_F(Debugger, WritesRegistersCsrsAndMemoryAndRemembersItWhenGoingBack) {
  const auto session = debug({"run", firmware_path("overflow")}, {"break work",      "continue",
                                                                  "set var sum = 5", "set $mscratch = 0x123",
                                                                  "set $a0 = 3",     "print sum",
                                                                  "stepi 4",         "reverse-stepi 4",
                                                                  "print sum",       "print $mscratch",
                                                                  "print $a0",       "reverse-stepi",
                                                                  "print sum",       "print $mscratch",
                                                                  "stepi",           "print sum",
                                                                  "print $mscratch", "set var *(int*)0x10000000 = 1",
                                                                  "set $misa = 1",   "print $misa",
                                                                  "delete",          "set var table.limit = 9",
                                                                  "continue",        "kill"});
  EXPECT_TRUE(in_order(session.gdb, {"= 5", "= 5", "= 291", "= 3", "= 0", "= 0", "= 5", "= 291", "Cannot access memory",
                                     "0x40101101|1074794753", "SIGTRAP"}));
  EXPECT_EQ(session.janus.output, "begin\nlimit is corrupt\n");
}

TEST_F(Debugger, GivesInputAgainAtTheSameCyclesAndSendsNothingTwice) {
  const std::string elf = firmware_path("uart_echo");
  DebuggedJanus janus({"run", elf}, "ab\ncd\n\x04");
  const std::string said = janus.gdb(
      {"break on_trap", "continue", "monitor cycles", "monitor device uart", "break uart_put_string if *string == 10",
       "continue", "monitor cycles", "reverse-continue", "monitor cycles", "monitor device uart", "reverse-continue",
       "reverse-continue", "continue", "continue", "monitor cycles", "delete", "continue"});
  const std::regex cycles("([0-9]+) cycles");
  std::vector<std::string> times;
  for (std::sregex_iterator i(said.begin(), said.end(), cycles), end; i != end; ++i) times.push_back((*i)[1]);
  ASSERT_EQ(times.size(), 4U) << said;
  EXPECT_EQ(times[2], times[0]) << said;  // back in the handler
  EXPECT_EQ(times[3], times[1]) << said;  // and forth again
  EXPECT_TRUE(in_order(said, {"not yet read: 61", "not yet read: 61", "No more reverse-execution", "exited normally"}));
  EXPECT_EQ(janus.wait().output, "echo, until q\nab\ncd\n\nbye\n");
}

TEST_F(Debugger, StopsALoopAtCtrlC) {
  for (const bool back : {false, true}) {
    DebuggedJanus janus({"run", firmware_path("ending_endless")});
    const std::string said = janus.gdb({"shell (sleep 0.5; kill -INT $PPID) &", "continue", "print $pc > 0",
                                        back ? "reverse-stepi" : "stepi", "monitor cycles", "kill"});
    EXPECT_TRUE(in_order(said, {"SIGINT", "= 1", "cycles", "killed"}));
    const auto result = janus.wait();
    EXPECT_EQ(result.exit_code, 137);
    EXPECT_TRUE(in_order(result.errors, {"killed by gdb at 0x8"}));
  }
}

TEST_F(Debugger, WaitsForGdbAgainIfItIsLostAndEndsByItsOwnCtrlC) {
  DebuggedJanus janus({"run", firmware_path("ending_endless")});
  janus.gdb({"stepi", "shell kill -KILL $PPID"});
  EXPECT_TRUE(in_order(janus.gdb({"monitor cycles", "shell kill -KILL $PPID"}), {" 1 instructions"}));
  janus.signal(SIGINT);
  const auto result = janus.wait();
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_TRUE(in_order(result.errors, {"waiting for gdb", "gdb has gone, waiting", "interrupted at"}));
}

TEST_F(Debugger, RestartsInExtendedMode) {
  const auto session = debug({"run", firmware_path("hello")},
                             {"break main", "continue", "run", "continue", "print $pc == &main", "delete", "continue",
                              "run", "monitor restart", "maintenance flush register-cache", "kill"},
                             {}, "extended-remote");
  EXPECT_TRUE(in_order(session.gdb, {"Breakpoint 1, .*main", "Breakpoint 1, .*main", "exited normally|exited with",
                                     "exited normally|exited with", "at reset again"}));
}

TEST_F(Debugger, ShowsAReplayedCounterexample) {
  const Exploration exploration(firmware_path("quickstart"));
  ASSERT_EQ(exploration.result().exit_code, kUnsafe);
  const std::string found = exploration.file("finding-1.json");
  const auto session = debug({"replay", exploration.elf(), found},
                             {"continue", "backtrace", "print /x reading", "watch reading[0]", "reverse-continue",
                              "print /x reading", "reverse-continue", "delete", "continue", "continue"});
  EXPECT_TRUE(in_order(session.gdb, {"assertion failed", "SIGABRT", "riscv_assert", "main", "reading|= \\{0x",
                                     "Hardware watchpoint", "New value = 21", "= \\{0x15, 0x80\\}",
                                     "No more reverse-execution history", "SIGABRT", "exited with code 01"}));
  EXPECT_EQ(session.janus.exit_code, 1);
  EXPECT_TRUE(in_order(session.janus.errors, {"assertion failed at .*, as explored"}));
}

TEST_F(Debugger, StopsAtTheEndOfARunSoThatOneCanLookAround) {
  struct Case {
    const char* firmware;
    const char* signal;
    int exit_code;
  };
  for (const Case& one : {Case{"assert", "SIGABRT", 1}, Case{"load", "SIGSEGV", 70}, Case{"illegal", "SIGILL", 70},
                          Case{"misaligned_atomic", "SIGBUS", 70}, Case{"self_loop", "SIGSTOP", 0},
                          Case{"wfi", "SIGSTOP", 0}, Case{"hook", "SIGABRT", 70}}) {
    const std::string elf = firmware_path(std::string("ending_") + one.firmware);
    const auto alone = janus({"run", elf});
    const auto session = debug({"run", elf, "--stats", stats()}, {"continue", "reverse-stepi", "continue", "continue"});
    EXPECT_TRUE(in_order(session.gdb, {one.signal, one.signal, one.exit_code ? "exited with code" : "exited normally"}))
        << one.firmware;
    EXPECT_EQ(session.janus.exit_code, one.exit_code) << one.firmware;
    EXPECT_EQ(session.janus.exit_code, alone.exit_code) << one.firmware;
    EXPECT_EQ(last_line(session.janus.errors).find("waiting") == std::string::npos, !alone.errors.empty());
  }
  EXPECT_EQ(debug({"run", firmware_path("ending_fail_7")}, {"continue"}).janus.exit_code, 7);
  EXPECT_EQ(debug({"run", firmware_path("ending_tohost_fail_5")}, {"continue"}).janus.exit_code, 5);
}

TEST_F(Debugger, WritesOutputOfRequestsToTheHostOnceAlthoughItGoesBack) {
  const auto session = debug({"run", firmware_path("foreign_benchmark")},
                             {"break leave", "continue", "reverse-continue", "continue", "continue"});
  EXPECT_EQ(session.janus.exit_code, 0) << session.gdb;
  EXPECT_EQ(session.janus.output, "fibonacci of 12 = 144\n");
  const auto first = session.janus.errors.find("done\n");
  ASSERT_NE(first, std::string::npos) << session.janus.errors;
  EXPECT_EQ(session.janus.errors.find("done\n", first + 1), std::string::npos) << session.janus.errors;
}

TEST_F(Debugger, IsRefusedWhereItCannotListen) {
  DebuggedJanus first({"run", firmware_path("hello")});
  const auto second = janus({"run", firmware_path("hello"), "--gdb", first.port()});
  EXPECT_EQ(second.exit_code, 64);
  EXPECT_EQ(second.errors, "janus: --gdb: cannot listen on 127.0.0.1:" + first.port() + ": Address already in use\n");
  first.signal(SIGTERM);
  EXPECT_EQ(first.wait().exit_code, 130);
}

}  // namespace
}  // namespace janus::testing
