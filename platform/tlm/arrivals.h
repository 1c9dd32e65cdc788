// Interrupts that arrive when a test case says so, as events of the simulation: so the core, whatever its speed
// switches, sees each at the first instruction boundary at or after its cycle.
#pragma once

#include <functional>
#include <systemc>
#include <vector>

#include "devices/arrivals.h"
#include "prototype/clock.h"
#include "prototype/event_source.h"

namespace janus::prototype {

class Arrivals : public sc_core::sc_module, public EventSource {
 public:
  SC_HAS_PROCESS(Arrivals);
  struct Planned {
    const devices::ArrivalRow* row;
    Picoseconds time;
  };

  // `planned` is by time, ascending. `clock` must outlive the module.
  Arrivals(sc_core::sc_module_name name, const Clock& clock, std::vector<Planned> planned,
           std::function<void(const devices::ArrivalRow&)> arrive)
      : sc_module(name), clock_(clock), planned_(std::move(planned)), arrive_(std::move(arrive)) {
    SC_METHOD(wake);
    dont_initialize();
    sensitive << wake_;
    reschedule();
  }

  void reschedule() override {
    wake_.cancel();
    set_next_event(arrived_ < planned_.size() ? planned_[arrived_].time : devices::kNever);
    if (next_event() == devices::kNever) return;
    const Picoseconds now = clock_.now();
    wake_.notify(duration(next_event() > now ? next_event() - now : 0));
  }

  // How many have arrived.
  std::size_t save() const { return arrived_; }
  // The clock must be set before.
  void restore(std::size_t arrived) {
    arrived_ = arrived;
    reschedule();
  }

 private:
  void wake() {
    while (arrived_ < planned_.size() && planned_[arrived_].time <= clock_.now()) arrive_(*planned_[arrived_++].row);
    reschedule();
  }

  const Clock& clock_;
  std::vector<Planned> planned_;
  std::function<void(const devices::ArrivalRow&)> arrive_;
  std::size_t arrived_ = 0;
  sc_core::sc_event wake_;
};

}  // namespace janus::prototype
