// The virtual prototype: a core, RAM and the board's devices around a TLM-2.0 bus, running one firmware. This header
// does not include SystemC.
//
// SystemC can simulate only once per process, so a process can construct only one Platform (contract).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "devices/arrivals.h"
#include "devices/board_plan.h"
#include "devices/data_sheet.h"
#include "devices/display.h"
#include "devices/memory_map.h"
#include "hart/concrete_hart.h"
#include "prototype/end.h"
#include "prototype/host_terminal.h"
#include "prototype/module_request.h"
#include "prototype/moment.h"
#include "support/firmware_image.h"

namespace janus::prototype {

struct PlatformConfig {
  // The caller sets hooks, semihosting, decode_cache, fast, translate, timing and map; the platform sets reset_pc,
  // ram_base, ram_size and htif.
  hart::HartConfig hart;
  std::uint32_t ram_size = devices::memory_map::kDefaultRamSize;  // bytes, without a map
  std::shared_ptr<const devices::BoardPlan> plan = devices::default_plan();
  std::uint64_t quantum_ns = 10'000;  // how far the core may run ahead of SystemC's time; 0: synchronise always
  bool dmi = true;
  InputOrigin uart_input;
  std::vector<devices::ReceivedWords> received = {};  // all that these devices receive, besides `uart_input`
  // Interrupts that come only when told to, and when they do; by cycle, ascending.
  std::vector<const devices::ArrivalRow*> held = {};
  std::vector<devices::PlannedArrival> planned = {};
  // Modules of a user's own, at free places (devices::is_free()). With any, the machine cannot go back to a checkpoint.
  std::vector<ModuleRequest> modules = {};
  // Places of modules where each read is an input, of the platform's source of inputs. Free, too.
  std::vector<devices::ForeignModule> input_modules = {};
  std::uint64_t max_instructions = std::numeric_limits<std::uint64_t>::max();  // retired since reset
  const std::atomic<bool>* stop = nullptr;  // not owned; once true, the run ends soon; a signal handler may set it
  hart::Inspect inspect = {};               // who hears what the firmware tells by hooks; may be empty
  bool record = false;                      // record external inputs, so that checkpoints can be restored
};

struct RunResult {
  End end = End::Paused;
  std::optional<std::uint32_t> exit_code =
      {};                // the code that the firmware wrote to the test finisher or `tohost`, or gave the host
  std::uint32_t pc = 0;  // of the instruction that ended the run; at a limit, of the next one
  std::optional<hart::ConcreteHart::UnhandledTrap> trap = {};  // for UnhandledTrap
  std::uint32_t stack_pointer = 0;                             // sp
  std::array<std::uint32_t, 4> arguments{};                    // a0 to a3
  std::optional<hart::Detector> detector = {};                 // for Detected
  std::optional<hart::MemoryMistake> mistake = {};             // for Detected, of a detector of memory
  devices::Region ram{};                       // of the stack: the memory at or next below stack_pointer
  std::string hook_error = {};                 // as hart::ConcreteHart::hook_error()
  bool has_tohost = false;                     // the firmware has the symbol
  std::uint64_t ignored_hooks = 0;             // hart::ConcreteHart::ignored_hooks()
  std::uint32_t moved_handler = 0;             // hart::ConcreteHart::moved_handler()
  int output_error = 0;                        // errno of standard output, or 0
  std::uint64_t cycles = 0, instructions = 0;  // since reset
  hart::Picoseconds picoseconds = 0;           // of simulated time
  std::optional<std::uint64_t> energy = {};    // in femtojoules, if the timing profile has energies
};

// The complete, opaque state of the machine at one moment. Copies share the contents.
struct Checkpoint {
  Moment moment;
  struct Contents;
  std::shared_ptr<const Contents> contents;
};

class Platform {
 public:
  // Builds the machine and loads the firmware. Throws support::InputError if a segment lies outside of memory, or if
  // the UART's input cannot be read, or a module cannot be loaded. `inputs`, the source of symbolic inputs, may be
  // null; else it must outlive the platform.
  Platform(PlatformConfig config, const support::FirmwareImage& image, hart::InputSource* inputs = nullptr);
  ~Platform();
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;

  // Runs until the firmware ends or the limit is reached. Rethrows exceptions of the input source; throws
  // support::InputError if the UART's input fails. If standard output fails, the run ends as OutputLost; while
  // recording, the output is dropped instead. After InstructionLimit and Interrupted, run() may be
  // called again; set_max_instructions() sets another limit.
  RunResult run();
  void set_max_instructions(std::uint64_t retired);

  // Reads memory or device registers without side effects. The result is shorter if the region ends earlier.
  std::vector<std::uint8_t> read_memory(std::uint32_t address, std::uint32_t size);

  // Who sees each picture that the display has drawn, with its number, from 1. Call it before the first run.
  void see_pictures(std::function<void(std::uint64_t number, const devices::Display::Picture& rows)> see);

  // Another number whenever a device may have changed, but for the passage of time.
  std::uint64_t device_changes() const;
  // What a load of `bytes` bytes would have returned at the last change of the device there, by a load without effect;
  // 0 if the device refuses it.
  std::uint32_t device_register(std::uint32_t address, unsigned bytes) const;

  // Writes memory, even such as the firmware cannot write. Writes nothing and returns false unless all bytes lie in one
  // memory.
  bool write_memory(std::uint32_t address, std::span<const std::uint8_t> bytes);

  hart::ConcreteHart& hart();

  // --- For a debugger. Breakpoints and watchpoints are set at hart().

  Moment moment() const;
  // As run(), but also stops at breakpoints and watchpoints, and ends as Paused at `target`, or a few milliseconds
  // after `pause_wanted` returns true. `pause_wanted` may be empty.
  RunResult run_until(Moment target, const std::function<bool()>& pause_wanted);
  // Save and restore the machine between two runs. A checkpoint shares equal memory pages with `similar`, which may be
  // null. restore() needs `record`: the machine then receives the recorded external inputs again, so it repeats its run
  // exactly, and it does not send the same output twice.
  Checkpoint save(const Checkpoint* similar) const;
  void restore(const Checkpoint& checkpoint);
  // Call this when the run is about to differ from the recorded one: output from now on is new and is sent.
  void forget_future();
  // Whether restore() is possible, but for the state in which the platform is anyway: nobody can restore a module of a
  // user's own.
  bool can_restore() const;
  static std::uint64_t checkpoint_bytes();  // the memory of all checkpoints

  struct DeviceView {
    std::string name;
    devices::Region region;
    std::string state;  // for users: a line for each register
  };
  std::vector<DeviceView> devices() const;  // those that are present
  struct MemoryView {
    std::string name;
    devices::Region region;
    bool writable;
  };
  std::vector<MemoryView> memories() const;  // by address
  std::span<const hart::ReservedRegion> reserved() const;

 private:
  struct Machine;
  std::unique_ptr<Machine> machine_;
};

// The version of the linked SystemC library, to be shown to users.
std::string systemc_version();

}  // namespace janus::prototype
