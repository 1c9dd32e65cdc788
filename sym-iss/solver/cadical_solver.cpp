#include "solver/cadical_solver.h"

#include <memory>
#include <utility>
#include <vector>

#include "solver/bit_blaster.h"
#include "solver/cadical_limit.h"

namespace janus::solver {
namespace {

// CaDiCaL and what it knows of terms.
//
// It requires options to be set before the first clause. Inprocessing (simplification between searches) does not pay
// off on many small questions: without it, exploring `max` takes half the time, and the sorting programs the same.
struct CadicalSession {
  static CaDiCaL::Solver& configured(CaDiCaL::Solver& sat) {
    sat.set("quiet", 1);
    sat.set("inprocessing", 0);
    return sat;
  }

  CaDiCaL::Solver sat;
  Circuit circuit{configured(sat)};
  BitBlaster blaster{circuit};
};

// CaDiCaL gives a value to every variable that it was ever told of. So once questions need only a small part of these,
// a new session begins with nothing but what is asked.
class CadicalSolver : public Solver {
 public:
  explicit CadicalSolver(const std::atomic<bool>* stop) : limit_(stop) {
    statistics_.layer = "cadical";
    begin_session();
  }

  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) override {
    const ScopedTime time(statistics_);
    const Answer answer = solve(path, question, model);
    statistics_.count(answer);
    return answer;
  }

  std::vector<term::Term> unsat_core() const override { return core_; }
  void interrupt() override { limit_.interrupt(); }
  void set_timeout(double seconds) override { timeout_ = seconds; }
  void collect(std::vector<SolverStatistics>& statistics) const override { statistics.push_back(statistics_); }

 private:
  static constexpr std::size_t kSmallSession = 5'000, kSmallPart = 8;  // bits; of the session's, one in so many
  static constexpr unsigned kSmallQuestions = 4;                       // in a row

  void begin_session() {
    limit_.disconnect();
    session_ = std::make_unique<CadicalSession>();
    limit_.connect(session_->sat);
    small_questions_ = 0;
  }

  // To be called before a question.
  void renew_if_most_is_not_asked(const PathCondition& path, term::Term question) {
    const std::size_t all = session_->blaster.bits();
    if (all < kSmallSession) return;
    small_questions_ = needs_less_than(all / kSmallPart, path, question) ? small_questions_ + 1 : 0;
    if (small_questions_ == kSmallQuestions) begin_session();
  }
  // Whether the widths of all terms in a question add up to less than `limit`.
  bool needs_less_than(std::size_t limit, const PathCondition& path, term::Term question) {
    ++count_;
    open_.clear();
    std::size_t bits = 0;
    const auto push = [&](term::Term term) {
      if (counted_.size() <= term->id) counted_.resize(term->id + term->id / 2 + 64);
      if (std::exchange(counted_[term->id], count_) == count_) return;
      bits += term.width();
      open_.push_back(term);
    };
    push(question);
    for (const Conjunct* c = path.last(); c; c = c->parent) push(c->term);
    while (!open_.empty() && bits < limit) {
      spend(term::Work::Value);
      const term::Term term = open_.back();
      open_.pop_back();
      for (unsigned i = 0; i < row(term->kind).arity; ++i) push(term->child[i]);
    }
    return bits < limit;
  }

  Answer solve(const PathCondition& path, term::Term question, term::Assignment& model) {
    core_.clear();
    assumptions_.clear();
    limit_.start(timeout_);
    renew_if_most_is_not_asked(path, question);
    if (limit_.interrupted() || !assume(question)) return Answer::Unknown;
    for (const Conjunct* c = path.last(); c; c = c->parent) {
      if (!assume(c->term)) return Answer::Unknown;
    }
    for (const auto& [literal, term] : assumptions_) {
      if (literal != kFalse) continue;
      core_ = {term};
      return Answer::Unsat;
    }
    for (auto a = assumptions_.rbegin(); a != assumptions_.rend(); ++a) session_->sat.assume(a->first);
    switch (limit_.solve(assumptions_.size())) {
      case 10: read_model(model); return Answer::Sat;
      case 20: read_core(); return Answer::Unsat;
      default: return Answer::Unknown;
    }
  }

  // False if the limit is reached before `condition` is blasted.
  bool assume(term::Term condition) {
    if (!session_->blaster.blast(condition, [this] { return limit_.exhausted(); })) return false;
    assumptions_.emplace_back(session_->blaster.truth(condition), condition);
    return true;
  }

  void read_core() {
    for (const auto& [literal, term] : assumptions_) {
      if (session_->sat.failed(literal)) core_.push_back(term);
    }
  }

  void read_model(term::Assignment& model) {
    model.clear();
    session_->blaster.for_each_variable([&](std::uint64_t index, std::span<const Literal> bits) {
      std::uint64_t value = 0;
      for (std::size_t i = 0; i < bits.size(); ++i) value |= std::uint64_t{session_->sat.val(bits[i]) > 0} << i;
      model.set(index, value);
    });
  }

  std::unique_ptr<CadicalSession> session_;
  CadicalLimit limit_;
  unsigned small_questions_ = 0;
  std::vector<std::uint32_t> counted_;  // by node id: the last count that has met the term
  std::uint32_t count_ = 0;
  std::vector<term::Term> open_;  // whose operands are to be counted
  double timeout_ = 0;
  std::vector<std::pair<Literal, term::Term>> assumptions_;  // the question, then the path from its last conjunct
  std::vector<term::Term> core_;
  SolverStatistics statistics_;
};

}  // namespace

std::unique_ptr<Solver> make_cadical_solver(const std::atomic<bool>* stop) {
  return std::make_unique<CadicalSolver>(stop);
}

}  // namespace janus::solver
