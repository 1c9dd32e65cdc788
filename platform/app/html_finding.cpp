// The report's section about findings: what broke, by which input, by which decisions, what the machine did in the end.
#include <algorithm>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>

#include "app/finding_groups.h"
#include "app/html_page.h"
#include "app/late_stores.h"
#include "app/plural.h"
#include "app/typed_value.h"
#include "app/value_chain.h"
#include "isa/disassembler.h"
#include "isa/image_code.h"
#include "isa/instruction.h"
#include "isa/predicates.h"
#include "isa/registers.h"
#include "support/error.h"

namespace janus::app {
namespace {

using engine::Consequence;

constexpr std::size_t kMostShown = 60;
constexpr std::size_t kMostPictures = 20, kMostToldInputs = 16;

// Of `janus replay` with a test case that ends like this; nothing if that depends on the firmware.
std::optional<int> exit_code_of_replay(const engine::Ending& ending) {
  using engine::Termination;
  const Termination reason = ending.reason;
  if (reason == Termination::AssertFailed || engine::detector_of(reason)) return 1;
  if (reason == Termination::Repeats && ending.unexpected) return 1;
  if (reason == Termination::FailingExit) return static_cast<int>(std::min(ending.exit_code, 255U));
  const bool is_fatal =
      reason == Termination::UnhandledTrap || reason == Termination::HookError || reason == Termination::HostError;
  return is_fatal ? std::optional<int>(support::exit_code::kSoftware) : std::nullopt;
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
  Findings(HtmlPage& page, const ReportedExploration& exploration) : page_(page), e_(exploration) {}

  void write() {
    page_.section("findings", "Findings");
    FindingGroups groups;
    for (const ReportedFinding& reported : e_.findings) groups.note(reported.finding);
    const std::size_t most = std::min(groups.all().size(), FindingGroups::kMostTold);
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
    const auto from = page_.call_from_own(test_case, reported.path.calls);
    const std::string line =
        from ? page_.sources().line(e_.debug.locate_line(*from).file, e_.debug.locate_line(*from).line)
             : source_text(place_of(test_case, e_.debug));
    page_.add(fmt::format(
        "<article id=\"finding{0}\"{1}>\n<h3>{0}. {2}{3}</h3>\n<p>{4}: <code class=\"line\">{5}</code></p>\n", i + 1,
        fails ? "" : " class=\"open\"", fails ? "" : "Given up: ", marked_up(describe(reported.finding, e_.debug)),
        from ? fmt::format("{}, in {}", page_.place(*from), end) : end, marked_up(line)));
    if (i < e_.ends.size()) {
      returned(test_case, e_.ends[i]);
      if (!from) values(test_case, e_.ends[i], e_.ends[i].values);
      if (from && from == e_.ends[i].called_from) values(test_case, e_.ends[i], e_.ends[i].values_at_call);
      write_history(page_, e_.ends[i], source_text(place_of(test_case, e_.debug)));
    }
    inputs(reported);
    if (i < e_.ends.size()) write_origins(page_, reported, e_.ends[i]);
    replay(reported);
    write_way(page_, e_, reported, i < e_.ends.size() ? e_.ends[i] : PathEnd());
    if (!reported.path.calls.empty()) {
      page_.heading("Called by");
      page_.add("<ul class=\"plain\">\n");
      for (std::size_t call = 0; call < std::min(reported.path.calls.size(), kMostShown); ++call)
        page_.add(fmt::format("<li>{}{}</li>\n", reported.path.is_handler(call) ? "a handler entered from " : "",
                              page_.place_and_source(reported.path.calls[call])));
      if (reported.path.calls.size() > kMostShown)
        page_.add(fmt::format("<li>and {} more</li>\n", reported.path.calls.size() - kMostShown));
      page_.add("</ul>\n");
    }
    if (i < e_.ends.size()) write_end_of_path(page_, e_.ends[i], i < kMostPictures);
    if (!group.others.empty()) others(group);
    page_.add("</article>\n");
  }

  // A failing exit is what main has returned, and ends far behind it.
  void returned(const engine::TestCase& test_case, const PathEnd& end) {
    const bool is_of_main = test_case.ending.reason == engine::Termination::FailingExit && end.main_returned &&
                            end.main_returned->second == test_case.ending.exit_code;
    if (!is_of_main) return;
    page_.paragraph(fmt::format("<code>main</code> has returned {} at {}.", end.main_returned->second,
                                page_.place_and_source(end.main_returned->first)));
  }

  // Of the variables of the line, at the end.
  void values(const engine::TestCase& test_case, const PathEnd& end, const NamedValues& named) {
    std::string text, dropped;
    for (const auto& [name, value] : named) {
      std::string& list = value.empty() ? dropped : text;
      const std::string before =
          value.empty() && stays_as_seen(test_case.pc, name) ? last_seen(end, name) : std::string();
      list += (list.empty() ? "" : ", ") + HtmlPage::code(value.empty() ? name : fmt::format("{} = {}", name, value)) +
              (before.empty() ? "" : fmt::format(" (last seen as {})", HtmlPage::code(before)));
    }
    const bool repeats = test_case.ending.reason == engine::Termination::Repeats;
    if (!text.empty()) page_.paragraph((repeats ? "In front of the line, in the last round: " : "With ") + text + ".");
    if (!dropped.empty()) page_.paragraph("<span class=\"dim\">Optimised out there: " + dropped + ".</span>");
  }

  // Whether nothing can have changed a variable since it was seen: at most one line of its function assigns it, which
  // stands in no loop and does so once.
  bool stays_as_seen(std::uint32_t pc, const std::string& name) {
    const support::Symbol* const function = e_.debug.image().covering(pc, true);
    const bool is_plain = name.find_first_of("[.->*&") == std::string::npos;
    if (!function || !is_plain) return false;
    std::set<std::pair<std::string, int>> assigning;
    for (std::uint32_t at = function->address; at - function->address < function->size; at += 2) {
      const support::SourceLocation place = e_.debug.locate_line(at);
      const std::string text = page_.sources().line(place.file, place.line);
      if (text.find("&" + name) != std::string::npos) return false;
      if (!assigned_by(text).contains(name)) continue;
      assigning.insert({place.file, place.line});
      const bool is_once = only_written_by(text).contains(name) && !text.starts_with("for");
      if (!is_once || assigning.size() > 1 || page_.is_in_own_loop(at)) return false;
    }
    return true;
  }

  // The value of a variable that the compiler has dropped at the end; empty if it had none.
  std::string last_seen(const PathEnd& end, const std::string& name) const {
    const auto last = std::find_if(end.changes.rbegin(), end.changes.rend(), [&](const VariableChange& change) {
      return change.name == name && is_of_end(end, name, change, e_.debug);
    });
    if (last != end.changes.rend()) return last->value;
    for (const OriginLine& origin : std::views::reverse(end.origins)) {
      const auto found = std::ranges::find(origin.values, name, [](const auto& value) { return value.first; });
      if (found != origin.values.end() && !found->second.empty()) return found->second;
    }
    return {};
  }

  void replay(const ReportedFinding& reported) {
    page_.heading("To replay it");
    page_.preformatted(
        fmt::format("janus replay {} {}{}", e_.debug.image().path(), reported.file.string(), reported.replay_options));
    const engine::TestCase& test_case = reported.finding.test_case;
    const auto code = exit_code_of_replay(test_case.ending);
    if (!code) return;
    const support::SourceLocation at = place_of(test_case, e_.debug);
    std::string place = at.line > 0 ? page_.place(at) : page_.place(test_case.pc);
    if (const auto call = page_.call_from_own(test_case, reported.path.calls))
      place = fmt::format("{}, in {}", page_.place(*call), at.function.empty() ? place : HtmlPage::code(at.function));
    page_.paragraph(
        fmt::format("Expect: {} at {}, exit code {}.", engine::row(test_case.ending.reason).text, place, *code));
  }

  // The inputs of those that are not told.
  void others(const FindingGroups::Group& group) {
    const std::size_t most = std::min(group.others.size(), kMostShown);
    page_.add(
        fmt::format("<details><summary>{}{}</summary>\n<div class=\"scroll\"><table><tr><th>test case</th>"
                    "<th>inputs</th></tr>\n",
                    how_many_more(group), most < group.others.size() ? fmt::format(", the first {}", most) : ""));
    const auto told = std::span(group.others).first(most);
    std::vector<HtmlPage::PathInputs> paths;
    for (const std::size_t i : told)
      paths.push_back({&e_.findings[i].finding.test_case, e_.findings[i].path.decisions});
    const std::vector<std::string> inputs = page_.inputs_told_apart(paths);
    for (std::size_t k = 0; k < told.size(); ++k) {
      page_.add(fmt::format("<tr><td>{}</td><td>{}</td></tr>\n",
                            page_.code(e_.findings[told[k]].file.filename().string()), inputs[k]));
    }
    page_.add("</table></div></details>\n");
  }

  std::string source_text(const support::SourceLocation& location) {
    return page_.sources().line(location.file, location.line);
  }

  void rows_of_inputs(const engine::TestCase& test_case, const std::vector<std::size_t>& numbers) {
    page_.add(
        "<div class=\"scroll\"><table class=\"stack\"><tr><th>input</th><th>value</th><th>comes from</th></tr>\n");
    for (std::size_t i = 0, behind = 0; i < numbers.size(); i = behind) {
      const engine::TestInput& input = test_case.inputs[numbers[i]];
      const engine::TestInput* last = &input;  // of a row of the same ones
      for (behind = i + 1; behind < numbers.size(); ++behind) {
        const engine::TestInput& next = test_case.inputs[numbers[behind]];
        const bool is_same = numbers[behind] == numbers[behind - 1] + 1 && next.bytes == input.bytes &&
                             next.device.empty() && input.device.empty() && next.pc == input.pc;
        if (!is_same) break;
        last = &next;
      }
      std::string origin = input.device.empty() ? page_.place(input.pc) : "the device " + page_.code(input.device);
      if (!input.arrivals.empty()) {
        const std::string_view first = input.arrivals.size() > 1 ? "the first " : "";
        origin += fmt::format(", {}in cycle {} of the clock", first, input.arrivals.front());
      }
      page_.add(fmt::format("<tr><td>{}{}</td><td>{}</td><td>{}</td></tr>\n", page_.code(input.name),
                            last == &input ? "" : " to " + page_.code(last->name),
                            page_.code(value_of(input, e_.debug)), origin));
    }
    page_.add("</table></div>\n");
  }

  void inputs(const ReportedFinding& reported) {
    const engine::TestCase& test_case = reported.finding.test_case;
    if (!test_case.interrupts.empty()) {
      page_.heading("Interrupts");
      page_.preformatted(arrivals_text(test_case, &e_.debug, ""));
    }
    if (!test_case.inputs.empty()) {
      page_.heading("Inputs");
      if (!reported.found_with.empty()) {
        page_.paragraph(
            fmt::format("<span class=\"dim\">It was found with {}; what the failure does not need was left "
                        "out.</span>",
                        reported.found_with));
      }
      std::vector<std::size_t> all(test_case.inputs.size());
      std::iota(all.begin(), all.end(), std::size_t{0});
      if (all.size() <= kMostToldInputs) {
        rows_of_inputs(test_case, all);
      } else {
        page_.paragraph(fmt::format(
            "All {} in order, by name, as bytes in hexadecimal; ×3 stands behind what is there three times:",
            plural(all.size(), "input")));
        page_.preformatted(inputs_in_order(test_case));
        const auto most = inputs_that_matter(reported, kMostToldInputs);
        page_.paragraph(fmt::format(
            "{} of them, on which the last decisions of the path depend.{}", most.size(),
            std::ranges::any_of(test_case.inputs, [](const auto& input) { return input.name.ends_with("#2"); })
                ? " <code>#2</code> is the second one of its name, and so on."
                : ""));
        rows_of_inputs(test_case, most);
      }
    }
    if (const std::string picture = arrivals_picture(test_case); !picture.empty()) {
      page_.heading("What devices received, in time");
      page_.add(picture);
    }
  }

  HtmlPage& page_;
  const ReportedExploration& e_;
};

// Which of these steps are the last instructions, and the number behind: the machine stands behind the last one in the
// end, or, where that has failed and done nothing, in front of it.
std::pair<std::size_t, std::size_t> instructions_of(const PathEnd& end) {
  const std::vector<LastSteps::Step>& steps = end.last.steps();
  const auto is_last = [&](std::size_t i) { return steps[i].pc == end.last_pc; };
  const bool is_behind = !is_last(steps.size() - 1) || (steps.size() > 1 && is_last(steps.size() - 2));
  const std::size_t behind = steps.size() - (is_behind ? 1 : 0);
  return {behind - std::min<std::size_t>(behind, LastSteps::kMost), behind};
}

// The last instructions, oldest first: where each comes from, and the registers that it changed.
void write_steps(HtmlPage& page, const PathEnd& end) {
  const std::vector<LastSteps::Step>& steps = end.last.steps();
  const auto [first, behind] = instructions_of(end);
  const isa::ImageCode code(page.debug().image());
  page.add("<div class=\"scroll\"><table><tr><th>place</th><th>instruction</th><th>changes</th></tr>\n");
  std::string before;
  for (std::size_t i = first; i < behind; ++i) {
    const std::uint32_t pc = steps[i].pc;
    const auto instruction = code.at(pc);
    std::string changes;
    for (unsigned r = 1; r < 32 && i + 1 < steps.size(); ++r) {
      if (steps[i].x[r] == steps[i + 1].x[r]) continue;
      const auto value = static_cast<std::int32_t>(steps[i + 1].x[r]);
      const std::string text =
          value > -10'000 && value < 10'000 ? std::to_string(value) : fmt::format("0x{:x}", steps[i + 1].x[r]);
      changes += fmt::format("{}{} = {}", changes.empty() ? "" : ", ", isa::kRegisterNames[r], text);
    }
    const std::string place = page.place_and_source(pc);
    const std::string did =
        i + 1 == behind && pc == end.last_pc ? fmt::format("<b class=\"failed\">{}</b>", end.last_did) : "";
    page.add(fmt::format("<tr><td>{}</td><td><code>{:08x}: {}</code></td><td><code>{}</code>{}</td></tr>\n",
                         place == before ? "" : place, pc,
                         instruction ? marked_up(isa::disassemble(*instruction, pc)) : "changed by the firmware",
                         changes, did));
    before = place;
  }
  page.add("</table></div>\n");
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

}  // namespace

void write_end_of_path(HtmlPage& page, const PathEnd& end, bool has_picture) {
  if (!end.output.empty()) {
    page.heading("The firmware printed");
    page.preformatted(shortened(end.output));
  }
  const std::string picture = has_picture ? wave_picture(end.last.steps(), end.output, page.debug()) : std::string();
  if (picture.empty()) return;
  const auto [first, behind] = instructions_of(end);
  page.add(fmt::format("<details><summary>The last {}</summary>\n", plural(behind - first, "instruction")));
  write_steps(page, end);
  const std::vector<std::string> others = registers_without_lane(end.last.steps());
  std::string names;
  for (const std::string& name : others) names += (names.empty() ? "" : ", ") + name;
  page.paragraph(fmt::format(
      "<span class=\"dim\">The same as waves, a column for each instruction, and a lane for each register that "
      "changes{}, as in the table in decimal up to 9999, and else in hexadecimal. <i>cycle</i> is the clock of the "
      "processor, in front of every fourth instruction:</span>",
      others.empty()
          ? ""
          : fmt::format(", but for {} that changed earlier ({})", plural(others.size(), "register"), names)));
  page.add(picture);
  page.add("</details>\n");
}

std::string inputs_in_order(const engine::TestCase& test_case) {
  constexpr std::size_t kLongest = 12, kMostNames = 20;  // of a repetition
  std::vector<std::pair<std::string, std::vector<std::string>>> names;
  for (const engine::TestInput& input : test_case.inputs) {
    const std::string name = input.name.substr(0, input.name.find('#'));
    auto found = std::ranges::find(names, name, [](const auto& each) { return each.first; });
    if (found == names.end()) found = names.insert(names.end(), {name, {}});
    std::string bytes;
    for (const std::uint8_t byte : input.bytes) bytes += fmt::format("{:02x}", byte);
    found->second.push_back(bytes);
  }
  std::string text;
  for (const auto& [name, values] : std::span(names).first(std::min(names.size(), kMostNames))) {
    text += name + ":";
    for (std::size_t i = 0; i < values.size();) {
      std::size_t best = 1, times = 1;
      for (std::size_t length = 1; length <= kLongest; ++length) {
        std::size_t rounds = 1;
        while (i + (rounds + 1) * length <= values.size() &&
               std::equal(values.begin() + static_cast<std::ptrdiff_t>(i),
                          values.begin() + static_cast<std::ptrdiff_t>(i + length),
                          values.begin() + static_cast<std::ptrdiff_t>(i + rounds * length)))
          ++rounds;
        if (rounds > 1 && rounds * length > times * best) {
          best = length;
          times = rounds;
        }
      }
      text += best > 1 ? " (" : " ";
      for (std::size_t k = 0; k < best; ++k) text += (k > 0 ? " " : "") + values[i + k];
      if (best > 1) text += ")";
      if (times > 1) text += fmt::format("×{}", times);
      i += best * times;
    }
    text += "\n";
  }
  if (names.size() > kMostNames)
    text += fmt::format("and {} names more, in the test case\n", names.size() - kMostNames);
  return text;
}

void write_findings(HtmlPage& page, const ReportedExploration& exploration) { Findings(page, exploration).write(); }

void write_history(HtmlPage& page, const PathEnd& end, std::string_view line) {
  const std::vector<VariableChange>& changes = end.changes;
  std::string text;
  for (const std::string& expression : all_variables_of_line(line)) {
    const std::string pattern = without_indices(expression);
    const auto last = std::find_if(changes.rbegin(), changes.rend(), [&](const VariableChange& change) {
      return without_indices(change.name) == pattern && is_of_end(end, expression, change, page.debug());
    });
    if (last == changes.rend()) continue;
    std::vector<std::string> values;
    for (const VariableChange& change : changes) {
      // An object at a fixed address is the same whatever pointer leads to it in a function.
      const bool is_object = change.address && last->address && *change.address == *last->address &&
                             !object_at(*change.address, page.debug()).empty();
      const bool is_variable = is_of_end(end, expression, change, page.debug()) &&
                               change.declaration == last->declaration &&
                               (change.address == last->address || !change.address || !last->address);
      const bool is_same = change.name == last->name && (is_object || is_variable);
      if (is_same && (values.empty() || values.back() != change.value)) values.push_back(change.value);
    }
    if (values.size() < 2) continue;  // which is the value in the end
    text += fmt::format("{}{}", text.empty() ? "" : ", ",
                        HtmlPage::code(fmt::format("{} = {}", last->name, chain(values))));
  }
  if (!text.empty())
    page.paragraph(
        (end.followed_from > 0 ? fmt::format("From instruction {} on: ", end.followed_from) : "On the way: ") + text +
        ".");
}

}  // namespace janus::app
