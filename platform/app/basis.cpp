#include "app/basis.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "app/device_words.h"
#include "app/module_option.h"
#include "app/plural.h"
#include "call/comparison.h"
#include "isa/image_code.h"
#include "isa/predicates.h"
#include "support/failed_assertion.h"

namespace janus::app {
namespace {

using engine::Consequence;
using engine::Termination;

std::string place(std::uint32_t pc, const support::DebugInfo& debug) {
  return fmt::format("0x{:08x} ({})", pc, debug.describe(pc));
}

std::uint64_t count_of(const engine::ExplorationResult& result, Termination reason) {
  const auto found = result.ended.find(reason);
  return found == result.ended.end() ? 0 : found->second;
}

// The lines of instructions, the one that counts most first.
std::string lines_of(const std::map<std::uint32_t, std::uint64_t>& counts, const support::DebugInfo& debug) {
  constexpr std::size_t kMostLines = 6;
  std::map<std::string, std::uint64_t> lines;
  for (const auto& [pc, count] : counts) {
    const support::SourceLocation at = debug.locate_line(pc);
    lines[at.line > 0 ? fmt::format("{}:{}", std::filesystem::path(at.file).filename().string(), at.line)
                      : debug.describe(pc)] += count;
  }
  std::vector<std::pair<std::string, std::uint64_t>> sorted(lines.begin(), lines.end());
  std::ranges::stable_sort(sorted, std::greater<>{}, [](const auto& line) { return line.second; });
  std::string text;
  for (const auto& [line, count] : std::span(sorted).first(std::min(sorted.size(), kMostLines)))
    text += fmt::format("{}{}", text.empty() ? "" : ", ", line);
  if (sorted.size() > kMostLines) text += fmt::format(" and {}", plural(sorted.size() - kMostLines, "more line"));
  return text;
}

// How many questions had no answer, and at which lines.
std::string unanswered(const engine::ExplorationResult& result, const support::DebugInfo& debug) {
  const auto& counts = result.counts().gave_up_at;
  if (counts.empty()) return {};
  std::uint64_t all = 0;
  for (const auto& [pc, count] : counts) all += count;
  const bool is_said =
      result.hart.gave_up > 0 && (!result.hart_of_all || result.is_of_decider);  // as the reason for the verdict
  return fmt::format("{}{} had no answer ({}); may help: --solver-timeout with a higher limit\n",
                     is_said ? "  " : "gave up: ", plural(all, "query"), lines_of(counts, debug));
}

// Accesses of which the detectors of memory said nothing.
std::string unchecked(const engine::ExplorationResult& result, const support::DebugInfo& debug) {
  std::map<std::uint32_t, std::uint64_t> counts;
  for (const std::uint32_t pc : result.unchecked) counts[pc] = 1;
  return fmt::format(
      "\nunchecked: {} (the pointer's origin is not known, or is an object that is never accessed there)",
      lines_of(counts, debug));
}

std::string said_of_memory(const engine::ExplorationResult& result, bool was_chosen, bool compares) {
  const std::string but = result.unchecked.empty() ? "" : " but for " + plural(result.unchecked.size(), "instruction");
  switch (result.memory) {
    case engine::MemoryChecked::No:
      return compares ? ", memory not checked (janus explore --call does)"
                      : ", memory not checked (--check memory does)";
    case engine::MemoryChecked::Partly:
      return was_chosen ? ", memory checked in part" : ", memory checked in part (--check memory checks all)";
    case engine::MemoryChecked::Wholly: return ", memory checked" + but;
  }
  return {};
}

}  // namespace

// What --symbolic says of values and times, and what the platform says of hardware without a model.
std::string bounds_of_devices(const engine::SymbolicHartConfig& config) {
  std::string text;
  const auto add = [&](const std::string& bound) {
    if (!bound.empty()) text += (text.empty() ? "" : ", ") + bound;
  };
  add(ranges_of(config.device_inputs, config.board.plan()));
  add(arrivals_of(config.interrupts));
  add(assumptions_about(config.modules));
  if (!config.map) return text;
  for (const hart::ReservedRegion& region : config.map->reserved()) {
    if (region.reads == hart::Reserved::Ignore) add(fmt::format("{} reads as 0", region.name));
  }
  return text;
}

std::uint64_t widened_states(const engine::ExplorationResult& result) {
  std::uint64_t widened = 0;
  for (const engine::TechniqueReport& technique : result.techniques) {
    for (const auto& [name, count] : technique.counts) widened += name == "widened" ? count : 0;
  }
  return widened;
}

std::string basis_of(const engine::ExplorationResult& result, const engine::ExplorationConfig& config,
                     const support::FirmwareImage& image, const support::DebugInfo& debug) {
  std::uint64_t checks = 0;
  const engine::SymbolicHartStatistics& counts = result.counts();
  std::set<std::string> assertions;  // compilers make copies of one
  for (const auto& [pc, count] : counts.assertions) {
    checks += count;
    assertions.insert(debug.describe(pc));
  }
  std::string text = "rests on: " + plural(counts.most_inputs, "input");
  if (counts.most_inputs > 0) text += fmt::format(" ({})", plural(counts.most_input_bytes, "byte"));
  if (const std::string ranges = bounds_of_devices(config.hart); !ranges.empty()) text += " with " + ranges;
  const bool has_others = support::has_assertions(image);
  if (!has_others || !assertions.empty()) text += ", " + plural(assertions.size(), "assertion");
  if (checks > 0) text += fmt::format(" (checked {})", checks == 1 ? "once" : fmt::format("{} times", checks));
  if (has_others) text += ", each assert() of the C library";
  if (result.verdict == engine::Verdict::Safe) {
    text += said_of_memory(result, config.hart.detectors.check_memory(), config.hart.call.compares());
    if (!result.unchecked.empty()) text += unchecked(result, debug);
  }
  const char* separator = "\nended: ";
  for (const engine::TerminationRow& row : engine::kTerminations) {
    if (const std::uint64_t count = count_of(result, row.reason)) {
      text += fmt::format("{}{}: {}", separator, count, row.text);
      separator = "; ";
    }
  }
  return text + "\n";
}

std::string given_up(const engine::ExplorationResult& result, const support::DebugInfo& debug) {
  std::string text;
  for (const std::string& reason : result.gave_up) text += fmt::format("gave up: {}\n", reason);
  for (const engine::TerminationRow& row : engine::kTerminations) {
    if (row.consequence != Consequence::GivenUp || count_of(result, row.reason) == 0) continue;
    text += fmt::format("  first at {}; may help: {}\n", place(result.first_end.at(row.reason), debug), row.advice);
  }
  return text + unanswered(result, debug);
}

std::string most_forks(const engine::ExplorationResult& result, const engine::ExplorationConfig& config,
                       const support::DebugInfo& debug) {
  std::map<std::string, std::uint64_t> lines;
  std::uint64_t all = 0;
  for (const auto& [pc, forks] : result.counts().forks_at) {
    lines[debug.describe(pc)] += forks;
    all += forks;
  }
  if (all == 0) return {};
  const auto& [line, forks] = *std::ranges::max_element(lines, {}, [](const auto& entry) { return entry.second; });
  return fmt::format("  most forks: {} of {} at {}{}\n", forks, all, line,
                     config.replaces_code ? "" : "; --report DIR tells where paths and time go");
}

std::string remark_on_coverage(const engine::ExplorationResult& result, const engine::ExplorationConfig& config) {
  const std::uint64_t pruned = count_of(result, Termination::Subsumed) + count_of(result, Termination::Revisited) +
                               count_of(result, Termination::Learned);
  const std::uint64_t widened = widened_states(result);
  // With symbolic interrupts, a path ends at a state whose code another path has executed.
  if (!config.counts || !config.hart.interrupts.empty()) return {};
  if (pruned == 0 && widened == 0) return {};
  std::string what;
  if (pruned > 0) what = plural(pruned, "pruned state") + " would have executed";
  if (widened > 0) {
    what += fmt::format("{}{} executed, {} more than happens", pruned > 0 ? ", or " : "",
                        plural(widened, "widened state"), widened == 1 ? "which stands for" : "which stand for");
  }
  return fmt::format("coverage: without the code that only {}; may help: --plain\n", what);
}

namespace {

// Whether an innermost loop around `pc` loads something, as one does that waits for a device.
bool polls(const support::FirmwareImage& image, std::uint32_t pc) {
  constexpr std::uint32_t kReach = 64;  // bytes
  const isa::ImageCode code(image);
  for (std::uint32_t end = pc; end < pc + kReach;) {
    const auto back = code.at(end);
    if (!back) return false;
    const auto control = isa::control(back->opcode);
    const bool jumps = control == isa::Control::Branch || control == isa::Control::Jump;
    const std::uint32_t head = jumps ? isa::target_of(end, *back) : end + 1;
    if (head <= pc && pc - head < kReach) {
      for (std::uint32_t at = head; at < end;) {
        const auto instruction = code.at(at);
        if (!instruction || isa::is_load(*instruction)) return instruction.has_value();
        at = isa::next_pc(at, *instruction);
      }
      return false;
    }
    end = isa::next_pc(end, *back);
  }
  return false;
}

}  // namespace

std::vector<std::string> warnings_of(const engine::ExplorationResult& result, const engine::SymbolicHartConfig& hart,
                                     const support::FirmwareImage& image, const support::DebugInfo& debug) {
  std::vector<std::string> warnings;
  if (result.verdict != engine::Verdict::Unsafe) {
    // Trying every value may give up before there is an input, or at the first that has too many values.
    const bool enumerated = std::ranges::count(result.techniques, "enumerate", &engine::TechniqueReport::name) > 0;
    const bool has_run = result.counts().instructions > 0 && (!enumerated || result.paths > 0);
    if (has_run && result.counts().most_inputs == 0 && result.hart.arrivals == 0) {
      const bool none_came = !hart.interrupts.empty() || !hart.device_inputs.empty();
      warnings.push_back(none_came
                             ? "warning: nothing of --symbolic came, since the firmware has not armed, enabled or "
                               "read it, so this says what one run says"
                             : "warning: nothing is symbolic, so this says what one run says (JANUS_SYMBOLIC "
                               "makes an input, --symbolic uart=N lets the UART receive some)");
    }
    // What is called without a harness is looked at for mistakes with memory, or compared.
    const bool calls = std::ranges::any_of(
        image.symbols(), [](const support::Symbol& symbol) { return symbol.name.starts_with("--call "); });
    if (result.counts().assertions.empty() && !calls && !support::has_assertions(image)) {
      const bool is_over = result.verdict == engine::Verdict::Safe;
      warnings.push_back(is_over ? "warning: no assertion was reached" : "warning: no assertion was reached so far");
    }
    const std::uint64_t excluded = count_of(result, Termination::AssumeFailed);
    if (excluded > 0 && excluded == result.paths && result.waiting == 0) {
      warnings.push_back(fmt::format("warning: the assumptions exclude every input: no path went beyond {}",
                                     place(result.first_end.at(Termination::AssumeFailed), debug)));
    }
    if (const std::uint64_t waits = count_of(result, Termination::WaitsForever)) {
      warnings.push_back(fmt::format("warning: {} for an interrupt that nothing will raise, at {}",
                                     waits == 1 ? "1 path waits" : fmt::format("{} paths wait", waits),
                                     place(result.first_end.at(Termination::WaitsForever), debug)));
    }
  }
  const bool is_finding = std::ranges::any_of(result.findings, [](const engine::Finding& finding) {
    return finding.test_case.ending.reason == Termination::Repeats;
  });
  if (const std::uint64_t repeats = count_of(result, Termination::Repeats); repeats > 0 && !is_finding) {
    const std::uint32_t first = result.first_end.at(Termination::Repeats);
    const bool may_wait = hart.device_inputs.empty() && polls(image, first);
    warnings.push_back(
        fmt::format("warning: {} for ever, at {} (--check endless makes that a failure{})",
                    repeats == 1 ? "1 path repeats itself" : fmt::format("{} paths repeat themselves", repeats),
                    place(first, debug), may_wait ? "; if it waits for a device, --symbolic lets one receive" : ""));
  }
  const std::string ignored = warning_of_ignored_hooks(result.hart.ignored_hooks, hart.hooks, image);
  if (!ignored.empty()) warnings.push_back(ignored);
  const std::string moved = warning_of_moved_handler(result.hart.moved_handler, image);
  if (!moved.empty()) warnings.push_back(moved);
  return warnings;
}

std::string warning_of_ignored_hooks(std::uint64_t count, isa::HookRule hooks, const support::FirmwareImage& image) {
  if (count == 0) return {};
  const char* why = "--hooks never";
  if (hooks == isa::HookRule::Marked) why = "not behind the marker of janus.h";
  if (hooks == isa::HookRule::Never && !image.hook_note()) {
    why = "the ELF file has no note of janus.h; --hooks always takes them";
  }
  return fmt::format("warning: {} had a hook's code in t0 and {}: {}", plural(count, "ecall"),
                     count == 1 ? "was no hook" : "were no hooks", why);
}

std::string warning_of_moved_handler(std::uint32_t written, const support::FirmwareImage& image) {
  const std::uint32_t begin = written & ~1U;  // the lowest bit is the mode
  const support::Symbol* const handler = image.covering(begin, true);
  if (written == 0 || !handler || handler->address != begin) return {};
  return fmt::format(
      "warning: mtvec keeps multiples of 4 only, so traps go to {:#010x}, 2 bytes in front of {}, which was written to "
      "it; __attribute__((aligned(4))) puts a handler where mtvec can lead to",
      written & ~3U, handler->name);
}

}  // namespace janus::app
