#include "support/source_statements.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <unordered_map>

#include "support/dwarf_units.h"

namespace janus::support {
namespace {

const char* name_of(const char* file) {
  if (!file) return "";
  return file[0] == '.' && file[1] == '/' ? file + 2 : file;  // as DebugInfo has it
}

// The inlined call whose code an address has, hooks aside: the offset of its entry.
std::uint64_t copy_at(Dwarf_Die& unit, std::uint32_t address) {
  for (Dwarf_Die& scope : scopes_at(unit, address)) {
    auto function = inlined_function(scope);
    if (function && !is_hook(*function)) return dwarf_dieoffset(&scope);
  }
  return 0;
}

bool is_loaded(const FirmwareImage& image, std::uint32_t address) {
  return std::ranges::any_of(image.segments(),
                             [&](const Segment& segment) { return address - segment.address < segment.size; });
}

}  // namespace

SourceStatements::SourceStatements(const FirmwareImage& image) {
  const int file = ::open(image.path().c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  Dwarf* const handle = dwarf_begin(file, DWARF_C_READ);
  const auto read = [&](Dwarf_Die& unit) {
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(&unit, &lines, &count) != 0) return;
    std::unordered_map<std::uint32_t, std::uint64_t> copies;
    for (std::size_t i = 0; i < count; ++i) {
      Dwarf_Line* const line = dwarf_onesrcline(lines, i);
      Dwarf_Addr at = 0;
      bool begins = false, ends = false;
      int number = 0, column = 0;
      if (!line || dwarf_lineaddr(line, &at) != 0 || dwarf_lineno(line, &number) != 0) continue;
      dwarf_linebeginstatement(line, &begins);
      dwarf_lineendsequence(line, &ends);
      dwarf_linecol(line, &column);
      const auto address = static_cast<std::uint32_t>(at);
      if (ends || !is_loaded(image, address)) continue;
      const auto [copy, is_new] = copies.try_emplace(address);
      if (is_new) copy->second = copy_at(unit, address);
      rows_.push_back({address, column, copy->second});
      if (!begins || number == 0) continue;
      begins_.push_back({address, name_of(dwarf_linesrc(line, nullptr, nullptr)), number, copy->second});
    }
  };
  if (handle) for_each_unit(handle, read);
  if (handle) dwarf_end(handle);
  ::close(file);
  std::ranges::stable_sort(begins_, {}, &Begin::address);
  std::ranges::stable_sort(rows_, {}, &Row::address);
}

const SourceStatements::Row* SourceStatements::row_of(std::uint32_t address) const {
  const auto behind = std::ranges::upper_bound(rows_, address, {}, &Row::address);
  return behind == rows_.begin() ? nullptr : &*std::prev(behind);
}

int SourceStatements::column(std::uint32_t address) const {
  const Row* const row = row_of(address);
  return row ? row->column : 0;
}

std::uint64_t SourceStatements::copy(std::uint32_t address) const {
  const Row* const row = row_of(address);
  return row ? row->copy : 0;
}

}  // namespace janus::support
