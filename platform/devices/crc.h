// An accelerator for CRC-32 (IEEE 802.3: polynomial 0x04c11db7, reflected, initial value and final exclusive-or of all
// ones), as in Ethernet, zlib and PNG. It takes a byte or a word at a time, the lowest byte of a word first, and is
// ready at once: what it costs is the accesses.
//
// A symbolic word that firmware stores to DATA is a path for each of its values, since the accelerator computes with
// bits: so 256 for a byte.
#pragma once

#include "devices/registers.h"

namespace janus::devices {

class Crc {
 public:
  static constexpr std::string_view kTitle = "CRC-32 accelerator (IEEE 802.3)";
  static constexpr Register kRegisters[] = {
      {"CTRL", 0x00, 4, Access::WriteOnly, 0, "control", {{"CLEAR", 0, 0, "a one begins a new checksum"}}},
      {"DATA", 0x04, 4, Access::WriteOnly, 0, "adds four bytes, the lowest first"},
      {"BYTE", 0x08, 4, Access::WriteOnly, 0, "adds one byte", {{"VALUE", 0, 7, "the byte"}}},
      {"RESULT", 0x0c, 4, Access::ReadOnly, 0, "the checksum of what was added since CLEAR"}};

  // Accesses have the width of the register; all others are refused.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) {
    if (!Registers::decode(offset, size, false)) return std::nullopt;
    return ~remainder_;
  }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    if (Registers::is(*index, "CTRL") && value & 1) remainder_ = kAllOnes;
    if (Registers::is(*index, "DATA")) add(value, 32);
    if (Registers::is(*index, "BYTE")) add(value & 0xff, 8);
    return true;
  }

  Picoseconds next_event() const { return kNever; }
  void advance_to(Picoseconds) {}
  bool shows_time(std::uint32_t) const { return false; }
  bool same_but_for_time(const Crc& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  friend bool operator==(const Crc&, const Crc&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr std::uint32_t kAllOnes = 0xffff'ffff, kPolynomial = 0xedb8'8320;

  void add(std::uint32_t bits, int count) {
    remainder_ ^= bits;
    for (int i = 0; i < count; ++i) remainder_ = remainder_ >> 1 ^ (remainder_ & 1 ? kPolynomial : 0);
  }

  std::uint32_t remainder_ = kAllOnes;  // so RESULT is 0 after reset
};

}  // namespace janus::devices
