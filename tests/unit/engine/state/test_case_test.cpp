#include "engine/state/test_case.h"

#include <gtest/gtest.h>

#include "support/error.h"
#include "testing/command.h"

namespace janus::engine {
namespace {

TestCase example() {
  TestCase result;
  result.firmware = "sort.elf";
  result.fingerprint = 0x0123456789abcdef;
  result.inputs = {{"size", 0x80000010, 0x80001000, {3, 0, 0, 0}},
                   {"x10", 0x80000020, std::nullopt, {0xff, 0xff, 0xff, 0xff}}};
  result.modules = {{"dma", {0x1002'0000, 0x1000}, true}};
  result.ending = {.reason = Termination::UnhandledTrap,
                   .exit_code = 0,
                   .cause = isa::Exception::LoadAccessFault,
                   .trap_value = 0x1234};
  result.pc = 0x80000100;
  result.instructions = 812;
  result.cycles = 1190;
  result.machine = {"default", 1 << 20, isa::HookRule::Marked};
  result.call = {"sort(words, 3)", "", {"words=bytes:0..12"}, {}, {}, {"send=0"}, {"return > 0", "size > 0"}};
  return result;
}

TEST(TestCase, ComesBackFromJsonAsItWas) {
  const TestCase before = example();
  const TestCase after = TestCase::from_json(before.to_json(), "case.json");
  EXPECT_EQ(after.firmware, before.firmware);
  EXPECT_EQ(after.fingerprint, before.fingerprint);
  ASSERT_EQ(after.inputs.size(), 2U);
  EXPECT_EQ(after.inputs[0].bytes, before.inputs[0].bytes);
  EXPECT_EQ(after.inputs[0].address, before.inputs[0].address);
  EXPECT_FALSE(after.inputs[1].address);
  ASSERT_EQ(after.modules.size(), 1U);
  EXPECT_EQ(after.modules[0].name, "dma");
  EXPECT_EQ(after.modules[0].region.base, 0x1002'0000U);
  EXPECT_EQ(after.modules[0].region.size, 0x1000U);
  EXPECT_TRUE(after.modules[0].reads_are_inputs);
  EXPECT_EQ(after.ending.reason, before.ending.reason);
  EXPECT_EQ(after.ending.cause, before.ending.cause);
  EXPECT_EQ(after.ending.trap_value, before.ending.trap_value);
  EXPECT_EQ(after.pc, before.pc);
  EXPECT_EQ(after.instructions, before.instructions);
  EXPECT_EQ(after.cycles, before.cycles);
  EXPECT_EQ(after.machine.memory, before.machine.memory);
  EXPECT_EQ(after.machine.hooks, before.machine.hooks);
  EXPECT_EQ(after.call.function, before.call.function);
  EXPECT_EQ(after.call.objects, before.call.objects);
  EXPECT_EQ(after.call.stubs, before.call.stubs);
  EXPECT_EQ(after.call.asserts, before.call.asserts);
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

TEST(TestCase, AMalformedOneIsOneLineThatNamesTheFile) {
  const std::string good = example().to_json();
  const std::string bad[] = {
      replaced(good, "\"dma\"", "\"d.ma\""),
      replaced(good, "\"0x10020000\"", "\"0x10000000\""),
      replaced(good, "\"size\": 4096", "\"size\": 0"),
      "",
      "{",
      "[]",
      "7",
      "null",
      "{}",
      good.substr(0, good.size() / 2),
      replaced(good, "\"version\": 1", "\"version\": 2"),
      replaced(good, "\"03000000\"", "\"0300000\""),
      replaced(good, "\"03000000\"", "\"zz000000\""),
      replaced(good, "\"03000000\"", "17"),
      replaced(good, "\"0x80000010\"", "\"0x180000010\""),
      replaced(good, "\"0x80000010\"", "\"-1\""),
      replaced(good, "\"trap\"", "\"no such reason\""),
      replaced(good, "\"instructions\": 812", "\"instructions\": \"many\""),
      replaced(good, "\"instructions\": 812", "\"instructions\": -1"),
      replaced(good, "\"memory\": 1048576", "\"memory\": 0"),
      replaced(good, "\"sort(words, 3)\"", "\"\""),
      replaced(good, "\"sort(words, 3)\"", "[3]"),
      replaced(good, "\"words=bytes:0..12\"", "12"),
      std::string(100'000, '['),
  };
  for (const std::string& text : bad) {
    try {
      TestCase::from_json(text, "case.json");
      ADD_FAILURE() << "accepted: " << text.substr(0, 200);
    } catch (const support::InputError& error) {
      const std::string line = error.what();
      EXPECT_TRUE(line.starts_with("case.json: ")) << line;
      EXPECT_EQ(line.find("exception"), std::string::npos) << "the library's own words: " << line;
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
      EXPECT_GE(error.code(), 64);
    }
  }
}

TEST(TestCase, AMalformedOneIsToldByItsFieldOrPlace) {
  const std::string good = example().to_json();
  const auto error_of = [](const std::string& text) -> std::string {
    try {
      TestCase::from_json(text, "c");
    } catch (const support::InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(error_of(replaced(good, "\"pc\": \"0x80000010\",", "")), "c: not a test case: 'inputs[0].pc' is missing");
  EXPECT_EQ(error_of(replaced(good, "\"0x80000020\"", "7")), "c: not a test case: 'inputs[1].pc' is not a string");
  EXPECT_EQ(error_of(replaced(good, "1190", "-1")), "c: not a test case: 'end.cycles' is not a count");
  EXPECT_EQ(error_of(replaced(good, "\"hooks\": \"marked\"", "\"hooks\": 0")),
            "c: not a test case: 'machine.hooks' is not a string");
  EXPECT_EQ(error_of("[]"), "c: not a test case: it is not an object");
  EXPECT_EQ(error_of("{\n  \"version\" 1}"), "c: not a test case: not JSON at line 2, column 13 ('1')");
  EXPECT_EQ(error_of("}"), "c: not a test case: not JSON at line 1, column 1 ('}')");
  EXPECT_EQ(error_of(good.substr(0, 100)), "c: not a test case: not JSON (it ends too early: cut off?)");
}

TEST(TestCase, AFileThatIsNotThereIsAnInputError) {
  EXPECT_THROW(TestCase::load("/no/such/case.json"), support::InputError);
  EXPECT_THROW(TestCase::load("/tmp"), support::InputError);
  EXPECT_THROW(example().save("/no/such/directory/case.json"), support::InputError);
}

TEST(TestCaseInputs, RefusesARunThatAsksForOtherInputs) {
  const TestCase test_case = example();
  TestCaseInputs inputs(test_case);
  std::uint8_t bytes[8] = {};
  EXPECT_THROW(inputs.next_input(0, bytes, 8), support::InputError);
  inputs.next_input(0, bytes, 4);
  EXPECT_EQ(bytes[0], 0xff);
  EXPECT_THROW(inputs.next_input(0, bytes, 4), support::InputError);
}

TEST(Describe, SaysValuesInDecimalAndHexadecimal) {
  EXPECT_EQ(describe(TestInput{"a", 0, std::nullopt, {0xff}}), "-1 (0xff)");
  EXPECT_EQ(describe(TestInput{"a", 0, std::nullopt, {0x34, 0x12}}), "4660 (0x1234)");
  EXPECT_EQ(describe(TestInput{"a", 0, std::nullopt, {0xfe, 0xff, 0xff, 0xff}}), "-2 (0xfffffffe)");
  EXPECT_EQ(describe(TestInput{"a", 0, std::nullopt, {1, 0, 0, 0, 2, 0, 0, 0}}), "{1 (0x00000001), 2 (0x00000002)}");
  EXPECT_EQ(describe(TestInput{"a", 0, std::nullopt, {'h', 'i', 0}}), "68 69 00 \"hi.\"");
  EXPECT_EQ(describe(TestInput{"a", 0, std::nullopt, {'l', 'e', 't', 't', 'e', 'r', 's', 0}}),
            "6c 65 74 74 65 72 73 00 \"letters.\"");
}

}  // namespace
}  // namespace janus::engine
