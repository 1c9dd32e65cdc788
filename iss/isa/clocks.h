// Which control and status registers show or change what time it is: the counters of cycles, instructions and mtime.
#pragma once

#include <cstdint>

#include "isa/instruction.h"
#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::isa {

// A counter that goes on by itself.
constexpr bool is_clock(std::uint16_t number) {
  const auto in_range = [number](std::uint16_t first, std::uint16_t last) { return first <= number && number <= last; };
  return in_range(csr::cycle, csr::instret) || in_range(csr::cycleh, csr::instreth) ||
         in_range(csr::mcycle, csr::minstret) || in_range(csr::mcycleh, csr::minstreth);
}

// Whether an instruction reads or writes a clock, or stops one.
inline bool accesses_clock(const Instruction& i) {
  const auto number = static_cast<std::uint16_t>(i.immediate);
  return accesses_csr(i) && (is_clock(number) || number == csr::mcountinhibit);
}

}  // namespace janus::isa
