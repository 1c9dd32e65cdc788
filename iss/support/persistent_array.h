// An array whose copies share what they have in common: a copy takes constant time, a change logarithmic time.
//
// The array is a radix tree of reference-counted nodes of 16. A change clones the nodes above the element if another
// copy shares them: some 150 bytes for each level, and a level for each factor of 16. Elements that were never set are
// Value{}. Not thread-safe; copies must not be used from different threads either.
#pragma once

#include <algorithm>
#include <array>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace janus::support {

template <class Value>
class PersistentArray {
 public:
  PersistentArray() = default;
  PersistentArray(std::initializer_list<Value> values) {
    for (const Value& value : values) push_back(value);
  }

  // One more than the largest index that was set; 0 if none was.
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void clear() { *this = {}; }

  // Value{} if the element was never set. The reference is valid until the array changes.
  const Value& operator[](std::size_t index) const {
    static const Value kUnset{};
    if (index >= size_) return kUnset;
    const Node* node = root_.get();
    for (unsigned shift = shift_; node && shift; shift -= kBits) node = child(*node, index >> shift);
    return node ? leaf(*node).values[index % kFanOut] : kUnset;
  }

  void push_back(Value value) { set(size_, std::move(value)); }
  void set(std::size_t index, Value value) {
    while (index >> shift_ >= kFanOut) {  // one level more
      if (root_) {
        auto* const above = new Inner;
        above->children[0] = std::move(root_);
        root_ = above;
      }
      shift_ += kBits;
    }
    if (index >= size_) size_ = index + 1;
    Link* link = &root_;
    for (unsigned shift = shift_; shift; shift -= kBits) link = &own<Inner>(*link).children[index >> shift & kMask];
    own<Leaf>(*link).values[index & kMask] = std::move(value);
  }

  // Calls visit(index) for each element that is not equal in both, ascending. What they share costs nothing.
  template <class Visit>
  static void for_each_difference(const PersistentArray& a, const PersistentArray& b, Visit&& visit) {
    differences({a.root_.get(), a.shift_}, {b.root_.get(), b.shift_}, std::max(a.shift_, b.shift_), 0, visit);
  }
  friend bool operator==(const PersistentArray& a, const PersistentArray& b) {
    bool equal = a.size_ == b.size_;
    for_each_difference(a, b, [&equal](std::size_t) { equal = false; });
    return equal;
  }

 private:
  static constexpr unsigned kBits = 4;
  static constexpr std::size_t kFanOut = std::size_t{1} << kBits, kMask = kFanOut - 1;

  struct Node : boost::intrusive_ref_counter<Node, boost::thread_unsafe_counter> {
    virtual ~Node() = default;
  };
  using Link = boost::intrusive_ptr<Node>;
  struct Inner : Node {
    std::array<Link, kFanOut> children{};
  };
  struct Leaf : Node {
    std::array<Value, kFanOut> values{};
  };
  static const Node* child(const Node& inner, std::size_t index) {
    return static_cast<const Inner&>(inner).children[index & kMask].get();
  }
  static const Leaf& leaf(const Node& node) { return static_cast<const Leaf&>(node); }

  // The node of a link, to be changed.
  template <class Kind>
  static Kind& own(Link& link) {
    if (!link) {
      link = new Kind;
    } else if (link->use_count() > 1) {
      link = new Kind(static_cast<const Kind&>(*link));
    }
    return static_cast<Kind&>(*link);
  }

  // A tree whose root is at the level of `shift`, or nothing.
  struct Tree {
    const Node* root;
    unsigned shift;
    // The part of it below place `i` of a level that is not below the root.
    Tree part(unsigned level, std::size_t i) const {
      if (level > shift) return {i == 0 ? root : nullptr, shift};
      return {root ? child(*root, i) : nullptr, level - kBits};
    }
  };
  template <class Visit>
  static void differences(Tree a, Tree b, unsigned level, std::size_t first, Visit& visit) {
    if (a.root == b.root) return;  // also: both lack what is here
    for (std::size_t i = 0; i < kFanOut; ++i) {
      if (level) {
        differences(a.part(level, i), b.part(level, i), level - kBits, first + (i << level), visit);
      } else if (!((a.root ? leaf(*a.root).values[i] : Value{}) == (b.root ? leaf(*b.root).values[i] : Value{}))) {
        visit(first + i);
      }
    }
  }

  Link root_;
  unsigned shift_ = 0;  // of an index, at the root; 0: the root is a leaf
  std::size_t size_ = 0;
};

}  // namespace janus::support
