#include "prototype/uart_terminal.h"

#include <unistd.h>

#include <algorithm>

namespace janus::prototype {
namespace {

constexpr Picoseconds kPollPeriod = 1'000'000'000;  // a millisecond

}  // namespace

UartTerminal::UartTerminal(sc_core::sc_module_name name, const Clock& clock, std::vector<SerialPort> ports,
                           const InputOrigin& input, bool record)
    : sc_module(name),
      clock_(clock),
      ports_(std::move(ports)),
      input_(input, record),
      output_(STDOUT_FILENO),
      errors_(STDERR_FILENO) {
  if (input_.immediate() || ports_.empty()) return;
  set_next_event(0);
  SC_METHOD(poll);  // first runs at time 0, as every SC_METHOD
  sensitive << poll_event_;
}

void UartTerminal::exchange() {
  if (ports_.empty()) return;
  for (const SerialPort& port : ports_) {
    while (const auto byte = port.take_sent()) output_.put(*byte);
  }
  const SerialPort& first = ports_.front();  // that has called
  while (first.can_receive()) {
    const auto byte = input_.next();
    if (!byte) return;
    first.receive(*byte);
  }
}

void UartTerminal::write_file(std::uint32_t file, std::span<const std::uint8_t> bytes) {
  RecordedOutput& output = file == 1 ? output_ : errors_;
  for (const std::uint8_t byte : bytes) output.put(byte);
  if (file != 1) output.flush();
}

std::optional<std::vector<std::uint8_t>> UartTerminal::read_console(std::uint32_t most) {
  constexpr int kMilliseconds = 50;
  std::vector<std::uint8_t> bytes;
  while (true) {
    while (bytes.size() < most) {
      if (const auto received = ports_.empty() ? std::nullopt : ports_.front().take_received()) {
        bytes.push_back(*received);
      } else if (const auto byte = input_.next()) {
        bytes.push_back(*byte);
      } else {
        break;
      }
    }
    if (!bytes.empty()) break;
    output_.flush();
    if (input_.immediate() || input_.at_end()) break;
    if (interrupted_ && interrupted_->load()) return std::nullopt;
    input_.poll(clock_.now(), kMilliseconds);
  }
  if (!ports_.empty()) ports_.front().changed();
  return bytes;
}

void UartTerminal::poll() {
  output_.flush();
  input_.poll(clock_.now(), 0);
  schedule(input_.at_end() ? devices::kNever : clock_.now() + kPollPeriod);
  ports_.front().changed();  // its action calls exchange()
}

void UartTerminal::schedule(Picoseconds time) {
  set_next_event(time);
  poll_event_.cancel();
  if (time == devices::kNever) return;
  poll_event_.notify(duration(time - std::min(time, clock_.now())));
}

// Input that arrives now is delivered by the next poll, and is recorded with the time of this poll.
UartTerminal::Activity UartTerminal::await(int milliseconds) {
  output_.flush();
  // A full FIFO that has not woken the hart will not wake the hart when more input arrives.
  if (next_event() == devices::kNever || ports_.empty() || !ports_.front().can_receive()) return Activity::Closed;
  input_.poll(next_event(), milliseconds);
  if (input_.has_bytes()) return Activity::Ready;
  return input_.at_end() ? Activity::Closed : Activity::Nothing;
}

void UartTerminal::restore(const State& state) {
  input_.go_to(state.input);
  output_.go_to(state.sent);
  errors_.go_to(state.errors_sent);
  schedule(state.next_poll);
}

void UartTerminal::forget_future() {
  output_.forget_future();
  errors_.forget_future();
  input_.forget_future();
}

}  // namespace janus::prototype
