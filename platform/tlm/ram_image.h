// The contents of memory at one time, as pages. Images share equal pages. No SystemC here.
//
// Taking an image compares all of memory with a similar image and copies the pages that differ. Zero pages are not
// stored.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace janus::prototype {

class RamImage {
 public:
  // `similar`: an image to share pages with, of memory of the same size; may be null.
  RamImage(std::span<const std::uint8_t> memory, const RamImage* similar);

  // Restores the contents of memory. Does not write to pages that are equal already.
  void restore(std::span<std::uint8_t> memory) const;

  // The bytes of all existing images; a shared page counts once.
  static std::uint64_t bytes_in_use() { return live_pages_ * kPage; }

 private:
  static constexpr std::size_t kPage = 4096, kPagesOfChunk = 256, kChunk = kPage * kPagesOfChunk;

  struct Page {
    Page() { ++live_pages_; }
    ~Page() { --live_pages_; }
    Page(const Page&) = delete;
    Page& operator=(const Page&) = delete;
    std::array<std::uint8_t, kPage> bytes{};
  };
  using Chunk = std::array<std::shared_ptr<const Page>, kPagesOfChunk>;  // null: zeros

  static std::shared_ptr<const Page> page_of(std::span<const std::uint8_t> bytes,
                                             const std::shared_ptr<const Page>* similar);

  inline static std::atomic<std::uint64_t> live_pages_{0};
  std::vector<std::shared_ptr<const Chunk>> chunks_;
};

}  // namespace janus::prototype
