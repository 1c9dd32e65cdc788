// What a hart does as waves, for GTKWave: interrupt lines, privilege, sleep, traps, registers of one's choice, and the
// bytes that go through a UART 16550.
//
//   hart  mip_software mip_timer mip_external   the lines; of those that do not wake a hart in wfi, when it wakes
//         privilege waiting                     0 user, 3 machine; in wfi
//         trap trap_strobe                      mcause when a handler begins; toggles then
//         registers as named
//   uart  sent sent_strobe received received_strobe   the byte, when its access begins; the strobe toggles then
//
// Times are the hart's own, cycles times the period of its clock. What an instruction changes, changes when it ends.
#pragma once

#include <cstdint>
#include <cstdio>
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
  // By ABI name, x0 to x31, fp, pc, or a CSR's name: one that the state has, and that does not change by itself.
  static std::optional<Register> find_register(std::string_view name);

  // To `out`, which is not owned. `uart`: its address. `timing` is the hart's.
  Waves(std::FILE* out, std::span<const Register> registers, std::uint32_t uart, const hart::TimingProfile& timing);

  // Before the hart runs, and after its last cycle.
  void begin(const State& state) { sample(state); }
  void finish(std::uint64_t cycles) { vcd_.finish(cycles * period_); }
  // The errno of the first write that failed, or 0.
  int error() const { return vcd_.error(); }

  void before(const isa::Instruction& instruction, const State& state) override;
  void after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) override;
  void accessed(const hart::MemoryAccess& access) override;
  void trapped(const State& state) override;

 private:
  // A value that may be the same twice, and a bit that changes each time.
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
  std::uint32_t trap_cycles_, uart_;
  std::uint32_t line_control_ = 0, modem_control_ = 0;  // of the UART, as far as they were written
  Vcd::Signal software_, timer_, external_, privilege_, waiting_;
  Strobed trap_, sent_, received_;
  struct Watched {
    Register what;
    Vcd::Signal signal;
  };
  std::vector<Watched> registers_;
};

}  // namespace janus::observe
