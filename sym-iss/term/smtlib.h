// Terms as SMT-LIB 2 text (logic QF_BV). Each subterm gets a define-fun, so that shared subterms are written once.
#pragma once

#include <span>
#include <string>

#include "term/term_pool.h"

namespace janus::term {

// A complete script: declarations, one assertion for each term (of width 1), check-sat and get-model.
std::string smtlib_script(const TermPool& pool, std::span<const Term> assertions);

// The script without check-sat and get-model: set-logic, declarations and assertions.
std::string smtlib_assertions(const TermPool& pool, std::span<const Term> assertions);

// The number of different nodes of the assertions, variables and constants included.
std::size_t count_nodes(std::span<const Term> assertions);

}  // namespace janus::term
