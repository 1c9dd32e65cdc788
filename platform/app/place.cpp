#include "app/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "support/error.h"
#include "support/similar_name.h"

namespace janus::app {
namespace {

std::optional<std::uint32_t> parsed(std::string_view text, int base) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool is_file(const std::string& recorded, std::string_view named) {
  if (!recorded.ends_with(named)) return false;
  return recorded.size() == named.size() || recorded[recorded.size() - named.size() - 1] == '/';
}

// The first address of a line, by the function it is in.
std::map<std::string, std::uint32_t> first_of_line(std::string_view file, std::uint32_t line,
                                                   const support::DebugInfo& debug) {
  std::map<std::string, std::uint32_t> found;
  for (const support::AddressRange& range : debug.image().executable()) {
    for (std::uint32_t offset = 0; offset < range.size; offset += 2) {
      const std::uint32_t address = range.first + offset;
      const support::SourceLocation at = debug.locate_line(address);
      if (at.line < 0 || static_cast<std::uint32_t>(at.line) != line || !is_file(at.file, file)) continue;
      found.try_emplace(debug.locate(address).function, address);
    }
  }
  return found;
}

}  // namespace

std::uint32_t address_of_place(const std::string& what, const std::string& place, const support::DebugInfo& debug) {
  const auto refuse = [&](const std::string& why) -> support::InputError {
    return support::InputError(fmt::format("{}: {}: {}", debug.image().path(), what, why), support::exit_code::kUsage);
  };
  const auto named =
      place.starts_with("0x") ? parsed(std::string_view(place).substr(2), 16) : debug.image().symbol(place);
  const auto& code = debug.image().executable();
  if (named && std::ranges::none_of(code, [&](const auto& range) { return range.contains(*named); })) {
    throw refuse(fmt::format("'{}' is no code", place));
  }
  if (named) return *named;
  const std::size_t colon = place.rfind(':');
  const auto line = colon == std::string::npos ? std::nullopt : parsed(std::string_view(place).substr(colon + 1), 10);
  if (!line || colon == 0) {
    throw refuse(fmt::format("no function is called '{}'{}", place,
                             support::did_you_mean(place, debug.image(), support::NamesOf::Functions)));
  }
  const auto found = first_of_line(std::string_view(place).substr(0, colon), *line, debug);
  if (found.empty()) throw refuse(fmt::format("no code comes from {}", place));
  if (found.size() > 1) {
    std::string functions;
    for (const auto& [function, address] : found) functions += fmt::format(", {} (0x{:08x})", function, address);
    throw refuse(fmt::format("{} is in several functions, so name an address: {}", place, functions.substr(2)));
  }
  return found.begin()->second;
}

}  // namespace janus::app
