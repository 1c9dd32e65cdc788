// How much memory this process uses, as the system counts it.
#pragma once

#include <cstdint>

namespace janus::support {

// Bytes in memory now. Zero if the system does not say.
std::uint64_t resident_bytes();

// The most bytes in memory at any time since the program began; zero if the system does not say. getrusage's ru_maxrss
// is no substitute: it includes the memory from before exec, so a large parent process would be counted.
std::uint64_t peak_resident_bytes();

// Bytes that all processes could have in addition without swapping, as the system estimates it now; no more than what
// the control group of a container has left. Zero if the system does not say.
std::uint64_t free_bytes();

// Takes memory in large pages from now on, where the system has them for who asks, so that it is interrupted less often
// for a page. Some megabytes more count as resident. Not if pages are reserved, which are meant for somebody else.
void prefer_large_pages();

// Gives memory that was freed back to the system, so that it does not count any more. Takes some milliseconds.
void return_free_memory();

}  // namespace janus::support
