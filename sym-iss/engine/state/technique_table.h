// What the table of techniques (techniques.def) says, as types: which are on, and what each keeps of a path.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

namespace janus::engine {

// What each technique keeps of a path. A fork copies the pointers, so whoever changes what one points to owns it alone
// or copies it first. Null if the technique is off, or knows nothing of the path.
#define TECHNIQUE(name, Part, division_by_zero, transfer, help) struct Part;
#include "engine/state/techniques.def"
#undef TECHNIQUE

struct TechniqueParts {
#define TECHNIQUE(name, Part, division_by_zero, transfer, help) std::shared_ptr<Part> name;
#include "engine/state/techniques.def"
#undef TECHNIQUE
};

// Which techniques are on.
struct TechniqueSwitches {
#define TECHNIQUE(name, Part, division_by_zero, transfer, help) bool name = false;
#include "engine/state/techniques.def"
#undef TECHNIQUE

  bool any() const;
};

// What becomes of a technique's part of a state that goes to another process.
enum class PartTransfer : std::uint8_t {
  Serialized,  // it can be written down, and read there
  StaysHome,   // it cannot: the state goes without, and the technique knows nothing of its past
};

enum class DivisionByZero : std::uint8_t { Knows, Ignores };

struct TechniqueRow {
  std::string_view name;
  bool TechniqueSwitches::*on;
  DivisionByZero division_by_zero;
  PartTransfer transfer;
};

inline constexpr auto kTechniques = std::to_array<TechniqueRow>({
#define TECHNIQUE(name, Part, division_by_zero, transfer, help) \
  {#name, &TechniqueSwitches::name, DivisionByZero::division_by_zero, PartTransfer::transfer},
#include "engine/state/techniques.def"
#undef TECHNIQUE
});

inline bool TechniqueSwitches::any() const {
  return std::any_of(kTechniques.begin(), kTechniques.end(), [&](const TechniqueRow& row) { return this->*row.on; });
}

}  // namespace janus::engine
