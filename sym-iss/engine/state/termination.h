// Reasons to end a path, and the end of one path.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hart/detectors.h"
#include "isa/hart_concept.h"
#include "support/failed_assertion.h"
#include "term/term.h"

namespace janus::engine {

enum class Termination : std::uint8_t {
#define TERMINATION(name, key, consequence, text, advice) name,
#include "engine/state/termination.def"
#undef TERMINATION
};

enum class Consequence : std::uint8_t { Normal, Violation, GivenUp, Pruned };

struct TerminationRow {
  Termination reason;
  std::string_view key;
  Consequence consequence;
  std::string_view text;
  std::string_view advice;
};
inline constexpr TerminationRow kTerminations[] = {
#define TERMINATION(name, key, consequence, text, advice) \
  {Termination::name, key, Consequence::consequence, text, advice},
#include "engine/state/termination.def"
#undef TERMINATION
};
inline constexpr std::size_t kTerminationCount = std::size(kTerminations);
constexpr const TerminationRow& row(Termination reason) { return kTerminations[static_cast<std::size_t>(reason)]; }

// Whether a path was given up because of what a technique does not know. Without that technique it goes on.
constexpr bool is_for_others(Termination reason) {
  return reason == Termination::TimeIsMerged || reason == Termination::AsksWhetherSymbolic;
}

// How a path ends in front of what a detector reports, and back.
constexpr Termination reason_of(hart::Detector detector) {
  switch (detector) {
#define DETECTOR(name, Reason, text, help) \
  case hart::Detector::name:               \
    return Termination::Reason;
#include "hart/detectors.def"
#undef DETECTOR
  }
  return {};
}
constexpr std::optional<hart::Detector> detector_of(Termination reason) {
  for (const hart::DetectorRow& row : hart::kDetectors) {
    if (reason_of(row.detector) == reason) return row.detector;
  }
  return std::nullopt;
}
static_assert(std::ranges::all_of(hart::kDetectors, [](const hart::DetectorRow& each) {
  return row(reason_of(each.detector)).text == each.text;
}));

// The end of one path.
struct Ending {
  Termination reason = Termination::Exited;
  std::uint32_t exit_code = 0;                                // Exited, FailingExit
  isa::Exception cause = isa::Exception::IllegalInstruction;  // UnhandledTrap
  std::uint32_t trap_value = 0;                               // UnhandledTrap: mtval under the path's model
  term::Term trap_term{};                                     // UnhandledTrap: mtval as a term; null if concrete
  std::string detail{};                                 // HookError, HostError, unexpected halts, memory: what is wrong
  std::optional<support::FailedAssertion> assertion{};  // AssertFailed: of assert(), not of a hook
  bool unexpected = false;                              // Halted, Repeats: the end is a violation
};

inline Consequence consequence_of(const Ending& ending) {
  return ending.unexpected ? Consequence::Violation : row(ending.reason).consequence;
}

}  // namespace janus::engine
