// The pool that owns terms, and the functions that build them. Every builder simplifies as it builds (simplify.cpp
// lists the rules); what it returns means the same as what was asked for, for every assignment.
//
// Not thread-safe. Memory grows with the number of different terms and is freed with the pool.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "term/term.h"

namespace janus::term {

struct Variable {
  std::string name;
  unsigned width;
};

class TermPool {
 public:
  TermPool();
  TermPool(const TermPool&) = delete;
  TermPool& operator=(const TermPool&) = delete;

  Term constant(unsigned width, std::uint64_t value);
  Term truth(bool value) { return constant(1, value); }
  // The variable of that name; made if it is new. A name stands for one width only.
  Term variable(const std::string& name, unsigned width);
  const std::vector<Variable>& variables() const { return variables_; }

  // Operands of binary operations have equal widths (contracts).
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

  // The node as given, unsimplified; for tests and for the rules themselves.
  Term make(Kind kind, unsigned width, Term a = {}, Term b = {}, Term c = {}, unsigned low = 0,
            std::uint64_t value = 0);
  // As above, through the builder of that kind: what a parser or a random generator calls.
  Term build(Kind kind, unsigned width, Term a = {}, Term b = {}, Term c = {}, unsigned low = 0);

  std::size_t size() const { return count_; }  // nodes
  std::size_t bytes() const { return chunks_.size() * kChunk * sizeof(Node) + table_.size() * sizeof(Node*); }

 private:
  static constexpr std::size_t kChunk = 1024;  // nodes an allocation

  Term fold(Kind kind, unsigned width, Term a, Term b);
  Term linear(Term a, Term b, std::uint64_t factor);
  Term shifted_down(Term sum, unsigned shift);
  Term truncated(Term sum, unsigned width);
  void grow();

  // Rules that rebuild a whole term from the pieces of another go this deep and no deeper: terms share subterms, so a
  // rule that went all the way could take exponential time.
  static constexpr unsigned kMaxRuleDepth = 6;
  class RuleDepth {
   public:
    explicit RuleDepth(TermPool& pool) : pool_(pool) { ++pool_.rule_depth_; }
    ~RuleDepth() { --pool_.rule_depth_; }
    RuleDepth(const RuleDepth&) = delete;
    RuleDepth& operator=(const RuleDepth&) = delete;
    explicit operator bool() const { return pool_.rule_depth_ <= kMaxRuleDepth; }

   private:
    TermPool& pool_;
  };
  unsigned rule_depth_ = 0;

  std::vector<std::unique_ptr<Node[]>> chunks_;
  std::size_t count_ = 0;
  std::vector<const Node*> table_;  // open addressing, a power of two
  std::vector<Variable> variables_;
  std::unordered_map<std::string, Term> variable_by_name_;
};

}  // namespace janus::term
