#include "solver/question_shape.h"

#include <array>

namespace janus::solver {
namespace {

using term::Kind;
using term::Term;

// Whether the summands of both sides contain two different products of words that are not constant.
bool sums_two_products(Term equality) {
  static constexpr std::size_t kMost = 64;
  std::array<Term, kMost + 2> open;
  std::size_t waiting = 0;
  Term product;
  const auto push = [&](Term term) { open[waiting++] = term; };
  push(equality->child[0]);
  push(equality->child[1]);
  for (std::size_t seen = 0; waiting > 0 && seen < kMost; ++seen) {
    const Term term = open[--waiting];
    const bool room = waiting + 2 <= open.size();
    switch (term.kind()) {
      case Kind::Add:
      case Kind::Sub:
        if (room) push(term->child[1]);
        [[fallthrough]];
      case Kind::Not:
        if (room) push(term->child[0]);
        break;
      case Kind::Mul:
        if (term->child[1].is_constant()) {  // a coefficient
          push(term->child[0]);
        } else {
          if (product && !(term == product)) return true;
          product = term;
        }
        break;
      default: break;
    }
  }
  return false;
}

}  // namespace

bool QuestionShape::is_polynomial_identity(Term question) {
  if (!question.is(Kind::Not) || !question->child[0].is(Kind::Eq)) return false;
  if (question->id >= known_.size()) known_.resize(question->id + question->id / 2 + 64, Known::Unseen);
  Known& known = known_[question->id];
  if (known == Known::Unseen) known = sums_two_products(question->child[0]) ? Known::Yes : Known::No;
  return known == Known::Yes;
}

}  // namespace janus::solver
