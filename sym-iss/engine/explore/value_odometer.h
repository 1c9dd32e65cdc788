// All combinations of the values of a path's inputs, one for each run of the firmware, in ascending order: an odometer,
// whose last digit moves fastest. Which inputs there are may depend on the values of earlier ones.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/state/seeds.h"
#include "solver/value_set.h"

namespace janus::engine {

class ValueOdometer {
 public:
  // A part of an input, of which something is known in advance. Parts of one input must not overlap.
  struct Part {
    std::uint32_t bytes;      // 1 to 8; little-endian
    solver::ValueSet values;  // 8 * bytes wide, not empty
  };
  struct Place {
    std::uint32_t input, offset;  // the number of the input on its path, from 0; bytes
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  using Parts = std::map<Place, Part>;

  // Every other byte has all values. Combinations are at most `most`.
  ValueOdometer(Parts known, double most) : known_(std::move(known)), most_(most) {}

  // A run begins.
  void begin() { input_ = 0, used_ = 0; }
  // The values of the run's next input, of `size` bytes. Returns whether that may be: false if there are too many
  // combinations; then there are no bytes, and the odometer is of no more use.
  bool next(std::uint8_t* bytes, std::uint32_t size);
  // All inputs of the run.
  const SeedBytes& bytes() const { return bytes_; }
  // Turns to the next combination. Returns false if there is none. The run must have asked for all its inputs.
  bool advance();
  // The part of all combinations that lies before this one, from 0 to 1.
  double progress() const;

 private:
  // A byte, or a known part.
  struct Digit {
    std::uint32_t bytes;
    const solver::ValueSet* values;  // null: all
    std::uint64_t value;
    double rank, count, combinations;  // of values before this one, of all; of digits up to this one
  };
  void write(const Digit& digit, std::size_t at);

  const Parts known_;
  const double most_;
  std::vector<Digit> digits_;
  SeedBytes bytes_;
  std::uint32_t input_ = 0;
  std::size_t used_ = 0;  // bytes of this run so far
};

}  // namespace janus::engine
