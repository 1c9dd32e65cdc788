// What the system says of memory.
#include "support/resident_memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <vector>

namespace janus::support {
namespace {

TEST(ResidentMemory, IsPartOfWhatTheMachineHas) {
  const auto all =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  EXPECT_GT(free_bytes(), 0U);
  EXPECT_LE(free_bytes(), all);
  EXPECT_GT(resident_bytes(), 0U);
  EXPECT_LE(resident_bytes(), all);
}

TEST(ResidentMemory, GrowsByWhatIsWritten) {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  const std::uint64_t before = resident_bytes();
  std::vector<char> block(kBytes);
  std::memset(block.data(), 1, kBytes);
  EXPECT_GE(resident_bytes() + (1U << 20), before + kBytes);
  EXPECT_GE(peak_resident_bytes() + (1U << 20), before + kBytes);
}

}  // namespace
}  // namespace janus::support
