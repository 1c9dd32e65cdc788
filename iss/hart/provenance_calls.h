// What Provenance (provenance.h) does where functions of the library begin and return.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hart/provenance.h"

namespace janus::hart {

// Whether `realloc` is called with no bytes. If that depends on inputs, each is a path.
template <class V>
template <class H>
bool Provenance<V>::asks_for_nothing(H& hart, const Function& function) {
  const Word bytes = hart.get(function.arguments.bytes);
  if (const auto number = constant_of(bytes)) return *number == 0;
  return hart.branch(hart.values().eq(bytes, hart.values().template constant<32>(0))).value_or(false);
}

// A function of the heap begins.
template <class V>
template <class H>
void Provenance<V>::enter(H& hart, const Function& function) {
  auto& v = hart.values();
  const auto& [pointer, source, bytes, times] = function.arguments;
  const bool fills =
      function.kind == Function::Kind::MakeObject || (times != 0 && function.kind == Function::Kind::Allocate);
  const bool frees = function.kind == Function::Kind::Reallocate && asks_for_nothing(hart, function);
  Call call{function.kind, hart.get(isa::kRa), hart.get(isa::kSp), {}, {}, fills, frees};
  if (bytes) call.size = times ? v.mul(hart.get(bytes), hart.get(times)) : hart.get(bytes);
  if (pointer) {
    call.taken = allocation_of(hart, pointer);
    registers_[pointer] = {};  // what the allocator makes of it, and keeps in lists, is its own
  }
  call_ = call;
}

// The allocation that a pointer is to be given back for; nothing for a null pointer. If that depends on inputs, each is
// a path.
template <class V>
template <class H>
std::optional<std::uint32_t> Provenance<V>::allocation_of(H& hart, std::uint8_t number) const {
  const Word word = hart.get(number);
  auto& v = hart.values();
  const Origin origin = of_register(number, word);
  const bool is_null = !is_constant(word) && hart.branch(v.eq(word, v.template constant<32>(0))).value_or(false);
  if (is_null) return std::nullopt;
  if (origin.kind() == Origin::Kind::Allocation) return origin.where();
  for (std::size_t i = allocations_.size(); i-- > 0;) {
    if (allocations_[i].base == word) return static_cast<std::uint32_t>(i);
    if (is_constant(allocations_[i].base) && is_constant(word)) continue;
    if (hart.branch(v.eq(word, allocations_[i].base)).value_or(false)) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

template <class V>
void Provenance<V>::note_pointer_at(std::uint32_t address, Origin origin, const Word& sp) {
  const bool inside = origin.kind() == Origin::Kind::Local;
  if (origin.is_of_stack()) frames_.pointed_to(inside ? origin.first() : origin.end_of_frame(), inside, address, sp);
}

// Where a function copies to and from, and how many bytes: constants, if that decides where pointers will be. Nothing
// if the path ends.
template <class V>
template <class H>
std::optional<std::array<typename V::template Word<32>, 3>> Provenance<V>::arguments_of_copy(H& hart,
                                                                                             const Function& function) {
  const auto& arguments = function.arguments;
  std::array<Word, 3> words{hart.get(arguments.pointer), hart.get(arguments.source), hart.get(arguments.bytes)};
  if (!hart.tell_copies_apart(words[0], words[1], words[2])) return std::nullopt;
  return words;
}

template <class V>
template <class H>
Origin Provenance<V>::of_block(H& hart, std::uint8_t number, const Function& function,
                               const Detectors& detectors) const {
  const Word pointer = hart.get(number);
  const Origin origin = located(of_register(number, pointer), hart.pc(), 0, detectors);
  if (origin.kind() != Origin::Kind::Local || origin.ends()) return origin;
  const auto bytes = constant_of(hart.get(function.arguments.bytes)), caller = constant_of(hart.get(isa::kRa));
  const auto end = frames_.end_around(origin.where());
  const bool fits = !bytes || !caller || !end || !is_constant(pointer) || *bytes <= local_of(origin).size;
  if (fits || !detectors.is_scalar_at(*caller - 1, origin.where(), *end)) return origin;
  return Origin{Origin::Kind::Frame, *end};
}

// It goes through them with what it gets.
template <class V>
template <class H>
void Provenance<V>::take_blocks(H& hart, const Function& function, const Detectors& detectors) {
  for (const std::uint8_t number : {function.arguments.pointer, function.arguments.source}) {
    const Origin origin = number ? of_block(hart, number, function, detectors) : Origin{};
    if (origin.kind() == Origin::Kind::Frame) registers_[number] = {origin, hart.get(number)};
  }
}

// A function that copies begins. What was a pointer is one where it will be, although the function may copy bytes.
template <class V>
template <class H>
void Provenance<V>::copy_pointers(H& hart, const Function& function) {
  constexpr std::uint32_t kMost = 4096;  // bytes
  const auto words = arguments_of_copy(hart, function);
  if (!words) return;
  const auto to = constant_of((*words)[0]), from = constant_of((*words)[1]), bytes = constant_of((*words)[2]);
  if (!to) return;
  if (!from || !bytes || *bytes > kMost || (*to | *from) % 4 != 0) {  // what it stores may be anything
    const std::uint32_t reach = std::min(bytes.value_or(kMost), 16 * kMost);
    for (std::uint32_t offset = 0; offset < reach + 4; offset += 4) {
      const std::uint32_t word = home(hart, *to + offset, 1) & ~3U;
      const Pointer* const entry = memory_.entry_at(word);
      if (entry && entry->origin.known() && is_gone(entry->origin)) memory_.write(word, {}, {});
    }
    return;
  }
  std::vector<std::pair<std::uint32_t, Pointer>> found;
  for (std::uint32_t offset = 0; offset + 4 <= *bytes; offset += 4) {
    const Pointer* const entry = memory_.entry_at(home(hart, *from + offset, 4));
    if (!entry || !entry->origin.known()) continue;
    const auto word = hart.word_in_memory(*from + offset);
    if (word && *word == entry->value) found.emplace_back(*to + offset, *entry);
  }
  for (const auto& [address, entry] : found) {
    memory_.write(home(hart, address, 4), entry.origin, entry.value);
    note_pointer_at(address, entry.origin, hart.get(isa::kSp));
  }
}

// A function of the heap returns.
template <class V>
template <class H>
void Provenance<V>::leave(H& hart) {
  const Call call = *std::exchange(call_, std::nullopt);
  if (call.kind == Function::Kind::Examine) return;
  const Word result = hart.get(isa::kA0);
  const bool fails = constant_of(result) == 0U, gives = call.kind != Function::Kind::Free && !fails;
  const std::uint32_t caller = constant_of(call.return_to).value_or(0);
  if (call.taken && (gives || call.kind == Function::Kind::Free || call.frees)) {
    allocations_[*call.taken].live = false;
    allocations_[*call.taken].freed = caller;
  }
  if (!gives) return;
  kept_ = call.fills ? call.size : hart.values().template constant<32>(0);
  if (call.kind == Function::Kind::Reallocate && call.taken) kept_ = allocations_[*call.taken].size;
  registers_[isa::kA0] = {{Origin::Kind::Allocation, static_cast<std::uint32_t>(allocations_.size())}, result};
  allocations_.push_back({result, call.size, true, call.kind == Function::Kind::MakeObject, caller});
}

}  // namespace janus::hart
