// Sets of registers and bytes of memory: what a path reads before it writes it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace janus::engine {

// A set of bytes of memory, by offset. Cost: insert() is logarithmic in the number of chunks, and linear where it adds
// one; insert_but() is linear in both sets.
class ByteSet {
 public:
  static constexpr std::uint32_t kChunkBytes = 64;
  struct Chunk {
    std::uint32_t number;  // of its first byte, divided by kChunkBytes
    std::uint64_t bytes;   // bit i: byte i of the chunk
    friend bool operator==(const Chunk&, const Chunk&) = default;
  };

  void insert(std::uint32_t first, std::uint32_t count) { insert_but(first, count, {}); }
  // Those of the `count` bytes from `first` on that are not in `but`.
  void insert_but(std::uint32_t first, std::uint32_t count, const ByteSet& but) {
    const std::uint64_t end = std::uint64_t{first} + count;
    for (std::uint64_t at = first; at < end;) {
      const auto number = static_cast<std::uint32_t>(at / kChunkBytes),
                 in_chunk = static_cast<std::uint32_t>(at % kChunkBytes);
      const std::uint64_t bytes = std::min<std::uint64_t>(kChunkBytes - in_chunk, end - at);
      const std::uint64_t ones = bytes == kChunkBytes ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes) - 1;
      add(number, ones << in_chunk & ~but.chunk(number));
      at += bytes;
    }
  }
  // The bytes of `other` that are not in `but`.
  void insert_but(const ByteSet& other, const ByteSet& but) {
    for (const Chunk& chunk : other.chunks_) add(chunk.number, chunk.bytes & ~but.chunk(chunk.number));
  }

  const std::vector<Chunk>& chunks() const { return chunks_; }  // ascending; none is empty
  friend bool operator==(const ByteSet&, const ByteSet&) = default;

 private:
  std::uint64_t chunk(std::uint32_t number) const {
    const auto at = std::ranges::lower_bound(chunks_, number, {}, &Chunk::number);
    return at != chunks_.end() && at->number == number ? at->bytes : 0;
  }
  void add(std::uint32_t number, std::uint64_t bytes) {
    if (bytes == 0) return;
    const auto at = std::ranges::lower_bound(chunks_, number, {}, &Chunk::number);
    if (at != chunks_.end() && at->number == number) {
      at->bytes |= bytes;
    } else {
      chunks_.insert(at, {number, bytes});
    }
  }

  std::vector<Chunk> chunks_;
};

struct LiveCells {
  std::uint32_t registers = 0;  // bit r for x[r]
  ByteSet bytes;

  void insert_but(const LiveCells& other, const LiveCells& but) {
    registers |= other.registers & ~but.registers;
    bytes.insert_but(other.bytes, but.bytes);
  }
  friend bool operator==(const LiveCells&, const LiveCells&) = default;
};

}  // namespace janus::engine
