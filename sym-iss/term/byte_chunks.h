// Symbolic bytes whose variables are made when somebody reads them.
//
// An input of many bytes is a sequence of chunks. Memory holds the handle of a chunk in place of each byte's term. The
// first read of a chunk decides how its bytes are divided into variables: into words if a word is read, into half-words
// if a half-word is read, else into bytes. So a buffer is bytes to a parser and words to a sort, and an input costs
// what is read of it. The decision holds for all paths of an exploration, so that paths share variables. It is only
// about speed: every division means the same bytes.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "term/term.h"

namespace janus::term {

struct ByteChunk {
  Term handle;  // a variable of width 1 that nothing but memory may contain
  std::string name;
  unsigned bytes;           // 1 to ByteChunks::kMaxBytes
  std::vector<Term> parts;  // lowest address first; their widths add up to 8 * bytes bits. Empty before the first read
};

// Not thread-safe. References to chunks stay valid as long as the object.
class ByteChunks {
 public:
  static constexpr unsigned kMaxBytes = 128;

  // Makes the variable of a name and a width, or finds it (TermPool::variable).
  using Variables = std::function<Term(const std::string& name, unsigned width)>;
  explicit ByteChunks(Variables variable) : variable_(std::move(variable)) {}

  // The chunk of that name; created if it is new. Its variables are called `name`_0, `name`_1, ... A name has one size
  // only (contract).
  ByteChunk& make(std::string name, unsigned bytes);
  // The chunk with that handle; null if the term is no handle.
  ByteChunk* of(Term handle) {
    if (handle.width() != 1) return nullptr;  // nearly every term in memory
    const auto found = by_handle_.find(handle.node());
    return found == by_handle_.end() ? nullptr : found->second;
  }

  // Divides a chunk into variables of `width` bits (8, 16 or 32), as far as they fit, unless it is divided already.
  const std::vector<Term>& divide(ByteChunk& chunk, unsigned width);

  struct Piece {
    Term variable;
    std::uint8_t index;  // of the byte in the variable
  };
  // Byte `index` of a chunk, of which `bytes` bytes are read from there on.
  Piece piece(ByteChunk& chunk, unsigned index, unsigned bytes);

 private:
  const Variables variable_;
  std::deque<ByteChunk> chunks_;
  std::unordered_map<const Node*, ByteChunk*> by_handle_;
};

}  // namespace janus::term
