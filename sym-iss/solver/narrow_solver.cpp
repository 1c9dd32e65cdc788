#include "solver/narrow_solver.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "solver/decorator.h"
#include "term/known_bits.h"
#include "term/linear.h"
#include "term/rewrite.h"
#include "term/work_clock.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Node;
using term::Term;

bool divides(Kind kind) { return kind == Kind::Udiv || kind == Kind::Urem || kind == Kind::Sdiv || kind == Kind::Srem; }
// A product by a constant is a sum of shifted words, which is cheap.
// Products alone are better left as they are: Z3 multiplies them out, and narrow ones are no polynomials any more.
bool is_hard(Term term) { return divides(term.kind()); }

// Whether terms contain divisions. The result is remembered for each node.
class HardTerms {
 public:
  bool in(Term root) {
    if (known_.size() <= root->id) known_.resize(root->id + root->id / 2 + 64, Known::Unseen);
    if (known_[root->id] != Known::Unseen) return known_[root->id] == Known::Yes;
    std::vector<Term> open{root};
    while (!open.empty()) {
      const Term term = open.back();
      spend(term::Work::Visit);
      if (known_[term->id] == Known::Unseen) {
        const std::size_t before = open.size();
        Known known = is_hard(term) ? Known::Yes : Known::No;
        for (unsigned i = 0; i < term::row(term.kind()).arity; ++i) {
          const Known child = known_[term->child[i]->id];
          if (child == Known::Unseen) open.push_back(term->child[i]);
          if (child == Known::Yes) known = Known::Yes;
        }
        if (open.size() != before) continue;
        known_[term->id] = known;
      }
      open.pop_back();
    }
    return known_[root->id] == Known::Yes;
  }

 private:
  enum class Known : std::uint8_t { Unseen, No, Yes };
  std::vector<Known> known_;  // by node id
};

// Rewrites terms under the facts of one path.
class Rewriting {
 public:
  Rewriting(term::TermPool& pool, const ValueFacts& facts) : pool_(pool), facts_(facts) {}

  // Null if there are too many nodes.
  Term operator()(Term root) {
    return term::rewrite(root, made_, kMaxNodes, [this](Term term, const Term(&children)[3]) {
      spend(term::Work::Visit);
      return narrowed(term, rebuilt(term, children));
    });
  }

  // The equations that the rewritten terms rest on.
  const std::vector<Term>& equations() const { return equations_; }

 private:
  static constexpr std::size_t kMaxNodes = 4096;

  Term rebuilt(Term term, const Term (&made)[3]) {
    const unsigned arity = term::row(term.kind()).arity;
    if (arity == 0) return term;
    if (term.is(Kind::Sdiv) || term.is(Kind::Srem)) {
      if (const Term result = by_magnitudes(term, made[0], made[1])) return result;
    }
    if (is_hard(term) && made[1].is_constant()) {
      if (const Term result = by_multiples(term, made[0], made[1])) return result;
    }
    if (is_hard(term)) {
      const Term a = operand(term->child[0], made[0]), b = operand(term->child[1], made[1]);
      if (term.is(Kind::Udiv) && !facts_.values(term->child[1]).contains(0)) return quotient(a, b);
      return pool_.build(term.kind(), term.width(), a, b);
    }
    if (std::equal(made, made + arity, term->child)) return term;
    return pool_.build(term.kind(), term.width(), made[0], made[1], made[2], term->low);
  }

  // A signed division whose operands have known signs, of which at least one is negative, as an unsigned one. The
  // quotient is negative if the signs differ, the remainder if the dividend is. Null for other operands.
  Term by_magnitudes(Term term, Term a, Term b) {
    const ValueSet values_a = facts_.values(term->child[0]), values_b = facts_.values(term->child[1]);
    const auto sign = [](const ValueSet& set) {  // 1, -1, or 0 if not known
      if (set.is_empty()) return 0;
      return set.signed_max() < 0 ? -1 : set.signed_min() >= 0;
    };
    const int sign_a = sign(values_a), sign_b = sign(values_b);
    if (sign_a * sign_b == 0 || (sign_a > 0 && sign_b > 0)) return {};
    const Term zero = pool_.constant(a.width(), 0);
    const auto magnitude = [&](Term word, const ValueSet& values, int sign_of_word) {
      const Term negative = pool_.slt(word, zero);
      require(sign_of_word < 0 ? negative : pool_.bit_not(negative));
      if (sign_of_word > 0) return within(word, values);
      return within(pool_.sub(zero, word), ValueSet::single(word.width(), 0).sub(values));
    };
    const Term x = magnitude(a, values_a, sign_a), y = magnitude(b, values_b, sign_b);
    const bool is_quotient = term.is(Kind::Sdiv);
    const Term result = is_quotient ? pool_.udiv(x, y) : pool_.urem(x, y);
    // A negative number divided by 0 is 1 in SMT-LIB, and its magnitude divided by 0 is -1, so this also holds for 0.
    return (is_quotient ? sign_a != sign_b : sign_a < 0) ? pool_.sub(zero, result) : result;
  }

  // A sum divided by a constant, without the multiples of the constant that are in it: 100 x + y is x, remainder y, if
  // y is below 100. Null if there are none.
  Term by_multiples(Term term, Term sum, Term divisor) {
    const bool is_signed = term.is(Kind::Sdiv) || term.is(Kind::Srem);
    const std::uint64_t highest_sum = term::mask(term.width()) >> is_signed;
    if (divisor->value < 2 || divisor->value > highest_sum) return {};
    const auto range_of = [this](Term word) {
      const ValueSet values = facts_.values(word);
      return values.is_empty() ? term::Range{0, term::mask(word.width())} : term::Range{values.min(), values.max()};
    };
    const auto parts = term::divided(pool_, sum, divisor->value, range_of);
    if (!parts || parts->highest > highest_sum) return {};
    for (const auto& [word, range] : parts->words) {
      const Term low = pool_.constant(word.width(), range.low);
      require(pool_.bit_not(pool_.ult(pool_.constant(word.width(), range.high - range.low), pool_.sub(word, low))));
    }
    const bool is_quotient = term.is(Kind::Sdiv) || term.is(Kind::Udiv);
    if (parts->highest_rest < divisor->value) return is_quotient ? parts->multiple : parts->rest;
    const Term rest = within(parts->rest, ValueSet::range(term.width(), 0, parts->highest_rest));
    return is_quotient ? pool_.add(parts->multiple, quotient(rest, divisor)) : pool_.urem(rest, divisor);
  }

  // a / b where b is not 0, in as many bits as the operands have.
  Term quotient(Term a, Term b) {
    const auto bits = static_cast<unsigned>(std::bit_width(std::max(term::highest(a), term::highest(b))));
    if (bits == 0 || bits >= a.width()) return pool_.udiv(a, b);
    require(pool_.bit_not(pool_.eq(b, pool_.constant(b.width(), 0))));
    const Term narrow = pool_.udiv(pool_.extract(a, bits - 1, 0), pool_.extract(b, bits - 1, 0));
    return pool_.zero_extend(narrow, a.width());
  }

  Term operand(Term original, Term made) {
    // The facts may know more of either: bounds of the original, or what became of its sign.
    return made.is_constant() ? made : within(made, facts_.values(original).intersected(facts_.values(made)));
  }

  Term narrowed(Term original, Term made) {
    if (made.is_constant()) return made;
    if (made.is(Kind::Add) || made.is(Kind::Sub)) return made;  // a sum stays one that others can cancel
    if (is_hard(original)) return within(made, facts_.values(original));
    const ValueSet* known = facts_.known(original);
    return known ? within(made, *known) : made;
  }

  // `made` as a constant or as an extension of its low bits, if all its values are in `values`.
  Term within(Term made, const ValueSet& values) {
    if (values.is_empty()) return made;
    const unsigned width = made.width();
    if (values.is_single()) {
      const Term constant = pool_.constant(width, values.min());
      require(pool_.eq(made, constant));
      return constant;
    }
    const auto bits = static_cast<unsigned>(std::bit_width(std::min(values.max(), term::highest(made))));
    if (bits > 0 && bits < width) {
      if (made.is(Kind::ZeroExtend) && made->child[0].width() <= bits) return made;
      require(pool_.eq(pool_.extract(made, width - 1, bits), pool_.constant(width - bits, 0)));
      return pool_.zero_extend(pool_.extract(made, bits - 1, 0), width);
    }
    const auto magnitude = [](std::int64_t value) { return static_cast<std::uint64_t>(value < 0 ? ~value : value); };
    const unsigned signed_bits =
        1 +
        static_cast<unsigned>(std::bit_width(std::max(magnitude(values.signed_min()), magnitude(values.signed_max()))));
    const bool is_negative = values.signed_max() < 0 && width > 1;  // then the sign becomes a constant bit
    if (is_negative ? term::known_negative(made) : signed_bits >= width) return made;
    if (made.is(Kind::SignExtend) && made->child[0].width() <= signed_bits && !is_negative) return made;
    const unsigned kept = std::min(std::max(signed_bits, 2U), width);
    const Term low = is_negative ? pool_.concat(pool_.constant(1, 1), pool_.extract(made, kept - 2, 0))
                                 : pool_.extract(made, kept - 1, 0);
    const Term narrow = pool_.sign_extend(low, width);
    require(pool_.eq(made, narrow));
    return narrow;
  }

  void require(Term equation) {
    if (!equation.is_constant(1) && is_required_.insert(equation.node()).second) equations_.push_back(equation);
  }

  term::TermPool& pool_;
  const ValueFacts& facts_;
  term::Rewritten made_;
  std::unordered_set<const Node*> is_required_;
  std::vector<Term> equations_;
};

class NarrowSolver : public Decorator {
 public:
  NarrowSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Decorator("narrow", std::move(next)), context_(std::move(context)) {}

  Answer check(const PathCondition& path, Term question, Assignment& model) override {
    own_question_ = false;
    if (!reads_hard(path, question)) {
      ++statistics_.asked;
      return next_->check(path, question, model);
    }
    const std::optional<Answer> answer = rewrite(path, question);
    own_question_ = answer || rewritten_;
    if (answer) {
      statistics_.count(*answer);
      return *answer;
    }
    ++statistics_.asked;
    if (!rewritten_) return next_->check(path, question, model);
    Assignment found;  // `model` satisfies the path, but not what follows from path and question together
    const Answer below = next_->check(path_, question_, found);
    if (below == Answer::Sat) model = std::move(found);
    return below;
  }
  std::vector<Term> unsat_core() const override { return own_question_ ? std::vector<Term>{} : next_->unsat_core(); }

 private:
  static constexpr std::uint32_t kMaxConjuncts = 256;

  bool reads_hard(const PathCondition& path, Term question) {
    const ScopedTime time(statistics_);
    if (path.depth() > kMaxConjuncts) return false;
    if (hard_.in(question)) return true;
    spend(term::Work::Conjunct, path.depth());
    for (const Conjunct* c = path.last(); c; c = c->parent) {
      if (hard_.in(c->term)) return true;
    }
    return false;
  }

  // Fills path_ and question_, and sets rewritten_ if they differ from what was asked. An answer if that is one
  // already.
  std::optional<Answer> rewrite(const PathCondition& path, Term question) {
    const ScopedTime time(statistics_);
    rewritten_ = false;
    ValueFacts facts = context_->values.at(path);
    if (!facts.learn(question)) return Answer::Unsat;
    Rewriting rewriting(context_->pool, facts);
    question_ = rewriting(question);
    if (!question_) return std::nullopt;
    bool changed = !(question_ == question);
    std::vector<Term> conjuncts;
    for (const Term conjunct : path.terms()) {
      conjuncts.push_back(rewriting(conjunct));
      if (!conjuncts.back()) return std::nullopt;
      changed = changed || !(conjuncts.back() == conjunct);
    }
    if (!changed) return std::nullopt;
    conjuncts.insert(conjuncts.begin(), rewriting.equations().begin(), rewriting.equations().end());
    path_ = {};
    for (const Term conjunct : conjuncts) {
      if (conjunct.is_constant(0)) return Answer::Unsat;
      if (!conjunct.is_constant(1)) path_ = extend(path_, conjunct);
    }
    if (question_.is_constant(0)) return Answer::Unsat;
    rewritten_ = true;
    return std::nullopt;
  }

  std::shared_ptr<LayerContext> context_;
  HardTerms hard_;
  bool own_question_ = false, rewritten_ = false;
  PathCondition path_;
  Term question_;
};

}  // namespace

std::unique_ptr<Solver> make_narrow_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<NarrowSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
