#include "engine/search/guided_searcher.h"

#include <algorithm>
#include <cmath>

namespace janus::engine::score {
namespace {

constexpr double kOne = 0x1p30;  // scores are fractions of this

std::uint64_t fixed(double fraction) { return static_cast<std::uint64_t>(std::max(1.0, fraction * kOne)); }

// 1 at 0, falling for ever, and still telling large values apart.
double decay(std::uint64_t value) { return 1 / (1 + std::log2(1 + static_cast<double>(value))); }

}  // namespace

// KLEE's weight, 1 / distance^2 + 1 / age^2, where age counts the instructions since the path covered something new,
// after some for free (1000 in KLEE, whose programs are larger than firmware).
std::uint64_t covering_new(const ExecutionState& state, std::uint32_t distance) {
  constexpr std::uint64_t kFree = 100;
  constexpr double kFar = 10'000;  // stands for no way at all
  const auto weight = [](double value) { return 1 / (value * value); };
  const double away = distance == Coverage::kUnreachable ? kFar : std::max(1U, distance);
  const std::uint64_t since = state.hart.retired - state.search.covered_at;
  const double age = since > kFree ? static_cast<double>(since - kFree) : 1;
  return fixed(weight(away) + (state.search.covered ? weight(age) : 0));
}

// The first criterion counts jumps. What is maximised is their fewness: a path that goes round a loop loses by each
// round, and the states that it left behind get their turn, so that no search by these criteria stays in one path.
std::uint64_t few_jumps(const ExecutionState& state, std::uint32_t) { return fixed(decay(state.search.jumps)); }

// The second: how many instructions were executed on this path for the first time at all. Forks share what was before.
std::uint64_t newness(const ExecutionState& state, std::uint32_t) { return fixed(1 - decay(state.search.covered)); }

// The third: how close the nearest instruction is that no path has executed.
std::uint64_t closeness(const ExecutionState&, std::uint32_t distance) {
  return distance == Coverage::kUnreachable ? 1 : fixed(decay(distance));
}

std::uint64_t sum(const ExecutionState& state, std::uint32_t distance) {
  return few_jumps(state, distance) + newness(state, distance) + closeness(state, distance);
}

}  // namespace janus::engine::score
