// What the report says of assertions, and of the assumptions on which everything rests.
#include <algorithm>
#include <map>
#include <set>

#include "app/basis.h"
#include "app/html_page.h"
#include "app/known_assertions.h"
#include "app/plural.h"

namespace janus::app {
namespace {

// The hooks that assume, of which some path has executed one, each line once.
std::vector<std::uint32_t> assumed_in_source(HtmlPage& page, const ReportedExploration& e) {
  std::vector<std::uint32_t> places;
  if (!e.config.counts) return places;
  const program::ExecutionCounts& counts = e.executed_counts ? *e.executed_counts : *e.config.counts;
  std::set<std::string> lines;
  for (const std::uint32_t pc : assumptions_in(e.debug.image())) {
    const support::SourceLocation at = page.debug().locate_line(pc);
    if (at.line > 0 && counts.at(pc).executed > 0 && lines.insert(page.debug().describe(pc)).second)
      places.push_back(pc);
  }
  return places;
}

// What the command says of inputs, as HTML.
std::vector<std::string> assumed_by_command(const ReportedExploration& e) {
  std::vector<std::string> texts;
  if (const std::string bounds = bounds_of_devices(e.config.hart); !bounds.empty())
    texts.push_back(HtmlPage::code(bounds));
  for (const std::string_view option : {"range", "object", "link"}) {
    for (const std::string& value : e.command_line.values(option))
      texts.push_back(HtmlPage::code(fmt::format("--{} {}", option, value)));
  }
  return texts;
}

}  // namespace

std::string text_of_command(const ReportedExploration& e) {
  std::string text;
  for (const std::string& each : assumed_by_command(e)) text += (text.empty() ? "" : ", ") + each;
  return text;
}

std::string assumption_remark(HtmlPage& page, const ReportedExploration& e) {
  if (assumed_in_source(page, e).empty() && assumed_by_command(e).empty()) return {};
  return " within what is <a href=\"#assumptions\">assumed</a>";
}

void write_assumptions(HtmlPage& page, const ReportedExploration& e) {
  const std::vector<std::uint32_t> places = assumed_in_source(page, e);
  const std::vector<std::string> others = assumed_by_command(e);
  if (places.empty() && others.empty()) return;
  page.add("<p id=\"assumptions\">It rests on what is assumed. Of inputs that do not meet it, nothing is known:</p>\n");
  page.add("<ul class=\"plain\">\n");
  for (const std::uint32_t pc : std::span(places).first(std::min(places.size(), HtmlPage::kMostRows)))
    page.add(fmt::format("<li>{}</li>\n", page.place_and_source(pc)));
  if (places.size() > HtmlPage::kMostRows)
    page.add(fmt::format("<li>and {} more</li>\n", places.size() - HtmlPage::kMostRows));
  for (const std::string& text : others) page.add(fmt::format("<li>the command: {}</li>\n", text));
  page.add("</ul>\n");
}

std::string excluded_by(HtmlPage& page, const std::vector<std::uint32_t>& assumed_at, std::string_view by_command) {
  std::map<std::string, std::string> lines;  // what each assumes, by place
  bool is_command = false;
  for (const std::uint32_t pc : assumed_at) {
    const support::SourceLocation at = page.debug().locate_line(pc);
    is_command = is_command || pc == 0 || at.line == 0;
    if (pc != 0 && at.line > 0)
      lines.emplace(page.debug().describe(pc), fmt::format("{} {}", page.link(at), page.source_of(at)));
  }
  std::string text, who;
  for (const auto& [place, line] : lines) text += (text.empty() ? "" : ", ") + line;
  if (is_command && !by_command.empty()) text += (text.empty() ? "" : ", ") + std::string(by_command);
  if (is_command) who = lines.empty() ? "the command assumes" : "the command and ";
  if (!lines.empty()) {
    const bool is_one = lines.size() == 1;
    who +=
        std::string(is_one ? "this line" : "these lines") + (is_one && !is_command ? " assumes" : " assume together");
  }
  return fmt::format("<br/>There are inputs that would, and they are excluded by what {}{}{}", who,
                     text.empty() ? "" : ": ", text);
}

// Each line with assertions, and what is known of them.
void write_assertions(HtmlPage& page, const ReportedExploration& e, bool is_complete) {
  const auto& assertions = e.result.of_all().assertions;
  const std::vector<std::uint32_t> known = assertions_in(e.debug.image());
  const bool has_own = std::ranges::any_of(known, [&](std::uint32_t pc) { return page.is_own(pc); });
  if (assertions.empty() && !has_own) return;
  page.add(
      "<div class=\"scroll\"><table class=\"stack\"><tr><th>assertion</th><th "
      "class=\"n\">checked</th><th>result</th></tr>\n");
  // The compiler may copy an assertion.
  std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> lines;
  std::uint64_t all = 0;
  for (const auto& [pc, count] : assertions) {
    lines.try_emplace(e.debug.describe(pc), pc, 0).first->second.second += count;
    all += count;
  }
  for (const std::uint32_t pc : known) {
    if (page.is_own(pc)) lines.try_emplace(e.debug.describe(pc), pc, 0);
  }
  std::map<std::string, std::size_t> failed, unanswered;  // the number of a finding, and of questions, by line
  for (std::size_t i = 0; i < e.findings.size(); ++i) {
    const engine::TestCase& test_case = e.findings[i].finding.test_case;
    if (test_case.ending.reason == engine::Termination::AssertFailed)
      failed.try_emplace(e.debug.describe(test_case.pc), i + 1);
  }
  for (const auto& [pc, count] : e.result.of_all().gave_up_at) unanswered[e.debug.describe(pc)] += count;
  const std::string so_far = is_over(e) ? "" : ", so far";
  for (const auto& [line, place] : lines) {
    const auto [pc, times] = place;
    if (times == 0) {
      page.add(fmt::format("<tr><td>{}</td><td class=\"n\">never</td><td>no path came there{}</td></tr>\n",
                           page.place_and_source(pc), is_complete ? "" : so_far));
      continue;
    }
    const auto finding = failed.find(line), questions = unanswered.find(line);
    std::string outcome = e.result.verdict == engine::Verdict::Safe ? "holds"
                          : e.result.unconfirmed > 0                ? "no failure confirmed" + so_far
                                                                    : "held each time" + so_far;
    if (questions != unanswered.end()) {
      outcome = fmt::format("{} without an answer", plural(questions->second, "query"));
      if (e.result.verdict == engine::Verdict::Unknown)
        outcome = fmt::format("<a href=\"#unanswered\">{}</a>", outcome);
    }
    if (finding != failed.end()) {
      outcome = fmt::format("<b class=\"failed\">fails: <a href=\"#finding{0}\">finding {0}</a></b>", finding->second);
    }
    page.add(fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n", page.place_and_source(pc),
                         times == 1 ? "once" : fmt::format("{} times", times), outcome));
  }
  page.add("</table></div>\n");
  std::uint64_t of_decider = 0;
  for (const auto& [pc, count] : e.result.counts().assertions) of_decider += count;
  if (of_decider != all && e.result.is_of_decider) {
    page.paragraph(fmt::format("{} in all explorations together, {} of them in the one that came to the verdict.",
                               plural(all, "check"), of_decider));
  } else if (lines.size() > 1) {
    page.paragraph(fmt::format("{} in all.", plural(all, "check")));
  }
}

}  // namespace janus::app
