// A bad command line or a bad file gives one line on standard error that says what is wrong, nothing on standard
// output, and an exit code of at least 64.
#include <gtest/gtest.h>

#include <filesystem>

#include "program.h"
#include "testing/elf_writer.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

void expect_refusal(const Arguments& arguments, const std::string& part) {
  std::string line = "janus";
  for (const std::string& argument : arguments) line += " '" + argument + "'";
  SCOPED_TRACE(line);
  const auto result = janus(arguments);
  EXPECT_GE(result.exit_code, 64);
  EXPECT_LT(result.exit_code, 128);
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(result.errors.starts_with("janus: ")) << result.errors;
  EXPECT_EQ(result.errors.find('\n'), result.errors.size() - 1) << result.errors;
  EXPECT_NE(result.errors.find(part), std::string::npos) << result.errors << " does not say " << part;
  EXPECT_EQ(result.errors.find("internal"), std::string::npos) << result.errors;
}

class BadInput : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return directory_.file(name); }
  std::string written(const std::string& name, const std::string& text) const {
    write_file(file(name), text);
    return file(name);
  }
  // To every command that takes a firmware.
  void expect_firmware_refused(const std::string& elf, const std::string& part) {
    expect_refusal({"run", elf}, part);
    expect_refusal({"explore", elf, "--out", file("out")}, part);
    expect_refusal({"replay", elf, case_}, part);
    expect_refusal({"cfg", elf}, part);
  }
  // A test case of the program with one change.
  template <class Change>
  std::string changed_case(Change change) {
    auto json = json_of(case_);
    change(json);
    return written("changed.json", json.dump());
  }

  TemporaryDirectory directory_;
  const Exploration exploration_{firmware_path("symbolic_two_bugs")};
  const std::string hello_ = firmware_path("hello"), elf_ = exploration_.elf(),
                    case_ = exploration_.file("finding-1.json");
};

TEST_F(BadInput, CommandLinesAreRefused) {
  const auto nothing = janus({});
  EXPECT_EQ(nothing.exit_code, 64);
  EXPECT_EQ(nothing.errors, "janus: a command is missing (see janus --help)\n");
  EXPECT_EQ(nothing.output, janus({"--help"}).output) << "how to begin";
  expect_refusal({"fly"}, "unknown command 'fly'");
  expect_refusal({"--fly"}, "unknown option '--fly'");
  expect_refusal({""}, "unknown command");
  for (const char* command : {"run", "explore", "replay"}) {
    expect_refusal({command}, "FIRMWARE is missing");
    expect_refusal({command, "--stats", hello_}, "FIRMWARE is missing; '" + hello_ + "' is for --stats");
    expect_refusal({command, hello_, "--fly"}, "--fly");
    expect_refusal({command, hello_, "-z"}, "-z");
    expect_refusal({command, hello_, "--hooks"}, "--hooks");
    expect_refusal({command, hello_, "--hooks", "sometimes"}, "auto|always|never");
    expect_refusal({command, hello_, "a", "b"}, "unexpected argument");
    expect_refusal({command, hello_, "--timing", ""}, "--timing");
    expect_refusal({command, hello_, "--hooks", "auto", "--hooks", "auto"}, "hooks");
    expect_refusal({command, hello_, "--help=3"}, "help");
  }
  expect_refusal({"replay", hello_}, "CASE is missing");
  expect_refusal({"run", hello_, "--all"}, "--all");
  expect_refusal({"explore", hello_, "--quantum", "1"}, "--quantum");
  expect_refusal({"explore", hello_, "--all", "--stop-at-first"}, "exclude");
  expect_refusal({"explore", hello_, "--auto", "--plain"}, "exclude");
  expect_refusal({"explore", hello_, "--auto-without", "merge", "--all"}, "--auto-without needs --auto");
  expect_refusal({"explore", hello_, "--kappa", "2"}, "--kappa needs --merge qce");
}

TEST_F(BadInput, GraphsOfNothingAreRefused) {
  expect_refusal({"cfg"}, "FIRMWARE is missing");
  expect_refusal({"cfg", hello_, "--hooks", "auto"}, "--hooks");
  expect_refusal({"cfg", hello_, "--format", "png"}, "dot|json");
  expect_refusal({"cfg", hello_, "--function", ""}, "--function");
  expect_refusal({"cfg", hello_, "--function", "nobody"}, "no function 'nobody'");
  expect_refusal({"cfg", hello_, "--out", file("absent/graph")}, "cannot be written");
  ElfWriter empty(0x8000'0100);
  empty.add_segment(0x8000'0000, {0}, 0x1000);
  write_file(file("empty.elf"), empty.bytes());
  expect_refusal({"cfg", file("empty.elf")}, "no code at the entry point");
}

TEST_F(BadInput, ImpossibleValuesAreRefused) {
  for (const char* number : {"", "x", "-1", "1.5", "1x", " 1", "+1", "0x10", "99999999999999999999999"}) {
    expect_refusal({"run", hello_, "--quantum", number}, "--quantum");
    expect_refusal({"explore", hello_, "--max-paths", number}, "--max-paths");
    expect_refusal({"explore", hello_, "--seed", number}, "--seed");
  }
  for (const char* seconds : {"", "x", "-1", "0", "nan", "inf", "1e999", "5s"}) {
    expect_refusal({"explore", hello_, "--max-time", seconds}, "--max-time");
    expect_refusal({"explore", hello_, "--solver-timeout", seconds}, "--solver-timeout");
  }
  expect_refusal({"run", hello_, "--memory", "0"}, "from 1 to 2048");
  expect_refusal({"run", hello_, "--memory", "2049"}, "from 1 to 2048");
  expect_refusal({"run", hello_, "--max-instructions", "0"}, "at least 1");
  expect_refusal({"explore", hello_, "--max-forks", "0"}, "at least 1");
  expect_refusal({"run", hello_, "--dmi", "yes"}, "on|off");
  expect_refusal({"explore", hello_, "--searcher", "clever"}, "--searcher");
}

TEST_F(BadInput, FilesThatAreNoFirmwareAreRefused) {
  expect_firmware_refused(file("absent.elf"), "No such file");
  expect_firmware_refused(directory_.file(""), "");
  expect_firmware_refused(written("empty.elf", ""), "not an ELF file");
  expect_firmware_refused(written("text.elf", "int main() { return 0; }\n"), "not an ELF file");
  expect_firmware_refused("/bin/true", "64-bit");
  expect_firmware_refused("/dev/null", "");
  const auto object = std::filesystem::path(elf_).replace_extension(".dir") / "firmware/symbolic/two_bugs.c.o";
  expect_firmware_refused(object, "not an executable");
  ElfWriter low(0x1000);
  low.add_code(0x1000, {0x6f});
  write_file(file("low.elf"), low.bytes());
  expect_refusal({"run", file("low.elf")}, "outside of memory");
  expect_refusal({"explore", file("low.elf"), "--out", file("out")}, "outside of memory");
}

TEST_F(BadInput, TruncatedFirmwareIsRefusedAtEveryLengthThatCutsWhatIsLoaded) {
  const auto whole = read_file(elf_);
  for (std::size_t length : {1U, 4U, 16U, 51U, 52U, 60U, 84U, 100U, 500U, 4096U, 4100U, 4200U}) {
    ASSERT_LT(length, whole.size());
    write_file(file("cut.elf"), std::vector<std::uint8_t>(whole.begin(), whole.begin() + static_cast<long>(length)));
    SCOPED_TRACE(length);
    expect_firmware_refused(file("cut.elf"), "cut.elf: ");
  }
}

TEST_F(BadInput, TimingProfilesAreRefused) {
  expect_refusal({"run", hello_, "--timing", file("absent")}, "absent");
  expect_refusal({"run", hello_, "--timing", directory_.file("")}, "timing");
  for (const char* command : {"run", "explore"}) {
    expect_refusal({command, hello_, "--timing", "/dev/zero"}, "/dev/zero: not a regular file");
  }
  expect_refusal({"replay", elf_, case_, "--timing", "/dev/zero"}, "/dev/zero: not a regular file");
  const std::pair<const char*, const char*> profiles[] = {
      {"alu", ":1:"},
      {"\nalu = 0", ":2:"},
      {"alu = 1\nfoo = 2", ":2: unknown key 'foo'"},
      {"alu = x", ":1:"},
      {"memory = -1", ":1:"},
      {"clock_hz = 3", ":1:"},
      {"clock_hz = 7777", ":1:"},
      {"load = 99999999999", ":1:"},
      {"= 3", ":1:"},
  };
  for (const auto& [text, part] : profiles) {
    for (const char* command : {"run", "explore"}) {
      expect_refusal({command, hello_, "--timing", written("profile", text)}, part);
    }
    expect_refusal({"replay", elf_, case_, "--timing", file("profile")}, part);
  }
}

TEST_F(BadInput, TestCasesAreRefused) {
  const auto refused = [&](const std::string& path, const std::string& part) {
    expect_refusal({"replay", elf_, path}, part);
  };
  using Json = nlohmann::json;
  refused(file("absent.json"), "absent.json");
  refused(directory_.file(""), "");
  for (const char* text : {"", "{", "[]", "3", "null", "{}", "\xff\xfe", "{\"version\": 1}"}) {
    refused(written("case.json", text), "case.json: ");
  }
  refused(written("deep.json", std::string(100'000, '[')), "not a test case");
  for (const char* key : {"version", "firmware", "fingerprint", "inputs", "end", "machine"}) {
    refused(changed_case([&](Json& json) { json.erase(key); }), "not a test case");
    refused(changed_case([&](Json& json) { json[key] = Json::array({1}); }), "not a test case");
    refused(changed_case([&](Json& json) { json[key] = nullptr; }), "test case");
  }
  refused(changed_case([](Json& json) { json["version"] = 2; }), "version");
  refused(changed_case([](Json& json) { json["inputs"][0]["bytes"] = "0"; }), "hexadecimal");
  refused(changed_case([](Json& json) { json["inputs"][0]["bytes"] = "zz"; }), "hexadecimal");
  refused(changed_case([](Json& json) { json["inputs"][0]["pc"] = "0x100000000"; }), "32 bits");
  refused(changed_case([](Json& json) { json["inputs"][0]["pc"] = "-1"; }), "hexadecimal");
  refused(changed_case([](Json& json) { json["end"]["reason"] = "boredom"; }), "unknown reason 'boredom'");
  refused(changed_case([](Json& json) { json["end"].erase("pc"); }), "not a test case");
  refused(changed_case([](Json& json) { json["end"]["instructions"] = -1; }), "");
  refused(changed_case([](Json& json) { json["end"]["cycles"] = "many"; }), "not a test case");
  refused(changed_case([](Json& json) { json["machine"]["memory"] = 0; }), "memory");
  refused(changed_case([](Json& json) { json["machine"]["memory"] = 0xffffffffU; }), "memory");
  refused(changed_case([](Json& json) { json["machine"]["memory"] = 4294967297ULL; }), "memory");
  for (const std::string& name : {file("absent"), std::string("/dev/zero"), std::string("../changed.json"),
                                  std::string("./ibex"), std::string(".."), std::string("a\nb"), std::string()}) {
    refused(changed_case([&](Json& json) { json["machine"]["timing"] = name; }), "neither built in nor a file beside");
  }
  refused(changed_case([&](Json& json) { json["machine"]["timing"] = "absent"; }), file("absent"));
  refused("/dev/zero", "/dev/zero: not a regular file");
}

TEST_F(BadInput, TestCasesWithOtherInputsThanTheRunAsksForAreRefused) {
  using Json = nlohmann::json;
  expect_refusal({"replay", elf_, changed_case([](Json& json) { json["inputs"] = Json::array(); })}, "does not have");
  expect_refusal({"replay", elf_, changed_case([](Json& json) { json["inputs"][0]["bytes"] = "00"; })}, "4 bytes");
}

TEST_F(BadInput, TestCasesOfAnotherFirmwareAreRefused) {
  expect_refusal({"replay", hello_, case_}, "another firmware");
}

TEST_F(BadInput, TestCasesThatEndOtherwiseAreTold) {
  using Json = nlohmann::json;
  expect_refusal({"replay", elf_, changed_case([](Json& json) { json["inputs"][0]["bytes"] = "01000000"; })},
                 "took another path");
  expect_refusal({"replay", elf_, changed_case([](Json& json) { json["end"]["cycles"] = 1; })}, "took another path");
}

TEST_F(BadInput, UartInputThatCannotBeReadIsRefused) {
  expect_refusal({"run", hello_, "--uart-input", file("absent")}, "absent");
  expect_refusal({"run", hello_, "--uart-input", directory_.file("")}, "directory");
}

TEST_F(BadInput, PlacesThatCannotBeWrittenAreTold) {
  const std::string nowhere = written("a_file", "") + "/below";
  const std::string tohost = firmware_path("foreign_tohost");
  expect_refusal({"run", hello_, "--stats", nowhere}, nowhere);
  expect_refusal({"run", hello_, "--stats", directory_.file("")}, "cannot be written");
  expect_refusal({"run", tohost, "--signature", nowhere}, nowhere);
  expect_refusal({"explore", elf_, "--out", nowhere}, nowhere);
  expect_refusal({"explore", hello_, "--out", file("out"), "--stats", nowhere}, nowhere);
  expect_refusal({"run", hello_, "--signature", file("signature")}, "begin_signature");
}

}  // namespace
}  // namespace janus::testing
