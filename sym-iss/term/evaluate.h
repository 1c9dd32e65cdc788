// The value of a term under an assignment.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/persistent_array.h"
#include "term/term.h"

namespace janus::term {

// Values of variables by index (Node::value of a Variable); zero where none was set. Copies share what they have in
// common.
using Assignment = support::PersistentArray<std::uint64_t>;

// The result of one operation on values, as SMT-LIB defines it. Operands must be zero above their widths. `width` is
// the width of the result; `operand_width`, for comparisons, Concat and SignExtend, is the width of the last operand.
std::uint64_t apply(Kind kind, unsigned width, unsigned operand_width, unsigned low, std::uint64_t a, std::uint64_t b,
                    std::uint64_t c);

// Evaluates terms of one pool. Remembers the values of subterms until the next assign(). Iterative, so terms may have
// any depth. Cost: linear in the number of different nodes not yet evaluated under this assignment.
class Evaluator {
 public:
  // Forgets all values and evaluates under `assignment` from now on. `assignment` must stay unchanged and alive until
  // the next assign().
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

// Evaluates one term, and remembers nothing.
std::uint64_t evaluate(Term term, const Assignment& assignment);

}  // namespace janus::term
