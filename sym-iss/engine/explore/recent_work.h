// Where an exploration works at the moment, for people: what has grown most since the last look. A look costs the
// number of forking instructions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "solver/solver.h"

namespace janus::engine {

class RecentWork {
 public:
  // The instruction that has forked most since the last call; nothing if none has.
  std::optional<std::uint32_t> forking(const std::map<std::uint32_t, std::uint64_t>& forks) {
    std::optional<std::uint32_t> most;
    std::uint64_t largest = 0;
    for (const auto& [pc, count] : forks) {
      std::uint64_t& before = forks_[pc];
      const std::uint64_t grown = count > before ? count - before : 0;
      before = count;
      if (grown > largest) {
        largest = grown;
        most = pc;
      }
    }
    return most;
  }

  // The layer that has taken most time since the last call; empty if none has taken any.
  std::string busy(const std::vector<solver::SolverStatistics>& layers) {
    std::string most;
    double largest = 0;
    for (const solver::SolverStatistics& layer : layers) {
      double& before = seconds_[layer.layer];
      const double grown = layer.seconds - before;
      before = layer.seconds;
      if (grown > largest) {
        largest = grown;
        most = layer.layer;
      }
    }
    return most;
  }

 private:
  std::map<std::uint32_t, std::uint64_t> forks_;
  std::map<std::string, double> seconds_;
};

}  // namespace janus::engine
