#include "prototype/core.h"

#include <algorithm>
#include <utility>

namespace janus::prototype {
namespace {

constexpr std::uint64_t kNoCycle = std::numeric_limits<std::uint64_t>::max();
// The longest run of the hart in cycles, so that the stop flag is polled a few times a second.
constexpr std::uint64_t kLongestRun = 4'000'000;
constexpr std::uint64_t kLongestDebuggedRun = 200'000;
constexpr int kAwaitMilliseconds = 100, kDebuggedAwaitMilliseconds = 10;
// SystemC's time, which ends after 213 days, does not follow a sleep but for its last part.
constexpr Picoseconds kFollowedSleep = 1'000'000'000;

}  // namespace

Core::Core(sc_core::sc_module_name name, CoreConfig config, Clock& clock, hart::InputSource* inputs)
    : sc_module(name), config_(std::move(config)), clock_(clock), hart_(config_.hart, *this, inputs) {
  socket.register_invalidate_direct_mem_ptr(this, &Core::invalidate_direct_mem_ptr);
  SC_THREAD(thread);
}

End Core::end() const {
  if (exception_) std::rethrow_exception(exception_);
  return end_;
}

void Core::restore(const State& state) {
  hart_.restore(state.hart);
  powered_off_ = state.powered_off;
  exception_ = nullptr;
}

// --- The hart's bus.

std::optional<std::uint32_t> Core::read(std::uint32_t address, unsigned size, std::uint64_t cycle) {
  std::uint32_t value = 0;
  if (!transport(tlm::TLM_READ_COMMAND, address, size, &value, cycle)) return std::nullopt;
  return value;
}

bool Core::write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t cycle) {
  return transport(tlm::TLM_WRITE_COMMAND, address, size, &value, cycle);
}

bool Core::transport(tlm::tlm_command command, std::uint32_t address, unsigned size, void* data, std::uint64_t cycle) {
  transaction_.set_command(command);
  transaction_.set_address(address);
  transaction_.set_data_ptr(static_cast<unsigned char*>(data));
  transaction_.set_data_length(size);
  transaction_.set_streaming_width(size);
  transaction_.set_byte_enable_ptr(nullptr);
  transaction_.set_dmi_allowed(false);
  transaction_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  for (const devices::Region& module : modules_) {
    if (module.contains(address)) return transport_to_module(transaction_, hart_.timing().time_at(cycle));
  }
  auto delay = duration(hart_.timing().time_at(cycle) - clock_.now());
  socket->b_transport(transaction_, delay);
  if (config_.dmi && transaction_.is_dmi_allowed()) request_dmi();
  return transaction_.is_response_ok();
}

bool Core::transport_to_module(tlm::tlm_generic_payload& transaction, Picoseconds local) {
  local += stall_;
  if (local > clock_.now()) wait(duration(local - clock_.now()));
  settle();
  const Picoseconds before = clock_.now();
  auto delay = sc_core::SC_ZERO_TIME;
  socket->b_transport(transaction, delay);
  settle();
  stall_ += clock_.now() - before + delay.value();
  return transaction.is_response_ok();
}

// Lets all processes run that have something to do now.
void Core::settle() {
  do {
    wait(sc_core::SC_ZERO_TIME);
  } while (sc_core::sc_pending_activity_at_current_time());
}

// The time that accesses to modules took passes for the hart.
void Core::let_modules_stall() {
  const Picoseconds stall = std::exchange(stall_, 0);
  if (stall > 0) hart_.skip_to(hart_.state().cycles + (stall + hart_.timing().period() - 1) / hart_.timing().period());
}

void Core::request_dmi() {
  tlm::tlm_dmi dmi;
  if (socket->get_direct_mem_ptr(transaction_, dmi) && dmi.is_read_allowed()) hart_.set_direct_memory(config_.window);
}

void Core::invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) { hart_.set_direct_memory({}); }

// --- Time.

void Core::thread() {
  while (true) {
    exception_ = nullptr;
    try {
      end_ = execute();
    } catch (const sc_core::sc_unwind_exception&) {
      throw;  // SystemC ends its threads by this exception
    } catch (...) {
      exception_ = std::current_exception();  // end() rethrows it; SystemC would wrap it in an exception of its own
    }
    clock_.reached(hart_.timing().time_at(hart_.state().cycles));
    sc_core::sc_pause();
    wait(sc_core::SC_ZERO_TIME);
  }
}

End Core::execute() {
  const auto& state = hart_.state();
  start_quantum();
  while (true) {
    if (output_lost_) return End::OutputLost;
    if (powered_off_) return End::Finisher;
    if (state.retired >= instruction_limit_) return End::InstructionLimit;
    if (interrupted()) return End::Interrupted;
    if (paused()) return End::Paused;
    const std::uint64_t horizon = std::min(quantum_end_, cycle_of(next_event()));
    if (state.cycles >= horizon) {
      synchronize();
      continue;
    }
    const hart::Stop stop = advance(horizon);
    let_modules_stall();
    switch (stop) {
      case hart::Stop::Budget: break;
      case hart::Stop::DeviceAccess: limit_quantum(); break;
      case hart::Stop::Breakpoint: return End::Breakpoint;
      case hart::Stop::Watchpoint: return End::Watchpoint;
      case hart::Stop::Gate: break;  // this hart has no gate
      case hart::Stop::Waiting:
        if (sleep()) break;
        if (interrupted()) return End::Interrupted;
        return paused() ? End::Paused : End::WaitsForever;
      case hart::Stop::Halted: return End::Halted;
      case hart::Stop::UnhandledTrap: return End::UnhandledTrap;
      case hart::Stop::AssertFailed: return End::AssertFailed;
      case hart::Stop::AssumeFailed: return End::AssumeFailed;
      case hart::Stop::HookError: return End::HookError;
      case hart::Stop::ToHost: return End::ToHost;
      case hart::Stop::HostExit: return End::HostExit;
      case hart::Stop::HostError: return End::HostError;
      case hart::Stop::Detected: return End::Detected;
    }
  }
}

// The earliest event of all sources.
Picoseconds Core::next_event() {
  if (!std::exchange(events_moved_, false)) return earliest_event_;
  earliest_event_ = external_ ? external_->next_event() : devices::kNever;
  for (const EventSource* source : sources_) earliest_event_ = std::min(earliest_event_, source->next_event());
  return earliest_event_;
}

// The first cycle at which the hart sees an event; kNoCycle if there is none.
std::uint64_t Core::cycle_of(Picoseconds event) const {
  return event == devices::kNever ? kNoCycle : hart_.timing().cycle_at(event);
}

// The cycle up to which the hart may run at once. Every instruction takes at least one cycle, so with as many cycles as
// there are instructions left the hart never exceeds the instruction limit.
std::uint64_t Core::budget(std::uint64_t horizon) const {
  const auto& state = hart_.state();
  const std::uint64_t longest = pause_wanted_ ? kLongestDebuggedRun : kLongestRun;
  return std::min(horizon, state.cycles + std::min(longest, instruction_limit_ - state.retired));
}

// Runs the hart, but not beyond the moment to pause at. Only entering a handler may take no cycle, and an instruction
// follows each such entry. So in half as many cycles as there are positions left, the hart does not pass the target.
hart::Stop Core::advance(std::uint64_t horizon) {
  const std::uint64_t left = pause_target_.position - std::min(pause_target_.position, hart_.position());
  if (left == 1) return hart_.step_to_breakpoint();
  const std::uint64_t cycles = hart_.state().cycles;
  const std::uint64_t half = left == 0 ? 1 : left / 2;  // 0 left: the target is a later cycle of the same position
  return hart_.run(std::min(budget(horizon), half > kLongestRun ? kNoCycle : cycles + half));
}

std::uint64_t Core::end_of_quantum() const {
  const std::uint64_t cycles = config_.quantum / hart_.timing().period();
  return hart_.state().cycles + std::max<std::uint64_t>(cycles, 1);
}

// While no SystemC process is scheduled, none can observe how far the hart is ahead. So the quantum extends to the next
// scheduled process.
void Core::start_quantum() {
  quantum_end_ = end_of_quantum();
  if (config_.quantum == 0) return;
  const std::uint64_t pending = cycle_of(next_process());
  quantum_end_ = modules_.empty() ? std::max(quantum_end_, pending) : pending;
}

// A device was accessed. That may have scheduled a SystemC process, which must not wait longer than a quantum. If none
// is scheduled before that, a new quantum begins.
void Core::limit_quantum() {
  const std::uint64_t before = quantum_end_, end = end_of_quantum();
  start_quantum();
  if (modules_.empty() && quantum_end_ <= end) quantum_end_ = std::min(before, end);
}

// When the next SystemC process is scheduled.
Picoseconds Core::next_process() const {
  const Picoseconds pending = sc_core::sc_time_to_pending_activity().value();
  const Picoseconds now = clock_.now();
  return pending < devices::kNever - now ? now + pending : devices::kNever;
}

// Advances SystemC's time to the hart's time, so that devices run their events up to and including this time. A device
// event at exactly this time may be scheduled after this thread, hence the second wait.
void Core::synchronize() {
  const Picoseconds local = hart_.timing().time_at(hart_.state().cycles);
  if (local > clock_.now()) wait(duration(local - clock_.now()));
  wait(sc_core::SC_ZERO_TIME);
  if (!modules_.empty()) settle();
  start_quantum();
}

// In wfi with no interrupt pending: skips to the next event. False if there will be none.
bool Core::sleep() {
  Picoseconds event = devices::kNever;
  for (const EventSource* source : sources_) event = std::min(event, source->next_event());
  if (!modules_.empty() && sc_core::sc_pending_activity()) event = std::min(event, next_process());
  if (cycle_of(event) == kNoCycle && !await_external()) return false;
  if (external_) event = std::min(event, external_->next_event());
  if (cycle_of(event) == kNoCycle) return false;
  hart_.skip_to(cycle_of(event));
  if (event > clock_.now() + kFollowedSleep && modules_.empty()) {
    clock_.jump(event - kFollowedSleep);
    for (EventSource* source : sources_) source->reschedule();
    if (external_) external_->reschedule();
  }
  synchronize();
  return true;
}

// Nothing inside the simulation will wake the hart. Waits for external input, if it can raise an enabled interrupt.
bool Core::await_external() {
  if (!external_ || !(hart_.state().mie & 1U << hart::interrupt::kExternal)) return false;
  while (!interrupted() && !paused()) {
    switch (external_->await(pause_wanted_ ? kDebuggedAwaitMilliseconds : kAwaitMilliseconds)) {
      case ExternalSource::Activity::Ready: return true;
      case ExternalSource::Activity::Closed: return false;
      case ExternalSource::Activity::Nothing: break;
    }
  }
  return false;
}

}  // namespace janus::prototype
