// What the sections of the HTML report share: the text, the source files, links to lines, tables with bars.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/branch_sides.h"
#include "app/markup.h"
#include "app/reported_exploration.h"
#include "app/source_loops.h"
#include "isa/image_code.h"
#include "program/program_loops.h"

namespace janus::app {

// The lines of source files, read when they are first needed; not more than a few megabytes in all.
class Sources {
 public:
  explicit Sources(std::filesystem::path firmware) : firmware_(std::move(firmware)) {}

  // Null if the file cannot be read, or there is too much already.
  const std::vector<std::string>* lines(const std::string& file);
  // Without the blanks in front; empty if there is none.
  std::string line(const std::string& file, int number);

 private:
  std::filesystem::path located(const std::filesystem::path& file) const;
  std::optional<std::vector<std::string>> read(const std::string& name);

  const std::filesystem::path firmware_;
  std::map<std::string, std::optional<std::vector<std::string>>> files_;
  std::uintmax_t read_ = 0;  // bytes
};

class HtmlPage {
 public:
  static constexpr std::size_t kMostRows = 40;  // of a table

  // `coverage`: its files have a section for their source, to which places are linked. Both must outlive the page.
  // `counts`: what was executed, which must outlive it, too; null if nobody knows.
  HtmlPage(const support::DebugInfo& debug, const std::map<std::string, observe::CoveredFile>& coverage,
           const program::ExecutionCounts* counts = nullptr)
      : debug_(debug), coverage_(coverage), counts_(counts), sources_(debug.image().path()) {}

  static std::string code(std::string_view text) { return fmt::format("<code>{}</code>", marked_up(text)); }

  void begin(std::string_view title, std::string_view verdict,
             const std::vector<std::pair<std::string, std::string>>& sections);
  std::string finished();
  void add(std::string_view html) { text_ += html; }
  // Where the text ends, for what is known only when more of it is written.
  std::size_t position() const { return text_.size(); }
  void insert_paragraph(std::size_t position, std::string_view html) {
    text_.insert(position, fmt::format("<p>{}</p>\n", html));
  }
  void section(std::string_view id, std::string_view title) {
    text_ += fmt::format("<h2 id=\"{}\">{}</h2>\n", id, title);
  }
  void heading(std::string_view title) { text_ += fmt::format("<h3>{}</h3>\n", title); }
  void paragraph(std::string_view html) { text_ += fmt::format("<p>{}</p>\n", html); }
  void preformatted(std::string_view text) { text_ += fmt::format("<pre>{}</pre>\n", marked_up(text)); }

  // A place, linked to its line if that is on the page, and its function.
  std::string place(std::uint32_t pc);
  std::string place(const support::SourceLocation& location);
  // The line of a place alone, linked to where it is on the page.
  std::string link(const support::SourceLocation& location);
  // A place with the text of its line, for a cell of a table. `remark`: HTML behind the place.
  std::string place_and_source(std::uint32_t pc, std::string_view remark = {}) {
    return place_and_source(debug_.locate_line(pc), place(pc), remark);
  }
  std::string place_and_source(const support::SourceLocation& location, std::string_view remark = {}) {
    return place_and_source(location, place(location), remark);
  }
  // The same of a line in the function that has the instruction `code`.
  std::string place_and_source(const support::SourceLocation& line, std::uint32_t code) {
    return place_and_source(line, in_functions(line, debug_.functions_at(code)), {});
  }
  std::string line_key(const support::SourceLocation& line, std::uint32_t code) const;
  // Where the source decides what an instruction decides: the line of a branch is that of a neighbour, where compilers
  // have put both together. Forks, queries and states that wait are told there, under one key for each line.
  support::SourceLocation decision_at(std::uint32_t pc);
  std::string decision_and_source(std::uint32_t pc);  // as place_and_source()
  std::string decision_key(std::uint32_t pc);
  // Of the machine code.
  const program::ProgramLoops& loops();
  // Whether an instruction is executed in a loop: its own ones, and those of functions that only it calls, as far as
  // calls tell. A function whose address is kept in memory may be called by each call through a pointer that was
  // executed.
  bool is_in_loop(program::ProgramLoops::LoopNumber loop, std::uint32_t pc);
  // Whether an instruction is in a loop of its function.
  bool is_in_own_loop(std::uint32_t pc) { return loop_around(pc) != program::ProgramLoops::kNone; }
  // The `for`, `while` or `do` of a loop of the machine code: the innermost one of the source that has all of the
  // loop's lines, of the function that has the loop itself and not of those that are inlined in it. Where there is
  // none, as for one of `goto` or a macro, the line of the loop's first instruction. `function`: as place() has it.
  support::SourceLocation loop_line(std::uint32_t header);
  // As place_and_source().
  std::string loop_and_source(std::uint32_t header);
  // What it means for the innermost loop that a branch leads to `next`: "stays in the loop", or "leaves the loop".
  // Empty if both of its sides are in the loop, or if there is none.
  std::string_view loop_outcome(std::uint32_t branch, std::uint32_t next);
  // The same, of a branch of whose words this relation held.
  std::string_view outcome_of_branch(std::uint32_t branch, isa::Opcode relation);
  // Where the sides of branches lead, and what the conditions are there.
  BranchSides& sides();
  // The same for a reader: "to line 12", else "c == 'x' holds", else what the machine code has compared, in few words.
  std::string side_text(std::uint32_t branch, bool jumps);
  // Whether the line of a branch is a `switch`, of which the machine code compares the value with numbers.
  bool is_switch(std::uint32_t branch);
  // "is at most 7": what held of that value where this relation held of the branch's words; empty if nobody knows.
  std::string outcome_of_switch(std::uint32_t branch, isa::Opcode relation);
  std::string source_of(std::uint32_t pc) { return source_of(debug_.locate_line(pc)); }
  std::string source_of(const support::SourceLocation& location) {
    return code(sources_.line(location.file, location.line));
  }
  bool has_source(const std::string& file) { return coverage_.contains(file) && sources_.lines(file); }
  bool has_any_source() {
    return std::ranges::any_of(coverage_, [&](const auto& file) { return sources_.lines(file.first) != nullptr; });
  }
  std::string anchor(const std::string& file, int line) const;
  // Whether a file is of the firmware itself, rather than start-up code or a library: as far as its path tells, and
  // whether its source is there. Code without a file is not.
  bool is_own(const std::string& file);
  // Of the calls in which a path ended, innermost first, that of the firmware's own source which led into code that is
  // not, such as a library; nothing where the path ended in its own.
  std::optional<std::uint32_t> call_from_own(const engine::TestCase& test_case,
                                             const std::vector<std::uint32_t>& calls);
  bool is_own(std::uint32_t pc) { return is_own(debug_.locate_line(pc).file); }
  // The inputs of a path: all of them, or of many the first and the last. Of long ones the parts on which the
  // path has decided, or the beginning if nobody knows those.
  std::string inputs_in_short(const engine::TestCase& test_case, std::string_view separator = "<br/>",
                              std::span<const engine::InputDecision> decisions = {}) const;
  // The same of each of several paths. Of those that would look the same, a few bytes are added in which they differ.
  struct PathInputs {
    const engine::TestCase* test_case;
    std::span<const engine::InputDecision> decisions = {};
  };
  std::vector<std::string> inputs_told_apart(std::span<const PathInputs> paths,
                                             std::string_view separator = "<br/>") const;

  // Rows with a bar, the largest first, without those of value 0 that need not be told: what each is about, the value
  // as `number` writes it, the bar, and the cells of `rest`. The headers are those of the first and the second column
  // and of the cells.
  struct Bar {
    double value;
    std::string about, rest = {};
    bool is_own = true;  // others are folded below, unless there is nothing else
    bool is_always_told = false;
  };
  struct BarHeaders {
    std::string_view about, value, rest = {};
  };
  void bars(const BarHeaders& headers, std::vector<Bar> rows, const std::function<std::string(double)>& number);
  // What `write` adds to the page, behind a click.
  void folded(std::string_view title, const std::function<void()>& write) {
    text_ += fmt::format("<details><summary>{}</summary>\n", title);
    write();
    text_ += "</details>\n";
  }

  const support::DebugInfo& debug() const { return debug_; }
  Sources& sources() { return sources_; }

 private:
  std::string place_and_source(const support::SourceLocation& location, const std::string& place,
                               std::string_view remark);

  const support::DebugInfo& debug_;
  const std::map<std::string, observe::CoveredFile>& coverage_;
  const program::ExecutionCounts* const counts_;
  Sources sources_;
  const isa::ImageCode code_{debug_.image()};
  struct LoopPlace {
    support::SourceLocation at;
    std::vector<std::string> functions;  // innermost first
  };
  const LoopPlace& loop_place(std::uint32_t header);
  std::string in_functions(const support::SourceLocation& location, const std::vector<std::string>& functions);

  const std::map<std::uint32_t, std::vector<std::uint32_t>>& calls();
  std::vector<std::uint32_t> look_for_calls();
  program::ProgramLoops::LoopNumber loop_around(std::uint32_t pc);
  bool stays(std::uint32_t pc) const;  // a compiler leaves the instruction where it is: a decision, a store or a call

  std::map<std::uint32_t, program::ProgramLoops::LoopNumber> loops_around_;   // the innermost ones, by pc
  std::optional<std::map<std::uint32_t, std::vector<std::uint32_t>>> calls_;  // the calls of each function, the same
  std::map<program::ProgramLoops::LoopNumber, std::set<std::uint32_t>> called_in_;  // functions, the same
  std::optional<program::ProgramLoops> loops_;                                      // once somebody has asked
  std::map<std::uint32_t, LoopPlace> loop_places_;                                  // by header
  std::map<std::string, std::vector<SourceLoop>> of_source_;                        // loops by file
  std::optional<support::SourceStatements> statements_;                             // once somebody has asked
  std::optional<BranchSides> sides_;                                                // the same
  std::map<std::uint32_t, support::SourceLocation> decided_at_;                     // the same
  std::map<std::string, bool> own_;  // files, as far as somebody has asked
  std::string text_;
};

// Seconds of an exploration: with as many digits wherever they are told, so that a reader finds them again.
std::string seconds_text(const ReportedExploration& exploration, double seconds);
// "0.31 s in the solver" and "0.12 s", which are the whole as it is told.
struct DividedSeconds {
  std::string all, solver, rest;
};
DividedSeconds divided_seconds(const ReportedExploration& exploration);

// What techniques that take turns do is counted together. A sentence that says so, behind a blank; empty without turns.
std::string remark_on_turns(const ReportedExploration& exploration);

// How long the turns of an exploration took on the clock.
double real_seconds(const ReportedExploration& exploration, const engine::Turn& turn);
// The names of explorations that took turns, each told from others of its name.
std::vector<std::string> names_of(const std::vector<engine::Turn>& turns);

// How the time of an exploration was divided: seconds for each activity, as samples say it, but the solver's, which are
// measured. Together they are all of the time. Empty if there are too few samples.
std::vector<std::pair<support::Activity, double>> seconds_by_activity(const ReportedExploration& exploration);
// What a table of texts has for a key; empty if it has nothing.
inline std::string_view text_for(const std::map<std::string_view, std::string_view>& texts, std::string_view key) {
  const auto found = texts.find(key);
  return found == texts.end() ? "" : found->second;
}
// "executing instructions".
std::string_view activity_text(support::Activity activity);

// Where the states of all explorations wait, by the instruction they are in front of. Together they are as many as the
// explorations tell, but for those that are written down.
std::map<std::uint32_t, std::uint64_t> waiting_by_place(const ReportedExploration& exploration);
// Of those in front of branches, where they go, as far as that is known.
std::map<std::uint32_t, engine::Reach::Sides> waiting_by_side(const ReportedExploration& exploration);

// The header of the loop in which most states wait, the outermost of several; nothing if none waits in a loop.
std::optional<std::uint32_t> loop_with_states(HtmlPage& page, const ReportedExploration& exploration);
// What an exploration without a verdict has shown, in sentences.
std::string shown_in_short(HtmlPage& page, const ReportedExploration& exploration);

// The bytes of all inputs of each name, a line for each, with what repeats folded.
std::string inputs_in_order(const engine::TestCase& test_case);

// What the firmware printed on a path, and its last instructions as waves, as far as that is known.
void write_end_of_path(HtmlPage& page, const PathEnd& end, bool has_picture = true);

// How the variables changed that the last line of a path names; nothing if none did.
void write_history(HtmlPage& page, const PathEnd& end, std::string_view line);
// What the failing condition of a finding compares, and what that was computed from.
void write_origins(HtmlPage& page, const ReportedFinding& reported, const PathEnd& end);
// The way to the end of a finding's path.
void write_way(HtmlPage& page, const ReportedExploration& exploration, const ReportedFinding& reported,
               const PathEnd& end);

// Of paths that repeat themselves for ever, where that is no failure; empty if none does.
std::string endless_in_short(HtmlPage& page, const ReportedExploration& exploration);
std::string paths_in_short(HtmlPage& page, const ReportedExploration& exploration);
std::string time_in_short(HtmlPage& page, const ReportedExploration& exploration);
// Of several explorations the one that came to the verdict; empty if none has, or there is one.
std::string name_of_decider(const ReportedExploration& exploration);

// What is assumed of inputs, and the assertions, as parts of a section.
void write_assumptions(HtmlPage& page, const ReportedExploration& exploration);
void write_assertions(HtmlPage& page, const ReportedExploration& exploration, bool is_complete);
// Behind "the inputs": " within what is assumed"; empty if nothing is.
std::string assumption_remark(HtmlPage& page, const ReportedExploration& exploration);
// Why a branch went one way, if these assumptions are the reason (engine::AssumedSides).
// `by_command`: text_of_command().
std::string excluded_by(HtmlPage& page, const std::vector<std::uint32_t>& assumed_at, std::string_view by_command);
// What the command assumes of inputs, as HTML; empty if nothing.
std::string text_of_command(const ReportedExploration& exploration);

// The sections, in this order.
void write_findings(HtmlPage& page, const ReportedExploration& exploration);
void write_reach(HtmlPage& page, const ReportedExploration& exploration);  // of an unknown verdict, as the next one
void write_next(HtmlPage& page, const ReportedExploration& exploration);
void write_paths(HtmlPage& page, const ReportedExploration& exploration);
void write_time(HtmlPage& page, const ReportedExploration& exploration);
// A part of that: what the layers of the solver were asked, and have answered.
void write_layers(HtmlPage& page, const ReportedExploration& exploration);

}  // namespace janus::app
