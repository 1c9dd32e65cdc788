// Branches that go one way only because of what the firmware or the user assumes: riscv_assume(), ranges of device
// words and of arguments. Whoever reads that code is never reached wants to know whether it is dead, or only assumed to
// be.
//
// Paths are followed once more. Where a branch went one way on all paths, the solver is asked for inputs that decide as
// the path did and go the other way, with what is assumed and without it. If there are none with it and some without,
// one assumption after the other is put back, so that those are left that nobody can do without.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "engine/hart/symbolic_hart.h"
#include "engine/state/test_case.h"
#include "support/firmware_image.h"

namespace janus::engine {

// By branch, where those assumptions are made without which an input goes the other way: the addresses of the hooks,
// ascending; 0 stands for what is assumed in front of the first instruction, as ranges of device words.
using AssumedSides = std::map<std::uint32_t, std::vector<std::uint32_t>>;

struct AssumedSidesLimits {
  std::uint64_t instructions;  // of all paths
  unsigned queries;
  std::chrono::steady_clock::time_point until;
};

// Adds what the path shows of branches of which `is_open` says so, and takes what that has cost off the limits.
void add_assumed_sides(const support::FirmwareImage& image, const SymbolicHartConfig& hart, const TestCase& test_case,
                       const std::function<bool(std::uint32_t pc)>& is_open, AssumedSidesLimits& limits,
                       AssumedSides& sides);

}  // namespace janus::engine
