#include "app/checkpoint_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/command_line.h"
#include "app/plural.h"
#include "app/version.h"
#include "hart/timing.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

struct IdentityRow {
  Option option;
  std::string_view name;
  bool is_list = false;
};

// The options that say which machine runs, from where, and how paths part.
constexpr IdentityRow kIdentity[] = {
    {Option::hooks, "hooks"},
    {Option::isa, "isa"},
    {Option::timing, "timing"},
    {Option::memory, "memory"},
    {Option::platform, "platform"},
    {Option::module, "module", true},
    {Option::halt, "halt"},
    {Option::exit_codes, "exit-codes"},
    {Option::call, "call"},
    {Option::after, "after"},
    {Option::object, "object", true},
    {Option::range, "range", true},
    {Option::link, "link", true},
    {Option::stub, "stub", true},
    {Option::assertion, "assert", true},
    {Option::symbolic, "symbolic"},
    {Option::by_value, "by-value"},
    {Option::check, "check"},
    {Option::stack_limit, "stack-limit"},
    {Option::uninitialised, "uninitialised"},
    {Option::division_by_zero, "division-by-zero"},
    {Option::symbolic_address, "symbolic-address"},
    {Option::max_load_targets, "max-load-targets"},
    {Option::max_store_targets, "max-store-targets"},
    {Option::solver_values, "solver-values"},
};

std::string hash_of(const std::string& text) { return fmt::format("{:016x}", std::hash<std::string>{}(text)); }

}  // namespace

std::vector<std::pair<std::string, std::string>> identity_of(const Options& options,
                                                             const support::FirmwareImage& image) {
  std::vector<std::pair<std::string, std::string>> identity{{"version", std::string(version())},
                                                            {"firmware", fmt::format("{:016x}", image.fingerprint())}};
  for (const auto& [option, name, is_list] : kIdentity) {
    std::string value = is_list ? "" : options.text(option);
    if (is_list) {
      for (const std::string& one : options.texts(option)) value += fmt::format("{}{}", value.empty() ? "" : " ", one);
    } else if (value.empty() && options.flag(option)) {
      value = "on";
    }
    identity.emplace_back(name, value);
  }
  const auto built_in = hart::built_in_timing_profiles();
  const std::string timing = options.text(Option::timing);
  std::error_code error;  // if there is no such file, whoever reads the profile says so
  const bool is_file = std::ranges::find(built_in, timing) == built_in.end() && std::filesystem::exists(timing, error);
  identity.emplace_back("text of --timing", is_file ? hash_of(support::read_text_file(timing)) : "");
  return identity;
}

engine::Checkpoint load_checkpoint(const std::string& file,
                                   const std::vector<std::pair<std::string, std::string>>& identity) {
  engine::Checkpoint checkpoint = engine::parse_checkpoint(support::read_text_file(file), file);
  const auto refuse = [&](const std::string& what) {
    throw support::InputError(fmt::format("{}: {}", file, what), support::exit_code::kBadInput);
  };
  if (checkpoint.identity.size() != identity.size()) refuse("a checkpoint of another version of Janus");
  for (std::size_t i = 0; i < identity.size(); ++i) {
    const auto& [name, here] = identity[i];
    const auto& [known_name, there] = checkpoint.identity[i];
    if (name == known_name && here == there) continue;
    if (name == "version" || name != known_name) {
      refuse(fmt::format("a checkpoint of Janus {}, and this is {}", there, here));
    } else if (name == "firmware") {
      refuse("a checkpoint of another firmware");
    }
    const bool is_option = name.find(' ') == std::string::npos;
    if (!is_option) refuse("a checkpoint with another " + name);
    const auto value = [](const std::string& text) { return text.empty() ? "the default" : "'" + text + "'"; };
    refuse(fmt::format("a checkpoint with --{} {}, and here it is {}", name, value(there), value(here)));
  }
  return checkpoint;
}

std::string how_to_go_on(const std::string& file, const Options& options, std::uint64_t waiting) {
  if (waiting == 0) return {};
  std::string repeated;
  for (const auto& [option, name, is_list] : kIdentity) {
    if (!options.given(option)) continue;
    const auto values = is_list ? options.texts(option) : std::vector<std::string>{options.text(option)};
    for (const std::string& value : values) {
      repeated += fmt::format(" --{}", name);
      if (!value.empty()) repeated += fmt::format(" {}", for_shell(value));
    }
  }
  return fmt::format("{} in {}; to go on: janus explore {}{} --checkpoint {} --resume {}\n",
                     plural(waiting, "waiting state"), file, for_shell(options.argument(0)), repeated, for_shell(file),
                     for_shell(file));
}

}  // namespace janus::app
