// The report's table about the way to the end of a path: the decisions by inputs, and between them how the variables
// changed that they and the last line name. Loops are folded.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <span>

#include "app/html_page.h"
#include "app/late_stores.h"
#include "app/plural.h"
#include "app/typed_value.h"
#include "app/value_chain.h"
#include "devices/memory_map.h"
#include "isa/image_code.h"
#include "isa/instruction.h"
#include "isa/predicates.h"
#include "program/program_loops.h"
#include "support/contract.h"

namespace janus::app {
namespace {

constexpr std::size_t kMostRows = 60, kLongestRound = 12;  // rows of the table, and lines of a loop
constexpr std::size_t kPartsOfRow = 4, kFactsOfRow = 8;    // parts of inputs, and decisions
constexpr std::size_t kVariablesOfRow = 12, kMostOrigins = 16;

std::string signed_number(std::uint32_t value) {
  const auto number = static_cast<std::int32_t>(value);
  return number > -1'000'000 && number < 1'000'000 ? std::to_string(number) : fmt::format("0x{:x}", value);
}
std::string unsigned_number(std::uint32_t value) {
  return value < 1'000'000 ? std::to_string(value) : fmt::format("0x{:x}", value);
}

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

// Where compilers count with a pointer in place of an index, the words of a branch are addresses, which say nothing.
bool are_addresses(std::uint32_t left, std::uint32_t right, const support::DebugInfo& debug) {
  constexpr std::uint32_t kMostRam = 0x1000'0000;
  const auto is_address = [&](std::uint32_t value) {
    const bool is_loaded = std::ranges::any_of(debug.image().segments(), [&](const support::Segment& segment) {
      return value - segment.address <= segment.size && segment.address != 0;
    });
    return is_loaded || value - devices::memory_map::kRamBase < kMostRam || !object_at(value, debug).empty();
  };
  return is_address(left) && is_address(right);
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

// Rows that were executed one after the other, so many times.
struct Group {
  std::vector<Row> rows;
  std::uint64_t rounds = 1;

  bool repeats(std::span<const Row> others) const {
    return std::ranges::equal(rows, others, {}, &Row::line, &Row::line);
  }
};

// Lines that follow each other again in the same order are one round more of a loop.
std::vector<Group> folded(std::vector<Row> rows) {
  std::vector<Group> groups;
  const auto take = [&](Group& group, std::size_t first) {
    for (std::size_t k = 0; k < group.rows.size(); ++k) group.rows[k].add(std::move(rows[first + k]));
    ++group.rounds;
  };
  for (std::size_t i = 0; i < rows.size();) {
    const auto next = [&](std::size_t length) { return std::span<const Row>(rows).subspan(i, length); };
    if (!groups.empty() && groups.back().rows.size() <= rows.size() - i &&
        groups.back().repeats(next(groups.back().rows.size()))) {
      take(groups.back(), i);
      i += groups.back().rows.size();
      continue;
    }
    // The last rows by themselves, of which these are a second round.
    std::size_t singles = 0;
    while (singles < groups.size() && groups[groups.size() - 1 - singles].rows.size() == 1 &&
           groups[groups.size() - 1 - singles].rounds == 1)
      ++singles;
    const std::size_t most = std::min({singles, rows.size() - i, kLongestRound});
    std::size_t length = 2;
    const auto is_second = [&] {
      for (std::size_t k = 0; k < length; ++k) {
        if (groups[groups.size() - length + k].rows.front().line != rows[i + k].line) return false;
      }
      return true;
    };
    while (length <= most && !is_second()) ++length;
    if (length > most) {
      groups.push_back({.rows = {std::move(rows[i++])}});
      continue;
    }
    Group group;
    for (std::size_t k = 0; k < length; ++k)
      group.rows.push_back(std::move(groups[groups.size() - length + k].rows.front()));
    groups.resize(groups.size() - length);
    take(group, i);
    groups.push_back(std::move(group));
    i += length;
  }
  return groups;
}

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
        "<div class=\"scroll\"><table class=\"way\"><tr><th>place</th><th>what happens</th><th>depends on</th>"
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
    if (function && function->address == target) return function->name;
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

std::string word_text(std::uint32_t value, isa::Opcode relation, const support::DebugInfo& debug) {
  const std::string object = object_at(value, debug);
  if (!object.empty()) return object;
  const bool is_unsigned = relation == isa::Opcode::bltu || relation == isa::Opcode::bgeu;
  return is_unsigned ? unsigned_number(value) : signed_number(value);
}

// The input for which a step asks; null if nobody knows which it is.
const engine::TestInput* input_of(const OriginStep& step, const engine::TestCase& test_case) {
  std::size_t before = step.asked_before.value_or(0);
  const engine::TestInput* found = nullptr;
  for (const engine::TestInput& input : test_case.inputs) {
    if (input.pc != step.pc || !input.device.empty()) continue;
    if (step.asked_before && before-- == 0) return &input;
    if (!step.asked_before) {
      if (found) return nullptr;
      found = &input;
    }
  }
  return found;
}

std::string_view sign_of(isa::Opcode relation) {
  using isa::Opcode;
  switch (relation) {
    case Opcode::beq: return "=";
    case Opcode::bne: return "≠";
    case Opcode::blt:
    case Opcode::bltu: return "&lt;";
    case Opcode::bge:
    case Opcode::bgeu: return "≥";
    default: break;
  }
  JANUS_REQUIRE(!"one of the six relations");
  return {};
}

// Of `x += 1`, reading x alone, which compilers do in front of the `if` that may not come there.
bool only_reads_for_change(HtmlPage& page, const OriginLine& line) {
  if (!line.step.is_load || line.step.decision) return false;
  const std::string text = page.sources().line(line.at.file, line.at.line);
  static constexpr std::string_view kChanges[] = {
      "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
  return std::ranges::any_of(kChanges, [&](std::string_view sign) { return text.find(sign) != std::string::npos; });
}

// Of a line that names no address, computing one: code that the compiler has made for other lines, such as the address
// of a table that is needed later.
bool only_makes_address(HtmlPage& page, const OriginLine& line) {
  const OriginStep& step = line.step;
  if (!step.made || step.is_load || step.is_input || step.decision || object_at(*step.made, page.debug()).empty())
    return false;
  const std::string text = page.sources().line(line.at.file, line.at.line);
  static constexpr std::string_view kOfAddresses[] = {"&", "*", "->", "++", "--", "+=", "-=", "return"};
  return std::ranges::none_of(kOfAddresses,
                              [&](std::string_view sign) { return text.find(sign) != std::string::npos; });
}

// What a line has computed or decided, as HTML.
std::string result_of(HtmlPage& page, const OriginLine& line, const engine::TestInput* input) {
  if (input) return "an input";
  const OriginStep& step = line.step;
  std::string text;
  if (!line.result.made.empty()) text = "→ " + marked_up(line.result.made);
  if (text.empty() && !line.result.read.empty()) text = "reads " + marked_up(line.result.read);
  if (step.cut_from) {
    text += fmt::format("{}<b>{} does not fit into {} bits</b>", text.empty() ? "" : "<br/>",
                        unsigned_number(*step.cut_from), step.kept_bits);
  }
  if (!step.decision) return text;
  if (!text.empty()) text += "<br/>";
  if (!line.outcome.empty()) return text + "decides: " + marked_up(line.outcome);
  if (are_addresses(step.decision->left, step.decision->right, page.debug())) {
    const std::string_view outcome = page.outcome_of_branch(step.pc, step.decision->relation);
    return text + (outcome.empty() ? "decides" : fmt::format("decides: {}", outcome));
  }
  return text + fmt::format("decides; in the machine code, {} {} {}",
                            marked_up(word_text(step.decision->left, step.decision->relation, page.debug())),
                            sign_of(step.decision->relation),
                            marked_up(word_text(step.decision->right, step.decision->relation, page.debug())));
}

// As of its instruction, which knows what is inlined, unless the line is another one.
std::string place_of_line(HtmlPage& page, const OriginLine& line) {
  const bool is_same = page.debug().locate_line(line.step.pc).line == line.at.line;
  return is_same ? page.place_and_source(line.step.pc) : page.place_and_source(line.at);
}

// The cells of a row, as HTML; empty if nothing of the line is known.
std::string origin_cells(HtmlPage& page, const ReportedFinding& reported, const OriginLine& line) {
  const engine::TestInput* const input = line.step.is_input ? input_of(line.step, reported.finding.test_case) : nullptr;
  std::string variables;
  const auto add = [&](const std::string& name, const std::string& value) {
    variables +=
        fmt::format("{}<code>{} = {}</code>", variables.empty() ? "" : "<br/>", marked_up(name), marked_up(value));
  };
  if (input) add(input->name, value_of(*input, page.debug()));
  if (!line.step.is_input) {
    for (const auto& [name, value] : line.values) {
      if (!value.empty()) add(name, value);
    }
  }
  const std::string result = result_of(page, line, input);
  if (variables.empty() && result.empty()) return {};
  return fmt::format("<td>{}</td><td>{}</td><td class=\"result\">{}", place_of_line(page, line), variables, result);
}

// Lines that came earlier, each once.
void write_earlier(HtmlPage& page, std::span<const OriginLine* const> lines, std::uint64_t followed_from) {
  struct Earlier {
    const OriginLine* line;
    std::uint64_t times = 1;
    std::set<std::uint32_t> code;  // of the last time: behind a call, a line goes on with other instructions
  };
  std::vector<Earlier> counts;
  for (const OriginLine* line : lines) {
    const auto same = std::ranges::find_if(counts, [&](const Earlier& each) {
      return each.line->at.file == line->at.file && each.line->at.line == line->at.line;
    });
    if (same == counts.end()) {
      counts.push_back({.line = line, .code = {line->code.begin(), line->code.end()}});
      continue;
    }
    const bool is_again = line->copy != same->line->copy ||
                          std::ranges::any_of(line->code, [&](std::uint32_t pc) { return same->code.contains(pc); });
    if (is_again) {
      ++same->times;
      same->code.clear();
    }
    same->line = line;
    same->code.insert(line->code.begin(), line->code.end());
  }
  page.add(fmt::format(
      "<tr><td colspan=\"3\" class=\"dim\">Earlier, from {} on, as in other rounds of loops; how often each line had a "
      "part in it:</td></tr>\n",
      followed_from > 0 ? fmt::format("instruction {} of the path", followed_from) : std::string("reset")));
  for (const auto& [line, times, code] : std::span(counts).first(std::min(counts.size(), kMostOrigins))) {
    page.add(fmt::format("<tr class=\"round\"><td>{}</td><td></td><td class=\"result\">{}</td></tr>\n",
                         place_of_line(page, *line), times == 1 ? "once" : fmt::format("{} times", times)));
  }
}

// The parts of an assertion's condition.
void write_condition(HtmlPage& page, const ConditionReading& condition) {
  page.add("<div class=\"scroll\"><table><tr><th>in the source</th><th>with values</th><th>is</th></tr>\n");
  for (const ConditionPart& part : condition.parts) {
    page.add(fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", HtmlPage::code(part.source),
                         part.values.empty() ? "" : HtmlPage::code(part.values),
                         &part == &condition.parts.back() ? "<b class=\"failed\">false</b>"
                         : part.holds                     ? "true"
                                                          : "false"));
  }
  page.add("</table></div>\n");
}

}  // namespace

void write_origins(HtmlPage& page, const ReportedFinding& reported, const PathEnd& end) {
  const support::SourceLocation failing = place_of(reported.finding.test_case, page.debug());
  std::vector<const OriginLine*> lines;
  for (const OriginLine& line : end.origins) {
    const bool is_told = line.at.file == failing.file && line.at.line == failing.line;
    if (page.is_own(line.at.file) && !is_told && !only_reads_for_change(page, line) && !only_makes_address(page, line))
      lines.push_back(&line);  // memory is cleared and copied elsewhere
  }
  // Truths say nothing, and a large number is mostly one that the compiler has made.
  const auto is_small = [&](std::uint32_t value) {
    return !word_text(value, end.comparison->needed, page.debug()).starts_with("0x");
  };
  const bool has_comparison = end.comparison && !end.condition &&
                              std::max(end.comparison->left, end.comparison->right) > 1 &&
                              is_small(end.comparison->left) && is_small(end.comparison->right);
  if (lines.empty() && !end.condition && !has_comparison) return;
  page.heading("Why it fails");
  if (end.condition) write_condition(page, *end.condition);
  if (has_comparison) {
    const auto word = [&](std::uint32_t value) {
      return fmt::format("<b>{}</b>", marked_up(word_text(value, end.comparison->needed, page.debug())));
    };
    page.paragraph(fmt::format(
        "The machine code compares {} and {} at {}, in this or the other order; it may be another form of what the "
        "source says.",
        word(end.comparison->left), word(end.comparison->right), page.place(end.comparison->pc)));
  }
  if (lines.empty()) return;
  page.paragraph(
      "<span class=\"dim\">How it came to these values, in order: each line with its variables in front of it, and "
      "what "
      "it computed (→) or decided.</span>");
  page.add("<div class=\"scroll\"><table class=\"way\"><tr><th>place</th><th>variables</th><th>result</th></tr>\n");
  const std::size_t first = lines.size() - std::min(lines.size(), kMostOrigins);
  if (first > 0) write_earlier(page, std::span(lines).first(first), end.recorded_from);
  if (first > 0) page.add("<tr><td colspan=\"3\" class=\"dim\">And in the end:</td></tr>\n");
  std::string last;
  std::size_t times = 0;
  const auto write_last = [&] {
    if (times > 0) page.add(fmt::format("<tr>{}{}</td></tr>\n", last, times > 1 ? fmt::format(" ×{}", times) : ""));
  };
  for (const OriginLine* line : std::span(lines).subspan(first)) {
    std::string cells = origin_cells(page, reported, *line);
    if (cells.empty()) continue;  // nothing is certain
    if (times > 0 && cells == last) {
      ++times;
      continue;
    }
    write_last();
    last = std::move(cells);
    times = 1;
  }
  write_last();
  page.add("</table></div>\n");
}

void write_way(HtmlPage& page, const ReportedExploration& exploration, const ReportedFinding& reported,
               const std::vector<VariableChange>& changes, std::uint64_t followed_from) {
  Way(page, exploration, reported, changes, followed_from).write();
}

}  // namespace janus::app
