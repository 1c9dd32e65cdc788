// Semihosting (isa/semihosting.h): what a run knows of its host. semihosting_calls.h says what calls ask for and what
// the host answers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hart/host_files.h"
#include "isa/semihosting.h"

namespace janus::hart {

struct SemihostingSettings {
  bool on = false;
  std::string arguments = {};                              // to the firmware
  std::string command_line = {};                           // its name, and they
  std::uint32_t heap_base = 0;                             // the end of the image in memory
  std::shared_ptr<support::HostDirectory> directory = {};  // null: no files
};

// The command line and the heap of an image. The memory begins at `ram_base`.
SemihostingSettings semihosting_settings(const support::FirmwareImage& image, const std::string& arguments,
                                         std::uint32_t ram_base, std::uint32_t ram_size);

}  // namespace janus::hart
