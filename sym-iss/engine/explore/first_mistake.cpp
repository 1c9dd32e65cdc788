#include "engine/explore/first_mistake.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/explore/case_maker.h"
#include "engine/explore/exploration_run.h"
#include "engine/explore/findings.h"
#include "engine/explore/memory_look.h"
#include "engine/explore/retrace.h"

namespace janus::engine {
namespace {

// Nobody waits long for it. Counted (term/work_clock.h).
constexpr std::uint64_t kMostForksAlong = 100;
constexpr double kSecondsOfQuestion = 0.002;

// The end of the path, for whoever looks for mistakes with memory and asks about it.
std::optional<Finding> end_along(const TestCase& test_case, const support::FirmwareImage& image,
                                 ExplorationConfig config) {
  SeedBytes bytes;
  for (const TestInput& input : test_case.inputs) bytes.insert(bytes.end(), input.bytes.begin(), input.bytes.end());
  config = memory_look_of(std::move(config));
  config.automatic = config.enumerate = config.cover = config.covering = false;
  config.resumed.reset();
  config.spill.clear();
  config.solver.log_queries.clear();
  config.techniques = {};
  config.merging = Merging::None;
  config.searcher = "dfs";
  config.hart.by_value = false;
  config.hart.seeds = std::make_shared<const std::vector<SeedBytes>>(1, std::move(bytes));
  config.limits.paths = 1;
  config.limits.forks = kMostForksAlong;
  config.limits.solver_seconds = kSecondsOfQuestion;
  config.limits.instructions = test_case.instructions + 1;
  const auto run = start_exploration(image, config, {});
  run->run();
  ExplorationResult result = run->finish();
  return result.findings.empty() ? std::nullopt : std::optional(std::move(result.findings.front()));
}

// The same for who follows it and asks nothing: what accesses are meant for is known of constant addresses alone.
std::optional<Finding> end_followed(const TestCase& test_case, const support::FirmwareImage& image,
                                    SymbolicHartConfig hart, const hart::Detectors& detectors,
                                    std::function<bool()> out_of_time) {
  hart.detectors = detectors;
  const CaseMaker cases(image, hart, 0, std::move(out_of_time));
  auto made = remade(image, hart, cases, test_case, test_case.instructions + 1);
  if (!made || cases.replays(made->finding.test_case) != true) return std::nullopt;
  return std::move(made->finding);
}

}  // namespace

std::optional<Finding> mistake_before(const Finding& finding, const support::FirmwareImage& image,
                                      const ExplorationConfig& config, std::function<bool()> out_of_time) {
  constexpr std::uint64_t kMostInstructions = 1'000'000;  // a second or so
  const TestCase& test_case = finding.test_case;
  const bool asks_already = !config.memory_look || (config.memory_look->on & ~config.hart.detectors.on) == 0;
  if (asks_already || !is_violation(finding) || !test_case.measured()) return std::nullopt;
  if (test_case.instructions > kMostInstructions || !can_retrace(test_case)) return std::nullopt;
  const bool has_devices =
      !test_case.interrupts.empty() ||
      std::ranges::any_of(test_case.inputs, [](const TestInput& input) { return !input.device.empty(); });
  auto first = has_devices ? end_followed(test_case, image, config.hart, *config.memory_look, std::move(out_of_time))
                           : end_along(test_case, image, config);
  if (!first || !detector_of(first->test_case.ending.reason) || place_of(*first) == place_of(finding))
    return std::nullopt;
  first->path = finding.path;
  return first;
}

}  // namespace janus::engine
