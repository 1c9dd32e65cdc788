#include "solver/integer_solver.h"

#include <algorithm>
#include <deque>
#include <exception>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "solver/deadline.h"
#include "solver/decorator.h"
#include "solver/integer_problem.h"
#include "solver/z3_thread.h"
#include "term/contents.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Term;
using Formula = IntegerProblem::Formula;

std::string decimal(Integer value) {
  std::string digits;
  const bool negative = value < 0;
  do {
    const auto digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    value /= 10;
  } while (value != 0);
  if (negative) digits += '-';
  std::ranges::reverse(digits);
  return digits;
}

// One problem, solved in Z3's thread.
struct IntegerQuestion {
  std::shared_ptr<Z3Session> session;  // the first member, so that it is destroyed last
  IntegerProblem problem;
  unsigned steps = 0;  // of Z3's resource counter (rlimit), at most
  std::uint64_t steps_taken = 0;
  z3::check_result result = z3::unknown;
  std::vector<Integer> solution = {};  // by leaf, if the result is sat
  std::exception_ptr issue = {};       // an exception that is not Z3's, to be rethrown

  void ask() {
    try {
      solve();
    } catch (const z3::exception&) {  // an interruption or exhausted resources
      steps_taken = steps;
    } catch (...) {
      issue = std::current_exception();
    }
  }

 private:
  void solve() {
    z3::context& context = session->context;
    z3::solver& solver = session->solver;
    std::vector<z3::expr> variables, formulas;
    for (const auto& [low, high] : problem.variables) {
      variables.push_back(context.int_const(("i" + std::to_string(variables.size())).c_str()));
      solver.add(number(low) <= variables.back() && variables.back() <= number(high));
    }
    for (const Formula& each : problem.formulas) formulas.push_back(lowered(each, variables, formulas));
    for (const std::uint32_t each : problem.required) solver.add(formulas[each]);
    if (session->broken_off) return;
    // Either an order of the variables leads to an answer soon, or another one is worth more than patience.
    constexpr unsigned kFirstSteps = 12'500, kMoreSteps = 6'250;
    for (unsigned seed = 0; result == z3::unknown && steps_taken < steps && !session->broken_off; ++seed) {
      z3::params parameters(context);
      parameters.set("random_seed", seed);
      solver.set(parameters);
      context.set("rlimit",
                  static_cast<int>(std::min<std::uint64_t>(steps - steps_taken, kFirstSteps + seed * kMoreSteps)));
      const std::uint64_t before = steps_of(solver);
      result = solver.check();
      steps_taken += std::max<std::uint64_t>(steps_of(solver) - before, 1);
    }
    if (result == z3::sat) read(solver.get_model(), variables);
  }

  z3::expr number(Integer value) { return session->context.int_val(decimal(value).c_str()); }

  z3::expr sum_of(const IntegerSum& sum, const std::vector<z3::expr>& variables) {
    z3::expr_vector summands(session->context);
    for (const auto& [variable, coefficient] : sum.words) {
      summands.push_back(coefficient == 1 ? variables[variable] : number(coefficient) * variables[variable]);
    }
    summands.push_back(number(sum.constant));
    return z3::sum(summands);
  }

  z3::expr lowered(const Formula& formula, const std::vector<z3::expr>& variables,
                   const std::vector<z3::expr>& formulas) {
    const auto operand = [&](unsigned i) { return formulas[formula.operand[i]]; };
    switch (formula.kind) {
      case Formula::Kind::Always: break;
      case Formula::Kind::NotNegative: return sum_of(formula.sum, variables) >= 0;
      case Formula::Kind::Zero: return sum_of(formula.sum, variables) == 0;
      case Formula::Kind::Not: return !operand(0);
      case Formula::Kind::And: return operand(0) && operand(1);
      case Formula::Kind::Or: return operand(0) || operand(1);
      case Formula::Kind::Same: return operand(0) == operand(1);
      case Formula::Kind::Choice: return z3::ite(operand(0), operand(1), operand(2));
    }
    return session->context.bool_val(true);
  }

  void read(const z3::model& model, const std::vector<z3::expr>& variables) {
    for (const auto& [variable, word] : problem.leaves) {
      const z3::expr value = model.eval(variables[variable], true);
      std::int64_t small = 0;
      std::uint64_t large = 0;
      if (value.is_numeral_i64(small))
        solution.push_back(small);
      else
        solution.push_back(value.is_numeral_u64(large) ? Integer{large} : 0);
    }
  }
};

class IntegerSolver : public Decorator {
 public:
  IntegerSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Decorator("integers", std::move(next)), context_(std::move(context)) {}

  Answer check(const PathCondition& path, Term question, Assignment& model) override {
    left_ = timeout_ > 0 ? timeout_ : kNoTimeout;
    bool asks = arithmetic_(question) != term::Contents::kSeen;  // of words that are only compared, others know more
    double turn = is_likelier_ ? kGlimpse : kFirstTurn * (1 << in_vain_);
    while (true) {
      next_->set_timeout(take(asks ? turn : left_));
      Answer answer = next_->check(path, question, model);
      is_own_ = false;
      if (answer == Answer::Unknown && left_ > 0 && asks) {
        const auto own = timed_answer(path, question, model, take(std::min(std::max(turn, kTurn), left_ / 2)));
        asks = own.has_value();
        answer = own.value_or(Answer::Unknown);
        is_likelier_ = is_own_ = answer != Answer::Unknown;
        in_vain_ = is_own_ ? 0 : std::min(in_vain_ + 1, kMostInVain);
      }
      if (answer == Answer::Unsat) note(path, question);
      if (answer != Answer::Unknown || left_ <= 0) return counted(answer);
      turn = std::max(turn * kGrowth, kTurn);
    }
  }
  std::vector<Term> unsat_core() const override { return is_own_ ? std::vector<Term>{} : next_->unsat_core(); }
  void interrupt() override {
    thread_.interrupt();
    next_->interrupt();
  }
  void set_timeout(double seconds) override { timeout_ = seconds; }

 private:
  // Counted seconds: of the core before anybody asks integers, twice as many for each time that was in vain, and few
  // where these have answered the last hard question; and of these. Later turns of either are longer.
  static constexpr double kFirstTurn = 0.05, kGlimpse = 0.005, kTurn = 0.05, kGrowth = 4, kNoTimeout = 1e6;
  static constexpr int kMostInVain = 4;

  double take(double seconds) {
    const double taken = std::min(seconds, left_);
    left_ -= taken;
    return taken;
  }
  Answer counted(Answer answer) {
    if (is_own_)
      statistics_.count(answer);
    else
      ++statistics_.asked;
    return answer;
  }
  // Unknown if it may answer with more time; nothing if it may not.
  std::optional<Answer> timed_answer(const PathCondition& path, Term question, Assignment& model, double seconds) {
    const ScopedTime time(statistics_);
    return by_integers(path, question, model, seconds);
  }

  std::optional<Answer> by_integers(const PathCondition& path, Term question, Assignment& model, double seconds) {
    if (thread_.is_interrupted() || path.depth() > kMaxConjuncts) return std::nullopt;
    ValueFacts facts = context_->values.at(path);
    if (!facts.learn(question)) return Answer::Unsat;
    std::vector<Term> conditions = path.terms();
    add_lemmas(conditions);
    conditions.push_back(question);
    auto problem = integer_problem(conditions, facts);
    if (!problem) return std::nullopt;
    spend(term::Work::Z3Node, static_cast<term::WorkClock::rep>(problem->formulas.size() + problem->variables.size()));
    const auto asked = std::make_shared<IntegerQuestion>(std::make_shared<Z3Session>("smt"), std::move(*problem));
    asked->steps = term::times_until(term::WorkClock::after(seconds), term::Work::IntegerStep);
    const Z3Thread::End end = thread_.run(
        asked->session, [asked] { asked->ask(); }, overdue_after(seconds));
    statistics_.overdue += end == Z3Thread::End::Overdue;
    if (end == Z3Thread::End::Abandoned) return std::nullopt;
    spend(term::Work::Z3Check);
    spend(term::Work::IntegerStep, static_cast<term::WorkClock::rep>(asked->steps_taken));
    if (asked->issue) std::rethrow_exception(asked->issue);
    if (asked->session->broken_off || thread_.is_interrupted()) return std::nullopt;
    if (asked->result == z3::unknown) return Answer::Unknown;
    if (asked->result == z3::unsat) return Answer::Unsat;
    return is_model(path, question, *asked, model) ? std::optional(Answer::Sat) : std::nullopt;
  }

  // What was refuted lately, by whomever, cannot hold where the same is assumed, either. An assertion about one round
  // of a loop often rests on that about the round before, which nobody adds to the path.
  void note(const PathCondition& path, Term refuted) {
    if (refuted_.size() == kMostRefuted) refuted_.pop_front();
    refuted_.emplace_back(path, refuted);
  }
  void add_lemmas(std::vector<Term>& conditions) {
    std::unordered_set<const term::Node*> assumed;
    for (const Term condition : conditions) assumed.insert(condition.node());
    for (const auto& [path, refuted] : refuted_) {
      const Conjunct* c = path.last();
      while (c && assumed.contains(c->term.node())) c = c->parent;
      if (!c) conditions.push_back(context_->pool.bit_not(refuted));
    }
  }

  // Whether the solution is one of the bit vectors. Then `model` is that.
  bool is_model(const PathCondition& path, Term question, const IntegerQuestion& asked, Assignment& model) {
    Assignment candidate;
    for (std::size_t i = 0; i < asked.solution.size(); ++i)
      assign(asked.problem.leaves[i].word, static_cast<std::uint64_t>(asked.solution[i]), candidate);
    if (!context_->satisfied(path, question, {}, candidate)) return false;
    model = std::move(candidate);
    return true;
  }
  static void assign(Term word, std::uint64_t value, Assignment& to) {
    if (word.is(Kind::Variable)) return to.set(word->value, value & term::mask(word.width()));
    assign(word->child[1], value, to);
    assign(word->child[0], value >> word->child[1].width(), to);
  }

  static constexpr std::uint32_t kMaxConjuncts = 256;
  static constexpr std::size_t kMostRefuted = 64;

  std::shared_ptr<LayerContext> context_;
  term::Contents arithmetic_{[](Term term) { return static_cast<term::Contents::Marks>(calculates(term)); }};
  Z3Thread thread_;
  std::deque<std::pair<PathCondition, Term>> refuted_;  // the latest questions without a solution
  double timeout_ = 0;
  double left_ = 0;           // of the question under way
  bool is_likelier_ = false;  // integers have answered the last question that was hard
  bool is_own_ = false;       // the last answer was
  int in_vain_ = 0;           // how often they were asked since they have answered, or kMostInVain
};

}  // namespace

std::unique_ptr<Solver> make_integer_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<IntegerSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
