// Replaces variables, and terms, in terms by other terms.
//
// Iterative, so terms may have any depth. A substitution remembers the results for subterms, so it costs at most one
// builder call for each different node.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <unordered_map>

#include "term/term_pool.h"

namespace janus::term {

// The replacement of a variable: a term of the same width, or null to keep the variable. Called once for each variable.
using Replacement = std::function<Term(Term variable)>;

class Substitution {
 public:
  // `pool` must outlive the substitution.
  Substitution(TermPool& pool, Replacement replacement) : pool_(&pool), replacement_(std::move(replacement)) {}
  // Replaces all `terms[i]` by `replacements[i]` simultaneously, the outermost first, and of equal ones the first.
  // Their widths must agree (contract).
  Substitution(TermPool& pool, std::span<const Term> terms, std::span<const Term> replacements);
  Term operator()(Term term);

 private:
  TermPool* pool_;
  Replacement replacement_;
  std::unordered_map<const Node*, Term> made_;
};

// The number of different nodes of a term, but at most `limit`.
std::size_t size_of(Term term, std::size_t limit);

}  // namespace janus::term
