// The report's table about the way to the end of a path: the decisions by inputs, and between them how the variables
// changed that they and the last line name. Loops are folded.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <span>

#include "app/folded_rows.h"
#include "app/html_page.h"
#include "app/late_stores.h"
#include "app/machine_words.h"
#include "app/plural.h"
#include "app/typed_value.h"
#include "app/value_chain.h"
#include "isa/image_code.h"
#include "isa/instruction.h"
#include "isa/predicates.h"
#include "program/program_loops.h"
#include "support/contract.h"

namespace janus::app {
namespace {

constexpr std::size_t kMostRows = 60;                    // of the table
constexpr std::size_t kPartsOfRow = 4, kFactsOfRow = 8;  // parts of inputs, and decisions
constexpr std::size_t kVariablesOfRow = 12;

bool is_printable(std::uint32_t value) { return value >= 0x20 && value < 0x7f; }

// A byte of text as the table of inputs has it, and its character.
std::string character(std::uint32_t value) {
  return is_printable(value) ? fmt::format("0x{:02x} '{}'", value, static_cast<char>(value))
                             : fmt::format("0x{:02x}", value);
}

// The input's byte, if a decision depends on one alone.
std::optional<std::uint8_t> byte_of(const engine::InputDecision& decision, const engine::TestCase& test_case) {
  if (decision.inputs.size() != 1 || decision.inputs.front().size != 1) return std::nullopt;
  const auto& [input, first, size] = decision.inputs.front();
  return test_case.inputs[input].bytes.at(first);
}

// What held of the words that a branch compared, such as "-7 < 0", what depends on inputs first: that is easier to
// follow than which way a branch of the machine code went.
std::string fact(const engine::InputDecision& decision, const engine::TestCase& test_case,
                 const support::DebugInfo& debug) {
  const auto& [opcode, left, right, only_right_depends] = *decision.compared;
  using isa::Opcode;
  const bool is_signed = opcode == Opcode::blt || opcode == Opcode::bge;
  const bool is_order = is_signed || opcode == Opcode::bltu || opcode == Opcode::bgeu;
  const bool is_less = is_signed ? static_cast<std::int32_t>(left) < static_cast<std::int32_t>(right) : left < right;
  const char* sign = left == right ? "=" : "≠";
  if (is_order) sign = only_right_depends ? (is_less ? ">" : "≤") : (is_less ? "<" : "≥");
  const std::uint32_t first = only_right_depends ? right : left, second = only_right_depends ? left : right;
  const auto byte = byte_of(decision, test_case);
  // A comparison with what stands in a text, rather than with the end of a range of numbers.
  const bool is_text =
      byte && *byte == first && is_printable(second) && (!is_order || std::isalnum(static_cast<int>(second)));
  const auto number = [&](std::uint32_t value) {
    if (is_text) return character(value);
    const std::string object = object_at(value, debug);
    if (!object.empty()) return object;
    return is_order && !is_signed ? unsigned_number(value) : signed_number(value);
  };
  return fmt::format("{} {} {}", number(first), sign, number(second));
}

// What happened in a row at one line of the source, in all rounds of a loop if it is one.
struct Row {
  std::uint32_t pc;
  std::string line;
  std::uint64_t instructions;  // in front of the first
  std::uint32_t last_pc = 0;   // and where it was noted last
  std::uint64_t last = 0;
  std::set<std::uint32_t> code{};  // where it was noted, of one round
  using Round = std::vector<std::string>;
  std::vector<std::pair<Round, std::uint64_t>> facts{};  // of rounds in order, and how many in a row were alike
  std::vector<std::string> parts{};                      // of inputs, each once
  std::vector<std::pair<std::string, std::vector<std::string>>> changes{};  // the values of each variable

  // Before the row is a round of several.
  void add_fact(std::string fact) {
    if (facts.empty()) facts.emplace_back(Round(), 1);
    facts.front().first.push_back(std::move(fact));
  }
  void add_part(std::string part) {
    if (std::ranges::find(parts, part) == parts.end()) parts.push_back(std::move(part));
  }
  void add_change(const std::string& name, std::string value) {
    auto known = std::ranges::find(changes, name, [](const auto& each) { return each.first; });
    if (known == changes.end()) known = changes.insert(changes.end(), {name, {}});
    // The variables of a name are several where one is inlined in the function of another.
    if (known->second.empty() || known->second.back() != value) known->second.push_back(std::move(value));
  }
  void add(Row&& other) {
    last_pc = other.last_pc;
    for (auto& [round, times] : other.facts) {
      if (!facts.empty() && facts.back().first == round)
        facts.back().second += times;
      else
        facts.emplace_back(std::move(round), times);
    }
    for (std::string& part : other.parts) add_part(std::move(part));
    for (auto& [name, values] : other.changes) {
      for (std::string& value : values) add_change(name, std::move(value));
    }
  }
};

using Group = FoldedRows<Row>;

class Way {
 public:
  Way(HtmlPage& page, const ReportedExploration& exploration, const ReportedFinding& reported,
      const std::vector<VariableChange>& changes, std::uint64_t followed_from)
      : page_(page),
        e_(exploration),
        reported_(reported),
        changes_(changes),
        followed_from_(followed_from),
        code_(exploration.debug.image()) {}

  void write() {
    if (reported_.path.decisions.empty() && changes_.empty()) return;
    const std::vector<Group> groups = folded(rows_of_path());
    std::size_t all = 0, shown = 0, first = groups.size();
    for (const Group& group : groups) all += group.rows.size();
    while (first > 0 && shown + groups[first - 1].rows.size() <= kMostRows) shown += groups[--first].rows.size();
    page_.add(fmt::format("<details open=\"\"><summary>The way there: {} by inputs{}{}</summary>\n",
                          plural(reported_.path.decisions.size(), "decision"),
                          changes_.empty() ? "" : ", and what variables became",
                          first > 0 ? fmt::format("; the last {} of {} rows", shown, all) : ""));
    page_.paragraph(fmt::format(
        "<span class=\"dim\">In order. Comparisons are those of the machine code: a compiler makes "
        "<code>x &gt; 8 || x == 0</code> into <code>x - 1 ≥ 8</code>. Variables are those that these lines or the last "
        "one name: <i>then</i> stands in front of what the line has made of them.{}</span>",
        followed_from_ > 0 ? fmt::format(" They were followed from instruction {} on.", followed_from_) : ""));
    page_.add(
        "<div class=\"scroll\"><table class=\"way stack\"><tr><th>place</th><th>what happens</th><th>depends on</th>"
        "<th class=\"n how\">instruction</th></tr>\n");
    for (const Group& group : std::span(groups).subspan(first)) {
      if (group.rounds > 1) {
        page_.add(
            fmt::format("<tr><td colspan=\"4\" class=\"dim\">{}, {} times in a row{}:</td></tr>\n",
                        group.rows.size() == 1 ? "The next line" : fmt::format("The next {} lines", group.rows.size()),
                        group.rounds, loop_of(group)));
      }
      for (const Row& row : group.rows) write(row, group.rounds > 1 ? " class=\"round\"" : "");
    }
    page_.add("</table></div></details>\n");
  }

 private:
  void write(const Row& row, std::string_view kind) {
    std::string what = some(row.facts.size(), kFactsOfRow, "<br/>", [&](std::size_t i) {
      const auto& [round, times] = row.facts[i];
      std::string text;
      for (const std::string& fact : round)
        text += (text.empty() ? "" : row.facts.size() > 1 ? ", " : "<br/>") + marked_up(fact);
      return times > 1 ? fmt::format("{} ×{}", text, times) : text;
    });
    std::string changes;
    for (const auto& [name, values] : std::span(row.changes).first(std::min(row.changes.size(), kVariablesOfRow))) {
      changes += fmt::format("{}<span class=\"dim\">then</span> <code>{} = {}</code>",
                             changes.empty() && what.empty() ? "" : "<br/>", marked_up(name), marked_up(chain(values)));
    }
    if (row.changes.size() > kVariablesOfRow)
      changes += fmt::format("<br/>and {}", plural(row.changes.size() - kVariablesOfRow, "more variable"));
    const std::string parts =
        some(row.parts.size(), kPartsOfRow, ", ", [&](std::size_t i) { return HtmlPage::code(row.parts[i]); });
    page_.add(fmt::format("<tr{}><td>{}</td><td class=\"fact\">{}{}</td><td>{}</td><td class=\"n how\">{}</td></tr>\n",
                          kind, page_.decision_and_source(row.pc), what, changes, parts, row.instructions));
  }

  // ", within the loop at file:line", of the smallest loop around all of the lines; empty if there is
  // none.
  std::string loop_of(const Group& group) {
    const program::ProgramLoops& loops = page_.loops();
    std::optional<std::uint32_t> header;
    program::ProgramLoops::LoopNumber smallest = program::ProgramLoops::kNone;
    e_.config.counts->for_each([&](std::uint32_t pc, const auto&) {
      const auto loop = loops.headed_by(pc);
      const bool is_around =
          loop != program::ProgramLoops::kNone &&
          std::ranges::all_of(group.rows, [&](const Row& row) { return loops.contains(loop, row.last_pc); });
      if (!is_around || (header && !loops.contains(smallest, pc))) return;
      header = pc;
      smallest = loop;
    });
    return header ? fmt::format(", within the loop at {} (rounds that differ are rows of their own)",
                                page_.link(page_.loop_line(*header)))
                  : std::string();
  }

  // The first few, and how many more.
  template <class Each>
  static std::string some(std::size_t count, std::size_t most, const char* separator, const Each& each) {
    std::string text;
    for (std::size_t i = 0; i < std::min(count, most); ++i) text += (i > 0 ? separator : "") + each(i);
    if (count > most) text += fmt::format("{}and {} more", separator, count - most);
    return text;
  }

  Row& row_at(std::vector<Row>& rows, std::uint32_t pc, std::uint64_t instructions) const {
    std::string line = page_.decision_key(pc);
    // Back at an instruction, it is another round of a loop. One round may go back to others: the conditions of a line,
    // or the cases of a switch, in whichever order the compiler has put them.
    if (rows.empty() || rows.back().line != line || (rows.back().code.contains(pc) && instructions > rows.back().last))
      rows.push_back({.pc = pc, .line = std::move(line), .instructions = instructions});
    rows.back().code.insert(pc);
    rows.back().last_pc = pc;
    rows.back().last = instructions;
    return rows.back();
  }

  std::vector<Row> rows_of_path() const {
    const auto& decisions = reported_.path.decisions;
    const engine::TestCase& test_case = reported_.finding.test_case;
    std::vector<Row> rows;
    auto change = changes_.begin();
    const auto change_until = [&](std::uint64_t instructions) {
      for (; change != changes_.end() && change->instructions < instructions; ++change) {
        if (is_of_line(*change)) row_at(rows, change->pc, change->instructions).add_change(change->name, change->value);
      }
    };
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      change_until(decisions[i].instructions);
      Row& row = row_at(rows, decisions[i].pc, decisions[i].instructions);
      row.add_fact(reason(i));
      for (std::string& part : parts_of(decisions[i], test_case, e_.debug)) row.add_part(std::move(part));
    }
    // The path may end at what depends on no input any more.
    const bool ends_by_decision = !decisions.empty() && decisions.back().pc == test_case.pc;
    if (!ends_by_decision || change != changes_.end()) {
      change_until(~std::uint64_t{0});
      if (!ends_by_decision) row_at(rows, test_case.pc, test_case.instructions).add_fact(end_of(test_case));
    }
    return rows;
  }

  // Whether a variable has changed at a line that may set it. Optimising compilers give what they store behind a loop,
  // and the beginning of an inlined function, lines that set nothing.
  bool is_of_line(const VariableChange& change) const {
    if (!page_.sides().is_optimised(change.pc)) return true;
    const support::SourceLocation at = e_.debug.locate_line(change.pc);
    return may_set(page_.sources().line(at.file, at.line), change.name, change.address.has_value());
  }

  static std::string end_of(const engine::TestCase& test_case) {
    return engine::consequence_of(test_case.ending) == engine::Consequence::Violation ? "fails" : "ends the path";
  }

  // Why the path went on as it did, at its decision with this number.
  std::string reason(std::size_t number) const {
    const engine::InputDecision& decision = reported_.path.decisions[number];
    const engine::TestCase& test_case = reported_.finding.test_case;
    if (decision.compared && are_addresses(decision.compared->left, decision.compared->right, e_.debug))
      return outcome_of(decision);
    if (decision.compared) return fact(decision, test_case, e_.debug);
    const bool is_end = number + 1 == reported_.path.decisions.size() && decision.pc == test_case.pc;
    if (is_end) return end_of(test_case);
    if (e_.result.of_all().assertions.contains(decision.pc)) return "holds";
    if (decision.target) return "goes to " + destination(decision.pc, *decision.target);
    if (decision.jumped) return "goes elsewhere";
    const auto instruction = code_.at(decision.pc);
    return instruction && isa::memory_use(instruction->opcode).bytes > 0 ? "address chosen" : "value chosen";
  }

  std::string outcome_of(const engine::InputDecision& decision) const {
    const auto instruction = code_.at(decision.pc);
    if (!instruction || !isa::is_branch(*instruction)) return "decides";
    const std::uint32_t next =
        decision.jumped ? isa::target_of(decision.pc, *instruction) : isa::next_pc(decision.pc, *instruction);
    const std::string_view outcome = page_.loop_outcome(decision.pc, next);
    if (!outcome.empty()) return std::string(outcome);
    const support::SourceLocation at = page_.sides().line_at(decision.pc, next);
    return at.line > 0 ? "goes to " + destination(decision.pc, next) : page_.side_text(decision.pc, decision.jumped);
  }

  // A function, or a place within one, in few words.
  std::string destination(std::uint32_t from, std::uint32_t target) const {
    const support::Symbol* function = e_.debug.image().covering(target, true);
    const support::SourceLocation location = page_.sides().line_at(from, target);
    if (function && function->address == target) return support::name_in_source(*function);
    if (location.line == 0) return fmt::format("0x{:08x}", target);
    return fmt::format("{}:{}", std::filesystem::path(location.file).filename().string(), location.line);
  }

  HtmlPage& page_;
  const ReportedExploration& e_;
  const ReportedFinding& reported_;
  const std::vector<VariableChange>& changes_;
  const std::uint64_t followed_from_;
  const isa::ImageCode code_;
};

}  // namespace

void write_way(HtmlPage& page, const ReportedExploration& exploration, const ReportedFinding& reported,
               const std::vector<VariableChange>& changes, std::uint64_t followed_from) {
  Way(page, exploration, reported, changes, followed_from).write();
}

}  // namespace janus::app
