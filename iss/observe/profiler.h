// Counts where a run's cycles go: per instruction, summed up per line, per function and along calls.
//
// Every cycle is counted, so the sum is the hart's cycle count. Entering an interrupt's handler is charged to the
// handler, waiting to the wfi.
#pragma once

#include <string>
#include <unordered_map>

#include "hart/observer.h"
#include "observe/call_graph.h"
#include "observe/code_map.h"

namespace janus::observe {

class Profiler : public hart::Observer {
 public:
  // `code` must outlive the profiler. `interrupt_cycles` is the cost of entering an interrupt's handler.
  Profiler(CodeMap& code, std::uint32_t interrupt_cycles) : code_(code), interrupt_cycles_(interrupt_cycles) {}

  void before(const isa::Instruction& instruction, const State& state) override;
  void after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) override;
  void trapped(const State& state) override;
  // Must be called when the run is over. Ends the calls under way, and accounts for the time until `cycles`.
  void finish(std::uint64_t cycles);

  // Costs by address.
  const std::unordered_map<std::uint32_t, Cost>& costs() const { return costs_; }
  const CallGraph& calls() const { return graph_; }
  CodeMap& code() const { return code_; }
  Cost total() const;

 private:
  void spend(std::uint32_t pc, const Cost& cost);

  CodeMap& code_;
  const std::uint32_t interrupt_cycles_;
  CallGraph graph_;
  std::unordered_map<std::uint32_t, Cost> costs_;
  Transfer transfer_ = Transfer::Next;
  bool started_ = false;
  bool entered_ = false;         // a handler was entered and has not executed an instruction yet
  std::uint32_t from_ = 0;       // the last instruction
  std::uint32_t behind_ = 0;     // the address behind it
  std::uint64_t accounted_ = 0;  // cycles
};

// In the format of callgrind, for KCachegrind and callgrind_annotate (Valgrind manual, "Callgrind Format
// Specification"): cycles and instructions per line, calls with inclusive costs.
std::string callgrind_text(const Profiler& profiler);

// Tables for people: functions and lines, most cycles first.
std::string profile_table(const Profiler& profiler);

}  // namespace janus::observe
