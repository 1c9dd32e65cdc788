#include "devices/clint.h"

#include <fmt/format.h>

namespace janus::devices {
namespace {

constexpr std::uint32_t kMsip = 0x0000, kMtimecmp = 0x4000, kMtime = 0xbff8;

std::uint32_t half(std::uint64_t value, bool high) { return static_cast<std::uint32_t>(high ? value >> 32 : value); }

std::uint64_t with_half(std::uint64_t value, bool high, std::uint32_t bits) {
  return high ? (value & 0xffffffff) | std::uint64_t{bits} << 32 : (value & ~std::uint64_t{0xffffffff}) | bits;
}

}  // namespace

std::optional<std::uint32_t> Clint::read(std::uint32_t offset, unsigned size) {
  if (size != 4 || offset % 4) return std::nullopt;
  switch (offset) {
    case kMsip: return msip_;
    case kMtimecmp:
    case kMtimecmp + 4: return half(mtimecmp_, offset != kMtimecmp);
    case kMtime:
    case kMtime + 4: return half(mtime(), offset != kMtime);
    default: return 0;  // registers of harts that do not exist
  }
}

bool Clint::write(std::uint32_t offset, unsigned size, std::uint32_t value) {
  if (size != 4 || offset % 4) return false;
  switch (offset) {
    case kMsip: msip_ = value & 1; break;
    case kMtimecmp:
    case kMtimecmp + 4:
      mtimecmp_ = with_half(mtimecmp_, offset != kMtimecmp, value);
      timer_arrived_ = false;
      break;
    case kMtime:
    case kMtime + 4: mtime_offset_ += with_half(mtime(), offset != kMtime, value) - mtime(); break;
    default: break;
  }
  return true;
}

Picoseconds Clint::next_event() const {
  if (timer_held_ || timer_interrupt()) return kNever;
  // The time at which mtime reaches mtimecmp. mtime counts at whole periods since reset.
  constexpr std::uint64_t kTooLate = std::uint64_t{1} << 62;  // 14,000 years
  const std::uint64_t left = mtimecmp_ - mtime();
  if (left >= kTooLate) return kNever;
  return (Picoseconds{hart::mtime_at(time_.now, mtime_period_)} + left) * mtime_period_;
}

std::string Clint::contents() const {
  return fmt::format("mtime {}, mtimecmp {}\ntimer interrupt {}\n", mtime(), mtimecmp_,
                     timer_interrupt() ? "pending" : "not pending");
}

}  // namespace janus::devices
