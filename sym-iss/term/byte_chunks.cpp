#include "term/byte_chunks.h"

#include <fmt/format.h>

#include "support/contract.h"
#include "term/work_clock.h"

namespace janus::term {

ByteChunk& ByteChunks::make(std::string name, unsigned bytes) {
  JANUS_REQUIRE(bytes >= 1 && bytes <= kMaxBytes);
  spend(Work::Input);
  const Term handle = variable_(name, 1);
  ByteChunk*& chunk = by_handle_[handle.node()];
  if (!chunk) chunk = &chunks_.emplace_back(ByteChunk{handle, std::move(name), bytes, {}});
  JANUS_REQUIRE(chunk->bytes == bytes);
  return *chunk;
}

const std::vector<Term>& ByteChunks::divide(ByteChunk& chunk, unsigned width) {
  if (!chunk.parts.empty()) return chunk.parts;
  for (unsigned at = 0; at < chunk.bytes;) {
    const unsigned bytes = at + width / 8 <= chunk.bytes ? width / 8 : 1;
    spend(Work::Input);
    chunk.parts.push_back(variable_(fmt::format("{}_{}_{}", chunk.name, chunk.parts.size(), 8 * bytes), 8 * bytes));
    at += bytes;
  }
  return chunk.parts;
}

ByteChunks::Piece ByteChunks::piece(ByteChunk& chunk, unsigned index, unsigned bytes) {
  const bool fits = (bytes == 2 || bytes == 4) && index % bytes == 0 && index + bytes <= chunk.bytes;
  const auto& parts = divide(chunk, fits ? 8 * bytes : 8);
  const unsigned width = parts.front().width() / 8, whole = chunk.bytes / width;
  if (index < whole * width) return {parts[index / width], static_cast<std::uint8_t>(index % width)};
  return {parts[whole + (index - whole * width)], 0};
}

}  // namespace janus::term
