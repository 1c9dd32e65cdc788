// Questions about bit vectors as questions about integers: sums of whole numbers instead of circuits of adders.
//
// A filter, a controller or an average multiplies by constants, adds, shifts to the right and clamps. What such
// firmware asserts ("the output stays among the inputs") follows from inequalities within milliseconds, where a SAT
// solver gets lost in carries.
//
// A word is represented by a sum of integer variables that is congruent to it modulo 2^width, however large. Sums,
// differences, products by constants and low parts of words need no more. Only where an operation looks at the value
// (a comparison, a shift to the right, an extension) the sum is brought into the range of the word, signed or unsigned:
// by a multiple of 2^width that follows from the bounds of the sum, or by a variable for the multiple. A quotient by a
// constant is a variable with a variable for its remainder. Every variable that is made for a term has just one value
// that fits, so that a comparison may be negated.
//
// What integers do not express (exclusive-or of two words, shifts by words) is a variable with the bounds that the path
// gives to the term; so is the product of two words, with McCormick's inequalities (Mathematical Programming 10, 1976).
// So a problem without a solution refutes the question, and a solution only suggests a model.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "solver/value_facts.h"
#include "term/term.h"

namespace janus::solver {

__extension__ using Integer = __int128;

struct IntegerBounds {
  Integer low, high;  // both included
};

// The sum of variables, each with a coefficient other than 0, and a constant.
struct IntegerSum {
  std::vector<std::pair<std::uint32_t, Integer>> words;  // by variable, ascending
  Integer constant = 0;
};

struct IntegerProblem {
  struct Formula {
    enum class Kind : std::uint8_t { Always, NotNegative, Zero, Not, And, Or, Same, Choice };  // the second: of `sum`
    Kind kind;
    std::uint32_t operand[3] = {};  // earlier formulas
    IntegerSum sum = {};
  };
  struct Leaf {  // a word of inputs: a variable, or variables that are joined and that nothing reads by themselves
    std::uint32_t variable;
    term::Term word;
  };
  std::vector<IntegerBounds> variables;
  std::vector<Formula> formulas;
  std::vector<std::uint32_t> required;  // formulas, which hold together
  std::vector<Leaf> leaves;
};

// Whether a node is arithmetic of words, rather than of one word and a constant that is added to it.
bool calculates(term::Term term);

// The problem of whether `conditions`, of width 1, can hold together. `facts` must follow from them. Nothing if it
// would be too large.
std::optional<IntegerProblem> integer_problem(const std::vector<term::Term>& conditions, const ValueFacts& facts);

}  // namespace janus::solver
