#include "app/device_waves.h"

#include <fmt/format.h>

#include <algorithm>

namespace janus::app {
namespace {

std::string element_name(const devices::Register& row, std::uint32_t index) {
  return row.count == 1 ? std::string(row.name) : fmt::format("{}[{}]", row.name, index);
}

}  // namespace

std::vector<DeviceWave> device_waves(std::string_view name, const devices::BoardPlan& plan) {
  std::vector<DeviceWave> waves;
  for (const devices::DataSheet& sheet : devices::data_sheets(plan)) {
    const bool all = name == sheet.name;
    if (!all && !(name.starts_with(sheet.name) && name.substr(sheet.name.size()).starts_with('.'))) continue;
    const std::string_view wanted = all ? "" : name.substr(sheet.name.size() + 1);
    for (const devices::Register& row : sheet.registers) {
      if (!can_read(row.access) || (all && (row.count > 1 || !row.only_if.empty()))) continue;
      for (std::uint32_t index = 0; index < row.count; ++index) {
        const std::string one = element_name(row, index);
        DeviceWave wave{std::string(sheet.name),
                        one,
                        sheet.region.base + row.offset + index * row.bytes,
                        row.bytes,
                        0,
                        8 * row.bytes};
        if (all || wanted == one) waves.push_back(wave);
        for (const devices::Field& field : row.fields) {
          wave.name = fmt::format("{}.{}", one, field.name);
          if (field.name.empty() || wanted != wave.name) continue;
          wave.low = field.low;
          wave.width = field.high - field.low + 1;
          waves.push_back(wave);
        }
      }
    }
  }
  return waves;
}

observe::Waves::Probes probes(const std::vector<DeviceWave>& waves, prototype::Platform& platform) {
  observe::Waves::Probes probes{{}, [&platform] { return platform.device_changes(); }};
  for (const DeviceWave& wave : waves) {
    const auto read = [&platform, wave] {
      const std::uint32_t value = platform.device_register(wave.address, wave.bytes);
      return value >> wave.low & (~std::uint32_t{0} >> (32 - wave.width));
    };
    probes.signals.push_back({wave.device, wave.name, wave.width, read});
  }
  return probes;
}

}  // namespace janus::app
