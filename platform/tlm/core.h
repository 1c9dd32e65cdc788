// A core: a concrete hart as a SystemC module, a TLM-2.0 initiator that is temporally decoupled from SystemC's time.
//
// The hart counts cycles by the timing profile alone; delays that b_transport returns do not count. The hart runs ahead
// of SystemC's time up to a horizon: the end of the quantum or the next event of any device, whichever comes first.
//
//            run(horizon)                 wait until sc_time == time_at(cycles), let the devices of that instant run
//   behind ----------------> at horizon ----------------------------------------------------------------> behind
//      ^   <---------------- a device was accessed: its next event may have moved, so the horizon has
//
// So, whatever the quantum, the hart sees each event at the first instruction boundary at or after the event's cycle,
// and an interrupt line that its own access raises right after the access. Therefore the cycle count of a program does
// not depend on quantum, DMI and caching.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <systemc>
#include <vector>

#include "devices/memory_map.h"
#include "hart/concrete_hart.h"
#include "prototype/clock.h"
#include "prototype/end.h"
#include "prototype/event_source.h"
#include "prototype/moment.h"

namespace janus::prototype {

struct CoreConfig {
  hart::HartConfig hart;
  std::uint64_t quantum = 10'000'000;  // picoseconds; 0: synchronise after every instruction
  bool dmi = true;
  // All memories lie in this window of the host's memory, so a grant of DMI for one of them is a grant for all.
  hart::DirectMemory window;
  const std::atomic<bool>* stop = nullptr;  // not owned; once true, the run soon ends as Interrupted
};

class Core : public sc_core::sc_module, private hart::Bus {
 public:
  SC_HAS_PROCESS(Core);
  tlm_utils::simple_initiator_socket<Core> socket{"socket"};

  // `clock` must outlive the core, and so must `inputs`, which may be null.
  Core(sc_core::sc_module_name name, CoreConfig config, Clock& clock, hart::InputSource* inputs);

  // Adds a source of events. Call before the simulation starts. Sources must outlive the core.
  void watch(EventSource& source) {
    sources_.push_back(&source);
    source.tell(&events_moved_);
  }
  void watch(ExternalSource& source) {
    external_ = &source;
    source.tell(&events_moved_);
  }

  // At `region` there is a module with processes of its own. The core brings SystemC's time to its own before each
  // access there, is stalled while the access takes time, and never runs ahead of a process that is scheduled.
  void wait_for(devices::Region region) { modules_.push_back(region); }

  hart::ConcreteHart& hart() { return hart_; }

  // Called by a device during an access: the machine is switched off after the current instruction.
  void power_off() { powered_off_ = true; }

  // Called when nobody receives the machine's output any more: every run soon ends as OutputLost.
  void lose_output() { output_lost_ = true; }

  // The next sc_start() runs until `retired` instructions have retired since reset, or until the run ends earlier, and
  // returns by sc_pause(). Then end() returns the reason, or rethrows an exception of an input source, a device or the
  // host.
  void set_instruction_limit(std::uint64_t retired) { instruction_limit_ = retired; }
  End end() const;

  // The next sc_start() ends as Paused at `target`, or earlier if `wanted` returns true. `wanted` may be empty; it is
  // called between two runs of the hart, at least every few milliseconds of real time.
  void pause_at(Moment target, std::function<bool()> wanted) {
    pause_target_ = target;
    pause_wanted_ = std::move(wanted);
  }
  Moment moment() const { return {hart_.position(), hart_.state().cycles}; }

  // Save and restore the core while the simulation pauses. The caller saves and restores the clock and other modules.
  struct State {
    hart::ConcreteHart::Checkpoint hart;
    bool powered_off;
  };
  State save() const { return {hart_.save(), powered_off_}; }
  void restore(const State& state);

 private:
  std::optional<std::uint32_t> read(std::uint32_t address, unsigned size, std::uint64_t cycle) override;
  bool write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t cycle) override;
  bool transport(tlm::tlm_command command, std::uint32_t address, unsigned size, void* data, std::uint64_t cycle);
  bool transport_to_module(tlm::tlm_generic_payload& transaction, Picoseconds local);
  void request_dmi();
  void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end);

  void thread();
  End execute();
  hart::Stop advance(std::uint64_t horizon);
  bool paused() const { return moment() >= pause_target_ || (pause_wanted_ && pause_wanted_()); }
  bool interrupted() const { return config_.stop && config_.stop->load(std::memory_order_relaxed); }
  Picoseconds next_event();
  Picoseconds next_process() const;
  std::uint64_t cycle_of(Picoseconds event) const;
  std::uint64_t budget(std::uint64_t horizon) const;
  std::uint64_t end_of_quantum() const;
  void start_quantum();
  void limit_quantum();
  void synchronize();
  void settle();
  void let_modules_stall();
  bool sleep();
  bool await_external();

  CoreConfig config_;
  Clock& clock_;
  hart::ConcreteHart hart_;
  std::vector<EventSource*> sources_;
  ExternalSource* external_ = nullptr;
  bool events_moved_ = true;  // since earliest_event_ was looked for
  Picoseconds earliest_event_ = devices::kNever;
  std::vector<devices::Region> modules_;
  Picoseconds stall_ = 0;  // by the accesses of this instruction to modules
  tlm::tlm_generic_payload transaction_;
  std::uint64_t quantum_end_ = 0;  // cycle
  std::uint64_t instruction_limit_ = std::numeric_limits<std::uint64_t>::max();
  Moment pause_target_ = kEndOfRun;
  std::function<bool()> pause_wanted_;
  bool powered_off_ = false, output_lost_ = false;
  End end_ = End::Interrupted;
  std::exception_ptr exception_;
};

}  // namespace janus::prototype
