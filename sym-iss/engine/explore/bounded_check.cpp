#include "engine/explore/bounded_check.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <map>

#include "solver/chain.h"
#include "support/contract.h"
#include "term/smtlib.h"
#include "term/support.h"

namespace janus::engine {

using term::Term;

// The conjunction of a path's conjuncts. Computed once for each conjunct, so that paths share the terms of common
// prefixes.
Term PathEnds::condition_of(const solver::PathCondition& path) {
  std::vector<const solver::Conjunct*> missing;
  const solver::Conjunct* known = path.last();
  for (; known && !conditions_.contains(known); known = known->parent) missing.push_back(known);
  Term condition = known ? conditions_.at(known) : pool_.truth(true);
  for (auto c = missing.rbegin(); c != missing.rend(); ++c) {
    condition = pool_.bit_and(condition, (*c)->term);
    conditions_[*c] = condition;
  }
  return condition;
}

Term PathEnds::formula() {
  // A balanced tree of disjunctions, because there can be many ends.
  std::vector<Term> terms;
  for (const PathEnd& end : ends_) terms.push_back(condition_of(end.state->path));
  while (terms.size() > 1) {
    for (std::size_t i = 0; i < terms.size(); i += 2) {
      terms[i / 2] = i + 1 < terms.size() ? pool_.bit_or(terms[i], terms[i + 1]) : terms[i];
    }
    terms.resize((terms.size() + 1) / 2);
  }
  return terms.empty() ? pool_.truth(false) : terms.front();
}

PathEnd* PathEnds::reached_by(const term::Assignment& input) {
  term::Evaluator evaluator;
  evaluator.assign(input);
  for (PathEnd& end : ends_) {
    bool holds = true;
    for (const solver::Conjunct* c = end.state->path.last(); c && holds; c = c->parent) holds = evaluator(c->term) == 1;
    if (holds) return &end;
  }
  return nullptr;
}

namespace {

// A comment line. Control characters are replaced, so that a name cannot end the comment.
std::string comment(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  }
  return "; " + text + "\n";
}

}  // namespace

std::string formula_script(const term::TermPool& pool, Term formula, const PathEnds& ends,
                           const std::vector<std::string>& remarks) {
  std::string text;
  for (const std::string& remark : remarks) text += comment(remark);
  std::map<std::uint32_t, const Input*> inputs;  // by index; paths can differ in the name of an input: any name will do
  for (const PathEnd& end : ends.all()) {
    for (const Input* input = end.state->inputs; input; input = input->previous) {
      if (!inputs.try_emplace(input->index, input).second) break;
    }
  }
  for (const auto& [index, input] : inputs) {
    std::vector<Term> parts;
    input->for_each_part([&](std::uint32_t, Term part) { parts.push_back(part); });
    if (parts.empty()) continue;
    const auto name = [&](Term part) { return pool.variables()[part->value].name; };
    const std::string last = parts.size() > 1 ? " .. " + name(parts.back()) : "";
    text += comment(fmt::format("input {}: {}{}, {} bytes, asked for at 0x{:08x}", input->name, name(parts.front()),
                                last, input->size, input->pc));
  }
  const std::array<Term, 1> assertions{formula};
  return text + term::smtlib_assertions(pool, assertions) + "(check-sat)\n";
}

void BoundedCheck::ended(std::unique_ptr<ExecutionState> state, const Ending& ending) {
  switch (consequence_of(ending)) {
    case Consequence::Violation: bad_.add(std::move(state), ending); break;
    case Consequence::GivenUp: cut_.add(std::move(state), ending); break;
    case Consequence::Normal:
    case Consequence::Pruned: break;
  }
}

const PathEnd* BoundedCheck::check(FormulaStatistics& statistics,
                                   const std::function<void(const std::string&)>& on_formula) {
  const Term bad = bad_.formula(), cut = cut_.formula();
  statistics.bad_ends = bad_.size();
  statistics.cut_paths = cut_.size();
  statistics.terms = term::count_nodes({&bad, 1});
  std::vector<std::string> remarks = config_.remarks;
  remarks.push_back(fmt::format("ends of paths where something is wrong: {}; paths cut off by a limit: {}", bad_.size(),
                                cut_.size()));
  const std::string script = formula_script(pool_, bad, bad_, remarks);
  statistics.bytes = script.size();
  statistics.build_seconds = limits_.elapsed();
  if (on_formula) on_formula(script);
  const auto core = solver::make_lone_core(pool_, config_.core);
  const Watchdog watchdog = limits_.guard(*core);
  term::Assignment model;
  PathEnd* reached = nullptr;
  statistics.answer = ask(*core, bad, model);
  if (statistics.answer == "sat") {
    reached = bad_.reached_by(model);
    JANUS_REQUIRE(reached);
    reached->state->model = std::make_shared<const term::Assignment>(std::move(model));
  } else if (statistics.answer == "unsat") {
    statistics.cut = ask(*core, cut, model);
  }
  std::vector<solver::SolverStatistics> asked;
  core->collect(asked);
  for (const auto& layer : asked) statistics.overdue += layer.overdue;
  statistics.solve_seconds = limits_.elapsed() - statistics.build_seconds;
  return reached;
}

std::string BoundedCheck::ask(solver::Solver& core, Term formula, term::Assignment& model) const {
  if (formula.is_constant()) return formula->value ? "sat" : "unsat";
  if (!config_.solve) return "not asked";
  core.set_timeout(question_seconds_);
  switch (core.check({}, formula, model)) {
    case solver::Answer::Sat: return "sat";
    case solver::Answer::Unsat: return "unsat";
    case solver::Answer::Unknown: break;
  }
  return "unknown";
}

}  // namespace janus::engine
