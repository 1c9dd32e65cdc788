// A soak of the solver chain: random trees of path conditions, every answer validated by Z3, until the time is over.
//
//   build/release/tests/soak/soak [SECONDS [FIRST_SEED]]        (60 seconds from seed 1, unless told otherwise)
//
// Each seed stands for a kind of conditions, a set of layers that are switched on, and a tree. A disagreement aborts
// with the question as SMT-LIB 2 and the seed, with which it happens again.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "solver/chain.h"
#include "testing/random_conditions.h"
#include "testing/random_terms.h"

namespace {

using namespace janus;

struct Totals {
  std::uint64_t asked = 0, answered_in_front = 0;
};

// Conditions from terms of any kind: the truth values among them, and equalities with a value the term can have.
void ask_about_random_terms(solver::Solver& solver, term::TermPool& pool, std::uint64_t seed, int questions) {
  testing::RandomTerms terms(pool, seed, {1, 8, 16, 32}, 40);
  testing::Random random(seed);
  std::vector<std::pair<solver::PathCondition, term::Assignment>> paths(1);
  for (int i = 0; i < questions; ++i) {
    term::Term question = terms.next().simplified;
    const auto [path, hint] = random.pick(paths);
    if (question.width() > 1) {
      const term::Term value = pool.constant(question.width(), term::evaluate(question, hint) + random.below(3));
      question = random.one_in(2) ? pool.ult(question, value) : pool.eq(question, value);
    }
    if (question.is_constant()) continue;
    term::Assignment model = hint;
    if (solver.check(path, question, model) != solver::Answer::Sat) continue;
    paths.emplace_back(extend(path, question), model);
  }
}

void soak(std::uint64_t seed, Totals& totals) {
  term::TermPool pool;
  testing::Random random(seed);
  solver::ChainConfig config;
  config.validate = true;
  if (random.one_in(2)) config.domain = random.one_in(2);
  if (random.one_in(2)) config.order = random.one_in(2);
  if (random.one_in(2)) config.values = static_cast<solver::ValueLayer>(random.below(3));
  config.cases = random.one_in(2);
  config.guess = random.one_in(2);
  config.narrow = random.one_in(2);
  config.integers = random.one_in(2);
  config.ranks = random.one_in(2);
  config.sums = random.one_in(2);
  config.equations = random.one_in(2);
  config.independence = random.one_in(2);
  config.cache = random.one_in(2);
  const auto solver = solver::make_solver_chain(pool, config);
  solver->set_timeout(0.5);
  if (random.one_in(3)) {
    ask_about_random_terms(*solver, pool, seed, 150);
  } else {
    testing::RandomConditions conditions(pool, seed, random.one_in(2));
    testing::ask_random_questions(*solver, conditions, 80);
  }
  std::vector<solver::SolverStatistics> statistics;
  solver->collect(statistics);
  totals.asked += statistics.front().asked;
  for (const auto& layer : statistics) {
    if (layer.layer == solver::kCoreLayer) totals.answered_in_front += statistics.front().asked - layer.asked;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 60;
  const std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  Totals totals;
  std::uint64_t seed = first;
  for (; elapsed() < seconds; ++seed) {
    std::fprintf(stderr, "\rseed %llu", static_cast<unsigned long long>(seed));
    soak(seed, totals);
  }
  std::printf(
      "\n%llu trees (seeds %llu to %llu), %llu questions, %llu of them answered before the core solver: no "
      "disagreement in %.0f s\n",
      static_cast<unsigned long long>(seed - first), static_cast<unsigned long long>(first),
      static_cast<unsigned long long>(seed - 1), static_cast<unsigned long long>(totals.asked),
      static_cast<unsigned long long>(totals.answered_in_front), elapsed());
}
