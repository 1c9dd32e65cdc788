// The command layer of GDB's Remote Serial Protocol (GDB manual, appendices E.2 to E.6): one conversation.
//
//   stopped --c, s, vCont, bc, bs--> moving --stop, or Ctrl-C--> stopped        ends by D, k, W (unless extended), loss
//
// One hart is one thread, number 1. What a packet asks for that makes no sense is answered by an error, what is not
// known by nothing, as the protocol wants it.
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
    Exited,  // the run is over, and gdb knows
    Lost,    // gdb has gone without a word, or the link was cancelled
  };

  // `target` and `link` must outlive this. `stop` is why the machine is not moving now. `stranger`: whether somebody
  // else wants to talk, asked while the machine moves and gdb has gone; then it stops.
  Session(Target& target, Link& link, Stop stop, std::function<bool()> stranger = {})
      : target_(target), link_(link), stop_(std::move(stop)), stranger_(std::move(stranger)) {}

  // Until gdb goes.
  End serve();

  // Why the machine is not moving now.
  const Stop& stop() const { return stop_; }

 private:
  struct Command {
    std::string_view prefix;
    std::string (Session::*answer)(Parser arguments);
    bool exact = false;  // nothing may follow
  };
  static const Command kCommands[];

  std::string answer(std::string_view packet);
  bool over() const { return stop_.why == Stop::Why::Exited || stop_.why == Stop::Why::Terminated; }

  // Movement, session.cpp. Empty: the answer has been sent, or there is none.
  std::string move(Motion motion);
  std::string stop_reply();
  std::string tell_stop(Parser);
  std::string run(Parser arguments);
  std::string run_with_signal(Parser arguments);
  std::string step(Parser arguments);
  std::string step_with_signal(Parser arguments);
  std::string resume_at(Motion motion, Parser arguments);
  std::string run_back(Parser);
  std::string step_back(Parser);
  std::string tell_continuations(Parser);
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
  std::function<bool()> stranger_;
  bool extended_ = false;
  std::optional<End> end_;
};

// Answers that the protocol has words for.
inline constexpr std::string_view kOk = "OK";
inline constexpr std::string_view kBadArguments = "E16", kBadAddress = "E0e",
                                  kTooMany = "E1c";  // EINVAL, EFAULT, ENOSPC

}  // namespace janus::gdb
