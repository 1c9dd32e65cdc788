#include "engine/search/searchers.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/search/guided_searcher.h"
#include "isa/decoder.h"
#include "support/error.h"
#include "testing/elf_writer.h"
#include "testing/encode.h"

namespace janus::engine {
namespace {

using testing::kCode;
using testing::kNop;
constexpr std::uint32_t kStay = 0x0000'006f;

std::unique_ptr<ExecutionState> state(std::uint64_t id) {
  auto made = std::make_unique<ExecutionState>(Memory(4096));
  made->id = id;
  return made;
}

// A searcher, and the coverage of a program of `nops` nops followed by a jump to itself.
class Search {
 public:
  Search(std::string_view name, std::uint64_t seed, std::size_t nops = 100)
      : image_(code(nops)), searcher_(make_searcher(name, seed, &coverage)) {}

  Searcher* operator->() { return searcher_.get(); }
  // Covers the instructions from `begin` to `end`, both included, with a state that does not wait.
  void cover(std::uint32_t begin, std::uint32_t end) {
    const auto runner = state(0);
    for (std::uint32_t word = begin; word <= end; ++word) {
      runner->hart.pc = kCode + 4 * (word + 1);
      coverage.executed(*runner, kCode + 4 * word, isa::decode(kNop, isa::kRv32ima));
    }
  }
  // Takes a state and adds it again.
  std::uint64_t pick() {
    auto taken = searcher_->take();
    const std::uint64_t id = taken->id;
    searcher_->add(std::move(taken));
    return id;
  }

 private:
  static support::FirmwareImage code(std::size_t nops) {
    std::vector<std::uint32_t> words(nops, kNop);
    words.push_back(kStay);
    return testing::image_of(words);
  }
  support::FirmwareImage image_;

 public:
  Coverage coverage{image_};

 private:
  std::unique_ptr<Searcher> searcher_;
};

std::vector<std::uint64_t> order(std::string_view name, std::uint64_t seed) {
  Search search(name, seed);
  for (std::uint64_t id = 1; id <= 20; ++id) search->add(state(id));
  std::vector<std::uint64_t> ids;
  while (search->size() > 0) {
    const auto taken = search->take();
    ids.push_back(taken->id);
    search->ended(*taken);
  }
  return ids;
}

TEST(DepthFirst, TakesTheYoungestFirst) {
  const auto searcher = make_searcher("dfs", 0);
  searcher->add(state(1));
  searcher->add(state(2));
  EXPECT_EQ(searcher->take()->id, 2U);
  searcher->add(state(3));
  EXPECT_EQ(searcher->take()->id, 3U);
  EXPECT_EQ(searcher->take()->id, 1U);
}

TEST(BreadthFirst, TakesTheOldestFirst) {
  const auto searcher = make_searcher("bfs", 0);
  searcher->add(state(1));
  searcher->add(state(2));
  EXPECT_EQ(searcher->take()->id, 1U);
  searcher->add(state(3));
  EXPECT_EQ(searcher->take()->id, 2U);
  EXPECT_EQ(searcher->take()->id, 3U);
}

// A state forks 16 times, as in a loop, and leaves a sibling behind each time. The first sibling stands for the code
// after the loop. How often does the searcher take it next?
int picks_of_the_first_sibling(std::string_view name) {
  Search search(name, 3);
  auto running = state(0);
  search->add(std::move(running));
  running = search->take();
  for (std::uint64_t id = 1; id <= 16; ++id) {
    auto sibling = std::make_unique<ExecutionState>(*running);
    sibling->id = id;
    search->forked(*running, *sibling);
    search->add(std::move(sibling));
  }
  search->add(std::move(running));
  std::map<std::uint64_t, int> picks;
  for (int i = 0; i < 1700; ++i) ++picks[search.pick()];
  return picks[1];
}

TEST(RandomPath, IsNotDrownedByTheStatesOfALoop) {
  EXPECT_NEAR(picks_of_the_first_sibling("random"), 1700 / 17, 40);
  EXPECT_NEAR(picks_of_the_first_sibling("random-path"), 1700 / 2, 90);
}

TEST(Mixed, TakesTurns) {
  EXPECT_NEAR(picks_of_the_first_sibling("mixed"), 1700 / 4 + 1700 / 17 / 2, 90) << "half by path, half by weight";
}

TEST(CoverageSearcher, PrefersStatesCloseToWhatNobodyExecuted) {
  Search search("coverage", 5);
  for (std::uint64_t id = 0; id < 10; ++id) {
    auto waiting = state(id);
    waiting->hart.pc = kCode + 4 * static_cast<std::uint32_t>(9 * id);
    search->add(std::move(waiting));
  }
  search.cover(0, 82);  // state 9 stands two instructions in front of the first uncovered one
  std::map<std::uint64_t, int> picks;
  for (int i = 0; i < 1000; ++i) ++picks[search.pick()];
  EXPECT_GT(picks[9], 900);
}

TEST(CoverageSearcher, PrefersStatesThatCoveredSomethingLately) {
  auto lately = state(1), long_ago = state(2);
  lately->search.covered = long_ago->search.covered = 10;
  lately->hart.retired = long_ago->hart.retired = 1000;
  lately->search.covered_at = 990;
  long_ago->search.covered_at = 10;
  EXPECT_GT(score::covering_new(*lately, 50), 100 * score::covering_new(*long_ago, 50));
}

TEST(Criteria, RankStatesAsTheyPromise) {
  auto a = state(1), b = state(2);
  a->search.jumps = 1'000'000;
  b->search.jumps = 1'000'001;
  EXPECT_GT(score::few_jumps(*a, 0), score::few_jumps(*b, 0)) << "fewer jumps are better, however many";
  a->search.covered = 5;
  b->search.covered = 4;
  EXPECT_GT(score::newness(*a, 0), score::newness(*b, 0));
  EXPECT_GT(score::closeness(*a, 3), score::closeness(*a, 4));
  EXPECT_GT(score::closeness(*a, 1000), score::closeness(*a, Coverage::kUnreachable));
  EXPECT_EQ(score::sum(*a, 7), score::few_jumps(*a, 7) + score::newness(*a, 7) + score::closeness(*a, 7));
  for (const Score score : {score::covering_new, score::few_jumps, score::newness, score::closeness, score::sum}) {
    EXPECT_GT(score(*state(0), Coverage::kUnreachable), 0U);
    EXPECT_LE(score(*state(0), 0), std::uint64_t{1} << 32);
  }
}

// State 1 has the fewest jumps, 2 has covered the most, 3 is the closest. State 4 is second in all three criteria, and
// the best in their sum.
void add_candidates(Search& search) {
  const std::uint64_t jumps[] = {0, 1'000'000, 1'000'000, 3}, covered[] = {0, 1000, 0, 900};
  const std::uint32_t word[] = {0, 0, 49, 46};
  search.cover(0, 49);
  search.coverage.update();
  for (std::uint64_t i = 0; i < 4; ++i) {
    auto candidate = state(i + 1);
    candidate->search.jumps = jumps[i];
    candidate->search.covered = covered[i];
    candidate->hart.pc = kCode + 4 * word[i];
    search->add(std::move(candidate));
  }
}
std::map<std::uint64_t, int> picks_among_candidates(std::string_view name) {
  Search search(name, 7);
  add_candidates(search);
  std::map<std::uint64_t, int> picks;
  for (int i = 0; i < 3000; ++i) ++picks[search.pick()];
  return picks;
}

TEST(BestOfThree, TakesTheBestByACriterionDrawnAtRandom) {
  auto picks = picks_among_candidates("best-of-three");
  for (const std::uint64_t id : {1, 2, 3}) EXPECT_NEAR(picks[id], 1000, 120) << id;
  EXPECT_EQ(picks[4], 0);
}

TEST(BestSum, TakesTheBestBySum) { EXPECT_EQ(picks_among_candidates("best-sum")[4], 3000); }

TEST(WeightedSum, TakesEveryStateSometimesAndTheBestMostOften) {
  auto picks = picks_among_candidates("weighted-sum");
  for (const std::uint64_t id : {1, 2, 3}) {
    EXPECT_GT(picks[id], 0) << id;
    EXPECT_GT(picks[4], picks[id]) << id;
  }
}

TEST(EverySearcher, IsDeterminedByItsSeed) {
  for (const std::string_view name : searcher_names()) EXPECT_EQ(order(name, 5), order(name, 5)) << name;
  for (const std::string_view name : {"random", "random-path", "coverage", "mixed", "weighted-sum"}) {
    EXPECT_NE(order(name, 5), order(name, 6)) << name;
  }
}

TEST(EverySearcher, GivesBackEveryStateOnce) {
  for (const std::string_view name : searcher_names()) {
    const auto ids = order(name, 1);
    EXPECT_EQ(std::set<std::uint64_t>(ids.begin(), ids.end()).size(), 20U) << name;
  }
}

TEST(EverySearcher, HasAName) {
  EXPECT_THROW(make_searcher("no such searcher", 0), support::InputError);
  EXPECT_FALSE(needs_coverage("no such searcher"));
}

// The number of computed scores: one for each add(), and on average kItemsPerPick for each take().
std::uint64_t scored = 0;
std::uint64_t counting(const ExecutionState&, std::uint32_t) { return ++scored; }

TEST(GuidedSearcher, ScoresAConstantNumberOfStatesAChoiceHoweverManyWaitAndHoweverOftenCoverageGrows) {
  for (const std::size_t waiting : {500, 4000}) {
    Search search("dfs", 0, 20'000);
    GuidedSearcher<MaximumTree<>, 1> searcher(search.coverage, 0, {counting});
    for (std::size_t i = 0; i < waiting; ++i) searcher.add(state(i));
    scored = 0;
    constexpr std::uint32_t kChoices = 10'000;
    for (std::uint32_t i = 0; i < kChoices; ++i) {
      search.cover(i, i);
      searcher.add(searcher.take());
    }
    EXPECT_GT(scored, kChoices + waiting) << "scores were refreshed";
    EXPECT_LE(scored, kChoices * (1 + decltype(searcher)::kItemsPerPick));
  }
}

}  // namespace
}  // namespace janus::engine
