// Where branches of the source led, and the files in the order in which a report tells of them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/source_coverage.h"

namespace janus::app {

inline bool went_one_way(const program::ExecutionCounts::Count& count) {
  return count.executed > 0 && (count.taken == 0 || count.taken == count.executed);
}

// Where branches of the source led. Inlining makes several copies of one, which are the same for a reader. (Within one
// copy, a macro may have several branches in one column.)
class Outcomes {
 public:
  explicit Outcomes(const SourceCoverage& source) : source_(source) {
    for (const auto& [name, file] : source.coverage) {
      for (const observe::CoveredFile::Branch& branch : file.branches) {
        branches_[line_of(branch.pc)][copy_of(branch.pc)].insert(branch.pc);
        if (branch.count.taken > 0) note(branch.pc, branch.target);
        if (branch.count.taken < branch.count.executed) note(branch.pc, branch.behind);
      }
    }
    for (const auto& [pc, count] : source.assertions) assertions_.insert(line_of(pc));
  }
  bool is_of_assertion(std::uint32_t pc) const { return assertions_.contains(line_of(pc)); }
  // In another copy.
  bool happened(std::uint32_t from, std::uint32_t to) const {
    const auto found = happened_.find(key(from, to));
    return found != happened_.end() &&
           std::ranges::any_of(found->second, [own = copy_of(from)](const Copy& copy) { return copy != own; });
  }
  // Whether copies of a branch, also of an unrolled loop, led to several lines: each outcome may have happened at one.
  bool went_apart(std::uint32_t pc) const {
    const auto found = went_to_.find(place_of(pc));
    return found != went_to_.end() && found->second.size() > 1;
  }
  // Whether an outcome of a condition of the source never happened, where that can be told: each copy of the line has
  // one branch, at the same column, and nobody has executed what lies on its other side. Otherwise the same condition
  // may have been decided by another branch, or by none, as where compilers have joined jumps. An assertion that
  // always holds is no such condition.
  bool was_one_way(const observe::CoveredFile::Branch& branch) const {
    const std::uint32_t other = branch.count.taken == 0 ? branch.target : branch.behind;
    return went_one_way(branch.count) && !is_of_assertion(branch.pc) && is_only_branch(branch.pc) &&
           source_.counts.at(other).executed == 0 && !happened(branch.pc, other) && !went_apart(branch.pc);
  }
  // Whether all branches of a condition, also in other copies, have gone one way, as far as they were executed: those
  // of the same column of a line. Maybe not all the same one: then they went_apart().
  bool is_same_everywhere(std::uint32_t pc) const {
    const auto found = branches_.find(line_of(pc));
    const int column = source_.statements.column(pc);
    if (found == branches_.end() || column == 0) return false;
    return std::ranges::all_of(found->second, [&](const auto& copy) {
      return std::ranges::all_of(copy.second, [&](std::uint32_t branch) {
        const auto count = source_.counts.at(branch);
        return source_.statements.column(branch) != column || count.executed == 0 || went_one_way(count);
      });
    });
  }
  bool is_only_branch(std::uint32_t pc) const {
    const auto found = branches_.find(line_of(pc));
    if (found == branches_.end()) return false;
    const int column = source_.statements.column(pc);
    return std::ranges::all_of(found->second, [&](const auto& copy) {
      return copy.second.size() == 1 && source_.statements.column(*copy.second.begin()) == column;
    });
  }

 private:
  using Place = std::tuple<std::string, int, int>;       // file, line, column
  using Copy = std::pair<std::uint32_t, std::uint64_t>;  // the function that has it, and its inlined call
  Copy copy_of(std::uint32_t pc) const {
    const support::Symbol* const function = source_.debug.image().covering(pc, true);
    return {function ? function->address : 0, source_.statements.copy(pc)};
  }
  Place place_of(std::uint32_t pc) const {
    support::SourceLocation at = source_.debug.locate_line(pc);
    return {std::move(at.file), at.line, source_.statements.column(pc)};
  }
  void note(std::uint32_t from, std::uint32_t to) {
    happened_[key(from, to)].insert(copy_of(from));
    went_to_[place_of(from)].insert(line_of(to));
  }
  std::pair<Place, Place> key(std::uint32_t from, std::uint32_t to) const { return {place_of(from), place_of(to)}; }

  std::pair<std::string, int> line_of(std::uint32_t pc) const {
    support::SourceLocation at = source_.debug.locate_line(pc);
    return {std::move(at.file), at.line};
  }

  const SourceCoverage& source_;
  std::map<std::pair<Place, Place>, std::set<Copy>> happened_;
  std::map<Place, std::set<std::pair<std::string, int>>> went_to_;                           // lines
  std::set<std::pair<std::string, int>> assertions_;                                         // lines
  std::map<std::pair<std::string, int>, std::map<Copy, std::set<std::uint32_t>>> branches_;  // by line
};

// The firmware's own files first: the one with main, those in its directory, C and C++ before headers, then everything
// else in this order, such as start-up code.
using RankedFiles = std::vector<const std::pair<const std::string, observe::CoveredFile>*>;
inline RankedFiles ranked(const std::map<std::string, observe::CoveredFile>& files) {
  const auto has_main = [](const auto& file) {
    return std::ranges::any_of(file.second.functions, [](const auto& function) { return function.name == "main"; });
  };
  const auto main = std::ranges::find_if(files, has_main);
  const std::string home = main == files.end() ? "" : (std::filesystem::path(main->first).parent_path() / "").string();
  const auto rank = [&](const auto* file) {
    if (has_main(*file)) return 0;
    const std::string extension = std::filesystem::path(file->first).extension().string();
    const int kind = extension.starts_with(".c") ? 1 : extension.starts_with(".h") ? 2 : 3;
    return kind + (main != files.end() && file->first.starts_with(home) ? 0 : 3);
  };
  RankedFiles all;
  for (const auto& file : files) all.push_back(&file);
  std::ranges::stable_sort(all, {}, rank);
  return all;
}

}  // namespace janus::app
