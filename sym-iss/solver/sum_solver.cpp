#include "solver/sum_solver.h"

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "solver/decorator.h"
#include "solver/free_sums.h"
#include "term/contents.h"
#include "term/rewrite.h"
#include "term/work_clock.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Term;

constexpr std::uint32_t kMostConjuncts = 512;

std::uint8_t is_sum(Term term) {
  return (term.is(Kind::Add) || term.is(Kind::Sub)) && !term->child[0].is_constant() && !term->child[1].is_constant();
}

class SumSolver : public Decorator {
 public:
  SumSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Decorator("sums", std::move(next)), context_(std::move(context)), free_(*context_) {}

  Answer check(const PathCondition& path, Term question, Assignment& model) override {
    spend(term::Work::Question);
    is_rewritten_ = false;
    if (has_sums(path, question)) {
      if (const std::optional<Answer> answer = rewrite(path, question)) {
        statistics_.count(*answer);
        return *answer;
      }
    }
    ++statistics_.asked;
    if (!is_rewritten_) return next_->check(path, question, model);
    Assignment found;  // `model` satisfies the path, but not what follows from path and question together
    const Answer answer = next_->check(path_, question_, found);
    if (answer == Answer::Sat) {
      for (const FreeSum& sum : free_.sums()) sum.assign(found);
      model = std::move(found);
    }
    return answer;
  }

  std::vector<Term> unsat_core() const override { return is_rewritten_ ? std::vector<Term>{} : next_->unsat_core(); }

 private:
  bool has_sums(const PathCondition& path, Term question) {
    if (path.depth() > kMostConjuncts) return false;
    const auto in = [this](Term term) { return sums_(term) != term::Contents::kSeen; };
    if (in(question)) return true;
    spend(term::Work::Conjunct, path.depth());
    for (const Conjunct* c = path.last(); c; c = c->parent) {
      if (in(c->term)) return true;
    }
    return false;
  }

  // Fills path_ and question_, and sets is_rewritten_, if there are free sums. An answer if that is one already.
  std::optional<Answer> rewrite(const PathCondition& path, Term question) {
    const ScopedTime time(statistics_);
    std::vector<Term> terms = path.terms();
    terms.push_back(question);
    if (!free_.find(terms)) return std::nullopt;
    is_rewritten_ = true;
    made_.clear();
    path_ = {};
    term::TermPool& pool = context_->pool;
    for (const FreeSum& sum : free_.sums()) {
      const unsigned width = sum.word.width();
      if (sum.highest != term::mask(width))
        path_ = extend(path_, pool.bit_not(pool.ult(pool.constant(width, sum.highest), sum.word)));
    }
    question_ = free_.is_of_digit(question) ? pool.truth(true) : rewritten(question);
    terms.pop_back();
    for (const Term term : terms) {
      if (free_.is_of_digit(term)) continue;
      const Term made = rewritten(term);
      if (made.is_constant(0)) return Answer::Unsat;
      if (!made.is_constant(1)) path_ = extend(path_, made);
    }
    if (question_.is_constant(0)) return Answer::Unsat;
    return std::nullopt;
  }

  Term rewritten(Term root) {
    return term::rewrite(root, made_, std::numeric_limits<std::size_t>::max(), [this](Term term, const Term(&made)[3]) {
      spend(term::Work::Visit);
      if (const term::SumOfWords* sum = free_.replacement(term)) return built(*sum, term.width());
      const unsigned arity = term::row(term.kind()).arity;
      if (std::equal(made, made + arity, term->child)) return term;
      return context_->pool.build(term.kind(), term.width(), made[0], made[1], made[2], term->low);
    });
  }

  Term built(const term::SumOfWords& sum, unsigned width) {
    term::TermPool& pool = context_->pool;
    Term result = pool.constant(width, sum.constant);
    for (const auto& [word, coefficient] : sum.words)
      result = pool.add(result, pool.mul(rewritten(word), pool.constant(width, coefficient)));
    return result;
  }

  std::shared_ptr<LayerContext> context_;
  term::Contents sums_{is_sum};
  FreeSums free_;
  term::Rewritten made_;

  // The last question, if it was rewritten.
  bool is_rewritten_ = false;
  PathCondition path_;
  Term question_;
};

}  // namespace

std::unique_ptr<Solver> make_sum_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<SumSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
