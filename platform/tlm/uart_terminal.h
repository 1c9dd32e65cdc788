// The wire between the board's UARTs and the host: writes the bytes that the UARTs transmit to standard output, and
// gives bytes from the host to the first of them as soon as its FIFO has room. What the firmware writes by requests to
// the host (hart/htif.h) goes the same way.
//
// Immediate input is deterministic: the first bytes arrive at time 0, and each further byte arrives when a read makes
// room. What the firmware reads by such requests comes from here, too: there is one terminal. Polled input is polled
// once in a simulated millisecond, and while the hart sleeps and nothing else can wake the hart. After the machine has
// gone back in time, bytes that it sent before are not sent again.
#pragma once

#include <atomic>
#include <systemc>

#include <functional>
#include <vector>

#include "hart/bus.h"
#include "prototype/clock.h"
#include "prototype/event_source.h"
#include "prototype/recorded_input.h"
#include "prototype/recorded_output.h"

namespace janus::prototype {

// A UART, as the terminal sees it.
struct SerialPort {
  std::function<std::optional<std::uint8_t>()> take_sent;
  std::function<bool()> can_receive;
  std::function<void(std::uint8_t)> receive;
  std::function<std::optional<std::uint8_t>()> take_received;  // what waits to be read by the firmware
  std::function<void()> changed;  // to be called when the terminal may have something to receive
};

class UartTerminal : public sc_core::sc_module,
                     public ExternalSource,
                     public hart::OutputSink,
                     public hart::ConsoleSource {
 public:
  SC_HAS_PROCESS(UartTerminal);

  // `clock` must outlive the terminal. `input` and errors are those of HostInput. `record` keeps the input for
  // restore().
  UartTerminal(sc_core::sc_module_name name, const Clock& clock, std::vector<SerialPort> ports,
               const InputOrigin& input, bool record);

  // Moves bytes in both directions. Must be called after every access to the UART.
  void exchange();
  void flush() { output_.flush(); }
  void write_file(std::uint32_t file, std::span<const std::uint8_t> bytes) override;
  // Waits for input, until `interrupted` is set.
  std::optional<std::vector<std::uint8_t>> read_console(std::uint32_t most) override;
  // When to give up waiting for the console. `interrupted` must outlive the terminal; may be null.
  void stop_waiting_when(const std::atomic<bool>* interrupted) { interrupted_ = interrupted; }
  // The errno of the first write to standard output that failed, or 0.
  int output_error() const { return output_.error(); }

  void reschedule() override { schedule(next_event()); }
  Activity await(int milliseconds) override;

  struct State {
    RecordedInput::Cursor input;
    std::uint64_t sent = 0, errors_sent = 0;  // bytes
    Picoseconds next_poll = devices::kNever;
  };
  State save() const { return {input_.cursor(), output_.sent(), errors_.sent(), next_event()}; }
  // The clock must be set before.
  void restore(const State& state);
  // Call this when the run is about to differ from the recorded one: output from now on is new and is written.
  void forget_future();

 private:
  void poll();
  void schedule(Picoseconds time);

  const Clock& clock_;
  std::vector<SerialPort> ports_;
  RecordedInput input_;
  RecordedOutput output_, errors_;  // standard output and standard error
  const std::atomic<bool>* interrupted_ = nullptr;
  sc_core::sc_event poll_event_;
};

}  // namespace janus::prototype
