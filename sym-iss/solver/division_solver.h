// Sees that a product is a quotient. Compilers divide by a constant with a product and a shift (Granlund, Montgomery,
// Division by invariant integers using multiplication, PLDI 1994, theorem 4.2); that the two agree takes a SAT solver
// minutes. A question that has both forms is written with quotients alone, and remainders as differences, x - x / c *
// c. If that makes it false for every input, it is Unsat; else it is passed on as it was.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_division_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

// `product`, bits of a term times a constant, as bits of a quotient by one of `divisors`, which are not 0, or by
// another constant; of the same width. Null if it is no quotient. Pure.
term::Term as_quotient(term::TermPool& pool, term::Term product, std::span<const std::uint64_t> divisors = {});

}  // namespace janus::solver
