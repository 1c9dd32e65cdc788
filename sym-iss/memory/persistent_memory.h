// Persistent (copy-on-write) byte memory whose bytes are concrete or symbolic.
//
// A radix tree of reference-counted nodes over pages of 256 bytes. Copying a memory copies a pointer; a write clones
// the page it goes to, and the tree nodes above, if another copy shares them. Pages never written read as zero and cost
// nothing. A page has room for symbolic bytes only once it holds one.
//
// A symbolic byte is a piece of a symbolic value: `Symbol` is a handle (null when absent), and `index` says which byte
// of the handle's value it is, 0 the least significant. So a word stored and loaded again is the same handle, with
// nothing built in between.
//
// Addresses are offsets from the memory's start. Not thread-safe; copies may not be used from different threads either.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "support/contract.h"

namespace janus::memory {

template <class Symbol>
struct SymbolicByte {
  Symbol symbol{};  // null: the byte is concrete
  std::uint8_t index = 0;
};

template <class Symbol>
class PersistentMemory {
 public:
  static constexpr std::uint32_t kPageBytes = 256;

  struct Page {
    std::array<std::uint8_t, kPageBytes> bytes{};
    std::unique_ptr<std::array<SymbolicByte<Symbol>, kPageBytes>> symbols;  // null: all bytes are concrete

    Page() = default;
    Page(const Page& other)
        : bytes(other.bytes),
          symbols(other.symbols ? std::make_unique<std::array<SymbolicByte<Symbol>, kPageBytes>>(*other.symbols)
                                : nullptr) {}
    bool is_concrete(std::uint32_t offset, unsigned size) const {
      if (!symbols) return true;
      for (unsigned i = 0; i < size; ++i) {
        if ((*symbols)[offset + i].symbol) return false;
      }
      return true;
    }
  };

  // A memory of `size` bytes, all zero.
  explicit PersistentMemory(std::uint32_t size) : size_(size) {
    while (levels_ < kMaxLevels && (std::uint64_t{kPageBytes} << (kBits * levels_)) < size) ++levels_;
  }

  std::uint32_t size() const { return size_; }

  // The page that holds `address`, or null if it was never written (all zero). Valid until the next write.
  const Page* find(std::uint32_t address) const {
    const Node* node = root_.get();
    for (unsigned level = levels_; node && level > 0; --level) {
      const auto& child = static_cast<const Inner*>(node)->children[slot(address, level)];
      node = child.get();
    }
    return node ? &static_cast<const Leaf*>(node)->page : nullptr;
  }

  // As find(), but shared: while it is held, nobody writes to that page in place, so its contents do not change.
  std::shared_ptr<const Page> hold(std::uint32_t address) const {
    const std::shared_ptr<Node>* link = &root_;
    for (unsigned level = levels_; *link && level > 0; --level) {
      link = &static_cast<const Inner*>(link->get())->children[slot(address, level)];
    }
    return *link ? std::shared_ptr<const Page>(*link, &static_cast<const Leaf*>(link->get())->page) : nullptr;
  }

  // The page that holds `address`, this memory's own, to be written to. Valid until this memory is copied.
  Page& own(std::uint32_t address) {
    std::shared_ptr<Node>* link = &root_;
    for (unsigned level = levels_; level > 0; --level) {
      auto& inner = owned<Inner>(*link);
      link = &inner.children[slot(address, level)];
    }
    return owned<Leaf>(*link).page;
  }

  std::uint8_t byte(std::uint32_t address) const {
    const Page* page = find(address);
    return page ? page->bytes[address % kPageBytes] : 0;
  }
  SymbolicByte<Symbol> symbol(std::uint32_t address) const {
    const Page* page = find(address);
    return page && page->symbols ? (*page->symbols)[address % kPageBytes] : SymbolicByte<Symbol>{};
  }

  void write(std::uint32_t address, std::uint8_t value) {
    JANUS_REQUIRE(address < size_);
    Page& page = own(address);
    page.bytes[address % kPageBytes] = value;
    if (page.symbols) (*page.symbols)[address % kPageBytes] = {};
  }
  void write(std::uint32_t address, SymbolicByte<Symbol> value) {
    JANUS_REQUIRE(address < size_);
    Page& page = own(address);
    if (!page.symbols) page.symbols = std::make_unique<std::array<SymbolicByte<Symbol>, kPageBytes>>();
    (*page.symbols)[address % kPageBytes] = value;
  }

  // Whether two memories are copies of each other that neither has written since.
  bool shares_everything_with(const PersistentMemory& other) const { return root_ == other.root_; }

 private:
  static constexpr unsigned kBits = 5, kFanout = 1U << kBits, kMaxLevels = 5;  // 5 levels span 4 GiB and more
  // Children are owned through shared_ptr<Node>; make_shared remembers how to delete what was made.
  struct Node {};
  struct Inner : Node {
    std::array<std::shared_ptr<Node>, kFanout> children;
  };
  struct Leaf : Node {
    Page page;
  };

  static std::size_t slot(std::uint32_t address, unsigned level) {
    return address / kPageBytes >> (kBits * (level - 1)) & (kFanout - 1);
  }
  // The node behind `link`, made if absent and cloned if shared.
  template <class T>
  static T& owned(std::shared_ptr<Node>& link) {
    if (!link) {
      link = std::make_shared<T>();
    } else if (link.use_count() > 1) {
      link = std::make_shared<T>(static_cast<const T&>(*link));
    }
    return static_cast<T&>(*link);
  }

  std::uint32_t size_;
  unsigned levels_ = 0;
  std::shared_ptr<Node> root_;
};

}  // namespace janus::memory
