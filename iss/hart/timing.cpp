#include "hart/timing.h"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "support/error.h"
#include "support/text_file.h"

namespace janus::hart {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// The place a key's cycles are kept, or null.
std::uint32_t* field_of(TimingProfile& profile, std::string_view key) {
  static constexpr std::string_view kClassKeys[isa::kTimingClasses] = {"alu",   "multiply", "divide", "load",
                                                                       "store", "branch",   "jump",   "jump_register",
                                                                       "csr",   "atomic",   "fence",  "system"};
  for (std::size_t i = 0; i < isa::kTimingClasses; ++i) {
    if (key == kClassKeys[i]) return &profile.cycles[i];
  }
  if (key == "taken_branch") return &profile.taken_branch;
  if (key == "memory") return &profile.memory;
  if (key == "device") return &profile.device;
  if (key == "trap") return &profile.trap;
  return nullptr;
}

template <class T>
T number(std::string_view text, T low, T high, const std::string& where) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high) {
    throw support::InputError(fmt::format("{}: expected a number from {} to {}, got '{}'", where, low, high, text));
  }
  return value;
}

}  // namespace

TimingProfile parse_timing_profile(std::string_view text, const std::string& origin) {
  TimingProfile profile;
  profile.name = origin;
  int line_number = 0;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    ++line_number;
    const std::string where = fmt::format("{}:{}", origin, line_number);
    const std::string_view content = trimmed(std::string_view(line).substr(0, line.find('#')));
    if (content.empty()) continue;
    const auto equals = content.find('=');
    if (equals == std::string_view::npos) throw support::InputError(where + ": expected 'key = value'");
    const std::string_view key = trimmed(content.substr(0, equals));
    const std::string_view value = trimmed(content.substr(equals + 1));
    if (key == "name") {
      profile.name = value;
    } else if (key == "clock_hz") {
      profile.clock_hz = number<std::uint64_t>(value, 1'000, 1'000'000'000'000, where);
      if (1'000'000'000'000ULL % profile.clock_hz) {
        throw support::InputError(where + ": clock_hz must make a whole number of picoseconds a cycle");
      }
    } else if (std::uint32_t* field = field_of(profile, key)) {
      // Every instruction takes at least a cycle, so that simulated time always moves on.
      const bool is_class = field >= profile.cycles.data() && field < profile.cycles.data() + profile.cycles.size();
      *field = number<std::uint32_t>(value, is_class ? 1 : 0, 1'000'000, where);
    } else {
      throw support::InputError(fmt::format("{}: unknown key '{}'", where, key));
    }
  }
  return profile;
}

TimingProfile load_timing_profile(const std::string& name_or_path) {
  if (name_or_path == "default") return {};
  std::string text;
  try {
    text = support::read_text_file(name_or_path);
  } catch (const support::InputError& error) {
    throw support::InputError(fmt::format("no timing profile of that name is built in, and {}", error.what()),
                              error.code());
  }
  TimingProfile profile = parse_timing_profile(text, name_or_path);
  profile.source = name_or_path;
  return profile;
}

}  // namespace janus::hart
