// The report's table about the way to the end of a path: the decisions by inputs, and between them how the variables
// changed that they and the last line name. Loops are folded.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>

#include "app/html_page.h"
#include "app/plural.h"
#include "app/typed_value.h"
#include "isa/image_code.h"
#include "isa/instruction.h"
#include "isa/predicates.h"

namespace janus::app {
namespace {

constexpr std::size_t kMostRows = 60, kLongestRound = 12;  // rows of the table, and lines of a loop
constexpr std::size_t kPartsOfRow = 4, kFactsOfRow = 8;    // parts of inputs, and decisions
constexpr std::size_t kVariablesOfRow = 12, kMostOrigins = 24;
constexpr std::size_t kValuesOfRow = 8;  // of a variable, half of them the last ones

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
  const bool is_text = byte && *byte == first && second < 0x80 && (is_printable(first) || is_printable(second));
  const auto number = [&](std::uint32_t value) {
    if (is_text) return character(value);
    const std::string object = object_at(value, debug);
    if (!object.empty()) return object;
    return is_order && !is_signed ? unsigned_number(value) : signed_number(value);
  };
  return fmt::format("{} {} {}", number(first), sign, number(second));
}

// "1 → 2 → 3", the first and the last ones of many.
std::string chain(const std::vector<std::string>& values) {
  std::string text;
  const auto add = [&](const std::string& value) { text += (text.empty() ? "" : " → ") + value; };
  const bool is_long = values.size() > kValuesOfRow;
  for (std::size_t i = 0; i < (is_long ? kValuesOfRow / 2 : values.size()); ++i) add(values[i]);
  if (!is_long) return text;
  add("…");
  for (std::size_t i = values.size() - kValuesOfRow / 2; i < values.size(); ++i) add(values[i]);
  return text;
}

// Without what is in brackets: jobs[].age for jobs[2].age and jobs[i].age.
std::string without_indices(std::string_view name) {
  std::string text;
  unsigned depth = 0;
  for (const char c : name) {
    depth -= c == ']';
    if (depth == 0) text += c;
    depth += c == '[';
  }
  return text;
}

// What happened in a row at one line of the source, in all rounds of a loop if it is one.
struct Row {
  std::uint32_t pc;
  std::string line;
  std::uint64_t instructions;                                               // in front of the first
  std::vector<std::pair<std::string, std::uint64_t>> facts{};               // each once, and how often
  std::vector<std::string> parts{};                                         // of inputs, each once
  std::vector<std::pair<std::string, std::vector<std::string>>> changes{};  // the values of each variable
  std::uint64_t rounds = 1;

  void add_fact(std::string fact, std::uint64_t times = 1) {
    const auto known = std::ranges::find(facts, fact, [](const auto& each) { return each.first; });
    if (known != facts.end())
      known->second += times;
    else
      facts.emplace_back(std::move(fact), times);
  }
  void add_part(std::string part) {
    if (std::ranges::find(parts, part) == parts.end()) parts.push_back(std::move(part));
  }
  void add_change(const std::string& name, std::string value) {
    auto known = std::ranges::find(changes, name, [](const auto& each) { return each.first; });
    if (known == changes.end()) known = changes.insert(changes.end(), {name, {}});
    known->second.push_back(std::move(value));
  }
  void add_round(Row&& other) {
    ++rounds;
    for (auto& [fact, times] : other.facts) add_fact(std::move(fact), times);
    for (std::string& part : other.parts) add_part(std::move(part));
    for (auto& [name, values] : other.changes) {
      for (std::string& value : values) add_change(name, std::move(value));
    }
  }
};

// Lines that follow each other again in the same order are one round more of a loop.
std::vector<Row> folded(std::vector<Row> rows) {
  std::vector<Row> result;
  const auto repeats = [&](std::size_t i, std::size_t length) {
    if (length > result.size() || length > rows.size() - i) return false;
    for (std::size_t k = 0; k < length; ++k) {
      if (result[result.size() - length + k].line != rows[i + k].line) return false;
    }
    return true;
  };
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t length = 1;
    while (length <= kLongestRound && !repeats(i, length)) ++length;
    if (length > kLongestRound) {
      result.push_back(std::move(rows[i++]));
      continue;
    }
    for (std::size_t k = 0; k < length; ++k) result[result.size() - length + k].add_round(std::move(rows[i + k]));
    i += length;
  }
  return result;
}

std::string rounds_text(const Row& row) {
  return row.rounds > 1 ? fmt::format(" <span class=\"dim\">×{}</span>", row.rounds) : "";
}

class Way {
 public:
  Way(HtmlPage& page, const ReportedExploration& exploration, const ReportedFinding& reported,
      const std::vector<VariableChange>& changes)
      : page_(page), e_(exploration), reported_(reported), changes_(changes), code_(exploration.debug.image()) {}

  void write() {
    if (reported_.path.decisions.empty() && changes_.empty()) return;
    const std::vector<Row> rows = folded(rows_of_path());
    const std::size_t first = rows.size() - std::min(rows.size(), kMostRows);
    page_.add(fmt::format("<details open=\"\"><summary>The way there: {} by inputs{}{}</summary>\n",
                          plural(reported_.path.decisions.size(), "decision"),
                          changes_.empty() ? "" : ", and what variables became",
                          first > 0 ? fmt::format("; the last {} of {} lines", kMostRows, rows.size()) : ""));
    page_.paragraph(
        "<span class=\"dim\">In order. The comparisons are those of the machine code, which may be others than those "
        "of "
        "the source: a compiler makes x &gt; 8 || x == 0 into x - 1 ≥ 8. Of variables, those stand here that these "
        "lines or the last one name; ×3 is a loop that went round three times.</span>");
    page_.add(
        "<div class=\"scroll\"><table class=\"way\"><tr><th>place</th><th>what happens</th><th>depends on</th>"
        "<th class=\"n how\">instruction</th></tr>\n");
    for (const Row& row : std::span(rows).subspan(first)) write(row);
    page_.add("</table></div></details>\n");
  }

 private:
  void write(const Row& row) {
    std::string what = some(row.facts.size(), kFactsOfRow, "<br/>", [&](std::size_t i) {
      const auto& [text, times] = row.facts[i];
      return marked_up(times > 1 ? fmt::format("{} ×{}", text, times) : text);
    });
    std::string changes;
    for (const auto& [name, values] : std::span(row.changes).first(std::min(row.changes.size(), kVariablesOfRow))) {
      changes += fmt::format("{}<code>{} = {}</code>", changes.empty() && what.empty() ? "" : "<br/>", marked_up(name),
                             marked_up(chain(values)));
    }
    if (row.changes.size() > kVariablesOfRow)
      changes += fmt::format("<br/>and {}", plural(row.changes.size() - kVariablesOfRow, "more variable"));
    const std::string parts =
        some(row.parts.size(), kPartsOfRow, ", ", [&](std::size_t i) { return HtmlPage::code(row.parts[i]); });
    page_.add(fmt::format("<tr><td>{}</td><td class=\"fact\">{}{}</td><td>{}</td><td class=\"n how\">{}</td></tr>\n",
                          page_.place_and_source(row.pc, rounds_text(row)), what, changes, parts, row.instructions));
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
    std::string line = e_.debug.describe(pc);
    if (rows.empty() || rows.back().line != line)
      rows.push_back({.pc = pc, .line = std::move(line), .instructions = instructions});
    return rows.back();
  }

  std::vector<Row> rows_of_path() const {
    const auto& decisions = reported_.path.decisions;
    const engine::TestCase& test_case = reported_.finding.test_case;
    std::vector<Row> rows;
    auto change = changes_.begin();
    const auto change_until = [&](std::uint64_t instructions) {
      for (; change != changes_.end() && change->instructions < instructions; ++change)
        row_at(rows, change->pc, change->instructions).add_change(change->name, change->value);
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

  static std::string end_of(const engine::TestCase& test_case) {
    return test_case.ending.reason == engine::Termination::AssertFailed ? "fails" : "ends the path";
  }

  // Why the path went on as it did, at its decision with this number.
  std::string reason(std::size_t number) const {
    const engine::InputDecision& decision = reported_.path.decisions[number];
    const engine::TestCase& test_case = reported_.finding.test_case;
    if (decision.compared) return fact(decision, test_case, e_.debug);
    const bool is_end = number + 1 == reported_.path.decisions.size() && decision.pc == test_case.pc;
    if (is_end) return end_of(test_case);
    if (e_.result.of_all().assertions.contains(decision.pc)) return "holds";
    if (decision.target) return "goes to " + destination(*decision.target);
    if (decision.jumped) return "goes elsewhere";
    const auto instruction = code_.at(decision.pc);
    return instruction && isa::memory_use(instruction->opcode).bytes > 0 ? "address chosen" : "value chosen";
  }

  // A function, or a place within one, in few words.
  std::string destination(std::uint32_t target) const {
    const support::Symbol* function = e_.debug.image().covering(target, true);
    const support::SourceLocation location = e_.debug.locate_line(target);
    if (function && function->address == target) return function->name;
    if (location.line == 0) return e_.debug.describe(target);
    return fmt::format("{}:{}", std::filesystem::path(location.file).filename().string(), location.line);
  }

  HtmlPage& page_;
  const ReportedExploration& e_;
  const ReportedFinding& reported_;
  const std::vector<VariableChange>& changes_;
  const isa::ImageCode code_;
};

// What must hold of two words, in words.
std::string_view relation_text(isa::Opcode relation) {
  using isa::Opcode;
  switch (relation) {
    case Opcode::beq: return "they were equal";
    case Opcode::bne: return "they differed";
    case Opcode::blt:
    case Opcode::bltu: return "the first were less than the second";
    default: return "the first were at least the second";  // bge and bgeu: a comparison has no other
  }
}

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

// Each line with what it names, and with what it has computed.
std::vector<Row> rows_of_origins(HtmlPage& page, const ReportedFinding& reported, const PathEnd& end) {
  const support::DebugInfo& debug = page.debug();
  std::vector<Row> rows;
  for (const OriginLine& origin : end.origins) {
    if (!page.is_own(origin.step.pc)) continue;  // memory is cleared and copied there
    Row row{.pc = origin.step.pc, .line = debug.describe(origin.step.pc), .instructions = origin.step.retired};
    const engine::TestInput* const input =
        origin.step.is_input ? input_of(origin.step, reported.finding.test_case) : nullptr;
    if (input) {
      row.add_change(input->name, value_of(*input, debug));
    } else {
      // At the last line the end is known, where the variables have come to their places.
      for (const auto& [name, value] : &origin == &end.origins.back() ? end.values : origin.values) {
        if (!value.empty()) row.add_change(name, value);
      }
    }
    const auto& compared = end.comparison;
    if (input) {
      row.add_fact("an input");
    } else if (compared && (compared->pc == origin.step.pc || &origin == &end.origins.back())) {
      row.add_fact(fmt::format("{} against {}", word_text(compared->left, compared->needed, debug),
                               word_text(compared->right, compared->needed, debug)));
    } else if (origin.step.made) {
      row.add_change({}, signed_number(*origin.step.made));
    }
    rows.push_back(std::move(row));
  }
  return folded(std::move(rows));
}

}  // namespace

void write_origins(HtmlPage& page, const ReportedFinding& reported, const PathEnd& end) {
  if (!end.comparison && end.origins.empty()) return;
  page.heading("Why it fails");
  if (const auto& compared = end.comparison) {
    const auto word = [&](std::uint32_t value) {
      return fmt::format("<b>{}</b>", marked_up(word_text(value, compared->needed, page.debug())));
    };
    page.paragraph(
        fmt::format("{} compares {} with {}; it would not fail here if {}.",
                    compared->is_decision ? "What decides is " + page.place(compared->pc) + ". It" : "The condition",
                    word(compared->left), word(compared->right), relation_text(compared->needed)));
  }
  if (end.origins.empty()) return;
  const std::vector<Row> rows = rows_of_origins(page, reported, end);
  const std::size_t first = rows.size() - std::min(rows.size(), kMostOrigins);
  page.paragraph(fmt::format(
      "<span class=\"dim\">Where these numbers come from, in order{}: each line with the variables that it names, "
      "in front of its last step, and with what it computed (→). ×3 is a line that did so three times.</span>",
      first > 0 ? fmt::format(" (the last {} of {} lines)", kMostOrigins, rows.size()) : ""));
  page.add("<div class=\"scroll\"><table class=\"way\"><tr><th>place</th><th>variables</th><th>computed</th></tr>\n");
  for (const Row& row : std::span(rows).subspan(first)) {
    std::string variables, made;
    for (const auto& [name, values] : row.changes) {
      if (name.empty())
        made = "→ " + marked_up(chain(values));
      else
        variables += fmt::format("{}<code>{} = {}</code>", variables.empty() ? "" : "<br/>", marked_up(name),
                                 marked_up(chain(values)));
    }
    if (!row.facts.empty()) made = marked_up(row.facts.back().first);
    page.add(fmt::format("<tr><td>{}</td><td>{}</td><td class=\"fact\">{}</td></tr>\n",
                         page.place_and_source(row.pc, rounds_text(row)), variables, made));
  }
  page.add("</table></div>\n");
}

void write_history(HtmlPage& page, const std::vector<VariableChange>& changes, std::string_view line) {
  std::string text;
  for (const std::string& expression : all_variables_of_line(line)) {
    const std::string pattern = without_indices(expression);
    const auto last = std::find_if(changes.rbegin(), changes.rend(), [&](const VariableChange& change) {
      return without_indices(change.name) == pattern;
    });
    if (last == changes.rend()) continue;
    std::vector<std::string> values;
    for (const VariableChange& change : changes) {
      if (change.name == last->name) values.push_back(change.value);
    }
    if (values.size() < 2) continue;  // which is the value in the end
    text += fmt::format("{}{}", text.empty() ? "" : ", ",
                        HtmlPage::code(fmt::format("{} = {}", last->name, chain(values))));
  }
  if (!text.empty()) page.paragraph("On the way: " + text + ".");
}

void write_way(HtmlPage& page, const ReportedExploration& exploration, const ReportedFinding& reported,
               const std::vector<VariableChange>& changes) {
  Way(page, exploration, reported, changes).write();
}

}  // namespace janus::app
