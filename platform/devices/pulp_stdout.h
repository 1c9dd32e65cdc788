// The terminal of simulations of PULPissimo, to which its runtime prints (pulp-runtime: hal/debug_bridge and the stdout
// of tb_pulp): each byte that is stored is shown at once. Each core of each cluster has a word of its own, and all mean
// the same here.
#pragma once

#include <utility>

#include "devices/registers.h"

namespace janus::devices {

class PulpStdout {
 public:
  using enum Access;
  static constexpr std::string_view kTitle = "Terminal of simulations of PULPissimo";
  static constexpr Register kRegisters[] = {{.name = "PUTC",
                                             .offset = 0x00,
                                             .bytes = 4,
                                             .access = WriteOnly,
                                             .reset = 0,
                                             .meaning = "prints a character",
                                             .fields = {{"CHARACTER", 0, 7, "to print"}},
                                             .count = 0x400}};

  // Stores of words; all other accesses are refused.
  std::optional<Datum> read(std::uint32_t, unsigned) { return std::nullopt; }
  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    if (size != 4 || offset % 4 != 0 || offset >= kRegisters[0].end()) return false;
    sent_ = static_cast<std::uint8_t>(value);
    return true;
  }

  Picoseconds next_event() const { return kNever; }
  void advance_to(Picoseconds) {}
  bool shows_time(std::uint32_t) const { return false; }
  bool same_but_for_time(const PulpStdout& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return true; }

  // Removes and returns the byte that was printed last.
  std::optional<std::uint8_t> take_sent() { return std::exchange(sent_, std::nullopt); }

  friend bool operator==(const PulpStdout&, const PulpStdout&) = default;

 private:
  std::optional<std::uint8_t> sent_;
};

static_assert(Device<PulpStdout>);

}  // namespace janus::devices
