// Platforms: the default board as a text is the default board; firmware of a microcontroller runs from its flash, is
// explored although hardware has no model, and replays; and whatever does not fit together is refused.
#include <gtest/gtest.h>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

std::string fe310(const std::string& variant) { return firmware_path("fe310" + variant); }

TEST(Platform, VirtRunsAsTheDefault) {
  for (const char* name : {"hello", "timer", "thermometer_fixed"}) {
    SCOPED_TRACE(name);
    TemporaryDirectory directory;
    const auto without =
        janus({"run", firmware_path(name), "--uart-input", "/dev/null", "--stats", directory.file("a")});
    const auto with = janus({"run", firmware_path(name), "--uart-input", "/dev/null", "--stats", directory.file("b"),
                             "--platform", "virt"});
    EXPECT_EQ(with.output, without.output);
    EXPECT_EQ(with.exit_code, without.exit_code);
    const auto a = json_of(directory.file("a")), b = json_of(directory.file("b"));
    EXPECT_EQ(a.at("cycles"), b.at("cycles"));
    EXPECT_EQ(a.at("instructions"), b.at("instructions"));
  }
}

TEST(Platform, VirtIsExploredAsTheDefault) {
  for (const char* name : {"quickstart", "quickstart_fixed"}) {
    SCOPED_TRACE(name);
    const Exploration without(firmware_path(name), {"--plain"}),
        with(firmware_path(name), {"--plain", "--platform", "virt"});
    EXPECT_EQ(with.result().exit_code, without.result().exit_code);
    for (const char* key : {"verdict", "paths", "instructions", "forks", "queries"})
      EXPECT_EQ(with.stats().at(key), without.stats().at(key)) << key;
    EXPECT_EQ(with.findings().size(), without.findings().size());
    expect_replays(with);
  }
}

TEST(Platform, FlashIsExecuted) {
  const auto run = janus({"run", fe310(""), "--platform", "fe310"});
  EXPECT_EQ(run.output, "cold\n");
  EXPECT_NE(run.errors.find("halted at"), std::string::npos) << run.errors;
  for (const Arguments& switches :
       {Arguments{"--dmi", "off"}, {"--fast", "off"}, {"--translate", "off"}, {"--quantum", "0"}}) {
    Arguments arguments{"run", fe310(""), "--platform", "fe310"};
    arguments.insert(arguments.end(), switches.begin(), switches.end());
    const auto other = janus(arguments);
    EXPECT_EQ(other.output, run.output);
    EXPECT_EQ(other.errors, run.errors);
  }
}

TEST(Platform, UnknownHardwareIsAnInput) {
  const Exploration wrong(fe310(""), {"--platform", "fe310"});
  EXPECT_EQ(wrong.result().exit_code, kUnsafe);
  expect_replays(wrong);
  const auto test_case = json_of(wrong.file("finding-1.json"));
  EXPECT_EQ(test_case.at("machine").at("platform").at("name"), "fe310");
  EXPECT_EQ(test_case.at("inputs").at(0).at("name"), "spi1+0x4c");
  const Exploration right(fe310("_fixed"), {"--platform", "fe310"});
  EXPECT_EQ(right.result().exit_code, kSafe) << right.result().output;
  expect_every_path("fe310_fixed", "safe", right.paths(), {"--platform", "fe310", "--plain"});
}

TEST(Platform, PulpissimoRunsFromItsMemory) {
  const auto run = janus({"run", firmware_path("pulpissimo_fixed"), "--platform", "pulpissimo"});
  EXPECT_EQ(run.output, "turned\n");
  EXPECT_NE(run.errors.find("halted at"), std::string::npos) << run.errors;
  const Exploration wrong(firmware_path("pulpissimo"), {"--platform", "pulpissimo"});
  EXPECT_EQ(wrong.result().exit_code, kUnsafe) << wrong.result().output;
  EXPECT_EQ(json_of(wrong.file("finding-1.json")).at("inputs").at(0).at("name"), "gpio+0x8");
  expect_replays(wrong);
  const Exploration right(firmware_path("pulpissimo_fixed"), {"--platform", "pulpissimo"});
  EXPECT_EQ(right.result().exit_code, kSafe) << right.result().output;
}

TEST(Platform, AReplayIsOnThePlatformOfItsTestCase) {
  TemporaryDirectory directory;
  std::string text = janus({"device", "all", "--platform", "fe310", "--format", "toml"}).output;
  write_file(directory.file("mine.toml"), text);
  const Exploration exploration(fe310(""), {"--platform", directory.file("mine.toml")});
  EXPECT_EQ(exploration.result().exit_code, kUnsafe);
  expect_replays(exploration);  // on the copy beside the test case
  EXPECT_EQ(text_of(exploration.file("machine.toml")), text);
  const std::string finding = exploration.file("finding-1.json");
  EXPECT_EQ(janus({"replay", fe310(""), finding, "--platform", "fe310"}).exit_code, 1) << "the same text";
  write_file(directory.file("other.toml"), text + "\n# changed\n");
  const auto other = janus({"replay", fe310(""), finding, "--platform", directory.file("other.toml")});
  EXPECT_GE(other.exit_code, 64);
  EXPECT_NE(other.errors.find("was made on another platform"), std::string::npos) << other.errors;
  const auto virt = janus({"replay", fe310(""), finding, "--platform", "virt"});
  EXPECT_GE(virt.exit_code, 64);
}

const std::string kTwins = std::string(JANUS_SOURCE) + "/sw/examples/twins.toml";

// Several devices of a kind, each with its name, and memory at a second place.
TEST(Platform, TwinsAreHeldApart) {
  TemporaryDirectory directory;
  write_file(directory.file("left"), "100 60000\n");
  write_file(directory.file("right"), "110 1\n");
  const std::string inputs = "left=" + directory.file("left") + ",right=" + directory.file("right");
  const Arguments run{"run", firmware_path("twins_fixed"), "--platform", kTwins, "--input", inputs};
  const auto first = janus(run);
  EXPECT_EQ(first.output, "the sensors differ\n");
  EXPECT_EQ(first.exit_code, 0);
  for (const Arguments& switches : {Arguments{"--dmi", "off"}, {"--fast", "off"}, {"--quantum", "0"}}) {
    Arguments other = run;
    other.insert(other.end(), switches.begin(), switches.end());
    const auto again = janus(other);
    EXPECT_EQ(again.output, first.output);
    EXPECT_EQ(again.errors, first.errors);
  }
  const auto trace = janus({"run", firmware_path("twins_fixed"), "--platform", kTwins, "--trace", directory.file("t")});
  EXPECT_EQ(trace.output, "the sensors agree\n") << trace.errors;
  const std::string text = text_of(directory.file("t"));
  for (const char* place :
       {"left.SAMPLE", "right.SAMPLE", "console.THR", "right.CTRL 0x10018000]<-0x00000003{ENABLE IRQ}"})
    EXPECT_NE(text.find(place), std::string::npos) << place;
}

TEST(Platform, TwinsAreInputsByTheirNames) {
  const Arguments arguments{"--platform", kTwins, "--symbolic", "left=2, right=2, left.sample in 0..60000"};
  const Exploration wrong(firmware_path("twins"), arguments);
  EXPECT_EQ(wrong.result().exit_code, kUnsafe) << wrong.result().output;
  const auto inputs = json_of(wrong.file("finding-1.json")).at("inputs");
  ASSERT_EQ(inputs.size(), 4U);
  EXPECT_EQ(inputs[0].at("name"), "left.sample[0]");
  EXPECT_EQ(inputs[0].at("kind"), "sensor");
  EXPECT_EQ(inputs[3].at("device"), "right");
  expect_replays(wrong);
  const Exploration right(firmware_path("twins_fixed"), arguments);
  EXPECT_EQ(right.result().exit_code, kSafe) << right.result().output;
  const Exploration any_time(firmware_path("twins"),
                             {"--platform", kTwins, "--symbolic",
                              "interrupt(right)=2, interrupt(right) in 0..3000, left=2, left.sample in 0..100"});
  EXPECT_EQ(any_time.result().exit_code, kUnsafe) << any_time.result().output;
  EXPECT_EQ(json_of(any_time.file("finding-1.json")).at("interrupts").at(0).at("name"), "right");
  expect_replays(any_time);
  const auto absent = janus({"explore", firmware_path("twins"), "--platform", kTwins, "--symbolic", "sensor=1"});
  EXPECT_GE(absent.exit_code, 64);
  EXPECT_NE(absent.errors.find("it has: finisher, clint, plic, uart, console, left, right"), std::string::npos)
      << absent.errors;
}

// The board of QEMU, and pins.
std::string with_pins(const TemporaryDirectory& directory) {
  const std::string text = janus({"device", "all", "--format", "toml"}).output;
  write_file(directory.file("pins.toml"),
             text + "\n[[device]]\nkind = \"sifive_gpio\"\nname = \"pins\"\nbase = 0x1003_0000\n");
  return directory.file("pins.toml");
}

// Of registers that only keep what is stored there, no value makes a path; of others, the bits that they have.
TEST(Platform, RegistersKeepSymbols) {
  const TemporaryDirectory directory;
  const std::string platform = with_pins(directory);
  for (const Arguments& technique :
       {Arguments{}, {"--plain"}, {"--subsume"}, {"--learn"}, {"--revisit"}, {"--summarize"}, {"--merge", "eager"}}) {
    SCOPED_TRACE(technique.empty() ? "default" : technique[0]);
    Arguments options{"--platform", platform, "--check", "none"};
    options.insert(options.end(), technique.begin(), technique.end());
    const Exploration right(firmware_path("pins"), options), wrong(firmware_path("pins_wrong"), options);
    EXPECT_EQ(right.result().exit_code, kSafe) << right.result().output << right.result().errors;
    EXPECT_LE(right.paths(), 16U);
    EXPECT_EQ(wrong.result().exit_code, kUnsafe) << wrong.result().output << wrong.result().errors;
    expect_replays(wrong);
  }
}

// Memory at two places is one memory for the detectors.
TEST(Platform, DetectorsSeeThroughAliases) {
  const Arguments all{"--platform", kTwins, "--check", "all"};
  const Exploration right(firmware_path("aliased_0"), all);
  EXPECT_EQ(right.result().exit_code, kSafe) << right.result().output;
  const char* const reasons[] = {"heap", "uninitialised", "code"};
  for (unsigned mistake = 1; mistake <= 3; ++mistake) {
    SCOPED_TRACE(mistake);
    const Exploration wrong(firmware_path("aliased_" + std::to_string(mistake)), all);
    EXPECT_EQ(wrong.result().exit_code, kUnsafe) << wrong.result().output;
    ASSERT_EQ(wrong.findings().size(), 1U);
    EXPECT_EQ(wrong.findings()[0].at("reason"), reasons[mistake - 1]);
    expect_replays(wrong);
  }
  const Exploration by_default(firmware_path("aliased_1"), {"--platform", kTwins});
  EXPECT_EQ(by_default.result().exit_code, kUnsafe) << by_default.result().output;
  EXPECT_NE(by_default.result().output.find("right behind the 16 bytes"), std::string::npos)
      << by_default.result().output;
}

// Constants in flash: the same outcome under every speed switch.
TEST(Platform, ConstantsInFlashCostTheirWaitStatesInEveryLoop) {
  TemporaryDirectory directory;
  const std::string text = janus({"device", "all", "--platform", "fe310", "--format", "toml"}).output;
  const std::string kind = "kind = \"flash\"\n";
  std::string waits = text;
  ASSERT_NE(waits.find(kind), std::string::npos);
  waits.insert(waits.find(kind) + kind.size(), "access = 5\nfetch = 2\n");
  write_file(directory.file("slow.toml"), waits);
  for (const char* place : {"flash", "ram"}) {
    const std::string elf = firmware_path(std::string("speed_constants_") + place + "_quick");
    for (const std::string& platform : {std::string("fe310"), directory.file("slow.toml")}) {
      std::string seen;
      for (const Arguments& switches : {Arguments{}, {"--translate", "off"}, {"--fast", "off"}}) {
        Arguments arguments{"run", elf, "--platform", platform, "--stats", directory.file("stats")};
        arguments.insert(arguments.end(), switches.begin(), switches.end());
        EXPECT_EQ(janus(arguments).output, "right\n");
        const auto stats = json_of(directory.file("stats"));
        const std::string counts = stats.at("cycles").dump() + " " + stats.at("instructions").dump();
        EXPECT_EQ(counts, seen.empty() ? counts : seen) << place;
        seen = counts;
      }
      const Arguments profiled{"run", elf, "--platform", platform, "--profile"};
      Arguments fast = profiled, slow = profiled;
      fast.push_back(directory.file("fast"));
      for (const std::string& each : {directory.file("slow"), std::string("--translate"), std::string("off")})
        slow.push_back(each);
      janus(fast), janus(slow);
      EXPECT_EQ(text_of(directory.file("fast")) == text_of(directory.file("slow")), true) << place;
    }
  }
}

TEST(Platform, WhatDoesNotFitIsRefusedInOneLine) {
  const auto elf = janus({"run", firmware_path("hello"), "--platform", "pulpissimo"});
  EXPECT_GE(elf.exit_code, 64);
  EXPECT_NE(elf.errors.find("the platform has rom (0x1a000000, 8192 bytes), private0 (0x1c000000"), std::string::npos)
      << elf.errors;
  const auto nothing = janus({"run", firmware_path("hello"), "--platform", "fe310"});
  EXPECT_GE(nothing.exit_code, 64);
  EXPECT_NE(nothing.errors.find("it has nothing at 0x20000000"), std::string::npos) << nothing.errors;
  const auto unknown = janus({"run", firmware_path("hello"), "--platform", "fe311"});
  EXPECT_GE(unknown.exit_code, 64);
  EXPECT_NE(unknown.errors.find("those are: fe310, pulpissimo, virt"), std::string::npos) << unknown.errors;
  const auto both = janus({"run", firmware_path("hello"), "--platform", "virt", "--memory", "64"});
  EXPECT_GE(both.exit_code, 64);
  const auto absent = janus({"explore", fe310(""), "--platform", "fe310", "--symbolic", "uart=4"});
  EXPECT_GE(absent.exit_code, 64);
  EXPECT_NE(absent.errors.find("it has: clint, plic, sifive_prci, sifive_gpio, sifive_uart"), std::string::npos)
      << absent.errors;
  const auto learn = janus({"explore", fe310(""), "--platform", "fe310", "--learn"});
  EXPECT_GE(learn.exit_code, 64);
  EXPECT_NE(learn.errors.find("cannot be combined with --learn"), std::string::npos) << learn.errors;
}

}  // namespace
}  // namespace janus::testing
