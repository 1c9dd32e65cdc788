#include "engine/search/guided_searcher.h"

#include <algorithm>
#include <cmath>

namespace janus::engine::score {
namespace {

constexpr double kOne = 0x1p30;  // scores are fractions of this

std::uint64_t fixed(double fraction) { return static_cast<std::uint64_t>(std::max(1.0, fraction * kOne)); }

// Falls from 1 at value 0 towards 0, slowly enough to tell large values apart.
double decay(std::uint64_t value) { return 1 / (1 + std::log2(1 + static_cast<double>(value))); }

}  // namespace

// KLEE's weight, 1 / distance^2 + 1 / age^2. The age is the number of instructions since the path covered something
// new, less kFree. (KLEE's programs are larger than firmware: there the number is 1000.)
std::uint64_t covering_new(const ExecutionState& state, std::uint32_t distance) {
  constexpr std::uint64_t kFree = 100;
  constexpr double kFar = 10'000;  // the distance if no uncovered instruction is reachable
  const auto weight = [](double value) { return 1 / (value * value); };
  const double away = distance == Coverage::kUnreachable ? kFar : std::max(1U, distance);
  // A merged state has the lower number of instructions of its two sides.
  const std::uint64_t since = state.hart.retired - std::min(state.hart.retired, state.search.covered_at);
  const double age = since > kFree ? static_cast<double>(since - kFree) : 1;
  return fixed(weight(away) + (state.search.covered ? weight(age) : 0));
}

// The first criterion: the fewer jumps a path has taken, the better. A path in a loop becomes worse with every
// iteration, so that waiting states get their turn and no search by these criteria stays on one path.
std::uint64_t few_jumps(const ExecutionState& state, std::uint32_t) { return fixed(decay(state.search.jumps)); }

// The second criterion: how many instructions this path was the first to execute. A fork copies the number.
std::uint64_t newness(const ExecutionState& state, std::uint32_t) { return fixed(1 - decay(state.search.covered)); }

// The third criterion: how close the nearest uncovered instruction is.
std::uint64_t closeness(const ExecutionState&, std::uint32_t distance) {
  return distance == Coverage::kUnreachable ? 1 : fixed(decay(distance));
}

std::uint64_t sum(const ExecutionState& state, std::uint32_t distance) {
  return few_jumps(state, distance) + newness(state, distance) + closeness(state, distance);
}

}  // namespace janus::engine::score
