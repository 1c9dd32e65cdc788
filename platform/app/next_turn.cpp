#include "app/next_turn.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace janus::app {
namespace {

constexpr double kWorthWaiting = 0.02;  // a part of all paths that is explored
constexpr double kWorthTheWork = 0.2;   // a part of all states that a technique spares

// As explore/automatic.cpp makes them.
struct TechniqueOptions {
  std::string_view turn, options;
};
constexpr TechniqueOptions kTechniques[] = {
    {"plain", "--plain"},
    {"memory", "--plain --check memory"},
    {"fair", "--searcher mixed"},
    {"by value", "--by-value"},
    {"enumerating", "--enumerate"},
    {"by address", "--symbolic-address fork"},
    {"eager merging", "--merge eager"},
    {"merging", "--merge careful --summarize"},
    {"summarizing", "--summarize"},
    {"revisiting changes", "--revisit --revisit-widen changes --revisit-apart endless"},
    {"revisiting exactly", "--revisit --revisit-widen inputs --symbolic-address fork"},
    {"revisiting wholly", "--revisit --revisit-widen inputs --revisit-apart endless"},
    {"revisiting", "--revisit"},
    {"revisiting by address", "--revisit --symbolic-address fork"},
    {"learning", "--learn"},
    {"subsumption", "--summarize --subsume"},
};

}  // namespace

std::string_view options_of_turn(std::string_view turn) {
  const auto found = std::ranges::find(kTechniques, turn, &TechniqueOptions::turn);
  return found == std::end(kTechniques) ? "" : found->options;
}

bool is_technique(std::string_view turn) {
  return turn != "plain" && turn != "memory" && turn != "fair" && !options_of_turn(turn).empty();
}

bool estimate_holds(const std::vector<engine::Turn>& turns, const engine::Turn& turn) {
  constexpr std::uint64_t kFewPaths = 10;
  if (turn.reach.progress <= 0 || turn.reach.paths < kFewPaths) return turn.reach.progress <= 0;
  const double all = static_cast<double>(turn.reach.paths) / turn.reach.progress;
  return std::ranges::none_of(turns,
                              [&](const engine::Turn& other) { return static_cast<double>(other.reach.paths) > all; });
}

double spared_part(const engine::Turn& turn) {
  const auto states = turn.reach.shortcuts + turn.reach.paths + turn.reach.waiting;
  return states == 0 ? 0 : static_cast<double>(turn.reach.shortcuts) / static_cast<double>(states);
}

PromisingTurn promising_turn(const std::vector<engine::Turn>& turns) {
  const auto progress = [&](const engine::Turn& turn) { return estimate_holds(turns, turn) ? turn.reach.progress : 0; };
  const auto most = std::ranges::max_element(turns, {}, progress);
  if (most != turns.end() && progress(*most) >= kWorthWaiting) return {&*most, true};
  // Merged states of a loop without an end go around it for ever.
  const bool ends = std::ranges::any_of(turns, [](const engine::Turn& turn) { return turn.reach.paths > 0; });
  const engine::Turn* best = nullptr;
  for (const engine::Turn& turn : turns) {
    if (!ends && turn.name.ends_with("merging")) continue;
    if (is_technique(turn.name) && (!best || spared_part(turn) > spared_part(*best))) best = &turn;
  }
  return best && spared_part(*best) >= kWorthTheWork ? PromisingTurn{best, false} : PromisingTurn{};
}

std::string advice_of_turns(const engine::ExplorationResult& result, double seconds, bool takes_switches) {
  const bool is_out_of_time = std::ranges::any_of(
      result.gave_up, [](const std::string& reason) { return reason.find("--max-time") != std::string::npos; });
  if (!is_out_of_time || result.turns.empty()) return {};
  const double more = 10 * seconds;
  const PromisingTurn promising = promising_turn(result.turns);
  const std::string_view options = promising.turn ? options_of_turn(promising.turn->name) : "";
  if (options.empty() || !takes_switches) return fmt::format("  may help: --max-time {:g}\n", more);
  const std::string why =
      promising.came_furthest
          ? fmt::format("came through {:.0f} % of the inputs, roughly", 100 * promising.turn->reach.progress)
          : fmt::format("spared {:.0f} % of its states", 100 * spared_part(*promising.turn));
  return fmt::format("  may help: {} --max-time {:g}, since {} {}\n", options, more, promising.turn->name, why);
}

}  // namespace janus::app
