// A cache with tags but without contents: it tells whether an access hits. It is set-associative and replaces the least
// recently used line (Hennessy and Patterson, Computer Architecture, appendix B). The timing profile says what hits and
// misses cost.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace janus::hart {

// Sizes in bytes. Each number is a power of two, and ways * line is at most size.
struct CacheGeometry {
  std::uint32_t size = 0;  // 0: there is no cache
  std::uint32_t ways = 1;
  std::uint32_t line = 32;

  bool exists() const { return size != 0; }
  std::uint32_t sets() const { return size / ways / line; }
};

// The tags. A CacheState is a value; copies share the tags until one of them changes. It is a null pointer until the
// first access.
class CacheState {
 public:
  struct Access {
    bool hit;
    bool evicts_dirty;  // the access replaced a line that had been written to
  };

  // Whether the line of `address` is in the cache.
  bool contains(const CacheGeometry& geometry, std::uint32_t address) const;
  // Brings the line of `address` into the cache if it is missing, and makes it the latest used of its set. If `dirty`,
  // also notes that the line was written to.
  Access access(const CacheGeometry& geometry, std::uint32_t address, bool dirty);
  // Empties the cache. Nothing is written back.
  void clear() { lines_.reset(); }

  friend bool operator==(const CacheState& a, const CacheState& b) {
    return a.lines_ == b.lines_ || (a.lines_ && b.lines_ && *a.lines_ == *b.lines_);
  }

 private:
  // Each element is a line's number << 2 | dirty << 1 | valid. The ways of a set are adjacent, latest use first.
  std::shared_ptr<std::vector<std::uint32_t>> lines_;
};

}  // namespace janus::hart
