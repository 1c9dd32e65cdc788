// Terms with other terms in the place of their variables.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "term/term_pool.h"

namespace janus::term {

// One simultaneous substitution; remembers what it made of shared subterms. Iterative: terms of any depth. Cost: linear
// in the number of different nodes not seen before, which are built again, and so simplified. Not thread-safe.
class Substitution {
 public:
  // `variables[i]` stands for `replacements[i]` from now on; widths agree (contract). `pool` must outlive it.
  Substitution(TermPool& pool, std::span<const Term> variables, std::span<const Term> replacements);

  Term operator()(Term term);

 private:
  Term rebuilt(const Node& node) const;

  TermPool* pool_;
  std::unordered_map<const Node*, Term> known_;
  std::vector<const Node*> stack_;
};

}  // namespace janus::term
