// An exploration as its users see it: what they ask for, what happens on the way, and what comes out.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/hart/symbolic_hart.h"
#include "engine/merge/state_merger.h"
#include "engine/state/technique.h"
#include "engine/state/technique_options.h"
#include "engine/state/test_case.h"
#include "solver/chain.h"

namespace janus::engine {

// Whether states that meet become one: none, all, those that agree on what they know, or those where that costs few
// questions by one of two estimates (state_merger.h, query_counts.h).
enum class Merging { None, Eager, Careful, QueryCount, QueryCountLattice };

// Which state is next if states merge: the one that is behind, so that none misses another; or what the searcher says,
// but for states that are where others have just been (merging_searcher.h).
enum class MergeOrder { Eager, Dynamic };

enum class Verdict { Safe, Unsafe, Unknown };
std::string_view to_string(Verdict verdict);

// 0 means no limit.
struct ExplorationLimits {
  double seconds = 0;                                               // of real time
  std::optional<std::chrono::steady_clock::time_point> since = {};  // when those began, if not now
  std::uint64_t memory_bytes = 0;                                   // resident memory of this process
  std::uint64_t paths = 0;
  std::uint64_t instructions = 100'000'000;  // per path; a path that reaches it is given up, the others go on
  std::uint64_t forks = 0;
  std::uint64_t path_forks = 0;  // per path, as instructions
  double solver_seconds = 30;    // counted (term/work_clock.h), per question
};

// Bounded model checking (bounded_check.h): no solver decides branches; what goes wrong is one question at the end.
struct BoundedConfig {
  bool solve = true;                 // else the formula is made, and handed to on_formula, but not asked about
  std::string core = "z3";           // who is asked: as ChainConfig::core
  std::vector<std::string> remarks;  // comments in front of the script
};

// What automatic exploration may try beside the plain one (automatic.h).
struct Alternatives {
  TechniqueSwitches techniques = {
#define TECHNIQUE(name, Part, division_by_zero, transfer, help) .name = true,
#include "engine/state/techniques.def"
#undef TECHNIQUE
  };
  bool merge = true;
};

// What is known of the formula of a bounded check, for the report.
struct FormulaStatistics {
  std::uint64_t bad_ends = 0;        // violations collected
  std::uint64_t cut_paths = 0;       // cut off by a limit
  std::uint64_t terms = 0;           // different ones in the formula
  std::uint64_t bytes = 0;           // as SMT-LIB
  double build_seconds = 0;          // up to the formula
  double solve_seconds = 0;          // of the formula, and that about the paths that were cut off
  std::uint64_t overdue = 0;         // as ExplorationResult::overdue
  std::string answer = "not asked";  // sat, unsat, unknown
  std::string cut = "not asked";     // whether an input leads to where a path was cut off
};

struct ExplorationConfig {
  SymbolicHartConfig hart;
  solver::ChainConfig solver;
  ExplorationLimits limits;
  std::string searcher = "dfs";
  std::uint64_t seed = 0;
  Merging merging = Merging::None;
  MergeOrder merge_order = MergeOrder::Eager;      // Eager: whatever the searcher
  unsigned kappa = 1;                              // QueryCount: iterations of a loop, at least 1
  double limit_cost = 1;                           // QueryCount, QueryCountLattice: merge below so many questions
  TechniqueSwitches techniques;                    // that are on
  TechniqueOptions options;                        // of those; learning's order takes the place of the searcher `dfs`
  bool automatic = false;                          // which techniques to use is found out on the way (automatic.h)
  Alternatives alternatives;                       // if automatic
  bool stop_at_first = true;                       // at the first violation
  std::optional<BoundedConfig> bounded;            // not together with techniques
  const std::atomic<bool>* interrupted = nullptr;  // Ctrl-C: ends cleanly. May be null
};

// A path whose end says something: a violation, or a path given up.
struct Finding {
  TestCase test_case;
  std::uint64_t path = 0;  // its number, from 1
};

struct Progress {
  double seconds = 0;
  std::uint64_t paths = 0, waiting = 0, instructions = 0, queries = 0, findings = 0;
};

// In instructions of the firmware.
struct CoverageStatistics {
  std::uint32_t covered = 0;    // executed by some path
  std::uint32_t reachable = 0;  // those, and what the control-flow graph leads to from there
};

struct ExplorationResult {
  Verdict verdict = Verdict::Unknown;
  std::uint64_t paths = 0;  // that ended, without those that were pruned
  std::uint64_t stand_for =
      0;  // paths of the program that those stand for at most; more than `paths` if some were merged
  MergeStatistics merging;
  std::vector<TechniqueReport> techniques;  // of each that was on
  std::uint64_t waiting = 0;                // states left when a limit was reached
  std::map<Termination, std::uint64_t> ended;
  std::vector<std::string> gave_up;  // why the verdict is not safe, one clear phrase each; empty if nothing was
  std::vector<Finding> findings;
  SymbolicHartStatistics hart;
  std::vector<solver::SolverStatistics> solver;
  std::uint64_t queries = 0;  // that reached the core solver
  double solver_seconds = 0;
  double seconds = 0;
  // Whether every run does the same: no limit of real time or memory was reached, nobody interrupted, and no question
  // was broken off for taking longer than it counts; those are counted as `overdue`.
  bool repeatable = true;
  std::uint64_t overdue = 0;
  std::uint64_t peak_bytes = 0;  // of the process
  std::uint64_t terms = 0;
  std::optional<CoverageStatistics> coverage;  // if the searcher needs it
  std::optional<FormulaStatistics> formula;    // if the check is bounded
};

// What the caller wants to see while it happens. Any may be empty. A finding is reported before anything else is done,
// so that it can be on disk whatever comes next.
struct ExplorationEvents {
  std::function<void(const Finding&)> on_finding;
  std::function<void(std::uint64_t path, const TestCase&)>
      on_path;                                                // every path that ended; makes a test case for each
  std::function<void(const Progress&)> on_progress;           // a few times a second
  std::function<void(const std::string& script)> on_formula;  // bounded: before it is asked about
};

}  // namespace janus::engine
