// --check and --stack-limit.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <sstream>

#include "app/firmware_options.h"
#include "support/error.h"
#include "support/standard_streams.h"

namespace janus::app {
namespace {

std::uint32_t address_of(const std::string& text) {
  const bool hexadecimal = text.starts_with("0x");
  const char *const first = text.data() + (hexadecimal ? 2 : 0), *const last = text.data() + text.size();
  std::uint32_t address = 0;
  const auto [end, error] = std::from_chars(first, last, address, hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != last) {
    throw support::InputError(fmt::format("--stack-limit must be an address of 32 bits, not '{}'", text),
                              support::exit_code::kUsage);
  }
  return address;
}

// A state that repeats itself is no condition in front of an instruction, so it has no row.
constexpr std::string_view kEndless = "endless";

// `all` leaves `leaks` out: firmware that ends may leave to the end what nobody needs any more.
constexpr std::string_view kAllAndLeaks = "all,leaks";

// What `stack` means: all that goes wrong on a stack, where each is a detector of its own, too.
constexpr auto kOfTheStack = {hart::Detector::return_address, hart::Detector::dangling};

bool names(const Options& options, std::string_view name) {
  std::istringstream list(options.text(Option::check));
  for (std::string each; std::getline(list, each, ',');) {
    if (each == name) return true;
  }
  return false;
}

// What no firmware means to do with its memory.
constexpr std::string_view kMemory = "memory";

void add(const std::string& name, hart::Detectors& detectors) {
  if (name == hart::row(hart::Detector::stack).name) {
    for (const hart::Detector each : kOfTheStack) detectors.add(each);
  }
  std::vector<std::string_view> names{kMemory, kEndless};
  if (name == kMemory) return detectors.add_memory();
  if (name == kEndless) return;
  for (const hart::DetectorRow& row : hart::kDetectors) {
    if (row.name == name) return detectors.add(row.detector);
    names.push_back(row.name);
  }
  throw support::InputError(
      fmt::format("--check must be auto, all, none or some of {}, not '{}'", fmt::join(names, ","), name),
      support::exit_code::kUsage);
}

}  // namespace

hart::Detectors detectors_of(const Options& options, const support::FirmwareImage& image) {
  std::optional<std::uint32_t> limit;
  if (options.given(Option::stack_limit)) limit = address_of(options.text(Option::stack_limit));
  hart::Detectors detectors = hart::detectors_for(image, limit);
  const std::string check = options.text(Option::check);
  const bool all = check == "all" || check == kAllAndLeaks;
  if (all) {
    for (const hart::DetectorRow& row : hart::kDetectors) detectors.add(row.detector);
    if (check == "all") detectors.remove(hart::Detector::leaks);
  } else if (check != "none" && check != "auto") {
    std::istringstream list(check);
    for (std::string name; std::getline(list, name, ',');) add(name, detectors);
  }
  if (detectors.has(hart::Detector::overflow) && detectors.overflows.empty()) {
    if (!all) {
      support::print_err(
          "janus: --check overflow is not available: which operations are signed is only in code that was compiled "
          "with "
          "-fsanitize=signed-integer-overflow\n");
    }
    detectors.remove(hart::Detector::overflow);
  }
  if (detectors.has(hart::Detector::stack) && !detectors.stack_limit) {
    const std::string why = "no symbol says where the stack ends (__stack_limit); --stack-limit does";
    if (!all) throw support::InputError(fmt::format("--check stack: {}", why), support::exit_code::kUsage);
    support::print_err(fmt::format("janus: --check all goes without stack: {}\n", why));
    detectors.remove(hart::Detector::stack);
  }
  hart::add_locals(detectors, image);
  return detectors;
}

hart::Unwritten unwritten_of(const Options& options) {
  const std::string what = options.text(Option::uninitialised);
  return what == "zero"       ? hart::Unwritten::Zero
         : what == "symbolic" ? hart::Unwritten::Symbolic
                              : hart::Unwritten::AsItIs;
}

void leave_pointers_out(const Options& options, hart::Detectors& detectors) {
  for (const hart::Detector each : kOfTheStack) {
    if (!names(options, hart::row(each).name)) detectors.remove(each);
  }
  if (!names(options, "all")) return;
  support::print_err(
      "janus: --check all goes without heap, bounds, return_address, dangling, poison and uninitialised, which explore "
      "has\n");
  for (const hart::DetectorRow& row : hart::kDetectors) {
    hart::Detectors one;
    one.add(row.detector);
    if (one.follows_memory()) detectors.remove(row.detector);
  }
}

bool checks_endless(const Options& options) { return names(options, "all") || names(options, kEndless); }

}  // namespace janus::app
