// --check: each detector on the concrete and the symbolic machine, with every technique, and alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "program.h"
#include "testing/firmware.h"
#include "testing/size.h"

namespace janus::testing {
namespace {

struct Bug {
  std::string firmware, detector, reason, text;
};
void PrintTo(const Bug& bug, std::ostream* out) { *out << bug.firmware; }

const std::vector<Bug> kBugs = {
    {"store", "code", "code", "code is not data"},
    {"store_somewhere", "code", "code", "code is not data"},
    {"execute", "code", "code", "code is not data"},
    {"loop", "code", "code", "code is not data"},
    {"stack", "stack", "stack", "the stack is exhausted"},
    {"wide", "stack", "stack", "the stack is exhausted"},
    {"misaligned", "misaligned", "misaligned", "misaligned access"},
    {"division", "division", "division_by_zero", "division by zero"},
    {"null_pointer", "null", "null", "use of a null pointer"},
    {"overflow", "overflow", "overflow", "signed overflow"},
};

std::string elf_of(const Bug& bug) { return firmware_path("detect_" + bug.firmware); }

std::string all_but(const std::string& detector) {
  std::string list;
  for (const char* name : {"code", "stack", "misaligned", "division", "null"}) {
    if (name != detector) list += (list.empty() ? "" : ",") + std::string(name);
  }
  return list;
}

class EachBug : public ::testing::TestWithParam<Bug> {};

TEST_P(EachBug, EndsARunInFrontOfItIfItsDetectorIsOn) {
  const Bug& bug = GetParam();
  for (const std::string& check : {bug.detector, std::string("all")}) {
    const auto ran = janus({"run", elf_of(bug), "--check", check});
    EXPECT_EQ(ran.exit_code, 1);
    EXPECT_TRUE(ran.errors.starts_with("janus: " + bug.text + " at 0x8")) << ran.errors;
  }
  for (const std::string& check : {all_but(bug.detector), std::string("none")}) {
    const auto ran = janus({"run", elf_of(bug), "--check", check});
    EXPECT_EQ(ran.exit_code, 0) << ran.errors;
    EXPECT_EQ(ran.errors, "");
  }
}

TEST_P(EachBug, IsFoundAndReplaysWithEveryTechniqueThatAsksDetectors) {
  const Bug& bug = GetParam();
  for (const Arguments& options : {Arguments{},
                                   {"--plain"},
                                   {"--auto", "--all"},
                                   {"--merge", "eager"},
                                   {"--merge", "careful"},
                                   {"--summarize"},
                                   {"--summarize", "--subsume"},
                                   {"--by-value"},
                                   {"--enumerate"},
                                   {"--searcher", "bfs"},
                                   {"--symbolic-address", "fork"}}) {
    SCOPED_TRACE(::testing::PrintToString(options));
    Arguments all{"--check", bug.detector};
    all.insert(all.end(), options.begin(), options.end());
    const Exploration exploration(elf_of(bug), all);
    EXPECT_EQ(exploration.result().exit_code, kUnsafe) << exploration.result().output;
    ASSERT_FALSE(exploration.findings().empty());
    for (const auto& finding : exploration.findings()) EXPECT_EQ(finding.at("reason"), bug.reason);
    for (const std::string& name : exploration.cases()) {
      const auto replayed = janus({"replay", elf_of(bug), exploration.file(name)});
      EXPECT_EQ(replayed.exit_code, 1);
      EXPECT_NE(replayed.errors.find(bug.text), std::string::npos);
      EXPECT_NE(replayed.errors.find("as explored"), std::string::npos) << replayed.errors;
    }
  }
}

TEST_P(EachBug, IsNotSeenByOtherDetectors) {
  const Exploration exploration(elf_of(GetParam()), {"--check", all_but(GetParam().detector)});
  EXPECT_EQ(exploration.result().exit_code, kSafe) << exploration.result().output;
}

TEST_P(EachBug, IsFoundByABoundedCheck) {
  const TemporaryDirectory directory;
  const Bug& bug = GetParam();
  const auto checked =
      janus({"bmc", elf_of(bug), "--check", bug.detector, "--out", directory.file("out"), "--max-forks", "300"});
  EXPECT_EQ(checked.exit_code, kUnsafe) << checked.output << checked.errors;
}

INSTANTIATE_TEST_SUITE_P(All, EachBug, ::testing::ValuesIn(kBugs), [](const auto& row) { return row.param.firmware; });

// The kinds of memory, and how compilers address them, differ between levels of optimisation.
class EachMemoryBug : public ::testing::TestWithParam<std::tuple<Bug, std::string>> {
 protected:
  const Bug& bug() const { return std::get<0>(GetParam()); }
  std::string elf() const { return firmware_path("detect_" + bug().firmware + "_" + std::get<1>(GetParam())); }
};

TEST_P(EachMemoryBug, EndsARunInFrontOfItIfItsDetectorIsOn) {
  const auto ran = janus({"run", elf(), "--check", bug().detector});
  const std::set<std::string> hidden{"index", "offset", "anchor", "learned"};
  if (hidden.contains(bug().firmware)) {  // nothing in this one run tells which object the access was meant for
    EXPECT_EQ(ran.exit_code, 0);
  } else {
    EXPECT_EQ(ran.exit_code, 1);
    EXPECT_TRUE(ran.errors.starts_with("janus: " + bug().text + " at 0x8")) << ran.errors;
  }
  if (bug().detector == "leaks") EXPECT_NE(ran.errors.find("memory.c:28 at 0x8"), std::string::npos) << ran.errors;
  std::string others = "code";
  for (const char* name : {"heap", "bounds", "uninitialised", "return_address", "dangling"}) {
    if (name != bug().detector) others += "," + std::string(name);
  }
  for (const std::string& check : {others, std::string("none")}) {
    EXPECT_EQ(janus({"run", elf(), "--check", check}).exit_code, 0) << check;
  }
}

TEST_P(EachMemoryBug, IsFoundAndReplaysWhateverTheTechnique) {
  const bool few = testing::soaked(false, std::get<1>(GetParam()) != "O2");  // at other levels, every third
  int number = 0;
  for (const Arguments& options : {Arguments{},
                                   {"--plain", "--all"},
                                   {"--merge", "eager"},
                                   {"--summarize"},
                                   {"--subsume"},
                                   {"--by-value"},
                                   {"--by-value", "--merge", "eager"},
                                   {"--plain", "--symbolic-address", "fork"},
                                   {"--enumerate"}}) {
    if (few && number++ % 3 != 0) continue;
    SCOPED_TRACE(::testing::PrintToString(options));
    Arguments all{"--check", bug().detector};
    all.insert(all.end(), options.begin(), options.end());
    const Exploration exploration(elf(), all);
    EXPECT_EQ(exploration.result().exit_code, kUnsafe) << exploration.result().output;
    ASSERT_FALSE(exploration.findings().empty());
    for (const auto& finding : exploration.findings()) EXPECT_EQ(finding.at("reason"), bug().reason);
    expect_replays(exploration);
  }
}

class EachMemoryBugByDefault : public EachMemoryBug {};

const std::vector<Bug> kMemoryBugs = [] {
  std::vector<Bug> bugs;
  for (const char* name : {"past", "in_front", "freed", "twice", "foreign", "inside", "copied", "moved", "cleared",
                           "picked", "measured", "slots", "literal"}) {
    bugs.push_back({name, "heap", "heap", "misuse of the heap"});
  }
  for (const char* name :
       {"index", "offset", "anchor", "steps", "block", "frame", "return", "neighbour", "rows", "learned"}) {
    bugs.push_back({name, "bounds", "bounds", "outside of its object"});
  }
  bugs.push_back({"saved", "return_address", "return_address", "the return address was overwritten"});
  bugs.push_back({"shifted", "overlap", "overlap", "the blocks overlap"});
  bugs.push_back({"gone", "dangling", "dangling", "use of a frame that is gone"});
  bugs.push_back({"lost", "leaks", "leaks", "memory is lost"});
  for (const char* name : {"unset", "blank", "grown"}) {
    bugs.push_back({name, "uninitialised", "uninitialised", "depends on what was never written"});
  }
  return bugs;
}();

const std::vector<Bug> kMemoryBugsByDefault = [] {
  std::vector<Bug> bugs = kMemoryBugs;
  std::erase_if(bugs, [](const Bug& bug) { return bug.detector == "leaks" || bug.detector == "uninitialised"; });
  return bugs;
}();

const auto kLevels = ::testing::Values(std::string("O0"), std::string("O2"), std::string("Os"));
const auto kNameOfBug = [](const auto& row) { return std::get<0>(row.param).firmware + "_" + std::get<1>(row.param); };

INSTANTIATE_TEST_SUITE_P(All, EachMemoryBug, ::testing::Combine(::testing::ValuesIn(kMemoryBugs), kLevels), kNameOfBug);
INSTANTIATE_TEST_SUITE_P(All, EachMemoryBugByDefault,
                         ::testing::Combine(::testing::ValuesIn(kMemoryBugsByDefault), kLevels), kNameOfBug);

TEST_P(EachMemoryBugByDefault, IsFoundAndReplays) {
  const Exploration exploration(elf(), {});
  EXPECT_EQ(exploration.result().exit_code, kUnsafe) << exploration.result().output;
  ASSERT_FALSE(exploration.findings().empty());
  EXPECT_EQ(exploration.findings()[0].at("reason"), bug().reason);
  const auto replayed = janus({"replay", elf(), exploration.file("finding-1.json")});
  EXPECT_NE(replayed.errors.find("as explored"), std::string::npos) << replayed.errors;
}

TEST(Detectors, SayThatOverflowIsNotAvailableWhereTheCompilerDoesNotTell) {
  const auto ran = janus({"run", firmware_path("detect_division"), "--check", "overflow"});
  EXPECT_NE(ran.errors.find("overflow is not available"), std::string::npos) << ran.errors;
  EXPECT_EQ(ran.exit_code, 0);
  const Exploration exploration(firmware_path("detect_overflow"), {"--check", "all"});
  ASSERT_EQ(exploration.findings().size(), 1U);
  const std::string text = exploration.findings()[0].at("text");
  EXPECT_NE(text.find("main at"), std::string::npos) << text;  // at the operation
}

TEST(Detectors, SayWhichAccessIsWrong) {
  const auto stored = janus({"run", firmware_path("detect_store"), "--check", "code"});
  EXPECT_NE(stored.errors.find(": a store of 1 byte at 0x8"), std::string::npos) << stored.errors;
  const auto loaded = janus({"run", firmware_path("detect_misaligned"), "--check", "misaligned"});
  EXPECT_NE(loaded.errors.find(" bytes at 0x8"), std::string::npos) << loaded.errors;
  const auto null = janus({"run", firmware_path("detect_null_pointer"), "--check", "null"});
  EXPECT_NE(null.errors.find(" at 0x00000"), std::string::npos) << null.errors;
}

TEST(DetectorsByHooks, KnowWhatAnAllocatorSaysOfItsMemory) {
  for (const auto& [name, detector, reason] :
       std::vector<std::array<std::string, 3>>{{"beyond", "heap", "heap"},
                                               {"ended", "heap", "heap"},
                                               {"given_twice", "heap", "heap"},
                                               {"guard", "poison", "poison"},
                                               {"undefined", "uninitialised", "uninitialised"}}) {
    SCOPED_TRACE(name);
    const std::string elf = firmware_path("detect_hooks_" + name);
    EXPECT_EQ(janus({"run", elf}).exit_code, 0);
    EXPECT_EQ(janus({"run", elf, "--check", detector}).exit_code, 1);
    for (const Arguments& options :
         {Arguments{}, {"--merge", "eager"}, {"--summarize"}, {"--plain"}, {"--enumerate"}}) {
      Arguments all{"--check", detector};
      all.insert(all.end(), options.begin(), options.end());
      const Exploration exploration(elf, all);
      EXPECT_EQ(exploration.result().exit_code, kUnsafe) << exploration.result().output;
      ASSERT_FALSE(exploration.findings().empty());
      EXPECT_EQ(exploration.findings()[0].at("reason"), reason);
      const auto replayed = janus({"replay", elf, exploration.file("finding-1.json")});
      EXPECT_NE(replayed.errors.find("as explored"), std::string::npos) << replayed.errors;
    }
    EXPECT_EQ(Exploration(elf, {"--check", "none"}).result().exit_code, kSafe);
  }
  const std::string right = firmware_path("detect_hooks_defined");
  EXPECT_EQ(Exploration(right, {"--check", "all"}).result().exit_code, kSafe);
  EXPECT_EQ(Exploration(right, {"--check", "all", "--enumerate"}).result().exit_code, kSafe);
  EXPECT_EQ(janus({"run", right, "--check", "all"}).exit_code, 0);
}

TEST(Detectors, FollowEachPathOfAPointerThatInputsChoose) {
  for (const char* level : {"O0", "O2", "Os"}) {
    const Exploration exploration(firmware_path(std::string("detect_picked_") + level),
                                  {"--check", "heap", "--plain", "--all"});
    ASSERT_EQ(exploration.findings().size(), 1U);
    EXPECT_EQ(exploration.findings()[0].at("inputs")[0].at("value"), "0 (0x00)");
  }
}

TEST(Detectors, SayWhichObjectAnAccessWasMeantFor) {
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"past", "a store of 1 byte at 0x8"},
           {"past", ", right behind the 16 bytes allocated in "},
           {"in_front", " before the 16 bytes allocated in "},
           {"freed", " that were freed in main at "},
           {"freed", ", allocated in "},
           {"twice", "is given back, but was freed before in main at "},
           {"twice", ", allocated in "},
           {"foreign", "is given back, but was not allocated"},
           {"inside", "is given back, 8 bytes into the 16 bytes allocated in "},
           {"copied", "a store of "},
           {"shifted", "memcpy of 8 bytes from 0x8"},
           {"shifted", " above (memmove may do so)"},
           {"copied", " beyond the end of the 24 bytes allocated in "},
           {"index", "a store of 4 bytes at 0x8"},
           {"index", ", right behind table (4 elements, 16 bytes)"},
           {"offset", ", 1 byte before source ("},
           {"anchor", ", 4 bytes before upper ("},
           {"below", ", 4 bytes before table (4 elements, 16 bytes)"},
           {"field", ", right behind record.data (4 elements; record has 12 bytes)"},
           {"neighbour", ", right behind one in fill_one_of_three (8 elements, 8 bytes)"},
           {"gone", ", in the frame of keep_local, which has returned"},
           {"saved", "stored at 0x8"},
           {"moved", ", by realloc, which may move them or not"},
           {"unset", ": loaded from word in maybe_set, at 0x8"},
           {"blank", " of the 40 bytes allocated in "},
           {"return", ", right behind words in store_in_frame (4 elements, 16 bytes)"}}) {
    const std::string elf = firmware_path("detect_" + name + "_O2");
    const TemporaryDirectory directory;
    const Exploration exploration(
        elf, {"--check", "heap,bounds,overlap,stack,uninitialised", "--sarif", directory.file("sarif")});
    ASSERT_FALSE(exploration.findings().empty()) << name;
    const std::string found = exploration.findings()[0].at("text");
    EXPECT_NE(found.find(text), std::string::npos) << found;
    EXPECT_NE(exploration.result().output.find(text), std::string::npos) << exploration.result().output;
    const std::string told = json_of(directory.file("sarif")).at("runs")[0].at("results")[0].at("message").at("text");
    EXPECT_NE(told.find(text), std::string::npos) << told;
  }
}

TEST(Detectors, NameBytesThatWereCopiedAndRowsOfArrays) {
  for (const std::string level : {"O0", "O2"}) {
    const Exploration copied(firmware_path("detect_named_places_1_" + level), {"--check", "uninitialised"});
    ASSERT_EQ(copied.findings().size(), 1U) << level;
    const std::string text = copied.findings()[0].at("text");
    EXPECT_NE(text.find(": loaded from reply.bytes[4] in serve, at 0x8"), std::string::npos) << text;
  }
  const Exploration row(firmware_path("detect_named_places_2_O0"), {"--all"});  // which looks for that, too
  ASSERT_EQ(row.findings().size(), 1U);
  const std::string text = row.findings()[0].at("text");
  EXPECT_NE(text.find(", right behind rows (2 x 3 elements, 6 bytes)"), std::string::npos) << text;
  EXPECT_EQ(last_line(Exploration(row.elf(), {"--plain"}).result().output), "safe");  // unless told how to explore
  EXPECT_EQ(last_line(Exploration(firmware_path("detect_named_places_0_O0"), {"--all"}).result().output), "safe");
}

TEST(Detectors, CountInputsAsWrittenInARunWithoutATestCase) {
  for (const char* name : {"default_decimal", "default_remainder"}) {
    EXPECT_EQ(janus({"run", firmware_path(name), "--check", "uninitialised"}).errors,
              janus({"run", firmware_path(name)}).errors);
  }
}

TEST(Detectors, NameNoCallerThatALongJumpHasLeft) {
  for (const char* level : {"O0", "O2", "Os"}) {
    const Exploration exploration(firmware_path(std::string("detect_saved_") + level), {"--check", "stack"});
    ASSERT_EQ(exploration.findings().size(), 1U);
    const std::string& output = exploration.result().output;
    EXPECT_NE(output.find("called by return_behind_jump at"), std::string::npos) << output;
    EXPECT_EQ(output.find("go_back"), std::string::npos) << output;
  }
}

// The address behind one array is that of the next one, so states that meet may agree in every word. A widened state
// tells no path what an access is meant for.
TEST(Detectors, TellPointersApartThatAreEqual) {
  for (const std::string name : {"adjacent_O0", "adjacent_O2", "adjacent_Os"}) {
    const std::string elf = firmware_path("detect_" + name);
    for (const Arguments& how : {Arguments{},
                                 {"--plain"},
                                 {"--plain", "--merge", "eager"},
                                 {"--plain", "--merge", "careful"},
                                 {"--plain", "--merge", "qce"},
                                 {"--plain", "--searcher", "mixed"},
                                 {"--plain", "--revisit"},
                                 {"--plain", "--subsume"}}) {
      SCOPED_TRACE(name + (how.empty() ? "" : " " + how.back()));
      Arguments options{"--check", "memory"};
      options.insert(options.end(), how.begin(), how.end());
      const Exploration exploration(elf, options);
      const CommandResult& result = exploration.result();
      if (!how.empty() && (how.back() == "--revisit" || how.back() == "--subsume") && result.exit_code == kSafe) {
        EXPECT_NE(result.output.find("memory checked in part"), std::string::npos) << result.output;
        continue;
      }
      EXPECT_EQ(result.exit_code, kUnsafe) << result.output;
      ASSERT_FALSE(exploration.findings().empty());
      EXPECT_EQ(exploration.findings()[0].at("reason"), "bounds");
    }
  }
}

// Merged states find what does not happen on the concrete machine, which goes on and asks for other inputs.
TEST(Detectors, GoOnBehindFindingsThatTakeAnotherPath) {
  const Exploration exploration(firmware_path("detect_next_local"),
                                {"--check", "memory", "--plain", "--merge", "eager", "--max-forks", "200"});
  EXPECT_EQ(exploration.result().exit_code, kUnknown) << exploration.result().output;
  EXPECT_NE(exploration.result().output.find("took another path on the concrete machine"), std::string::npos);
}

// An index less the length of the first array is one of the second, also where the first one would have been meant.
TEST(Detectors, TakeAnAddressForTheArrayThatItIsIn) {
  for (const std::string level : {"_O2", "_Os"}) {
    for (const Arguments& how : {Arguments{"--check", "memory"}, {"--check", "memory", "--plain"}}) {
      EXPECT_EQ(Exploration(firmware_path("detect_two_locals" + level), how).result().exit_code, kSafe) << level;
      EXPECT_EQ(Exploration(firmware_path("detect_two_locals_bug" + level), how).result().exit_code, kUnsafe) << level;
    }
  }
}

// The only access is outside on one path and inside on others, which come first, or later.
TEST(Detectors, LearnFromOtherPathsWhatAnAccessIsMeantFor) {
  for (const std::string name : {"finished_O0", "finished_O2", "finished_Os", "terminated_O0", "terminated_O2"}) {
    SCOPED_TRACE(name);
    const std::string elf = firmware_path("detect_" + name);
    EXPECT_EQ(janus({"run", elf, "--check", "bounds"}).exit_code, 0);
    for (const Arguments& how :
         {Arguments{}, {"--plain", "--all"}, {"--enumerate"}, {"--plain", "--searcher", "bfs"}}) {
      Arguments options{"--check", "bounds"};
      options.insert(options.end(), how.begin(), how.end());
      const Exploration exploration(elf, options);
      EXPECT_EQ(exploration.result().exit_code, kUnsafe) << exploration.result().output;
      const auto replayed = janus({"replay", elf, exploration.file("finding-1.json")});
      EXPECT_NE(replayed.errors.find("as explored"), std::string::npos) << replayed.errors;
    }
  }
}

TEST(Unwritten, IsAnInputOrZeroIfTheUserSaysSo) {
  for (const char* level : {"O0", "O2", "Os"}) {
    const std::string elf = firmware_path(std::string("detect_unwritten_") + level);
    EXPECT_EQ(Exploration(elf, {"--uninitialised", "zero"}).result().exit_code, kSafe);
    for (const Arguments& how : {Arguments{}, {"--plain", "--check", "all"}, {"--merge", "eager"}}) {
      Arguments options{"--uninitialised", "symbolic"};
      options.insert(options.end(), how.begin(), how.end());
      const Exploration exploration(elf, options);
      EXPECT_EQ(exploration.result().exit_code, kUnsafe) << exploration.result().output;
      ASSERT_FALSE(exploration.findings().empty());
      EXPECT_NE(exploration.result().output.find("unwritten in main = 77 (0x004d)"), std::string::npos)
          << exploration.result().output;
      const auto replayed = janus({"replay", elf, exploration.file("finding-1.json")});
      EXPECT_EQ(replayed.exit_code, 1);
      EXPECT_NE(replayed.errors.find("as explored"), std::string::npos) << replayed.errors;
    }
    EXPECT_EQ(janus({"run", elf, "--uninitialised", "zero"}).exit_code, 0);
  }
  for (const char* technique : {"--learn", "--subsume"}) {
    const auto refused =
        janus({"explore", firmware_path("detect_unwritten_O2"), "--uninitialised", "symbolic", technique});
    EXPECT_EQ(refused.exit_code, 64);
  }
}

TEST(Detectors, TakeNoRightAccessForAWrongOne) {
  for (const std::string level : {"O0", "O2", "Os"}) {
    const std::string elf = firmware_path("detect_right_" + level);
    EXPECT_EQ(janus({"run", elf, "--check", "all,leaks"}).exit_code, 0);
    for (const Arguments& options :
         {Arguments{}, {"--by-value"}, {"--plain", "--symbolic-address", "fork"}, {"--merge", "eager"}}) {
      const bool takes_long = level == "O0" || options == Arguments{"--merge", "eager"};
      if (!options.empty() && takes_long && testing::soaked(false, true)) continue;
      Arguments all{"--check", "all,leaks", "--max-time", "60"};
      all.insert(all.end(), options.begin(), options.end());
      const Exploration exploration(elf, all);
      EXPECT_EQ(exploration.result().exit_code, kSafe) << exploration.result().output << exploration.result().errors;
    }
    const Exploration reached(firmware_path("detect_reached_" + level), {"--check", "all", "--plain"});
    EXPECT_EQ(reached.result().exit_code, kSafe) << reached.result().output;
  }
}

TEST(Detectors, KnowAddressesThatMoreThanOneThingHas) {
  for (const std::string level : {"O0", "O2", "Os"}) {
    const std::string elf = firmware_path("detect_shared_addresses_" + level);
    const Exploration right(elf), wrong(firmware_path("detect_shared_addresses_bug_" + level));
    EXPECT_EQ(last_line(right.result().output), "safe") << level << right.result().output;
    EXPECT_NE(right.result().output.find(", memory checked\n"), std::string::npos) << right.result().output;
    EXPECT_EQ(last_line(wrong.result().output), "unsafe") << level << wrong.result().output;
    EXPECT_NE(wrong.result().output.find("outside of its object"), std::string::npos) << wrong.result().output;
    EXPECT_EQ(janus({"run", elf, "--check", "all"}).exit_code, 0) << level;
  }
}

// Kernels and allocators do with pointers what no program does: they save them, and go through what is free.
TEST(Detectors, KnowKernelsAndAllocators) {
  for (const std::string name : {"switched_tasks", "own_heap"}) {
    for (const std::string level : {"O0", "O1", "O2", "Os"}) {
      SCOPED_TRACE(name + " " + level);
      const std::string elf = firmware_path("detect_" + name + "_" + level);
      const Exploration right(elf), wrong(firmware_path("detect_" + name + "_bug_" + level));
      EXPECT_EQ(last_line(right.result().output), "safe") << right.result().output;
      // Nobody knows where pointers come from that an allocator keeps in its lists, and the firmware goes through
      // these.
      const char* const checked = name == "own_heap"
                                      ? ", memory checked but for 2 instructions\nunchecked: own_heap.c:51 ("
                                      : ", memory checked\n";
      EXPECT_NE(right.result().output.find(checked), std::string::npos) << right.result().output;
      EXPECT_EQ(janus({"run", elf, "--check", "all"}).exit_code, 0);
      EXPECT_EQ(last_line(wrong.result().output), "unsafe") << wrong.result().output;
      const char* const found = name == "own_heap" ? "misuse of the heap" : "right behind levels";
      EXPECT_NE(wrong.result().output.find(found), std::string::npos) << wrong.result().output;
    }
  }
}

TEST(Detectors, FindThatAnAddressInFrontOfAnObjectIsGivenBack) {
  for (const std::string level : {"O0", "O1", "O2", "Os"}) {
    const Exploration wrong(firmware_path("detect_own_heap_foreign_" + level));
    EXPECT_EQ(last_line(wrong.result().output), "unsafe") << level << wrong.result().output;
    EXPECT_NE(wrong.result().output.find("misuse of the heap"), std::string::npos) << wrong.result().output;
    expect_replays(wrong);
  }
}

TEST(Detectors, FindObjectsThatNoInstructionHasTheAddressOf) {
  for (const std::string level : {"O0", "O2", "Os"}) {
    const auto elf = [&](const std::string& bug) {
      return firmware_path("detect_indirect_objects_" + bug + "_" + level);
    };
    const auto expect = [&](const Exploration& exploration, const std::string& text) {
      EXPECT_EQ(last_line(exploration.result().output), "unsafe") << level << exploration.result().output;
      EXPECT_NE(exploration.result().output.find(text), std::string::npos) << level << exploration.result().output;
    };
    const Exploration right(elf("0"), {"--check", "all"});
    EXPECT_EQ(last_line(right.result().output), "safe") << level << right.result().output;
    expect(Exploration(elf("1")), "right behind short_one");
    expect(Exploration(elf("2")), "right behind forwards");
    expect(Exploration(elf("3")), "1 byte before stack");
    expect(Exploration(elf("4"), {"--check", "all"}), "depends on what was never written");
  }
}

TEST(Detectors, FollowWhatIsHandedOn) {
  const auto elf = [](int bug, const std::string& level) {
    return firmware_path("detect_handed_pointers_" + std::to_string(bug) + "_" + level);
  };
  for (const std::string level : {"O0", "Og", "O2", "Os"}) {
    const Exploration right(elf(0, level), {"--check", "all"});
    EXPECT_EQ(last_line(right.result().output), "safe") << level << right.result().output;
    const std::vector<std::string> texts = {"right behind line",        "right behind small",
                                            "right behind text",        "in the frame of look, which has returned",
                                            "right behind the 8 bytes", "freed"};
    for (int bug = 1; level != "Og" && bug <= 6; ++bug) {
      const Exploration wrong(elf(bug, level));
      EXPECT_EQ(last_line(wrong.result().output), "unsafe") << level << bug << wrong.result().output;
      EXPECT_NE(wrong.result().output.find(texts.at(bug - 1)), std::string::npos) << level << wrong.result().output;
    }
  }
}

TEST(Detectors, KnowWhatEndsWhereAPointerBeginsAndWhatNobodyCalls) {
  for (const std::string level : {"O0", "O2", "Os"}) {
    const auto elf = [&](int bug) { return firmware_path("detect_ends_" + std::to_string(bug) + "_" + level); };
    const Exploration right(elf(0));
    EXPECT_EQ(last_line(right.result().output), "safe") << level << right.result().output;
    EXPECT_NE(right.result().output.find(", memory checked\n"), std::string::npos) << right.result().output;
    const std::vector<std::string> texts = {
        "1 byte before text", "4 bytes before cells",           "right behind map", "behind seen", "1 byte before text",
        "1 byte before ",     "1 byte beyond the end of middle"};
    for (int bug = 1; bug <= 7; ++bug) {
      const Exploration wrong(elf(bug));
      EXPECT_EQ(last_line(wrong.result().output), "unsafe") << level << bug << wrong.result().output;
      EXPECT_NE(wrong.result().output.find(texts.at(bug - 1)), std::string::npos) << level << wrong.result().output;
      expect_replays(wrong);
    }
  }
}

TEST(Detectors, ReportNothingWhereNothingIsWrong) {
  for (const char* name : {"quickstart_fixed", "sets_safe_3", "bubble_sort_safe_4", "merge_sort_safe_4",
                           "quick_sort_safe_4", "crc_table", "driver_safe_4", "string_to_number_safe_3"}) {
    const Exploration exploration(firmware_path(name), {"--check", "all"});
    EXPECT_EQ(exploration.result().exit_code, kSafe) << name << exploration.result().output;
  }
  for (const char* name : {"hello", "timer", "ecall_trap", "speed_sha256_quick", "speed_bytecode_quick"}) {
    EXPECT_EQ(janus({"run", firmware_path(name), "--check", "all"}).exit_code, 0) << name;
  }
}

TEST(Detectors, ChangeNothingThatARunCounts) {
  const TemporaryDirectory directory;
  const auto counted = [&](const std::string& check) {
    const std::string file = directory.file(check);
    EXPECT_EQ(janus({"run", firmware_path("timer"), "--check", check, "--stats", file}).exit_code, 0);
    const auto json = json_of(file);
    return std::pair(json.at("cycles"), json.at("instructions"));
  };
  EXPECT_EQ(counted("none"), counted("all"));
}

TEST(Detectors, AreRefusedByLearningWhichIgnoresThem) {
  const auto refused = janus({"explore", firmware_path("detect_store"), "--check", "code", "--learn"});
  EXPECT_EQ(refused.exit_code, 64);
  EXPECT_NE(refused.errors.find("cannot be combined with"), std::string::npos) << refused.errors;
}

TEST(Detectors, TakeTheLimitOfTheStackFromTheUserOrFromASymbol) {
  const std::string elf = firmware_path("detect_division");
  EXPECT_EQ(janus({"run", elf, "--check", "stack", "--stack-limit", "0x87fffffc"}).exit_code, 1);
  EXPECT_EQ(janus({"run", elf, "--check", "stack", "--stack-limit", "2147483648"}).exit_code, 0);
  const Exploration exploration(elf, {"--check", "stack", "--stack-limit", "0x87fffffc"});
  EXPECT_EQ(exploration.result().exit_code, kUnsafe);
  EXPECT_EQ(janus({"replay", elf, exploration.file("finding-1.json")}).exit_code, 1);
  const std::string without = firmware_path("foreign_headers");
  const auto asked = janus({"run", without, "--check", "stack"});
  EXPECT_EQ(asked.exit_code, 64);
  EXPECT_NE(asked.errors.find("no symbol says where the stack ends"), std::string::npos) << asked.errors;
  const auto all = janus({"run", without, "--check", "all"});
  EXPECT_EQ(all.exit_code, 0);
  EXPECT_TRUE(all.errors.starts_with("janus: --check all goes without stack: ")) << all.errors;
}

TEST(Detectors, WithWrongNamesAreBadUsage) {
  for (const Arguments& options : {Arguments{"--check", "heaps"},
                                   {"--check", "code,,stack"},
                                   {"--check", "all,code"},
                                   {"--check", "all", "--stack-limit", "0x"},
                                   {"--check", "all", "--stack-limit", "0x100000000"},
                                   {"--check", "all", "--stack-limit", "12x"}}) {
    for (const char* command : {"run", "explore"}) {
      Arguments arguments{command, firmware_path("hello")};
      arguments.insert(arguments.end(), options.begin(), options.end());
      const auto result = janus(arguments);
      EXPECT_EQ(result.exit_code, 64) << ::testing::PrintToString(options);
      EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    }
  }
}

}  // namespace
}  // namespace janus::testing
