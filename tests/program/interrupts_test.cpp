// Interrupts at any instruction boundary (--symbolic interrupt(...)), as users explore and replay them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "debugged.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

// A program, the interrupt, and how often it arrives.
struct Race {
  const char* firmware;
  const char* interrupt;
  int most;
  const char* verdict;
};
void PrintTo(const Race& race, std::ostream* out) { *out << race.firmware; }

std::string symbolic(const Race& race) { return fmt::format("interrupt({})={}", race.interrupt, race.most); }

// Reason and place of each finding.
std::set<std::string> places(const Exploration& exploration) {
  std::set<std::string> all;
  for (const auto& finding : exploration.findings()) {
    all.insert(finding.at("reason").get<std::string>() + " " + finding.at("pc").get<std::string>());
  }
  return all;
}

class Races : public ::testing::TestWithParam<Race> {};

TEST_P(Races, AreFoundOrProvedAndReplay) {
  const Exploration exploration(firmware_path(GetParam().firmware), {"--symbolic", symbolic(GetParam())});
  EXPECT_EQ(last_line(exploration.result().output), GetParam().verdict) << exploration.result().output;
  expect_replays(exploration);
}

// Every boundary is the oracle: paths may be fewer, but not what is found, nor how paths end.
TEST_P(Races, HaveTheOutcomesOfEveryBoundary) {
  const std::string elf = firmware_path(GetParam().firmware);
  const Exploration some(elf, {"--symbolic", symbolic(GetParam()), "--all", "--test-cases", "all"});
  const Exploration every(elf, {"--symbolic", symbolic(GetParam()), "--all", "--boundaries", "every"});
  EXPECT_EQ(some.stats().at("verdict"), every.stats().at("verdict"));
  EXPECT_EQ(places(some), places(every));
  EXPECT_LE(some.paths(), every.paths());
  EXPECT_LE(some.stats().at("arrivals"), every.stats().at("arrivals"));
  for (const auto& [reason, count] : every.stats().at("ended").items()) {
    EXPECT_EQ(count > 0, reason == "subsumed" ? false : some.stats().at("ended").at(reason) > 0) << reason;
  }
  expect_replays(some);
}

INSTANTIATE_TEST_SUITE_P(
    Examples, Races,
    ::testing::Values(Race{"lost_update", "timer", 2, "unsafe"}, Race{"lost_update_fixed", "timer", 2, "safe"},
                      Race{"half_update", "timer", 2, "unsafe"}, Race{"half_update_fixed", "timer", 2, "safe"},
                      Race{"ring_buffer", "uart", 2, "safe"}, Race{"ring_buffer_wrong", "uart", 2, "unsafe"},
                      Race{"timer", "timer", 1, "safe"}, Race{"uart_echo", "uart", 2, "safe"},
                      Race{"thermometer", "sensor", 2, "safe"}, Race{"thermometer_fixed", "sensor", 1, "safe"},
                      Race{"lost_update", "software", 1, "safe"}, Race{"arrivals_leftover", "timer", 2, "unsafe"}));

// Each moment is a path of its own there, and there is no last one.
TEST(Race, IsFoundBesideAnEndlessLoop) {
  const Exploration exploration(firmware_path("idle_race"), {"--symbolic", "interrupt(timer)=2", "--max-time", "20"});
  EXPECT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().output;
  expect_replays(exploration);
}

TEST(RingBuffer, IsProvedForThreeBytes) {
  const Exploration exploration(firmware_path("ring_buffer"), {"--symbolic", "interrupt(uart)=3"});
  EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
  EXPECT_NE(exploration.result().output.find("with interrupt(uart) at most 3 times"), std::string::npos);
}

// A path without an arrival goes round a loop for ever. It ends where it repeats itself, unless a handler looks at the
// clock.
TEST(BusyWaits, EndIfNobodyLooksAtTheClock) {
  const Exploration waits(firmware_path("arrivals_waits"), {"--symbolic", "interrupt(timer)=2"});
  EXPECT_EQ(last_line(waits.result().output), "safe") << waits.result().output;
  EXPECT_EQ(waits.stats().at("ended").at("repeats"), 1);
  EXPECT_EQ(waits.stats().at("restarts"), 0);
  const Exploration window(firmware_path("arrivals_waits"),
                           {"--symbolic", "interrupt(timer)=1, interrupt(timer) in 900..1000"});
  EXPECT_EQ(last_line(window.result().output), "safe") << window.result().output;
  const Exploration endless(firmware_path("arrivals_waits"),
                            {"--symbolic", "interrupt(timer)=2", "--check", "endless"});
  EXPECT_EQ(last_line(endless.result().output), "unsafe") << endless.result().output;
  expect_replays(endless);
}

TEST(BusyWaits, GoOnIfAHandlerLooksAtTheClock) {
  const Exploration exploration(firmware_path("arrivals_clock"),
                                {"--symbolic", "interrupt(timer)=1", "--max-time", "60"});
  EXPECT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().output;
  EXPECT_EQ(exploration.stats().at("restarts"), 1);
  expect_replays(exploration);
}

class LostUpdate : public ::testing::Test {
 protected:
  const Exploration exploration{firmware_path("lost_update"), {"--symbolic", "interrupt(timer)=2"}};
  const nlohmann::json test_case = json_of(exploration.file("finding-1.json"));
  const nlohmann::json arrival = test_case.at("interrupts").at(0).at("arrivals").at(0);
};

TEST_F(LostUpdate, SaysWhereTheInterruptArrives) {
  EXPECT_EQ(test_case.at("interrupts").at(0).at("name"), "timer");
  const std::string line = fmt::format("the interrupt timer arrives in front of {} (main at sw/examples/lost_update.c:",
                                       arrival.at("pc").get<std::string>());
  EXPECT_NE(exploration.result().output.find(line), std::string::npos) << exploration.result().output;
  EXPECT_EQ(exploration.findings().at(0).at("arrivals").at(0).at("cycles"), arrival.at("cycles"));
  const auto show = janus({"show", exploration.file("finding-1.json"), "--firmware", exploration.elf()});
  EXPECT_NE(show.output.find(line), std::string::npos) << show.output << show.errors;
}

TEST_F(LostUpdate, ReplaysWithEverySpeedSwitch) {
  for (const Arguments& speed : {Arguments{"--quantum", "0"},
                                 {"--quantum", "1000000"},
                                 {"--dmi", "off"},
                                 {"--decode-cache", "off"},
                                 {"--fast", "off"},
                                 {"--translate", "off"}}) {
    Arguments arguments{"replay", exploration.elf(), exploration.file("finding-1.json")};
    arguments.insert(arguments.end(), speed.begin(), speed.end());
    const auto replay = janus(arguments);
    EXPECT_EQ(replay.exit_code, 1) << speed.front();
    EXPECT_NE(replay.errors.find("as explored"), std::string::npos) << replay.errors;
  }
}

TEST_F(LostUpdate, TakesAnotherPathIfTheInterruptDoesNotArriveOrLater) {
  for (const std::uint64_t later : {1, 50, 1'000'000}) {
    auto changed = test_case;
    auto& cycles = changed.at("interrupts").at(0).at("arrivals").at(0).at("cycles");
    cycles = cycles.get<std::uint64_t>() + later;
    write_file(exploration.file("changed.json"), changed.dump());
    const auto replay = janus({"replay", exploration.elf(), exploration.file("changed.json")});
    EXPECT_TRUE(replay.exit_code == 71 || later == 1) << later << replay.errors;
  }
}

// The boundary in the debugger, on the way forwards, and back from the end of the run.
TEST_F(LostUpdate, ArrivesAtTheSameInstructionUnderADebuggerAndBackwards) {
  JANUS_NEED_TOOL(kGdb, "gdb-multiarch");
  const auto session =
      debug({"replay", exploration.elf(), exploration.file("finding-1.json")}, {"break on_timer",
                                                                                "continue",
                                                                                "print/x (unsigned)$mepc",
                                                                                "print $minstret",
                                                                                "reverse-stepi",
                                                                                "print/x (unsigned)$pc",
                                                                                "print $mcycle",
                                                                                "stepi",
                                                                                "print/x $mcause",
                                                                                "delete",
                                                                                "continue",
                                                                                "break on_timer",
                                                                                "reverse-continue",
                                                                                "print/x (unsigned)$mepc",
                                                                                "print $minstret",
                                                                                "reverse-stepi",
                                                                                "print $mcycle",
                                                                                "delete",
                                                                                "continue",
                                                                                "kill"});
  const std::string pc = arrival.at("pc"), short_pc = "0x" + pc.substr(pc.find_first_not_of('0', 2));
  const std::string retired = std::to_string(arrival.at("instructions").get<std::uint64_t>());
  const std::string cycle = std::to_string(arrival.at("cycles").get<std::uint64_t>());
  std::vector<std::string> values;
  const std::regex value("\\$[0-9]+ = (\\S+)");
  for (std::sregex_iterator at(session.gdb.begin(), session.gdb.end(), value), end; at != end; ++at)
    values.push_back((*at)[1]);
  EXPECT_EQ(values,
            (std::vector<std::string>{short_pc, retired, short_pc, cycle, "0x80000007", short_pc, retired, cycle}))
      << session.gdb;
}

TEST(SymbolicInterrupts, ArriveInTheirWindowsOnly) {
  const std::string elf = firmware_path("lost_update");
  const Exploration early(elf, {"--symbolic", "interrupt(timer)=2, interrupt(timer) in 0..30"});
  EXPECT_EQ(last_line(early.result().output), "safe") << early.result().output;
  EXPECT_NE(early.result().output.find("interrupt(timer) at most 2 times in 0..30"), std::string::npos);
  const Exploration window(elf, {"--symbolic", "interrupt(timer)=1, interrupt(timer) in 60..100", "--all"});
  EXPECT_EQ(last_line(window.result().output), "unsafe");
  for (const auto& finding : window.findings()) {
    const std::uint64_t cycle = finding.at("arrivals").at(0).at("cycles");
    EXPECT_TRUE(cycle >= 60 && cycle <= 100) << cycle;
  }
}

TEST(SymbolicInterrupts, AreRefusedInOneLine) {
  const std::string elf = firmware_path("lost_update");
  const auto refused = [&](const std::string& list, const std::string& why, const Arguments& more = {}) {
    Arguments arguments{"explore", elf, "--symbolic", list};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto result = janus(arguments);
    EXPECT_EQ(result.exit_code, 64) << list;
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    EXPECT_NE(result.errors.find(why), std::string::npos) << result.errors;
  };
  const std::string one = "interrupt(timer)=1";
  refused("interrupt(i2c)=1", "'i2c' has no interrupt that can arrive at any time; there are: software, timer, uart");
  refused("interrupt(crc)=1", "'crc' has no interrupt");
  refused("interrupt()=1", "'' has no interrupt");
  refused("interrupt(timer", "must end with )");
  refused("interrupt(timer)", "neither interrupt(NAME)=N nor");
  refused("interrupt(timer)=0", "from 1 to 1000");
  refused("interrupt(timer)=1001", "from 1 to 1000");
  refused("interrupt(timer)=1..2", "from 1 to 1000");
  refused("interrupt(timer)=1, interrupt(timer)=2", "has a number already");
  refused("interrupt(timer) in 1..2", "must come before it");
  refused("interrupt(timer)=1, interrupt(timer) in 2..1", "A..B, in cycles");
  refused("interrupt(timer)=1, interrupt(timer) in 2", "A..B, in cycles");
  refused(one, "cannot be combined with --merge", {"--merge", "eager"});
  refused(one, "cannot be combined with a technique", {"--subsume"});
  refused(one, "cannot be combined with --worst-case", {"--worst-case", "--boundaries", "that-matter"});
  refused("uart=1", "--boundaries needs --symbolic interrupt(...)", {"--boundaries", "every"});
  const auto bmc = janus({"bmc", elf, "--symbolic", one});
  EXPECT_EQ(bmc.exit_code, 64);
  EXPECT_NE(bmc.errors.find("cannot be combined with bmc"), std::string::npos) << bmc.errors;
}

TEST_F(LostUpdate, RefusesTestCasesWithImpossibleInterrupts) {
  const auto refused = [&](const std::string& why, auto change) {
    auto changed = test_case;
    change(changed.at("interrupts"));
    write_file(exploration.file("changed.json"), changed.dump());
    const auto replay = janus({"replay", exploration.elf(), exploration.file("changed.json")});
    EXPECT_GE(replay.exit_code, 64) << why;
    EXPECT_NE(replay.errors.find(why), std::string::npos) << replay.errors;
  };
  refused("cannot be told when to arrive", [](auto& interrupts) { interrupts[0]["name"] = "i2c"; });
  refused("two interrupts of one name", [](auto& interrupts) { interrupts.push_back(interrupts[0]); });
  refused("'interrupts[0].arrivals' is missing", [](auto& interrupts) { interrupts[0].erase("arrivals"); });
  refused("not by cycle", [](auto& interrupts) {
    auto earlier = interrupts[0]["arrivals"][0];
    earlier["cycles"] = 1;
    interrupts[0]["arrivals"].push_back(earlier);
  });
  refused("took another path", [](auto& interrupts) { interrupts[0]["arrivals"][0]["cycles"] = ~std::uint64_t{0}; });
  const auto exported = janus({"export-tests", exploration.file("")});
  EXPECT_GE(exported.exit_code, 64) << exported.output;
}

}  // namespace
}  // namespace janus::testing
