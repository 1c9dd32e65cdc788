#include "app/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <sstream>

#include "app/html_style.h"
#include "app/markup.h"
#include "app/plural.h"
#include "app/tree_report.h"
#include "app/typed_value.h"
#include "app/version.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

using engine::Consequence;

constexpr std::size_t kMostFindings = 100, kMostShown = 60, kMostRows = 40;  // that are told in full
constexpr std::size_t kMostFormula = 20'000;                                 // characters
constexpr std::uintmax_t kMostSource = 2'000'000;                            // bytes of source files

std::string code(std::string_view text) { return fmt::format("<code>{}</code>", marked_up(text)); }

// The lines of source files, read when they are first needed.
class Sources {
 public:
  explicit Sources(const std::filesystem::path& firmware) : firmware_(firmware) {}

  // Null if the file cannot be read, or there is too much already.
  const std::vector<std::string>* lines(const std::string& file) {
    auto [entry, is_new] = files_.try_emplace(file);
    if (is_new) entry->second = read(file);
    return entry->second ? &*entry->second : nullptr;
  }
  std::string line(const std::string& file, int number) {
    const auto* all = lines(file);
    if (!all || number < 1 || static_cast<std::size_t>(number) > all->size()) return {};
    const std::string& text = (*all)[static_cast<std::size_t>(number) - 1];
    return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
  }

 private:
  // Relative names are looked for in the working directory, then in those above the firmware: compilers leave out the
  // directory in which they ran.
  std::filesystem::path located(const std::filesystem::path& file) const {
    std::error_code error;
    if (file.is_absolute() || std::filesystem::exists(file, error)) return file;
    const auto above = std::filesystem::absolute(firmware_, error);
    for (auto at = above.parent_path(); at != at.root_path(); at = at.parent_path()) {
      if (std::filesystem::exists(at / file, error)) return at / file;
    }
    return file;
  }

  std::optional<std::vector<std::string>> read(const std::string& name) {
    const auto file = located(name);
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error || size > kMostSource - read_) return std::nullopt;
    read_ += size;
    try {
      std::istringstream text{support::read_text_file(file)};
      std::vector<std::string> lines;
      for (std::string line; std::getline(text, line);) lines.push_back(line);
      return lines;
    } catch (const support::InputError&) {
      return std::nullopt;
    }
  }

  const std::filesystem::path firmware_;
  std::map<std::string, std::optional<std::vector<std::string>>> files_;
  std::uintmax_t read_ = 0;
};

class Page {
 public:
  explicit Page(const ReportedExploration& e) : e_(e), sources_(e.debug.image().path()) {}

  std::string text() {
    const std::string firmware = std::filesystem::path(e_.debug.image().path()).filename().string();
    const std::string_view verdict = engine::to_string(e_.result.verdict);
    out_ = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{0}: {1}</title>\n"
        "<style>{2}</style>\n</head>\n<body>\n<h1>{0} <span class=\"verdict {1}\">{1}</span></h1>\n",
        marked_up(firmware), verdict, kHtmlStyle);
    out_ += "<nav>";
    for (const auto& [id, title] : {std::pair{"basis", "Verdict"},
                                    {"findings", "Findings"},
                                    {"unreached", "Never reached"},
                                    {"source", "Source"},
                                    {"paths", "Paths"},
                                    {"time", "Time"}}) {
      out_ += fmt::format("<a href=\"#{}\">{}</a>", id, title);
    }
    out_ += "</nav>\n";
    basis();
    findings();
    unreached();
    source();
    paths();
    time();
    out_ += fmt::format("<p class=\"dim\">Written by Janus {}.</p>\n</body>\n</html>\n", marked_up(version()));
    return std::move(out_);
  }

 private:
  void section(std::string_view id, std::string_view title) {
    out_ += fmt::format("<h2 id=\"{}\">{}</h2>\n", id, title);
  }
  void paragraph(std::string_view text) { out_ += fmt::format("<p>{}</p>\n", text); }

  std::string place(std::uint32_t pc) {
    const support::SourceLocation location = e_.debug.locate(pc);
    return location.line == 0 ? code(e_.debug.describe(pc)) : place(location);
  }
  std::string place(const support::SourceLocation& location) {
    const std::string text =
        fmt::format("{}:{}", std::filesystem::path(location.file).filename().string(), location.line);
    const std::string link =
        has_source(location.file)
            ? fmt::format("<a href=\"#{}\">{}</a>", anchor(location.file, location.line), marked_up(text))
            : marked_up(text);
    return fmt::format("{} in {}", link, code(location.function));
  }
  std::string source_of(std::uint32_t pc) { return source_of(e_.debug.locate_line(pc)); }
  std::string source_of(const support::SourceLocation& location) {
    return code(sources_.line(location.file, location.line));
  }
  bool has_source(const std::string& file) { return e_.coverage.contains(file) && sources_.lines(file); }
  std::string anchor(const std::string& file, int line) {
    const auto found = e_.coverage.find(file);
    return fmt::format("f{}l{}", std::distance(e_.coverage.begin(), found), line);
  }

  void basis() {
    section("basis", "What the verdict rests on");
    for (const std::string& line : e_.unknown) paragraph(marked_up(line));
    switch (e_.result.verdict) {
      case engine::Verdict::Safe:
        paragraph("Every path was explored to its end, and none fails, whatever the inputs are.");
        break;
      case engine::Verdict::Unsafe: paragraph("There is an input that makes the firmware fail. It is below."); break;
      case engine::Verdict::Unknown:
        paragraph("Nothing is proved: the exploration gave something up. The lines below say what, and what may help.");
        break;
    }
    out_ += fmt::format("<pre>{}</pre>\n", marked_up(e_.summary));
    if (e_.result.hart.assertions.empty()) return;
    out_ += "<div class=\"scroll\"><table><tr><th>assertion</th><th>checked</th><th></th></tr>\n";
    std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> lines;  // the compiler may copy an assertion
    for (const auto& [pc, count] : e_.result.hart.assertions) {
      lines.try_emplace(e_.debug.describe(pc), pc, 0).first->second.second += count;
    }
    for (const auto& [line, assertion] : lines) {
      const auto& [pc, count] = assertion;
      out_ += fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n", place(pc), count, source_of(pc));
    }
    out_ += "</table></div>\n";
  }

  void findings() {
    section("findings", "Findings");
    if (e_.findings.empty()) paragraph("None.");
    for (std::size_t i = 0; i < std::min(e_.findings.size(), kMostFindings); ++i) finding(i);
    if (e_.findings.size() > kMostFindings) {
      paragraph(fmt::format("And {} more, whose test cases are beside these.", e_.findings.size() - kMostFindings));
    }
  }

  void finding(std::size_t i) {
    const ReportedFinding& reported = e_.findings[i];
    const engine::TestCase& test_case = reported.finding.test_case;
    const bool fails = consequence_of(test_case.ending) == Consequence::Violation;
    const std::string end = test_case.ending.assertion ? place(test_case.ending.assertion->place) : place(test_case.pc);
    out_ += fmt::format("<article{}>\n<h3>{}. {}</h3>\n<p>{} &#160; {}</p>\n", fails ? "" : " class=\"open\"", i + 1,
                        marked_up(describe(reported.finding, e_.debug)), end, source_of(place_of(test_case, e_.debug)));
    if (!reported.path.calls.empty()) {
      out_ += "<h3>Called by</h3>\n<div class=\"scroll\"><table>\n";
      for (const std::uint32_t call : reported.path.calls) {
        out_ += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", place(call), source_of(call));
      }
      out_ += "</table></div>\n";
    }
    inputs(test_case);
    if (!reported.path.decisions.empty()) decisions(reported);
    if (!e_.outputs[i].empty()) {
      out_ += fmt::format("<h3>The firmware printed</h3>\n<pre>{}</pre>\n", marked_up(e_.outputs[i]));
    }
    out_ += fmt::format("<h3>To replay it</h3>\n<pre>janus replay {} {}</pre>\n</article>\n",
                        marked_up(e_.debug.image().path()), marked_up(reported.file.string()));
  }

  void inputs(const engine::TestCase& test_case) {
    if (!test_case.interrupts.empty()) {
      out_ += fmt::format("<h3>Interrupts</h3>\n<pre>{}</pre>\n", marked_up(arrivals_text(test_case, &e_.debug, "")));
    }
    if (test_case.inputs.empty()) return;
    out_ +=
        "<h3>Inputs</h3>\n<div class=\"scroll\"><table><tr><th>input</th><th>value</th><th>asked for at</th></tr>\n";
    for (const engine::TestInput& input : test_case.inputs) {
      out_ += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", code(input.name),
                          code(value_of(input, e_.debug)), place(input.pc));
    }
    out_ += "</table></div>\n";
  }

  void decisions(const ReportedFinding& reported) {
    const auto& all = reported.path.decisions;
    const std::size_t first = all.size() - std::min(all.size(), kMostShown);
    out_ += fmt::format("<details open=\"\"><summary>The way there: {} by inputs{}</summary>\n",
                        plural(all.size(), "decision"), first > 0 ? fmt::format(", the last {}", kMostShown) : "");
    out_ +=
        "<div class=\"scroll\"><table><tr><th>after</th><th>place</th><th>source</th><th>depends "
        "on</th><th></th></tr>\n";
    for (std::size_t i = first; i < all.size(); ++i) {
      std::string names;
      for (const std::uint32_t input : all[i].inputs) {
        names += (names.empty() ? "" : ", ") + code(reported.finding.test_case.inputs[input].name);
      }
      out_ += fmt::format("<tr><td class=\"n\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                          all[i].instructions, place(all[i].pc), source_of(all[i].pc), names,
                          all[i].jumped ? "jumps" : "goes on");
    }
    out_ += "</table></div></details>\n";
  }

  // The places that no path reached right behind a branch that all paths took the same way.
  void unreached() {
    section("unreached", "Never reached");
    if (!e_.has_all_paths) return paragraph("Not known: the coverage is not that of all paths.");
    std::set<std::pair<std::uint32_t, std::uint32_t>> rows;  // branch, place
    std::vector<std::pair<std::string, const observe::CoveredFile::Function*>> functions;
    std::size_t without_source = 0;
    for (const auto& [name, file] : e_.coverage) {
      for (const auto& branch : file.branches) {
        const auto& count = branch.count;
        if (count.executed == 0 || (count.taken != 0 && count.taken != count.executed)) continue;
        const std::uint32_t other = count.taken == 0 ? branch.target : branch.behind;
        if (e_.config.counts->at(other).executed > 0) continue;
        if (has_source(name)) rows.insert({branch.pc, other});
        without_source += !has_source(name);
      }
      for (const auto& function : file.functions) {
        if (function.count == 0 && has_source(name)) functions.emplace_back(name, &function);
      }
    }
    if (rows.empty() && functions.empty()) paragraph("Nothing: some path executes every line with code.");
    if (e_.result.verdict == engine::Verdict::Unsafe && e_.config.stop_at_first) {
      paragraph("The exploration ended with the finding, so others might reach some of this (--all goes on).");
    } else if (e_.result.waiting > 0) {
      paragraph("States were still waiting when the exploration ended, and might reach some of this.");
    }
    if (!rows.empty()) {
      out_ += "<div class=\"scroll\"><table><tr><th>place</th><th></th><th>kept away by</th><th></th></tr>\n";
      std::size_t left = kMostRows;
      for (const auto& [branch, other] : rows) {
        if (left-- == 0) break;
        out_ += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", place(other), source_of(other),
                            place(branch), source_of(branch));
      }
      out_ += "</table></div>\n";
      if (rows.size() > kMostRows) paragraph(fmt::format("And {} more.", rows.size() - kMostRows));
    }
    if (without_source > 0) {
      paragraph(
          fmt::format("And {} in code whose source is not here, such as libraries.", plural(without_source, "place")));
    }
    if (functions.empty()) return;
    std::string names;
    for (const auto& [file, function] : functions) names += (names.empty() ? "" : ", ") + code(function->name);
    paragraph("Functions that no path called: " + names + ".");
  }

  void source() {
    section("source", e_.has_all_paths ? "Source with coverage of all paths" : "Source with coverage of some paths");
    paragraph(
        "The number is how often the exploration executed a line; what paths have in common counts once. "
        "A yellow line has a branch that went one way only, a red one was never executed.");
    for (const auto& [name, file] : e_.coverage) {
      const auto* lines = sources_.lines(name);
      const auto hit =
          static_cast<std::size_t>(std::ranges::count_if(file.lines, [](const auto& l) { return l.second > 0; }));
      if (!lines || hit == 0) continue;
      out_ += fmt::format("<details{}><summary>{} <span class=\"dim\">{} of {} lines, {}</span></summary>\n",
                          hit < file.lines.size() || e_.coverage.size() == 1 ? " open=\"\"" : "", code(name), hit,
                          file.lines.size(), plural(file.branches.size(), "branch instruction"));
      std::map<int, std::uint64_t> forks;
      std::set<int> one_way;
      for (const auto& branch : file.branches) {
        const auto& count = branch.count;
        if (count.executed > 0 && (count.taken == 0 || count.taken == count.executed)) one_way.insert(branch.line);
        const auto found = e_.result.hart.forks_at.find(branch.pc);
        if (found != e_.result.hart.forks_at.end()) forks[branch.line] += found->second;
      }
      out_ += "<div class=\"scroll\"><table class=\"source\">\n";
      for (int number = 1; number <= static_cast<int>(lines->size()); ++number) {
        const auto found = file.lines.find(number);
        const bool has_code = found != file.lines.end();
        const char* kind = !has_code ? "" : found->second == 0 ? "miss" : one_way.contains(number) ? "half" : "hit";
        out_ += fmt::format(
            "<tr id=\"{}\" class=\"{}\"><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
            "class=\"n\">{}</td><td>{}</td></tr>\n",
            anchor(name, number), kind, number, has_code ? std::to_string(found->second) : "",
            forks.contains(number) ? plural(forks[number], "fork") : "",
            marked_up((*lines)[static_cast<std::size_t>(number) - 1]));
      }
      out_ += "</table></div></details>\n";
    }
  }

  // Rows with a bar, the largest first. `label` makes the cells between the number and the bar.
  void bars(std::string_view header, std::vector<std::pair<double, std::string>> rows,
            const std::function<std::string(double)>& number) {
    std::ranges::stable_sort(rows, std::greater<>{}, [](const auto& row) { return row.first; });
    if (rows.size() > kMostRows) rows.resize(kMostRows);
    if (rows.empty() || rows.front().first <= 0) return paragraph("None.");
    out_ += fmt::format("<div class=\"scroll\"><table><tr>{}</tr>\n", header);
    for (const auto& [value, label] : rows) {
      out_ += fmt::format(
          "<tr><td class=\"n\">{}</td><td class=\"bars\"><div class=\"bar\" "
          "style=\"width:{:.1f}%\"></div></td>{}</tr>\n",
          number(value), 100 * value / rows.front().first, label);
    }
    out_ += "</table></div>\n";
  }

  void paths() {
    section("paths", "Where paths come from");
    std::vector<std::pair<double, std::string>> rows;
    for (const auto& [pc, count] : e_.result.hart.forks_at) {
      rows.emplace_back(static_cast<double>(count), fmt::format("<td>{}</td><td>{}</td>", place(pc), source_of(pc)));
    }
    bars("<th>forks</th><th></th><th>place</th><th>source</th>", std::move(rows),
         [](double value) { return fmt::format("{:.0f}", value); });
    if (e_.result.tree && e_.result.tree->nodes().size() > 1) {
      out_ += "<h3>The tree of forks</h3>\n";
      paragraph(
          "By source line: where paths part, how many take each side, and how they end. A loop is one line, however "
          "often "
          "paths go round; a branch that jumps is one of the machine code, so its condition may be the opposite of "
          "the source's.");
      out_ += tree_details(*e_.result.tree, e_.debug);
    }
    out_ += "<h3>How states ended</h3>\n";
    std::vector<std::pair<double, std::string>> ends;
    for (const engine::TerminationRow& row : engine::kTerminations) {
      const auto count = e_.result.ended.find(row.reason);
      if (count != e_.result.ended.end())
        ends.emplace_back(static_cast<double>(count->second), fmt::format("<td>{}</td>", row.text));
    }
    if (e_.result.waiting > 0) ends.emplace_back(static_cast<double>(e_.result.waiting), "<td>still waiting</td>");
    bars("<th>states</th><th></th><th>end</th>", std::move(ends),
         [](double value) { return fmt::format("{:.0f}", value); });
  }

  void time() {
    section("time", "Where the time went");
    paragraph(fmt::format("{:.2f} s in all, {:.2f} s of them in the solver, {} MiB at most.", e_.result.seconds,
                          e_.result.solver_seconds, e_.result.peak_bytes >> 20));
    for (const engine::TechniqueReport& technique : e_.result.techniques) {
      if (technique.counts.empty() && technique.remarks.empty()) continue;
      out_ += fmt::format("<h3>{}</h3>\n<p>", marked_up(technique.name));
      for (const auto& [name, count] : technique.counts) out_ += fmt::format("{} {}<br/>\n", count, marked_up(name));
      for (const std::string& remark : technique.remarks) out_ += fmt::format("{}<br/>\n", marked_up(remark));
      out_ += "</p>\n";
    }
    if (e_.config.profile) work(*e_.config.profile);
    out_ += "<h3>By solver layer</h3>\n";
    std::vector<std::pair<double, std::string>> rows;
    for (const solver::SolverStatistics& layer : e_.result.solver) {
      rows.emplace_back(layer.seconds,
                        fmt::format("<td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
                                    "<td class=\"n\">{}</td>",
                                    marked_up(layer.layer), layer.asked, layer.sat, layer.unsat, layer.unknown));
    }
    bars("<th>seconds</th><th></th><th>layer</th><th>asked</th><th>sat</th><th>unsat</th><th>unknown</th>",
         std::move(rows), [](double value) { return fmt::format("{:.3f}", value); });
    if (e_.history.points().size() < 3) return;
    curve("Paths done", [](const auto& point) { return static_cast<double>(point.paths); });
    curve("States waiting", [](const auto& point) { return static_cast<double>(point.waiting); });
    curve("Memory, MiB", [](const auto& point) { return static_cast<double>(point.memory_bytes >> 20); });
  }

  // Which lines made the solver work, and which questions took longest.
  void work(const engine::WorkProfile& profile) {
    std::map<std::string, std::pair<std::uint32_t, engine::Work>> lines;
    for (const auto& [pc, work] : profile.by_place()) {
      if (work.questions == 0 && work.forks == 0) continue;
      auto& line = lines.try_emplace(e_.debug.describe(pc), pc, engine::Work{}).first->second;
      line.second += work;
    }
    if (lines.empty()) return;
    out_ += "<h3>By source line</h3>\n";
    std::vector<std::pair<double, std::string>> rows;
    for (const auto& [name, line] : lines) {
      const auto& [pc, work] = line;
      rows.emplace_back(static_cast<double>(work.nanoseconds) / 1e9,
                        fmt::format("<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
                                    "<td>{}</td><td>{}</td>",
                                    work.questions, work.forks, work.ended, pc ? place(pc) : "no line in particular",
                                    pc ? source_of(pc) : ""));
    }
    bars(
        "<th>seconds in the solver</th><th></th><th>questions</th><th>forks</th><th>ends</th><th>place</th>"
        "<th>source</th>",
        std::move(rows), [](double value) { return fmt::format("{:.4f}", value); });
    if (profile.dearest().empty()) return;
    out_ += "<h3>The dearest questions</h3>\n";
    for (const engine::DearQuestion& question : profile.dearest()) dear(question);
  }

  void dear(const engine::DearQuestion& question) {
    static constexpr const char* kAnswers[] = {"satisfiable", "unsatisfiable", "no answer"};
    const std::string line =
        fmt::format("{:.4f} s: {}, {} on the path, {}; {} {}", static_cast<double>(question.nanoseconds) / 1e9,
                    kAnswers[static_cast<int>(question.answer)], plural(question.conjuncts, "condition"),
                    plural(question.nodes, "term"), question.pc ? place(question.pc) : "",
                    question.pc ? source_of(question.pc) : "");
    if (question.text.empty()) {
      out_ += fmt::format("<p>{} (too large to be shown)</p>\n", line);
      return;
    }
    const bool is_cut = question.text.size() > kMostFormula;
    out_ += fmt::format("<details><summary>{}</summary>\n<pre>{}{}</pre>\n</details>\n", line,
                        marked_up(std::string_view(question.text).substr(0, kMostFormula)),
                        is_cut ? "\n; and so on: --log-queries writes what reaches the core solver as a whole" : "");
  }

  void curve(std::string_view title, const std::function<double(const ProgressHistory::Point&)>& value) {
    constexpr double kWidth = 640, kHeight = 120;
    const auto& points = e_.history.points();
    double most = 1;
    for (const auto& point : points) most = std::max(most, value(point));
    std::string line;
    for (const auto& point : points) {
      line += fmt::format("{:.1f},{:.1f} ", kWidth * point.seconds / points.back().seconds,
                          kHeight - kHeight * value(point) / most);
    }
    out_ += fmt::format(
        "<h3>{0}</h3>\n<svg viewBox=\"0 -14 {1} {2}\" width=\"{1}\" role=\"img\" aria-label=\"{0}\"><rect "
        "width=\"{1}\" "
        "height=\"{3}\" fill=\"var(--box)\"/><polyline points=\"{4}\" fill=\"none\" stroke=\"var(--bar)\" "
        "stroke-width=\"2\"/>"
        "<text x=\"0\" y=\"-3\">{5:.0f}</text><text x=\"{1}\" y=\"{6}\" text-anchor=\"end\">{7:.1f} s</text></svg>\n",
        title, kWidth, kHeight + 34, kHeight, line, most, kHeight + 15, points.back().seconds);
  }

  const ReportedExploration& e_;
  Sources sources_;
  std::string out_;
};

}  // namespace

void ProgressHistory::add(const engine::Progress& progress) {
  if (++skipped_ < stride_) return;
  skipped_ = 0;
  points_.push_back({progress.seconds, progress.done.paths, progress.waiting, progress.memory_bytes});
  if (points_.size() < kMost) return;
  for (std::size_t i = 0; 2 * i + 1 < points_.size(); ++i) points_[i] = points_[2 * i + 1];
  points_.resize(points_.size() / 2);
  stride_ *= 2;
}

std::string html_report(const ReportedExploration& exploration) { return Page(exploration).text(); }

}  // namespace janus::app
