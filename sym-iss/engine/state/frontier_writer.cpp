// Writes frontiers. Everything is written backwards, from the last byte to the first, since a node says how long the
// first of its nodes is. So each byte is written once, and nothing recurses: a path may have forked a million times.
#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "engine/state/execution_state.h"
#include "engine/state/frontier.h"
#include "engine/state/varint.h"
#include "support/contract.h"

namespace janus::engine {

class FrontierWriter {
 public:
  FrontierWriter(term::TermPool& pool, const Frontier* earlier)
      : pool_(pool), numbers_(pool.variables().size(), kNone) {
    if (!earlier) return;
    chunks_ = earlier->chunks_;
    for (const std::uint32_t index : earlier->prepare(pool)) number_of(index);
  }

  std::shared_ptr<const Frontier> write(const std::vector<const ExecutionState*>& states,
                                        const std::vector<const term::ByteChunk*>& chunks) {
    for (const ExecutionState* state : states) add(*state);
    add_chunks(chunks);
    Node root;
    if (!states.empty()) {
      root = write_nodes();
      prepend(model_text({}, *root.model));
    }
    std::string head;
    append_names(head, chunks_);
    append_names(head, variables_);
    append_varint(head, root.leaves);
    std::ranges::reverse(out_);
    std::shared_ptr<Frontier> frontier(new Frontier);
    frontier->root_ = head.size();
    frontier->text_ = head + out_;
    frontier->chunks_ = std::move(chunks_);
    frontier->variables_ = std::move(variables_);
    frontier->leaves_ = root.leaves;
    return frontier;
  }

 private:
  using Piece = DecisionLog::Piece;
  static constexpr std::uint32_t kNone = ~0U;

  // A piece of a log, or the root, and those that continue it.
  struct Knot {
    std::array<const Piece*, 2> next{};
    unsigned count = 0;
    const ExecutionState* state = nullptr;  // that waits at the end of the piece
  };
  // What was written of a node.
  struct Node {
    std::uint64_t leaves = 0;
    const term::Assignment* model = nullptr;  // of its first state
    std::size_t bytes = 0;
  };
  // A node that is being written: its log, and the two that follow.
  struct Open {
    Bits log;
    const Piece* stayed;
    const Piece* restarted;
    std::optional<Node> second{};
  };

  void add(const ExecutionState& state) {
    JANUS_REQUIRE(state.model);
    const Piece* piece = state.log.last();
    Knot& end = knots_[piece];
    JANUS_REQUIRE(!end.state && end.count == 0);
    end.state = &state;
    bool known = false;
    for (; piece && !known; piece = piece->parent) {
      Knot& knot = knots_[piece->parent];
      known = knot.count > 0 || piece->parent == nullptr;
      JANUS_REQUIRE(!knot.state && knot.count < 2);
      knot.next[knot.count++] = piece;
    }
  }

  Node write_nodes() {
    std::vector<Open> open;
    std::optional<Node> done = begin(nullptr, open);
    while (!open.empty()) {
      Open& node = open.back();
      if (done && node.second) {
        done = finish(node, *done);
        open.pop_back();
        continue;
      }
      if (done) node.second = done;
      done = begin(node.second ? node.stayed : node.restarted, open);  // which may move `node`
    }
    return *done;
  }

  // Writes the node that begins with `piece` if it is a state; otherwise it is open.
  std::optional<Node> begin(const Piece* piece, std::vector<Open>& open) {
    Bits log;
    if (piece) log = piece->bits;
    const Knot* knot = &knots_.at(piece);
    while (knot->count == 1) {
      const Bits& bits = knot->next[0]->bits;
      log.append(bits.bytes, 0, bits.size);
      knot = &knots_.at(knot->next[0]);
    }
    if (knot->state) return write_state(std::move(log), *knot->state);
    const bool stayed_first = !has_restarted(*knot->next[0]);
    JANUS_REQUIRE(stayed_first == has_restarted(*knot->next[1]));
    open.push_back({std::move(log), knot->next[stayed_first ? 0 : 1], knot->next[stayed_first ? 1 : 0]});
    return std::nullopt;
  }
  static bool has_restarted(const Piece& piece) {
    const DecisionCode code = code_of(Decision::Restarted);
    return piece.bits.size >= code.size && bits_of(piece.bits.bytes.data(), 0, code.size) == code.bits;
  }

  Node finish(const Open& node, const Node& first) {
    std::string text = head(node.log, true);
    append_varint(text, first.leaves);
    append_varint(text, first.bytes);
    text += model_text(*first.model, *node.second->model);
    prepend(text);
    return {first.leaves + node.second->leaves, first.model, first.bytes + node.second->bytes + text.size()};
  }

  Node write_state(Bits log, const ExecutionState& state) {
    const LogAhead* ahead = state.ahead.get();
    std::string text;
    if (ahead) {
      const std::string& from = ahead->source_->frontier->text_;
      log.append(from, ahead->at_, ahead->end_ - ahead->at_);
      text = head(log, ahead->forks_) + from.substr(ahead->tail_, ahead->stop_ - ahead->tail_);
    } else {
      text = head(log, false);
      const bool executed = state.hart.cycles != state.restarted_at;
      append_varint(text, executed ? state.hart.cycles : 0);
      if (executed) append_varint(text, state.hart.retired);
      const std::uint32_t check = check_of(state);
      for (unsigned shift = 0; shift < 32; shift += 8) text.push_back(static_cast<char>(check >> shift & 0xff));
    }
    prepend(text);
    return {ahead ? ahead->leaves() : 1, state.model.get(), text.size()};
  }

  static std::string head(const Bits& log, bool forks) {
    std::string text;
    append_varint(text, log.size * 2 + (forks ? 1 : 0));
    return text + log.bytes;
  }

  std::string model_text(const term::Assignment& from, const term::Assignment& to) {
    std::map<std::uint32_t, std::uint64_t> changes;  // by number
    term::Assignment::for_each_difference(from, to, [&](std::size_t variable) {
      changes.emplace(number_of(static_cast<std::uint32_t>(variable)), to[variable]);
    });
    std::string text;
    append_varint(text, changes.size());
    std::uint32_t next = 0;
    for (const auto& [number, value] : changes) {
      append_varint(text, number - next);
      append_varint(text, folded(value, variables_[number].width));
      next = number + 1;
    }
    return text;
  }

  std::uint32_t number_of(std::uint32_t index) {
    JANUS_REQUIRE(index < pool_.variables().size());
    if (numbers_.size() <= index) numbers_.resize(pool_.variables().size(), kNone);
    if (numbers_[index] == kNone) {
      numbers_[index] = static_cast<std::uint32_t>(variables_.size());
      variables_.push_back({pool_.variables()[index].name, pool_.variables()[index].width});
    }
    return numbers_[index];
  }

  void add_chunks(const std::vector<const term::ByteChunk*>& chunks) {
    std::unordered_set<std::string> known;
    for (const FrontierVariable& chunk : chunks_) known.insert(chunk.name);
    for (const term::ByteChunk* chunk : chunks) {
      if (chunk->parts.empty() || !known.insert(chunk->name).second) continue;
      chunks_.push_back({chunk->name, chunk->parts.front().width()});
    }
  }

  static void append_names(std::string& text, const std::vector<FrontierVariable>& names) {
    append_varint(text, names.size());
    for (const FrontierVariable& one : names) {
      append_varint(text, one.name.size());
      text += one.name;
      append_varint(text, one.width);
    }
  }

  void prepend(const std::string& text) { out_.append(text.rbegin(), text.rend()); }

  term::TermPool& pool_;
  std::vector<std::uint32_t> numbers_;  // in the frontier, by index in the pool
  std::vector<FrontierVariable> chunks_, variables_;
  std::unordered_map<const Piece*, Knot> knots_;
  std::string out_;  // backwards
};

std::shared_ptr<const Frontier> write_frontier(const std::vector<const ExecutionState*>& states, term::TermPool& pool,
                                               const std::vector<const term::ByteChunk*>& chunks,
                                               const Frontier* earlier) {
  return FrontierWriter(pool, earlier).write(states, chunks);
}

}  // namespace janus::engine
