// On which inputs a condition depends, on a path whose model is known.
#include "engine/explore/path_dependence.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "term/term_pool.h"

namespace janus::engine {
namespace {

class DependenceOnAPath : public ::testing::Test {
 protected:
  using Indices = std::vector<std::uint32_t>;
  term::Term byte(const char* name) { return pool_.variable(name, 8); }
  static std::uint32_t index(term::Term variable) { return static_cast<std::uint32_t>(variable->value); }
  // The path on which the inputs have these values.
  PathDependence::Model model(const std::vector<std::pair<term::Term, std::uint64_t>>& values) {
    term::Assignment made;
    for (const auto& [variable, value] : values) made.set(index(variable), value);
    return std::make_shared<const term::Assignment>(std::move(made));
  }

  term::TermPool pool_;
  PathDependence path_;
  term::Term at_ = byte("at"), zero_ = byte("zero"), one_ = byte("one"), two_ = byte("two"), three_ = byte("three");
  // What is loaded from a table with four elements.
  term::Term low_ = pool_.extract(at_, 0, 0), high_ = pool_.extract(at_, 1, 1);
  term::Term element_ = pool_.ite(high_, pool_.ite(low_, three_, two_), pool_.ite(low_, one_, zero_));
  term::Term asked_ = pool_.eq(element_, pool_.constant(8, 7));
};

TEST_F(DependenceOnAPath, IsOnTheIndexAndOnWhatItChooses) {
  EXPECT_EQ(path_.variables(asked_, model({{at_, 2}})), (Indices{index(at_), index(two_)}));
  EXPECT_EQ(path_.variables(asked_, model({{at_, 1}})), (Indices{index(at_), index(one_)}));
}

TEST_F(DependenceOnAPath, IsNotOnAnIndexThatIsDecided) {
  path_.decide(pool_.eq(at_, pool_.constant(8, 2)), true);
  EXPECT_EQ(path_.variables(asked_, model({{at_, 2}})), Indices{index(two_)});
}

TEST_F(DependenceOnAPath, IsNotOnBitsThatAreDecided) {
  path_.decide(pool_.eq(pool_.extract(at_, 1, 0), pool_.constant(2, 3)), true);
  EXPECT_EQ(path_.variables(asked_, model({{at_, 0x13}})), Indices{index(three_)});
}

TEST_F(DependenceOnAPath, IsOnAnIndexOfWhichLessIsDecided) {
  path_.decide(pool_.eq(at_, pool_.constant(8, 1)), false);
  path_.decide(high_, true);
  EXPECT_EQ(path_.variables(asked_, model({{at_, 2}})), (Indices{index(at_), index(two_)}));
}

TEST_F(DependenceOnAPath, IsOnAllThatIsReadWhereEverythingIsDecided) {
  path_.decide(asked_, true);
  path_.decide(pool_.eq(at_, pool_.constant(8, 2)), true);
  path_.decide(pool_.eq(two_, pool_.constant(8, 7)), true);
  const Indices again = path_.variables(asked_, model({{at_, 2}, {two_, 7}}));
  EXPECT_NE(std::ranges::find(again, index(two_)), again.end());
}

}  // namespace
}  // namespace janus::engine
