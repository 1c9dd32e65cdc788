// What a device is, for people and for firmware: the data sheets of the board's devices. They come from the rows of
// devices.def and the descriptions in the devices' headers.
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "devices/memory_map.h"
#include "devices/registers.h"

namespace janus::devices {

// A device that describes itself, as each row of devices.def does.
template <class D>
concept Described = Device<D> && requires {
  { D::kTitle } -> std::convertible_to<std::string_view>;  // one line
  { std::span<const Register>(D::kRegisters) };
};

struct DataSheet {
  std::string_view name;  // of the row
  std::string_view title;
  Region region;
  std::uint32_t source;  // its interrupt at the PLIC; 0: none
  std::span<const Register> registers;
  std::optional<Received> receives;
};

// All words that a device receives in a run.
struct ReceivedWords {
  std::string device;  // the name of its data sheet
  std::vector<Datum> words;
};

// In the order of the rows.
std::span<const DataSheet> data_sheets();
// The data sheet of the row of that name; null if there is none.
const DataSheet* data_sheet(std::string_view name);

// The names of the registers that an access at `offset` can mean, as LSR, PRIORITY[10] or THR/DLL; empty if it means
// none.
std::string name_of_access(std::span<const Register> registers, std::uint32_t offset, bool store);
// The fields of the register that an access at `offset` means and that are not zero, as {READY LEVEL=2}; empty if there
// are none, or if several registers could be meant.
std::string fields_of_access(std::span<const Register> registers, std::uint32_t offset, bool store,
                             std::uint32_t value);

// For people, on a terminal.
std::string plain_text(const DataSheet& sheet);
// A header for firmware, in C: base, interrupt, registers, masks of fields.
std::string c_header(const DataSheet& sheet);
// A page of documentation about these devices.
std::string markdown(std::span<const DataSheet> sheets);

// A line for a register with this value.
std::string line_of(const Register& row, std::uint32_t index, const Datum& value);

// The state of a device for users: a line for each register that can be read, and what the device has to add. Reads
// have no effect, since a copy is read. Of an array, only elements that are not zero are shown.
template <Described D>
std::string describe(const D& device) {
  std::string text;
  for (const Register& row : D::kRegisters) {
    if (!can_read(row.access) || !row.only_if.empty()) continue;
    for (std::uint32_t i = 0; i < row.count; ++i) {
      D copy = device;
      const Datum value = std::optional<Datum>(copy.read(row.offset + i * row.bytes, row.bytes)).value_or(Datum());
      if (row.count == 1 || value != Datum()) text += line_of(row, i, value);
    }
  }
  if constexpr (requires { device.contents(); }) text += device.contents();
  if constexpr (requires { device.interrupt(); }) {
    text += device.interrupt() ? "interrupt pending\n" : "interrupt not pending\n";
  }
  return text;
}

}  // namespace janus::devices
