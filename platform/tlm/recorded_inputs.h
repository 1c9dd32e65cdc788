// Symbolic inputs that were drawn from a source, written down, so that a run that goes back in time draws the same.
#pragma once

#include <algorithm>
#include <exception>
#include <vector>

#include "hart/bus.h"

namespace janus::prototype {

class RecordedInputs : public hart::InputSource {
 public:
  // `source` must outlive this.
  explicit RecordedInputs(hart::InputSource& source) : source_(source) {}

  // The next input of the record, or of the source where there is none, or none of that size.
  void next_input(std::uint32_t pc, std::uint8_t* bytes, std::uint32_t size) override {
    if (drawn_ < record_.size() && record_[drawn_].size() != size) record_.resize(drawn_);
    if (drawn_ == record_.size()) {
      source_.next_input(pc, bytes, size);
      record_.emplace_back(bytes, bytes + size);
    }
    std::ranges::copy(record_[drawn_++], bytes);
  }

  std::size_t drawn() const { return drawn_; }
  void go_to(std::size_t drawn) { drawn_ = drawn; }

 private:
  hart::InputSource& source_;
  std::vector<std::vector<std::uint8_t>> record_;
  std::size_t drawn_ = 0;
};

}  // namespace janus::prototype
