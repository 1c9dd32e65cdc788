// Explorations that are written down and brought back do what undisturbed ones do: the same paths, forks, instructions,
// ends and findings, wherever they are cut, and as often as they are.
#include "engine/explore/checkpoint.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "engine/explore/exploration_run.h"
#include "engine/explore/explorer.h"
#include "engine/explore/stored_frontiers.h"
#include "engine/search/searchers.h"
#include "support/error.h"
#include "testing/command.h"
#include "testing/firmware.h"
#include "testing/random.h"

namespace janus::engine {
namespace {

using testing::Random;

ExplorationConfig plain(std::string_view searcher = "dfs") {
  ExplorationConfig config;
  config.hart.log = true;
  config.searcher = searcher;
  config.stop_at_first = false;
  config.limits.instructions = 20'000;
  return config;
}

// Everything that must not depend on where an exploration was cut.
struct Outcome {
  Verdict verdict{};
  std::uint64_t paths = 0, forks = 0, instructions = 0, cycles = 0, gave_up = 0, waiting = 0;
  std::map<Termination, std::uint64_t> ended;
  std::map<std::uint32_t, std::uint64_t> forks_at, assertions;
  std::multiset<std::tuple<Termination, std::uint32_t, std::uint64_t>> findings;  // reason, pc, instructions
  bool operator==(const Outcome&) const = default;
};
void PrintTo(const Outcome& outcome, std::ostream* out) {
  *out << to_string(outcome.verdict) << ", " << outcome.paths << " paths, " << outcome.forks << " forks, "
       << outcome.instructions << " instructions, " << outcome.cycles << " cycles, " << outcome.findings.size()
       << " findings, " << outcome.gave_up << " given up, " << outcome.waiting << " waiting";
}

Outcome outcome_of(const ExplorationResult& result) {
  Outcome outcome{result.verdict,
                  result.paths,
                  result.hart.forks,
                  result.hart.instructions,
                  result.hart.cycles,
                  result.hart.gave_up,
                  result.waiting,
                  result.ended,
                  {},
                  {},
                  {}};
  outcome.forks_at = {result.hart.forks_at.begin(), result.hart.forks_at.end()};
  outcome.assertions = {result.hart.assertions.begin(), result.hart.assertions.end()};
  for (const Finding& finding : result.findings) {
    outcome.findings.insert({finding.test_case.ending.reason, finding.test_case.pc, finding.test_case.instructions});
  }
  return outcome;
}

// What a file would hold of it.
Snapshot written_and_read(const Snapshot& snapshot) {
  return parse_checkpoint(text_of({{}, snapshot, {}}), "a test").snapshot;
}

// Cuts an exploration at random numbers of terms. `searcher`: empty for another one in each part.
ExplorationResult explored_in_parts(const support::FirmwareImage& image, ExplorationConfig config, Random& random,
                                    const std::string& searcher) {
  std::uint64_t terms = 64;
  for (unsigned part = 0;; ++part) {
    if (searcher.empty()) config.searcher = std::string(random.pick(searcher_names()));
    const auto run = start_exploration(image, config);
    run->limit_slice({.seconds = 0, .terms = terms / 2 + random.below(static_cast<std::uint32_t>(terms))});
    run->run();
    if (!run->slice_is_over()) return run->finish();
    Snapshot snapshot = written_and_read(run->snapshot());
    EXPECT_EQ(snapshot.waiting(), run->so_far().waiting);
    if (snapshot.so_far.paths - (config.resumed ? config.resumed->so_far.paths : 0) < 3) terms += terms / 2;
    config.resumed = std::make_shared<const Snapshot>(std::move(snapshot));
    if (part > 2000) {
      ADD_FAILURE() << "it does not get on";
      return run->finish();
    }
  }
}

class Interrupted : public ::testing::TestWithParam<std::string> {};

TEST_P(Interrupted, IsTheSameAsUndisturbedWhereverItIsCut) {
  const auto image = support::FirmwareImage::load(testing::firmware_path(GetParam()));
  const Outcome undisturbed = outcome_of(explore(image, plain()));
  Random random(std::hash<std::string>{}(GetParam()));
  for (const std::string searcher : {"dfs", "bfs", "random-path", "mixed", ""}) {
    EXPECT_EQ(outcome_of(explored_in_parts(image, plain(searcher.empty() ? "dfs" : searcher), random, searcher)),
              undisturbed)
        << searcher;
  }
}

TEST_P(Interrupted, DoesNotDependOnWhatMakesPaths) {
  const auto image = support::FirmwareImage::load(testing::firmware_path(GetParam()));
  Random random(7);
  for (unsigned how = 0; how < 3; ++how) {
    ExplorationConfig config = plain();
    if (how == 0) config.hart.by_value = true;
    if (how == 1) config.hart.max_load_targets = config.hart.max_store_targets = 1;
    if (how == 2) config.eager_stretches = true;
    const Outcome undisturbed = outcome_of(explore(image, config));
    EXPECT_EQ(outcome_of(explored_in_parts(image, config, random, "random")), undisturbed) << how;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Interrupted,
                         ::testing::Values("bubble_sort_safe_3", "bubble_sort_unsafe_3", "merge_sort_safe_3",
                                           "quick_sort_safe_3", "max_safe_3", "sets_unsafe_2", "quickstart", "timer",
                                           "ecall_trap", "hidden_target", "division_unsafe", "invalid_access_safe",
                                           "invalid_access_unsafe", "exit_code_unsafe"),
                         [](const auto& row) { return row.param; });

class Checkpoints : public ::testing::Test {
 protected:
  const support::FirmwareImage image_ = support::FirmwareImage::load(testing::firmware_path("bubble_sort_safe_3"));

  Snapshot half_way(std::string_view searcher = "random", std::uint64_t paths = 3) const {
    ExplorationConfig config = plain(searcher);
    config.limits.paths = paths;
    const auto run = start_exploration(image_, config);
    run->run();
    return run->snapshot();
  }
};

// The parts are found one after the other, whoever has explored the others.
TEST_F(Checkpoints, MayHaveManyParts) {
  const Outcome undisturbed = outcome_of(explore(image_, plain()));
  ExplorationConfig config = plain("bfs");
  config.limits.forks = 5;
  const auto run = start_exploration(image_, config);
  run->run();
  Snapshot snapshot{run->so_far(), 0, run->pieces(100)};
  ASSERT_GT(snapshot.frontiers.size(), 2U);
  config = plain();
  config.resumed = std::make_shared<const Snapshot>(written_and_read(snapshot));
  EXPECT_EQ(outcome_of(explore(image_, config)), undisturbed);
}

TEST_F(Checkpoints, GoOnWithOtherLimits) {
  const Outcome undisturbed = outcome_of(explore(image_, plain()));
  ExplorationConfig config = plain();
  for (std::uint64_t paths = 1; paths < undisturbed.paths; ++paths) {
    config.limits.paths = paths;
    Snapshot last;
    ExplorationEvents events;
    events.on_checkpoint = [&](const Snapshot& snapshot) { last = written_and_read(snapshot); };
    const ExplorationResult result = explore(image_, config, events);
    EXPECT_EQ(result.verdict, Verdict::Unknown);
    EXPECT_EQ(result.paths, paths);
    EXPECT_EQ(result.waiting, last.waiting());
    config.resumed = std::make_shared<const Snapshot>(last);
  }
  config.limits.paths = 0;
  EXPECT_EQ(outcome_of(explore(image_, config)), undisturbed);
}

// A log of another machine, or a wrong one, leads elsewhere. Then the verdict is not safe.
TEST_F(Checkpoints, OfAnotherFirmwareAreNeverSafe) {
  for (const char* other : {"merge_sort_safe_3", "quickstart_fixed", "max_safe_3"}) {
    const auto image = support::FirmwareImage::load(testing::firmware_path(other));
    ExplorationConfig config = plain();
    config.resumed = std::make_shared<const Snapshot>(half_way());
    const ExplorationResult result = explore(image, config);
    EXPECT_NE(result.verdict, Verdict::Safe) << other;
    EXPECT_GT(result.ended.at(Termination::SolverGaveUp), 0U) << other;
  }
}

TEST_F(Checkpoints, ThatAreDamagedGiveOneLine) {
  const std::string text = text_of({{{"version", "1"}}, half_way(), {}});
  EXPECT_NO_THROW(parse_checkpoint(text, "file"));
  const auto message_of = [](const std::string& damaged) -> std::string {
    try {
      parse_checkpoint(damaged, "file");
    } catch (const support::InputError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(message_of(""), "file: not a checkpoint");
  EXPECT_EQ(message_of("\x7f"
                       "ELF"),
            "file: not a checkpoint");
  EXPECT_EQ(message_of("janus-checkpoint 9\n"), "file: a checkpoint of another version, or a damaged one");
  for (std::size_t length = 19; length < text.size(); length += 7) {
    EXPECT_EQ(message_of(text.substr(0, length)), "file: a damaged checkpoint") << length;
  }
  for (std::size_t at = 19; at < text.size(); at += 5) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_EQ(message_of(damaged), "file: a damaged checkpoint") << at;
  }
}

// What passes the sum may still be anything: then it is refused, or explored to another verdict than safe or to the
// same, but it never crashes.
TEST_F(Checkpoints, ThatAreHostileAreRefusedOrExplored) {
  const std::string text = half_way("random", 2).frontiers.front()->text();
  Random random(3);
  unsigned refused = 0, explored = 0;
  for (unsigned i = 0; i < 400; ++i) {
    std::string hostile = text;
    for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
      const auto at = static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(hostile.size())));
      switch (random.below(3)) {
        case 0: hostile[static_cast<std::size_t>(at)] = static_cast<char>(random.below(256)); break;
        case 1: hostile.erase(hostile.begin() + at); break;
        case 2: hostile.insert(hostile.begin() + at, static_cast<char>(random.below(256))); break;
      }
      if (hostile.empty()) break;
    }
    std::shared_ptr<const Frontier> frontier;
    try {
      frontier = Frontier::parse(hostile, "file");
    } catch (const support::InputError& error) {
      EXPECT_STREQ(error.what(), "file: the waiting states are damaged");
      ++refused;
      continue;
    }
    ++explored;
    ExplorationConfig config = plain();
    config.limits.instructions = 2000;
    config.resumed = std::make_shared<const Snapshot>(Snapshot{{}, 0, {frontier}});
    EXPECT_NO_THROW(explore(image_, config));
  }
  EXPECT_GT(refused, 50U);
  EXPECT_GT(explored, 5U);
}

TEST_F(Checkpoints, TakeFewBytes) {
  ExplorationConfig config = plain("bfs");
  config.limits.forks = 7;
  const auto run = start_exploration(image_, config);
  run->run();
  const Snapshot snapshot = run->snapshot();
  ASSERT_GT(snapshot.waiting(), 3U);
  EXPECT_LT(snapshot.frontiers.front()->text().size(), 100 * snapshot.waiting());
}

// The automatic choice writes the plain exploration down. After that it begins with its techniques again, and ends
// with the same verdict and findings.
TEST_F(Checkpoints, OfTheAutomaticChoiceHaveAllFindings) {
  for (const char* firmware : {"bubble_sort_safe_3", "bubble_sort_unsafe_3", "quickstart"}) {
    const auto image = support::FirmwareImage::load(testing::firmware_path(firmware));
    ExplorationConfig config = plain();
    config.automatic = true;
    const ExplorationResult undisturbed = explore(image, config);
    Snapshot last;
    ExplorationEvents events;
    events.on_checkpoint = [&](const Snapshot& snapshot) { last = written_and_read(snapshot); };
    config.limits.paths = 2;
    const ExplorationResult cut = explore(image, config, events);
    EXPECT_EQ(last.so_far.findings.size(), cut.findings.size());
    config.limits.paths = 0;
    config.resumed = std::make_shared<const Snapshot>(last);
    const ExplorationResult resumed = explore(image, config, events);
    EXPECT_EQ(resumed.verdict, undisturbed.verdict);
    EXPECT_EQ(resumed.findings.size(), undisturbed.findings.size());
    EXPECT_EQ(last.waiting(), 0U);  // nothing is left of an exploration that has its verdict
    config.resumed = std::make_shared<const Snapshot>(last);
    EXPECT_EQ(explore(image, config).verdict, undisturbed.verdict);
  }
}

TEST_F(Checkpoints, RefuseStatesThatAreMoreThanTheirDecisions) {
  const auto message_of = [&](auto change) -> std::string {
    ExplorationConfig config = plain();
    change(config);
    try {
      explore(image_, config);
    } catch (const support::InputError& error) {
      return error.what();
    }
    return "none";
  };
  const auto is_refused = [](const std::string& option, const std::string& message) {
    return message.starts_with(option + " cannot be combined with --checkpoint");
  };
  EXPECT_PRED2(is_refused, "--merge", message_of([](auto& config) { config.merging = Merging::Eager; }));
  EXPECT_PRED2(is_refused, "--worst-case", message_of([](auto& config) { config.extreme_times = true; }));
  for (const TechniqueRow& row : kTechniques) {
    EXPECT_PRED2(is_refused, "--" + std::string(row.name),
                 message_of([&](auto& config) { config.techniques.*row.on = true; }));
  }
}

TEST(StoredFrontiers, GoToFilesAndComeBackInReverseOrder) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("bubble_sort_safe_3"));
  ExplorationConfig config = plain("bfs");
  config.limits.forks = 4;
  const auto run = start_exploration(image, config);
  run->run();
  const auto pieces = run->pieces(3);
  const testing::TemporaryDirectory directory;
  {
    StoredFrontiers stored(directory.file(""), 1);
    stored.add(pieces);
    EXPECT_FALSE(std::filesystem::is_empty(directory.file("")));
    EXPECT_EQ(stored.all().size(), pieces.size());
    for (std::size_t left = pieces.size(); left > 1; --left) {
      EXPECT_EQ(stored.take()->text(), pieces[left - 1]->text());
    }
    EXPECT_EQ(stored.leaves(), pieces[0]->leaves());
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory.file("")));
}

}  // namespace
}  // namespace janus::engine
