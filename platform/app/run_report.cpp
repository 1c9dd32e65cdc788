#include "app/run_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/energy_text.h"
#include "devices/test_finisher.h"
#include "isa/extensions.h"
#include "support/debug_info.h"
#include "support/error.h"
#include "support/failed_assertion.h"
#include "support/resident_memory.h"
#include "support/standard_streams.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

using prototype::End;
using prototype::RunResult;

std::string_view name_of(isa::Exception cause) {
  switch (cause) {
    case isa::Exception::InstructionAddressMisaligned: return "misaligned instruction address";
    case isa::Exception::InstructionAccessFault: return "instruction access fault";
    case isa::Exception::IllegalInstruction: return "illegal instruction";
    case isa::Exception::Breakpoint: return "breakpoint";
    case isa::Exception::LoadAddressMisaligned: return "misaligned load";
    case isa::Exception::LoadAccessFault: return "load access fault";
    case isa::Exception::StoreAddressMisaligned: return "misaligned store";
    case isa::Exception::StoreAccessFault: return "store access fault";
    case isa::Exception::EnvironmentCallFromUser: return "ecall from user mode";
    case isa::Exception::EnvironmentCallFromMachine: return "ecall";
  }
  return "exception";
}

// What mtval contains for this cause: "address", "instruction", or empty if mtval says nothing.
std::string_view value_of(isa::Exception cause) {
  switch (cause) {
    case isa::Exception::IllegalInstruction: return "instruction";
    case isa::Exception::Breakpoint:
    case isa::Exception::EnvironmentCallFromUser:
    case isa::Exception::EnvironmentCallFromMachine: return {};
    case isa::Exception::InstructionAddressMisaligned:
    case isa::Exception::InstructionAccessFault:
    case isa::Exception::LoadAddressMisaligned:
    case isa::Exception::LoadAccessFault:
    case isa::Exception::StoreAddressMisaligned:
    case isa::Exception::StoreAccessFault: return "address";
  }
  return {};
}

}  // namespace

std::string describe_trap(isa::Exception cause, std::uint32_t value, const std::string& at,
                          const support::FirmwareImage& image) {
  const auto what = value_of(cause);
  const std::string detail = what.empty() ? "" : fmt::format(", {} 0x{:08x}", what, value);
  const isa::IsaName isa = isa::parse_isa_name(image.isa());
  const bool lacks = cause == isa::Exception::IllegalInstruction && !isa.unknown.empty();
  const std::string reason =
      lacks ? fmt::format("the firmware is for {}, of which Janus lacks {}", image.isa(), fmt::join(isa.unknown, ", "))
            : "no trap handler is installed";
  return fmt::format("{} at {}{}: {}", name_of(cause), at, detail, reason);
}

std::string describe_stack(std::uint32_t stack_pointer, devices::Region ram) {
  const bool above = stack_pointer > ram.base && stack_pointer - ram.base > ram.size;
  if (!above) return {};
  return fmt::format("; the stack pointer 0x{:08x} is outside of RAM (0x{:08x}, {} MiB; see --memory)", stack_pointer,
                     ram.base, ram.size >> 20);
}

std::string describe_place(const RunResult& result, const support::FirmwareImage& image) {
  const support::DebugInfo debug(image);
  const auto place = debug.locate(result.pc);
  if (place.function.empty() && place.file.empty()) return fmt::format("0x{:08x}", result.pc);
  return fmt::format("0x{:08x} ({})", result.pc, debug.describe(result.pc));
}

static std::string describe_mistake(const RunResult& result, const support::FirmwareImage& image) {
  const std::string text = result.mistake ? hart::describe(*result.mistake, support::DebugInfo(image)) : std::string();
  return text.empty() ? text : ": " + text;
}

std::string describe(const RunResult& result, const support::FirmwareImage& image) {
  const auto at = [&] { return describe_place(result, image); };
  const char* without_a_word = result.has_tohost ? "; it did not say by `tohost` how it ended" : "";
  switch (result.end) {
    case End::Finisher:
    case End::ToHost:
    case End::HostExit:
      if (result.exit_code == devices::TestFinisher::kWatchdog && result.end == End::Finisher)
        return fmt::format("the watchdog has reset the machine at {}", at());
      return result.exit_code.value_or(0) == 0 ? std::string()
                                               : fmt::format("the firmware ended with code {}", *result.exit_code);
    case End::Halted: return fmt::format("halted at {}: jumps to itself with interrupts off{}", at(), without_a_word);
    case End::WaitsForever:
      return fmt::format("waits for an interrupt that will not come, at {}{}", at(), without_a_word);
    case End::UnhandledTrap:
      return describe_trap(result.trap->cause, result.trap->value, at(), image) +
             describe_stack(result.stack_pointer, result.ram);
    case End::AssertFailed: {
      const auto assertion = support::failed_assertion(image, result.pc, result.arguments);
      if (!assertion)
        return fmt::format("assertion failed at {}{}{}", at(), result.hook_error.empty() ? "" : ": ",
                           result.hook_error);
      return fmt::format("assertion failed at 0x{:08x} {}", result.pc, assertion->describe());
    }
    case End::AssumeFailed: return fmt::format("an assumption does not hold at {}", at());
    case End::HookError: return result.hook_error;
    case End::Detected:
      return fmt::format("{} at {}{}", hart::row(*result.detector).text, at(), describe_mistake(result, image));
    case End::HostError: return fmt::format("{}, at {}", result.hook_error, at());
    case End::InstructionLimit:
      return fmt::format("stopped at {} after {} instructions, the limit", at(), result.instructions);
    case End::Interrupted: return fmt::format("interrupted at {}", at());
    case End::OutputLost: return output_lost(result).what();
    case End::Killed: return fmt::format("killed by gdb at {}", at());
    case End::Paused:
    case End::Breakpoint:
    case End::Watchpoint: break;  // not the end of a run
  }
  return {};
}

std::string energy_line(const RunResult& result) {
  if (!result.energy) return {};
  return fmt::format("janus: {} pJ in {} cycles\n", picojoules_text(*result.energy), result.cycles);
}

support::InputError output_lost(const RunResult& result) {
  return support::InputError(support::write_error("standard output", result.output_error),
                             support::exit_code::kCannotWrite);
}

int exit_code(const RunResult& result) {
  switch (result.end) {
    case End::Finisher:
    case End::ToHost:
    case End::HostExit: return static_cast<int>(std::min(result.exit_code.value_or(0), 255U));
    case End::Halted:
    case End::WaitsForever: return result.has_tohost ? support::exit_code::kSilent : 0;
    case End::AssumeFailed: return 0;
    case End::AssertFailed:
    case End::Detected: return 1;
    case End::UnhandledTrap:
    case End::HookError:
    case End::HostError: return support::exit_code::kSoftware;
    case End::InstructionLimit: return 124;  // as timeout(1)
    case End::Interrupted: return 130;       // as a shell reports SIGINT
    case End::OutputLost: return support::exit_code::kCannotWrite;
    case End::Killed: return 137;  // as a shell reports SIGKILL
    case End::Paused:
    case End::Breakpoint:
    case End::Watchpoint: break;
  }
  return support::exit_code::kInternal;
}

void write_statistics(const std::string& path, const RunResult& result, double seconds, const Platform& platform) {
  nlohmann::ordered_json json;
  if (!platform.name.empty())
    json["platform"] = {{"name", platform.name}, {"fingerprint", fmt::format("{:016x}", platform.fingerprint())}};
  json["exit"] = to_string(result.end);
  json["exit_code"] = nullptr;
  if (result.exit_code) json["exit_code"] = *result.exit_code;
  json["pc"] = result.pc;
  json["instructions"] = result.instructions;
  json["cycles"] = result.cycles;
  json["simulated_seconds"] = static_cast<double>(result.picoseconds) * 1e-12;
  if (result.energy) json["energy_pj"] = picojoules(*result.energy);
  json["seconds"] = seconds;
  json["mips"] = seconds > 0 ? static_cast<double>(result.instructions) / seconds * 1e-6 : 0.0;
  json["ignored_hooks"] = result.ignored_hooks;
  json["peak_bytes"] = support::peak_resident_bytes();
  support::write_text_file(path, json.dump(2) + "\n");
}

}  // namespace janus::app
