// A SystemC module of a user's own (include/janus_module.h): the shared library that it comes from, and its place among
// the platform's modules.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <systemc>

#include "janus_module.h"
#include "prototype/module_request.h"

namespace janus::prototype {

// A module and the wire at its interrupt line.
class OwnModule : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(OwnModule);
  // Loads the library and makes the module. Throws support::InputError, which begins with the library's name, if there
  // is no such library, or no module in it that fits. `line_changed` is called with each new level of the interrupt
  // line.
  OwnModule(sc_core::sc_module_name name, const ModuleRequest& request, std::function<void(bool)> line_changed);

  tlm::tlm_target_socket<32>& socket() { return *plugged_.socket; }
  tlm::tlm_initiator_socket<32>* memory() { return plugged_.memory; }  // may be null

 private:
  void change() { line_changed_(line_.read()); }

  std::function<void(bool)> line_changed_;
  sc_core::sc_signal<bool, sc_core::SC_MANY_WRITERS> line_{"line"};
  PluggedModule plugged_;
};

}  // namespace janus::prototype
