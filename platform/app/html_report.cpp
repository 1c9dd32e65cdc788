#include "app/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "app/basis.h"
#include "app/html_page.h"
#include "app/plural.h"
#include "app/typed_value.h"

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

// Code that no path reached, right behind a branch that always went the other way.
struct Unreached {
  std::uint32_t branch, place;
  std::string file;
  int line, last_line;                    // the same, or the last of several lines in a row
  bool shares_line;                       // another part of the line was executed
  program::ExecutionCounts::Count count;  // of the branch
};

class Report {
 public:
  explicit Report(const ReportedExploration& e) : e_(e), page_(e.debug, e.coverage) {}

  std::string text() {
    page_.begin(std::filesystem::path(e_.debug.image().path()).filename().string(),
                engine::to_string(e_.result.verdict),
                {{"basis", "Verdict"},
                 {"findings", "Findings"},
                 {"unreached", "Never reached"},
                 {"source", "Source"},
                 {"paths", "Paths"},
                 {"time", "Time"}});
    find_unreached();
    in_short();
    basis();
    write_findings(page_, e_);
    unreached();
    source();
    write_paths(page_, e_);
    write_time(page_, e_);
    return page_.finished();
  }

 private:
  static std::string code(std::string_view text) { return HtmlPage::code(text); }

  // A sentence for each question that a reader has who does not know the firmware.
  void in_short() {
    page_.add("<ul class=\"short\">\n");
    const auto item = [&](std::string_view question, std::string_view answer) {
      page_.add(fmt::format("<li><b>{}</b> <span>{}</span></li>\n", question, answer));
    };
    item("Does it fail?", failure());
    if (e_.has_all_paths) item("What was never reached?", never_reached());
    item("Where do paths come from?", source_of_paths());
    item("What took the time?", time());
    page_.add("</ul>\n");
  }

  std::string failure() {
    if (e_.findings.empty()) {
      switch (e_.result.verdict) {
        case engine::Verdict::Safe: return "No: every path was explored to its end, whatever the inputs are.";
        case engine::Verdict::Unsafe: break;
        case engine::Verdict::Unknown: return "Nobody knows: the exploration gave something up.";
      }
      return "Yes.";
    }
    const engine::TestCase& test_case = e_.findings.front().finding.test_case;
    const bool fails = consequence_of(test_case.ending) == engine::Consequence::Violation;
    std::string text = fmt::format("{}: {}", fails ? "Yes" : "Nobody knows",
                                   marked_up(describe(e_.findings.front().finding, e_.debug)));
    constexpr std::size_t kMostNames = 3;
    std::string inputs;
    for (const engine::TestInput& input :
         std::span(test_case.inputs).first(std::min(test_case.inputs.size(), kMostNames)))
      inputs +=
          fmt::format("{}{}", inputs.empty() ? ", with " : ", ", code(input.name + " = " + value_of(input, e_.debug)));
    if (test_case.inputs.size() > kMostNames)
      inputs += fmt::format(" and {}", plural(test_case.inputs.size() - kMostNames, "more input"));
    text += inputs + ".";
    if (e_.findings.size() > 1) text += fmt::format(" And {}.", plural(e_.findings.size() - 1, "more finding"));
    return text;
  }

  std::string never_reached() {
    std::size_t missed = 0, all = 0;
    for (const auto& [name, file] : e_.coverage) {
      if (!page_.has_source(name)) continue;
      all += file.lines.size();
      missed +=
          static_cast<std::size_t>(std::ranges::count_if(file.lines, [](const auto& l) { return l.second == 0; }));
    }
    if (missed == 0) return "Nothing: some path executes every line with code.";
    std::string text = fmt::format("{} of {} lines with code.", missed, all);
    const auto first = std::ranges::find(unreached_, false, &Unreached::shares_line);
    if (first != unreached_.end())
      text +=
          fmt::format(" First: {}, kept away by {}.", page_.place(first->place), page_.place_and_source(first->branch));
    return text;
  }

  std::string source_of_paths() {
    std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> lines;
    std::uint64_t all = 0;
    for (const auto& [pc, count] : e_.result.hart.forks_at) {
      all += count;
      lines.try_emplace(e_.debug.describe(pc), pc, 0).first->second.second += count;
    }
    if (all == 0) return "There is one path.";
    const auto& most = *std::ranges::max_element(lines, {}, [](const auto& line) { return line.second.second; });
    return fmt::format("{} of {} are at {}.", most.second.second, plural(all, "fork"),
                       page_.place_and_source(most.second.first));
  }

  std::string time() {
    constexpr double kShort = 0.1;  // seconds
    std::string text =
        fmt::format("{:.2f} s in all, {:.2f} s of them in the solver", e_.result.seconds, e_.result.solver_seconds);
    if (!e_.config.profile || e_.result.solver_seconds < kShort) return text + ".";
    std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> lines;
    std::uint64_t all = 0;
    for (const auto& [pc, work] : e_.config.profile->by_place()) {
      if (pc == 0) continue;
      all += work.nanoseconds;
      lines.try_emplace(e_.debug.describe(pc), pc, 0).first->second.second += work.nanoseconds;
    }
    if (all == 0) return text + ".";
    const auto& most = *std::ranges::max_element(lines, {}, [](const auto& line) { return line.second.second; });
    return fmt::format("{}, {:.0f} % of that for {}.", text,
                       100 * static_cast<double>(most.second.second) / static_cast<double>(all),
                       page_.place_and_source(most.second.first));
  }

  void basis() {
    page_.section("basis", "What the verdict rests on");
    for (const std::string& line : e_.unknown) page_.paragraph(marked_up(line));
    switch (e_.result.verdict) {
      case engine::Verdict::Safe:
        page_.paragraph("Every path was explored to its end, and none fails, whatever the inputs are.");
        break;
      case engine::Verdict::Unsafe:
        page_.paragraph("There is an input that makes the firmware fail. It is below.");
        break;
      case engine::Verdict::Unknown:
        page_.paragraph(
            "Nothing is proved: the exploration gave something up. The lines below say what, and what may help.");
        break;
    }
    page_.preformatted(e_.summary);
    if (e_.result.hart.assertions.empty()) return;
    page_.add("<div class=\"scroll\"><table><tr><th class=\"n\">checked</th><th>assertion</th></tr>\n");
    std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> lines;  // the compiler may copy an assertion
    for (const auto& [pc, count] : e_.result.hart.assertions) {
      lines.try_emplace(e_.debug.describe(pc), pc, 0).first->second.second += count;
    }
    for (const auto& [line, assertion] : lines) {
      page_.add(fmt::format("<tr><td class=\"n\">{}</td><td>{}</td></tr>\n", assertion.second,
                            page_.place_and_source(assertion.first)));
    }
    page_.add("</table></div>\n");
  }

  void find_unreached() {
    if (!e_.has_all_paths) return;
    for (const auto* file : ranked(e_.coverage)) {
      const auto& [name, covered] = *file;
      std::set<std::pair<int, std::uint32_t>> seen;
      for (const CoveredFile::Branch& branch : covered.branches) {
        if (!went_one_way(branch.count)) continue;
        const std::uint32_t other = branch.count.taken == 0 ? branch.target : branch.behind;
        if (e_.config.counts->at(other).executed > 0) continue;
        if (!page_.has_source(name)) {
          ++without_source_;
          continue;
        }
        const support::SourceLocation at = e_.debug.locate_line(other);
        if (!seen.insert({at.line, branch.pc}).second) continue;
        unreached_.push_back(unreached_at(branch, other, at));
      }
      if (!page_.has_source(name)) continue;
      for (const CoveredFile::Function& function : covered.functions) {
        if (function.count == 0) uncalled_.push_back(function.name);
      }
    }
  }

  Unreached unreached_at(const CoveredFile::Branch& branch, std::uint32_t place,
                         const support::SourceLocation& at) const {
    Unreached found{branch.pc, place, at.file, at.line, at.line, false, branch.count};
    const auto file = e_.coverage.find(at.file);
    if (file == e_.coverage.end()) return found;
    auto line = file->second.lines.find(at.line);
    found.shares_line = line != file->second.lines.end() && line->second > 0;
    for (; line != file->second.lines.end() && line->second == 0; ++line) found.last_line = line->first;
    return found;
  }

  std::string range(const Unreached& each) {
    std::string text = page_.place_and_source(each.place);
    if (each.shares_line) return text + " <span class=\"dim\">(the other outcome of a condition in the line)</span>";
    if (each.last_line > each.line) text += fmt::format(" <span class=\"dim\">up to line {}</span>", each.last_line);
    return text;
  }

  void unreached() {
    page_.section("unreached", "Never reached");
    if (!e_.has_all_paths) return page_.paragraph("Not known: the coverage is not that of all paths.");
    if (unreached_.empty() && uncalled_.empty()) page_.paragraph("Nothing: some path executes every line with code.");
    if (e_.result.verdict == engine::Verdict::Unsafe && e_.config.stop_at_first) {
      page_.paragraph("The exploration ended with the finding, so others might reach some of this (--all goes on).");
    } else if (e_.result.waiting > 0) {
      page_.paragraph("States were still waiting when the exploration ended, and might reach some of this.");
    }
    if (const std::string remark = remark_on_coverage(e_.result, e_.config); !remark.empty())
      page_.paragraph(marked_up(remark));
    if (!unreached_.empty()) {
      page_.add("<div class=\"scroll\"><table class=\"stack\"><tr><th>never reached</th><th>kept away by</th></tr>\n");
      for (const Unreached& each : std::span(unreached_).first(std::min(unreached_.size(), HtmlPage::kMostRows))) {
        page_.add(fmt::format("<tr><td>{}</td><td>{} <span class=\"dim\">{}</span></td></tr>\n", range(each),
                              page_.place_and_source(each.branch),
                              each.count.taken == 0 ? "never jumps" : "always jumps"));
      }
      page_.add("</table></div>\n");
      if (unreached_.size() > HtmlPage::kMostRows)
        page_.paragraph(fmt::format("And {} more.", unreached_.size() - HtmlPage::kMostRows));
    }
    if (without_source_ > 0) {
      page_.paragraph(
          fmt::format("And {} in code whose source is not here, such as libraries.", plural(without_source_, "place")));
    }
    if (uncalled_.empty()) return;
    std::string names;
    for (const std::string& name : uncalled_) names += (names.empty() ? "" : ", ") + code(name);
    page_.paragraph("Functions that no path called: " + names + ".");
  }

  void source() {
    page_.section("source",
                  e_.has_all_paths ? "Source with coverage of all paths" : "Source with coverage of some paths");
    page_.paragraph(
        "The number is how often the exploration executed a line; what paths have in common counts once. "
        "A yellow line has a branch that went one way only, a red one was never executed.");
    bool is_first = true;
    for (const auto* file : ranked(e_.coverage)) {
      const auto& [name, covered] = *file;
      const auto hit =
          static_cast<std::size_t>(std::ranges::count_if(covered.lines, [](const auto& l) { return l.second > 0; }));
      if (!page_.sources().lines(name) || hit == 0) continue;
      source_of(name, covered, hit, std::exchange(is_first, false));
    }
  }

  void source_of(const std::string& name, const CoveredFile& file, std::size_t hit, bool is_open) {
    const std::vector<std::string>& lines = *page_.sources().lines(name);
    page_.add(fmt::format("<details{}><summary>{} <span class=\"dim\">{} of {} lines, {}</span></summary>\n",
                          is_open ? " open=\"\"" : "", code(name), hit, file.lines.size(),
                          plural(file.branches.size(), "branch instruction")));
    std::map<int, std::uint64_t> forks;
    std::set<int> one_way;
    for (const CoveredFile::Branch& branch : file.branches) {
      if (went_one_way(branch.count)) one_way.insert(branch.line);
      const auto found = e_.result.hart.forks_at.find(branch.pc);
      if (found != e_.result.hart.forks_at.end()) forks[branch.line] += found->second;
    }
    page_.add("<div class=\"scroll\"><table class=\"source\">\n");
    for (int number = 1; number <= static_cast<int>(lines.size()); ++number) {
      const auto found = file.lines.find(number);
      const bool has_code = found != file.lines.end();
      const char* kind = !has_code ? "" : found->second == 0 ? "miss" : one_way.contains(number) ? "half" : "hit";
      page_.add(
          fmt::format("<tr id=\"{}\" class=\"{}\"><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
                      "class=\"n\">{}</td><td>{}</td></tr>\n",
                      page_.anchor(name, number), kind, number, has_code ? std::to_string(found->second) : "",
                      forks.contains(number) ? plural(forks[number], "fork") : "",
                      marked_up(lines[static_cast<std::size_t>(number) - 1])));
    }
    page_.add("</table></div></details>\n");
  }

  const ReportedExploration& e_;
  HtmlPage page_;
  std::vector<Unreached> unreached_;
  std::vector<std::string> uncalled_;  // functions
  std::size_t without_source_ = 0;     // places
};

}  // namespace

std::string html_report(const ReportedExploration& exploration) { return Report(exploration).text(); }

}  // namespace janus::app
