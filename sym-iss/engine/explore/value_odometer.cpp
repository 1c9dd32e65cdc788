#include "engine/explore/value_odometer.h"

#include <algorithm>

#include "support/contract.h"

namespace janus::engine {

bool ValueOdometer::next(std::uint8_t* bytes, std::uint32_t size) {
  const std::uint32_t input = input_++;
  while (bytes_.size() < used_ + size) {
    const auto offset = static_cast<std::uint32_t>(bytes_.size() - used_);
    const auto known = known_.find({input, offset});
    const bool is_known = known != known_.end() && offset + known->second.bytes <= size;
    const double before = digits_.empty() ? 1 : digits_.back().combinations;
    Digit digit{.bytes = 1, .values = nullptr, .value = 0, .rank = 0, .count = 256, .combinations = 0};
    if (is_known) {
      const solver::ValueSet& values = known->second.values;
      digit.bytes = known->second.bytes;
      digit.values = &values;
      digit.value = values.min();
      digit.count = static_cast<double>(values.size()) + 1;
    }
    digit.combinations = before * digit.count;
    if (digit.combinations > most_) return false;
    bytes_.resize(bytes_.size() + digit.bytes);
    write(digit, bytes_.size() - digit.bytes);
    digits_.push_back(digit);
  }
  std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(used_), size, bytes);
  used_ += size;
  return true;
}

bool ValueOdometer::advance() {
  JANUS_REQUIRE(used_ == bytes_.size());
  while (!digits_.empty()) {
    Digit& last = digits_.back();
    const std::size_t at = bytes_.size() - last.bytes;
    const std::uint64_t highest = last.values ? last.values->max() : 255;
    if (last.value != highest) {
      last.value = last.values ? last.values->closest(last.value + 1) : last.value + 1;
      ++last.rank;
      write(last, at);
      return true;
    }
    bytes_.resize(at);
    digits_.pop_back();
  }
  return false;
}

double ValueOdometer::progress() const {
  double before = 0;
  for (const Digit& digit : digits_) before += digit.rank / digit.combinations;
  return std::min(before, 1.0);
}

void ValueOdometer::write(const Digit& digit, std::size_t at) {
  for (std::uint32_t i = 0; i < digit.bytes; ++i) bytes_[at + i] = static_cast<std::uint8_t>(digit.value >> 8 * i);
}

}  // namespace janus::engine
