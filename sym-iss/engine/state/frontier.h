// The waiting states of an exploration, written down: what each has decided since the root (decision_log.h), and its
// model. States share what their paths have in common, so that a state takes a few bytes, and whoever brings them back
// executes what they share once.
//
// The text is binary: numbers are in groups of 7 bits, lowest first, the highest bit set in all bytes but the last.
//
//   frontier  = chunks variables leaves [model node]
//   chunks    = n, n * (length name, width)        inputs whose bytes are divided into words (term/byte_chunks.h)
//   variables = n, n * (length name, width)        those of the models, by number
//   model     = n, n * (distance, value)           variables that differ from another model, and their values
//   node      = 2 * bits + 0, log, place, check    a state
//             | 2 * bits + 1, log, leaves, bytes, model, node, node
//
//   place     = 0 | cycles, retired                0 if it has executed nothing since the log's end
//
// A node that forks has the path that stayed first, then the one that was forked off. `leaves` and `bytes` are of the
// first of them; `model` is that of the first state of the second, by its differences from the model of the first state
// of the first. So a path that is followed to the fork has the model at hand from which the other one follows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state/decision_log.h"
#include "term/evaluate.h"
#include "term/term_pool.h"

namespace janus::engine {

struct ExecutionState;

struct FrontierVariable {
  std::string name;
  unsigned width;
};

class Frontier {
 public:
  // Throws support::InputError that names `origin` unless the text is a frontier.
  static std::shared_ptr<const Frontier> parse(std::string text, const std::string& origin);

  // Whether a pool divides the inputs in memory as the states here do, as far as it divides them.
  bool agrees_with(term::TermPool& pool) const;

  const std::string& text() const { return text_; }
  std::uint64_t leaves() const { return leaves_; }  // states

 private:
  friend class LogAhead;
  friend class FrontierWriter;
  Frontier() = default;
  // Makes in a pool, with which it must agree, what the models are about. The numbers of the variables there.
  std::vector<std::uint32_t> prepare(term::TermPool& pool) const;

  std::string text_;
  std::vector<FrontierVariable> chunks_, variables_;
  std::uint64_t leaves_ = 0;
  std::size_t root_ = 0;  // where the model of the first state begins
};

// What is ahead of a path that is brought back: a node of a frontier, and how much of its log was followed.
class LogAhead {
 public:
  // At the root. `pool`: that of the exploration, which has not begun; the frontier must agree with it, and have
  // states. `model` becomes that of the first state.
  LogAhead(std::shared_ptr<const Frontier> frontier, term::TermPool& pool, term::Assignment& model);

  std::uint64_t leaves() const { return leaves_; }  // states at the ends of what is ahead
  // The log of this node has been read: two paths follow, or the state that waits.
  bool at_fork() const { return at_ == end_ && forks_; }
  bool is_leaf() const { return at_ == end_ && !forks_; }

  // The next bits of the log; false if there are not as many.
  bool read(unsigned count, std::uint32_t& bits);
  bool read(Decision& decision);
  // At the end of a node that forks: what is ahead of the path that was forked off. `model`, of the first state of the
  // path that stayed, becomes that of the first state of the other. This object is ahead of the path that stayed, then.
  LogAhead fork(term::Assignment& model);

  // Of a leaf: where the state waits. If it has executed nothing since the end of its log, `cycles` and `retired` are
  // 0.
  bool executed() const { return cycles_ > 0; }
  std::uint64_t cycles() const { return cycles_; }
  std::uint64_t retired() const { return retired_; }
  std::uint32_t check() const { return check_; }  // check_of()

 private:
  friend class FrontierWriter;
  struct Source {
    std::shared_ptr<const Frontier> frontier;
    std::vector<std::uint32_t> variables;  // in the pool, by number in the frontier
  };
  LogAhead(std::shared_ptr<const Source> source, std::size_t node, std::size_t stop, std::uint64_t leaves)
      : source_(std::move(source)), leaves_(leaves), stop_(stop) {
    enter(node);
  }
  void enter(std::size_t node);
  void change(term::Assignment& model, std::size_t& at) const;

  std::shared_ptr<const Source> source_;
  std::uint64_t leaves_ = 0;
  std::uint64_t at_ = 0, end_ = 0;  // in the text, in bits
  bool forks_ = false;
  std::uint64_t cycles_ = 0, retired_ = 0;          // unless it forks
  std::uint32_t check_ = 0;                         // unless it forks
  std::uint64_t first_leaves_ = 0;                  // if it forks
  std::size_t tail_ = 0, stop_ = 0;                 // in the text: behind the log, and behind the node
  std::size_t model_ = 0, first_ = 0, second_ = 0;  // in the text, if it forks
};

// A sum over where a state is, to find out whether it was brought back to where it was.
std::uint32_t check_of(const ExecutionState& state);

// Writes the frontier of states, which must have models, and logs or logs ahead of them. `chunks`: the inputs in
// memory. `earlier`: the frontier from which some of the states were brought back; null if there is none.
std::shared_ptr<const Frontier> write_frontier(const std::vector<const ExecutionState*>& states, term::TermPool& pool,
                                               const std::vector<const term::ByteChunk*>& chunks,
                                               const Frontier* earlier);

}  // namespace janus::engine
