#include "engine/summarize/loop_summarizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace janus::engine {

std::unique_ptr<Technique> make_summarize(const TechniqueContext& context) {
  return std::make_unique<LoopSummarizer>(context);
}

LoopSummarizer::LoopSummarizer(const TechniqueContext& context)
    : pool_(context.pool),
      solver_(context.solver),
      stop_([this, &over = context.over] { return over || Clock::now() >= end_of_attempt_; }),
      loops_(context.image),
      hart_(for_bodies(context.hart), context.pool, context.solver, context.image),
      bodies_(context.pool, hart_, loops_, stop_),
      image_(context.image) {
  hart_.set_made_up();
  hart_.stop_at(&context.merge_points);
  hart_.stop_when(stop_);
}

const std::vector<LoopVisit>& LoopSummarizer::loops_of(const ExecutionState& state) {
  static const std::vector<LoopVisit> kNone;
  return state.parts.summarize ? state.parts.summarize->loops : kNone;
}

std::vector<LoopVisit>& LoopSummarizer::own_loops(ExecutionState& state) {
  auto& part = state.parts.summarize;
  if (!part) part = std::make_shared<LoopVisits>();
  if (part.use_count() > 1) part = std::make_shared<LoopVisits>(*part);
  return part->loops;
}

// A pointer that changes in a loop can point anywhere in a generic iteration. Small limits make the summarizer give up
// such loops early.
SymbolicHartConfig LoopSummarizer::for_bodies(SymbolicHartConfig config) {
  constexpr std::uint32_t kLoads = 64, kStores = 8;
  config.max_load_targets = std::min(config.max_load_targets, kLoads);
  config.max_store_targets = std::min(config.max_store_targets, kStores);
  return config;
}

std::optional<Ending> LoopSummarizer::resumes(ExecutionState& state, States& siblings) {
  if (state.at_merge_point) arrive(state, siblings, 0);
  return std::nullopt;
}

// Forgets the loops that the state has left, by a return or by a jump to an instruction outside the loop.
void LoopSummarizer::forget_left_loops(ExecutionState& state) const {
  const auto left = [&](const LoopVisit& visit) {
    const std::uint32_t depth = visit.calls ? visit.calls->depth : 0;
    const Frame* frame = state.calls;
    while (frame && frame->depth > depth) frame = frame->caller;
    if (frame != visit.calls) return true;
    return visit.calls == state.calls && !loops_.contains(loops_.headed_by(visit.header), state.hart.pc);
  };
  const auto& loops = loops_of(state);
  if (std::any_of(loops.begin(), loops.end(), left)) std::erase_if(own_loops(state), left);
}

void LoopSummarizer::arrive(ExecutionState& state, States& siblings, unsigned level) {
  forget_left_loops(state);
  const program::ProgramLoops::LoopNumber loop = loops_.headed_by(state.hart.pc);
  if (loop == program::ProgramLoops::kNone || !worth_trying(state, loop) || level > kMaxNesting) return;
  if (level == 0 && wasted_seconds_ > kMaxWastedSeconds + kMaxWastedFraction * Clock::seconds_since(start_)) return;
  attempt(state, siblings, loop, level);
}

// Tries to sum up `loop`. `state` stands at the header of the loop, and its last LoopVisit is the visit of this loop.
void LoopSummarizer::attempt(ExecutionState& state, States& siblings, program::ProgramLoops::LoopNumber loop,
                             unsigned level) {
  // Copies of the state that are made during the attempt must not try to sum up this loop.
  own_loops(state).back().do_not_summarize = true;
  const Clock::time_point begin = Clock::now();
  if (level == 0) {
    const double seconds = kFirstAttemptSeconds * static_cast<double>(1U << std::min(failures_[loop].timeouts, 16U));
    end_of_attempt_ = Clock::after(seconds);
  }
  const Counts before = counts_;
  try {
    if (sum_up(state, siblings, loop, level)) summed_up_.insert(loop);
  } catch (const Unsummarizable& obstacle) {
    counts_ = before;
    if (level > 0 && obstacle.out_of_time) throw;
    if (level == 0) wasted_seconds_ += Clock::seconds_since(begin);
    obstacles_[state.hart.pc] = obstacle.why;
    own_loops(state).back().do_not_summarize = !obstacle.out_of_time;
    if (obstacle.out_of_time) {
      ++failures_[loop].timeouts;
    } else {
      ++failures_[loop].obstacles;
    }
  }
}

// Whether to try to sum up the loop now. If so, the last LoopVisit of the state is the visit of this loop.
bool LoopSummarizer::worth_trying(ExecutionState& state, program::ProgramLoops::LoopNumber loop) const {
  auto& loops = own_loops(state);
  const auto visit = std::find_if(loops.begin(), loops.end(), [&](const LoopVisit& v) {
    return v.calls == state.calls && v.header == state.hart.pc;
  });
  const auto failed = failures_.find(loop);
  const bool hopeless = failed != failures_.end() && failed->second.obstacles >= kMaxFailures;
  if (visit == loops.end()) {
    loops.push_back({state.calls, state.hart.pc, state.depth});
    return !hopeless && summed_up_.contains(loop);
  }
  const bool forked = visit->depth != state.depth;
  visit->depth = state.depth;
  visit->quiet = forked ? 0 : visit->quiet + 1;
  if (hopeless || visit->do_not_summarize) return false;
  if (!forked && (visit->quiet % kQuietVisits != 0 || !computes_symbolically(state, loop))) return false;
  std::rotate(visit, visit + 1, loops.end());
  return true;
}

// Whether a register that the loop writes holds a symbolic value.
bool LoopSummarizer::computes_symbolically(const ExecutionState& state, program::ProgramLoops::LoopNumber loop) const {
  const std::uint32_t written = loops_.written_registers(loop);
  for (std::uint32_t r = 1; r < 32; ++r) {
    if ((written >> r & 1) != 0 && !state.hart.x[r].is_concrete()) return true;
  }
  return false;
}

// Sums up the loop. If true is returned, `state` and the new siblings stand for all executions of the loop.
bool LoopSummarizer::sum_up(ExecutionState& state, States& siblings, program::ProgramLoops::LoopNumber loop,
                            unsigned level) {
  const LoopBody body = bodies_.explore(
      state, loop, level, [&](ExecutionState& inner, States& others) { arrive(inner, others, level + 1); });
  const std::vector<LoopTrace> traces = LoopTraceSearch(pool_, solver_, body, state, stop_).search();
  const bool symbolic = traces.size() > 1 || std::any_of(traces.begin(), traces.end(), [](const LoopTrace& trace) {
                          return std::any_of(trace.counts.begin(), trace.counts.end(),
                                             [](term::Term count) { return !count.is_constant(); });
                        });
  if (!symbolic || traces.empty()) return false;  // unrolling is as good, and keeps the exact time
  ++counts_.summaries;
  counts_.traces += traces.size();
  for (std::size_t i = 1; i < traces.size(); ++i) {
    auto sibling = std::make_unique<ExecutionState>(state);
    apply(body, traces[i], *sibling);
    siblings.push_back(std::move(sibling));
  }
  apply(body, traces[0], state);
  return true;
}

void LoopSummarizer::apply(const LoopBody& body, const LoopTrace& trace, ExecutionState& state) {
  for (std::size_t i = 0; i < body.locations.size(); ++i) {
    set_value(state, body.locations[i], trace.values[i], hart_.ram_base());
  }
  state.path = trace.path;
  state.model = trace.model;
  state.seeds.reset();  // the model may still be that of the first seed, and the others need not take the trace's path
  state.rewritten = true;
  ++state.depth;
  if (!trace.leaves) ++counts_.unrolled;
  if (trace.counts.empty()) return;
  state.clock_lag.lose();
  state.iterations.insert(state.iterations.end(), trace.counts.begin(), trace.counts.end());
  for (const term::Term count : trace.counts) {
    const std::uint64_t ways = solver_.values(trace.path, count).size() + 1;
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    state.multiplicity = state.multiplicity > most / ways ? most : state.multiplicity * ways;
  }
}

TechniqueReport LoopSummarizer::report() const {
  TechniqueReport report{
      .name = "summarize",
      .counts = {{"summaries", counts_.summaries}, {"traces", counts_.traces}, {"partly unrolled", counts_.unrolled}},
      .remarks = {}};
  for (const auto& [address, why] : obstacles_) {
    const support::Symbol* function = image_.covering(address, true);
    report.remarks.push_back(fmt::format("not summarized: the loop at 0x{:08x}{} {}", address,
                                         function ? fmt::format(" ({})", function->name) : "", why));
  }
  return report;
}

}  // namespace janus::engine
