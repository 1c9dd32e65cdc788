// janus show: a test case, readable.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "app/command_line.h"
#include "app/finding_report.h"
#include "app/options.h"
#include "app/plural.h"
#include "app/typed_value.h"
#include "engine/state/test_case.h"
#include "support/error.h"
#include "support/standard_streams.h"

namespace janus::app {
namespace {

// Sixteen bytes a line: offset, bytes, characters.
std::string dump(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 16) {
    std::string digits, characters;
    for (std::size_t i = at; i < std::min(at + 16, bytes.size()); ++i) {
      digits += fmt::format("{:02x} ", bytes[i]);
      characters += bytes[i] >= 0x20 && bytes[i] < 0x7f ? static_cast<char>(bytes[i]) : '.';
    }
    text += fmt::format("    {:04x}  {:<48} |{}|\n", at, digits, characters);
  }
  return text;
}

// A test case is anybody's file, so its names may have characters that do something to a terminal.
std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return text;
}

// With `debug`, values by their types; null without the firmware.
std::string text_of(const engine::TestInput& input, const support::DebugInfo* debug) {
  std::string text =
      fmt::format("  {} = {}\n    {}", printable(input.name), debug ? value_of(input, *debug) : engine::describe(input),
                  plural(input.bytes.size(), "byte"));
  if (!input.device.empty())
    return text + fmt::format(", received by {}\n", printable(input.device)) + dump(input.bytes);
  text += input.address ? fmt::format(" at 0x{:08x}", *input.address) : std::string(" in a register");
  return text + fmt::format(", made at 0x{:08x}\n", input.pc) + dump(input.bytes);
}

// As the options say it.
std::string call_of(const call::Settings& call) {
  std::string text = "call: " + call.function;
  if (!call.after.empty()) text += " --after " + call.after;
  for (const auto& [option, values] : {std::pair{"object", &call.objects},
                                       {"range", &call.ranges},
                                       {"link", &call.links},
                                       {"stub", &call.stubs},
                                       {"assume", &call.assumes},
                                       {"assert", &call.asserts}}) {
    for (const std::string& value : *values) text += fmt::format(" --{} '{}'", option, value);
  }
  return printable(text) + "\n";
}

// The firmware of --firmware; nothing without the option.
std::optional<support::FirmwareImage> firmware_of(const engine::TestCase& test_case, const std::string& file) {
  if (file.empty()) return std::nullopt;
  auto image = support::FirmwareImage::load(file);
  if (image.fingerprint() == test_case.fingerprint) return image;
  throw support::InputError(fmt::format("{}: the test case belongs to another firmware ({}, or another build of it)",
                                        file, printable(test_case.firmware)));
}

}  // namespace

int show_command(const Options& options) {
  const std::string& file = options.argument(0);
  const auto test_case = engine::TestCase::load(file);
  const std::string firmware = options.text(Option::show_firmware);
  options.require_all_read();
  support::require_standard_output();
  const auto image = firmware_of(test_case, firmware);
  const auto debug = image ? std::make_unique<support::DebugInfo>(*image) : nullptr;
  const engine::MachineSettings& machine = test_case.machine;
  std::string text = fmt::format("{}: a path of {}, {}\n", file, printable(test_case.firmware),
                                 plural(test_case.inputs.size(), "input"));
  if (test_case.call.any()) text += call_of(test_case.call);
  for (const engine::TestInput& input : test_case.inputs) text += text_of(input, debug.get());
  text += arrivals_text(test_case, debug.get(), "");
  text += fmt::format("ends: {}\n",
                      debug ? describe(test_case, *debug)
                            : fmt::format("{} at 0x{:08x}", engine::row(test_case.ending.reason).text, test_case.pc));
  if (test_case.measured())
    text += fmt::format("after {} and {}\n", plural(test_case.instructions, "instruction"),
                        plural(test_case.cycles, "cycle"));
  const std::string memory = machine.platform.name.empty() ? fmt::format("{} MiB of memory", machine.memory >> 20)
                                                           : "platform " + printable(machine.platform.name);
  text += fmt::format("machine: {}{}, timing profile {}\n", machine.isa.empty() ? "" : printable(machine.isa) + ", ",
                      memory, printable(machine.timing));
  text += fmt::format("to replay it: janus replay {} {}{}\n",
                      firmware.empty() ? for_shell(printable(test_case.firmware)) : for_shell(firmware),
                      for_shell(file), test_case.call.compares() ? " --against FIRMWARE" : "");
  support::print_out(text);
  return 0;
}

}  // namespace janus::app
