// Outputs that cannot be written: told before a long run, never half, and never at the cost of another output.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

constexpr int kCannotWrite = 73;

// A command line for the shell, which has what run_command() has not: pipes, closed files, several outputs. `$janus` is
// the program.
CommandResult shell(const std::string& line, unsigned seconds = 20) {
  return run_command({"/bin/bash", "-c", fmt::format("janus={}; {}", janus_program(), line)}, false, seconds);
}

bool is_one_line(const std::string& text) { return !text.empty() && text.find('\n') == text.size() - 1; }

class Outputs : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return directory_.file(name); }
  // The names in the directory, hidden ones included.
  std::vector<std::string> left() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(file(""))) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }
  TemporaryDirectory directory_;
  const std::string endless_ = firmware_path("ending_endless"), bugs_ = firmware_path("symbolic_two_bugs"),
                    hello_ = firmware_path("hello");
};

// The firmware never ends, so each of these ends only if the loss of the output ends it.
TEST_F(Outputs, AClosedPipeEndsARun) {
  const auto trace =
      shell(fmt::format("$janus run {} --trace - 2>&1 >/dev/null | head -1; exit ${{PIPESTATUS[0]}}", endless_));
  EXPECT_EQ(trace.exit_code, kCannotWrite);
  EXPECT_TRUE(is_one_line(trace.output)) << trace.output;

  const auto waves = shell(fmt::format(
      "mkfifo {0}; head -1 {0} >/dev/null & $janus run {1} --vcd {0} --vcd-registers pc", file("waves"), endless_));
  EXPECT_EQ(waves.exit_code, kCannotWrite);
  EXPECT_EQ(waves.errors, "janus: " + file("waves") + " was closed\n");

  const auto uart =
      shell(fmt::format("$janus run {} --uart-input /dev/zero --stats {} | head -c 3; exit ${{PIPESTATUS[0]}}",
                        firmware_path("uart_echo"), file("stats")));
  EXPECT_EQ(uart.exit_code, kCannotWrite);
  EXPECT_EQ(uart.errors, "janus: standard output was closed\n");
  EXPECT_EQ(json_of(file("stats")).at("exit"), "output lost");
}

TEST_F(Outputs, ClosedStandardStreamsGiveAClearEnd) {
  for (const std::string& command : {"run " + hello_, "explore " + bugs_, "bmc " + bugs_, "cfg " + hello_}) {
    const auto closed = shell(fmt::format("cd {}; $janus {} >&-", file(""), command));
    EXPECT_EQ(closed.exit_code, kCannotWrite) << command;
    EXPECT_EQ(closed.errors, "janus: standard output was closed\n") << command;
    EXPECT_EQ(shell(fmt::format("cd {}; $janus {} >&- 2>&- <&-", file(""), command)).exit_code, kCannotWrite)
        << command;
  }
}

// A file that is opened later must not get the number of a closed stream.
TEST_F(Outputs, NothingElseIsWrittenIntoAFileInPlaceOfAClosedStream) {
  const auto result =
      shell(fmt::format("$janus run {} --vcd {} --trace {} >&- 2>&-", hello_, file("waves"), file("trace")));
  EXPECT_EQ(result.exit_code, kCannotWrite);
  for (const char* name : {"waves", "trace"}) {
    EXPECT_EQ(text_of(file(name)).find("Hello from"), std::string::npos) << name;
    EXPECT_EQ(text_of(file(name)).find("janus: "), std::string::npos) << name;
  }
  const auto silent = shell(fmt::format("$janus run {} 2>&-", endless_ + " --max-instructions 1000"));
  EXPECT_EQ(silent.exit_code, 124);
}

TEST_F(Outputs, AFullStandardOutputIsAnError) {
  for (const std::string& command : {"run " + hello_, "explore " + bugs_, "bmc " + bugs_, "cfg " + hello_,
                                     "replay " + firmware_path("quickstart") + " " + file("case/finding-1.json")}) {
    if (command.starts_with("replay"))
      shell(fmt::format("$janus explore {} --out {}", firmware_path("quickstart"), file("case")));
    const auto full = shell(fmt::format("cd {}; $janus {} >/dev/full", file(""), command));
    EXPECT_EQ(full.exit_code, kCannotWrite) << command;
    EXPECT_EQ(full.errors, "janus: standard output: cannot be written: No space left on device\n") << command;
  }
}

TEST_F(Outputs, AFindingIsWrittenEvenIfItCannotBePrinted) {
  const auto full =
      shell(fmt::format("$janus explore {} --out {} --stats {} >/dev/full", bugs_, file("out"), file("stats")));
  EXPECT_EQ(full.exit_code, kCannotWrite);
  EXPECT_EQ(json_of(file("stats")).at("verdict"), "unsafe");
  EXPECT_TRUE(std::filesystem::exists(file("out/finding-1.json")));
}

TEST_F(Outputs, AHangupEndsCleanlyUnlessItIsIgnored) {
  const std::string hang_up =
      "pid=$!; while ! grep -q begin " + file("output") + "; do sleep 0.05; done; kill -HUP $pid; ";
  const auto result = shell(
      fmt::format("$janus run {} --stats {} > {} & {} wait $pid", endless_, file("stats"), file("output"), hang_up));
  EXPECT_EQ(result.exit_code, 130) << result.errors;
  EXPECT_EQ(json_of(file("stats")).at("exit"), "interrupted");
  const auto ignored = shell(
      fmt::format("rm {2}; touch {2}; trap '' HUP; $janus run {0} --max-instructions 200000000 > {2} & {3} wait $pid",
                  endless_, 0, file("output"), hang_up));
  EXPECT_EQ(ignored.exit_code, 124) << ignored.errors;
}

// Before the run: nothing is printed, and nothing stays behind.
TEST_F(Outputs, AreCheckedAtTheStart) {
  const std::string nowhere = "/proc/nowhere", below = file("a/b");
  const std::vector<Arguments> commands{
      {"run", endless_, "--stats", nowhere},
      {"run", endless_, "--stats", file("")},
      {"run", endless_, "--profile", nowhere},
      {"run", endless_, "--profile-text", nowhere},
      {"run", endless_, "--coverage", nowhere},
      {"run", endless_, "--trace", nowhere},
      {"run", endless_, "--vcd", nowhere},
      {"run", firmware_path("foreign_tohost"), "--signature", nowhere},
      {"explore", bugs_, "--stats", nowhere},
      {"explore", bugs_, "--out", nowhere},
      {"explore", bugs_, "--log-queries", nowhere},
      {"bmc", bugs_, "--stats", nowhere},
      {"bmc", bugs_, "--out", nowhere},
      {"bmc", bugs_, "--emit", nowhere},
      {"cfg", hello_, "--out", nowhere},
  };
  for (const Arguments& command : commands) {
    SCOPED_TRACE(command[0] + " " + command[2] + " " + command[3]);
    const auto result = janus(command);
    EXPECT_EQ(result.exit_code, kCannotWrite);
    EXPECT_EQ(result.output, "");
    EXPECT_TRUE(is_one_line(result.errors)) << result.errors;
    EXPECT_NE(result.errors.find(command[3]), std::string::npos) << result.errors;
  }
  EXPECT_EQ(janus({"explore", hello_, "--out", below, "--stats", nowhere}).exit_code, kCannotWrite);
  EXPECT_EQ(janus({"explore", hello_, "--out", below}).exit_code, 0);
  EXPECT_EQ(left(), std::vector<std::string>{}) << "a directory without a test case";
}

TEST_F(Outputs, OneThatFailsCostsNeitherTheOthersNorTheVerdict) {
  const auto explored = janus({"explore", bugs_, "--out", file("out"), "--stats", "/dev/full"});
  EXPECT_EQ(explored.exit_code, kCannotWrite);
  EXPECT_EQ(last_line(explored.output), "unsafe");
  EXPECT_EQ(explored.errors, "janus: /dev/full: cannot be written: No space left on device\n");
  EXPECT_TRUE(std::filesystem::exists(file("out/finding-1.json")));

  const auto formula = janus({"bmc", bugs_, "--out", file("bmc"), "--emit", "/dev/full", "--solve"});
  EXPECT_EQ(formula.exit_code, kCannotWrite);
  EXPECT_EQ(last_line(formula.output), "unsafe");
  EXPECT_TRUE(std::filesystem::exists(file("bmc/finding-1.json")));

  const auto run =
      janus({"run", hello_, "--profile", "/dev/full", "--coverage", file("coverage"), "--stats", file("stats")});
  EXPECT_EQ(run.exit_code, kCannotWrite);
  EXPECT_TRUE(is_one_line(run.errors)) << run.errors;
  EXPECT_EQ(json_of(file("stats")).at("exit"), "finisher");
  EXPECT_NE(text_of(file("coverage")), "");
}

// The directory turns into a place that cannot be written while the exploration runs.
TEST_F(Outputs, AFindingThatCannotBeWrittenIsPrintedAllTheSame) {
  std::filesystem::create_directory(file("out"));
  for (const char* name : {"out/finding-1.json", "out/path-2.json"})
    std::filesystem::create_directories(file(name) + "/x");
  const auto result =
      janus({"explore", bugs_, "--all", "--test-cases", "all", "--out", file("out"), "--stats", file("stats")});
  EXPECT_EQ(result.exit_code, kCannotWrite);
  EXPECT_EQ(last_line(result.output), "unsafe");
  EXPECT_NE(result.output.find("finding 1: "), std::string::npos);
  EXPECT_NE(result.output.find("finding 2: "), std::string::npos);
  EXPECT_NE(result.errors.find("finding-1.json"), std::string::npos) << result.errors;
  EXPECT_TRUE(json_of(file("stats")).at("findings").at(0).at("test_case").is_null());
  EXPECT_EQ(json_of(file("stats")).at("findings").at(1).at("test_case"), file("out/finding-2.json"));
}

TEST_F(Outputs, AnEarlierFileStaysUntilTheNewOneIsWhole) {
  write_file(file("stats"), "before");
  const auto result = interrupt_command({janus_program(), "run", endless_, "--stats", file("stats")}, "begin");
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_EQ(json_of(file("stats")).at("exit"), "interrupted");
  write_file(file("stats"), "before");
  shell(
      fmt::format("$janus run {} --stats {} --profile {} > {} & pid=$!; while ! grep -q begin {}; do sleep 0.05; done; "
                  "kill -KILL $pid",
                  endless_, file("stats"), file("profile"), file("output"), file("output")));
  EXPECT_EQ(text_of(file("stats")), "before");
  EXPECT_EQ(left(), (std::vector<std::string>{"output", "stats"}));
}

TEST_F(Outputs, ToTheStandardStreamsStayInOrder) {
  const auto result =
      shell(fmt::format("$janus explore {} --out {} --stats /dev/stdout > {}", bugs_, file("out"), file("log")));
  EXPECT_EQ(result.exit_code, 1);
  const std::string log = text_of(file("log"));
  EXPECT_TRUE(log.starts_with("finding 1: "));
  EXPECT_NE(log.find("\"verdict\": \"unsafe\""), std::string::npos);
  EXPECT_EQ(last_line(log), "unsafe");
}

}  // namespace
}  // namespace janus::testing
