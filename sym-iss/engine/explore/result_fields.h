// The fields of a result that other processes and later ones need, in one place for all directions and forms: JSON in
// checkpoints (checkpoint.cpp), binary in messages (distribute/packed.h). `visit` is called with the name of each field
// and the field.
#pragma once

#include <concepts>
#include <type_traits>

#include "engine/explore/exploration.h"
#include "engine/hart/symbolic_hart.h"
#include "solver/solver.h"

namespace janus::engine {

// T is a Whole, which may be const.
template <class T, class Whole>
concept FieldsOf = std::same_as<std::remove_const_t<T>, Whole>;

template <class Visit, FieldsOf<SymbolicHartStatistics> Hart>
void visit_fields(Visit&& visit, Hart& hart) {
  visit("instructions", hart.instructions);
  visit("cycles", hart.cycles);
  visit("forks", hart.forks);
  visit("branches_on_terms", hart.branches_on_terms);
  visit("gave_up", hart.gave_up);
  visit("concretizations", hart.concretizations);
  visit("looked_at", hart.looked_at);
  visit("by_value", hart.by_value);
  visit("symbolic_addresses", hart.symbolic_addresses);
  visit("ignored_hooks", hart.ignored_hooks);
  visit("most_inputs", hart.most_inputs);
  visit("most_input_bytes", hart.most_input_bytes);
  visit("assertions", hart.assertions);
  visit("gave_up_at", hart.gave_up_at);
  visit("forks_at", hart.forks_at);
}

template <class Visit, FieldsOf<solver::SolverStatistics> Layer>
void visit_fields(Visit&& visit, Layer& layer) {
  visit("layer", layer.layer);
  visit("asked", layer.asked);
  visit("sat", layer.sat);
  visit("unsat", layer.unsat);
  visit("unknown", layer.unknown);
  visit("overdue", layer.overdue);
  visit("seconds", layer.seconds);
}

// Without those that are results of their own: of the hart, of the solver's layers, ends, findings and what is
// unchecked.
template <class Visit, FieldsOf<ExplorationResult> Result>
void visit_fields(Visit&& visit, Result& result) {
  visit("paths", result.paths);
  visit("stand_for", result.stand_for);
  visit("unexpected_halts", result.unexpected_halts);
  visit("unconfirmed", result.unconfirmed);
  visit("queries", result.queries);
  visit("solver_seconds", result.solver_seconds);
  visit("seconds", result.seconds);
  visit("overdue", result.overdue);
  visit("repeatable", result.repeatable);
  visit("peak_bytes", result.peak_bytes);
  visit("terms", result.terms);
}

}  // namespace janus::engine
