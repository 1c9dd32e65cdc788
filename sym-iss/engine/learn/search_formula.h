// What is known of the paths that could still matter, as clauses: the control-flow graph as far as it was unrolled, and
// what was learned (learner.h).
//
// A *finding path* is one that ends in a finding, or does something that the learner does not model; it is looked at up
// to there, its target. Every literal is true or false of every finding path:
//
//   entered(n)      it comes to the block instance n: a block within calls and iterations of loops
//   left(n)         it comes to the end of n's block
//   edge(n, t)      it goes from n to t
//   target(n, pc)   its target is the instruction at pc in n
//   passed(n, pc)   it goes beyond the instruction at pc in n
//
// and every clause is true of every finding path. So where the clauses exclude a path's edges, no way of going on from
// there leads to a finding.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "solver/clause_solver.h"

namespace janus::engine {

using Literal = solver::Literal;

class SearchFormula {
 public:
  // As of its solver::ClauseSolver.
  explicit SearchFormula(const std::atomic<bool>* over) : clauses_(over) {}

  // --- Contexts: calls and iterations around an instruction, as nodes of a tree. 0 is the outermost.
  using Context = std::uint32_t;
  Context call(Context caller, std::uint32_t site, std::uint32_t callee) { return context({caller, site, callee, 0}); }
  Context iteration(Context around, std::uint32_t header, std::uint32_t number) {
    return context({around, header, 1, number});
  }
  Context around(Context inner) const { return contexts_[inner].around; }
  std::uint32_t iteration_of(Context inner) const { return contexts_[inner].number; }

  // --- Instances of blocks.
  using Node = std::uint32_t;
  Node node(Context context, std::uint32_t address);
  Literal entered(Node node) const { return nodes_[node].entered; }
  Literal left(Node node) const { return nodes_[node].left; }
  Literal edge(Node node, std::uint32_t to);
  Literal target(Node node, std::uint32_t pc);
  Literal passed(Node node, std::uint32_t pc);
  // The same as passed(); and that a path which enters the node passes this instruction or has its target before. All
  // instructions up to there must have been looked at.
  Literal reached(Node node, std::uint32_t pc);
  // Whether the node's clauses are there: that a path goes to one of its targets, or to its end.
  bool completed(Node node) const { return nodes_[node].completed; }
  void complete(Node node);
  // The same, and that this is the only edge that leaves it.
  void complete_with(Node node, Literal only);
  void leads_to(Literal edge, Node node);
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
    Context around;
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
  std::unordered_set<Literal> leading_;  // edges of which it is known where they lead
  std::uint64_t learned_ = 0, learned_literals_ = 0;
  std::size_t last_size_ = 0;
};

}  // namespace janus::engine
