// Memory of the host, zero at first, which is taken only where it is touched: for windows of guest memory with large
// holes, and for what is remembered about each place of them. Throws std::bad_alloc if the host has no address space.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>

namespace janus::support {

struct ReleaseReserved {
  std::size_t bytes = 0;
  void operator()(void* memory) const { ::munmap(memory, bytes); }
};
template <class T>
using ReservedArray = std::unique_ptr<T[], ReleaseReserved>;
using ReservedBytes = ReservedArray<std::uint8_t>;

// `count` must not be 0. All bytes of an element are zero; no constructor is called.
template <class T>
ReservedArray<T> reserve(std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  const std::size_t bytes = count * sizeof(T);
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return {static_cast<T*>(memory), ReleaseReserved{bytes}};
}

inline ReservedBytes reserve_bytes(std::size_t size) { return reserve<std::uint8_t>(size); }

}  // namespace janus::support
