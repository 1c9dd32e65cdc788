#include "engine/searcher.h"

#include <gtest/gtest.h>

#include <set>

namespace janus::engine {
namespace {

std::unique_ptr<ExecutionState> state(std::uint64_t id) {
  auto made = std::make_unique<ExecutionState>(Memory(4096));
  made->id = id;
  return made;
}

std::vector<std::uint64_t> order(Searcher& searcher) {
  for (std::uint64_t id = 1; id <= 20; ++id) searcher.add(state(id));
  std::vector<std::uint64_t> ids;
  while (searcher.size() > 0) ids.push_back(searcher.take()->id);
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

TEST(RandomState, IsDeterminedByItsSeed) {
  const auto ids = order(*make_searcher("random", 5));
  EXPECT_EQ(ids, order(*make_searcher("random", 5)));
  EXPECT_NE(ids, order(*make_searcher("random", 6)));
}

TEST(EverySearcher, GivesBackEveryStateOnce) {
  for (const std::string_view name : searcher_names()) {
    const auto ids = order(*make_searcher(name, 1));
    EXPECT_EQ(std::set<std::uint64_t>(ids.begin(), ids.end()).size(), 20U) << name;
  }
}

TEST(EverySearcher, HasAName) { EXPECT_EQ(make_searcher("no such searcher", 0), nullptr); }

}  // namespace
}  // namespace janus::engine
