// Which instructions have accessed which objects inside, as far as `bounds` knows (hart/provenance.h). A copy shares
// the contents until one of the two notes more, since states fork far more often than they note anything. Not
// thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace janus::hart {

using NotedAccess = std::pair<std::uint32_t, std::uint32_t>;  // the address of an instruction, and where the object is

// In place of where the object is, of an access to memory by a pointer of which nobody knows where it comes from. So
// the access is not checked.
inline constexpr std::uint32_t kUnknownObject = 1;  // no object begins there

class NotedAccesses {
 public:
  // Of the instruction at `pc` to the object at `where`.
  bool contains(std::uint32_t pc, std::uint32_t where) const { return noted_ && noted_->contains({pc, where}); }
  // Returns whether that is new. Linear in their number if it is, and a copy shares them.
  bool insert(std::uint32_t pc, std::uint32_t where) {
    if (contains(pc, where)) return false;
    own().insert({pc, where});
    return true;
  }
  void insert(const NotedAccesses& other) {
    if (other.noted_ == noted_ || includes(other)) return;
    own().insert(other.noted_->begin(), other.noted_->end());
  }
  bool includes(const NotedAccesses& other) const {
    if (other.noted_ == noted_ || !other.noted_) return true;
    return noted_ && std::ranges::includes(*noted_, *other.noted_);
  }
  // The same, but for those of `other` of which `known(pc, where)` is true.
  template <class Known>
  bool includes(const NotedAccesses& other, const Known& known) const {
    if (other.noted_ == noted_ || !other.noted_) return true;
    return std::ranges::all_of(*other.noted_, [&](const auto& one) {
      return contains(one.first, one.second) || known(one.first, one.second);
    });
  }
  // Calls `visit(pc, where)` for each.
  template <class Visit>
  void for_each(const Visit& visit) const {
    if (!noted_) return;
    for (const auto& [pc, where] : *noted_) visit(pc, where);
  }
  friend bool operator==(const NotedAccesses& a, const NotedAccesses& b) {
    return a.noted_ == b.noted_ || (a.noted_ && b.noted_ && *a.noted_ == *b.noted_);
  }

 private:
  using Set = std::set<NotedAccess>;
  Set& own() {
    if (!noted_)
      noted_ = std::make_shared<Set>();
    else if (noted_.use_count() > 1)
      noted_ = std::make_shared<Set>(*noted_);
    return *noted_;
  }

  std::shared_ptr<Set> noted_;  // null: none; never empty
};

// Such accesses that all paths of an exploration are told of, in the order in which they are told. Logarithmic in their
// number. Not thread-safe.
class ToldAccesses {
 public:
  bool contains(std::uint32_t pc, std::uint32_t where) const { return order_.contains({pc, where}); }
  // Whether that was among the first `size` that were told.
  bool contained(std::uint32_t pc, std::uint32_t where, std::size_t size) const {
    const auto found = order_.find({pc, where});
    return found != order_.end() && found->second < size;
  }
  // Returns whether that is new.
  bool insert(std::uint32_t pc, std::uint32_t where) { return order_.try_emplace({pc, where}, order_.size()).second; }
  std::size_t size() const { return order_.size(); }

 private:
  std::map<NotedAccess, std::size_t> order_;
};

// Accesses of which no path is told, and for whose sake none is explored.
struct UnsureAccesses {
  std::set<NotedAccess> inside, left;  // of the object, and beyond it without a report
  std::set<std::uint32_t> unknown;     // the instructions of those to unknown objects

  void add(const UnsureAccesses& other) {
    inside.insert(other.inside.begin(), other.inside.end());
    left.insert(other.left.begin(), other.left.end());
    unknown.insert(other.unknown.begin(), other.unknown.end());
  }
};

}  // namespace janus::hart
