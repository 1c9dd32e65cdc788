// janus cfg: writes the control-flow graph of a firmware, as a drawing or as JSON.
#include <fmt/format.h>

#include <algorithm>

#include "app/cfg_report.h"
#include "app/firmware_options.h"
#include "app/options.h"
#include "support/error.h"
#include "support/standard_streams.h"
#include "support/text_file.h"

namespace janus::app {

int cfg_command(const Options& options) {
  auto image = load_firmware(options);
  adapt(image, platform_of(options), options);
  const bool dot = options.text(Option::cfg_format) == "dot";
  const std::string name = options.text(Option::cfg_function), out = options.text(Option::cfg_out);
  options.require_all_read();
  if (out.empty()) {
    support::require_standard_output();
  } else {
    support::require_writable_file(out);
  }

  const auto functions = program::find_functions(image);
  if (functions.empty()) throw support::InputError(image.path() + ": there is no code at the entry point");
  const auto is_wanted = [&](const program::Function& function) { return function.name == name; };
  if (!name.empty() && std::none_of(functions.begin(), functions.end(), is_wanted))
    throw support::InputError(
        fmt::format("{}: no function '{}' is reachable from the entry point", image.path(), name));
  const support::DebugInfo debug(image);
  const std::string text = dot ? cfg_as_dot(functions, name, image, debug) : cfg_as_json(functions, name, image, debug);
  if (!out.empty()) {
    support::write_text_file(out, text);
  } else {
    support::print_out(text);
  }
  return 0;
}

}  // namespace janus::app
