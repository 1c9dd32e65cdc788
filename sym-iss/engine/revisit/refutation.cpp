// What widening learns from a violation that does not happen.
#include <algorithm>

#include "engine/revisit/widening.h"
#include "term/walk.h"

namespace janus::engine {

using namespace cells;
using term::ByteChunk;
using term::Kind;
using term::Term;

namespace {

constexpr std::size_t kMaxNodes = 256;  // of a condition, that are looked at
constexpr std::size_t kMaxRead = 6;     // cells of a condition that may be related

// Calls visit(node) for the first nodes of a condition.
template <class F>
void for_each_node(Term condition, F&& visit) {
  term::for_each_node(condition, kMaxNodes, visit);
}

}  // namespace

// Blames the latest condition that reads a widened cell: decisions before it may be possible without the widening, too.
// After a few times it blames all that the path reads, since each violation costs an exploration from the beginning.
bool Widening::refute(const ExecutionState& state) {
  std::unordered_map<std::uint32_t, Key> anonymous;  // by variable
  const auto add = [&](const std::vector<ByteChunk*>& versions, Key key) {
    for (const ByteChunk* chunk : versions) {
      for (const Term part : chunk->parts) anonymous.emplace(static_cast<std::uint32_t>(part->value), key);
    }
  };
  for (const auto& [offset, versions] : stack_) add(versions, {0, kStack});
  for (const auto& [offset, versions] : inputs_) add(versions, key_of_inputs(offset));
  bool news = false, is_latest = true;
  for (const auto* each = state.path.last(); each; each = each->parent) {
    if (ranges_.contains(each->term.node())) continue;
    const term::Support::Set set = support_.of(each->term);
    if (set == term::Support::kMany) break;
    std::vector<Origin> read;
    for (const std::uint32_t variable : support_.variables(set)) {
      if (const auto found = origins_.find(variable); found != origins_.end()) read.push_back(found->second);
      if (const auto found = anonymous.find(variable); found != anonymous.end())
        read.push_back({found->second, 1, {}, false});
    }
    if (!read.empty() && forgets_ && !keeps_types_) return keeps_types_ = true;
    if (at_once_ && is_latest && !read.empty() && learn_invariant(state, each->term)) return true;
    is_latest = is_latest && read.empty();
    const bool is_patient = refutations_ < kPatience;
    news |= (is_patient && learn(state, each->term, read)) || make_exact(read);
    if (news && is_patient) break;
  }
  refutations_ += news;
  return std::exchange(has_new_changes_, false) || news;
}

// Whether the condition says something new of cells that can go on being widened.
bool Widening::learn(const ExecutionState& state, Term condition, const std::vector<Origin>& read) {
  bool news = false;
  for (const Origin& one : read) news |= note_word(state.memory, one.key.second) || note_bytes(condition, one);
  if (read.size() > kMaxRead) return news;
  for (std::size_t i = 0; i < read.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) news |= relate(condition, read[j], read[i]);
  }
  return news;
}

// Whether a word is seen to be several cells for the first time: the condition reads pieces of it, several or of one
// with a range, which would be tighter for each by itself.
bool Widening::note_bytes(Term condition, const Origin& word) {
  if (!is_memory(word.key.second) || word.bytes == 1) return false;
  std::size_t pieces = 0, high = 0;
  for_each_node(condition, [&](Term node) {
    if (!node.is(Kind::Extract) || !(node->child[0] == word.variable) || node->low % 8 != 0 || node.width() % 8 != 0)
      return;
    ++pieces;
    high += node->low != 0;
  });
  if (high == 0 || (pieces == 1 && !word.has_range)) return false;
  return bytes_.insert(word.key.second - (word.key.second - kRegisters) % kWordBytes).second;
}

// Whether two cells keep their difference from now on, which they did not before. What is compared with a word is
// widened as one.
bool Widening::relate(Term condition, const Origin& one, const Origin& other) {
  const auto known = [&](const Pair& pair) { return pair.has(one.key) && pair.has(other.key); };
  const auto is_of = [this](const Key& difference, const Key& cell) {
    return is_difference(difference.second) && pairs_[difference.second - kDifferences].has(cell);
  };
  if (one.bytes != other.bytes) {
    const Cell narrow = (one.bytes < other.bytes ? one : other).key.second;
    return is_memory(narrow) && (narrow - kRegisters) % kWordBytes == 0 && words_.insert(narrow).second;
  }
  if (!one.variable || !other.variable || one.key == other.key || is_of(one.key, other.key) ||
      is_of(other.key, one.key) || pairs_.size() >= kMaxPairs || std::ranges::any_of(pairs_, known)) {
    return false;
  }
  // They must be compared with each other; and what is subtracted is the difference that the condition is about.
  bool are_compared = false, other_is_less = false;
  for_each_node(condition, [&](Term node) {
    const bool subtracts = node.is(Kind::Sub);
    if (!subtracts && !node.is(Kind::Eq) && !node.is(Kind::Ult) && !node.is(Kind::Slt)) return;
    const auto reads = [&](Term side, const Origin& origin) {
      const auto variable = static_cast<std::uint32_t>(origin.variable->value);
      return support_.has_any(support_.of(side), {&variable, 1});
    };
    const Term left = node->child[0], right = node->child[1];
    const bool in_order = reads(left, one) && reads(right, other) && !reads(left, other) && !reads(right, one);
    are_compared |= in_order || (reads(left, other) && reads(right, one) && !reads(left, one) && !reads(right, other));
    other_is_less |= subtracts && in_order;
  });
  if (!are_compared) return false;
  pairs_.push_back(other_is_less ? Pair{other.key, one.key} : Pair{one.key, other.key});
  add_bounds({0, kDifferences + pairs_.size() - 1}, condition);
  return true;
}

// The constants of the condition, and their neighbours.
void Widening::add_bounds(const Key& key, Term condition) {
  std::set<std::uint64_t>& bounds = bounds_[key];
  for_each_node(condition, [&](Term node) {
    if (!node.is_constant() || node.width() == 1 || bounds.size() >= kMaxBounds) return;
    for (const std::uint64_t value : {node->value, -node->value & term::mask(node.width())}) {
      if (value == 0 || value >> (node.width() - 1) != 0) continue;
      bounds.insert({value - 1, value, value + 1});
    }
  });
}

// Whether any of the cells was widened until now. A difference is exact before both of its cells are to blame for it.
bool Widening::make_exact(const std::vector<Origin>& read) {
  std::vector<std::pair<Key, unsigned>> blamed;  // with their bytes
  for (const Origin& one : read) blamed.emplace_back(one.key, one.bytes);
  std::set<Key> cells;
  for (std::size_t i = 0; i < blamed.size(); ++i) {
    const auto [key, bytes] = blamed[i];
    if (is_difference(key.second) && exact_.contains(key)) {
      const Pair& pair = pairs_[key.second - kDifferences];
      blamed.insert(blamed.end(), {{pair.less, bytes}, {pair.more, bytes}});
      continue;
    }
    for (unsigned byte = 0; byte < (is_memory(key.second) ? bytes : 1); ++byte)
      cells.emplace(key.first, key.second + byte);
  }
  // A register may hold what was read from memory, and a difference what is in two cells; then they alone are to blame.
  const auto leave_only = [&](auto&& are_to_blame) {
    if (std::ranges::any_of(cells, are_to_blame)) std::erase_if(cells, std::not_fn(are_to_blame));
  };
  if (at_once_) std::erase_if(cells, [&](const Key& key) { return !has_few_values(key.second); });
  leave_only([](const Key& key) { return is_difference(key.second); });
  leave_only([](const Key& key) { return key.second < kRegisters; });
  const std::size_t before = exact_.size();
  exact_.insert(cells.begin(), cells.end());
  return exact_.size() > before;
}

}  // namespace janus::engine
