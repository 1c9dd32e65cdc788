#include "prototype/uart_terminal.h"

namespace janus::prototype {
namespace {

constexpr Picoseconds kPollPeriod = 1'000'000'000;  // a millisecond

}  // namespace

UartTerminal::UartTerminal(sc_core::sc_module_name name, DeviceModule<devices::Uart16550>& uart,
                           const std::string& input_path)
    : sc_module(name), uart_(uart), input_(input_path) {
  if (input_.immediate()) return;
  next_poll_ = 0;
  SC_METHOD(poll);  // as every method, it first runs at time 0
}

void UartTerminal::exchange() {
  auto& uart = uart_.device();
  if (const auto byte = uart.take_sent()) output_.put(*byte);
  while (uart.can_receive()) {
    const auto byte = input_.next();
    if (!byte) return;
    uart.receive(*byte);
  }
}

void UartTerminal::poll() {
  output_.flush();
  input_.poll(0);
  next_poll_ = devices::kNever;
  if (!input_.at_end()) {
    next_poll_ = sc_core::sc_time_stamp().value() + kPollPeriod;
    next_trigger(sc_core::sc_time::from_value(kPollPeriod));
  }
  uart_.changed();  // which exchanges
}

UartTerminal::Activity UartTerminal::await(int milliseconds) {
  output_.flush();
  // A full FIFO that has not woken the hart will not do so for being offered more.
  if (next_poll_ == devices::kNever || !uart_.device().can_receive()) return Activity::Closed;
  input_.poll(milliseconds);
  if (input_.has_bytes()) return Activity::Ready;
  return input_.at_end() ? Activity::Closed : Activity::Nothing;
}

}  // namespace janus::prototype
