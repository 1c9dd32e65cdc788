#include "prototype/uart_terminal.h"

#include <algorithm>

namespace janus::prototype {
namespace {

constexpr Picoseconds kPollPeriod = 1'000'000'000;  // a millisecond

}  // namespace

UartTerminal::UartTerminal(sc_core::sc_module_name name, const Clock& clock, DeviceModule<devices::Uart16550>& uart,
                           const std::string& input_path, bool record)
    : sc_module(name), clock_(clock), uart_(uart), input_(input_path, record) {
  if (input_.immediate()) return;
  next_poll_ = 0;
  SC_METHOD(poll);  // first runs at time 0, as every SC_METHOD
  sensitive << poll_event_;
}

void UartTerminal::exchange() {
  auto& uart = uart_.device();
  if (const auto byte = uart.take_sent()) {
    const bool is_new = sent_ == written_;  // otherwise the byte was written before the machine went back
    ++sent_;
    if (is_new) {
      output_.put(*byte);
      ++written_;
    }
  }
  while (uart.can_receive()) {
    const auto byte = input_.next();
    if (!byte) return;
    uart.receive(*byte);
  }
}

void UartTerminal::poll() {
  output_.flush();
  input_.poll(clock_.now(), 0);
  schedule(input_.at_end() ? devices::kNever : clock_.now() + kPollPeriod);
  uart_.changed();  // its action calls exchange()
}

void UartTerminal::schedule(Picoseconds time) {
  next_poll_ = time;
  poll_event_.cancel();
  if (time == devices::kNever) return;
  poll_event_.notify(duration(time - std::min(time, clock_.now())));
}

// Input that arrives now is delivered by the next poll, and is recorded with the time of this poll.
UartTerminal::Activity UartTerminal::await(int milliseconds) {
  output_.flush();
  // A full FIFO that has not woken the hart will not wake the hart when more input arrives.
  if (next_poll_ == devices::kNever || !uart_.device().can_receive()) return Activity::Closed;
  input_.poll(next_poll_, milliseconds);
  if (input_.has_bytes()) return Activity::Ready;
  return input_.at_end() ? Activity::Closed : Activity::Nothing;
}

void UartTerminal::restore(const State& state) {
  input_.go_to(state.input);
  sent_ = state.sent;
  schedule(state.next_poll);
}

void UartTerminal::forget_future() {
  written_ = sent_;
  input_.forget_future();
}

}  // namespace janus::prototype
