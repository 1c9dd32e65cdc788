#include "engine/revisit/visited_states.h"

#include <cstring>

#include "engine/revisit/live_path.h"
#include "engine/state/state_parts.h"
#include "term/work_clock.h"

namespace janus::engine {

namespace {

constexpr std::uint32_t kWord = 4, kWordsPerPage = Memory::kPageBytes / kWord;
constexpr std::uint64_t kSymbolicWord = std::uint64_t{1} << 32;

constexpr std::uint64_t mixed(std::uint64_t value) {  // splitmix64
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

// 0 for a word that is zero, so that a page that was never written is a page of zeros.
std::uint64_t hash_of_word(const Memory& memory, std::uint32_t offset) {
  const Memory::Page* const page = memory.find(offset);
  if (!page) return 0;
  const std::uint32_t in_page = offset % Memory::kPageBytes;
  std::uint64_t content = kSymbolicWord;
  if (page->is_concrete(in_page, kWord)) {
    std::uint32_t word = 0;
    std::memcpy(&word, page->bytes(in_page), kWord);
    if (word == 0) return 0;
    content = word;
  }
  return mixed(mixed(offset) ^ content);
}

}  // namespace

std::uint64_t VisitedStates::hash_of(const Memory& memory, const LastLook* before) {
  const Memory nothing(memory.size());
  const Memory& last = before ? before->memory : nothing;
  std::uint64_t hash = before ? before->memory_hash : 0;
  changed_words_ = 0;
  memory.for_each_different_word(last, [&](std::uint32_t offset) {
    hash ^= hash_of_word(last, offset) ^ hash_of_word(memory, offset);
    ++changed_words_;
    return true;
  });
  return hash;
}

std::uint64_t VisitedStates::hash_of(const ExecutionState& state, std::uint64_t memory_hash) {
  const auto& hart = state.hart;
  std::uint64_t hash = memory_hash ^ mixed(hart.pc);
  const auto add = [&hash](const auto& word) { hash = mixed(hash ^ (word.term ? kSymbolicWord : word.bits.raw)); };
  for (const auto& word : hart.x) add(word);
  for (const auto* word : {&hart.mscratch, &hart.mepc, &hart.mcause, &hart.mtval}) add(*word);
  hash = mixed(hash ^ hart.mstatus);
  hash = mixed(hash ^ (std::uint64_t{hart.mie} << 32 | hart.mip));
  return mixed(hash ^ reinterpret_cast<std::uintptr_t>(state.calls));
}

bool VisitedStates::contain(const ExecutionState& state, std::uint64_t hash) {
  const auto found = visits_.find(hash);
  if (found == visits_.end()) return false;
  const auto& visits = found->second;
  questions_left_ = kMaxQuestions;
  evaluator_.assign(*state.model);
  there_.clear();
  for (const auto* each = state.path.last(); each; each = each->parent) {
    spend(term::Work::Conjunct);
    there_.insert(each->term.node());
  }
  const std::size_t oldest = visits.size() > kMaxCompared ? visits.size() - kMaxCompared : 0;
  for (std::size_t i = visits.size(); i-- > oldest;) {
    ++compared_;
    spend(term::Work::Comparison);
    if (covers(*visits[i], state)) return true;
  }
  return false;
}

void VisitedStates::clear() {
  visits_.clear();
  states_ = bytes_ = 0;
}

std::size_t VisitedStates::variants(std::uint64_t hash) const {
  const auto found = visits_.find(hash);
  return found == visits_.end() ? 0 : found->second.size();
}

bool VisitedStates::add(const ExecutionState& state, std::uint64_t hash) {
  if (full()) return false;
  auto conjuncts = live_conjuncts(state, pool_, support_);
  if (!conjuncts) return false;
  visits_[hash].push_back(
      std::make_unique<Visit>(Visit{state.hart, state.memory, state.board, state.files, state.main_call, state.calls,
                                    state.shadow, state.path, state.inputs, std::move(*conjuncts)}));
  ++states_;
  // What the path writes from now on, it writes to copies of pages and of the tree above them.
  bytes_ += sizeof(Visit) + (changed_words_ / kWordsPerPage + 3) * 3 * Memory::kPageBytes;
  return true;
}

// The bytes of words that are the same count as well: their variables keep their names.
bool VisitedStates::same_memory(const Memory& then, const Memory& now, Renaming& renaming) {
  const auto same_byte = [&](std::uint32_t at) {
    spend(term::Work::Visit);
    const auto a = then.symbol(at), b = now.symbol(at);
    if (!a.symbol || !b.symbol) return !a.symbol && !b.symbol && then.byte(at) == now.byte(at);
    return a.index == b.index && renaming.match(a.symbol, b.symbol);
  };
  const bool differ_in_names = then.for_each_different_word(now, [&](std::uint32_t offset) {
    for (std::uint32_t i = 0; i < kWord; ++i) {
      if (!same_byte(offset + i)) return false;
    }
    return true;
  });
  if (!differ_in_names) return false;
  bool same = true;
  then.for_each_unshared_page(Memory(then.size()), [&](std::uint32_t address, const Memory::Page* page) {
    if (!same || !page || page->is_concrete()) return;
    for (std::uint32_t i = 0; same && i < Memory::kPageBytes; ++i) {
      if (!page->is_concrete(i, 1)) same = same_byte(address + i);
    }
  });
  return same;
}

// Whether the condition holds wherever the state's path does, as far as a cheap question tells.
bool VisitedStates::follows(const ExecutionState& state, term::Term condition) {
  if (questions_left_ == 0 || evaluator_(condition) == 0) return false;
  --questions_left_;
  solver_.set_timeout(kQuestionSeconds);
  term::Assignment model = *state.model;
  return solver_.check(state.path, pool_.bit_not(condition), model) == solver::Answer::Unsat;
}

bool VisitedStates::covers(const Visit& visit, const ExecutionState& state) {
  const auto &then = visit.hart, &now = state.hart;
  if (then.pc != now.pc || visit.calls != state.calls || visit.main_call != state.main_call ||
      !(visit.files == state.files) || !same_control(then, now) ||
      !visit.board.get().same_but_for_time(state.board.get())) {
    return false;
  }
  if (visit.shadow != state.shadow && (!visit.shadow || !state.shadow || !(*visit.shadow == *state.shadow))) {
    return false;
  }
  // What devices, files and detectors keep of terms cannot be renamed.
  const bool hidden_terms = state.shadow || state.files.any() || state.board.get().holds_symbols();
  Renaming renaming(pool_, hidden_terms);
  for (std::size_t i = 0; i < now.x.size(); ++i) {
    if (!renaming.match(then.x[i], now.x[i])) return false;
  }
  if (!renaming.match(then.mscratch, now.mscratch) || !renaming.match(then.mepc, now.mepc) ||
      !renaming.match(then.mcause, now.mcause) || !renaming.match(then.mtval, now.mtval) ||
      !same_memory(visit.memory, state.memory, renaming)) {
    return false;
  }
  if (hidden_terms) {
    // Any conjunct may be about them, so all that held then must hold now.
    for (const auto* each = visit.path.last(); each; each = each->parent) {
      if (!there_.contains(each->term.node())) return false;
    }
    return true;
  }
  return renaming.renames_path(visit.conjuncts, visit.inputs, there_, state.inputs, support_,
                               [&](term::Term condition) { return follows(state, condition); });
}

}  // namespace janus::engine
