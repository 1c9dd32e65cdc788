// The base of the harts of the fast loop and of translated code. Both know registers, memory and the conditions of
// branches. An instruction whose semantics (isa/semantics.h) ask for anything else is left to the plain loop.
#pragma once

#include <cstdint>
#include <optional>

#include "isa/semantics.h"

namespace janus::hart {

template <class Values>
struct LeavesRest {
  using Word32 = typename Values::template Word<32>;

  bool leaves = false;  // the instruction was abandoned before it had any effect

  isa::Extensions extensions() {
    leaves = true;
    return {};
  }
  std::optional<std::uint32_t> resolve(Word32) { return leave<std::uint32_t>(); }
  void jump(std::uint32_t) { leaves = true; }
  void trap(isa::Exception, Word32) { leaves = true; }
  std::optional<Word32> load_for_store(std::uint32_t) { return leave<Word32>(); }
  void reserve(std::uint32_t) { leaves = true; }
  bool holds_reservation(std::uint32_t) { return refuse(); }
  void end_reservation() { leaves = true; }
  bool environment_call() { return !refuse(); }
  bool host_call() { return !refuse(); }
  bool in_machine_mode() { return !refuse(); }
  void return_from_trap() { leaves = true; }
  bool may_wait() { return refuse(); }
  void wait_for_interrupt() { leaves = true; }
  void instruction_fence() { leaves = true; }
  bool csr_accessible(std::uint16_t, bool) { return refuse(); }
  Word32 read_csr(std::uint16_t) { return {}; }
  bool write_csr(std::uint16_t, Word32) { return refuse(); }

 protected:
  bool refuse() {
    leaves = true;
    return false;
  }
  template <class T>
  std::optional<T> leave() {
    leaves = true;
    return std::nullopt;
  }
};

}  // namespace janus::hart
