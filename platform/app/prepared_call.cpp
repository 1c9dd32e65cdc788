#include "app/prepared_call.h"

#include <fmt/format.h>

#include "app/place.h"
#include "call/harness.h"
#include "devices/memory_map.h"
#include "support/debug_info.h"
#include "support/error.h"

namespace janus::app {
namespace {

// A function that the compiler has cloned, with other arguments, has another name.
std::string clone_of(const std::string& name, const support::FirmwareImage& image) {
  for (const support::Symbol& symbol : image.symbols()) {
    if (symbol.is_function && symbol.name.starts_with(name + ".")) return symbol.name;
  }
  return {};
}

std::uint32_t address_of_function(const std::string& name, const support::DebugInfo& debug) {
  const support::FirmwareImage& image = debug.image();
  if (!image.symbol(name)) {
    const std::string clone = clone_of(name, image);
    throw support::InputError(
        fmt::format("{}: --call: no function is called '{}'{}", image.path(), name,
                    clone.empty() ? ", or the compiler has inlined it everywhere"
                                  : fmt::format("; there is {}, whose arguments the compiler has changed (compile with "
                                                "-fno-ipa-sra -fno-ipa-cp)",
                                                clone)),
        support::exit_code::kUsage);
  }
  return address_of_place("--call", name, debug);
}

}  // namespace

call::Settings call_settings(const Options& options) {
  return {.function = options.text(Option::call),
          .after = options.text(Option::after),
          .objects = options.texts(Option::object),
          .ranges = options.texts(Option::range),
          .links = options.texts(Option::link),
          .stubs = options.texts(Option::stub),
          .asserts = options.texts(Option::assertion)};
}

PreparedCall prepare_call(const call::Settings& settings, support::FirmwareImage& image, std::uint32_t memory) {
  call::Request request = call::parse(settings);
  const support::DebugInfo debug(image);
  if (settings.after.empty() && !image.symbol("main")) {
    throw support::InputError(fmt::format("{}: --call: there is no main; --after says where to begin", image.path()),
                              support::exit_code::kUsage);
  }
  const std::uint32_t function = address_of_function(request.function, debug);
  const std::uint32_t after = address_of_place("--after", settings.after.empty() ? "main" : settings.after, debug);
  PreparedCall prepared{std::make_unique<support::SourceTypes>(image), {}};
  prepared.plan = call::make_plan(image, *prepared.types, std::move(request), after, function,
                                  {devices::memory_map::kRamBase, memory});
  call::add_harness(image, *prepared.types, prepared.plan);
  return prepared;
}

}  // namespace janus::app
