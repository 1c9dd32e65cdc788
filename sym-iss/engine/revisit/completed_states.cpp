#include "engine/revisit/completed_states.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/revisit/hash_of_cells.h"
#include "engine/revisit/live_path.h"
#include "term/work_clock.h"

namespace janus::engine {

namespace {

// Calls visit(offset) for each byte.
template <class Visit>
void for_each_byte(const ByteSet::Chunk& chunk, Visit&& visit) {
  for (std::uint64_t left = chunk.bytes; left != 0; left &= left - 1) {
    visit(chunk.number * ByteSet::kChunkBytes + static_cast<std::uint32_t>(std::countr_zero(left)));
  }
}

std::uint64_t hash_of_chunk(std::uint64_t hash, const ByteSet::Chunk& chunk, const Memory& memory) {
  const std::uint32_t first = chunk.number * ByteSet::kChunkBytes;
  const Memory::Page* const page = memory.find(first);
  if (!page) return hash;
  for_each_byte(chunk, [&](std::uint32_t at) {
    const std::uint32_t in_page = at % Memory::kPageBytes;
    const std::uint32_t content = page->is_concrete(in_page, 1) ? *page->bytes(in_page) : 256;
    if (content != 0) hash = mixed(hash ^ (std::uint64_t{at} << 16 | content));
  });
  return hash;
}

// Of what is concrete in the cells, and of the devices.
std::uint64_t hash_of(const LiveCells& live, const hart::ArchitecturalState<term::SymbolicValues>& hart,
                      const Memory& memory, std::uint64_t devices) {
  std::uint64_t hash = mixed(devices) ^ live.registers;
  for (std::size_t i = 0; i < hart.x.size(); ++i) {
    if (live.registers >> i & 1) hash = mixed(hash ^ content_of(hart.x[i]));
  }
  for (const ByteSet::Chunk& chunk : live.bytes.chunks()) {
    spend(term::Work::Visit);
    hash = hash_of_chunk(hash, chunk, memory);
  }
  return hash;
}

std::vector<term::Term> terms_in(const LiveCells& live, const Visit& visit, term::TermPool& pool) {
  std::vector<term::Term> terms;
  const auto note = [&terms](term::Term term) {
    if (term && (terms.empty() || !(terms.back() == term))) terms.push_back(term);
  };
  for (std::size_t i = 0; i < visit.hart.x.size(); ++i) {
    if (live.registers >> i & 1) note(visit.hart.x[i].term);
  }
  const auto& hart = visit.hart;
  for (const auto* word : {&hart.mscratch, &hart.mepc, &hart.mcause, &hart.mtval}) note(word->term);
  if (const auto held = held_by_devices(visit.board)) std::ranges::for_each(*held, note);
  for (const ByteSet::Chunk& chunk : live.bytes.chunks()) {
    for_each_byte(chunk, [&](std::uint32_t at) { note(divided(visit.memory.symbol(at), pool).symbol); });
  }
  return terms;
}

}  // namespace

bool CompletedStates::add(const std::shared_ptr<Visit>& visit, const LiveCells& live) {
  auto conjuncts =
      live_conjuncts(visit->path, *visit->model, terms_in(live, *visit, comparison_.pool()), comparison_.reading());
  if (!conjuncts) return false;
  visit->live_conjuncts = std::move(*conjuncts);
  std::list<Shape>& shapes = places_[{visit->calls, visit->hart.pc}];
  auto shape = std::ranges::find_if(shapes, [&](const Shape& each) { return *each.live == live; });
  if (shape == shapes.end()) {
    if (shapes.size() >= kMaxShapes) shapes.pop_back();
    shapes.push_front({.live = std::make_shared<const LiveCells>(live)});
    shape = shapes.begin();
  }
  visit->live = shape->live;
  shape->visits[hash_of(live, visit->hart, visit->memory, content_of(visit->board))].push_back(visit);
  return true;
}

const Visit* CompletedStates::find(const ExecutionState& state) {
  const auto place = places_.find({state.calls, state.hart.pc});
  if (place == places_.end()) return nullptr;
  std::list<Shape>& shapes = place->second;
  const std::uint64_t devices = content_of(state.board);
  for (auto shape = shapes.begin(); shape != shapes.end(); ++shape) {
    const auto found = shape->visits.find(hash_of(*shape->live, state.hart, state.memory, devices));
    if (found == shape->visits.end()) continue;
    const auto& visits = found->second;
    const std::size_t oldest = visits.size() > kMaxCompared ? visits.size() - kMaxCompared : 0;
    for (std::size_t i = visits.size(); i-- > oldest;) {
      if (!comparison_.covers(*visits[i], state, true)) continue;
      shapes.splice(shapes.begin(), shapes, shape);
      return visits[i].get();
    }
  }
  return nullptr;
}

}  // namespace janus::engine
