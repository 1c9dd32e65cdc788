#include "hart/semihosting.h"

#include <algorithm>
#include <filesystem>

namespace janus::hart {

SemihostingSettings semihosting_settings(const support::FirmwareImage& image, const std::string& arguments,
                                         std::uint32_t ram_base, std::uint32_t ram_size) {
  constexpr std::uint32_t kAlignment = 16;
  SemihostingSettings settings{.on = true, .arguments = arguments};
  settings.command_line = std::filesystem::path(image.path()).filename().string();
  if (!arguments.empty()) settings.command_line += ' ' + arguments;
  settings.heap_base = ram_base;
  for (const support::Segment& segment : image.segments()) {
    const std::uint32_t end = segment.address - ram_base + segment.size;
    if (segment.address - ram_base < ram_size) settings.heap_base = std::max(settings.heap_base, ram_base + end);
  }
  settings.heap_base = (settings.heap_base + kAlignment - 1) & ~(kAlignment - 1);
  return settings;
}

}  // namespace janus::hart
