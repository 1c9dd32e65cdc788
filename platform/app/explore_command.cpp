// janus explore: explores every path of a firmware and prints the verdict.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <span>
#include <sstream>
#include <string>

#include "app/basis.h"
#include "app/checkpoint_file.h"
#include "app/company.h"
#include "app/device_words.h"
#include "app/explore_report.h"
#include "app/firmware_options.h"
#include "app/module_option.h"
#include "app/options.h"
#include "app/place.h"
#include "app/prepared_call.h"
#include "app/seed_files.h"
#include "app/signature.h"
#include "app/stop_flag.h"
#include "app/times_report.h"
#include "app/tree_report.h"
#include "engine/explore/explorer.h"
#include "program/functions.h"
#include "support/end_of_process.h"
#include "support/error.h"
#include "support/resident_memory.h"
#include "support/standard_streams.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

// `names`: a comma-separated list, which may be empty.
engine::Alternatives alternatives_without(const std::string& names) {
  engine::Alternatives alternatives;
  std::istringstream list(names);
  for (std::string name; std::getline(list, name, ',');) {
    bool* alternative = nullptr;
    std::string known = "fair, by-value, enumerate, by-address, merge";
    if (name == "fair") alternative = &alternatives.fair;
    if (name == "by-value") alternative = &alternatives.by_value;
    if (name == "enumerate") alternative = &alternatives.enumerate;
    if (name == "by-address") alternative = &alternatives.by_address;
    if (name == "merge") alternative = &alternatives.merge;
    for (const engine::TechniqueRow& technique : engine::kTechniques) {
      if (name == technique.name) alternative = &(alternatives.techniques.*technique.on);
      known += fmt::format(", {}", technique.name);
    }
    if (!alternative) {
      throw support::InputError(fmt::format("explore: --auto-without must name some of {}, not '{}'", known, name),
                                support::exit_code::kUsage);
    }
    *alternative = false;
  }
  return alternatives;
}

// --auto is the default unless the user gives one of these options or of those behind, which say how to explore, or
// asks for the test cases of all paths.
constexpr Option kSinglePaths[] = {
    Option::searcher, Option::all, Option::max_paths, Option::max_forks, Option::cover,
};
constexpr Option kTechniquesByHand[] = {
    Option::plain,
    Option::merge,
    Option::by_value,
    Option::enumerate,
#define TECHNIQUE(name, Part, detectors, transfer, help) Option::name,
#include "engine/state/techniques.def"
#undef TECHNIQUE
};

bool any_given(std::span<const Option> some, const Options& options) {
  return std::ranges::any_of(some, [&](Option option) { return options.given(option); });
}

// Whether the user asks for certain paths, or for all of them.
bool asks_for_paths(const Options& options) {
  return any_given(kSinglePaths, options) || options.text(Option::test_cases) != "findings";
}

// Whether states are written down, or brought back from where they were.
bool keeps_states(const Options& options) {
  return options.given(Option::checkpoint) || options.given(Option::resume) || options.given(Option::spill);
}

bool writes_states(const Options& options) {
  return keeps_states(options) || has_company(options.number(Option::jobs));
}

bool chooses_techniques(const Options& options) {
  const bool by_hand =
      any_given(kTechniquesByHand, options) || asks_for_paths(options) || options.given(Option::max_instructions);
  const bool automatic = options.flag(Option::automatic) || !by_hand;
  if (!automatic && options.given(Option::auto_without)) {
    throw support::InputError(
        "explore: --auto-without needs --auto beside the other options (see janus explore --help)",
        support::exit_code::kUsage);
  }
  return automatic;
}

engine::EndRules end_rules(const Options& options) {
  using Halt = engine::EndRules::Halt;
  engine::EndRules rules{.halt = Halt::ByMain, .exit_codes = {}};
  const std::string halt = options.text(Option::halt), codes = options.text(Option::exit_codes);
  if (halt != "auto") rules.halt = halt == "ok" ? Halt::IsFine : Halt::IsViolation;
  std::istringstream list(codes);
  for (std::string code; std::getline(list, code, ',');) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), value);
    if (error != std::errc{} || end != code.data() + code.size()) {
      throw support::InputError(
          fmt::format("{}: --exit-codes must be numbers separated by commas, not '{}'", options.command().name, codes),
          support::exit_code::kUsage);
    }
    rules.exit_codes.push_back(value);
  }
  return rules;
}

solver::ValueLayer value_layer(const std::string& name) {
  if (name == "off") return solver::ValueLayer::Off;
  return name == "parti" ? solver::ValueLayer::Parti : solver::ValueLayer::Full;
}

engine::Widen widening(const std::string& name) {
  if (name == "on") return engine::Widen::Cells;
  if (name == "changes") return engine::Widen::Changes;
  return name == "inputs" ? engine::Widen::Inputs : engine::Widen::Nothing;
}

engine::LearnStrategy learn_strategy(const std::string& name) {
  if (name == "black-box") return engine::LearnStrategy::BlackBox;
  return name == "guide" ? engine::LearnStrategy::Guide : engine::LearnStrategy::Maximize;
}

engine::ExplorationConfig exploration_config(const Options& options, const support::FirmwareImage& image,
                                             const Platform& platform) {
  engine::ExplorationConfig config;
  config.hart = symbolic_hart_config(options, image, platform);
  config.hart.detectors.unwritten = unwritten_of(options);
  config.hart.by_value = options.flag(Option::by_value);
  if (options.text(Option::boundaries) == "every") config.hart.boundaries = engine::Boundaries::Every;
  if (options.flag(Option::worst_case) && !options.given(Option::boundaries))
    config.hart.boundaries = engine::Boundaries::Every;  // each path has a time of its own
  if (options.given(Option::boundaries) && config.hart.interrupts.empty()) {
    throw support::InputError("explore: --boundaries needs --symbolic interrupt(...)", support::exit_code::kUsage);
  }
  config.solver.core = options.text(Option::solver);
  config.solver.domain = options.on(Option::solver_domain);
  config.solver.order = options.on(Option::solver_order);
  config.solver.values = value_layer(options.text(Option::solver_values));
  config.solver.cases = options.on(Option::solver_cases);
  config.solver.integers = options.on(Option::solver_integers);
  config.solver.ranks = options.on(Option::solver_ranks);
  config.solver.sums = options.on(Option::solver_sums);
  config.solver.narrow = options.on(Option::solver_narrow);
  config.solver.equations = options.on(Option::solver_equations);
  config.solver.divisions = options.on(Option::solver_divisions);
  config.solver.xors = options.on(Option::solver_xor);
  config.solver.exhaustive = options.on(Option::solver_exhaustive);
  config.solver.guess = options.on(Option::solver_guess);
  config.solver.validate = options.flag(Option::solver_validate);
  config.solver.independence = options.on(Option::solver_independence);
  config.solver.cache = options.on(Option::solver_cache);
  config.solver.log_queries = options.text(Option::log_queries);
  config.concrete_stretches = options.on(Option::concrete_stretches);
  config.enumerate = options.flag(Option::enumerate);
  config.automatic = chooses_techniques(options);
  config.extreme_times = options.flag(Option::worst_case);
  if (options.flag(Option::energy)) {
    config.hart.measure = engine::Measure::Energy;
    if (!config.hart.timing.energy.given)
      throw support::InputError(fmt::format("explore: --energy needs a timing profile with energies; '{}' has none",
                                            config.hart.timing.source),
                                support::exit_code::kUsage);
  }
  const bool by_default = !options.given(Option::check) || options.text(Option::check) == "auto";
  if (!config.extreme_times && by_default && !options.given(Option::call) && !config.hart.detectors.any() &&
      !keeps_states(options)) {
    hart::Detectors memory = config.hart.detectors;
    memory.add_memory();
    hart::add_locals(memory, image);
    if (config.automatic)
      config.memory_look = std::move(memory);
    else if (!any_given(kTechniquesByHand, options) && asks_for_paths(options))
      config.hart.detectors = std::move(memory);
  }
  config.alternatives = alternatives_without(options.text(Option::auto_without));
  const std::string merge = options.text(Option::merge);
  if (merge == "eager") config.merging = engine::Merging::Eager;
  if (merge == "careful") config.merging = engine::Merging::Careful;
  if (merge == "qce") config.merging = engine::Merging::QueryCount;
  if (merge == "qce-lattice") config.merging = engine::Merging::QueryCountLattice;
  if (options.text(Option::merge_order) == "dynamic") config.merge_order = engine::MergeOrder::Dynamic;
  config.kappa = static_cast<unsigned>(*options.number(Option::kappa));
  config.limit_cost = static_cast<double>(*options.number(Option::limit_cost));
#define TECHNIQUE(name, Part, detectors, transfer, help) config.techniques.name = options.flag(Option::name);
#include "engine/state/techniques.def"
#undef TECHNIQUE
  if (options.text(Option::revisit_apart) == "endless") config.options.revisit.apart = engine::TakeApart::IfEndless;
  config.options.revisit.widen = widening(options.text(Option::revisit_widen));
  config.options.learn = {.strategy = learn_strategy(options.text(Option::learn_strategy)),
                          .percent = static_cast<unsigned>(*options.number(Option::learn_k))};
  config.searcher = options.text(Option::searcher);
  config.cover = options.flag(Option::cover);
  if (config.cover && !options.given(Option::searcher))
    config.searcher = "mixed";  // looks for new code, starves nobody
  config.covering = options.text(Option::test_cases) == "covering";
  config.seed = *options.number(Option::seed);
  config.stop_at_first = options.flag(Option::stop_at_first) ||
                         !(options.flag(Option::all) || options.flag(Option::cover) || config.extreme_times);
  config.limits.seconds = options.seconds(Option::max_time).value_or(0);
  config.limits.memory_bytes = memory_limit(options);
  config.limits.paths = options.number(Option::max_paths).value_or(0);
  config.limits.instructions = *options.number(Option::max_instructions);
  config.limits.forks = options.number(Option::max_forks).value_or(0);
  config.limits.solver_seconds = *options.seconds(Option::solver_timeout);
  config.hart.log = writes_states(options);
  config.checkpoint_seconds = *options.seconds(Option::checkpoint_every);
  config.spill = options.text(Option::spill);
  config.interrupted = &stop_flag();
  return config;
}

}  // namespace

std::uint64_t memory_limit(const Options& options) {
  const auto given = options.number(Option::max_memory);
  return given ? *given << 20 : support::free_bytes() / 4 * 3;
}

engine::SymbolicHartConfig symbolic_hart_config(const Options& options, const support::FirmwareImage& image,
                                                const Platform& platform) {
  engine::SymbolicHartConfig config;
  config.hooks = hook_rule(options.text(Option::hooks), image);
  config.timing = timing_of(options, platform);
  use(platform, config);
  config.htif = hart::htif_addresses(image);
  config.semihosting = semihosting_of(options, image, config.ram_size, support::HostDirectory::Writes::Nothing);
  config.max_load_targets = static_cast<std::uint32_t>(*options.number(Option::max_load_targets));
  config.max_store_targets = static_cast<std::uint32_t>(*options.number(Option::max_store_targets));
  if (options.text(Option::symbolic_address) == "fork") config.max_load_targets = config.max_store_targets = 1;
  config.detectors = detectors_of(options, image);
  if (options.flag(Option::division_by_zero)) config.detectors.add(hart::Detector::division);
  config.repeating_fails = checks_endless(options);
  config.ends = end_rules(options);
  SymbolicDevices symbolic = symbolic_devices(options, *platform.plan);
  for (const engine::DeviceInput& input : symbolic.inputs) platform.require_device(input.device, "--symbolic");
  for (const engine::SymbolicInterrupt& interrupt : symbolic.interrupts)
    platform.require_device(interrupt.row->device, "--symbolic");
  config.device_inputs = std::move(symbolic.inputs);
  config.interrupts = std::move(symbolic.interrupts);
  config.modules = modules_of(options).places;
  return config;
}

void use(const Platform& platform, engine::SymbolicHartConfig& config) {
  config.ram_size = platform.ram_size;
  config.set_map(platform.map);
  config.board = devices::Board(platform.plan);
  config.platform = {platform.name, platform.fingerprint()};
}

// Whether the function at the address is a trap handler: it returns by `mret`.
bool is_handler(std::uint32_t address, const support::FirmwareImage& image) {
  using program::BlockEnd;
  const auto functions = program::find_functions(image);
  const auto function = std::ranges::find(functions, address, &program::Function::entry);
  if (function == functions.end()) return false;
  const auto has = [&](BlockEnd end) {
    return std::ranges::any_of(function->blocks, [end](const auto& block) { return block.ends == end; });
  };
  return has(BlockEnd::ReturnsFromTrap) && !has(BlockEnd::Returns);
}

// The places of --from and --to, if one is given, or --interrupts-off.
std::optional<engine::StretchPlaces> stretch_places(const Options& options, const support::FirmwareImage& image) {
  const support::DebugInfo debug(image);
  const auto place = [&](Option option, const char* name) {
    const std::string text = options.text(option);
    return text.empty() ? std::nullopt : std::optional(address_of_place(name, text, debug));
  };
  engine::StretchPlaces places{.from = place(Option::from, "--from"), .to = place(Option::to, "--to")};
  places.is_handler = places.from && !places.to && is_handler(*places.from, image);
  places.interrupts_off = options.flag(Option::interrupts_off);
  return places.from || places.to || places.interrupts_off ? std::optional(places) : std::nullopt;
}

// Prepares the image for --call, if that is given.
std::optional<PreparedCall> prepared_call(const Options& options, support::FirmwareImage& image,
                                          const Platform& platform) {
  const call::Settings settings = call_settings(options);
  if (!settings.any()) return std::nullopt;
  if (options.text(Option::hooks) == "never") {
    throw support::InputError("explore: --call needs hooks, and --hooks is never", support::exit_code::kUsage);
  }
  return prepare_call(settings, image, platform);
}

// A call knows all of its objects, so accesses beyond them are looked for, unless the user decides.
void set_up(engine::ExplorationConfig& config, const PreparedCall& call, const Options& options,
            const support::FirmwareImage& image) {
  config.hart.call = call_settings(options);
  config.hart.detectors.main = call.plan.places.after;
  if (options.given(Option::check) && options.text(Option::check) != "auto") return;
  for (const engine::TechniqueRow& technique : engine::kTechniques) {
    if (!(config.techniques.*technique.on) || technique.detectors != engine::DetectorUse::Ignores) continue;
    throw support::InputError(
        fmt::format(
            "explore: --call switches --check memory on, which --{} cannot have; --check none switches them off",
            technique.name),
        support::exit_code::kUsage);
  }
  config.hart.detectors.add_memory();
  hart::add_locals(config.hart.detectors, image);
}

// Whether states are written down, here or for other processes.
bool is_written_down(const Options& options) {
  return writes_states(options) || has_company(options.number(Option::jobs));
}

// Coverage and profile of an exploration, as far as an output needs them. Where states are written down, a profile does
// not follow calls, which belong to paths.
class Recorders {
 public:
  Recorders(const Options& options, engine::ExplorationConfig& config)
      : profile_(follows_calls(options) ? engine::WorkProfile::Calls::Followed : engine::WorkProfile::Calls::Ignored) {
    const bool reports = options.given(Option::report), profiles = options.given(Option::explore_profile);
    if (reports || profiles) config.profile = &profile_;
    const bool counts_for_profile = profiles && !follows_calls(options);
    const bool asks_for_call = options.given(Option::after);  // require_call()
    if (reports || counts_for_profile || options.given(Option::coverage) || config.cover || config.covering ||
        asks_for_call)
      config.counts = &counts_;
    if (reports) config.widened_counts = &widened_counts_;
  }
  // Takes what the earlier exploration recorded, and says so if that is nothing.
  void go_on(const engine::Checkpoint& checkpoint, const std::string& file, const engine::ExplorationConfig& config) {
    checkpoint.records.add_to(config.counts, config.profile);
    lack_beginning_ =
        config.counts && checkpoint.records.counts.empty() && checkpoint.snapshot.so_far.hart.instructions > 0;
    if (lack_beginning_) support::print_err(fmt::format("janus: {}: {}\n", file, kLacksBeginning));
  }
  bool lack_beginning() const { return lack_beginning_; }

 private:
  static bool follows_calls(const Options& options) {
    return options.given(Option::explore_profile) && !is_written_down(options);
  }
  engine::WorkProfile profile_;
  program::ExecutionCounts counts_, widened_counts_;
  bool lack_beginning_ = false;
};

// Writes the file of --checkpoint whenever the exploration asks for it. `checkpoint` and `config` must outlive
// `events`.
void write_checkpoints(engine::ExplorationEvents& events, engine::Checkpoint& checkpoint, const std::string& file,
                       const engine::ExplorationConfig& config, ExplorationReporter& reporter) {
  events.on_checkpoint = [&, file, failed = false](const engine::Snapshot& snapshot) mutable {
    checkpoint.snapshot = snapshot;
    checkpoint.records = engine::Records::of(config.counts, config.profile);
    checkpoint.reached = reporter.reached();
    const auto write = [&] { support::write_durable_file(file, engine::text_of(checkpoint)); };
    if (!failed) {
      failed = !reporter.errors().attempt(write);
    } else {
      try {  // a full disk fails each time, but is told once
        write();
        failed = false;
      } catch (const support::InputError&) {
      }
    }
    if (failed) checkpoint.snapshot = {};  // so that nobody is told to go on from there
  };
}

// Nothing is known of a function that no path calls, since none came to the place of --after.
void require_call(engine::ExplorationResult& result, const PreparedCall& call, const program::ExecutionCounts& counts,
                  const Options& options) {
  if (result.verdict != engine::Verdict::Safe || counts.at(call.plan.places.after).executed > 0) return;
  result.verdict = engine::Verdict::Unknown;
  result.gave_up.push_back(fmt::format("no path came to --after {}, so {} was not called", options.text(Option::after),
                                       call.plan.request.function));
}

int explore_command(const Options& options) {
  auto image = load_firmware(options);
  const auto identity = identity_of(options, image);
  const std::string checkpoint_file = options.text(Option::checkpoint), resumed_file = options.text(Option::resume);
  const Platform machine = platform_with_memory(options);
  adapt(image, machine, options);
  const auto call = prepared_call(options, image, machine);
  auto config = exploration_config(options, image, machine);
  if (call) set_up(config, *call, options, image);
  config.hart.stretch = stretch_places(options, image);
  config.hart.seeds = seeds_from(options.text(Option::seeds));
  engine::Checkpoint checkpoint;
  if (!resumed_file.empty()) {
    checkpoint = load_checkpoint(resumed_file, identity);
    config.resumed = std::make_shared<const engine::Snapshot>(checkpoint.snapshot);
  }
  checkpoint.identity = identity;
  Company company(options.number(Option::jobs));
  Recorders recorders(options, config);
  if (!resumed_file.empty()) recorders.go_on(checkpoint, resumed_file, config);
  if (works_for_others(image, config)) return 0;
  if (!checkpoint_file.empty()) support::require_writable_file(checkpoint_file);
  if (!config.spill.empty()) support::require_writable_directory(config.spill);
  const bool path_cases = options.text(Option::test_cases) != "findings";
  ExplorationOutputs outputs = exploration_outputs(options, Option::out);
  outputs.report = options.text(Option::report);
  outputs.call = call ? &*call : nullptr;
  outputs.coverage = {options.text(Option::coverage), options.flag(Option::coverage_append)};
  outputs.profile = options.text(Option::explore_profile);
  outputs.lacks_beginning = recorders.lack_beginning();
  outputs.tree = options.text(Option::tree);
  if (!outputs.tree.empty()) require_tree_file(outputs.tree);
  std::optional<support::DebugInfo> places;
  if (!outputs.tree.empty() || (!outputs.report.empty() && !is_written_down(options)))
    config.tree = places_of_tree(places.emplace(image));
  outputs.all_paths = path_cases && !config.covering;
  outputs.path_files = path_files(options.text(Option::write));
  ExplorationReporter reporter(image, config, std::move(outputs));
  std::optional<PathSignature> signature;
  if (options.given(Option::signature)) {
    signature.emplace(Signature(image, options.text(Option::signature)), config.hart.ram_base);
  }
  options.require_all_read();
  if (const std::string& log = config.solver.log_queries; !log.empty()) support::require_writable_directory(log);
  config.solver.log_failed = [&](const support::InputError& error) { reporter.errors().note(error); };

  engine::ExplorationEvents events = reporter.events();
  if (path_cases) {
    events.on_path = [&](std::uint64_t path, const engine::TestCase& test_case) {
      reporter.write_path(path, test_case);
    };
  }
  if (signature) {
    events.on_end = [&](const engine::ExecutionState& state, const engine::Ending& ending) {
      signature->ended(state, ending);
    };
  }
  if (!checkpoint_file.empty()) write_checkpoints(events, checkpoint, checkpoint_file, config, reporter);
  if (config.resumed) reporter.go_on(config.resumed->so_far.findings, checkpoint.reached);
  if (call) support::print_out(fmt::format("calls {}\n{}", call->plan.request.function, call::describe(call->plan)));
#ifndef __SANITIZE_ADDRESS__  // who looks for leaks
  // A report needs memory, and files of --spill are removed with what they are of.
  support::process_ends_next() = options.text(Option::report).empty() && config.spill.empty();
#endif
  engine::ExplorationResult result = company.explore(image, config, events);
  if (call && options.given(Option::after)) require_call(result, *call, *config.counts, options);
  if (signature) reporter.errors().attempt([&] { signature->write(result); });
  if (result.times) reporter.write_times(*result.times);
  const std::string times = result.times ? times_text(*result.times, image) : "";
  const std::string rest =
      checkpoint_file.empty() ? "" : how_to_go_on(checkpoint_file, options, checkpoint.snapshot.waiting());
  return company.exits_with(
      reporter.finish(result, summary(result, config) + remark_on_coverage(result, config) + times + rest));
}

}  // namespace janus::app
