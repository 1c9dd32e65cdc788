#include "solver/z3_solver.h"

#include <z3++.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <optional>
#include <unordered_map>

#include "solver/deadline.h"
#include "solver/z3_thread.h"
#include "support/contract.h"
#include "term/work_clock.h"

namespace janus::solver {
namespace {

using term::Kind;
using term::Node;
using term::Term;

// Lowers terms to Z3 expressions, each term once. A term of width 1 becomes a Bool where Z3 needs a truth value, and a
// bit vector elsewhere; both forms are kept. Iterative, since terms may be deep.
class Lowering {
 public:
  Lowering(z3::context& context, const term::TermPool& pool) : context_(context), pool_(pool) {}

  // Polls `stops` every kNodes nodes. If `stops` returns true, the result is empty; terms lowered so far are kept.
  std::optional<z3::expr> truth(Term term, const std::function<bool()>& stops) {
    if (!lower(term, stops)) return std::nullopt;
    return as_bool(term);
  }
  // The pool index of the variable that a Z3 declaration stands for.
  std::optional<std::size_t> variable_of(const z3::func_decl& declaration) const {
    const auto found = variables_.find(Z3_get_ast_id(context_, declaration));
    return found == variables_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  struct Forms {
    std::optional<z3::expr> bits, truth;
  };

  static constexpr unsigned kNodes = 1024;  // between two polls of `stops`

  bool lower(Term root, const std::function<bool()>& stops) {
    unsigned built = 0;
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
      if (++built % kNodes == 0 && stops()) return false;
      spend(term::Work::Z3Node);
      build(Term(node));
      stack.pop_back();
    }
    return true;
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

struct Session : Z3Session {
  explicit Session(const term::TermPool& pool) : lowering(context, pool) {}

  Lowering lowering;
};

// One question to Z3, answered in the worker thread.
struct Question {
  std::shared_ptr<Session> session;  // the first member, so that it is destroyed last
  unsigned scopes_to_leave = 0;
  std::vector<z3::expr> conjuncts;  // to be asserted, in one scope each; the last one is the question
  std::size_t scopes_entered = 0;
  unsigned steps = 0;  // Z3's resource limit (rlimit) for the answer; 0 for no limit
  std::uint64_t steps_taken = 0;
  std::optional<z3::model> model = {};
  z3::check_result result = z3::unknown;
  bool failed = false;              // Z3 was reset, so nothing is asserted any more
  std::exception_ptr problem = {};  // an exception that is not Z3's, to be rethrown

  void ask() {
    z3::solver& solver = session->solver;
    try {
      if (scopes_to_leave > 0) solver.pop(scopes_to_leave);
      for (const z3::expr& conjunct : conjuncts) {
        if (session->broken_off) return;  // Z3 simplifies at every push, and the resource limit does not cover this
        solver.push();
        ++scopes_entered;
        solver.add(conjunct);
      }
      session->context.set("rlimit", static_cast<int>(steps));
      const std::uint64_t before = steps_of(solver);
      result = solver.check();
      steps_taken = steps_of(solver) - before;
      if (result == z3::sat) model = solver.get_model();
      solver.pop();
      --scopes_entered;
    } catch (const z3::exception&) {  // an interruption or exhausted resources
      start_over();
    } catch (...) {
      problem = std::current_exception();
      start_over();
    }
  }

 private:
  void start_over() {
    failed = true;
    steps_taken = steps;
    try {
      session->solver.reset();
    } catch (const z3::exception&) {  // the context is interrupted permanently, so there is no next question
    }
  }
};

class Z3Solver : public Solver {
 public:
  explicit Z3Solver(const term::TermPool& pool) : pool_(pool), session_(std::make_shared<Session>(pool)) {
    statistics_.layer = "z3";
  }

  Answer check(const PathCondition& path, Term question, term::Assignment& model) override {
    const ScopedTime time(statistics_);
    const Answer answer = own_answer(path, question, model);
    statistics_.count(answer);
    return answer;
  }

  void interrupt() override { thread_.interrupt(); }
  void set_timeout(double seconds) override { timeout_ = seconds; }
  void collect(std::vector<SolverStatistics>& statistics) const override { statistics.push_back(statistics_); }

 private:
  // A result that Z3 gives after it was told to give up does not count as an answer.
  Answer own_answer(const PathCondition& path, Term question, term::Assignment& model) {
    if (thread_.is_interrupted()) return Answer::Unknown;
    deadline_ = term::WorkClock::after(timeout_);
    session_->broken_off = false;
    const auto asked = std::make_shared<Question>(session_);
    const std::vector<PathCondition> missing = align(path, *asked);
    if (!lower(missing, question, *asked)) return Answer::Unknown;
    asked->steps = term::times_until(deadline_, term::Work::Z3Step);
    if (!ask(asked)) return Answer::Unknown;
    spend(term::Work::Z3Check);
    spend(term::Work::Z3Step, static_cast<term::WorkClock::rep>(asked->steps_taken));
    if (asked->problem) std::rethrow_exception(asked->problem);
    if (asked->failed) {
      stack_.clear();
      return Answer::Unknown;
    }
    JANUS_REQUIRE(asked->scopes_entered <= missing.size());
    stack_.insert(stack_.end(), missing.begin(), missing.begin() + static_cast<std::ptrdiff_t>(asked->scopes_entered));
    if (session_->broken_off || thread_.is_interrupted() || asked->result == z3::unknown) return Answer::Unknown;
    if (asked->result == z3::sat) read_model(*asked->model, model);
    return asked->result == z3::sat ? Answer::Sat : Answer::Unsat;
  }

  // Makes Z3's scopes those of `path`, one scope for each conjunct: sets how many scopes to leave, and returns the
  // prefixes of `path` whose last conjunct has to be added.
  std::vector<PathCondition> align(const PathCondition& path, Question& asked) {
    std::vector<PathCondition> missing;
    const Conjunct* c = path.last();
    while (c && !(c->depth <= stack_.size() && stack_[c->depth - 1].last() == c)) {
      missing.emplace_back(c);
      c = c->parent;
    }
    std::reverse(missing.begin(), missing.end());
    const std::size_t common = c ? c->depth : 0;
    asked.scopes_to_leave = static_cast<unsigned>(stack_.size() - common);
    return missing;
  }

  // False if the limit is reached, or memory is exhausted; then Z3's scopes are unchanged.
  bool lower(const std::vector<PathCondition>& missing, Term question, Question& asked) {
    const auto stops = [this] { return thread_.is_interrupted() || term::WorkClock::now() >= deadline_; };
    const auto add = [&](Term term) {
      const auto lowered = session_->lowering.truth(term, stops);
      if (lowered) asked.conjuncts.push_back(*lowered);
      return lowered.has_value();
    };
    try {
      return std::all_of(missing.begin(), missing.end(), [&](const auto& path) { return add(path.last()->term); }) &&
             add(question);
    } catch (const z3::exception&) {  // out of memory
      return false;
    }
  }

  // False if Z3 does not return and its thread was abandoned.
  bool ask(const std::shared_ptr<Question>& asked) {
    stack_.resize(stack_.size() - asked->scopes_to_leave);
    const Z3Thread::End end = thread_.run(
        session_, [asked] { asked->ask(); }, overdue_after(timeout_));
    statistics_.overdue += end == Z3Thread::End::Overdue;
    return end != Z3Thread::End::Abandoned;
  }

  void read_model(const z3::model& found, term::Assignment& model) {
    model.clear();
    for (unsigned i = 0; i < found.num_consts(); ++i) {
      const z3::func_decl constant = found.get_const_decl(i);
      std::uint64_t value = 0;
      const auto index = session_->lowering.variable_of(constant);
      if (index && found.get_const_interp(constant).is_numeral_u64(value)) model.set(*index, value);
    }
  }

  const term::TermPool& pool_;
  std::shared_ptr<Session> session_;
  // The conjuncts asserted in Z3, one scope each. Held, so that the address of a conjunct is not reused.
  std::vector<PathCondition> stack_;
  double timeout_ = 0;
  term::WorkClock::time_point deadline_{};  // of the current question, in counted work
  Z3Thread thread_;
  SolverStatistics statistics_;
};

}  // namespace

std::unique_ptr<Solver> make_z3_solver(const term::TermPool& pool) { return std::make_unique<Z3Solver>(pool); }

std::string z3_version() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(build);
}

}  // namespace janus::solver
