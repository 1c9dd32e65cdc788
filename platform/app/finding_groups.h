// Findings that end for the same reason at the same place. People are told the first of them and how many more there
// are, as compilers and other symbolic executors do it; files have all.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/explore/findings.h"

namespace janus::app {

class FindingGroups {
 public:
  static constexpr std::size_t kMostTold = 100;  // in full, by the report
  struct Group {
    std::size_t first;                // index of a finding, from 0
    std::vector<std::size_t> others;  // in the order in which they were found
    bool is_assertion;
  };

  // To be called for each finding, in order. Returns whether it is the first of its group.
  bool note(const engine::Finding& finding);
  bool has(const engine::Finding& finding) const { return index_.contains(key_of(finding)); }

  const std::vector<Group>& all() const { return groups_; }

 private:
  using Key =
      std::pair<engine::FindingPlace, std::uint32_t>;  // with the exit code, since all exits may be at one place
  static Key key_of(const engine::Finding& finding) {
    return {engine::place_of(finding), finding.test_case.ending.exit_code};
  }
  std::map<Key, std::size_t> index_;
  std::vector<Group> groups_;
  std::size_t noted_ = 0;
};

// "305 more of the same assertion".
std::string how_many_more(const FindingGroups::Group& group);

}  // namespace janus::app
