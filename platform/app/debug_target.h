// The SystemC platform as a target of gdb.
#pragma once

#include <exception>
#include <optional>
#include <set>

#include "gdb/target.h"
#include "prototype/timeline.h"
#include "support/firmware_image.h"

namespace janus::app {

// If a run ends abnormally (an assertion fails, a trap has no handler, ...), gdb first gets a signal, so that the user
// can inspect the machine and go back. Continuing forwards from there ends the run. If the firmware exits by itself,
// the run ends at once.
class DebugTarget : public gdb::Target {
 public:
  // `platform` must record (PlatformConfig::record) and must not have run yet. Both arguments must outlive the target.
  DebugTarget(prototype::Platform& platform, const support::FirmwareImage& image)
      : platform_(platform), image_(image), timeline_(platform) {}

  // The result of a run whose end gdb was told. Throws the error that ended the run, if there was one.
  prototype::RunResult result() const;
  // Continues without a debugger, to the end of the run.
  prototype::RunResult run_on();
  // Ends the run at the current instruction, as End::Killed.
  prototype::RunResult killed();

  std::optional<std::uint32_t> read_register(unsigned number) override;
  bool write_register(unsigned number, std::uint32_t value) override;
  std::vector<std::uint8_t> read_memory(std::uint32_t address, std::uint32_t size) override;
  bool write_memory(std::uint32_t address, std::span<const std::uint8_t> bytes) override;
  bool set_breakpoint(std::uint32_t address) override;
  void clear_breakpoint(std::uint32_t address) override;
  bool set_watchpoint(hart::Watchpoint watchpoint) override;
  void clear_watchpoint(hart::Watchpoint watchpoint) override;
  void clear_all_points() override;
  gdb::Stop resume(gdb::Motion motion, const std::function<bool()>& interrupted) override;
  void restart() override;
  std::string monitor(const std::string& command) override;
  std::vector<gdb::MemoryRegion> memory_map() override;

 private:
  gdb::Stop stop_for(const prototype::Timeline::Stop& stop);
  gdb::Stop ended(const prototype::RunResult& result);
  gdb::Stop exited();
  void edit(prototype::Timeline::Change change);

  prototype::Platform& platform_;
  const support::FirmwareImage& image_;
  prototype::Timeline timeline_;
  std::optional<prototype::RunResult> result_;  // set while the run is at its end
  std::exception_ptr error_;                    // set instead if an error ended the run
  std::set<std::uint32_t> breakpoints_;
  std::vector<hart::Watchpoint> watchpoints_;
};

// Waits for gdb on 127.0.0.1, says so on standard error, and runs the platform under gdb's control. `port` 0 picks a
// free port. `platform` must record (PlatformConfig::record). Returns and throws what Platform::run() does; also throws
// support::InputError if the port is not available.
prototype::RunResult debug(prototype::Platform& platform, const support::FirmwareImage& image, std::uint16_t port);

}  // namespace janus::app
