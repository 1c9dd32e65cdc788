// What firmware tells people by hooks (isa/hooks.def): that it has reached a place, or what a value is.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "isa/hooks.h"
#include "support/call_frames.h"

namespace janus::hart {

struct Inspection {
  isa::HookCode code;                             // Print, Cover or StackTrace
  std::uint32_t pc;                               // the hook's address
  std::string name;                               // of the value or the place; may be empty
  std::string value = {};                         // of Print, for people
  const support::MachineView* machine = nullptr;  // of StackTrace, during the call
};

// Called while the instruction executes. Must not use the hart.
using Inspect = std::function<void(const Inspection&)>;

}  // namespace janus::hart
