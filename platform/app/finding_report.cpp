#include "app/finding_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ranges>
#include <set>
#include <vector>

#include "app/command_line.h"
#include "app/plural.h"
#include "app/run_report.h"
#include "app/source_facts.h"
#include "app/typed_value.h"
#include "devices/test_finisher.h"
#include "engine/explore/findings.h"

namespace janus::app {
namespace {

using engine::Termination;

constexpr std::size_t kMostCalls = 12;     // lines of them
constexpr std::size_t kMostDecisions = 6;  // that the text names, the last ones
constexpr std::size_t kMostInputs = 16;    // that the text names
constexpr std::size_t kMostParts = 3;      // of inputs, of each of them

// "sort.c:47", or the address.
std::string line_of(std::uint32_t pc, const support::DebugInfo& debug) {
  const support::SourceLocation location = debug.locate_line(pc);
  if (location.line == 0) return fmt::format("0x{:08x}", pc);
  return fmt::format("{}:{}", location.file, location.line);
}

// The last decisions of a path, one after the other on a line, each place once in a row.
std::string decisions_of(const ReportedFinding& reported, const support::DebugInfo& debug) {
  const auto& decisions = reported.path.decisions;
  std::vector<std::string> last;
  unsigned times = 1;
  std::size_t told = 0;
  for (const engine::InputDecision& decision : std::views::reverse(decisions)) {
    const std::string text = fmt::format("{} ({})", line_of(decision.pc, debug),
                                         parts_text(decision, reported.finding.test_case, debug, kMostParts));
    if (!last.empty() && last.back() == text) {
      ++times;
      ++told;
      continue;
    }
    if (times > 1) last.back() += fmt::format(" {} times", times);
    times = 1;
    if (last.size() == kMostDecisions) break;
    last.push_back(text);
    ++told;
  }
  if (times > 1 && !last.empty()) last.back() += fmt::format(" {} times", times);
  const std::uint64_t all = decisions.size() + reported.path.earlier_decisions;
  return fmt::format("  {} by inputs, latest first: {}{}\n", plural(all, "decision"), fmt::join(last, ", "),
                     told < all ? ", ..." : "");
}

// The calls under way, innermost first, each place once in a row.
std::string calls_of(const ReportedFinding& reported, const support::DebugInfo& debug) {
  const auto& calls = reported.path.calls;
  std::string text;
  std::size_t lines = 0;
  for (std::size_t i = 0; i < calls.size();) {
    if (lines++ == kMostCalls) return text + fmt::format("  called by {} more\n", plural(calls.size() - i, "frame"));
    std::size_t behind = i;
    while (behind < calls.size() && calls[behind] == calls[i]) ++behind;
    text +=
        fmt::format("  {} {}", reported.path.is_handler(i) ? "entered from" : "called by", debug.describe(calls[i]));
    text += behind - i == 1 ? "\n" : fmt::format(", {} times\n", behind - i);
    i = behind;
  }
  return text;
}

// Data in a workflow command, and in one of its properties.
std::string escaped(std::string_view text, bool property) {
  std::string result;
  for (const char c : text) {
    if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','))) {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

std::string describe(const engine::TestCase& test_case, const support::DebugInfo& debug) {
  const engine::Ending& ending = test_case.ending;
  const std::string at = fmt::format("0x{:08x} ({})", test_case.pc, debug.describe(test_case.pc));
  switch (ending.reason) {
    case Termination::FailingExit:
      if (test_case.ending.exit_code == devices::TestFinisher::kWatchdog)
        return fmt::format("the watchdog has reset the machine at {}", at);
      return fmt::format("the firmware failed with code {} at {}", ending.exit_code, at);
    case Termination::UnhandledTrap: return describe_trap(ending.cause, ending.trap_value, at, debug.image());
    case Termination::HookError: return fmt::format("hook at {}: {}", at, ending.detail);
    case Termination::HostError: return fmt::format("{}, at {}", ending.detail, at);
    case Termination::Halted:
      if (ending.unexpected)
        return fmt::format("halted at {}{}{}", at, ending.detail.empty() ? "" : " ", ending.detail);
      break;
    case Termination::AssertFailed:
      if (ending.assertion) {
        return fmt::format("assertion failed at 0x{:08x} {}", test_case.pc, ending.assertion->describe());
      }
      break;
    case Termination::Exited:
    case Termination::WaitsForever:
    case Termination::Repeats:
    case Termination::AssumeFailed:
    case Termination::CodeViolated:
    case Termination::StackExhausted:
    case Termination::HeapMisused:
    case Termination::BoundsLeft:
    case Termination::BlocksOverlap:
    case Termination::ReturnOverwritten:
    case Termination::FrameGone:
    case Termination::MemoryLeaked:
    case Termination::PoisonTouched:
    case Termination::UndefinedUse:
    case Termination::NullUsed:
    case Termination::Misaligned:
    case Termination::DivisionByZero:
    case Termination::SignedOverflow:
    case Termination::ControlledJump:
    case Termination::InstructionLimit:
    case Termination::ForkLimit:
    case Termination::SolverGaveUp:
    case Termination::Subsumed:
    case Termination::Revisited:
    case Termination::Refuted:
    case Termination::TimeIsMerged:
    case Termination::ForeignModule:
    case Termination::MovesSymbol:
    case Termination::AsksWhetherSymbolic:
    case Termination::Learned:
    case Termination::Infeasible: break;
  }
  return fmt::format("{} at {}{}{}", engine::row(ending.reason).text, at, ending.detail.empty() ? "" : ": ",
                     ending.detail);
}

std::string describe(const engine::Finding& finding, const support::DebugInfo& debug) {
  const engine::TestCase& test_case = finding.test_case;
  std::string text = describe(test_case, debug);
  if (test_case.ending.reason == Termination::UnhandledTrap && finding.stack_pointer &&
      test_case.machine.platform.name.empty()) {
    text += describe_stack(*finding.stack_pointer, {devices::memory_map::kRamBase, test_case.machine.memory});
  }
  return text;
}

support::SourceLocation place_of(const engine::TestCase& test_case, const support::DebugInfo& debug) {
  const auto& assertion = test_case.ending.assertion;
  return assertion ? assertion->place : debug.locate(test_case.pc);
}

std::optional<std::uint32_t> call_from_own(const engine::TestCase& test_case, const std::vector<std::uint32_t>& calls,
                                           const support::DebugInfo& debug,
                                           const std::function<bool(const support::SourceLocation&)>& is_own) {
  if (is_own(place_of(test_case, debug))) return std::nullopt;
  const auto found = std::ranges::find_if(calls, [&](std::uint32_t call) { return is_own(debug.locate(call)); });
  return found == calls.end() ? std::nullopt : std::optional(*found);
}

OwnPlace own_place_of(const ReportedFinding& reported, const support::DebugInfo& debug) {
  const auto is_own = [](const support::SourceLocation& at) { return at.line > 0 && !is_of_library(at.file); };
  const engine::TestCase& test_case = reported.finding.test_case;
  const auto call = call_from_own(test_case, reported.path.calls, debug, is_own);
  return call ? OwnPlace{*call, debug.locate(*call)} : OwnPlace{test_case.pc, place_of(test_case, debug)};
}

std::string arrivals_text(const engine::TestCase& test_case, const support::DebugInfo* debug,
                          const std::string& indent) {
  std::string text;
  for (const engine::TestInterrupt& interrupt : test_case.interrupts) {
    for (const auto& [pc, retired, cycle] : interrupt.arrivals) {
      const std::string where =
          debug ? fmt::format("0x{:08x} ({})", pc, debug->describe(pc)) : fmt::format("0x{:08x}", pc);
      text += fmt::format("{}the interrupt {} arrives in front of {}, after {} instructions and {} cycles\n", indent,
                          interrupt.name, where, retired, cycle);
    }
    if (interrupt.arrivals.empty()) text += fmt::format("{}the interrupt {} does not arrive\n", indent, interrupt.name);
  }
  return text;
}

std::vector<std::size_t> inputs_that_matter(const ReportedFinding& reported, std::size_t most) {
  const auto& inputs = reported.finding.test_case.inputs;
  std::set<std::size_t> chosen;
  const auto choose = [&](std::size_t i) {
    if (chosen.size() < most && !inputs.at(i).answer) chosen.insert(i);
  };
  for (const engine::InputDecision& decision : std::views::reverse(reported.path.decisions)) {
    for (const engine::InputBytes& part : decision.inputs) choose(part.input);
  }
  for (std::size_t i = 0; i < inputs.size() && chosen.size() < most; ++i) choose(i);
  return {chosen.begin(), chosen.end()};
}

std::string heading_of(std::size_t number, const engine::Finding& finding) {
  return fmt::format("{} {}", engine::is_violation(finding) ? "finding" : "given up", number);
}

std::string text_of(std::size_t number, const ReportedFinding& reported, const support::DebugInfo& debug,
                    const std::string& firmware) {
  const engine::TestCase& test_case = reported.finding.test_case;
  std::string text = fmt::format("{}: {}\n", heading_of(number, reported.finding), describe(reported.finding, debug));
  if (reported.known) text += "  known: the baseline has it\n";
  text += calls_of(reported, debug);
  for (const std::size_t i : inputs_that_matter(reported, kMostInputs)) {
    const engine::TestInput& input = test_case.inputs[i];
    text += fmt::format("  {} = {}", input.name, value_of(input, debug));
    if (input.arrivals.size() == 1) text += fmt::format(" at cycle {}", input.arrivals.front());
    text += '\n';
  }
  const auto all = static_cast<std::size_t>(
      std::ranges::count_if(test_case.inputs, [](const engine::TestInput& input) { return !input.answer; }));
  if (all > kMostInputs) {
    text += fmt::format("  and {}; these are those of the last decisions{}\n", plural(all - kMostInputs, "more input"),
                        reported.file.empty() ? "" : "; all of them: janus show " + reported.file.string());
  }
  if (!reported.found_with.empty())
    text += fmt::format("  found with {}; what it does not need was left out\n", reported.found_with);
  text += arrivals_text(test_case, &debug, "  ");
  if (!reported.path.decisions.empty()) text += decisions_of(reported, debug);
  return text + fmt::format("  to replay it: janus replay {} {}{}\n", for_shell(firmware),
                            for_shell(reported.file.string()), reported.replay_options);
}

nlohmann::ordered_json finding_json(const ReportedFinding& reported, const support::DebugInfo& debug) {
  const engine::Finding& finding = reported.finding;
  const engine::TestCase& test_case = finding.test_case;
  const support::SourceLocation location = place_of(test_case, debug);
  nlohmann::ordered_json json;
  json["reason"] = engine::row(test_case.ending.reason).key;
  json["text"] = describe(finding, debug);
  json["path"] = finding.path;
  json["pc"] = fmt::format("0x{:08x}", test_case.pc);
  json["function"] = location.function;
  json["file"] = location.file;
  json["line"] = location.line;
  json["inputs"] = nlohmann::ordered_json::array();
  for (const engine::TestInput& input : test_case.inputs) {
    json["inputs"].push_back({{"name", input.name}, {"value", value_of(input, debug)}});
  }
  for (const engine::TestInterrupt& interrupt : test_case.interrupts) {
    for (const auto& [pc, retired, cycle] : interrupt.arrivals) {
      json["arrivals"].push_back({{"interrupt", interrupt.name},
                                  {"pc", fmt::format("0x{:08x}", pc)},
                                  {"place", debug.describe(pc)},
                                  {"instructions", retired},
                                  {"cycles", cycle}});
    }
  }
  json["test_case"] = nullptr;
  if (!reported.file.empty()) json["test_case"] = reported.file.string();
  const auto place = [&](std::uint32_t pc) {
    return nlohmann::ordered_json{{"pc", fmt::format("0x{:08x}", pc)}, {"place", debug.describe(pc)}};
  };
  json["calls"] = nlohmann::ordered_json::array();
  for (const std::uint32_t call : reported.path.calls) json["calls"].push_back(place(call));
  json["decisions"] = nlohmann::ordered_json::array();
  for (const engine::InputDecision& decision : reported.path.decisions) {
    nlohmann::ordered_json entry = place(decision.pc);
    entry["jumped"] = decision.jumped;
    entry["instructions"] = decision.instructions;
    entry["inputs"] = nlohmann::ordered_json::array();
    for (std::string& part : parts_of(decision, test_case, debug)) entry["inputs"].push_back(std::move(part));
    json["decisions"].push_back(std::move(entry));
  }
  return json;
}

std::string source_path(const std::string& file) {
  if (!file.starts_with('/')) return file;
  const auto path = std::filesystem::path(file).lexically_normal();
  std::error_code ignored;
  const auto relative = path.lexically_relative(std::filesystem::current_path(ignored));
  return relative.empty() || relative.string().starts_with("..") ? path.string() : relative.string();
}

std::string github_annotation(const ReportedFinding& reported, const support::DebugInfo& debug) {
  const engine::Finding& finding = reported.finding;
  const engine::TestCase& test_case = finding.test_case;
  const support::SourceLocation location = own_place_of(reported, debug).at;
  std::string place;
  if (location.line != 0) {
    place = fmt::format("file={},line={},", escaped(source_path(location.file), true), location.line);
  }
  std::string message = describe(finding, debug);
  for (const engine::TestInput& input : test_case.inputs) {
    if (input.answer) continue;
    message += fmt::format("\n{} = {}", input.name, value_of(input, debug));
  }
  return fmt::format("::{} {}title=Janus::{}\n", engine::is_violation(finding) ? "error" : "warning", place,
                     escaped(message, false));
}

}  // namespace janus::app
