#include "term/batch.h"

#include <algorithm>

#include "term/evaluate.h"

namespace janus::term {

Batch::Batch(std::span<const Term> roots, std::span<const std::uint32_t> variables, std::size_t most)
    : registers_(variables.size()) {
  variables_.assign(variables.begin(), variables.end());
  gave_up_ = !std::ranges::all_of(roots, [&](Term root) { return write(root, most); });
}

// Iterative, since terms may have any depth.
bool Batch::write(Term root, std::size_t most) {
  std::vector<const Node*> stack{root.node()};
  while (!stack.empty()) {
    const Node& node = *stack.back();
    if (register_of_.contains(&node)) {
      stack.pop_back();
      continue;
    }
    std::uint32_t operands[3] = {};
    bool ready = true;
    const unsigned arity = row(node.kind).arity;
    for (unsigned i = 0; i < arity; ++i) {
      const auto found = register_of_.find(node.child[i].node());
      if (found == register_of_.end()) {
        stack.push_back(node.child[i].node());
        ready = false;
      } else {
        operands[i] = found->second;
      }
    }
    if (!ready) continue;
    stack.pop_back();
    if (node.kind == Kind::Variable) {
      const auto known = std::ranges::find(variables_, node.value);
      if (known != variables_.end()) {
        register_of_.emplace(&node, static_cast<std::uint32_t>(known - variables_.begin()));
        continue;
      }
    }
    register_of_.emplace(&node, static_cast<std::uint32_t>(registers_.size()));
    if (registers_.size() == most) return false;
    Lanes& lanes = registers_.emplace_back();
    if (node.kind == Kind::Constant || node.kind == Kind::Variable) {
      lanes.fill(node.kind == Kind::Constant ? node.value : 0);
      continue;
    }
    const bool divides =
        node.kind == Kind::Udiv || node.kind == Kind::Urem || node.kind == Kind::Sdiv || node.kind == Kind::Srem;
    hard_ = hard_ || divides || (node.kind == Kind::Mul && (node.width > 32 || !node.child[1].is_constant()));
    operations_.push_back({.kind = node.kind,
                           .width = static_cast<std::uint8_t>(node.width),
                           .operand_width = static_cast<std::uint8_t>(node.child[arity == 2 ? 1 : 0].width()),
                           .low = static_cast<std::uint8_t>(node.low),
                           .result = static_cast<std::uint32_t>(registers_.size() - 1),
                           .a = operands[0],
                           .b = operands[1],
                           .c = operands[2]});
  }
  roots_.push_back({operations_.size(), register_of_.at(root.node())});
  return true;
}

std::size_t Batch::holds(std::size_t lanes) {
  Lanes alive;
  alive.fill(1);
  std::size_t done = 0;
  for (const Root& root : roots_) {
    for (; done < root.end; ++done) apply(operations_[done]);
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < kLanes; ++i) any |= alive[i] &= registers_[root.result][i];
    if (!any) return lanes;
  }
  const auto end = alive.begin() + static_cast<std::ptrdiff_t>(lanes);
  return static_cast<std::size_t>(std::find(alive.begin(), end, 1U) - alive.begin());
}

const Batch::Lanes& Batch::root() {
  for (std::size_t i = 0; i < roots_.front().end; ++i) apply(operations_[i]);
  return registers_[roots_.front().result];
}

namespace {

template <class F>
void each(Batch::Lanes& result, const Batch::Lanes& a, const Batch::Lanes& b, F f) {
  std::uint64_t* __restrict to = result.data();
  const std::uint64_t *x = a.data(), *y = b.data();
  for (std::size_t i = 0; i < Batch::kLanes; ++i) to[i] = f(x[i], y[i]);
}

}  // namespace

// As term::apply(), which does the operations that are rare.
void Batch::apply(const Operation& operation) {
  const std::uint64_t ones = mask(operation.width);
  Lanes& result = registers_[operation.result];
  const Lanes &a = registers_[operation.a], &b = registers_[operation.b], &c = registers_[operation.c];
  const unsigned width = operation.width, low = operation.low, operand_width = operation.operand_width,
                 unused = 64 - operand_width;
  const auto as_signed = [unused](std::uint64_t value) { return static_cast<std::int64_t>(value << unused); };
  using U = std::uint64_t;
  switch (operation.kind) {
    case Kind::Not: return each(result, a, a, [=](U x, U) { return ~x & ones; });
    case Kind::And: return each(result, a, b, [](U x, U y) { return x & y; });
    case Kind::Or: return each(result, a, b, [](U x, U y) { return x | y; });
    case Kind::Xor: return each(result, a, b, [](U x, U y) { return x ^ y; });
    case Kind::Add: return each(result, a, b, [=](U x, U y) { return (x + y) & ones; });
    case Kind::Sub: return each(result, a, b, [=](U x, U y) { return (x - y) & ones; });
    case Kind::Mul: return each(result, a, b, [=](U x, U y) { return x * y & ones; });
    case Kind::Shl: return each(result, a, b, [=](U x, U y) { return y < width ? x << y & ones : 0; });
    case Kind::Lshr: return each(result, a, b, [=](U x, U y) { return y < width ? x >> y : 0; });
    case Kind::Eq: return each(result, a, b, [](U x, U y) -> U { return x == y; });
    case Kind::Ult: return each(result, a, b, [](U x, U y) -> U { return x < y; });
    case Kind::Slt: return each(result, a, b, [=](U x, U y) -> U { return as_signed(x) < as_signed(y); });
    case Kind::Extract: return each(result, a, a, [=](U x, U) { return x >> low & ones; });
    case Kind::Concat: return each(result, a, b, [=](U x, U y) { return x << operand_width | y; });
    case Kind::ZeroExtend: result = a; return;
    case Kind::SignExtend:
      return each(result, a, a, [=](U x, U) { return static_cast<U>(as_signed(x) >> unused) & ones; });
    case Kind::Ite:
      for (std::size_t i = 0; i < kLanes; ++i) result[i] = (b[i] & (U{0} - a[i])) | (c[i] & (a[i] - 1));
      return;
    case Kind::Udiv:
    case Kind::Urem:
    case Kind::Sdiv:
    case Kind::Srem:
    case Kind::Ashr:
    case Kind::Constant:
    case Kind::Variable: break;
  }
  for (std::size_t i = 0; i < kLanes; ++i)
    result[i] = term::apply(operation.kind, operation.width, operand_width, low, a[i], b[i], c[i]);
}

}  // namespace janus::term
