// Writes every question that reaches this layer as an SMT-LIB 2 file, with the answer as a comment, so that any solver
// can replay the question.
#pragma once

#include <filesystem>
#include <functional>

#include "solver/decorator.h"
#include "support/error.h"

namespace janus::solver {

// Files are DIRECTORY/query-000001.smt2 and so on. If the directory cannot be created or a file cannot be written,
// `failed` is called and nothing more is written; without `failed`, the solver throws support::InputError. `pool` must
// outlive the solver.
std::unique_ptr<Solver> make_logging_solver(const term::TermPool& pool, std::unique_ptr<Solver> next,
                                            const std::filesystem::path& directory,
                                            std::function<void(const support::InputError&)> failed = {});

}  // namespace janus::solver
