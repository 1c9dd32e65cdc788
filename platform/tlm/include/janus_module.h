// A SystemC module of your own on the bus of Janus: compile it as a shared library and hand it to `janus run --module`.
//
//   #include <janus_module.h>
//
//   class Dma : public sc_core::sc_module {
//    public:
//     tlm_utils::simple_target_socket<Dma> socket{"socket"};        // its registers
//     tlm_utils::simple_initiator_socket<Dma> memory{"memory"};     // optional: its accesses to the bus
//     sc_core::sc_out<bool> interrupt{"interrupt"};                 // optional: its interrupt line, high while it asks
//     explicit Dma(sc_core::sc_module_name name);
//   };
//   JANUS_MODULE(Dma)
//
// What Janus does with it:
//
// - `socket` sees offsets from the module's base, little-endian accesses of 1, 2 or 4 bytes, by b_transport. SystemC's
// time
//   is the time of the access, and `delay` is zero. What b_transport waits, or adds to `delay`, stalls the core. An
//   error response is an access fault of the core. transport_dbg, if there is one, serves the debugger.
// - `memory` reaches memory and all devices, at their addresses, by b_transport and transport_dbg; there is no DMI.
//   Firmware that lets a module write code needs fence.i before it executes that.
// - The core never runs ahead of a process that is scheduled: cycles are the same for every --quantum.
// - A port called `interrupt` drives the source of the PLIC that --module names.
//
// Nothing else of Janus is visible. The module is constructed once, by its constructor that takes a name. Errors by
// SC_REPORT_ERROR and exceptions end the run.
#pragma once

// SystemC checks at link time that its users were compiled for the same C++ standard; later ones are compatible.
#ifndef SC_INCLUDE_DYNAMIC_PROCESSES
#define SC_INCLUDE_DYNAMIC_PROCESSES
#endif
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <memory>
#include <systemc>
#include <tlm>

namespace janus {

// The version of this file: Janus refuses a module that was compiled with another.
inline constexpr unsigned kModuleVersion = 1;

// A module and what it is connected by; the optional ones may be null.
struct PluggedModule {
  std::unique_ptr<sc_core::sc_module> module;
  tlm::tlm_target_socket<32>* socket;
  tlm::tlm_initiator_socket<32>* memory;
  sc_core::sc_out<bool>* interrupt;
};

// What a library with a module says of it.
struct ModuleDescription {
  unsigned version;  // of this file
  unsigned systemc;  // its version: 20304 is 2.3.4
  const char* type;  // the name of the class
  PluggedModule (*make)(const char* name);
};

template <class M>
PluggedModule make_module(const char* name) {
  auto module = std::make_unique<M>(sc_core::sc_module_name(name));
  PluggedModule plugged{nullptr, &module->socket, nullptr, nullptr};
  if constexpr (requires { module->memory; }) plugged.memory = &module->memory;
  if constexpr (requires { module->interrupt; }) plugged.interrupt = &module->interrupt;
  plugged.module = std::move(module);
  return plugged;
}

}  // namespace janus

// Once in a library, in no namespace.
#define JANUS_MODULE(Type)                                                                                \
  extern "C" __attribute__((visibility("default"))) const janus::ModuleDescription janus_module = {       \
      janus::kModuleVersion, SC_VERSION_MAJOR * 10000 + SC_VERSION_MINOR * 100 + SC_VERSION_PATCH, #Type, \
      &janus::make_module<Type>};
