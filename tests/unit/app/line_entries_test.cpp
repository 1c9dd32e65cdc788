// When execution of a line began: of firmware without optimisation, at its first instruction, whatever it calls.
#include "app/line_entries.h"

#include <gtest/gtest.h>

#include "program/call_convention.h"
#include "testing/firmware.h"

namespace janus::app {
namespace {

// The first call of a function, and the instructions of its line.
struct LineWithCall {
  std::uint32_t first = 0, call = 0, behind = 0;
};

LineWithCall line_with_call(const support::DebugInfo& debug, std::uint32_t function, std::uint32_t size) {
  const isa::ImageCode code(debug.image());
  LineWithCall line{.first = function};
  for (std::uint32_t pc = function; pc - function < size;) {
    const auto instruction = code.at(pc);
    if (!instruction) return {};
    if (debug.locate_line(pc).line != debug.locate_line(line.first).line) line.first = pc;
    line.behind = pc + instruction->length;
    const bool goes_on = debug.locate_line(line.behind).line == debug.locate_line(line.first).line;
    if (program::is_call(*instruction) && line.first < pc && goes_on) {
      line.call = pc;
      return line;
    }
    pc = line.behind;
  }
  return {};
}

TEST(LineEntries, AreThoseOfTheLineBehindACallToo) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("frames_unoptimised"));
  const support::DebugInfo debug(image);
  const auto receive = image.symbol("receive"), sum = image.symbol("sum");
  ASSERT_TRUE(receive && sum);
  const LineWithCall line = line_with_call(debug, *receive, image.covering(*receive, true)->size);
  ASSERT_NE(line.call, 0U);
  const isa::ImageCode code(image);
  std::uint32_t end = *sum;  // of what is called
  while (!program::is_return(*code.at(end))) end += code.at(end)->length;
  LineEntries entries(debug);
  std::uint64_t retired = 100;
  const std::uint64_t entry = retired;
  const auto run = [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t pc = first; pc <= last; pc += code.at(pc)->length) entries.add(pc, retired++);
  };
  run(line.first, line.call);
  const std::uint64_t called = retired;
  run(*sum, end);
  const std::uint64_t behind = retired;
  entries.add(line.behind, retired++);
  EXPECT_EQ(entries.entry_of(entry + 1), entry);
  EXPECT_GE(entries.entry_of(called), called) << "another line";
  EXPECT_EQ(entries.entry_of(behind), entry);
  // Once more the same line: another round of a loop.
  const std::uint64_t again = retired;
  entries.add(line.first, retired++);
  EXPECT_EQ(entries.entry_of(again), again);
}

TEST(LineEntries, AreOfNoOptimisedLine) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("hello"));
  const support::DebugInfo debug(image);
  const auto main = image.symbol("main");
  ASSERT_TRUE(main);
  LineEntries entries(debug);
  for (std::uint32_t i = 0; i < 4; ++i) entries.add(*main + 4 * i, 10 + i);
  for (std::uint64_t retired = 10; retired < 14; ++retired) EXPECT_EQ(entries.entry_of(retired), retired);
}

}  // namespace
}  // namespace janus::app
