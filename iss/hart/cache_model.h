// A cache with tags but without contents: it tells whether an access hits. It is set-associative and replaces the least
// recently used line (Hennessy and Patterson, Computer Architecture, appendix B). The timing profile says what hits and
// misses cost.
#pragma once

#include <bit>
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
  std::uint32_t lines() const { return size >> std::countr_zero(line); }
  std::uint32_t sets() const { return lines() >> std::countr_zero(ways); }
  // The number of the line of an address, and the index of the first way of its set.
  std::uint32_t line_of(std::uint32_t address) const { return address >> std::countr_zero(line); }
  std::uint32_t set_of(std::uint32_t address) const { return (line_of(address) & (sets() - 1)) * ways; }
};

// The tags. A CacheState is a value; copies share the tags until one of them changes. It is a null pointer until the
// first access.
class CacheState {
 public:
  // The tag of a way that holds no line.
  static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};
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
  void clear() { tags_.reset(); }

  // The tags of all ways: numbers of lines, or kEmpty; those of a set are adjacent, latest use first. Behind them, for
  // each way, 1 if the line was written to, else 0. Valid until the state is changed or copied.
  std::uint32_t* own(const CacheGeometry& geometry);

  friend bool operator==(const CacheState& a, const CacheState& b) {
    if (a.tags_ == b.tags_) return true;
    if (a.tags_ && b.tags_) return *a.tags_ == *b.tags_;
    return a.is_empty() && b.is_empty();
  }

 private:
  bool is_empty() const;

  std::shared_ptr<std::vector<std::uint32_t>> tags_;  // as own() gives them
};

}  // namespace janus::hart
