#include "app/prepared_call.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>

#include "app/place.h"
#include "call/harness.h"
#include "devices/functional_machine.h"
#include "devices/memory_map.h"
#include "program/functions.h"
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

// PreparedCall::sources. `image` has the harness, and so leads to the function.
std::vector<std::string> sources_called(const support::FirmwareImage& image, const call::Plan& plan,
                                        support::SourceTypes& types) {
  if (!plan.function) return {};
  std::map<std::uint32_t, const program::Function*> known;
  const std::vector<program::Function> functions = program::find_functions(image);
  for (const program::Function& function : functions) known[function.entry] = &function;
  std::set<std::uint32_t> seen{plan.places.function};
  std::set<std::string> files;
  for (std::vector<std::uint32_t> open{plan.places.function}; !open.empty();) {
    const std::uint32_t entry = open.back();
    open.pop_back();
    const auto source = types.function_at(entry);
    if (source && source->is_c) files.insert(source_path(*source));
    if (!known.contains(entry)) continue;
    for (const program::BasicBlock& block : known[entry]->blocks) {
      for (const std::uint32_t callee : block.callees)
        if (seen.insert(callee).second) open.push_back(callee);
    }
  }
  // What comes with a start-up file is for the target. The host has a runtime of its own.
  std::erase_if(files, [&](const std::filesystem::path& file) {
    std::error_code error;
    return file == source_path(*plan.function) || !std::filesystem::exists(file, error) ||
           std::filesystem::exists(file.parent_path() / "crt0.S", error);
  });
  return {files.begin(), files.end()};
}

}  // namespace

std::string source_path(const support::SourceFunction& function) {
  const std::filesystem::path file = function.file, directory = function.directory;
  if (file.is_absolute() || !directory.is_absolute()) return file.lexically_normal().string();
  return (directory / file).lexically_normal().string();
}

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
  std::vector<std::string> sources = sources_called(image, plan, *types);
  return {.types = std::move(types), .plan = std::move(plan), .sources = std::move(sources)};
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
