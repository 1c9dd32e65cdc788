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

// What marks a place of a switch, and has no code of its own.
enum class Label {
  None,
  Single,  // nothing but the switch leads there
  Shared,  // with other labels, or with the statements in front of it
};

// The first of these that is in a line, without comments and blanks; empty if there is nothing else.
std::string_view code_of_line(std::string_view line) {
  line = line.substr(0, std::min(line.find("//"), line.find("/*")));
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

bool is_case(std::string_view code) {
  return code.starts_with("case ") || code.starts_with("default:") || code.starts_with("default :");
}
bool is_label_of_switch(std::string_view code) {
  return is_case(code) && (code.ends_with(':') || code.ends_with(": {"));
}

// A line of the source, from 1 on.
Label label_at(const std::vector<std::string>& lines, int number) {
  const auto at = [&](int each) { return code_of_line(lines[static_cast<std::size_t>(each) - 1]); };
  if (!is_label_of_switch(at(number))) return Label::None;
  int before = number - 1, behind = number + 1;
  while (before > 0 && (at(before).empty() || at(before) == "}")) --before;
  while (behind <= static_cast<int>(lines.size()) && at(behind).empty()) ++behind;
  const bool has_next = behind <= static_cast<int>(lines.size()) && is_label_of_switch(at(behind));
  static constexpr std::string_view kEnds[] = {"break;", "return", "continue;", "goto "};
  const std::string_view last = before > 0 ? at(before) : std::string_view{};
  int above = before - 1;  // an `if` over two lines ends nothing
  while (above > 0 && at(above).empty()) --above;
  const bool is_under_condition =
      above > 0 && (at(above).ends_with(')') || at(above).ends_with("else") || at(above).ends_with("&&"));
  const bool begins = last.starts_with("switch");
  const bool is_ended_case = is_case(last) && last.ends_with("break;") && last.find("if ") == std::string_view::npos;
  const bool follows =
      is_under_condition ||
      (!is_ended_case && std::ranges::none_of(kEnds, [&](std::string_view end) { return last.starts_with(end); }));
  return has_next || (follows && !begins) ? Label::Shared : Label::Single;
}

// The first line with code behind a label, if that belongs to it; else 0.
int line_of_label(const std::vector<std::string>& lines, const CoveredFile& file, int number) {
  static constexpr std::string_view kEnds[] = {"break", "return", "continue", "goto", "}"};
  for (int behind = number + 1; behind <= static_cast<int>(lines.size()); ++behind) {
    if (file.lines.contains(behind)) return behind;
    const std::string_view code = code_of_line(lines[static_cast<std::size_t>(behind) - 1]);
    if (std::ranges::any_of(kEnds, [&](std::string_view end) { return code.starts_with(end); })) return 0;
  }
  return 0;
}

void write_file(HtmlPage& page, const SourceCoverage& source, const Outcomes& outcomes, const std::string& name,
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
  std::set<int> one_way, unexplored;
  for (const CoveredFile::Branch& branch : file.branches) {
    if (outcomes.was_one_way(branch)) (source.waiting.contains(branch.pc) ? unexplored : one_way).insert(branch.line);
  }
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
    const Label label = has_code ? Label::None : label_at(lines, number);
    const auto behind = label == Label::None ? file.lines.end() : file.lines.find(line_of_label(lines, file, number));
    const bool is_missed_label = behind != file.lines.end() && behind->second == 0 && !may_happen(behind->first);
    const bool is_reached_label = behind != file.lines.end() && behind->second > 0;
    const char* kind = is_missed_label                              ? "miss"
                       : is_reached_label && label == Label::Single ? "hit"
                       : !has_code                                  ? ""
                       : fails                                      ? "fail"
                       : found->second == 0                         ? (may_happen(number) ? "wide" : "miss")
                       : unexplored.contains(number)                ? "open"
                       : one_way.contains(number)                   ? "half"
                                                                    : "hit";
    const std::string reached = has_code                                     ? executed(number, found->second)
                                : is_missed_label                            ? "—"
                                : is_reached_label && label == Label::Single ? "✓"
                                : begun.contains(number) || is_reached_label ? "↕"
                                                                             : "";
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
    " Yellow: one outcome of its condition was not followed, unless where a path ended since another does the same, or "
    "by "
    "<a href=\"#words\">widened</a> states.";

// What the marks and colours mean that occur.
std::string legend(const SourceCoverage& source, const Marks& marks) {
  const auto has = [&](std::string_view kind) { return marks.kinds.contains(kind); };
  std::string text = fmt::format("✓ and green: {} executed the line.", source.who);
  if (has("half")) text += source.is_spared ? kNotFollowed : " Yellow: one outcome of its condition never happened.";
  if (has("open")) text += " Blue: one outcome of its condition was not explored yet; a state waits there for it.";
  if (has("miss")) text += " — and red: never executed.";
  if (has("fail")) text += " Red with <b>fails</b>: a finding ends there.";
  text += " White: no code of its own, as declarations, and statements that the compiler has left out.";
  if (marks.is_mixed) {
    text +=
        " ↕: the same; the compiler may have put its code together with that of other lines, as of a <code>case</code> "
        "which others share: then at least one of them was executed.";
  }
  if (marks.has_example)
    text +=
        " A number with # names an input that reaches the line; others have some, of which their code does not tell.";
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

void write_source(HtmlPage& page, const SourceCoverage& source) {
  const std::size_t above = page.position();
  Marks marks;
  if (!source.reached_by.empty()) marks.whole = whole_lines(source.debug, source.statements);
  const Outcomes outcomes(source);
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
      write_file(page, source, outcomes, file->first, file->second, std::exchange(is_first, false), marks);
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
