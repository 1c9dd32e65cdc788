#include "app/times_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "app/energy_text.h"
#include "app/plural.h"
#include "support/debug_info.h"

namespace janus::app {
namespace {

constexpr std::size_t kBars = 10, kWidth = 40;  // of the histogram: lines, and characters of the longest bar

using engine::Measure;

// An amount by itself.
std::string number_text(std::uint64_t amount, Measure measure) {
  return measure == Measure::Energy ? picojoules_text(amount) : std::to_string(amount);
}

std::string extreme_text(std::string_view name, const engine::ExtremeTime& extreme, Measure measure, bool proved,
                         const support::FirmwareImage& image) {
  const std::string amount =
      measure == Measure::Energy ? picojoules_text(extreme.amount) + " pJ" : plural(extreme.amount, "cycle");
  std::string text =
      fmt::format("{}: {}, {} (path {})\n", name, amount, proved ? "proved" : "the bound found so far", extreme.path);
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

std::string histogram(const std::map<std::uint64_t, std::uint64_t>& counts, Measure measure) {
  const std::uint64_t first = counts.begin()->first, last = counts.rbegin()->first;
  const std::uint64_t step = (last - first) / kBars + 1;
  std::vector<std::uint64_t> bars((last - first) / step + 1);
  for (const auto& [cycles, paths] : counts) bars[(cycles - first) / step] += paths;
  const std::uint64_t most = *std::ranges::max_element(bars);
  const std::size_t digits = number_text(first + step * bars.size() - 1, measure).size();
  std::string text;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const std::uint64_t low = first + i * step;
    const std::size_t length = bars[i] == 0 ? 0 : std::max<std::size_t>(1, bars[i] * kWidth / most);
    const std::string range =
        fmt::format("{:>{}} - {:>{}}", number_text(low, measure), digits, number_text(low + step - 1, measure), digits);
    text += fmt::format("  {}  {:<{}}  {}\n", step == 1 ? number_text(low, measure) : range, std::string(length, '#'),
                        kWidth, bars[i]);
  }
  return text;
}

}  // namespace

std::string times_text(const engine::TimesResult& times, const support::FirmwareImage& image) {
  if (!times.worst) return "worst case: no path passed the stretch\n";
  const bool energy = times.measure == Measure::Energy;
  std::string text = extreme_text("worst case", *times.worst, times.measure, times.proved, image);
  text += extreme_text("best case", *times.best, times.measure, times.proved, image);
  if (!times.remarks.empty()) text += fmt::format("  not proved: {}\n", fmt::join(times.remarks, "; "));
  if (times.missed > 0)
    text += fmt::format("  not counted: {} that never passed the stretch\n", plural(times.missed, "path"));
  if (times.inside > 0) text += fmt::format("  {} ended within the stretch\n", plural(times.inside, "path"));
  if (times.merged > 0)
    text += fmt::format("  {} for several {} each, and {} in no histogram\n",
                        times.merged == 1 ? "1 path stands" : fmt::format("{} paths stand", times.merged),
                        energy ? "energies" : "times", times.merged == 1 ? "is" : "are");
  if (times.counts.empty()) return text;
  return text + (energy ? "paths by their energy in pJ:\n" : "paths by their cycles:\n") +
         histogram(times.counts, times.measure);
}

nlohmann::ordered_json times_json(const engine::TimesResult& times) {
  const bool energy = times.measure == Measure::Energy;
  const char* const key = energy ? "energy_pj" : "cycles";
  const auto number = [energy](std::uint64_t amount) -> nlohmann::ordered_json {
    if (energy) return picojoules(amount);
    return amount;
  };
  const auto extreme = [&](const std::optional<engine::ExtremeTime>& it) -> nlohmann::ordered_json {
    if (!it) return nullptr;
    nlohmann::ordered_json json{{key, number(it->amount)}, {"path", it->path}};
    if (it->places) json["from"] = it->places->first, json["to"] = it->places->second;
    return json;
  };
  nlohmann::ordered_json json{{"proved", times.proved},      {"worst", extreme(times.worst)},
                              {"best", extreme(times.best)}, {"merged", times.merged},
                              {"missed", times.missed},      {"ended_inside", times.inside},
                              {"not_proved", times.remarks}, {"histogram", nlohmann::ordered_json::array()}};
  for (const auto& [amount, paths] : times.counts) {
    json["histogram"].push_back({{key, number(amount)}, {"paths", paths}});
  }
  return json;
}

}  // namespace janus::app
