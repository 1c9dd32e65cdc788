#include "term/byte_chunks.h"

#include <gtest/gtest.h>

#include "term/term_pool.h"

namespace janus::term {
namespace {

std::vector<unsigned> widths(const ByteChunk& chunk) {
  std::vector<unsigned> widths;
  for (const Term part : chunk.parts) widths.push_back(part.width());
  return widths;
}

TEST(ByteChunks, AreDividedByTheFirstRead) {
  TermPool pool;
  ByteChunks& chunks = pool.byte_chunks();
  struct Row {
    unsigned index, bytes;
    std::vector<unsigned> widths;
  };
  const Row rows[] = {{0, 1, {8, 8, 8, 8, 8, 8, 8}}, {4, 1, {8, 8, 8, 8, 8, 8, 8}},  // bytes
                      {0, 4, {32, 8, 8, 8}},         {2, 4, {8, 8, 8, 8, 8, 8, 8}},  // a word, a misaligned word,
                      {4, 4, {8, 8, 8, 8, 8, 8, 8}},                                 // and one that leaves the chunk
                      {2, 2, {16, 16, 16, 8}},       {3, 2, {8, 8, 8, 8, 8, 8, 8}}};
  unsigned number = 0;
  for (const auto& [index, bytes, expected] : rows) {
    ByteChunk& chunk = chunks.make("chunk" + std::to_string(number++), 7);
    EXPECT_TRUE(chunk.parts.empty());
    chunks.piece(chunk, index, bytes);
    EXPECT_EQ(widths(chunk), expected) << index << ' ' << bytes;
    chunks.piece(chunk, 0, 4);
    EXPECT_EQ(widths(chunk), expected) << "a chunk is divided once";
  }
}

TEST(ByteChunks, NameEachByteOnce) {
  TermPool pool;
  ByteChunks& chunks = pool.byte_chunks();
  for (const unsigned first : {1U, 2U, 4U}) {
    ByteChunk& chunk = chunks.make("chunk" + std::to_string(first), 127);
    chunks.piece(chunk, 0, first);
    std::size_t part = 0;
    unsigned byte = 0;
    for (unsigned index = 0; index < chunk.bytes; ++index) {
      const auto piece = chunks.piece(chunk, index, 1);
      EXPECT_EQ(piece.variable, chunk.parts[part]) << index;
      EXPECT_EQ(piece.index, byte) << index;
      if (8 * ++byte == chunk.parts[part].width()) {
        ++part;
        byte = 0;
      }
    }
    EXPECT_EQ(part, chunk.parts.size());
  }
}

TEST(ByteChunks, AreFoundByTheirHandle) {
  TermPool pool;
  ByteChunk& chunk = pool.byte_chunks().make("chunk", ByteChunks::kMaxBytes);
  EXPECT_EQ(pool.byte_chunks().of(chunk.handle), &chunk);
  EXPECT_EQ(&pool.byte_chunks().make("chunk", ByteChunks::kMaxBytes), &chunk) << "several harts make the same inputs";
  EXPECT_EQ(pool.byte_chunks().of(pool.variable("other", 1)), nullptr);
  EXPECT_EQ(pool.byte_chunks().of(pool.constant(8, 1)), nullptr);
}

}  // namespace
}  // namespace janus::term
