// The listings of the sources on path explosion (evaluation/loops/programs). Each listing is proved by the technique
// that the source explains with it, without bounds on symbolic values, and by --auto. An error that is put into a
// listing is found, and the test case replays on the concrete machine.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "devices/functional_machine.h"
#include "engine/explore/exploration_run.h"
#include "engine/explore/explorer.h"
#include "engine/explore/turns.h"
#include "testing/firmware.h"
#include "testing/size.h"

namespace janus::engine {
namespace {

struct Listing {
  const char* name;
  const char* technique;
};

constexpr Listing kListings[] = {
    {"listing_1_1", "learn"},      {"diamond", "learn"},          {"listing_4_2", "subsume"},
    {"listing_4_3", "summarize"},  {"listing_4_4", "summarize"},  {"listing_4_5", "summarize"},
    {"listing_4_9", "summarize"},  {"listing_4_10", "summarize"}, {"listing_4_11", "summarize"},
    {"listing_4_12", "summarize"}, {"listing_4_13", "summarize"},
};

void PrintTo(const Listing& listing, std::ostream* out) { *out << listing.name; }

ExplorationConfig using_technique(const std::string& name) {
  ExplorationConfig config;
  config.automatic = name == "auto";
  config.techniques.subsume = name == "subsume";
  config.techniques.summarize = name == "summarize";
  if (name == "learn") config.techniques.learn = true;
  return config;
}

void expect_happens(const support::FirmwareImage& image, const TestCase& test_case) {
  TestCaseInputs inputs(test_case);
  hart::HartConfig config;
  config.hooks = isa::HookRule::Always;
  devices::FunctionalMachine machine(image, config, &inputs, true, test_case.machine.memory);
  EXPECT_EQ(machine.run(test_case.instructions + 1).stop, hart::Stop::AssertFailed);
  EXPECT_EQ(machine.hart().pc(), test_case.pc);
}

using Parameters = std::tuple<Listing, std::string>;  // and its level of optimisation

class Listings : public ::testing::TestWithParam<Parameters> {
 protected:
  support::FirmwareImage image(const std::string& suffix) const {
    const auto& [listing, level] = GetParam();
    return support::FirmwareImage::load(testing::firmware_path(listing.name + suffix + "_" + level));
  }
  std::vector<std::string> techniques() const {
    const auto& [listing, level] = GetParam();
    return level == "O1" ? std::vector<std::string>{listing.technique, "auto"}
                         : std::vector<std::string>{listing.technique};
  }
};

class WrongListings : public Listings {};

TEST_P(Listings, AreProved) {
  const auto firmware = image("");
  for (const std::string& technique : techniques()) {
    EXPECT_EQ(explore(firmware, using_technique(technique)).verdict, Verdict::Safe) << technique;
  }
}

TEST_P(WrongListings, AreRefuted) {
  const auto firmware = image("_unsafe");
  for (const std::string& technique : techniques()) {
    ExplorationEvents events;
    events.on_finding = [&](const Finding& finding) { expect_happens(firmware, finding.test_case); };
    const ExplorationResult result = explore(firmware, using_technique(technique), events);
    EXPECT_EQ(result.verdict, Verdict::Unsafe) << technique;
    EXPECT_EQ(result.findings.size(), 1U) << technique;
  }
}

std::string name(const ::testing::TestParamInfo<Parameters>& info) {
  return std::get<0>(info.param).name + ("_" + std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Sources, Listings,
                         ::testing::Combine(::testing::ValuesIn(kListings), ::testing::Values("O0", "O1", "O2")), name);

// Under sanitizers without those that take a minute.
std::vector<Parameters> wrong_listings() {
  std::vector<Parameters> all;
  for (const Listing& listing : kListings) {
    const bool takes_long = listing.name == std::string_view("listing_4_5");
    for (const char* level : {"O0", "O1", "O2"}) {
      if (testing::sized(true, !takes_long || level == std::string_view("O2"))) all.emplace_back(listing, level);
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Sources, WrongListings, ::testing::ValuesIn(wrong_listings()), name);

// The end of a turn interrupts an attempt at a summary. The next turn goes on with it.
class ListingsInTurns : public ::testing::TestWithParam<const char*> {};

TEST_P(ListingsInTurns, AreSummedUpAsInOneGo) {
  const auto firmware = support::FirmwareImage::load(testing::firmware_path(GetParam()));
  const ExplorationConfig config = using_technique("summarize");
  const ExplorationResult whole = explore(firmware, config);
  std::unique_ptr<ExplorationRun> run;
  JobInTurns job([&] {
    run = start_exploration(firmware, config);
    run->run();
  });
  unsigned turns = 1;
  while (!job.advance(1e-4)) ++turns;
  const ExplorationResult pieces = run->finish();
  EXPECT_GT(turns, 1U);
  EXPECT_EQ(pieces.verdict, whole.verdict);
  EXPECT_EQ(pieces.ended, whole.ended);
  EXPECT_EQ(pieces.techniques.front().counts, whole.techniques.front().counts);
}

INSTANTIATE_TEST_SUITE_P(Sources, ListingsInTurns,
                         ::testing::Values("listing_4_3_O1", "listing_4_5_O1", "listing_4_12_O1", "listing_4_13_O0"));

class ListingsOnceMore : public ::testing::TestWithParam<const char*> {};

TEST_P(ListingsOnceMore, AreExploredInTheSameTurns) {
  const auto firmware = support::FirmwareImage::load(testing::firmware_path(GetParam()));
  const ExplorationConfig config = using_technique("auto");
  const ExplorationResult once = explore(firmware, config), again = explore(firmware, config);
  ASSERT_GT(once.techniques.size(), 1U) << "that of --auto, and the winner's";
  ASSERT_GT(once.techniques.front().counts.size(), 1U) << "several had turns";
  EXPECT_EQ(again.techniques.front().counts, once.techniques.front().counts);
  EXPECT_EQ(again.ended, once.ended);
  EXPECT_EQ(again.hart.instructions, once.hart.instructions);
  EXPECT_EQ(again.queries, once.queries);
  EXPECT_EQ(again.terms, once.terms);
}

INSTANTIATE_TEST_SUITE_P(Sources, ListingsOnceMore,
                         ::testing::Values("listing_4_3_O1", "listing_4_10_O1",
                                           testing::sized("listing_4_13_O1", "listing_4_5_O1")));

}  // namespace
}  // namespace janus::engine
