// The report's table about the way to the end of a path: the decisions by inputs, and between them how the variables
// changed that they and the last line name. Loops are folded.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <span>

#include "app/assigning_lines.h"
#include "app/folded_rows.h"
#include "app/html_page.h"
#include "app/late_stores.h"
#include "app/machine_words.h"
#include "app/plural.h"
#include "app/source_facts.h"
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
constexpr std::string_view kMissed = "…";  // values of which no line is known

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
  std::vector<std::string> functions = {};         // in which the line is, innermost first
  bool is_loop = false;                            // the line begins with `for`, `while` or `do`, or ends a block
  std::optional<AssigningLines::Line> other = {};  // the line, if it is not the one of the instruction
  std::set<std::uint32_t> code{};                  // where it was noted, of one round
  using Round = std::vector<std::string>;
  std::vector<std::pair<Round, std::uint64_t>> facts{};  // of rounds in order, and how many in a row were alike
  std::vector<std::string> parts{};                      // of inputs, each once
  // The values of each variable, by name and declaration: several have one name where a function is inlined.
  using Name = std::pair<std::string, std::uint64_t>;
  std::vector<std::pair<Name, std::vector<std::string>>> changes{};

  // Before the row is a round of several.
  void add_fact(std::string fact) {
    if (facts.empty()) facts.emplace_back(Round(), 1);
    facts.front().first.push_back(std::move(fact));
  }
  void add_part(std::string part) {
    if (std::ranges::find(parts, part) == parts.end()) parts.push_back(std::move(part));
  }
  void add_change(const Name& name, std::string value) {
    auto known = std::ranges::find(changes, name, [](const auto& each) { return each.first; });
    if (known == changes.end()) known = changes.insert(changes.end(), {name, {}});
    if (known->second.empty() || known->second.back() != value) known->second.push_back(std::move(value));
  }
  void add_changes(std::vector<std::pair<Name, std::vector<std::string>>>&& others) {
    for (auto& [name, values] : others) {
      for (std::string& value : values) add_change(name, std::move(value));
    }
  }
  void add(Row&& other) {
    last_pc = other.last_pc;
    last = other.last;
    code.insert(other.code.begin(), other.code.end());
    for (auto& [round, times] : other.facts) {
      if (!facts.empty() && facts.back().first == round)
        facts.back().second += times;
      else
        facts.emplace_back(std::move(round), times);
    }
    for (std::string& part : other.parts) add_part(std::move(part));
    add_changes(std::move(other.changes));
  }
  // With what the line changed before, in the same round.
  void begin_with(Row&& earlier) {
    std::swap(changes, earlier.changes);
    add_changes(std::move(earlier.changes));
    code.insert(earlier.code.begin(), earlier.code.end());
  }
  bool only_changes() const { return facts.empty() && parts.empty(); }
  bool changes_one_of(const Row& other) const {
    return std::ranges::any_of(changes, [&](const auto& own) {
      return std::ranges::any_of(other.changes, [&](const auto& each) { return each.first == own.first; });
    });
  }
};

// What changed apart from the rest of a line, of which compilers mix the instructions with those of other lines, has
// its place there: `i = 0` of a `for` may come in front of the line above it, and the end of a line behind the one
// below.
class MixedRows {
 public:
  // `number_of`: the line of a row; 0: nobody knows.
  template <class NumberOf>
  static void put_together(std::vector<Row>& rows, const NumberOf& number_of) {
    for (std::size_t i = 1; i < rows.size(); ++i) {
      for (std::size_t k = i; k > 0 && are_swapped(rows[k - 1], rows[k], number_of); --k)
        std::swap(rows[k - 1], rows[k]);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t k = i + 2; k < std::min(rows.size(), i + kMostRowsBetween + 2); ++k) {
        if (rows[i].line != rows[k].line || !goes_on(rows[i], rows[k])) continue;
        const int own = number_of(rows[i]);
        const auto between = std::span(rows).subspan(i + 1, k - i - 1);
        const auto are_all = [&](const auto& is) { return own > 0 && std::ranges::all_of(between, is); };
        const bool is_early = rows[i].only_changes() && are_all([&](const Row& row) {
                                return number_of(row) > 0 && number_of(row) < own && !row.changes_one_of(rows[i]);
                              });
        const bool is_late = rows[k].only_changes() && are_all([&](const Row& row) {
                               return number_of(row) > own && !row.changes_one_of(rows[k]);
                             });
        if (is_early) {
          rows[k].begin_with(std::move(rows[i]));
          rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i--));
        } else if (is_late) {
          rows[i].add(std::move(rows[k]));
          rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(k));
        }
        break;
      }
    }
  }

 private:
  static constexpr std::size_t kMostRowsBetween = 3;
  static constexpr std::uint64_t kMostBetween = 64;  // instructions

  // Whether two lines of the source that only assign stand the other way round there.
  template <class NumberOf>
  static bool are_swapped(const Row& row, const Row& next, const NumberOf& number_of) {
    const auto file_of = [](const Row& each) { return each.line.substr(0, each.line.rfind(':')); };
    const bool are_assignments = row.only_changes() && next.only_changes() && !row.is_loop && !next.is_loop;
    return are_assignments && file_of(row) == file_of(next) && row.functions == next.functions && goes_on(row, next) &&
           !next.changes_one_of(row) && number_of(next) > 0 && number_of(next) < number_of(row);
  }
  // Rather than that it is another round of a loop.
  static bool goes_on(const Row& row, const Row& next) {
    return *next.code.begin() > *row.code.rbegin() && next.instructions - row.last < kMostBetween;
  }
};

using Group = FoldedRows<Row>;

class Way {
 public:
  Way(HtmlPage& page, const ReportedExploration& exploration, const ReportedFinding& reported, const PathEnd& end)
      : page_(page),
        e_(exploration),
        reported_(reported),
        end_(end),
        changes_(end.changes),
        code_(exploration.debug.image()) {}

  void write() {
    if (reported_.path.decisions.empty() && changes_.empty()) return;
    const std::vector<Group> groups = folded(put_together(rows_of_path()));
    std::size_t all = 0, shown = 0, first = groups.size();
    for (const Group& group : groups) all += group.rows.size();
    while (first > 0 && shown + groups[first - 1].rows.size() <= kMostRows) shown += groups[--first].rows.size();
    page_.add(fmt::format("<details open=\"\"><summary>The way there: {} by inputs{}{}</summary>\n",
                          plural(reported_.path.decisions.size() + reported_.path.earlier_decisions, "decision"),
                          changes_.empty() ? "" : ", and what variables became",
                          first > 0 ? fmt::format("; the last {} of {} rows", shown, all) : ""));
    page_.paragraph(fmt::format(
        "<span class=\"dim\">In order. Comparisons are those of the machine code: a compiler makes "
        "<code>x &gt; 8 || x == 0</code> into <code>x - 1 ≥ 8</code>. Variables are those that these lines or the last "
        "one name: <i>then</i> stands in front of what the line has made of them.{}</span>",
        end_.followed_from > 0 ? fmt::format(" They were followed from instruction {} on.", end_.followed_from) : ""));
    page_.add(
        "<div class=\"scroll\"><table class=\"way stack\"><tr><th>place</th><th>what happens</th><th>depends on</th>"
        "<th class=\"n how\">instruction</th></tr>\n");
    for (const Group& group : std::span(groups).subspan(first)) {
      const std::string often = times_of(group);
      if (!often.empty()) {
        page_.add(
            fmt::format("<tr><td colspan=\"4\" class=\"dim\">{}, {} times in a row{}:</td></tr>\n",
                        group.rows.size() == 1 ? "The next line" : fmt::format("The next {} lines", group.rows.size()),
                        often, loop_of(group)));
      }
      for (const Row& row : group.rows) write(row, often.empty() ? "" : " class=\"round\"");
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
    for (const auto& [variable, values] : std::span(row.changes).first(std::min(row.changes.size(), kVariablesOfRow))) {
      const bool is_first_missed = values.front() == kMissed;
      changes += fmt::format(
          "{}<span class=\"dim\">then</span> <code>{} = {}</code>", changes.empty() && what.empty() ? "" : "<br/>",
          marked_up(variable.first),
          marked_up(chain(std::vector<std::string>(values.begin() + (is_first_missed ? 1 : 0), values.end()))));
    }
    if (row.changes.size() > kVariablesOfRow)
      changes += fmt::format("<br/>and {}", plural(row.changes.size() - kVariablesOfRow, "more variable"));
    const std::string parts =
        some(row.parts.size(), kPartsOfRow, ", ", [&](std::size_t i) { return HtmlPage::code(row.parts[i]); });
    page_.add(fmt::format(
        "<tr{}><td>{}</td><td class=\"fact\">{}{}</td><td>{}</td><td class=\"n how\">{}</td></tr>\n", kind,
        row.other ? page_.place_and_source(row.other->at, row.other->code) : page_.decision_and_source(row.pc), what,
        changes, parts, row.instructions));
  }

  // Optimising compilers tear the code of a line apart, so that one execution may have several rows.
  std::string times_of(const Group& group) const {
    std::uint64_t most = 0;
    for (const Row& row : group.rows) {
      for (const std::uint32_t pc : row.code)
        most = std::max(most,
                        end_.executions.count(pc, group.rows.front().instructions, group.rows.back().last).value_or(0));
    }
    return times_text(group.rounds, most);
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
    return header ? fmt::format(
                        ", within the loop at {} (rounds that differ are rows of their own, and those of which nothing "
                        "is told "
                        "have none)",
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

  // `line`: to which the instruction belongs, if it is not the one that decides there.
  Row& row_at(std::vector<Row>& rows, std::uint32_t pc, std::uint64_t instructions,
              const std::optional<AssigningLines::Line>& assigning = std::nullopt) const {
    const bool is_other = assigning && !is_at(*assigning, page_.decision_at(pc));
    std::string line = is_other ? page_.line_key(assigning->at, assigning->code) : page_.decision_key(pc);
    const support::SourceLocation at = is_other ? assigning->at : page_.decision_at(pc);
    const std::string text = page_.sources().line(at.file, at.line);
    // Back at an instruction, it is another round of a loop. One round may go back to others: the conditions of a line,
    // or the cases of a switch, in whichever order the compiler has put them.
    if (rows.empty() || rows.back().line != line || (rows.back().code.contains(pc) && instructions > rows.back().last))
      rows.push_back({.pc = pc,
                      .line = std::move(line),
                      .instructions = instructions,
                      .functions = e_.debug.functions_at(is_other ? assigning->code : pc),
                      .is_loop = is_loop_head(text),
                      .other = is_other ? assigning : std::nullopt});
    rows.back().code.insert(pc);
    rows.back().last_pc = pc;
    rows.back().last = instructions;
    return rows.back();
  }

  static bool is_loop_head(std::string_view text) {
    static constexpr std::string_view kHeads[] = {"for", "while", "do", "}"};
    return std::ranges::any_of(kHeads, [&](std::string_view head) { return text.starts_with(head); });
  }

  std::vector<Row> put_together(std::vector<Row> rows) const {
    MixedRows::put_together(rows, [&](const Row& row) {
      if (!is_optimised(row.pc, page_.debug())) return 0;
      return row.other ? row.other->at.line : page_.decision_at(row.pc).line;
    });
    return rows;
  }

  std::vector<Row> rows_of_path() const {
    const auto& decisions = reported_.path.decisions;
    const engine::TestCase& test_case = reported_.finding.test_case;
    std::vector<Row> rows;
    std::set<Row::Name> missed;  // which have other values since the one that was told last
    auto change = changes_.begin();
    const auto change_until = [&](std::uint64_t instructions) {
      for (; change != changes_.end() && change->instructions < instructions; ++change) {
        const Row::Name name{change->name, change->declaration};
        if (!is_of_line(*change)) {
          missed.insert(name);
          continue;
        }
        Row& row = row_at(rows, change->pc, change->instructions, change->line);
        if (missed.erase(name) > 0) row.add_change(name, std::string(kMissed));
        row.add_change(name, change->value);
      }
    };
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      change_until(decisions[i].instructions);
      if (end_.ahead.contains(decisions[i].instructions)) continue;
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
    if (!is_optimised(change.pc, page_.debug())) return true;
    return change.line && may_set(page_.sources().line(change.line->at.file, change.line->at.line), change.name,
                                  change.address.has_value());
  }

  static bool is_at(const AssigningLines::Line& line, const support::SourceLocation& at) {
    return line.at.line == at.line && line.at.file == at.file;
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
  const PathEnd& end_;
  const std::vector<VariableChange>& changes_;
  const isa::ImageCode code_;
};

}  // namespace

void write_way(HtmlPage& page, const ReportedExploration& exploration, const ReportedFinding& reported,
               const PathEnd& end) {
  Way(page, exploration, reported, end).write();
}

}  // namespace janus::app
