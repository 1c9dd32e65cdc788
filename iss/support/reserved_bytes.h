// Bytes of the host, zero at first, which take memory only where they are touched: for windows of guest memory with
// large holes. Throws std::bad_alloc if the host has no address space.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <memory>
#include <new>

namespace janus::support {

struct ReleaseBytes {
  std::size_t size = 0;
  void operator()(std::uint8_t* bytes) const { ::munmap(bytes, size); }
};
using ReservedBytes = std::unique_ptr<std::uint8_t[], ReleaseBytes>;

// `size` must not be 0.
inline ReservedBytes reserve_bytes(std::size_t size) {
  void* bytes = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (bytes == MAP_FAILED) throw std::bad_alloc();
  return {static_cast<std::uint8_t*>(bytes), ReleaseBytes{size}};
}

}  // namespace janus::support
