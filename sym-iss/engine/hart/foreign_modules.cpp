// Modules in SystemC that no path can own (devices/foreign_module.h): what is known of them is where they are.
#include <fmt/format.h>

#include "engine/hart/symbolic_hart.h"

namespace janus::engine {

const devices::ForeignModule* SymbolicHart::module_at(std::uint32_t address) const {
  for (const devices::ForeignModule& module : config_.modules) {
    if (module.region.contains(address)) return &module;
  }
  return nullptr;
}

// Whether the path may go on with an access to a module; else it ends in front of the access.
bool SymbolicHart::may_access(const devices::ForeignModule& module) {
  if (module.reads_are_inputs) return true;
  abandoned_ = true;  // so that nothing of the instruction counts
  end({.reason = Termination::ForeignModule, .detail = module.name});
  return false;
}

// What a read gives: a new input.
term::Term SymbolicHart::read_module(const devices::ForeignModule& module, std::uint32_t address, unsigned bytes) {
  Input& input = new_input(fmt::format("{}[0x{:x}]", module.name, address - module.region.base), bytes, std::nullopt);
  input.variable = pool_.variable(fmt::format("in{}_{}", input.index, 8 * bytes), 8 * bytes);
  take_from_seeds(*state_, input);
  return input.variable;
}

}  // namespace janus::engine
