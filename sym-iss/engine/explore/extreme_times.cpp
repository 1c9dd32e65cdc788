#include "engine/explore/extreme_times.h"

#include <fmt/format.h>

#include <limits>

#include "term/extremes.h"

namespace janus::engine {

MergedCount ExtremeTimes::of_run(const ExecutionState& state) const {
  const ClockLag& lag = state.clock_lag;
  if (measure_ == Measure::Energy) return {state.hart.energy, lag.energy, lag.most_energy};
  return {state.hart.cycles, lag.cycles, lag.most};
}

void ExtremeTimes::ended(const ExecutionState& state, const Ending& ending, std::uint64_t path) {
  const TimedStretch& stretch = state.stretch;
  const bool open = !places_ || stretch.open;  // the end of the path is in what is measured
  const MergedCount run = of_run(state);
  const bool is_known = places_ ? stretch.least.is_known() && stretch.most.is_known() : run.is_known();
  if (!state.clock_lag.known || !is_known) {
    ++inexact_;
    return;
  }
  if (consequence_of(ending) == Consequence::GivenUp) ++given_up_;
  // The address of a fault may decide what the access costs, and it is not one number.
  if (open && ending.trap_term) ++inexact_;
  if (open && ending.reason == Termination::Repeats) ++endless_;
  unknown_ends_ += stretch.unknown;
  if (!places_) {
    note({state, ending, path}, run, run);
    return;
  }
  result_.inside += stretch.open;
  if (!stretch.passed) {
    ++result_.missed;
  } else {
    note({state, ending, path}, stretch.least, stretch.most);
  }
}

void ExtremeTimes::note(const Path& path, const MergedCount& least, const MergedCount& most) {
  if (most.ahead) {
    ++result_.merged;
  } else {
    ++result_.counts[most.least];
  }
  look(result_.worst, path, most, true);
  look(result_.best, path, least, false);
}

void ExtremeTimes::look(std::optional<ExtremeTime>& extreme, const Path& path, const MergedCount& count, bool largest) {
  std::optional<std::uint64_t> known;  // that of another path, as far ahead of this one's least as it is
  if (extreme && extreme->amount >= count.least) known = extreme->amount - count.least;
  if (extreme && !known && !largest) return;
  ExecutionState witness(path.state);
  const auto ahead = search(witness, count.ahead ? count.ahead : pool_.constant(32, 0), known, largest);
  if (ahead) take(extreme, {witness, path.ending, path.number}, count.least + *ahead);
}

// The extreme value of `ahead` on the path, if it is better than `known`; the state's model takes it then.
std::optional<std::uint64_t> ExtremeTimes::search(ExecutionState& state, term::Term ahead,
                                                  std::optional<std::uint64_t> known, bool largest) {
  const auto is_better = [&](std::uint64_t value) { return !known || (largest ? value > *known : value < *known); };
  if (ahead.is_constant()) return is_better(ahead->value) ? std::optional(ahead->value) : std::nullopt;
  term::Extremes by_shape(pool_, ahead);
  std::uint64_t bound = largest ? by_shape.bounds().high : by_shape.bounds().low;
  if (!is_better(bound)) return std::nullopt;
  if (!state.model) {
    ++unanswered_;
    return std::nullopt;
  }
  std::uint64_t best = term::evaluate(ahead, *state.model);
  bool found = is_better(best);
  if (!found) best = *known;
  const auto ask = [&](term::Term question) {
    if (question.is_constant(0)) return solver::Answer::Unsat;
    term::Assignment model = *state.model;
    const solver::Answer answer = solver_.check(state.path, question, model);
    if (answer != solver::Answer::Sat) return answer;
    best = term::evaluate(ahead, model);
    found = true;
    state.model = std::make_shared<const term::Assignment>(std::move(model));
    return answer;
  };
  if (best != bound && ask(by_shape.reaches(largest)) == solver::Answer::Unsat) bound += largest ? -1 : 1;
  while (best != bound) {
    const std::uint64_t middle = largest ? best + (bound - best + 1) / 2 : best - (best - bound + 1) / 2;
    const term::Term limit = pool_.constant(32, middle);
    const auto answer = ask(pool_.bit_not(largest ? pool_.ult(ahead, limit) : pool_.ult(limit, ahead)));
    if (answer == solver::Answer::Unsat) bound = largest ? middle - 1 : middle + 1;
    if (answer != solver::Answer::Unknown) continue;
    ++unanswered_;
    break;
  }
  return found ? std::optional(best) : std::nullopt;
}

// A path whose end the concrete machine can tell must end there at the same cycle.
void ExtremeTimes::take(std::optional<ExtremeTime>& extreme, const Path& path, std::uint64_t amount) {
  extreme = {amount, path.number, cases_.make(path.state, path.ending)};
  const bool tells = path.ending.reason == Termination::Exited || path.ending.reason == Termination::Halted;
  const bool same_time = places_ || measure_ != Measure::Cycles || extreme->test_case.cycles == amount;
  if (!same_time || (tells && cases_.replays(extreme->test_case) == false)) ++unconfirmed_;
}

void ExtremeTimes::confirm(ExtremeTime& extreme, bool largest) {
  if (!extreme.test_case.measured()) return;
  if (places_) {
    pass_again(extreme, largest);
  } else if (measure_ != Measure::Cycles) {
    run_again(extreme);
  }
}

// Lets the concrete machine run to the end, to see what it takes. (Of cycles, the test case knows already.)
void ExtremeTimes::run_again(const ExtremeTime& extreme) {
  std::uint64_t took = 0;
  cases_.output_of(
      extreme.test_case, std::numeric_limits<std::uint64_t>::max(),
      [&](devices::FunctionalMachine& machine) { took = measured(machine.hart().state(), measure_); }, 0);
  if (took != extreme.amount) ++unconfirmed_;
}

// Lets the concrete machine pass the stretch, to see where and for how long.
void ExtremeTimes::pass_again(ExtremeTime& extreme, bool largest) {
  TimedStretch stretch;
  std::uint32_t began = 0;
  std::uint64_t took = 0;
  stretch.start(*places_, measure_);
  cases_.output_of(
      extreme.test_case, std::numeric_limits<std::uint64_t>::max(),
      [&](devices::FunctionalMachine& machine) {
        const auto& hart = machine.hart().state();
        // As the symbolic hart: in front of an instruction, and if it is another one, because of an interrupt, only for
        // those who follow interrupts.
        if (hart.waiting && !(hart.mip & hart.mie)) return;
        if (machine.hart().interrupt_ready() && !places_->interrupts_off) return;
        const TimedStretch before = stretch;
        stretch.arrived(*places_, hart, cases_.waits(machine), pool_);
        if (before.open && (!stretch.open || stretch.began != before.began)) {
          took = measured(hart, measure_) - before.began;
          if (places_->interrupts_off && took == extreme.amount && !extreme.places) extreme.places = {began, hart.pc};
        }
        if (stretch.open && (!before.open || stretch.began != before.began)) began = hart.pc;
      },
      std::numeric_limits<std::uint64_t>::max());
  const std::uint64_t most = largest ? stretch.most.least : stretch.least.least;
  if (!stretch.passed || most != extreme.amount) ++unconfirmed_;
}

TimesResult ExtremeTimes::finish(bool complete) {
  if (result_.worst) {
    confirm(*result_.worst, true);
    confirm(*result_.best, false);
  }
  const auto remark = [this](std::uint64_t count, const char* what) {
    if (count > 0) result_.remarks.push_back(fmt::format("{} path{} {}", count, count == 1 ? "" : "s", what));
  };
  if (!complete) result_.remarks.emplace_back("the exploration is not complete");
  remark(given_up_, "given up");
  remark(endless_, "without end");
  const bool energy = measure_ == Measure::Energy;
  remark(inexact_, energy ? "without an exact energy" : "without an exact time");
  remark(unknown_ends_, "with a return address that depends on inputs");
  remark(unanswered_,
         energy ? "whose energies the solver could not compare" : "whose times the solver could not compare");
  remark(unconfirmed_,
         energy ? "with another energy on the concrete machine" : "with another time on the concrete machine");
  result_.proved = result_.remarks.empty() && result_.worst;
  return std::move(result_);
}

}  // namespace janus::engine
