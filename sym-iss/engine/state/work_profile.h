// Where the work of an exploration goes: to which instructions, and under which calls. It is there if somebody asks for
// it; otherwise an exploration pays for a null check at each fork, each end of a path and each question.
//
// Calls are followed only if somebody wants them, since that costs time for every instruction. A call is a jump that
// links, a return is a jump to the return address of a call under way, which ends that call and all later ones. A trap
// handler is a root: what it costs does not count for the interrupted function. Each path knows its innermost call, so
// that forks cost nothing more.
//
// Explorations that take turns may share a profile. Not thread-safe.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/state/execution_state.h"
#include "isa/instruction.h"
#include "program/execution_counts.h"
#include "solver/solver.h"
#include "solver/watching_solver.h"

namespace janus::engine {

struct Work {
  std::uint64_t instructions = 0;  // counted only if calls are followed
  std::uint64_t forks = 0;
  std::uint64_t ended = 0;    // states, whatever the reason
  std::uint64_t waiting = 0;  // states, at the end of the exploration
  std::uint64_t questions = 0;
  std::uint64_t nanoseconds = 0;  // of the solver

  Work& operator+=(const Work& other);
  friend bool operator==(const Work&, const Work&) = default;
};

// A question that took long.
struct DearQuestion {
  std::uint64_t nanoseconds = 0;
  std::uint32_t pc = 0;        // where it was asked
  std::size_t nodes = 0;       // different terms in the path condition and the question
  std::size_t conjuncts = 0;   // of the path condition
  solver::Answer answer = {};  //
  std::string text;            // SMT-LIB; empty if it is too large
};

class WorkProfile {
 public:
  enum class Calls : std::uint8_t { Ignored, Followed };
  explicit WorkProfile(Calls calls) : follows_calls_(calls == Calls::Followed), calls_(1) {}
  WorkProfile(const WorkProfile&) = delete;
  WorkProfile& operator=(const WorkProfile&) = delete;

  bool follows_calls() const { return follows_calls_; }

  // --- What the exploration tells.
  // `state` has executed `instruction` at `pc`; state.hart.pc is already the address of the next one. If the
  // instruction has not retired, it has trapped, or has ended the path where it stands. Called only if calls are
  // followed.
  void executed(ExecutionState& state, std::uint32_t pc, const isa::Instruction& instruction, bool retired) {
    if (!retired && state.hart.pc != pc) return interrupted(state);
    if (!retired) return;
    counts_.executed(pc, instruction, state.hart.pc);
    ++calls_[state.call].own.instructions;
    if (state.hart.pc != isa::next_pc(pc, instruction)) jumped(state, pc, instruction);
  }
  // `state` has come to a trap handler.
  void interrupted(ExecutionState& state);
  void forked(const ExecutionState& state);
  void ended(const ExecutionState& state);
  // `state` begins to wait, or stops waiting.
  void waits(const ExecutionState& state) { ++waiting_[{state.call, state.hart.pc}]; }
  void waits_no_more(const ExecutionState& state);
  // A question about `state`; null if it was about no state in particular.
  void asked(const ExecutionState* state, const term::TermPool& pool, const solver::PathCondition& path,
             term::Term question, solver::Answer answer, solver::QuestionTime how_long);

  // --- What another process has done (explore/records.h). From now on, nothing was done; calls are not followed.
  void add(std::uint32_t pc, const Work& work) { places_[pc] += work; }
  void add(DearQuestion question);
  void clear();

  // --- What came of it.
  // The work at each instruction, by address; 0 for what belongs to none.
  std::map<std::uint32_t, Work> by_place() const;
  struct Call {
    std::uint64_t count = 0;
    Work inclusive;  // recursion counts once, for the outermost call
  };
  // By the addresses of the call instruction and of the called function.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Call> calls() const;
  // The dearest first.
  std::span<const DearQuestion> dearest() const { return dearest_; }

 private:
  static constexpr std::size_t kMostCalls = 1U << 17;  // nodes; later calls count for their callers
  static constexpr std::size_t kDearest = 10, kMostNodes = 3000;
  static constexpr std::chrono::nanoseconds kDear{100'000};

  Work& work_at(const ExecutionState* state) {
    const std::uint32_t pc = state ? state->hart.pc : 0;
    RecentPlace& recent = recent_[pc / 2 % recent_.size()];
    if (!recent.work || recent.pc != pc) [[unlikely]]
      recent = {pc, &places_[pc]};
    return *recent.work;
  }

  // A call in a context of calls: the root has number 0.
  struct CallNode {
    std::uint32_t caller = 0;
    std::uint32_t site = 0, target = 0, return_address = 0;
    bool is_trap = false;  // entered by a trap rather than by a call
    std::uint64_t count = 0;
    Work own;  // of the instructions of this call, without those of its callees
  };
  struct CallKeyHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& key) const {
      return (key.first ^ key.second * 0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd >> 8;
    }
  };
  struct WaitingHash {
    std::size_t operator()(const std::pair<std::uint32_t, std::uint32_t>& key) const {
      return (std::uint64_t{key.first} << 32 | key.second) * 0x9e3779b97f4a7c15 >> 16;
    }
  };

  void jumped(ExecutionState& state, std::uint32_t pc, const isa::Instruction& instruction);
  void enter(ExecutionState& state, std::uint32_t site, std::uint32_t return_address, bool is_trap);
  template <class Add>
  void add(const ExecutionState* state, Add&& change);
  std::vector<std::vector<std::uint32_t>> callees() const;

  const bool follows_calls_;
  program::ExecutionCounts counts_;
  std::vector<CallNode> calls_;  // callers before their callees
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t, CallKeyHash> known_calls_;
  std::unordered_map<std::uint32_t, Work> places_;  // without instructions and waiting states
  // Entries of places_, which stay where they are: looking them up took a good part of what the profile costs.
  struct RecentPlace {
    std::uint32_t pc = 0;
    Work* work = nullptr;
  };
  std::array<RecentPlace, 64> recent_{};
  std::unordered_map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t, WaitingHash> waiting_;  // call, address
  std::vector<DearQuestion> dearest_;
};

}  // namespace janus::engine
