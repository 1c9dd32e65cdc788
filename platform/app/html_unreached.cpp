// The report's section about what was never reached, and why.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <unordered_set>
#include <utility>

#include "app/html_source.h"
#include "app/plural.h"
#include "app/source_outcomes.h"
#include "isa/image_code.h"
#include "isa/predicates.h"
#include "program/call_convention.h"

namespace janus::app {
namespace {

using observe::CoveredFile;

std::string range(HtmlPage& page, const Unreached::Place& each) {
  std::string text = page.place_and_source(each.place);
  if (each.is_outcome) return text;
  if (each.last_line > each.line) text += fmt::format(" <span class=\"dim\">up to line {}</span>", each.last_line);
  return text;
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

// How many states wait in front of an instruction that may go to another one behind it.
std::uint64_t waiting_before(std::uint32_t from, std::uint32_t to, const SourceCoverage& source,
                             const isa::ImageCode& code) {
  const auto waiting = source.waiting.find(from);
  if (waiting == source.waiting.end()) return 0;
  const auto instruction = code.at(from);
  const bool is_branch = instruction && isa::is_branch(*instruction);
  return is_branch ? source.waiting_for(from, to == isa::target_of(from, *instruction)) : waiting->second;
}

// Whether a call goes to a function that has a way back, or nobody knows where it goes.
bool may_come_back(std::uint32_t call, const SourceCoverage& source, const isa::ImageCode& code) {
  const auto instruction = code.at(call);
  if (!instruction || instruction->opcode != isa::Opcode::jal) return true;
  const support::Symbol* const function = source.debug.image().covering(isa::target_of(call, *instruction), true);
  if (!function || function->size == 0) return true;
  std::uint32_t length = 0;
  for (std::uint32_t at = 0; at < function->size; at += length) {
    const auto each = code.at(function->address + at);
    if (!each) return true;
    length = each->length;
    const isa::Control control = isa::control(each->opcode);
    const bool leaves = control == isa::Control::Jump &&
                        isa::target_of(function->address + at, *each) - function->address >= function->size;
    if (control == isa::Control::JumpRegister || leaves) return true;
  }
  return false;
}

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
    const std::uint64_t waiting = waiting_before(from, to, source, code);
    if (waiting > 0) return edges.push_back({from, to, Keeper::Waits, waiting, is_branch});
    // Right in front of what was not executed.
    if (const auto at = source.waiting.find(to); at != source.waiting.end() && !is_branch)
      return edges.push_back({to, to, Keeper::Waits, at->second});
    // The compiler makes several copies of an assertion, and what fails at one of them waits at another.
    const auto line = why == Keeper::Ends ? waiting_lines.find(line_of(from)) : waiting_lines.end();
    if (line != waiting_lines.end() && line->first.second > 0)
      return edges.push_back({line->second.first, to, Keeper::Waits, line->second.second});
    if (why == Keeper::Ends) {
      // What a path ends at may not count as executed.
      const std::size_t here = finding_at(from), finding = here > 0 ? here : finding_at(to);
      if (finding > 0) return edges.push_back({from, to, Keeper::Fails, 0, false, finding});
      const auto call = source.failing_calls.find(from);
      if (call != source.failing_calls.end() && may_come_back(from, source, code))
        return edges.push_back({from, to, Keeper::Calls, 0, false, call->second});
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
  const std::uint64_t waiting = source.waiting_for(branch, source.counts.at(branch).taken == 0);
  if (waiting == 0) return {branch, pc, Unreached::Keeper::OneWay, 0, true};
  return {branch, pc, Unreached::Keeper::Waits, waiting, true};
}

bool is_executed(const std::map<std::string, CoveredFile>& files, const std::string& name, int line) {
  const auto file = files.find(name);
  if (file == files.end()) return false;
  const auto found = file->second.lines.find(line);
  return found != file->second.lines.end() && found->second > 0;
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
    const bool by_widened = is_executed(source.executed, name, line);
    if (last && last->keeper == edge.from && last->why == edge.why && last->by_widened == by_widened) {
      last->last_line = line;
      continue;
    }
    places.push_back({edge.from, claim ? claim->pc : first, name, line, line, false, edge.why, edge.waiting, is_own,
                      edge.to, edge.finding, by_widened});
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
    const bool waits = edges[i].why == Unreached::Keeper::Waits;
    const bool is_only = outcomes.is_only_branch(edges[i].from);
    if (!waits && !is_only && !outcomes.is_same_everywhere(edges[i].from)) continue;
    if (!lines.insert(at.line).second) continue;
    places.push_back({edges[i].from, edges[i].from, name, at.line, at.line, true, edges[i].why, edges[i].waiting,
                      is_own, edges[i].to});
    places.back().is_of_branches = !waits && (!is_only || source.counts.at(edges[i].to).executed > 0);
  }
  std::stable_sort(places.begin() + static_cast<std::ptrdiff_t>(before), places.end(),
                   [](const auto& a, const auto& b) { return a.line < b.line; });
}

// Whether an outcome of a condition may have happened: in a widened state, or in a state that was not followed since
// others do the same, which has come there, but maybe not to all outcomes of what is there.
bool may_have_happened(const SourceCoverage& source, const Unreached::Place& place) {
  if (!place.is_outcome || !source.is_spared || place.why == Unreached::Keeper::Waits) return false;
  return source.waiting.empty() || source.executed_counts.at(place.other_side).executed > 0;
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
  std::erase_if(found.places, [&](const Unreached::Place& place) { return may_have_happened(source, place); });
  return found;
}

namespace {

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

// Variables that no path has written, and where they are read.
void write_unwritten(HtmlPage& page, const SourceCoverage& source) {
  constexpr std::size_t kMostReads = 4;
  if (!source.unwritten) return;
  std::vector<std::string> rows;
  for (const auto& [address, variable] : source.unwritten->all()) {
    std::map<int, std::string> reads;  // by line; a file has most of them
    for (const std::uint32_t pc : variable.read_at) {
      if (page.is_own(pc)) reads.emplace(source.debug.locate_line(pc).line, page.place_and_source(pc));
    }
    if (reads.empty()) continue;
    std::string places;
    for (const auto& [line, place] : reads | std::views::take(kMostReads))
      places += (places.empty() ? "" : "<br/>") + place;
    if (reads.size() > kMostReads) places += fmt::format("<br/>and {} more", reads.size() - kMostReads);
    rows.push_back(fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", HtmlPage::code(variable.name),
                               marked_up(variable.value), places,
                               variable.has_store ? "code that was not executed" : "no code that is seen"));
  }
  if (rows.empty()) return;
  page.heading(source.is_complete ? "Variables that no path writes" : "Variables that no path has written");
  page.paragraph(
      "What depends on them alone comes out as their values since reset say. No instruction that was executed stores "
      "to them, and no pointer to them is seen in the image. Where no code would write them either, that stays so.");
  page.add(
      "<div class=\"scroll\"><table class=\"stack\"><tr><th>variable</th><th>since reset</th><th>read "
      "at</th><th>written by</th></tr>\n");
  for (const std::string& row : std::span(rows).first(std::min(rows.size(), HtmlPage::kMostRows))) page.add(row);
  page.add("</table></div>\n");
  if (rows.size() > HtmlPage::kMostRows) page.paragraph(fmt::format("And {} more.", rows.size() - HtmlPage::kMostRows));
}

}  // namespace

void write_unreached(HtmlPage& page, const SourceCoverage& source, const Unreached& unreached) {
  std::vector<const Unreached::Place*> own, others, own_lines, outcomes, branches;
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
  for (const Unreached::Place* place : own)
    (place->is_of_branches ? branches : place->is_outcome ? outcomes : own_lines).push_back(place);
  if (!own_lines.empty()) write_places(page, source, own_lines, "never reached");
  if (!outcomes.empty()) {
    page.heading("Conditions with one outcome");
    page.paragraph(
        "These lines were executed, but the branch of a condition in them always went the same way. So its other "
        "outcome never happened, unless an earlier condition had decided this one, too: the compiler may then go past "
        "the branch.");
    write_places(page, source, outcomes, "condition");
  }
  if (!branches.empty()) {
    page.heading("Branches that went one way");
    page.paragraph(
        "The branches that the machine code has for a condition of these lines always went the same way. So its other "
        "outcome never happened, unless the compiler has found a way around them: where it knows how a condition comes "
        "out, as at the beginning of a loop, it leaves the branch out, or jumps to code that other lines share.");
    write_places(page, source, branches, "condition");
  }
  write_unwritten(page, source);
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

}  // namespace janus::app
