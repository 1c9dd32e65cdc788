// The report's section about the source: each line with its coverage.
#include "app/html_source.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "app/plural.h"
#include "app/source_outcomes.h"

namespace janus::app {
namespace {

using observe::CoveredFile;

// What occurs in the source that is shown, and so is explained above it.
struct Marks {
  std::set<std::string_view> kinds;
  bool is_uncertain = false, is_mixed = false, has_example = false;
  std::set<std::pair<std::string, int>> whole;  // whole_lines(), if inputs have numbers
};

// Lines with a condition of which one outcome never happened, and those of which a state waits for it.
struct Asked {
  std::set<std::pair<std::string, int>> one_way, open;
};

// What the report tells under *Never reached* has its colour in the source.
Asked asked_lines(HtmlPage& page, const SourceCoverage& source, const Outcomes& outcomes, const Unreached& unreached) {
  Asked asked;
  for (const auto& [name, file] : source.coverage) {
    for (const CoveredFile::Branch& branch : file.branches) {
      if (outcomes.was_one_way(branch))
        (source.waiting_for(branch.pc, branch.count.taken == 0) > 0 ? asked.open : asked.one_way)
            .insert({name, branch.line});
    }
  }
  for (const Unreached::Place& place : unreached.places) {
    if (place.keeper == 0) continue;
    const support::SourceLocation keeper = page.decision_at(place.keeper);
    const std::pair<std::string, int> line =
        place.is_outcome ? std::pair(place.file, place.line) : std::pair(keeper.file, keeper.line);
    using Keeper = Unreached::Keeper;
    if (place.why == Keeper::Waits) asked.open.insert(line);
    if (place.why == Keeper::OneWay || place.why == Keeper::Jumps) asked.one_way.insert(line);
  }
  return asked;
}

void write_file(HtmlPage& page, const SourceCoverage& source, const Asked& asked, const std::string& name,
                const CoveredFile& file, bool is_open, Marks& marks) {
  const std::vector<std::string>& lines = *page.sources().lines(name);
  const auto hit =
      static_cast<std::size_t>(std::ranges::count_if(file.lines, [](const auto& l) { return l.second > 0; }));
  if (hit == 0) return;
  page.add(fmt::format("<details{}><summary>{} <span class=\"dim\">{} of {} lines, {}</span></summary>\n",
                       is_open ? " open=\"\"" : "", HtmlPage::code(name), hit, file.lines.size(),
                       plural(file.branches.size(), "branch instruction")));
  const auto by_line = [&](const std::map<std::uint32_t, std::uint64_t>& by_pc) {
    std::map<int, std::uint64_t> sums;
    for (const auto& [pc, count] : by_pc) {
      const support::SourceLocation at = page.decision_at(pc);
      if (at.file == name) sums[at.line] += count;
    }
    return sums;
  };
  const std::map<int, std::uint64_t> forks = by_line(source.forks), checks = by_line(source.assertions);
  const auto how = [&](int number) {
    std::string text;
    if (const auto found = forks.find(number); found != forks.end()) text = plural(found->second, "fork");
    if (const auto found = checks.find(number); found != checks.end())
      text += (text.empty() ? "" : ", ") + plural(found->second, "check");
    return text;
  };
  const auto all_states = source.executed.find(name);
  const auto may_happen = [&](int number) {
    const auto counted = all_states->second.lines.find(number);
    return counted != all_states->second.lines.end() && counted->second > 0;
  };
  const auto executed = [&](int number, std::uint64_t certain) {
    const auto& counts = all_states->second.lines;
    const auto found = counts.find(number);
    const std::uint64_t all = found == counts.end() ? certain : std::max(found->second, certain);
    return std::string(certain > 0 ? "✓" : all > 0 ? "~" : "—");
  };
  std::set<int> begun;  // lines whose code is with others'
  for (const auto& begin : source.statements.begins()) {
    if (begin.file == name && !file.lines.contains(begin.line)) begun.insert(begin.line);
  }
  const bool has_examples = !source.reached_by.empty();
  const auto example = [&](int number) -> std::string {
    const auto found = source.reached_by.find({name, number});
    if (found == source.reached_by.end() || !marks.whole.contains({name, number})) return {};
    return fmt::format("<a href=\"#example{0}\">#{0}</a>", found->second + 1);
  };
  page.add("<div class=\"scroll\"><table class=\"source\">\n");
  bool has_gap = false;
  for (int number = 1; number <= static_cast<int>(lines.size()); ++number) {
    // Of start-up code and libraries, what is near to code.
    constexpr int kNear = 2;
    const auto near = file.lines.lower_bound(number - kNear);
    if (!page.is_own(name) && (near == file.lines.end() || near->first > number + kNear)) {
      if (!has_gap) page.add("<tr><td class=\"n\">⋮</td></tr>\n");
      has_gap = true;
      continue;
    }
    has_gap = false;
    const auto found = file.lines.find(number);
    const bool has_code = found != file.lines.end();
    const auto failing = source.failing.find({name, number});
    const bool fails = failing != source.failing.end();
    // What has no code of its own, as `case 3:`, has no mark: marks are as many as the lines that are counted.
    const char* kind = !has_code                                ? ""
                       : fails                                  ? "fail"
                       : found->second == 0                     ? (may_happen(number) ? "wide" : "miss")
                       : asked.open.contains({name, number})    ? "open"
                       : asked.one_way.contains({name, number}) ? "half"
                                                                : "hit";
    const std::string reached = has_code ? executed(number, found->second) : begun.contains(number) ? "↕" : "";
    const std::string reached_by = has_code && found->second > 0 ? example(number) : "";
    marks.kinds.insert(kind);
    marks.is_uncertain = marks.is_uncertain || reached == "~";
    marks.is_mixed = marks.is_mixed || reached == "↕";
    marks.has_example = marks.has_example || !reached_by.empty();
    const std::string mark =
        fails ? fmt::format("  <a href=\"#finding{}\"><b>fails</b></a>", failing->second) : std::string();
    page.add(
        fmt::format("<tr id=\"{}\" class=\"{}\"><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
                    "class=\"n how\">{}</td>{}<td>{}{}</td></tr>\n",
                    page.anchor(name, number), kind, number, reached, how(number),
                    has_examples ? fmt::format("<td class=\"n\">{}</td>", reached_by) : "",
                    marked_up(lines[static_cast<std::size_t>(number) - 1]), mark));
  }
  page.add("</table></div></details>\n");
}

constexpr std::string_view kNotFollowed =
    " Yellow: one outcome of its condition, or one case of its <code>switch</code>, was not followed, unless where a "
    "path ended since another does the same, or "
    "by "
    "<a href=\"#words\">widened</a> states.";

// What the marks and colours mean that occur.
std::string legend(const SourceCoverage& source, const Marks& marks) {
  const auto has = [&](std::string_view kind) { return marks.kinds.contains(kind); };
  std::string text = fmt::format("✓ and green: {} executed the line.", source.who);
  if (has("half"))
    text +=
        source.is_spared
            ? kNotFollowed
            : " Yellow: one outcome of its condition, or one case of its <code>switch</code>, never happened, as far "
              "as its branches tell.";
  if (has("open")) text += " Blue: one outcome of its condition was not explored yet; a state waits there for it.";
  if (has("miss")) text += " — and red: never executed.";
  if (has("fail")) text += " Red with <b>fails</b>: a finding ends there.";
  text +=
      " White, and not counted: no code of its own, as declarations, <code>case</code> labels, and statements that the "
      "compiler has left out.";
  if (marks.is_mixed) {
    text +=
        " ↕: the same; the compiler may have put its code together with that of other lines, so whether it was "
        "executed is not known.";
  }
  if (marks.has_example) {
    text +=
        " A number with # names an input that reaches the line. Lines without one may be reached by inputs as well: "
        "the compiler has mixed their code with that of others, so that no input is known to reach just them.";
  }
  if (!source.hoisted.empty()) {
    text +=
        " A line of which only constants were made, in front of the branch that decides whether they are used, counts "
        "as not executed.";
  }
  if (marks.is_uncertain) {
    text +=
        " ~: only states executed the line that stand for more than really happens (they were <i>widened</i>), which "
        "proves nothing.";
  }
  return text;
}

}  // namespace

void write_source(HtmlPage& page, const SourceCoverage& source, const Unreached& unreached) {
  const std::size_t above = page.position();
  Marks marks;
  if (!source.reached_by.empty()) marks.whole = whole_lines(source.debug, source.statements);
  const Asked asked = asked_lines(page, source, Outcomes(source), unreached);
  bool is_first = true;
  std::size_t others = 0;
  std::string missing;
  const RankedFiles files = ranked(source.coverage);
  for (const bool is_own : {true, false}) {
    for (const auto* file : files) {
      if (page.is_own(file->first) != is_own) continue;
      if (!page.sources().lines(file->first)) {
        missing += (missing.empty() ? "" : ", ") + HtmlPage::code(file->first);
        continue;
      }
      if (!is_own && others++ == 0) page.add("<details><summary>Start-up code and libraries</summary>\n");
      write_file(page, source, asked, file->first, file->second, std::exchange(is_first, false), marks);
    }
  }
  if (others > 0) page.add("</details>\n");
  if (!is_first) page.insert_paragraph(above, legend(source, marks));
  if (missing.empty()) return;
  page.add(fmt::format(
      "<details{}><summary>{}</summary><p>{}. These are the paths that the debug information has. Where they are "
      "relative, run Janus in the folder in which the firmware was compiled, or put the sources beside "
      "it.</p></details>\n",
      is_first ? " open=\"\"" : "",
      is_first ? "No source file was found, so no line is shown, and decisions have no names of variables"
               : "Files whose source was not found",
      missing));
}

}  // namespace janus::app
