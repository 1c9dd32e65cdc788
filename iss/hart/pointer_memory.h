// Which words of memory are pointers, and where they come from (hart/provenance.h). An entry holds for the very value
// that it was written for. A copy shares the pages. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "hart/constants.h"
#include "hart/origin.h"
#include "hart/shared_pages.h"

namespace janus::hart {

// An entry of a register or a word.
template <class V>
struct Pointer {
  Origin origin;
  typename V::template Word<32> value{};
  friend bool operator==(const Pointer&, const Pointer&) = default;
};

// Where a pointer into a frame leads, or which variable it is of; nothing if that depends on inputs.
template <class V>
std::optional<std::uint32_t> place_of(const Pointer<V>& pointer) {
  const auto at = constant_of(pointer.value);
  return !at && pointer.origin.kind() == Origin::Kind::Local ? pointer.origin.first() : at;
}

// By address of the word.
template <class V>
class PointerMemory {
 public:
  using Word = typename V::template Word<32>;
  static constexpr std::uint32_t kPageBytes = 256;
  using Page = std::array<Pointer<V>, kPageBytes / 4>;

  Origin at(std::uint32_t address, const Word& value) const {
    const Pointer<V>* const entry = entry_at(address);
    return entry && entry->value == value ? entry->origin : Origin{};
  }
  // Null: there is none.
  const Pointer<V>* entry_at(std::uint32_t address) const {
    const Page* const page = pages.find(address / kPageBytes);
    return page ? &(*page)[address % kPageBytes / 4] : nullptr;
  }
  void write(std::uint32_t address, Origin origin, const Word& value) {
    const std::uint32_t number = address / kPageBytes, word = address % kPageBytes / 4;
    const Pointer<V> entry{origin, value};
    const Page* const page = pages.find(number);
    if (page ? (*page)[word] == entry : !origin.known()) return;
    pages.make(number)[word] = entry;
  }
  // Forgets all pointers for which `stale(origin, value)` holds.
  template <class Stale>
  void forget(const Stale& stale) {
    pages.for_each([&](std::uint32_t number, const std::shared_ptr<Page>& page) {
      for (std::size_t word = 0; word < page->size(); ++word) {
        const Pointer<V>& entry = (*page)[word];
        if (entry.origin.known() && stale(entry.origin, entry.value)) (*pages.own(number))[word] = {};
      }
    });
  }
  // The pointer at `address`, if there is one and it leads into the frame that ends at `end`, leads nowhere any more.
  // Whether there was one.
  bool leave(std::uint32_t address, std::uint32_t end) {
    const Page* const page = pages.find(address / kPageBytes);
    if (!page || !(*page)[address % kPageBytes / 4].origin.is_of_stack()) return false;
    const Pointer<V> pointer = (*page)[address % kPageBytes / 4];
    if (place_of(pointer).value_or(end) >= end) return false;
    write(address, {Origin::Kind::Dangling, end}, pointer.value);
    return true;
  }
  // Whether `holds(address)` is true for every word that was noted as a pointer, whatever it is now; but for what
  // `other`, if it is not null, shares.
  template <class Holds>
  bool all_words(const Holds& holds, const PointerMemory* other) const {
    return pages.all_of([&](std::uint32_t number, const Page& page) {
      if (other && other->pages.find(number) == &page) return true;
      for (std::uint32_t word = 0; word < page.size(); ++word) {
        if (page[word].origin.known() && !holds(number * kPageBytes + 4 * word)) return false;
      }
      return true;
    });
  }
  friend bool operator==(const PointerMemory& a, const PointerMemory& b) {
    return a.pages.size() == b.pages.size() && a.pages.all_of([&](std::uint32_t number, const Page& ours) {
      const Page* const theirs = b.pages.find(number);
      return theirs && (&ours == theirs || ours == *theirs);
    });
  }

  SharedPages<Page> pages;
};

}  // namespace janus::hart
