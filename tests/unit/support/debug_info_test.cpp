// Functions and lines of firmware that CMake built.
#include "support/debug_info.h"

#include <gtest/gtest.h>

#include "testing/command.h"
#include "testing/elf_writer.h"
#include "testing/firmware.h"

namespace janus::support {
namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

TEST(DebugInfo, MainIsFoundByFunctionFileAndLine) {
  const auto image = FirmwareImage::load(testing::firmware_path("hello"));
  const DebugInfo debug(image);
  const SourceLocation location = debug.locate(image.symbol("main").value());
  EXPECT_EQ(location.function, "main");
  EXPECT_TRUE(ends_with(location.file, "hello.c")) << location.file;
  EXPECT_TRUE(location.line == 4 || location.line == 5) << location.line;  // the function's head or first statement
  const std::string text = debug.describe(image.symbol("main").value());
  EXPECT_EQ(text.rfind("main at ", 0), 0U) << text;
}

TEST(DebugInfo, AddressesInsideAFunctionBelongToIt) {
  const auto image = FirmwareImage::load(testing::firmware_path("hello"));
  const DebugInfo debug(image);
  const Symbol* main = image.covering(image.symbol("main").value(), true);
  ASSERT_NE(main, nullptr);
  EXPECT_EQ(debug.locate(main->address + main->size - 4).function, "main");
  EXPECT_NE(debug.locate(main->address + main->size).function, "main");
}

TEST(DebugInfo, WithoutLinesAPlaceIsAFunctionAndAnOffset) {
  const auto image = FirmwareImage::load(testing::firmware_path("calls_without_lines"));
  const DebugInfo debug(image);
  const std::uint32_t main = image.symbol("main").value();
  EXPECT_EQ(debug.describe(main), "main");
  EXPECT_EQ(debug.describe(main + 0x1c), "main+0x1c");
}

TEST(DebugInfo, UnknownAddressesAreDescribedByTheirNumber) {
  const auto image = FirmwareImage::load(testing::firmware_path("hello"));
  const DebugInfo debug(image);
  EXPECT_EQ(debug.describe(0x1234), "0x00001234");
  EXPECT_EQ(debug.locate(0x1234).line, 0);
}

TEST(DebugInfo, FirmwareWithoutSymbolsHasAddressesOnly) {
  const testing::TemporaryDirectory directory;
  testing::ElfWriter elf;
  elf.add_code(0x8000'0000, {0x13, 0x13});
  testing::write_file(directory.file("bare.elf"), elf.bytes());
  const auto image = FirmwareImage::load(directory.file("bare.elf"));
  EXPECT_EQ(DebugInfo(image).describe(0x8000'0004), "0x80000004");
}

}  // namespace
}  // namespace janus::support
