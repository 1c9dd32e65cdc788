// The search formula: what is known about finding paths, as clauses. The clauses describe the control-flow graph as far
// as it was unrolled, and what the learner learned (learner.h).
//
// A *finding path* ends in a finding, or does something that the learner does not model. The instruction at which this
// happens is the *target* of the path; the formula speaks about the path up to its target. Every literal is true or
// false for each finding path:
//
//   entered(n)      the path enters the block instance n: a block within calls and iterations of loops
//   left(n)         the path reaches the end of n's block
//   edge(n, t)      the path goes from n to the address t
//   target(n, pc)   the target of the path is the instruction at pc in n
//   passed(n, pc)   the path goes beyond the instruction at pc in n
//
// Every clause is true for every finding path. So if the clauses exclude the edges of a path, no continuation of the
// path leads to a finding.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "solver/clause_solver.h"

namespace janus::engine {

using Literal = solver::Literal;

class SearchFormula {
 public:
  // `over` is as for solver::ClauseSolver.
  explicit SearchFormula(const std::atomic<bool>* over) : clauses_(over) {}

  // --- Contexts: the calls and loop iterations that enclose an instruction, as nodes of a tree. 0 is the outermost.
  using Context = std::uint32_t;
  Context call(Context caller, std::uint32_t site, std::uint32_t callee) { return context({caller, site, callee, 0}); }
  Context iteration(Context enclosing, std::uint32_t header, std::uint32_t number) {
    return context({enclosing, header, 1, number});
  }
  Context enclosing(Context inner) const { return contexts_[inner].enclosing; }
  std::uint32_t iteration_of(Context inner) const { return contexts_[inner].number; }

  // --- Instances of blocks.
  using Node = std::uint32_t;
  Node node(Context context, std::uint32_t address);
  Literal entered(Node node) const { return nodes_[node].entered; }
  Literal left(Node node) const { return nodes_[node].left; }
  Literal edge(Node node, std::uint32_t to);
  Literal target(Node node, std::uint32_t pc);
  Literal passed(Node node, std::uint32_t pc);
  // Returns passed(), and adds the clause that a path which enters the node passes this instruction or has its target
  // at or before this instruction. The learner must have looked at all instructions of the block up to this one.
  Literal reached(Node node, std::uint32_t pc);
  // Whether complete() was called.
  bool completed(Node node) const { return nodes_[node].completed; }
  // Adds the clause that a path which enters the node has its target there or reaches the end of the block. The learner
  // must have looked at all instructions of the block.
  void complete(Node node);
  // complete(), and the clause that `only` is the only edge that leaves the node.
  void complete_with(Node node, Literal only);
  // Adds the clause that `edge` enters `node`.
  void leads_to(Literal edge, Node node);
  // The edges behind `node` on the path that the last solve() found, as far as the graph was unrolled. Only after it
  // returned Sat, and before the next clause.
  std::vector<Literal> path_behind(Node node) const;
  Literal free_literal() { return clauses_.new_variable(); }

  void add(const std::vector<Literal>& clause) { clauses_.add(clause); }
  void learn(const std::vector<Literal>& clause) {
    add(clause);
    ++learned_;
    learned_literals_ += clause.size();
    last_size_ = clause.size();
  }
  // Whether the clauses are known to imply the literal.
  bool always(Literal literal) const { return clauses_.fixed(literal); }
  std::uint64_t learned() const { return learned_; }
  std::uint64_t learned_literals() const { return learned_literals_; }
  std::size_t last_size() const { return last_size_; }
  std::size_t nodes() const { return nodes_.size(); }
  solver::ClauseSolver& solver() { return clauses_; }
  const solver::ClauseSolver& solver() const { return clauses_; }

 private:
  struct Key {
    Context enclosing;
    std::uint32_t address, kind, number;
    auto operator<=>(const Key&) const = default;
  };
  struct Instance {
    Literal entered, left;
    bool completed = false;
    std::map<std::uint32_t, Literal> targets, passed;  // by address
  };
  Context context(const Key& key);

  solver::ClauseSolver clauses_;
  std::vector<Key> contexts_{{0, 0, 0, 0}};
  std::map<Key, Context> known_contexts_;
  std::deque<Instance> nodes_;
  std::map<std::pair<Context, std::uint32_t>, Node> known_nodes_;
  std::map<std::pair<Node, std::uint32_t>, Literal> edges_;
  std::unordered_map<Literal, Node> leading_;  // by edge
  std::uint64_t learned_ = 0, learned_literals_ = 0;
  std::size_t last_size_ = 0;
};

}  // namespace janus::engine
