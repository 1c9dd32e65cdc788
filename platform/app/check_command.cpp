// janus check: many targets, as a TOML file says. A target is an exploration: each of its keys is an option of explore,
// by its name. A text, a number or true is the option's value; a list gives it several times; a table gives it once for
// each key, as KEY=VALUE. Keys outside of all targets are those of every target that does not have them itself.
#include <fmt/format.h>

#include <toml++/toml.h>
#include <filesystem>
#include <set>
#include <sstream>

#include "app/explore_report.h"
#include "app/options.h"
#include "app/stop_flag.h"
#include "support/error.h"
#include "support/standard_streams.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

constexpr std::string_view kTargets = "target", kName = "name", kFirmware = "firmware";

struct Target {
  std::string name;
  Options options;  // of explore
};

const Command& explore() {
  for (const Command& command : commands()) {
    if (command.bit == kExplore) return command;
  }
  throw support::InputError("there is no command explore", support::exit_code::kInternal);
}

class TargetFile {
 public:
  explicit TargetFile(std::string path)
      : path_(std::move(path)), directory_(std::filesystem::path(path_).parent_path()) {
    const std::string text = support::read_text_file(path_);
    try {
      table_ = toml::parse(text);
    } catch (const toml::parse_error& error) {
      refuse(fmt::format("line {}, column {}: {}", error.source().begin.line, error.source().begin.column,
                         error.description()));
    }
  }

  // `out`: the directory for the outputs of all targets.
  std::vector<Target> targets(const std::string& out) const {
    const toml::array* list = table_[kTargets].as_array();
    if (!list || list->empty()) refuse("there is no [[target]]");
    std::vector<Target> found;
    std::set<std::string> names;
    for (const toml::node& node : *list) {
      const toml::table* target = node.as_table();
      if (!target) refuse("a target is no table");
      found.push_back(this->target(*target, names, out));
    }
    return found;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    std::string line = why;
    std::ranges::replace_if(
        line, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    throw support::InputError(fmt::format("{}: {}", path_, line));
  }

  Target target(const toml::table& table, std::set<std::string>& names, const std::string& out) const {
    const std::string name = name_of(table, names);
    const auto firmware = value_of(table, kFirmware);
    if (firmware.empty()) refuse(fmt::format("target '{}': it has no firmware", name));
    std::vector<std::string> arguments{(directory_ / firmware).string(), "--out",
                                       (std::filesystem::path(out) / name).string()};
    for (const auto& [key, value] : table) add(name, std::string(key.str()), value, arguments);
    for (const auto& [key, value] : table_) {
      if (!table.contains(key)) add(name, std::string(key.str()), value, arguments);
    }
    try {
      return {name, Options::parse(explore(), arguments)};
    } catch (const support::InputError& error) {
      refuse(fmt::format("target '{}': {}", name, error.what()));
    }
  }

  // Becomes a directory.
  std::string name_of(const toml::table& table, std::set<std::string>& names) const {
    std::string name = table[kName].value_or(std::string());
    if (name.empty()) name = fmt::format("target-{}", names.size() + 1);
    if (name.find('/') != std::string::npos || name.starts_with('.'))
      refuse(fmt::format("'{}' is no name of a target", name));
    if (!names.insert(name).second) refuse(fmt::format("there are two targets '{}'", name));
    return name;
  }

  std::string value_of(const toml::table& table, std::string_view key) const {
    const auto own = table[key].value<std::string>();
    return own ? *own : table_[key].value_or(std::string());
  }

  void add(const std::string& target, const std::string& key, const toml::node& value,
           std::vector<std::string>& arguments) const {
    if (key == kTargets || key == kName || key == kFirmware) return;
    if (key == "out" || key == "help") refuse(fmt::format("target '{}': '{}' is no key of a target", target, key));
    const auto give = [&](const std::string& text) { arguments.push_back(fmt::format("--{}={}", key, text)); };
    if (const auto* flag = value.as_boolean()) {
      if (flag->get()) arguments.push_back("--" + key);
    } else if (const auto* list = value.as_array()) {
      for (const toml::node& each : *list) give(text_of(target, key, each));
    } else if (const auto* table = value.as_table()) {
      for (const auto& [name, each] : *table) give(fmt::format("{}={}", name.str(), text_of(target, key, each)));
    } else {
      give(text_of(target, key, value));
    }
  }

  std::string text_of(const std::string& target, const std::string& key, const toml::node& value) const {
    if (const auto* text = value.as_string()) return text->get();
    if (const auto* number = value.as_integer()) return fmt::format("{}", number->get());
    if (const auto* number = value.as_floating_point()) return fmt::format("{}", number->get());
    refuse(fmt::format("target '{}': '{}' is neither a text nor a number", target, key));
  }

  std::string path_;
  std::filesystem::path directory_;
  toml::table table_;
};

std::string verdict_of(int code) {
  if (code == exit_code(engine::Verdict::Safe)) return "safe";
  if (code == exit_code(engine::Verdict::Unsafe)) return "unsafe";
  return code == exit_code(engine::Verdict::Unknown) ? "unknown" : fmt::format("not explored (exit code {})", code);
}

// A violation matters more than what is unknown; an error more than both.
int worse(int a, int b) {
  const auto rank = [](int code) { return code == 1 ? 2 : code == 2 ? 1 : code; };
  return rank(a) < rank(b) ? b : a;
}

int explored(const Target& target) {
  try {
    return explore_command(target.options);
  } catch (const support::InputError& error) {
    support::print_err(fmt::format("janus: target '{}': {}\n", target.name, error.what()));
    return error.code();
  }
}

}  // namespace

int check_command(const Options& options) {
  const TargetFile file(options.argument(0));
  const std::vector<Target> targets = file.targets(options.text(Option::check_out));
  options.require_all_read();
  int worst = 0;
  std::string table;
  for (const Target& target : targets) {
    if (stop_flag()) break;
    support::print_out(fmt::format("--- {}\n", target.name));
    const int code = explored(target);
    worst = worse(worst, code);
    table += fmt::format("{}: {}\n", target.name, verdict_of(code));
  }
  support::print_out(fmt::format("---\n{}", table));
  return stop_flag() ? worse(worst, exit_code(engine::Verdict::Unknown)) : worst;
}

}  // namespace janus::app
