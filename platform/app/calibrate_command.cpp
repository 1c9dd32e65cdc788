// janus calibrate: fits a timing profile to what sw/examples/calibrate.c measured on a board or in simulation of a
// core, runs the same firmware under that profile, and says which measurements the profile does not explain.
#include <fmt/format.h>

#include <map>

#include "app/firmware_options.h"
#include "app/options.h"
#include "app/plural.h"
#include "devices/functional_machine.h"
#include "hart/calibration.h"
#include "support/error.h"
#include "support/standard_streams.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

constexpr std::uint64_t kMostInstructions = 100'000'000;

// What the firmware measures under a profile, in the order in which it measures.
std::vector<hart::Measurement> measured_under(const hart::TimingProfile& profile, const support::FirmwareImage& image) {
  hart::HartConfig config;
  config.timing = profile;
  config.extensions = isa::extensions_of(image.isa());
  devices::FunctionalMachine machine(image, std::move(config));
  machine.run_in_blocks(kMostInstructions);
  auto found = hart::parse_measurements(machine.output());
  if (found.empty())
    throw support::InputError(image.path() + ": prints no measurements; it must be the firmware that was measured");
  return found;
}

std::string comments(const hart::Calibration& fitted, const std::vector<hart::Measurement>& measured,
                     const std::vector<hart::Measurement>& predicted, unsigned& unexplained) {
  std::map<std::string, std::uint64_t> by_name;
  for (const hart::Measurement& one : measured) by_name[one.name] = one.cycles;
  std::string text;
  std::size_t compared = 0;
  for (const hart::Measurement& one : predicted) {
    const auto found = by_name.find(one.name);
    if (found == by_name.end()) continue;
    ++compared;
    if (found->second == one.cycles) continue;
    ++unexplained;
    const auto residual = static_cast<std::int64_t>(found->second) - static_cast<std::int64_t>(one.cycles);
    text += fmt::format("# not explained: {}: {} cycles measured, {} by this profile ({:+})\n", one.name, found->second,
                        one.cycles, residual);
  }
  if (!fitted.assumed.empty()) text += fmt::format("# not measured, so assumed: {}\n", fmt::join(fitted.assumed, ", "));
  return fmt::format("# {} of {} explained exactly\n", compared - unexplained, plural(compared, "measurement")) + text;
}

}  // namespace

int calibrate_command(const Options& options) {
  const auto image = support::FirmwareImage::load(options.argument(0));
  const std::string results = options.argument(1), out = options.text(Option::calibrate_out);
  options.require_all_read();
  if (out.empty()) {
    support::require_standard_output();
  } else {
    support::require_writable_file(out);
  }
  const auto measured = hart::parse_measurements(support::read_text_file(results));
  hart::Calibration fitted = hart::calibrate(measured, results);
  unsigned unexplained = 0;
  const std::string said = comments(fitted, measured, measured_under(fitted.profile, image), unexplained);
  const std::string text = "# Fitted by janus calibrate.\n" + said + hart::timing_text(fitted.profile);
  if (out.empty()) {
    support::print_out(text);
  } else {
    support::write_text_file(out, text);
    support::print_err(said);
  }
  return unexplained == 0 ? 0 : 1;
}

}  // namespace janus::app
