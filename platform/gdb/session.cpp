#include "gdb/session.h"

#include <fmt/format.h>

namespace janus::gdb {

// The first prefix that matches counts, so a longer prefix stands before its own prefixes.
const Session::Command Session::kCommands[] = {
    {"qSupported", &Session::supported},
    {"QStartNoAckMode", &Session::stop_acknowledging, true},
    {"qXfer:features:read:target.xml:", &Session::transfer_features},
    {"qXfer:memory-map:read::", &Session::transfer_memory_map},
    {"qRcmd,", &Session::monitor},
    {"qAttached", &Session::attached},
    {"qfThreadInfo", &Session::first_threads, true},
    {"qsThreadInfo", &Session::more_threads, true},
    {"qSymbol:", &Session::symbols},
    {"qC", &Session::current_thread, true},
    {"vCont?", &Session::list_continuations, true},
    {"vCont;", &Session::continue_threads},
    {"vKill;", &Session::kill_process},
    {"vRun;", &Session::run_program},
    {"?", &Session::report_stop, true},
    {"!", &Session::extend, true},
    {"bs", &Session::step_back, true},
    {"bc", &Session::run_back, true},
    {"c", &Session::run},
    {"C", &Session::run_with_signal},
    {"s", &Session::step},
    {"S", &Session::step_with_signal},
    {"D", &Session::detach},
    {"k", &Session::kill, true},
    {"R", &Session::restart},
    {"g", &Session::read_registers, true},
    {"G", &Session::write_registers},
    {"p", &Session::read_register},
    {"P", &Session::write_register},
    {"m", &Session::read_memory},
    {"M", &Session::write_memory},
    {"X", &Session::write_binary},
    {"Z", &Session::set_point},
    {"z", &Session::clear_point},
    {"T", &Session::thread_alive},
    {"H", &Session::select_thread},
};

Session::End Session::serve() {
  while (true) {
    const auto packet = link_.receive();
    if (!packet) return end_.value_or(over() ? End::Exited : End::Lost);
    const std::string text = answer(*packet);
    if (end_ == End::Killed && !extended_) {
      if (!text.empty()) link_.send(text);
      return End::Killed;
    }
    if (link_.lost()) return end_.value_or(over() ? End::Exited : End::Lost);
    if (packet->starts_with('k') || packet->starts_with('R')) continue;  // these packets have no answer
    link_.send(text);
    if (end_ == End::Detached) return End::Detached;
    if (over() && !extended_) return End::Exited;
  }
}

std::string Session::answer(std::string_view packet) {
  for (const Command& command : kCommands) {
    if (!packet.starts_with(command.prefix)) continue;
    if (command.exact && packet != command.prefix) continue;
    Parser arguments(packet);
    arguments.literal(command.prefix);
    return (this->*command.answer)(arguments);
  }
  return {};
}

// --- Movement.

std::string Session::move(Motion motion) {
  if (end_ == End::Killed) return "X09";
  const bool forwards = motion == Motion::Run || motion == Motion::Step;
  if (over() && forwards) return stop_reply();
  stop_ = target_.resume(motion, [this] {
    if (!link_.lost()) return link_.interrupted();
    return client_waits_ && client_waits_();
  });
  if (!stop_.message.empty()) say(stop_.message + "\n");
  return stop_reply();
}

std::string Session::stop_reply() {
  static constexpr const char* kWatches[] = {"watch", "rwatch", "awatch"};  // indexed by hart::Watch
  std::string reason;
  unsigned signal = static_cast<unsigned>(Signal::Trap);
  switch (stop_.why) {
    case Stop::Why::Exited: return fmt::format("W{:02x}", stop_.exit_code);
    case Stop::Why::Terminated: return fmt::format("X{:02x}", static_cast<unsigned>(stop_.signal));
    case Stop::Why::Stepped: break;
    case Stop::Why::Breakpoint: reason = "swbreak:;"; break;
    case Stop::Why::Watchpoint:
      reason = fmt::format("{}:{:x};", kWatches[static_cast<std::size_t>(stop_.watch)], stop_.address);
      break;
    case Stop::Why::Beginning: reason = "replaylog:begin;"; break;
    case Stop::Why::Signal: signal = static_cast<unsigned>(stop_.signal); break;
  }
  return fmt::format("T{:02x}thread:1;{}", signal, reason);
}

std::string Session::report_stop(Parser) { return end_ == End::Killed ? "X09" : stop_reply(); }

// `arguments` may be an address to continue at.
std::string Session::resume_at(Motion motion, Parser arguments) {
  if (!arguments.done()) {
    const auto address = arguments.word();
    if (!address || !arguments.done() || !target_.write_register(kPc, *address)) return std::string(kBadArguments);
  }
  return move(motion);
}

std::string Session::run(Parser arguments) { return resume_at(Motion::Run, arguments); }
std::string Session::step(Parser arguments) { return resume_at(Motion::Step, arguments); }

// The signal is ignored: a bare machine has no process to deliver it to.
std::string Session::run_with_signal(Parser arguments) {
  arguments.until(';');
  return resume_at(Motion::Run, arguments);
}
std::string Session::step_with_signal(Parser arguments) {
  arguments.until(';');
  return resume_at(Motion::Step, arguments);
}

std::string Session::run_back(Parser) { return move(Motion::RunBack); }
std::string Session::step_back(Parser) { return move(Motion::StepBack); }

std::string Session::list_continuations(Parser) { return "vCont;c;C;s;S"; }

// action[:thread][;action[:thread]]...; the first action for our thread counts.
std::string Session::continue_threads(Parser arguments) {
  while (!arguments.done()) {
    Parser one(arguments.until(';'));
    const std::string_view action = one.until(':');
    const std::string_view thread = one.rest();
    if (action.empty()) break;
    if (!thread.empty() && thread != "1" && thread != "-1" && thread != "0") continue;
    if (action == "c" || action.starts_with('C')) return move(Motion::Run);
    if (action == "s" || action.starts_with('S')) return move(Motion::Step);
    break;
  }
  return std::string(kBadArguments);
}

// --- The end.

std::string Session::detach(Parser) {
  target_.clear_all_points();
  end_ = End::Detached;
  return std::string(kOk);
}

std::string Session::kill(Parser) {
  end_ = End::Killed;
  return {};
}

std::string Session::kill_process(Parser) {
  end_ = End::Killed;
  return std::string(kOk);
}

std::string Session::restart(Parser) {
  end_.reset();
  target_.restart();
  stop_ = {};
  return {};
}

std::string Session::run_program(Parser arguments) {
  if (!extended_) return std::string(kBadArguments);
  restart(arguments);
  return stop_reply();
}

std::string Session::extend(Parser) {
  extended_ = true;
  return std::string(kOk);
}

}  // namespace janus::gdb
