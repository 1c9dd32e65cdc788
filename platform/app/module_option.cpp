#include "app/module_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>

#include "devices/data_sheet.h"
#include "devices/plic.h"
#include "support/error.h"

namespace janus::app {
namespace {

constexpr std::uint32_t kDefaultSize = 0x1000;

// Decimal, or hexadecimal behind 0x.
std::optional<std::uint32_t> number(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

// One value of the option.
class Reader {
 public:
  Reader(std::string_view command, std::string_view text) : command_(command), text_(text) {}

  prototype::ModuleRequest request;
  bool reads_are_inputs = false;

  void read() {
    const auto comma = std::min(text_.find(','), text_.size());
    request.library = text_.substr(0, comma);
    if (request.library.empty() || request.library.find('=') != std::string::npos)
      refuse("it does not begin with a file");
    request.name = std::filesystem::path(request.library).stem().string();
    std::ranges::replace_if(
        request.name, [](unsigned char c) { return !std::isalnum(c); }, '_');
    request.region.size = kDefaultSize;
    for (auto rest = text_.substr(comma); !rest.empty();) {
      rest.remove_prefix(1);
      const auto end = std::min(rest.find(','), rest.size());
      read_item(rest.substr(0, end));
      rest.remove_prefix(end);
    }
    if (!has_base_) refuse("base=ADDRESS is missing");
    if (!devices::is_free(request.region))
      refuse(
          fmt::format("{} is not free: it must lie in front of memory at 0x{:x}, where no device is (janus device all)",
                      place(request.region), devices::memory_map::kRamBase));
  }

  void require_apart_from(const prototype::ModuleRequest& other) const {
    if (devices::meet(request.region, other.region)) refuse(fmt::format("'{}' is there already", other.name));
    if (request.name == other.name)
      refuse(fmt::format("there is another module '{}'; name=NAME gives another name", other.name));
    if (request.source != 0 && request.source == other.source)
      refuse(fmt::format("'{}' has that interrupt", other.name));
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw support::InputError(fmt::format("{}: --module '{}': {}", command_, text_, why), support::exit_code::kUsage);
  }

 private:
  static std::string place(devices::Region region) {
    return fmt::format("0x{:x} to 0x{:x}", region.base, std::uint64_t{region.base} + region.size - 1);
  }

  void read_item(std::string_view item) {
    const auto is = item.find('=');
    const std::string_view key = item.substr(0, is), value = is == std::string_view::npos ? "" : item.substr(is + 1);
    if (key == "base") {
      request.region.base = number_of(item, value);
      has_base_ = true;
    } else if (key == "size") {
      request.region.size = number_of(item, value);
    } else if (key == "interrupt") {
      request.source = number_of(item, value);
      if (request.source == 0 || request.source >= devices::Plic::kSources)
        refuse(fmt::format("interrupts are from 1 to {}", devices::Plic::kSources - 1));
      for (const devices::DataSheet& sheet : devices::data_sheets()) {
        if (sheet.source == request.source) refuse(fmt::format("'{}' has that interrupt", sheet.name));
      }
    } else if (key == "name") {
      if (!is_name(value)) refuse("a name has letters, digits and _ alone");
      request.name = value;
    } else if (key == "reads") {
      if (value != "any") refuse("reads= must be any");
      reads_are_inputs = true;
    } else {
      refuse(fmt::format("'{}' is none of base=ADDRESS, size=BYTES, interrupt=N, name=NAME, reads=any", item));
    }
  }

  std::uint32_t number_of(std::string_view item, std::string_view text) const {
    const auto value = number(text);
    if (!value) refuse(fmt::format("'{}': this is no number of 32 bits", item));
    return *value;
  }

  std::string_view command_, text_;
  bool has_base_ = false;
};

}  // namespace

Modules modules_of(const Options& options) {
  Modules modules;
  for (const std::string& text : options.texts(Option::module)) {
    Reader reader(options.command().name, text);
    reader.read();
    for (const prototype::ModuleRequest& other : modules.requests) reader.require_apart_from(other);
    modules.places.push_back({reader.request.name, reader.request.region, reader.reads_are_inputs});
    modules.requests.push_back(std::move(reader.request));
  }
  return modules;
}

std::string assumptions_about(const std::vector<devices::ForeignModule>& modules) {
  std::string names;
  for (const devices::ForeignModule& module : modules) {
    if (module.reads_are_inputs) names += (names.empty() ? "" : ", ") + module.name;
  }
  return names.empty() ? "" : fmt::format("{}: no interrupts, no accesses to memory", names);
}

}  // namespace janus::app
