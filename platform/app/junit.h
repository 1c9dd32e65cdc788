// The result of an exploration as JUnit XML, the format of test reports that CI servers read (there is no standard;
// this is the common part of what Jenkins, GitLab and GitHub's actions accept).
#pragma once

#include <string>
#include <vector>

#include "app/finding_report.h"
#include "engine/explore/exploration.h"
#include "support/debug_info.h"

namespace janus::app {

// One test suite for the firmware. Its test cases: each assertion that was checked, which passes if the verdict is
// `safe`, fails with its finding, and else is skipped since nobody knows; each other finding; and the verdict.
std::string junit_text(const engine::ExplorationResult& result, const std::vector<ReportedFinding>& findings,
                       const support::DebugInfo& debug);

}  // namespace janus::app
