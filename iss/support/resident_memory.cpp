#include "support/resident_memory.h"

#include <unistd.h>

#ifdef JANUS_MIMALLOC
#include <mimalloc.h>
#else
#include <malloc.h>
#endif

#include <cstdio>

namespace janus::support {

std::uint64_t resident_bytes() {
  unsigned long total = 0, resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu %lu", &total, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return std::uint64_t{resident} * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t peak_resident_bytes() {
  unsigned long kilobytes = 0;
  if (std::FILE* file = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, file) && std::sscanf(line, "VmHWM: %lu", &kilobytes) != 1) {
    }
    std::fclose(file);
  }
  return std::uint64_t{kilobytes} * 1024;
}

void return_free_memory() {
#ifdef JANUS_MIMALLOC
  mi_collect(true);
#else
  ::malloc_trim(0);
#endif
}

}  // namespace janus::support
