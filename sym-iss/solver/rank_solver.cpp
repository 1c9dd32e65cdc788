#include "solver/rank_solver.h"

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solver/compared_words.h"
#include "solver/decorator.h"
#include "term/contents.h"
#include "term/rewrite.h"
#include "term/work_clock.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Node;
using term::Term;

constexpr std::uint64_t kMostChanges = 64;
constexpr std::uint64_t kMostBounds = 32;  // for one class

// What makes a question more than a path: alternatives, of words or of conditions.
std::uint8_t is_alternative(Term term) {
  return term.is(Kind::Ite) || (term.width() == 1 && (term.is(Kind::And) || term.is(Kind::Or)));
}

class RankSolver : public Decorator {
 public:
  RankSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Decorator("ranks", std::move(next)), context_(std::move(context)) {}

  Answer check(const PathCondition& path, Term question, Assignment& model) override {
    spend(term::Work::Question);
    ++statistics_.asked;
    is_rewritten_ = has_alternatives(path, question) && rewrite(path, question);
    if (!is_rewritten_) return next_->check(path, question, model);
    Assignment found;
    const Answer answer = next_->check(path_, question_, found);
    if (answer == Answer::Sat) {
      for (const Ranked& ranked : ranked_) found.set(ranked.word, ranked.map->word(found[ranked.rank]));
      model = std::move(found);
    }
    return answer;
  }

  std::vector<Term> unsat_core() const override {
    std::vector<Term> core = next_->unsat_core();
    if (!is_rewritten_) return core;
    std::erase_if(core,
                  [this](Term term) { return !origins_.contains(term.node()); });  // bounds, which take nothing away
    for (Term& term : core) term = origins_.at(term.node());
    return core;
  }

 private:
  // A variable and the one that stands for it, by their indices.
  struct Ranked {
    std::uint64_t word, rank;
    const RankMap* map;
  };

  bool has_alternatives(const PathCondition& path, Term question) {
    const auto in = [this](Term term) { return alternatives_(term) != term::Contents::kSeen; };
    if (in(question)) return true;
    spend(term::Work::Conjunct, path.depth());
    for (const Conjunct* c = path.last(); c; c = c->parent) {
      if (in(c->term)) return true;
    }
    return false;
  }

  // Fills path_, question_ and origins_. False if nothing is to be rewritten.
  bool rewrite(const PathCondition& path, Term question) {
    const ScopedTime time(statistics_);
    std::vector<Term> terms = path.terms();
    terms.push_back(question);
    for (const Term term : terms) words_.look_at(term);
    if (words_.changes() > kMostChanges) return false;
    if (words_.changes() != changes_) {
      changes_ = words_.changes();
      made_.clear();
      ranked_.clear();
      bounds_.clear();
    }
    origins_.clear();
    bool is_changed = false;
    for (Term& term : terms) {
      const Term original = std::exchange(term, rewritten(term));
      is_changed = is_changed || !(term == original);
      origins_.emplace(term.node(), original);
    }
    path_ = {};
    for (const Term bound : bounds_) path_ = extend(path_, bound);
    question_ = terms.back();
    terms.pop_back();
    for (const Term term : terms) path_ = extend(path_, term);
    return is_changed;
  }

  Term rewritten(Term root) {
    return term::rewrite(root, made_, std::numeric_limits<std::size_t>::max(), [this](Term term, Term(&made)[3]) {
      spend(term::Work::Visit);
      return rebuilt(term, made);
    });
  }

  Term rebuilt(Term term, Term (&made)[3]) {
    term::TermPool& pool = context_->pool;
    if (term.is_constant()) return term;
    if (term.is(Kind::Variable)) return rank_of(term);
    if (term.is(Kind::Eq) || term.is(Kind::Ult) || term.is(Kind::Slt))
      match(term->child[0], made[0], term->child[1], made[1]);
    if (term.is(Kind::Ite)) {
      if (const RankMap* map = words_.map_of(term))
        return pool.ite(made[0], ranked(*map, term->child[1], made[1]), ranked(*map, term->child[2], made[2]));
    }
    if (term.is(Kind::Extract)) {  // of a sign, if it is one of a rank
      if (const RankMap* map = words_.map_of(term->child[0]))
        return pool.extract(made[0], map->rank_width() - 1, map->rank_width() - 1);
    }
    return pool.build(term.kind(), term.width(), made[0], made[1], made[2], term->low);
  }

  // The operands of a comparison, as ranks if they have them.
  void match(Term a, Term& made_a, Term b, Term& made_b) {
    const RankMap* map = words_.map_of(a);
    if (!map) map = words_.map_of(b);
    if (!map) return;
    made_a = ranked(*map, a, made_a);
    made_b = ranked(*map, b, made_b);
  }

  // Constants belong to no class, so that only now one knows of which they are.
  Term ranked(const RankMap& map, Term original, Term made) {
    if (!original.is_constant()) return made;
    return context_->pool.constant(map.rank_width(), map.rank(original->value));
  }

  Term rank_of(Term variable) {
    const RankMap* map = words_.map_of(variable);
    if (!map) return variable;
    const std::string& name = context_->pool.variables()[variable->value].name;
    const Term rank = context_->pool.variable(name + "%" + std::to_string(map->rank_width()), map->rank_width());
    if (map->kind() == RankMap::Kind::Distinct) bound(rank, *map);
    ranked_.push_back({variable->value, rank->value, map});
    return rank;
  }

  // Words of which only matters which are equal may be numbered as they come: the first has the first rank that is no
  // constant's, unless it is a constant, the second that or the next, and so on.
  void bound(Term rank, const RankMap& map) {
    const auto before = static_cast<std::uint64_t>(std::ranges::count(ranked_, &map, &Ranked::map));
    const std::uint64_t highest = map.constants() + before;
    if (before < kMostBounds && highest < term::mask(rank.width()))
      bounds_.push_back(context_->pool.ult(rank, context_->pool.constant(rank.width(), highest + 1)));
  }

  std::shared_ptr<LayerContext> context_;
  term::Contents alternatives_{is_alternative};
  ComparedWords words_;
  std::uint64_t changes_ = 0;  // those that made_ and ranked_ are of
  term::Rewritten made_;
  std::vector<Ranked> ranked_;
  std::vector<Term> bounds_;  // of ranks

  // The last question, if it was rewritten.
  bool is_rewritten_ = false;
  PathCondition path_;
  Term question_;
  std::unordered_map<const Node*, Term> origins_;
};

}  // namespace

std::unique_ptr<Solver> make_rank_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<RankSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
