#include "prototype/recorded_input.h"

namespace janus::prototype {

std::optional<std::uint8_t> RecordedInput::next() {
  if (!record_) return host_.next();
  if (host_.immediate() && cursor_.taken == bytes_.size()) {
    if (const auto byte = host_.next()) bytes_.push_back(*byte);
    cursor_.arrived = bytes_.size();
  }
  if (host_.immediate() ? cursor_.taken == bytes_.size() : !has_bytes()) return std::nullopt;
  const std::uint8_t byte = bytes_[cursor_.taken];
  ++cursor_.taken;
  return byte;
}

void RecordedInput::poll(Picoseconds time, int milliseconds) {
  if (!record_) {
    host_.poll(milliseconds);
    return;
  }
  if (cursor_.ended || has_bytes()) return;
  if (cursor_.arrivals == arrivals_.size()) {
    if (time < last_poll_) return;  // at this time of the recorded run nothing had arrived
    last_poll_ = time;
    host_.poll(milliseconds);
    const std::size_t before = bytes_.size();
    while (const auto byte = host_.next()) bytes_.push_back(*byte);
    if (bytes_.size() == before && !host_.at_end()) return;
    arrivals_.push_back({time, bytes_.size(), host_.at_end()});
  }
  const Arrival& arrival = arrivals_[cursor_.arrivals];
  if (arrival.time > time) return;
  cursor_.arrived = arrival.bytes;
  cursor_.ended = arrival.ended;
  ++cursor_.arrivals;
}

}  // namespace janus::prototype
