// Hash consing: nodes are stored in chunks, and looked up in an open-addressing table.
#include "term/term_pool.h"

#include "support/contract.h"
#include "term/known_bits.h"
#include "term/work_clock.h"

namespace janus::term {
namespace {

std::uint32_t hash_of(Kind kind, unsigned width, Term a, Term b, Term c, unsigned low, std::uint64_t value) {
  std::uint64_t h = static_cast<std::uint64_t>(kind) | std::uint64_t{width} << 8 | std::uint64_t{low} << 16;
  const auto mix = [&](std::uint64_t x) {
    h ^= x + 0x9e3779b97f4a7c15 + (h << 6) + (h >> 2);
    h *= 0xff51afd7ed558ccd;
    h ^= h >> 33;
  };
  mix(value);
  for (Term child : {a, b, c}) {
    if (child) mix(child->id + 1);
  }
  return static_cast<std::uint32_t>(h);
}

}  // namespace

TermPool::TermPool() : table_(1 << 12) {}

Term TermPool::make(Kind kind, unsigned width, Term a, Term b, Term c, unsigned low, std::uint64_t value) {
  spend(Work::Term);
  const std::uint32_t hash = hash_of(kind, width, a, b, c, low, value);
  std::size_t slot = hash & (table_.size() - 1);
  for (; table_[slot]; slot = (slot + 1) & (table_.size() - 1)) {
    const Node& node = *table_[slot];
    if (node.hash == hash && node.kind == kind && node.width == width && node.low == low && node.value == value &&
        node.child[0] == a && node.child[1] == b && node.child[2] == c) {
      return Term(&node);
    }
  }
  if (count_ == chunks_.size() * kChunk) chunks_.push_back(std::make_unique<Node[]>(kChunk));
  Node& node = chunks_.back()[count_ % kChunk];
  node = {kind,
          static_cast<std::uint8_t>(width),
          static_cast<std::uint8_t>(low),
          static_cast<std::uint32_t>(count_),
          hash,
          value,
          {a, b, c},
          known_bits(kind, width, low, value, a, b, c)};
  ++count_;
  table_[slot] = &node;
  if (count_ * 2 > table_.size()) grow();
  return Term(&node);
}

void TermPool::grow() {
  std::vector<const Node*> larger(table_.size() * 2);
  for (const Node* node : table_) {
    if (!node) continue;
    std::size_t slot = node->hash & (larger.size() - 1);
    while (larger[slot]) slot = (slot + 1) & (larger.size() - 1);
    larger[slot] = node;
  }
  table_ = std::move(larger);
}

Term TermPool::constant(unsigned width, std::uint64_t value) {
  return make(Kind::Constant, width, {}, {}, {}, 0, value & mask(width));
}

Term TermPool::variable(const std::string& name, unsigned width) {
  JANUS_REQUIRE(width >= 1 && width <= 64);
  Term& term = variable_by_name_[name];
  if (!term) {
    term = make(Kind::Variable, width, {}, {}, {}, 0, variables_.size());
    variables_.push_back({name, width, term});
  }
  JANUS_REQUIRE(term.width() == width);
  return term;
}

Term TermPool::build(Kind kind, unsigned width, Term a, Term b, Term c, unsigned low) {
  switch (kind) {
    case Kind::Not: return bit_not(a);
    case Kind::And: return bit_and(a, b);
    case Kind::Or: return bit_or(a, b);
    case Kind::Xor: return bit_xor(a, b);
    case Kind::Add: return add(a, b);
    case Kind::Sub: return sub(a, b);
    case Kind::Mul: return mul(a, b);
    case Kind::Udiv: return udiv(a, b);
    case Kind::Urem: return urem(a, b);
    case Kind::Sdiv: return sdiv(a, b);
    case Kind::Srem: return srem(a, b);
    case Kind::Shl: return shl(a, b);
    case Kind::Lshr: return lshr(a, b);
    case Kind::Ashr: return ashr(a, b);
    case Kind::Eq: return eq(a, b);
    case Kind::Ult: return ult(a, b);
    case Kind::Slt: return slt(a, b);
    case Kind::Ite: return ite(a, b, c);
    case Kind::Extract: return extract(a, low + width - 1, low);
    case Kind::Concat: return concat(a, b);
    case Kind::ZeroExtend: return zero_extend(a, width);
    case Kind::SignExtend: return sign_extend(a, width);
    case Kind::Constant:
    case Kind::Variable: break;
  }
  JANUS_REQUIRE(!"a leaf is not built from children");
  return {};
}

}  // namespace janus::term
