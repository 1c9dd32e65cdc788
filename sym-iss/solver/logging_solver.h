// Writes every question that reaches this layer as an SMT-LIB 2 file, with the answer as a comment, so that any solver
// can replay the question.
#pragma once

#include <filesystem>

#include "solver/decorator.h"

namespace janus::solver {

// Files are DIRECTORY/query-000001.smt2 and so on. Throws support::InputError if the directory cannot be created;
// check() throws support::InputError if a file cannot be written. `pool` must outlive the solver.
std::unique_ptr<Solver> make_logging_solver(const term::TermPool& pool, std::unique_ptr<Solver> next,
                                            const std::filesystem::path& directory);

}  // namespace janus::solver
