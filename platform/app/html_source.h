// What the report says of the source: which code was never reached, and how often each line was executed.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/html_page.h"
#include "app/source_coverage.h"
#include "support/source_statements.h"

namespace janus::app {

// Code that was not reached: each line of the source once, with the executed instruction that is nearest to it.
struct Unreached {
  enum class Keeper : std::uint8_t {
    Fails,   // each path that came there ended there, at a finding
    Calls,   // no path has come back from a call in which a finding is
    Waits,   // a state waits there, and may go there
    OneWay,  // a branch went the other way only
    Ends,    // no path goes on behind it
    Jumps,   // a jump whose target was computed, as for a switch, went elsewhere
    Nobody,  // the code of an executed function to which nothing leads that was executed; no keeper
  };
  struct Place {
    std::uint32_t keeper, place;
    std::string file;
    int line, last_line;  // the same, or the last of several lines in a row
    bool is_outcome;      // nothing but one outcome of the condition there, which never happened
    Keeper why;
    std::uint64_t waiting;         // states at the keeper
    bool is_own;                   // not of the runtime (HtmlPage::is_own())
    std::uint32_t other_side = 0;  // where the way leads that was not taken
    std::size_t finding = 0;       // its number, if one keeps it away
    bool by_widened = false;       // states that stand for more than happens have executed it, and nobody else
    bool is_of_branches = false;   // an outcome to which no branch led, but maybe something else
  };
  std::vector<Place> places;           // the firmware's own files first
  std::vector<std::string> functions;  // never called; those of the firmware's own files first
  std::size_t own_functions = 0;       // so many
  std::size_t without_source = 0;      // places in code whose source is not there,
  std::set<std::string> there;         // and the functions in which they are
};

// The coverage as far as it says what happened in the source: without hoisted lines, and without lines that were not
// executed although they were reached, or nobody knows (a line of which only jumps were executed, and that decides
// nothing, was not):
// - that have nothing but jumps back to code that was executed: the head of an endless loop that is at its first round;
// - that have nothing but returns of functions that have returned by another copy of their end;
// - of which an inlined copy has no code of its own, and execution came to where it begins: the compiler may have put
//   its code with that of other lines;
// - that have no code which compilers do not move (stores, branches, calls), and stand in a row of statements of which
//   the one in front or the one behind was executed: `i = child;` at the end of a loop may be made only where the loop
//   goes on;
// - that ask with `if`, have no branch, and stand in such a row: their condition was decided somewhere else;
// - that are labels, to which `goto` leads in front of their code or behind it.
std::map<std::string, observe::CoveredFile> claimed_coverage(std::map<std::string, observe::CoveredFile> coverage,
                                                             const support::DebugInfo& debug,
                                                             const program::ExecutionCounts& counts,
                                                             const support::SourceStatements& statements,
                                                             const HoistedLines& hoisted, Sources& sources);

Unreached find_unreached(HtmlPage& page, const SourceCoverage& source);
// Why a place was not reached, with links.
std::string reason_of(HtmlPage& page, const Unreached::Place& place, const SourceCoverage& source);

// Lines of which some code was executed only if all of it was, so the source has reached them: each copy is in one
// block, which does not begin where several meet, and has an effect that compilers do not move in front of a decision
// (a store, a branch, a call). Loads and arithmetic come to pass in front of the branch that decides whether their line
// is reached, and what ends several lines alike is given to one of them.
std::set<std::pair<std::string, int>> whole_lines(const support::DebugInfo& debug,
                                                  const support::SourceStatements& statements);

void write_unreached(HtmlPage& page, const SourceCoverage& source, const Unreached& unreached);
// Functions that were never called, with what could have called them.
void write_uncalled(HtmlPage& page, const SourceCoverage& source, const Unreached& unreached);
// `unreached`: of the same coverage.
void write_source(HtmlPage& page, const SourceCoverage& source, const Unreached& unreached);
// The inputs that reached lines first, which the source names by their numbers.
void write_examples(HtmlPage& page, const std::vector<Example>& examples);

}  // namespace janus::app
