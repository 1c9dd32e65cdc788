#include "solver/chain.h"

#include "solver/cache_solver.h"
#include "solver/cadical_solver.h"
#include "solver/case_solver.h"
#include "solver/division_solver.h"
#include "solver/domain_solver.h"
#include "solver/equation_solver.h"
#include "solver/exhaustive_solver.h"
#include "solver/guess_solver.h"
#include "solver/independence_solver.h"
#include "solver/integer_solver.h"
#include "solver/logging_solver.h"
#include "solver/narrow_solver.h"
#include "solver/order_solver.h"
#include "solver/portfolio_solver.h"
#include "solver/question_shape.h"
#include "solver/rank_solver.h"
#include "solver/sum_solver.h"
#include "solver/validating_solver.h"
#include "solver/value_solver.h"
#include "solver/xor_solver.h"
#include "solver/z3_solver.h"
#include "support/contract.h"

namespace janus::solver {

namespace {

constexpr double kBudget = 0.25;  // counted seconds of the first turn, doubled each round (docs/decisions/0008)

std::unique_ptr<Solver> make_core_solver(const term::TermPool& pool, const std::string& core) {
  if (core == "z3") return make_core(make_z3_solver(pool));
  if (core == "cadical") return make_core(make_cadical_solver());
  JANUS_REQUIRE(core == "auto");
  return make_portfolio_solver(make_cadical_solver(), {.make = [&pool] { return make_z3_solver(pool); },
                                                       .is_likelier_for =
                                                           [shape = QuestionShape()](term::Term question) mutable {
                                                             return shape.is_polynomial_identity(question);
                                                           },
                                                       .budget = kBudget});
}

// The end of a chain that has no core solver: answers Unknown to everything.
class NoCoreSolver : public Solver {
 public:
  Answer check(const PathCondition&, term::Term, term::Assignment&) override { return Answer::Unknown; }
  void interrupt() override {}
  void set_timeout(double) override {}
  void collect(std::vector<SolverStatistics>&) const override {}
};

// The layers that reason from facts along the path, in front of `solver`.
std::unique_ptr<Solver> make_fact_layers(const ChainConfig& config, const std::shared_ptr<LayerContext>& context,
                                         std::unique_ptr<Solver> solver) {
  if (config.values != ValueLayer::Off) solver = make_value_solver(std::move(solver), context);
  if (config.order) solver = make_order_solver(std::move(solver), context);
  if (config.domain) solver = make_domain_solver(std::move(solver), context);
  return solver;
}

}  // namespace

std::unique_ptr<Solver> make_lone_core(term::TermPool& pool, const std::string& core) {
  return make_rank_solver(make_core_solver(pool, core), std::make_shared<LayerContext>(pool));
}

std::unique_ptr<Solver> make_solver_chain(term::TermPool& pool, const ChainConfig& config) {
  return make_solver_chains(pool, config).whole;
}

SolverChains make_solver_chains(term::TermPool& pool, const ChainConfig& config) {
  std::unique_ptr<Solver> solver = make_core_solver(pool, config.core);
  if (!config.log_queries.empty())
    solver = make_logging_solver(pool, std::move(solver), config.log_queries, config.log_failed);
  const auto context = std::make_shared<LayerContext>(
      pool, config.values == ValueLayer::Parti ? ValueReasoning::Parti : ValueReasoning::Full);
  if (config.ranks) solver = make_rank_solver(std::move(solver), context);
  if (config.integers) solver = make_integer_solver(std::move(solver), context);
  if (config.exhaustive) solver = make_exhaustive_solver(std::move(solver), context);
  if (config.guess) solver = make_guess_solver(std::move(solver), context);
  if (config.cache) solver = make_cache_solver(std::move(solver), context);
  if (config.narrow) solver = make_narrow_solver(std::move(solver), context);
  if (config.equations) solver = make_equation_solver(std::move(solver), context);
  if (config.divisions) solver = make_division_solver(std::move(solver), context);
  if (config.xors) solver = make_xor_solver(std::move(solver), context);
  if (config.sums) solver = make_sum_solver(std::move(solver), context);
  if (config.independence) solver = make_independence_solver(std::move(solver), context);
  if (config.cases && config.values == ValueLayer::Full) {
    auto cheap = make_fact_layers(config, context, std::make_unique<NoCoreSolver>());
    solver = make_case_solver(std::move(solver), std::move(cheap), context);
  }
  solver = make_fact_layers(config, context, std::move(solver));
  if (config.validate) solver = make_validating_solver(pool, std::move(solver), make_z3_solver(pool));
  if (config.watch) solver = make_watching_solver(std::move(solver), config.watch);
  return {std::move(solver), make_fact_layers(config, context, std::make_unique<NoCoreSolver>())};
}

}  // namespace janus::solver
