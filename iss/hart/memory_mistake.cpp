#include "hart/memory_mistake.h"

#include <fmt/format.h>

#include <algorithm>

#include "hart/detector_rules.h"
#include "isa/image_code.h"
#include "isa/predicates.h"
#include "support/frame_variables.h"
#include "support/source_types.h"

namespace janus::hart {
namespace {

using Access = MemoryMistake::Access;
using Object = MemoryMistake::Object;
using State = ArchitecturalState<isa::ConcreteValues>;
using Pointers = Provenance<isa::ConcreteValues>;

// Which function's frame an address lies in: its end, and an instruction of the function.
void set_frame(MemoryMistake& mistake, std::uint32_t address, const State& state, const Pointers& pointers) {
  const auto& calls = pointers.frames().calls();  // the function that another was called from has not gone on
  for (std::size_t i = calls.size(); i-- > 0;) {
    if (calls[i].sp <= address) continue;
    mistake.frame_end = calls[i].sp;
    mistake.code = i + 1 < calls.size() ? calls[i + 1].return_to - 2 : state.pc;
    return;
  }
}

bool is_inside(const MemoryMistake& mistake) {
  const std::uint32_t offset = mistake.address - mistake.object.first;
  return offset < mistake.object.size && mistake.bytes <= mistake.object.size - offset;
}

// Whether the access is nearer to `object` than to the one that is named, without being inside.
bool is_nearer(const MemoryMistake& mistake, support::AddressRange object) {
  const auto distance = [&](support::AddressRange to) {
    const std::uint32_t behind = mistake.address - to.first;
    return behind < to.size ? ~0U : std::min(-behind, behind - to.size);
  };
  return distance(object) < distance(mistake.object);
}

// What a pointer was made for. `offset` is added to it for an access.
void set_object(MemoryMistake& mistake, Origin pointer, std::uint32_t offset, const State& state,
                const Pointers& pointers, const Detectors& detectors) {
  const Origin origin = Pointers::located(pointer, state.pc, offset, detectors);
  if (origin.kind() == Origin::Kind::Allocation) {
    const auto& allocation = pointers.allocations()[origin.where()];
    mistake.kind = !allocation.live ? Object::Freed : allocation.object ? Object::Made : Object::Allocation;
    mistake.object = {allocation.base.raw, allocation.size.raw};
    mistake.made = allocation.made;
    mistake.freed = allocation.freed;
  } else if (origin.kind() == Origin::Kind::Frame) {
    mistake.kind = Object::Frame;
    mistake.object = detail::frame(state.x[isa::kSp], origin);
    const auto local = local_behind(pointer, state.pc, offset, detectors);
    if (!local || !mistake.object.contains(mistake.address)) return;
    mistake.kind = Object::Local;
    mistake.object = *local;
    set_frame(mistake, local->first, state, pointers);
  } else if (origin.kind() == Origin::Kind::Local) {
    mistake.kind = Object::Local;
    mistake.object = origin.variable_for(mistake.address);
    set_frame(mistake, mistake.object.first, state, pointers);
  } else if (origin.kind() == Origin::Kind::Dangling) {
    mistake.kind = Object::Gone;
    mistake.freed = pointers.left_by(origin.where());
  } else {
    for (const auto& object :
         {object_of(origin, state.pc, offset, detectors), base_object_of(origin, offset, detectors)}) {
      if (!object || (mistake.kind == Object::Static && (is_inside(mistake) || !is_nearer(mistake, *object)))) continue;
      mistake.kind = Object::Static;
      mistake.object = *object;
    }
    // The end of one object is the beginning of the next. A block that does not fit there is meant for that one.
    const auto next = detectors.object_at(mistake.address);
    const bool ends = mistake.kind == Object::Static && mistake.access == Access::Block &&
                      mistake.address == mistake.object.first + mistake.object.size;
    if (ends && next && next->first == mistake.address && mistake.bytes > next->size) mistake.object = *next;
  }
}

bool is_wrong(const MemoryMistake& mistake) {
  if (mistake.kind == Object::Freed || mistake.kind == Object::Gone) return true;
  return mistake.kind != Object::None && !is_inside(mistake);
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
    // What an allocator of the firmware itself keeps in its lists is of the memory around it.
    const auto known = pointers.allocation_at(word(number));
    if (known && (!origin.known() || (function.allocates() && !pointers.allocations()[*known].live)))
      origin = {Origin::Kind::Allocation, *known};
    set_object(mistake, origin, 0, state, pointers, detectors);
    if (function.allocates()) return mistake;
    if (!is_wrong(mistake)) continue;
    // A block is written to the first pointer, and read from the other.
    mistake.access = number == pointer ? Access::Store : Access::Load;
    return mistake;
  }
  return mistake;
}

std::string count(std::uint32_t bytes) { return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s"); }

// A place in the source, behind a comma or so; empty if nobody knows. `returned_to`: the instruction before called.
std::string called_at(const char* words, std::uint32_t returned_to, const support::DebugInfo& debug) {
  return returned_to ? fmt::format("{} in {}", words, debug.describe(returned_to - 2)) : std::string();
}

// Behind the same: that a block is wrong to use although it may be where it was.
const char* if_moved(std::uint32_t returned_to, const support::DebugInfo& debug) {
  const isa::ImageCode code(debug.image());
  for (const std::uint32_t bytes : {4U, 2U}) {
    const auto call = code.at(returned_to - bytes);
    if (!call || call->length != bytes || call->opcode != isa::Opcode::jal) continue;
    const auto* const function = debug.image().covering(isa::target_of(returned_to - bytes, *call), true);
    if (function && function->name.ends_with("realloc")) return ", by realloc, which may move them or not";
  }
  return "";
}

// The name of an object, and how many elements it has if it is an array, as text.
struct Named {
  std::string name;
  std::string elements = {};
};

std::string elements_of(const support::SourceType& array) {
  if (array.size == 0) return {};
  const auto& dimensions = array.dimensions;
  const bool one = dimensions.size() == 1 && dimensions.front() == 1;
  return fmt::format("{} element{}", fmt::join(dimensions, " x "), one ? "" : "s");
}

// "[2][0]": of the array's element at an offset, which becomes the offset in that.
std::string index_of(const support::SourceType& array, std::uint32_t element, std::int64_t& offset) {
  std::string result;
  std::int64_t number = offset / element;
  offset %= element;
  for (auto each = array.dimensions.rbegin(); each != array.dimensions.rend(); ++each) {
    if (*each == 0) return {};
    result.insert(0, fmt::format("[{}]", number % *each));
    number /= *each;
  }
  return result;
}

// Of a structure the field that is closest to an offset, as far as the debug information has types. Of arrays, if it
// `goes_into` them, the element.
Named with_elements(std::string name, std::uint32_t type, std::int64_t offset, support::SourceTypes& types,
                    bool goes_into = false) {
  constexpr unsigned kDeepest = 16;
  using Kind = support::SourceType::Kind;
  for (unsigned depth = 0; depth < kDeepest; ++depth) {
    const support::SourceType& of = types.type(type);
    if (of.kind == Kind::Array) {
      const std::uint32_t element = types.type(of.target).size;
      if (!goes_into || element == 0 || offset < 0 || offset >= of.size) return {name, elements_of(of)};
      name += index_of(of, element, offset);
      type = of.target;
      continue;
    }
    if (of.kind != Kind::Aggregate || of.members.empty()) return {name};
    const support::SourceType::Member* closest = &of.members.front();
    for (const auto& member : of.members) {
      if (member.offset <= offset && member.offset >= closest->offset) closest = &member;
    }
    if (closest->name.empty()) return {name};
    name += "." + closest->name;
    offset -= closest->offset;
    type = closest->type;
  }
  return {name};
}

Named static_name(const MemoryMistake& mistake, const support::DebugInfo& debug) {
  const support::Symbol* symbol = debug.image().covering(mistake.object.first, false);
  if (!symbol) return {};
  const auto type = debug.types().variable_at(mistake.object.first);
  const std::int64_t offset = static_cast<std::int32_t>(mistake.address - mistake.object.first);
  const std::string name = name_in_source(*symbol);
  return type ? with_elements(name, *type, offset, debug.types()) : Named{name};
}

// The local variable with the byte at `address`; empty if nobody knows.
Named local_name(const MemoryMistake& mistake, std::uint32_t address, const support::DebugInfo& debug,
                 bool goes_into = false) {
  if (!mistake.frame_end) return {};
  const auto local = debug.locals().at(mistake.code, static_cast<std::int32_t>(address - mistake.frame_end));
  if (!local || !local->name || local->name->empty()) return {};
  const support::Symbol* const function = debug.image().covering(mistake.code, true);
  const auto type = function ? debug.types().local_of(function->address, *local->name) : std::nullopt;
  const std::uint32_t first = goes_into ? mistake.frame_end + static_cast<std::uint32_t>(local->offset) : address;
  const std::int64_t offset = static_cast<std::int32_t>(mistake.address - first);
  Named named = type ? with_elements(*local->name, *type, offset, debug.types(), goes_into) : Named{*local->name};
  if (function) named.name += " in " + name_in_source(*function);
  return named;
}

std::string name_of(const MemoryMistake& mistake, const support::DebugInfo& debug) {
  const std::string size = count(mistake.object.size);
  Named named;
  switch (mistake.kind) {
    case Object::None: return {};
    case Object::Allocation:
      return fmt::format("the {} allocated{} at 0x{:08x}", size, called_at("", mistake.made, debug),
                         mistake.object.first);
    case Object::Freed:
      return fmt::format("the {} at 0x{:08x} that were freed{}{}{}", size, mistake.object.first,
                         called_at("", mistake.freed, debug), if_moved(mistake.freed, debug),
                         called_at(", allocated", mistake.made, debug));
    case Object::Frame: return "the frame on the stack";
    case Object::Local: named = local_name(mistake, mistake.object.first, debug); break;
    case Object::Gone: {
      if (!mistake.freed) return "the frame of a function that has returned";
      const std::string function = debug.locate(mistake.freed).function;
      if (function == "longjmp") return "a frame that longjmp has left";
      return fmt::format("the frame of {}, which has returned", function);
    }
    case Object::ReturnAddress: return "a return address";
    case Object::Made:
    case Object::Static: named = static_name(mistake, debug); break;
  }
  const char* const nameless = mistake.kind == Object::Local ? "a local variable" : "a static object";
  const std::size_t field = named.name.substr(0, named.name.find(" in ")).find('.');
  // Of an array, `table[4]` would be one more element.
  const std::string whole =
      field == std::string::npos ? size : fmt::format("{} has {}", std::string_view(named.name).substr(0, field), size);
  return fmt::format("{} ({}{}{})", named.name.empty() ? nameless : named.name, named.elements,
                     named.elements.empty()       ? ""
                     : field == std::string::npos ? ", "
                                                  : "; ",
                     whole);
}

// Where an access begins: before, in, or behind the object.
std::string place_of(const MemoryMistake& mistake, const support::DebugInfo& debug) {
  const std::string name = name_of(mistake, debug);
  const std::uint32_t offset = mistake.address - mistake.object.first;
  if (mistake.kind == Object::ReturnAddress) return "over " + name;
  if (mistake.kind == Object::Freed || mistake.kind == Object::Gone || is_inside(mistake)) return "in " + name;
  if (offset < mistake.object.size) {
    return fmt::format("{} beyond the end of {}", count(mistake.bytes - (mistake.object.size - offset)), name);
  }
  if (static_cast<std::int32_t>(offset) < 0) return fmt::format("{} before {}", count(-offset), name);
  if (offset == mistake.object.size) return "right behind " + name;
  return fmt::format("{} behind {}", count(offset - mistake.object.size), name);
}

// Where the undefined bits were loaded.
std::string describe_use(const MemoryMistake& mistake, const support::DebugInfo& debug) {
  std::string name;
  if (mistake.kind == Object::Allocation || mistake.kind == Object::Freed) {
    name = fmt::format("byte {} of {}", mistake.address - mistake.object.first, name_of(mistake, debug));
  } else if (mistake.kind == Object::Frame) {
    name = local_name(mistake, mistake.address, debug, true).name;
    const support::Symbol* const function = debug.image().covering(mistake.code, true);
    if (name.empty() && function) name = "the frame of " + name_in_source(*function);
  }
  return name.empty() ? std::string() : fmt::format("loaded from {}, at 0x{:08x}", name, mistake.address);
}

std::string describe_free(const MemoryMistake& mistake, const support::DebugInfo& debug) {
  const std::string pointer = fmt::format("0x{:08x} is given back", mistake.address);
  if (mistake.kind == Object::Freed) {
    return fmt::format("{}, but was freed before{}{}", pointer, called_at("", mistake.freed, debug),
                       called_at(", allocated", mistake.made, debug));
  }
  if (mistake.kind != Object::Allocation && mistake.kind != Object::Made) return pointer + ", but was not allocated";
  return fmt::format("{}, {} into {}", pointer, count(mistake.address - mistake.object.first), name_of(mistake, debug));
}

std::string describe_loss(const MemoryMistake& mistake, const support::DebugInfo& debug) {
  const std::string first = name_of(mistake, debug);
  if (mistake.others == 0) return first;
  return fmt::format("{}, and {} other allocation{}, {} in all", first, mistake.others, mistake.others == 1 ? "" : "s",
                     count(mistake.bytes));
}

std::string describe_copy(const MemoryMistake& mistake) {
  const std::uint32_t on = mistake.address - mistake.source;
  const bool down = static_cast<std::int32_t>(on) < 0;
  return fmt::format("memcpy of {} from 0x{:08x} to 0x{:08x}, {} {} (memmove may do so)", count(mistake.bytes),
                     mistake.source, mistake.address, count(down ? -on : on), down ? "below" : "above");
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
  if (!is_wrong(mistake)) mistake.kind = Object::ReturnAddress;
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

MemoryMistake undefined_use(const State& state, const Pointers& pointers, const Definedness& defined,
                            const isa::Instruction& i, const Detectors& detectors) {
  const bool compares = isa::is_branch(i) && !defined.of_register(i.rs1);
  const bool asks = i.opcode == isa::Opcode::ecall;
  const auto number = asks ? static_cast<std::uint8_t>(state.x[isa::kT1].raw) : compares ? i.rs2 : i.rs1;
  MemoryMistake mistake{.access = Access::Use, .address = defined.source_of(number)};
  const auto& allocations = pointers.allocations();
  for (auto each = allocations.rbegin(); each != allocations.rend(); ++each) {
    const support::AddressRange object{each->base.raw, each->size.raw};
    if (!object.contains(mistake.address)) continue;
    mistake.kind = each->live ? Object::Allocation : Object::Freed;
    mistake.object = object;
    mistake.made = each->made;
    mistake.freed = each->freed;
    return mistake;
  }
  if (detectors.object_at(mistake.address)) return mistake;
  set_frame(mistake, mistake.address, state, pointers);
  if (mistake.frame_end) mistake.kind = Object::Frame;
  return mistake;
}

MemoryMistake lost_allocation(const Pointers& pointers, const std::vector<support::AddressRange>& lost) {
  MemoryMistake mistake{.access = Access::Loss};
  for (const auto& each : pointers.allocations()) {
    const support::AddressRange object{each.base.raw, each.size.raw};
    if (!each.live || std::ranges::find(lost, object.first, &support::AddressRange::first) == lost.end()) continue;
    mistake.bytes += object.size;
    if (mistake.kind == Object::Allocation) {
      ++mistake.others;
      continue;
    }
    mistake.kind = Object::Allocation;
    mistake.object = object;
    mistake.made = each.made;
  }
  return mistake;
}

MemoryMistake overlapping_copy(const State& state, const Detectors& detectors) {
  MemoryMistake mistake{.access = Access::Copy};
  if (const LibraryFunction* const function = detectors.function_at(state.pc)) {
    mistake.address = state.x[function->arguments.pointer].raw;
    mistake.source = state.x[function->arguments.source].raw;
    mistake.bytes = state.x[function->arguments.bytes].raw;
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

std::string describe(const MemoryMistake& mistake, const support::DebugInfo& debug) {
  const char* access = "block";
  switch (mistake.access) {
    case Access::Return: {
      const std::string text = fmt::format("0x{:08x} was saved at 0x{:08x}, and 0x{:08x} is there", mistake.saved,
                                           mistake.address, mistake.found);
      const support::Symbol* const function = mistake.writer ? debug.image().covering(mistake.writer, true) : nullptr;
      if (!mistake.writer) return text;
      return fmt::format("{}, stored at 0x{:08x}{}", text, mistake.writer,
                         function ? " in " + name_in_source(*function) : "");
    }
    case Access::Use: return describe_use(mistake, debug);
    case Access::Free: return describe_free(mistake, debug);
    case Access::Loss: return describe_loss(mistake, debug);
    case Access::Copy: return describe_copy(mistake);
    case Access::Load: access = "load"; break;
    case Access::Store: access = "store"; break;
    case Access::Block: break;
  }
  const std::string text = fmt::format("a {} of {} at 0x{:08x}", access, count(mistake.bytes), mistake.address);
  return mistake.kind == Object::None ? text : fmt::format("{}, {}", text, place_of(mistake, debug));
}

}  // namespace janus::hart
