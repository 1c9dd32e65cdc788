// Counts where a run's cycles go: per instruction, summed up per line, per function and along calls.
//
// Every cycle is counted, so the sum is the hart's cycle count. Entering an interrupt's handler is charged to the
// handler, waiting to the wfi.
//
// Control arrives at an instruction when the one before it has executed, so an interrupt between a call and the called
// function does not hide the call. A handler's context begins with its first instruction, since the instruction that
// raised an exception is charged to whom it belongs.
#pragma once

#include <string>
#include <unordered_map>

#include "hart/call_profile.h"
#include "observe/call_graph.h"
#include "observe/code_map.h"

namespace janus::observe {

class Profiler : public hart::CallProfile {
 public:
  // `code` must outlive the profiler. `interrupt_cycles` is the cost of entering an interrupt's handler.
  Profiler(CodeMap& code, std::uint32_t interrupt_cycles) : code_(code), interrupt_cycles_(interrupt_cycles) {}

  void before(const isa::Instruction& instruction, const State& state) override;
  void after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) override;
  void trapped(const State& state) override;

  std::uint32_t function_at(std::uint32_t pc) override { return code_.at(pc).function; }
  bool is_entry(std::uint32_t pc) override { return code_.functions()[code_.at(pc).function].entry == pc; }
  hart::TrackedCall& tracked_call(std::uint32_t call_pc, std::optional<std::uint32_t> return_address,
                                  std::uint32_t target) override {
    return graph_.tracked(call_pc, return_address, function_at(target));
  }
  std::size_t room() const override { return graph_.room(); }
  void begin_translated(const State& state) override;
  void end_translated(const State& state) override;
  void called(hart::TrackedCall& call, std::uint64_t cycles, std::uint64_t retired) override;
  void transferred(Transfer transfer, std::uint32_t from, std::uint32_t behind, std::uint32_t to, std::uint64_t cycles,
                   std::uint64_t retired) override;
  void executed_amid(std::uint32_t pc, std::uint32_t behind, std::uint64_t cycles, bool retired) override;
  void executed_often(std::uint32_t pc, std::uint64_t times, std::uint64_t cycles) override {
    costs_[pc] += {cycles, times};
  }
  // Must be called when the run is over. Ends the calls under way, and accounts for the time until `cycles`.
  void finish(std::uint64_t cycles);

  // Costs by address.
  const std::unordered_map<std::uint32_t, Cost>& costs() const { return costs_; }
  const CallGraph& calls() const { return graph_; }
  CodeMap& code() const { return code_; }
  Cost total() const;

 private:
  void spend(std::uint32_t pc, const Cost& cost);
  void advance(std::uint64_t cycles, std::uint64_t retired);
  void arrive(Transfer transfer, std::uint32_t from, std::uint32_t behind, std::uint32_t pc);
  void reach(const State& state);

  CodeMap& code_;
  const std::uint32_t interrupt_cycles_;
  CallGraph graph_;
  std::unordered_map<std::uint32_t, Cost> costs_;
  bool started_ = false;
  bool entered_ = false;         // a handler was entered and has not executed an instruction yet
  std::uint32_t from_ = 0;       // the last instruction
  std::uint32_t behind_ = 0;     // the address behind it
  std::uint64_t accounted_ = 0;  // cycles
  std::uint64_t retired_ = 0;    // instructions; while translated code is executed
};

// In the format of callgrind, for KCachegrind and callgrind_annotate (Valgrind manual, "Callgrind Format
// Specification"): cycles and instructions per line, calls with inclusive costs.
std::string callgrind_text(const Profiler& profiler);

// Tables for people: functions and lines, most cycles first.
std::string profile_table(const Profiler& profiler);

}  // namespace janus::observe
