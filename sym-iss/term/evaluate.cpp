#include "term/evaluate.h"

#include "term/work_clock.h"

namespace janus::term {
namespace {

std::uint64_t magnitude(std::uint64_t value, unsigned width) {
  return as_signed(value, width) < 0 ? -value & mask(width) : value;
}

std::uint64_t udiv(std::uint64_t a, std::uint64_t b, unsigned width) { return b ? a / b : mask(width); }
std::uint64_t urem(std::uint64_t a, std::uint64_t b) { return b ? a % b : a; }

}  // namespace

std::uint64_t apply(Kind kind, unsigned width, unsigned operand_width, unsigned low, std::uint64_t a, std::uint64_t b,
                    std::uint64_t c) {
  const std::uint64_t ones = mask(width);
  switch (kind) {
    case Kind::Not: return ~a & ones;
    case Kind::And: return a & b;
    case Kind::Or: return a | b;
    case Kind::Xor: return a ^ b;
    case Kind::Add: return (a + b) & ones;
    case Kind::Sub: return (a - b) & ones;
    case Kind::Mul: return (a * b) & ones;
    case Kind::Udiv: return udiv(a, b, width);
    case Kind::Urem: return urem(a, b);
    case Kind::Sdiv: {
      const std::uint64_t quotient = udiv(magnitude(a, width), magnitude(b, width), width);
      return (as_signed(a, width) < 0) != (as_signed(b, width) < 0) ? -quotient & ones : quotient;
    }
    case Kind::Srem: {
      const std::uint64_t remainder = urem(magnitude(a, width), magnitude(b, width));
      return as_signed(a, width) < 0 ? -remainder & ones : remainder;
    }
    case Kind::Shl: return b < width ? a << b & ones : 0;
    case Kind::Lshr: return b < width ? a >> b : 0;
    case Kind::Ashr: return static_cast<std::uint64_t>(as_signed(a, width) >> (b < width ? b : width - 1)) & ones;
    case Kind::Eq: return a == b;
    case Kind::Ult: return a < b;
    case Kind::Slt: return as_signed(a, operand_width) < as_signed(b, operand_width);
    case Kind::Ite: return a ? b : c;
    case Kind::Extract: return a >> low & ones;
    case Kind::Concat: return a << operand_width | b;
    case Kind::ZeroExtend: return a;
    case Kind::SignExtend: return static_cast<std::uint64_t>(as_signed(a, operand_width)) & ones;
    case Kind::Constant:
    case Kind::Variable: break;
  }
  return 0;
}

void Evaluator::assign(const Assignment& assignment) {
  assignment_ = &assignment;
  ++epoch_;
  if (epoch_ == 0) {  // wrapped around after 2^32 assignments
    memo_.assign(memo_.size(), {});
    epoch_ = 1;
  }
}

std::uint64_t Evaluator::operator()(Term term) {
  if (term->id >= memo_.size()) memo_.resize(term->id + term->id / 2 + 64);  // children have smaller ids
  stack_.assign(1, term.node());
  while (!stack_.empty()) {
    spend(Work::Value);
    const Node& node = *stack_.back();
    Entry& entry = memo_[node.id];
    if (entry.epoch == epoch_) {
      stack_.pop_back();
      continue;
    }
    std::uint64_t operands[3] = {};
    bool ready = true;
    const unsigned arity = row(node.kind).arity;
    for (unsigned i = 0; i < arity; ++i) {
      const Entry& child = memo_[node.child[i]->id];
      if (child.epoch == epoch_) {
        operands[i] = child.value;
      } else {
        stack_.push_back(node.child[i].node());
        ready = false;
      }
    }
    if (!ready) continue;
    if (node.kind == Kind::Constant) {
      entry.value = node.value;
    } else if (node.kind == Kind::Variable) {
      entry.value = (*assignment_)[node.value];
    } else {
      const unsigned operand_width = node.child[arity == 2 ? 1 : 0].width();
      entry.value = apply(node.kind, node.width, operand_width, node.low, operands[0], operands[1], operands[2]);
    }
    entry.epoch = epoch_;
    stack_.pop_back();
  }
  return memo_[term->id].value;
}

std::uint64_t evaluate(Term term, const Assignment& assignment) {
  thread_local Evaluator evaluator;  // its table grows with the pool, and is not made for each term
  evaluator.assign(assignment);
  return evaluator(term);
}

}  // namespace janus::term
