// What detectors report: each a condition in front of an instruction, written once over a hart and its values, as the
// semantics are; so a detector has the same findings on the concrete and on the symbolic hart. Besides what isa::Hart
// has, a hart has
//
//   const Shadow<Values>* shadow()           what the detectors of memory know; null if nobody asks them
//   bool may_be_inside(Word<1> condition, std::uint32_t object)
//                                            whether some input of the path makes the condition true, that the access
//                                            at the pc is inside of the object; remembers it for the path
//   bool is_inside_elsewhere(std::uint32_t object)
//                                            whether the access at the pc was inside of the object on another path
//   void noted_inside(std::uint32_t pc, std::uint32_t object)   the access at `pc` was inside of the object
//   std::uint32_t value_now(Word<32>)        what the word is on this path, for the inputs that it is taken with
//   std::optional<Word<32>> word_in_memory(std::uint32_t address)   a word of RAM; nothing elsewhere
//   bool calls(isa::HookCode)                whether the `ecall` at the pc calls that hook
#pragma once

#include <optional>

#include "hart/detectors.h"
#include "hart/home.h"
#include "hart/shadow.h"
#include "isa/hart_concept.h"
#include "isa/hooks.h"
#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::hart {

namespace detail {

// Whether [address, address + bytes) has a byte in one of the ranges. `bytes` is at least 1.
template <class H>
auto overlaps(H& hart, typename H::template Word<32> address, std::uint32_t bytes,
              const std::vector<support::AddressRange>& ranges) {
  auto& v = hart.values();
  auto found = v.template constant<1>(0);
  for (const support::AddressRange& range : ranges) {
    const auto offset = v.sub(address, v.template constant<32>(range.first - (bytes - 1)));
    found = v.bit_or(found, v.ult(offset, v.template constant<32>(range.size + bytes - 1)));
  }
  return found;
}

// Only an instruction that lowers sp across the limit: an operating system's tasks have their stacks elsewhere.
template <class H>
auto exhausts_stack(H& hart, const isa::Instruction& i, const Detectors& detectors) {
  auto& v = hart.values();
  using isa::Opcode;
  const bool moves = i.opcode == Opcode::addi || i.opcode == Opcode::add || i.opcode == Opcode::sub;
  const bool from_sp = i.rs1 == isa::kSp || (i.opcode == Opcode::add && i.rs2 == isa::kSp);
  if (!moves || i.rd != isa::kSp || !from_sp || !detectors.stack_limit || detectors.ends_stack_address(hart.pc()))
    return v.template constant<1>(0);
  const auto limit = v.template constant<32>(*detectors.stack_limit);
  const auto before = hart.get(isa::kSp);
  auto after = v.add(hart.get(i.rs1), v.template constant<32>(i.immediate));
  if (i.opcode == Opcode::add) after = v.add(hart.get(i.rs1), hart.get(i.rs2));
  if (i.opcode == Opcode::sub) after = v.sub(before, hart.get(i.rs2));
  return v.bit_and(v.bit_not(v.ult(before, limit)), v.ult(after, limit));
}

// A jump to one of these addresses.
template <class H>
auto jumps_to(H& hart, const isa::Instruction& i, const std::vector<std::uint32_t>& targets) {
  auto& v = hart.values();
  auto found = v.template constant<1>(0);
  if (targets.empty() || !isa::is_jump(i)) return found;
  const bool direct = i.opcode == isa::Opcode::jal;
  const auto target = direct ? v.template constant<32>(isa::target_of(hart.pc(), i))
                             : v.add(hart.get(i.rs1), v.template constant<32>(i.immediate));
  for (const std::uint32_t each : targets) found = v.bit_or(found, v.eq(target, v.template constant<32>(each)));
  return found;
}

// --- `heap`, and what `bounds` has in common with it.

// How far behind `base` an address is, in an object of `size` bytes. The object and the address may be seen through an
// alias: then the distance in memory counts, unless the address is in the object anyway.
template <class H>
auto distance(H& hart, typename H::template Word<32> address, typename H::template Word<32> base,
              typename H::template Word<32> size) {
  auto& v = hart.values();
  const auto offset = v.sub(address, base);
  if (!has_aliases(hart)) return offset;
  return v.ite(v.ult(offset, size), offset, v.sub(home_of_word(hart, address), home_of_word(hart, base)));
}

// Whether an access of `bytes` bytes, at least one, has a byte outside of the `size` bytes at `base`. A load of a whole
// word may read more than there is, if a byte is there: functions on strings do so.
template <class H>
auto is_outside(H& hart, typename H::template Word<32> address, typename H::template Word<32> bytes,
                typename H::template Word<32> base, typename H::template Word<32> size) {
  auto& v = hart.values();
  const auto offset = distance(hart, address, base, size);
  return v.bit_or(v.bit_not(v.ult(offset, size)), v.ult(v.sub(size, offset), bytes));
}

template <class H>
auto access_is_outside(H& hart, const isa::Instruction& i, typename H::template Word<32> address,
                       typename H::template Word<32> base, typename H::template Word<32> size) {
  auto& v = hart.values();
  const std::uint32_t bytes = isa::memory_use(i.opcode).bytes;
  if (i.opcode != isa::Opcode::lw) return is_outside(hart, address, v.template constant<32>(bytes), base, size);
  const auto slack = v.template constant<32>(bytes - 1);
  return v.bit_not(v.ult(v.add(distance(hart, address, base, size), slack), v.add(size, slack)));
}

// Of a pointer that a function on blocks gets: whether the block begins in the object and ends behind it.
template <class H>
auto block_leaves(H& hart, typename H::template Word<32> address, typename H::template Word<32> bytes,
                  support::AddressRange object) {
  auto& v = hart.values();
  const auto size = v.template constant<32>(object.size);
  const auto offset = distance(hart, address, v.template constant<32>(object.first), size);
  return v.bit_and(v.ult(offset, size), v.ult(v.sub(size, offset), bytes));
}

// The static object or local variable that an access at `offset` from a pointer, as known.located() gives it, is meant
// for.
template <class V>
std::optional<support::AddressRange> variable_of(const Provenance<V>& known, Origin origin, std::uint32_t pc,
                                                 std::uint32_t offset, const Detectors& detectors) {
  return origin.kind() == Origin::Kind::Local ? known.local_of(origin) : object_of(origin, pc, offset, detectors);
}

// Memory from the stack pointer up to the end of the frame that a pointer was made in.
template <class Word>
support::AddressRange frame(const Word& sp, Origin origin) {
  const std::uint32_t first = constant_of(sp).value_or(origin.where());
  return {first, first < origin.where() ? origin.where() - first : 0};
}

// Taking back what was not given, or was taken back before.
template <class H>
auto frees_wrongly(H& hart, const LibraryFunction& function, const Detectors& detectors) {
  auto& v = hart.values();
  const auto& known = hart.shadow()->pointers;
  const auto no = v.template constant<1>(0), yes = v.template constant<1>(1);
  const auto pointer = hart.get(function.arguments.pointer);
  const auto is_null = v.eq(pointer, v.template constant<32>(0));  // on some paths, if the word is of several
  const auto address = constant_of(pointer);
  const Origin origin = known.of_register(function.arguments.pointer, pointer);
  switch (origin.kind()) {
    case Origin::Kind::Allocation: {
      const auto& allocation = known.allocations()[origin.where()];
      return v.bit_not(allocation.live ? v.bit_or(v.eq(pointer, allocation.base), is_null) : is_null);
    }
    case Origin::Kind::Frame:
    case Origin::Kind::InFrame:
    case Origin::Kind::Local:
    case Origin::Kind::Dangling: return v.bit_not(is_null);
    case Origin::Kind::Unknown:
    case Origin::Kind::Displaced:
    case Origin::Kind::Part:
    case Origin::Kind::UpperPart:
    case Origin::Kind::Constant:
    case Origin::Kind::Indexed:
    case Origin::Kind::Walked:
    case Origin::Kind::Difference: break;
  }
  if (address == 0U) return no;
  // An address that the program contains was not given, be it of a known object or in front of one.
  const bool is_own = origin.kind() == Origin::Kind::Constant || origin.kind() == Origin::Kind::Walked ||
                      (address && origin.is_static() && detectors.object_at(*address));
  if (!address || known.holds_terms()) {
    auto freed = no, given = no;
    for (const auto& allocation : known.allocations()) {
      const auto equal = v.eq(pointer, allocation.base);
      freed = allocation.live ? v.bit_and(freed, v.bit_not(equal)) : v.bit_or(freed, equal);
      given = v.bit_or(given, equal);
    }
    return address && is_own ? v.bit_or(freed, v.bit_not(given)) : freed;
  }
  if (const auto allocation = known.allocation_at(pointer)) return known.allocations()[*allocation].live ? no : yes;
  return is_own ? yes : no;
}

// An access outside of what its pointer was given for, or after it was taken back. `objects`: of those that are not the
// heap's, else of the others. Their size is what a user said, so only functions on strings may read whole words.
template <class H>
auto leaves_allocation(H& hart, const isa::Instruction& i, const Detectors& detectors, bool objects) {
  auto& v = hart.values();
  const auto& known = hart.shadow()->pointers;
  const auto no = v.template constant<1>(0), yes = v.template constant<1>(1);
  if (isa::memory_use(i.opcode).bytes == 0) return no;
  const Origin origin = known.of_register(i.rs1, hart.get(i.rs1));
  if (origin.kind() != Origin::Kind::Allocation || detectors.in_allocator(hart.pc())) return no;
  const auto& allocation = known.allocations()[origin.where()];
  if (allocation.object != objects) return no;
  if (!allocation.live) return yes;
  const auto address = v.add(hart.get(i.rs1), v.template constant<32>(i.immediate));
  if (objects && !detectors.reads_words(hart.pc())) {
    const auto bytes = v.template constant<32>(isa::memory_use(i.opcode).bytes);
    return is_outside(hart, address, bytes, allocation.base, allocation.size);
  }
  return access_is_outside(hart, i, address, allocation.base, allocation.size);
}

// The same of a block that a function of the library reads or writes; a null pointer leads it nowhere.
template <class H>
auto block_leaves_allocation(H& hart, const LibraryFunction& function, bool objects) {
  auto& v = hart.values();
  const auto& known = hart.shadow()->pointers;
  const auto yes = v.template constant<1>(1);
  auto found = v.template constant<1>(0);
  for (const std::uint8_t number : {function.arguments.pointer, function.arguments.source}) {
    const Origin origin = number ? known.of_register(number, hart.get(number)) : Origin{};
    if (origin.kind() != Origin::Kind::Allocation) continue;
    const auto& allocation = known.allocations()[origin.where()];
    if (allocation.object != objects) continue;
    const auto pointer = hart.get(number), bytes = hart.get(function.arguments.bytes);
    const auto wrong = allocation.live ? is_outside(hart, pointer, bytes, allocation.base, allocation.size) : yes;
    const auto zero = v.template constant<32>(0);
    const auto touches = v.bit_not(v.bit_or(v.eq(bytes, zero), v.eq(pointer, zero)));
    found = v.bit_or(found, v.bit_and(wrong, touches));
  }
  return found;
}

template <class H>
auto misuses_heap(H& hart, const isa::Instruction& i, const Detectors& detectors) {
  auto& v = hart.values();
  const auto& known = hart.shadow()->pointers;
  const auto no = v.template constant<1>(0);
  if (known.in_heap_function()) return no;
  if (i.opcode == isa::Opcode::ecall)
    return hart.calls(isa::HookCode::EndObject) ? frees_wrongly(hart, kEndObject, detectors) : no;
  if (const LibraryFunction* function = detectors.function_at(hart.pc())) {
    const auto& arguments = function->arguments;
    if (function->allocates()) return arguments.pointer ? frees_wrongly(hart, *function, detectors) : no;
    return block_leaves_allocation(hart, *function, false);
  }
  return leaves_allocation(hart, i, detectors, false);
}

// What is not reported, since nothing tells that the access is meant for the object, a hart may want to know: it may
// turn out later. Only where the inputs that the path is taken with leave the object, so that there is something to
// find.
template <class H>
void tell_unreported(H& hart, const typename H::template Word<1>& leaves, std::uint32_t object) {
  if constexpr (requires { hart.left_unreported(object); }) {
    auto& v = hart.values();
    const auto now = v.ite(leaves, v.template constant<32>(1), v.template constant<32>(0));
    if (hart.value_now(now) != 0) hart.left_unreported(object);
  }
}

// A block that a function of the library reads or writes beyond the static object or the frame where it begins.
template <class H>
auto block_leaves_object(H& hart, const LibraryFunction& function, const Detectors& detectors) {
  auto& v = hart.values();
  const auto& known = hart.shadow()->pointers;
  auto found = v.template constant<1>(0);
  for (const std::uint8_t number : {function.arguments.pointer, function.arguments.source}) {
    if (!number) continue;
    const auto pointer = hart.get(number);
    const Origin origin = known.of_block(hart, number, function, detectors);
    std::optional<support::AddressRange> object = variable_of(known, origin, hart.pc(), 0, detectors);
    if (origin.kind() == Origin::Kind::Frame && number == function.arguments.pointer)
      object = frame(hart.get(isa::kSp), origin);
    if (!object) continue;
    const std::uint32_t meant_for = object->first;
    const auto local = local_in_front_of(origin), in_front = local ? local : base_object_of(origin, 0, detectors);
    if (in_front) object = {in_front->first, in_front->size + object->size};  // begins in either
    const auto leaves = block_leaves(hart, pointer, hart.get(function.arguments.bytes), *object);
    const bool meant =
        !detectors.is_ambiguous(meant_for) || !is_constant(leaves) || detectors.repeats_finding_at == hart.pc();
    if (meant)
      found = v.bit_or(found, leaves);
    else
      tell_unreported(hart, leaves, meant_for);
  }
  return found;
}

// A copy of a block that overlaps the one it is copied to, but for all of it.
template <class H>
auto copies_onto_itself(H& hart, const Detectors& detectors) {
  auto& v = hart.values();
  const LibraryFunction* const function = detectors.function_at(hart.pc());
  const bool is_own = hart.shadow() && hart.shadow()->pointers.in_heap_function();
  if (!function || !function->apart || is_own) return v.template constant<1>(0);
  const auto to = hart.get(function->arguments.pointer), from = hart.get(function->arguments.source);
  const auto bytes = hart.get(function->arguments.bytes);
  const auto reaches = v.bit_or(v.ult(v.sub(to, from), bytes), v.ult(v.sub(from, to), bytes));
  return v.bit_and(reaches, v.bit_not(v.eq(to, from)));
}

// A store into a word with a return address, but for the function's own.
template <class H>
auto overwrites_return_address(H& hart, const isa::Instruction& i, typename H::template Word<32> address) {
  auto& v = hart.values();
  auto found = v.template constant<1>(0);
  if (i.rs1 == isa::kSp) return found;
  const auto& slots = hart.shadow()->pointers.frames().saves();
  constexpr std::size_t kAsked = 16;  // by a store through a symbolic address: of the innermost functions
  const std::size_t first = constant_of(address) || slots.size() < kAsked ? 0 : slots.size() - kAsked;
  const std::uint32_t bytes = isa::memory_use(i.opcode).bytes;
  for (std::size_t slot = first; slot < slots.size(); ++slot) {
    const auto offset = v.sub(address, v.template constant<32>(slots[slot].slot - (bytes - 1)));
    found = v.bit_or(found, v.ult(offset, v.template constant<32>(bytes + 3)));
  }
  return found;
}

// --- `return_address` and `dangling`.

// A return to another address than the function saved where it loads ra from.
template <class H>
auto returns_astray(H& hart, const isa::Instruction& i) {
  auto& v = hart.values();
  const auto* const restored = hart.shadow()->pointers.frames().restored();
  if (!restored || i.opcode != isa::Opcode::jalr || i.rs1 != isa::kRa) return v.template constant<1>(0);
  return v.bit_not(v.eq(hart.get(isa::kRa), restored->value));
}

// An access by a pointer into the frame of a function that has returned.
template <class H>
auto uses_frame_that_is_gone(H& hart, const isa::Instruction& i) {
  const auto& known = hart.shadow()->pointers;
  const bool accesses = isa::memory_use(i.opcode).bytes > 0 && !known.in_heap_function();
  const bool gone = accesses && known.of_register(i.rs1, hart.get(i.rs1)).kind() == Origin::Kind::Dangling;
  return hart.values().template constant<1>(gone);
}

// --- `leaks`.

// Where the firmware ends itself: allocations that no pointer leads to, from registers, static memory or the stack, or
// from allocations that such a pointer leads to. Any word that is an address in it counts as a pointer. Whether a word
// that depends on inputs is an address in one, the path decides.
template <class H>
std::vector<support::AddressRange> lost_memory(H& hart, const Detectors& detectors) {
  constexpr std::uint32_t kMostStack = 1U << 20;
  std::vector<support::AddressRange> lost, to_see = detectors.statics;
  if (to_see.empty() || !hart.word_in_memory(to_see.front().first & ~3U)) return lost;  // nobody may look at memory
  auto& v = hart.values();
  for (const auto& each : hart.shadow()->pointers.allocations()) {
    if (each.live && !each.object) lost.push_back({hart.value_now(each.base), hart.value_now(each.size)});
  }
  std::ranges::sort(lost, {}, &support::AddressRange::first);
  const auto reach = [&](const typename H::template Word<32>& pointer) {
    for (std::size_t i = 0; !is_constant(pointer) && i < lost.size(); ++i) {
      const auto offset = v.sub(pointer, v.template constant<32>(lost[i].first));
      hart.branch(v.ult(offset, v.template constant<32>(std::max(lost[i].size, 1U))));
    }
    const std::uint32_t word = hart.value_now(pointer);
    const auto after = std::ranges::upper_bound(lost, word, {}, &support::AddressRange::first);
    if (after == lost.begin()) return;
    const auto found = std::prev(after);  // one that has no byte is reached by its address
    if (!found->contains(word) && found->first != word) return;
    to_see.push_back(*found);
    lost.erase(found);
  };
  for (std::uint8_t number = 1; number < 32; ++number) reach(hart.get(number));
  to_see.push_back({hart.value_now(hart.get(isa::kSp)), kMostStack});
  while (!lost.empty() && !to_see.empty()) {
    const support::AddressRange range = to_see.back();
    to_see.pop_back();
    const std::uint32_t first = (range.first + 3) & ~3U;
    for (std::uint32_t at = first; !lost.empty() && at - range.first + 3 < range.size; at += 4) {
      const auto word = hart.word_in_memory(at);
      if (!word) break;  // no memory
      reach(*word);
    }
  }
  return lost;
}

// --- `poison`.

template <class H>
auto touches_poison(H& hart, const isa::Instruction& i) {
  auto& v = hart.values();
  const Poison& poison = hart.shadow()->poison;
  const std::uint32_t bytes = i.opcode == isa::Opcode::Illegal ? 0 : isa::memory_use(i.opcode).bytes;
  if (bytes == 0 || poison.ranges().empty()) return v.template constant<1>(0);
  const auto address = home_of_word(hart, v.add(hart.get(i.rs1), v.template constant<32>(i.immediate)));
  if (const auto known = constant_of(address)) return v.template constant<1>(poison.touches(*known, bytes));
  return overlaps(hart, address, bytes, poison.ranges());
}

// --- `uninitialised`.

// A branch, a jump, an address or what the firmware asserts or assumes, if that depends on undefined bits. Words are
// compared by their defined bits: if these differ, the words do.
template <class H>
auto uses_undefined(H& hart, const isa::Instruction& i) {
  auto& v = hart.values();
  const Definedness& known = hart.shadow()->defined;
  const auto no = v.template constant<1>(0), yes = v.template constant<1>(1);
  const isa::Opcode opcode = i.opcode;
  if (opcode == isa::Opcode::ecall) {
    const auto number = constant_of(hart.get(isa::kT1));
    const Definedness::Mask undefined = number && *number < 32 ? known.of_register(*number) : 0;
    if (!undefined || !(hart.calls(isa::HookCode::Assert) || hart.calls(isa::HookCode::Assume))) return no;
    return v.eq(v.bit_and(hart.get(*number), v.template constant<32>(~undefined)), v.template constant<32>(0));
  }
  const Definedness::Mask u1 = known.of_register(i.rs1), u2 = known.of_register(i.rs2);
  if (isa::is_branch(i)) {
    if (!(u1 | u2)) return no;
    if (opcode == isa::Opcode::beq || opcode == isa::Opcode::bne) {
      const auto defined = v.template constant<32>(~(u1 | u2));
      return v.eq(v.bit_and(v.bit_xor(hart.get(i.rs1), hart.get(i.rs2)), defined), v.template constant<32>(0));
    }
    const bool is_signed = opcode == isa::Opcode::blt || opcode == isa::Opcode::bge;
    if (is_signed && i.rs2 == 0) return u1 >> 31 ? yes : no;
    return yes;
  }
  const bool addresses = isa::memory_use(opcode).bytes > 0 || opcode == isa::Opcode::jalr;
  return addresses && u1 && i.rs1 != isa::kSp ? yes : no;
}

// --- `bounds`.

// An access whose pointer was made for one static object, or for the frame of one function, and goes beyond it. Where a
// compiler computes an address from that of another object, the pointer's object is wrong. So an instruction counts
// only if it accesses the object for other inputs, or did before.
template <class H>
auto leaves_object(H& hart, const isa::Instruction& i, const Detectors& detectors) {
  auto& v = hart.values();
  const auto& known = hart.shadow()->pointers;
  const auto no = v.template constant<1>(0), yes = v.template constant<1>(1);
  if (known.in_heap_function()) return no;
  if (const LibraryFunction* function = detectors.function_at(hart.pc()); function && !function->allocates()) {
    return v.bit_or(block_leaves_object(hart, *function, detectors), block_leaves_allocation(hart, *function, true));
  }
  const auto made = leaves_allocation(hart, i, detectors, true);
  if (!isa::is_load(i) && !isa::is_store(i)) return made;
  const auto address = v.add(hart.get(i.rs1), v.template constant<32>(i.immediate));
  const Origin pointer = known.of_register(i.rs1, hart.get(i.rs1));
  if (pointer.is_direct(constant_of(hart.get(i.rs1)))) return made;
  const Origin origin = known.located(pointer, hart.pc(), i.immediate, detectors);
  std::optional<support::AddressRange> object = variable_of(known, origin, hart.pc(), i.immediate, detectors);
  const bool in_frame = origin.kind() == Origin::Kind::Frame && i.rs1 != isa::kSp;
  const bool repeats = detectors.repeats_finding_at == hart.pc();
  // Functions with a variable number of arguments read beyond their frames, at the same addresses for all inputs.
  const auto leaves = [&](support::AddressRange range) {
    return access_is_outside(hart, i, address, v.template constant<32>(range.first),
                             v.template constant<32>(range.size));
  };
  if (in_frame) {
    const support::AddressRange whole = frame(hart.get(isa::kSp), origin);
    if (isa::is_store(i) || !is_constant(address) || repeats)
      object = whole;
    else if (whole.size > 0)
      tell_unreported(hart, leaves(whole), origin.where());
  }
  if (origin.ends()) {  // whatever is behind, an access that inputs lead into this one is meant for it
    const support::AddressRange variable{origin.first(), origin.in_front()};
    const auto leads_in = [&] {  // states that fork here ask again
      return known.was_inside(hart.pc(), variable.first) ||
             hart.may_be_inside(v.bit_not(leaves(variable)), variable.first);
    };
    if (repeats || (!is_constant(address) && leads_in())) object = variable;
  }
  auto found = made;
  const auto look = [&](const auto& outside, std::uint32_t place, const auto& reported) {
    const bool meant = repeats || known.was_inside(hart.pc(), place) || hart.is_inside_elsewhere(place) ||
                       (!is_constant(outside) && hart.may_be_inside(v.bit_not(outside), place));
    if (meant)
      found = v.bit_or(found, reported);
    else
      tell_unreported(hart, reported, place);
  };
  // The access may be meant for either. So it counts for the base object only if it is outside of both, and for the
  // other one, too, if that is the one in front (loops that have counted already go back by a constant) or if the
  // pointer was the end of the one and the beginning of the other, and no input leads into that one.
  const bool has_object = object && object->size > 0;
  const auto local = local_behind(pointer, hart.pc(), i.immediate, detectors), in_front = local_in_front_of(origin);
  const auto base = local ? local : in_front ? in_front : base_object_of(origin, i.immediate, detectors);
  const auto outside = has_object ? leaves(*object) : yes, outside_base = base ? leaves(*base) : yes;
  const auto both = v.bit_and(outside, outside_base);
  if (has_object) {  // a frame ends there wherever sp is
    const std::uint32_t place = in_frame ? origin.where() : object->first;
    const bool is_either = origin.between()
                               ? !repeats && (is_constant(address) || !hart.may_be_inside(v.bit_not(outside), place))
                               : counts_outside_both(origin, i.immediate, *object);
    look(outside, place, is_either ? both : outside);
  }
  if (base) look(outside_base, base->first, local ? outside_base : both);  // a local variable lies in its frame
  const bool near_stack = in_frame || !object || origin.kind() == Origin::Kind::Local;
  return isa::is_store(i) && near_stack ? v.bit_or(found, overwrites_return_address(hart, i, address)) : found;
}

}  // namespace detail

// Which detectors may report an instruction of this kind at all, besides what they say of its address: bit n for the
// n-th row.
inline std::uint32_t may_report(const isa::Instruction& i, const Detectors& detectors, std::uint32_t pc) {
  using enum Detector;
  const auto bit = [](Detector detector) { return 1U << static_cast<unsigned>(detector); };
  const bool is_code =
      detectors.code.contains(pc) && !(i.opcode != isa::Opcode::Illegal && isa::memory_use(i.opcode).stores);
  std::uint32_t mask = is_code ? 0 : bit(code);
  if (i.opcode == isa::Opcode::ecall) mask |= bit(heap) | bit(uninitialised);
  if (detectors.entries[Detectors::filter(pc)] || detectors.exit == pc)
    mask |= bit(heap) | bit(bounds) | bit(overlap) | bit(leaks);
  if (i.opcode == isa::Opcode::Illegal) return mask & detectors.on;
  if (isa::memory_use(i.opcode).bytes > 0)
    mask |= bit(heap) | bit(bounds) | bit(dangling) | bit(poison) | bit(uninitialised) | bit(null) | bit(misaligned);
  if (isa::is_jump(i)) mask |= bit(return_address) | bit(uninitialised) | bit(null) | bit(overflow);
  if (isa::is_branch(i)) mask |= bit(uninitialised);
  if (isa::is_division(i)) mask |= bit(division);
  if (i.rd == isa::kSp) mask |= bit(stack);
  return mask & detectors.on;
}

// Whether a detector reports the instruction that the hart is about to execute at its pc. Changes nothing. No
// detector of memory reports anything if hart.shadow() is null.
template <class H>
typename H::template Word<1> reports(Detector detector, H& hart, const isa::Instruction& i,
                                     const Detectors& detectors) {
  auto& v = hart.values();
  const auto no = v.template constant<1>(0), yes = v.template constant<1>(1);
  const isa::MemoryUse use = i.opcode == isa::Opcode::Illegal ? isa::MemoryUse{} : isa::memory_use(i.opcode);
  const auto address = [&] { return v.add(hart.get(i.rs1), v.template constant<32>(i.immediate)); };
  switch (detector) {
    case Detector::code: {
      const std::uint32_t pc = home(hart, hart.pc(), 2);
      for (const support::AddressRange& range : detectors.executable) {
        if (range.contains(pc))
          return use.stores ? detail::overlaps(hart, home_of_word(hart, address()), use.bytes, detectors.read_only)
                            : no;
      }
      return yes;
    }
    case Detector::stack: return detail::exhausts_stack(hart, i, detectors);
    case Detector::misaligned:
      if (use.bytes < 2) return no;
      return v.bit_not(v.eq(v.bit_and(address(), v.template constant<32>(use.bytes - 1)), v.template constant<32>(0)));
    case Detector::null:
      if (use.bytes == 0 && i.opcode != isa::Opcode::jalr) return no;
      return v.ult(address(), v.template constant<32>(kNullBytes));
    case Detector::overflow: return detail::jumps_to(hart, i, detectors.overflows);
    case Detector::heap: return hart.shadow() ? detail::misuses_heap(hart, i, detectors) : no;
    case Detector::poison: return hart.shadow() ? detail::touches_poison(hart, i) : no;
    case Detector::uninitialised: return hart.shadow() ? detail::uses_undefined(hart, i) : no;
    case Detector::return_address: return hart.shadow() ? detail::returns_astray(hart, i) : no;
    case Detector::dangling: return hart.shadow() && use.bytes > 0 ? detail::uses_frame_that_is_gone(hart, i) : no;
    case Detector::leaks: {
      const bool ends = hart.shadow() && detectors.exit == hart.pc();
      return v.template constant<1>(ends && !detail::lost_memory(hart, detectors).empty());
    }
    case Detector::bounds: return hart.shadow() ? detail::leaves_object(hart, i, detectors) : no;
    case Detector::overlap: return detail::copies_onto_itself(hart, detectors);
    case Detector::division: return isa::is_division(i) ? v.eq(hart.get(i.rs2), v.template constant<32>(0)) : no;
  }
  return no;
}

}  // namespace janus::hart
