#include "support/resident_memory.h"

#include <unistd.h>

#ifdef JANUS_MIMALLOC
#include <mimalloc.h>
#else
#include <malloc.h>
#endif

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>

namespace janus::support {
namespace {

// The number behind the first `label` of a file of the system's, or at its beginning if that is null.
std::optional<std::uint64_t> number_in(const char* path, const char* label) {
  std::ifstream file(path);
  for (std::string word; label && word != label;) {
    if (!(file >> word)) return std::nullopt;
  }
  std::uint64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

}  // namespace

std::uint64_t resident_bytes() {
  unsigned long total = 0, resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu %lu", &total, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return std::uint64_t{resident} * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t peak_resident_bytes() { return number_in("/proc/self/status", "VmHWM:").value_or(0) * 1024; }

std::uint64_t free_bytes() {
  std::uint64_t bytes = number_in("/proc/meminfo", "MemAvailable:").value_or(0) * 1024;
  const auto most = number_in("/sys/fs/cgroup/memory.max", nullptr);  // "max" in a group that has no limit
  const auto now = number_in("/sys/fs/cgroup/memory.current", nullptr);
  if (most && now) bytes = std::min(bytes, *most - std::min(*most, *now));
  return bytes;
}

void prefer_large_pages() {
#ifdef JANUS_MIMALLOC
  if (number_in("/proc/meminfo", "HugePages_Total:").value_or(0) > 0) return;
  mi_option_enable(mi_option_large_os_pages);
  mi_option_set(mi_option_eager_commit_delay, 0);  // also for what a thread asks for first
#endif
}

void return_free_memory() {
#ifdef JANUS_MIMALLOC
  mi_collect(true);
#else
  ::malloc_trim(0);
#endif
}

}  // namespace janus::support
