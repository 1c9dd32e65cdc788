#include "engine/explore/assumed_sides.h"

#include <algorithm>
#include <memory>
#include <set>
#include <span>

#include "engine/explore/retrace.h"
#include "engine/state/technique.h"
#include "solver/chain.h"

namespace janus::engine {
namespace {

constexpr std::size_t kMostOfBranch = 4, kMostAssumptions = 16, kMostEvents = 20'000;
constexpr double kMostSeconds = 0.2;  // of a query

// What was assumed and decided on the path, in order.
class AssumptionWatcher : public Technique {
 public:
  struct Event {
    term::Term condition;
    bool holds;
    bool is_assumed;
    std::uint32_t pc;
  };

  bool watches_instructions() const override { return true; }
  TechniqueReport report() const override { return {}; }

  void decided(ExecutionState& state, term::Term condition, bool holds, solver::Answer) override {
    note_assumptions(state, 0);
    if (events_.size() < kMostEvents) events_.push_back({condition, holds, false, state.hart.pc});
  }
  void executed(ExecutionState& state, const ExecutedInstruction& executed) override {
    note_assumptions(state, executed.called_hook ? executed.pc : 0);
  }

  const std::vector<Event>& events() const { return events_; }

 private:
  // Those that are new in the path condition, to which a retraced path adds no decisions.
  void note_assumptions(const ExecutionState& state, std::uint32_t pc) {
    const std::size_t first = events_.size();
    for (const solver::Conjunct* each = state.path.last(); each && each->depth > known_; each = each->parent) {
      if (events_.size() < kMostEvents) events_.push_back({each->term, true, true, pc});
    }
    known_ = state.path.depth();
    std::reverse(events_.begin() + static_cast<std::ptrdiff_t>(first), events_.end());
  }

  std::uint32_t known_ = 0;
  std::vector<Event> events_;
};

class SideFinder {
 public:
  using Event = AssumptionWatcher::Event;
  SideFinder(const std::vector<Event>& events, term::TermPool& pool, AssumedSidesLimits& limits)
      : events_(events), pool_(pool), limits_(limits), solver_(solver::make_solver_chain(pool, {})) {}

  void find(const std::function<bool(std::uint32_t)>& is_open, AssumedSides& sides) {
    std::map<std::uint32_t, std::size_t> looked_at;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const Event& event = events_[i];
      if (event.is_assumed || sides.contains(event.pc) || !is_open(event.pc)) continue;
      if (++looked_at[event.pc] > kMostOfBranch) continue;
      if (auto excluding = excluding_other_side(i); !excluding.empty()) sides.emplace(event.pc, std::move(excluding));
      if (is_over()) return;
    }
  }

 private:
  bool is_over() const { return limits_.queries == 0 || std::chrono::steady_clock::now() >= limits_.until; }

  // Whether inputs that decide as the path did until an event, and take another side there, exist if nothing is assumed
  // at these places.
  solver::Answer other_side(std::size_t number, const std::set<std::uint32_t>& without) {
    if (is_over()) return solver::Answer::Unknown;
    --limits_.queries;
    solver::PathCondition path;
    for (const Event& event : std::span(events_).first(number)) {
      if (event.is_assumed && without.contains(event.pc)) continue;
      path = solver::extend(path, event.holds ? event.condition : pool_.bit_not(event.condition));
    }
    const std::chrono::duration<double> left = limits_.until - std::chrono::steady_clock::now();
    solver_->set_timeout(std::clamp(left.count(), 0.001, kMostSeconds));
    const Event& event = events_[number];
    term::Assignment model;
    return solver_->check(path, event.holds ? pool_.bit_not(event.condition) : event.condition, model);
  }

  std::vector<std::uint32_t> excluding_other_side(std::size_t number) {
    std::set<std::uint32_t> places;
    for (const Event& event : std::span(events_).first(number)) {
      if (event.is_assumed) places.insert(event.pc);
    }
    if (places.empty() || places.size() > kMostAssumptions) return {};
    if (other_side(number, {}) != solver::Answer::Unsat) return {};
    if (other_side(number, places) != solver::Answer::Sat) return {};
    for (const std::uint32_t place : std::set<std::uint32_t>(places)) {
      std::set<std::uint32_t> fewer = places;
      fewer.erase(place);
      if (!fewer.empty() && other_side(number, fewer) == solver::Answer::Sat) places = std::move(fewer);
    }
    return {places.begin(), places.end()};
  }

  const std::vector<Event>& events_;
  term::TermPool& pool_;
  AssumedSidesLimits& limits_;
  const std::unique_ptr<solver::Solver> solver_;
};

}  // namespace

void add_assumed_sides(const support::FirmwareImage& image, const SymbolicHartConfig& hart, const TestCase& test_case,
                       const std::function<bool(std::uint32_t pc)>& is_open, AssumedSidesLimits& limits,
                       AssumedSides& sides) {
  const std::uint64_t most = std::min(limits.instructions, test_case.instructions + 1);
  if (most == 0) return;
  limits.instructions -= most;
  AssumptionWatcher watcher;
  retrace_watched(image, hart, test_case, most, watcher, [&](term::TermPool& pool) {
    const bool has_assumptions = std::ranges::any_of(watcher.events(), &AssumptionWatcher::Event::is_assumed);
    if (has_assumptions) SideFinder(watcher.events(), pool, limits).find(is_open, sides);
  });
}

}  // namespace janus::engine
