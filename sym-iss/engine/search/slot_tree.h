// One number for each slot (waiting_states.h), with the sum or the maximum of all numbers. A slot tree is a complete
// binary tree in an array, and each inner node combines its two children. All operations cost O(log n), push_back()
// amortised; assign() costs O(n).
//
// The numbers are integers, because repeated updates of a floating-point sum would accumulate rounding errors.
#pragma once

#include <bit>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "support/contract.h"

namespace janus::engine {

template <class Combine>
class SlotTree {
 public:
  std::size_t size() const { return size_; }
  std::uint64_t operator[](std::size_t slot) const { return nodes_[capacity() + slot]; }
  // The sum or maximum of all numbers; 0 if there are none.
  std::uint64_t root() const { return nodes_[1]; }

  void push_back(std::uint64_t value) {
    if (size_ == capacity()) grow();
    set(size_++, value);
  }

  void set(std::size_t slot, std::uint64_t value) {
    std::size_t node = capacity() + slot;
    nodes_[node] = value;
    for (node /= 2; node > 0; node /= 2) nodes_[node] = Combine()(nodes_[2 * node], nodes_[2 * node + 1]);
  }

  // Removes the number in `slot`. The last number moves to `slot`.
  void remove(std::size_t slot) {
    JANUS_REQUIRE(slot < size_);
    set(slot, (*this)[size_ - 1]);
    set(--size_, 0);
  }

  // Sets every number to value_of(slot).
  template <class ValueOf>
  void assign(const ValueOf& value_of) {
    for (std::size_t slot = 0; slot < size_; ++slot) nodes_[capacity() + slot] = value_of(slot);
    combine_all();
  }

 protected:
  std::size_t capacity() const { return nodes_.size() / 2; }
  std::uint64_t node(std::size_t number) const { return nodes_[number]; }

 private:
  void grow() {
    std::vector<std::uint64_t> nodes(2 * nodes_.size());
    std::copy(nodes_.begin() + static_cast<std::ptrdiff_t>(capacity()), nodes_.end(),
              nodes.begin() + static_cast<std::ptrdiff_t>(nodes_.size()));
    nodes_ = std::move(nodes);
    combine_all();
  }
  void combine_all() {
    for (std::size_t node = capacity() - 1; node > 0; --node) {
      nodes_[node] = Combine()(nodes_[2 * node], nodes_[2 * node + 1]);
    }
  }

  // The root is node 1; node n has the children 2n and 2n + 1. The leaves are the second half of the array, and their
  // number is a power of two. A leaf without a slot is 0.
  std::vector<std::uint64_t> nodes_ = {0, 0};
  std::size_t size_ = 0;
};

struct Sum {
  std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return a + b; }
};
struct Maximum {
  std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return std::max(a, b); }
};

// Draws a slot with a probability proportional to its number. The sum of all numbers must be positive and fit into 64
// bits.
template <class Combine = Sum>
class SumTree : public SlotTree<Combine> {
 public:
  std::size_t pick(std::mt19937_64& random) const {
    JANUS_REQUIRE(this->root() > 0);
    std::uint64_t rest = random() % this->root();
    std::size_t node = 1;
    while (node < this->capacity()) {
      node *= 2;
      if (rest < this->node(node)) continue;
      rest -= this->node(node);
      ++node;
    }
    return node - this->capacity();
  }
};

// Finds the first slot with the largest number.
template <class Combine = Maximum>
class MaximumTree : public SlotTree<Combine> {
 public:
  std::size_t pick(std::mt19937_64&) const {
    JANUS_REQUIRE(this->size() > 0);
    std::size_t node = 1;
    while (node < this->capacity()) {
      node *= 2;
      if (this->node(node) < this->node(node + 1)) ++node;
    }
    return node - this->capacity();
  }
};

}  // namespace janus::engine
