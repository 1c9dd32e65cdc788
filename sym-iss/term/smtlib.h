// Terms as SMT-LIB 2 text (logic QF_BV), shared subterms bound by let-like definitions.
#pragma once

#include <span>
#include <string>

#include "term/term_pool.h"

namespace janus::term {

// A whole script: declarations, one assertion a term (each of width 1), check-sat and get-model.
std::string smtlib_script(const TermPool& pool, std::span<const Term> assertions);

// Its declarations and assertions alone, logic included.
std::string smtlib_assertions(const TermPool& pool, std::span<const Term> assertions);

// How many different terms the assertions are made of, variables and constants included.
std::size_t count_nodes(std::span<const Term> assertions);

}  // namespace janus::term
