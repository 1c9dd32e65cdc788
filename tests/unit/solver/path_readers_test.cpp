// Who reads which variable along a path, against a walk over the whole path, on random trees of long paths.
#include "solver/path_readers.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "term/term_pool.h"
#include "testing/random.h"

namespace janus::solver {
namespace {

using term::Support;
using term::Term;

// Conditions on a few of 300 variables; seldom on very many of them, or on none.
class PathReadersOnRandomTrees : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  PathReadersOnRandomTrees() : random_(GetParam()) {
    for (int i = 0; i < 300; ++i) variables_.push_back(pool_.variable("v" + std::to_string(i), 32));
  }

  Term condition() {
    const std::uint32_t count = random_.one_in(60) ? 40 : 1 + random_.below(3);
    Term sum = pool_.constant(32, random_.below(100));
    for (std::uint32_t i = 0; i < count; ++i) sum = pool_.bit_xor(pool_.add(sum, random_.pick(variables_)), sum);
    return pool_.ult(sum, pool_.constant(32, 1000));
  }
  // Any path, extended by some conditions.
  PathCondition grown() {
    PathCondition path = random_.pick(paths_);
    for (std::uint32_t i = 1 + random_.below(30); i > 0; --i) path = extend(path, condition());
    paths_.push_back(path);
    if (paths_.size() > 12) paths_.erase(paths_.begin() + random_.below(10));
    return path;
  }
  std::vector<std::uint32_t> some_variables() {
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = random_.below(4); i > 0; --i) indices.push_back(random_.below(300));
    std::ranges::sort(indices);
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    return indices;
  }

  testing::Random random_;
  term::TermPool pool_;
  Support support_;
  PathReaders readers_{support_};
  std::vector<Term> variables_;
  std::vector<PathCondition> paths_{1};
};

TEST_P(PathReadersOnRandomTrees, AreFoundLastToFirst) {
  for (int round = 0; round < 60; ++round) {
    const PathCondition path = grown();
    const std::vector<std::uint32_t> variables = some_variables();
    std::vector<const Conjunct*> expected, found;
    for (const Conjunct* c = path.last(); c; c = c->parent)
      if (support_.has_any(support_.of(c->term), variables)) expected.push_back(c);
    auto walk = readers_.walk(path, variables);
    while (const Conjunct* c = walk.next()) found.push_back(c);
    ASSERT_EQ(found, expected) << "depth " << path.depth();
  }
}

// What is connected, by passes over the whole path until nothing is added.
TEST_P(PathReadersOnRandomTrees, AreConnectedThroughTheirVariables) {
  for (int round = 0; round < 60; ++round) {
    const PathCondition path = grown();
    const Term question = condition();
    Support::Set variables = support_.of(question);
    std::vector<Term> expected;
    for (std::size_t before = 1; before != expected.size();) {
      before = expected.size();
      expected.clear();
      for (const Term each : path.terms()) {
        if (!support_.intersect(support_.of(each), variables)) continue;
        expected.push_back(each);
        variables = support_.united(variables, support_.of(each));
      }
    }
    PathReaders::Dependencies found = readers_.dependencies(path, question);
    ASSERT_TRUE(found.known);
    ASSERT_EQ(found.conjuncts, expected) << "depth " << path.depth();
    std::ranges::sort(found.variables);
    ASSERT_EQ(found.variables, support_.variables(variables));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PathReadersOnRandomTrees, ::testing::Range<std::uint64_t>(0, 6));

TEST(PathReaders, KnowNoDependenciesOnUnknownVariables) {
  term::TermPool pool;
  Support support;
  PathReaders readers(support);
  Term sum = pool.constant(32, 0);
  for (std::size_t i = 0; i <= Support::kMaxListed; ++i)
    sum = pool.add(sum, pool.variable("v" + std::to_string(i), 32));
  const Term zero = pool.constant(32, 0), first = pool.variables()[0].term;
  PathCondition path = extend({}, pool.eq(sum, zero));
  EXPECT_FALSE(readers.dependencies(path, pool.eq(first, zero)).known);
  const std::uint32_t index = 0;
  EXPECT_EQ(readers.walk(path, {&index, 1}).next(), path.last());
}

}  // namespace
}  // namespace janus::solver
