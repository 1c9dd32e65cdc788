#include "solver/z3_solver.h"

#include <z3++.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "support/contract.h"

namespace janus::solver {
namespace {

using term::Kind;
using term::Node;
using term::Term;

// Terms to Z3 expressions, each once. Terms of width 1 are lowered to Bool where a truth value is wanted and to a bit
// vector elsewhere; both forms are kept. Iterative, since terms may be deep.
class Lowering {
 public:
  Lowering(z3::context& context, const term::TermPool& pool) : context_(context), pool_(pool) {}

  z3::expr truth(Term term) {
    lower(term);
    return as_bool(term);
  }
  // The variable that a Z3 declaration stands for, by its index in the pool.
  std::optional<std::size_t> variable_of(const z3::func_decl& declaration) const {
    const auto found = variables_.find(Z3_get_ast_id(context_, declaration));
    return found == variables_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  struct Forms {
    std::optional<z3::expr> bits, truth;
  };

  void lower(Term root) {
    std::vector<const Node*> stack{root.node()};
    while (!stack.empty()) {
      const Node* node = stack.back();
      if (done(Term(node))) {
        stack.pop_back();
        continue;
      }
      bool ready = true;
      for (unsigned i = 0; i < term::row(node->kind).arity; ++i) {
        if (!done(node->child[i])) {
          stack.push_back(node->child[i].node());
          ready = false;
        }
      }
      if (!ready) continue;
      build(Term(node));
      stack.pop_back();
    }
  }

  bool done(Term term) {
    if (term->id >= forms_.size()) forms_.resize(term->id + term->id / 2 + 64);
    return forms_[term->id].bits || forms_[term->id].truth;
  }
  z3::expr as_bits(Term term) {
    Forms& forms = forms_[term->id];
    if (!forms.bits) forms.bits = z3::ite(*forms.truth, context_.bv_val(1, 1), context_.bv_val(0, 1));
    return *forms.bits;
  }
  z3::expr as_bool(Term term) {
    Forms& forms = forms_[term->id];
    if (!forms.truth) forms.truth = *forms.bits == context_.bv_val(1, 1);
    return *forms.truth;
  }

  void build(Term term) {
    Forms forms;
    if (term.width() == 1 && build_truth(term, forms)) {
      forms_[term->id] = forms;
      return;
    }
    forms.bits = build_bits(term);
    forms_[term->id] = forms;
  }

  // Operations that are naturally Boolean.
  bool build_truth(Term term, Forms& forms) {
    const auto truth = [&](unsigned i) { return as_bool(term->child[i]); };
    const auto bits = [&](unsigned i) { return as_bits(term->child[i]); };
    switch (term.kind()) {
      case Kind::Constant: forms.truth = context_.bool_val(term->value != 0); return true;
      case Kind::Not: forms.truth = !truth(0); return true;
      case Kind::And: forms.truth = truth(0) && truth(1); return true;
      case Kind::Or: forms.truth = truth(0) || truth(1); return true;
      case Kind::Xor: forms.truth = truth(0) != truth(1); return true;
      case Kind::Ite: forms.truth = z3::ite(truth(0), truth(1), truth(2)); return true;
      case Kind::Eq: forms.truth = bits(0) == bits(1); return true;
      case Kind::Ult: forms.truth = z3::ult(bits(0), bits(1)); return true;
      case Kind::Slt: forms.truth = z3::slt(bits(0), bits(1)); return true;
      default: return false;
    }
  }

  z3::expr build_bits(Term term) {
    const auto bits = [&](unsigned i) { return as_bits(term->child[i]); };
    const unsigned width = term.width();
    switch (term.kind()) {
      case Kind::Constant: return context_.bv_val(static_cast<std::uint64_t>(term->value), width);
      case Kind::Variable: return variable(term->value);
      case Kind::Not: return ~bits(0);
      case Kind::And: return bits(0) & bits(1);
      case Kind::Or: return bits(0) | bits(1);
      case Kind::Xor: return bits(0) ^ bits(1);
      case Kind::Add: return bits(0) + bits(1);
      case Kind::Sub: return bits(0) - bits(1);
      case Kind::Mul: return bits(0) * bits(1);
      case Kind::Udiv: return z3::udiv(bits(0), bits(1));
      case Kind::Urem: return z3::urem(bits(0), bits(1));
      case Kind::Sdiv: return bits(0) / bits(1);
      case Kind::Srem: return z3::srem(bits(0), bits(1));
      case Kind::Shl: return z3::shl(bits(0), bits(1));
      case Kind::Lshr: return z3::lshr(bits(0), bits(1));
      case Kind::Ashr: return z3::ashr(bits(0), bits(1));
      case Kind::Ite: return z3::ite(as_bool(term->child[0]), bits(1), bits(2));
      case Kind::Extract: return bits(0).extract(term->low + width - 1, term->low);
      case Kind::Concat: return z3::concat(bits(0), bits(1));
      case Kind::ZeroExtend: return z3::zext(bits(0), width - term->child[0].width());
      case Kind::SignExtend: return z3::sext(bits(0), width - term->child[0].width());
      case Kind::Eq:
      case Kind::Ult:
      case Kind::Slt: break;
    }
    JANUS_REQUIRE(!"lowered as a truth value");
    return context_.bv_val(0, width);
  }

  z3::expr variable(std::size_t index) {
    const term::Variable& variable = pool_.variables()[index];
    const z3::expr constant = context_.bv_const(variable.name.c_str(), variable.width);
    variables_[Z3_get_ast_id(context_, constant.decl())] = index;
    return constant;
  }

  z3::context& context_;
  const term::TermPool& pool_;
  std::vector<Forms> forms_;                             // by node id
  std::unordered_map<unsigned, std::size_t> variables_;  // Z3's id of a declaration to the pool's index
};

class Z3Solver : public Solver {
 public:
  explicit Z3Solver(const term::TermPool& pool)
      : pool_(pool), solver_(context_, z3::solver::simple()), lowering_(context_, pool) {
    statistics_.layer = "z3";
    // Else Z3 catches SIGINT itself during a check, and whoever waits for Ctrl-C never hears of it.
    z3::params parameters(context_);
    parameters.set("ctrl_c", false);
    solver_.set(parameters);
  }

  Answer check(const PathCondition& path, Term question, term::Assignment& model) override {
    const ScopedTime time(statistics_);
    const Answer answer = guarded_check(path, question, model);
    statistics_.count(answer);
    return answer;
  }

  void interrupt() override { context_.interrupt(); }

  void set_timeout(double seconds) override {
    const double milliseconds = std::clamp(seconds * 1000, 0.0, 4e9);
    const unsigned value = seconds > 0 ? std::max(1U, static_cast<unsigned>(milliseconds)) : ~0U;
    if (value == timeout_) return;
    timeout_ = value;
    z3::params parameters(context_);
    parameters.set("timeout", value);
    solver_.set(parameters);
  }

  void collect(std::vector<SolverStatistics>& statistics) const override { statistics.push_back(statistics_); }

 private:
  Answer guarded_check(const PathCondition& path, Term question, term::Assignment& model) {
    try {
      align(path);
      solver_.push();
      solver_.add(lowering_.truth(question));
      const z3::check_result result = solver_.check();
      if (result == z3::sat) read_model(model);
      solver_.pop();
      return result == z3::sat ? Answer::Sat : result == z3::unsat ? Answer::Unsat : Answer::Unknown;
    } catch (const z3::exception&) {
      // An interruption or exhausted resources, at any point: start over with an empty solver next time.
      solver_.reset();
      stack_.clear();
      return Answer::Unknown;
    }
  }

  // Makes the solver's scopes those of `path`, one scope a conjunct.
  void align(const PathCondition& path) {
    std::vector<const Conjunct*> missing;
    const Conjunct* c = path.last();
    while (c && !(c->depth <= stack_.size() && stack_[c->depth - 1].last() == c)) {
      missing.push_back(c);
      c = c->parent;
    }
    const std::size_t common = c ? c->depth : 0;
    if (stack_.size() > common) solver_.pop(static_cast<unsigned>(stack_.size() - common));
    stack_.resize(common);
    for (auto it = missing.rbegin(); it != missing.rend(); ++it) {
      solver_.push();
      solver_.add(lowering_.truth((*it)->term));
      stack_.emplace_back(*it);
    }
  }

  void read_model(term::Assignment& model) {
    const z3::model found = solver_.get_model();
    model.assign(pool_.variables().size(), 0);
    for (unsigned i = 0; i < found.num_consts(); ++i) {
      const z3::func_decl constant = found.get_const_decl(i);
      std::uint64_t value = 0;
      const auto index = lowering_.variable_of(constant);
      if (index && found.get_const_interp(constant).is_numeral_u64(value)) model[*index] = value;
    }
  }

  const term::TermPool& pool_;
  z3::context context_;
  z3::solver solver_;
  Lowering lowering_;
  std::vector<PathCondition>
      stack_;  // what is asserted, one scope each; held, so that a conjunct is known by its address
  unsigned timeout_ = 0;
  SolverStatistics statistics_;
};

}  // namespace

std::unique_ptr<Solver> make_z3_solver(const term::TermPool& pool) { return std::make_unique<Z3Solver>(pool); }

}  // namespace janus::solver
