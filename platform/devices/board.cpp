#include "devices/board.h"

namespace janus::devices {

// Calls access(device, offset) for the device at `address`. Without a device, the result is value-initialised.
template <class F>
auto Board::with_device(std::uint32_t address, F&& access) {
  using Result = decltype(access(clint, address));
  const auto at = [&](Region region) { return address - region.base; };
  if (memory_map::kFinisher.contains(address)) return access(finisher, at(memory_map::kFinisher));
  if (memory_map::kClint.contains(address)) return access(clint, at(memory_map::kClint));
  if (memory_map::kPlic.contains(address)) return access(plic, at(memory_map::kPlic));
  if (memory_map::kUart.contains(address)) return access(uart, at(memory_map::kUart));
  return Result{};
}

void Board::advance_to(Picoseconds now) { clint.advance_to(now); }

std::optional<std::uint32_t> Board::read(std::uint32_t address, unsigned size, Picoseconds now) {
  advance_to(now);
  const auto value =
      with_device(address, [&](auto& device, std::uint32_t offset) { return device.read(offset, size); });
  wire();
  return value;
}

bool Board::write(std::uint32_t address, unsigned size, std::uint32_t value, Picoseconds now) {
  advance_to(now);
  const bool done =
      with_device(address, [&](auto& device, std::uint32_t offset) { return device.write(offset, size, value); });
  wire();
  return done;
}

}  // namespace janus::devices
