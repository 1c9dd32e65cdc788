// The command layer of GDB's Remote Serial Protocol (GDB manual, appendices E.2 to E.6), for one connection.
//
//   stopped --c, s, vCont, bc, bs--> moving --stop, or Ctrl-C--> stopped        ends by D, k, W (unless extended), loss
//
// The hart is thread 1. A packet with bad arguments gets an error, and an unknown packet an empty answer, as the
// protocol demands.
#pragma once

#include <string>
#include <string_view>

#include "gdb/link.h"
#include "gdb/target.h"

namespace janus::gdb {

class Session {
 public:
  enum class End {
    Detached,
    Killed,
    Exited,  // the run is over, and gdb was told
    Lost,    // gdb disconnected without notice, or the link was cancelled
  };

  // `target` and `link` must outlive the session. `stop` is the reason of the last stop. If gdb disconnects while the
  // machine moves, the machine goes on until `client_waits` says that another client waits to connect.
  Session(Target& target, Link& link, Stop stop, std::function<bool()> client_waits = {})
      : target_(target), link_(link), stop_(std::move(stop)), client_waits_(std::move(client_waits)) {}

  // Answers packets until the session ends.
  End serve();

  // The reason of the last stop.
  const Stop& stop() const { return stop_; }

 private:
  struct Command {
    std::string_view prefix;
    std::string (Session::*answer)(Parser arguments);
    bool exact = false;  // nothing may follow the prefix
  };
  static const Command kCommands[];

  std::string answer(std::string_view packet);
  bool over() const { return stop_.why == Stop::Why::Exited || stop_.why == Stop::Why::Terminated; }

  // Movement, session.cpp.
  std::string move(Motion motion);
  std::string stop_reply();
  std::string report_stop(Parser);
  std::string run(Parser arguments);
  std::string run_with_signal(Parser arguments);
  std::string step(Parser arguments);
  std::string step_with_signal(Parser arguments);
  std::string resume_at(Motion motion, Parser arguments);
  std::string run_back(Parser);
  std::string step_back(Parser);
  std::string list_continuations(Parser);
  std::string continue_threads(Parser arguments);
  std::string detach(Parser);
  std::string kill(Parser);
  std::string kill_process(Parser);
  std::string restart(Parser);
  std::string run_program(Parser);
  std::string extend(Parser);

  // Registers, memory, breakpoints, session_state.cpp.
  std::string read_registers(Parser);
  std::string write_registers(Parser arguments);
  std::string read_register(Parser arguments);
  std::string write_register(Parser arguments);
  std::string read_memory(Parser arguments);
  std::string write_memory(Parser arguments);
  std::string write_binary(Parser arguments);
  std::string set_point(Parser arguments);
  std::string clear_point(Parser arguments);

  // Questions, session_query.cpp.
  std::string supported(Parser);
  std::string stop_acknowledging(Parser);
  std::string transfer_features(Parser arguments);
  std::string transfer_memory_map(Parser arguments);
  std::string monitor(Parser arguments);
  std::string attached(Parser);
  std::string current_thread(Parser);
  std::string first_threads(Parser);
  std::string more_threads(Parser);
  std::string thread_alive(Parser arguments);
  std::string select_thread(Parser arguments);
  std::string symbols(Parser);
  void say(std::string_view text);

  Target& target_;
  Link& link_;
  Stop stop_;
  std::function<bool()> client_waits_;
  bool extended_ = false;
  std::optional<End> end_;
};

// Answers that the protocol defines.
inline constexpr std::string_view kOk = "OK";
inline constexpr std::string_view kBadArguments = "E16", kBadAddress = "E0e",
                                  kTooMany = "E1c";  // EINVAL, EFAULT, ENOSPC

}  // namespace janus::gdb
