#include "app/html_source.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "app/plural.h"

namespace janus::app {
namespace {

using observe::CoveredFile;

bool went_one_way(const program::ExecutionCounts::Count& count) {
  return count.executed > 0 && (count.taken == 0 || count.taken == count.executed);
}

// The firmware's own files first: the one with main, then C and C++, headers, everything else.
using RankedFiles = std::vector<const std::pair<const std::string, CoveredFile>*>;
RankedFiles ranked(const std::map<std::string, CoveredFile>& files) {
  const auto rank = [](const auto* file) {
    const std::string extension = std::filesystem::path(file->first).extension().string();
    if (std::ranges::any_of(file->second.functions, [](const auto& function) { return function.name == "main"; }))
      return 0;
    if (extension.starts_with(".c")) return 1;
    return extension.starts_with(".h") ? 2 : 3;
  };
  RankedFiles all;
  for (const auto& file : files) all.push_back(&file);
  std::ranges::stable_sort(all, {}, rank);
  return all;
}

Unreached::Place unreached_at(const SourceCoverage& source, std::uint32_t keeper, Unreached::Keeper why,
                              std::uint32_t place, const support::SourceLocation& at) {
  Unreached::Place found{keeper, place, at.file, at.line, at.line, false, why};
  const auto file = source.coverage.find(at.file);
  if (file == source.coverage.end()) return found;
  auto line = file->second.lines.find(at.line);
  found.shares_line = line != file->second.lines.end() && line->second > 0;
  for (; line != file->second.lines.end() && line->second == 0; ++line) found.last_line = line->first;
  return found;
}

std::string range(HtmlPage& page, const Unreached::Place& each) {
  std::string text = page.place_and_source(each.place);
  if (each.shares_line)
    return text + " <span class=\"dim\">a part of the line: the other outcome of a condition</span>";
  if (each.last_line > each.line) text += fmt::format(" <span class=\"dim\">up to line {}</span>", each.last_line);
  return text;
}

void write_file(HtmlPage& page, const SourceCoverage& source, const std::string& name, const CoveredFile& file,
                bool is_open) {
  const std::vector<std::string>& lines = *page.sources().lines(name);
  const auto hit =
      static_cast<std::size_t>(std::ranges::count_if(file.lines, [](const auto& l) { return l.second > 0; }));
  if (hit == 0) return;
  page.add(fmt::format("<details{}><summary>{} <span class=\"dim\">{} of {} lines, {}</span></summary>\n",
                       is_open ? " open=\"\"" : "", HtmlPage::code(name), hit, file.lines.size(),
                       plural(file.branches.size(), "branch instruction")));
  std::map<int, std::uint64_t> forks;
  std::set<int> one_way;
  for (const CoveredFile::Branch& branch : file.branches) {
    if (went_one_way(branch.count)) one_way.insert(branch.line);
    const auto found = source.forks.find(branch.pc);
    if (found != source.forks.end()) forks[branch.line] += found->second;
  }
  const bool has_examples = !source.reached_by.empty();
  std::optional<std::size_t> last_example;
  const auto example = [&](int number) -> std::string {
    const auto found = source.reached_by.find({name, number});
    if (found == source.reached_by.end()) return {};
    if (std::exchange(last_example, found->second) == found->second) return {};
    return fmt::format("<a href=\"#example{0}\">#{0}</a>", found->second + 1);
  };
  page.add("<div class=\"scroll\"><table class=\"source\">\n");
  for (int number = 1; number <= static_cast<int>(lines.size()); ++number) {
    const auto found = file.lines.find(number);
    const bool has_code = found != file.lines.end();
    const char* kind = !has_code ? "" : found->second == 0 ? "miss" : one_way.contains(number) ? "half" : "hit";
    page.add(
        fmt::format("<tr id=\"{}\" class=\"{}\"><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
                    "class=\"n\">{}</td>{}<td>{}</td></tr>\n",
                    page.anchor(name, number), kind, number, has_code ? std::to_string(found->second) : "",
                    forks.contains(number) ? plural(forks[number], "fork") : "",
                    has_examples ? fmt::format("<td class=\"n\">{}</td>", has_code ? example(number) : "") : "",
                    marked_up(lines[static_cast<std::size_t>(number) - 1])));
  }
  page.add("</table></div></details>\n");
}

// Code behind what ended everybody who came there, from the first line that is missed as a whole.
void find_ends(HtmlPage& page, const SourceCoverage& source, const CoveredFile& covered, Unreached& found) {
  for (const CoveredFile::End& end : covered.ends) {
    for (std::uint32_t pc = end.behind; pc < end.next; pc += 2) {
      const support::SourceLocation at = source.debug.locate_line(pc);
      const auto file = source.coverage.find(at.file);
      if (file == source.coverage.end() || !page.has_source(at.file)) continue;
      const auto line = file->second.lines.find(at.line);
      if (line == file->second.lines.end() || line->second > 0) continue;
      const bool is_known = std::ranges::any_of(found.places, [&](const Unreached::Place& each) {
        return each.file == at.file && each.line <= at.line && at.line <= each.last_line;
      });
      if (!is_known) found.places.push_back(unreached_at(source, end.pc, Unreached::Keeper::Ends, pc, at));
      break;
    }
  }
}

const char* text_of(Unreached::Keeper why) {
  switch (why) {
    case Unreached::Keeper::NeverJumps: return "never jumps";
    case Unreached::Keeper::AlwaysJumps: return "always jumps";
    case Unreached::Keeper::Ends: break;
  }
  return "nobody gets past it";
}

}  // namespace

Unreached find_unreached(HtmlPage& page, const SourceCoverage& source) {
  Unreached found;
  const bool has_none = !page.has_any_source();  // then places by file and line are better than nothing
  for (const auto* file : ranked(source.coverage)) {
    const auto& [name, covered] = *file;
    std::set<std::pair<int, std::uint32_t>> seen;
    for (const CoveredFile::Branch& branch : covered.branches) {
      if (!went_one_way(branch.count)) continue;
      const std::uint32_t other = branch.count.taken == 0 ? branch.target : branch.behind;
      if (source.counts.at(other).executed > 0) continue;
      if (!has_none && !page.has_source(name)) {
        ++found.without_source;
        found.there.insert(source.debug.locate(branch.pc).function);
        continue;
      }
      const support::SourceLocation at = source.debug.locate_line(other);
      const auto why = branch.count.taken == 0 ? Unreached::Keeper::NeverJumps : Unreached::Keeper::AlwaysJumps;
      if (seen.insert({at.line, branch.pc}).second)
        found.places.push_back(unreached_at(source, branch.pc, why, other, at));
    }
    find_ends(page, source, covered, found);
    if (!has_none && !page.has_source(name)) continue;
    for (const CoveredFile::Function& function : covered.functions) {
      if (function.count == 0) found.functions.push_back(function.name);
    }
  }
  return found;
}

void write_unreached(HtmlPage& page, const Unreached& unreached) {
  if (!unreached.places.empty()) {
    page.add("<div class=\"scroll\"><table class=\"stack\"><tr><th>never reached</th><th>kept away by</th></tr>\n");
    for (const Unreached::Place& each :
         std::span(unreached.places).first(std::min(unreached.places.size(), HtmlPage::kMostRows))) {
      page.add(fmt::format("<tr><td>{}</td><td>{} <span class=\"dim\">{}</span></td></tr>\n", range(page, each),
                           page.place_and_source(each.keeper), text_of(each.why)));
    }
    page.add("</table></div>\n");
    if (unreached.places.size() > HtmlPage::kMostRows)
      page.paragraph(fmt::format("And {} more.", unreached.places.size() - HtmlPage::kMostRows));
  }
  if (unreached.without_source > 0) {
    std::string names;
    for (const std::string& name : unreached.there) names += (names.empty() ? "" : ", ") + HtmlPage::code(name);
    page.paragraph(fmt::format("{} in code whose source was not found, such as libraries: in {}.",
                               plural(unreached.without_source, "such place"), names));
  }
  if (unreached.functions.empty()) return;
  std::string names;
  for (const std::string& name : unreached.functions) names += (names.empty() ? "" : ", ") + HtmlPage::code(name);
  page.paragraph("Functions that nobody called: " + names + ".");
}

void write_examples(HtmlPage& page, const std::vector<Example>& examples) {
  if (examples.empty()) return;
  page.heading("Inputs that reach the lines");
  page.paragraph(
      "Each is of the first path that took some branch, and reaches so many lines that none before it reaches.");
  page.add("<div class=\"scroll\"><table><tr><th></th><th class=\"n\">lines</th><th>inputs</th><th>end</th></tr>\n");
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const engine::TestCase& test_case = examples[i].test_case;
    page.add(fmt::format("<tr id=\"example{0}\"><td>#{0}</td><td class=\"n\">{1}</td><td>{2}</td><td>{3}</td></tr>\n",
                         i + 1, examples[i].lines, page.inputs_in_short(test_case),
                         marked_up(engine::row(test_case.ending.reason).text)));
  }
  page.add("</table></div>\n");
}

void write_source(HtmlPage& page, const SourceCoverage& source, std::string_view who) {
  page.paragraph(fmt::format(
      "The number is how often {} executed a line. A yellow line has a branch that went one way only, a red "
      "one was never executed.{}",
      who,
      source.reached_by.empty() ? "" : " A number with # names an input that reaches the line, and those below it."));
  bool is_first = true;
  std::string missing;
  for (const auto* file : ranked(source.coverage)) {
    if (page.sources().lines(file->first)) {
      write_file(page, source, file->first, file->second, std::exchange(is_first, false));
    } else {
      missing += (missing.empty() ? "" : ", ") + HtmlPage::code(file->first);
    }
  }
  if (missing.empty()) return;
  page.paragraph(fmt::format(
      "{}: {}. These are the paths that the debug information has. Where they are relative, run Janus in the folder in "
      "which the firmware was compiled, or put the sources beside it.",
      is_first ? "No source file was found, so no line is shown, and decisions have no names of variables"
               : "The source of these files was not found",
      missing));
}

}  // namespace janus::app
