// The interface of the machine that the stub debugs: one RV32 hart that can be run forwards and backwards, read and
// changed.
//
// The stub checks only the syntax of packets: an implementation must accept any number as an argument.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hart/observation.h"

namespace janus::gdb {

// GDB's numbers of registers (its target descriptions for RISC-V): x0 to x31, the pc, the CSRs, the privilege mode.
inline constexpr unsigned kPc = 32, kFirstCsr = 65, kLastCsr = kFirstCsr + 4095, kPrivilege = kLastCsr + 1;

// GDB's numbers of signals (its include/gdb/signals.def), which are not the host's.
enum class Signal : std::uint8_t {
  Interrupt = 2,       // SIGINT
  Illegal = 4,         // SIGILL
  Trap = 5,            // SIGTRAP
  Abort = 6,           // SIGABRT
  Bus = 10,            // SIGBUS
  Segmentation = 11,   // SIGSEGV
  BadSystemCall = 12,  // SIGSYS
  Stop = 17,           // SIGSTOP
  Limit = 24,          // SIGXCPU
};

// Why the machine has stopped.
struct Stop {
  enum class Why {
    Stepped,
    Breakpoint,
    Watchpoint,  // `watch` and `address`
    Signal,      // `signal`
    Beginning,   // going backwards, the beginning of the recorded history was reached
    Exited,      // the run is over: `exit_code`
    Terminated,  // the run is over, by `signal`
  };
  Why why = Why::Signal;
  Signal signal = Signal::Trap;
  hart::Watch watch = hart::Watch::Write;
  std::uint32_t address = 0;
  std::uint8_t exit_code = 0;
  std::string message = {};  // for the user: one line, or empty
};

enum class Motion { Run, Step, RunBack, StepBack };

struct MemoryRegion {
  std::uint32_t base;
  std::uint32_t size;  // bytes
  bool writable;
};

class Target {
 public:
  virtual ~Target() = default;

  // Nothing or false if there is no such register, or if it cannot be written, or not with this value.
  virtual std::optional<std::uint32_t> read_register(unsigned number) = 0;
  virtual bool write_register(unsigned number, std::uint32_t value) = 0;
  // Reads without side effects. The result has less than `size` bytes if the memory ends earlier.
  virtual std::vector<std::uint8_t> read_memory(std::uint32_t address, std::uint32_t size) = 0;
  // Writes all bytes, or none and returns false.
  virtual bool write_memory(std::uint32_t address, std::span<const std::uint8_t> bytes) = 0;

  // Setting returns whether there was room. Clearing a point that is not set does nothing.
  virtual bool set_breakpoint(std::uint32_t address) = 0;
  virtual void clear_breakpoint(std::uint32_t address) = 0;
  virtual bool set_watchpoint(hart::Watchpoint watchpoint) = 0;
  virtual void clear_watchpoint(hart::Watchpoint watchpoint) = 0;
  virtual void clear_all_points() = 0;

  // Moves until something stops the machine. Must call `interrupted` every few milliseconds; if it returns true, the
  // machine stops with Signal::Interrupt.
  virtual Stop resume(Motion motion, const std::function<bool()>& interrupted) = 0;
  // Goes back to reset and forgets the run.
  virtual void restart() = 0;

  // The answer to `monitor COMMAND`, for the user.
  virtual std::string monitor(const std::string& command) = 0;
  virtual std::vector<MemoryRegion> memory_map() = 0;
};

}  // namespace janus::gdb
