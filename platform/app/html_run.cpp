#include "app/html_run.h"

#include "app/html_page.h"
#include "app/html_source.h"
#include "app/plural.h"
#include "app/typed_value.h"
#include "app/wave_picture.h"

namespace janus::app {
namespace {

class RunReport {
 public:
  explicit RunReport(const ReportedRun& run) : run_(run), page_(run.debug, run.coverage) {}

  std::string text() {
    page_.begin(std::filesystem::path(run_.debug.image().path()).filename().string(),
                run_.end.empty() ? "ended" : "ran",
                {{"end", "How it ended"},
                 {"unreached", "Not executed"},
                 {"source", "Source"},
                 {"time", "What was executed most"}});
    page_.section("end", "How it ended");
    page_.paragraph(run_.end.empty() ? "The firmware says that it succeeded." : marked_up(run_.end));
    page_.paragraph(fmt::format("{}, {}, {:.2f} s of real time.", plural(run_.instructions, "instruction"),
                                plural(run_.cycles, "cycle"), run_.seconds));
    if (run_.test_case) inputs(*run_.test_case);
    if (run_.last) write_end_of_path(page_, *run_.last);
    static const std::map<std::uint32_t, std::uint64_t> kNoForks;
    static const ReachedBy kNoExamples;
    const support::SourceStatements statements(run_.debug.image());
    const HoistedLines hoisted = hoisted_lines(run_.debug, run_.counts, statements);
    const auto coverage =
        claimed_coverage(run_.coverage, run_.debug, run_.counts, statements, hoisted, page_.sources());
    const SourceCoverage source{.debug = run_.debug,
                                .counts = run_.counts,
                                .coverage = coverage,
                                .executed = coverage,
                                .executed_counts = run_.counts,
                                .forks = kNoForks,
                                .reached_by = kNoExamples,
                                .who = "the run",
                                .waiting = {},
                                .waiting_sides = {},
                                .failing = {},
                                .failing_at = {},
                                .failing_calls = {},
                                .is_complete = true,
                                .hoisted = hoisted,
                                .statements = statements};
    page_.section("unreached", "Not executed");
    const Unreached unreached = find_unreached(page_, source);
    write_unreached(page_, source, unreached);
    page_.section("source", "Source");
    write_source(page_, source, unreached);
    time();
    return page_.finished();
  }

 private:
  void inputs(const engine::TestCase& test_case) {
    if (!test_case.inputs.empty()) {
      page_.heading("Inputs");
      page_.add("<div class=\"scroll\"><table><tr><th>input</th><th>value</th></tr>\n");
      for (const engine::TestInput& input : test_case.inputs) {
        page_.add(fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", HtmlPage::code(input.name),
                              HtmlPage::code(value_of(input, run_.debug))));
      }
      page_.add("</table></div>\n");
    }
    page_.add(arrivals_picture(test_case));
  }

  void time() {
    page_.section("time", "What was executed most");
    std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> lines;
    run_.counts.for_each([&](std::uint32_t pc, const auto& count) {
      lines.try_emplace(run_.debug.describe(pc), pc, 0).first->second.second += count.executed;
    });
    std::vector<HtmlPage::Bar> rows;
    for (const auto& [name, line] : lines)
      rows.push_back(
          {static_cast<double>(line.second), page_.place_and_source(line.first), {}, page_.is_own(line.first)});
    page_.bars({"line", "instructions"}, std::move(rows), [](double value) { return fmt::format("{:.0f}", value); });
  }

  const ReportedRun& run_;
  HtmlPage page_;
};

}  // namespace

std::string html_report(const ReportedRun& run) { return RunReport(run).text(); }

}  // namespace janus::app
