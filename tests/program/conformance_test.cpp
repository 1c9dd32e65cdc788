// The evaluation's conformance programs and their runners (evaluation/conformance).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

class Conformance : public ::testing::Test {
 protected:
  static CommandResult python(const std::string& script, const Arguments& options) {
    Arguments arguments{JANUS_PYTHON, JANUS_EVALUATION "/conformance/" + script};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_command(arguments, false);
  }
  std::string file(const std::string& name) { return directory_.file(name); }

 private:
  TemporaryDirectory directory_;
};

TEST_F(Conformance, OfSomeProgramsIsAsOnQemuInEveryLoopAndOnThePathExplored) {
  JANUS_NEED_TOOL(kQemu, "qemu-system-misc");
  const auto result = python("compare.py", {"--quick", "--janus", janus_program(), "--out", file("out")});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_NE(last_line(result.output).find(" words of results: 8 right, 0 wrong"), std::string::npos) << result.output;
}

TEST_F(Conformance, PluginForRiscofWorks) {
  const auto result = python("riscof/test/plugin_test.py", {janus_program()});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
}

using Suite = Conformance;

TEST_F(Suite, IsJudgedByTohostAndBySignatures) {
  const auto copy = [&](const std::string& firmware, const std::string& name) {
    std::filesystem::create_directories(std::filesystem::path(file("suite/" + name)).parent_path());
    std::filesystem::copy_file(firmware_path(firmware), file("suite/" + name));
  };
  copy("foreign_tohost", "ui/pass");
  copy("foreign_tohost_wrong", "ui/wrong");
  copy("foreign_benchmark", "benchmark.riscv");
  copy("foreign_benchmark_17", "benchmark-17.riscv");
  copy("foreign_tohost_halts", "halts.elf");  // it has `tohost`, and stores nothing there
  copy("ending_illegal", "illegal.elf");
  copy("foreign_rvc_flag", "finisher.elf");
  for (const char* name : {"same", "differs", "shorter", "elsewhere"})
    copy("foreign_tohost", std::string(name) + ".elf");
  const auto signature = [&](const std::string& name, const auto& change) {
    janus({"run", firmware_path("foreign_tohost"), "--signature", file("signature")});
    std::string text = text_of(file("signature"));
    change(text);
    std::ofstream(file(name)) << text;
  };
  signature("suite/same.reference_output", [](auto&) {});
  signature("suite/differs.elf.signature", [](auto& text) { text[0] = text[0] == '0' ? '1' : '0'; });
  signature("suite/shorter.signature", [](auto& text) { text.erase(0, 9); });
  std::filesystem::create_directories(file("references/deep"));
  signature("references/deep/elsewhere.reference_output", [](auto& text) { text[0] = text[0] == '0' ? '1' : '0'; });
  std::ofstream(file("suite/pass.dump")) << "no ELF file\n";
  std::ofstream(file("suite/other"), std::ios::binary) << text_of("/proc/self/exe").substr(0, 64);

  const Arguments options{file("suite"), "--janus", janus_program(), "--json", file("json")};
  const auto result = python("run.py", options);
  EXPECT_EQ(result.exit_code, 1) << result.errors;
  EXPECT_EQ(last_line(result.output), "11 programs: 5 passed, 6 failed; skipped 1 ELF files for other machines")
      << result.output;
  std::map<std::string, nlohmann::json> results;
  const nlohmann::json written = json_of(file("json"));
  for (const auto& one : written.at("results")) results[one.at("name")] = one;
  const auto expect = [&](const std::string& name, bool passed, const std::string& by, const std::string& reason) {
    ASSERT_TRUE(results.contains(name)) << name;
    EXPECT_EQ(results[name].at("passed"), passed) << results[name];
    EXPECT_EQ(results[name].at("by"), by) << results[name];
    EXPECT_NE(results[name].at("reason").get<std::string>().find(reason), std::string::npos) << results[name];
  };
  expect("ui/pass", true, "tohost", "");
  expect("ui/wrong", false, "tohost", "test case 7 failed");
  expect("benchmark.riscv", true, "tohost", "");
  expect("benchmark-17.riscv", false, "", "request 17");
  expect("halts.elf", false, "", "halted, and stored nothing to tohost");
  expect("illegal.elf", false, "", "illegal instruction");
  expect("finisher.elf", true, "finisher", "");
  expect("same.elf", true, "signature", "");
  expect("differs.elf", false, "signature", "word 0 is ");
  expect("shorter.elf", false, "signature", "");
  expect("elsewhere.elf", true, "tohost", "");

  Arguments with_references = options;
  with_references.insert(with_references.end(), {"--references", file("references"), "--only", "elsewhere*"});
  EXPECT_EQ(last_line(python("run.py", with_references).output), "1 programs: 0 passed, 1 failed");
  EXPECT_EQ(python("run.py", {file("suite/same.elf"), "--janus", janus_program()}).exit_code, 0);
  EXPECT_EQ(python("run.py", {file("suite/pass.dump"), "--janus", janus_program()}).exit_code, 2);
  EXPECT_EQ(python("run.py", {file("absent"), "--janus", janus_program()}).exit_code, 2);
}

TEST_F(Suite, HasATimeLimitForEachProgram) {
  const auto result =
      python("run.py", {firmware_path("ending_endless"), "--janus", janus_program(), "--time-limit", "1"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.output.find("no end after 1 s"), std::string::npos) << result.output;
}

}  // namespace
}  // namespace janus::testing
