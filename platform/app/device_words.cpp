#include "app/device_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "support/error.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

constexpr std::uint32_t kMostWords = 1U << 16;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

// The items of a list, separated by commas.
std::vector<std::string_view> items_of(std::string_view list) {
  std::vector<std::string_view> items;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t comma = std::min(list.find(',', from), list.size());
    items.push_back(trimmed(list.substr(from, comma - from)));
    from = comma + 1;
  }
  return items;
}

// Decimal, or hexadecimal behind 0x.
std::optional<std::uint32_t> number(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// A..B, in cycles.
std::optional<engine::SymbolicInterrupt::Window> window(std::string_view text) {
  const auto cycle = [](std::string_view digits) -> std::optional<std::uint64_t> {
    digits = trimmed(digits);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} && end == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
  };
  const auto dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto first = cycle(text.substr(0, dots)), last = cycle(text.substr(dots + 2));
  return first && last && *first <= *last ? std::optional(std::pair(*first, *last)) : std::nullopt;
}

// A..B.
std::optional<std::pair<std::uint32_t, std::uint32_t>> numbers(std::string_view text) {
  const auto dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto low = number(trimmed(text.substr(0, dots))), high = number(trimmed(text.substr(dots + 2)));
  return low && high && *low <= *high ? std::optional(std::pair(*low, *high)) : std::nullopt;
}

// What a device receives that receives words. Throws support::InputError (kUsage), beginning with `what`.
devices::Received receiver(const devices::BoardPlan& plan, std::string_view name, const std::string& what) {
  const devices::DataSheet* const sheet = devices::kind_of(plan, name);
  if (sheet && sheet->receives) return *sheet->receives;
  std::string names;
  for (const devices::DataSheet& other : devices::data_sheets(plan)) {
    if (other.receives) names += fmt::format("{}{}", names.empty() ? "" : ", ", other.name);
  }
  throw support::InputError(fmt::format("{}: no device '{}' receives anything; there are: {}", what, name, names),
                            support::exit_code::kUsage);
}

// Reads the value of --symbolic.
class SymbolicList {
 public:
  SymbolicList(std::string command, const devices::BoardPlan& plan) : command_(std::move(command)), plan_(plan) {}

  SymbolicDevices read(std::string_view list) {
    for (const std::string_view item : items_of(list)) {
      item_ = item;
      const auto is = item.find('=');
      const auto in = item.find(" in ");
      if (item.starts_with("interrupt(")) {
        read_interrupt(item.substr(std::string_view("interrupt(").size()));
      } else if (is != std::string_view::npos) {
        read_count(trimmed(item.substr(0, is)), trimmed(item.substr(is + 1)));
      } else if (in != std::string_view::npos) {
        read_bound(trimmed(item.substr(0, in)), trimmed(item.substr(in + 4)));
      } else {
        refuse("it is none of DEVICE=N, DEVICE in A..B, interrupt(NAME)=N, interrupt(NAME) in A..B");
      }
    }
    item_ = list;
    for (const engine::SymbolicInterrupt& interrupt : interrupts_) {
      const std::string device(interrupt.row->device);
      if (interrupt.row->brings_words && !find(device)) inputs_.push_back({device, interrupt.most, interrupt.most});
    }
    for (const engine::DeviceInput& input : inputs_) check(input);
    return {std::move(inputs_), std::move(interrupts_)};
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw support::InputError(fmt::format("{}: --symbolic '{}': {}", command_, item_, why), support::exit_code::kUsage);
  }
  devices::Received received_by(std::string_view name) const {
    return receiver(plan_, name, fmt::format("{}: --symbolic '{}'", command_, item_));
  }
  engine::DeviceInput* find(std::string_view device) {
    const auto found = std::ranges::find(inputs_, device, &engine::DeviceInput::device);
    return found == inputs_.end() ? nullptr : &*found;
  }

  // N or A..B.
  std::pair<std::uint32_t, std::uint32_t> one_or_more(std::string_view text, const char* what) const {
    const auto one = number(text);
    const auto range = one ? std::pair(*one, *one) : numbers(text);
    if (!range) refuse(fmt::format("{} must be N or A..B", what));
    return *range;
  }

  void read_count(std::string_view device, std::string_view text) {
    received_by(device);
    if (find(device)) refuse("the device has a number already");
    const auto [least, most] = one_or_more(text, "the number");
    if (most < 1 || most > kMostWords) refuse(fmt::format("the number must be from 1 to {}", kMostWords));
    inputs_.push_back({std::string(device), least, most});
    limit_words(inputs_.back());
  }

  // What no word of the device is, whoever makes it up.
  void limit_words(engine::DeviceInput& input) const {
    const devices::Received received = *devices::kind_of(plan_, input.device)->receives;
    if (received.most < ~std::uint32_t{0} >> (32 - 8 * received.bytes))
      input.bounds.push_back({0, input.most - 1, 0, received.most});
  }

  void read_bound(std::string_view what, std::string_view text) {
    std::string_view index;
    if (const auto bracket = what.find('['); bracket != std::string_view::npos && what.ends_with(']')) {
      index = what.substr(bracket + 1, what.size() - bracket - 2);
      what = what.substr(0, bracket);
      if (index.empty()) refuse("the index must be N or A..B");
    }
    const auto dot = what.find('.');
    const std::string_view device = what.substr(0, dot);
    const devices::Received received = received_by(device);
    if (dot != std::string_view::npos && what.substr(dot + 1) != received.word) {
      refuse(fmt::format("'{}' receives words called '{}'", device, received.word));
    }
    engine::DeviceInput* const input = find(device);
    if (!input) refuse(fmt::format("{}=N must come before it, with how many there are", device));
    const auto words = index.empty() ? std::pair(0U, input->most - 1) : one_or_more(index, "the index");
    if (words.second >= input->most) refuse(fmt::format("there are at most {} words, from 0 on", input->most));
    const auto range = numbers(text);
    const std::uint32_t most = ~std::uint32_t{0} >> (32 - 8 * received.bytes);
    if (!range || range->second > most) refuse(fmt::format("the range must be A..B, from 0 up to {}", most));
    input->bounds.push_back({words.first, words.second, range->first, range->second});
  }

  // What follows "interrupt(".
  void read_interrupt(std::string_view text) {
    const auto end = text.find(')');
    if (end == std::string_view::npos) refuse("the name of the interrupt must end with )");
    const std::string_view name = trimmed(text.substr(0, end)), rest = trimmed(text.substr(end + 1));
    const devices::ArrivalRow* const row = devices::arrival_row(plan_, name);
    if (!row) {
      std::string names;
      for (const devices::ArrivalRow& other : devices::arrival_rows()) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", other.name);
      }
      for (const auto& device : plan_.further) {
        if (device->arrival) names += fmt::format(", {}", device->name);
      }
      refuse(fmt::format("'{}' has no interrupt that can arrive at any time; there are: {}", name, names));
    }
    const auto found = std::ranges::find(interrupts_, row, &engine::SymbolicInterrupt::row);
    if (rest.starts_with('=')) {
      if (found != interrupts_.end()) refuse("the interrupt has a number already");
      const auto most = number(trimmed(rest.substr(1)));
      if (!most || *most < 1 || *most > engine::SymbolicInterrupt::kMost) {
        refuse(fmt::format("the number must be from 1 to {}", engine::SymbolicInterrupt::kMost));
      }
      interrupts_.push_back({row, *most});
    } else if (rest.starts_with("in ")) {
      if (found == interrupts_.end()) {
        refuse(fmt::format("interrupt({})=N must come before it, with how often it may arrive", name));
      }
      const auto cycles = window(rest.substr(3));
      if (!cycles) refuse("the window must be A..B, in cycles");
      found->windows.push_back(*cycles);
    } else {
      refuse("it is neither interrupt(NAME)=N nor interrupt(NAME) in A..B");
    }
  }

  void check(const engine::DeviceInput& input) const {
    const unsigned bytes = devices::kind_of(plan_, input.device)->receives->bytes;
    for (std::uint32_t i = 0; i < input.most; ++i) {
      const auto [low, high] = input.range(i, bytes);
      if (low > high) refuse(fmt::format("the ranges of word {} of '{}' contradict each other", i, input.device));
    }
  }

  std::string command_;
  const devices::BoardPlan& plan_;
  std::string_view item_;
  std::vector<engine::DeviceInput> inputs_;
  std::vector<engine::SymbolicInterrupt> interrupts_;
};

std::vector<devices::Datum> words_of_text(const std::string& path, unsigned bytes) {
  const std::string text = support::read_text_file(path);
  std::vector<devices::Datum> words;
  std::istringstream lines(text);
  unsigned line_number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++line_number;
    std::istringstream row(line.substr(0, line.find('#')));
    for (std::string item; row >> item;) {
      const auto value = number(item);
      const std::uint32_t most = ~std::uint32_t{0} >> (32 - 8 * bytes);
      if (!value || *value > most) {
        const std::string shown = item.find_first_not_of(
                                      "0123456789abcdefghijklmnopqrstuvwxyz"
                                      "ABCDEFGHIJKLMNOPQRSTUVWXYZ+-.,;:_") == std::string::npos
                                      ? fmt::format("'{}'", item.substr(0, 40))
                                      : "this";
        throw support::InputError(fmt::format("{}:{}: {} is no number from 0 to {}", path, line_number, shown, most));
      }
      words.emplace_back(*value);
    }
  }
  return words;
}

}  // namespace

SymbolicDevices symbolic_devices(const Options& options, const devices::BoardPlan& plan) {
  const std::string text = options.text(Option::symbolic);
  if (!options.given(Option::symbolic)) return {};
  return SymbolicList(std::string(options.command().name), plan).read(text);
}

std::string ranges_of(const std::vector<engine::DeviceInput>& inputs, const devices::BoardPlan& plan) {
  std::string text;
  for (const engine::DeviceInput& input : inputs) {
    for (const auto& [first, last, low, high] : input.bounds) {
      const std::string one = first == last ? fmt::format("[{}]", first) : fmt::format("[{}..{}]", first, last);
      const devices::Received received = *devices::kind_of(plan, input.device)->receives;
      text += fmt::format("{}{}.{}{} in {}..{}", text.empty() ? "" : ", ", input.device, received.word,
                          first == 0 && last == input.most - 1 ? "" : one, low, high);
    }
  }
  return text;
}

std::string arrivals_of(const std::vector<engine::SymbolicInterrupt>& interrupts) {
  std::string text;
  for (const engine::SymbolicInterrupt& interrupt : interrupts) {
    text += fmt::format("{}interrupt({}) at most {}", text.empty() ? "" : ", ", interrupt.row->name,
                        interrupt.most == 1 ? "once" : fmt::format("{} times", interrupt.most));
    const char* separator = " in ";
    for (const auto& [first, last] : interrupt.windows) {
      text += fmt::format("{}{}..{}", separator, first, last);
      separator = " and ";
    }
  }
  return text;
}

std::vector<devices::ReceivedWords> words_from_files(const Options& options, const devices::BoardPlan& plan) {
  const std::string list = options.text(Option::input);
  if (!options.given(Option::input)) return {};
  std::vector<devices::ReceivedWords> all;
  for (const std::string_view item : items_of(list)) {
    const std::string what = fmt::format("{}: --input '{}'", options.command().name, item);
    const auto is = item.find('=');
    if (is == std::string_view::npos || is + 1 == item.size()) {
      throw support::InputError(what + ": it is not DEVICE=FILE", support::exit_code::kUsage);
    }
    const std::string name(item.substr(0, is));
    const devices::Received received = receiver(plan, name, what);
    if (std::ranges::find(all, name, &devices::ReceivedWords::device) != all.end()) {
      throw support::InputError(what + ": the device has a file already", support::exit_code::kUsage);
    }
    const std::string path(item.substr(is + 1));
    if (received.bytes > 1) {
      all.push_back({name, words_of_text(path, received.bytes)});
    } else {
      const std::string bytes = support::read_text_file(path);
      all.push_back({name, {}});
      for (const char byte : bytes) all.back().words.emplace_back(static_cast<unsigned char>(byte));
    }
  }
  return all;
}

}  // namespace janus::app
