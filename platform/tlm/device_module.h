// A device as a SystemC module: the device value, a TLM-2.0 target socket, and simulated time.
//
// The device sees every access at the initiator's local time (sc_time_stamp() plus the delay), and its own events at
// their times. A debugger (transport_dbg) reads from a copy of the device, so reads have no side effects; a debugger
// cannot write. Whenever the outputs of the device may have changed, the on_change() action is called at once. A
// SystemC signal would not do: it updates a delta cycle later, and by then the hart may have executed a thousand
// instructions.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <systemc>

#include "prototype/clock.h"
#include "prototype/event_source.h"
#include "prototype/payload.h"

namespace janus::prototype {

template <devices::Device D>
class DeviceModule : public sc_core::sc_module, public EventSource {
 public:
  SC_HAS_PROCESS(DeviceModule);
  tlm_utils::simple_target_socket<DeviceModule> socket{"socket"};

  // `clock` must outlive the module.
  DeviceModule(sc_core::sc_module_name name, const Clock& clock, D device = D())
      : sc_module(name), clock_(clock), device_(std::move(device)) {
    socket.register_b_transport(this, &DeviceModule::b_transport);
    socket.register_transport_dbg(this, &DeviceModule::transport_dbg);
    SC_METHOD(wake);
    dont_initialize();
    sensitive << wake_;
    set_next_event(device_.next_event());
  }

  // Sets the action that drives the wires at the device's outputs. It runs after every access and every event.
  void on_change(std::function<void()> action) { on_change_ = std::move(action); }

  // Code that changes the device other than through the socket (drives an input line) must call changed() afterwards.
  D& device() { return device_; }
  void changed() {
    if (on_change_) on_change_();
    schedule();
  }

  // How far the device's time has come.
  Picoseconds advanced() const { return advanced_; }

  // A copy of the device, advanced to the clock's present().
  D present() const {
    D device = device_;
    device.advance_to(std::max(advanced_, clock_.present()));
    return device;
  }

  struct State {
    D device;
    Picoseconds advanced;
  };
  State save() const { return {device_, advanced_}; }
  // Schedules the device's events again, so the clock must be set before. Does not call the on_change() action.
  void restore(const State& state) {
    device_ = state.device;
    advanced_ = state.advanced;
    reschedule();
  }
  void reschedule() override {
    wake_.cancel();
    scheduled_ = devices::kNever;
    schedule();
  }

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
    advance_to(clock_.now() + delay.value());
    transaction.set_response_status(access(transaction));
    changed();
  }

  tlm::tlm_response_status access(tlm::tlm_generic_payload& transaction) {
    if (const auto status = plain_access(transaction); status != tlm::TLM_OK_RESPONSE) return status;
    const auto offset = static_cast<std::uint32_t>(transaction.get_address());
    const unsigned size = transaction.get_data_length();
    std::uint32_t value = 0;
    if (size != 1 && size != 2 && size != 4) return tlm::TLM_BURST_ERROR_RESPONSE;
    if (transaction.is_read()) {
      const std::optional<devices::Datum> read = device_.read(offset, size);
      if (!read) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
      std::memcpy(transaction.get_data_ptr(), &read->bits, size);
    } else if (transaction.is_write()) {
      std::memcpy(&value, transaction.get_data_ptr(), size);
      if (!device_.write(offset, size, value)) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    }
    return tlm::TLM_OK_RESPONSE;
  }

  // Reads byte by byte, by a byte access if the register allows it, otherwise by a word access. Each byte is read from
  // a fresh copy, since a read may change the device.
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction) {
    if (!transaction.is_read()) return 0;
    const D device = present();
    const auto offset = static_cast<std::uint32_t>(transaction.get_address());
    for (unsigned i = 0; i < transaction.get_data_length(); ++i) {
      D byte_copy = device, word_copy = device;
      std::optional<devices::Datum> value = byte_copy.read(offset + i, 1);
      if (!value) {
        value = word_copy.read((offset + i) & ~3U, 4);
        if (!value) return i;
        value->bits >>= 8 * ((offset + i) & 3);
      }
      transaction.get_data_ptr()[i] = static_cast<unsigned char>(value->bits);
    }
    return transaction.get_data_length();
  }

  // May come before the event, if that is very far.
  void wake() {
    scheduled_ = devices::kNever;
    advance_to(clock_.now());
    changed();
  }

  // If an initiator has already accessed the device at a later local time, the device's time does not go back.
  void advance_to(Picoseconds time) {
    advanced_ = std::max(advanced_, time);
    device_.advance_to(advanced_);
  }

  void schedule() {
    const Picoseconds next = device_.next_event();
    set_next_event(next);
    if (next == scheduled_) return;
    scheduled_ = next;
    wake_.cancel();
    if (next == devices::kNever) return;
    const Picoseconds now = clock_.now();
    wake_.notify(duration(next > now ? next - now : 0));
  }

  const Clock& clock_;
  D device_;
  std::function<void()> on_change_;
  sc_core::sc_event wake_;
  Picoseconds advanced_ = 0;
  Picoseconds scheduled_ = devices::kNever;  // the time at which wake_ will be notified
};

}  // namespace janus::prototype
