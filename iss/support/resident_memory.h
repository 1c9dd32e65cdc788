// How much memory this process uses, as the system counts it.
#pragma once

#include <cstdint>

namespace janus::support {

// Bytes in memory now. Zero if the system does not say.
std::uint64_t resident_bytes();

// Bytes in memory at most since the program began. Not getrusage's ru_maxrss, which starts with what the process had
// before exec, so that a large parent would count as ours. Zero if the system does not say.
std::uint64_t peak_resident_bytes();

}  // namespace janus::support
