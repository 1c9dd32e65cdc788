// What an access does wrong that the detectors of memory report, for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hart/architectural_state.h"
#include "hart/definedness.h"
#include "hart/detectors.h"
#include "hart/provenance.h"
#include "isa/instruction.h"
#include "isa/values.h"
#include "support/debug_info.h"
#include "support/firmware_image.h"

namespace janus::hart {

struct MemoryMistake {
  enum class Access : std::uint8_t { Load, Store, Block, Copy, Free, Return, Use, Loss };
  enum class Object : std::uint8_t { None, Allocation, Freed, Made, Static, Frame, Local, Gone, ReturnAddress };
  Access access;
  std::uint32_t address = 0, bytes = 0;  // 0 bytes: of Free
  Object kind = Object::None;
  support::AddressRange object{};  // what the pointer was made for; empty for None
  // Of Return: from `address`, where `saved` was saved, `found` was loaded. `writer` is the instruction that stored it;
  // 0 if none is known.
  std::uint32_t saved = 0, found = 0, writer = 0;
  std::uint32_t source = 0;  // of Copy, to `address`
  // Of Local, and of Frame for a Use: where that frame ends, and an instruction of its function. 0 if nobody knows.
  std::uint32_t frame_end = 0, code = 0;
  // Of Allocation and Freed: where the functions were called that made it and took it back; of Gone, `freed`: by which
  // instruction the function left its frame. 0 if nobody knows.
  std::uint32_t made = 0, freed = 0;
  // Of Loss, whose `bytes` are those of all allocations that are lost: how many there are beside `object`.
  std::size_t others = 0;
};

// Of a return to another address than the function saved.
MemoryMistake wrong_return(const ArchitecturalState<isa::ConcreteValues>& state,
                           const StackFrames<isa::ConcreteValues>& frames);

// Of the instruction at the pc, if `uninitialised` reports it: Access::Use, of where the undefined bits were loaded.
MemoryMistake undefined_use(const ArchitecturalState<isa::ConcreteValues>& state,
                            const Provenance<isa::ConcreteValues>& provenance, const Definedness& defined,
                            const isa::Instruction& i, const Detectors& detectors);

// Of the end of the firmware, if `leaks` reports it: of the allocation that was made first of those that are lost.
MemoryMistake lost_allocation(const Provenance<isa::ConcreteValues>& provenance,
                              const std::vector<support::AddressRange>& lost);

// Of the instruction at the pc, if `heap`, `bounds` or `dangling` reports it.
MemoryMistake memory_mistake(const ArchitecturalState<isa::ConcreteValues>& state,
                             const Provenance<isa::ConcreteValues>& provenance, const isa::Instruction& i,
                             const Detectors& detectors);

// Of the call at the pc that `overlap` reports: Access::Copy.
MemoryMistake overlapping_copy(const ArchitecturalState<isa::ConcreteValues>& state, const Detectors& detectors);

// Of the load or store at the pc that is wrong wherever its pointer came from; nothing if it is neither.
std::optional<MemoryMistake> access_of(const ArchitecturalState<isa::ConcreteValues>& state, const isa::Instruction& i,
                                       const Detectors& detectors);

// Such as "a store of 4 bytes at 0x80002010, 8 bytes behind table[4] (16 bytes)".
std::string describe(const MemoryMistake& mistake, const support::DebugInfo& debug);

}  // namespace janus::hart
