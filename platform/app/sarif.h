// Findings for other tools: SARIF 2.1.0, the Static Analysis Results Interchange Format (OASIS standard, 27 March
// 2020).
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/finding_report.h"
#include "engine/explore/exploration.h"
#include "support/debug_info.h"

namespace janus::app {

// What stays the same about a finding when functions move: the reason; file, function and line in the function, of the
// place and of the calls that led there.
std::string fingerprint_of(const ReportedFinding& reported, const support::DebugInfo& debug);

// The fingerprints of the findings in a file that sarif_text() wrote. Throws support::InputError if it is none.
std::set<std::string> sarif_fingerprints(const std::filesystem::path& file);

// One run with a result for each finding: violations fail, paths that were given up are open. `baseline`: the
// fingerprints of an earlier file, or null.
std::string sarif_text(const engine::ExplorationResult& result, const std::vector<ReportedFinding>& findings,
                       const support::DebugInfo& debug, const std::set<std::string>* baseline);

}  // namespace janus::app
