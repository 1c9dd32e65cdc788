// What the report says of the source: which code was never reached, and how often each line was executed.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/html_page.h"

namespace janus::app {

struct SourceCoverage {
  const support::DebugInfo& debug;
  const program::ExecutionCounts& counts;
  const std::map<std::string, observe::CoveredFile>& coverage;
  const std::map<std::uint32_t, std::uint64_t>& forks;  // by pc
  const ReachedBy& reached_by;
};

// Code that was not reached, right behind a branch that always went the other way, or where everybody ended.
struct Unreached {
  enum class Keeper : std::uint8_t { NeverJumps, AlwaysJumps, Ends };
  struct Place {
    std::uint32_t keeper, place;
    std::string file;
    int line, last_line;  // the same, or the last of several lines in a row
    bool shares_line;     // another part of the line was executed
    Keeper why;
  };
  std::vector<Place> places;           // the firmware's own files first
  std::vector<std::string> functions;  // that nobody called
  std::size_t without_source = 0;      // places in code whose source is not there,
  std::set<std::string> there;         // and the functions in which they are
};

Unreached find_unreached(HtmlPage& page, const SourceCoverage& source);

// `who` has executed the rest: "the exploration", "the run".
void write_unreached(HtmlPage& page, const Unreached& unreached);
void write_source(HtmlPage& page, const SourceCoverage& source, std::string_view who);
// The inputs that reached lines first, which the source names by their numbers.
void write_examples(HtmlPage& page, const std::vector<Example>& examples);

}  // namespace janus::app
