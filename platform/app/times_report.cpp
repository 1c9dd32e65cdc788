#include "app/times_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "app/plural.h"
#include "support/debug_info.h"

namespace janus::app {
namespace {

constexpr std::size_t kBars = 10, kWidth = 40;  // of the histogram: lines, and characters of the longest bar

std::string extreme_text(std::string_view name, const engine::ExtremeTime& extreme, bool proved,
                         const support::FirmwareImage& image) {
  std::string text = fmt::format("{}: {}, {} (path {})\n", name, plural(extreme.cycles, "cycle"),
                                 proved ? "proved" : "the bound found so far", extreme.path);
  if (extreme.places) {
    const support::DebugInfo debug(image);
    text +=
        fmt::format("  from {} to {}\n", debug.describe(extreme.places->first), debug.describe(extreme.places->second));
  }
  for (const engine::TestInput& input : extreme.test_case.inputs) {
    text += fmt::format("  {} = {}\n", input.name, engine::describe(input));
  }
  return text;
}

std::string histogram(const std::map<std::uint64_t, std::uint64_t>& counts) {
  const std::uint64_t first = counts.begin()->first, last = counts.rbegin()->first;
  const std::uint64_t step = (last - first) / kBars + 1;
  std::vector<std::uint64_t> bars((last - first) / step + 1);
  for (const auto& [cycles, paths] : counts) bars[(cycles - first) / step] += paths;
  const std::uint64_t most = *std::ranges::max_element(bars);
  const std::size_t digits = fmt::formatted_size("{}", first + step * bars.size() - 1);
  std::string text;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const std::uint64_t low = first + i * step;
    const std::size_t length = bars[i] == 0 ? 0 : std::max<std::size_t>(1, bars[i] * kWidth / most);
    const std::string range = fmt::format("{:>{}} - {:>{}}", low, digits, low + step - 1, digits);
    text += fmt::format("  {}  {:<{}}  {}\n", step == 1 ? std::to_string(low) : range, std::string(length, '#'), kWidth,
                        bars[i]);
  }
  return text;
}

}  // namespace

std::string times_text(const engine::TimesResult& times, const support::FirmwareImage& image) {
  if (!times.worst) return "worst case: no path passed the stretch\n";
  std::string text = extreme_text("worst case", *times.worst, times.proved, image);
  text += extreme_text("best case", *times.best, times.proved, image);
  if (!times.remarks.empty()) text += fmt::format("  not proved: {}\n", fmt::join(times.remarks, "; "));
  if (times.missed > 0)
    text += fmt::format("  not counted: {} that never passed the stretch\n", plural(times.missed, "path"));
  if (times.inside > 0) text += fmt::format("  {} ended within the stretch\n", plural(times.inside, "path"));
  if (times.merged > 0)
    text += fmt::format("  {} for several times each, and {} in no histogram\n",
                        times.merged == 1 ? "1 path stands" : fmt::format("{} paths stand", times.merged),
                        times.merged == 1 ? "is" : "are");
  return times.counts.empty() ? text : text + "paths by their cycles:\n" + histogram(times.counts);
}

nlohmann::ordered_json times_json(const engine::TimesResult& times) {
  const auto extreme = [](const std::optional<engine::ExtremeTime>& it) -> nlohmann::ordered_json {
    if (!it) return nullptr;
    nlohmann::ordered_json json{{"cycles", it->cycles}, {"path", it->path}};
    if (it->places) json["from"] = it->places->first, json["to"] = it->places->second;
    return json;
  };
  nlohmann::ordered_json json{{"proved", times.proved},      {"worst", extreme(times.worst)},
                              {"best", extreme(times.best)}, {"merged", times.merged},
                              {"missed", times.missed},      {"ended_inside", times.inside},
                              {"not_proved", times.remarks}, {"histogram", nlohmann::ordered_json::array()}};
  for (const auto& [cycles, paths] : times.counts) {
    json["histogram"].push_back({{"cycles", cycles}, {"paths", paths}});
  }
  return json;
}

}  // namespace janus::app
