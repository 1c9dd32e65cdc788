#include "engine/summarize/loop_traces.h"

#include <fmt/format.h>

#include <algorithm>

namespace janus::engine {

using term::Term;

LoopTraceSearch::LoopTraceSearch(term::TermPool& pool, solver::Solver& solver, const LoopBody& body,
                                 const ExecutionState& arrival, const std::function<bool()>& stop)
    : pool_(pool), solver_(solver), body_(body), arrival_(arrival), stop_(stop) {
  for (const LoopPath& path : body.paths) add_phase(path);
}

std::vector<LoopTrace> LoopTraceSearch::search() {
  Node first;
  first.values = body_.on_arrival;
  first.path = arrival_.path;
  first.model = arrival_.model;
  expand(first);
  return std::move(traces_);
}

std::vector<Term> LoopTraceSearch::substituted(const std::vector<Term>& terms, const std::vector<Term>& values) {
  term::Substitution substitution(pool_, body_.generic, values);
  std::vector<Term> result;
  for (const Term term : terms) result.push_back(substitution(term));
  return result;
}

Term LoopTraceSearch::all(const std::vector<Term>& terms) {
  Term conjunction = pool_.truth(true);
  for (const Term term : terms) conjunction = pool_.bit_and(conjunction, term);
  return conjunction;
}

Term LoopTraceSearch::applies(const Phase& phase, const std::vector<Term>& values) {
  return all(substituted(phase.path.conditions, values));
}

// Simplifies a negated conjunction: drops the conjuncts that are on the node's path already, since they cannot be the
// reason why the conjunction fails. So equations that are written as two orders stay visible.
Term LoopTraceSearch::reduced(const Node& node, Term condition) {
  if (!condition.is(term::Kind::Not) || !condition->child[0].is(term::Kind::And)) return condition;
  std::vector<Term> known = node.path.terms();
  std::vector<Term> open{condition->child[0]};
  Term reasons = pool_.truth(true);
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (term.is(term::Kind::And)) {
      open.push_back(term->child[1]);
      open.push_back(term->child[0]);
    } else if (std::find(known.begin(), known.end(), term) == known.end()) {
      reasons = pool_.bit_and(reasons, term);
    }
  }
  return pool_.bit_not(reasons);
}

// Adds a condition to the path of a node. False if the condition cannot hold there.
bool LoopTraceSearch::assume(Node& node, Term condition) {
  if (condition.is(term::Kind::And)) return assume(node, condition->child[0]) && assume(node, condition->child[1]);
  condition = reduced(node, condition);
  if (stop_()) throw Unsummarizable{"takes too long to look at", true};
  if (condition.is_constant()) return condition->value != 0;
  evaluator_.assign(*node.model);
  if (evaluator_(condition) == 0) {
    term::Assignment model = *node.model;
    const solver::Answer answer = solver_.check(node.path, condition, model);
    if (answer == solver::Answer::Unknown) throw Unsummarizable{"the solver gave up on the order of its paths"};
    if (answer == solver::Answer::Unsat) return false;
    node.model = std::make_shared<const term::Assignment>(std::move(model));
  }
  node.path = solver::extend(node.path, condition);
  return true;
}

void LoopTraceSearch::add_phase(LoopPath path) {
  phases_.push_back(std::make_unique<Phase>());
  Phase& phase = *phases_.back();
  phase.path = std::move(path);
  Node twice;
  twice.path = arrival_.path;
  twice.model = arrival_.model;
  phase.repeats = assume(twice, all(phase.path.conditions)) && assume(twice, applies(phase, phase.path.updates));
  if (phase.repeats) make_guards(phase);
}

void LoopTraceSearch::make_guards(Phase& phase) {
  phase.forms.emplace(pool_, support_, body_.generic, phase.path.updates);
  if (const auto location = phase.forms->without_form()) {
    const Location& where = body_.locations[*location];
    phase.obstacle = where.kind == Location::Kind::Word
                         ? fmt::format("the word at 0x{:08x} changes unpredictably", where.number)
                         : fmt::format("x{} changes unpredictably", where.number);
    return;
  }
  for (const Term condition : phase.path.conditions) {
    phase.after_one = phase.after_one || phase.forms->reads_derived(condition);
  }
  for (Term condition : phase.path.conditions) {
    if (phase.after_one) condition = phase.forms->without_derived(condition);
    if (condition.is_constant(1)) continue;
    const auto guard =
        phase.forms->is_linear_input(condition) ? LoopGuard::of(pool_, *phase.forms, condition) : std::nullopt;
    if (!guard) {
      phase.obstacle = "has a condition on what is no induction variable";
      return;
    }
    phase.guards.push_back(*guard);
  }
  // repeat() prefers earlier guards if several fail at once. The values after the iterations are simplest for guards
  // that meet exactly.
  std::stable_partition(phase.guards.begin(), phase.guards.end(),
                        [](const LoopGuard& guard) { return guard.meets_exactly(); });
}

void LoopTraceSearch::expand(const Node& node) {
  if (node.taken.size() > kMaxPhases) throw Unsummarizable{"its paths follow each other irregularly"};
  Term none = pool_.truth(true);
  for (std::size_t i = 0; i < body_.paths.size(); ++i) {
    const bool exhausted = !node.taken.empty() && node.taken.back() == i;
    if (exhausted) continue;
    const Term applies_now = applies(*phases_[i], node.values);
    none = pool_.bit_and(none, pool_.bit_not(applies_now));
    if (applies_now.is_constant(0)) continue;
    Term besides = pool_.truth(true);
    if (std::find(node.taken.begin(), node.taken.end(), i) != node.taken.end()) {
      if (const auto round = round_through(node.taken.back(), i); round && *round != node.taken.back()) {
        take(node, *round, besides);
        besides = pool_.bit_not(applies(*phases_[*round], node.values));
      }
    }
    take(node, i, besides);
  }
  Node end = node;
  if (!assume(end, none)) return;
  if (traces_.size() == kMaxTraces) throw Unsummarizable{"can be run through in too many ways"};
  traces_.push_back(std::move(end));
}

// Expands the executions that take a phase next, for as many iterations as the phase applies.
void LoopTraceSearch::take(const Node& node, std::size_t number, Term besides) {
  Phase& phase = *phases_[number];
  Node start = node;
  if (!assume(start, besides) || !assume(start, applies(phase, start.values))) return;
  start.taken.push_back(number);
  const bool once = !phase.repeats;
  if (!once && !phase.obstacle.empty()) throw Unsummarizable{phase.obstacle};
  if (!once && !phase.after_one) {
    repeat(start, number);
    return;
  }
  Node next = start;
  next.values = substituted(phase.path.updates, start.values);
  next.counts.push_back(pool_.constant(32, 1));
  if (once) {
    expand(next);
    return;
  }
  const Term again = applies(phase, next.values);
  Node more = next;
  if (assume(next, pool_.bit_not(again))) expand(next);
  if (assume(more, again)) repeat(more, number);
}

// Expands the executions that take a phase at least once from a node where the phase applies. The executions are
// distinguished by the condition that fails first. If several conditions fail at once, the one that comes first in
// phase.guards counts.
void LoopTraceSearch::repeat(const Node& start, std::size_t number) {
  Phase& phase = *phases_[number];
  Term summed_up = pool_.truth(false);
  for (std::size_t f = 0; f < phase.guards.size(); ++f) {
    const auto failure = phase.guards[f].failure(body_.generic, start.values);
    if (!failure) continue;
    Node end = start;
    end.values = phase.forms->after(start.values, failure->count);
    Term condition = failure->condition;
    for (std::size_t c = 0; c < phase.guards.size(); ++c) {
      if (c == f) continue;
      condition = pool_.bit_and(condition, phase.guards[c].holds_during(body_.generic, start.values, failure->count));
      if (c < f) condition = pool_.bit_and(condition, substituted({phase.guards[c].condition()}, end.values)[0]);
    }
    summed_up = pool_.bit_or(summed_up, condition);
    if (!assume(end, condition)) continue;
    end.counts.push_back(failure->count);
    expand(end);
  }
  Node rest = start;
  if (!assume(rest, pool_.bit_not(summed_up))) return;
  rest.leaves = false;
  traces_.push_back(std::move(rest));
}

// The phase for one round of paths that take turns, where `next` follows `last`. Nothing if the paths do not take
// turns.
std::optional<std::size_t> LoopTraceSearch::round_through(std::size_t last, std::size_t next) {
  const auto [entry, is_new] = rounds_.try_emplace({last, next});
  if (is_new && last < body_.paths.size()) {
    if (auto path = find_round(last, next)) {
      add_phase(std::move(*path));
      entry->second = phases_.size() - 1;
    }
  }
  return entry->second;
}

// Starts with `next` from a generic state in which `last` has just ceased to apply. Follows the paths as long as only
// one path can be next, until `next` comes again.
std::optional<LoopPath> LoopTraceSearch::find_round(std::size_t last, std::size_t next) {
  Node any;
  any.path = arrival_.path;
  any.model = arrival_.model;
  any.values = body_.generic;
  const auto step = [&](Node& node, std::size_t path) {
    if (!assume(node, applies(*phases_[path], node.values))) return false;
    node.values = substituted(phases_[path]->path.updates, node.values);
    return true;
  };
  if (!step(any, last) || !assume(any, pool_.bit_not(applies(*phases_[last], any.values)))) return std::nullopt;
  LoopPath round{.conditions = {}, .updates = body_.generic};
  std::size_t current = next;
  for (std::size_t length = 0; length < kMaxPeriod; ++length) {
    if (!step(any, current)) return std::nullopt;
    for (const Term condition : substituted(phases_[current]->path.conditions, round.updates)) {
      if (!condition.is_constant(1)) round.conditions.push_back(condition);
    }
    round.updates = substituted(phases_[current]->path.updates, round.updates);
    std::optional<std::size_t> following;
    for (std::size_t i = 0; i < body_.paths.size(); ++i) {
      Node probe = any;
      if (!assume(probe, applies(*phases_[i], any.values))) continue;
      if (following) return std::nullopt;
      following = i;
    }
    if (!following) return std::nullopt;
    if (*following == next && current != next) return round;
    current = *following;
  }
  return std::nullopt;
}

}  // namespace janus::engine
