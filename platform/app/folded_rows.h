// Rows of a table in the order of a path: those that repeat are rounds of a loop, and are told once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace janus::app {

// Rows that were executed one after the other, so many times. A Row has a `line`, which is the same in each round, and
// takes what another round has by add(Row&&).
template <class Row>
struct FoldedRows {
  std::vector<Row> rows;
  std::uint64_t rounds = 1;

  bool repeats(std::span<const Row> others) const {
    return std::ranges::equal(rows, others, {}, &Row::line, &Row::line);
  }
};

// How often rows that are alike `rounds` times were executed in a row, as text. `most`: how often the instruction of
// them was that was executed most often; 0: nobody knows. Empty: once, which needs no word.
constexpr std::string_view kSeveral = "several";
inline std::string times_text(std::uint64_t rounds, std::uint64_t most) {
  if (rounds < 2 || most == 1) return {};
  return most == rounds ? std::to_string(rounds) : std::string(kSeveral);
}

// Lines that follow each other again in the same order are one round more of a loop.
template <class Row>
std::vector<FoldedRows<Row>> folded(std::vector<Row> rows) {
  constexpr std::size_t kLongestRound = 12;  // lines
  using Group = FoldedRows<Row>;
  std::vector<Group> groups;
  const auto take = [&](Group& group, std::size_t first) {
    for (std::size_t k = 0; k < group.rows.size(); ++k) group.rows[k].add(std::move(rows[first + k]));
    ++group.rounds;
  };
  for (std::size_t i = 0; i < rows.size();) {
    const auto next = [&](std::size_t length) { return std::span<const Row>(rows).subspan(i, length); };
    if (!groups.empty() && groups.back().rows.size() <= rows.size() - i &&
        groups.back().repeats(next(groups.back().rows.size()))) {
      take(groups.back(), i);
      i += groups.back().rows.size();
      continue;
    }
    // The last rows by themselves, of which these are a second round.
    std::size_t singles = 0;
    while (singles < groups.size() && groups[groups.size() - 1 - singles].rows.size() == 1 &&
           groups[groups.size() - 1 - singles].rounds == 1)
      ++singles;
    const std::size_t most = std::min({singles, rows.size() - i, kLongestRound});
    std::size_t length = 2;
    const auto is_second = [&] {
      for (std::size_t k = 0; k < length; ++k) {
        if (groups[groups.size() - length + k].rows.front().line != rows[i + k].line) return false;
      }
      return true;
    };
    while (length <= most && !is_second()) ++length;
    if (length > most) {
      Group single;
      single.rows.push_back(std::move(rows[i++]));
      groups.push_back(std::move(single));
      continue;
    }
    Group group;
    for (std::size_t k = 0; k < length; ++k)
      group.rows.push_back(std::move(groups[groups.size() - length + k].rows.front()));
    groups.resize(groups.size() - length);
    take(group, i);
    groups.push_back(std::move(group));
    i += length;
  }
  return groups;
}

}  // namespace janus::app
