// Registers of devices as waves: which ones --vcd-registers names, and how to look at them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "devices/data_sheet.h"
#include "observe/waves.h"
#include "prototype/platform.h"

namespace janus::app {

// A register that can be read, or a field of one.
struct DeviceWave {
  std::string device, name;  // name: as in the data sheet, STATUS, PRIORITY[10] or STATUS.LEVEL
  std::uint32_t address = 0;
  unsigned bytes = 4;
  unsigned low = 0, width = 32;  // of the bits

  friend bool operator==(const DeviceWave&, const DeviceWave&) = default;
};

// What a name stands for: DEVICE is all registers of a device that can be read and are always there, but for arrays;
// DEVICE.REGISTER and DEVICE.REGISTER.FIELD are one. Empty if the platform has nothing of that name that can be read.
std::vector<DeviceWave> device_waves(std::string_view name, const devices::BoardPlan& plan);

// The platform must outlive what is returned.
observe::Waves::Probes probes(const std::vector<DeviceWave>& waves, prototype::Platform& platform);

}  // namespace janus::app
