#include "support/failed_assertion.h"

#include <fmt/format.h>

namespace janus::support {
namespace {

const std::string kReporter = "__assert_func";
constexpr std::size_t kLongest = 1000;  // characters of a text

// The text in the image at an address, up to a zero byte. Empty if there is none, as for a null pointer.
std::string text_at(const FirmwareImage& image, std::uint32_t address) {
  std::string text;
  for (const Segment& segment : image.segments()) {
    const std::uint32_t first = address - segment.address;
    for (std::size_t i = first; i < segment.bytes.size() && segment.bytes[i] != 0 && text.size() < kLongest; ++i) {
      text += segment.bytes[i] >= 0x20 && segment.bytes[i] != 0x7f ? static_cast<char>(segment.bytes[i]) : '?';
    }
  }
  return text;
}

}  // namespace

bool has_assertions(const FirmwareImage& image) { return image.symbol(kReporter).has_value(); }

bool reports_failed_assertion(const FirmwareImage& image, std::uint32_t pc) {
  const Symbol* const function = image.covering(pc, true);
  return function && function->name == kReporter;
}

std::optional<FailedAssertion> failed_assertion(const FirmwareImage& image, std::uint32_t pc,
                                                const std::array<std::uint32_t, 4>& arguments) {
  if (!reports_failed_assertion(image, pc)) return std::nullopt;
  const auto [file, line, function, condition] = arguments;
  FailedAssertion failed{{text_at(image, function), text_at(image, file), static_cast<int>(line)},
                         text_at(image, condition)};
  if (failed.place.file.starts_with("./")) failed.place.file.erase(0, 2);
  return failed;
}

std::string FailedAssertion::describe() const {
  return fmt::format("({}{}{}:{}): {}", place.function, place.function.empty() ? "" : " at ", place.file, place.line,
                     text);
}

}  // namespace janus::support
