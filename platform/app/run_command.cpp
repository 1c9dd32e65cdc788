// janus run: runs a firmware on the SystemC platform.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <optional>

#include "app/basis.h"
#include "app/debug_target.h"
#include "app/device_words.h"
#include "app/firmware_options.h"
#include "app/inspections.h"
#include "app/module_option.h"
#include "app/options.h"
#include "app/output_errors.h"
#include "app/platform_text.h"
#include "app/random_inputs.h"
#include "app/run_again.h"
#include "app/run_observers.h"
#include "app/run_report.h"
#include "app/signature.h"
#include "app/stop_flag.h"
#include "prototype/platform.h"
#include "support/error.h"
#include "support/standard_streams.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

prototype::PlatformConfig platform_config(const Options& options, const support::FirmwareImage& image,
                                          const Platform& platform) {
  prototype::PlatformConfig config;
  config.hart.hooks = hook_rule(options.text(Option::hooks), image);
  config.hart.decode_cache = options.on(Option::decode_cache);
  config.hart.fast = options.on(Option::fast);
  config.hart.translate = options.on(Option::translate);
  config.hart.timing = timing_of(options, platform);
  config.hart.detectors = detectors_of(options, image);
  config.hart.detectors.unwritten = unwritten_of(options);
  config.hart.map = platform.map;
  config.ram_size = platform.ram_size;
  config.plan = platform.plan;
  config.quantum_ns = *options.number(Option::quantum);
  config.dmi = options.on(Option::dmi);
  config.hart.semihosting = semihosting_of(options, image, config.ram_size, support::HostDirectory::Writes::Through);
  config.uart_input = options.text(Option::uart_input);
  config.received = words_from_files(options, *platform.plan);
  for (const devices::ReceivedWords& words : config.received) platform.require_device(words.device, "--input");
  config.modules = modules_of(options).requests;
  config.max_instructions = options.number(Option::run_instructions).value_or(config.max_instructions);
  return config;
}

// An output that failed has stopped the run: then its line is the one to print.
void print_end(const prototype::RunResult& result, const support::FirmwareImage& image, OutputErrors& errors) {
  if (result.output_error) return errors.note(output_lost(result));
  if (errors.any() && result.end == prototype::End::Interrupted) return;
  const std::string line = describe(result, image);
  if (!line.empty()) support::print_err(fmt::format("janus: {}\n", line));
}

void print_warnings(const prototype::RunResult& result, const Options& options, isa::HookRule hooks,
                    const support::FirmwareImage& image) {
  const std::string line = warning_of_ignored_hooks(result.ignored_hooks, hooks, image);
  if (!line.empty() && options.text(Option::hooks) == "auto") support::print_err(fmt::format("janus: {}\n", line));
  const std::string moved = warning_of_moved_handler(result.moved_handler, image);
  if (!moved.empty()) support::print_err(fmt::format("janus: {}\n", moved));
}

}  // namespace

support::FirmwareImage load_firmware(const Options& options, const std::string& otherwise) {
  auto image = support::FirmwareImage::load(options.argument(0));
  const std::string& given = options.text(Option::isa);
  if (const std::string& name = given.empty() ? otherwise : given; !name.empty()) {
    const isa::IsaName parsed = isa::parse_isa_name(name);
    if (!parsed.valid) throw support::InputError(fmt::format("--isa {}: not the name of an RV32I or RV32E", name));
    if (!given.empty() && !parsed.unknown.empty())
      throw support::InputError(fmt::format("--isa {}: Janus does not have {}", name, fmt::join(parsed.unknown, ", ")));
    image.assume_isa(name);
  }
  return image;
}

isa::HookRule hook_rule(const std::string& hooks, const support::FirmwareImage& image) {
  if (hooks == "always") return isa::HookRule::Always;
  if (hooks == "never" || !image.hook_note()) return isa::HookRule::Never;
  if (*image.hook_note() >= support::kMarkedHooks) return isa::HookRule::Marked;
  support::print_err(
      fmt::format("janus: {}: made with a janus.h from before hooks were marked, so each ecall with a hook's code is "
                  "taken as a hook\n",
                  image.path()));
  return isa::HookRule::Always;
}

int run_command(const Options& options) {
  auto image = load_firmware(options);
  const Platform machine = platform_with_memory(options);
  adapt(image, machine, options);
  auto config = platform_config(options, image, machine);
  const std::string stats = options.text(Option::stats);
  std::optional<Signature> signature;
  if (options.given(Option::signature)) signature.emplace(image, options.text(Option::signature));
  std::optional<RandomInputs> inputs;
  if (const auto seed = options.number(Option::input_seed)) inputs.emplace(*seed);
  const auto gdb = options.number(Option::gdb);
  RunObservers observers(options, image, config.hart.timing, config.plan);
  options.require_all_read();
  if (!stats.empty()) support::require_writable_file(stats);

  config.record = gdb.has_value();
  config.stop = &stop_flag();
  const support::DebugInfo debug_info(image);
  Inspections inspections(debug_info);
  config.inspect = [&](const hart::Inspection& inspection) { inspections.take(inspection, false); };
  prototype::Platform platform(config, image, inputs ? &*inputs : nullptr);
  observers.attach(platform);
  const auto start = std::chrono::steady_clock::now();
  const prototype::RunResult result = gdb ? debug(platform, image, static_cast<std::uint16_t>(*gdb)) : platform.run();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  OutputErrors errors;
  observers.finish(result.cycles, errors);
  print_end(result, image, errors);
  support::print_err(energy_line(result));
  print_warnings(result, options, config.hart.hooks, image);
  if (!stats.empty()) errors.attempt([&] { write_statistics(stats, result, seconds.count(), machine); });
  if (signature) errors.attempt([&] { signature->write(platform); });
  const auto last = [&] {
    std::optional<RandomInputs> again;
    if (const auto seed = options.number(Option::input_seed)) again.emplace(*seed);
    return end_of_run(image, config, result, again ? &*again : nullptr);
  };
  observers.report(result, describe(result, image), seconds.count(), nullptr, last, errors);
  return errors.exit_code(exit_code(result));
}

}  // namespace janus::app
