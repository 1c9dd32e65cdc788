// The processes that explore: this one alone, forks of it (--jobs), or those that mpirun has started.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/distribute/mpi_crew.h"
#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::app {

// `jobs`: of --jobs; nothing without it. Whether several processes explore, so that states must travel.
bool has_company(std::optional<std::uint64_t> jobs);

// Of a process that mpirun has started as a worker: explores as the first process tells, and returns true when there is
// nothing more to do. False for every other process.
bool works_for_others(const support::FirmwareImage& image, const engine::ExplorationConfig& config);

class Company {
 public:
  explicit Company(std::optional<std::uint64_t> jobs) : jobs_(jobs) {}
  // This process must have no other threads. Throws what engine::explore() throws, or support::InputError if a process
  // cannot be started.
  engine::ExplorationResult explore(const support::FirmwareImage& image, const engine::ExplorationConfig& config,
                                    const engine::ExplorationEvents& events);
  // Must be called in the end, with the exit code of this process, which it returns.
  int exits_with(int exit_code) const {
    if (rank_) rank_->set_exit_code(exit_code);
    return exit_code;
  }

 private:
  const std::optional<std::uint64_t> jobs_;
  std::unique_ptr<engine::MpiRank> rank_;
};

}  // namespace janus::app
