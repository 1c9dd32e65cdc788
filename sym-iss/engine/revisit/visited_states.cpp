#include "engine/revisit/visited_states.h"

#include <cstring>

#include "engine/revisit/hash_of_cells.h"
#include "engine/revisit/live_path.h"
#include "term/work_clock.h"

namespace janus::engine {

namespace {

constexpr std::uint32_t kWord = 4, kWordsPerPage = Memory::kPageBytes / kWord;

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
  const auto add = [&hash](const auto& word) { hash = mixed(hash ^ content_of(word)); };
  for (const auto& word : hart.x) add(word);
  for (const auto* word : {&hart.mscratch, &hart.mepc, &hart.mcause, &hart.mtval}) add(*word);
  hash = mixed(hash ^ hart.mstatus);
  hash = mixed(hash ^ (std::uint64_t{hart.mie} << 32 | hart.mip));
  hash = mixed(hash ^ content_of(state.board));
  return mixed(hash ^ reinterpret_cast<std::uintptr_t>(state.calls));
}

std::shared_ptr<Visit> VisitedStates::find(const ExecutionState& state, std::uint64_t hash) {
  const auto found = visits_.find(hash);
  if (found == visits_.end()) return nullptr;
  const auto& visits = found->second;
  const std::size_t oldest = visits.size() > kMaxCompared ? visits.size() - kMaxCompared : 0;
  for (std::size_t i = visits.size(); i-- > oldest;) {
    if (comparison_.covers(*visits[i], state, false)) return visits[i];
  }
  return nullptr;
}

void VisitedStates::remove(const std::shared_ptr<Visit>& visit) {
  const auto found = visits_.find(visit->hash);
  if (found == visits_.end()) return;
  std::erase(found->second, visit);
  if (found->second.empty()) visits_.erase(found);
}

void VisitedStates::clear() {
  visits_.clear();
  states_ = bytes_ = 0;
}

std::shared_ptr<Visit> VisitedStates::add(const ExecutionState& state, std::uint64_t hash) {
  if (full()) return nullptr;
  auto conjuncts = live_conjuncts(state, comparison_.reading());
  if (!conjuncts) return nullptr;
  auto visit =
      std::make_shared<Visit>(Visit{state.hart, state.memory, state.board, state.files, state.main_call, state.calls,
                                    state.shadow, state.path, state.model, state.inputs, hash, std::move(*conjuncts)});
  visits_[hash].push_back(visit);
  ++states_;
  // What the path writes from now on, it writes to copies of pages and of the tree above them.
  bytes_ += sizeof(Visit) + (changed_words_ / kWordsPerPage + 3) * 3 * Memory::kPageBytes;
  return visit;
}

}  // namespace janus::engine
