// The registers of a device by description: a table that reads like a data sheet.
//
//   static constexpr Register kRegisters[] = {
//       {"CTRL", 0x00, 4, Access::ReadWrite, 0, "control", {{"ENABLE", 0, 0, "takes samples"}}},
//       ...
//
// From the table come the names in the debugger and in traces, the C header for firmware, and the page of documentation
// (data_sheet.h). A device whose registers are storage with rules of access takes a RegisterFile: then decoding and the
// checks of accesses come from the table, too. complaint() says what is wrong with a table; a row of devices.def with a
// wrong table does not compile.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "devices/device.h"
#include "support/contract.h"

namespace janus::devices {

enum class Access : std::uint8_t {
  ReadWrite,
  ReadOnly,
  WriteOnly,
  WriteOneToClear,  // can be read; a write clears the bits that it writes as ones
};
constexpr bool can_read(Access access) { return access != Access::WriteOnly; }
constexpr bool can_write(Access access) { return access != Access::ReadOnly; }

// The bits `low` to `high` of a register, both included.
struct Field {
  std::string_view name;
  unsigned low = 0, high = 0;
  std::string_view meaning;

  constexpr std::uint32_t mask() const { return (~std::uint32_t{0} >> (31 - (high - low))) << low; }
};

struct Register {
  std::string_view name;  // capital letters, digits, _
  std::uint32_t offset;   // bytes from the base of the device
  unsigned bytes;         // 1, 2 or 4
  Access access;
  std::uint32_t reset;  // the value after reset
  std::string_view meaning;
  static constexpr unsigned kMostFields = 8;
  Field fields[kMostFields] = {};  // lowest first; the rest has no names
  std::uint32_t count = 1;         // of equal registers, one behind the other
  // A field, as LCR.DLAB: the register is at its offset while the field is not zero, and others there are not. Empty:
  // the register is always there.
  std::string_view only_if = {};

  constexpr std::uint32_t end() const { return offset + bytes * count; }
  // The bits that it has: those of its fields, or all if it has none.
  constexpr std::uint32_t bits() const {
    std::uint32_t bits = 0;
    for (const Field& field : fields) bits |= field.name.empty() ? 0 : field.mask();
    return bits ? bits : ~std::uint32_t{0} >> (32 - 8 * bytes);
  }
};

namespace table {

constexpr bool is_name(std::string_view name) {
  for (const char c : name) {
    if (!(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && c != '_') return false;
  }
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9');
}

constexpr const char* complaint(const Register& row) {
  if (!is_name(row.name)) return "a register's name has other characters than capital letters, digits and _";
  if (row.bytes != 1 && row.bytes != 2 && row.bytes != 4) return "a register has neither 1 nor 2 nor 4 bytes";
  if (row.offset % row.bytes != 0) return "a register is not aligned";
  if (row.count == 0) return "an array of no registers";
  if (row.meaning.empty()) return "a register has no meaning";
  std::uint32_t used = 0;
  bool ended = false;
  for (const Field& field : row.fields) {
    if (field.name.empty()) {
      ended = true;
      continue;
    }
    if (ended || !is_name(field.name)) return "a field's name has other characters than capital letters, digits and _";
    if (field.high < field.low || field.high >= 8 * row.bytes) return "a field leaves its register";
    if (used >> field.low) return "fields meet, or are not in order";
    if (field.meaning.empty()) return "a field has no meaning";
    used |= field.mask();
  }
  if (row.reset & ~row.bits()) return "a reset value has bits that the register does not have";
  return nullptr;
}

// Whether an access could mean both.
constexpr bool are_ambiguous(const Register& a, const Register& b) {
  const bool meet = a.offset < b.end() && b.offset < a.end();
  const bool both = (can_read(a.access) && can_read(b.access)) || (can_write(a.access) && can_write(b.access));
  return meet && both && a.only_if == b.only_if;
}

// The register and the field that a condition names. (With the sanitizers, GCC does not compare the address of a row
// with null at compile time.)
struct Condition {
  bool found = false;
  const Register* row = nullptr;
  Field field = {};
};
constexpr Condition condition(std::span<const Register> registers, std::string_view only_if) {
  const std::size_t dot = only_if.find('.');
  for (const Register& row : registers) {
    for (const Field& field : row.fields) {
      const bool named = !field.name.empty() && dot != std::string_view::npos;
      if (named && row.name == only_if.substr(0, dot) && field.name == only_if.substr(dot + 1))
        return {true, &row, field};
    }
  }
  return {};
}

}  // namespace table

// What is wrong with a table of registers in a region of `size` bytes; null if nothing is.
constexpr const char* complaint(std::span<const Register> registers, std::uint32_t size) {
  if (registers.empty()) return "a device has no registers";
  for (std::size_t i = 0; i < registers.size(); ++i) {
    if (const char* wrong = table::complaint(registers[i])) return wrong;
    if (registers[i].end() > size) return "a register lies beyond the region of its device";
    if (!registers[i].only_if.empty() && !table::condition(registers, registers[i].only_if).found)
      return "a register is there only with a field that there is not";
    for (std::size_t j = 0; j < i; ++j) {
      if (registers[i].name == registers[j].name) return "two registers have one name";
      if (table::are_ambiguous(registers[i], registers[j])) return "two registers are at one offset";
    }
  }
  return nullptr;
}

// The bits of a value that a store of `size` bytes at `offset` can leave anywhere: those of the registers there. All,
// where there is none.
constexpr std::uint32_t stored_bits(std::span<const Register> registers, std::uint32_t offset, unsigned size) {
  std::uint32_t bits = 0;
  for (const Register& row : registers) {
    const bool is_there = offset >= row.offset && offset < row.end() && (offset - row.offset) % row.bytes == 0;
    if (is_there && row.bytes == size && can_write(row.access)) bits |= row.bits();
  }
  return bits ? bits : ~std::uint32_t{0};
}

// The registers of a device as values, for registers that are what was stored there, by the rules of `kTable`. An
// access must have the offset and the size of a register, and be one that the register allows; otherwise it is refused.
// Bits that belong to no field read as zero.
//
// The device names registers and fields as strings, "CTRL" and "CTRL.ENABLE". A name that the table does not have does
// not compile.
template <const auto& kTable>
class RegisterFile {
 public:
  static constexpr std::size_t kCount = std::size(kTable);

  // A register by name.
  struct Name {
    consteval Name(const char* name) : index(index_of(name)) {}  // NOLINT: a name is a register
    std::size_t index;
  };
  // A field by the names of register and field.
  struct Part {
    consteval Part(const char* name) : index(0) {  // NOLINT: a name is a field
      const std::string_view text = name;
      const std::size_t dot = text.find('.');
      index = index_of(text.substr(0, dot));
      for (const Field& candidate : kTable[index].fields) {
        if (!candidate.name.empty() && candidate.name == text.substr(dot + 1)) field = candidate;
      }
      if (field.name.empty()) throw "the register has no such field";
    }
    std::size_t index;
    Field field;
  };

  constexpr RegisterFile() {
    for (std::size_t i = 0; i < kCount; ++i) values_[i] = kTable[i].reset;
  }

  // The register that a load or store of `size` bytes at `offset` accesses, as an index of the table.
  static std::optional<std::size_t> decode(std::uint32_t offset, unsigned size, bool store) {
    for (std::size_t i = 0; i < kCount; ++i) {
      const Register& row = kTable[i];
      if (row.offset != offset || row.bytes != size) continue;
      if (store ? can_write(row.access) : can_read(row.access)) return i;
    }
    return std::nullopt;
  }
  static bool is(std::size_t index, Name name) { return index == name.index; }

  const Datum& value(std::size_t index) const { return values_[index]; }
  // The value that a load of `size` bytes at `offset` reads; nothing if it accesses no register.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) const {
    const auto index = decode(offset, size, false);
    return index ? std::optional(value(*index)) : std::nullopt;
  }
  // Writes as the firmware does.
  void store(std::size_t index, std::uint32_t value) {
    const Register& row = kTable[index];
    value &= row.bits();
    values_[index] = row.access == Access::WriteOneToClear ? values_[index].bits & ~value : value;
  }

  // For the device itself, which may write what firmware may not.
  const Datum& get(Name name) const { return values_[name.index]; }
  void set(Name name, Datum value) { values_[name.index] = value; }
  std::uint32_t field(Part part) const {
    JANUS_REQUIRE(!values_[part.index].symbol);
    return (values_[part.index].bits & part.field.mask()) >> part.field.low;
  }
  void set_field(Part part, std::uint32_t value) {
    std::uint32_t& bits = values_[part.index].bits;
    bits = (bits & ~part.field.mask()) | (value << part.field.low & part.field.mask());
  }

  friend bool operator==(const RegisterFile&, const RegisterFile&) = default;

 private:
  static consteval std::size_t index_of(std::string_view name) {
    for (std::size_t i = 0; i < kCount; ++i) {
      if (kTable[i].name == name && kTable[i].count == 1) return i;
    }
    throw "the device has no such register";
  }

  std::array<Datum, kCount> values_;
};

}  // namespace janus::devices
