// Pointers keep their objects where queues and functions of the library put them, and lose them with their frames.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

class MovedPointers : public ::testing::TestWithParam<std::tuple<int, std::string>> {
 protected:
  static std::string elf(const std::string& bug) {
    const auto& [use, level] = GetParam();
    return firmware_path("detect_moved_pointers_" + std::to_string(use) + bug + "_" + level);
  }
};

TEST_P(MovedPointers, AreFollowed) {
  const int use = std::get<0>(GetParam());
  const bool is_of_heap = use >= 2 && use <= 4;
  for (const Arguments& options :
       {Arguments{}, {"--plain", "--check", "memory"}, {"--merge", "eager", "--check", "memory"}}) {
    SCOPED_TRACE(::testing::PrintToString(options));
    const Exploration right(elf(""), options), wrong(elf("_bug"), options);
    EXPECT_EQ(last_line(right.result().output), "safe") << right.result().output;
    EXPECT_NE(right.result().output.find(", memory checked\n"), std::string::npos) << right.result().output;
    EXPECT_EQ(last_line(wrong.result().output), "unsafe") << wrong.result().output;
    ASSERT_FALSE(wrong.findings().empty());
    EXPECT_EQ(wrong.findings()[0].at("reason"), is_of_heap ? "heap" : "dangling");
    if (use >= 5) {
      EXPECT_NE(wrong.result().output.find(", in a frame that longjmp has left"), std::string::npos)
          << wrong.result().output;
    }
    const auto replayed = janus({"replay", elf("_bug"), wrong.file("finding-1.json")});
    EXPECT_NE(replayed.errors.find("as explored"), std::string::npos) << replayed.errors;
  }
}

INSTANTIATE_TEST_SUITE_P(All, MovedPointers,
                         ::testing::Combine(::testing::Range(1, 7), ::testing::Values("O0", "O2", "Os")),
                         [](const auto& row) {
                           return std::to_string(std::get<0>(row.param)) + "_" + std::get<1>(row.param);
                         });

}  // namespace
}  // namespace janus::testing
