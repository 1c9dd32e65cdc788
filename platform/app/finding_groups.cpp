#include "app/finding_groups.h"

#include <fmt/format.h>

namespace janus::app {

bool FindingGroups::note(const engine::Finding& finding) {
  const engine::Ending& ending = finding.test_case.ending;
  const auto [entry, is_first] = index_.try_emplace(key_of(finding), groups_.size());
  const std::size_t number = noted_++;
  if (is_first) {
    groups_.push_back({number, {}, ending.reason == engine::Termination::AssertFailed});
  } else {
    groups_[entry->second].others.push_back(number);
  }
  return is_first;
}

std::string how_many_more(const FindingGroups::Group& group) {
  return fmt::format("{} more {}", group.others.size(),
                     group.is_assertion ? "of the same assertion" : "at the same place");
}

}  // namespace janus::app
