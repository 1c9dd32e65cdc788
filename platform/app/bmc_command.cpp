// janus bmc: bounded model checking. One formula covers every failure that is possible within the bounds.
#include <fmt/format.h>

#include <filesystem>

#include "app/explore_report.h"
#include "app/firmware_options.h"
#include "app/options.h"
#include "app/stop_flag.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

engine::ExplorationConfig bounded_config(const Options& options, const support::FirmwareImage& image,
                                         const Platform& platform) {
  engine::ExplorationConfig config;
  config.hart = symbolic_hart_config(options, image, platform);
  leave_pointers_out(options, config.hart.detectors);
  config.merging = options.text(Option::bmc_merge) == "eager" ? engine::Merging::Eager : engine::Merging::None;
  config.stop_at_first = false;
  config.limits.seconds = options.seconds(Option::max_time).value_or(0);
  config.limits.memory_bytes = memory_limit(options);
  config.limits.instructions = *options.number(Option::bmc_max_instructions);
  config.limits.path_forks = *options.number(Option::bmc_max_forks);
  config.limits.solver_seconds = options.seconds(Option::bmc_solver_timeout).value_or(0);
  config.interrupted = &stop_flag();
  const bool emits = !options.text(Option::emit).empty(), solves = options.flag(Option::solve);
  config.bounded = {.solve = !emits || solves, .core = options.text(Option::bmc_solver), .remarks = {}};
  config.bounded->remarks = {
      fmt::format("janus bmc {}", std::filesystem::path(image.path()).filename().string()),
      fmt::format(
          "satisfiable if an input reaches a {}failed assertion, an exception without a handler, a failing exit",
          config.hart.detectors.has(hart::Detector::division) ? "division by zero, a " : ""),
      fmt::format("or a hook with impossible arguments within {} instructions and {} forks", config.limits.instructions,
                  config.limits.path_forks)};
  return config;
}

// The meaning of the solver's answers; empty unless the formula is unsatisfiable.
std::string outcome(const engine::FormulaStatistics& formula) {
  if (formula.answer != "unsat") return {};
  if (formula.cut == "unsat") return "nothing is wrong, and no input reaches a bound\n";
  return "nothing is wrong within the bounds\n";
}

std::string summary_of_formula(const engine::ExplorationResult& result) {
  const engine::FormulaStatistics& formula = *result.formula;
  std::string text;
  text += fmt::format("formula: {} bad ends, {} paths cut off, {} terms, {} bytes, {}\n", formula.bad_ends,
                      formula.cut_paths, formula.terms, formula.bytes, formula.answer);
  text +=
      fmt::format("{} forks, {} merges, built in {:.2f} s, solved in {:.2f} s, peak memory {} MiB\n", result.hart.forks,
                  result.merging.merges, formula.build_seconds, formula.solve_seconds, result.peak_bytes >> 20);
  return text + outcome(formula);
}

}  // namespace

int bmc_command(const Options& options) {
  auto image = load_firmware(options);
  const Platform machine = platform_with_memory(options);
  adapt(image, machine, options);
  auto config = bounded_config(options, image, machine);
  const std::string emit = options.text(Option::emit);
  ExplorationOutputs outputs = exploration_outputs(options, Option::bmc_out);
  outputs.report = options.text(Option::report);
  program::ExecutionCounts counts;
  engine::WorkProfile profile(engine::WorkProfile::Calls::Ignored);
  if (!outputs.report.empty()) {
    config.counts = &counts;
    config.profile = &profile;
  }
  ExplorationReporter reporter(image, config, std::move(outputs));
  options.require_all_read();
  if (!emit.empty()) support::require_writable_file(emit);

  engine::ExplorationEvents events = reporter.events();
  if (!emit.empty()) {
    events.on_formula = [&](const std::string& script) {
      reporter.errors().attempt([&] { support::write_text_file(emit, script); });
    };
  }
  const engine::ExplorationResult result = engine::explore(image, config, events);
  return reporter.finish(result, summary_of_formula(result));
}

}  // namespace janus::app
