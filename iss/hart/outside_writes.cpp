// What a hart has to know of the writes of other masters of the bus. It asks whether code is decoded there, because a
// master that copies data word by word must not make the hart decode everything again.
#include <algorithm>

#include "hart/concrete_hart.h"

namespace janus::hart {

void ConcreteHart::written_from_outside(std::uint32_t address, std::uint32_t bytes) {
  if (bytes == 0) return;
  if (state_.reserved && (state_.reservation - address < bytes || address - state_.reservation < 4)) end_reservation();
  if (shadow_) shadow_->defined.define(address, bytes);
  const std::uint32_t first = address - config_.ram_base, last = first + bytes - 1;
  if (first >= config_.ram_size || last < first) return;
  for (std::uint32_t page = first / kPageBytes; page <= last / kPageBytes && page < decoded_.size(); ++page) {
    if (decoded_[page]) return discard_decoded();
  }
  if (!code_) return;
  const std::uint32_t end = std::min(last, code_->size() - 1) >> CodeCache::kMarkShift;
  for (std::uint32_t granule = first >> CodeCache::kMarkShift; granule <= end; ++granule) {
    if (code_->marks()[granule] & CodeCache::kHoldsCode) return discard_decoded();
  }
}

}  // namespace janus::hart
