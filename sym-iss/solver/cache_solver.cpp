#include "solver/cache_solver.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solver/decorator.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Support;
using term::Term;

// A set of terms by their node ids, ascending.
using TermSet = std::vector<std::uint32_t>;

TermSet set_of(std::vector<Term> terms) {
  TermSet set;
  for (const Term term : terms) set.push_back(term->id);
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

// Unsatisfiable sets of terms. A lookup asks whether a given set contains one of them; so each is filed under its
// newest term, and a lookup tries the terms of the given set only.
class Cores {
 public:
  bool any_within(const TermSet& terms) const {
    return std::any_of(terms.begin(), terms.end(), [&](std::uint32_t newest) {
      const auto filed = by_newest_.find(newest);
      return filed != by_newest_.end() &&
             std::any_of(filed->second.begin(), filed->second.end(), [&](const TermSet& c) {
               return std::includes(terms.begin(), terms.end(), c.begin(), c.end());
             });
    });
  }
  void add(TermSet core) {
    if (core.empty()) return;
    if (++count_ > kMaxCores) {
      by_newest_.clear();
      count_ = 1;
    }
    std::deque<TermSet>& filed = by_newest_[core.back()];
    if (filed.size() == kMaxPerTerm) filed.pop_front();
    filed.push_back(std::move(core));
  }

 private:
  static constexpr std::size_t kMaxCores = 100'000, kMaxPerTerm = 64;
  std::unordered_map<std::uint32_t, std::deque<TermSet>> by_newest_;
  std::size_t count_ = 0;
};

class CacheSolver : public Shortcut {
 public:
  CacheSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Shortcut("cache", std::make_unique<Recorder>(std::move(next), *this)), context_(std::move(context)) {}

 private:
  // Records what the next solver answers.
  class Recorder : public Decorator {
   public:
    Recorder(std::unique_ptr<Solver> next, CacheSolver& cache) : Decorator("", std::move(next)), cache_(cache) {}
    Answer check(const PathCondition& path, Term question, Assignment& model) override {
      const Answer answer = next_->check(path, question, model);
      if (answer == Answer::Unsat) cache_.remember_core(next_->unsat_core());
      if (answer == Answer::Sat) cache_.remember_model(question, model);
      return answer;
    }
    void collect(std::vector<SolverStatistics>& statistics) const override { next_->collect(statistics); }

   private:
    CacheSolver& cache_;
  };

  static constexpr std::size_t kMaxModels = 8;  // kept for each question, and as many recent ones of any question

  Answer own_answer(const PathCondition& path, Term question, Assignment& model) override {
    terms_ = path.terms();
    terms_.push_back(question);
    asked_ = set_of(terms_);
    if (cores_.any_within(asked_)) return Answer::Unsat;
    variables_ = Support::kNone;
    for (const Term term : terms_) variables_ = context_->support.united(variables_, context_->support.of(term));
    if (variables_ == Support::kMany) return Answer::Unknown;
    if (const auto known = by_question_.find(question->id); known != by_question_.end()) {
      if (try_models(known->second, path, question, model)) return Answer::Sat;
    }
    return try_models(recent_, path, question, model) ? Answer::Sat : Answer::Unknown;
  }

  bool try_models(const std::deque<std::shared_ptr<const Assignment>>& models, const PathCondition& path, Term question,
                  Assignment& model) {
    for (auto tried = models.rbegin(); tried != models.rend(); ++tried) {
      Assignment candidate = model;
      for (const std::uint32_t variable : context_->support.variables(variables_)) {
        candidate.set(variable, (**tried)[variable]);
      }
      if (!context_->satisfied(path, question, model, candidate)) continue;
      model = std::move(candidate);
      return true;
    }
    return false;
  }

  void remember_core(const std::vector<Term>& core) { cores_.add(core.empty() ? asked_ : set_of(core)); }

  void remember_model(Term question, const Assignment& model) {
    if (by_question_.size() > kMaxQuestions) by_question_.clear();
    const auto kept = std::make_shared<const Assignment>(model);
    for (auto* models : {&by_question_[question->id], &recent_}) {
      if (models->size() == kMaxModels) models->pop_front();
      models->push_back(kept);
    }
  }

  static constexpr std::size_t kMaxQuestions = 20'000;
  std::shared_ptr<LayerContext> context_;
  Cores cores_;
  std::unordered_map<std::uint32_t, std::deque<std::shared_ptr<const Assignment>>> by_question_;  // by node id
  std::deque<std::shared_ptr<const Assignment>> recent_;
  // These describe the question being answered.
  std::vector<Term> terms_;
  TermSet asked_;
  Support::Set variables_ = Support::kNone;
};

}  // namespace

std::unique_ptr<Solver> make_cache_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<CacheSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
