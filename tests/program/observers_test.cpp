// The files that a run writes for tools and people: profiles, coverage, traces, waves. The real tools read the files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

class Observers : public ::testing::TestWithParam<std::string> {
 protected:
  Observers() { write_file(file("input"), std::string("some input\nq")); }
  std::string file(const std::string& name) const { return directory_.file(name); }
  nlohmann::json run(const std::string& firmware, Arguments options) {
    Arguments arguments{"run", firmware_path(firmware), "--uart-input", file("input"), "--stats", file("stats")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    result_ = janus(arguments);
    return json_of(file("stats"));
  }

  TemporaryDirectory directory_;
  CommandResult result_;
};

TEST_P(Observers, ChangeNoCycleAndAccountForEach) {
  const auto alone = run(GetParam(), {});
  const auto observed = run(GetParam(), {"--profile", file("profile"), "--profile-text", file("table"), "--coverage",
                                         file("coverage"), "--vcd", file("waves"), "--vcd-registers", "pc,sp"});
  EXPECT_EQ(result_.errors, "");
  for (const char* key : {"cycles", "instructions", "pc", "exit"}) EXPECT_EQ(observed.at(key), alone.at(key)) << key;
  const std::string totals = std::to_string(alone.at("cycles").get<std::uint64_t>()) + " " +
                             std::to_string(alone.at("instructions").get<std::uint64_t>());
  const std::string profile = text_of(file("profile"));
  EXPECT_NE(profile.find("summary: " + totals + "\n"), std::string::npos) << totals;
  EXPECT_NE(profile.find("fn=(1) "), std::string::npos);
  EXPECT_NE(text_of(file("table")).find(" cycles, "), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, Observers,
                         ::testing::Values("hello", "timer", "ecall_trap", "uart_echo", "compute", "interrupt_storm"),
                         [](const auto& row) { return row.param; });

using Trace = Observers;

TEST_F(Trace, HasALineForEachInstructionAndEachTrap) {
  const auto stats = run("timer", {"--trace", file("trace")});
  const std::string text = text_of(file("trace"));
  const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  std::uint64_t traps = 0;
  for (auto at = text.find(" trap 0x"); at != std::string::npos; at = text.find(" trap 0x", at + 1)) ++traps;
  EXPECT_GT(traps, 0U);
  EXPECT_EQ(lines - traps, stats.at("instructions").get<std::uint64_t>());
  EXPECT_NE(text.find("[uart.THR 0x10000000]<-0x"), std::string::npos);
  EXPECT_NE(text.find("[clint.MTIMECMP[1] 0x02004004]<-0x"), std::string::npos);
}

TEST_F(Trace, InSpikesFormatHasALineForEachInstructionThatRetires) {
  const auto stats = run("timer", {"--trace", file("trace"), "--trace-format", "spike"});
  const std::string text = text_of(file("trace"));
  const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  EXPECT_EQ(lines, stats.at("instructions").get<std::uint64_t>());
  EXPECT_EQ(text.rfind("core   0: 3 0x80000000 (0x", 0), 0U);
  run("timer", {"--trace", file("some"), "--trace-format", "spike", "--trace-function", "main"});
  EXPECT_LT(text_of(file("some")).size(), text.size());
}

TEST_F(Trace, IsOfAFunctionOrARange) {
  run("timer", {"--trace", file("all")});
  run("timer", {"--trace", file("some"), "--trace-function", "main"});
  EXPECT_LT(text_of(file("some")).size(), text_of(file("all")).size());
  EXPECT_GT(text_of(file("some")).size(), 0U);
  run("timer", {"--trace", file("one"), "--trace-range", "0x80000000-2147483651"});
  EXPECT_EQ(text_of(file("one")).rfind("           0 0x80000000 ", 0), 0U);
  EXPECT_EQ(last_line(text_of(file("one"))) + "\n", text_of(file("one"))) << "executed once";
}

TEST_F(Trace, OfNothingThatExistsIsRefused) {
  const std::string elf = firmware_path("hello");
  const auto refuses = [&](Arguments options, int code) {
    Arguments arguments{"run", elf};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto result = janus(arguments);
    EXPECT_EQ(result.exit_code, code) << result.errors;
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
  };
  refuses({"--trace", file("no/such/directory")}, 73);
  const auto full = janus({"run", elf, "--trace", "/dev/full"});
  EXPECT_EQ(full.exit_code, 73);
  EXPECT_NE(full.errors.find("/dev/full: cannot be written: No space left"), std::string::npos) << full.errors;
  refuses({"--trace", file("trace"), "--trace-function", "nobody"}, 65);
  for (const char* range : {"1", "a-b", "2-1", "0x-1", "1-2-3", "-"}) {
    refuses({"--trace", file("trace"), "--trace-range", range}, 64);
  }
  refuses({"--trace-function", "main"}, 64);
  refuses({"--trace-format", "spike"}, 64);
}

// A value change dump, read by what IEEE 1364-2005 says of one.
class Dump {
 public:
  struct Change {
    std::uint64_t time;
    std::string value;
  };

  explicit Dump(const std::string& text) {
    std::istringstream in(text);
    std::map<std::string, std::string> names;
    std::set<std::string> used;
    std::string word, scope;
    const auto skip = [&] {
      while (in >> word && word != "$end") {
      }
    };
    std::uint64_t time = 0;
    bool timed = false;
    while (in >> word) {
      if (word == "$scope") {
        in >> word >> scope;
        skip();
      } else if (word == "$var") {
        std::string type, width, code, name;
        in >> type >> width >> code >> name;
        EXPECT_TRUE(names.emplace(code, scope + "." + name).second) << code << " is declared twice";
        skip();
      } else if (word == "$version" || word == "$comment" || word == "$timescale" || word == "$upscope" ||
                 word == "$enddefinitions") {
        skip();
      } else if (word == "$dumpvars" || word == "$end") {
        continue;
      } else if (word[0] == '#') {
        const std::uint64_t next = std::stoull(word.substr(1));
        EXPECT_TRUE(!timed || next > time) << next << " after " << time;
        timed = true;
        time = next;
      } else {
        std::string value = word.substr(0, 1), code = word.substr(1);
        if (value == "b") {
          value = code;
          in >> code;
        }
        EXPECT_TRUE(names.contains(code)) << code << " is not declared";
        used.insert(code);
        auto& changes = waves_[names[code]];
        EXPECT_TRUE(changes.empty() || changes.back().value != value) << names[code] << " does not change at " << time;
        changes.push_back({time, value});
      }
    }
    EXPECT_EQ(used.size(), names.size()) << "every signal has a value";
    end_ = time;
  }

  std::uint64_t end() const { return end_; }
  // The first is its value at the beginning.
  const std::vector<Change>& operator[](const std::string& name) const { return waves_.at(name); }
  bool has(const std::string& name) const { return waves_.contains(name); }
  std::vector<std::uint64_t> edges(const std::string& name, const std::string& to) const {
    std::vector<std::uint64_t> times;
    for (const Change& change : waves_.at(name)) {
      if (change.time != 0 && change.value == to) times.push_back(change.time);
    }
    return times;
  }
  std::string value_at(const std::string& name, std::uint64_t time) const {
    std::string value;
    for (const Change& change : waves_.at(name)) {
      if (change.time <= time) value = change.value;
    }
    return value;
  }
  // What `name` was each time that its strobe toggled.
  std::vector<Change> struck(const std::string& name) const {
    std::vector<Change> values;
    for (const Change& strobe : waves_.at(name + "_strobe")) {
      if (strobe.time != 0) values.push_back({strobe.time, value_at(name, strobe.time)});
    }
    return values;
  }
  std::string bytes(const std::string& name) const {
    std::string text;
    for (const Change& byte : struck(name)) text += static_cast<char>(std::stoul(byte.value, nullptr, 2));
    return text;
  }

 private:
  std::map<std::string, std::vector<Change>> waves_;
  std::uint64_t end_ = 0;
};

constexpr std::uint64_t kPeriod = 10'000;  // picoseconds of the default profile's cycle

using WaveFile = Observers;

TEST_F(WaveFile, HasEachTimerInterruptWhenItComes) {
  const auto stats = run("timer", {"--vcd", file("waves")});
  const Dump dump(text_of(file("waves")));
  EXPECT_EQ(dump.end(), stats.at("cycles").get<std::uint64_t>() * kPeriod);
  const auto rises = dump.edges("hart.mip_timer", "1");
  ASSERT_EQ(rises.size(), 5U);
  for (std::size_t i = 1; i < rises.size(); ++i) EXPECT_EQ(rises[i] - rises[i - 1], 1'000'000'000U) << "a millisecond";
  EXPECT_EQ(dump.edges("hart.mip_timer", "0").size(), 5U);
  EXPECT_EQ(dump.edges("hart.waiting", "0"), rises) << "each wakes the hart at once";
  EXPECT_EQ(dump["hart.mip_software"].size(), 1U);
  EXPECT_EQ(dump["hart.mip_external"].size(), 1U);
  EXPECT_EQ(dump.bytes("uart.sent"), result_.output);
}

TEST_F(WaveFile, HasTheTrapsOfATrace) {
  run("interrupt_storm", {"--vcd", file("waves"), "--trace", file("trace"), "--vcd-registers", "mcause,mepc,pc,x2"});
  const Dump dump(text_of(file("waves")));
  std::string traced, seen;
  const std::string trace = text_of(file("trace"));
  const std::regex line("(?:^|\n) *(\\d+) trap 0x([0-9a-f]{8}) from");
  for (std::sregex_iterator at(trace.begin(), trace.end(), line), end; at != end; ++at) {
    traced += fmt::format("{} {}\n", std::stoull((*at)[1]) * kPeriod, std::stoul((*at)[2], nullptr, 16));
  }
  std::size_t timers = 0;
  for (const auto& trap : dump.struck("hart.trap")) {
    const auto cause = std::stoul(trap.value, nullptr, 2);
    timers += cause == 0x8000'0007;
    seen += fmt::format("{} {}\n", trap.time, cause);
    ASSERT_EQ(dump.value_at("hart.mcause", trap.time), trap.value);
  }
  EXPECT_EQ(seen, traced);
  EXPECT_EQ(timers, 150U);
  EXPECT_EQ(dump.edges("hart.mip_timer", "0").size(), 150U) << "each handler sets the timer anew";
  EXPECT_EQ(dump.edges("hart.mip_timer", "1").size(), 151U) << "the last one rises after all is done";
  EXPECT_EQ(dump.edges("hart.mip_software", "1").size(), 50U);
  EXPECT_GT(dump.edges("hart.mip_external", "1").size(), 0U);
  EXPECT_EQ(dump.bytes("uart.sent"), result_.output);
  EXPECT_TRUE(dump.has("hart.sp"));
  EXPECT_TRUE(dump.has("hart.mepc"));
}

TEST_F(WaveFile, HasTheBytesOfTheUart) {
  run("uart_echo", {"--vcd", file("waves")});
  const Dump dump(text_of(file("waves")));
  EXPECT_EQ(dump.bytes("uart.received"), "some input\nq");
  EXPECT_EQ(dump.bytes("uart.sent"), result_.output);
}

TEST_F(WaveFile, IsTheSameWhateverTheSpeed) {
  for (const char* firmware : {"interrupt_storm", "uart_echo"}) {
    run(firmware, {"--vcd", file("waves"), "--vcd-registers", "mip,a0"});
    run(firmware,
        {"--vcd", file("slow"), "--vcd-registers", "mip,a0", "--quantum", "0", "--dmi", "off", "--fast", "off"});
    EXPECT_EQ(text_of(file("slow")) == text_of(file("waves")), true) << firmware;
  }
}

// What the DMA engine and the sensor show while one copies the samples of the other.
TEST_F(WaveFile, HasRegistersOfDevices) {
  const char* const names = "a0,dma.COUNT,dma.STATUS.BUSY,sensor,plic.PRIORITY[18],uart";
  run("recorder_fixed", {"--vcd", file("waves"), "--vcd-registers", names});
  const Dump dump(text_of(file("waves")));
  const auto& counts = dump["dma.COUNT"];
  ASSERT_EQ(counts.size(), 8U) << "0, then 4 to 0, then 4 and 0 at once";
  const auto binary = [](std::uint32_t number) { return fmt::format("{:b}", number); };
  for (unsigned i = 0; i < 5; ++i) EXPECT_EQ(counts[i + 1].value, binary(4 - i));
  for (unsigned i = 2; i < 5; ++i)
    EXPECT_NEAR(static_cast<double>(counts[i + 1].time - counts[i].time), 10e6, 0.5e6) << "ten microseconds";
  EXPECT_EQ(dump.edges("dma.STATUS.BUSY", "1").size(), 1U);
  EXPECT_EQ(dump.value_at("sensor.PERIOD", dump.end()), binary(10));
  EXPECT_TRUE(dump.has("uart.LSR"));
  EXPECT_FALSE(dump.has("sensor.CTRL.IRQ")) << "all registers, no fields";
  run("recorder_fixed", {"--vcd", file("slow"), "--vcd-registers", names, "--quantum", "0", "--dmi", "off"});
  EXPECT_EQ(text_of(file("slow")) == text_of(file("waves")), true);
}

TEST_F(WaveFile, FollowsTheClockOfTheProfile) {
  write_file(file("slow"), std::string("clock_hz = 1000000\n"));
  const auto stats = run("hello", {"--vcd", file("waves"), "--timing", file("slow")});
  EXPECT_EQ(Dump(text_of(file("waves"))).end(), stats.at("cycles").get<std::uint64_t>() * 1'000'000);
}

TEST_F(WaveFile, IsOfReplaysToo) {
  const Exploration exploration(firmware_path("quickstart"));
  ASSERT_FALSE(exploration.cases().empty());
  const Arguments replay{"replay", exploration.elf(), exploration.file(exploration.cases().front())};
  const auto with = [&](Arguments options) {
    Arguments arguments = replay;
    options.insert(options.end(), {"--stats", file("stats")});
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto result = janus(arguments);
    return fmt::format("{} {}{} {}", result.exit_code, result.output, result.errors,
                       json_of(file("stats")).at("cycles").get<std::uint64_t>());
  };
  EXPECT_EQ(with({"--vcd", file("waves"), "--vcd-registers", "a0"}), with({}));
  EXPECT_EQ(Dump(text_of(file("waves"))).end(), json_of(file("stats")).at("cycles").get<std::uint64_t>() * kPeriod);
}

TEST_F(WaveFile, OfNothingThatExistsIsRefused) {
  const auto refuses = [&](Arguments options, int code, const std::string& why) {
    Arguments arguments{"run", firmware_path("hello")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto result = janus(arguments);
    EXPECT_EQ(result.exit_code, code) << result.errors;
    EXPECT_NE(result.errors.find(why), std::string::npos) << result.errors;
    EXPECT_EQ(result.output, "") << "nothing has run";
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
  };
  refuses({"--vcd", file("no/such/directory")}, 73, "cannot be written: No such file");
  refuses({"--vcd-registers", "sp"}, 64, "--vcd-registers needs --vcd FILE");
  refuses({"--vcd", file("waves"), "--gdb", "0"}, 64, "--gdb and --vcd exclude each other");
  for (const char* name : {"x32", "mcycle", "nobody", "SP", "sensor.", "sensor.LEVEL", "crc.DATA", "sensor.STATUS.X"}) {
    refuses({"--vcd", file("waves"), "--vcd-registers", std::string("sp,") + name}, 64,
            std::string("--vcd-registers has no register '") + name + "'");
  }
  for (const char* names : {"sp,", ",", "sp,,a0"}) {
    refuses({"--vcd", file("waves"), "--vcd-registers", names}, 64, "--vcd-registers has no register ''");
  }
  refuses({"--vcd", file("waves"), "--vcd-registers", "sp,x2"}, 64, "--vcd-registers has twice the register 'x2'");
  EXPECT_FALSE(std::filesystem::exists(file("waves")));
  const auto full = janus({"run", firmware_path("hello"), "--vcd", "/dev/full"});
  EXPECT_EQ(full.exit_code, 73);
  EXPECT_NE(full.errors.find("/dev/full: cannot be written: No space left"), std::string::npos) << full.errors;
}

TEST_F(WaveFile, IsReadByGtkWave) {
  JANUS_NEED_TOOL(kVcd2fst, "gtkwave");
  run("interrupt_storm", {"--vcd", file("waves"), "--vcd-registers", "pc,sp,mcause"});
  const auto converted = run_command({kVcd2fst, file("waves"), file("fst")});
  EXPECT_EQ(converted.exit_code, 0) << converted.output;
  EXPECT_GT(std::filesystem::file_size(file("fst")), 0U);
}

using Profile = Observers;

TEST_F(Profile, KnowsCallersAndWhatCalleesCost) {
  run("compute", {"--profile", file("profile"), "--profile-text", "-"});
  // main is called, and has nearly everything of the run below it.
  std::smatch row;
  const std::regex of_main(" *(\\d+) +[\\d.]+ +\\d+ +(\\d+) +(\\d+)  main\n");
  ASSERT_TRUE(std::regex_search(result_.errors, row, of_main)) << result_.errors;
  const auto total = json_of(file("stats")).at("cycles").get<std::uint64_t>();
  EXPECT_EQ(row[3], "1");
  EXPECT_GT(std::stoull(row[2]), total / 2);
  EXPECT_LE(std::stoull(row[2]), total);
  EXPECT_GE(std::stoull(row[2]), std::stoull(row[1]));
}

TEST_F(Profile, IsReadByCallgrindAnnotate) {
  JANUS_NEED_TOOL(kCallgrindAnnotate, "valgrind");
  run("interrupt_storm", {"--profile", file("profile")});
  const auto annotated = run_command({kCallgrindAnnotate, "--inclusive=yes", file("profile")}, false);
  EXPECT_EQ(annotated.exit_code, 0) << annotated.errors;
  EXPECT_EQ(annotated.errors, "");
  EXPECT_NE(annotated.output.find("main"), std::string::npos) << annotated.output;
}

// Translated code follows calls and counts by itself; the plain loop shows the profiler each instruction.
TEST_F(Profile, IsTheSameUnderEverySpeedSwitch) {
  for (const char* firmware : {"compute", "interrupt_storm", "ecall_trap", "timer", "calls_by_pointer",
                               "calls_by_pointer_compressed", "calls_in_tails", "calls_in_tails_compressed"}) {
    run(firmware, {"--profile", file("profile"), "--profile-text", file("table"), "--translate", "off"});
    const std::string profile = text_of(file("profile")), table = text_of(file("table"));
    for (const char* quantum : {"10000", "100"}) {
      run(firmware, {"--profile", file("fast"), "--profile-text", file("fast.txt"), "--quantum", quantum});
      EXPECT_EQ(text_of(file("fast")), profile) << firmware;
      EXPECT_EQ(text_of(file("fast.txt")), table) << firmware;
    }
  }
}

using CoverageFile = Observers;

TEST_F(CoverageFile, SaysWhatWasExecutedAndWhatWasNot) {
  run("compute", {"--coverage", file("coverage")});
  const std::string text = text_of(file("coverage"));
  EXPECT_NE(text.find("FNDA:1,main\n"), std::string::npos);
  EXPECT_TRUE(std::regex_search(text, std::regex("SF:.*/compute\\.c\n")));
  EXPECT_TRUE(std::regex_search(text, std::regex("DA:\\d+,[1-9]")));
  EXPECT_TRUE(std::regex_search(text, std::regex("DA:\\d+,0\n"))) << "nothing is left out";
  EXPECT_TRUE(std::regex_search(text, std::regex("BRDA:\\d+,\\d+,[01],[1-9]")));
}

// Translated code counts by itself; the plain loop, instruction by instruction; and an observer beside it is shown
// each.
TEST_F(CoverageFile, IsTheSameUnderEverySpeedSwitch) {
  for (const char* firmware : {"compute", "interrupt_storm", "ecall_trap"}) {
    write_file(file("cached"), "icache_size = 1024\nicache_miss = 6\ndcache_size = 512\ndcache_miss = 9\n");
    run(firmware, {"--coverage", file("cached.info"), "--timing", file("cached")});
    run(firmware, {"--coverage", file("coverage"), "--timing", file("cached"), "--fast", "off"});
    EXPECT_EQ(text_of(file("coverage")), text_of(file("cached.info"))) << firmware << ", caches";
    run(firmware, {"--coverage", file("coverage")});
    const std::string counted = text_of(file("coverage"));
    const Arguments switches[] = {
        {"--translate", "off"}, {"--fast", "off"}, {"--dmi", "off"}, {"--profile", file("profile")}};
    for (const Arguments& some : switches) {
      run(firmware, {some[0], some[1], "--coverage", file("coverage")});
      EXPECT_EQ(text_of(file("coverage")), counted) << firmware << ", " << some[0];
    }
  }
}

TEST_F(CoverageFile, AddsUpIfAsked) {
  run("compute", {"--coverage", file("coverage")});
  const std::string once = text_of(file("coverage"));
  run("compute", {"--coverage", file("coverage"), "--coverage-append"});
  EXPECT_EQ(text_of(file("coverage")), once + once);
  run("compute", {"--coverage", file("coverage")});
  EXPECT_EQ(text_of(file("coverage")), once);
}

TEST_F(CoverageFile, IsReadByLcov) {
  JANUS_NEED_TOOL(kLcov, "lcov");
  run("compute", {"--coverage", file("coverage")});
  run("hello", {"--coverage", file("coverage"), "--coverage-append"});
  const auto summary = run_command({kLcov, "--rc", "lcov_branch_coverage=1", "--summary", file("coverage")}, false);
  EXPECT_EQ(summary.exit_code, 0) << summary.errors;
  const std::string text = summary.output + summary.errors;
  for (const char* what : {"lines", "functions", "branches"}) {
    EXPECT_TRUE(std::regex_search(text, std::regex(std::string(what) + "\\.*: [1-9][0-9.]*% \\("))) << what << text;
  }
}

TEST_F(CoverageFile, AndProfilesAreRefusedWhereTheyCannotBeWritten) {
  for (const char* option : {"--profile", "--profile-text", "--coverage"}) {
    const auto result = janus({"run", firmware_path("hello"), option, file("no/such/directory")});
    EXPECT_EQ(result.exit_code, 73) << option;
    EXPECT_EQ(result.output, "") << "nothing has run";
    EXPECT_NE(result.errors.find("cannot be written"), std::string::npos);
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1);
  }
  EXPECT_EQ(janus({"run", firmware_path("hello"), "--coverage-append"}).exit_code, 64);
}

}  // namespace
}  // namespace janus::testing
