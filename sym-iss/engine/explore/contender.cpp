#include "engine/explore/contender.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/explore/enumeration.h"
#include "engine/explore/renewed.h"
#include "engine/explore/results.h"
#include "engine/state/technique_table.h"
#include "support/resident_memory.h"

namespace janus::engine {

bool Contender::loops_endlessly() const {
  using namespace schedule;
  if (!run || (asks && run->inputs() < kInputsOfLoop) || 4 * std::uint64_t{run->deepest()} < 3 * run->forks())
    return false;
  return run->forks() >= kForksOfLoop || run->inputs() >= kInputsOfLoop ||
         progress.done.instructions >= kInstructionsOfLoop;
}

bool Contender::has_too_many_paths() const {
  using namespace schedule;
  if (result) return true;
  if (forecast.outlook() == Forecast::Outlook::Hopeless) return spent >= kSecondsBeforeOthersIfHopeless;
  return spent >= kSecondsBeforeOthers && !forks_seldom();
}

bool Contender::overtakes(const Contender& plain) const {
  if (ended || forecast.outlook() != Forecast::Outlook::Ends || spent >= plain.spent) return false;
  return spent * plain.forecast.total() > plain.spent * forecast.total();
}

bool Contender::may_come_back() const {
  using namespace schedule;
  if (!run || run->forks() > 0 || run->inputs() >= kInputsOfLoop) return true;
  return run->inputs() > 0 && progress.done.instructions >= kManyInstructions;
}

bool Contender::leads(const Contender& plain) {
  const double explored = forecast.progress();
  if (ended || plain.ended || spent >= plain.spent) return false;
  if (config.searcher != "dfs" || config.merging != Merging::None || explored <= 0 || explored > 1) return false;
  const double needed = plain.forecast.seconds_before(explored);
  const bool has_less_left = schedule::kTimesAsFast * (1 - explored) <= 1 - plain.forecast.progress();
  return led = needed >= (led || has_less_left ? 1 : schedule::kTimesAsFast) * spent;
}

double Contender::seconds_for_others(bool endless, bool collapses, bool all) const {
  using namespace schedule;
  const double usual = kAlternativesFraction * spent;
  if (endless) return std::max(kAlternativesIfEndless * spent, kPlainSeconds);
  if (collapses) {
    const bool is_hopeless = forecast.outlook() == Forecast::Outlook::Hopeless;
    return std::max((is_hopeless ? kAlternativesIfCollapses : kAlternativesIfInReach) * spent, kPlainSeconds);
  }
  switch (forecast.outlook()) {
    case Forecast::Outlook::Ends:
      return std::clamp(kAlternativesFraction * forecast.total(), usual, kEarlyAlternativesFraction * spent);
    case Forecast::Outlook::Open: return all ? std::max(usual, std::min(spent, kMaxSecondsIfOpen)) : usual;
    case Forecast::Outlook::Hopeless: break;
  }
  // The further away the end, the less the plain exploration gets: an equal share, at the least.
  return spent * std::clamp(std::log10(forecast.total() / spent) / 2, 1.0, kMostTimesPlain);
}

Contender* Contender::beside_others(Contender* next, double of_others) {
  using namespace schedule;
  if (spent < kLookFraction * of_others) return this;
  const bool will_end = forecast.outlook() == Forecast::Outlook::Ends;
  return will_end && of_others >= std::max(kShortShareSeconds, kAlternativesFraction * forecast.total()) ? nullptr
                                                                                                         : next;
}

bool Contender::take_turn(double seconds) {
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t before = support::resident_bytes();
  const bool has_ended = turns->advance(seconds);
  const std::uint64_t now = support::resident_bytes();
  grown += now - std::min(now, before);
  on_clock += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  spent = turns->spent();
  forecast.observe(spent, run->progress());
  const std::uint64_t instructions = progress.done.instructions;
  progress = run->report(spent);
  asks = progress.done.instructions == instructions;
  if (has_ended) finish();
  return has_ended;
}

void Contender::finish() {
  cancel();
  result = run->finish();
  over = std::move(run);
  ended = true;
}

void make_alternative(ExplorationConfig& config, const std::string& name, double question_seconds) {
  config.limits.memory_bytes /= 2;
  double& seconds = config.limits.solver_seconds;
  if (question_seconds > 0) seconds = seconds > 0 ? std::min(seconds, question_seconds) : question_seconds;
  if (std::string& log = config.solver.log_queries; !log.empty()) log += "/" + name;
}

void make_room(std::deque<Contender>& contenders, const Contender& next, const Contender& plain) {
  const std::uint64_t limit = next.config.limits.memory_bytes;
  if (limit == 0 || &next == &plain) return;
  while (support::resident_bytes() > limit / 8 * 7) {
    Contender* largest = nullptr;
    for (Contender& each : contenders) {
      const bool may_go = each.run && &each != &next && &each != &plain;
      if (may_go && (!largest || each.grown > largest->grown)) largest = &each;
    }
    if (!largest || largest->grown < limit / 16) return;
    largest->drop();
    support::return_free_memory();
  }
}

std::unique_ptr<ExplorationRun> started(const support::FirmwareImage& image, const ExplorationConfig& config,
                                        const ExplorationEvents& events) {
  if (config.enumerate) return start_enumeration(image, config, events);
  return config.hart.log ? start_renewed_exploration(image, config, events) : start_exploration(image, config, events);
}

double spent_by(const std::deque<Contender>& contenders) {
  double spent = 0;
  for (const Contender& contender : contenders) spent += contender.spent;
  return spent;
}

namespace {

// How many loops --subsume has proved, if it was on and has tried to.
std::optional<std::uint64_t> loops_proved(const Contender& contender) {
  if (!contender.config.techniques.subsume || !(contender.run || contender.result)) return std::nullopt;
  const ExplorationResult result = contender.run ? contender.run->so_far() : *contender.result;
  std::map<std::string, std::uint64_t> counts;
  for (const TechniqueReport& report : result.techniques) {
    if (report.name == "subsume") counts.insert(report.counts.begin(), report.counts.end());
  }
  return counts["loops_tried"] > 0 ? std::optional(counts["loops_proved"]) : std::nullopt;
}

// The options by which an exploration does the same alone.
std::string options_of(const ExplorationConfig& config) {
  std::string options;
  const auto add = [&options](bool is_on, std::string_view text) {
    if (is_on) options += fmt::format("{}{}", options.empty() ? "" : " ", text);
  };
  const RevisitOptions& revisit = config.options.revisit;
  for (const TechniqueRow& technique : kTechniques)
    add(config.techniques.*technique.on, "--" + std::string(technique.name));
  add(config.techniques.revisit && revisit.widen == Widen::Inputs, "--revisit-widen inputs");
  add(config.techniques.revisit && revisit.widen == Widen::Changes, "--revisit-widen changes");
  add(config.techniques.revisit && revisit.widen == Widen::Nothing, "--revisit-widen off");
  add(config.techniques.revisit && revisit.apart == TakeApart::IfEndless, "--revisit-apart endless");
  add(config.merging == Merging::Eager, "--merge eager");
  add(config.merging == Merging::Careful, "--merge careful");
  add(config.enumerate, "--enumerate");
  add(config.hart.by_value, "--by-value");
  add(config.hart.max_load_targets == 1, "--symbolic-address fork");
  add(options.empty(), "--plain");
  add(config.searcher != "dfs", "--searcher " + config.searcher);
  const bool looks_again = config.memory_look && !config.techniques.learn;  // which ignores detectors
  add(config.hart.detectors.check_memory() || looks_again, "--check memory");
  return options;
}

}  // namespace

std::vector<Turn> turns_of(const std::deque<Contender>& contenders) {
  std::vector<Turn> turns;
  for (const Contender& c : contenders) {
    if (c.spent == 0) continue;
    Reach reach = c.run ? c.run->reach() : c.result ? c.result->reach : Reach();
    turns.push_back(
        {c.name, c.spent, c.config.hart.detectors.check_memory(), std::move(reach), loops_proved(c), c.on_clock});
  }
  return turns;
}

Progress progress_of(const std::deque<Contender>& contenders, const Contender& now, std::uint64_t findings,
                     const ExplorationLimits& limits) {
  Progress all = now.progress;
  all.technique = now.name;
  all.findings = findings;
  all.limits = limits;
  all.done = {};
  all.seconds_left.reset();
  for (const Contender& c : contenders) {
    all.done += c.progress.done;
    if (c.ended || !c.progress.seconds_left) continue;
    all.seconds_left = std::min(*c.progress.seconds_left, all.seconds_left.value_or(*c.progress.seconds_left));
  }
  return all;
}

namespace {

// The report on the turns: the time of each contender, and the contender that decided, or null.
TechniqueReport report_turns(const std::vector<Turn>& turns, const Contender* winner) {
  TechniqueReport report{.name = "auto", .counts = {}, .remarks = {}};
  for (const Turn& turn : turns) {
    const std::string name = "ms of " + turn.name;  // two contenders may look for mistakes with memory
    const auto same = std::ranges::find(report.counts, name, [](const auto& count) { return count.first; });
    auto& ms = same == report.counts.end() ? report.counts.emplace_back(name, 0).second : same->second;
    ms += static_cast<std::uint64_t>(turn.seconds * 1000);
  }
  report.remarks.push_back(winner ? fmt::format("decided by the {} exploration", winner->name)
                                  : "no exploration came to a verdict");
  if (winner && !winner->config.replaces_code)  // or else it is a comparison, which has no such options
    report.remarks.push_back("the same alone: " + options_of(winner->config));
  return report;
}

}  // namespace

void add_turns(ExplorationResult& result, std::vector<Turn> turns, const Contender& winner, bool decided) {
  result.techniques.insert(result.techniques.begin(), report_turns(turns, decided ? &winner : nullptr));
  result.hart_of_all.emplace();
  winner.is_known ? add_inputs(*result.hart_of_all, result.hart) : add_hart(*result.hart_of_all, result.hart);
  result.is_of_decider = decided;
  result.turns = std::move(turns);
}

void add_work_of_others(ExplorationResult& result, const std::deque<Contender>& contenders, const Contender& winner) {
  for (const Contender& c : contenders) {
    if (c.result) result.repeatable = result.repeatable && c.result->repeatable;
    if (&c == &winner || !(c.run || c.result)) continue;
    const ExplorationResult part = c.run ? c.run->so_far() : *c.result;
    result.overdue += c.run ? c.run->overdue() : part.overdue;
    add_solver_work(result, part);
    if (result.hart_of_all && !c.is_known) add_hart(*result.hart_of_all, part.hart);
    if (result.hart_of_all && c.is_known) add_inputs(*result.hart_of_all, part.hart);
  }
  result.repeatable = result.repeatable && result.overdue == 0;
}

}  // namespace janus::engine
