#include "engine/explore/shorter_case.h"

#include <algorithm>
#include <utility>

#include "engine/explore/findings.h"

namespace janus::engine {
namespace {

// As of an exploration that looks for mistakes with memory, if one does.
SymbolicHartConfig hart_of(const ExplorationConfig& config) {
  SymbolicHartConfig hart = config.hart;
  if (config.memory_look) hart.detectors = *config.memory_look;
  return hart;
}

unsigned bytes_of_word(const TestInput& input) { return devices::data_sheet(input.kind_of_device())->receives->bytes; }

bool can_be_shortened(const TestCase& test_case) {
  const bool has_arrivals =
      std::ranges::any_of(test_case.interrupts, [](const auto& interrupt) { return !interrupt.arrivals.empty(); });
  const bool has_answers = std::ranges::any_of(test_case.inputs, &TestInput::answer);
  return consequence_of(test_case.ending) == Consequence::Violation && test_case.measured() && !has_arrivals &&
         !has_answers && test_case.modules.empty();
}

std::size_t hooks_in(const TestCase& test_case) {
  return static_cast<std::size_t>(
      std::ranges::count_if(test_case.inputs, [](const TestInput& input) { return input.device.empty(); }));
}

std::size_t bytes_of(const TestCase& test_case) {
  std::size_t bytes = 0;
  for (const TestInput& input : test_case.inputs) bytes += input.bytes.size();
  return bytes;
}

}  // namespace

CaseShortener::CaseShortener(const support::FirmwareImage& image, const ExplorationConfig& config,
                             std::function<bool()> out_of_time)
    : image_(image),
      hart_(hart_of(config)),
      cases_(image, hart_, 0, out_of_time),
      out_of_time_(std::move(out_of_time)) {}

std::optional<Finding> CaseShortener::shortened(const Finding& finding) {
  const TestCase& original = finding.test_case;
  if (!can_be_shortened(original)) return std::nullopt;
  left_for_one_ = std::min(effort_left_, kMostEffortOfOne);
  const std::uint64_t before = left_for_one_;
  std::vector<Unit> kept;
  for (std::size_t i = 0; i < original.inputs.size(); ++i) {
    const TestInput& input = original.inputs[i];
    const std::size_t size = input.device.empty() ? input.bytes.size() : bytes_of_word(input);
    for (std::size_t first = 0; first < input.bytes.size(); first += size) kept.push_back({i, first, size});
  }
  leave_out(original, kept);
  TestCase shorter = case_of(original, kept);
  auto found = bytes_of(shorter) < bytes_of(original) ? confirmed(finding, shorter) : std::nullopt;
  const bool may_clear = found ? !found->has_preferences : bytes_of(shorter) == bytes_of(original);
  if (may_clear && clear_values(shorter)) {
    auto cleared = confirmed(finding, shorter);
    if (cleared && !cleared->has_preferences) found = std::move(cleared);
  }
  effort_left_ -= before - left_for_one_;
  return found ? std::optional(std::move(found->finding)) : std::nullopt;
}

// The same with these parts of its inputs alone.
TestCase CaseShortener::case_of(const TestCase& original, const std::vector<Unit>& units) {
  TestCase test_case = original;
  test_case.inputs.clear();
  std::size_t last = original.inputs.size();
  for (const Unit& unit : units) {
    const TestInput& input = original.inputs[unit.input];
    if (std::exchange(last, unit.input) != unit.input) {
      test_case.inputs.push_back(input);
      test_case.inputs.back().bytes.clear();
    }
    const auto begin = input.bytes.begin() + static_cast<std::ptrdiff_t>(unit.first);
    auto& bytes = test_case.inputs.back().bytes;
    bytes.insert(bytes.end(), begin, begin + static_cast<std::ptrdiff_t>(unit.size));
  }
  return test_case;
}

// Whether devices receive what --symbolic allows: so many words, each in its range.
bool CaseShortener::fits(const TestCase& test_case) const {
  const auto received = received_words(test_case);
  return std::ranges::all_of(hart_.device_inputs, [&](const DeviceInput& allowed) {
    const auto of = std::ranges::find(received, allowed.device, &devices::ReceivedWords::device);
    const std::size_t count = of == received.end() ? 0 : of->words.size();
    if (count < allowed.least || count > allowed.most) return false;
    for (std::size_t i = 0; i < count; ++i) {
      const auto input = std::ranges::find(test_case.inputs, allowed.device, &TestInput::device);
      const auto [low, high] = allowed.range(static_cast<std::uint32_t>(i), bytes_of_word(*input));
      if (of->words[i].bits < low || of->words[i].bits > high) return false;
    }
    return true;
  });
}

// Not by a longer way. The test case is then measured, and has no input behind its end.
bool CaseShortener::comes_to_end(TestCase& test_case) {
  if (left_for_one_ == 0 || out_of_time_() || !fits(test_case)) return false;
  std::uint64_t executed = kRun;
  const bool does = cases_.comes_to_end(test_case, test_case.instructions + 1, executed);
  left_for_one_ -= std::min(left_for_one_, executed);
  return does;
}

void CaseShortener::leave_out(const TestCase& original, std::vector<Unit>& kept) {
  for (std::size_t count = std::max<std::size_t>(kept.size() / 2, 1); !kept.empty();) {
    bool any = false;
    for (std::size_t first = 0; first < kept.size() && left_for_one_ > 0;) {
      const bool less = leave_out_at(original, kept, first, count);
      any = any || less;
      if (!less) first += count;
    }
    if (count == 1 && (!any || left_for_one_ == 0)) return;
    count = std::max<std::size_t>(count / 2, 1);
  }
}

// Leaves `count` parts out from the one with the number `first` on, if the rest comes to the same end.
bool CaseShortener::leave_out_at(const TestCase& original, std::vector<Unit>& kept, std::size_t first,
                                 std::size_t count) {
  std::vector<Unit> rest(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(first));
  if (first + count < kept.size())
    rest.insert(rest.end(), kept.begin() + static_cast<std::ptrdiff_t>(first + count), kept.end());
  TestCase test_case = case_of(original, rest);
  const std::size_t of_hooks = hooks_in(test_case);
  if (!comes_to_end(test_case)) return false;
  // Those at the end for which nobody has asked.
  std::size_t unused = of_hooks - hooks_in(test_case);
  for (std::size_t i = rest.size(); i-- > 0 && unused > 0;) {
    if (!original.inputs[rest[i].input].device.empty()) continue;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    --unused;
  }
  kept = std::move(rest);
  return true;
}

// Inputs of hooks become zero where they can; whether any did. What a device receives keeps its value, which may be in
// a range.
bool CaseShortener::clear_values(TestCase& test_case) {
  bool any = false;
  for (std::size_t i = 0; i < test_case.inputs.size(); ++i) {
    TestInput& input = test_case.inputs[i];
    if (!input.device.empty() || std::ranges::count(input.bytes, 0) == std::ssize(input.bytes)) continue;
    TestCase cleared = test_case;
    std::ranges::fill(cleared.inputs[i].bytes, std::uint8_t{0});
    if (!comes_to_end(cleared)) continue;
    test_case = std::move(cleared);
    any = true;
  }
  return any;
}

// The finding of an exploration that comes along this path: assumptions hold, and no detector ends it earlier.
std::optional<RemadeFinding> CaseShortener::confirmed(const Finding& original, const TestCase& shorter) const {
  auto made = remade(image_, hart_, cases_, shorter, original.test_case.instructions + 1);
  if (!made || cases_.replays(made->finding.test_case) != true) return std::nullopt;
  if (place_of(made->finding) != place_of(original)) return std::nullopt;
  made->finding.path = original.path;
  return made;
}

}  // namespace janus::engine
