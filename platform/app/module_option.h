// The option --module: SystemC modules of a user's own.
#pragma once

#include <string>
#include <vector>

#include "app/options.h"
#include "prototype/module_request.h"

namespace janus::app {

// FILE,base=ADDRESS[,size=BYTES][,interrupt=N][,name=NAME][,reads=any], each time that the option is given. Throws
// support::InputError (kUsage) with one line for anything else, for a place where something else is, and for an
// interrupt that a device has.
struct Modules {
  std::vector<prototype::ModuleRequest> requests;
  std::vector<devices::ForeignModule> places;  // the same, for an exploration
};
Modules modules_of(const Options& options);

// What a verdict rests on if the reads of modules are inputs; empty if there are none.
std::string assumptions_about(const std::vector<devices::ForeignModule>& modules);

}  // namespace janus::app
