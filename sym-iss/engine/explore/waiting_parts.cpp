#include "engine/explore/waiting_parts.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace janus::engine {

std::vector<WaitingPart> even_parts(const WaitingPart& states, std::size_t most) {
  const std::size_t size = std::max<std::size_t>(1, (states.size() + most - 1) / most);
  std::vector<WaitingPart> parts;
  for (std::size_t at = 0; at == 0 || at < states.size(); at += size) {
    const std::size_t end = std::min(at + size, states.size());
    parts.emplace_back(states.begin() + static_cast<std::ptrdiff_t>(at),
                       states.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return parts;
}

std::vector<WaitingPart> largest_parts(WaitingPart states, std::size_t apart) {
  if (states.empty()) return {};
  std::ranges::stable_sort(states, std::greater<>(), &ExecutionState::tree_fraction);
  const std::size_t count = std::min(apart, states.size() - 1);
  std::vector<WaitingPart> parts;
  for (std::size_t i = 0; i < count; ++i) parts.push_back({states[i]});
  parts.emplace_back(states.begin() + static_cast<std::ptrdiff_t>(count), states.end());
  return parts;
}

std::vector<std::shared_ptr<const Frontier>> frontiers_of(const std::vector<WaitingPart>& parts, term::TermPool& pool,
                                                          const std::vector<const term::ByteChunk*>& chunks,
                                                          const Frontier* earlier) {
  std::vector<std::shared_ptr<const Frontier>> frontiers;
  for (const WaitingPart& part : parts) frontiers.push_back(write_frontier(part, pool, chunks, earlier));
  return frontiers;
}

}  // namespace janus::engine
