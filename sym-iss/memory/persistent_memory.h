// Persistent (copy-on-write) byte memory whose bytes are concrete or symbolic (page.h).
//
// The memory is a radix tree of reference-counted nodes over pages. Copying a memory copies a pointer. A write clones
// the page and the tree nodes above the page if another copy shares them: about 300 bytes for the page and 150 for each
// level. Pages that were never written read as zero and cost nothing.
//
// Addresses are offsets from the start of the memory. Not thread-safe; copies must not be used from different threads
// either.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "memory/page.h"
#include "support/contract.h"

namespace janus::memory {

template <class Symbol>
class PersistentMemory {
  struct Node;
  class Link;

 public:
  using Page = memory::Page<Symbol>;
  static constexpr std::uint32_t kPageBytes = Page::kBytes;

  // A reference to a page that keeps the contents unchanged: a write to the memory clones the page first.
  class HeldPage {
   public:
    HeldPage() = default;
    const Page* get() const { return page_; }

   private:
    friend PersistentMemory;
    HeldPage(Link link, const Page* page) : link_(std::move(link)), page_(page) {}
    Link link_;
    const Page* page_ = nullptr;
  };

  // A memory of `size` bytes, all zero.
  explicit PersistentMemory(std::uint32_t size) : size_(size) {
    while (levels_ < kMaxLevels && (std::uint64_t{kPageBytes} << (kBits * levels_)) < size) ++levels_;
  }

  std::uint32_t size() const { return size_; }

  // The page that holds `address`, or null if it was never written (all zero). Valid until the next write.
  const Page* find(std::uint32_t address) const {
    const Node* leaf = leaf_of(address);
    return leaf ? &static_cast<const Leaf*>(leaf)->page : nullptr;
  }
  HeldPage hold(std::uint32_t address) const {
    Node* leaf = leaf_of(address);
    return leaf ? HeldPage(Link(leaf), &static_cast<const Leaf*>(leaf)->page) : HeldPage();
  }

  // The page that holds `address`, to be written to; cloned first if shared. The reference is valid until this memory
  // is copied or the page is held.
  Page& own(std::uint32_t address) {
    Link* link = &root_;
    for (unsigned level = levels_; level > 0; --level) link = &owned<Inner>(*link).children[slot(address, level)];
    return owned<Leaf>(*link).page;
  }

  std::uint8_t byte(std::uint32_t address) const {
    const Page* page = find(address);
    return page ? *page->bytes(address % kPageBytes) : 0;
  }
  SymbolicByte<Symbol> symbol(std::uint32_t address) const {
    const Page* page = find(address);
    return page ? page->symbol(address % kPageBytes) : SymbolicByte<Symbol>{};
  }

  void write(std::uint32_t address, std::uint8_t value) {
    JANUS_REQUIRE(address < size_);
    own(address).write(address % kPageBytes, &value, 1);
  }
  void write(std::uint32_t address, SymbolicByte<Symbol> value) {
    JANUS_REQUIRE(address < size_);
    own(address).write(address % kPageBytes, value.symbol, value.index, 1);
  }

  // Calls visit(address), ascending, for every aligned word that may differ between two memories of the same size. If
  // visit() returns false, stops and returns false. Skips pages that both memories share.
  template <class Visit>
  bool for_each_different_word(const PersistentMemory& other, Visit&& visit) const {
    return compare(root_.get(), other.root_.get(), levels_, 0, visit);
  }

  // Calls visit(address, page), ascending, for every page that this memory does not share with another memory of the
  // same size. `page` is null if it was never written (all zero). Takes time for the pages that are not shared.
  template <class Visit>
  void for_each_unshared_page(const PersistentMemory& other, Visit&& visit) const {
    visit_unshared(root_.get(), other.root_.get(), levels_, 0, visit);
  }

  // Whether two memories are copies of each other and neither was written since.
  bool shares_everything_with(const PersistentMemory& other) const { return root_.get() == other.root_.get(); }

 private:
  static constexpr unsigned kBits = 4, kFanout = 1U << kBits, kMaxLevels = 6;  // 6 levels span 4 GiB

  // A counted reference to a node, or null.
  class Link {
   public:
    Link() = default;
    explicit Link(Node* node) : node_(node) { ++node_->references; }
    Link(const Link& other) : node_(other.node_) {
      if (node_) ++node_->references;
    }
    Link(Link&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
    Link& operator=(Link other) noexcept {
      std::swap(node_, other.node_);
      return *this;
    }
    ~Link() {
      if (node_ && --node_->references == 0) delete node_;
    }
    Node* get() const { return node_; }

   private:
    Node* node_ = nullptr;
  };
  struct Node {
    Node() = default;
    Node(const Node&) {}  // a copy has no references yet
    Node& operator=(const Node&) = delete;
    virtual ~Node() = default;
    std::uint32_t references = 0;
  };
  struct Inner : Node {
    std::array<Link, kFanout> children;
  };
  struct Leaf : Node {
    Page page;
  };

  static std::size_t slot(std::uint32_t address, unsigned level) {
    return address / kPageBytes >> (kBits * (level - 1)) & (kFanout - 1);
  }
  Node* leaf_of(std::uint32_t address) const {
    Node* node = root_.get();
    for (unsigned level = levels_; node && level > 0; --level) {
      node = static_cast<const Inner*>(node)->children[slot(address, level)].get();
    }
    return node;
  }
  template <class Visit>
  static bool compare(const Node* a, const Node* b, unsigned level, std::uint32_t address, Visit& visit) {
    if (a == b) return true;
    if (level > 0) {
      const auto child = [](const Node* node, std::size_t i) {
        return node ? static_cast<const Inner*>(node)->children[i].get() : nullptr;
      };
      for (std::size_t i = 0; i < kFanout; ++i) {
        const auto begin = static_cast<std::uint32_t>(address + (i * kPageBytes << (kBits * (level - 1))));
        if (!compare(child(a, i), child(b, i), level - 1, begin, visit)) return false;
      }
      return true;
    }
    static const Page kZero;
    const Page& x = a ? static_cast<const Leaf*>(a)->page : kZero;
    const Page& y = b ? static_cast<const Leaf*>(b)->page : kZero;
    for (std::uint32_t block = 0; block < kPageBytes; block += Page::kBlockBytes) {
      if (x.same_in_block(y, block)) continue;
      for (std::uint32_t offset = block; offset < block + Page::kBlockBytes; offset += 4) {
        if (!x.same(y, offset, 4) && !visit(address + offset)) return false;
      }
    }
    return true;
  }
  template <class Visit>
  static void visit_unshared(const Node* node, const Node* other, unsigned level, std::uint32_t address, Visit& visit) {
    if (node == other) return;
    if (level == 0) {
      visit(address, node ? &static_cast<const Leaf*>(node)->page : nullptr);
      return;
    }
    const auto child = [](const Node* parent, std::size_t i) {
      return parent ? static_cast<const Inner*>(parent)->children[i].get() : nullptr;
    };
    for (std::size_t i = 0; i < kFanout; ++i) {
      const auto begin = static_cast<std::uint32_t>(address + (i * kPageBytes << (kBits * (level - 1))));
      visit_unshared(child(node, i), child(other, i), level - 1, begin, visit);
    }
  }
  // The node behind `link`: created if absent, cloned if shared.
  template <class T>
  static T& owned(Link& link) {
    if (!link.get()) {
      link = Link(new T);
    } else if (link.get()->references > 1) {
      link = Link(new T(static_cast<const T&>(*link.get())));
    }
    return static_cast<T&>(*link.get());
  }

  std::uint32_t size_;
  unsigned levels_ = 0;
  Link root_;
};

}  // namespace janus::memory
