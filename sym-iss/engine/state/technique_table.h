// The table of techniques (techniques.def) as types: the switches of the techniques, and what each keeps of a path.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

namespace janus::engine {

// What each technique keeps of a path. A fork copies the pointers, so a technique must copy a part that is shared
// before changing it. A part is null if the technique is off or knows nothing about the path.
#define TECHNIQUE(name, Part, detectors, transfer, help) struct Part;
#include "engine/state/techniques.def"
#undef TECHNIQUE

struct TechniqueParts {
#define TECHNIQUE(name, Part, detectors, transfer, help) std::shared_ptr<Part> name;
#include "engine/state/techniques.def"
#undef TECHNIQUE
};

// Which techniques are on.
struct TechniqueSwitches {
#define TECHNIQUE(name, Part, detectors, transfer, help) bool name = false;
#include "engine/state/techniques.def"
#undef TECHNIQUE

  bool any() const;
};

// What happens to a technique's part of a state when the state moves to another process.
enum class PartTransfer : std::uint8_t {
  Serialized,  // the part is serialized and goes with the state
  StaysHome,   // the part cannot be serialized: the technique then knows nothing of the state's past
};

// Whether a technique knows that what detectors report (hart/detectors.def) is a violation.
enum class DetectorUse : std::uint8_t { Knows, Ignores };

struct TechniqueRow {
  std::string_view name;
  bool TechniqueSwitches::*on;
  DetectorUse detectors;
  PartTransfer transfer;
};

inline constexpr auto kTechniques = std::to_array<TechniqueRow>({
#define TECHNIQUE(name, Part, detectors, transfer, help) \
  {#name, &TechniqueSwitches::name, DetectorUse::detectors, PartTransfer::transfer},
#include "engine/state/techniques.def"
#undef TECHNIQUE
});

inline bool TechniqueSwitches::any() const {
  return std::any_of(kTechniques.begin(), kTechniques.end(), [&](const TechniqueRow& row) { return this->*row.on; });
}

}  // namespace janus::engine
