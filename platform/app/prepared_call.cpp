#include "app/prepared_call.h"

#include <fmt/format.h>

#include "app/place.h"
#include "call/harness.h"
#include "devices/functional_machine.h"
#include "devices/memory_map.h"
#include "support/debug_info.h"
#include "support/error.h"
#include "support/similar_name.h"

namespace janus::app {
namespace {

// A function that the compiler has cloned, with other arguments, has another name.
std::string clone_of(const std::string& name, const support::FirmwareImage& image) {
  for (const support::Symbol& symbol : image.symbols()) {
    if (symbol.is_function && symbol.name.starts_with(name + ".")) return symbol.name;
  }
  return {};
}

std::string or_inlined(const std::string& name, const support::FirmwareImage& image) {
  const std::string meant = support::did_you_mean(name, image, support::NamesOf::Functions);
  return meant.empty() ? ", or it is inlined everywhere, or the linker has left it out (--gc-sections)" : meant;
}

std::uint32_t address_of_function(const std::string& name, const support::DebugInfo& debug) {
  const support::FirmwareImage& image = debug.image();
  if (!image.symbol(name)) {
    const std::string clone = clone_of(name, image);
    throw support::InputError(
        fmt::format("{}: --call: no function is called '{}'{}", image.path(), name,
                    clone.empty() ? or_inlined(name, image)
                                  : fmt::format("; there is {}, whose arguments the compiler has changed (compile with "
                                                "-fno-ipa-sra -fno-ipa-cp)",
                                                clone)),
        support::exit_code::kUsage);
  }
  return address_of_place("--call", name, debug);
}

// Where the call is made.
std::uint32_t address_of_call(const std::string& after, const support::DebugInfo& debug) {
  const support::FirmwareImage& image = debug.image();
  if (after.empty() && !image.symbol("main")) {
    throw support::InputError(fmt::format("{}: --call: there is no main; --after says where to begin", image.path()),
                              support::exit_code::kUsage);
  }
  return address_of_place("--after", after.empty() ? "main" : after, debug);
}

call::Plan plan_of(const call::Settings& settings, const support::FirmwareImage& image, support::SourceTypes& types,
                   const Platform& platform, const std::vector<support::Segment>& others) {
  call::Request request = call::parse(settings);
  const support::DebugInfo debug(image);
  const std::uint32_t after = address_of_call(settings.after, debug);
  const std::uint32_t function = address_of_function(request.function, debug);
  return call::make_plan(image, types, std::move(request), after, function,
                         {platform.main_memory().first, platform.main_memory().size}, others);
}

}  // namespace

call::Settings call_settings(const Options& options) {
  return {.function = options.text(Option::call),
          .after = options.text(Option::after),
          .objects = options.texts(Option::object),
          .ranges = options.texts(Option::range),
          .links = options.texts(Option::link),
          .stubs = options.texts(Option::stub),
          .asserts = options.texts(Option::assertion),
          .assumes = options.texts(Option::assume),
          .against = {},
          .with = {}};
}

call::Settings comparison_settings(const Options& options) {
  return {.function = options.text(Option::call),
          .after = options.text(Option::after),
          .objects = options.texts(Option::object),
          .ranges = options.texts(Option::range),
          .links = options.texts(Option::link),
          .stubs = options.texts(Option::stub),
          .asserts = {},
          .assumes = options.texts(Option::assume),
          .against = {},
          .with = options.text(Option::with)};
}

PreparedCall prepare_call(const call::Settings& settings, support::FirmwareImage& image, const Platform& platform) {
  auto types = std::make_unique<support::SourceTypes>(image);
  call::Plan plan = plan_of(settings, image, *types, platform, {});
  call::add_harness(image, *types, plan);
  return {.types = std::move(types), .plan = std::move(plan)};
}

PreparedCall prepare_comparison(const call::Settings& settings, support::FirmwareImage& image,
                                support::FirmwareImage second, const Platform& platform) {
  devices::require_inside(second, devices::memory_map::kRamBase, platform.ram_size, platform.map.get());
  if (image.symbol("tohost") || second.symbol("tohost")) {
    throw support::InputError(
        fmt::format("compare: {} has the symbol tohost, at whose address the other has something else",
                    image.symbol("tohost") ? image.path() : second.path()),
        support::exit_code::kUsage);
  }
  auto types = std::make_unique<support::SourceTypes>(image);
  call::Plan plan = plan_of(settings, image, *types, platform, second.segments());
  auto other = std::make_unique<support::FirmwareImage>(std::move(second));
  auto debug = std::make_unique<support::DebugInfo>(*other);
  support::SourceTypes other_types(*other);
  const std::string& function = settings.with.empty() ? plan.request.function : settings.with;
  const call::SecondFirmware both{*other, other_types, address_of_call(settings.after, *debug),
                                  address_of_function(function, *debug)};
  call::plan_comparison(plan, image, *types, both);
  call::add_harness(image, *types, plan, &both);
  return {
      .types = std::move(types), .plan = std::move(plan), .second = std::move(other), .second_debug = std::move(debug)};
}

PreparedCall prepare_again(const call::Settings& settings, support::FirmwareImage& image, const std::string& against,
                           const Platform& platform, const std::string& origin) {
  if (settings.compares() == against.empty()) {
    throw support::InputError(
        fmt::format("{}: this test case {}", origin,
                    against.empty() ? "compares two firmwares; --against gives the second" : "is not of a comparison"),
        support::exit_code::kUsage);
  }
  if (!settings.compares()) return prepare_call(settings, image, platform);
  auto second = support::FirmwareImage::load(against);
  if (fmt::format("{:016x}", second.fingerprint()) != settings.against)
    throw support::InputError(
        fmt::format("{}: this test case compares with another firmware than {}", origin, against));
  return prepare_comparison(settings, image, std::move(second), platform);
}

}  // namespace janus::app
