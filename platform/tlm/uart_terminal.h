// The wire between the UART and the host: sends what the UART transmits to standard output, and gives the UART what
// arrives from the host, as soon as its FIFO has room.
//
// Immediate input is deterministic: the first bytes are there at time 0, and each further one the moment a read makes
// room. Polled input is looked at once in a simulated millisecond, and while the hart sleeps with nothing else to wake
// it.
#pragma once

#include <systemc>

#include "devices/uart16550.h"
#include "prototype/device_module.h"
#include "prototype/host_terminal.h"

namespace janus::prototype {

class UartTerminal : public sc_core::sc_module, public ExternalSource {
 public:
  SC_HAS_PROCESS(UartTerminal);

  // `uart` must outlive this. `input_path`: see HostInput, whose errors the constructor throws.
  UartTerminal(sc_core::sc_module_name name, DeviceModule<devices::Uart16550>& uart, const std::string& input_path);

  // Moves bytes both ways. To be called whenever the UART has been accessed.
  void exchange();
  void flush() { output_.flush(); }

  Picoseconds next_event() const override { return next_poll_; }
  Activity await(int milliseconds) override;

 private:
  void poll();

  DeviceModule<devices::Uart16550>& uart_;
  HostInput input_;
  HostOutput output_;
  Picoseconds next_poll_ = devices::kNever;
};

}  // namespace janus::prototype
