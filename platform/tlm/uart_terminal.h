// The wire between the UART and the host: sends what the UART transmits to standard output, and gives the UART what
// arrives from the host, as soon as its FIFO has room.
//
// Immediate input is deterministic: the first bytes are there at time 0, and each further one the moment a read makes
// room. Polled input is looked at once in a simulated millisecond, and while the hart sleeps with nothing else to wake
// it. When the machine has gone back in time, what it sent before is not sent again.
#pragma once

#include <systemc>

#include "devices/uart16550.h"
#include "prototype/clock.h"
#include "prototype/device_module.h"
#include "prototype/host_terminal.h"
#include "prototype/recorded_input.h"

namespace janus::prototype {

class UartTerminal : public sc_core::sc_module, public ExternalSource {
 public:
  SC_HAS_PROCESS(UartTerminal);

  // `uart` and `clock` must outlive this. `input_path`: see HostInput, whose errors the constructor throws. What
  // arrives is kept if `record`, for restore().
  UartTerminal(sc_core::sc_module_name name, const Clock& clock, DeviceModule<devices::Uart16550>& uart,
               const std::string& input_path, bool record);

  // Moves bytes both ways. To be called whenever the UART has been accessed.
  void exchange();
  void flush() { output_.flush(); }

  Picoseconds next_event() const override { return next_poll_; }
  Activity await(int milliseconds) override;

  struct State {
    RecordedInput::Cursor input;
    std::uint64_t sent = 0;  // bytes
    Picoseconds next_poll = devices::kNever;
  };
  State save() const { return {input_.cursor(), sent_, next_poll_}; }
  // After the clock has been set.
  void restore(const State& state);
  // From here on the machine may take another course: what it sends is sent, and further input is taken at any time.
  void forget_future();

 private:
  void poll();
  void schedule(Picoseconds time);

  const Clock& clock_;
  DeviceModule<devices::Uart16550>& uart_;
  RecordedInput input_;
  HostOutput output_;
  sc_core::sc_event poll_event_;
  Picoseconds next_poll_ = devices::kNever;
  std::uint64_t sent_ = 0, written_ = 0;  // bytes: by the machine until now, and to standard output
};

}  // namespace janus::prototype
