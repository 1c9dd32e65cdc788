// janus compare: which functions are the same in two firmwares, and that what tells them apart replays.
#include <gtest/gtest.h>

#include <algorithm>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

struct Compared {
  const char* function;
  Arguments options;
  const char* difference;  // what the finding says; empty if both do the same
};

class Comparing : public ::testing::TestWithParam<Compared> {
 protected:
  const TemporaryDirectory directory_;
  CommandResult compare(const std::string& first, const std::string& second, Arguments options) const {
    Arguments arguments{"compare", firmware_path(first), firmware_path(second), "--out", directory_.file("out")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return janus(arguments);
  }
  void expect(const std::string& first, const std::string& second) const {
    auto [function, options, difference] = GetParam();
    options.insert(options.end(), {"--call", function});
    const auto result = compare(first, second, options);
    const std::string expected = *difference ? "unsafe" : "safe";
    EXPECT_EQ(last_line(result.output), expected) << result.output << result.errors;
    EXPECT_EQ(result.exit_code, *difference ? 1 : 0);
    EXPECT_NE(result.output.find(difference), std::string::npos) << result.output;
    if (!*difference) return;
    const auto replay = janus(
        {"replay", firmware_path(first), directory_.file("out/finding-1.json"), "--against", firmware_path(second)});
    EXPECT_TRUE(last_line(replay.errors).ends_with("as explored")) << replay.errors;
  }
};

const Compared kRoutines[] = {
    {"count_bits", {}, ""},
    {"split_length", {}, ""},
    {"crc", {"--object", "bytes=bytes:0..4", "--link", "size=size(bytes)"}, ""},  // too much for a path at a time
};
class Routines : public Comparing {};
TEST_P(Routines, AreTheSameWhenTheyAreFast) { expect("routines", "routines_fast"); }
INSTANTIATE_TEST_SUITE_P(Examples, Routines, ::testing::ValuesIn(kRoutines),
                         [](const auto& row) { return std::string(row.param.function); });

const Compared kWrong[] = {
    {"split_length", {}, "result differs behind the calls"},
    {"crc", {"--object", "bytes=bytes:1", "--range", "size=0..1"}, "the results differ"},
};
class WrongRoutines : public Comparing {};
TEST_P(WrongRoutines, AreTold) { expect("routines", "routines_wrong"); }
INSTANTIATE_TEST_SUITE_P(Examples, WrongRoutines, ::testing::ValuesIn(kWrong),
                         [](const auto& row) { return std::string(row.param.function); });

const Compared kFunctions[] = {
    {"same_wide", {}, ""},
    {"high_word", {}, "the results differ"},
    {"narrow", {}, "the results differ"},
    {"by_value", {}, ""},
    {"padded_result", {}, ""},
    {"padded_object", {}, ""},
    {"padded_member", {}, "records differs behind the calls"},
    {"global", {}, "last differs behind the calls"},
    {"array", {}, "history differs behind the calls"},
    {"counts", {"--object", "calls=symbolic"}, ""},
    {"in_place", {"--object", "bytes=bytes:0..3", "--link", "size=size(bytes)"}, "bytes differs behind the calls"},
    {"in_place(bytes, size)", {"--object", "bytes=bytes:2", "--range", "size=0..2"}, ""},
    {"crashes", {}, "store access fault"},
    {"uses_driver", {}, "the results differ"},
    {"twice", {}, "the results differ"},
    {"twice", {"--with", "other_name"}, ""},
    {"adds", {"--object", "initialised=symbolic"}, ""},
    {"adds", {"--object", "initialised=symbolic", "--range", "initialised=1..3", "--assume", "a < initialised"}, ""},
    {"pointers", {}, "state differs behind the calls"},
    {"pointers", {"--range", "a=0..199"}, ""},
    {"counted", {}, "state differs behind the calls"},
    {"find", {"--object", "text=string:0..2"}, "the results differ"},
    {"find", {"--object", "text=string:1", "--assume", "text[0] == c"}, ""},
    {"found", {"--object", "text=string:0..2"}, "the results differ"},
    {"found", {"--object", "text=string:0..2", "--range", "c=0..100"}, ""},
    {"overruns", {"--object", "bytes=bytes:4"}, "bytes differs behind the calls"},
    {"reads_twice", {"--stub", "sensor=symbolic"}, ""},
    {"reads_more", {"--stub", "sensor=symbolic"}, "the results differ"},
    {"reads_beyond", {"--object", "bytes=bytes:4", "--link", "size=size(bytes)"}, "the results differ"},
    {"reads_beyond", {"--object", "bytes=bytes:4", "--range", "size=0..3", "--assume", "bytes[size] == 0"}, ""},
    {"length_by_words", {"--object", "text=string:0..5"}, "the results differ"},
    {"not_extended", {}, "the results differ"},
    {"not_extended", {"--assume", "value < 4096"}, ""},
    {"loses_register", {}, "s0 is not what it was before the call"},
};
class Functions : public Comparing {};
// The second is at other addresses, compiled in another way.
TEST_P(Functions, AreComparedAtAnyLevel) {
  expect("compared", "compared_second");
  expect("compared", "compared_second_O0");
}
INSTANTIATE_TEST_SUITE_P(All, Functions, ::testing::ValuesIn(kFunctions), [](const auto& row) {
  std::string name = std::to_string(row.index) + "_" + row.param.function;
  std::ranges::replace_if(
      name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

// A failure in the second firmware is told with its own lines.
TEST_F(Comparing, NamesPlacesOfTheFirmwareThatRuns) {
  const auto result = compare("compared", "compared_second", {"--call", "crashes"});
  EXPECT_NE(result.output.find("(crashes at"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("the second firmware was running"), std::string::npos) << result.output;
  const auto replay = janus({"replay", firmware_path("compared"), directory_.file("out/finding-1.json"), "--against",
                             firmware_path("compared_second")});
  EXPECT_NE(replay.errors.find("(crashes at"), std::string::npos) << replay.errors;
}

// The machine has what both are for, if one has it all, and nobody has said otherwise.
TEST_F(Comparing, IsOnTheMachineThatHasMore) {
  for (const auto& [first, second] : {std::pair("compared", "compared_zbb"), std::pair("compared_zbb", "compared")})
    EXPECT_EQ(last_line(compare(first, second, {"--call", "same_wide"}).output), "safe") << first;
  const auto refused = compare("compared", "compared_zbb", {"--call", "same_wide", "--isa", "rv32ima_zicsr_zifencei"});
  EXPECT_NE(refused.errors.find("the second is for"), std::string::npos) << refused.errors;
}

TEST_F(Comparing, OfAFirmwareWithItselfIsSafe) {
  const auto result = compare("compared", "compared", {"--call", "array"});
  EXPECT_EQ(last_line(result.output), "safe") << result.output;
  EXPECT_NE(result.output.find("compared: "), std::string::npos) << result.output;
  for (const char* compared : {"last", "calls", "history", "kept"})
    EXPECT_NE(result.output.find(compared), std::string::npos) << result.output;
}

// Globals that both firmwares have at one address begin with the same inputs, too.
TEST_F(Comparing, OfAFirmwareWithItselfIsSafeForAnyGlobals) {
  const auto result = compare("compared", "compared", {"--call", "adds", "--object", "initialised=symbolic"});
  EXPECT_EQ(last_line(result.output), "safe") << result.output;
}

TEST_F(Comparing, IsUnknownBehindAStubThatIsCalledTooOften) {
  const Arguments call{"--call", "reads_often", "--stub", "sensor=symbolic", "--range", "times=1025..1025"};
  const auto result = compare("compared", "compared_second", call);
  EXPECT_EQ(last_line(result.output), "unknown") << result.output;
  EXPECT_NE(result.output.find("a stub was called more than 1024 times"), std::string::npos) << result.output;
}

TEST_F(Comparing, SaysWhatIsKnownOfPointers) {
  const auto result = compare("compared", "compared_second", {"--call", "pointers", "--range", "a=0..199"});
  EXPECT_NE(result.output.find("both do the same for every input, but for where pointers lead outside"),
            std::string::npos)
      << result.output;
}

TEST_F(Comparing, OfNothingIsUnknown) {
  const auto result = compare("bare", "bare", {"--call", "sends"});
  EXPECT_EQ(last_line(result.output), "unknown") << result.output;
  EXPECT_NE(result.output.find("nothing was compared, since sends returns nothing"), std::string::npos);
}

TEST_F(Comparing, RefusesWhatCannotBeCompared) {
  const auto refused = [&](const Arguments& options, const std::string& why) {
    const auto result = compare("compared", "compared_second", options);
    EXPECT_EQ(result.exit_code, 64) << result.errors;
    EXPECT_NE(result.errors.find(why), std::string::npos) << result.errors;
    EXPECT_EQ(std::ranges::count(result.errors, '\n'), 1) << result.errors;
  };
  refused({}, "--call says which function");
  refused({"--call", "arguments"}, "takes 1 arguments in the first, and arguments 2 in the second");
  refused({"--call", "fewer", "--with", "nothing"}, "no function is called 'nothing'");
  refused({"--call", "fewer", "--summarize"}, "summarize");
}

TEST_F(Comparing, WithAStubLeavesTheStubOut) {
  const auto result = compare("compared", "compared_second", {"--call", "uses_driver", "--stub", "driver=3"});
  EXPECT_EQ(last_line(result.output), "unsafe") << result.output;
}

// Test cases are passed around, and do not open files.
TEST_F(Comparing, ReplaysOnlyWithTheSecondFirmware) {
  ASSERT_EQ(compare("compared", "compared_second", {"--call", "narrow"}).exit_code, 1);
  const std::string file = directory_.file("out/finding-1.json"), first = firmware_path("compared");
  const auto refused = [&](const Arguments& arguments) {
    const auto result = janus(arguments);
    EXPECT_TRUE(result.exit_code >= 64 && result.exit_code <= 66) << result.exit_code;
    EXPECT_EQ(std::ranges::count(result.errors, '\n'), 1) << result.errors;
  };
  refused({"replay", first, file});
  refused({"replay", first, file, "--against", first});
  refused({"replay", first, file, "--against", "nowhere.elf"});
}

}  // namespace
}  // namespace janus::testing
