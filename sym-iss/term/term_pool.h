// The pool that owns terms, and the functions that build them. Every builder simplifies (simplify.cpp). The term that a
// builder returns has the same value as the requested operation, under every assignment.
//
// Not thread-safe. Memory grows with the number of different terms and is freed with the pool only.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "term/byte_chunks.h"
#include "term/term.h"

namespace janus::term {

struct Variable {
  std::string name;
  unsigned width;
  Term term;
};

// A simplification rule as listed for tests: the operation it belongs to, its index among the rules of this operation,
// and its statement.
struct RuleRow {
  Kind kind;  // Constant and Variable stand for the rules that every operation obeys
  std::size_t index;
  std::string_view statement;
};
std::vector<RuleRow> all_rules();

struct Redex;  // rules.h

class TermPool {
 public:
  TermPool();
  TermPool(const TermPool&) = delete;
  TermPool& operator=(const TermPool&) = delete;

  Term constant(unsigned width, std::uint64_t value);
  Term truth(bool value) { return constant(1, value); }
  // The variable of that name; created if it is new. A name has one width only (contract).
  Term variable(const std::string& name, unsigned width);
  const std::vector<Variable>& variables() const { return variables_; }
  ByteChunks& byte_chunks() { return byte_chunks_; }

  // Builders. The operands of binary operations must have equal widths (contract).
  Term bit_not(Term a);
  Term bit_and(Term a, Term b);
  Term bit_or(Term a, Term b);
  Term bit_xor(Term a, Term b);
  Term add(Term a, Term b);
  Term sub(Term a, Term b);
  Term mul(Term a, Term b);
  Term udiv(Term a, Term b);
  Term urem(Term a, Term b);
  Term sdiv(Term a, Term b);
  Term srem(Term a, Term b);
  Term shl(Term a, Term b);
  Term lshr(Term a, Term b);
  Term ashr(Term a, Term b);
  Term eq(Term a, Term b);
  Term ult(Term a, Term b);
  Term slt(Term a, Term b);
  Term ite(Term condition, Term then, Term otherwise);
  Term extract(Term a, unsigned high, unsigned low);
  Term concat(Term high, Term low);
  Term zero_extend(Term a, unsigned width);
  Term sign_extend(Term a, unsigned width);

  // The node as given, not simplified; for tests and for the rules themselves.
  Term make(Kind kind, unsigned width, Term a = {}, Term b = {}, Term c = {}, unsigned low = 0,
            std::uint64_t value = 0);
  // Calls the builder of that kind; for rules, parsers and random generators.
  Term build(Kind kind, unsigned width, Term a = {}, Term b = {}, Term c = {}, unsigned low = 0);

  // A cache of recent results, since most operations are built repeatedly, once on every path. recall() returns the
  // result of building an operation the last time, or null if the cache has dropped it.
  Term recall(const Redex& redex) const;
  void remember(const Redex& redex, Term result);

  // How often a rule was applied. Nesting and RebuildLimit are explained in rules.h.
  std::uint64_t fired(const RuleRow& rule) const { return fired_[static_cast<std::size_t>(rule.kind)][rule.index]; }
  void count_rule(Kind kind, std::size_t index) { ++fired_[static_cast<std::size_t>(kind)][index]; }
  static constexpr std::size_t kMaxRules = 32;  // for one kind of operation
  class Nesting;
  class RebuildLimit;

  std::size_t size() const { return count_; }  // nodes
  std::size_t bytes() const {
    return chunks_.size() * kChunk * sizeof(Node) + table_.size() * sizeof(Node*) + built_.size() * sizeof(Built);
  }

 private:
  static constexpr std::size_t kChunk = 1024;  // nodes in one allocation

  void grow();

  // An entry of the direct-mapped cache of results, as in BDD packages.
  struct Built {
    Term a, b, c, result;
    std::uint32_t operation = 0;  // kind, width, low
  };
  static constexpr unsigned kBuiltBits = 12;
  static std::uint32_t operation_of(const Redex& redex);
  static std::size_t place_of(const Redex& redex);
  std::vector<Built> built_{std::size_t{1} << kBuiltBits};

  unsigned nesting_ = 0, rebuild_depth_ = 0, rebuild_steps_ = 0;  // Nesting, RebuildLimit
  std::array<std::array<std::uint64_t, kMaxRules>, std::size(kKinds)> fired_{};

  std::vector<std::unique_ptr<Node[]>> chunks_;
  std::size_t count_ = 0;
  std::vector<const Node*> table_;  // open addressing; its size is a power of two
  std::vector<Variable> variables_;
  std::unordered_map<std::string, Term> variable_by_name_;
  ByteChunks byte_chunks_{[this](const std::string& name, unsigned width) { return variable(name, width); }};
};

}  // namespace janus::term
