// What detectors know of memory (hart/provenance.h, hart/definedness.h), for who asks and changes that at each access:
// the pages of the latest accesses are kept at hand, so that few accesses look for one. Does what of_word(),
// part_at(), of_memory(), set_word(), store() and lowered() there do. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "hart/definedness.h"
#include "hart/provenance.h"

namespace janus::hart {

template <class V>
class NearPages {
 public:
  using Pointer = typename Provenance<V>::Pointer;
  using Word = typename V::template Word<32>;
  using Mask = Definedness::Mask;

  // Until forget(), nobody else may change what is known of memory, or copy it. To be called first.
  void look_at(Provenance<V>& pointers, Definedness& defined) {
    pointers_ = &pointers;
    defined_ = &defined;
    forget();
  }
  void forget() {
    for (Pages& pages : pages_) pages.number = kNone;
  }

  // Whether an access lies in one word, as all have to that the other functions are asked about. `bytes`: 1 to 4.
  static bool is_in_word(std::uint32_t address, std::uint32_t bytes) { return address % 4 + bytes <= 4; }
  // `value` is what the word there has.
  Origin of_word(std::uint32_t address, const Word& value) {
    const Pages& pages = at(address);
    if (!pages.pointers) return {};
    const Pointer& entry = (*pages.pointers)[word(address)];
    return entry.value == value ? entry.origin : Origin{};
  }
  // Null: there is none.
  const Pointer* entry_at(std::uint32_t address) {
    const Pages& pages = at(address);
    return pages.pointers ? &(*pages.pointers)[word(address)] : nullptr;
  }
  // What a load of less than a word gives.
  Origin part_at(std::uint32_t address) {
    const Pointer* const entry = entry_at(address);
    return entry && entry->origin.known() ? Origin{Origin::Kind::Part, address} : Origin{};
  }
  Mask undefined(std::uint32_t address, std::uint32_t bytes) {
    const Pages& pages = at(address);
    return pages.defined ? (*pages.defined)[word(address)] >> (8 * (address % 4)) & mask_of(bytes) : 0;
  }
  // The word has the entry from now on, and the bytes stored have these undefined bits.
  void store(std::uint32_t address, std::uint32_t bytes, const Pointer& entry, Mask undefined) {
    Pages& pages = at(address);
    bool makes_pages = false;
    if (pages.pointers) {
      if (!((*pages.pointers)[word(address)] == entry)) own_pointers(pages)[word(address)] = entry;
    } else if (entry.origin.known()) {
      pointers_->set_word(address, entry.origin, entry.value);
      makes_pages = true;
    }
    const std::uint32_t shift = 8 * (address % 4);
    const Mask bits = mask_of(bytes) << shift, after = undefined << shift & bits;
    if (pages.defined) {
      const Mask before = (*pages.defined)[word(address)];
      if ((before & bits) != after) own_defined(pages)[word(address)] = (before & ~bits) | after;
    } else if (after != 0) {
      defined_->store(address, bytes, undefined);
      makes_pages = true;
    }
    if (makes_pages) pages.number = kNone;
  }
  // The stack pointer was lowered.
  void lowered(std::uint32_t from, std::uint32_t to) {
    const bool is_near = from - to <= kPageBytes && (from | to) % 4 == 0;
    defined_->forget_copied(to, from - to);
    for (std::uint32_t first = to; is_near;) {
      const std::uint32_t end = std::min(from, first - first % kPageBytes + kPageBytes);
      Pages& pages = at(first);
      if (!pages.defined) break;
      std::fill_n(own_defined(pages).begin() + word(first), (end - first) / 4, ~Mask{0});
      if (end == from) return;
      first = end;
    }
    defined_->lowered(from, to);
    forget();
  }

 private:
  static constexpr std::uint32_t kPageBytes = Definedness::kPageBytes, kNone = ~0U;  // no page has that number
  static_assert(kPageBytes == PointerMemory<V>::kPageBytes);
  // Null: there is no such page. One that is owned may be written to.
  struct Pages {
    std::uint32_t number;
    bool owns_pointers, owns_defined;
    const typename Provenance<V>::Page* pointers;
    const Definedness::Page* defined;
  };
  static std::uint32_t word(std::uint32_t address) { return address % kPageBytes / 4; }
  static Mask mask_of(std::uint32_t bytes) { return ~Mask{0} >> (32 - 8 * bytes); }

  Pages& at(std::uint32_t address) {
    const std::uint32_t number = address / kPageBytes;
    Pages& pages = pages_[number % pages_.size()];
    if (pages.number != number) [[unlikely]]
      look_up(pages, number);
    return pages;
  }
  // What is rare is a function of its own, here and in hart/loop_detectors.h: the fast loop has all of this in it, and
  // must not become too large for the compiler to give it registers of the host.
  [[gnu::noinline, gnu::cold]] void look_up(Pages& pages, std::uint32_t number) {
    pages = {number, false, false, std::as_const(*pointers_).pages().find(number), defined_->pages().find(number)};
  }
  auto& own_pointers(Pages& pages) {
    if (!pages.owns_pointers) copy_pointers(pages);
    return const_cast<typename Provenance<V>::Page&>(*pages.pointers);
  }
  auto& own_defined(Pages& pages) {
    if (!pages.owns_defined) copy_defined(pages);
    return const_cast<Definedness::Page&>(*pages.defined);
  }
  [[gnu::noinline, gnu::cold]] void copy_pointers(Pages& pages) {
    pages.pointers = pointers_->pages().own(pages.number);
    pages.owns_pointers = true;
  }
  [[gnu::noinline, gnu::cold]] void copy_defined(Pages& pages) {
    pages.defined = defined_->pages().own(pages.number);
    pages.owns_defined = true;
  }

  Provenance<V>* pointers_ = nullptr;
  Definedness* defined_ = nullptr;
  std::array<Pages, 8> pages_;  // by number; more are not needed for a stack and some objects
};

}  // namespace janus::hart
