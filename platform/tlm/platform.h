// The virtual prototype: a core, RAM and the board's devices around a TLM-2.0 bus, running one firmware. This header
// does not name SystemC.
//
// SystemC simulates once per process: a process constructs one Platform in its life.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "devices/memory_map.h"
#include "hart/concrete_hart.h"
#include "prototype/end.h"
#include "prototype/moment.h"
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
  bool record = false;                      // keep what comes from outside, so that checkpoints can be restored
};

struct RunResult {
  End end = End::Paused;
  std::optional<std::uint32_t> exit_code = {};  // what the firmware gave to the test finisher or `tohost`
  std::uint32_t pc = 0;                         // of the instruction that ended the run (its next one, for a limit)
  std::optional<hart::ConcreteHart::UnhandledTrap> trap = {};  // for UnhandledTrap
  std::string hook_error = {};                                 // for HookError: one line
  std::uint64_t cycles = 0, instructions = 0;                  // since reset
  std::uint64_t picoseconds = 0;                               // of simulated time
};

// Everything the machine is at one moment, as a value; opaque. Copies share it.
struct Checkpoint {
  Moment moment;
  struct Contents;
  std::shared_ptr<const Contents> contents;
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

  // Writes memory; nothing is written unless all of it is memory. Devices refuse.
  bool write_memory(std::uint32_t address, std::span<const std::uint8_t> bytes);

  hart::ConcreteHart& hart();

  // --- For a debugger. Its breakpoints and watchpoints are the hart's.

  Moment moment() const;
  // As run(), but ends as Paused at `target`, or within milliseconds once `pause_wanted` (which may be empty) says so,
  // and stops at breakpoints and watchpoints.
  RunResult run_until(Moment target, const std::function<bool()>& pause_wanted);
  // Between two runs. What is equal in `similar`, which may be null, is shared. Restoring needs `record`: then the
  // machine goes on exactly as it did, given the same from outside again, and sending nothing twice.
  Checkpoint save(const Checkpoint* similar) const;
  void restore(const Checkpoint& checkpoint);
  // The machine is about to take another course than before: what it sends from here on has not been sent yet.
  void forget_future();
  static std::uint64_t checkpoint_bytes();  // of memory, that all checkpoints hold

  struct DeviceView {
    std::string name;
    devices::Region region;
    std::string state;  // for people, a line for each register
  };
  std::vector<DeviceView> devices() const;
  devices::Region ram() const;

 private:
  struct Machine;
  std::unique_ptr<Machine> machine_;
};

// Of the library that is linked, for people.
std::string systemc_version();

}  // namespace janus::prototype
