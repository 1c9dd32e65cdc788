// A device as a module: the value, a TLM-2.0 target socket, and simulated time.
//
// The device sees every access at the initiator's local time (sc_time_stamp() plus the delay), and its own events at
// theirs. Whatever may have changed its outputs calls on_change() at once: not through a signal, whose update comes a
// delta cycle later, when the hart may have executed another thousand instructions.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <systemc>

#include "prototype/event_source.h"
#include "prototype/payload.h"

namespace janus::prototype {

template <devices::Device D>
class DeviceModule : public sc_core::sc_module, public EventSource {
 public:
  SC_HAS_PROCESS(DeviceModule);
  tlm_utils::simple_target_socket<DeviceModule> socket{"socket"};

  explicit DeviceModule(sc_core::sc_module_name name) : sc_module(name) {
    socket.register_b_transport(this, &DeviceModule::b_transport);
    SC_METHOD(wake);
    dont_initialize();
    sensitive << wake_;
  }

  // What to do when the device has been accessed or has moved on in time: drive what its outputs are wired to.
  void on_change(std::function<void()> action) { on_change_ = std::move(action); }

  // Whoever changes the device by other means than the socket (drives an input line) says so with changed().
  D& device() { return device_; }
  void changed() {
    if (on_change_) on_change_();
    schedule();
  }

  Picoseconds next_event() const override { return device_.next_event(); }

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
    advance_to((sc_core::sc_time_stamp() + delay).value());
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
      const auto read = device_.read(offset, size);
      if (!read) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
      std::memcpy(transaction.get_data_ptr(), &*read, size);
    } else if (transaction.is_write()) {
      std::memcpy(&value, transaction.get_data_ptr(), size);
      if (!device_.write(offset, size, value)) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    }
    return tlm::TLM_OK_RESPONSE;
  }

  void wake() {
    scheduled_ = devices::kNever;
    advance_to(sc_core::sc_time_stamp().value());
    changed();
  }

  // An initiator may already have accessed the device at a later local time; the device's time does not go back.
  void advance_to(Picoseconds time) {
    advanced_ = std::max(advanced_, time);
    device_.advance_to(advanced_);
  }

  void schedule() {
    const Picoseconds next = device_.next_event();
    if (next == scheduled_) return;
    scheduled_ = next;
    wake_.cancel();
    if (next == devices::kNever) return;
    const Picoseconds now = sc_core::sc_time_stamp().value();
    wake_.notify(sc_core::sc_time::from_value(next > now ? next - now : 0));
  }

  D device_;
  std::function<void()> on_change_;
  sc_core::sc_event wake_;
  Picoseconds advanced_ = 0;
  Picoseconds scheduled_ = devices::kNever;  // when wake_ is notified
};

}  // namespace janus::prototype
