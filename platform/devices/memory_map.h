// The memory map of QEMU's `virt` board, so that one ELF file runs on both.
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
inline constexpr Region kFinisher{0x0010'0000, 0x1000};
inline constexpr Region kClint{0x0200'0000, 0x1'0000};
inline constexpr Region kPlic{0x0c00'0000, 0x60'0000};
inline constexpr Region kUart{0x1000'0000, 0x100};
inline constexpr Region kDevices[] = {kFinisher, kClint, kPlic, kUart};
// The names of the devices in timing profiles.
inline constexpr hart::NamedRegion kNamed[] = {{"finisher", kFinisher.base, kFinisher.size},
                                               {"clint", kClint.base, kClint.size},
                                               {"plic", kPlic.base, kPlic.size},
                                               {"uart", kUart.base, kUart.size}};
inline constexpr std::uint32_t kRamBase = 0x8000'0000;
inline constexpr std::uint32_t kDefaultRamSize = 128U << 20;
inline constexpr std::uint32_t kUartInterrupt = 10;  // the UART's source number at the PLIC
}  // namespace memory_map

}  // namespace janus::devices
