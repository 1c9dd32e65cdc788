// Pointers keep their objects where queues, functions of the library, copies by bytes, masks and atomics put them, and
// lose them with their frames. Where nobody can follow them, that is told.
#include <gtest/gtest.h>

#include <algorithm>
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
    // Copies of bytes to different places come together in their midst; what only a label names is no object.
    const bool loses = program == "detect_code_of_others_2" ||
                       (program == "detect_pointers_by_bytes_6" && !options.empty() && options[0] == "--merge");
    EXPECT_NE(right.result().output.find(loses ? ", memory checked but for " : ", memory checked\n"), std::string::npos)
        << right.result().output;
    if (loses && program == "detect_pointers_by_bytes_6" && level == "O0") {  // so it is told
      EXPECT_NE(wrong.result().output.find(", memory checked but for "), std::string::npos) << wrong.result().output;
      continue;
    }
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
class OwnAllocators : public ::testing::TestWithParam<Use> {};
class GrownFrames : public ::testing::TestWithParam<Use> {};
class CodeOfOthers : public ::testing::TestWithParam<Use> {};

TEST_P(MovedPointers, AreFollowed) {
  const auto& [use, level] = GetParam();
  expect_followed("detect_moved_pointers_" + std::to_string(use), level, use >= 2 && use <= 4 ? "heap" : "dangling",
                  use >= 5 ? ", in a frame that longjmp has left" : "");
}

TEST_P(PointersByBytes, AreFollowed) {
  const auto& [use, level] = GetParam();
  expect_followed("detect_pointers_by_bytes_" + std::to_string(use), level, use == 7 ? "dangling" : "heap", "");
}

// Their lists and headers lead through blocks that are no objects.
TEST_P(OwnAllocators, DoAsTheyLikeWithTheirBlocks) {
  const auto& [use, level] = GetParam();
  expect_followed("detect_own_allocators_" + std::to_string(use), level, "heap", "");
}

TEST(OwnAllocatorsOfBlocks, ToldOfABlockTwiceNameTheFirstTime) {
  for (const char* const level : {"O0", "O2"}) {
    const Exploration exploration(firmware_path(std::string("detect_own_allocators_twice_") + level));
    EXPECT_NE(exploration.result().output.find(" is given back, but was freed before"), std::string::npos)
        << exploration.result().output;
  }
}

TEST_P(CodeOfOthers, IsFollowed) {
  const auto& [use, level] = GetParam();
  expect_followed("detect_code_of_others_" + std::to_string(use), level, use == 1 || use == 3 ? "heap" : "bounds", "");
}

TEST_P(ChosenPointers, AreFollowed) {
  const auto& [use, level] = GetParam();
  const bool is_of_frame = use == 6 || use == 8;
  expect_followed("detect_chosen_pointers_" + std::to_string(use), level, is_of_frame ? "dangling" : "heap", "");
}

TEST_P(GrownFrames, AreObjectsOfTheirOwn) {
  const auto& [use, level] = GetParam();
  expect_followed("detect_grown_frames_" + std::to_string(use), level, "bounds", "a local variable (");
}

// What a label names that the source declares, tables of one section, a heap whose free() is inlined, and `la sp`.
TEST(PlacesOfLinkers, AreNoMistakes) {
  for (const std::string level : {"O0", "O2", "Os"}) {
    for (const std::string use : {"1", "2", "3", "4", "5"}) {
      const auto explored = [&](const std::string& bug) {
        return Exploration(firmware_path("detect_places_of_linkers_" + use + bug + "_" + level), {"--check", "all"});
      };
      const Exploration right = explored(""), wrong = explored("_bug");
      EXPECT_EQ(last_line(right.result().output), "safe") << level << right.result().output;
      EXPECT_EQ(last_line(wrong.result().output), "unsafe") << level << wrong.result().output;
    }
  }
}

// A task that nobody has called has no callers but those that it has; who is back on a stack has those of before.
TEST(CallsOnStacks, AreThoseOfTheirStack) {
  for (const char* const how : {"loaded", "moved"}) {
    SCOPED_TRACE(how);
    const Exploration all(firmware_path(std::string("detect_calls_on_stacks_") + how), {"--all", "--plain"});
    ASSERT_EQ(all.findings().size(), 4U) << all.result().output;
    std::vector<std::string> found;
    for (const auto& finding : all.findings()) {
      std::string calls = finding.at("inputs").at(0).at("value").get<std::string>().substr(0, 1) + ":";
      for (const auto& call : finding.at("calls")) {
        const std::string place = call.at("place");
        calls += " " + place.substr(0, place.find(' '));
      }
      found.push_back(calls);
    }
    std::ranges::sort(found);
    EXPECT_EQ(found, (std::vector<std::string>{"0: work first", "1: work second", "2: work main _start",
                                               "3: work main _start"}));
  }
}

TEST(PlacesOfNumbers, MayBeOfStructuresWithoutNames) {
  for (const char* const level : {"O0", "O2", "Os"})
    expect_followed("detect_places_of_numbers_1", level, "bounds", "beyond the end of place in main (8 elements");
}

// What only a literal is, is no more told if an input chooses which one; what may be behind all of them is.
TEST(ChosenLiterals, CountAsLiterals) {
  for (const char* const level : {"O0", "O2"}) {
    const auto output = [&](const std::string& use) {
      return Exploration(firmware_path("detect_unchecked_" + use + "_" + level)).result().output;
    };
    EXPECT_NE(output("5").find(", memory checked\n"), std::string::npos) << output("5");
    EXPECT_NE(output("6").find(", memory checked but for 1 instruction\n"), std::string::npos) << output("6");
  }
}

// Where a pointer is lost, that is told, and which instructions are not checked for it.
class LostPointers : public ::testing::TestWithParam<std::string> {};

TEST_P(LostPointers, AreTold) {
  const std::vector<std::string> told = {
      ", memory checked but for 1 instruction\n"
      "unchecked: unchecked.c:22 (",
      ", memory checked but for 2 instructions\n"
      "unchecked: unchecked.c:26, unchecked.c:27 (",
      ", memory checked\n",
      ", memory checked but for 1 instruction\n"
      "unchecked: unchecked.c:15 ("};
  for (std::size_t use = 1; use <= told.size(); ++use) {
    const std::string elf = firmware_path("detect_unchecked_" + std::to_string(use) + "_" + GetParam());
    for (const Arguments& options : std::vector<Arguments>{{},
                                                           {"--plain", "--check", "memory"},
                                                           {"--merge", "eager", "--check", "memory"},
                                                           {"--enumerate", "--check", "memory"},
                                                           {"--jobs", "2"}}) {
      if (use == 4 && options == Arguments{"--jobs", "2"}) continue;  // another process may have been inside
      SCOPED_TRACE(::testing::PrintToString(options) + " " + std::to_string(use));
      const Exploration exploration(elf, options);
      EXPECT_EQ(last_line(exploration.result().output), "safe");
      EXPECT_NE(exploration.result().output.find(told[use - 1]), std::string::npos) << exploration.result().output;
      const auto& unchecked = exploration.stats().at("memory_unchecked");
      EXPECT_EQ(unchecked.size(), use % 3);
      if (!unchecked.empty())
        EXPECT_NE(unchecked[0].at("place").get<std::string>().find("unchecked.c"), std::string::npos);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, LostPointers, ::testing::Values("O0", "O2", "Os"),
                         [](const auto& row) { return row.param; });
INSTANTIATE_TEST_SUITE_P(All, OwnAllocators,
                         ::testing::Combine(::testing::Range(1, 4), ::testing::Values("O0", "O2", "Os")), name_of);
INSTANTIATE_TEST_SUITE_P(All, CodeOfOthers,
                         ::testing::Combine(::testing::Range(1, 9), ::testing::Values("O0", "O2", "Os")), name_of);
INSTANTIATE_TEST_SUITE_P(All, GrownFrames, ::testing::Combine(::testing::Range(1, 7), ::testing::Values("O2", "Os")),
                         name_of);
// At -O0, what `alloca` gives is aligned by shifts, and merging makes one frame of two sizes.
INSTANTIATE_TEST_SUITE_P(Unoptimised, GrownFrames,
                         ::testing::Combine(::testing::Values(1, 3, 4), ::testing::Values("O0")), name_of);
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
