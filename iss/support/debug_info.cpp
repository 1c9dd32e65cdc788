// The constructor reads the line tables of all units into one sorted table. (libdw's own lookup uses .debug_aranges,
// and rejects the whole section if one entry is malformed. Debian's picolibc has such entries.)
#include "support/debug_info.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "support/dwarf_units.h"
#include "support/frame_variables.h"
#include "support/source_types.h"

namespace janus::support {
namespace {

// If the compiler recorded "." as its working directory, the names of files there begin with "./".
const char* without_dot(const char* file) { return file && file[0] == '.' && file[1] == '/' ? file + 2 : file; }

}  // namespace

struct DebugInfo::Dwarf {
  struct Row {
    std::uint32_t address;
    bool ends;         // no code from here to the next row
    const char* file;  // owned by libdw
    int line;
    Dwarf_Off unit;  // the compilation unit's DIE
  };
  int file = -1;
  ::Dwarf* handle = nullptr;
  Scopes scopes = {};
  std::vector<Row> rows;  // by address

  ~Dwarf() {
    if (handle) dwarf_end(handle);
    if (file >= 0) ::close(file);
  }

  void read_unit(Dwarf_Die& unit) {
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(&unit, &lines, &count) != 0) return;
    for (std::size_t i = 0; i < count; ++i) {
      Dwarf_Line* line = dwarf_onesrcline(lines, i);
      Dwarf_Addr address = 0;
      Row row{};
      if (!line || dwarf_lineaddr(line, &address) != 0 || dwarf_lineendsequence(line, &row.ends) != 0) continue;
      row.address = static_cast<std::uint32_t>(address);
      row.file = without_dot(dwarf_linesrc(line, nullptr, nullptr));
      dwarf_lineno(line, &row.line);
      row.unit = dwarf_dieoffset(&unit);
      rows.push_back(row);
    }
  }

  // Moves `location` from the hook in janus.h to the firmware's call of the hook: follows the inlined calls around
  // `address` outwards until one lies outside of the header.
  void leave_hook_header(std::uint32_t address, Dwarf_Off unit_offset, SourceLocation& location) {
    Dwarf_Die unit;
    Dwarf_Files* files = nullptr;
    if (!dwarf_offdie(handle, unit_offset, &unit) || dwarf_getsrcfiles(&unit, &files, nullptr) != 0) return;
    for (Dwarf_Die& scope : scopes.at(unit, address)) {
      if (!in_hook_header(location)) break;
      Dwarf_Attribute attribute;
      Dwarf_Word call_file = 0, call_line = 0;
      if (dwarf_tag(&scope) != DW_TAG_inlined_subroutine ||
          dwarf_formudata(dwarf_attr(&scope, DW_AT_call_file, &attribute), &call_file) != 0 ||
          dwarf_formudata(dwarf_attr(&scope, DW_AT_call_line, &attribute), &call_line) != 0) {
        continue;
      }
      const char* name = without_dot(dwarf_filesrc(files, call_file, nullptr, nullptr));
      if (name) location.file = name;
      location.line = static_cast<int>(call_line);
    }
  }

  // The unit that has the address, or 0.
  Dwarf_Off unit_of(std::uint32_t address) const {
    const auto after = std::upper_bound(rows.begin(), rows.end(), address,
                                        [](std::uint32_t a, const Row& row) { return a < row.address; });
    return after == rows.begin() || std::prev(after)->ends ? 0 : std::prev(after)->unit;
  }

  // The functions that are inlined at the address, innermost first, without those of the header with the hooks.
  std::vector<std::string> inlined_at(std::uint32_t address) {
    std::vector<std::string> functions;
    Dwarf_Die unit;
    const Dwarf_Off offset = unit_of(address);
    if (offset == 0 || !dwarf_offdie(handle, offset, &unit)) return functions;
    for (Dwarf_Die& scope : scopes.at(unit, address)) {
      auto function = inlined_function(scope);
      const char* const name = function ? dwarf_diename(&*function) : nullptr;
      if (name && !is_hook(*function)) functions.emplace_back(name);
    }
    return functions;
  }

  static bool in_hook_header(const SourceLocation& location) {
    return location.file == "janus.h" || location.file.ends_with("/janus.h");
  }

  // DWARF still describes functions that the linker dropped, at address 0. So rows outside of all segments are erased.
  void read(const FirmwareImage& image) {
    for_each_unit(handle, [this](Dwarf_Die& unit) { read_unit(unit); });
    std::erase_if(rows, [&](const Row& row) {
      return std::none_of(image.segments().begin(), image.segments().end(), [&](const Segment& segment) {
        return row.address - segment.address < segment.size ||
               (row.ends && row.address - segment.address == segment.size);
      });
    });
    // Where one sequence ends and another begins, the row that begins is sorted last, so that locate_line() finds it.
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
      return a.address != b.address ? a.address < b.address : a.ends && !b.ends;
    });
  }
};

DebugInfo::DebugInfo(const FirmwareImage& image) : image_(image), dwarf_(std::make_unique<Dwarf>()) {
  dwarf_->file = ::open(image.path().c_str(), O_RDONLY | O_CLOEXEC);
  if (dwarf_->file >= 0) dwarf_->handle = dwarf_begin(dwarf_->file, DWARF_C_READ);
  if (dwarf_->handle) dwarf_->read(image);
}

DebugInfo::~DebugInfo() = default;

SourceLocation DebugInfo::locate(std::uint32_t address) const {
  SourceLocation location = locate_line(address);
  if (const Symbol* function = image_.covering(address, true)) location.function = name_in_source(*function);
  return location;
}

SourceLocation DebugInfo::locate_line(std::uint32_t address) const {
  SourceLocation location;
  const auto after = std::upper_bound(dwarf_->rows.begin(), dwarf_->rows.end(), address,
                                      [](std::uint32_t a, const Dwarf::Row& row) { return a < row.address; });
  if (after == dwarf_->rows.begin() || std::prev(after)->ends) return location;
  if (std::prev(after)->file) location.file = std::prev(after)->file;
  location.line = std::prev(after)->line;
  if (Dwarf::in_hook_header(location)) dwarf_->leave_hook_header(address, std::prev(after)->unit, location);
  return location;
}

const FrameVariables& DebugInfo::locals() const {
  if (!locals_) locals_ = std::make_unique<FrameVariables>(image_);
  return *locals_;
}

std::vector<std::string> DebugInfo::functions_at(std::uint32_t address) const {
  std::vector<std::string> functions = dwarf_->inlined_at(address);
  if (const Symbol* function = image_.covering(address, true)) functions.push_back(name_in_source(*function));
  return functions;
}

SourceTypes& DebugInfo::types() const {
  if (!types_) types_ = std::make_unique<SourceTypes>(image_);
  return *types_;
}

std::string DebugInfo::describe(std::uint32_t address) const {
  const SourceLocation location = locate_line(address);
  const Symbol* const function = image_.covering(address, true);
  std::string text = function ? name_in_source(*function) : fmt::format("0x{:08x}", address);
  if (!location.file.empty()) return fmt::format("{} at {}:{}", text, location.file, location.line);
  if (function && address != function->address) text += fmt::format("+0x{:x}", address - function->address);
  return text;
}

}  // namespace janus::support
