// A map from the words of one width to those of fewer bits, for words that are only compared.
//
// Where words are compared with one another and with some constants, and nothing else is done to them, all that matters
// of their values is which are equal, and their order. So as many values as there are words are enough, between each
// two neighbouring constants if order matters: the small-model property (Pnueli, Rodeh, Shtrichman, Siegel, Deciding
// equality formulas by small domain instantiations, CAV 1999), here for signed and unsigned order at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace janus::solver {

class RankMap {
 public:
  enum class Kind : std::uint8_t {
    Distinct,  // equal words have equal ranks, and others have others; the constants have the lowest ranks
    Ordered,   // and the order of words, signed and unsigned, is that of their ranks; also with zero, signed
  };

  // For words of `width` bits, 2 to 64, of which `places` or fewer (at least 1) are compared with one another and with
  // `constants`, which are zero above the width, ascending and different. There must be as many words as ranks, which
  // is so if rank_width() is at most half of the width.
  RankMap(Kind kind, unsigned width, std::span<const std::uint64_t> constants, std::uint64_t places);

  Kind kind() const { return kind_; }
  unsigned rank_width() const { return rank_width_; }  // bits
  std::size_t constants() const { return constants_; }

  // The rank of a constant that the map was made for. Zero above rank_width().
  std::uint64_t rank(std::uint64_t constant) const;

  // The word of that rank; different ones have different words.
  std::uint64_t word(std::uint64_t rank) const;

 private:
  // Ranks that follow one another, and their words, which do so, too.
  struct Run {
    std::uint64_t rank, word;  // the first, unsigned
  };
  void lay_out_distinct(unsigned width, std::span<const std::uint64_t> constants, std::uint64_t places);
  void lay_out_ordered(unsigned width, std::span<const std::uint64_t> constants, std::uint64_t places);
  void lay_out_half(std::uint64_t first, std::uint64_t last, std::span<const std::uint64_t> constants,
                    std::uint64_t first_rank, std::uint64_t ranks, std::uint64_t places);

  Kind kind_;
  std::size_t constants_;
  unsigned rank_width_ = 1;
  std::vector<Run> runs_;  // by rank
};

}  // namespace janus::solver
