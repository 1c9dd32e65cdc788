#include "app/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

#include "app/basis.h"
#include "app/finding_groups.h"
#include "app/html_page.h"
#include "app/html_source.h"
#include "app/html_words.h"
#include "app/known_assertions.h"
#include "app/late_stores.h"
#include "app/plural.h"
#include "app/typed_value.h"

namespace janus::app {
namespace {

// So that the page says no other number of lines than the tracefile without a word.
std::string remark_on_tracefile(std::size_t lines, std::size_t missed, std::size_t all, std::size_t all_missed) {
  if (lines == all && missed == all_missed) return {};
  return fmt::format(
      " The tracefile of <code>--coverage</code> has what the line table of the compiler says: {} lines, {} of them "
      "not "
      "executed. Here, lines are left out of which the machine code does not tell whether they were reached.",
      all, all_missed);
}

constexpr std::string_view kByWidened = "<a href=\"#words\">widened</a> states alone, which proves nothing";
constexpr std::string_view
    kNothing = "Every line with code was executed.",
    kNothingButWidened =
        "No line is known to be out of reach: where the source has ~, only states that stand for "
        "more than happens have executed it.";

// Where states waited at the end. Those that others have made superfluous explain nothing.
std::map<std::uint32_t, std::uint64_t> waiting_states(const ReportedExploration& e) {
  if (e.result.verdict == engine::Verdict::Safe) return {};
  return waiting_by_place(e);
}

// Lines at which findings end.
std::map<std::pair<std::string, int>, std::size_t> failing_lines(const ReportedExploration& e, HtmlPage& page) {
  std::map<std::pair<std::string, int>, std::size_t> lines;
  for (std::size_t i = 0; i < e.findings.size(); ++i) {
    const engine::Finding& finding = e.findings[i].finding;
    const support::SourceLocation at = place_of(finding.test_case, e.debug);
    if (!engine::is_violation(finding)) continue;
    if (at.line > 0) lines.try_emplace({at.file, at.line}, i + 1);
    if (const auto call = page.call_from_own(finding.test_case, e.findings[i].path.calls)) {
      const support::SourceLocation caller = e.debug.locate_line(*call);
      lines.try_emplace({caller.file, caller.line}, i + 1);
    }
  }
  return lines;
}

// Instructions at which findings end.
std::map<std::uint32_t, std::size_t> failing_at(const ReportedExploration& e) {
  std::map<std::uint32_t, std::size_t> places;
  for (std::size_t i = 0; i < e.findings.size(); ++i) {
    if (engine::is_violation(e.findings[i].finding)) places.try_emplace(e.findings[i].finding.test_case.pc, i + 1);
  }
  return places;
}

// Whether each path that ended has failed.
bool all_fail(const ReportedExploration& e) {
  return std::ranges::all_of(e.result.ended, [](const auto& ended) {
    return engine::row(ended.first).consequence == engine::Consequence::Violation;
  });
}

// Calls in which findings end; none if paths end elsewhere as well, maybe in the same call.
std::map<std::uint32_t, std::size_t> failing_calls(const ReportedExploration& e) {
  std::map<std::uint32_t, std::size_t> calls;
  if (!all_fail(e)) return calls;
  for (std::size_t i = 0; i < e.findings.size(); ++i) {
    if (!engine::is_violation(e.findings[i].finding)) continue;
    for (const std::uint32_t call : e.findings[i].path.calls) calls.try_emplace(call, i + 1);
  }
  return calls;
}

class Report {
 public:
  explicit Report(const ReportedExploration& e)
      : e_(e),
        page_(e.debug, e.coverage, e.executed_counts ? e.executed_counts : e.config.counts),
        statements_(e.debug.image()),
        hoisted_(hoisted_lines(e.debug, *e.config.counts, statements_)),
        coverage_(claimed_coverage(e.coverage, e.debug, *e.config.counts, statements_, hoisted_, page_.sources())),
        executed_(e.executed ? without_hoisted(*e.executed, hoisted_lines(e.debug, *e.executed_counts, statements_))
                             : coverage_),
        unwritten_(
            e.debug, e.executed_counts ? *e.executed_counts : *e.config.counts,
            [this](std::uint32_t pc) { return page_.is_own(pc); }, assigned_names()),
        source_{.debug = e.debug,
                .counts = *e.config.counts,
                .coverage = coverage_,
                .executed = executed_,
                .executed_counts = e.executed_counts ? *e.executed_counts : *e.config.counts,
                .forks = e.result.of_all().forks_at,
                .reached_by = e.reached_by,
                .who = e.result.turns.empty() ? "the exploration" : "all explorations together",
                .waiting = waiting_states(e),
                .waiting_sides = waiting_by_side(e),
                .failing = failing_lines(e, page_),
                .failing_at = failing_at(e),
                .failing_calls = failing_calls(e),
                .is_complete = is_over(e) && remark_on_coverage(e.result, e.config).empty(),
                .all_fail = is_over(e) && !e.findings.empty() && all_fail(e),
                .is_spared = e.executed || !remark_on_coverage(e.result, e.config).empty(),
                .assertions = e.result.of_all().assertions,
                .assumed = &e.assumed_sides,
                .assumed_by_command = text_of_command(e),
                .unwritten = &unwritten_,
                .hoisted = hoisted_,
                .statements = statements_} {}

  std::string text() {
    if (e_.has_all_paths) unreached_ = find_unreached(page_, source_);
    const bool has_findings = !e_.findings.empty(), is_unknown = e_.result.verdict == engine::Verdict::Unknown;
    std::vector<std::pair<std::string, std::string>> sections;
    if (has_findings) sections.emplace_back("findings", "Findings");
    const bool has_turns = !e_.result.turns.empty();
    if (is_unknown && has_turns) sections.emplace_back("shown", "How far each exploration came");
    if (is_unknown) sections.emplace_back("next", "What to try next");
    if (!is_unknown) sections.emplace_back("next", "What to do next");
    sections.insert(sections.end(), {{"basis", "What the verdict rests on"},
                                     {"unreached", "Never reached"},
                                     {"source", "Source"},
                                     {"paths", "Where paths come from"},
                                     {"time", "Where the time went"},
                                     {"words", "Words"}});
    page_.begin(std::filesystem::path(e_.debug.image().path()).filename().string(),
                engine::to_string(e_.result.verdict), sections);
    in_short();
    made();
    if (has_findings) write_findings(page_, e_);
    if (is_unknown && has_turns) write_reach(page_, e_);
    if (is_unknown) write_next(page_, e_);
    if (!is_unknown) next();
    basis();
    unreached();
    source();
    write_paths(page_, e_);
    write_time(page_, e_);
    page_.section("words", "Words");
    page_.add(kWords);
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
    if (const std::string text = endless_in_short(page_, e_); !text.empty()) item("Does it end?", text);
    if (e_.result.verdict == engine::Verdict::Unknown) item("What was shown?", shown_in_short(page_, e_));
    if (e_.has_all_paths) item("What was never reached?", never_reached());
    item("Where do paths come from?", paths_in_short(page_, e_));
    item("What took the time?", time_in_short(page_, e_));
    page_.add("</ul>\n");
    page_.paragraph(std::string(kHowItWorks));
  }

  // How the page came about.
  void made() {
    const Provenance& provenance = e_.provenance;
    if (provenance.command.empty()) return;
    page_.add(fmt::format("<p class=\"dim made\">Made by {} on {}.</p>\n", HtmlPage::code(provenance.command),
                          marked_up(provenance.made)));
  }

  std::string what_was_given_up() const {
    const std::vector<std::string>& reasons = e_.result.gave_up;
    if (reasons.empty()) return "the exploration gave something up";
    if (reasons.front() == "interrupted") return "the exploration was interrupted";
    std::string text = reason_text(reasons.front());
    if (reasons.size() > 1) text += fmt::format(", and {}", plural(reasons.size() - 1, "more reason"));
    return text;
  }

  // The number of queries without an answer is that of all explorations, as wherever the page tells it.
  std::string reason_text(const std::string& reason) const {
    std::uint64_t all = 0;
    for (const auto& [pc, count] : e_.result.of_all().gave_up_at) all += count;
    if (all == 0 || reason.find("of its queries (--solver-timeout)") == std::string::npos) return marked_up(reason);
    return fmt::format("<a href=\"#unanswered\">{}</a> had no answer from the solver (--solver-timeout)",
                       plural(all, "query"));
  }

  // Where interrupts arrive, if that is an input.
  std::string arrivals(const engine::TestCase& test_case) {
    std::string text;
    for (const engine::TestInterrupt& interrupt : test_case.interrupts) {
      for (const auto& arrival : interrupt.arrivals) {
        text += fmt::format("{} the interrupt {} in front of {}", text.empty() ? ", with" : ",",
                            HtmlPage::code(interrupt.name), page_.place_and_source(arrival.pc));
      }
    }
    return text;
  }

  // Behind what was explored to its end, where some paths were not.
  std::string or_cut_short() const {
    const bool has_cut = std::ranges::any_of(e_.result.ended, [](const auto& end) {
      return engine::row(end.first).consequence == engine::Consequence::Pruned && end.second > 0;
    });
    return has_cut ? ", or to where it is known that nothing new follows" : "";
  }

  std::string failure() {
    const auto failing = std::ranges::find_if(
        e_.findings, [](const ReportedFinding& reported) { return engine::is_violation(reported.finding); });
    const bool fails = failing != e_.findings.end();
    if (e_.findings.empty()) {
      switch (e_.result.verdict) {
        case engine::Verdict::Safe:
          if (has_no_input()) return "No: the one path was explored to its end (" + limits() + ").";
          return "No: every path was explored to its end" + or_cut_short() + ", " + for_all_inputs() + " (" + limits() +
                 ").";
        case engine::Verdict::Unsafe: break;
        case engine::Verdict::Unknown: return "Not decided: " + what_was_given_up() + ".";
      }
      return "Yes.";
    }
    const std::size_t number = fails ? static_cast<std::size_t>(failing - e_.findings.begin()) : 0;
    const engine::TestCase& test_case = e_.findings[number].finding.test_case;
    std::string text =
        fmt::format("{}{}", fails ? "Yes: " : "Not decided, since a path was given up: ", end_of(number));
    if (!test_case.inputs.empty()) {
      constexpr std::size_t kMostInputs = 16, kMostText = 100;
      std::string inputs = page_.inputs_in_short(test_case, ", ", e_.findings[number].path.decisions);
      if (test_case.inputs.size() > kMostInputs) {
        std::string all = inputs_in_order(test_case);
        all.pop_back();  // the end of the line
        const bool is_short = all.size() < kMostText && all.find('\n') == std::string::npos;
        inputs = plural(test_case.inputs.size(), "input") +
                 (is_short ? fmt::format(" ({}, in hexadecimal)", code(all)) : std::string(", which are below"));
      }
      text += fmt::format(", with <a href=\"#finding{}\">{}</a>", number + 1, inputs);
    }
    text += arrivals(test_case) + ".";
    return text + other_findings();
  }

  // The line at which a finding's path ends, and how.
  std::string end_of(std::size_t number) {
    const engine::Finding& finding = e_.findings[number].finding;
    const support::SourceLocation at = place_of(finding.test_case, e_.debug);
    const auto call = page_.call_from_own(finding.test_case, e_.findings[number].path.calls);
    if (at.line == 0 && !call) return marked_up(describe(finding, e_.debug));
    const support::SourceLocation shown = call ? e_.debug.locate(*call) : at;
    std::string line = page_.sources().line(shown.file, shown.line);
    if (line.ends_with(';')) line.pop_back();
    std::string place = page_.link(shown) + " in " + code(shown.function);
    if (call && !at.function.empty()) place += ", in " + code(at.function);
    const std::string what = fmt::format("<a href=\"#finding{}\">{}</a>", number + 1,
                                         marked_up(engine::row(finding.test_case.ending.reason).text));
    return line.empty() ? what + " at " + place : fmt::format("{}: {} at {}", code(line), what, place);
  }

  // Those behind the first; empty if there are none.
  std::string other_findings() const {
    FindingGroups groups;
    std::uint64_t violations = 0, places = 0;
    for (const ReportedFinding& reported : e_.findings) {
      if (!engine::is_violation(reported.finding)) continue;
      ++violations;
      places += groups.note(reported.finding);
    }
    if (violations < 2) return {};
    return fmt::format(" And {}, at {} in all.", plural(violations - 1, "more finding"), plural(places, "place"));
  }

  std::string never_reached() {
    std::size_t missed = 0, all = 0, missed_in_main = 0, all_in_main = 0;
    std::string file_with_main;
    const bool has_own = has_own_files();
    for (const auto& [name, file] : coverage_) {
      if (has_own && !page_.is_own(name)) continue;
      const auto here =
          static_cast<std::size_t>(std::ranges::count_if(file.lines, [](const auto& l) { return l.second == 0; }));
      all += file.lines.size();
      missed += here;
      if (std::ranges::none_of(file.functions, [](const auto& function) { return function.name == "main"; })) continue;
      file_with_main = name;
      missed_in_main = here;
      all_in_main = file.lines.size();
    }
    if (missed == 0) return nothing_missed(file_with_main);
    const std::size_t widened = lines_of_widened(has_own);
    std::string text =
        widened == missed
            ? fmt::format("{} of {} lines with code were executed, and the other {} by {}.", all - widened, all,
                          widened, kByWidened)
            : fmt::format("{} of {} lines with code{}.", missed, all,
                          widened == 0 ? "" : fmt::format(", {} of which were executed by {}", widened, kByWidened));
    if (!file_with_main.empty() && missed_in_main == 0) {
      text = fmt::format("Every line of {} with code was executed{}. Elsewhere {} of {} lines were not.",
                         HtmlPage::code(std::filesystem::path(file_with_main).filename().string()),
                         outcomes_missed_in(file_with_main), missed, all - all_in_main);
    }
    const auto first = std::ranges::find_if(
        unreached_.places, [](const Unreached::Place& place) { return place.is_own && !place.is_outcome; });
    if (first != unreached_.places.end()) return text + " First: " + told(*first);
    for (std::size_t i = 0; i < unreached_.own_functions; ++i)
      text += (i == 0 ? " In functions that were never called: " : ", ") + code(unreached_.functions[i]);
    return unreached_.own_functions > 0 ? text + "." : text;
  }

  // Lines with code of the firmware's own files, and how many of them were not executed.
  std::pair<std::size_t, std::size_t> own_lines(const std::map<std::string, observe::CoveredFile>& coverage) {
    std::size_t lines = 0, missed = 0;
    for (const auto& [name, file] : coverage) {
      if (!page_.is_own(name)) continue;
      lines += file.lines.size();
      missed += static_cast<std::size_t>(std::ranges::count(file.lines, 0U, [](const auto& l) { return l.second; }));
    }
    return {lines, missed};
  }

  bool has_own_files() {
    return std::ranges::any_of(coverage_, [&](const auto& file) { return page_.is_own(file.first); });
  }

  // How many were executed by widened states alone. Those are told as no place that was never reached.
  std::size_t lines_of_widened(bool has_own) {
    std::size_t lines = 0;
    for (const auto& [name, file] : coverage_) {
      const auto all = source_.executed.find(name);
      if ((has_own && !page_.is_own(name)) || all == source_.executed.end()) continue;
      for (const auto& [line, count] : file.lines) {
        const auto found = all->second.lines.find(line);
        lines += count == 0 && found != all->second.lines.end() && found->second > 0;
      }
    }
    return lines;
  }

  // ", though conditions of lines 25 and 30 had one outcome only".
  std::string outcomes_missed_in(const std::string& file) const {
    constexpr std::size_t kMost = 6;  // lines
    std::vector<int> lines;
    bool any_of_branches = false;
    for (const Unreached::Place& place : unreached_.places) {
      // Where a state waits for the other outcome, nothing is known yet.
      if (!place.is_outcome || place.file != file || place.why == Unreached::Keeper::Waits) continue;
      lines.push_back(place.line);
      any_of_branches = any_of_branches || place.is_of_branches;
    }
    if (lines.empty()) return {};
    std::string text;
    for (std::size_t i = 0; i < std::min(lines.size(), kMost); ++i)
      text += fmt::format("{}{}", i == 0 ? "" : i + 1 == lines.size() ? " and " : ", ", lines[i]);
    if (lines.size() > kMost) text += fmt::format(" and {} more", lines.size() - kMost);
    const char* const so_far = source_.is_complete ? "" : " so far";
    const bool is_one = lines.size() == 1;
    return fmt::format(", though {} {} {}{}",
                       any_of_branches ? (is_one ? "the branch of line" : "the branches of lines")
                                       : (is_one ? "a condition of line" : "conditions of lines"),
                       text, any_of_branches ? "always went the same way" : "had one outcome only", so_far);
  }

  // Every line was executed; maybe not with all outcomes of its conditions.
  std::string nothing_missed(const std::string& file_with_main) const {
    const bool has_others = std::ranges::any_of(unreached_.places, [](const auto& place) { return !place.is_own; });
    return "Every line with code was executed" + outcomes_missed_in(file_with_main) +
           (has_others || unreached_.without_source > 0 ? ". (Not so in start-up code and libraries.)" : ".");
  }

  std::string told(const Unreached::Place& place) {
    const std::string reason = reason_of(page_, place, source_);
    return fmt::format("{}, {}", page_.place(place.place), reason.substr(0, reason.find("<br/>")));
  }

  void basis() {
    page_.section("basis", "What the verdict rests on");
    for (const std::string& line : e_.unknown) page_.paragraph(marked_up(line));
    switch (e_.result.verdict) {
      case engine::Verdict::Safe:
        page_.paragraph(has_no_input() ? "The one path was explored to its end, and does not fail."
                                       : "Every path was explored to its end" + or_cut_short() + ", and none fails, " +
                                             for_all_inputs() + ".");
        break;
      case engine::Verdict::Unsafe:
        page_.paragraph("There is an input that makes the firmware fail. It is above.");
        break;
      case engine::Verdict::Unknown:
        page_.paragraph("No verdict: " + what_was_given_up() +
                        ". Neither is a failure known, nor is the firmware proved safe. How "
                        "far it was explored is told under <i>What was shown</i>.");
        break;
    }
    write_assumptions(page_, e_);
    write_assertions(page_, e_, source_.is_complete);
    page_.folded("What the command printed", [this] { page_.preformatted(e_.summary); });
    if (e_.result.turns.size() < 2) return;
    page_.paragraph(fmt::format(
        "<span class=\"dim\">The command prints the counts of {}. This page has those of all explorations together, "
        "unless it says otherwise. The command's milliseconds are work, counted so that every run takes the same "
        "turns; seconds on this page are real.</span>",
        decider()));
  }

  // What a verdict asks of its reader.
  void next() {
    page_.section("next", "What to do next");
    page_.add("<ul>\n");
    const auto item = [&](const std::string& text) { page_.add("<li>" + text + "</li>\n"); };
    if (e_.result.verdict == engine::Verdict::Unsafe && !e_.findings.empty()) {
      const ReportedFinding& first = e_.findings.front();
      const auto call = page_.call_from_own(first.finding.test_case, first.path.calls);
      const support::SourceLocation at =
          call ? e_.debug.locate_line(*call) : place_of(first.finding.test_case, e_.debug);
      if (at.line > 0) item("Look at " + page_.link(at) + ": <a href=\"#finding1\">why it fails</a>.");
      item("See it happen, with a debugger if you like (<code>--gdb PORT</code>):<pre>" +
           marked_up(fmt::format("janus replay {} {}{}", e_.debug.image().path(), first.file.string(),
                                 first.replay_options)) +
           "</pre>");
      if (e_.config.stop_at_first && !is_over(e_))
        item(fmt::format(
            "Look for further failures: the exploration has ended as soon as it had a finding. With <code>{}</code>, "
            "it goes on.",
            further()));
      item("Once it is mended, run the same command again.");
    } else if (e_.result.verdict == engine::Verdict::Safe) {
      item("Know the limits of this proof: " + limits() + ".");
      const bool misses =
          !has_no_input() && std::ranges::any_of(unreached_.places, [](const auto& place) { return place.is_own; });
      if (misses && source_.is_complete)
        item("Look at <a href=\"#unreached\">what was never reached</a>: it is dead for every input" +
             assumption_remark(page_, e_) + ".");
      if (misses && !source_.is_complete)
        item(
            "Look at <a href=\"#unreached\">what was not reached</a>: whether it is dead, the same command with "
            "<code>--plain</code> can tell, if it ends.");
    }
    page_.add("</ul>\n");
  }

  // Then nothing decides, unless interrupts may come at any time.
  bool has_no_input() const { return e_.result.counts().most_inputs == 0 && e_.config.hart.interrupts.empty(); }

  std::string for_all_inputs() { return "whatever the inputs are" + assumption_remark(page_, e_); }

  // Of what holds for all inputs.
  std::string limits() {
    const engine::SymbolicHartStatistics& counts = e_.result.counts();
    std::set<std::string> lines;
    for (const auto& [pc, count] : counts.assertions) lines.insert(e_.debug.describe(pc));
    std::string text = counts.most_inputs == 0
                           ? std::string("the firmware has no symbolic input")
                           : fmt::format("it holds for all values of the inputs{}, of which a path has at most {} ({})",
                                         assumption_remark(page_, e_), plural(counts.most_inputs, "input"),
                                         plural(counts.most_input_bytes, "byte"));
    text += fmt::format("; {} {} checked", plural(lines.size(), "assertion"), lines.size() == 1 ? "was" : "were");
    switch (e_.result.memory) {
      case engine::MemoryChecked::No: return text + "; mistakes with memory were not looked for (--check memory does)";
      case engine::MemoryChecked::Partly:
        return text + "; mistakes with memory were looked for in part" +
               (e_.config.hart.detectors.check_memory() ? "" : " (--check memory looks for all)");
      case engine::MemoryChecked::Wholly:
        text += "; and there is no mistake with memory, either";
        if (const std::size_t unchecked = e_.result.unchecked.size())
          text += fmt::format(", but for {} of which nothing is known", plural(unchecked, "access"));
        return text;
    }
    return text;
  }

  std::string decider() const {
    if (!e_.result.is_of_decider) return "the exploration <i>plain</i> in its first line, and of all of them below";
    const std::string name = name_of_decider(e_);
    return name.empty() ? "the exploration that came to the verdict"
                        : fmt::format("the exploration that came to the verdict, <i>{}</i>", marked_up(name));
  }

  // The options that go on behind the first finding, in the same way.
  const char* further() const { return e_.config.automatic ? "--all --auto" : "--all"; }

  // Variables of which executed lines of the firmware's own say that they assign them.
  std::set<std::string> assigned_names() {
    std::set<std::string> names;
    for (const auto& [name, file] : coverage_) {
      if (!page_.is_own(name)) continue;
      for (const auto& [line, count] : file.lines) {
        if (count > 0) names.merge(assigned_by(page_.sources().line(name, line)));
      }
    }
    return names;
  }

  void unreached() {
    page_.section("unreached", "Never reached");
    if (!e_.has_all_paths) return page_.paragraph("Not known: the coverage is not that of all paths.");
    const bool has_own =
        std::ranges::any_of(unreached_.places, [](const auto& place) { return place.is_own && !place.is_outcome; });
    if (!has_own && unreached_.functions.empty())
      page_.paragraph(lines_of_widened(has_own_files()) == 0 ? kNothing : kNothingButWidened);
    if (e_.result.verdict == engine::Verdict::Unsafe && e_.config.stop_at_first && !e_.findings.empty()) {
      if (!is_over(e_))
        page_.paragraph(fmt::format(
            "The exploration ended as soon as it had a finding. Paths that were not explored might reach some of this; "
            "with <code>{}</code>, Janus goes on.",
            further()));
    } else if (e_.result.waiting > 0 && has_own) {
      page_.paragraph("States were still waiting when the exploration ended, and might reach some of this.");
    }
    if (source_.is_spared) {
      page_.paragraph(
          "Some states were not followed, since they were the same as others, or stood for more than really happens. "
          "Lines that only they would reach are not counted as reached; with --plain, every path is followed.");
    }
    write_unreached(page_, source_, unreached_);
  }

  void source() {
    const char* paths = !e_.has_all_paths ? "some paths" : is_over(e_) ? "all paths" : "the explored paths";
    page_.section("source", "Source");
    const auto [lines, missed] = own_lines(coverage_);
    const auto [all, all_missed] = own_lines(e_.coverage);
    page_.paragraph(
        fmt::format("With the coverage of {}.{}", paths, remark_on_tracefile(lines, missed, all, all_missed)));
    write_source(page_, source_, unreached_);
    write_examples(page_, e_.examples);
  }

  const ReportedExploration& e_;
  HtmlPage page_;
  const support::SourceStatements statements_;
  const HoistedLines hoisted_;
  // Without ends of loops and what was hoisted; with widened states.
  const std::map<std::string, observe::CoveredFile> coverage_, executed_;
  const UnwrittenVariables unwritten_;
  const SourceCoverage source_;
  Unreached unreached_;
};

}  // namespace

std::string html_report(const ReportedExploration& exploration) { return Report(exploration).text(); }

}  // namespace janus::app
