#include "engine/state/decision_log.h"

#include <algorithm>

namespace janus::engine {

void Bits::append(std::uint32_t bits, unsigned count) {
  while (count > 0) {
    const unsigned used = size % 8, here = std::min(count, 8 - used);
    if (used == 0) bytes.push_back(0);
    const std::uint32_t part = bits & ((1U << here) - 1);
    bytes.back() = static_cast<char>(static_cast<unsigned char>(bytes.back()) | part << used);
    size += here;
    bits = here < 32 ? bits >> here : 0;
    count -= here;
  }
}

void Bits::append(const std::string& from, std::uint64_t first, std::uint64_t count) {
  while (count > 0) {
    const auto here = static_cast<unsigned>(std::min<std::uint64_t>(count, 32));
    append(bits_of(from.data(), first, here), here);
    first += here;
    count -= here;
  }
}

std::uint32_t bits_of(const char* bytes, std::uint64_t at, unsigned count) {
  std::uint32_t bits = 0;
  for (unsigned done = 0; done < count;) {
    const unsigned used = at % 8, here = std::min(count - done, 8 - used);
    const auto byte = static_cast<unsigned char>(bytes[at / 8]);
    bits |= (static_cast<std::uint32_t>(byte) >> used & ((1U << here) - 1)) << done;
    done += here;
    at += here;
  }
  return bits;
}

Bits& DecisionLog::own() {
  if (!last_ || last_->references > 1) last_ = new Piece{last_};  // which keeps this log's reference to its parent
  return last_->bits;
}

// A path may have a million pieces, so nothing recurses.
void DecisionLog::release() {
  while (last_ && --last_->references == 0) delete std::exchange(last_, last_->parent);
  last_ = nullptr;
}

}  // namespace janus::engine
