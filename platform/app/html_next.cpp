// The report's section about what to try next, if an exploration came to no verdict: the command that the figures of
// this exploration speak for, and others behind a click. The table of docs/guide.md says which technique fits which
// firmware.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "app/html_page.h"
#include "app/next_turn.h"
#include "app/plural.h"
#include "support/resident_memory.h"

namespace janus::app {
namespace {

constexpr std::uint64_t kManyForks = 1000;
constexpr std::string_view kBounded = "--max-forks 20";  // of bmc

class Next {
 public:
  Next(HtmlPage& page, const ReportedExploration& exploration) : page_(page), e_(exploration) {}

  void write() {
    page_.section("next", "What to try next");
    recommend();
    endless();
    questions();
    for (const std::string& reason : e_.result.gave_up) limit(reason);
    paths();
    if (first_) {
      page_.add(fmt::format("<p>{}</p>\n<pre class=\"first\">{}</pre>\n", first_->why, marked_up(first_->command)));
    }
    if (rest_.empty()) return;
    page_.folded("Other commands that may help", [this] {
      page_.add("<ul class=\"next\">\n" + rest_ + "</ul>\n");
      page_.paragraph(
          "<span class=\"dim\">By default the techniques take turns; one that is named has all of the time.</span>");
    });
  }

 private:
  struct Recommended {
    std::string why, command;  // HTML; text
  };
  using Commands = std::vector<std::pair<std::string, std::string>>;  // and when each may help

  // What is known, as HTML, and what may help.
  void advise(const std::string& why, const Commands& commands) {
    rest_ += fmt::format("<li>{}\n<table class=\"stack\">", why);
    for (const auto& [command, when] : commands) {
      if (command.empty()) continue;
      const std::string tried = time_of(command);
      rest_ += fmt::format("<tr><td>{}</td><td class=\"dim\">{}{}{}</td></tr>\n", HtmlPage::code(command), when,
                           when.empty() || tried.empty() ? "" : "; ", tried);
    }
    rest_ += "</table></li>\n";
  }
  // How long explorations with these options had their turns here, with and without checks of memory; empty if none
  // had.
  std::string time_of(const std::string& command) const {
    double seconds = 0;
    std::string_view name;
    for (const engine::Turn& turn : e_.result.turns) {
      const std::string_view options = options_of_turn(turn.name);
      const bool is_same = !options.empty() && (command == exploring(std::string(options)) ||
                                                command == exploring(std::string(options) + time_option()));
      if (!is_same || turn.seconds <= 0) continue;
      seconds += real_seconds(e_, turn);
      name = turn.name;
    }
    if (name.empty()) return {};
    return fmt::format("it had {} s here, as <i>{}</i>, and did not decide", seconds_text(e_, seconds),
                       marked_up(name));
  }
  void recommend_if_none(const std::string& why, std::string command) {
    if (!first_ && !command.empty()) first_ = {why, std::move(command)};
  }

  std::string exploring(const std::string& options) const {
    if (e_.command_line.is_known()) return e_.command_line.exploring(options);
    return fmt::format("janus explore {} {}", e_.debug.image().path(), options);
  }
  std::string bounded() const {
    if (e_.command_line.is_known()) return e_.command_line.bounded(kBounded);
    return fmt::format("janus bmc {} {}", e_.debug.image().path(), kBounded);
  }
  // The same with a higher limit.
  std::string with(std::string_view option, const std::string& value) const {
    if (e_.command_line.is_known()) return e_.command_line.with(option, value);
    return fmt::format("janus {} {} --{} {}", e_.config.bounded ? "bmc" : "explore", e_.debug.image().path(), option,
                       value);
  }
  // Ten times the seconds, if they were limited.
  std::string time_option() const {
    const double seconds = e_.config.limits.seconds;
    return seconds > 0 ? fmt::format(" --max-time {:g}", seconds * 10) : "";
  }

  bool ends() const {
    return std::ranges::any_of(e_.result.ended, [](const auto& end) {
      return end.second > 0 && engine::row(end.first).consequence == engine::Consequence::Normal;
    });
  }
  bool was_given_up_for(std::string_view option) const {
    return std::ranges::any_of(e_.result.gave_up,
                               [&](const std::string& reason) { return reason.find(option) != std::string::npos; });
  }
  // Whether a technique was chosen by hand.
  bool chose(bool engine::TechniqueSwitches::*technique) const {
    return !e_.config.automatic && e_.config.techniques.*technique;
  }

  // The command that the figures speak for.
  void recommend() {
    const bool by_hand = !e_.config.automatic && !e_.config.bounded && e_.config.hart.interrupts.empty();
    if (by_hand) {
      recommend_if_none(
          "One way of exploring was chosen by hand. By default the techniques take turns, and often need far fewer "
          "paths:",
          exploring(e_.config.limits.seconds > 0 ? fmt::format("--max-time {:g}", e_.config.limits.seconds)
                                                 : "--max-time 60"));
      return;
    }
    if (!was_given_up_for("--max-time")) return;  // then a limit is the first thing to change
    const PromisingTurn promising = promising_turn(e_.result.turns);
    if (!promising.turn) return wait();
    promising.came_furthest ? go_on(*promising.turn) : spare(*promising.turn);
  }

  void wait() {
    const bool took_technique =
        std::ranges::any_of(e_.result.turns, [](const engine::Turn& turn) { return is_technique(turn.name); });
    if (!ends() && !e_.config.bounded) {
      const auto loop = loop_with_states(page_, e_);
      recommend_if_none(
          fmt::format(
              "The firmware does not end{}{}. A bounded check finds what is near, and says of nothing behind it "
              "that it is safe:",
              loop ? ": it stays in the loop at " + page_.link(page_.loop_line(*loop)) : "",
              took_technique ? ", and no technique has made its states much fewer" : ""),
          bounded());
    }
    recommend_if_none("No exploration was near its end. More time is all that the figures speak for:",
                      with("max-time", fmt::format("{:g}", e_.config.limits.seconds * 10)));
  }

  void go_on(const engine::Turn& turn) {
    // The estimate is that every fork halves what is left, which may be far off.
    constexpr double kMargin = 10, kMostTimes = 200;
    const double factor = std::min(kMostTimes, kMargin / turn.reach.progress);
    const double spent = real_seconds(e_, turn);
    const double seconds = std::ceil(std::max(e_.config.limits.seconds, factor * spent));
    recommend_if_none(
        fmt::format("By a rough estimate (every fork halves the inputs), the exploration <i>{}</i> came furthest: "
                    "through {:.0f} % of them in its {} s of the time. This command gives it {:.0f} s alone:",
                    marked_up(turn.name), 100 * turn.reach.progress, seconds_text(e_, spent), seconds),
        exploring(fmt::format("{} --max-time {:g}", options_of_turn(turn.name), seconds)));
  }

  void spare(const engine::Turn& turn) {
    recommend_if_none(
        fmt::format(
            "Of the techniques that save paths, <i>{}</i> has saved the largest part: of the {} that it came to "
            "in its {} s, {} need not be explored any more, since others do the same{}. This command gives "
            "it all of the time, which others have shared so far:",
            marked_up(turn.name), plural(turn.reach.shortcuts + turn.reach.paths + turn.reach.waiting, "state"),
            seconds_text(e_, real_seconds(e_, turn)), turn.reach.shortcuts,
            turn.reach.waiting > 0
                ? fmt::format("; {} left",
                              turn.reach.waiting == 1 ? std::string("1 is") : fmt::format("{} are", turn.reach.waiting))
                : ""),
        exploring(std::string(options_of_turn(turn.name)) + time_option()));
  }

  void endless() {
    if (e_.result.waiting == 0 || ends() || e_.config.bounded) return;
    const auto loop = loop_with_states(page_, e_);
    Commands commands;
    const std::string seconds = time_option();
    if (!chose(&engine::TechniqueSwitches::revisit)) {
      commands.emplace_back(exploring("--revisit" + seconds),
                            "if it has finitely many states: a state machine, a protocol");
      commands.emplace_back(exploring("--revisit --revisit-widen off" + seconds), "if its states are some thousands");
    }
    // What has proved no loop of this firmware has nothing to speak for it.
    const bool has_proved_none = std::ranges::any_of(
        e_.result.turns, [](const engine::Turn& turn) { return turn.loops_proved == std::uint64_t{0}; });
    if (!chose(&engine::TechniqueSwitches::subsume) && !has_proved_none)
      commands.emplace_back(exploring("--subsume" + seconds), "if it keeps an invariant between numbers");
    commands.emplace_back(bounded(),
                          "all paths up to their 20th fork: finds what is near, and proves nothing of what follows");
    advise(loop ? "The firmware does not end: no path has left the loop at " + page_.loop_and_source(*loop) + "."
                : "The firmware does not end: no path has come to an end.",
           commands);
  }

  void questions() {
    std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> lines;
    std::uint64_t all = 0;
    for (const auto& [pc, count] : e_.result.of_all().gave_up_at) {
      lines.try_emplace(page_.decision_key(pc), pc, 0).first->second.second += count;
      all += count;
    }
    if (all == 0) return;
    const auto& most = *std::ranges::max_element(lines, {}, [](const auto& line) { return line.second.second; });
    const std::string longer = with("solver-timeout", fmt::format("{:g}", e_.config.limits.solver_seconds * 10));
    const std::string where =
        lines.size() == 1 ? (all == 1 ? "it is" : "all") : fmt::format("{} of them", most.second.second);
    const std::string why = fmt::format(
        "<span id=\"unanswered\">The solver has left {} without an answer</span>{}; {} at {}.", plural(all, "query"),
        e_.result.hart_of_all && all > 1 ? " (of all explorations together, which may have asked the same)" : "", where,
        page_.decision_and_source(most.second.first));
    const char* const other = "if the words in question are computed from a byte or two";
    const std::string by_value = e_.config.hart.by_value ? std::string() : exploring("--by-value");
    if (e_.result.waiting == 0) {
      first_ = {why + " Nothing else is open. More time for each query:", longer};
      if (!by_value.empty()) advise("Where the solver has no answer:", {{by_value, other}});
      return;
    }
    advise(why, {{longer, "more time for each query"}, {by_value, other}});
  }

  // A limit that was reached.
  void limit(const std::string& reason) {
    const engine::ExplorationLimits& limits = e_.config.limits;
    const auto has = [&](std::string_view option) { return reason.find(option) != std::string::npos; };
    const std::string reached = "Given up: " + marked_up(reason) + ".";
    const auto raise = [&](std::string_view option, const std::string& value, Commands more = {}) {
      recommend_if_none(reached + " Nothing else has ended the exploration, so the limit is the first thing to raise:",
                        with(option, value));
      more.insert(more.begin(), {with(option, value), ""});
      advise(reached, more);
    };
    if (has("--max-time")) return raise("max-time", fmt::format("{:g}", limits.seconds * 10));
    if (has("--max-memory")) {
      const std::uint64_t there = support::resident_bytes() + support::free_bytes();
      const std::uint64_t more = std::max(limits.memory_bytes, std::min(2 * limits.memory_bytes, there));
      return raise("max-memory", std::to_string(more >> 20), {{"--spill DIR", "beside it: states go to a disk"}});
    }
    if (has("--max-paths")) return raise("max-paths", std::to_string(limits.paths * 10));
    if (has("--max-instructions")) {
      return raise("max-instructions", std::to_string(limits.instructions * 10),
                   {{chose(&engine::TechniqueSwitches::summarize) ? std::string() : exploring("--summarize"),
                     "if a long loop is the reason"}});
    }
    if (has("--max-forks"))
      return raise("max-forks", std::to_string((e_.config.bounded ? limits.path_forks : limits.forks) * 10));
  }

  // Too many paths, though they end; addresses that depend on inputs.
  void paths() {
    if (e_.config.bounded) return;
    const engine::SymbolicHartStatistics& counts = e_.result.of_all();
    const bool forks_by_address = !e_.config.automatic && e_.config.hart.max_load_targets == 1;
    if (counts.symbolic_addresses > 0 && !forks_by_address) {
      const std::string with =
          chose(&engine::TechniqueSwitches::revisit) ? "--symbolic-address fork --revisit" : "--symbolic-address fork";
      advise(
          fmt::format("Inputs choose addresses: {} with several targets.", plural(counts.symbolic_addresses, "access")),
          {{exploring(with), "a path for each target, with simpler queries"}});
    }
    if (e_.result.waiting == 0 || counts.forks < kManyForks) return;
    Commands commands;
    if (e_.config.merging == engine::Merging::None || e_.config.automatic)
      commands.emplace_back(exploring("--merge eager"),
                            "if it decides many things that meet again: flags, filters, parsers");
    if (!e_.config.hart.by_value)
      commands.emplace_back(exploring("--by-value"), "if it computes long on a byte or two");
    if (ends() && !chose(&engine::TechniqueSwitches::revisit)) {
      commands.emplace_back(exploring("--revisit --symbolic-address fork"),
                            "if paths come to the same state: sorts, schedulers, allocators");
    }
    if (!commands.empty())
      advise(fmt::format("There are many paths: {} so far.", plural(counts.forks, "fork")), commands);
  }

  HtmlPage& page_;
  const ReportedExploration& e_;
  std::optional<Recommended> first_;
  std::string rest_;  // the rows of other commands
};

}  // namespace

void write_next(HtmlPage& page, const ReportedExploration& exploration) { Next(page, exploration).write(); }

}  // namespace janus::app
