// The module janus-mpi.so: the few functions of MPI that janus needs, by plain C names. See mpi_crew.cpp, which loads
// it. Messages are bytes; one longer than INT_MAX bytes travels in parts.
#include <mpi.h>

#include <algorithm>
#include <climits>
#include <cstdint>

namespace {

constexpr int kTag = 1;
constexpr std::uint64_t kMostBytes = INT_MAX / 2;

}  // namespace

extern "C" {

int janus_mpi_start(int* rank, int* size) {
  if (MPI_Init(nullptr, nullptr) != MPI_SUCCESS) return 1;
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, size);
  return 0;
}

// Waits until the other has begun to receive, if the message is long.
int janus_mpi_send(int to, const char* bytes, std::uint64_t size) {
  if (MPI_Send(&size, 1, MPI_UINT64_T, to, kTag, MPI_COMM_WORLD) != MPI_SUCCESS) return 1;
  for (std::uint64_t at = 0; at < size; at += kMostBytes) {
    const int part = static_cast<int>(std::min(kMostBytes, size - at));
    if (MPI_Send(bytes + at, part, MPI_BYTE, to, kTag, MPI_COMM_WORLD) != MPI_SUCCESS) return 1;
  }
  return 0;
}

// The sender of a message that has arrived; -1 if there is none.
int janus_mpi_sender() {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &there, &status);
  return there ? status.MPI_SOURCE : -1;
}

std::uint64_t janus_mpi_receive_size(int from) {
  std::uint64_t size = 0;
  MPI_Recv(&size, 1, MPI_UINT64_T, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return size;
}

void janus_mpi_receive(int from, char* bytes, std::uint64_t size) {
  for (std::uint64_t at = 0; at < size; at += kMostBytes) {
    const int part = static_cast<int>(std::min(kMostBytes, size - at));
    MPI_Recv(bytes + at, part, MPI_BYTE, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

void janus_mpi_end() { MPI_Finalize(); }

void janus_mpi_abort(int exit_code) { MPI_Abort(MPI_COMM_WORLD, exit_code); }

}  // extern "C"
