// Under sanitizers: what each command takes, it gives back. All other tests run the program without looking for leaks,
// since to look takes longer than most runs.
#include <gtest/gtest.h>

#include <cstdlib>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

void expect_no_leak(const Arguments& arguments, int exit_code) {
  const CommandResult result = janus(arguments);
  EXPECT_EQ(result.exit_code, exit_code) << arguments[0] << "\n" << result.errors;
  EXPECT_EQ(result.errors.find("LeakSanitizer"), std::string::npos) << arguments[0] << "\n" << result.errors;
}

TEST(Memory, IsGivenBackByEveryCommand) {
  ASSERT_EQ(setenv("ASAN_OPTIONS", "detect_leaks=1", 1), 0);
  const TemporaryDirectory directory;
  const std::string out = directory.file("out"), elf = firmware_path("quickstart");
  expect_no_leak({"explore", elf, "--out", out, "--write", "smt2,trace,output", "--coverage",
                  directory.file("cover.info"), "--profile", directory.file("profile"), "--sarif",
                  directory.file("findings.sarif"), "--junit", directory.file("junit.xml")},
                 kUnsafe);
  for (const char* technique : {"--plain", "--subsume", "--learn", "--summarize", "--revisit", "--enumerate"})
    expect_no_leak({"explore", elf, technique, "--out", directory.file("technique")}, kUnsafe);
  expect_no_leak({"explore", elf, "--merge", "eager", "--out", directory.file("technique")}, kUnsafe);
  expect_no_leak({"replay", elf, out + "/finding-1.json"}, kUnsafe);
  expect_no_leak({"show", out + "/finding-1.json"}, 0);
  expect_no_leak({"report", out}, 0);
  expect_no_leak({"export-tests", out, "--out", directory.file("tests")}, 0);
  expect_no_leak({"bmc", elf, "--out", directory.file("formula")}, kUnsafe);
  expect_no_leak({"compare", elf, elf, "--call", "main", "--out", directory.file("compared")}, kUnsafe);
  expect_no_leak({"run", firmware_path("hello"), "--check", "all"}, 0);
  expect_no_leak({"run", firmware_path("timer"), "--timing", "picorv32", "--translate", "off"}, 0);
  write_file(directory.file("targets.toml"), "firmware = \"" + elf + "\"\n[[target]]\nname = \"all\"\n");
  expect_no_leak({"check", directory.file("targets.toml"), "--out", directory.file("checked")}, kUnsafe);
  write_file(directory.file("results"), janus({"run", firmware_path("calibrate")}).output);
  expect_no_leak({"calibrate", firmware_path("calibrate"), directory.file("results"), "--out", directory.file("fit")},
                 0);
  expect_no_leak({"cfg", elf}, 0);
  expect_no_leak({"device", "uart"}, 0);
}

}  // namespace
}  // namespace janus::testing
