#include "app/debug_monitor.h"

#include <fmt/format.h>

#include <iterator>
#include <sstream>
#include <vector>

namespace janus::app {
namespace {

constexpr char kHelp[] =
    "cycles        cycles and instructions since reset\n"
    "time          simulated time, and mtime\n"
    "interrupts    which interrupts are pending and enabled\n"
    "map           the memory map\n"
    "device        the names of the devices\n"
    "device NAME   the registers of a device, without side effects\n"
    "restart       go back to reset; afterwards, type `maintenance flush register-cache`\n";

std::string interrupts(prototype::Platform& platform) {
  const auto& state = platform.hart().state();
  const auto row = [&](const char* name, unsigned line) {
    return fmt::format("{:<9} {}, {}\n", name, state.mip >> line & 1 ? "pending" : "not pending",
                       state.mie >> line & 1 ? "enabled" : "not enabled");
  };
  namespace interrupt = hart::interrupt;
  return row("external", interrupt::kExternal) + row("software", interrupt::kSoftware) +
         row("timer", interrupt::kTimer) +
         fmt::format("mstatus.MIE is {}, in {} mode{}\n", state.mstatus & hart::status::kMie ? 1 : 0,
                     state.privilege == hart::Privilege::Machine ? "machine" : "user",
                     state.waiting ? ", waiting for an interrupt" : "");
}

std::string map(prototype::Platform& platform) {
  std::string text;
  const auto row = [&](const std::string& name, devices::Region region) {
    text += fmt::format("0x{:08x}..0x{:08x} {}\n", region.base, region.base + (region.size - 1), name);
  };
  for (const auto& device : platform.devices()) row(device.name, device.region);
  for (const auto& memory : platform.memories()) row(memory.name, memory.region);
  for (const auto& region : platform.reserved()) row(region.name, {region.base, region.size});
  return text;
}

std::string time(prototype::Platform& platform) {
  const auto& hart = platform.hart();
  constexpr std::uint64_t kSecond = 1'000'000'000'000;
  const auto picoseconds = hart.timing().time_at(hart.state().cycles);
  return fmt::format("{}.{:012} s, mtime {}\n", static_cast<std::uint64_t>(picoseconds / kSecond),
                     static_cast<std::uint64_t>(picoseconds % kSecond),
                     hart.timing().mtime_at(hart.state().cycles) + hart.state().mtime_offset);
}

std::string device(prototype::Platform& platform, const std::string& name) {
  std::string names;
  for (const auto& device : platform.devices()) {
    if (device.name == name) return device.state;
    names += device.name + '\n';
  }
  return name.empty() ? names : fmt::format("there is no device '{}'; the devices are:\n{}", name, names);
}

}  // namespace

std::string answer_monitor(prototype::Platform& platform, const std::string& command) {
  std::istringstream stream(command);
  const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  const std::string verb = words.empty() ? "help" : words[0];
  if (verb == "device" && words.size() <= 2) return device(platform, words.size() == 2 ? words[1] : "");
  if (words.size() <= 1) {
    if (verb == "help") return kHelp;
    if (verb == "cycles") {
      const auto& state = platform.hart().state();
      return fmt::format("{} cycles, {} instructions\n", state.cycles, state.retired);
    }
    if (verb == "time") return time(platform);
    if (verb == "interrupts") return interrupts(platform);
    if (verb == "map") return map(platform);
  }
  std::string shown;  // the command comes from gdb and may contain any bytes
  for (const char c : command.substr(0, 60)) shown += c >= ' ' && c <= '~' ? c : '?';
  return fmt::format("there is no command '{}'; `monitor help` lists them\n", shown);
}

}  // namespace janus::app
