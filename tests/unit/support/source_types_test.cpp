// Types as DWARF has them, of a firmware with every kind of argument.
#include "support/source_types.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "testing/firmware.h"

namespace janus::support {
namespace {

using Kind = SourceType::Kind;

class SourceTypesTest : public ::testing::Test {
 protected:
  SourceFunction function(const std::string& name) {
    const auto found = types_.function_at(image_.symbol(name).value_or(0));
    EXPECT_TRUE(found) << name;
    return found.value_or(SourceFunction());
  }
  std::string parameters(const std::string& name) {
    const SourceFunction found = function(name);
    std::string text = types_.name(found.result) + "(";
    for (const SourceVariable& parameter : found.parameters)
      text += types_.name(parameter.type) + " " + parameter.name + ", ";
    return text + ")";
  }

  FirmwareImage image_ = FirmwareImage::load(testing::firmware_path("calls"));
  SourceTypes types_{image_};
};

TEST_F(SourceTypesTest, HavePrototypes) {
  EXPECT_EQ(parameters("bytes"), "int(uint8_t a, int8_t b, uint16_t c, int16_t d, )");
  EXPECT_EQ(parameters("by_value"), "int(struct pair pair, struct big big, )");
  EXPECT_EQ(parameters("length_of"), "int(const char * text, )");
  EXPECT_EQ(parameters("last_of"), "int(const list * head, )");
  EXPECT_EQ(parameters("nothing"), "void(int * where, )");
  EXPECT_EQ(parameters("wide"), "uint64_t(uint64_t a, int64_t b, )");
  EXPECT_EQ(parameters("calls_handler"), "int( function, int value, )");
  EXPECT_TRUE(function("bytes").is_c);
  EXPECT_TRUE(function("bytes").file.ends_with("tests/program/firmware/calls.c"));
  EXPECT_FALSE(types_.function_at(0x10));
}

TEST_F(SourceTypesTest, SayHowToReadAValue) {
  const SourceFunction bytes = function("bytes");
  const SourceType& b = types_.type(bytes.parameters.at(1).type);
  EXPECT_EQ(b.kind, Kind::Integer);
  EXPECT_TRUE(b.is_signed);
  EXPECT_EQ(b.size, 1U);
  EXPECT_EQ(types_.type(function("truth").parameters.at(0).type).kind, Kind::Boolean);
  EXPECT_EQ(types_.type(function("nothing").result).kind, Kind::Void);
}

TEST_F(SourceTypesTest, HaveMembersOfStructuresThatNameThemselves) {
  const SourceFunction last = function("last_of");
  const SourceType& pointer = types_.type(last.parameters.at(0).type);
  ASSERT_EQ(pointer.kind, Kind::Pointer);
  const SourceType& node = types_.type(pointer.target);
  ASSERT_EQ(node.kind, Kind::Aggregate);
  ASSERT_EQ(node.members.size(), 3U);
  EXPECT_EQ(node.members[1].name, "bytes");
  EXPECT_EQ(node.members[1].offset, 4U);
  const SourceType& next = types_.type(node.members[0].type);
  ASSERT_EQ(next.kind, Kind::Pointer);
  EXPECT_EQ(types_.type(next.target).size, 12U);
}

TEST_F(SourceTypesTest, HaveTypesOfGlobals) {
  const auto table = types_.variable_at(image_.symbol("table").value_or(0));
  ASSERT_TRUE(table);
  EXPECT_EQ(types_.type(*table).kind, Kind::Array);
  EXPECT_EQ(types_.type(*table).size, 4U);
  EXPECT_EQ(types_.type(types_.type(*table).target).size, 1U);
  EXPECT_FALSE(types_.variable_at(0x10));
}

// Of DWARF's places of bits, and of the signs of their types.
TEST_F(SourceTypesTest, HaveBitFields) {
  const FirmwareImage image = FirmwareImage::load(testing::firmware_path("bit_fields_O0"));
  SourceTypes types(image);
  const auto frames = types.variable_at(image.symbol("frames").value_or(0));
  ASSERT_TRUE(frames);
  const SourceType& frame = types.type(types.type(*frames).target);
  const std::vector<std::tuple<std::string, std::uint32_t, std::uint32_t, bool>> expected = {{"id", 0, 11, false},
                                                                                             {"rtr", 11, 1, false},
                                                                                             {"ext", 12, 1, false},
                                                                                             {"dlc", 13, 4, false},
                                                                                             {"offset", 17, 6, true}};
  ASSERT_EQ(frame.bit_fields.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto& [name, first, bits, is_signed] = expected[i];
    const SourceType::BitField& field = frame.bit_fields[i];
    EXPECT_EQ(field.name, name);
    EXPECT_EQ(field.first, first) << name;
    EXPECT_EQ(field.bits, bits) << name;
    EXPECT_EQ(types.type(field.type).is_signed, is_signed) << name;
  }
  ASSERT_EQ(frame.members.size(), 1U);
  EXPECT_EQ(frame.members.front().name, "data");
}

TEST_F(SourceTypesTest, KnowWhatWasCompiledWithoutOptimisation) {
  for (const auto& [level, is_optimised] : {std::pair("O0", false), {"O2", true}, {"Os", true}}) {
    const FirmwareImage image = FirmwareImage::load(testing::firmware_path(std::string("bit_fields_") + level));
    SourceTypes types(image);
    const auto main = types.function_at(image.symbol("main").value_or(0));
    ASSERT_TRUE(main);
    EXPECT_EQ(main->is_optimised, is_optimised) << level;
  }
}

}  // namespace
}  // namespace janus::support
