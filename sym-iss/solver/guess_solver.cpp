#include "solver/guess_solver.h"

#include <algorithm>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "solver/decorator.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Term;

class GuessSolver : public Shortcut {
 public:
  GuessSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Shortcut("guess", std::move(next)), context_(std::move(context)) {}

 private:
  static constexpr int kGuesses = 24;
  static constexpr std::size_t kMaxWords = 64;
  static constexpr std::uint64_t kWide = 1000;  // a word with fewer values keeps its value: it is probably a counter

  Answer own_answer(const PathCondition& path, Term question, Assignment& model) override {
    const auto& variables = context_->support.variables(context_->support.of(question));
    if (variables.size() > kMaxWords) return at_extremes(path, question, model, variables);
    const std::vector<std::uint32_t> words = words_of(path, question);
    if (words.size() < 2 || words.size() > kMaxWords) return Answer::Unknown;
    std::vector<std::uint64_t> values(words.size());
    for (int guess = 0; guess < kGuesses; ++guess) {
      fill(values, guess);
      Assignment candidate = model;
      for (std::size_t i = 0; i < words.size(); ++i) {
        candidate.set(words[i], values[i] & term::mask(context_->pool.variables()[words[i]].width));
      }
      if (!context_->satisfied(path, question, model, candidate)) continue;
      model = std::move(candidate);
      return Answer::Sat;
    }
    return Answer::Unknown;
  }

  // Whether a sum of many, say, may be the largest or the smallest: each variable has its largest value, or its
  // smallest.
  Answer at_extremes(const PathCondition& path, Term question, Assignment& model,
                     std::span<const std::uint32_t> variables) {
    const ValueFacts& facts = context_->values.at(path);
    for (const bool largest : {true, false}) {
      Assignment candidate = model;
      for (const std::uint32_t variable : variables) {
        const ValueSet* const known = context_->known(facts, variable);
        const std::uint64_t all = term::mask(context_->pool.variables()[variable].width);
        candidate.set(variable, largest ? (known ? known->max() : all) : (known ? known->min() : 0));
      }
      if (!context_->satisfied(path, question, model, candidate)) continue;
      model = std::move(candidate);
      return Answer::Sat;
    }
    return Answer::Unknown;
  }

  // The first guess is rising values, the second falling ones; then shuffled values, and every third guess random small
  // ones, with repetitions.
  void fill(std::vector<std::uint64_t>& values, int guess) {
    const bool falling = guess == 1, random = guess % 3 == 2;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (falling) {
        values[i] = values.size() - i;
      } else if (random) {
        values[i] = random_() % values.size();
      } else {
        values[i] = i;
      }
    }
    if (guess > 1 && !random) std::shuffle(values.begin(), values.end(), random_);
  }

  std::vector<std::uint32_t> words_of(const PathCondition& path, Term question) {
    const ValueFacts& facts = context_->values.at(path);
    std::vector<std::uint32_t> words;
    for (const std::uint32_t variable : context_->support.variables(context_->support.of(question))) {
      const ValueSet* known = context_->known(facts, variable);
      const std::uint64_t span = known ? known->size() : term::mask(context_->pool.variables()[variable].width);
      if (span >= kWide) words.push_back(variable);
    }
    return words;
  }

  std::shared_ptr<LayerContext> context_;
  std::mt19937_64 random_{1};  // a fixed seed, so that runs are repeatable
};

}  // namespace

std::unique_ptr<Solver> make_guess_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<GuessSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
