// janus replay: runs one explored path on the SystemC platform. The run must end as the exploration predicted.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "app/debug_target.h"
#include "app/firmware_options.h"
#include "app/inspections.h"
#include "app/module_option.h"
#include "app/options.h"
#include "app/output_errors.h"
#include "app/platform_text.h"
#include "app/prepared_call.h"
#include "app/run_again.h"
#include "app/run_observers.h"
#include "app/run_report.h"
#include "app/stop_flag.h"
#include "engine/state/test_case.h"
#include "support/error.h"
#include "support/standard_streams.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

using engine::Termination;
using prototype::End;

constexpr int kDiverged = 71;
constexpr std::uint32_t kMebibyte = 1U << 20, kMostMemory = 2048 * kMebibyte;  // the maximum of --memory

// Whether the run stopped, by its instruction limit, in front of an instruction that explains the end of the path. The
// prototype does not report such an instruction, since RISC-V defines what it does.
bool stopped_in_front(Termination reason, prototype::Platform& platform, const prototype::RunResult& result,
                      const support::FirmwareImage& image) {
  if (result.end != End::InstructionLimit) return false;
  const std::vector<std::uint8_t> bytes = platform.read_memory(result.pc, 4);
  std::uint32_t instruction = 0;
  for (unsigned i = 0; i < bytes.size(); ++i) instruction |= std::uint32_t{bytes[i]} << (8 * i);
  return engine::is_reason_to_stop(reason, instruction, platform.hart(), image);
}

// The firmware that has the code where a replay ends: of a comparison, the second from when on it runs, but for the
// harness.
const support::FirmwareImage& image_at(std::uint32_t pc, const std::optional<PreparedCall>& call,
                                       prototype::Platform& platform, const support::FirmwareImage& image) {
  if (!call || !call->second || !call->plan.comparison) return image;
  const std::vector<std::uint8_t> phase = platform.read_memory(call->plan.comparison->phase.address, 1);
  const bool is_harness = pc >= call->plan.places.code && pc < call->plan.places.end;
  return is_harness || phase.empty() || phase[0] == 0 ? image : *call->second;
}

bool same_kind(End end, const prototype::RunResult& result, const engine::Ending& ending) {
  switch (ending.reason) {
    case Termination::Exited:
    case Termination::FailingExit:
      return (end == End::Finisher || end == End::ToHost || end == End::HostExit) &&
             result.exit_code == ending.exit_code;
    case Termination::Halted: return end == End::Halted;
    case Termination::WaitsForever: return end == End::WaitsForever;
    case Termination::AssumeFailed: return end == End::AssumeFailed;
    case Termination::AssertFailed: return end == End::AssertFailed;
    case Termination::HookError: return end == End::HookError;
    case Termination::HostError: return end == End::HostError;
    case Termination::UnhandledTrap:
      return end == End::UnhandledTrap && result.trap->cause == ending.cause && result.trap->value == ending.trap_value;
    case Termination::CodeViolated:  // the caller checks the instruction
    case Termination::StackExhausted:
    case Termination::HeapMisused:
    case Termination::BoundsLeft:
    case Termination::BlocksOverlap:
    case Termination::ReturnOverwritten:
    case Termination::FrameGone:
    case Termination::MemoryLeaked:
    case Termination::PoisonTouched:
    case Termination::UndefinedUse:
    case Termination::NullUsed:
    case Termination::Misaligned:
    case Termination::DivisionByZero:
    case Termination::SignedOverflow:
    case Termination::ControlledJump:
    case Termination::Repeats:
    case Termination::InstructionLimit:
    case Termination::ForkLimit:
    case Termination::SolverGaveUp:
    case Termination::ForeignModule:
    case Termination::TimeIsMerged:
    case Termination::MovesSymbol:
    case Termination::AsksWhetherSymbolic: return end == End::InstructionLimit;
    case Termination::Learned:
    case Termination::Subsumed:
    case Termination::Revisited:
    case Termination::Refuted:
    case Termination::Infeasible: break;  // no test case ends like this
  }
  return false;
}

// Whether exploration stopped the path before an instruction that the prototype can execute.
bool stops_short(Termination reason) {
  return engine::row(reason).consequence == engine::Consequence::GivenUp || engine::stops_in_front(reason);
}

// The profile that a test case names. Test cases are passed around, so they must not make Janus open any file: a name
// is of a built-in profile or of a file beside the test case.
std::string profile_of(const engine::TestCase& test_case, const std::filesystem::path& file) {
  const std::string& name = test_case.machine.timing;
  const auto built_in = hart::built_in_timing_profiles();
  if (std::ranges::find(built_in, name) != built_in.end()) return name;
  const bool control = std::ranges::any_of(name, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  if (control || name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos) {
    throw support::InputError(fmt::format(
        "{}: its timing profile '{}' is neither built in nor a file beside the test case; give one by --timing",
        file.string(), control ? "?" : name));
  }
  return file.parent_path() / name;
}

// The platform of a test case: as with profiles, a built-in one or a file beside the test case.
Platform platform_of(const engine::TestCase& test_case, const Options& options) {
  const std::filesystem::path file = options.argument(1);
  const engine::PlatformName& made_on = test_case.machine.platform;
  const auto known = built_in_platforms();
  const bool built_in = std::ranges::find(known, made_on.name) != known.end();
  const bool plain = made_on.name.find_first_of("/") == std::string::npos;
  std::string otherwise = built_in ? made_on.name : "";
  if (!made_on.name.empty() && !built_in && plain) otherwise = (file.parent_path() / made_on.name).string();
  std::error_code error;
  if (!options.given(Option::platform) && !made_on.name.empty() && !built_in &&
      (!plain || !std::filesystem::is_regular_file(otherwise, error))) {
    throw support::InputError(
        fmt::format("{}: its platform '{}' is neither built in nor a file beside the test case; give one by --platform",
                    file.string(), made_on.name));
  }
  Platform platform = app::platform_of(options, otherwise);
  if (platform.fingerprint() != made_on.fingerprint || platform.name.empty() != made_on.name.empty()) {
    throw support::InputError(fmt::format("{}: this test case was made on {}, not on {}", file.string(),
                                          made_on.name.empty() ? "the default platform" : "another platform",
                                          platform.name.empty() ? "the default one" : platform.name));
  }
  if (platform.name.empty()) platform.ram_size = test_case.machine.memory;
  return platform;
}

prototype::PlatformConfig replay_config(const Options& options, const engine::TestCase& test_case,
                                        const support::FirmwareImage& image, const Platform& platform) {
  prototype::PlatformConfig config;
  const std::string hooks = options.text(Option::hooks);
  config.hart.hooks = hooks == "auto" ? test_case.machine.hooks : hook_rule(hooks, image);
  const std::string timing =
      options.given(Option::timing) ? options.text(Option::timing) : profile_of(test_case, options.argument(1));
  config.hart.timing = platform.timing_profile(timing);
  config.hart.decode_cache = options.on(Option::decode_cache);
  config.hart.fast = options.on(Option::fast);
  config.hart.translate = options.on(Option::translate);
  config.hart.detectors = detectors_of(options, image);
  engine::make_ready_for(test_case, config.hart.detectors);
  hart::add_locals(config.hart.detectors, image);
  config.hart.map = platform.map;
  config.ram_size = platform.ram_size;
  config.plan = platform.plan;
  config.hart.semihosting = semihosting_of(options, image, test_case.machine);
  config.quantum_ns = *options.number(Option::quantum);
  config.dmi = options.on(Option::dmi);
  config.uart_input = prototype::InputOrigin(std::vector<std::uint8_t>());  // nothing else than what the test case has
  config.received = engine::received_words(test_case);
  for (const engine::TestInput& input : test_case.inputs) {
    if (input.device.empty()) continue;
    platform.require_device(input.device, options.argument(1));
    if (devices::kind_of(*platform.plan, input.device)->name != input.kind_of_device())
      throw support::InputError(fmt::format("{}: the platform's device '{}' is no {}", options.argument(1),
                                            input.device, input.kind_of_device()));
  }
  config.modules = modules_of(options).requests;
  config.input_modules = test_case.modules;
  for (const prototype::ModuleRequest& request : config.modules) {
    for (const devices::ForeignModule& module : test_case.modules) {
      if (!devices::meet(request.region, module.region)) continue;
      throw support::InputError(
          fmt::format("replay: --module '{}': the test case says what is read there", request.library),
          support::exit_code::kUsage);
    }
  }
  for (const engine::TestInterrupt& interrupt : test_case.interrupts) {
    config.held.push_back(devices::arrival_row(*platform.plan, interrupt.name));
    if (config.held.back()) continue;
    throw support::InputError(
        fmt::format("{}: not a test case: an interrupt that cannot be told when to arrive", options.argument(1)));
  }
  config.planned = engine::planned_arrivals(test_case, *platform.plan);
  // A path that was given up, or stopped before a division by zero, is replayed up to the same instruction. Any other
  // path must end by itself; the limit is one instruction higher, so that a run that does not end is noticed.
  if (test_case.measured()) {
    config.max_instructions = test_case.instructions + (stops_short(test_case.ending.reason) ? 0 : 1);
  }
  config.stop = &stop_flag();
  return config;
}

std::string position(std::uint32_t pc, std::uint64_t instructions, std::uint64_t cycles) {
  return fmt::format("pc 0x{:08x} after {} instructions and {} cycles", pc, instructions, cycles);
}

}  // namespace

int replay_command(const Options& options) {
  const auto test_case = engine::TestCase::load(options.argument(1));
  const Platform machine = platform_of(test_case, options);
  auto image = load_firmware(options, test_case.machine.isa);
  begin_at_reset(image, machine);
  if (test_case.fingerprint != image.fingerprint()) {
    throw support::InputError(fmt::format("{}: this test case belongs to another firmware ({}, or another build of it)",
                                          options.argument(1), test_case.firmware));
  }
  if (const std::uint32_t memory = test_case.machine.memory; memory > kMostMemory || memory % kMebibyte != 0) {
    throw support::InputError(
        fmt::format("{}: not a test case: no machine has {} bytes of memory", options.argument(1), memory));
  }
  std::optional<PreparedCall> call;
  const std::string against = options.text(Option::against);
  if (test_case.call.any() || !against.empty())
    call = prepare_again(test_case.call, image, against, machine, options.argument(1));
  auto config = replay_config(options, test_case, image, machine);
  if (call) config.hart.detectors.main = call->plan.places.after;
  const std::string stats = options.text(Option::stats);
  const auto gdb = options.number(Option::gdb);
  RunObservers observers(options, image, config.hart.timing, config.plan);
  options.require_all_read();
  if (!stats.empty()) support::require_writable_file(stats);
  config.record = gdb.has_value();

  engine::TestCaseInputs inputs(test_case);
  const support::DebugInfo debug_info(image);
  Inspections inspections(debug_info);
  config.inspect = [&](const hart::Inspection& inspection) { inspections.take(inspection, false); };
  prototype::Platform platform(config, image, &inputs);
  observers.attach(platform);
  const auto start = std::chrono::steady_clock::now();
  const prototype::RunResult result = gdb ? debug(platform, image, static_cast<std::uint16_t>(*gdb)) : platform.run();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  OutputErrors errors;
  observers.finish(result.cycles, errors);
  if (result.output_error) errors.note(output_lost(result));
  if (!stats.empty()) errors.attempt([&] { write_statistics(stats, result, seconds.count(), machine); });
  if (errors.any() && (result.end == End::OutputLost || result.end == End::Interrupted)) {
    return errors.exit_code(exit_code(result));
  }

  const Termination reason = test_case.ending.reason;
  const bool in_front = engine::stops_in_front(reason);
  const support::FirmwareImage& firmware = image_at(result.pc, call, platform, image);
  const std::string line = in_front
                               ? fmt::format("{} at {}", engine::row(reason).text, describe_place(result, firmware))
                               : describe(result, firmware);
  const auto last = [&] {
    engine::TestCaseInputs again(test_case);
    return end_of_run(image, config, result, &again);
  };
  observers.report(result, line, seconds.count(), &test_case, last, errors);
  if (result.end == End::Interrupted || result.end == End::Killed) {
    support::print_err(fmt::format("janus: {}\n", line));
    return errors.exit_code(exit_code(result));
  }
  const bool same_time =
      !test_case.measured() || (result.instructions == test_case.instructions && result.cycles == test_case.cycles);
  const bool same = same_kind(result.end, result, test_case.ending) && result.pc == test_case.pc && same_time &&
                    (!in_front || stopped_in_front(reason, platform, result, image));
  if (!same) {
    support::print_err(fmt::format("janus: the replay took another path: {}, {}; explored: {}, {}\n",
                                   to_string(result.end), position(result.pc, result.instructions, result.cycles),
                                   engine::row(test_case.ending.reason).text,
                                   position(test_case.pc, test_case.instructions, test_case.cycles)));
    return errors.exit_code(kDiverged);
  }
  support::print_err(energy_line(result));
  support::print_err(fmt::format("janus: {}{}as explored\n", line, line.empty() ? "" : ", "));
  const bool harmless = engine::consequence_of(test_case.ending) == engine::Consequence::Normal;
  return errors.exit_code(!in_front ? exit_code(result) : harmless ? 0 : 1);
}

}  // namespace janus::app
