// janus explore --call: functions without a harness. What is made for them, what is found, and that each finding replays
// and fails as a C program.
#include <gtest/gtest.h>

#include <algorithm>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

Arguments with(Arguments first, const Arguments& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

std::string value_of(const Exploration& exploration, const std::string& input) {
  for (const auto& entry : exploration.findings().at(0).at("inputs")) {
    if (entry.at("name") == input) return entry.at("value");
  }
  return "no input " + input;
}

// Compiles the C file of a finding on this machine and runs it. Returns its exit code, or 200 if it does not compile.
int run_in_c(const Exploration& exploration, const std::string& more = "") {
  const std::string source = exploration.file("finding-1.c"), program = exploration.file("finding");
  const auto compiled = run_command({"gcc", "-w", "-g", "-fsanitize=address", "-I" JANUS_SOURCE,
                                     "-I" JANUS_SOURCE "/tests/program", source, "-o", program});
  EXPECT_EQ(compiled.exit_code, 0) << compiled.errors << more;
  if (compiled.exit_code != 0) return 200;
  return run_command({program}).exit_code;
}

struct Planted {
  std::string function, reason, line;
  Arguments options;
};

const Planted kPlanted[] = {
    {"parse_records", "bounds", "packet (", {"--object", "packet=bytes:0..6", "--link", "length=size(packet)"}},
    {"ring_put", "bounds", "ring (10 bytes)", {}},
    {"checksum", "trap", "load access fault",
     {"--object", "packet=bytes:4,null", "--range", "length=0..4"}},
    {"hex_decode", "assert", "--assert 'return >= -1 && return <= 0xffff'",
     {"--object", "text=string:0..4", "--assert", "return >= -1 && return <= 0xffff"}},
    {"scale", "division_by_zero", "scale at", {"--check", "division"}},
    {"step", "assert", "next < STATES", {"--range", "state=0..3", "--stub", "radio_send=symbolic"}},
};

class PlantedBugs : public ::testing::TestWithParam<Planted> {};

TEST_P(PlantedBugs, AreFoundReplayedAndFailInC) {
  auto [function, reason, line, options] = GetParam();
  options = with({"--call", function}, options);
  for (const char* firmware : {"frame_library", "call_frame_O0", "call_frame_Os_c"}) {
    SCOPED_TRACE(firmware);
    const Exploration exploration(firmware_path(firmware), options);
    EXPECT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().errors;
    ASSERT_EQ(exploration.findings().size(), 1U);
    EXPECT_EQ(exploration.findings()[0].at("reason"), reason);
    EXPECT_NE(exploration.result().output.find(line), std::string::npos) << exploration.result().output;
    expect_replays(exploration);
    EXPECT_NE(run_in_c(exploration), 0) << text_of(exploration.file("finding-1.c"));
  }
  for (const char* firmware : {"frame_library_fixed", "call_frame_fixed_O0"}) {
    SCOPED_TRACE(firmware);
    const Exploration exploration(firmware_path(firmware), options);
    EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, PlantedBugs, ::testing::ValuesIn(kPlanted),
                         [](const auto& info) { return info.param.function; });

}  // namespace
}  // namespace janus::testing
