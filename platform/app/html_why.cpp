// Why a finding fails: what its condition compares, and the lines that made the values of it.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "app/folded_rows.h"
#include "app/html_page.h"
#include "app/late_stores.h"
#include "app/machine_words.h"
#include "app/typed_value.h"
#include "app/value_chain.h"
#include "isa/instruction.h"
#include "support/contract.h"

namespace janus::app {
namespace {

constexpr std::size_t kMostOrigins = 24, kMostEarlier = 16;  // rows
constexpr std::size_t kMostResults = 6;                      // of a row, half of them the last ones

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
  using enum isa::Opcode;
  constexpr auto kSigns = std::to_array<std::pair<isa::Opcode, std::string_view>>(
      {{beq, "="}, {bne, "≠"}, {blt, "&lt;"}, {bltu, "&lt;"}, {bge, "≥"}, {bgeu, "≥"}});
  const auto* const found = std::ranges::find(kSigns, relation, &std::pair<isa::Opcode, std::string_view>::first);
  JANUS_REQUIRE(found != kSigns.end());
  return found->second;
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

// What a decision of a line came out as, as HTML.
std::string outcome_of(HtmlPage& page, const OriginPart& part) {
  const OriginDecision& decision = *part.step.decision;
  if (!part.outcome.empty()) return "decides: " + marked_up(part.outcome);
  if (are_addresses(decision.left, decision.right, page.debug())) {
    const std::string_view outcome = page.outcome_of_branch(part.step.pc, decision.relation);
    return outcome.empty() ? "decides" : fmt::format("decides: {}", outcome);
  }
  if (page.is_switch(part.step.pc)) {
    const std::string outcome = page.outcome_of_switch(part.step.pc, decision.relation);
    return outcome.empty() ? "chooses a case" : "decides: the value " + outcome;
  }
  return fmt::format("decides; in the machine code, {} {} {}",
                     marked_up(word_text(decision.left, decision.relation, page.debug())), sign_of(decision.relation),
                     marked_up(word_text(decision.right, decision.relation, page.debug())));
}

// "n" of "n ≠ -1", where only that differs between rounds of a loop: the beginning, the changing word, the end. Nothing
// of other texts.
struct ChangingWord {
  std::string before, word, behind;
};
std::optional<ChangingWord> changing_word(const std::string& text) {
  constexpr std::string_view kBegin = "decides; in the machine code, ";
  const auto sign = text.find(' ', kBegin.size());
  if (!text.starts_with(kBegin) || sign == std::string::npos) return std::nullopt;
  return ChangingWord{std::string(kBegin), text.substr(kBegin.size(), sign - kBegin.size()), text.substr(sign)};
}

// Of what no line of the path has assigned: the value, as far as the line tells it, and where it comes from.
std::string initial_value(HtmlPage& page, const OriginLine& line, const std::string& object) {
  const auto value = std::ranges::find(line.values, object, [](const auto& each) { return each.first; });
  const bool has_value = value != line.values.end() && !value->second.empty();
  std::string place;
  const std::vector<std::string>* const texts = page.sources().lines(line.at.file);
  for (std::size_t i = 0; texts && i < texts->size() && place.empty(); ++i) {
    const std::string& text = (*texts)[i];
    if (text.starts_with(' ') || text.starts_with('\t') || !declared_by(text).contains(object)) continue;
    const support::SourceLocation at{.function = {}, .file = line.at.file, .line = static_cast<int>(i) + 1};
    place = fmt::format(" ({})", page.link(at));
  }
  return fmt::format("<code>{}{}{}</code> since reset{}: no line of the path has assigned it", marked_up(object),
                     has_value ? " = " : "", has_value ? marked_up(value->second) : "", place);
}

// What a line has decided, and what was lost, as HTML, a text for each. Nothing of what it has made or read.
std::vector<std::string> results_of(HtmlPage& page, const OriginLine& line, const engine::TestInput* input) {
  if (input) return {"an input"};
  const OriginStep& step = line.step;
  std::vector<std::string> texts;
  if (step.since_reset) {
    const std::string object = object_at(*step.since_reset, page.debug());
    if (object.starts_with('&')) texts.push_back(initial_value(page, line, object.substr(1)));
  }
  if (step.cut_from) {
    texts.push_back(
        fmt::format("<b>{} does not fit into {} bits</b>", unsigned_number(*step.cut_from), step.kept_bits));
  }
  for (const OriginPart& part : line.parts) {
    if (part.step.decision) texts.push_back(outcome_of(page, part));
  }
  return texts;
}

// As of its instruction, which knows what is inlined, unless the line is another one.
std::string place_of_line(HtmlPage& page, const OriginLine& line) {
  const bool is_same = page.debug().locate_line(line.step.pc).line == line.at.line;
  return is_same ? page.place_and_source(line.step.pc) : page.place_and_source(line.at, line.within);
}

// Values of several variables, each in all rounds of a loop.
struct Chains {
  std::vector<std::pair<std::string, std::vector<std::string>>> of_each = {};

  void add(const std::string& name, const std::string& value) {
    auto known = std::ranges::find(of_each, name, [](const auto& each) { return each.first; });
    if (known == of_each.end()) known = of_each.insert(of_each.end(), {name, {}});
    if (known->second.empty() || known->second.back() != value) known->second.push_back(value);
  }
  void add(const Chains& others) {
    for (const auto& [name, values] : others.of_each) {
      for (const std::string& value : values) add(name, value);
    }
  }
};

// A line with what is known of it, in all rounds of a loop if it is one.
struct WhyRow {
  std::string line;  // its place
  std::vector<const OriginLine*> all;
  Chains variables = {}, made = {}, read = {};
  std::vector<std::pair<std::string, std::uint64_t>> results = {};  // HTML, and how many in a row were alike

  void add_result(std::string text, std::uint64_t times = 1) {
    if (!results.empty() && results.back().first == text)
      results.back().second += times;
    else
      results.emplace_back(std::move(text), times);
  }
  void add(WhyRow&& other) {
    all.insert(all.end(), other.all.begin(), other.all.end());
    variables.add(other.variables);
    made.add(other.made);
    read.add(other.read);
    for (auto& [text, times] : other.results) add_result(std::move(text), times);
  }
  bool has_no_result() const { return made.of_each.empty() && read.of_each.empty() && results.empty(); }
  // What the line has done next, in the same round. Variables are those in front of it.
  void go_on(WhyRow&& next) {
    std::erase_if(next.variables.of_each, [&](const auto& later) {
      return std::ranges::any_of(variables.of_each, [&](const auto& own) { return own.first == later.first; });
    });
    add(std::move(next));
  }
  // Whether a line of optimised code goes on, as with the other side of an operator, rather than with another round.
  bool goes_on_with(const WhyRow& next) const {
    constexpr std::uint64_t kMostBetween = 64;  // instructions
    const OriginLine &own = *all.back(), &other = *next.all.front();
    return line == next.line && own.is_optimised && own.copy == other.copy && !own.step.is_input &&
           std::ranges::min(other.code) > std::ranges::max(own.code) &&
           other.step.retired - own.step.retired < kMostBetween;
  }
};

// Nothing if nothing of the line is known.
std::optional<WhyRow> row_of(HtmlPage& page, const ReportedFinding& reported, const OriginLine& line) {
  const engine::TestInput* const input = line.step.is_input ? input_of(line.step, reported.finding.test_case) : nullptr;
  WhyRow row{.line = place_of_line(page, line), .all = {&line}};
  if (input) row.variables.add(input->name, value_of(*input, page.debug()));
  if (!line.step.is_input) {
    for (const auto& [name, value] : line.values) {
      if (!value.empty()) row.variables.add(name, value);
    }
  }
  if (!input) {
    for (const auto& [name, value] : line.made) row.made.add(name, value);
    for (const auto& [name, value] : line.read) row.read.add(name, value);
  }
  std::string result;
  for (const std::string& text : results_of(page, line, input)) result += (result.empty() ? "" : "<br/>") + text;
  if (!result.empty()) row.add_result(std::move(result));
  const bool has_any = !row.variables.of_each.empty() || !row.made.of_each.empty() || !row.read.of_each.empty();
  return has_any || !row.results.empty() ? std::optional(std::move(row)) : std::nullopt;
}

// Comparisons in which only one word differs are one with all of these words.
std::vector<std::pair<std::string, std::uint64_t>> joined(
    const std::vector<std::pair<std::string, std::uint64_t>>& results) {
  std::vector<std::pair<std::string, std::uint64_t>> all;
  for (std::size_t i = 0; i < results.size();) {
    const auto first = changing_word(results[i].first);
    std::vector<std::string> words;
    std::size_t behind = i;
    for (; first && behind < results.size(); ++behind) {
      const auto next = changing_word(results[behind].first);
      if (!next || next->behind != first->behind) break;
      words.push_back(next->word);
    }
    if (words.size() < 2) {
      all.push_back(results[i++]);
      continue;
    }
    all.emplace_back(first->before + chain(words) + first->behind, 1);
    i = behind;
  }
  return all;
}

// Whether a line of optimised code stands in front of another one of its function in the source, and behind it in the
// machine code, where the compiler has put the code of both in another order. Heads of loops are behind their bodies.
bool is_moved_behind(HtmlPage& page, const OriginLine& line, const OriginLine& next) {
  static constexpr std::string_view kHeads[] = {"for", "while", "do", "}"};
  const std::string text = page.sources().line(next.at.file, next.at.line);
  return line.is_optimised && next.is_optimised && line.at.file == next.at.file && next.at.line < line.at.line &&
         next.step.pc > line.step.pc && line.copy == next.copy &&
         page.debug().functions_at(line.step.pc) == page.debug().functions_at(next.step.pc) &&
         std::ranges::none_of(kHeads, [&](std::string_view head) { return text.starts_with(head); });
}

// `kind`: of the row.
void write_row(HtmlPage& page, const WhyRow& row, std::string_view kind) {
  std::string variables, results;
  for (const auto& [name, values] : row.variables.of_each) {
    variables += fmt::format("{}<code>{}</code>", variables.empty() ? "" : "<br/>",
                             marked_up(fmt::format("{} = {}", name, chain(values))));
  }
  const auto add = [&](const std::string& text) { results += (results.empty() ? "" : "<br/>") + text; };
  for (const auto& [name, values] : row.made.of_each)
    add(fmt::format("→ {}", marked_up(name.empty() ? chain(values) : fmt::format("{} = {}", name, chain(values)))));
  if (row.made.of_each.empty()) {
    for (const auto& [name, values] : row.read.of_each)
      add(fmt::format("reads {}", marked_up(fmt::format("{} = {}", name, chain(values)))));
  }
  const std::vector<std::pair<std::string, std::uint64_t>> told = joined(row.results);
  const std::size_t count = told.size();
  const bool is_long = count > kMostResults;
  for (std::size_t i = 0; i < count; ++i) {
    if (is_long && i == kMostResults / 2) add("…");
    if (is_long && i >= kMostResults / 2 && i < count - kMostResults / 2) continue;
    const auto& [text, times] = told[i];
    add(times > 1 ? fmt::format("{} ×{}", text, times) : text);
  }
  if (results.empty() && row.all.size() == 1 && row.all.front()->step.is_store && row.all.front()->step.made)
    add(fmt::format("→ {}", marked_up(signed_number(*row.all.front()->step.made))));
  page.add(fmt::format("<tr{}><td>{}</td><td>{}</td><td class=\"result\">{}</td></tr>\n", kind, row.line, variables,
                       results));
}

// Lines that came earlier, each once.
void write_earlier(HtmlPage& page, const std::vector<const OriginLine*>& lines, const PathEnd& end) {
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
      "<tr><td colspan=\"3\" class=\"dim\">Earlier, from {} on, as in other rounds of loops: each line once, and how "
      "often it was executed for these values{}:</td></tr>\n",
      end.recorded_from > 0 ? fmt::format("instruction {} of the path", end.recorded_from) : std::string("reset"),
      end.has_more_origins ? ", of the last ones" : ""));
  for (const auto& [line, times, code] : std::span(counts).first(std::min(counts.size(), kMostEarlier))) {
    const std::string often = times == 1 ? "once" : fmt::format("{} times", times);
    page.add(fmt::format("<tr class=\"round\"><td>{}</td><td></td><td class=\"result\">{}</td></tr>\n",
                         place_of_line(page, *line), line->step.decision ? "decided" : often));
  }
}

// The parts of an assertion's condition.
void write_condition(HtmlPage& page, const ConditionReading& condition) {
  page.add(
      "<div class=\"scroll\"><table><tr><th>in the source</th><th>with values</th><th>is</th><th>names</th>"
      "</tr>\n");
  for (const ConditionPart& part : condition.parts) {
    std::string names;
    for (const auto& [name, value] : part.named)
      names += fmt::format("{}<code>{} = {}</code>", names.empty() ? "" : "<br/>", marked_up(name), marked_up(value));
    page.add(fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", HtmlPage::code(part.source),
                         part.values.empty() ? "" : HtmlPage::code(part.values),
                         &part == &condition.parts.back() ? "<b class=\"failed\">false</b>"
                         : part.holds                     ? "true"
                                                          : "false",
                         names));
  }
  page.add("</table></div>\n");
}

// The line that has written a variable, with its value.
std::string writer_text(HtmlPage& page, const LastWriter& writer) {
  const auto place = [&] { return page.place_and_source(writer.at->at, writer.at->code); };
  switch (writer.kind) {
    case LastWriter::Kind::Line: return place();
    case LastWriter::Kind::Input: return "an input, at " + place();
    case LastWriter::Kind::Reset: return "nobody since reset";
  }
  return {};
}

// Who has written last what the condition names, and what that line has used.
void write_writers(HtmlPage& page, const std::vector<LastWriter>& writers) {
  if (writers.empty()) return;
  page.heading("Who has written last what the condition names");
  const auto named = [](const LastWriter& writer) {
    return HtmlPage::code(writer.value.empty() ? writer.name : fmt::format("{} = {}", writer.name, writer.value));
  };
  page.add(
      "<div class=\"scroll\"><table class=\"stack writers\"><tr><th>variable</th><th>written last on this "
      "path "
      "by</th><th>which names</th></tr>\n");
  for (const LastWriter& writer : writers) {
    std::string used;
    for (const LastWriter& each : writer.used)
      used +=
          fmt::format("{}{}, written last by {}", used.empty() ? "" : "<br/>", named(each), writer_text(page, each));
    page.add(
        fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", named(writer), writer_text(page, writer), used));
  }
  page.add("</table></div>\n");
}

// The rows of lines in order, each with what is told of it.
std::vector<WhyRow> rows_of(HtmlPage& page, const ReportedFinding& reported, std::vector<const OriginLine*> lines) {
  std::vector<WhyRow> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    for (std::size_t k = i; k > 0 && is_moved_behind(page, *lines[k - 1], *lines[k]); --k)
      std::swap(lines[k - 1], lines[k]);
  }
  for (const OriginLine* line : lines) {
    auto row = row_of(page, reported, *line);
    if (row && !rows.empty() && rows.back().goes_on_with(*row))
      rows.back().go_on(std::move(*row));
    else if (row)
      rows.push_back(std::move(*row));
  }
  // What only names variables says nothing that the same line does not say again.
  for (std::size_t i = rows.size(); i-- > 0;) {
    const bool is_again =
        rows[i].has_no_result() &&
        std::any_of(rows.begin() + static_cast<std::ptrdiff_t>(i) + 1, rows.end(), [&](const auto& later) {
          return later.line == rows[i].line && later.variables.of_each == rows[i].variables.of_each;
        });
    if (is_again) rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return rows;
}

// How often rows were executed that were alike, as text: optimising compilers tear the code of a line apart, so that
// one execution may have several rows. Empty: once, or nobody knows.
std::string times_of(const FoldedRows<WhyRow>& group, const Executions& executions) {
  std::uint64_t first = ~std::uint64_t{0}, last = 0, most = 0;
  bool is_optimised = false;
  const auto each_line = [&](const auto& visit) {
    for (const WhyRow& row : group.rows) std::ranges::for_each(row.all, visit);
  };
  each_line([&](const OriginLine* line) {
    is_optimised = is_optimised || line->is_optimised;
    first = std::min(first, line->begin);
    last = std::max(last, line->step.retired);
  });
  each_line([&](const OriginLine* line) {
    for (const std::uint32_t pc : line->code) most = std::max(most, executions.count(pc, first, last).value_or(0));
  });
  return times_text(group.rounds, is_optimised ? most : group.rounds);
}

void write_groups(HtmlPage& page, std::span<const FoldedRows<WhyRow>> groups, const PathEnd& end) {
  // Decisions are followed back so far: of the first loop in which nothing else counts, there may be more rounds.
  bool is_cut = end.has_more_rounds;
  const auto is_of_decisions = [](const FoldedRows<WhyRow>& group) {
    return std::ranges::all_of(group.rows, [](const WhyRow& row) {
      return row.made.of_each.empty() && row.all.front()->step.decision.has_value();
    });
  };
  for (const FoldedRows<WhyRow>& group : groups) {
    const bool is_least = std::exchange(is_cut, is_cut && !is_of_decisions(group)) && is_of_decisions(group);
    const std::string often = times_of(group, end.executions);
    if (!often.empty()) {
      page.add(
          fmt::format("<tr><td colspan=\"3\" class=\"dim\">{}, {}{} times in a row:</td></tr>\n",
                      group.rows.size() == 1 ? "The next line" : fmt::format("The next {} lines", group.rows.size()),
                      is_least && often != kSeveral ? "at least " : "", often));
    }
    for (const WhyRow& row : group.rows) write_row(page, row, often.empty() ? "" : " class=\"round\"");
  }
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
  const bool has_comparison =
      end.comparison && !end.condition &&
      (end.comparison->are_computed || std::max(end.comparison->left, end.comparison->right) > 1) &&
      is_small(end.comparison->left) && is_small(end.comparison->right);
  if (lines.empty() && !end.condition && !has_comparison && end.writers.empty()) return;
  write_writers(page, end.writers);
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
      "it computed (→) or decided. Of lines that were executed several times in a row, the values as they "
      "changed.</span>");
  page.add(
      "<div class=\"scroll\"><table class=\"way stack\"><tr><th>place</th><th>variables</th><th>result</th></tr>\n");
  std::vector<const OriginLine*> earlier;
  const std::vector<FoldedRows<WhyRow>> groups = folded(rows_of(page, reported, std::move(lines)));
  std::size_t first = groups.size(), shown = 0;
  while (first > 0 && (shown == 0 || shown + groups[first - 1].rows.size() <= kMostOrigins))
    shown += groups[--first].rows.size();
  for (const FoldedRows<WhyRow>& group : std::span(groups).first(first)) {
    for (const WhyRow& row : group.rows) earlier.insert(earlier.end(), row.all.begin(), row.all.end());
  }
  std::ranges::sort(earlier, {}, [](const OriginLine* line) { return line->step.retired; });
  if (!earlier.empty()) {
    write_earlier(page, earlier, end);
    page.add("<tr><td colspan=\"3\" class=\"dim\">And in the end:</td></tr>\n");
  }
  write_groups(page, std::span(groups).subspan(first), end);
  page.add("</table></div>\n");
}

}  // namespace janus::app
