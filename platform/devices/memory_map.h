// The memory map: that of QEMU's `virt` board, so that one ELF file runs on both. Its devices are the rows of
// devices.def.
#pragma once

#include <cstdint>

#include "hart/timing.h"

namespace janus::devices {

struct Region {
  std::uint32_t base;
  std::uint32_t size;  // bytes
  constexpr bool contains(std::uint32_t address) const { return address - base < size; }
};

namespace memory_map {
// Each device's region and interrupt source, by the name of its row.
namespace region {
#define DEVICE(name, Type, header, base, size, source) inline constexpr Region name{base, size};
#include "devices/devices.def"
#undef DEVICE
}  // namespace region
namespace source {
#define DEVICE(name, Type, header, base, size, source) inline constexpr std::uint32_t name = source;
#include "devices/devices.def"
#undef DEVICE
}  // namespace source

inline constexpr Region kDevices[] = {
#define DEVICE(name, Type, header, base, size, source) region::name,
#include "devices/devices.def"
#undef DEVICE
};
// The names of the devices in timing profiles and traces.
inline constexpr hart::NamedRegion kNamed[] = {
#define DEVICE(name, Type, header, base, size, source) {#name, base, size},
#include "devices/devices.def"
#undef DEVICE
};
// Rows that have a part to play beyond being devices.
inline constexpr Region kFinisher = region::finisher, kUart = region::uart;
inline constexpr std::uint32_t kUartInterrupt = source::uart;

inline constexpr std::uint32_t kRamBase = 0x8000'0000;
inline constexpr std::uint32_t kDefaultRamSize = 128U << 20;

constexpr bool regions_are_apart() {
  for (const Region& a : kDevices) {
    for (const Region& b : kDevices) {
      if (&a != &b && (a.contains(b.base) || b.contains(a.base))) return false;
    }
  }
  return true;
}
static_assert(regions_are_apart(), "two rows of devices.def meet");
}  // namespace memory_map

}  // namespace janus::devices
