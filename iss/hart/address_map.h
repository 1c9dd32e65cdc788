// What answers at which addresses, besides devices: memories, aliases, which show memory at a second place, and
// reserved regions, which are hardware without a model. For platforms that differ from one RAM. A hart without a map
// has one RAM, which fills its window.
//
// All memories lie in one window of addresses, with holes between them. An offset is an address less the base of the
// window. The host reserves memory for the whole window, and provides only what is touched. Immutable; share freely.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace janus::hart {

// Bases and sizes are multiples of kMemoryGranule bytes; ends are at most 4 GiB.
inline constexpr std::uint32_t kMemoryGranule = 4096;

struct MemoryRange {
  std::string name;
  std::uint32_t base = 0, size = 0;  // bytes
  bool writable = true;              // else stores take an access fault
};

// What an access to hardware without a model does: Error is an access fault; Ignore reads zero, and drops what is
// written; Symbolic, for reads alone, makes each read a new input.
enum class Reserved : std::uint8_t { Error, Ignore, Symbolic };

struct ReservedRegion {
  std::string name;
  std::uint32_t base = 0, size = 0;  // bytes
  Reserved reads = Reserved::Error, writes = Reserved::Error;

  bool contains(std::uint32_t address, std::uint32_t bytes) const {
    return bytes <= size && address - base <= size - bytes;
  }
};

// A second place of memory: the bytes from `base` on are those from `target` on. An access goes to `target`; so do a
// fetch, watchpoints and traces. Only the pc, and what is computed from it, keeps the address of the alias.
struct MemoryAlias {
  std::string name;
  std::uint32_t base = 0, size = 0;  // bytes
  std::uint32_t target = 0;          // in a memory

  bool contains(std::uint32_t address, std::uint32_t bytes) const {
    return bytes <= size && address - base <= size - bytes;
  }
};

// Addresses without a gap.
struct AddressStretch {
  std::uint32_t base = 0, size = 0;  // bytes

  bool contains(std::uint32_t address, std::uint32_t bytes) const {
    return bytes <= size && address - base <= size - bytes;
  }
};

class AddressMap {
 public:
  // There must be a memory that can be written; no two memories, aliases or regions may meet; an alias must lie behind
  // a memory as a whole (contract).
  AddressMap(std::vector<MemoryRange> memories, std::vector<ReservedRegion> reserved,
             std::vector<MemoryAlias> aliases = {});

  // Sorted by address.
  std::span<const MemoryRange> memories() const { return memories_; }
  std::span<const ReservedRegion> reserved() const { return reserved_; }
  std::span<const MemoryAlias> aliases() const { return aliases_; }
  // Where memory has the bytes that an access reaches: another address if the access lies in an alias.
  std::uint32_t home(std::uint32_t address, std::uint32_t bytes) const {
    for (const MemoryAlias& alias : aliases_) {
      if (alias.contains(address, bytes)) return address - alias.base + alias.target;
    }
    return address;
  }
  bool is_aliased(std::uint32_t address, std::uint32_t bytes) const {
    for (const MemoryAlias& alias : aliases_) {
      if (alias.contains(address, bytes)) return true;
    }
    return false;
  }
  // The region that has all bytes of an access; null if there is none.
  const ReservedRegion* reserved_at(std::uint32_t address, std::uint32_t bytes) const;
  bool has_symbolic_reads() const;

  // From the first memory to the end of the last.
  AddressStretch window() const { return window_; }
  // Where an access may lie: memories that meet are one stretch.
  std::span<const AddressStretch> readable() const { return readable_; }
  std::span<const AddressStretch> writable() const { return writable_; }
  // The largest stretch that can be written.
  AddressStretch main() const { return main_; }

  bool has(std::uint32_t address, std::uint32_t bytes) const { return is_in(readable_, address, bytes); }
  bool can_write(std::uint32_t address, std::uint32_t bytes) const { return is_in(writable_, address, bytes); }

 private:
  static bool is_in(const std::vector<AddressStretch>& stretches, std::uint32_t address, std::uint32_t bytes) {
    for (const AddressStretch& stretch : stretches) {
      if (stretch.contains(address, bytes)) return true;
    }
    return false;
  }

  std::vector<MemoryRange> memories_;
  std::vector<ReservedRegion> reserved_;
  std::vector<MemoryAlias> aliases_;
  AddressStretch window_, main_;
  std::vector<AddressStretch> readable_, writable_;
};

}  // namespace janus::hart
