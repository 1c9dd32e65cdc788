// --semihosting, --semihosting-dir and --append.
#include <fmt/format.h>

#include "app/firmware_options.h"
#include "support/error.h"

namespace janus::app {
namespace {

hart::SemihostingSettings settings_for(const Options& options, const support::FirmwareImage& image,
                                       const std::string& arguments, std::uint32_t ram_size,
                                       support::HostDirectory::Writes writes) {
  auto settings = hart::semihosting_settings(image, arguments, devices::memory_map::kRamBase, ram_size);
  if (options.given(Option::semihosting_dir)) {
    settings.directory = std::make_shared<support::HostDirectory>(options.text(Option::semihosting_dir), writes);
  }
  return settings;
}

}  // namespace

hart::SemihostingSettings semihosting_of(const Options& options, const support::FirmwareImage& image,
                                         std::uint32_t ram_size, support::HostDirectory::Writes writes) {
  const std::string mode = options.text(Option::semihosting), arguments = options.text(Option::append);
  const bool wanted = options.given(Option::semihosting_dir) || options.given(Option::append);
  if (mode == "off" && wanted) {
    throw support::InputError("--semihosting-dir and --append are for semihosting, and --semihosting is off",
                              support::exit_code::kUsage);
  }
  if (mode == "off" || (mode == "auto" && !wanted && !isa::uses_semihosting(image))) return {};
  return settings_for(options, image, arguments, ram_size, writes);
}

hart::SemihostingSettings semihosting_of(const Options& options, const support::FirmwareImage& image,
                                         const engine::MachineSettings& machine) {
  const std::string mode = options.text(Option::semihosting), given = options.text(Option::append);
  const bool files = options.given(Option::semihosting_dir);
  if (mode == "off" || (mode == "auto" && !machine.semihosting)) return {};
  if (machine.semihosting && machine.semihosting->files && !files) {
    throw support::InputError("the path of the test case has files of the host; --semihosting-dir says where they are",
                              support::exit_code::kUsage);
  }
  const std::string arguments =
      options.given(Option::append) || !machine.semihosting ? given : machine.semihosting->arguments;
  return settings_for(options, image, arguments, machine.memory, support::HostDirectory::Writes::Nothing);
}

}  // namespace janus::app
