// The files of the host on a path (hart/host_files.h): bytes as in memory, concrete or a piece of a term. A copy shares
// what neither writes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "hart/host_files.h"
#include "memory/persistent_memory.h"
#include "term/term.h"

namespace janus::engine {

class SymbolicContents {
 public:
  struct Byte {
    memory::SymbolicByte<term::Term> symbol{};  // null: the byte is `value`
    std::uint8_t value = 0;
  };
  explicit SymbolicContents(const std::vector<std::uint8_t>& bytes) : bytes_(static_cast<std::uint32_t>(bytes.size())) {
    for (std::uint32_t i = 0; i < bytes_; ++i) memory_.write(i, bytes[i]);
  }
  std::uint32_t bytes() const { return bytes_; }
  Byte read(std::uint32_t position) const { return {memory_.symbol(position), memory_.byte(position)}; }
  void write(std::uint32_t position, Byte byte) {
    if (byte.symbol.symbol) {
      memory_.write(position, byte.symbol);
    } else {
      memory_.write(position, byte.value);
    }
    bytes_ = std::max(bytes_, position + 1);
  }
  friend bool operator==(const SymbolicContents& a, const SymbolicContents& b) {
    return a.bytes_ == b.bytes_ && a.memory_.for_each_different_word(b.memory_, [](std::uint32_t) { return false; });
  }

 private:
  std::uint32_t bytes_;
  memory::PersistentMemory<term::Term> memory_{support::HostDirectory::kMostBytes};
};

// Shared by forks until one of them asks the host for something.
class SharedFiles {
 public:
  using Files = hart::HostFiles<SymbolicContents>;
  Files& own() {
    if (!files_) {
      files_ = std::make_shared<Files>();
    } else if (files_.use_count() > 1) {
      files_ = std::make_shared<Files>(*files_);
    }
    return *files_;
  }
  bool any() const { return files_ != nullptr; }
  friend bool operator==(const SharedFiles& a, const SharedFiles& b) {
    return a.files_ == b.files_ || (a.files_ && b.files_ && *a.files_ == *b.files_);
  }

 private:
  std::shared_ptr<Files> files_;  // null: nothing was asked for
};

}  // namespace janus::engine
