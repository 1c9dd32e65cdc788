// Devices that receive what nobody knows: bytes at the UART, explored and replayed on the SystemC platform.
#include <gtest/gtest.h>

#include <regex>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

using SymbolicUart = ::testing::Test;

TEST_F(SymbolicUart, EchoesAnySixteenBytes) {
  const Exploration exploration(firmware_path("uart_echo"), {"--symbolic", "uart=16", "--max-time", "60"});
  EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
}

// Each byte ends the echo (two values) or not, also after the end.
TEST_F(SymbolicUart, ForksAsTheFirmwareDoesAndEveryPathReplays) {
  expect_every_path("uart_echo", "safe", 3 * 3 * 3, {"--symbolic", "uart=3"});
}

TEST_F(SymbolicUart, FindsTheInputOfACommandInterpreterAndReplaysIt) {
  const Exploration exploration(firmware_path("uart_commands_bug"), {"--symbolic", "uart=16"});
  EXPECT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().output;
  const auto test_case = json_of(exploration.file("finding-1.json"));
  ASSERT_EQ(test_case.at("inputs").size(), 1U);
  EXPECT_EQ(test_case.at("inputs").at(0).at("device"), "uart");
  EXPECT_EQ(test_case.at("inputs").at(0).at("bytes").get<std::string>().size(), 32U);
  EXPECT_NE(exploration.result().output.find("  uart = "), std::string::npos);
  expect_replays(exploration);
}

TEST_F(SymbolicUart, ProvesTheCommandInterpreterWithoutTheBug) {
  const Exploration exploration(firmware_path("uart_commands"), {"--symbolic", "uart=5", "--max-time", "60"});
  EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
}

// A path gets the bytes that a file of --uart-input would bring, at the same times.
TEST_F(SymbolicUart, IsWhatAFileBrings) {
  const Exploration exploration(firmware_path("uart_echo"), {"--plain", "--symbolic", "uart=2", "--test-cases", "all"});
  const TemporaryDirectory directory;
  for (const std::string& name : exploration.cases()) {
    if (!name.starts_with("path-")) continue;
    const auto test_case = json_of(exploration.file(name));
    const auto hex = test_case.at("inputs").at(0).at("bytes").get<std::string>();
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
      bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    write_file(directory.file("input"), bytes);
    const auto run =
        janus({"run", exploration.elf(), "--uart-input", directory.file("input"), "--stats", directory.file("stats")});
    const auto replay = janus({"replay", exploration.elf(), exploration.file(name)});
    EXPECT_EQ(run.output, replay.output) << name;
    const auto stats = json_of(directory.file("stats"));
    EXPECT_EQ(stats.at("instructions"), test_case.at("end").at("instructions")) << name;
    EXPECT_EQ(stats.at("cycles"), test_case.at("end").at("cycles")) << name;
  }
}

TEST_F(SymbolicUart, GivesTheSameVerdictWithEveryTechniqueThatMayBeUsed) {
  const std::string echo = firmware_path("uart_echo"), bug = firmware_path("uart_commands_bug");
  for (const Arguments& technique : {Arguments{"--plain"},
                                     {"--merge", "eager"},
                                     {"--merge", "careful"},
                                     {"--summarize"},
                                     {"--by-value"},
                                     {"--searcher", "mixed"},
                                     {"--concrete-stretches", "off"}}) {
    Arguments options{"--symbolic", "uart=3"};
    options.insert(options.end(), technique.begin(), technique.end());
    EXPECT_EQ(last_line(Exploration(echo, options).result().output), "safe") << technique.back();
    options[1] = "uart=16";
    EXPECT_EQ(last_line(Exploration(bug, options).result().output), "unsafe") << technique.back();
  }
}

TEST_F(SymbolicUart, RefusesWhatItCannotDoInOneLine) {
  for (const Arguments& wrong : {Arguments{"--symbolic", "uart"},
                                 {"--symbolic", "uart=0"},
                                 {"--symbolic", "uart=99999"},
                                 {"--symbolic", "adc=3"},
                                 {"--symbolic", "uart=3x"},
                                 {"--symbolic", "uart=3", "--learn"},
                                 {"--symbolic", "uart=3", "--subsume"}}) {
    Arguments arguments{"explore", firmware_path("uart_echo")};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    const auto result = janus(arguments);
    EXPECT_EQ(result.exit_code, 64) << wrong[1];
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
  }
}

}  // namespace
}  // namespace janus::testing
