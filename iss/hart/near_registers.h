// What detectors know of registers (hart/provenance.h, hart/definedness.h), for the fast loop, which asks and changes
// that at each instruction: in a table of its own, which has no values. All of it holds for what the registers have
// now. look_at() makes the table from the shadow's entries, flush() makes the entries follow. Not thread-safe.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "hart/definedness.h"
#include "hart/origin.h"
#include "hart/provenance.h"
#include "isa/registers.h"

namespace janus::hart {

template <class V>
class NearRegisters {
 public:
  using Word = typename V::template Word<32>;
  using Mask = Definedness::Mask;

  // Bit r for x[r]: some bits are undefined.
  std::uint32_t undefined() const { return undefined_; }
  void undefine(std::uint8_t number) { undefined_ |= 1U << number; }
  void define(std::uint8_t number) { undefined_ &= ~(1U << number); }
  // Whether the shadow has an entry for a pointer into the stack that does not hold any more, which is followed all the
  // same.
  bool outdated() const { return outdated_; }

  Origin known(std::uint8_t number) const { return std::bit_cast<Origin>(known_[number]); }
  void know(std::uint8_t number, Origin origin) { known_[number] = std::bit_cast<std::uint64_t>(origin); }

  // `x`: the values of the registers.
  void look_at(const Provenance<V>& pointers, const Definedness& defined, const Word* x) {
    bool outdated = false, some_untouched = false;
    Mask undefined = 0;
    know(0, {});
    for (std::uint8_t number = 1; number < 32; ++number) {
      const auto& entry = pointers.entry(number);
      const bool holds = (entry.origin == Origin{}) | (entry.value == x[number]);
      know(number, holds ? entry.origin : untouched(number));
      outdated |= !holds && entry.origin.is_of_stack();
      some_untouched |= !holds;
      undefined |= defined.of_register(number);
    }
    outdated_ = outdated;
    some_untouched_ = some_untouched;
    undefined_ = 0;
    for (std::uint8_t number = 1; undefined != 0 && number < 32; ++number)
      undefined_ |= (defined.of_register(number) != 0 ? 1U : 0U) << number;
  }
  // Entries of the stack pointer do not follow: it points into its frame, whatever they say.
  void flush(Provenance<V>& pointers, const Word* x) const {
    const auto sp = pointers.entry(isa::kSp);
    for (std::uint8_t number = 1; number < 32; ++number) {
      const Origin origin = known(number);
      if (some_untouched_ && origin == untouched(number)) continue;
      // Without a branch: which registers are pointers, no predictor of the host can learn.
      const bool is_noted = origin.kind() != Origin::Kind::Unknown;
      pointers.set_entry(number, {std::bit_cast<Origin>(known_[number] & (0 - std::uint64_t{is_noted})),
                                  Word{x[number].raw & (0 - std::uint32_t{is_noted})}});
    }
    pointers.set_entry(isa::kSp, sp);
  }

 private:
  // Of a register whose entry in the shadow does not hold: nothing is known, and nothing has been written since.
  static constexpr Origin untouched(std::uint8_t number) { return {Origin::Kind::Unknown, 0, number + 1U}; }

  // What is known are the bits of an Origin, so that making the table costs nothing.
  std::array<std::uint64_t, 32> known_;
  std::uint32_t undefined_ = 0;
  bool outdated_ = false, some_untouched_ = false;
};

// Of a hart that knows no register better than the shadow does.
struct NoNearRegisters {
  static constexpr bool outdated() { return false; }
  static constexpr std::uint32_t undefined() { return 0; }
  static constexpr Origin known(std::uint8_t) { return {}; }
  void undefine(std::uint8_t) {}
  void define(std::uint8_t) {}
};

}  // namespace janus::hart
