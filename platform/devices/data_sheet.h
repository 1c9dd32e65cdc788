// What a device is, for people and for firmware: the data sheets of the board's devices. They come from the rows of
// devices.def and the descriptions in the devices' headers.
#pragma once

#include <concepts>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "devices/board_plan.h"
#include "devices/registers.h"

namespace janus::devices {

// A device that describes itself, as each row of devices.def does.
template <class D>
concept Described = Device<D> && requires {
  { D::kTitle } -> std::convertible_to<std::string_view>;  // one line
  {std::span<const Register>(D::kRegisters)};
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
// The same of the devices that a plan has, where it has them.
std::vector<DataSheet> data_sheets(const BoardPlan& plan);
// That of the kind of a plan's device, as its row says; null if the plan's devices and the rows have no such name.
const DataSheet* kind_of(const BoardPlan& plan, std::string_view name);
// The data sheet of the row of that name; null if there is none.
const DataSheet* data_sheet(std::string_view name);

// Says what accesses to devices mean, for users. It must see the stores of a run from reset on, since some registers
// are at their offsets only while others have certain values.
class AccessReader {
 public:
  explicit AccessReader(std::vector<DataSheet> sheets = data_sheets(*default_plan())) : sheets_(std::move(sheets)) {}

  struct Meaning {
    std::string place;   // device and register, as uart.LSR or plic.PRIORITY[10], or the device alone; empty: no device
    std::string fields;  // of the value, those that are not zero, as {READY LEVEL=2}; empty: there are none
  };
  Meaning read(std::uint32_t address, bool store, std::uint32_t value);

 private:
  const Register* register_at(const DataSheet& sheet, std::uint32_t offset, bool store) const;
  bool holds(const DataSheet& sheet, std::string_view only_if) const;

  // The register of a device, by the device's base.
  using Stored = std::pair<std::uint32_t, const Register*>;

  std::vector<DataSheet> sheets_;
  std::map<Stored, std::uint32_t> stored_;  // the last value
};

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
