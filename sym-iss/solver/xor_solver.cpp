#include "solver/xor_solver.h"

#include <algorithm>
#include <bit>
#include <map>
#include <vector>

#include "solver/cases.h"
#include "solver/decorator.h"
#include "solver/xor_forms.h"
#include "term/contents.h"
#include "term/substitute.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Term;

// Sums that are 0, in echelon form: each row by its last column, which no other row has as its last one.
class XorSystem {
 public:
  void clear() { rows_.clear(), is_contradiction_ = false; }
  bool is_contradiction() const { return is_contradiction_; }

  // What is left of a sum without what the system says of it: a constant if the system determines it.
  XorRow reduced(XorRow row) const {
    for (auto found = rows_.find(row.last_column()); found != rows_.end(); found = rows_.find(row.last_column())) {
      spend(term::Work::Visit);
      row ^= found->second;
    }
    return row;
  }
  void add(const XorRow& row) {
    XorRow rest = reduced(row);
    const std::size_t column = rest.last_column();
    if (column != 0) {
      rows_.emplace(column, std::move(rest));
    } else {
      is_contradiction_ |= *rest.value();
    }
  }
  // Gives the bits that others determine their values; bits[c] is that of column c, and bits[0] is 1.
  void solve(std::vector<bool>& bits) const {
    for (const auto& [column, row] : rows_) {
      bool value = false;
      for (std::size_t c = 0; c < column; ++c) value ^= row.has(c) && bits[c];
      bits[column] = value;
    }
  }

 private:
  std::map<std::size_t, XorRow> rows_;
  bool is_contradiction_ = false;
};

class XorSolver : public Shortcut {
 public:
  XorSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Shortcut("xor", std::move(next)), context_(std::move(context)) {}

 private:
  static constexpr std::uint32_t kMaxConjuncts = 256;
  static constexpr std::uint64_t kMaxCases = 256;
  using Rows = std::vector<XorRow>;

  static std::uint8_t is_xor(Term term) { return term.is(Kind::Xor); }

  Answer own_answer(const PathCondition& path, Term question, Assignment& model) override {
    if (xors_in_(question) == term::Contents::kSeen || path.depth() > kMaxConjuncts || !begin(path, question))
      return Answer::Unknown;
    const Question asked{path, question, model};
    const Answer answer = decide(asked, question, path.terms());
    return answer == Answer::Unknown ? decide_by_cases(asked) : answer;
  }

  // What is to be answered, and where a solution is put.
  struct Question {
    const PathCondition& path;
    Term term;
    Assignment& model;
  };

  // By `question` and `conjuncts`, which say what is asked, or what is left of it where a variable has a value.
  Answer decide(const Question& asked, Term question, const std::vector<Term>& conjuncts) {
    system_.clear();
    differences_.clear();
    if (question.is_constant(0)) return Answer::Unsat;
    if (!question.is_constant() && !add(question, true)) return Answer::Unknown;
    const std::size_t of_question = differences_.size();
    for (const Term conjunct : conjuncts) add(conjunct, true);
    if (system_.is_contradiction()) return Answer::Unsat;
    const auto is_zero = [&](const XorRow& row) { return system_.reduced(row).value() == false; };
    for (const Rows& rows : differences_) {
      if (std::ranges::all_of(rows, is_zero)) return Answer::Unsat;
    }
    differences_.resize(of_question);
    return solve(asked) ? Answer::Sat : Answer::Unknown;
  }

  // For each value of the variable that has the fewest: a bit may be flipped at a place that an input says.
  Answer decide_by_cases(const Question& asked) {
    const auto cases = cases_of(*context_, asked.path, asked.term, kMaxCases);
    if (!cases) return Answer::Unknown;
    for (const std::uint64_t value : cases->values) {
      const Term constant = context_->pool.constant(cases->variable.width(), value);
      term::Substitution with_value(context_->pool, {&cases->variable, 1}, {&constant, 1});
      std::vector<Term> conjuncts{context_->pool.eq(cases->variable, constant)};
      for (const Term conjunct : asked.path.terms()) conjuncts.push_back(with_value(conjunct));
      const Answer answer = decide(asked, with_value(asked.term), conjuncts);
      if (answer != Answer::Unsat) return answer;
    }
    return Answer::Unsat;
  }

  // False if the question and the path read too much.
  bool begin(const PathCondition& path, Term question) {
    term::Support::Set read = context_->support.of(question);
    for (const Conjunct* c = path.last(); c; c = c->parent)
      read = context_->support.united(read, context_->support.of(c->term));
    if (read == term::Support::kMany) return false;
    std::vector<std::pair<std::uint32_t, unsigned>> variables;
    for (const std::uint32_t variable : context_->support.variables(read))
      variables.emplace_back(variable, context_->pool.variables()[variable].width);
    return forms_.begin(variables);
  }

  // Adds what a condition, or its negation, says of sums. False if it says nothing.
  bool add(Term condition, bool holds) {
    while (condition.is(Kind::Not)) condition = condition->child[0], holds = !holds;
    if (condition.is(holds ? Kind::And : Kind::Or)) {
      const bool first = add(condition->child[0], holds);
      return add(condition->child[1], holds) || first;
    }
    if (condition.is(Kind::Eq)) return add_zeros(difference(condition), holds);
    if (condition.is(Kind::Ult)) {
      if (const auto high = high_bits(condition); !high.empty()) return add_zeros(high, holds == is_below(condition));
    }
    const XorForms::Form* const form = forms_.of(condition);
    if (form) system_.add(holds ? ~form->front() : form->front());
    return form != nullptr;
  }

  // The rows are all 0, or not all.
  bool add_zeros(const Rows& rows, bool all) {
    if (rows.empty()) return false;
    if (!all) {
      differences_.push_back(rows);
    } else {
      for (const XorRow& row : rows) system_.add(row);
    }
    return true;
  }

  Rows difference(Term equality) {
    const XorForms::Form* const a = forms_.of(equality->child[0]);
    const XorForms::Form* const b = a ? forms_.of(equality->child[1]) : nullptr;
    Rows rows;
    for (std::size_t i = 0; b && i < a->size(); ++i) rows.push_back((*a)[i] ^ (*b)[i]);
    return rows;
  }

  static bool is_below(Term order) { return order->child[1].is_constant(); }
  // x < 2^k, or 2^k - 1 < x: the bits of x from k on; none for another order.
  Rows high_bits(Term order) {
    const bool below = is_below(order);
    const Term bound = order->child[below ? 1 : 0];
    const std::uint64_t power = bound.is_constant() ? bound->value + (below ? 0 : 1) : 0;
    const XorForms::Form* const form = std::has_single_bit(power) ? forms_.of(order->child[below ? 0 : 1]) : nullptr;
    return form ? Rows(form->begin() + std::countr_zero(power), form->end()) : Rows{};
  }

  // Looks for a solution close to the model that satisfies all.
  bool solve(const Question& asked) {
    for (const Rows& rows : differences_) {
      const auto known = [&](const XorRow& row) { return system_.reduced(row).value(); };
      if (std::ranges::any_of(rows, [&](const XorRow& row) { return known(row) == true; })) continue;
      const auto open = std::ranges::find_if(rows, [&](const XorRow& row) { return !known(row); });
      if (open == rows.end()) return false;
      system_.add(~*open);
    }
    std::vector<bool> bits(forms_.columns());
    bits[0] = true;
    for (std::size_t c = 1; c < bits.size(); ++c) {
      const auto [variable, bit] = forms_.bit_of(c);
      bits[c] = asked.model[variable] >> bit & 1;
    }
    system_.solve(bits);
    Assignment candidate = asked.model;
    std::uint64_t value = 0;
    for (std::size_t c = 1; c < bits.size(); ++c) {
      const auto [variable, bit] = forms_.bit_of(c);
      value = (bit == 0 ? 0 : value) | std::uint64_t{bits[c]} << bit;
      candidate.set(variable, value);
    }
    if (!context_->satisfied(asked.path, asked.term, asked.model, candidate)) return false;
    asked.model = std::move(candidate);
    return true;
  }

  std::shared_ptr<LayerContext> context_;
  term::Contents xors_in_{is_xor};
  XorForms forms_;
  XorSystem system_;
  std::vector<Rows> differences_;  // of each, some row is 1
};

}  // namespace

std::unique_ptr<Solver> make_xor_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<XorSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
