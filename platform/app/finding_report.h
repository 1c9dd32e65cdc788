// What is told about a finding: as text, as JSON, as an annotation for a code host.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/explore/exploration.h"
#include "engine/explore/retrace.h"
#include "support/debug_info.h"

namespace janus::app {

struct ReportedFinding {
  engine::Finding finding;
  engine::RetracedPath path;        // empty if it was not retraced
  std::filesystem::path file;       // the test case; empty if it was not written
  bool known = false;               // the baseline has it
  std::string replay_options = {};  // that janus replay needs, with a blank in front
  std::string found_with = {};      // how much input it had when it was found, if some was left out since
};

// One line about the end of a path, such as "assertion failed at 0x80000100 (main at sort.c:47)".
std::string describe(const engine::TestCase& test_case, const support::DebugInfo& debug);

// The same about a finding, which may know more.
std::string describe(const engine::Finding& finding, const support::DebugInfo& debug);

// Where in the source a path ended; an assertion of the C library, at its own line.
support::SourceLocation place_of(const engine::TestCase& test_case, const support::DebugInfo& debug);

// Of what happens in code that is not one's own: the innermost of the calls under way that is. Nothing if the path ends
// in one's own code, or no call is.
std::optional<std::uint32_t> call_from_own(const engine::TestCase& test_case, const std::vector<std::uint32_t>& calls,
                                           const support::DebugInfo& debug,
                                           const std::function<bool(const support::SourceLocation&)>& is_own);

// Where tools show a finding beside the source: of what happens in a library, the call of the firmware's own.
struct OwnPlace {
  std::uint32_t pc;
  support::SourceLocation at;
};
OwnPlace own_place_of(const ReportedFinding& reported, const support::DebugInfo& debug);

// The indices of at most `most` inputs, those first on which the last decisions of the path depend; in their order.
std::vector<std::size_t> inputs_that_matter(const ReportedFinding& reported, std::size_t most);
// "finding 3", or "given up 3" for a path that only reached a limit, which proves no mistake. Their numbers and their
// files are in one row.
std::string heading_of(std::size_t number, const engine::Finding& finding);

// A finding for people: where, who called, the inputs, which decisions led there, how to replay it.
std::string text_of(std::size_t number, const ReportedFinding& reported, const support::DebugInfo& debug,
                    const std::string& firmware);

// When interrupts arrive, a line for each arrival, for people. `debug` may be null.
std::string arrivals_text(const engine::TestCase& test_case, const support::DebugInfo* debug,
                          const std::string& indent);

nlohmann::ordered_json finding_json(const ReportedFinding& reported, const support::DebugInfo& debug);

// One line that GitHub shows beside the source line ("workflow commands for GitHub Actions").
std::string github_annotation(const ReportedFinding& reported, const support::DebugInfo& debug);

// A source file as others know it: relative to the working directory if it lies there. Empty if `file` is.
std::string source_path(const std::string& file);

}  // namespace janus::app
