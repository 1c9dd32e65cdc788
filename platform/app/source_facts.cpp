#include "app/source_facts.h"

#include <optional>

#include "support/source_types.h"

namespace janus::app {

bool is_optimised(std::uint32_t pc, const support::DebugInfo& debug) {
  const support::Symbol* const function = debug.image().covering(pc, true);
  const auto known = function ? debug.types().function_at(function->address) : std::nullopt;
  return !known || known->is_optimised;
}

}  // namespace janus::app
