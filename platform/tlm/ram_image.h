// What memory held at one time: pages, shared with the image taken before where they are equal. No SystemC here.
//
// Taking an image compares all of memory with another image, and copies what differs; pages that are zero cost nothing.
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
  // `similar` may be null: the image to share with. It must be of memory of the same size.
  RamImage(std::span<const std::uint8_t> memory, const RamImage* similar);

  // Makes memory what it was; pages that are equal already are not written to.
  void restore(std::span<std::uint8_t> memory) const;

  // Of all images that there are, in bytes, each page counted once.
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
