// Which SystemC module of a user's own is to be where. No SystemC in this header.
#pragma once

#include <cstdint>
#include <string>

#include "devices/foreign_module.h"

namespace janus::prototype {

struct ModuleRequest {
  std::string library;  // a path
  std::string name;     // for users: letters, digits and _
  devices::Region region;
  std::uint32_t source = 0;  // of the PLIC; 0: its interrupt line leads nowhere
};

}  // namespace janus::prototype
