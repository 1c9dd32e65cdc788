// Terms as SMT-LIB 2 text (logic QF_BV). Each subterm gets a define-fun, so that shared subterms are written once.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "term/term_pool.h"

namespace janus::term {

// A complete script: declarations, one assertion for each term (of width 1), check-sat and get-model.
std::string smtlib_script(const TermPool& pool, std::span<const Term> assertions);

// The script without check-sat and get-model: set-logic, declarations and assertions.
std::string smtlib_assertions(const TermPool& pool, std::span<const Term> assertions);

// One term as a nested expression, for people: bits as hexadecimal where they fill digits, and variables by the names
// that `name` gives them. Empty if the expression has more than `most_nodes` nodes, or the names are missing.
std::string smtlib_expression(Term term, std::size_t most_nodes, const std::function<std::string(Term)>& name);

// The number of different nodes of the assertions, variables and constants included.
std::size_t count_nodes(std::span<const Term> assertions);

}  // namespace janus::term
