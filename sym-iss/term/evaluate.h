// The value of a term under an assignment.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "term/term.h"

namespace janus::term {

// Values of variables by index (Node::value of a Variable); variables beyond the end are zero.
using Assignment = std::vector<std::uint64_t>;

// The result of one operation on values, as SMT-LIB defines it; operands are zero above their widths. For comparisons
// and Concat, `operand_width` is the width of the (second) operand; `width` that of the result.
std::uint64_t apply(Kind kind, unsigned width, unsigned operand_width, unsigned low, std::uint64_t a, std::uint64_t b,
                    std::uint64_t c);

// Evaluates terms of one pool; remembers the values of shared subterms while the assignment stays the same. Iterative:
// terms of any depth. Cost: linear in the number of different nodes not seen before under this assignment.
class Evaluator {
 public:
  // Starts anew under `assignment`, which must stay unchanged and alive until the next call.
  void assign(const Assignment& assignment);
  std::uint64_t operator()(Term term);

 private:
  struct Entry {
    std::uint64_t value;
    std::uint32_t epoch = 0;
  };
  const Assignment* assignment_ = nullptr;
  std::uint32_t epoch_ = 0;
  std::vector<Entry> memo_;  // by node id
  std::vector<const Node*> stack_;
};

// One evaluation with nothing remembered.
std::uint64_t evaluate(Term term, const Assignment& assignment);

}  // namespace janus::term
