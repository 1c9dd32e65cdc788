#include "app/begun_statements.h"

#include <algorithm>
#include <limits>

namespace janus::app {

BegunStatements::BegunStatements(const support::DebugInfo& debug, const support::SourceStatements& statements)
    : debug_(debug), statements_(statements) {
  for (const auto& [address, file, line, copy] : statements.begins()) marks_[{file, line, copy}].push_back(address);
}

void BegunStatements::add(std::uint32_t pc, std::uint64_t retired) {
  std::vector<std::uint64_t>& times = executed_at_[pc];
  if (times.empty() || times.back() != retired) times.push_back(retired);  // the end of a run is there twice
}

// In front of `to`, and not in front of `from`.
bool BegunStatements::is_marked_between(const std::vector<std::uint32_t>& marks, std::uint64_t from,
                                        std::uint64_t to) const {
  return std::ranges::any_of(marks, [&](std::uint32_t mark) {
    const auto times = executed_at_.find(mark);
    if (times == executed_at_.end()) return false;
    const auto first = std::ranges::lower_bound(times->second, from);
    return first != times->second.end() && *first < to;
  });
}

bool BegunStatements::has_begun(std::uint32_t pc, std::uint64_t retired) const {
  const support::SourceLocation at = debug_.locate_line(pc);
  const auto marks = marks_.find({at.file, at.line, statements_.copy(pc)});
  const auto times = executed_at_.find(pc);
  if (marks == marks_.end() || times == executed_at_.end()) return true;
  const auto now = std::ranges::lower_bound(times->second, retired);
  if (now == times->second.end() || *now != retired) return true;
  const bool are_behind = marks->second.front() > pc;
  if (!are_behind)
    return is_marked_between(marks->second, now == times->second.begin() ? 0 : *std::prev(now) + 1, retired + 1);
  const auto next = std::next(now);
  return is_marked_between(marks->second, retired,
                           next == times->second.end() ? std::numeric_limits<std::uint64_t>::max() : *next);
}

std::uint64_t BegunStatements::behind_last(std::uint32_t pc, std::uint64_t retired) const {
  const auto times = executed_at_.find(pc);
  if (times == executed_at_.end()) return 0;
  const auto now = std::ranges::lower_bound(times->second, retired);
  return now == times->second.begin() ? 0 : *std::prev(now) + 1;
}

bool BegunStatements::began(const std::string& file, int line, std::uint64_t from, std::uint64_t to,
                            const LeftOut& left_out) const {
  for (auto each = marks_.lower_bound({file, line, 0}); each != marks_.end(); ++each) {
    if (std::get<0>(each->first) != file || std::get<1>(each->first) != line) return false;
    std::vector<std::uint32_t> marks = each->second;
    std::erase_if(marks, [&](std::uint32_t mark) { return mark >= left_out.first && mark <= left_out.last; });
    if (is_marked_between(marks, from, to)) return true;
  }
  return false;
}

bool BegunStatements::has_mark(const std::string& file, int line) const {
  const auto first = marks_.lower_bound({file, line, 0});
  return first != marks_.end() && std::get<0>(first->first) == file && std::get<1>(first->first) == line;
}

const std::vector<std::uint64_t>& BegunStatements::executions(std::uint32_t pc) const {
  static const std::vector<std::uint64_t> kNone;
  const auto times = executed_at_.find(pc);
  return times == executed_at_.end() ? kNone : times->second;
}

}  // namespace janus::app
