#include "hart/memory_mistake.h"

#include <fmt/format.h>

#include <algorithm>

#include "hart/detector_rules.h"
#include "isa/predicates.h"

namespace janus::hart {
namespace {

using Access = MemoryMistake::Access;
using Object = MemoryMistake::Object;
using State = ArchitecturalState<isa::ConcreteValues>;
using Pointers = Provenance<isa::ConcreteValues>;

// What a pointer was made for. `offset` is added to it for an access.
void set_object(MemoryMistake& mistake, Origin pointer, std::uint32_t offset, const State& state,
                const Pointers& pointers, const Detectors& detectors) {
  const Origin origin = Pointers::located(pointer, state.pc, offset, detectors);
  if (origin.kind == Origin::Kind::Allocation) {
    const auto& allocation = pointers.allocations()[origin.where];
    mistake.kind = !allocation.live ? Object::Freed : allocation.object ? Object::Made : Object::Allocation;
    mistake.object = {allocation.base.raw, allocation.size.raw};
  } else if (origin.kind == Origin::Kind::Frame) {
    mistake.kind = Object::Frame;
    mistake.object = detail::frame(state.x[isa::kSp], origin);
  } else if (origin.kind == Origin::Kind::Local) {
    mistake.kind = Object::Local;
    mistake.object = {origin.where, origin.size};
  } else if (origin.kind == Origin::Kind::Dangling) {
    mistake.kind = Object::Gone;
  } else if (const auto object = object_of(origin, offset, detectors)) {
    mistake.kind = Object::Static;
    mistake.object = *object;
  }
}

bool is_inside(const MemoryMistake& mistake) {
  const std::uint32_t offset = mistake.address - mistake.object.first;
  return offset < mistake.object.size && mistake.bytes <= mistake.object.size - offset;
}

MemoryMistake of_call(const State& state, const Pointers& pointers, const LibraryFunction& function,
                      const Detectors& detectors) {
  const auto word = [&](std::uint8_t number) { return state.x[number]; };
  const auto& [pointer, source, bytes, times] = function.arguments;
  MemoryMistake mistake{function.allocates() ? Access::Free : Access::Block, 0, 0, Object::None, {}};
  for (const std::uint8_t number : {pointer, source}) {
    if (!number) continue;
    mistake.address = word(number).raw;
    mistake.bytes = function.allocates() ? 0 : word(bytes).raw;
    mistake.kind = Object::None;
    Origin origin = pointers.of_register(number, word(number));
    if (const auto known = pointers.allocation_at(word(number)); known && !origin.known()) {
      origin = {Origin::Kind::Allocation, *known};
    }
    set_object(mistake, origin, 0, state, pointers, detectors);
    if (function.allocates() || (mistake.kind != Object::None && !is_inside(mistake))) return mistake;
  }
  return mistake;
}

std::string count(std::uint32_t bytes) { return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s"); }

std::string name_of(const MemoryMistake& mistake, const support::FirmwareImage& image) {
  const std::string size = count(mistake.object.size);
  switch (mistake.kind) {
    case Object::None: return {};
    case Object::Allocation: return fmt::format("the {} allocated at 0x{:08x}", size, mistake.object.first);
    case Object::Freed: return fmt::format("the {} at 0x{:08x} that were freed", size, mistake.object.first);
    case Object::Frame: return "the frame on the stack";
    case Object::Local: return fmt::format("a local variable ({})", size);
    case Object::Gone: return "the frame of a function that has returned";
    case Object::ReturnAddress: return "a return address";
    case Object::Made:
    case Object::Static: break;
  }
  const support::Symbol* symbol = image.covering(mistake.object.first, false);
  return fmt::format("{} ({})", symbol ? symbol->name : "a static object", size);
}

// Where an access begins: before, in, or behind the object.
std::string place_of(const MemoryMistake& mistake, const support::FirmwareImage& image) {
  const std::string name = name_of(mistake, image);
  const std::uint32_t offset = mistake.address - mistake.object.first;
  if (mistake.kind == Object::ReturnAddress) return "over " + name;
  if (mistake.kind == Object::Freed || mistake.kind == Object::Gone || is_inside(mistake)) return "in " + name;
  if (offset < mistake.object.size) {
    return fmt::format("{} beyond the end of {}", count(mistake.bytes - (mistake.object.size - offset)), name);
  }
  if (static_cast<std::int32_t>(offset) < 0) return fmt::format("{} in front of {}", count(-offset), name);
  if (offset == mistake.object.size) return "right behind " + name;
  return fmt::format("{} behind {}", count(offset - mistake.object.size), name);
}

}  // namespace

MemoryMistake memory_mistake(const State& state, const Pointers& pointers, const isa::Instruction& i,
                             const Detectors& detectors) {
  if (const LibraryFunction* function = detectors.function_at(state.pc)) {
    return of_call(state, pointers, *function, detectors);
  }
  if (i.opcode == isa::Opcode::ecall) return of_call(state, pointers, kEndObject, detectors);
  const isa::MemoryUse use = isa::memory_use(i.opcode);
  const auto pointer = state.x[i.rs1];
  const Access access = use.stores ? Access::Store : Access::Load;
  MemoryMistake mistake{access, pointer.raw + i.immediate, use.bytes, Object::None, {}};
  set_object(mistake, pointers.of_register(i.rs1, pointer), i.immediate, state, pointers, detectors);
  const bool wrong = mistake.kind == Object::Freed || mistake.kind == Object::Gone ||
                     (mistake.kind != Object::None && !is_inside(mistake));
  if (!wrong) mistake.kind = Object::ReturnAddress;
  return mistake;
}

MemoryMistake wrong_return(const State& state, const StackFrames<isa::ConcreteValues>& frames) {
  MemoryMistake mistake{.access = Access::Return, .bytes = 4, .found = state.x[isa::kRa].raw};
  if (const auto* const restored = frames.restored()) {
    mistake.address = restored->slot;
    mistake.saved = restored->value.raw;
    mistake.writer = restored->writer;
  }
  return mistake;
}

std::optional<MemoryMistake> access_of(const State& state, const isa::Instruction& i, const Detectors& detectors) {
  const isa::MemoryUse use = isa::memory_use(i.opcode);
  if (use.bytes == 0) return std::nullopt;
  MemoryMistake mistake{use.stores ? Access::Store : Access::Load, state.x[i.rs1].raw + i.immediate, use.bytes};
  if (const auto object = detectors.object_at(mistake.address)) {
    mistake.kind = Object::Static;
    mistake.object = *object;
  }
  return mistake;
}

std::string describe(const MemoryMistake& mistake, const support::FirmwareImage& image) {
  if (mistake.access == Access::Return) {
    const std::string text = fmt::format("0x{:08x} was saved at 0x{:08x}, and 0x{:08x} is there", mistake.saved,
                                         mistake.address, mistake.found);
    const support::Symbol* const function = mistake.writer ? image.covering(mistake.writer, true) : nullptr;
    if (!mistake.writer) return text;
    return fmt::format("{}, stored at 0x{:08x}{}", text, mistake.writer, function ? " in " + function->name : "");
  }
  if (mistake.access == Access::Free) {
    const std::string pointer = fmt::format("0x{:08x} is given back", mistake.address);
    if (mistake.kind == Object::Freed) return pointer + ", but was freed before";
    if (mistake.kind != Object::Allocation && mistake.kind != Object::Made) return pointer + ", but was not allocated";
    return fmt::format("{}, {} into {}", pointer, count(mistake.address - mistake.object.first),
                       name_of(mistake, image));
  }
  const char* const access = mistake.access == Access::Load    ? "load"
                             : mistake.access == Access::Store ? "store"
                                                               : "block";
  const std::string text = fmt::format("a {} of {} at 0x{:08x}", access, count(mistake.bytes), mistake.address);
  return mistake.kind == Object::None ? text : fmt::format("{}, {}", text, place_of(mistake, image));
}

}  // namespace janus::hart
