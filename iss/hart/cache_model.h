// A cache that has tags and no contents: whether an access hits. Set-associative, least recently used is replaced
// (Hennessy and Patterson, Computer Architecture, appendix B). What hits and misses cost is the timing profile's
// business.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace janus::hart {

// Sizes in bytes. Each a power of two, and ways * line at most size.
struct CacheGeometry {
  std::uint32_t size = 0;  // 0: there is no cache
  std::uint32_t ways = 1;
  std::uint32_t line = 32;

  bool exists() const { return size != 0; }
  std::uint32_t sets() const { return size / ways / line; }
};

// The tags: a value, whose copies share them until one changes. Empty, a null pointer, until the first access.
class CacheState {
 public:
  struct Access {
    bool hit;
    bool evicts_dirty;  // a line that was written to had to leave
  };

  // Whether the line of `address` is there.
  bool contains(const CacheGeometry& geometry, std::uint32_t address) const;
  // Brings the line of `address` in, if need be, and notes that it was used; and written to, if `dirty`.
  Access access(const CacheGeometry& geometry, std::uint32_t address, bool dirty);
  // Forgets everything; nothing is written back.
  void clear() { lines_.reset(); }

  friend bool operator==(const CacheState& a, const CacheState& b) {
    return a.lines_ == b.lines_ || (a.lines_ && b.lines_ && *a.lines_ == *b.lines_);
  }

 private:
  // A line's number << 2 | dirty << 1 | valid; the ways of a set one after the other, latest use first.
  std::shared_ptr<std::vector<std::uint32_t>> lines_;
};

}  // namespace janus::hart
