// Reads a binary text that may be anything: a frontier from a file, a message from another process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/state/varint.h"

namespace janus::engine {

// After the first thing that is wrong, everything is 0 or empty, and wrong() is true. The text must outlive the reader.
class CheckedReader {
 public:
  explicit CheckedReader(std::string_view text) : text_(text) {}
  std::uint64_t number(std::uint64_t most = ~std::uint64_t{0}) {
    const auto value = read_varint(text_, at_);
    if (!value || *value > most) wrong_ = true;
    return wrong_ ? 0 : *value;
  }
  std::string_view bytes(std::uint64_t count) {
    if (count > left()) wrong_ = true;
    if (wrong_) return {};
    at_ += count;
    return text_.substr(at_ - count, count);
  }
  std::size_t at() const { return at_; }
  std::uint64_t left() const { return text_.size() - at_; }
  bool wrong() const { return wrong_; }
  void require(bool holds) { wrong_ = wrong_ || !holds; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  bool wrong_ = false;
};

}  // namespace janus::engine
