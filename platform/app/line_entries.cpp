#include "app/line_entries.h"

#include <algorithm>

#include "program/call_convention.h"
#include "support/source_types.h"

namespace janus::app {

const LineEntries::Place& LineEntries::place_of(std::uint32_t pc) {
  const auto [entry, is_new] = places_.try_emplace(pc);
  if (!is_new) return entry->second;
  const support::SourceLocation at = debug_.locate_line(pc);
  const support::Symbol* const function = debug_.image().covering(pc, true);
  const auto known = function ? debug_.types().function_at(function->address) : std::nullopt;
  const auto instruction = code_.at(pc);
  entry->second = {.file = at.file,
                   .line = at.line,
                   .function = function ? function->address : 0,
                   .is_optimised = !known || known->is_optimised,
                   .calls = instruction && program::is_call(*instruction),
                   .returns = instruction && program::is_return(*instruction)};
  return entry->second;
}

void LineEntries::add(std::uint32_t pc, std::uint64_t retired) {
  const Place& place = place_of(pc);
  if (last_ && last_->calls && frames_.size() < kMostFrames)
    frames_.push_back({.place = nullptr, .last_pc = 0, .entry = retired});
  else if (last_ && last_->returns && frames_.size() > 1)
    frames_.pop_back();
  last_ = &place;
  if (frames_.empty()) frames_.push_back({.place = nullptr, .last_pc = 0, .entry = retired});
  Frame& frame = frames_.back();
  const bool is_same = frame.place && frame.place->line == place.line && frame.place->file == place.file &&
                       frame.place->function == place.function && pc > frame.last_pc;
  if (!is_same || place.is_optimised) frame.entry = retired;
  frame.place = &place;
  frame.last_pc = pc;
  const std::uint64_t entry = place.is_optimised ? 0 : frame.entry;  // 0: each instruction by itself
  if (entries_.empty() || entries_.back().second != entry) entries_.emplace_back(retired, entry);
}

std::uint64_t LineEntries::entry_of(std::uint64_t retired) const {
  auto each = std::ranges::upper_bound(entries_, retired, {}, &std::pair<std::uint64_t, std::uint64_t>::first);
  if (each == entries_.begin()) return retired;
  const std::uint64_t entry = (--each)->second;
  return entry == 0 ? retired : entry;
}

}  // namespace janus::app
