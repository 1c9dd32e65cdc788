// A page of memory whose bytes are concrete or symbolic: 256 bytes, a bit for each byte that says whether the byte is
// symbolic, and a run for each sequence of bytes of one symbolic value. So a copy is small, unless most of the page is
// symbolic.
//
// A symbolic byte is a piece of a symbolic value: `Symbol` is a handle of the value (null when absent), and `index` is
// the number of the byte in the value, 0 for the least significant byte. So a word that is stored and loaded again is
// the same handle, and no term is built in between.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace janus::memory {

template <class Symbol>
struct SymbolicByte {
  Symbol symbol{};  // null: the byte is concrete
  std::uint8_t index = 0;
};

// Offsets are below kBytes, and accesses stay within the page. Not thread-safe.
template <class Symbol>
class Page {
 public:
  static constexpr std::uint32_t kBytes = 256;

  // The concrete bytes. The contents of symbolic bytes are unspecified.
  const std::uint8_t* bytes(std::uint32_t offset) const { return &bytes_[offset]; }

  bool is_concrete() const { return runs_.empty(); }  // every byte
  bool is_concrete(std::uint32_t offset, unsigned size) const {
    if (runs_.empty()) return true;
    for (std::uint32_t i = offset; i < offset + size; ++i) {
      if (symbolic_[i / 64] >> i % 64 & 1) return false;
    }
    return true;
  }
  SymbolicByte<Symbol> symbol(std::uint32_t offset) const {
    if (is_concrete(offset, 1)) return {};
    const Run& run = *(after(offset) - 1);
    return {run.symbol, static_cast<std::uint8_t>(run.index + (offset - run.offset))};
  }

  // Calls visit(offset, byte) for each symbolic byte, the lowest first.
  template <class Visit>
  void for_each_symbolic(Visit&& visit) const {
    for (const Run& run : runs_) {
      for (std::uint32_t i = 0; i < run.size; ++i)
        visit(run.offset + i, SymbolicByte<Symbol>{run.symbol, static_cast<std::uint8_t>(run.index + i)});
    }
  }

  // Whether two pages have the same bytes from `offset` on: equal values, or the same pieces of the same symbols.
  bool same(const Page& other, std::uint32_t offset, unsigned size) const {
    if (is_concrete(offset, size) && other.is_concrete(offset, size)) {
      return std::memcmp(bytes(offset), other.bytes(offset), size) == 0;
    }
    for (std::uint32_t i = offset; i < offset + size; ++i) {
      const auto a = symbol(i), b = other.symbol(i);
      if (!(a.symbol == b.symbol) || (a.symbol ? a.index != b.index : bytes_[i] != other.bytes_[i])) return false;
    }
    return true;
  }

  static constexpr std::uint32_t kBlockBytes = 64;
  // Whether both are known to have the same bytes in the block from `offset` on, a multiple of its size.
  bool same_in_block(const Page& other, std::uint32_t offset) const {
    const std::uint64_t mask = symbolic_[offset / kBlockBytes];
    if (mask != other.symbolic_[offset / kBlockBytes]) return false;
    if (mask == 0) return std::memcmp(bytes(offset), other.bytes(offset), kBlockBytes) == 0;
    for (std::uint32_t i = 0; i < kBlockBytes; ++i) {
      if ((mask >> i & 1) == 0 && bytes_[offset + i] != other.bytes_[offset + i]) return false;
    }
    return same_runs(other, offset, offset + kBlockBytes);
  }

  // Whether the bytes from `offset` on are known to be those of `symbol` from its byte `index` up.
  bool has(std::uint32_t offset, Symbol symbol, std::uint8_t index, unsigned size) const {
    if (is_concrete(offset, 1)) return false;
    const Run& run = *(after(offset) - 1);
    return run.symbol == symbol && run.index + (offset - run.offset) == index && run.end() >= offset + size;
  }

  void write(std::uint32_t offset, const std::uint8_t* bytes, unsigned size) {
    if (!is_concrete(offset, size)) cut(offset, size);
    std::memcpy(&bytes_[offset], bytes, size);
  }
  // Writes the bytes of `symbol` from its byte `index` up.
  void write(std::uint32_t offset, Symbol symbol, std::uint8_t index, unsigned size) {
    if (!is_concrete(offset, size)) cut(offset, size);
    for (std::uint32_t i = offset; i < offset + size; ++i) symbolic_[i / 64] |= std::uint64_t{1} << i % 64;
    const auto next = runs_.begin() + (after(offset) - runs_.cbegin());
    const Run run{symbol, static_cast<std::uint8_t>(offset), static_cast<std::uint8_t>(size), index};
    if (next != runs_.begin() && (next - 1)->goes_on_in(run))
      (next - 1)->size += run.size;
    else
      runs_.insert(next, run);
  }

 private:
  // Consecutive bytes of one symbol, at most 255.
  struct Run {
    Symbol symbol;
    std::uint8_t offset, size, index;

    std::uint32_t end() const { return std::uint32_t{offset} + size; }
    bool goes_on_in(const Run& next) const {
      return symbol == next.symbol && end() == next.offset && index + size == next.index && size + next.size < kBytes;
    }
  };
  using Runs = std::vector<Run>;

  // The first run that begins after `offset`.
  typename Runs::const_iterator after(std::uint32_t offset) const {
    return std::upper_bound(runs_.begin(), runs_.end(), offset,
                            [](std::uint32_t wanted, const Run& run) { return wanted < run.offset; });
  }

  // Whether the runs are the same between two offsets, where the same bytes are symbolic.
  bool same_runs(const Page& other, std::uint32_t begin, std::uint32_t end) const {
    const auto first = [begin](const Page& page) {
      return std::ranges::find_if(page.runs_, [begin](const Run& run) { return run.end() > begin; });
    };
    auto a = first(*this), b = first(other);
    for (; a != runs_.end() && a->offset < end; ++a, ++b) {
      if (b == other.runs_.end() || !(a->symbol == b->symbol)) return false;
      if (a->index - a->offset != b->index - b->offset) return false;
      if (std::min(a->end(), end) != std::min(b->end(), end)) return false;
    }
    return b == other.runs_.end() || b->offset >= end;
  }

  // Makes bytes concrete: removes their parts from the runs.
  void cut(std::uint32_t offset, unsigned size) {
    const std::uint32_t end = offset + size;
    for (std::uint32_t i = offset; i < end; ++i) symbolic_[i / 64] &= ~(std::uint64_t{1} << i % 64);
    auto first = runs_.begin() + (after(offset) - runs_.cbegin());
    if (first != runs_.begin() && (first - 1)->end() > offset) --first;
    auto last = first;
    std::array<Run, 2> kept;  // what remains of the first and the last run
    std::size_t count = 0;
    for (; last != runs_.end() && last->offset < end; ++last) {
      const std::uint32_t last_end = last->end();
      if (last->offset < offset) {
        kept[count++] = {last->symbol, last->offset, static_cast<std::uint8_t>(offset - last->offset), last->index};
      }
      if (last_end > end) {
        kept[count++] = {last->symbol, static_cast<std::uint8_t>(end), static_cast<std::uint8_t>(last_end - end),
                         static_cast<std::uint8_t>(last->index + (end - last->offset))};
      }
    }
    runs_.insert(runs_.erase(first, last), kept.begin(), kept.begin() + count);
  }

  std::array<std::uint8_t, kBytes> bytes_{};
  std::array<std::uint64_t, kBytes / kBlockBytes> symbolic_{};
  Runs runs_;  // by offset
};

}  // namespace janus::memory
