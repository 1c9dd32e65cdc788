// Memory in large pages. Only without sanitizers, whose allocator keeps what is freed.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "support/resident_memory.h"

namespace janus::support {
namespace {

// As an exploration does, on a thread of its own, in small pieces.
TEST(LargePages, AreGivenBack) {
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
