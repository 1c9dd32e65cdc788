// The report's sections about where paths come from and where the time went.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "app/html_page.h"
#include "app/next_turn.h"
#include "app/plural.h"
#include "app/tree_report.h"
#include "program/program_loops.h"
#include "support/contract.h"

namespace janus::app {
namespace {

constexpr std::string_view kTurns = "auto", kOfTurn = "ms of ";  // of the report on turns (explore/automatic.cpp)
constexpr std::size_t kMostFormula = 40;                         // lines
constexpr double kShort = 0.01, kShortQuestion = 0.1;            // seconds; what took less is not told

std::string count_text(double value) { return fmt::format("{:.0f}", value); }

bool took_turns(const ReportedExploration& e) {
  return std::ranges::any_of(e.result.techniques, [](const auto& technique) { return technique.name == kTurns; });
}

// The machine code of a line is one row.
using PlacesByLine = std::map<std::string, std::pair<std::uint32_t, std::uint64_t>>;

class Paths {
 public:
  Paths(HtmlPage& page, const ReportedExploration& exploration) : page_(page), e_(exploration) {}

  void write() {
    page_.section("paths", "Where paths come from");
    PlacesByLine lines;
    for (const auto& [pc, count] : e_.result.of_all().forks_at)
      lines.try_emplace(page_.decision_key(pc), pc, 0).first->second.second += count;
    if (lines.empty()) page_.paragraph("There is one path: no input decides anything.");
    if (const std::string remark = remark_on_turns(e_); !remark.empty() && !lines.empty()) page_.paragraph(remark);
    if (!lines.empty()) bars_of(lines, "forks");
    if (!lines.empty() && e_.executed_counts) {
      page_.paragraph(
          "Forks of <a href=\"#words\">widened</a> states are among them: such a state also parts where one of both "
          "ways "
          "is impossible for every input.");
    }
    if (e_.result.tree && e_.result.tree->nodes().size() > 1) {
      page_.heading("The tree of forks");
      page_.paragraph(std::string("By source line: where paths part, to which line each side goes or, where the "
                                  "machine code does not tell, how the condition comes out, how many paths "
                                  "ended there and how, and how "
                                  "many states wait. A loop is one line, however often paths go round.") +
                      of_plain());
      page_.add(tree_details(*e_.result.tree, e_.debug,
                             {.place = [this](std::uint32_t pc) { return page_.decision_and_source(pc); },
                              .side = [this](std::uint32_t pc, bool jumps) { return page_.side_text(pc, jumps); }}));
    }
    if (!e_.config.tree && e_.config.profile && !e_.config.bounded) {
      page_.paragraph(
          "The tree of forks is not drawn with --checkpoint, --resume, --spill and --jobs, which do not write it "
          "down.");
    }
    ends();
    if (e_.config.counts) loops();
  }

 private:
  std::string_view which() const { return e_.result.is_of_decider ? "which came to the verdict" : "<i>plain</i>"; }
  // Behind a sentence, if the counts are those of one exploration of several.
  std::string of_plain() const {
    if (!e_.result.hart_of_all) return {};
    return fmt::format(" This is the tree of one exploration, {}, with {} of the {} forks of all.", which(),
                       e_.result.hart.forks, e_.result.hart_of_all->forks);
  }

  void ends() {
    page_.heading("How paths ended");
    if (e_.result.hart_of_all) page_.paragraph(fmt::format("Those of one exploration, {}.", which()));
    std::vector<HtmlPage::Bar> ends;
    for (const engine::TerminationRow& row : engine::kTerminations) {
      const auto count = e_.result.ended.find(row.reason);
      if (count != e_.result.ended.end()) ends.push_back({static_cast<double>(count->second), std::string(row.text)});
    }
    if (const std::uint64_t states = merged(); states > 0)
      ends.push_back({static_cast<double>(states), std::string(kMerged)});
    page_.bars({"end", "paths"}, std::move(ends), count_text);
    cut_short();
    if (e_.result.waiting > 0) waiting();
  }

  // States that became part of another one, as far as the tree has them.
  std::uint64_t merged() const { return e_.result.tree ? merged_states(*e_.result.tree) : 0; }

  // The command's number of paths has no path that a technique has cut short, and here they are.
  void cut_short() {
    std::uint64_t all = merged(), cut = merged();
    for (const auto& [reason, count] : e_.result.ended) {
      all += count;
      cut += engine::row(reason).consequence == engine::Consequence::Pruned ? count : 0;
    }
    if (cut == 0) return;
    std::string text = fmt::format(
        "{} in all, {} of them cut short: what follows there is known from others, {}or does not happen. The command "
        "counts {} as paths",
        plural(all, "path"), cut, merged() > 0 ? "goes on in another path, " : "",
        all == cut ? "none of them" : fmt::format("the other {}", all - cut));
    if (e_.result.tree && e_.result.tree->nodes().size() > 1) text += "; the tree above has all";
    page_.paragraph(text + ".");
  }

  // Where states were when the exploration ended.
  void waiting() {
    PlacesByLine lines;
    std::uint64_t here = 0, all = e_.result.turns.empty() ? e_.result.waiting : 0;
    for (const auto& [pc, states] : waiting_by_place(e_)) {
      lines.try_emplace(page_.decision_key(pc), pc, 0).first->second.second += states;
      here += states;
    }
    for (const engine::Turn& turn : e_.result.turns) all += turn.reach.waiting;
    if (lines.empty()) return;
    page_.heading("Where states were still waiting");
    std::string text = e_.result.turns.empty() ? fmt::format("{} in all", plural(all, "state"))
                                               : fmt::format("{}, of all explorations together", plural(all, "state"));
    if (all > here)
      text += fmt::format("; for {} of them there is no place, as for values still to be tried", all - here);
    page_.paragraph(text + ".");
    bars_of(lines, "waiting");
  }

  void bars_of(const PlacesByLine& lines, std::string_view what) {
    std::vector<HtmlPage::Bar> rows;
    for (const auto& [line, place] : lines)
      rows.push_back(
          {static_cast<double>(place.second), page_.decision_and_source(place.first), {}, page_.is_own(place.first)});
    page_.bars({"place", what}, std::move(rows), count_text);
  }

  // What happened in a loop of the source, its inner loops included. Compilers make several loops of one.
  struct Loop {
    std::string place;  // HTML
    bool is_own;
    std::vector<program::ProgramLoops::LoopNumber> copies;
    std::uint64_t rounds = 0, forks = 0, waiting = 0;
    std::string fate(bool knows_all) const {
      if (waiting > 0 && !knows_all) return fmt::format("{} still in it", plural(waiting, "state"));
      if (forks == 0) return "no path forks in it";
      return knows_all ? "every path has left it, or ended in it" : "paths fork in it";
    }
  };

  // Loops of the source.
  std::vector<Loop> executed_loops() {
    std::map<std::string, Loop> found;
    const program::ExecutionCounts& counts = e_.executed_counts ? *e_.executed_counts : *e_.config.counts;
    counts.for_each([&](std::uint32_t pc, const auto& count) {
      const auto number = page_.loops().headed_by(pc);
      if (number == program::ProgramLoops::kNone || count.executed < 2) return;
      const support::SourceLocation at = page_.loop_line(pc);
      std::string place = page_.loop_and_source(pc);
      Loop& loop = found.try_emplace(place, Loop{place, page_.is_own(at.file), {}}).first->second;
      loop.copies.push_back(number);
      loop.rounds += count.executed;
    });
    const auto add = [&](std::uint32_t pc, auto&& change) {
      for (auto& [place, loop] : found) {
        if (std::ranges::any_of(loop.copies, [&](auto number) { return page_.is_in_loop(number, pc); })) change(loop);
      }
    };
    for (const auto& [pc, forks] : e_.result.of_all().forks_at) add(pc, [&](Loop& loop) { loop.forks += forks; });
    for (const auto& [pc, states] : waiting_by_place(e_)) add(pc, [&](Loop& loop) { loop.waiting += states; });
    std::vector<Loop> loops;
    for (auto& [place, loop] : found) loops.push_back(std::move(loop));
    return loops;
  }

  void loops() {
    std::vector<Loop> found = executed_loops();
    if (found.empty()) return;
    std::ranges::stable_sort(found, std::greater<>{},
                             [](const Loop& loop) { return std::pair(loop.forks, loop.rounds); });
    const auto others = std::ranges::stable_partition(found, &Loop::is_own);
    const std::size_t own = found.size() - others.size();
    page_.heading("Loops, and what became of them");
    page_.paragraph(
        "Of a loop count its own instructions, with those of loops in it and of functions that are called from nowhere "
        "else. (Whatever has its address in a table may be called by each call through a pointer that was executed.) A "
        "loop that the compiler has unrolled is none in the machine code, and has no row." +
        remark_on_turns(e_));
    if (own > 0) rows_of(std::span(found).first(own));
    if (own == found.size()) return;
    page_.folded(fmt::format("{} of start-up code and libraries", plural(found.size() - own, "loop")),
                 [&] { rows_of(std::span(found).subspan(own)); });
  }

  void rows_of(std::span<const Loop> loops) {
    page_.add(
        "<div class=\"scroll\"><table><tr><th>loop</th><th class=\"n\">forks</th><th>what became of it</th></tr>\n");
    for (const Loop& loop : loops.first(std::min(loops.size(), HtmlPage::kMostRows))) {
      page_.add(fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n", loop.place, loop.forks,
                            loop.fate(is_over(e_))));
    }
    page_.add("</table></div>\n");
    if (loops.size() > HtmlPage::kMostRows)
      page_.paragraph(fmt::format("And {} more.", loops.size() - HtmlPage::kMostRows));
  }

  HtmlPage& page_;
  const ReportedExploration& e_;
};

// What had turns, in their order. Of stored explorations, nothing but counted milliseconds is known.
std::vector<engine::Turn> turns_with_times(const ReportedExploration& e) {
  std::vector<engine::Turn> turns = e.result.turns;
  if (!turns.empty()) return turns;
  for (const engine::TechniqueReport& technique : e.result.techniques) {
    if (technique.name != kTurns) continue;
    for (const auto& [name, count] : technique.counts) {
      turns.push_back({.name = name.starts_with(kOfTurn) ? name.substr(kOfTurn.size()) : name,
                       .seconds = static_cast<double>(count) / 1000});
    }
  }
  return turns;
}

// What an exploration does that takes turns with others (explore/automatic.cpp).
std::string_view meaning_of(std::string_view turn) {
  static const std::map<std::string_view, std::string_view> kMeanings = {
      {"plain", "each path by itself, the deepest first"},
      {"fair", "each path by itself, in turns, so that none starves"},
      {"by value", "a path for each value of an input, where conditions grow too large"},
      {"by address", "a path for each address of an access"},
      {"eager merging", "paths that meet become one"},
      {"merging", "paths that meet become one if that keeps addresses and counters known; loops are summed up"},
      {"summarizing", "a loop becomes a formula"},
      {"revisiting",
       "a path ends where an earlier one was in the same state; what has many values at one place, as a counter, may "
       "be anything (widened)"},
      {"revisiting changes",
       "a path ends where an earlier one was in the same state; whatever changes may be anything, but for what is "
       "asserted of it"},
      {"revisiting exactly",
       "a path ends where an earlier one was in the same state; only bytes that hold an input as it came may be "
       "anything"},
      {"revisiting wholly",
       "a path ends where an earlier one was in the same state, without a path for each value that inputs choose; "
       "only bytes that hold an input as it came may be anything"},
      {"revisiting by address",
       "a path ends where an earlier one was in the same state; a path for each address of an access; what has many "
       "values at one place may be anything (widened)"},
      {"enumerating", "every value of the inputs, one after the other, on a concrete machine"},
      {"learning", "a path ends where one like it was shown to be harmless"},
      {"subsumption", "loops are proved; a path ends in a state that another one covers"},
      {"memory", "each path by itself, with all checks of memory"},
  };
  return text_for(kMeanings, turn);
}

// The option that explores in this way alone, in brackets.
std::string option_text(const engine::Turn& turn) {
  const std::string options(options_of_turn(turn.name));
  const std::string_view check = turn.checks_memory ? " --check memory" : "";
  return options.empty() ? options : fmt::format(" ({})", HtmlPage::code(fmt::format("{}{}", options, check)));
}

// Of a query in SMT-LIB what it asserts, the last condition first, and below what these lines are made of, as far as
// `most` lines go.
std::string part_that_matters(std::string_view query, std::size_t most) {
  std::vector<std::string_view> lines, told;
  std::map<std::string_view, std::string_view, std::less<>> made_by;  // definitions by name
  const auto word_at = [](std::string_view line, std::size_t at) {
    return line.substr(at, line.find_first_of(" ()", at) - at);
  };
  constexpr std::string_view kAssert = "(assert ", kDefine = "(define-fun ";
  for (std::size_t at = 0, end = 0; at < query.size(); at = end + 1) {
    end = std::min(query.find('\n', at), query.size());
    const std::string_view line = query.substr(at, end - at);
    if (line.starts_with(kAssert)) told.push_back(line);
    if (line.starts_with(kDefine)) made_by.emplace(word_at(line, kDefine.size()), line);
  }
  std::ranges::reverse(told);  // the question is the last one
  if (told.size() > most / 2) told.resize(most / 2);
  for (std::size_t i = 0; i < told.size(); ++i) {
    for (std::size_t at = told[i].find_first_of(" ("); at != std::string_view::npos;
         at = told[i].find_first_of(" (", at + 1)) {
      const auto found = made_by.find(word_at(told[i], at + 1));
      if (found == made_by.end() || found->second == told[i] || told.size() == most) continue;
      told.push_back(found->second);
      made_by.erase(found);
    }
  }
  std::string text;
  for (const std::string_view line : told) text += fmt::format("{}\n", line);
  return text;
}

class Time {
 public:
  Time(HtmlPage& page, const ReportedExploration& exploration) : page_(page), e_(exploration) {}

  void write() {
    page_.section("time", "Where the time went");
    const DividedSeconds times = divided_seconds(e_);
    page_.paragraph(fmt::format("{} s in all: {} s in the solver, {} s for everything else. {} MiB of memory at most.",
                                times.all, times.solver, times.rest, most_memory()));
    activities();
    for (const engine::TechniqueReport& technique : e_.result.techniques) {
      if (technique.counts.empty() && technique.remarks.empty()) continue;
      if (technique.name == kTurns) {
        turns(technique);
        continue;
      }
    }
    if (e_.result.solver_seconds >= kShort) {
      if (e_.config.profile) work(*e_.config.profile);
      write_layers(page_, e_);
    }
    if (e_.history.points().size() < 3) return;
    if (!took_turns(e_)) {  // else they would be those of everybody in turn
      curve("Paths ended", [](const auto& point) { return static_cast<double>(point.paths); });
      curve("States waiting", [](const auto& point) { return static_cast<double>(point.waiting); });
    }
    memory();
  }

 private:
  // MiB. The system counts the peak a little later than what is in use.
  std::uint64_t most_memory() const {
    std::uint64_t most = e_.result.peak_bytes;
    for (const ProgressHistory::Point& point : e_.history.points()) most = std::max(most, point.memory_bytes);
    return most >> 20;
  }

  void memory() {
    std::uint64_t top = 0;
    for (const ProgressHistory::Point& point : e_.history.points()) top = std::max(top, point.memory_bytes >> 20);
    const std::uint64_t most = most_memory();
    curve("Memory, MiB", [](const auto& point) { return static_cast<double>(point.memory_bytes >> 20); });
    if (top == 0 || top == most) return;
    page_.paragraph(fmt::format(
        "<span class=\"dim\">The curve shows what was in use at each report of progress. The most, {} MiB, was in use "
        "between two of them.</span>",
        most));
  }

  void activities() {
    std::vector<HtmlPage::Bar> rows;
    for (const auto& [activity, seconds] : seconds_by_activity(e_)) {
      rows.push_back({seconds, std::string(activity_text(activity)),
                      fmt::format("<td class=\"n\">{:.0f} %</td>", 100 * seconds / e_.result.seconds)});
    }
    if (rows.empty()) return;
    page_.heading("By activity");
    page_.bars({"activity", "seconds", "<th class=\"n\">share</th>"}, std::move(rows),
               [this](double value) { return seconds_text(e_, value); });
    page_.paragraph(
        "<span class=\"dim\">Together, these are all of the time, but for the last digit, as each is rounded by "
        "itself. The solver's is measured; the rest is divided by "
        "looking some "
        "hundred times a second at what is going on.</span>");
  }

  void turns(const engine::TechniqueReport& report) {
    page_.heading("By technique");
    std::vector<HtmlPage::Bar> rows;
    bool are_measured = true;
    double outside = e_.result.seconds;
    const std::vector<engine::Turn> turns = turns_with_times(e_);
    const std::vector<std::string> names = names_of(turns);
    for (std::size_t i = 0; i < turns.size(); ++i) {
      const engine::Turn& turn = turns[i];
      are_measured = are_measured && turn.on_clock > 0;
      outside -= turn.on_clock;
      rows.push_back({.value = real_seconds(e_, turn),
                      .about = marked_up(names[i]),
                      .rest = fmt::format("<td class=\"dim\">{}{}{}</td>", meaning_of(turn.name),
                                          turn.checks_memory && turn.name != "memory" ? "; checks memory, too" : "",
                                          option_text(turn)),
                      .is_always_told = true});
    }
    if (!rows.empty()) {
      if (are_measured) {
        rows.push_back({.value = std::max(0.0, outside),
                        .about = "outside of turns",
                        .rest =
                            "<td class=\"dim\">reading the firmware, choosing whose turn it is, and writing what was "
                            "found</td>"});
      }
      const bool are_estimates = !are_measured && rows.size() > 1;
      page_.paragraph(std::string("Explorations take turns until one of them decides.") +
                      (are_estimates ? " The time on the clock is divided among them by the work that each has done, "
                                       "and so is an estimate for each."
                                     : "") +
                      (rows.size() > 1 ? " Together, they are all of the time, but for the last digit." : ""));
      page_.bars({"exploration", "seconds", "<th>what it does</th>"}, std::move(rows),
                 [this](double value) { return seconds_text(e_, value); });
    }
    std::string text;
    for (const std::string& remark : report.remarks) text += (text.empty() ? "" : "; ") + remark;
    if (text.empty()) return;
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    page_.paragraph(marked_up(text) + ".");
  }

  // Which lines made the solver work, and which questions took longest.
  void work(const engine::WorkProfile& profile) {
    std::map<std::string, std::pair<std::uint32_t, engine::Work>> lines;
    std::uint64_t all = 0;  // nanoseconds
    for (const auto& [pc, work] : profile.by_place()) {
      if (work.questions == 0) continue;
      lines.try_emplace(pc ? page_.decision_key(pc) : std::string(), pc, engine::Work{}).first->second.second += work;
      all += work.nanoseconds;
    }
    if (all == 0) return;
    page_.heading("By source line");
    page_.paragraph(fmt::format(
        "The {} s in the solver, divided among lines by samples of its queries; shares are of all the time.{}",
        seconds_text(e_, e_.result.solver_seconds), remark_on_turns(e_)));
    std::vector<HtmlPage::Bar> rows;
    for (const auto& [name, line] : lines) {
      const auto& [pc, work] = line;
      const double part = static_cast<double>(work.nanoseconds) / static_cast<double>(all);
      const double seconds = part * e_.result.solver_seconds, share = std::min(1.0, seconds / e_.result.seconds);
      rows.push_back({seconds,
                      pc ? page_.decision_and_source(pc) : "no line in particular, as where techniques compare states",
                      fmt::format("<td class=\"n\">{:.0f} %</td><td class=\"n\">{}</td>", 100 * share, work.questions),
                      pc == 0 || page_.is_own(pc)});
    }
    page_.bars({"place", "seconds", "<th class=\"n\">share</th><th class=\"n\">queries</th>"}, std::move(rows),
               [this](double value) { return seconds_text(e_, value); });
    dearest(profile, std::min(1.0, e_.result.solver_seconds * 1e9 / static_cast<double>(all)));
  }

  // `scale`: of what was seen to what lines are told to have taken.
  void dearest(const engine::WorkProfile& profile, double scale) {
    const auto is_long = [](const auto& question) {
      return static_cast<double>(question.nanoseconds) >= kShortQuestion * 1e9;
    };
    if (std::ranges::none_of(profile.dearest(), is_long)) return;
    page_.heading("The slowest queries");
    page_.paragraph(
        fmt::format("Those of {} s and more, in SMT-LIB, the language of solvers: what each asks first, behind it the "
                    "conditions of the path, the latest first, and below what they are made of. <code>in0_4of12</code> "
                    "is the first "
                    "input of the path, from its byte 4, "
                    "of 12 bytes.",
                    kShortQuestion));
    for (const engine::DearQuestion& question : profile.dearest()) {
      if (is_long(question)) dear(question, scale);
    }
  }

  void dear(const engine::DearQuestion& question, double scale) {
    static constexpr const char* kAnswers[] = {"satisfiable", "unsatisfiable", "broken off"};
    const std::string line = fmt::format(
        "{} s: {}, {} on the path, {}; {}", seconds_text(e_, static_cast<double>(question.nanoseconds) * scale / 1e9),
        kAnswers[static_cast<int>(question.answer)], plural(question.conjuncts, "condition"),
        plural(question.nodes, "operation"), question.pc ? page_.place_and_source(question.pc) : "");
    if (question.text.empty()) return page_.paragraph(line + " (too large to be shown)");
    const std::string part = part_that_matters(question.text, kMostFormula);
    page_.add(fmt::format("<details><summary>{}</summary>\n<pre>{}</pre>\n", line, marked_up(part)));
    if (part.size() < question.text.size()) page_.folded("The whole query", [&] { page_.preformatted(question.text); });
    page_.add("</details>\n");
  }

  void curve(std::string_view title, const std::function<double(const ProgressHistory::Point&)>& value) {
    constexpr double kWidth = 640, kHeight = 120;
    const auto& points = e_.history.points();
    double most = 0;
    for (const auto& point : points) most = std::max(most, value(point));
    if (most == 0) return;
    std::string line;
    for (const auto& point : points) {
      line += fmt::format("{:.1f},{:.1f} ", kWidth * point.seconds / points.back().seconds,
                          kHeight - kHeight * value(point) / most);
    }
    page_.add(fmt::format(
        "<h3>{0}</h3>\n<svg class=\"curve\" viewBox=\"0 -14 {1} {2}\" width=\"{1}\" role=\"img\" "
        "aria-label=\"{0}\"><rect width=\"{1}\" height=\"{3}\" fill=\"var(--box)\"/><polyline points=\"{4}\" "
        "fill=\"none\" stroke=\"var(--bar)\" stroke-width=\"2\"/><text x=\"0\" y=\"-3\">{5:.0f}</text><text x=\"{1}\" "
        "y=\"{6}\" text-anchor=\"end\">{7:.1f} s</text></svg>\n",
        title, kWidth, kHeight + 34, kHeight, line, most, kHeight + 15, points.back().seconds));
  }

  HtmlPage& page_;
  const ReportedExploration& e_;
};

}  // namespace

std::string seconds_text(const ReportedExploration& exploration, double seconds) {
  constexpr double kLong = 10;  // of which nobody asks for thousandths
  return exploration.result.seconds < kLong ? fmt::format("{:.3f}", seconds) : fmt::format("{:.2f}", seconds);
}

DividedSeconds divided_seconds(const ReportedExploration& exploration) {
  const std::string all = seconds_text(exploration, exploration.result.seconds);
  const std::string solver = seconds_text(exploration, exploration.result.solver_seconds);
  return {all, solver, seconds_text(exploration, std::max(0.0, std::stod(all) - std::stod(solver)))};
}

std::string_view activity_text(support::Activity activity) {
  using support::Activity;
  switch (activity) {
    case Activity::Other: return "taking turns, and whatever else";
    case Activity::StartUp: return "beginning explorations: reading code and loops";
    case Activity::Executing: return "executing instructions";
    case Activity::ExecutingChecked: return "executing instructions with checks of memory";
    case Activity::ConcreteStretch: return "executing what depends on no input, as a simulator does";
    case Activity::Forking: return "forks: copying states";
    case Activity::Comparing: return "comparing and choosing states, and freeing them";
    case Activity::Ending: return "ends of paths: their inputs and test cases";
    case Activity::Enumerating: return "trying values one after the other";
    case Activity::Solving: return "the solver";
    case Activity::Writing: return "findings and progress: writing them, and leaving out inputs";
    case Activity::Over: return "afterwards";
  }
  JANUS_REQUIRE(!"one of the activities");
  return {};
}

std::vector<std::pair<support::Activity, double>> seconds_by_activity(const ReportedExploration& exploration) {
  constexpr std::uint64_t kFewSamples = 50;
  using support::Activity;
  const auto solving = static_cast<std::size_t>(Activity::Solving), over = static_cast<std::size_t>(Activity::Over);
  std::uint64_t samples = 0, known = 0;
  for (std::size_t i = 0; i < exploration.activities.size(); ++i) {
    if (i == over) continue;
    samples += i == solving ? 0 : exploration.activities[i];
    known += i == static_cast<std::size_t>(Activity::Other) ? 0 : exploration.activities[i];
  }
  std::vector<std::pair<Activity, double>> seconds;
  if (samples < kFewSamples || known == 0) return seconds;  // other processes explore, or it was short
  const double rest = std::max(0.0, exploration.result.seconds - exploration.result.solver_seconds);
  for (std::size_t i = 0; i < exploration.activities.size(); ++i) {
    if (i == over) continue;
    const double part = static_cast<double>(exploration.activities[i]) / static_cast<double>(samples);
    seconds.emplace_back(static_cast<Activity>(i), i == solving ? exploration.result.solver_seconds : rest * part);
  }
  return seconds;
}

double real_seconds(const ReportedExploration& exploration, const engine::Turn& turn) {
  if (turn.on_clock > 0) return turn.on_clock;
  double all = 0;
  for (const engine::Turn& each : turns_with_times(exploration)) all += each.seconds;
  return all > 0 ? turn.seconds * exploration.result.seconds / all : turn.seconds;
}

std::vector<std::string> names_of(const std::vector<engine::Turn>& turns) {
  std::vector<std::string> names;
  for (const engine::Turn& turn : turns) {
    const auto differs = [&](const engine::Turn& other) {
      return other.name == turn.name && other.checks_memory != turn.checks_memory;
    };
    std::string name = turn.name;
    if (turn.checks_memory && std::ranges::any_of(turns, differs)) name += " with memory";
    if (std::ranges::find(names, name) != names.end()) name += " again";
    names.push_back(std::move(name));
  }
  return names;
}

std::string remark_on_turns(const ReportedExploration& exploration) {
  return took_turns(exploration) && exploration.result.turns.size() != 1
             ? " The counts are those of all explorations together."
             : "";
}

void write_paths(HtmlPage& page, const ReportedExploration& exploration) { Paths(page, exploration).write(); }
void write_time(HtmlPage& page, const ReportedExploration& exploration) { Time(page, exploration).write(); }

}  // namespace janus::app
