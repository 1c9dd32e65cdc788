#include "engine/state/call_stack.h"

namespace janus::engine {

const Frame* CallStacks::call(const Frame* caller, std::uint32_t site, std::uint32_t return_address, std::uint32_t sp) {
  for (const Frame* frame = caller; frame && frame->sp != 0 && frame->sp <= sp; frame = frame->caller) {
    if (frame->site != site || frame->sp != sp) continue;
    caller = frame->caller;
    break;
  }
  const auto [entry, is_new] = known_.try_emplace({caller, site});
  if (is_new) {
    frames_.push_back({caller, site, return_address, caller ? caller->depth + 1 : 1, sp});
    entry->second = &frames_.back();
  }
  return entry->second;
}

const Frame* CallStacks::return_to(const Frame* stack, std::uint32_t target) {
  for (const Frame* frame = stack; frame; frame = frame->caller) {
    if (frame->return_address == target) return frame->caller;
  }
  return stack;
}

}  // namespace janus::engine
