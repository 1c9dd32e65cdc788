#include "app/html_source.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "app/plural.h"
#include "isa/image_code.h"
#include "isa/predicates.h"
#include "program/call_convention.h"

namespace janus::app {
namespace {

using observe::CoveredFile;

bool went_one_way(const program::ExecutionCounts::Count& count) {
  return count.executed > 0 && (count.taken == 0 || count.taken == count.executed);
}

// Where branches of the source led. Inlining makes several copies of one, which are the same for a reader. (Within one
// copy, a macro may have several branches in one column.)
class Outcomes {
 public:
  explicit Outcomes(const SourceCoverage& source) : source_(source) {
    for (const auto& [name, file] : source.coverage) {
      for (const CoveredFile::Branch& branch : file.branches) {
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
  bool was_one_way(const CoveredFile::Branch& branch) const {
    const std::uint32_t other = branch.count.taken == 0 ? branch.target : branch.behind;
    return went_one_way(branch.count) && !is_of_assertion(branch.pc) && is_only_branch(branch.pc) &&
           source_.counts.at(other).executed == 0 && !happened(branch.pc, other) && !went_apart(branch.pc);
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
using RankedFiles = std::vector<const std::pair<const std::string, CoveredFile>*>;
RankedFiles ranked(const std::map<std::string, CoveredFile>& files) {
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

std::string range(HtmlPage& page, const Unreached::Place& each) {
  std::string text = page.place_and_source(each.place);
  if (each.is_outcome) return text;
  if (each.last_line > each.line) text += fmt::format(" <span class=\"dim\">up to line {}</span>", each.last_line);
  return text;
}

// What occurs in the source that is shown, and so is explained above it.
struct Marks {
  std::set<std::string_view> kinds;
  bool is_uncertain = false, is_mixed = false, has_example = false;
  std::set<std::pair<std::string, int>> whole;  // whole_lines(), if inputs have numbers
};

void write_file(HtmlPage& page, const SourceCoverage& source, const Outcomes& outcomes, const std::string& name,
                const CoveredFile& file, bool is_open, Marks& marks) {
  const std::vector<std::string>& lines = *page.sources().lines(name);
  const auto hit =
      static_cast<std::size_t>(std::ranges::count_if(file.lines, [](const auto& l) { return l.second > 0; }));
  if (hit == 0) return;
  page.add(fmt::format("<details{}><summary>{} <span class=\"dim\">{} of {} lines, {}</span></summary>\n",
                       is_open ? " open=\"\"" : "", HtmlPage::code(name), hit, file.lines.size(),
                       plural(file.branches.size(), "branch instruction")));
  const auto by_line = [&](const std::map<std::uint32_t, std::uint64_t>& by_pc) {
    std::map<int, std::uint64_t> sums;
    for (const auto& [pc, count] : by_pc) {
      const support::SourceLocation at = page.decision_at(pc);
      if (at.file == name) sums[at.line] += count;
    }
    return sums;
  };
  const std::map<int, std::uint64_t> forks = by_line(source.forks), checks = by_line(source.assertions);
  const auto how = [&](int number) {
    std::string text;
    if (const auto found = forks.find(number); found != forks.end()) text = plural(found->second, "fork");
    if (const auto found = checks.find(number); found != checks.end())
      text += (text.empty() ? "" : ", ") + plural(found->second, "check");
    return text;
  };
  std::set<int> one_way, unexplored;
  for (const CoveredFile::Branch& branch : file.branches) {
    if (outcomes.was_one_way(branch)) (source.waiting.contains(branch.pc) ? unexplored : one_way).insert(branch.line);
  }
  const auto all_states = source.executed.find(name);
  const auto executed = [&](int number, std::uint64_t certain) {
    const auto& counts = all_states->second.lines;
    const auto found = counts.find(number);
    const std::uint64_t all = found == counts.end() ? certain : std::max(found->second, certain);
    return std::string(certain > 0 ? "✓" : all > 0 ? "~" : "—");
  };
  std::set<int> begun;  // lines whose code is with others'
  for (const auto& begin : source.statements.begins()) {
    if (begin.file == name && !file.lines.contains(begin.line)) begun.insert(begin.line);
  }
  const bool has_examples = !source.reached_by.empty();
  const auto example = [&](int number) -> std::string {
    const auto found = source.reached_by.find({name, number});
    if (found == source.reached_by.end() || !marks.whole.contains({name, number})) return {};
    return fmt::format("<a href=\"#example{0}\">#{0}</a>", found->second + 1);
  };
  page.add("<div class=\"scroll\"><table class=\"source\">\n");
  bool has_gap = false;
  for (int number = 1; number <= static_cast<int>(lines.size()); ++number) {
    // Of start-up code and libraries, what is near to code.
    constexpr int kNear = 2;
    const auto near = file.lines.lower_bound(number - kNear);
    if (!page.is_own(name) && (near == file.lines.end() || near->first > number + kNear)) {
      if (!has_gap) page.add("<tr><td class=\"n\">⋮</td></tr>\n");
      has_gap = true;
      continue;
    }
    has_gap = false;
    const auto found = file.lines.find(number);
    const bool has_code = found != file.lines.end();
    const auto failing = source.failing.find({name, number});
    const bool fails = failing != source.failing.end();
    const char* kind = !has_code                     ? ""
                       : fails                       ? "fail"
                       : found->second == 0          ? "miss"
                       : unexplored.contains(number) ? "open"
                       : one_way.contains(number)    ? "half"
                                                     : "hit";
    const std::string reached = has_code ? executed(number, found->second) : begun.contains(number) ? "↕" : "";
    const std::string reached_by = has_code && found->second > 0 ? example(number) : "";
    marks.kinds.insert(kind);
    marks.is_uncertain = marks.is_uncertain || reached == "~";
    marks.is_mixed = marks.is_mixed || reached == "↕";
    marks.has_example = marks.has_example || !reached_by.empty();
    const std::string mark =
        fails ? fmt::format("  <a href=\"#finding{}\"><b>fails</b></a>", failing->second) : std::string();
    page.add(
        fmt::format("<tr id=\"{}\" class=\"{}\"><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
                    "class=\"n how\">{}</td>{}<td>{}{}</td></tr>\n",
                    page.anchor(name, number), kind, number, reached, how(number),
                    has_examples ? fmt::format("<td class=\"n\">{}</td>", reached_by) : "",
                    marked_up(lines[static_cast<std::size_t>(number) - 1]), mark));
  }
  page.add("</table></div></details>\n");
}

// Where nobody went on, from an executed instruction.
struct Edge {
  std::uint32_t from, to;
  Unreached::Keeper why;
  std::uint64_t waiting;
  bool is_branch = false;   // `from` is one
  std::size_t finding = 0;  // its number, if a finding is why
};

using Line = std::pair<std::string, int>;

// Follows the control flow from the edges through what was not executed, within functions: each instruction belongs to
// the edge from which the search comes to it first, and each line to that of its first instruction.
class UnreachedCode {
 public:
  explicit UnreachedCode(const SourceCoverage& source) : source_(source), code_(source.debug.image()) {}

  struct Claim {
    std::size_t edge;
    std::uint32_t pc;
  };
  // The nearest edge has an instruction, of several the first one.
  void search(const std::vector<Edge>& edges) {
    std::deque<Claim> open;
    for (std::size_t i = 0; i < edges.size(); ++i) open.push_back({i, edges[i].to});
    while (!open.empty()) {
      const Claim claim = open.front();
      open.pop_front();
      if (source_.counts.at(claim.pc).executed > 0 || !claimed_.insert(claim.pc).second) continue;
      const auto instruction = code_.at(claim.pc);
      if (!instruction) continue;
      const support::SourceLocation at = source_.debug.locate_line(claim.pc);
      lines_.try_emplace({at.file, at.line}, claim);
      for (const std::uint32_t next : successors(claim.pc, *instruction)) {
        if (in_same_function(claim.pc, next)) open.push_back({claim.edge, next});
      }
    }
  }
  const Claim* claim_of(const Line& line) const {
    const auto found = lines_.find(line);
    return found == lines_.end() ? nullptr : &found->second;
  }

 private:
  static std::vector<std::uint32_t> successors(std::uint32_t pc, const isa::Instruction& instruction) {
    const std::uint32_t behind = isa::next_pc(pc, instruction);
    const std::uint32_t target = pc + static_cast<std::uint32_t>(instruction.immediate);
    switch (isa::control(instruction.opcode)) {
      case isa::Control::Next:
      case isa::Control::CallsEnvironment: return {behind};
      case isa::Control::Branch: return {behind, target};
      case isa::Control::Jump:
        if (isa::is_link(instruction.rd)) return {behind};  // a call, which returns
        return {target};
      case isa::Control::JumpRegister:
        if (isa::is_link(instruction.rd)) return {behind};
        return {};
      case isa::Control::Traps:
      case isa::Control::ReturnsFromTrap: break;
    }
    return {};
  }
  bool in_same_function(std::uint32_t a, std::uint32_t b) const {
    const support::FirmwareImage& image = source_.debug.image();
    return image.covering(a, true) == image.covering(b, true);
  }

  const SourceCoverage& source_;
  const isa::ImageCode code_;
  std::unordered_set<std::uint32_t> claimed_;
  std::map<Line, Claim> lines_;
};

// Findings first, then those at which a state waits, then the other branches, then ends: the first of several has what
// is behind all of them, as far away.
std::vector<Edge> edges_of(const SourceCoverage& source, const RankedFiles& files) {
  using Keeper = Unreached::Keeper;
  const auto line_of = [&](std::uint32_t pc) {
    const support::SourceLocation at = source.debug.locate_line(pc);
    return Line{at.file, at.line};
  };
  std::map<Line, std::pair<std::uint32_t, std::uint64_t>> waiting_lines;
  for (const auto& [pc, states] : source.waiting) waiting_lines.try_emplace(line_of(pc), pc, states);
  // The number of a finding that ends there, or at another copy of the same assertion; 0: none does.
  const isa::ImageCode code(source.debug.image());
  const auto finding_at = [&](std::uint32_t pc) -> std::size_t {
    if (const auto found = source.failing_at.find(pc); found != source.failing_at.end()) return found->second;
    const auto instruction = code.at(pc);
    const bool is_call = instruction && program::is_call(*instruction);  // as of __assert_func()
    const auto found = source.failing.find(line_of(pc));
    return found != source.failing.end() && (is_call || source.assertions.contains(pc)) ? found->second : 0;
  };
  std::vector<Edge> edges;
  const auto add = [&](std::uint32_t from, std::uint32_t to, Keeper why) {
    const bool is_branch = why == Keeper::OneWay;
    if (source.counts.at(to).executed > 0 && !is_branch) return;
    if (const auto waiting = source.waiting.find(from); waiting != source.waiting.end())
      return edges.push_back({from, to, Keeper::Waits, waiting->second, is_branch});
    // The compiler makes several copies of an assertion, and what fails at one of them waits at another.
    const auto line = why == Keeper::Ends ? waiting_lines.find(line_of(from)) : waiting_lines.end();
    if (line != waiting_lines.end() && line->first.second > 0)
      return edges.push_back({line->second.first, to, Keeper::Waits, line->second.second});
    if (why == Keeper::Ends) {
      // What a path ends at may not count as executed.
      const std::size_t here = finding_at(from), finding = here > 0 ? here : finding_at(to);
      if (finding > 0) return edges.push_back({from, to, Keeper::Fails, 0, false, finding});
      const auto call = source.failing_calls.find(from);
      if (call != source.failing_calls.end()) return edges.push_back({from, to, Keeper::Calls, 0, false, call->second});
    }
    edges.push_back({from, to, why, 0, is_branch});
  };
  for (const auto* file : files) {
    for (const CoveredFile::Branch& branch : file->second.branches) {
      if (went_one_way(branch.count))
        add(branch.pc, branch.count.taken == 0 ? branch.target : branch.behind, Keeper::OneWay);
    }
    for (const CoveredFile::End& end : file->second.ends) add(end.pc, end.behind, Keeper::Ends);
  }
  std::ranges::stable_sort(edges, {}, &Edge::why);
  return edges;
}

// The jump to a computed target in front of an address, of the same function, that was executed; nothing if there is
// none. Where compilers make tables of a switch, its cases lie behind the jump.
std::optional<std::uint32_t> computed_jump_before(std::uint32_t pc, const SourceCoverage& source,
                                                  const isa::ImageCode& code) {
  const support::Symbol* const function = source.debug.image().covering(pc, true);
  std::optional<std::uint32_t> found;
  std::uint32_t length = 0;
  for (std::uint32_t at = function ? function->address : pc; at < pc; at += length) {
    const auto instruction = code.at(at);
    length = instruction ? instruction->length : 2;
    const bool is_jump = instruction && isa::control(instruction->opcode) == isa::Control::JumpRegister &&
                         !isa::is_link(instruction->rd) && !isa::is_link(instruction->rs1);
    if (is_jump && source.counts.at(at).executed > 0) found = at;
  }
  return found;
}

// Lines of functions that were executed, with code to which nobody came, and the first instruction of it.
std::map<Line, std::uint32_t> missed_lines(const SourceCoverage& source) {
  std::map<Line, std::uint32_t> missed;
  const isa::ImageCode code(source.debug.image());
  for (const support::Symbol& symbol : source.debug.image().symbols()) {
    if (!symbol.is_function || source.counts.at(symbol.address).executed == 0) continue;
    std::uint32_t length = 0;
    for (std::uint32_t at = 0; at < symbol.size; at += length) {
      const std::uint32_t pc = symbol.address + at;
      const auto instruction = code.at(pc);
      length = instruction ? instruction->length : 2;
      if (source.counts.at(pc).executed > 0) continue;
      const support::SourceLocation location = source.debug.locate_line(pc);
      missed.try_emplace({location.file, location.line}, pc);
    }
  }
  return missed;
}

// Why nobody came to an address to which no edge leads.
Edge edge_without_branch(std::uint32_t pc, const SourceCoverage& source, const isa::ImageCode& code) {
  const auto jump = computed_jump_before(pc, source, code);
  if (!jump) return {0, pc, Unreached::Keeper::Nobody, 0};
  const auto waiting = source.waiting.find(*jump);
  if (waiting == source.waiting.end()) return {*jump, pc, Unreached::Keeper::Jumps, 0};
  return {*jump, pc, Unreached::Keeper::Waits, waiting->second};
}

// A branch that never led to where a constant is used.
Edge edge_of_branch(std::uint32_t branch, std::uint32_t pc, const SourceCoverage& source) {
  const auto waiting = source.waiting.find(branch);
  if (waiting == source.waiting.end()) return {branch, pc, Unreached::Keeper::OneWay, 0, true};
  return {branch, pc, Unreached::Keeper::Waits, waiting->second, true};
}

// The places of one file, by line.
void add_places(const SourceCoverage& source, const std::string& name, const CoveredFile& file, bool is_own,
                const UnreachedCode& code, const std::vector<Edge>& edges, const std::map<Line, std::uint32_t>& missed,
                const Outcomes& outcomes, std::vector<Unreached::Place>& places) {
  const isa::ImageCode image_code(source.debug.image());
  const std::size_t before = places.size();
  std::set<std::size_t> told;  // edges that keep whole lines away
  Unreached::Place* last = nullptr;
  for (const auto& [line, count] : file.lines) {
    const auto at = missed.find({name, line});
    const auto hoisted = source.hoisted.find({name, line});
    const bool is_constant = hoisted != source.hoisted.end() && hoisted->second.keeper != 0;
    if (count > 0 || (at == missed.end() && !is_constant)) {
      last = nullptr;
      continue;
    }
    const std::uint32_t first = is_constant ? hoisted->second.pc : at->second;
    const UnreachedCode::Claim* const claim = code.claim_of({name, line});
    const Edge edge = claim         ? edges[claim->edge]
                      : is_constant ? edge_of_branch(hoisted->second.keeper, first, source)
                                    : edge_without_branch(first, source, image_code);
    if (claim) told.insert(claim->edge);
    if (last && last->keeper == edge.from && last->why == edge.why) {
      last->last_line = line;
      continue;
    }
    places.push_back({edge.from, claim ? claim->pc : first, name, line, line, false, edge.why, edge.waiting, is_own,
                      edge.to, edge.finding});
    last = &places.back();
  }
  // What is left are conditions of lines that were executed.
  std::set<int> lines;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const support::SourceLocation at = source.debug.locate_line(edges[i].from);
    const bool is_here = at.file == name && edges[i].is_branch && !told.contains(i);
    if (!is_here || outcomes.is_of_assertion(edges[i].from) || outcomes.happened(edges[i].from, edges[i].to) ||
        outcomes.went_apart(edges[i].from))
      continue;
    const bool can_be_told = edges[i].why == Unreached::Keeper::Waits ||
                             (outcomes.is_only_branch(edges[i].from) && source.counts.at(edges[i].to).executed == 0);
    if (!can_be_told || !lines.insert(at.line).second) continue;
    places.push_back({edges[i].from, edges[i].from, name, at.line, at.line, true, edges[i].why, edges[i].waiting,
                      is_own, edges[i].to});
  }
  std::stable_sort(places.begin() + static_cast<std::ptrdiff_t>(before), places.end(),
                   [](const auto& a, const auto& b) { return a.line < b.line; });
}

// Whether what was not counted as reached may have been executed: by a widened state, or by a state that was not
// followed since others do the same. The latter have come there, but maybe not to all outcomes of what is there.
bool may_be_reached(const SourceCoverage& source, const Unreached::Place& place) {
  if (!source.is_spared) return false;
  if (place.is_outcome) return place.why != Unreached::Keeper::Waits;
  const auto file = source.executed.find(place.file);
  if (file == source.executed.end()) return false;
  const auto line = file->second.lines.find(place.line);
  return line != file->second.lines.end() && line->second > 0;
}

}  // namespace

Unreached find_unreached(HtmlPage& page, const SourceCoverage& source) {
  Unreached found;
  const RankedFiles files = ranked(source.coverage);
  const std::vector<Edge> edges = edges_of(source, files);
  UnreachedCode code(source);
  code.search(edges);
  const auto missed = missed_lines(source);
  const Outcomes outcomes(source);
  for (const auto* file : files) {
    const auto& [name, covered] = *file;
    if (!page.has_any_source() || page.has_source(name)) {  // without any, places by file and line are something
      add_places(source, name, covered, page.is_own(name), code, edges, missed, outcomes, found.places);
      std::erase_if(found.places, [&](const Unreached::Place& place) {
        return place.is_outcome && place.file == name && !may_decide(page.sources().line(name, place.line));
      });
      for (const CoveredFile::Function& function : covered.functions) {
        if (function.count > 0) continue;
        const auto behind = found.functions.begin() + static_cast<std::ptrdiff_t>(found.own_functions);
        found.functions.insert(page.is_own(name) ? behind : found.functions.end(), function.name);
        found.own_functions += page.is_own(name);
      }
      continue;
    }
    for (const CoveredFile::Branch& branch : covered.branches) {
      const std::uint32_t other = branch.count.taken == 0 ? branch.target : branch.behind;
      if (!went_one_way(branch.count) || source.counts.at(other).executed > 0) continue;
      ++found.without_source;
      found.there.insert(source.debug.locate(branch.pc).function);
    }
  }
  std::erase_if(found.places, [&](const Unreached::Place& place) { return may_be_reached(source, place); });
  return found;
}

void write_places(HtmlPage& page, const SourceCoverage& source, std::span<const Unreached::Place* const> places,
                  std::string_view what) {
  page.add(fmt::format("<div class=\"scroll\"><table class=\"stack\"><tr><th>{}</th><th>why</th></tr>\n", what));
  for (const Unreached::Place* each : places.first(std::min(places.size(), HtmlPage::kMostRows))) {
    page.add(fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", range(page, *each), reason_of(page, *each, source)));
  }
  page.add("</table></div>\n");
  if (places.size() > HtmlPage::kMostRows)
    page.paragraph(fmt::format("And {} more.", places.size() - HtmlPage::kMostRows));
}

std::string listed(const auto& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + HtmlPage::code(name);
  return text;
}

void write_unreached(HtmlPage& page, const SourceCoverage& source, const Unreached& unreached) {
  std::vector<const Unreached::Place*> own, others, own_lines, outcomes;
  for (const Unreached::Place& place : unreached.places) (place.is_own ? own : others).push_back(&place);
  const auto waits = [](const Unreached::Place& place) { return place.why == Unreached::Keeper::Waits; };
  std::string legend;
  if (std::ranges::any_of(unreached.places, waits))
    legend = "<i>Not explored yet</i>: a state (a path that has not ended) waits right in front of it.";
  if (!source.is_complete && (!source.waiting.empty() || !source.is_spared) &&
      !std::ranges::all_of(unreached.places, waits)) {
    legend += std::string(legend.empty() ? "" : " ") +
              "<i>So far</i>: no path went there, and those that have not ended may.";
  }
  if (!legend.empty()) page.paragraph(legend);
  for (const Unreached::Place* place : own) (place->is_outcome ? outcomes : own_lines).push_back(place);
  if (!own_lines.empty()) write_places(page, source, own_lines, "never reached");
  if (!outcomes.empty()) {
    page.heading("Conditions with one outcome");
    page.paragraph("These lines were executed, but one outcome of a condition in them never happened.");
    write_places(page, source, outcomes, "condition");
  }
  write_uncalled(page, source, unreached);
  if (others.empty() && unreached.without_source == 0) return;
  page.add(fmt::format("<details><summary>{} in start-up code and libraries</summary>\n",
                       plural(others.size() + unreached.without_source, "place")));
  if (!others.empty()) write_places(page, source, others, "never reached, or with one outcome");
  if (unreached.without_source > 0) {
    page.paragraph(fmt::format("{} in code whose source was not found: in {}.",
                               plural(unreached.without_source, "such place"), listed(unreached.there)));
  }
  page.add("</details>\n");
}

constexpr std::string_view kNotFollowed =
    " Yellow: one outcome of its condition was not followed, unless where a path ended since another does the same.";

// What the marks and colours mean that occur.
std::string legend(const SourceCoverage& source, const Marks& marks) {
  const auto has = [&](std::string_view kind) { return marks.kinds.contains(kind); };
  std::string text = fmt::format("✓ and green: {} executed the line.", source.who);
  if (has("half")) text += source.is_spared ? kNotFollowed : " Yellow: one outcome of its condition never happened.";
  if (has("open")) text += " Blue: one outcome of its condition was not explored yet; a state waits there for it.";
  if (has("miss")) text += " — and red: never executed.";
  if (has("fail")) text += " Red with <b>fails</b>: a finding ends there.";
  text += " White: no code of its own, as declarations, and statements that the compiler has left out.";
  if (marks.is_mixed) text += " ↕: the same; the compiler may have put its code together with that of other lines.";
  if (marks.has_example)
    text +=
        " A number with # names an input that reaches the line; others have some, of which their code does not tell.";
  if (!source.hoisted.empty()) {
    text +=
        " A line of which only constants were made, in front of the branch that decides whether they are used, counts "
        "as not executed.";
  }
  if (marks.is_uncertain) {
    text +=
        " ~: only states executed the line that stand for more than really happens (they were <i>widened</i>), which "
        "proves nothing.";
  }
  return text;
}

void write_source(HtmlPage& page, const SourceCoverage& source) {
  const std::size_t above = page.position();
  Marks marks;
  if (!source.reached_by.empty()) marks.whole = whole_lines(source.debug, source.statements);
  const Outcomes outcomes(source);
  bool is_first = true;
  std::size_t others = 0;
  std::string missing;
  const RankedFiles files = ranked(source.coverage);
  for (const bool is_own : {true, false}) {
    for (const auto* file : files) {
      if (page.is_own(file->first) != is_own) continue;
      if (!page.sources().lines(file->first)) {
        missing += (missing.empty() ? "" : ", ") + HtmlPage::code(file->first);
        continue;
      }
      if (!is_own && others++ == 0) page.add("<details><summary>Start-up code and libraries</summary>\n");
      write_file(page, source, outcomes, file->first, file->second, std::exchange(is_first, false), marks);
    }
  }
  if (others > 0) page.add("</details>\n");
  if (!is_first) page.insert_paragraph(above, legend(source, marks));
  if (missing.empty()) return;
  page.add(fmt::format(
      "<details{}><summary>{}</summary><p>{}. These are the paths that the debug information has. Where they are "
      "relative, run Janus in the folder in which the firmware was compiled, or put the sources beside "
      "it.</p></details>\n",
      is_first ? " open=\"\"" : "",
      is_first ? "No source file was found, so no line is shown, and decisions have no names of variables"
               : "Files whose source was not found",
      missing));
}

}  // namespace janus::app
