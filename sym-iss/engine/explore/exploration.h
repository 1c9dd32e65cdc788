// The interface of explorations: configuration, events and result.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/explore/extreme_times.h"
#include "engine/hart/symbolic_hart.h"
#include "engine/merge/state_merger.h"
#include "engine/state/execution_state.h"
#include "engine/state/frontier.h"
#include "engine/state/technique.h"
#include "engine/state/technique_options.h"
#include "engine/state/test_case.h"
#include "solver/chain.h"

namespace janus::engine {

// Which states merge where they meet: none, all, those that agree on concrete values (state_merger.h), or those for
// which one of two estimates expects few queries (query_counts.h).
enum class Merging { None, Eager, Careful, QueryCount, QueryCountLattice };

// Which state runs next if states merge. Eager: the state that is furthest behind, so that no merge is missed. Dynamic:
// the searcher chooses, but states that stand where others have just been run first (merging_searcher.h).
enum class MergeOrder { Eager, Dynamic };

enum class Verdict { Safe, Unsafe, Unknown };
std::string_view to_string(Verdict verdict);

// Whether an exploration has looked for mistakes with memory (ExplorationConfig::memory_look), on which paths.
enum class MemoryChecked { No, Partly, Wholly };
std::string_view to_string(MemoryChecked checked);

// 0 means no limit.
struct ExplorationLimits {
  double seconds = 0;                                               // of real time
  std::optional<std::chrono::steady_clock::time_point> since = {};  // when `seconds` began; nothing means now
  std::uint64_t memory_bytes = 0;                                   // resident memory of this process
  std::uint64_t paths = 0;
  std::uint64_t instructions = 100'000'000;  // per path; a path that reaches the limit is given up, others go on
  std::uint64_t forks = 0;                   // of all paths
  std::uint64_t path_forks = 0;              // per path; a path with more forks is given up, others go on
  double solver_seconds = 30;                // counted (term/work_clock.h), per question
};

// Bounded model checking (bounded_check.h): the core solver decides no branches, and answers one question at the end.
struct BoundedConfig {
  bool solve = true;                 // false: the formula is passed to on_formula, and the solver is not asked
  std::string core = "z3";           // the solver for the formula, as ChainConfig::core
  std::vector<std::string> remarks;  // comments at the beginning of the script
};

// The techniques that automatic exploration may try beside the plain exploration (automatic.h).
struct Alternatives {
  TechniqueSwitches techniques = {
#define TECHNIQUE(name, Part, detectors, transfer, help) .name = true,
#include "engine/state/techniques.def"
#undef TECHNIQUE
  };
  bool merge = true, merge_eagerly = true;
  bool fair = true;              // a searcher that starves no state
  bool by_value = true;          // SymbolicHartConfig::by_value
  bool enumerate = true;         // every value on a concrete hart
  bool by_address = true;        // a path for each target of an access, instead of a choice among them
  bool plain_elsewhere = false;  // others explore without techniques; here, that is only looked at
};

// The formula of a bounded check, for the report.
struct FormulaStatistics {
  std::uint64_t bad_ends = 0;        // violations collected
  std::uint64_t cut_paths = 0;       // paths cut off by a limit
  std::uint64_t terms = 0;           // different terms in the formula
  std::uint64_t bytes = 0;           // of the formula as SMT-LIB
  double build_seconds = 0;          // from the start until the formula was made
  double solve_seconds = 0;          // for the formula, and for the question about paths that were cut off
  std::uint64_t overdue = 0;         // as ExplorationResult::overdue
  std::string answer = "not asked";  // sat, unsat or unknown: whether an input leads to a violation
  std::string cut = "not asked";     // the same: whether an input takes a path that was cut off
};

struct Snapshot;

struct ExplorationConfig {
  SymbolicHartConfig hart;
  solver::ChainConfig solver;
  ExplorationLimits limits;
  std::string searcher = "dfs";
  std::uint64_t seed = 0;
  Merging merging = Merging::None;
  MergeOrder merge_order = MergeOrder::Eager;  // Eager ignores `searcher`
  unsigned kappa = 1;                          // QueryCount: iterations of a loop, at least 1
  double limit_cost = 1;                       // QueryCount, QueryCountLattice: merge below this many queries
  TechniqueSwitches techniques;                // the techniques that are on
  TechniqueOptions options;                    // of the techniques; learning replaces the searcher `dfs` by its own
  bool concrete_stretches = true;              // a concrete hart executes what is concrete (concrete_stretch.h)
  bool eager_stretches = false;                // wherever possible: for tests
  bool enumerate = false;                      // every value on a concrete hart (enumeration.h); excludes much
  bool automatic = false;                      // several explorations with different techniques (automatic.h)
  Alternatives alternatives;                   // if automatic
  // If automatic: the detectors of the fair exploration, and of a second one of firmware that is safe without them.
  std::optional<hart::Detectors> memory_look = {};
  bool extreme_times = false;                  // look for the slowest and the fastest path; excludes techniques
  bool replaces_code = false;                  // the code is not the image's all along
  bool stop_at_first = true;                   // end the exploration at the first violation
  std::optional<BoundedConfig> bounded;        // excludes techniques
  program::ExecutionCounts* counts = nullptr;  // of all instructions that states execute. May be null
  // Of those of widened states (ExecutionState::widened), which are not in `counts`. May be null.
  program::ExecutionCounts* widened_counts = nullptr;
  bool cover = false;     // end the exploration when every branch has gone both ways; needs `counts`
  bool covering = false;  // on_path only for paths that take a branch in a new direction, with small inputs; the same
  WorkProfile* profile = nullptr;                  // of all work. May be null
  FoldedTree::PlaceOf tree = {};                   // what a place is in ExplorationResult::tree; empty: there is none
  std::shared_ptr<const Snapshot> resumed = {};    // where to go on; null: at the beginning. Needs hart.log
  double checkpoint_seconds = 60;                  // between two calls of on_checkpoint
  std::string spill = {};                          // directory for waiting states that do not fit into memory
  const std::atomic<bool>* interrupted = nullptr;  // set by Ctrl-C: the exploration ends cleanly. May be null
};

// A path that is reported: a violation, or a path that was given up.
struct Finding {
  TestCase test_case;
  std::uint64_t path = 0;                           // number of the path, from 1
  std::optional<std::uint32_t> stack_pointer = {};  // sp at the end, unless it is symbolic
};

// What an exploration has done so far. Only grows.
struct ProgressCounts {
  std::uint64_t paths = 0, instructions = 0, queries = 0;
  ProgressCounts& operator+=(const ProgressCounts& other) {
    paths += other.paths;
    instructions += other.instructions;
    queries += other.queries;
    return *this;
  }
};

// How far the whole exploration is. If techniques take turns (automatic.h), there is one clock, and the counts are sums
// over all techniques, so differences between two reports make sense whoever had the turns.
struct Progress {
  double seconds = 0;              // of real time since the whole exploration began
  double own_seconds = 0;          // counted (term/work_clock.h), of the technique which has the turn
  std::string technique;           // the technique that has the turn, as in the summary; empty without turns
  ProgressCounts done;             // by all techniques
  std::uint64_t waiting = 0;       // states of the technique that has the turn
  std::uint64_t findings = 0;      // violations that were reported
  std::uint64_t memory_bytes = 0;  // resident memory of this process
  ExplorationLimits limits;        // of the whole exploration
  std::optional<std::uint64_t> directions = {};  // of branches that were taken so far; if they are counted
  std::optional<std::uint32_t> forking = {};     // the instruction that has forked most since the last report
  std::string busy;                              // the solver's layer that has taken most time since then; may be empty
  // Seconds of real time until the exploration probably ends; nothing without a reliable forecast (forecast.h).
  std::optional<double> seconds_left;
};

// Numbers of instructions of the firmware, or of directions of its branches.
struct CoverageStatistics {
  std::uint32_t covered = 0;    // executed by some path
  std::uint32_t reachable = 0;  // in the control-flow graph, covered instructions included
};

// How far an exploration has come.
struct Reach {
  std::uint64_t paths = 0, waiting = 0;  // paths that ended well, and states
  std::uint64_t forks = 0;
  std::uint64_t shortcuts = 0;  // ExplorationRun::shortcuts()
  double progress = 0;          // ExplorationRun::progress()
  // What every path has behind it at least, if it has not ended well before. Nothing if that is not known: if a path
  // was given up or pruned, a decision has lost a side, or states are summed up, widened or written down.
  struct Least {
    std::uint64_t instructions = 0, inputs = 0;
    // The way of the state that has fewest instructions behind it: its inputs, without an end. Nothing without a model.
    std::optional<TestCase> shortest = {};
  };
  std::optional<Least> every_path = {};
  std::map<std::uint32_t, std::uint64_t> waiting_at = {};  // the states by pc; without those that are written down
  // Of those in front of a branch: how many go on behind it, and how many jump, as far as that is known.
  struct Sides {
    std::uint64_t go_on = 0, jump = 0;
  };
  std::map<std::uint32_t, Sides> waiting_sides = {};
};

// One of the explorations that took turns (automatic.h).
struct Turn {
  std::string name;
  double seconds = 0;  // counted
  bool checks_memory = false;
  Reach reach = {};
  std::optional<std::uint64_t> loops_proved = {};  // of --subsume, if it has tried any
  double on_clock = 0;                             // seconds of real time that its turns took
};

struct ExplorationResult {
  Verdict verdict = Verdict::Unknown;
  MemoryChecked memory = MemoryChecked::No;  // if the verdict is Safe
  // Instructions of which the detectors of memory said nothing, ascending: that accessed memory by pointers of which
  // nothing is known, or that always lay beyond a static object, and may be meant for another one.
  std::vector<std::uint32_t> unchecked = {};
  std::uint64_t paths = 0;      // paths that ended, without pruned states
  std::uint64_t stand_for = 0;  // how many paths of the program `paths` stand for, at most; saturates
  MergeStatistics merging;
  std::vector<TechniqueReport> techniques;         // of each technique that was on
  std::uint64_t waiting = 0;                       // states left when a limit was reached
  std::map<Termination, std::uint64_t> ended;      // how many states ended for each reason
  std::map<Termination, std::uint32_t> first_end;  // where the first of them ended
  std::uint64_t unexpected_halts = 0;              // of the halts: how many are violations
  std::uint64_t unconfirmed = 0;                   // violations that the concrete machine did not confirm
  std::vector<std::string> gave_up;                // why the verdict is not safe, one phrase for each reason
  std::vector<Finding> findings;
  SymbolicHartStatistics hart;
  // Of all explorations that took turns, if several did, without a second look for mistakes with memory. `hart` is that
  // of the one that decided, if `is_of_decider`, or else that of the plain one.
  std::optional<SymbolicHartStatistics> hart_of_all = {};
  bool is_of_decider = false;
  Reach reach;              // of the exploration of which the counts are
  std::vector<Turn> turns;  // of all that had one, if several did; in the order in which they began
  std::vector<solver::SolverStatistics> solver;
  std::uint64_t queries = 0;  // queries that reached the core solver
  double solver_seconds = 0;  // of the core solver and the layers in front of it
  double seconds = 0;         // of real time
  // Whether every run gives the same result: no limit of time or memory was reached, nobody interrupted the run, and no
  // question was overdue.
  bool repeatable = true;
  std::uint64_t overdue = 0;                   // questions broken off because they took much longer than counted
  std::uint64_t peak_bytes = 0;                // resident memory of the process
  std::uint64_t terms = 0;                     // in the term pool
  std::optional<CoverageStatistics> coverage;  // if the searcher needs it
  std::optional<FormulaStatistics> formula;    // if the check is bounded
  std::optional<TimesResult> times;            // if config.extreme_times
  std::optional<FoldedTree> tree;              // if config.tree
  std::optional<CoverageStatistics> branches;  // directions of branches; if config.cover

  // What a report says was checked, asked and dropped: by everybody, if nobody has decided.
  const SymbolicHartStatistics& counts() const { return is_of_decider ? hart : of_all(); }
  // What everybody has done together, whoever has decided: as ExplorationConfig::counts.
  const SymbolicHartStatistics& of_all() const { return hart_of_all ? *hart_of_all : hart; }
};

// An exploration that is not over: what it has found so far, and what it has yet to explore. `so_far` has no verdict,
// and no reasons against one that are not counted.
struct Snapshot {
  ExplorationResult so_far;
  double progress = 0;  // ExplorationRun::progress()
  // Parts of what is left, each explored on its own: variables of different ones may divide an input differently.
  std::vector<std::shared_ptr<const Frontier>> frontiers;

  std::uint64_t waiting() const {
    std::uint64_t states = 0;
    for (const auto& frontier : frontiers) states += frontier->leaves();
    return states;
  }
};

// Callbacks during an exploration. Any of them may be empty. on_finding is called at once, so that the caller can save
// the finding before anything else can go wrong.
struct ExplorationEvents {
  std::function<void(const Finding&)> on_finding;
  // If techniques take turns, there is one finding for each reason and place. Called when a shorter path comes to the
  // finding that was reported with this number, from 0.
  std::function<void(std::size_t number, const Finding&)> on_shorter;
  // Called for every path that ended; then every path gets a test case, which costs time.
  std::function<void(std::uint64_t path, const TestCase&)> on_path;
  // Called for paths that take a branch in a new direction, as far as that depends on inputs; needs counts. The test
  // case has its inputs, but its end is not measured.
  std::function<void(const TestCase&)> on_example;
  // Called for every state that ended, whatever the reason, while its memory and registers are still there.
  std::function<void(const ExecutionState&, const Ending&)> on_end;
  // The path condition as SMT-LIB, in front of on_path and on_finding for the path.
  std::function<void(const std::string& script)> on_path_formula;
  // What the firmware tells by hooks, on every path. If techniques take turns, each may come to the same place.
  hart::Inspect on_inspection;
  std::function<void(const Progress&)> on_progress;  // a few times a second
  // Every checkpoint_seconds, and in the end, with whatever waits then; seldom enough to take a small part of the time.
  // Needs hart.log.
  std::function<void(const Snapshot&)> on_checkpoint;
  std::function<void(const std::string& script)> on_formula;  // bounded check: before the solver is asked
};

}  // namespace janus::engine
