#include "engine/revisit/live_path.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "term/evaluate.h"
#include "term/work_clock.h"

namespace janus::engine {

using term::Kind;
using term::Support;
using term::Term;

namespace {

// Conditions of an input that is gone, at most; each may exclude one value.
constexpr std::size_t kMaxTies = 8;

bool reads(Term term, std::uint32_t variable, Support& support) {
  const Support::Set set = support.of(term);
  return set == Support::kMany || std::ranges::binary_search(support.variables(set), variable);
}

// The conjuncts of a path, and who reads what. Variables that are gone are projected away one by one. The one that goes
// first gets its value last, when all others have theirs, so each may count on all that went after it.
class Projection {
 public:
  Projection(const term::Assignment& model, const PathReading& reading)
      : pool_(reading.pool), support_(reading.support), readers_of_path_(reading.readers), model_(model) {}

  std::optional<std::vector<Term>> conjuncts(const solver::PathCondition& path, const std::vector<Term>& live) {
    for (const Term term : live) note(term);
    if (too_many_ || !read_conjuncts(path)) return std::nullopt;
    // What ties the latest inputs goes first: what is gone is mostly tied to what came before.
    std::vector<std::uint32_t> gone;
    for (const auto& [variable, readers] : readers_) {
      if (!live_.contains(variable)) gone.push_back(variable);
    }
    std::ranges::sort(gone, std::greater<>());
    bool found = true;
    while (found) {
      found = false;
      for (const std::uint32_t variable : gone) found |= project(variable);
    }
    return connected();
  }

 private:
  void note(Term term) {
    if (const term::ByteChunk* chunk = pool_.byte_chunks().of(term)) {
      for (const Term part : chunk->parts) live_.insert(static_cast<std::uint32_t>(part->value));
      return;
    }
    const Support::Set set = support_.of(term);
    too_many_ |= set == Support::kMany;
    live_.insert(support_.variables(set).begin(), support_.variables(set).end());
  }

  bool read_conjuncts(const solver::PathCondition& path) {
    const std::vector<std::uint32_t> live(live_.begin(), live_.end());
    auto found = readers_of_path_.dependencies(path, live);
    if (!found.known || found.conjuncts.size() > kMaxLiveConjuncts) return false;
    conjuncts_ = std::move(found.conjuncts);
    for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
      for (const std::uint32_t variable : support_.variables(support_.of(conjuncts_[i])))
        readers_[variable].push_back(i);
    }
    return true;
  }

  // Drops what ties a variable to others, if it has a value that makes all of that true, whatever the others are.
  bool project(std::uint32_t variable) {
    std::vector<Term> own;
    std::vector<std::size_t> ties;
    for (const std::size_t i : readers_[variable]) {
      if (dropped_.contains(i)) continue;
      if (support_.variables(support_.of(conjuncts_[i])).size() == 1) {
        own.push_back(conjuncts_[i]);
      } else {
        ties.push_back(i);
      }
    }
    if (ties.empty() || ties.size() > kMaxTies) return false;
    const bool solvable = own.empty() && ties.size() == 1 && is_solvable(conjuncts_[ties.front()], variable);
    if (!solvable) {
      for (const std::size_t i : ties) {
        if (!excludes_one(conjuncts_[i], variable)) return false;
      }
      if (!has_values(variable, own, ties.size() + 1)) return false;
    }
    dropped_.insert(ties.begin(), ties.end());
    return true;
  }

  // An equation that has one value of the variable as its solution.
  bool is_solvable(Term conjunct, std::uint32_t variable) {
    if (!conjunct.is(Kind::Eq)) return false;
    const unsigned width = pool_.variables()[variable].width;
    for (const unsigned side : {0U, 1U}) {
      const Term a = conjunct->child[side], b = conjunct->child[1 - side];
      if (a.width() == width && !reads(b, variable, support_) && tells_apart(a, variable, width, support_)) return true;
    }
    return false;
  }

  // A condition that at most one value of the variable makes false.
  bool excludes_one(Term conjunct, std::uint32_t variable) {
    if (!conjunct.is(Kind::Not) || !conjunct->child[0].is(Kind::Eq)) return false;
    for (const unsigned side : {0U, 1U}) {
      const Term a = conjunct->child[0]->child[side], b = conjunct->child[0]->child[1 - side];
      if (!reads(b, variable, support_) && tells_apart(a, variable, a.width(), support_)) return true;
    }
    return false;
  }

  // Whether `count` values of the variable satisfy its own conditions, of the values around the one in the model.
  bool has_values(std::uint32_t variable, const std::vector<Term>& own, std::size_t count) {
    const unsigned width = pool_.variables()[variable].width;
    if (width < 8 && count > (std::size_t{1} << width)) return false;
    constexpr std::uint64_t kTried = 64;
    term::Assignment values = model_;
    const std::uint64_t first = values[variable], tried = std::min(kTried, term::mask(width));
    std::size_t found = 0;
    for (std::uint64_t i = 0; i <= tried && found < count; ++i) {
      values.set(variable, (first + i) & term::mask(width));
      found += std::ranges::all_of(own, [&](Term each) { return term::evaluate(each, values) == 1; });
    }
    return found >= count;
  }

  // The conjuncts that constrain what is there, directly or through other variables.
  std::vector<Term> connected() {
    std::vector<std::uint32_t> open(live_.begin(), live_.end());
    std::unordered_set<std::uint32_t> seen = live_;
    std::vector<bool> taken(conjuncts_.size());
    while (!open.empty()) {
      const auto found = readers_.find(open.back());
      open.pop_back();
      if (found == readers_.end()) continue;
      for (const std::size_t i : found->second) {
        if (taken[i] || dropped_.contains(i)) continue;
        taken[i] = true;
        for (const std::uint32_t variable : support_.variables(support_.of(conjuncts_[i]))) {
          if (seen.insert(variable).second) open.push_back(variable);
        }
      }
    }
    std::vector<Term> left;
    for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
      if (taken[i]) left.push_back(conjuncts_[i]);
    }
    return left;
  }

  term::TermPool& pool_;
  Support& support_;
  solver::PathReaders& readers_of_path_;
  const term::Assignment& model_;
  std::vector<Term> conjuncts_;  // that what is live depends on
  std::unordered_set<std::uint32_t> live_;
  bool too_many_ = false;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> readers_;  // conjuncts, by variable
  std::unordered_set<std::size_t> dropped_;                              // conjuncts
};

}  // namespace

bool tells_apart(Term term, std::uint32_t variable, unsigned bits, Support& support) {
  switch (term.kind()) {
    case Kind::Variable: return term->value == variable && bits >= term.width();
    case Kind::Not: return tells_apart(term->child[0], variable, bits, support);
    case Kind::Add:
    case Kind::Sub:
    case Kind::Xor: {
      const bool left = reads(term->child[0], variable, support), right = reads(term->child[1], variable, support);
      return left != right && tells_apart(term->child[left ? 0 : 1], variable, bits, support);
    }
    case Kind::ZeroExtend:
    case Kind::SignExtend:
      return tells_apart(term->child[0], variable, std::min(bits, term->child[0].width()), support);
    case Kind::Extract: return term->low == 0 && tells_apart(term->child[0], variable, bits, support);
    case Kind::Concat: {
      const Term high = term->child[0], low = term->child[1];
      const bool in_high = reads(high, variable, support);
      if (in_high == reads(low, variable, support)) return false;
      if (!in_high) return tells_apart(low, variable, std::min(bits, low.width()), support);
      return bits > low.width() && tells_apart(high, variable, bits - low.width(), support);
    }
    case Kind::Constant:
    case Kind::And:
    case Kind::Or:
    case Kind::Mul:
    case Kind::Udiv:
    case Kind::Urem:
    case Kind::Sdiv:
    case Kind::Srem:
    case Kind::Shl:
    case Kind::Lshr:
    case Kind::Ashr:
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Slt:
    case Kind::Ite: return false;
  }
  return false;
}

std::optional<std::vector<Term>> live_conjuncts(const solver::PathCondition& path, const term::Assignment& model,
                                                const std::vector<Term>& live, const PathReading& reading) {
  return Projection(model, reading).conjuncts(path, live);
}

std::optional<std::vector<Term>> live_conjuncts(const ExecutionState& state, const PathReading& reading) {
  std::vector<Term> live;
  const auto note = [&live](Term term) {
    if (term && (live.empty() || !(live.back() == term))) live.push_back(term);
  };
  const auto& hart = state.hart;
  for (const auto& word : hart.x) note(word.term);
  for (const auto* word : {&hart.mscratch, &hart.mepc, &hart.mcause, &hart.mtval}) note(word->term);
  for_each_symbolic_byte(state.memory, [&](std::uint32_t, auto byte) { note(byte.symbol); });
  if (const auto held = held_by_devices(state.board)) std::ranges::for_each(*held, note);
  return live_conjuncts(state.path, *state.model, live, reading);
}

std::optional<std::vector<Term>> held_by_devices(const SharedBoard& board) {
  const auto symbols = board.get().symbols();
  if (!symbols || symbols->size() > kMaxHeld) return std::nullopt;
  std::vector<Term> terms;
  for (const void* symbol : *symbols) terms.emplace_back(static_cast<const term::Node*>(symbol));
  return terms;
}

}  // namespace janus::engine
