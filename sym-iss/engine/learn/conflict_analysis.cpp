#include "engine/learn/conflict_analysis.h"

#include <algorithm>
#include <unordered_map>

#include "solver/cadical_solver.h"
#include "solver/independence_solver.h"
#include "solver/layer_context.h"
#include "term/substitute.h"

namespace janus::engine {

using term::Term;

ConflictAnalysis::ConflictAnalysis(term::TermPool& pool, SearchFormula& formula, LearningPace& pace,
                                   const std::atomic<bool>& over)
    : pool_(pool), formula_(formula), pace_(pace), over_(over) {}

// The solver for whole paths. Finding a model takes time for every clause that the SAT solver has ever been given, so a
// new solver replaces the old one after kQuestions questions.
solver::Solver& ConflictAnalysis::solver() {
  if (questions_ >= next_solver_) {
    next_solver_ = questions_ + kQuestions;
    solver_ = solver::make_independence_solver(solver::make_cadical_solver(&over_),
                                               std::make_shared<solver::LayerContext>(pool_));
    solver_->set_timeout(kSeconds);
  }
  return *solver_;
}

void ConflictAnalysis::add_fact(ShadowState& state, Term condition, Guards guards) {
  if (condition.is_constant() && condition->value) return;
  facts_.push_back({condition, std::move(guards), {}, {}, state.facts});
  state.facts = &facts_.back();
  state.conditions = solver::extend(state.conditions, condition);
  if (!condition.is(term::Kind::Eq)) return;
  for (const unsigned side : {0, 1}) {
    const Term variable = condition->child[side], value = condition->child[1 - side];
    if (variable.is(term::Kind::Variable) && value.is_constant())
      state.constants.set(variable->value, {state.facts, value->value});
  }
}

Term ConflictAnalysis::define(ShadowState& state, const std::string& name, ShadowWord value, const Pending& pending) {
  const Term variable = pool_.variable(name, 32);
  names_[variable.node()] = name;
  const Term is = value.term ? value.term : pool_.constant(32, value.bits.raw);
  Facts reasons;
  const Term constant = with_constants(state, is, reasons);
  if (!is.is_constant()) {
    const Term equation = pool_.eq(variable, is);
    add_fact(state, equation, {value_literal(equation, pending.guards, {})});
    facts_.back().variable = variable;
    facts_.back().place = pending.place;
  }
  if (constant.is_constant()) {
    const Term equation = pool_.eq(variable, constant);
    add_fact(state, equation, {value_literal(equation, pending.guards, reasons)});
    if (is.is_constant()) {
      facts_.back().variable = variable;
      facts_.back().place = pending.place;
    }
  }
  check_bounds(state, variable);
  return variable;
}

Literal ConflictAnalysis::value_literal(Term equation, const Guards& guards, const Facts& reasons) {
  Literal& literal = values_[equation.node()];
  if (!literal) literal = formula_.free_literal();
  std::vector<Literal> clause{literal};
  for (const Literal guard : guards.all()) clause.push_back(-guard);
  for (const PathFact* reason : reasons) {
    for (const Literal guard : reason->guards.all()) clause.push_back(-guard);
  }
  formula_.add(clause);
  return literal;
}

Term ConflictAnalysis::with_constants(const ShadowState& state, Term term, Facts& reasons) {
  if (term.is_constant()) return term;
  term::Substitution substitution(pool_, [&](Term variable) -> Term {
    const KnownConstant& known = state.constants[variable->value];
    if (!known.fact) return {};
    reasons.push_back(known.fact);
    return pool_.constant(variable.width(), known.value);
  });
  return substitution(term);
}

solver::Answer ConflictAnalysis::ask(solver::Solver& solver, const solver::PathCondition& path, Term impossible) {
  if (!pace_.may_ask()) return solver::Answer::Unknown;
  ++questions_;
  const auto begin = term::WorkClock::now();
  term::Assignment model;
  const solver::Answer answer = solver.check(path, impossible, model);
  pace_.asked(term::WorkClock::seconds_since(begin));
  return answer;
}

std::optional<ConflictAnalysis::Facts> ConflictAnalysis::core(const ShadowState& state, Term impossible) {
  if (ask(solver(), state.conditions, impossible) != solver::Answer::Unsat) return std::nullopt;
  const std::vector<Term> terms = solver_->unsat_core();
  std::unordered_map<const term::Node*, bool> wanted;
  for (const Term term : terms) wanted[term.node()] = true;
  Facts facts;
  for (const PathFact* fact = state.facts; fact; fact = fact->previous) {
    if (!terms.empty()) {
      const auto found = wanted.find(fact->condition.node());
      if (found == wanted.end() || !found->second) continue;
      found->second = false;
    }
    facts.push_back(fact);
  }
  return facts;
}

std::optional<ConflictAnalysis::Facts> ConflictAnalysis::core_of(const Facts& facts, Term impossible) {
  solver::PathCondition path;
  for (const PathFact* fact : facts) path = solver::extend(path, fact->condition);
  if (refined_++ % kRefinements == 0) {
    refiner_ = solver::make_cadical_solver(&over_);
    refiner_->set_timeout(kSecondsToRefine);
  }
  if (ask(*refiner_, path, impossible) != solver::Answer::Unsat) return std::nullopt;
  const std::vector<Term> terms = refiner_->unsat_core();
  if (terms.empty()) return facts;
  Facts found;
  for (const PathFact* fact : facts) {
    const auto same = [&](const PathFact* other) { return other->condition == fact->condition; };
    if (std::find(terms.begin(), terms.end(), fact->condition) == terms.end()) continue;
    if (std::none_of(found.begin(), found.end(), same)) found.push_back(fact);
  }
  return found;
}

// Whether all guards of a fact hold on every finding path. Such a fact adds no literal to a clause.
bool ConflictAnalysis::is_free(const PathFact& fact) const {
  return std::ranges::all_of(fact.guards.all(), [&](Literal guard) { return formula_.always(guard); });
}

// Removes facts that are not needed to refute `impossible`. A fact that a set of facts needs is needed by every subset
// too, so one round is enough.
ConflictAnalysis::Facts ConflictAnalysis::minimized(Facts facts, Term impossible) {
  if (facts.size() > kMinimized) return facts;
  const Facts before = facts;
  for (const PathFact* fact : before) {
    if (is_free(*fact) || std::find(facts.begin(), facts.end(), fact) == facts.end()) continue;
    Facts fewer = facts;
    std::erase(fewer, fact);
    if (auto smaller = core_of(fewer, impossible)) facts = std::move(*smaller);
  }
  return facts;
}

// The bounds that can get a literal. Kind 0: the variable is not negative. Kind 1: the variable is small enough that
// the sum and the difference of two such values do not overflow.
Term ConflictAnalysis::bound_of(Term variable, unsigned kind) {
  if (kind == 0) return pool_.bit_not(pool_.slt(variable, pool_.constant(32, 0)));
  return pool_.ult(pool_.add(variable, pool_.constant(32, 1U << 30)), pool_.constant(32, (1U << 31) - 1));
}

// The fact that a bound holds, guarded by the bound's literal.
const PathFact* ConflictAnalysis::bound_fact(ShadowState& state, const PathFact& definition, unsigned kind) {
  const std::string& name = names_.at(definition.variable.node());
  Bound& bound = bounds_.try_emplace(name, Bound{definition.variable, definition.place, {}}).first->second;
  if (!bound.literals[kind]) {
    bound.literals[kind] = formula_.free_literal();
    ++bound_literals_;
  }
  claim_bound(state, bound, kind);
  facts_.push_back({bound_of(definition.variable, kind), {bound.literals[kind]}, {}, {}, nullptr});
  return &facts_.back();
}

// If the bound holds on this path, learns the clause that says why.
void ConflictAnalysis::claim_bound(ShadowState& state, const Bound& bound, unsigned kind) {
  const Term violated = pool_.bit_not(bound_of(bound.variable, kind));
  auto facts = core(state, violated);
  if (!facts) return;
  const Literal reached =
      bound.place.pc ? formula_.passed(bound.place.node, bound.place.pc) : formula_.entered(bound.place.node);
  const Literal holds = bound.literals[kind];
  const Term variable = bound.variable;
  finish({-reached, holds}, weakened(state, minimized(std::move(*facts), violated), violated, variable));
}

void ConflictAnalysis::check_bounds(ShadowState& state, Term variable) {
  const auto found = bounds_.find(names_.at(variable.node()));
  if (found == bounds_.end()) return;
  for (unsigned kind = 0; kind < kBounds; ++kind) {
    if (found->second.literals[kind]) claim_bound(state, found->second, kind);
  }
}

// Replaces definitions by bounds where a bound suffices to refute `impossible`. The definition of `kept` stays.
ConflictAnalysis::Facts ConflictAnalysis::weakened(ShadowState& state, Facts facts, Term impossible, Term kept) {
  std::size_t tried = 0;
  const Facts before = facts;
  for (const PathFact* fact : before) {
    if (!fact->variable || fact->variable == kept || is_free(*fact) || tried == kGeneralized) continue;
    if (std::find(facts.begin(), facts.end(), fact) == facts.end()) continue;
    ++tried;
    for (unsigned kind = 0; kind < kBounds; ++kind) {
      const Term holds = bound_of(fact->variable, kind);
      if (holds.is_constant()) continue;
      const PathFact candidate{holds, {}, {}, {}, nullptr};
      Facts other = facts;
      std::replace(other.begin(), other.end(), fact, &candidate);
      auto found = core_of(other, impossible);
      if (!found) continue;
      const auto used = std::find(found->begin(), found->end(), &candidate);
      if (used != found->end()) {
        if (!core(state, pool_.bit_not(holds))) continue;
        *used = bound_fact(state, *fact, kind);
      }
      facts = std::move(*found);
      break;
    }
  }
  return facts;
}

bool ConflictAnalysis::learn(ShadowState& state, std::vector<Literal> head, Term impossible, About about) {
  Facts reasons;
  const Term left = with_constants(state, impossible, reasons);
  if (left.is_constant()) {
    if (left->value) return false;
    if (!by_constants_.insert(clause(head, reasons)).second) return true;  // another path has learned it
    if (about == About::Property && reasons.size() <= kFewConstants)
      reasons = weakened(state, std::move(reasons), impossible, {});
    finish(std::move(head), reasons);
    return true;
  }
  auto facts = core(state, impossible);
  if (!facts) return false;
  *facts = minimized(std::move(*facts), impossible);
  if (about == About::Property) *facts = weakened(state, std::move(*facts), impossible, {});
  finish(std::move(head), *facts);
  return true;
}

void ConflictAnalysis::finish(std::vector<Literal> head, const Facts& facts) {
  formula_.learn(clause(std::move(head), facts));
}

std::vector<Literal> ConflictAnalysis::clause(std::vector<Literal> head, const Facts& facts) const {
  for (const PathFact* fact : facts) {
    for (const Literal guard : fact->guards.all()) {
      if (formula_.always(guard)) continue;
      if (std::find(head.begin(), head.end(), -guard) == head.end()) head.push_back(-guard);
    }
  }
  return head;
}

}  // namespace janus::engine
