// Relations that a loop may keep: what they say of values and as terms, and which are proposed.
#include "engine/subsume/loop_relations.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "term/evaluate.h"
#include "testing/random.h"

namespace janus::engine {
namespace {

using RelationShape = Relation::Shape;

Location register_location(std::uint32_t number) { return {Location::Kind::Register, number}; }

TEST(LoopRelationsKept, SayTheSameOfValuesAsTheirTerms) {
  testing::Random random(61);
  term::TermPool pool;
  std::vector<NowAndBefore<term::Term>> terms;
  for (const char* name : {"a", "b"}) {
    const term::Term now = pool.variable(name, 32);
    terms.push_back({now, pool.variable(std::string(name) + " at entry", 32)});
  }
  term::Evaluator evaluator;
  int held = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto near = [&](std::uint32_t value) {
      return random.one_in(2) ? random.operand() : value + random.below(3);
    };
    const std::uint32_t a0 = random.operand(), a = near(a0), b0 = near(a), b = near(b0);
    const Relation relation{static_cast<RelationShape>(random.below(10)),
                            random.below(2),
                            random.below(2),
                            random.between(-2, 8),
                            random.one_in(2),
                            near(a)};
    const term::Assignment assignment = {a, a0, b, b0};
    evaluator.assign(assignment);
    const bool expected = holds(relation, {{a, a0}, {b, b0}});
    ASSERT_EQ(evaluator(term_of(pool, relation, terms)) != 0, expected) << "shape " << static_cast<int>(relation.shape);
    held += expected;
  }
  EXPECT_GT(held, 1000);
  EXPECT_LT(held, 3000);
}

TEST(LoopRelationsKept, HoldAsTheirShapesSay) {
  const auto kept = [](RelationShape shape, NowAndBefore<std::uint32_t> a, NowAndBefore<std::uint32_t> b,
                       bool is_signed, std::int32_t factor = 1) {
    return holds({shape, 0, 1, factor, is_signed}, {a, b});
  };
  constexpr std::uint32_t kMinus = 0xffff'ffff;
  EXPECT_TRUE(kept(RelationShape::Linear, {12, 4}, {2, 0}, false, 4));
  EXPECT_FALSE(kept(RelationShape::Linear, {12, 4}, {2, 0}, false, 2));
  EXPECT_TRUE(kept(RelationShape::Linear, {3, 4}, {2, 1}, false, -1));
  EXPECT_TRUE(kept(RelationShape::Grows, {1, kMinus}, {}, true));
  EXPECT_FALSE(kept(RelationShape::Grows, {1, kMinus}, {}, false));
  EXPECT_TRUE(kept(RelationShape::Shrinks, {kMinus, 1}, {}, true));
  EXPECT_FALSE(kept(RelationShape::Shrinks, {kMinus, 1}, {}, false));
  EXPECT_TRUE(kept(RelationShape::Ordered, {5, 9}, {5, 0}, false));
  EXPECT_FALSE(kept(RelationShape::Below, {5, 9}, {5, 0}, false));
  EXPECT_TRUE(kept(RelationShape::Below, {kMinus, 0}, {5, 0}, true));
  EXPECT_TRUE(kept(RelationShape::Bounded, {9, 9}, {5, 0}, false)) << "it has not moved";
  EXPECT_FALSE(kept(RelationShape::Bounded, {8, 9}, {5, 0}, false));
  EXPECT_TRUE(kept(RelationShape::Bounded, {4, 9}, {5, 0}, false));
  EXPECT_TRUE(kept(RelationShape::Equal, {4, 9}, {4, 0}, false));
  EXPECT_FALSE(kept(RelationShape::Equal, {4, 9}, {5, 9}, false));
}

TEST(LoopRelationsKept, AreProposedBetweenWhatChangesAndAllElseInWhicheverOrderThatIsFound) {
  const auto proposed = [](bool read_first) {
    LoopRelations relations;
    if (read_first) relations.add_read(register_location(12));
    relations.add_changed(register_location(10));
    relations.add_changed(register_location(11));
    relations.add_changed(register_location(10));
    if (!read_first) relations.add_read(register_location(12));
    EXPECT_EQ(relations.locations().size(), 3U);
    EXPECT_TRUE(relations.changes(register_location(10)));
    EXPECT_FALSE(relations.changes(register_location(12)));
    EXPECT_FALSE(relations.changes(register_location(13)));
    std::vector<std::tuple<RelationShape, std::uint32_t, std::uint32_t, std::int32_t, bool>> found;
    for (const Relation& relation : relations.relations()) {
      const auto number = [&](std::uint32_t index) { return relations.locations()[index].location.number; };
      found.emplace_back(relation.shape, number(relation.a), number(relation.b), relation.factor, relation.is_signed);
    }
    std::sort(found.begin(), found.end());
    EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "each once";
    std::erase_if(found, [](const auto& entry) {
      const auto [shape, a, b, factor, is_signed] = entry;
      return a != 12 && b != 12;
    });
    return found;
  };
  const auto found = proposed(true);
  EXPECT_EQ(found.size(), 20U) << "of each that changes: 2 orders, 2 of them strict, a bound, signed and unsigned";
  EXPECT_EQ(found, proposed(false));
}

TEST(LoopRelationsKept, AreNotProposedOfWhatStaysAsItIs) {
  LoopRelations relations;
  for (const std::uint32_t number : {10U, 11U, 12U}) relations.add_read(register_location(number));
  EXPECT_TRUE(relations.relations().empty());
}

TEST(LoopRelationsKept, BoundWhatChangesByComparedConstantsAndTheirNeighbours) {
  const auto bounds = [](bool constant_first) {
    LoopRelations relations;
    if (constant_first) {
      EXPECT_TRUE(relations.add_compared(5));
    }
    relations.add_changed(register_location(10));
    relations.add_read(register_location(11));
    if (!constant_first) {
      EXPECT_TRUE(relations.add_compared(5));
    }
    EXPECT_FALSE(relations.add_compared(5));
    EXPECT_TRUE(relations.add_compared(6)) << "7 is new";
    std::vector<std::pair<bool, std::uint32_t>> found;
    for (const Relation& relation : relations.relations()) {
      const bool most = relation.shape == RelationShape::AtMost;
      if (!most && relation.shape != RelationShape::AtLeast) continue;
      EXPECT_EQ(relations.locations()[relation.a].location.number, 10U);
      found.emplace_back(most, relation.constant);
    }
    std::sort(found.begin(), found.end());
    return found;
  };
  const std::vector<std::pair<bool, std::uint32_t>> expected = {{false, 4}, {false, 5}, {false, 6}, {false, 7},
                                                                {true, 4},  {true, 5},  {true, 6},  {true, 7}};
  EXPECT_EQ(bounds(true), expected);
  EXPECT_EQ(bounds(false), expected);
}

TEST(LoopRelationsKept, AreNearABoundByWhatIsAddedOnlyIfThatIsAskedFor) {
  LoopRelations relations;
  relations.add_changed(register_location(10));
  relations.add_read(register_location(11));
  relations.note_offset(3);
  for (const std::uint32_t useless : {3U, 0U, 0xffff'fff0U}) relations.note_offset(useless);
  const std::size_t before = relations.relations().size();
  EXPECT_TRUE(relations.propose_offsets());
  ASSERT_EQ(relations.relations().size(), before + 2);
  for (const std::uint32_t constant : {3U, 2U}) {
    const Relation& near = relations.relations()[before + (3 - constant)];
    EXPECT_EQ(near.shape, RelationShape::Near);
    EXPECT_EQ(near.constant, constant);
    EXPECT_TRUE(holds(near, {{7 + constant, 0}, {7, 0}}));
    EXPECT_FALSE(holds(near, {{8 + constant, 0}, {7, 0}}));
    EXPECT_TRUE(holds(near, {{3, 0}, {7, 0}}));
  }
  EXPECT_FALSE(relations.propose_offsets()) << "nothing is new";
}

TEST(LoopRelationsKept, AreOfSoManyLocationsAtMost) {
  LoopRelations relations;
  for (std::uint32_t i = 0; i < LoopRelations::kMaxLocations; ++i)
    EXPECT_TRUE(relations.add_read(register_location(i)));
  EXPECT_FALSE(relations.add_read(register_location(100)));
  EXPECT_FALSE(relations.add_changed(register_location(100)));
  EXPECT_TRUE(relations.add_read(register_location(3)));
  EXPECT_TRUE(relations.add_changed(register_location(3))) << "it was there already";
  EXPECT_TRUE(relations.changes(register_location(3)));
}

}  // namespace
}  // namespace janus::engine
