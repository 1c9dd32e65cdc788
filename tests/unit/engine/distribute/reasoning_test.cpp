// Pieces of an exploration that go on with the terms and solvers of the pieces before them.
#include "engine/explore/reasoning.h"

#include <gtest/gtest.h>

#include "engine/explore/exploration_run.h"
#include "testing/firmware.h"

namespace janus::engine {
namespace {

struct Sum {
  std::uint64_t paths = 0, forks = 0, instructions = 0, asked = 0, queries = 0;
};

ExplorationConfig plain() {
  ExplorationConfig config;
  config.hart.log = true;
  config.stop_at_first = false;
  config.solver.order = false;  // so that the core solver is asked
  return config;
}

// Explores four pieces, one after the other, with one reasoning or each with its own.
Sum explored(const support::FirmwareImage& image, bool together) {
  ExplorationConfig config = plain();
  config.searcher = "bfs";
  config.limits.forks = 6;
  const auto first = start_exploration(image, config);
  first->run();
  const auto pieces = first->pieces(4);
  Sum sum{first->so_far().paths, first->forks(), first->so_far().hart.instructions};
  const auto reasoning = together ? std::make_shared<Reasoning>(config.solver) : nullptr;
  for (const auto& piece : pieces) {
    ExplorationConfig own = plain();
    own.resumed = std::make_shared<const Snapshot>(Snapshot{{}, 0, {piece}});
    EXPECT_TRUE(!reasoning || piece->agrees_with(reasoning->pool));
    const auto run = start_exploration(image, own, {}, reasoning);
    run->run();
    const ExplorationResult result = run->finish();
    sum.paths += result.paths;
    sum.forks += result.hart.forks;
    sum.instructions += result.hart.instructions;
    sum.asked += result.solver.front().asked;
    sum.queries += result.queries;
  }
  return sum;
}

TEST(Reasoning, KnowsMoreInLaterPiecesAndFindsTheSamePaths) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("quick_sort_safe_3"));
  const Sum apart = explored(image, false), together = explored(image, true);
  EXPECT_EQ(together.paths, apart.paths);
  EXPECT_EQ(together.forks, apart.forks);
  EXPECT_EQ(together.instructions, apart.instructions);
  EXPECT_EQ(together.asked, apart.asked) << "each piece should count its own questions";
  EXPECT_LT(together.queries, apart.queries);
}

TEST(Reasoning, IsForPiecesThatDivideInputsInTheSameWay) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("quick_sort_safe_3"));
  ExplorationConfig config = plain();
  config.limits.forks = 3;
  const auto run = start_exploration(image, config);
  run->run();
  const auto piece = run->pieces(1).front();
  Reasoning fresh(config.solver);
  EXPECT_TRUE(piece->agrees_with(fresh.pool));
  // The array is divided into words; a pool that has seen it as bytes is of no use.
  term::ByteChunks& chunks = fresh.pool.byte_chunks();
  chunks.divide(chunks.make("in1_0of12", 12), 8);
  EXPECT_FALSE(piece->agrees_with(fresh.pool));
}

}  // namespace
}  // namespace janus::engine
