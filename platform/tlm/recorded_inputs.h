// Records the symbolic inputs drawn from a source, so that a run that goes back in time draws the same inputs again.
#pragma once

#include <algorithm>
#include <exception>
#include <vector>

#include "hart/bus.h"

namespace janus::prototype {

class RecordedInputs : public hart::InputSource {
 public:
  // `source` must outlive this object.
  explicit RecordedInputs(hart::InputSource& source) : source_(source) {}

  // The next input of the record if it has that size. Otherwise the rest of the record is dropped, and the input comes
  // from the source.
  void next_input(std::uint32_t pc, std::uint8_t* bytes, std::uint32_t size) override {
    if (drawn_ < record_.size() && record_[drawn_].size() != size) record_.resize(drawn_);
    if (drawn_ == record_.size()) {
      source_.next_input(pc, bytes, size);
      record_.emplace_back(bytes, bytes + size);
    }
    std::ranges::copy(record_[drawn_], bytes);
    ++drawn_;
  }

  std::size_t drawn() const { return drawn_; }
  void go_to(std::size_t drawn) { drawn_ = drawn; }

 private:
  hart::InputSource& source_;
  std::vector<std::vector<std::uint8_t>> record_;
  std::size_t drawn_ = 0;
};

}  // namespace janus::prototype
