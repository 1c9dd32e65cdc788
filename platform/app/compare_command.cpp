// janus compare: calls a function of two firmwares with the same inputs, and compares what it returns and leaves.
#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "app/explore_report.h"
#include "app/firmware_options.h"
#include "app/options.h"
#include "app/prepared_call.h"
#include "app/stop_flag.h"
#include "call/comparison.h"
#include "devices/memory_map.h"
#include "isa/extensions.h"
#include "support/error.h"
#include "support/standard_streams.h"

namespace janus::app {
namespace {

// The techniques that look at the program before it runs would look at the first firmware. So paths are explored
// separately, by several searchers, or merge where states agree on all that is concrete: then they are in the same one.
engine::Alternatives alternatives() {
  engine::Alternatives alternatives;
  for (const engine::TechniqueRow& technique : engine::kTechniques) alternatives.techniques.*technique.on = false;
  alternatives.merge_eagerly = false;
  alternatives.enumerate = false;
  return alternatives;
}

engine::ExplorationConfig comparison_config(const Options& options, const support::FirmwareImage& image,
                                            const Platform& platform) {
  engine::ExplorationConfig config;
  config.hart.hooks = hook_rule("auto", image);
  config.hart.timing = timing_of(options, platform);
  use(platform, config.hart);
  config.stop_at_first = options.flag(Option::stop_at_first) || !options.flag(Option::all);
  config.automatic = config.stop_at_first;
  config.alternatives = alternatives();
  config.replaces_code = true;
  config.limits.seconds = options.seconds(Option::max_time).value_or(0);
  config.limits.memory_bytes = memory_limit(options);
  config.limits.instructions = *options.number(Option::max_instructions);
  config.limits.solver_seconds = *options.seconds(Option::solver_timeout);
  config.interrupted = &stop_flag();
  return config;
}

// Whether the state has ended in the harness, rather than in firmware that never came to the call.
bool ended_in_harness(const engine::ExecutionState& state, const support::FirmwareImage& image) {
  const support::Symbol* const symbol = image.covering(state.hart.pc, true);
  return symbol && (symbol->name == call::kComparison || symbol->name.starts_with("--"));
}

bool is_set(const engine::ExecutionState& state, const call::Cell& cell, std::uint32_t ram_base) {
  return state.memory.byte(cell.address - ram_base) != 0;
}

std::string in_words(const engine::ExplorationResult& result, const call::Plan& plan) {
  if (result.verdict != engine::Verdict::Safe) return "";
  return fmt::format("both do the same for every input{}\n",
                     plan.compares_pointers() ? ", but for where pointers lead outside of its objects" : "");
}

// Why it is not known that both do the same, although no path has shown a difference; empty if it is.
std::string why_unknown(const call::Plan& plan, bool was_compared, bool is_exhausted) {
  const std::string& function = plan.request.function;
  if (is_exhausted)
    return fmt::format("a stub was called more than {} times, behind which nothing was compared", call::kMostReturned);
  if (!was_compared) return fmt::format("no path came to the call of {} in both", function);
  if (!plan.compares_nothing()) return {};
  return fmt::format(
      "nothing was compared, since {} returns nothing and there is no memory that both know; what is written to "
      "devices is not compared",
      function);
}

// The second firmware may be for a machine that has more than that of the first, which then has it, too, unless
// somebody has said what the machine has.
void have_extensions_of_both(support::FirmwareImage& image, const support::FirmwareImage& second,
                             const Options& options, const Platform& platform) {
  const auto has = isa::extensions_of(image.isa()), wants = isa::extensions_of(second.isa());
  const bool is_open = options.text(Option::isa).empty() && platform.isa.empty();
  if (is_open && (has | wants) == wants) image.assume_isa(second.isa());
}

}  // namespace

int compare_command(const Options& options) {
  auto image = load_firmware(options);
  auto second = support::FirmwareImage::load(options.argument(1));
  call::Settings settings = comparison_settings(options);
  if (!settings.any()) {
    throw support::InputError("compare: --call says which function (see janus compare --help)",
                              support::exit_code::kUsage);
  }
  settings.against = fmt::format("{:016x}", second.fingerprint());
  const Platform machine = platform_with_memory(options);
  adapt(image, machine, options);
  have_extensions_of_both(image, second, options, machine);
  const PreparedCall call = prepare_comparison(settings, image, std::move(second), machine);
  auto config = comparison_config(options, image, machine);
  config.hart.call = settings;
  config.hart.detectors.main = call.plan.places.after;
  ExplorationOutputs outputs;
  outputs.directory = options.text(Option::out);
  outputs.directory_is_given = options.given(Option::out);
  outputs.stats = options.text(Option::stats);
  outputs.progress = options.text(Option::progress);
  outputs.call = &call;
  ExplorationReporter reporter(image, config, std::move(outputs));
  options.require_all_read();
  engine::ExplorationEvents events = reporter.events();
  bool was_compared = false, is_exhausted = false;  // on any path
  events.on_end = [&](const engine::ExecutionState& state, const engine::Ending&) {
    // Whether it has come to the second firmware.
    const bool is_second = is_set(state, call.plan.comparison->phase, config.hart.ram_base);
    is_exhausted = is_exhausted || is_set(state, call.plan.comparison->exhausted, config.hart.ram_base);
    reporter.set_runs_second(is_second);
    was_compared = was_compared || (is_second && ended_in_harness(state, image));
  };
  // Which values differ is told with the finding: not of all paths that come that far.
  std::map<std::string, hart::Inspection> last;  // by name, which are in the order in which they are told
  const auto tell = std::exchange(events.on_inspection, {});
  events.on_inspection = [&](const hart::Inspection& one) {
    const bool differs = one.name == call::kAtByte || one.name == call::kOfFirst || one.name == call::kOfSecond;
    differs ? void(last.insert_or_assign(one.name, one)) : tell(one);
  };
  const auto found = std::exchange(events.on_finding, {});
  events.on_finding = [&](const engine::Finding& finding) {
    for (const auto& [name, one] : std::exchange(last, {})) tell(one);
    found(finding);
  };
  support::print_out(fmt::format("calls {} of both\n{}", call.plan.request.function, call::describe(call.plan)));
  engine::ExplorationResult result = engine::explore(image, config, events);
  const std::string why = why_unknown(call.plan, was_compared, is_exhausted);
  if (result.verdict == engine::Verdict::Safe && !why.empty()) {
    result.verdict = engine::Verdict::Unknown;
    result.gave_up.push_back(why);
  }
  return reporter.finish(result, in_words(result, call.plan) + summary(result, config));
}

}  // namespace janus::app
