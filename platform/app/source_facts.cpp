#include "app/source_facts.h"

#include <algorithm>
#include <optional>

#include "support/source_types.h"

namespace janus::app {

bool is_of_library(std::string_view file) {
  static constexpr std::string_view kParts[] = {"newlib",   "picolibc", "libgcc",  "/gcc-",  "/usr/",
                                                "runtime/", "crt0",     "startup", "janus.h"};
  return std::ranges::any_of(kParts, [&](std::string_view part) { return file.find(part) != std::string_view::npos; });
}

bool is_optimised(std::uint32_t pc, const support::DebugInfo& debug) {
  const support::Symbol* const function = debug.image().covering(pc, true);
  const auto known = function ? debug.types().function_at(function->address) : std::nullopt;
  return !known || known->is_optimised;
}

}  // namespace janus::app
