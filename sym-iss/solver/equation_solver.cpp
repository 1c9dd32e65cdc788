#include "solver/equation_solver.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "solver/decorator.h"
#include "term/contents.h"
#include "term/substitute.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Term;

class EquationSolver : public Decorator {
 public:
  EquationSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Decorator("equations", std::move(next)), context_(std::move(context)) {}

  Answer check(const PathCondition& path, Term question, Assignment& model) override {
    ++statistics_.asked;
    own_question_ = products_in_(question) != term::Contents::kSeen && eliminate(path, question);
    if (!own_question_) return next_->check(path, question, model);
    Assignment found;
    const Answer answer = next_->check(path_, question_, found);
    if (answer != Answer::Sat) return answer;
    // Backwards, since a definition may read variables that were eliminated later, but none eliminated earlier.
    for (std::size_t i = eliminated_.size(); i-- > 0;) {
      const std::uint64_t value = term::evaluate(eliminated_[i].second, found);
      const std::size_t index = eliminated_[i].first->value;
      found.set(index, value);
    }
    model = std::move(found);
    return answer;
  }
  std::vector<Term> unsat_core() const override { return own_question_ ? std::vector<Term>{} : next_->unsat_core(); }

 private:
  static constexpr std::size_t kMaxConjuncts = 256;

  // Of two words that are not constant.
  static std::uint8_t is_product(Term term) { return term.is(Kind::Mul) && !term->child[1].is_constant(); }

  // Fills path_, question_ and eliminated_. False if there is nothing to eliminate.
  bool eliminate(const PathCondition& path, Term question) {
    const ScopedTime time(statistics_);
    if (path.depth() > kMaxConjuncts) return false;
    std::vector<Term> conjuncts;
    for (const Term conjunct : path.terms()) add_parts(conjunct, false, conjuncts);
    for (Term& conjunct : conjuncts) conjunct = without_known(conjunct, conjuncts);
    eliminated_.clear();
    while (const auto equation = find_equation(conjuncts)) {
      eliminated_.push_back(*equation);
      const Term variables[] = {equation->first}, definitions[] = {equation->second};
      term::Substitution substitution(context_->pool, variables, definitions);
      for (Term& conjunct : conjuncts) conjunct = substitution(conjunct);
      question = substitution(question);
    }
    if (eliminated_.empty()) return false;
    path_ = {};
    for (const Term conjunct : conjuncts) {
      if (!conjunct.is_constant(1)) path_ = extend(path_, conjunct);
    }
    question_ = question;
    return true;
  }

  // Splits a conjunct, or its negation, at conjunctions, and adds the parts to `to`.
  void add_parts(Term term, bool negated, std::vector<Term>& to) {
    if (term.is(Kind::Not)) return add_parts(term->child[0], !negated, to);
    if (term.is(negated ? Kind::Or : Kind::And)) {
      add_parts(term->child[0], negated, to);
      add_parts(term->child[1], negated, to);
      return;
    }
    const Term part = negated ? context_->pool.bit_not(term) : term;
    if (std::find(to.begin(), to.end(), part) == to.end()) to.push_back(part);
  }

  // not (a and b) becomes not b where another conjunct implies a.
  Term without_known(Term conjunct, const std::vector<Term>& conjuncts) {
    if (!conjunct.is(Kind::Not) || !conjunct->child[0].is(Kind::And)) return conjunct;
    std::vector<Term> parts;
    add_parts(conjunct->child[0], false, parts);
    Term rest = context_->pool.truth(true);
    for (const Term part : parts) {
      const bool known =
          std::any_of(conjuncts.begin(), conjuncts.end(), [&](Term other) { return implies(other, part); });
      if (!known) rest = context_->pool.bit_and(rest, part);
    }
    return context_->pool.bit_not(rest);
  }

  // Whether `known` implies `part`: they are the same, or `known` is x < y and `part` says that x is not the largest
  // number.
  static bool implies(Term known, Term part) {
    if (known == part) return true;
    if (!part.is(Kind::Not) || !part->child[0].is(Kind::Eq)) return false;
    const auto [word, constant, unused] = part->child[0]->child;
    const std::uint64_t ones = term::mask(word.width());
    if (known.is(Kind::Slt)) return known->child[0] == word && constant.is_constant(ones >> 1);
    return known.is(Kind::Ult) && known->child[0] == word && constant.is_constant(ones);
  }

  using Equation = std::pair<Term, Term>;  // a variable and its definition

  std::optional<Equation> find_equation(const std::vector<Term>& conjuncts) {
    for (const Term conjunct : conjuncts) {
      if (conjunct.is(Kind::Eq)) {
        if (const auto equation = solved(conjunct->child[0], conjunct->child[1])) return equation;
      }
      if (!conjunct.is(Kind::Ult) && !conjunct.is(Kind::Slt)) continue;
      for (const Term other : conjuncts) {
        if (!other.is(Kind::Not) || !other->child[0].is(conjunct.kind())) continue;
        if (const auto equation = squeezed(conjunct, other->child[0])) return equation;
      }
    }
    return std::nullopt;
  }

  // The equation b = a + 1, from a < b and not c < d, where c = a + 1 and d = b, or c = a and d = b - 1.
  std::optional<Equation> squeezed(Term less, Term not_less) {
    const auto [a, b, unused] = less->child;
    const auto [c, d, unused_too] = not_less->child;
    if (a.width() != c.width()) return std::nullopt;
    term::TermPool& pool = context_->pool;
    const bool above = b == d && pool.sub(c, a).is_constant(1), below = a == c && pool.sub(b, d).is_constant(1);
    if (!above && !below) return std::nullopt;
    return solved(b, pool.add(a, pool.constant(a.width(), 1)));
  }

  // Solves a = b for a variable that is a summand of a - b with coefficient 1 or -1.
  std::optional<Equation> solved(Term a, Term b) {
    term::TermPool& pool = context_->pool;
    const Term difference = pool.sub(a, b), sum = pool.sub(b, a);
    std::vector<Term> open{difference};
    for (std::size_t seen = 0; !open.empty() && seen < 64; ++seen) {
      const Term term = open.back();
      open.pop_back();
      if (term.is(Kind::Add) || term.is(Kind::Sub)) {
        open.push_back(term->child[0]);
        open.push_back(term->child[1]);
      }
      if (!term.is(Kind::Variable)) continue;
      for (const Term definition : {pool.add(term, sum), pool.add(term, difference)}) {
        const auto& reads = context_->support.variables(context_->support.of(definition));
        const bool many = context_->support.of(definition) == term::Support::kMany;
        if (!many && !std::binary_search(reads.begin(), reads.end(), term->value)) return Equation{term, definition};
      }
    }
    return std::nullopt;
  }

  std::shared_ptr<LayerContext> context_;
  term::Contents products_in_{is_product};
  bool own_question_ = false;
  PathCondition path_;
  Term question_;
  std::vector<Equation> eliminated_;
};

}  // namespace

std::unique_ptr<Solver> make_equation_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<EquationSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
