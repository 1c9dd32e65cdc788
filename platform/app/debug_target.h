// The SystemC platform as what gdb debugs.
#pragma once

#include <exception>
#include <optional>
#include <set>

#include "gdb/target.h"
#include "prototype/timeline.h"
#include "support/firmware_image.h"

namespace janus::app {

// What ends a run by itself (an assertion that fails, a trap that nobody handles, ...) is a signal to gdb first, so
// that a person can look around and go back; moving forwards from there is the end of the run. A firmware's own exit is
// the end at once.
class DebugTarget : public gdb::Target {
 public:
  // `platform` must record, and not have run yet; both must outlive this.
  DebugTarget(prototype::Platform& platform, const support::FirmwareImage& image)
      : platform_(platform), image_(image), timeline_(platform) {}

  // How the run ended, after gdb was told so. Throws what ended it, if that was an error.
  prototype::RunResult result() const;
  // Runs on without a debugger, to its end.
  prototype::RunResult run_on();
  // The run ends here.
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
  gdb::Stop over();
  void edit(prototype::Timeline::Change change);

  prototype::Platform& platform_;
  const support::FirmwareImage& image_;
  prototype::Timeline timeline_;
  std::optional<prototype::RunResult> result_;  // if the run is at its end
  std::exception_ptr error_;                    // if that is an error
  std::set<std::uint32_t> breakpoints_;
  std::vector<hart::Watchpoint> watchpoints_;
};

// Waits for gdb on 127.0.0.1, port `port` (0: any that is free), saying so on standard error, and runs the platform,
// which must record, as gdb wants it. Returns what Platform::run() would have; throws as it does, and
// support::InputError if nobody can listen there.
prototype::RunResult debug(prototype::Platform& platform, const support::FirmwareImage& image, std::uint16_t port);

}  // namespace janus::app
