// What a hart does as waves, for GTKWave: interrupt lines, privilege, sleep, traps, chosen registers, and the bytes
// that go through a UART 16550.
//
//   hart  mip_software mip_timer mip_external   the interrupt lines; a change that does not wake a hart in wfi is shown
//                                               when the hart wakes
//         privilege waiting                     0 user, 3 machine; 1 in wfi
//         trap trap_strobe                      mcause when a handler begins; the strobe toggles then
//         registers as named
//   DEVICE  registers and fields as named         as the hart could read them
//   uart  sent sent_strobe received received_strobe   the byte when its access begins; the strobe toggles then
//
// Times are the hart's own: cycles times the period of its clock. The changes that an instruction makes are shown at
// its end.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hart/observer.h"
#include "hart/timing.h"
#include "observe/vcd.h"

namespace janus::observe {

class Waves : public hart::Observer {
 public:
  // An integer register, the pc or a CSR. `name` is what the wave is called.
  struct Register {
    std::string_view name;
    std::uint32_t (*read)(const State& state);  // null: x[number]
    std::uint8_t number;

    friend bool operator==(const Register&, const Register&) = default;
  };
  // Finds a register by ABI name, x0 to x31, fp, pc, or a CSR's name. The CSR must be part of the state, and must not
  // change by itself.
  static std::optional<Register> find_register(std::string_view name);

  // Writes to `out`, which is not owned. `uart` is the address of the UART, `timing` the hart's profile.
  Waves(std::FILE* out, std::span<const Register> registers, std::uint32_t uart, const hart::TimingProfile& timing);

  // What somebody else knows, in scopes of its own: registers of devices, for example. All are read again, by reads
  // without effect, whenever `changes` returns another number than before.
  struct Probe {
    std::string scope, name;
    unsigned width;  // bits
    std::function<std::uint32_t()> read;
  };
  struct Probes {
    std::vector<Probe> signals;
    std::function<std::uint64_t()> changes;
  };
  // Before begin(), at most once.
  void watch(Probes probes);

  // begin() must be called before the hart runs, finish() after its last cycle.
  void begin(const State& state) { sample(state); }
  void finish(std::uint64_t cycles) { vcd_.finish(cycles * period_); }
  // The errno of the first write that failed, or 0.
  int error() const { return vcd_.error(); }

  void before(const isa::Instruction& instruction, const State& state) override;
  void after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) override;
  void accessed(const hart::MemoryAccess& access) override;
  void trapped(const State& state) override;

 private:
  // A value that may be the same twice in a row, and a strobe, a bit that toggles each time.
  struct Strobed {
    Vcd::Signal value, strobe;
    std::uint32_t level = 0;
  };

  Strobed declare_strobed(std::string_view scope, const std::string& name, unsigned width);
  void strike(Strobed& strobed, std::uint32_t value);
  void sample_lines(const State& state);
  void sample(const State& state);

  Vcd vcd_;
  hart::Picoseconds period_;
  std::uint32_t interrupt_cycles_, uart_;
  std::uint32_t line_control_ = 0, modem_control_ = 0;  // of the UART, as far as they were written
  Vcd::Signal software_, timer_, external_, privilege_, waiting_;
  Strobed trap_, sent_, received_;
  struct Watched {
    Register what;
    Vcd::Signal signal;
  };
  std::vector<Watched> registers_;
  Probes probes_;
  std::vector<Vcd::Signal> probed_;  // by probe
  std::optional<std::uint64_t> seen_changes_;
};

}  // namespace janus::observe
