#include "hart/fetch_buffer.h"

#include <algorithm>
#include <utility>

#include "hart/timing.h"

namespace janus::hart {
namespace {

// The words of which all bytes lie in front of `behind`, from that of `pc` on.
std::uint32_t words_taken(std::uint32_t pc, std::uint32_t behind) { return ((behind & ~3U) - (pc & ~3U)) / 4; }

}  // namespace

void FetchBuffer::begin_access(const TimingProfile& timing, std::uint32_t pc) {
  left_ = 1 + timing.fetch_wait((pc & ~3U) + 4 * words_);
  wanted_ = true;
}

void FetchBuffer::end_access() {
  left_ = 0;
  words_ += wanted_;
  wanted_ = false;
}

void FetchBuffer::pass(const TimingProfile& timing, std::uint64_t cycles, std::uint32_t pc) {
  while (cycles > 0) {
    if (left_ == 0) {
      if (words_ == timing.prefetch.words) return;
      begin_access(timing, pc);
    }
    const auto step = static_cast<std::uint32_t>(std::min<std::uint64_t>(cycles, left_));
    cycles -= step;
    left_ -= step;
    if (left_ == 0) end_access();
  }
}

std::uint32_t FetchBuffer::await(const TimingProfile& timing, std::uint32_t pc, std::uint32_t bytes) {
  const std::uint32_t needed = ((pc & 3) + bytes + 3) / 4;
  std::uint32_t waited = 0;
  while (words_ < needed) {
    if (left_ == 0) begin_access(timing, pc);
    waited += left_;
    end_access();
  }
  return waited;
}

std::uint32_t FetchBuffer::execute(const TimingProfile& timing, const Execution& execution) {
  const auto& [pc, behind, next, transfers, cycles, port] = execution;
  bool taken = false;
  const auto go_on = [&](std::uint64_t count) {
    if (count == 0) return;
    const bool takes = !std::exchange(taken, true);
    if (takes) {
      pass(timing, 1, pc);
      words_ -= words_taken(pc, behind);
    }
    pass(timing, count - takes, behind);
  };
  std::uint32_t waited = 0;
  const std::uint64_t accesses = std::min(port, cycles);
  const bool flushes = transfers && cycles > 0;
  go_on(cycles - accesses - (flushes ? 1 : 0));
  if (accesses > 0) {
    waited = left_;
    if (waited > 0) go_on(waited);
    if (!taken) words_ -= words_taken(pc, behind);
  }
  if (transfers) {
    words_ = 0;
    wanted_ = false;
    if (flushes) pass(timing, 1, next);
  }
  return waited;
}

}  // namespace janus::hart
