// The report's section about what an exploration without a verdict has shown all the same, and how far each exploration
// came that had a turn.
#include <algorithm>
#include <optional>
#include <set>

#include "app/html_page.h"
#include "app/next_turn.h"
#include "app/plural.h"
#include "engine/explore/reach.h"
#include "program/program_loops.h"

namespace janus::app {
namespace {

// The explorations that took turns, or the only one.
std::vector<engine::Turn> turns_of(const ReportedExploration& e) {
  if (!e.result.turns.empty()) return e.result.turns;
  engine::Reach reach = e.result.reach;
  reach.paths = engine::ended_well(e.result);  // of several processes, too
  reach.waiting = e.result.waiting;
  return {{.name = e.config.bounded ? "bounded" : "this one",
           .seconds = e.result.seconds,
           .checks_memory = e.config.hart.detectors.check_memory(),
           .reach = std::move(reach)}};
}

// The one of which every path has most behind it; nothing if that is known of none.
std::optional<engine::Turn> furthest(const std::vector<engine::Turn>& turns) {
  const engine::Turn* best = nullptr;
  for (const engine::Turn& turn : turns) {
    if (!turn.reach.every_path) continue;
    if (!best || turn.reach.every_path->instructions > best->reach.every_path->instructions) best = &turn;
  }
  return best ? std::optional(*best) : std::nullopt;
}

// How often the path of the state that has come least far has gone round the loop; 0 if that is not known.
std::uint64_t rounds(const ReportedExploration& e, const engine::Reach::Least& least, std::uint32_t header) {
  constexpr std::uint64_t kMostFollowed = 2'000'000;  // instructions
  if (!least.shortest || least.instructions == 0 || least.instructions > kMostFollowed) return 0;
  program::ExecutionCounts counts;
  engine::retrace(e.debug.image(), e.config.hart, *least.shortest, least.instructions, &counts);
  return counts.at(header).executed;
}

std::string depth_text(const engine::Reach::Least& least) {
  std::string text = plural(least.instructions, "instruction");
  if (least.inputs > 0) text += fmt::format(", {}", plural(least.inputs, "input"));
  return text;
}

// Of which mistakes the beginning is free by another exploration alone: not all look for mistakes with memory.
std::string memory_text(const std::vector<engine::Turn>& turns, const engine::Turn& best) {
  if (best.checks_memory) return {};
  std::uint64_t with_memory = 0;
  for (const engine::Turn& turn : turns) {
    if (turn.checks_memory && turn.reach.every_path)
      with_memory = std::max<std::uint64_t>(with_memory, turn.reach.every_path->instructions);
  }
  if (with_memory == 0) return ", apart from mistakes with memory";
  return fmt::format(", apart from mistakes with memory, of which there are none in the first {}",
                     plural(with_memory, "instruction"));
}

}  // namespace

std::map<std::uint32_t, std::uint64_t> waiting_by_place(const ReportedExploration& e) {
  std::map<std::uint32_t, std::uint64_t> states;
  for (const engine::Turn& turn : turns_of(e)) {
    for (const auto& [pc, count] : turn.reach.waiting_at) states[pc] += count;
  }
  if (!states.empty() || !e.config.profile) return states;
  for (const auto& [pc, work] : e.config.profile->by_place()) {  // of several processes, which tell no reach
    if (work.waiting > 0) states[pc] = work.waiting;
  }
  return states;
}

std::map<std::uint32_t, engine::Reach::Sides> waiting_by_side(const ReportedExploration& e) {
  std::map<std::uint32_t, engine::Reach::Sides> states;
  for (const engine::Turn& turn : turns_of(e)) {
    for (const auto& [pc, sides] : turn.reach.waiting_sides) {
      states[pc].go_on += sides.go_on;
      states[pc].jump += sides.jump;
    }
  }
  return states;
}

std::optional<std::uint32_t> loop_with_states(HtmlPage& page, const ReportedExploration& e) {
  if (!e.config.profile || !e.config.counts) return std::nullopt;
  const program::ProgramLoops& loops = page.loops();
  const std::map<std::uint32_t, std::uint64_t> waiting = waiting_by_place(e);
  std::optional<std::uint32_t> found;
  std::uint64_t most = 0;
  e.config.counts->for_each([&](std::uint32_t pc, const auto& count) {
    const auto loop = loops.headed_by(pc);
    if (loop == program::ProgramLoops::kNone || count.executed < 2) return;
    std::uint64_t states = 0;
    for (const auto& [place, number] : waiting) states += page.is_in_loop(loop, place) ? number : 0;
    if (states > most || (states == most && found && loops.contains(loop, *found))) {
      most = states;
      found = pc;
    }
  });
  return most > 0 ? found : std::nullopt;
}

std::string shown_in_short(HtmlPage& page, const ReportedExploration& e) {
  std::string text;
  const std::vector<engine::Turn> turns = turns_of(e);
  if (const auto best = furthest(turns); best && best->reach.every_path->instructions > 0) {
    const engine::Reach::Least& least = *best->reach.every_path;
    // Both are known of every path by themselves.
    text = fmt::format(
        "The beginning: whatever the inputs are, the firmware does not fail in its first {} from reset on{}. ",
        plural(least.instructions, "instruction"), memory_text(turns, *best));
    if (const auto loop = loop_with_states(page, e)) {
      const std::uint64_t round = rounds(e, least, *loop);
      if (round > 0) {
        text += fmt::format("(The path that was followed least far is in round {} of the loop at {}.) ", round,
                            page.link(page.loop_line(*loop)));
      }
    }
  }
  std::uint64_t paths = 0;
  for (const engine::Turn& turn : turns) paths = std::max(paths, turn.reach.paths);
  if (e.result.formula && e.result.formula->answer == "unsat") {
    text += fmt::format("Nothing fails on paths of up to {} and {}. ", plural(e.config.limits.path_forks, "fork"),
                        plural(e.config.limits.instructions, "instruction"));
  } else if (turns.size() == 1) {
    text += paths == 0 ? "No path came to its end" : fmt::format("{} ended without a failure", plural(paths, "path"));
    if (e.result.waiting == 1) text += "; 1 state was waiting";
    if (e.result.waiting > 1) text += fmt::format("; {} states were waiting", e.result.waiting);
    text += ". ";
  } else {
    text += paths == 0 ? "No path came to an end in any exploration. "
                       : fmt::format("{} ended without a failure in one exploration. ", plural(paths, "path"));
  }
  std::set<std::string> lines;
  for (const auto& [pc, count] : e.result.of_all().assertions) lines.insert(e.debug.describe(pc));
  if (!lines.empty()) {
    text += fmt::format("{} {} reached, and none has failed. ", plural(lines.size(), "assertion"),
                        lines.size() == 1 ? "was" : "were");
  }
  text.pop_back();
  return text;
}

void write_reach(HtmlPage& page, const ReportedExploration& e) {
  const std::vector<engine::Turn> turns = turns_of(e);
  const auto progress = [&](const engine::Turn& turn) {
    const bool is_told = turn.reach.progress >= 0.001 && estimate_holds(e.result.turns, turn);
    return is_told ? fmt::format("{:.1f} %", 100 * turn.reach.progress) : std::string();
  };
  const bool has_progress = std::ranges::any_of(turns, [&](const auto& turn) { return !progress(turn).empty(); });
  const bool has_spared = std::ranges::any_of(turns, [](const auto& turn) { return turn.reach.shortcuts > 0; });
  const bool has_unknown = std::ranges::any_of(turns, [](const auto& turn) { return !turn.reach.every_path; });
  page.section("shown", "How far each exploration came");
  page.paragraph(fmt::format(
      "<i>Every path</i>: so much of each path is explored, from reset on, and nothing fails in it{}.{} What each "
      "exploration does is told under <a href=\"#time\">Where the time went</a>.",
      has_unknown ? "; — where paths are cut short, so that this is not known" : "",
      has_spared
          ? " <i>Spared</i>: states that were merged, replaced or ended early, which is what the technique is for."
          : ""));
  page.add(fmt::format(
      "<div class=\"scroll\"><table class=\"many\"><tr><th>exploration</th><th>every path</th><th class=\"n\">paths "
      "ended</th><th class=\"n\">waiting</th>{}<th class=\"n\">seconds</th>{}</tr>\n",
      has_spared ? "<th class=\"n\">spared</th>" : "", has_progress ? "<th class=\"n how\">of all</th>" : ""));
  const std::vector<std::string> names = names_of(turns);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const engine::Turn& turn = turns[i];
    const engine::Reach& reach = turn.reach;
    const std::string spared = reach.shortcuts > 0 ? std::to_string(reach.shortcuts) : "";
    page.add(fmt::format(
        "<tr><td>{}</td><td class=\"whole\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>{}<td "
        "class=\"n\">{}</td>{}</tr>\n",
        marked_up(names[i]), reach.every_path ? depth_text(*reach.every_path) : "—", reach.paths, reach.waiting,
        has_spared ? fmt::format("<td class=\"n\">{}</td>", spared) : "", seconds_text(e, real_seconds(e, turn)),
        has_progress ? fmt::format("<td class=\"n how\">{}</td>", progress(turn)) : ""));
  }
  page.add("</table></div>\n");
  std::string remarks;
  if (turns.size() > 1 && std::ranges::any_of(turns, [](const auto& turn) { return turn.on_clock == 0; }))
    remarks = "The time on the clock is divided among the explorations by the work that each has done.";
  if (has_progress) {
    remarks +=
        std::string(remarks.empty() ? "" : " ") +
        "<i>Of all</i> is an estimate: the part of the inputs that was explored, if every fork halved them. It is "
        "not shown where other explorations have shown it to be wrong.";
  }
  if (!remarks.empty()) page.paragraph("<span class=\"dim\">" + remarks + "</span>");
}

}  // namespace janus::app
