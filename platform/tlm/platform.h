// The virtual prototype: a core, RAM and the board's devices around a TLM-2.0 bus, running one firmware. This header
// does not name SystemC.
//
// SystemC simulates once per process: a process constructs one Platform in its life.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "devices/memory_map.h"
#include "hart/concrete_hart.h"
#include "prototype/end.h"
#include "support/firmware_image.h"

namespace janus::prototype {

struct PlatformConfig {
  // hooks, decode_cache and timing are the caller's; reset_pc, ram_base, ram_size and tohost are set by the platform.
  hart::HartConfig hart;
  std::uint32_t ram_size = devices::memory_map::kDefaultRamSize;  // bytes
  std::uint64_t quantum_ns = 10'000;  // how far the core may run ahead of SystemC's time; 0: one instruction
  bool dmi = true;
  std::string uart_input;                                                      // a file; empty: standard input
  std::uint64_t max_instructions = std::numeric_limits<std::uint64_t>::max();  // retired since reset
  const std::atomic<bool>* stop = nullptr;  // not owned; may be set by a signal handler: the run ends soon
};

struct RunResult {
  End end;
  std::optional<std::uint32_t> exit_code;  // what the firmware gave to the test finisher or `tohost`
  std::uint32_t pc = 0;                    // of the instruction that ended the run (its next one, for a limit)
  std::optional<hart::ConcreteHart::UnhandledTrap> trap;  // for UnhandledTrap
  std::string hook_error;                                 // for HookError: one line
  std::uint64_t cycles = 0, instructions = 0;             // since reset
  std::uint64_t picoseconds = 0;                          // of simulated time
};

class Platform {
 public:
  // Builds the machine and loads the firmware. Throws support::InputError: a segment outside of memory, an unreadable
  // UART input. `inputs`, where symbolic inputs come from, may be null; else it must outlive the platform.
  Platform(PlatformConfig config, const support::FirmwareImage& image, hart::InputSource* inputs = nullptr);
  ~Platform();
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;

  // Runs until the firmware ends, or the limit is reached. Rethrows what the input source throws; throws
  // support::InputError if the UART's input or output fails. After InstructionLimit and Interrupted it may be called
  // again, with another limit if set_max_instructions() says so.
  RunResult run();
  void set_max_instructions(std::uint64_t retired);

  // Reads memory without side effects, as far as there is memory: the result may be shorter.
  std::vector<std::uint8_t> read_memory(std::uint32_t address, std::uint32_t size);

  hart::ConcreteHart& hart();

 private:
  struct Machine;
  std::unique_ptr<Machine> machine_;
};

}  // namespace janus::prototype
