// Physical memory protection (Volume II (20211203), section 3.7): 16 entries with a granularity of four bytes.
//
// The loops of the hart inline all that they call (JANUS_INLINE_ALL in hart_core.h), so the functions here that are
// seldom called say that they are not to be inlined.
//
// PmpState is what firmware writes. ProtectionMap is what follows from it for one privilege level: the address space as
// ranges with permissions. An access is permitted if each of its bytes is; the manual lets a hart split a misaligned
// access into parts that are checked one by one. An entry with W and not R, which is reserved, means what its bits say.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hart/privilege.h"

namespace janus::hart {

// Bits of a permission. They are the bits R, W and X of an entry's configuration.
namespace permission {
inline constexpr std::uint8_t kRead = 1, kWrite = 2, kExecute = 4, kAll = 7;
}

class PmpState {
 public:
  static constexpr unsigned kEntries = 16;

  // The registers pmpcfg0 to pmpcfg3, by number, and pmpaddr0 to pmpaddr15. Writes to locked parts have no effect.
  [[gnu::noinline]] std::uint32_t configuration(unsigned number) const;
  [[gnu::noinline]] void write_configuration(unsigned number, std::uint32_t value);
  std::uint32_t address(unsigned entry) const { return address_[entry]; }
  [[gnu::noinline]] void write_address(unsigned entry, std::uint32_t value);

  // Whether every access at this level is permitted. A constant-time answer.
  bool is_open(Privilege privilege) const { return privilege == Privilege::Machine ? machine_open_ : user_open_; }

  // The addresses that an entry matches, first and last; nothing if it matches none. They have 34 bits.
  struct Span {
    std::uint64_t first, last;
  };
  std::optional<Span> span(unsigned entry) const;
  // What an entry permits at a level to the addresses that it matches.
  std::uint8_t permissions(unsigned entry, Privilege privilege) const;

  bool operator==(const PmpState&) const = default;

 private:
  bool is_locked(unsigned entry) const { return configuration_[entry] & kLocked; }
  void changed();

  static constexpr std::uint8_t kLocked = 0x80, kWritable = 0x9f;
  std::array<std::uint8_t, kEntries> configuration_{};
  std::array<std::uint32_t, kEntries> address_{};  // bits 33 to 2 of an address
  bool user_open_ = false, machine_open_ = true;   // follow from the others
};

// The ranges of the address space in ascending order. They cover it, and neighbours have different permissions.
class ProtectionMap {
 public:
  struct Range {
    std::uint32_t first, last;
    std::uint8_t permissions;
    bool operator==(const Range&) const = default;
  };

  [[gnu::noinline]] ProtectionMap(const PmpState& state, Privilege privilege);

  const std::vector<Range>& ranges() const { return ranges_; }
  // The first address of an access of `bytes` bytes (1, 2 or 4) that lacks one of the permissions in `wanted`; nothing
  // if the access is permitted. Addresses wrap around at the end of the address space.
  [[gnu::noinline]] std::optional<std::uint32_t> first_forbidden(std::uint32_t address, unsigned bytes,
                                                                 std::uint8_t wanted) const;
  // Whether everything is permitted within `bytes` bytes, at least one, from `first` on. They must not wrap around.
  bool is_open(std::uint32_t first, std::uint32_t bytes) const;

 private:
  const Range& range_of(std::uint32_t address) const;
  std::vector<Range> ranges_;
};

}  // namespace janus::hart
