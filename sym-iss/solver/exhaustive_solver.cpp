#include "solver/exhaustive_solver.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "solver/decorator.h"
#include "term/batch.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Batch;
using term::Term;
using term::WorkClock;

constexpr std::size_t kMostVariables = 16, kMostOperations = 4096;
constexpr std::uint32_t kMostConjuncts = 1024, kMostConjunctsOfMany = 64;  // on the path; of many: if not all are tried
constexpr unsigned kBlocks = 16;  // of Batch::kLanes assignments, if there are too many
constexpr std::uint64_t kMostAssignments = std::uint64_t{1} << 26;
constexpr double kNanosecondsALane = 0.7;  // of processor time, for an operation
constexpr double kSecondsAtOnce = 0.004, kMostSeconds = 2;

// A variable and its values: low, low + 1, ... of which there are `count`, or 2^64 if that is 0.
struct Axis {
  std::uint32_t variable;
  std::uint64_t low, count;
};

class ExhaustiveSolver : public Decorator {
 public:
  ExhaustiveSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Decorator("exhaustive", std::move(next)), context_(std::move(context)) {}

  void interrupt() override {
    interrupted_.store(true, std::memory_order_relaxed);
    next_->interrupt();
  }
  void set_timeout(double seconds) override {
    timeout_ = seconds;
    next_->set_timeout(seconds);
  }
  std::vector<Term> unsat_core() const override { return answered_ ? std::vector<Term>{} : next_->unsat_core(); }

  Answer check(const PathCondition& path, Term question, Assignment& model) override {
    spend(term::Work::Question);
    answered_ = false;
    if (interrupted_ || path.depth() > kMostConjuncts || !lay_out(path, question) ||
        (count_ == 0 && path.depth() > kMostConjunctsOfMany))
      return pass_on(path, question, model);
    std::vector<Term> roots = path.terms();
    roots.insert(roots.begin(), question);
    std::vector<std::uint32_t> variables;
    for (const Axis& axis : axes_) variables.push_back(axis.variable);
    Batch batch(roots, variables, kMostOperations);
    spend(term::Work::Visit, static_cast<WorkClock::rep>(batch.operations()));
    if (batch.gave_up()) return pass_on(path, question, model);
    const double seconds =
        static_cast<double>(count_) * static_cast<double>(batch.operations() + 1) * kNanosecondsALane * 1e-9;
    if (count_ == 0 || seconds > kMostSeconds || (timeout_ > 0 && seconds > timeout_ / 2))
      return batch.is_hard() && try_some(batch, model) ? answered(Answer::Sat) : pass_on(path, question, model);
    if (seconds > kSecondsAtOnce) {
      next_->set_timeout(timeout_ > 0 ? std::min(timeout_, seconds) : seconds);
      const Answer answer = pass_on(path, question, model);
      next_->set_timeout(timeout_);
      if (answer != Answer::Unknown || interrupted_) return answer;
      --statistics_.asked;
    }
    return answered(try_all(batch, model));
  }

 private:
  Answer pass_on(const PathCondition& path, Term question, Assignment& model) {
    ++statistics_.asked;
    return next_->check(path, question, model);
  }

  Answer answered(Answer answer) {
    answered_ = answer != Answer::Unknown;
    statistics_.count(answer);
    return answer;
  }

  // Fills axes_, the largest one last, and count_, 0 if it is too large. False if there are too many variables.
  bool lay_out(const PathCondition& path, Term question) {
    term::Support& support = context_->support;
    axes_.clear();
    term::Support::Set read = support.of(question);
    if (!is_small(read)) return false;
    for (const Conjunct* c = path.last(); c; c = c->parent) {
      const auto own = support.of(c->term);
      if (own == read) continue;
      read = support.united(read, own);
      if (!is_small(read)) return false;
    }
    ValueFacts facts = context_->values.at(path);
    if (!facts.learn(question)) return false;  // the layers in front know better
    count_ = 1;
    for (const std::uint32_t variable : support.variables(read)) {
      const ValueSet* const known = context_->known(facts, variable);
      if (known && known->is_empty()) return false;
      const std::uint64_t low = known ? known->min() : 0;
      const std::uint64_t high = known ? known->max() : term::mask(context_->pool.variables()[variable].width);
      axes_.push_back({variable, low, high - low + 1});
      const bool is_too_many =
          count_ == 0 || high - low >= kMostAssignments || count_ * (high - low + 1) > kMostAssignments;
      count_ = is_too_many ? 0 : count_ * (high - low + 1);
    }
    if (count_) std::ranges::sort(axes_, {}, &Axis::count);
    return true;
  }

  bool is_small(term::Support::Set set) const {
    return set != term::Support::kMany && context_->support.variables(set).size() <= kMostVariables;
  }

  Answer try_all(Batch& batch, Assignment& model) {
    const ScopedTime time(statistics_);
    for (std::uint64_t first = 0; first < count_; first += Batch::kLanes) {
      if (interrupted_) return Answer::Unknown;
      for (std::size_t lane = 0; lane < Batch::kLanes; ++lane) {
        std::uint64_t rest = first + lane;
        for (std::size_t i = axes_.size(); i-- > 0;) {
          const Axis& axis = axes_[i];
          const std::uint64_t turns = i == 0 ? 0 : rest / axis.count;
          batch.variable(i)[lane] = axis.low + (rest - turns * axis.count);
          rest = turns;
        }
      }
      const auto lanes = static_cast<std::size_t>(std::min<std::uint64_t>(Batch::kLanes, count_ - first));
      if (holds(batch, lanes, model)) return Answer::Sat;
    }
    return Answer::Unsat;
  }

  // Tries some assignments, the same in every run: numbers of any size, and numbers of any length in bits.
  bool try_some(Batch& batch, Assignment& model) {
    const ScopedTime time(statistics_);
    std::uint64_t state = 0x9e37'79b9'7f4a'7c15;
    const auto random = [&state] {  // Marsaglia, Xorshift RNGs (2003)
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      return state;
    };
    for (unsigned block = 0; block < kBlocks; ++block) {
      for (std::size_t i = 0; i < axes_.size(); ++i) {
        const std::uint64_t count = axes_[i].count;
        for (std::uint64_t& value : batch.variable(i)) {
          const std::uint64_t number = block % 4 == 3 ? random() >> random() % 64 : random();
          value = axes_[i].low + (count ? number % count : number);
        }
      }
      if (holds(batch, Batch::kLanes, model)) return true;
    }
    return false;
  }

  // Whether a lane satisfies all; then the model has its values.
  bool holds(Batch& batch, std::size_t lanes, Assignment& model) {
    const double nanoseconds = static_cast<double>(Batch::kLanes * (batch.operations() + 1)) * kNanosecondsALane;
    WorkClock::spend(WorkClock::duration(static_cast<WorkClock::rep>(nanoseconds)));
    const std::size_t found = batch.holds(lanes);
    if (found == lanes) return false;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      model.set(axes_[i].variable, batch.variable(i)[found]);
    }
    return true;
  }

  std::shared_ptr<LayerContext> context_;
  std::vector<Axis> axes_;
  std::uint64_t count_ = 0;  // assignments; 0 if they are too many
  double timeout_ = 0;
  bool answered_ = false;  // the last question
  std::atomic<bool> interrupted_ = false;
};

}  // namespace

std::unique_ptr<Solver> make_exhaustive_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<ExhaustiveSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
