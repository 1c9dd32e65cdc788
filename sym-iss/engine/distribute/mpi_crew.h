// A crew of MPI ranks: `mpirun -n N janus explore ...`. Rank 0 is the launcher, the others are workers. MPI is in a
// module (mpi_module.cpp), which is loaded only if mpirun has started this process.
//
// A rank that dies ends all, as the packaged versions of MPI have it. So nothing is replaced here; who starts mpirun
// goes on from a checkpoint.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "engine/distribute/crew.h"

namespace janus::engine {

// How many processes mpirun has started, by the environment of this one; nothing if mpirun has not started it.
std::optional<std::size_t> mpi_processes();
// Which of them this is, by the same. 0 is the launcher.
std::size_t mpi_rank();

// This process among them. One object at most, and no fork() while it exists. Not thread-safe.
class MpiRank {
 public:
  // Throws support::InputError with one line if the module cannot be loaded, or MPI does not start.
  MpiRank();
  MpiRank(const MpiRank&) = delete;
  MpiRank& operator=(const MpiRank&) = delete;
  ~MpiRank();  // ends MPI, when all others do, too

  // Of rank 0: all others. When the crew ends, they are told to stop. The object must outlive the crew.
  std::unique_ptr<Crew> crew();
  // Of another rank: to rank 0. The same.
  std::unique_ptr<Link> link();
  // With what all processes end if one of them does not stop within some seconds.
  void set_exit_code(int exit_code) { exit_code_ = exit_code; }

  struct Module;

 private:
  std::unique_ptr<Module> module_;
  std::size_t size_ = 0;
  int exit_code_ = 0;
};

}  // namespace janus::engine
