// CMakeLists.txt defines the macros of this file.
#include "app/version.h"

#include <fmt/format.h>

#include "hart/translator.h"
#include "prototype/platform.h"
#include "solver/clause_solver.h"
#include "solver/z3_solver.h"

namespace janus::app {

std::string_view version() { return JANUS_VERSION; }
std::string_view description() { return JANUS_DESCRIPTION; }

std::string version_text() {
  std::string text = fmt::format("janus {}\n", version());
  const auto add = [&](std::string_view name, std::string_view fact) { text += fmt::format("{:<11}{}\n", name, fact); };
  add("commit", JANUS_COMMIT);
  add("build", JANUS_BUILD_TYPE ", " JANUS_COMPILER);
  add("sanitizers", JANUS_SANITIZERS);
  add("translator", hart::translator_name());
  add("SystemC", prototype::systemc_version());
  add("Z3", solver::z3_version());
  add("CaDiCaL", solver::cadical_version());
  return text;
}

}  // namespace janus::app
