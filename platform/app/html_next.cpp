// The report's section about what to try next, if an exploration came to no verdict: commands, chosen by what is known
// of this firmware and this exploration. The table of docs/guide.md says which technique fits which firmware.
#include <algorithm>
#include <optional>

#include "app/html_page.h"
#include "app/plural.h"
#include "program/program_loops.h"

namespace janus::app {
namespace {

constexpr std::uint64_t kManyForks = 1000;
constexpr std::string_view kBounded = "--max-forks 20";  // of bmc

class Next {
 public:
  Next(HtmlPage& page, const ReportedExploration& exploration) : page_(page), e_(exploration) {}

  void write() {
    page_.section("next", "What to try next");
    page_.add("<ul class=\"next\">\n");
    endless();
    questions();
    for (const std::string& reason : e_.result.gave_up) limit(reason);
    paths();
    page_.add("</ul>\n");
    page_.paragraph(
        "<span class=\"dim\">Add the other options of this exploration, such as --symbolic, to the commands. By "
        "default "
        "the techniques take turns; one that is named has all of the time.</span>");
  }

 private:
  // What is known, as HTML, and what may help.
  void advise(const std::string& why, const std::vector<std::pair<std::string, std::string>>& commands) {
    page_.add(fmt::format("<li>{}\n<table class=\"stack\">", why));
    for (const auto& [options, when] : commands) {
      page_.add(fmt::format("<tr><td>{}</td><td class=\"dim\">{}</td></tr>\n", HtmlPage::code(command(options)), when));
    }
    page_.add("</table></li>\n");
  }
  std::string command(const std::string& options) const {
    const bool is_bounded = e_.config.bounded || options == kBounded;
    return fmt::format("janus {} {} {}", is_bounded ? "bmc" : "explore", e_.debug.image().path(), options);
  }

  // The loop in which most states wait, the outermost of several; nothing if none waits in a loop.
  std::optional<std::uint32_t> loop_with_states() const {
    if (!e_.config.profile || !e_.config.counts) return std::nullopt;
    const program::ProgramLoops loops(e_.debug.image());
    std::map<std::uint32_t, std::uint64_t> waiting;
    for (const auto& [pc, work] : e_.config.profile->by_place()) {
      if (work.waiting > 0) waiting[pc] = work.waiting;
    }
    std::optional<std::uint32_t> found;
    std::uint64_t most = 0;
    e_.config.counts->for_each([&](std::uint32_t pc, const auto& count) {
      const auto loop = loops.headed_by(pc);
      if (loop == program::ProgramLoops::kNone || count.executed < 2) return;
      std::uint64_t states = 0;
      for (const auto& [place, number] : waiting) states += loops.contains(loop, place) ? number : 0;
      if (states > most || (states == most && found && loops.contains(loop, *found))) {
        most = states;
        found = pc;
      }
    });
    return most > 0 ? found : std::nullopt;
  }

  bool ends() const {
    return std::ranges::any_of(e_.result.ended, [](const auto& end) {
      return end.second > 0 && engine::row(end.first).consequence == engine::Consequence::Normal;
    });
  }

  // Whether a technique was chosen by hand.
  bool chose(bool engine::TechniqueSwitches::*technique) const {
    return !e_.config.automatic && e_.config.techniques.*technique;
  }

  void endless() {
    if (e_.result.waiting == 0 || ends() || e_.config.bounded) return;
    const auto loop = loop_with_states();
    std::vector<std::pair<std::string, std::string>> commands;
    const std::string seconds = time_option();
    if (!chose(&engine::TechniqueSwitches::revisit)) {
      commands.emplace_back("--revisit" + seconds, "if it has finitely many states: a state machine, a protocol");
      commands.emplace_back("--revisit --revisit-widen off" + seconds, "if its states are some thousands");
    }
    if (!chose(&engine::TechniqueSwitches::subsume))
      commands.emplace_back("--subsume" + seconds, "if it keeps an invariant between numbers");
    commands.emplace_back(std::string(kBounded),
                          "all paths up to their 20th fork: finds what is near, and proves nothing of what follows");
    advise(loop ? "The firmware does not end: no path has left the loop at " + page_.place_and_source(*loop) + "."
                : "The firmware does not end: no path has come to an end.",
           commands);
  }

  // So many seconds, if they were limited.
  std::string time_option() const {
    const double seconds = e_.config.limits.seconds;
    return seconds > 0 ? fmt::format(" --max-time {:g}", seconds * 10) : "";
  }

  void questions() {
    std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> lines;
    std::uint64_t all = 0;
    for (const auto& [pc, count] : e_.result.counts().gave_up_at) {
      lines.try_emplace(e_.debug.describe(pc), pc, 0).first->second.second += count;
      all += count;
    }
    if (all == 0) return;
    const auto& most = *std::ranges::max_element(lines, {}, [](const auto& line) { return line.second.second; });
    const double seconds = e_.config.limits.solver_seconds;
    advise(fmt::format("{} of the solver had no answer, {} of them at {}.", plural(all, "question"), most.second.second,
                       page_.place_and_source(most.second.first)),
           {{fmt::format("--solver-timeout {:g}", seconds * 10), "more time for each question"},
            {"--by-value", "if the words in question are computed from a byte or two"}});
  }

  // A limit that was reached.
  void limit(const std::string& reason) {
    const engine::ExplorationLimits& limits = e_.config.limits;
    const auto has = [&](std::string_view option) { return reason.find(option) != std::string::npos; };
    const std::string reached = "Given up: " + marked_up(reason) + ".";
    if (has("--max-time")) return advise(reached, {{fmt::format("--max-time {:g}", limits.seconds * 10), ""}});
    if (has("--max-memory"))
      return advise(reached,
                    {{fmt::format("--max-memory {}", limits.memory_bytes >> 19), "or --spill DIR, on a disk"}});
    if (has("--max-paths")) return advise(reached, {{fmt::format("--max-paths {}", limits.paths * 10), ""}});
    if (has("--max-instructions")) {
      return advise(reached, {{fmt::format("--max-instructions {}", limits.instructions * 10), ""},
                              {"--summarize", "if a long loop is the reason"}});
    }
    if (has("--max-forks"))
      return advise(reached,
                    {{fmt::format("--max-forks {}", (e_.config.bounded ? limits.path_forks : limits.forks) * 10), ""}});
  }

  // Too many paths, though they end; addresses that depend on inputs.
  void paths() {
    if (e_.config.bounded) return;
    const engine::SymbolicHartStatistics& counts = e_.result.counts();
    if (counts.symbolic_addresses > 0) {
      const std::string with =
          chose(&engine::TechniqueSwitches::revisit) ? "--symbolic-address fork --revisit" : "--symbolic-address fork";
      advise(fmt::format(
                 "Inputs choose addresses: {} with several targets.",
                 counts.symbolic_addresses == 1 ? "1 access" : fmt::format("{} accesses", counts.symbolic_addresses)),
             {{with, "a path for each target, with simpler questions"}});
    }
    if (e_.result.waiting == 0 || counts.forks < kManyForks) return;
    std::vector<std::pair<std::string, std::string>> commands;
    if (e_.config.merging == engine::Merging::None || e_.config.automatic)
      commands.emplace_back("--merge eager", "if it decides many things that meet again: flags, filters, parsers");
    if (!e_.config.hart.by_value) commands.emplace_back("--by-value", "if it computes long on a byte or two");
    if (ends() && !chose(&engine::TechniqueSwitches::revisit)) {
      commands.emplace_back("--revisit --symbolic-address fork",
                            "if paths come to the same state: sorts, schedulers, allocators");
    }
    if (!commands.empty())
      advise(fmt::format("There are many paths: {} so far.", plural(counts.forks, "fork")), commands);
  }

  HtmlPage& page_;
  const ReportedExploration& e_;
};

}  // namespace

void write_next(HtmlPage& page, const ReportedExploration& exploration) { Next(page, exploration).write(); }

}  // namespace janus::app
