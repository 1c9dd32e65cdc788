// The explorer: runs states chosen by a searcher until all paths have ended or a limit is reached, and judges.
//
// Safe is a promise: it is the verdict only if every path was explored to a normal end, the solver answered every
// question and no limit was hit. Everything that weakens it is counted and named in `ExplorationResult::gave_up`.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/explore/bounded_check.h"
#include "engine/hart/symbolic_hart.h"
#include "engine/learn/learner.h"
#include "engine/merge/state_merger.h"
#include "engine/search/searcher.h"
#include "engine/state/technique.h"
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
  bool summarize = true, merge = true, subsume = true, learn = true;
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
  bool summarize = false;                          // loops
  std::optional<LearnConfig> learning;             // its order of states takes the place of the searcher `dfs`
  bool automatic = false;                          // which techniques to use is found out on the way (automatic.h)
  Alternatives alternatives;                       // if automatic
  bool subsume = false;                            // subsumption.h
  bool stop_at_first = true;                       // at the first violation
  std::optional<BoundedConfig> bounded;            // not together with summarize
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

// Explores `image`. Throws support::InputError on a searcher that does not exist, divisions by zero as violations
// together with subsumption or learning, or an image that does not fit.
ExplorationResult explore(const support::FirmwareImage& image, const ExplorationConfig& config,
                          const ExplorationEvents& events = {});

// The same in turns.
class ExplorationRun {
 public:
  virtual ~ExplorationRun() = default;
  // Goes on for about so many seconds, counted (term/work_clock.h). Whether nothing is left to do: all paths have
  // ended, or a limit was reached.
  virtual bool advance(double seconds) = 0;
  // To be called once, at the end, which may be before everything was explored.
  virtual ExplorationResult finish() = 0;
  virtual std::uint64_t forks() const = 0;    // so far,
  virtual std::uint32_t deepest() const = 0;  // and of the path with most of them
  // How much of the execution tree is done, from 0 to 1, if each fork divides what is left evenly: a path that ended
  // after n forks is 2^-n of it. For searchers that finish one part before they turn to the next, the time spent
  // divided by this estimates the time that the whole takes. Source: Kilby, Slaney, Thiebaux, Walsh, Estimating search
  // tree size (AAAI 2006), the weighted backtrack estimator.
  virtual double progress() const = 0;
  // How often merging, or a technique, has done what spares a path: states merged, replaced, or ended early.
  virtual std::uint64_t shortcuts() const = 0;
};
// Throws as explore() does. `image` must outlive the run; its clock starts now.
std::unique_ptr<ExplorationRun> start_exploration(const support::FirmwareImage& image, const ExplorationConfig& config,
                                                  const ExplorationEvents& events = {});

// Resident memory of this process in bytes.
std::uint64_t resident_bytes();

}  // namespace janus::engine
