#include "devices/data_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "devices_of_the_board.h"

namespace janus::devices {
namespace {

// Whether a device has anything of what receives.
template <class D>
constexpr bool kSaysThatItReceives = requires(D device, std::vector<Datum> words) {
  device.feed(words);
}
|| requires { D::kReceives; }
|| requires(D device) { device.holds_symbols(); };

#define DEVICE(name, Type, header, base, size, source)                                                     \
  static_assert(Described<Type>, #name " does not describe itself (data_sheet.h)");                        \
  static_assert(complaint(Type::kRegisters, size) == nullptr, "complaint() says what is wrong in " #Type); \
  static_assert(Receives<Type> == kSaysThatItReceives<Type>, #name " receives, but not as device.h says");
#include "devices/devices.def"
#undef DEVICE

template <class D>
constexpr std::optional<Received> received() {
  if constexpr (Receives<D>) return D::kReceives;
  return std::nullopt;
}

constexpr DataSheet kSheets[] = {
#define DEVICE(name, Type, header, base, size, source) \
  {#name, Type::kTitle, {base, size}, source, Type::kRegisters, received<Type>()},
#include "devices/devices.def"
#undef DEVICE
};

std::string name_of(const Register& row, std::uint32_t index) {
  return row.count == 1 ? std::string(row.name) : fmt::format("{}[{}]", row.name, index);
}

// The fields that are not zero, separated by blanks.
std::string fields_of(const Register& row, std::uint32_t value) {
  std::string text;
  for (const Field& field : row.fields) {
    const std::uint32_t bits = field.name.empty() ? 0 : (value & field.mask()) >> field.low;
    if (bits == 0) continue;
    if (!text.empty()) text += ' ';
    text += field.name;
    if (field.high > field.low) text += fmt::format("={}", bits);
  }
  return text;
}

std::string upper(std::string_view name) {
  std::string text(name);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

const char* access_text(Access access) {
  switch (access) {
    case Access::ReadWrite: return "read, write";
    case Access::ReadOnly: return "read only";
    case Access::WriteOnly: return "write only";
    case Access::WriteOneToClear: return "write ones to clear";
  }
  return "";
}

std::string bits_text(const Field& field) {
  return field.low == field.high ? fmt::format("{}", field.low) : fmt::format("{}:{}", field.high, field.low);
}

// A line of C, and what is behind it in a comment, if anything.
struct CodeLine {
  std::string code, comment;
};

// Comments of lines in a row begin in one column.
std::string with_comments(std::span<const CodeLine> lines) {
  std::string text;
  while (!lines.empty()) {
    const auto end = std::ranges::find(lines, "", &CodeLine::comment);
    const auto run = lines.first(std::max<std::size_t>(1, static_cast<std::size_t>(end - lines.begin())));
    const std::size_t width =
        std::ranges::max(run, {}, [](const CodeLine& line) { return line.code.size(); }).code.size();
    for (const auto& [code, comment] : run)
      text += comment.empty() ? code + "\n" : fmt::format("{:<{}}  // {}\n", code, width, comment);
    lines = lines.subspan(run.size());
  }
  return text;
}

// The definitions of one register in the header for firmware.
std::string definitions(const std::string& device, const Register& row) {
  const std::string name = device + "_" + std::string(row.name);
  const char* constant = can_write(row.access) ? "" : "const ";
  const std::string place =
      fmt::format("({}volatile uint{}_t*)({}_BASE + 0x{:02x}u)", constant, 8 * row.bytes, device, row.offset);
  std::string text = fmt::format("\n// {}{}: {}; {}", row.name, row.count == 1 ? "" : fmt::format("[{}]", row.count),
                                 row.meaning, access_text(row.access));
  if (!row.only_if.empty()) text += fmt::format("; only with {}", row.only_if);
  text += fmt::format("\n#define {} ({})\n", name, place);
  std::vector<CodeLine> lines;
  for (const Field& field : row.fields) {
    if (field.name.empty()) continue;
    lines.push_back({fmt::format("#define {}_{} 0x{:x}u", name, field.name, field.mask()), std::string(field.meaning)});
    if (field.high > field.low)
      lines.push_back({fmt::format("#define {}_{}_SHIFT {}", name, field.name, field.low), ""});
  }
  return text + with_comments(lines);
}

}  // namespace

std::span<const DataSheet> data_sheets() { return kSheets; }

std::vector<DataSheet> data_sheets(const BoardPlan& plan) {
  std::vector<DataSheet> sheets;
  std::size_t row = 0;
  BoardPlan::for_each(plan, [&](std::string_view, const Placement& placement) {
    DataSheet sheet = kSheets[row++];
    sheet.region = placement.region;
    sheet.source = placement.interrupt;
    if (placement.is_present()) sheets.push_back(sheet);
  });
  for (const auto& device : plan.further) {
    DataSheet sheet = *data_sheet(device->kind);
    sheet.name = device->name;
    sheet.region = device->placement.region;
    sheet.source = device->placement.interrupt;
    sheets.push_back(sheet);
  }
  return sheets;
}

const DataSheet* kind_of(const BoardPlan& plan, std::string_view name) {
  for (const auto& device : plan.further) {
    if (device->name == name) return data_sheet(device->kind);
  }
  return data_sheet(name);
}

const DataSheet* data_sheet(std::string_view name) {
  const auto* const found = std::ranges::find(kSheets, name, &DataSheet::name);
  return found == std::end(kSheets) ? nullptr : found;
}

bool AccessReader::holds(const DataSheet& sheet, std::string_view only_if) const {
  const table::Condition condition = table::condition(sheet.registers, only_if);
  const auto stored = stored_.find({sheet.region.base, condition.row});
  return (stored == stored_.end() ? condition.row->reset : stored->second) & condition.field.mask();
}

// Null if there is none.
const Register* AccessReader::register_at(const DataSheet& sheet, std::uint32_t offset, bool store) const {
  const Register* always = nullptr;
  for (const Register& row : sheet.registers) {
    const bool allowed = store ? can_write(row.access) : can_read(row.access);
    if (!allowed || offset < row.offset || offset >= row.end()) continue;
    if (row.only_if.empty()) {
      always = &row;
    } else if (holds(sheet, row.only_if)) {
      return &row;
    }
  }
  return always;
}

AccessReader::Meaning AccessReader::read(std::uint32_t address, bool store, std::uint32_t value) {
  const auto sheet = std::ranges::find_if(sheets_, [&](const DataSheet& s) { return s.region.contains(address); });
  if (sheet == sheets_.end()) return {};
  const std::uint32_t offset = address - sheet->region.base;
  const Register* const row = register_at(*sheet, offset, store);
  if (!row) return {std::string(sheet->name), ""};
  if (store) stored_[{sheet->region.base, row}] = value;
  const std::uint32_t inside = offset - row->offset;
  const std::string fields = inside % row->bytes == 0 ? fields_of(*row, value) : "";
  return {fmt::format("{}.{}", sheet->name, name_of(*row, inside / row->bytes)),
          fields.empty() ? "" : "{" + fields + "}"};
}

std::string line_of(const Register& row, std::uint32_t index, const Datum& value) {
  const std::string name = name_of(row, index);
  if (value.symbol) return fmt::format("{:<12} symbolic\n", name);
  const std::string fields = fields_of(row, value.bits);
  return fmt::format("{:<12} 0x{:0{}x}{}{}\n", name, value.bits, 2 * row.bytes, fields.empty() ? "" : "  ", fields);
}

std::string plain_text(const DataSheet& sheet) {
  std::string text =
      fmt::format("{}: {}\nat 0x{:08x}, {} bytes", sheet.name, sheet.title, sheet.region.base, sheet.region.size);
  if (sheet.source) text += fmt::format(", interrupt {}", sheet.source);
  if (sheet.receives) {
    text += fmt::format(", receives {}.{} of {} bits", sheet.name, sheet.receives->word, 8 * sheet.receives->bytes);
  }
  text += '\n';
  for (const Register& row : sheet.registers) {
    const std::string name = row.count == 1 ? std::string(row.name) : fmt::format("{}[{}]", row.name, row.count);
    text += fmt::format("\n0x{:02x} {} ({} bits, {}, reset 0x{:x}): {}{}\n", row.offset, name, 8 * row.bytes,
                        access_text(row.access), row.reset, row.meaning,
                        row.only_if.empty() ? "" : fmt::format("; only with {}", row.only_if));
    for (const Field& field : row.fields) {
      if (!field.name.empty())
        text += fmt::format("     {:>5} {:<12} {}\n", bits_text(field), field.name, field.meaning);
    }
  }
  return text;
}

std::string c_header(const DataSheet& sheet) {
  const std::string device = upper(sheet.name);
  std::string text = fmt::format(
      "// {}.\n// Made by `janus device {} --format c`; do not edit.\n#ifndef JANUS_{}_H\n"
      "#define JANUS_{}_H\n\n#include <stdint.h>\n\n#define {}_BASE 0x{:08x}u\n",
      sheet.title, sheet.name, device, device, device, sheet.region.base);
  if (sheet.source) text += fmt::format("#define {}_INTERRUPT {}u  // its source at the PLIC\n", device, sheet.source);
  for (const Register& row : sheet.registers) text += definitions(device, row);
  return text + "\n#endif\n";
}

std::string markdown(std::span<const DataSheet> sheets) {
  std::string text = "# Devices\n\nMade by `janus device all --format markdown`; do not edit.\n";
  for (const DataSheet& sheet : sheets) {
    text += fmt::format("\n## {}\n\n{}. At `0x{:08x}`, {} bytes", sheet.name, sheet.title, sheet.region.base,
                        sheet.region.size);
    if (sheet.source) text += fmt::format(", source {} of the PLIC", sheet.source);
    if (sheet.receives) {
      text += fmt::format(". Receives words of {} bits: `{}.{}`", 8 * sheet.receives->bytes, sheet.name,
                          sheet.receives->word);
    }
    text += ".\n\n| offset | register | bits | access | reset | |\n|---|---|---|---|---|---|\n";
    for (const Register& row : sheet.registers) {
      const std::string name = row.count == 1 ? std::string(row.name) : fmt::format("{}[{}]", row.name, row.count);
      text += fmt::format("| `0x{:02x}` | `{}` | {} | {} | `0x{:x}` | {}{} |\n", row.offset, name, 8 * row.bytes,
                          access_text(row.access), row.reset, row.meaning,
                          row.only_if.empty() ? "" : fmt::format("; only with {}", row.only_if));
      for (const Field& field : row.fields) {
        if (field.name.empty()) continue;
        text += fmt::format("| | `{}` | {} | | | {} |\n", field.name, bits_text(field), field.meaning);
      }
    }
  }
  return text;
}

}  // namespace janus::devices
