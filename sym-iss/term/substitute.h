// A term with variables replaced by terms.
//
// Iterative: terms of any depth. Remembers what it made of shared subterms, so that a substitution costs at most one
// builder call for each different node of the term.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <unordered_map>

#include "term/term_pool.h"

namespace janus::term {

// What a variable is replaced by: a term as wide as it is, or null to leave it. Asked once for each variable.
using Replacement = std::function<Term(Term variable)>;

class Substitution {
 public:
  // `pool` must outlive it.
  Substitution(TermPool& pool, Replacement replacement) : pool_(&pool), replacement_(std::move(replacement)) {}
  // `variables[i]` by `replacements[i]`, all at once; widths agree (contract).
  Substitution(TermPool& pool, std::span<const Term> variables, std::span<const Term> replacements);
  Term operator()(Term term);

 private:
  TermPool* pool_;
  Replacement replacement_;
  std::unordered_map<const Node*, Term> made_;
};

// The number of different nodes of a term, or `limit` if there are no fewer.
std::size_t size_of(Term term, std::size_t limit);

}  // namespace janus::term
