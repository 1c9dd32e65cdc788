// What every technique is constructed with, and the functions that construct the techniques.
#pragma once

#include <atomic>
#include <memory>

#include "engine/hart/merge_points.h"
#include "engine/hart/symbolic_hart.h"
#include "engine/state/technique.h"
#include "engine/state/technique_options.h"
#include "support/firmware_image.h"

namespace janus::engine {

class Searcher;

// Everything that is referred to outlives the technique.
struct TechniqueContext {
  const SymbolicHartConfig& hart;
  const hart::NotedAccesses& told_accesses;  // that every path knows of
  hart::UnsureAccesses& unsure_accesses;     // to which a technique adds those of its own states
  term::TermPool& pool;
  solver::Solver& solver;
  const support::FirmwareImage& image;
  MergePoints& merge_points;
  const TechniqueOptions& options;
  const std::atomic<bool>& over;        // set when the exploration has to end
  std::unique_ptr<Searcher>& searcher;  // a technique may put its own searcher here,
  bool searcher_was_chosen;             // unless the user has chosen a searcher
};

// One function for each row of techniques.def. The technique's folder defines the function.
#define TECHNIQUE(name, Part, detectors, transfer, help) \
  std::unique_ptr<Technique> make_##name(const TechniqueContext& context);
#include "engine/state/techniques.def"
#undef TECHNIQUE

}  // namespace janus::engine
