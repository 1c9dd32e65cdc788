// Devices that describe themselves, and that receive what nobody knows: bytes at the UART and samples of a sensor,
// explored and replayed on the SystemC platform.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
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

// Its states are few: what is still on the wire is the same in all of them, and numbers stay whole.
TEST_F(SymbolicUart, HasFewStatesOfACommandInterpreter) {
  const Exploration exploration(
      firmware_path("uart_commands_9"),
      {"--symbolic", "uart=9", "--revisit", "--revisit-widen", "inputs", "--revisit-apart", "endless"});
  EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
  EXPECT_LT(exploration.paths(), 500U) << "of 61,000";
}

// What it has parsed, and decided on lines that it has read, is forgotten where it does not steer a loop.
TEST_F(SymbolicUart, HasFewStatesOfACommandInterpreterWithSixteenBytes) {
  const Exploration exploration(
      firmware_path("uart_commands_16"),
      {"--symbolic", "uart=16", "--plain", "--revisit", "--revisit-widen", "inputs", "--revisit-apart", "endless"});
  EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
  EXPECT_LT(exploration.paths(), 1000U) << "of 2,037 with the values of all registers";
}

// Who waits for a byte that will not come is behind all others, for ever, and must not keep them from running.
TEST_F(SymbolicUart, MergesBesidePathsThatWaitForEver) {
  for (const std::string how : {"eager", "careful", "qce"}) {
    SCOPED_TRACE(how);
    for (const bool is_wrong : {false, true}) {
      const Exploration exploration(firmware_path(is_wrong ? "uart_frames_bug" : "uart_frames"),
                                    {"--symbolic", "uart=6", "--merge", how, "--max-time", "60"});
      EXPECT_EQ(last_line(exploration.result().output), is_wrong ? "unsafe" : "safe") << exploration.result().output;
      if (is_wrong) expect_replays(exploration);
    }
  }
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
                                 {"--symbolic", "clint=3"},
                                 {"--symbolic", "uart=3,uart=4"},
                                 {"--symbolic", "uart=4..3"},
                                 {"--symbolic", "uart=0..99999"},
                                 {"--symbolic", "uart=3,"},
                                 {"--symbolic", "uart in 3..4"},
                                 {"--symbolic", "uart=3,uart in 0..256"},
                                 {"--symbolic", "uart=3,uart in 7"},
                                 {"--symbolic", "uart=3,uart.sample in 0..6"},
                                 {"--symbolic", "uart=3,uart[3] in 0..6"},
                                 {"--symbolic", "uart=3,uart[x] in 0..6"},
                                 {"--symbolic", "uart=3,uart[2..1] in 0..6"},
                                 {"--symbolic", "uart=3,uart[] in 0..6"},
                                 {"--symbolic", "uart=3,uart in 0..6,uart[1] in 7..8"},
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

// Each number of bytes is a path to begin with: 1 + 3 + 3 * 3 orders of `q`, end of transmission and others.
TEST_F(SymbolicUart, ReceivesAnyNumberOfBytes) {
  expect_every_path("uart_echo", "safe", 1 + 3 + 3 * 3, {"--symbolic", "uart=0..2"});
  const Exploration exploration(firmware_path("uart_commands_bug"), {"--symbolic", "uart=0..16"});
  EXPECT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().output;
  expect_replays(exploration);
}

TEST_F(SymbolicUart, ReceivesBytesOfARange) {
  expect_every_path("uart_echo", "safe", 1, {"--symbolic", "uart=3, uart in 32..112"});
  expect_every_path("uart_echo", "safe", 4, {"--symbolic", "uart=3, uart in 32..113, uart.byte[1] in 32..112"});
  const Exploration bug(firmware_path("uart_commands_bug"), {"--symbolic", "uart=16, uart in 0x0a..0x7e"});
  EXPECT_EQ(last_line(bug.result().output), "unsafe") << bug.result().output;
  EXPECT_NE(bug.result().output.find("with uart.byte in 10..126"), std::string::npos) << bug.result().output;
  expect_replays(bug);
  const Exploration none(firmware_path("uart_commands_bug"), {"--symbolic", "uart=4, uart in 32..126"});
  EXPECT_EQ(last_line(none.result().output), "safe") << "no line ends: " << none.result().output;
}

TEST_F(SymbolicUart, SeedsBringAsManyBytesAsTheyHaveAndStayInTheRanges) {
  const TemporaryDirectory seeds;
  write_file(seeds.file("seed"), "xyq");
  const std::string directory = std::filesystem::path(seeds.file("seed")).parent_path();
  const auto explored = [&](const std::string& symbolic) {
    return Exploration(firmware_path("uart_echo"),
                       {"--symbolic", symbolic, "--seeds", directory, "--plain", "--all", "--test-cases", "all"});
  };
  const Exploration any = explored("uart=0..4");
  EXPECT_EQ(any.paths(), 1U + 3 + 9 + 27 + 81);
  EXPECT_EQ(json_of(any.file("path-1.json")).at("inputs").at(0).at("bytes"), "787971");
  expect_replays(any);
  const Exploration within = explored("uart=3, uart in 97..113");
  EXPECT_EQ(within.paths(), 8U) << "the seed has an x";
  EXPECT_EQ(last_line(within.result().output), "safe");
}

// Any line of fifteen characters.
TEST_F(SymbolicUart, ProvesTheCommandInterpreterForEveryLine) {
  const std::string line = "uart=16, uart[0..14] in 32..126, uart[15] in 10..10";
  const Exploration exploration(firmware_path("uart_commands_16"),
                                {"--symbolic", line, "--merge", "eager", "--max-time", "60"});
  EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
  EXPECT_NE(exploration.result().output.find("with uart.byte[0..14] in 32..126, uart.byte[15] in 10..10"),
            std::string::npos);
  const Exploration bug(firmware_path("uart_commands_bug"), {"--symbolic", line, "--merge", "eager"});
  EXPECT_EQ(last_line(bug.result().output), "unsafe") << bug.result().output;
  expect_replays(bug);
}

using SymbolicSensor = ::testing::Test;

TEST_F(SymbolicSensor, FindsTheSampleThatBreaksADriverAndReplaysIt) {
  for (const char* samples : {"sensor=8", "sensor=0..8", "sensor=8, sensor.sample in 0..5000"}) {
    const Exploration exploration(firmware_path("thermometer"), {"--symbolic", samples});
    EXPECT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().output;
    const auto inputs = json_of(exploration.file("finding-1.json")).at("inputs");
    ASSERT_EQ(inputs.size(), 8U);
    EXPECT_EQ(inputs.at(7).at("name"), "sensor.sample[7]");
    EXPECT_EQ(inputs.at(7).at("device"), "sensor");
    // The core has 100 MHz, and a sample comes every 20 microseconds.
    const auto first = inputs.at(0).at("arrivals").at(0).get<std::uint64_t>();
    const auto last = inputs.at(7).at("arrivals").at(0).get<std::uint64_t>();
    EXPECT_NEAR(static_cast<double>(last - first), 7 * 2000.0, 4.0);
    EXPECT_NE(exploration.result().output.find("  sensor.sample[0] = "), std::string::npos);
    EXPECT_NE(exploration.result().output.find(fmt::format(" at cycle {}", first)), std::string::npos);
    expect_replays(exploration);
  }
}

TEST_F(SymbolicSensor, ProvesTheDriverForTheSamplesThatItsAuthorThoughtOf) {
  const Exploration exploration(firmware_path("thermometer"),
                                {"--symbolic", "sensor=8, sensor.sample in 0..4095", "--max-time", "60"});
  EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
  EXPECT_NE(exploration.result().output.find("with sensor.sample in 0..4095"), std::string::npos);
}

TEST_F(SymbolicSensor, ProvesTheMendedDriverForAllSamples) {
  const Exploration exploration(firmware_path("thermometer_fixed"), {"--symbolic", "sensor=8", "--max-time", "60"});
  EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
}

// Two paths of which one has taken more samples are no one path, although all else is the same.
TEST_F(SymbolicSensor, PathsThatDifferOnlyInTheFifoStayApart) {
  const std::string elf = firmware_path("sensor_fifo");
  for (const Arguments& technique : {Arguments{"--plain"},
                                     {"--merge", "eager"},
                                     {"--merge", "careful"},
                                     {"--summarize"},
                                     {"--auto"},
                                     {"--concrete-stretches", "off"}}) {
    // The odd path sees the third sample, the even path the second.
    const auto explored = [&](const std::string& ranges) {
      Arguments options{"--symbolic", "sensor=4, " + ranges};
      options.insert(options.end(), technique.begin(), technique.end());
      const Exploration exploration(elf, options);
      expect_replays(exploration);
      return last_line(exploration.result().output);
    };
    const std::string odd = "sensor.sample[0] in 1..1", even = "sensor.sample[0] in 0..0", any = "sensor in 0..9";
    EXPECT_EQ(explored(any + ", sensor[1] in 7..7, sensor[2] in 8..9, " + odd), "safe") << technique.front();
    EXPECT_EQ(explored(any + ", sensor[1] in 7..7, sensor[2] in 8..9, " + even), "unsafe") << technique.front();
    EXPECT_EQ(explored(any + ", sensor[1] in 8..9, sensor[2] in 7..7, " + odd), "unsafe") << technique.front();
    EXPECT_EQ(explored(any + ", sensor[1] in 8..9, sensor[2] in 7..7"), "unsafe") << technique.front();
    EXPECT_EQ(explored(any + ", sensor[1] in 8..9, sensor[2] in 8..9"), "safe") << technique.front();
  }
}

// Also where the samples lie that no path looks at, every path replays to its instruction and cycle.
TEST_F(SymbolicSensor, EveryPathReplays) { expect_every_path("sensor_fifo", "unsafe", 4, {"--symbolic", "sensor=4"}); }

// A path gets the samples that a file of --input would bring, at the same times.
TEST_F(SymbolicSensor, IsWhatAFileBrings) {
  const Exploration exploration(firmware_path("sensor_fifo"),
                                {"--plain", "--symbolic", "sensor=4", "--test-cases", "all", "--all"});
  const TemporaryDirectory directory;
  for (const std::string& name : exploration.cases()) {
    if (!name.starts_with("path-")) continue;
    const auto test_case = json_of(exploration.file(name));
    std::string text = "# samples\n";
    for (const auto& input : test_case.at("inputs")) {
      const auto hex = input.at("bytes").get<std::string>();
      text += "0x" + hex.substr(2) + hex.substr(0, 2) + "\n";
    }
    write_file(directory.file("samples"), text);
    const auto run = janus({"run", exploration.elf(), "--input", "sensor=" + directory.file("samples"), "--stats",
                            directory.file("stats")});
    const auto stats = json_of(directory.file("stats"));
    EXPECT_EQ(stats.at("instructions"), test_case.at("end").at("instructions")) << name;
    EXPECT_EQ(stats.at("cycles"), test_case.at("end").at("cycles")) << name;
  }
}

TEST(Devices, InputFilesAreReadOrRefusedInOneLine) {
  const TemporaryDirectory directory;
  const std::string elf = firmware_path("thermometer");
  const auto run = [&](const std::string& input) {
    auto result = janus({"run", elf, "--input", input, "--uart-input", "/dev/null"});
    EXPECT_LE(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    return result;
  };
  write_file(directory.file("cold"), "0 0 0 0 1 1 1 1");
  write_file(directory.file("warm"), "4095 # the hottest\n0xfff 4000 4000\n4000 4000 4000 4000");
  write_file(directory.file("broken"), "1\n2\n65536\n");
  EXPECT_EQ(run("sensor=" + directory.file("cold")).output, "not warm\n");
  EXPECT_EQ(run("sensor=" + directory.file("warm")).output, "warm\n");
  const auto broken = run("sensor=" + directory.file("broken"));
  EXPECT_EQ(broken.exit_code, 65);
  EXPECT_NE(broken.errors.find("broken:3: '65536' is no number from 0 to 65535"), std::string::npos) << broken.errors;
  EXPECT_EQ(run("sensor=" + directory.file("nothing")).exit_code, 66);
  for (const char* wrong : {"sensor", "sensor=", "clint=x", "adc=x"}) EXPECT_EQ(run(wrong).exit_code, 64) << wrong;
}

using SymbolicLabs = ::testing::Test;

// The frost guard of lab 3, as a colleague has left it, with the obvious correction, and as it should be.
TEST_F(SymbolicLabs, ADriverBehindTheI2cControllerIsCheckedForEverySample) {
  for (const char* wrong : {"frost_guard", "frost_guard_signed"}) {
    const Exploration exploration(firmware_path(wrong), {"--symbolic", "i2c=4"});
    EXPECT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().output;
    const auto inputs = json_of(exploration.file("finding-1.json")).at("inputs");
    ASSERT_EQ(inputs.size(), 1U);
    EXPECT_EQ(inputs.at(0).at("device"), "i2c");
    expect_replays(exploration);
  }
  const Exploration mild(firmware_path("frost_guard"), {"--symbolic", "i2c=4, i2c[0] in 0..127, i2c[2] in 0..127"});
  EXPECT_EQ(last_line(mild.result().output), "safe") << mild.result().output;
  const Exploration right(firmware_path("frost_guard_right"),
                          {"--symbolic", "i2c=4", "--plain", "--test-cases", "all"});
  EXPECT_EQ(last_line(right.result().output), "safe") << right.result().output;
  EXPECT_EQ(right.paths(), 1U) << "the heater's LED keeps what depends on the sample";
  expect_replays(right);
}

// Per button and two looks, a handler sees three cases: pressed at first, then, or never.
TEST_F(SymbolicLabs, AHandlerServesAnyButtons) {
  expect_every_path("keys", "safe", 3 * 3 * 3, {"--symbolic", "gpio=2, gpio in 0..7"});
}

// The accelerator computes with bits, so each value of a byte is a path.
TEST_F(SymbolicLabs, AnAcceleratorTakesEachValueOfASymbolicByte) {
  const Exploration byte(firmware_path("crc_of_a_byte"), {"--plain"});
  EXPECT_EQ(last_line(byte.result().output), "safe") << byte.result().output;
  EXPECT_EQ(byte.paths(), 256U);
  const Exploration word(firmware_path("crc_of_a_word"), {"--plain", "--max-paths", "300"});
  EXPECT_EQ(last_line(word.result().output), "unknown") << word.result().output;
}

// The files in the source tree that come from the descriptions of devices.
TEST(Devices, HeadersAndDocumentationAreWhatTheirDescriptionsSay) {
  const std::string source = JANUS_SOURCE;
  for (const char* name :
       {"finisher", "clint", "plic", "uart", "sensor", "i2c", "gpio", "crc", "spi", "pwm", "watchdog", "rng", "dma",
        "display", "sifive_prci", "sifive_gpio", "sifive_uart", "pulp_stdout"}) {
    const std::string file = std::string("sw/include/janus/") + name + ".h";
    EXPECT_EQ(janus({"device", name, "--format", "c"}).output, text_of(source + "/" + file))
        << "janus device " << name << " --format c --out " << file;
  }
  EXPECT_EQ(janus({"device", "all", "--format", "markdown"}).output, text_of(source + "/docs/devices.md"))
      << "janus device all --format markdown --out docs/devices.md";
}

TEST(Devices, AreDescribedByTheProgram) {
  const auto sheet = janus({"device", "sensor"});
  EXPECT_EQ(sheet.exit_code, 0);
  EXPECT_NE(sheet.output.find("at 0x10010000, 4096 bytes, interrupt 12"), std::string::npos) << sheet.output;
  const auto wrong = janus({"device", "adc"});
  EXPECT_EQ(wrong.exit_code, 64);
  EXPECT_NE(wrong.errors.find("there are: all, finisher, clint, plic, uart, sensor, i2c, gpio, crc, spi"),
            std::string::npos);
}

using SymbolicFlash = ::testing::Test;

TEST_F(SymbolicFlash, IsSlowerThanADriverBelievesAndReplays) {
  EXPECT_EQ(janus({"run", firmware_path("flash_log")}).output, "stored\n") << "as on the author's desk";
  const Exploration exploration(firmware_path("flash_log"), {"--symbolic", "spi=8"});
  EXPECT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().output;
  expect_replays(exploration);
}

// Each look at the flash says busy or not; two looks are four paths.
TEST_F(SymbolicFlash, IsWaitedForHoweverLongItTakesAndEveryPathReplays) {
  EXPECT_EQ(janus({"run", firmware_path("flash_log_fixed")}).output, "stored\n");
  expect_every_path("flash_log_fixed", "safe", 4, {"--symbolic", "spi=2"});
  for (const Arguments& technique : {Arguments{"--plain"}, {"--merge", "eager"}, {"--concrete-stretches", "off"}}) {
    Arguments options{"--symbolic", "spi=4"};
    options.insert(options.end(), technique.begin(), technique.end());
    const Exploration exploration(firmware_path("flash_log_fixed"), options);
    EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
    EXPECT_NE(exploration.result().output.find("with spi.busy in 0..1"), std::string::npos);
  }
}

// With PWM, EEPROM and thermometer, too.
TEST(WatchdogOfTheBoard, ResetsWhoeverForgetsItWhichIsAFindingThatReplays) {
  EXPECT_EQ(janus({"run", firmware_path("heater")}).output, "warm enough\n");
  const Exploration exploration(firmware_path("heater"), {"--symbolic", "i2c=2", "--plain"});
  EXPECT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().output;
  EXPECT_NE(exploration.result().output.find("the watchdog has reset the machine at"), std::string::npos);
  const auto replay = janus({"replay", exploration.elf(), exploration.file("finding-1.json")});
  EXPECT_EQ(replay.exit_code, 255);
  EXPECT_NE(replay.errors.find("as explored"), std::string::npos) << replay.errors;
  const Exploration fixed(firmware_path("heater_fixed"), {"--symbolic", "i2c=2", "--plain"});
  EXPECT_EQ(last_line(fixed.result().output), "safe") << fixed.result().output;
}

// Random numbers: each read is an input of its own.
TEST(RandomNumbers, AreInputsWhichReplay) {
  EXPECT_EQ(janus({"run", firmware_path("die_fixed")}).output, janus({"run", firmware_path("die_fixed")}).output);
  const Exploration wrong(firmware_path("die"), {"--symbolic", "rng=4"});
  EXPECT_EQ(last_line(wrong.result().output), "unsafe") << wrong.result().output;
  EXPECT_EQ(json_of(wrong.file("finding-1.json")).at("inputs").at(0).at("name"), "rng.number[0]");
  expect_replays(wrong);
  const Exploration right(firmware_path("die_fixed"), {"--symbolic", "rng=4", "--exit-codes", "0,1"});
  EXPECT_EQ(last_line(right.result().output), "safe") << right.result().output;
}

std::string text_of_rows(std::string_view row) {
  std::string text = "P1\n32 16\n";
  for (int y = 0; y < 16; ++y) text += (y >= 4 && y <= 11 ? std::string(row) : std::string(32, '1')) + "\n";
  return text;
}

// On both machines, and a picture a frame.
TEST(DisplayOfTheBoard, ShowsWhatTheFirmwareDraws) {
  const TemporaryDirectory directory;
  write_file(directory.file("samples"), std::string("0 2048"));
  const auto run = janus({"run", firmware_path("meter_fixed"), "--input", "sensor=" + directory.file("samples"),
                          "--display", directory.file("pictures")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(text_of(directory.file("pictures/picture-1.pbm")), text_of_rows(std::string(32, '1')));
  EXPECT_EQ(text_of(directory.file("pictures/picture-2.pbm")),
            text_of_rows(std::string(16, '0') + std::string(16, '1')));
  const std::string samples = "sensor=2, sensor.sample[0] in 0..4095, sensor.sample[1] in 0..255";
  const Exploration wrong(firmware_path("meter"), {"--symbolic", samples});
  EXPECT_EQ(last_line(wrong.result().output), "unsafe") << wrong.result().output;
  expect_replays(wrong);
  expect_every_path("meter_fixed", "safe", 99, {"--symbolic", samples, "--plain"});  // 33 lengths, then 3
}

// The DMA engine copies samples of the sensor while the firmware runs: the same on both machines, under each switch.
TEST(DmaOfTheBoard, CopiesWhileTheFirmwareRuns) {
  const auto run = janus({"run", firmware_path("recorder_fixed")});
  EXPECT_EQ(run.output, "the highest of 4 samples: 192\n") << run.errors;
  for (const Arguments& switches :
       {Arguments{"--dmi", "off"}, {"--fast", "off"}, {"--translate", "off"}, {"--quantum", "0"}}) {
    Arguments arguments{"run", firmware_path("recorder_fixed")};
    arguments.insert(arguments.end(), switches.begin(), switches.end());
    const auto other = janus(arguments);
    EXPECT_EQ(other.output, run.output);
    EXPECT_EQ(other.errors, run.errors);
  }
}

TEST(DmaOfTheBoard, CopiesCodeAndTermsButNoTermToADevice) {
  for (const Arguments& switches : {Arguments{}, {"--dmi", "off"}, {"--fast", "off"}, {"--quantum", "0"}}) {
    Arguments arguments{"run", firmware_path("dma_moves")};
    arguments.insert(arguments.end(), switches.begin(), switches.end());
    const auto run = janus(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
  }
  for (const char* stretches : {"on", "off"})
    expect_every_path("dma_moves", "safe", 2, {"--plain", "--concrete-stretches", stretches});
  const Exploration by_default(firmware_path("dma_moves"), {});
  EXPECT_EQ(last_line(by_default.result().output), "safe") << by_default.result().output;
  const Exploration to_device(firmware_path("dma_to_device"), {"--plain"});
  EXPECT_EQ(last_line(to_device.result().output), "unknown") << to_device.result().output;
  EXPECT_NE(to_device.result().output.find("a device copies"), std::string::npos) << to_device.result().output;
  expect_replays(to_device);
}

TEST(DmaOfTheBoard, RacesForABufferWhichIsFoundAndReplays) {
  const Exploration wrong(firmware_path("recorder"), {"--symbolic", "sensor=2"});
  EXPECT_EQ(last_line(wrong.result().output), "unsafe") << wrong.result().output;
  expect_replays(wrong);
  for (const Arguments& technique :
       {Arguments{}, {"--plain"}, {"--plain", "--concrete-stretches", "off"}, {"--revisit"}}) {
    Arguments options{"--symbolic", "sensor=2"};
    options.insert(options.end(), technique.begin(), technique.end());
    const Exploration right(firmware_path("recorder_fixed"), options);
    EXPECT_EQ(last_line(right.result().output), "safe") << right.result().output;
  }
  const Exploration paths(firmware_path("recorder_fixed"),
                          {"--symbolic", "sensor=2", "--plain", "--test-cases", "all"});
  expect_replays(paths);
}

using SystemCModule = ::testing::Test;

// Firmware for a module at 0x10020000 (sw/module_example). An exploration does not load the module.
TEST_F(SystemCModule, IsGivenUpOrAnInputInAnExploration) {
  const Exploration unknown(firmware_path("roots"), {"--module", "root_unit.so,base=0x10020000"});
  EXPECT_EQ(last_line(unknown.result().output), "unknown");
  EXPECT_NE(unknown.result().output.find("accesses a module"), std::string::npos) << unknown.result().output;
  expect_replays(unknown);
  const Exploration any(firmware_path("roots"), {"--module", "root_unit.so,base=0x10020000,reads=any"});
  EXPECT_EQ(last_line(any.result().output), "unsafe");
  EXPECT_NE(any.result().output.find("root_unit: no interrupts, no accesses to memory"), std::string::npos)
      << any.result().output;
  EXPECT_NE(any.result().output.find("root_unit[0x4] = "), std::string::npos) << any.result().output;
  expect_replays(any);
  const auto replay =
      janus({"replay", any.elf(), any.file("finding-1.json"), "--module", "root_unit.so,base=0x10020000"});
  EXPECT_EQ(replay.exit_code, 64);
}

TEST_F(SystemCModule, IsRefusedInOneLine) {
  for (const std::string wrong :
       {"", "base=0x10020000", "m.so", "m.so,base=x", "m.so,base=0x10000000", "m.so,base=0x80000000",
        "m.so,base=0x7ffff800", "m.so,base=0x10020000,size=0", "m.so,base=0x10020000,interrupt=10",
        "m.so,base=0x10020000,interrupt=96", "m.so,base=0x10020000,name=a b", "m.so,base=0x10020000,reads=none",
        "m.so,base=0x10020000,speed=3"}) {
    for (const char* command : {"run", "explore"}) {
      const auto result = janus({command, firmware_path("roots"), "--module", wrong});
      EXPECT_EQ(result.exit_code, 64) << wrong;
      EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    }
  }
  const auto twice =
      janus({"run", firmware_path("roots"), "--module", "m.so,base=0x10020000", "--module", "n.so,base=0x10020800"});
  EXPECT_EQ(twice.exit_code, 64);
  const auto none = janus({"run", firmware_path("roots"), "--module", "nowhere.so,base=0x10020000"});
  EXPECT_EQ(none.exit_code, 65);
  EXPECT_EQ(std::count(none.errors.begin(), none.errors.end(), '\n'), 1) << none.errors;
}

}  // namespace
}  // namespace janus::testing
