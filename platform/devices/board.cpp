#include "devices/board.h"

#include <algorithm>

#include "support/contract.h"

namespace janus::devices {

// Calls access(device, offset) for the device of `board` at `address`. Without a device, the result is
// value-initialised.
template <class B, class F>
auto Board::with_device(B& board, std::uint32_t address, F&& access) {
  using Result = decltype(access(board.clint, address));
  const auto at = [&](Region region) { return address - region.base; };
  if (memory_map::kFinisher.contains(address)) return access(board.finisher, at(memory_map::kFinisher));
  if (memory_map::kClint.contains(address)) return access(board.clint, at(memory_map::kClint));
  if (memory_map::kPlic.contains(address)) return access(board.plic, at(memory_map::kPlic));
  if (memory_map::kUart.contains(address)) return access(board.uart, at(memory_map::kUart));
  for (auto& [region, device] : board.attached_) {
    if (region.contains(address)) return access(device, at(region));
  }
  return Result{};
}

void Board::attach(Region region, AnyDevice device) {
  for (const Region& other : regions_) {
    JANUS_REQUIRE(!other.contains(region.base) && !region.contains(other.base));
  }
  regions_.push_back(region);
  attached_.push_back({region, std::move(device)});
}

Picoseconds Board::next_event() const {
  Picoseconds earliest = std::min({finisher.next_event(), clint.next_event(), plic.next_event(), uart.next_event()});
  for (const auto& [region, device] : attached_) earliest = std::min(earliest, device.next_event());
  return earliest;
}

void Board::advance_to(Picoseconds now) {
  finisher.advance_to(now);
  clint.advance_to(now);
  plic.advance_to(now);
  uart.advance_to(now);
  for (auto& [region, device] : attached_) device.advance_to(now);
}

bool Board::same_but_for_time(const Board& other) const {
  return finisher.same_but_for_time(other.finisher) && clint.same_but_for_time(other.clint) &&
         plic.same_but_for_time(other.plic) && uart.same_but_for_time(other.uart) &&
         std::ranges::equal(attached_, other.attached_, [](const Attached& a, const Attached& b) {
           return a.region.base == b.region.base && a.device.same_but_for_time(b.device);
         });
}

bool Board::shows_time(std::uint32_t address) const {
  return with_device(*this, address,
                     [](const auto& device, std::uint32_t offset) { return device.shows_time(offset); });
}

bool Board::ignores_value(std::uint32_t address) const {
  return with_device(*this, address,
                     [](const auto& device, std::uint32_t offset) { return device.ignores_value(offset); });
}

std::optional<std::uint32_t> Board::read(std::uint32_t address, unsigned size, Picoseconds now) {
  advance_to(now);
  const auto value =
      with_device(*this, address, [&](auto& device, std::uint32_t offset) { return device.read(offset, size); });
  wire();
  return value;
}

bool Board::write(std::uint32_t address, unsigned size, std::uint32_t value, Picoseconds now) {
  advance_to(now);
  const bool done = with_device(*this, address,
                                [&](auto& device, std::uint32_t offset) { return device.write(offset, size, value); });
  wire();
  return done;
}

}  // namespace janus::devices
