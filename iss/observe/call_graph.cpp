#include "observe/call_graph.h"

#include <algorithm>

namespace janus::observe {
namespace {

// Beyond these limits, calls that never return are forgotten: `jal ra, .+4` only reads the pc, and a handler may never
// end.
constexpr std::size_t kMostFrames = 100'000, kMostContexts = 1000;

}  // namespace

void CallGraph::arrive(Transfer transfer, std::uint32_t from, std::uint32_t behind, std::uint32_t pc,
                       std::uint32_t function, std::uint32_t entry) {
  const auto& frames = contexts_.back().frames;
  if (frames.empty()) return push(function, 0, 0, nullptr, false);
  if (transfer == Transfer::Call && (function != frames.back().function || pc == entry)) {
    return push(function, from, behind, &count_call(from, function), false);
  }
  if (transfer == Transfer::Jump && returns(pc)) {
    // In code without proper symbols, the address returned to may belong to another function than the call.
    if (frames.empty()) push(function, 0, 0, nullptr, false);
    if (frames.back().function == function) return;
  }
  if (function == frames.back().function) return;
  if (pc != entry && resumes(function)) return;
  tail_call(from, function);
}

void CallGraph::return_from_trap() {
  if (contexts_.size() == 1) return;  // the start of a task, or of user mode
  pop_to(0);
  contexts_.pop_back();
}

void CallGraph::finish() {
  while (contexts_.size() > 1) return_from_trap();
  pop_to(0);
}

std::map<CallGraph::Arc, CallGraph::Call> CallGraph::calls() const {
  std::map<Arc, Call> calls;
  for (const auto& [arc, call] : calls_) {
    if (call.count != 0) calls[arc] = {call.count, {call.cycles, call.instructions}};
  }
  return calls;
}

Cost CallGraph::inclusive(std::uint32_t function) const {
  Cost sum = function < of_roots_.size() ? of_roots_[function] : Cost{};
  for (const auto& [arc, call] : calls_) {
    if (arc.second == function) sum += {call.cycles, call.instructions};
  }
  return sum;
}

hart::TrackedCall& CallGraph::tracked(std::uint32_t call_pc, std::optional<std::uint32_t> return_address,
                                      std::uint32_t function) {
  if (function >= active_.size()) active_.resize(function + 1);
  hart::TrackedCall& call = calls_[{call_pc, function}];
  call.active = &active_[function];
  call.function = function;
  call.call_pc = call_pc;
  call.return_address = return_address.value_or(0);
  call.tail = !return_address;
  return call;
}

void CallGraph::called(hart::TrackedCall& call) {
  const auto& frames = contexts_.back().frames;
  const std::uint32_t back = call.tail && !frames.empty() ? frames.back().return_address : call.return_address;
  push(call.function, call.call_pc, back, &call, call.tail);
}

std::size_t CallGraph::room() const {
  const std::size_t depth = contexts_.back().frames.size();
  return depth < kMostFrames ? kMostFrames - depth : 0;
}

hart::TrackedCall& CallGraph::count_call(std::uint32_t from, std::uint32_t function) {
  hart::TrackedCall& call = calls_[{from, function}];
  ++call.count;
  return call;
}

void CallGraph::push(std::uint32_t function, std::uint32_t call_pc, std::uint32_t return_address,
                     hart::TrackedCall* called, bool tail) {
  if (contexts_.size() > kMostContexts) {
    const Cost total = contexts_.back().total;
    finish();
    contexts_.back().total += total;
  }
  if (function >= active_.size()) active_.resize(function + 1);
  Context& context = contexts_.back();
  if (context.frames.size() >= kMostFrames) pop_to(0);
  context.frames.push_back({function, call_pc, return_address, called, tail, active_[function]++ == 0, context.total});
}

void CallGraph::pop_to(std::size_t depth) {
  Context& context = contexts_.back();
  while (context.frames.size() > depth) {
    const Frame frame = context.frames.back();
    context.frames.pop_back();
    --active_[frame.function];
    if (!frame.outermost) continue;
    const Cost cost = context.total - frame.before;
    if (frame.called) {
      frame.called->cycles += cost.cycles;
      frame.called->instructions += cost.instructions;
      continue;
    }
    if (frame.function >= of_roots_.size()) of_roots_.resize(frame.function + 1);
    of_roots_[frame.function] += cost;
  }
}

// Pops the frame that returns to `pc`, and all above it, if there is such a frame.
bool CallGraph::returns(std::uint32_t pc) {
  const auto& frames = contexts_.back().frames;
  for (std::size_t i = frames.size(); i-- > 0;) {
    if (!frames[i].called || frames[i].return_address != pc) continue;
    while (frames[i].tail && i > 0) --i;
    pop_to(i);
    return true;
  }
  return false;
}

// Pops all frames above the last frame of `function`, if the function has one.
bool CallGraph::resumes(std::uint32_t function) {
  const auto& frames = contexts_.back().frames;
  if (function >= active_.size() || active_[function] == 0) return false;
  for (std::size_t i = frames.size(); i-- > 0;) {
    if (frames[i].function != function) continue;
    pop_to(i + 1);
    return true;
  }
  return false;
}

// Functions that tail-call each other in turns do not pile up frames.
void CallGraph::tail_call(std::uint32_t from, std::uint32_t function) {
  const auto& frames = contexts_.back().frames;
  for (std::size_t i = frames.size(); i-- > 0;) {
    if (frames[i].function == function) {
      count_call(from, function);
      return pop_to(i + 1);
    }
    if (!frames[i].tail) break;
  }
  push(function, from, frames.back().return_address, &count_call(from, function), true);
}

}  // namespace janus::observe
