// Test cases for people (janus show), and for the firmware's own suite (janus export-tests, sw/host/janus_host.c).
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

constexpr const char* kSource = JANUS_SOURCE;

// Compiles the firmware's source for this host, and runs it.
CommandResult on_host(const std::string& firmware, const std::string& options, const TemporaryDirectory& directory,
                      const std::string& arguments) {
  const std::string program = directory.file("program");
  return run_command(
      {"sh", "-c",
       fmt::format("cc -g -DJANUS_OFF -Dmain=firmware_main -I{0}/sw/include {1} {2} {0}/sw/host/janus_host.c "
                   "-o {3} && {3} {4}",
                   kSource, options, firmware, program, arguments)});
}

std::string quickstart() { return std::string(kSource) + "/sw/examples/quickstart.c"; }

TEST(Show, PrintsATestCase) {
  const Exploration exploration(firmware_path("quickstart"));
  const std::string file = exploration.file("finding-1.json");
  const CommandResult plain = janus({"show", file});
  EXPECT_EQ(plain.exit_code, 0) << plain.errors;
  for (const std::string part :
       {"a path of quickstart.elf, 1 input\n", "  reading = ", "2 bytes at 0x8", "    0000  ",
        "ends: assertion failed at 0x8", "after ", "to replay it: janus replay quickstart.elf "})
    EXPECT_NE(plain.output.find(part), std::string::npos) << part << plain.output;
  const CommandResult placed = janus({"show", file, "--firmware", exploration.elf()});
  EXPECT_NE(placed.output.find("(main at sw/examples/quickstart.c:"), std::string::npos) << placed.output;
  EXPECT_EQ(janus({"show", file, "--firmware", firmware_path("hello")}).exit_code, 65);
  EXPECT_EQ(janus({"show", exploration.elf()}).exit_code, 65);
  EXPECT_EQ(janus({"show", exploration.file("none.json")}).exit_code, 66);
}

TEST(Inputs, AreShownAsTheSourceDeclaresThem) {
  const Exploration exploration(firmware_path("typed"));
  const CommandResult shown = janus({"show", exploration.file("finding-1.json"), "--firmware", exploration.elf()});
  for (const std::string line :
       {"  header = {kind = 200, on = true, at = {{x = 0, y = 0}, {x = 0, y = -7}}, name = \"h\" and 3 zeros}\n",
        "  bytes = 61 00 00 00\n", "  words = {0, 77, 0}\n", "  tiny = -3 (0xfd)\n",
        "  mode = MODE_FAST (0xfffffffe)\n", "  local = {x = 0, y = -9}\n", "  half = 65535 (0xffff)\n",
        "  big = 5000000000 (0x000000012a05f200)\n", "  text = \"z\" and 7 zeros\n"}) {
    EXPECT_NE(exploration.result().output.find(line), std::string::npos) << line << exploration.result().output;
    EXPECT_NE(shown.output.find(line), std::string::npos) << line << shown.output;
  }
  EXPECT_EQ(exploration.findings()[0].at("inputs")[2].at("value"), "{0, 77, 0}");
}

// A decision names what it depends on as the source does: a member, an element, or all of an input.
TEST(Inputs, AreNamedByTheirPartsInDecisions) {
  const Exploration exploration(firmware_path("typed"));
  std::set<std::string> parts;
  for (const auto& decision : exploration.findings()[0].at("decisions")) {
    for (const std::string part : decision.at("inputs")) parts.insert(part);
  }
  EXPECT_EQ(parts, (std::set<std::string>{"header.kind", "header.on", "header.at[1].y", "header.name[0]", "bytes[0]",
                                          "words[1]", "tiny", "half", "big", "mode", "local.y", "text[0]"}));
}

// Where each failing place is reported once, it is by the shortest path of all that were found.
TEST(Findings, AreReportedByTheShortestPath) {
  const Exploration all(firmware_path("bubble_sort_unsafe_3"), {"--plain", "--all"});
  const Exploration once(firmware_path("bubble_sort_unsafe_3"), {"--auto", "--all"});
  std::map<std::string, std::uint64_t> shortest;
  std::set<std::uint64_t> lengths;
  const auto length = [](const auto& finding) {
    return json_of(finding.at("test_case").template get<std::string>())
        .at("end")
        .at("instructions")
        .template get<std::uint64_t>();
  };
  for (const auto& finding : all.findings()) {
    std::uint64_t& least = shortest.try_emplace(finding.at("pc"), length(finding)).first->second;
    least = std::min(least, length(finding));
    lengths.insert(length(finding));
  }
  EXPECT_GT(lengths.size(), shortest.size()) << "all paths are equally long";
  ASSERT_EQ(once.findings().size(), shortest.size());
  for (const auto& finding : once.findings()) EXPECT_LE(length(finding), shortest.at(finding.at("pc")));
}

TEST(ExportedTests, FailOnAHostUntilTheFirmwareIsMended) {
  const Exploration exploration(firmware_path("quickstart"), {"--plain", "--all", "--test-cases", "all"});
  TemporaryDirectory directory;
  const std::string tests = directory.file("tests");
  const CommandResult exported = janus({"export-tests", exploration.file(""), "--out", tests});
  ASSERT_EQ(exported.exit_code, 0) << exported.errors;
  const std::string options = "-DJANUS_TESTS " + tests + "/tests.c";
  const CommandResult broken = on_host(quickstart(), options, directory, "");
  EXPECT_EQ(broken.exit_code, 1) << broken.errors;
  EXPECT_NE(broken.output.find("test_finding_1: FAIL: ended with 134"), std::string::npos) << broken.output;
  EXPECT_EQ(broken.output.find("test_path_1: FAIL"), std::string::npos) << broken.output;
  const CommandResult mended = on_host(quickstart(), "-DFIXED " + options, directory, "");
  EXPECT_EQ(mended.exit_code, 0) << mended.output << mended.errors;
}

// What was exported is also a corpus, for one run on the host and for an exploration.
TEST(ExportedTests, AreACorpus) {
  const Exploration exploration(firmware_path("quickstart"));
  TemporaryDirectory directory;
  const std::string tests = directory.file("tests");
  ASSERT_EQ(janus({"export-tests", exploration.file(""), "--out", tests}).exit_code, 0);
  EXPECT_EQ(read_file(tests + "/corpus/finding_1").size(), 2U);
  EXPECT_EQ(on_host(quickstart(), "", directory, tests + "/corpus/finding_1").exit_code, 134);
  EXPECT_EQ(on_host(quickstart(), "-DFIXED", directory, tests + "/corpus/finding_1").exit_code, 0);
  const Exploration again(firmware_path("quickstart"), {"--plain", "--seeds", tests + "/corpus", "--max-paths", "1"});
  EXPECT_EQ(last_line(again.result().output), "unsafe") << again.result().output;
}

// Every call of janus.h compiles off Janus, in C and in C++.
TEST(JanusOff, CompilesOnAHost) {
  TemporaryDirectory directory;
  const std::string firmware = std::string(kSource) + "/tests/program/firmware/inspection.c";
  const CommandResult result = on_host(firmware, "-Wall -Werror -DREPORT -DVALUE", directory, "/dev/null");
  EXPECT_EQ(result.exit_code, 0) << result.errors;  // byte 1 is 0, which an assumption excludes
  const std::string source = directory.file("firmware.cpp");
  write_file(source,
             std::string("#include <janus.h>\nextern \"C\" int firmware_main() {\n  unsigned x = 3;\n  "
                         "JANUS_SYMBOLIC(x);\n  riscv_assume(x < 9);\n  riscv_assert(x != 7);\n  return 0;\n}\n"));
  write_file(directory.file("seven"), std::string("\x07\x00\x00\x00", 4));
  EXPECT_EQ(on_host("-x c++ " + source + " -x none", "", directory, "/dev/null").exit_code, 0);
  EXPECT_EQ(on_host("-x c++ " + source + " -x none", "", directory, directory.file("seven")).exit_code, 134);
}

TEST(ExportedTests, NeedTestCases) {
  TemporaryDirectory directory;
  EXPECT_EQ(janus({"export-tests", directory.file("")}).exit_code, 66);
  write_file(directory.file("finding-1.json"), std::string("{}"));
  EXPECT_EQ(janus({"export-tests", directory.file("")}).exit_code, 65);
}

// The files for Visual Studio Code in the guide are JSON, and each configuration connects to what the task starts.
TEST(FilesForEditors, FitEachOther) {
  const std::string guide = text_of(std::string(JANUS_SOURCE) + "/docs/guide.md");
  std::vector<nlohmann::json> files;
  for (auto at = guide.find("### In an editor"); files.size() < 2;) {
    const auto begin = guide.find("```json", at) + 7, end = guide.find("```", begin);
    ASSERT_NE(end, std::string::npos);
    files.push_back(nlohmann::json::parse(guide.substr(begin, end - begin)));
    at = end + 3;
  }
  const nlohmann::json& task = files[0].at("tasks").at(0);
  const auto arguments = task.at("args").get<std::vector<std::string>>();
  const auto option = std::ranges::find(arguments, "--gdb");
  ASSERT_LT(option + 1, arguments.end());
  EXPECT_EQ(files[1].at("configurations").size(), 3U);
  for (const nlohmann::json& configuration : files[1].at("configurations")) {
    EXPECT_EQ(configuration.at("preLaunchTask"), task.at("label"));
    EXPECT_NE(configuration.dump().find("127.0.0.1:" + *(option + 1)), std::string::npos) << configuration;
    EXPECT_NE(configuration.dump().find(arguments.at(1)), std::string::npos) << "another firmware";
  }
}

}  // namespace
}  // namespace janus::testing
