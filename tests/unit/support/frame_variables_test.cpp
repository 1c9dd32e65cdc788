// Where local variables lie, by the debug information of another compiler than the one that the other tests have.
#include "support/frame_variables.h"

#include <gtest/gtest.h>

#include "testing/firmware.h"

namespace janus::support {
namespace {

TEST(FrameVariables, OfLlvmCountFromARegister) {
  const auto image = FirmwareImage::load(testing::firmware_path("llvm_frames"));
  const FrameVariables variables(image);
  const auto expect = [&](const char* function, const char* name, std::int32_t offset, std::uint32_t size) {
    SCOPED_TRACE(name);
    const std::uint32_t inside = image.symbol(function).value() + 16;  // behind what makes the frame
    const auto found = variables.at(inside, offset);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found->name, name);
    EXPECT_EQ(found->offset, offset);
    EXPECT_EQ(found->size, size);
  };
  expect("by_stack_pointer", "first", -16, 16);   // sp + 16, which is 32 bytes below
  expect("by_stack_pointer", "second", -28, 12);  // sp + 4
  expect("by_frame_pointer", "array", -28, 20);   // s0 - 28; s0 is what sp was
}

}  // namespace
}  // namespace janus::support
