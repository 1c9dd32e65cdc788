// What a layer works out along a path is right wherever it asks, and is not kept where nobody needs it any more.
#include "solver/path_annotation.h"

#include <gtest/gtest.h>

#include <string>

#include "term/term_pool.h"
#include "testing/random.h"

namespace janus::solver {
namespace {

using term::Term;

class PathAnnotations : public ::testing::Test {
 protected:
  // Terms of the path, and how many of them were learned for this answer.
  const std::vector<Term>& ask(const PathCondition& path) {
    return known.at(path, [&](std::vector<Term>& terms, const PathCondition& up_to) {
      terms.push_back(up_to.last()->term);
      ++learned;
    });
  }
  static bool annotated(const PathCondition& path) {
    return path.last()->annotations[static_cast<std::size_t>(Layer::Order)] != nullptr;
  }
  PathCondition extended(const PathCondition& path) {
    return extend(path, pool.variable("v" + std::to_string(made++), 1));
  }

  term::TermPool pool;
  PathAnnotation<Layer::Order, std::vector<Term>> known;
  int learned = 0, made = 0;
};

TEST_F(PathAnnotations, AreSharedByTheForksOfAPathAndTakenOverByTheLast) {
  PathCondition trunk = extended(extended({}));
  EXPECT_EQ(ask(trunk), trunk.terms());
  const PathCondition left = extended(trunk), right = extended(trunk);
  EXPECT_EQ(ask(left), left.terms());
  EXPECT_EQ(learned, 3) << "the trunk was learned once";
  EXPECT_TRUE(annotated(trunk)) << "the other side needs it";
  const PathCondition end = std::move(trunk);  // who holds it may still ask
  EXPECT_EQ(ask(right), right.terms());
  EXPECT_EQ(learned, 4);
  EXPECT_TRUE(annotated(end));
}

TEST_F(PathAnnotations, StayAtTheLeavesOnly) {
  PathCondition trunk = extended({});
  ask(trunk);
  const PathCondition left = extended(trunk), right = extended(trunk);
  const Conjunct* fork = trunk.last();
  trunk = {};
  ask(left);
  ask(right);
  EXPECT_EQ(learned, 3);
  EXPECT_EQ(fork->annotations[static_cast<std::size_t>(Layer::Order)], nullptr);
  EXPECT_EQ(ask(left), left.terms());
  EXPECT_EQ(learned, 3);
}

TEST_F(PathAnnotations, AreRightWhoeverAsksInWhateverOrder) {
  testing::Random random(3);
  std::vector<PathCondition> paths{extended({})};
  for (int i = 0; i < 3000; ++i) {
    const auto pick = random.below(static_cast<std::uint32_t>(paths.size()));
    const PathCondition path = paths[pick];
    if (random.one_in(3)) paths.push_back(extended(path));
    if (random.one_in(4)) {  // go on without looking back
      paths[pick] = extended(path);
    } else {
      ASSERT_EQ(ask(path), path.terms());
    }
    if (paths.size() > 20) paths.erase(paths.begin() + random.below(20));
  }
}

}  // namespace
}  // namespace janus::solver
