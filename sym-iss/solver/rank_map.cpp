#include "solver/rank_map.h"

#include <algorithm>
#include <bit>

#include "support/contract.h"
#include "term/term.h"

namespace janus::solver {
namespace {

// Calls visit(first, size, is_last) for the words of first..last below, between and above the constants in that range.
template <class F>
void for_each_gap(std::uint64_t first, std::uint64_t last, std::span<const std::uint64_t> constants, F&& visit) {
  for (const std::uint64_t constant : constants) {
    visit(first, constant - first, false);
    first = constant + 1;
  }
  visit(first, last - first + 1, true);
}

// The constants from `sign` on, or those below it.
std::span<const std::uint64_t> half(std::span<const std::uint64_t> constants, std::uint64_t sign, bool negative) {
  const auto middle = static_cast<std::size_t>(std::ranges::lower_bound(constants, sign) - constants.begin());
  return negative ? constants.subspan(middle) : constants.first(middle);
}

}  // namespace

RankMap::RankMap(Kind kind, unsigned width, std::span<const std::uint64_t> constants, std::uint64_t places)
    : kind_(kind), constants_(constants.size()) {
  JANUS_REQUIRE(width >= 2 && places >= 1);
  if (kind == Kind::Distinct) {
    lay_out_distinct(width, constants, places);
  } else {
    lay_out_ordered(width, constants, places);
  }
}

void RankMap::lay_out_distinct(unsigned width, std::span<const std::uint64_t> constants, std::uint64_t places) {
  rank_width_ = std::max(1U, static_cast<unsigned>(std::bit_width(constants.size() + places - 1)));
  std::uint64_t rank = 0;
  for (const std::uint64_t constant : constants) runs_.push_back({rank++, constant});
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);  // in halves, since 2^64 is no size
  for (const bool negative : {false, true}) {
    for_each_gap(negative ? sign : 0, negative ? term::mask(width) : sign - 1, half(constants, sign, negative),
                 [&](std::uint64_t word, std::uint64_t size, bool) {
                   if (size) runs_.push_back({rank, word});
                   rank += size;
                 });
  }
}

void RankMap::lay_out_ordered(unsigned width, std::span<const std::uint64_t> constants, std::uint64_t places) {
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  std::uint64_t most = 1;  // ranks that a half needs
  for (const bool negative : {false, true}) {
    const auto own = half(constants, sign, negative);
    std::uint64_t needed = own.size();
    for_each_gap(negative ? sign : 0, negative ? term::mask(width) : sign - 1, own,
                 [&](std::uint64_t, std::uint64_t size, bool) { needed += std::min(size, places); });
    most = std::max(most, needed);
  }
  rank_width_ = 1 + static_cast<unsigned>(std::bit_width(most - 1));
  const std::uint64_t ranks = std::uint64_t{1} << (rank_width_ - 1);  // in each half
  lay_out_half(0, sign - 1, half(constants, sign, false), 0, ranks, places);
  lay_out_half(sign, term::mask(width), half(constants, sign, true), ranks, ranks, places);
}

// The ranks that no gap needs go to the first gaps that have words for them.
void RankMap::lay_out_half(std::uint64_t first, std::uint64_t last, std::span<const std::uint64_t> constants,
                           std::uint64_t first_rank, std::uint64_t ranks, std::uint64_t places) {
  std::uint64_t spare = ranks - constants.size();
  for_each_gap(first, last, constants,
               [&](std::uint64_t, std::uint64_t size, bool) { spare -= std::min(size, places); });
  std::uint64_t rank = first_rank;
  for_each_gap(first, last, constants, [&](std::uint64_t word, std::uint64_t size, bool is_last) {
    const std::uint64_t needed = std::min(size, places), more = std::min(size - needed, spare);
    spare -= more;
    if (size) runs_.push_back({rank, word});
    rank += needed + more;
    if (!is_last) runs_.push_back({rank++, word + size});  // the constant behind them
  });
}

std::uint64_t RankMap::rank(std::uint64_t constant) const {
  const auto run = std::ranges::find(runs_, constant, &Run::word);
  JANUS_REQUIRE(run != runs_.end());
  return run->rank;
}

std::uint64_t RankMap::word(std::uint64_t rank) const {
  const auto run = std::prev(std::ranges::upper_bound(runs_, rank, {}, &Run::rank));
  return run->word + (rank - run->rank);
}

}  // namespace janus::solver
