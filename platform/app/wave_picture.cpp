#include "app/wave_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <span>

#include "app/markup.h"
#include "hart/privilege.h"
#include "isa/registers.h"

namespace janus::app {
namespace {

constexpr std::size_t kStep = 28, kLane = 24, kNames = 92, kLetter = 7;  // pixels
constexpr std::size_t kTick = 4;                                         // steps between two numbers of cycles
constexpr std::size_t kMostRegisters = 10;
constexpr std::size_t kMostTicks = 200;  // of a device

// Small numbers as people write them, others in hexadecimal.
std::string short_number(std::uint32_t value) {
  const auto number = static_cast<std::int32_t>(value);
  return number > -10'000 && number < 10'000 ? std::to_string(number) : fmt::format("{:x}", value);
}

// What fits into so many letters: of a place its line alone, the beginning of a long name, nothing of a number. All of
// it is told where the mouse is.
std::string shortened(const std::string& value, std::size_t room) {
  constexpr std::size_t kLeast = 8;  // letters of a beginning that says something
  if (value.size() <= room) return value;
  const auto line = value.rfind(':');
  if (line != std::string::npos) return value.size() - line - 1 <= room ? value.substr(line + 1) : "";
  const bool is_number = value.find_first_not_of("-0123456789abcdef") == std::string::npos;
  return is_number || room < kLeast ? "" : value.substr(0, room - 1) + "~";
}

class Picture {
 public:
  explicit Picture(std::size_t steps) : steps_(steps) {}

  // A lane of segments, one for each stretch of equal values; `text(i)` is what a value is called.
  void lane(const std::string& name, const std::function<std::string(std::size_t)>& text) {
    title(name);
    for (std::size_t begin = 0; begin < steps_;) {
      std::size_t end = begin + 1;
      const std::string value = text(begin);
      while (end < steps_ && text(end) == value) ++end;
      segment(begin, end, value);
      begin = end;
    }
    y_ += kLane;
  }

  std::string finished(std::string_view about) const {
    const std::size_t width = kNames + steps_ * kStep + 4;
    return fmt::format(
        "<div class=\"scroll\"><svg class=\"waves\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
        "aria-label=\"{2}\">\n{3}</svg></div>\n",
        width, y_ + 2, marked_up(about), body_);
  }

 private:
  void title(const std::string& name) {
    body_ += fmt::format("<text class=\"lane\" x=\"0\" y=\"{}\">{}</text>\n", y_ + 16, marked_up(name));
  }
  void segment(std::size_t begin, std::size_t end, const std::string& value) {
    if (value.empty()) return;
    const std::size_t x = kNames + begin * kStep, width = (end - begin) * kStep, room = (width - 4) / kLetter;
    const std::string shown = shortened(value, room);
    body_ += fmt::format(
        "<g><title>{5}</title><path d=\"M{0} {1}l3 -9h{2}l3 9l-3 9h-{2}z\"/><text x=\"{3}\" y=\"{4}\">{6}</text></g>\n",
        x, y_ + 12, width - 6, x + width / 2, y_ + 16, marked_up(value), marked_up(shown));
  }

  const std::size_t steps_;
  std::size_t y_ = 2;
  std::string body_;
};

// The registers that change, latest first.
std::vector<unsigned> changing_registers(const std::vector<LastSteps::Step>& steps) {
  std::vector<unsigned> registers;
  for (std::size_t i = steps.size() - 1; i > 0; --i) {
    for (unsigned r = 1; r < 32; ++r) {
      if (steps[i].x[r] != steps[i - 1].x[r] && std::ranges::find(registers, r) == registers.end())
        registers.push_back(r);
    }
  }
  return registers;
}

std::string interrupts_text(std::uint32_t lines) {
  std::string text;
  for (const auto& [bit, name] : {std::pair{3, "software"}, {7, "timer"}, {11, "external"}}) {
    if (lines >> bit & 1) text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
  }
  return text;
}

}  // namespace

void LastSteps::add(devices::FunctionalMachine& machine) {
  const auto& state = machine.hart().state();
  Step step{.pc = state.pc,
            .cycle = state.cycles,
            .in_user_mode = state.privilege == hart::Privilege::User,
            .interrupts = state.mip,
            .x = {},
            .sent = machine.output().size()};
  for (unsigned r = 0; r < 32; ++r) step.x[r] = state.x[r].raw;
  if (steps_.size() > kMost) steps_.erase(steps_.begin());
  steps_.push_back(step);
}

std::string wave_picture(const std::vector<LastSteps::Step>& steps, const std::string& output,
                         const support::DebugInfo& debug) {
  if (steps.size() < 2) return {};
  std::vector<support::SourceLocation> places;
  for (const LastSteps::Step& step : steps) places.push_back(debug.locate(step.pc));
  Picture picture(steps.size());
  picture.lane("cycle", [&](std::size_t i) { return std::to_string(steps[i - i % kTick].cycle); });
  picture.lane("function", [&](std::size_t i) { return places[i].function; });
  picture.lane("line", [&](std::size_t i) {
    if (places[i].line == 0) return fmt::format("{:x}", steps[i].pc);
    return fmt::format("{}:{}", std::filesystem::path(places[i].file).filename().string(), places[i].line);
  });
  if (std::ranges::any_of(steps, [](const auto& step) { return step.in_user_mode; }))
    picture.lane("mode", [&](std::size_t i) { return steps[i].in_user_mode ? "user" : "machine"; });
  if (std::ranges::any_of(steps, [](const auto& step) { return step.interrupts != 0; }))
    picture.lane("pending", [&](std::size_t i) { return interrupts_text(steps[i].interrupts); });
  if (steps.front().sent != steps.back().sent) {
    picture.lane("sends", [&](std::size_t i) {
      if (i + 1 == steps.size() || steps[i + 1].sent <= steps[i].sent) return std::string();
      const std::string bytes = output.substr(steps[i].sent, steps[i + 1].sent - steps[i].sent);
      return bytes == "\n" ? std::string("\\n") : bytes;
    });
  }
  const std::vector<unsigned> registers = changing_registers(steps);
  for (const unsigned r : std::span(registers).first(std::min(registers.size(), kMostRegisters)))
    picture.lane(std::string(isa::kRegisterNames[r]), [&](std::size_t i) { return short_number(steps[i].x[r]); });
  return picture.finished("the last instructions as waves");
}

std::vector<std::string> registers_without_lane(const std::vector<LastSteps::Step>& steps) {
  std::vector<std::string> names;
  if (steps.size() < 2) return names;
  const std::vector<unsigned> registers = changing_registers(steps);
  for (std::size_t i = kMostRegisters; i < registers.size(); ++i) names.emplace_back(isa::kRegisterNames[registers[i]]);
  return names;
}

std::string arrivals_picture(const engine::TestCase& test_case) {
  constexpr double kWidth = 640;
  std::vector<std::pair<std::string, std::vector<std::pair<std::uint64_t, std::string>>>> lanes;
  const auto lane = [&](const std::string& name) -> auto& {
    const auto found = std::ranges::find(lanes, name, [](const auto& each) { return each.first; });
    return found != lanes.end() ? found->second
                                : lanes.emplace_back(name, std::vector<std::pair<std::uint64_t, std::string>>{}).second;
  };
  for (const engine::TestInput& input : test_case.inputs) {
    for (const std::uint64_t cycle : input.arrivals) lane(input.device).emplace_back(cycle, input.name);
  }
  for (const engine::TestInterrupt& interrupt : test_case.interrupts) {
    for (const auto& arrival : interrupt.arrivals)
      lane("interrupt: " + interrupt.name).emplace_back(arrival.cycles, "");
  }
  if (lanes.empty()) return {};
  std::uint64_t last = test_case.cycles;
  for (const auto& [name, events] : lanes) {
    for (const auto& [cycle, text] : events) last = std::max(last, cycle);
  }
  constexpr std::size_t kLeft = 140;
  std::string body, left_out;
  std::size_t y = 2;
  for (const auto& [name, events] : lanes) {
    if (events.size() > kMostTicks)
      left_out +=
          fmt::format("<p class=\"dim\">The first {} of {} at {}.</p>\n", kMostTicks, events.size(), marked_up(name));
    body += fmt::format(
        "<text class=\"lane\" x=\"0\" y=\"{0}\">{1}</text><rect x=\"{2}\" y=\"{3}\" width=\"{4}\" height=\"16\" "
        "fill=\"var(--box)\"/>\n",
        y + 16, marked_up(name), kLeft, y + 4, kWidth);
    for (const auto& [cycle, text] : std::span(events).first(std::min(events.size(), kMostTicks))) {
      body += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{}\" width=\"2\" height=\"16\" fill=\"var(--bar)\"><title>{} at cycle "
          "{}</title></rect>\n",
          kLeft + (kWidth - 2) * static_cast<double>(cycle) / static_cast<double>(std::max<std::uint64_t>(last, 1)),
          y + 4, marked_up(text), cycle);
    }
    y += kLane;
  }
  body +=
      fmt::format("<text x=\"{0}\" y=\"{1}\">cycle 0</text><text x=\"{2}\" y=\"{1}\" text-anchor=\"end\">{3}</text>\n",
                  kLeft, y + 12, kLeft + kWidth, last);
  return fmt::format(
      "<div class=\"scroll\"><svg class=\"curve\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-label=\"what "
      "devices received, in time\">\n{2}</svg></div>\n{3}",
      kLeft + kWidth, y + 18, body, left_out);
}

}  // namespace janus::app
