// Which instructions have accessed which objects inside, as far as `bounds` knows (hart/provenance.h). A copy shares
// the contents until one of the two notes more, since states fork far more often than they note anything. Not
// thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
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
