#include "solver/z3_thread.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace janus::solver {
namespace {

constexpr std::chrono::milliseconds kPollInterval{50};      // between two checks of whether to break off
constexpr std::chrono::milliseconds kInterruptInterval{5};  // between two interrupts of Z3
constexpr std::chrono::milliseconds kAbandonAfter{500};     // after the first permanent interrupt

}  // namespace

Z3Session::Z3Session(const char* tactic)
    : solver(tactic ? z3::tactic(context, tactic).mk_solver() : z3::solver(context, z3::solver::simple())) {
  // Without this, Z3 handles SIGINT itself during a check, and Janus never sees Ctrl-C.
  z3::params parameters(context);
  parameters.set("ctrl_c", false);
  solver.set(parameters);
}

Z3Thread::End Z3Thread::run(const std::shared_ptr<Z3Session>& session, std::function<void()> job,
                            support::ProcessorClock::time_point overdue) {
  bool is_overdue = false;
  std::optional<std::chrono::steady_clock::time_point> end;
  const auto patience = [&]() -> std::chrono::nanoseconds {
    const auto left = overdue - support::ProcessorClock::now();
    if (!interrupted_ && left > left.zero()) return std::min<std::chrono::nanoseconds>(left, kPollInterval);
    session->broken_off = true;
    if (!interrupted_) {
      is_overdue = true;
      Z3_solver_interrupt(session->context, session->solver);
      return kInterruptInterval;
    }
    session->context.interrupt();  // permanent: Z3 refuses all later work in this context
    const auto now = std::chrono::steady_clock::now();
    if (!end) end = now + kAbandonAfter;
    return now < *end ? kInterruptInterval : std::chrono::nanoseconds::zero();
  };
  if (!thread_.run(std::move(job), patience)) return End::Abandoned;
  return is_overdue ? End::Overdue : End::Done;
}

std::uint64_t steps_of(const z3::solver& solver) {
  const z3::stats statistics = solver.statistics();
  for (unsigned i = 0; i < statistics.size(); ++i) {
    if (statistics.key(i) == "rlimit count") return statistics.uint_value(i);
  }
  return 0;
}

}  // namespace janus::solver
