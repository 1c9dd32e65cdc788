#include "app/debug_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "app/debug_monitor.h"
#include "app/run_report.h"
#include "app/stop_flag.h"
#include "gdb/session.h"
#include "gdb/socket.h"
#include "support/error.h"
#include "support/standard_streams.h"

namespace janus::app {
namespace {

using gdb::Signal;
using prototype::End;
using prototype::Timeline;

constexpr std::size_t kMostBreakpoints = 10'000, kMostWatchpoints = 100;
constexpr std::chrono::milliseconds kAskInterval{2};
constexpr const char* kNoWayBack = "the run cannot go back: nobody can restore a module of --module\n";

Signal signal_of(const prototype::RunResult& result) {
  switch (result.end) {
    case End::Halted:
    case End::WaitsForever: return Signal::Stop;
    case End::InstructionLimit: return Signal::Limit;
    case End::UnhandledTrap: break;
    case End::Finisher:
    case End::ToHost:
    case End::HostExit:
    case End::AssertFailed:
    case End::AssumeFailed:
    case End::HookError:
    case End::HostError:
    case End::Detected:
    case End::Interrupted:
    case End::OutputLost:
    case End::Killed:
    case End::Paused:
    case End::Breakpoint:
    case End::Watchpoint: return Signal::Abort;
  }
  switch (result.trap->cause) {
    case isa::Exception::IllegalInstruction: return Signal::Illegal;
    case isa::Exception::Breakpoint: return Signal::Trap;
    case isa::Exception::InstructionAddressMisaligned:
    case isa::Exception::LoadAddressMisaligned:
    case isa::Exception::StoreAddressMisaligned: return Signal::Bus;
    case isa::Exception::EnvironmentCallFromUser:
    case isa::Exception::EnvironmentCallFromMachine: return Signal::BadSystemCall;
    case isa::Exception::InstructionAccessFault:
    case isa::Exception::LoadAccessFault:
    case isa::Exception::StoreAccessFault: break;
  }
  return Signal::Segmentation;
}

// Calls `ask` at most once in kAskInterval, and not again after it has returned true.
std::function<bool()> rate_limited(const std::function<bool()>& ask) {
  using Clock = std::chrono::steady_clock;
  return [&ask, last = Clock::now(), yes = false]() mutable {
    if (yes || Clock::now() - last < kAskInterval) return yes;
    last = Clock::now();
    yes = ask();
    return yes;
  };
}

// Writes a CSR for a debugger. A counter reads as written at once; when firmware writes a counter, the value holds from
// the end of the instruction on.
void write_csr(hart::ConcreteHart& hart, std::uint16_t number, std::uint32_t value) {
  namespace csr = isa::csr;
  auto& state = hart.state();
  const auto half = [&](hart::Counter& counter, std::uint64_t clock, unsigned shift) {
    const std::uint64_t kept = counter.at(clock) & ~(std::uint64_t{0xffff'ffff} << shift);
    counter.write(kept | std::uint64_t{value} << shift, clock);
  };
  switch (number) {
    case csr::mcycle: return half(state.mcycle, state.cycles, 0);
    case csr::mcycleh: return half(state.mcycle, state.cycles, 32);
    case csr::minstret: return half(state.minstret, state.retired, 0);
    case csr::minstreth: return half(state.minstret, state.retired, 32);
    case csr::mcountinhibit:
      state.mcycle.stop(value & 1, state.cycles);
      state.minstret.stop(value & 4, state.retired);
      return;
    default: hart.write_csr(number, {value});
  }
}

}  // namespace

// --- Registers and memory.

std::optional<std::uint32_t> DebugTarget::read_register(unsigned number) {
  auto& hart = platform_.hart();
  if (number < gdb::kPc) return hart.state().x[number].raw;
  if (number == gdb::kPc) return hart.state().pc;
  if (number == gdb::kPrivilege) return static_cast<std::uint32_t>(hart.state().privilege);
  if (number < gdb::kFirstCsr || number > gdb::kLastCsr) return std::nullopt;
  const auto csr = static_cast<std::uint16_t>(number - gdb::kFirstCsr);
  if (!isa::csr_exists(csr)) return std::nullopt;
  return hart.read_csr(csr).raw;
}

bool DebugTarget::write_register(unsigned number, std::uint32_t value) {
  const auto present = read_register(number);
  if (!present) return false;
  if (*present == value || number == 0) return true;
  if (number == gdb::kPc && !platform_.hart().extensions().can_begin_at(value)) return false;
  if (number == gdb::kPrivilege && value != 0 && value != 3) return false;
  const auto csr = static_cast<std::uint16_t>(number - gdb::kFirstCsr);
  const bool is_csr = number >= gdb::kFirstCsr && number <= gdb::kLastCsr;
  if (is_csr && csr >> 10 == 3) return false;  // read-only
  edit([=](prototype::Platform& platform) {
    auto& hart = platform.hart();
    if (is_csr) {
      write_csr(hart, csr, value);
    } else if (number == gdb::kPc) {
      hart.state().pc = value;
    } else if (number == gdb::kPrivilege) {
      hart.state().privilege = static_cast<hart::Privilege>(value);
    } else {
      hart.set(static_cast<std::uint8_t>(number), {value});
    }
  });
  return true;
}

std::vector<std::uint8_t> DebugTarget::read_memory(std::uint32_t address, std::uint32_t size) {
  return platform_.read_memory(address, size);
}

bool DebugTarget::write_memory(std::uint32_t address, std::span<const std::uint8_t> bytes) {
  const auto memories = platform_.memories();
  const auto holds = [&](const prototype::Platform::MemoryView& memory) {
    return memory.region.contains(address) && bytes.size() <= memory.region.size - (address - memory.region.base);
  };
  if (std::ranges::none_of(memories, holds)) return false;
  edit([address, copy = std::vector(bytes.begin(), bytes.end())](prototype::Platform& platform) {
    platform.write_memory(address, copy);
  });
  return true;
}

void DebugTarget::edit(prototype::Timeline::Change change) {
  timeline_.edit(std::move(change));
  result_.reset();
  error_ = nullptr;
}

// --- Breakpoints and watchpoints.

bool DebugTarget::set_breakpoint(std::uint32_t address) {
  if (breakpoints_.size() >= kMostBreakpoints) return false;
  breakpoints_.insert(address);
  platform_.hart().set_breakpoint(address);
  return true;
}

void DebugTarget::clear_breakpoint(std::uint32_t address) {
  breakpoints_.erase(address);
  platform_.hart().clear_breakpoint(address);
}

bool DebugTarget::set_watchpoint(hart::Watchpoint watchpoint) {
  if (watchpoints_.size() >= kMostWatchpoints) return false;
  if (std::ranges::find(watchpoints_, watchpoint) == watchpoints_.end()) watchpoints_.push_back(watchpoint);
  platform_.hart().set_watchpoint(watchpoint);
  return true;
}

void DebugTarget::clear_watchpoint(hart::Watchpoint watchpoint) {
  std::erase(watchpoints_, watchpoint);
  platform_.hart().clear_watchpoint(watchpoint);
}

void DebugTarget::clear_all_points() {
  for (const std::uint32_t address : breakpoints_) platform_.hart().clear_breakpoint(address);
  for (const hart::Watchpoint watchpoint : watchpoints_) platform_.hart().clear_watchpoint(watchpoint);
  breakpoints_.clear();
  watchpoints_.clear();
}

// --- Movement.

gdb::Stop DebugTarget::resume(gdb::Motion motion, const std::function<bool()>& interrupted) {
  const auto ask = rate_limited(interrupted);
  const bool forwards = motion == gdb::Motion::Run || motion == gdb::Motion::Step;
  if (forwards && (result_ || error_)) return exited();
  result_.reset();
  error_ = nullptr;
  try {
    switch (motion) {
      case gdb::Motion::Run: return stop_for(timeline_.run(ask));
      case gdb::Motion::Step: return stop_for(timeline_.step(ask));
      case gdb::Motion::RunBack: return stop_for(timeline_.run_back(ask));
      case gdb::Motion::StepBack: return stop_for(timeline_.step_back(ask));
    }
  } catch (const support::InputError& error) {
    error_ = std::current_exception();
    return {.signal = Signal::Abort, .message = std::string("janus: ") + error.what()};
  }
  return {};
}

gdb::Stop DebugTarget::stop_for(const Timeline::Stop& stop) {
  using Why = gdb::Stop::Why;
  switch (stop.why) {
    case Timeline::Why::Stepped: return {.why = Why::Stepped};
    case Timeline::Why::Breakpoint: return {.why = Why::Breakpoint};
    case Timeline::Why::Watchpoint:
      return {.why = Why::Watchpoint, .watch = stop.hit.watchpoint.watch, .address = stop.hit.address};
    case Timeline::Why::Interrupted: return {.why = Why::Signal, .signal = Signal::Interrupt};
    case Timeline::Why::Beginning: return {.why = Why::Beginning};
    case Timeline::Why::Ended: return ended(stop.result);
  }
  return {};
}

gdb::Stop DebugTarget::ended(const prototype::RunResult& result) {
  result_ = result;
  switch (result.end) {
    case End::Finisher:
    case End::ToHost:
    case End::HostExit: return exited();
    case End::Interrupted: return {.why = gdb::Stop::Why::Terminated, .signal = Signal::Interrupt};
    default: break;
  }
  std::string text = describe(result, image_);
  if (text.empty()) text = fmt::format("{} at {}", to_string(result.end), describe_place(result, image_));
  return {.signal = signal_of(result), .message = "janus: " + text};
}

gdb::Stop DebugTarget::exited() {
  int code = 0;
  if (error_) {
    try {
      std::rethrow_exception(error_);
    } catch (const support::InputError& error) {
      code = error.code();
    }
  } else {
    code = exit_code(*result_);
  }
  return {.why = gdb::Stop::Why::Exited, .exit_code = static_cast<std::uint8_t>(code)};
}

void DebugTarget::restart() {
  if (!platform_.can_restore()) {
    support::print_err(fmt::format("janus: {}", kNoWayBack));
    return;
  }
  result_.reset();
  error_ = nullptr;
  timeline_.restart();
}

prototype::RunResult DebugTarget::result() const {
  if (error_) std::rethrow_exception(error_);
  return result_.value();
}

prototype::RunResult DebugTarget::run_on() {
  if (result_ || error_) return result();
  return platform_.run();
}

prototype::RunResult DebugTarget::killed() {
  prototype::RunResult result = platform_.run_until({}, {});
  result.end = End::Killed;
  return result;
}

// --- Questions.

std::string DebugTarget::monitor(const std::string& command) {
  if (command != "restart") return answer_monitor(platform_, command);
  if (!platform_.can_restore()) return kNoWayBack;
  restart();
  return "at reset again; now type: maintenance flush register-cache\n";
}

std::vector<gdb::MemoryRegion> DebugTarget::memory_map() {
  std::vector<gdb::MemoryRegion> map;
  for (const auto& device : platform_.devices()) map.push_back({device.region.base, device.region.size, false});
  for (const auto& memory : platform_.memories()) map.push_back({memory.region.base, memory.region.size, true});
  return map;
}

prototype::RunResult debug(prototype::Platform& platform, const support::FirmwareImage& image, std::uint16_t port) {
  const std::atomic<bool>& stop_wanted = stop_flag();
  const auto cancelled = [&] { return stop_wanted.load(); };
  gdb::Listener listener(port);
  DebugTarget target(platform, image);
  gdb::Stop stop;
  for (const char* state = "waiting for gdb";; state = "gdb has gone, waiting for it") {
    support::print_err(fmt::format("janus: {0} on 127.0.0.1:{1} (gdb-multiarch {2} -ex 'target remote :{1}')\n", state,
                                   listener.port(), image.path()));
    const auto connection = listener.accept(cancelled);
    if (!connection) return platform.run();  // cancelled: ends as Interrupted at once
    target.clear_all_points();
    gdb::Link link(*connection, cancelled);
    gdb::Session session(target, link, stop, [&] { return listener.wait_for_client(0); });
    switch (session.serve()) {
      case gdb::Session::End::Detached: return target.run_on();
      case gdb::Session::End::Killed: return target.killed();
      case gdb::Session::End::Exited: return target.result();
      case gdb::Session::End::Lost: break;
    }
    if (cancelled()) return platform.run();
    stop = session.stop();
  }
}

}  // namespace janus::app
