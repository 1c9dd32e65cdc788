// What the system says of memory.
#include "support/resident_memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <thread>
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

// As an exploration does, on a thread of its own, in small pieces.
TEST(ResidentMemory, IsGivenBackThatCameInLargePages) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers keep what is freed";
#endif
  constexpr std::size_t kBytes = std::size_t{256} << 20, kPiece = 1000;
  prefer_large_pages();
  const std::uint64_t before = resident_bytes();
  std::uint64_t most = 0;
  std::thread([&most] {
    std::vector<std::unique_ptr<char[]>> pieces;
    for (std::size_t i = 0; i < kBytes / kPiece; ++i) {
      pieces.push_back(std::make_unique<char[]>(kPiece));
      std::memset(pieces.back().get(), 1, kPiece);
    }
    most = resident_bytes();
  }).join();
  EXPECT_GE(most, before + kBytes / 10 * 9);
  return_free_memory();
  EXPECT_LE(resident_bytes(), before + kBytes / 4);
}

}  // namespace
}  // namespace janus::support
