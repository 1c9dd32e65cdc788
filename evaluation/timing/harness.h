// What the harness needs of a model of a core: one class for each core. The harness owns memory and devices, loads the
// firmware, counts cycles, and knows when it ends (harness.cpp).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace rtl {

// Memory and devices as the core sees them: `address` is a multiple of 4; `strobe` has a bit for each byte that is
// written.
struct Bus {
  std::function<std::uint32_t(std::uint32_t address)> read;
  std::function<void(std::uint32_t address, std::uint32_t word, unsigned strobe)> write;
};

class Core {
 public:
  virtual ~Core() = default;
  // Holds the core in reset for as long as it needs. The first instruction is at 0x80000000.
  virtual void reset() = 0;
  // One cycle. The core may use the bus as often as it does in a cycle.
  virtual void clock(bool software_interrupt) = 0;
};

// Defined by the adapter of the core.
std::unique_ptr<Core> make_core(Bus bus);

}  // namespace rtl
