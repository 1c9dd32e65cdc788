// Pointers keep their objects where queues, functions of the library, copies by bytes, masks and atomics put them, and
// lose them with their frames.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

// Finds the mistake in the wrong form of a program, as `reason`, and none in the right one.
void expect_followed(const std::string& program, const std::string& level, const std::string& reason,
                     const std::string& text) {
  const std::string wrong_elf = firmware_path(program + "_bug_" + level);
  for (const Arguments& options :
       {Arguments{}, {"--plain", "--check", "memory"}, {"--merge", "eager", "--check", "memory"}}) {
    SCOPED_TRACE(::testing::PrintToString(options));
    const Exploration right(firmware_path(program + "_" + level), options), wrong(wrong_elf, options);
    EXPECT_EQ(last_line(right.result().output), "safe") << right.result().output;
    EXPECT_NE(right.result().output.find(", memory checked\n"), std::string::npos) << right.result().output;
    EXPECT_EQ(last_line(wrong.result().output), "unsafe") << wrong.result().output;
    ASSERT_FALSE(wrong.findings().empty());
    EXPECT_EQ(wrong.findings()[0].at("reason"), reason);
    EXPECT_NE(wrong.result().output.find(text), std::string::npos) << wrong.result().output;
    const auto replayed = janus({"replay", wrong_elf, wrong.file("finding-1.json")});
    EXPECT_NE(replayed.errors.find("as explored"), std::string::npos) << replayed.errors;
  }
}

using Use = std::tuple<int, std::string>;  // of a program, and the level of optimisation
std::string name_of(const ::testing::TestParamInfo<Use>& row) {
  return std::to_string(std::get<0>(row.param)) + "_" + std::get<1>(row.param);
}

class MovedPointers : public ::testing::TestWithParam<Use> {};
class PointersByBytes : public ::testing::TestWithParam<Use> {};
class ChosenPointers : public ::testing::TestWithParam<Use> {};

TEST_P(MovedPointers, AreFollowed) {
  const auto& [use, level] = GetParam();
  expect_followed("detect_moved_pointers_" + std::to_string(use), level, use >= 2 && use <= 4 ? "heap" : "dangling",
                  use >= 5 ? ", in a frame that longjmp has left" : "");
}

TEST_P(PointersByBytes, AreFollowed) {
  const auto& [use, level] = GetParam();
  expect_followed("detect_pointers_by_bytes_" + std::to_string(use), level, use == 7 ? "dangling" : "heap", "");
}

TEST_P(ChosenPointers, AreFollowed) {
  const auto& [use, level] = GetParam();
  const bool is_of_frame = use == 6 || use == 8;
  expect_followed("detect_chosen_pointers_" + std::to_string(use), level, is_of_frame ? "dangling" : "heap", "");
}

INSTANTIATE_TEST_SUITE_P(All, ChosenPointers, ::testing::Combine(::testing::Range(1, 9), ::testing::Values("O0", "O2")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(All, MovedPointers,
                         ::testing::Combine(::testing::Range(1, 7), ::testing::Values("O0", "O2", "Os")), name_of);
INSTANTIATE_TEST_SUITE_P(All, PointersByBytes,
                         ::testing::Combine(::testing::Range(1, 8), ::testing::Values("O2", "Os")), name_of);
// At -O0, each byte is masked on its way, or is in a variable of its own: these two are not followed.
INSTANTIATE_TEST_SUITE_P(Unoptimised, PointersByBytes,
                         ::testing::Combine(::testing::Values(1, 2, 6, 7), ::testing::Values("O0")), name_of);

}  // namespace
}  // namespace janus::testing
