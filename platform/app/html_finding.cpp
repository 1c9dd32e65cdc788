// The report's section about findings: what broke, by which input, by which decisions, what the machine did in the end.
#include <algorithm>

#include "app/finding_groups.h"
#include "app/html_page.h"
#include "app/plural.h"
#include "app/typed_value.h"
#include "isa/instruction.h"

namespace janus::app {
namespace {

using engine::Consequence;

constexpr std::size_t kMostFindings = 100, kMostShown = 60;  // that are told in full
constexpr std::size_t kMostPictures = 20;
constexpr std::size_t kPartsOfDecision = 4;  // of inputs, for each decision

std::string signed_number(std::uint32_t value) {
  const auto number = static_cast<std::int32_t>(value);
  return number > -1'000'000 && number < 1'000'000 ? std::to_string(number) : fmt::format("0x{:x}", value);
}
std::string unsigned_number(std::uint32_t value) {
  return value < 1'000'000 ? std::to_string(value) : fmt::format("0x{:x}", value);
}

// What held of the words that a branch compared, such as "-7 < 0": that is easier to follow than which way a branch of
// the machine code went.
std::string fact(const engine::InputDecision::Compared& compared) {
  const auto [opcode, left, right] = compared;
  const auto both = [&](const auto& number, bool less) {
    return fmt::format("{} {} {}", number(left), less ? "<" : "≥", number(right));
  };
  using isa::Opcode;
  if (opcode == Opcode::blt || opcode == Opcode::bge)
    return both(signed_number, static_cast<std::int32_t>(left) < static_cast<std::int32_t>(right));
  if (opcode == Opcode::bltu || opcode == Opcode::bgeu) return both(unsigned_number, left < right);
  return fmt::format("{} {} {}", signed_number(left), left == right ? "=" : "≠", signed_number(right));
}

// The beginning and the end of a long text.
std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 20'000;  // characters of each
  if (text.size() <= 2 * kMost) return text;
  return fmt::format("{}\n[... {} bytes ...]\n{}", text.substr(0, kMost), text.size() - 2 * kMost,
                     text.substr(text.size() - kMost));
}

class Findings {
 public:
  Findings(HtmlPage& page, const ReportedExploration& exploration) : page_(page), e_(exploration) {}

  void write() {
    page_.section("findings", "Findings");
    if (e_.findings.empty()) page_.paragraph("None.");
    FindingGroups groups;
    for (const ReportedFinding& reported : e_.findings) groups.note(reported.finding);
    const std::size_t most = std::min(groups.all().size(), kMostFindings);
    for (const FindingGroups::Group& group : std::span(groups.all()).first(most)) finding(group);
    if (groups.all().size() > most) {
      page_.paragraph(fmt::format("And those at {} more, whose test cases are beside these.",
                                  plural(groups.all().size() - most, "place")));
    }
  }

 private:
  void finding(const FindingGroups::Group& group) {
    const std::size_t i = group.first;
    const ReportedFinding& reported = e_.findings[i];
    const engine::TestCase& test_case = reported.finding.test_case;
    const bool fails = consequence_of(test_case.ending) == Consequence::Violation;
    const std::string end =
        test_case.ending.assertion ? page_.place(test_case.ending.assertion->place) : page_.place(test_case.pc);
    page_.add(fmt::format("<article{}>\n<h3>{}. {}{}</h3>\n<p>{}: <code class=\"line\">{}</code></p>\n",
                          fails ? "" : " class=\"open\"", i + 1,
                          fails ? "" : "Given up: ", marked_up(describe(reported.finding, e_.debug)), end,
                          marked_up(source_text(place_of(test_case, e_.debug)))));
    inputs(test_case);
    if (!reported.path.decisions.empty()) decisions(reported);
    if (!reported.path.calls.empty()) {
      page_.heading("Called by");
      page_.add("<ul class=\"plain\">\n");
      for (const std::uint32_t call :
           std::span(reported.path.calls).first(std::min(reported.path.calls.size(), kMostShown)))
        page_.add(fmt::format("<li>{}</li>\n", page_.place_and_source(call)));
      if (reported.path.calls.size() > kMostShown)
        page_.add(fmt::format("<li>and {} more</li>\n", reported.path.calls.size() - kMostShown));
      page_.add("</ul>\n");
    }
    if (i < e_.ends.size()) write_end_of_path(page_, e_.ends[i], i < kMostPictures);
    page_.heading("To replay it");
    page_.preformatted(
        fmt::format("janus replay {} {}{}", e_.debug.image().path(), reported.file.string(), reported.replay_options));
    if (!group.others.empty()) others(group);
    page_.add("</article>\n");
  }

  // The inputs of those that are not told.
  void others(const FindingGroups::Group& group) {
    const std::size_t most = std::min(group.others.size(), kMostShown);
    page_.add(
        fmt::format("<details><summary>{}{}</summary>\n<div class=\"scroll\"><table><tr><th>test case</th>"
                    "<th>inputs</th></tr>\n",
                    how_many_more(group), most < group.others.size() ? fmt::format(", the first {}", most) : ""));
    for (const std::size_t i : std::span(group.others).first(most)) {
      const ReportedFinding& reported = e_.findings[i];
      page_.add(fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", page_.code(reported.file.filename().string()),
                            page_.inputs_in_short(reported.finding.test_case)));
    }
    page_.add("</table></div></details>\n");
  }

  std::string source_text(const support::SourceLocation& location) {
    return page_.sources().line(location.file, location.line);
  }

  void inputs(const engine::TestCase& test_case) {
    if (!test_case.interrupts.empty()) {
      page_.heading("Interrupts");
      page_.preformatted(arrivals_text(test_case, &e_.debug, ""));
    }
    if (!test_case.inputs.empty()) {
      page_.heading("Inputs");
      page_.add("<div class=\"scroll\"><table><tr><th>input</th><th>value</th><th>comes from</th></tr>\n");
      for (const engine::TestInput& input : test_case.inputs) {
        std::string origin = input.device.empty() ? page_.place(input.pc) : "the device " + page_.code(input.device);
        if (!input.arrivals.empty()) origin += fmt::format(", cycle {}", input.arrivals.front());
        page_.add(fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", page_.code(input.name),
                              page_.code(value_of(input, e_.debug)), origin));
      }
      page_.add("</table></div>\n");
    }
    if (const std::string picture = arrivals_picture(test_case); !picture.empty()) {
      page_.heading("What devices received, in time");
      page_.add(picture);
    }
  }

  void decisions(const ReportedFinding& reported) {
    const auto& all = reported.path.decisions;
    const std::size_t first = all.size() - std::min(all.size(), kMostShown);
    page_.add(fmt::format("<details open=\"\"><summary>The way there: {} by inputs{}</summary>\n",
                          plural(all.size(), "decision"), first > 0 ? fmt::format(", the last {}", kMostShown) : ""));
    page_.paragraph(
        "<span class=\"dim\">The comparisons are those of the machine code, which may be others than those of the "
        "source: a compiler makes x &gt; 8 || x == 0 into x - 1 ≥ 8.</span>");
    page_.add(
        "<div class=\"scroll\"><table><tr><th>place</th><th>because</th><th>depends on</th><th class=\"n how\">"
        "instruction</th></tr>\n");
    for (std::size_t i = first; i < all.size(); ++i) {
      page_.add(fmt::format("<tr><td>{}</td><td class=\"fact\">{}</td><td>{}</td><td class=\"n how\">{}</td></tr>\n",
                            page_.place_and_source(all[i].pc), marked_up(reason(reported, i)),
                            HtmlPage::code(parts_text(all[i], reported.finding.test_case, e_.debug, kPartsOfDecision)),
                            all[i].instructions));
    }
    page_.add("</table></div></details>\n");
  }

  // Why the path went on as it did, at its decision with this number.
  std::string reason(const ReportedFinding& reported, std::size_t number) const {
    const engine::InputDecision& decision = reported.path.decisions[number];
    const engine::TestCase& test_case = reported.finding.test_case;
    if (decision.compared) return fact(*decision.compared);
    const bool is_end = number + 1 == reported.path.decisions.size() && decision.pc == test_case.pc;
    if (is_end) return test_case.ending.reason == engine::Termination::AssertFailed ? "fails" : "ends the path";
    if (e_.result.hart.assertions.contains(decision.pc)) return "holds";
    if (decision.target) return "goes to " + destination(*decision.target);
    return decision.jumped ? "jumps" : "";
  }

  // A function, or a place within one, in few words.
  std::string destination(std::uint32_t target) const {
    const support::Symbol* function = e_.debug.image().covering(target, true);
    const support::SourceLocation location = e_.debug.locate_line(target);
    if (function && function->address == target) return function->name;
    if (location.line == 0) return e_.debug.describe(target);
    return fmt::format("{}:{}", std::filesystem::path(location.file).filename().string(), location.line);
  }

  HtmlPage& page_;
  const ReportedExploration& e_;
};

}  // namespace

void write_end_of_path(HtmlPage& page, const PathEnd& end, bool has_picture) {
  if (!end.output.empty()) {
    page.heading("The firmware printed");
    page.preformatted(shortened(end.output));
  }
  const std::string picture = has_picture ? wave_picture(end.last.steps(), end.output, page.debug()) : std::string();
  if (picture.empty()) return;
  page.add(fmt::format("<details open=\"\"><summary>The last {}</summary>\n{}</details>\n",
                       plural(end.last.steps().size() - 1, "instruction"), picture));
}

void write_findings(HtmlPage& page, const ReportedExploration& exploration) { Findings(page, exploration).write(); }

}  // namespace janus::app
