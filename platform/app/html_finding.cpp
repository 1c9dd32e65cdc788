// The report's section about findings: what broke, by which input, by which decisions, what the machine did in the end.
#include <algorithm>
#include <optional>

#include "app/finding_groups.h"
#include "app/html_page.h"
#include "app/plural.h"
#include "app/typed_value.h"
#include "isa/disassembler.h"
#include "isa/image_code.h"
#include "isa/instruction.h"
#include "isa/predicates.h"
#include "isa/registers.h"
#include "support/error.h"

namespace janus::app {
namespace {

using engine::Consequence;

constexpr std::size_t kMostFindings = 100, kMostShown = 60;  // that are told in full
constexpr std::size_t kMostPictures = 20;
constexpr std::size_t kPartsOfDecision = 4;  // of inputs, for each line of decisions
constexpr std::size_t kFactsOfRow = 8;

// Of `janus replay` with a test case that ends like this; nothing if that depends on the firmware.
std::optional<int> exit_code_of_replay(const engine::Ending& ending) {
  using engine::Termination;
  const Termination reason = ending.reason;
  if (reason == Termination::AssertFailed || engine::detector_of(reason)) return 1;
  if (reason == Termination::FailingExit) return static_cast<int>(std::min(ending.exit_code, 255U));
  const bool is_fatal =
      reason == Termination::UnhandledTrap || reason == Termination::HookError || reason == Termination::HostError;
  return is_fatal ? std::optional<int>(support::exit_code::kSoftware) : std::nullopt;
}

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

// The beginning and the end of a long text.
std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 20'000;  // characters of each
  if (text.size() <= 2 * kMost) return text;
  return fmt::format("{}\n[... {} bytes ...]\n{}", text.substr(0, kMost), text.size() - 2 * kMost,
                     text.substr(text.size() - kMost));
}

class Findings {
 public:
  Findings(HtmlPage& page, const ReportedExploration& exploration)
      : page_(page), e_(exploration), code_(exploration.debug.image()) {}

  void write() {
    page_.section("findings", "Findings");
    FindingGroups groups;
    for (const ReportedFinding& reported : e_.findings) groups.note(reported.finding);
    const std::size_t most = std::min(groups.all().size(), kMostFindings);
    for (const FindingGroups::Group& group : std::span(groups.all()).first(most)) finding(group);
    if (groups.all().size() > most) {
      page_.paragraph(fmt::format("And those at {} more, whose test cases are beside these.",
                                  plural(groups.all().size() - most, "place")));
    }
  }

 private:
  void finding(const FindingGroups::Group& group) {
    const std::size_t i = group.first;
    const ReportedFinding& reported = e_.findings[i];
    const engine::TestCase& test_case = reported.finding.test_case;
    const bool fails = consequence_of(test_case.ending) == Consequence::Violation;
    const std::string end =
        test_case.ending.assertion ? page_.place(test_case.ending.assertion->place) : page_.place(test_case.pc);
    page_.add(fmt::format(
        "<article id=\"finding{0}\"{1}>\n<h3>{0}. {2}{3}</h3>\n<p>{4}: <code class=\"line\">{5}</code></p>\n", i + 1,
        fails ? "" : " class=\"open\"", fails ? "" : "Given up: ", marked_up(describe(reported.finding, e_.debug)), end,
        marked_up(source_text(place_of(test_case, e_.debug)))));
    if (i < e_.ends.size()) values(e_.ends[i].values);
    inputs(test_case);
    replay(reported);
    if (!reported.path.decisions.empty()) decisions(reported);
    if (!reported.path.calls.empty()) {
      page_.heading("Called by");
      page_.add("<ul class=\"plain\">\n");
      for (const std::uint32_t call :
           std::span(reported.path.calls).first(std::min(reported.path.calls.size(), kMostShown)))
        page_.add(fmt::format("<li>{}</li>\n", page_.place_and_source(call)));
      if (reported.path.calls.size() > kMostShown)
        page_.add(fmt::format("<li>and {} more</li>\n", reported.path.calls.size() - kMostShown));
      page_.add("</ul>\n");
    }
    if (i < e_.ends.size()) write_end_of_path(page_, e_.ends[i], i < kMostPictures);
    if (!group.others.empty()) others(group);
    page_.add("</article>\n");
  }

  // Of the variables of the line, at the end.
  void values(const NamedValues& values) {
    if (values.empty()) return;
    std::string text;
    for (const auto& [name, value] : values)
      text += (text.empty() ? "" : ", ") + HtmlPage::code(fmt::format("{} = {}", name, value));
    page_.paragraph("With " + text + ".");
  }

  void replay(const ReportedFinding& reported) {
    page_.heading("To replay it");
    page_.preformatted(
        fmt::format("janus replay {} {}{}", e_.debug.image().path(), reported.file.string(), reported.replay_options));
    const engine::TestCase& test_case = reported.finding.test_case;
    const auto code = exit_code_of_replay(test_case.ending);
    if (!code) return;
    const support::SourceLocation at = place_of(test_case, e_.debug);
    page_.paragraph(fmt::format("Expect: {} at {}, exit code {}.", engine::row(test_case.ending.reason).text,
                                at.line > 0 ? page_.place(at) : page_.place(test_case.pc), *code));
  }

  // The inputs of those that are not told.
  void others(const FindingGroups::Group& group) {
    const std::size_t most = std::min(group.others.size(), kMostShown);
    page_.add(
        fmt::format("<details><summary>{}{}</summary>\n<div class=\"scroll\"><table><tr><th>test case</th>"
                    "<th>inputs</th></tr>\n",
                    how_many_more(group), most < group.others.size() ? fmt::format(", the first {}", most) : ""));
    for (const std::size_t i : std::span(group.others).first(most)) {
      const ReportedFinding& reported = e_.findings[i];
      page_.add(fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", page_.code(reported.file.filename().string()),
                            page_.inputs_in_short(reported.finding.test_case)));
    }
    page_.add("</table></div></details>\n");
  }

  std::string source_text(const support::SourceLocation& location) {
    return page_.sources().line(location.file, location.line);
  }

  void inputs(const engine::TestCase& test_case) {
    if (!test_case.interrupts.empty()) {
      page_.heading("Interrupts");
      page_.preformatted(arrivals_text(test_case, &e_.debug, ""));
    }
    if (!test_case.inputs.empty()) {
      page_.heading("Inputs");
      page_.add("<div class=\"scroll\"><table><tr><th>input</th><th>value</th><th>comes from</th></tr>\n");
      for (const engine::TestInput& input : test_case.inputs) {
        std::string origin = input.device.empty() ? page_.place(input.pc) : "the device " + page_.code(input.device);
        if (!input.arrivals.empty()) origin += fmt::format(", cycle {}", input.arrivals.front());
        page_.add(fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", page_.code(input.name),
                              page_.code(value_of(input, e_.debug)), origin));
      }
      page_.add("</table></div>\n");
    }
    if (const std::string picture = arrivals_picture(test_case); !picture.empty()) {
      page_.heading("What devices received, in time");
      page_.add(picture);
    }
  }

  // Decisions in a row at one line of the source.
  struct Row {
    std::uint32_t pc;
    std::uint64_t instructions;                                  // in front of the first
    std::vector<std::pair<std::string, std::uint64_t>> facts{};  // each once, and how often
    std::vector<std::string> parts{};                            // of inputs, each once
  };

  std::vector<Row> rows_of(const ReportedFinding& reported) const {
    const auto& all = reported.path.decisions;
    const engine::TestCase& test_case = reported.finding.test_case;
    std::vector<Row> rows;
    std::string line;
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::string here = e_.debug.describe(all[i].pc);
      if (rows.empty() || here != line) rows.push_back({.pc = all[i].pc, .instructions = all[i].instructions});
      line = std::move(here);
      Row& row = rows.back();
      std::string why = reason(reported, i);
      const auto known = std::ranges::find(row.facts, why, [](const auto& fact) { return fact.first; });
      if (known != row.facts.end())
        ++known->second;
      else
        row.facts.emplace_back(std::move(why), 1);
      for (std::string& part : parts_of(all[i], test_case, e_.debug)) {
        if (std::ranges::find(row.parts, part) == row.parts.end()) row.parts.push_back(std::move(part));
      }
    }
    // The path may end at what depends on no input any more.
    if (all.empty() || all.back().pc != test_case.pc) {
      if (rows.empty() || e_.debug.describe(test_case.pc) != line)
        rows.push_back({.pc = test_case.pc, .instructions = test_case.instructions});
      rows.back().facts.emplace_back(end_of(test_case), 1);
    }
    return rows;
  }

  static std::string end_of(const engine::TestCase& test_case) {
    return test_case.ending.reason == engine::Termination::AssertFailed ? "fails" : "ends the path";
  }

  // The first few, and how many more.
  template <class Each>
  static std::string some(std::size_t count, std::size_t most, const char* separator, const Each& each) {
    std::string text;
    for (std::size_t i = 0; i < std::min(count, most); ++i) text += (i > 0 ? separator : "") + each(i);
    if (count > most) text += fmt::format("{}and {} more", separator, count - most);
    return text;
  }

  void decisions(const ReportedFinding& reported) {
    const std::vector<Row> rows = rows_of(reported);
    const std::size_t first = rows.size() - std::min(rows.size(), kMostShown);
    page_.add(fmt::format("<details open=\"\"><summary>The way there: {} by inputs{}</summary>\n",
                          plural(reported.path.decisions.size(), "decision"),
                          first > 0 ? fmt::format(", the last {} lines", kMostShown) : ""));
    page_.paragraph(
        "<span class=\"dim\">The comparisons are those of the machine code, which may be others than those of the "
        "source: a compiler makes x &gt; 8 || x == 0 into x - 1 ≥ 8.</span>");
    page_.add(
        "<div class=\"scroll\"><table><tr><th>place</th><th>because</th><th>depends on</th><th class=\"n how\">"
        "instruction</th></tr>\n");
    for (const Row& row : std::span(rows).subspan(first)) {
      const std::string why = some(row.facts.size(), kFactsOfRow, "<br/>", [&](std::size_t i) {
        const auto& [text, times] = row.facts[i];
        return marked_up(times > 1 ? fmt::format("{} ×{}", text, times) : text);
      });
      const std::string parts =
          some(row.parts.size(), kPartsOfDecision, ", ", [&](std::size_t i) { return HtmlPage::code(row.parts[i]); });
      page_.add(fmt::format("<tr><td>{}</td><td class=\"fact\">{}</td><td>{}</td><td class=\"n how\">{}</td></tr>\n",
                            page_.place_and_source(row.pc), why, parts, row.instructions));
    }
    page_.add("</table></div></details>\n");
  }

  // Why the path went on as it did, at its decision with this number.
  std::string reason(const ReportedFinding& reported, std::size_t number) const {
    const engine::InputDecision& decision = reported.path.decisions[number];
    const engine::TestCase& test_case = reported.finding.test_case;
    if (decision.compared) return fact(decision, test_case, e_.debug);
    const bool is_end = number + 1 == reported.path.decisions.size() && decision.pc == test_case.pc;
    if (is_end) return end_of(test_case);
    if (e_.result.counts().assertions.contains(decision.pc)) return "holds";
    if (decision.target) return "goes to " + destination(*decision.target);
    if (decision.jumped) return "jumps";
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
  const isa::ImageCode code_;
};

// The last instructions, oldest first: where each comes from, and the registers that it changed.
void write_steps(HtmlPage& page, const std::vector<LastSteps::Step>& steps) {
  const isa::ImageCode code(page.debug().image());
  page.add("<div class=\"scroll\"><table><tr><th>place</th><th>instruction</th><th>changes</th></tr>\n");
  std::string before;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    const std::uint32_t pc = steps[i].pc;
    const auto instruction = code.at(pc);
    std::string changes;
    for (unsigned r = 1; r < 32; ++r) {
      if (steps[i].x[r] == steps[i + 1].x[r]) continue;
      changes += fmt::format("{}{} = 0x{:x}", changes.empty() ? "" : ", ", isa::kRegisterNames[r], steps[i + 1].x[r]);
    }
    const std::string place = page.place_and_source(pc);
    page.add(fmt::format(
        "<tr><td>{}</td><td><code>{:08x}: {}</code></td><td><code>{}</code></td></tr>\n", place == before ? "" : place,
        pc, instruction ? marked_up(isa::disassemble(*instruction, pc)) : "changed by the firmware", changes));
    before = place;
  }
  page.add("</table></div>\n");
}

}  // namespace

void write_end_of_path(HtmlPage& page, const PathEnd& end, bool has_picture) {
  if (!end.output.empty()) {
    page.heading("The firmware printed");
    page.preformatted(shortened(end.output));
  }
  const std::string picture = has_picture ? wave_picture(end.last.steps(), end.output, page.debug()) : std::string();
  if (picture.empty()) return;
  page.add(
      fmt::format("<details><summary>The last {}</summary>\n", plural(end.last.steps().size() - 1, "instruction")));
  write_steps(page, end.last.steps());
  page.add(picture);
  page.add("</details>\n");
}

void write_findings(HtmlPage& page, const ReportedExploration& exploration) { Findings(page, exploration).write(); }

}  // namespace janus::app
