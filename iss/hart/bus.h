// What a hart sees of the world outside: a bus, the hooks' environment, and the memory it may touch directly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace janus::hart {

// The bus to memory and devices. Addresses are bytes, sizes 1, 2 or 4 bytes, values zero-extended; misaligned accesses
// may be refused by a device. `cycle` is the hart's local time. Implementations may call set_interrupt_line() on the
// hart before they return.
class Bus {
 public:
  virtual ~Bus() = default;
  // Nothing if no one answers at this address (an access fault).
  virtual std::optional<std::uint32_t> read(std::uint32_t address, unsigned size, std::uint64_t cycle) = 0;
  virtual bool write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t cycle) = 0;
};

// A window of memory that loads, stores and fetches may go to without the bus (TLM's DMI). Not owned. A window of size
// 0 is none at all.
struct DirectMemory {
  std::uint32_t base = 0;
  std::uint32_t size = 0;
  std::uint8_t* bytes = nullptr;
};

// Where a concrete run takes its symbolic inputs from. Without one, registers and memory keep what they hold.
class InputSource {
 public:
  virtual ~InputSource() = default;
  // Fills `bytes[0..size)`, which hold the present contents, for the next symbolic input of the run.
  // `pc` is the hook's address. Throws support::InputError if the inputs do not fit the run.
  virtual void next_input(std::uint32_t pc, std::uint8_t* bytes, std::uint32_t size) = 0;
};

}  // namespace janus::hart
