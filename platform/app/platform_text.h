// Platforms as texts (--platform): which memories, devices and clocks a machine has. docs/guide.md has the format,
// which is TOML.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "devices/board_plan.h"
#include "hart/address_map.h"
#include "hart/timing.h"
#include "support/firmware_image.h"

namespace janus::app {

class Options;

// What the memory of a text costs, in place of what the timing profile says.
struct MemoryCosts {
  std::string memory;  // its name
  std::uint32_t base = 0, size = 0;
  std::optional<std::uint32_t> access;  // cycles of each load or store
  std::uint32_t fetch = 0;              // cycles added to each instruction
};

struct Platform {
  std::string name;  // of a built-in platform, or a file's path; empty: the board that there is without --platform
  std::string text;
  std::shared_ptr<const hart::AddressMap> map;  // null: one RAM of `ram_size` bytes where the default board has it
  std::uint32_t ram_size = devices::memory_map::kDefaultRamSize;
  std::shared_ptr<const devices::BoardPlan> plan = devices::default_plan();
  std::vector<MemoryCosts> costs;
  std::string isa;     // the name of the core's instruction set; empty: the ELF file's
  std::string timing;  // the core's timing profile; empty: "default"
  std::optional<std::uint64_t> clock_hz;
  std::optional<std::uint32_t> reset;  // where execution begins; nothing: at the ELF file's entry point

  bool is_built_in() const;
  std::uint64_t fingerprint() const;  // of the text; 0 without a name
  // Throws InputError (kUsage), beginning with `what`, if the platform has no such device.
  void require_device(std::string_view device, const std::string& what) const;
  // The largest memory that can be written.
  support::AddressRange main_memory() const;
  // The profile of that name or path, with the platform's clocks and what its memories cost. Throws InputError.
  hart::TimingProfile timing_profile(const std::string& name_or_path) const;
};

// The name of the copy that an exploration puts beside its test cases, if its platform is not built in.
inline constexpr std::string_view kPlatformCopy = "machine.toml";

// The names of the built-in platforms, sorted.
std::vector<std::string_view> built_in_platforms();

// The platform that a text describes; `origin` is its name. Throws support::InputError, a line with `origin`, the line
// of the text and what is known there.
Platform parse_platform(const std::string& text, const std::string& origin);
// The built-in platform of that name, else the one in the file at that path.
Platform load_platform(const std::string& name_or_path);

// The platform of --platform, or the default board with --memory. `otherwise` is a name or path that counts if
// --platform is not given; empty: none.
Platform platform_of(const Options& options, const std::string& otherwise = {});
// The same for commands that have --memory, which is the default board's.
Platform platform_with_memory(const Options& options);
// The timing profile of --timing, else that of the platform.
hart::TimingProfile timing_of(const Options& options, const Platform& platform);
// Makes the image one for the platform: its instruction set, unless --isa gives one, and where it begins.
void adapt(support::FirmwareImage& image, const Platform& platform, const Options& options);
// Makes execution begin where the platform says, if it says so. Throws InputError if the image has nothing there.
void begin_at_reset(support::FirmwareImage& image, const Platform& platform);

}  // namespace janus::app
