// janus device: writes the data sheets of devices, for people, for firmware or for the documentation.
#include <fmt/format.h>

#include "app/options.h"
#include "app/platform_text.h"
#include "devices/data_sheet.h"
#include "support/error.h"
#include "support/standard_streams.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

std::vector<devices::DataSheet> chosen_sheets(const std::string& name, const Platform& platform) {
  const std::vector<devices::DataSheet> sheets = devices::data_sheets(*platform.plan);
  if (name == "all") return sheets;
  std::string names;
  for (const devices::DataSheet& sheet : sheets) {
    if (sheet.name == name) return {sheet};
    names += fmt::format(", {}", sheet.name);
  }
  throw support::InputError(fmt::format("device: there is no device '{}'; there are: all{}", name, names),
                            support::exit_code::kUsage);
}

}  // namespace

int device_command(const Options& options) {
  const std::string format = options.text(Option::device_format), out = options.text(Option::device_out);
  const Platform platform = platform_of(options, format == "toml" ? "virt" : "");
  const auto sheets = chosen_sheets(options.argument(0), platform);
  options.require_all_read();
  if (out.empty()) support::require_standard_output();
  std::string text;
  if (format == "markdown") text = devices::markdown(sheets);
  if (format == "toml") text = platform.text;
  for (const devices::DataSheet& sheet : sheets) {
    if (format == "c") text += devices::c_header(sheet);
    if (format == "text") text += (text.empty() ? "" : "\n") + devices::plain_text(sheet);
  }
  if (out.empty()) {
    support::print_out(text);
  } else {
    support::write_text_file(out, text);
  }
  return 0;
}

}  // namespace janus::app
