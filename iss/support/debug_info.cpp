#include "support/debug_info.h"

#include <elfutils/libdw.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace janus::support {

struct DebugInfo::Dwarf {
  int file = -1;
  ::Dwarf* handle = nullptr;
  ~Dwarf() {
    if (handle) dwarf_end(handle);
    if (file >= 0) ::close(file);
  }
};

DebugInfo::DebugInfo(const FirmwareImage& image) : image_(image), dwarf_(std::make_unique<Dwarf>()) {
  dwarf_->file = ::open(image.path().c_str(), O_RDONLY | O_CLOEXEC);
  if (dwarf_->file >= 0) dwarf_->handle = dwarf_begin(dwarf_->file, DWARF_C_READ);
}

DebugInfo::~DebugInfo() = default;

SourceLocation DebugInfo::locate(std::uint32_t address) const {
  SourceLocation location;
  if (const Symbol* function = image_.covering(address, true)) location.function = function->name;
  Dwarf_Die unit;
  if (!dwarf_->handle || !dwarf_addrdie(dwarf_->handle, address, &unit)) return location;
  if (Dwarf_Line* line = dwarf_getsrc_die(&unit, address)) {
    const char* file = dwarf_linesrc(line, nullptr, nullptr);
    if (file) location.file = file;
    dwarf_lineno(line, &location.line);
  }
  return location;
}

std::string DebugInfo::describe(std::uint32_t address) const {
  const SourceLocation location = locate(address);
  std::string text = location.function.empty() ? fmt::format("0x{:08x}", address) : location.function;
  if (!location.file.empty()) text += fmt::format(" at {}:{}", location.file, location.line);
  return text;
}

}  // namespace janus::support
