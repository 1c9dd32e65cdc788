// How the report tells the inputs of a path in a cell of a table.
#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <utility>

#include "app/html_page.h"
#include "app/plural.h"
#include "app/typed_value.h"

namespace janus::app {
namespace {

// The beginning of a long value, up to the end of one of its parts.
std::string cut(const std::string& value, std::size_t most) {
  if (value.size() <= most) return value;
  const std::string text = value.substr(0, most);
  return text.substr(0, text.find_last_of(", ")) + " …";
}

// Of an input, the parts with their values on which the path has decided, in order, a few: those that are not zero, as
// what a failure does not need is made zero, and then those on which it decided last.
std::string decided_parts(const engine::TestCase& test_case, std::size_t input,
                          std::span<const engine::InputDecision> decisions, const support::DebugInfo& debug,
                          std::size_t most) {
  constexpr std::size_t kMostDecisions = 400, kMostParts = 6;
  std::vector<PartOfInput> known;
  std::size_t left = kMostDecisions;
  for (const engine::InputDecision& decision : decisions | std::views::reverse) {
    if (std::ranges::none_of(decision.inputs, [&](const auto& bytes) { return bytes.input == input; })) continue;
    if (left-- == 0) break;
    for (PartOfInput& part : values_of_parts(decision, test_case, debug)) {
      const bool is_told = part.input != input || part.text.size() > most / 2 ||
                           std::ranges::any_of(known, [&](const PartOfInput& other) {
                             return part.first < other.first + other.size && other.first < part.first + part.size;
                           });
      if (!is_told) known.push_back(std::move(part));
    }
  }
  std::ranges::stable_sort(known, {}, &PartOfInput::is_zero);
  if (known.size() > kMostParts) known.resize(kMostParts);
  std::ranges::sort(known, {}, &PartOfInput::first);
  std::string text;
  std::size_t told = 0;  // bytes
  for (const PartOfInput& part : known) {
    text += (text.empty() ? "" : ", ") + part.text;
    told += part.size;
  }
  return text.empty() || told == test_case.inputs[input].bytes.size() ? text : text + ", …";
}

// A byte of an input.
using BytePlace = std::pair<std::size_t, std::size_t>;

// Whether two paths have asked for the same inputs, whatever their values are.
bool have_same_inputs(const engine::TestCase& a, const engine::TestCase& b) {
  return std::ranges::equal(a.inputs, b.inputs, [](const engine::TestInput& one, const engine::TestInput& other) {
    return one.name == other.name && one.bytes.size() == other.bytes.size();
  });
}

// A few bytes, in order, by which as many of these paths differ as possible. All of them have the same inputs.
std::vector<BytePlace> telling_bytes(std::span<const engine::TestCase* const> paths) {
  constexpr std::size_t kMostLookedAt = 256, kMostTold = 6;
  const auto value = [&](std::size_t path, const BytePlace& at) {
    return paths[path]->inputs[at.first].bytes[at.second];
  };
  std::vector<BytePlace> differing;
  for (std::size_t input = 0; input < paths[0]->inputs.size(); ++input) {
    for (std::size_t byte = 0; byte < paths[0]->inputs[input].bytes.size(); ++byte) {
      const BytePlace at{input, byte};
      const auto is_other = [&](std::size_t path) { return value(path, at) != value(0, at); };
      if (differing.size() < kMostLookedAt && std::ranges::any_of(std::views::iota(1U, paths.size()), is_other))
        differing.push_back(at);
    }
  }
  std::vector<std::size_t> classes(paths.size(), 0);  // paths that no chosen byte tells apart have one number
  std::set<BytePlace> chosen;
  for (std::size_t count = 1; count < paths.size() && chosen.size() < kMostTold;) {
    const auto split = [&](const BytePlace& at) {
      std::map<std::pair<std::size_t, std::uint8_t>, std::size_t> numbers;
      std::vector<std::size_t> finer;
      for (std::size_t path = 0; path < paths.size(); ++path)
        finer.push_back(numbers.try_emplace({classes[path], value(path, at)}, numbers.size()).first->second);
      return std::pair(numbers.size(), std::move(finer));
    };
    std::pair<std::size_t, std::vector<std::size_t>> best{count, {}};
    const BytePlace* at = nullptr;
    for (const BytePlace& each : differing) {
      auto now = split(each);
      if (now.first <= best.first) continue;
      best = std::move(now);
      at = &each;
    }
    if (!at) break;
    chosen.insert(*at);
    count = best.first;
    classes = std::move(best.second);
  }
  return {chosen.begin(), chosen.end()};
}

// Their values, as the source names them.
std::string text_of_bytes(const engine::TestCase& test_case, std::span<const BytePlace> bytes,
                          const support::DebugInfo& debug) {
  engine::InputDecision parts{};
  for (const auto& [input, byte] : bytes)
    parts.inputs.push_back({static_cast<std::uint32_t>(input), static_cast<std::uint32_t>(byte), 1});
  std::string text;
  for (const PartOfInput& part : values_of_parts(parts, test_case, debug))
    text += (text.empty() ? "" : ", ") + part.text;
  return text;
}

}  // namespace

std::string HtmlPage::inputs_in_short(const engine::TestCase& test_case, std::string_view separator,
                                      std::span<const engine::InputDecision> decisions) const {
  constexpr std::size_t kMostInputs = 16, kMostValue = 160;  // characters
  const std::size_t all = test_case.inputs.size(), shown = all <= kMostInputs ? all : kMostInputs / 2;
  std::string text;
  const auto add = [&](const std::string& part) { text += fmt::format("{}{}", text.empty() ? "" : separator, part); };
  const auto add_input = [&](std::size_t number) {
    const engine::TestInput& input = test_case.inputs[number];
    const std::string value = value_of(input, debug_);
    if (value.size() <= kMostValue) return add(code(fmt::format("{} = {}", input.name, value)));
    const std::string decided = decided_parts(test_case, number, decisions, debug_, kMostValue);
    add(code(decided.empty() ? fmt::format("{} = {}", input.name, cut(value, kMostValue)) : decided));
  };
  for (std::size_t i = 0; i < shown; ++i) add_input(i);
  if (shown == all) return text;
  add(plural(all - 2 * shown, "more input"));
  for (std::size_t i = all - shown; i < all; ++i) add_input(i);
  return text;
}

std::vector<std::string> HtmlPage::inputs_told_apart(std::span<const PathInputs> paths,
                                                     std::string_view separator) const {
  std::vector<std::string> texts;
  std::map<std::string, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    texts.push_back(inputs_in_short(*paths[i].test_case, separator, paths[i].decisions));
    alike[texts.back()].push_back(i);
  }
  for (auto& [text, group] : alike) {
    std::erase_if(
        group, [&](std::size_t i) { return !have_same_inputs(*paths[i].test_case, *paths[group.front()].test_case); });
    if (group.size() < 2) continue;
    std::vector<const engine::TestCase*> test_cases;
    for (const std::size_t i : group) test_cases.push_back(paths[i].test_case);
    const std::vector<BytePlace> bytes = telling_bytes(test_cases);
    if (bytes.empty()) continue;
    for (const std::size_t i : group) {
      texts[i] += fmt::format("{}with {}", separator, code(text_of_bytes(*paths[i].test_case, bytes, debug_)));
    }
  }
  return texts;
}

}  // namespace janus::app
