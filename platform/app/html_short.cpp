// The report's answers in short: whether paths end, where they come from, what took the time.
#include <algorithm>
#include <map>

#include "app/html_page.h"
#include "app/plural.h"

namespace janus::app {

std::string name_of_decider(const ReportedExploration& e) {
  for (const engine::TechniqueReport& report : e.result.techniques) {
    constexpr std::string_view kBefore = "decided by the ", kBehind = " exploration";
    if (report.name != "auto" || report.remarks.empty()) continue;
    const std::string& remark = report.remarks.front();
    if (remark.starts_with(kBefore) && remark.ends_with(kBehind))
      return remark.substr(kBefore.size(), remark.size() - kBefore.size() - kBehind.size());
  }
  return {};
}

std::string endless_in_short(HtmlPage& page, const ReportedExploration& e) {
  constexpr auto kReason = engine::Termination::Repeats;
  const auto count = e.result.ended.find(kReason);
  const auto first = e.result.first_end.find(kReason);
  const bool is_finding =
      std::ranges::any_of(e.findings, [](const auto& each) { return each.finding.test_case.ending.reason == kReason; });
  if (is_finding || count == e.result.ended.end() || count->second == 0 || first == e.result.first_end.end()) return {};
  return fmt::format(
      "Not always: {} for ever, {}at {}. By default that is no failure; with <code>--check endless</code> it is a "
      "finding, with its inputs.",
      count->second == 1 ? "1 path repeats itself" : fmt::format("{} paths repeat themselves", count->second),
      count->second == 1 ? "" : "the first ", page.place_and_source(first->second));
}

std::string paths_in_short(HtmlPage& page, const ReportedExploration& e) {
  std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> lines;
  std::uint64_t all = 0;
  for (const auto& [pc, count] : e.result.of_all().forks_at) {
    all += count;
    lines.try_emplace(page.decision_key(pc), pc, 0).first->second.second += count;
  }
  if (all == 0) return "There is one path.";
  const auto& most = *std::ranges::max_element(lines, {}, [](const auto& line) { return line.second.second; });
  return fmt::format("{} of {} (where an input decides, and both ways are possible{}) {} at {}", most.second.second,
                     plural(all, "fork"), e.executed_counts ? " for it, or for a widened state" : "",
                     most.second.second == 1 ? "is" : "are", page.decision_and_source(most.second.first));
}

namespace {

// How much of the time the exploration has had that decided, if others had turns.
std::string time_of_decider(const ReportedExploration& e) {
  const std::string name = name_of_decider(e);
  double seconds = 0;
  for (const engine::Turn& turn : e.result.turns) {
    if (turn.name == name) seconds = real_seconds(e, turn);  // of several, the last one
  }
  if (seconds <= 0 || e.result.turns.size() < 2) return {};
  return fmt::format(
      ". The exploration that came to the verdict, <i>{}</i>, took {} s of it; the rest went into others, "
      "which were given up",
      marked_up(name), seconds_text(e, seconds));
}

}  // namespace

std::string time_in_short(HtmlPage& page, const ReportedExploration& e) {
  constexpr double kShort = 0.1;  // seconds
  const DividedSeconds times = divided_seconds(e);
  std::string text = fmt::format(
      "{} s in all: {} s in the solver, which finds out which ways are possible, and {} s for everything else",
      times.all, times.solver, times.rest);
  auto parts = seconds_by_activity(e);
  std::erase_if(parts, [](const auto& part) { return part.first == support::Activity::Solving; });
  if (!parts.empty()) {
    const auto& most = *std::ranges::max_element(parts, {}, [](const auto& part) { return part.second; });
    text += fmt::format("; what took the most of that is <a href=\"#time\">{}</a> ({} s)", activity_text(most.first),
                        seconds_text(e, most.second));
  }
  text += time_of_decider(e);
  if (!e.config.profile || e.result.solver_seconds < kShort) return text + ".";
  std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> lines;
  std::uint64_t all = 0;
  for (const auto& [pc, work] : e.config.profile->by_place()) {
    all += work.nanoseconds;
    if (pc == 0) continue;
    lines.try_emplace(page.decision_key(pc), pc, 0).first->second.second += work.nanoseconds;
  }
  if (all == 0) return text + ".";
  const auto& most = *std::ranges::max_element(lines, {}, [](const auto& line) { return line.second.second; });
  return fmt::format("{}. {:.0f} % of all the time went into the solver's queries at {}", text,
                     100 * static_cast<double>(most.second.second) / static_cast<double>(all) *
                         std::min(1.0, e.result.solver_seconds / e.result.seconds),
                     page.decision_and_source(most.second.first));
}

}  // namespace janus::app
