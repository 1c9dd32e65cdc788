#include "app/variable_place.h"

#include <array>

#include "support/source_types.h"

namespace janus::app {

// Registers with other words each: that of a variable is known by its word, and what stays the same with other words
// is in none.
std::optional<VariablePlace> place_of_variable(std::uint32_t pc, const std::string& name,
                                               const support::DebugInfo& debug) {
  using Kind = VariablePlace::Kind;
  constexpr std::uint32_t kFirst = 0x5a00'0000, kOther = 0x3100'0000, kStep = 0x1'0000;
  const support::Symbol* const function = debug.image().covering(pc, true);
  if (!function) return std::nullopt;
  std::array<std::uint32_t, 32> first{}, other{};
  for (std::uint32_t r = 0; r < 32; ++r) {
    first[r] = kFirst + r * kStep;
    other[r] = kOther + r * kStep;
  }
  const auto place = debug.types().place_of(function->address, pc, name, first);
  const auto again = debug.types().place_of(function->address, pc, name, other);
  if (!place || !again) return std::nullopt;
  if (place->is_in_memory) return VariablePlace{Kind::Memory};
  if (place->where == again->where) return VariablePlace{Kind::Constant};
  const std::uint32_t offset = place->where - kFirst;
  if (offset % kStep != 0 || offset / kStep >= 32) return VariablePlace{Kind::Computed};
  return VariablePlace{Kind::Register, offset / kStep};
}

}  // namespace janus::app
