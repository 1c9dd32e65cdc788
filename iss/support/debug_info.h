// Where in the source an address comes from: DWARF, read through elfutils' libdw.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "support/firmware_image.h"

namespace janus::support {

class FrameVariables;
class SourceTypes;

struct SourceLocation {
  std::string function;  // empty if unknown
  std::string file;      // as the compiler recorded it, without "./" in front; empty if unknown
  int line = 0;          // 0 if unknown
};

// The constructor reads all line tables, so make one DebugInfo per firmware. Without debug information, functions come
// from the symbols and lines are unknown. `image` must outlive the DebugInfo. Not thread-safe.
class DebugInfo {
 public:
  explicit DebugInfo(const FirmwareImage& image);
  ~DebugInfo();
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;

  // Hooks of janus.h are inlined. The location of code inside a hook is the call of the hook in the firmware.
  SourceLocation locate(std::uint32_t address) const;
  const FirmwareImage& image() const { return image_; }
  // File and line without the function. The cost does not depend on the number of symbols.
  SourceLocation locate_line(std::uint32_t address) const;
  // The functions of an address as the source has them, innermost first: those whose code the compiler has put there,
  // and behind them the one that the symbols name. Without hooks of janus.h. Empty if nothing is known.
  std::vector<std::string> functions_at(std::uint32_t address) const;
  // "main at sort.c:12"; without line tables "main+0x1c"; without symbols the address.
  std::string describe(std::uint32_t address) const;
  // What the source says of functions and variables. Read at the first call.
  SourceTypes& types() const;
  // Where local variables lie. Read at the first call.
  const FrameVariables& locals() const;

 private:
  struct Dwarf;
  const FirmwareImage& image_;
  std::unique_ptr<Dwarf> dwarf_;
  mutable std::unique_ptr<SourceTypes> types_;
  mutable std::unique_ptr<FrameVariables> locals_;
};

}  // namespace janus::support
