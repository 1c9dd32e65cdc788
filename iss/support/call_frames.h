// Who has called, by the call frame information of the ELF file (DWARF 5, section 6.4): from the registers and memory
// of a machine, the addresses to which the calls under way return.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "support/firmware_image.h"

namespace janus::support {

// What a machine shows of itself: its integer registers and its memory; nothing for what has no one value.
struct MachineView {
  std::array<std::optional<std::uint32_t>, 32> x;
  std::function<std::optional<std::uint32_t>(std::uint32_t address)> word;  // 32 bits of memory
};

class CallFrames {
 public:
  static constexpr std::size_t kMost = 100;  // calls

  // Reads the ELF file again; without such information, or if the file is gone, there are no callers.
  explicit CallFrames(const FirmwareImage& image);
  ~CallFrames();
  CallFrames(const CallFrames&) = delete;
  CallFrames& operator=(const CallFrames&) = delete;

  // Addresses within the call instructions, innermost first, at most kMost. Ends where something is not known, such as
  // in start-up code by hand.
  std::vector<std::uint32_t> callers(std::uint32_t pc, const MachineView& machine) const;

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace janus::support
