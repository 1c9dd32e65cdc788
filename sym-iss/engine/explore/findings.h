// What makes two findings the same, and which of them is kept.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/explore/exploration.h"

namespace janus::engine {

// Why and where the path ended, and which assert() failed.
using FindingPlace = std::tuple<Termination, std::uint32_t, std::string>;
inline FindingPlace place_of(const Finding& finding) {
  const TestCase& test_case = finding.test_case;
  const auto& assertion = test_case.ending.assertion;
  return {test_case.ending.reason, test_case.pc, assertion ? assertion->describe() : std::string()};
}

inline bool is_violation(const Finding& finding) {
  return consequence_of(finding.test_case.ending) == Consequence::Violation;
}

inline std::uint64_t violations(const std::vector<Finding>& findings) {
  return static_cast<std::uint64_t>(std::ranges::count_if(findings, is_violation));
}

// One finding for each reason and place: that of the shortest path so far.
class DistinctFindings {
 public:
  enum class Note : std::uint8_t { IsNew, IsShorter, IsKnown };
  // Keeps the finding if it is new, or in place of a longer one. Returns its index, too, which stays.
  std::pair<Note, std::size_t> note(const Finding& finding) {
    const auto [entry, is_new] = index_.try_emplace(place_of(finding), all_.size());
    const std::size_t index = entry->second;
    if (is_new) {
      all_.push_back(finding);
      return {Note::IsNew, index};
    }
    const TestCase &kept = all_[index].test_case, &other = finding.test_case;
    if (!other.measured() || !kept.measured() || other.instructions >= kept.instructions) return {Note::IsKnown, index};
    all_[index] = finding;
    return {Note::IsShorter, index};
  }
  const std::vector<Finding>& all() const { return all_; }

 private:
  std::map<FindingPlace, std::size_t> index_;
  std::vector<Finding> all_;
};

}  // namespace janus::engine
