// The interfaces of a hart to everything outside: the bus, memory that it may access directly, inputs for hooks, and
// output to the host.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace janus::hart {

// The bus to memory and devices. Addresses are bytes, sizes 1, 2 or 4 bytes, values zero-extended; misaligned accesses
// may be refused by a device. `cycle` is the hart's local time. Implementations may call set_interrupt_line() on the
// hart before they return.
class Bus {
 public:
  virtual ~Bus() = default;
  // read() returns nothing, and write() false, if nothing answers at this address: an access fault.
  virtual std::optional<std::uint32_t> read(std::uint32_t address, unsigned size, std::uint64_t cycle) = 0;
  virtual bool write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t cycle) = 0;
};

// A window of memory that loads, stores and fetches may access without the bus (TLM's DMI). Not owned. Size 0 means
// that there is no window.
struct DirectMemory {
  std::uint32_t base = 0;
  std::uint32_t size = 0;
  std::uint8_t* bytes = nullptr;
};

// The source of values for a concrete run's symbolic inputs. Without a source, registers and memory keep their
// contents.
class InputSource {
 public:
  virtual ~InputSource() = default;
  // Writes the next symbolic input of the run to `bytes[0..size)`, which hold the present contents. `pc` is the hook's
  // address. Throws support::InputError if the inputs do not fit the run.
  virtual void next_input(std::uint32_t pc, std::uint8_t* bytes, std::uint32_t size) = 0;
};

// What firmware reads from the console of the host.
class ConsoleSource {
 public:
  virtual ~ConsoleSource() = default;
  // At least one byte and at most `most`, which is not 0; none if the input has ended. Waits for the first; nothing if
  // the run is to stop.
  virtual std::optional<std::vector<std::uint8_t>> read_console(std::uint32_t most) = 0;
};

// Takes what firmware writes to files of the host (hart/htif.h, hart/semihosting.h).
class OutputSink {
 public:
  virtual ~OutputSink() = default;
  // `file`: 1 is standard output, 2 standard error.
  virtual void write_file(std::uint32_t file, std::span<const std::uint8_t> bytes) = 0;
};

}  // namespace janus::hart
