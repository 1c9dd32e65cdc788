#include "prototype/ram_image.h"

#include <algorithm>
#include <cstring>

namespace janus::prototype {
namespace {

constexpr std::array<std::uint8_t, 4096> kZeros{};

}  // namespace

std::shared_ptr<const RamImage::Page> RamImage::page_of(std::span<const std::uint8_t> bytes,
                                                        const std::shared_ptr<const Page>* similar) {
  if (similar && *similar && std::memcmp((*similar)->bytes.data(), bytes.data(), bytes.size()) == 0) return *similar;
  if (std::memcmp(kZeros.data(), bytes.data(), bytes.size()) == 0) return nullptr;
  auto page = std::make_shared<Page>();
  std::memcpy(page->bytes.data(), bytes.data(), bytes.size());
  return page;
}

RamImage::RamImage(std::span<const std::uint8_t> memory, const RamImage* similar) {
  for (std::size_t start = 0; start < memory.size(); start += kChunk) {
    const std::shared_ptr<const Chunk> shared = similar ? similar->chunks_[start / kChunk] : nullptr;
    auto chunk = std::make_shared<Chunk>();
    const auto bytes = memory.subspan(start, std::min(kChunk, memory.size() - start));
    for (std::size_t at = 0; at < bytes.size(); at += kPage) {
      const std::size_t i = at / kPage;
      (*chunk)[i] = page_of(bytes.subspan(at, std::min(kPage, bytes.size() - at)), shared ? &(*shared)[i] : nullptr);
    }
    chunks_.push_back(shared && *shared == *chunk ? shared : chunk);
  }
}

void RamImage::restore(std::span<std::uint8_t> memory) const {
  for (std::size_t start = 0; start < memory.size(); start += kPage) {
    const auto& page = (*chunks_[start / kChunk])[start % kChunk / kPage];
    const std::uint8_t* was = page ? page->bytes.data() : kZeros.data();
    const std::size_t size = std::min(kPage, memory.size() - start);
    if (std::memcmp(was, &memory[start], size) != 0) std::memcpy(&memory[start], was, size);
  }
}

}  // namespace janus::prototype
