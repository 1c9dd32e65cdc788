// Where in the source an address comes from: DWARF, read through elfutils' libdw.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "support/firmware_image.h"

namespace janus::support {

struct SourceLocation {
  std::string function;  // empty if unknown
  std::string file;      // as the compiler recorded it, without "./" in front; empty if unknown
  int line = 0;          // 0 if unknown
};

// Read once per firmware. Firmware without debug information has functions from its symbols and no lines.
// `image` must outlive it. Not thread-safe.
class DebugInfo {
 public:
  explicit DebugInfo(const FirmwareImage& image);
  ~DebugInfo();
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;

  // A hook of janus.h is inlined; its location is the call in the firmware.
  SourceLocation locate(std::uint32_t address) const;
  // File and line alone, at a cost that does not depend on how many symbols there are.
  SourceLocation locate_line(std::uint32_t address) const;
  // "main at sort.c:12", as far as it is known.
  std::string describe(std::uint32_t address) const;

 private:
  struct Dwarf;
  const FirmwareImage& image_;
  std::unique_ptr<Dwarf> dwarf_;
};

}  // namespace janus::support
