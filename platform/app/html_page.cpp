#include "app/html_page.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <span>
#include <sstream>
#include <utility>

#include "app/html_style.h"
#include "app/plural.h"
#include "app/source_facts.h"
#include "app/typed_value.h"
#include "app/version.h"
#include "isa/predicates.h"
#include "program/call_convention.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

constexpr std::uintmax_t kMostSource = 2'000'000;  // bytes

}  // namespace

const std::vector<std::string>* Sources::lines(const std::string& file) {
  auto [entry, is_new] = files_.try_emplace(file);
  if (is_new) entry->second = read(file);
  return entry->second ? &*entry->second : nullptr;
}

std::string Sources::line(const std::string& file, int number) {
  const auto* all = lines(file);
  if (!all || number < 1 || static_cast<std::size_t>(number) > all->size()) return {};
  const std::string& text = (*all)[static_cast<std::size_t>(number) - 1];
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

// Relative names are looked for in the working directory, then in those above the firmware: compilers leave out the
// directory in which they ran.
std::filesystem::path Sources::located(const std::filesystem::path& file) const {
  std::error_code error;
  if (file.is_absolute() || std::filesystem::exists(file, error)) return file;
  const auto above = std::filesystem::absolute(firmware_, error);
  for (auto at = above.parent_path(); at != at.root_path(); at = at.parent_path()) {
    if (std::filesystem::exists(at / file, error)) return at / file;
  }
  return file;
}

std::optional<std::vector<std::string>> Sources::read(const std::string& name) {
  const auto file = located(name);
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error || size > kMostSource - read_) return std::nullopt;
  read_ += size;
  try {
    std::istringstream text{support::read_text_file(file)};
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  } catch (const support::InputError&) {
    return std::nullopt;
  }
}

void HtmlPage::begin(std::string_view title, std::string_view verdict,
                     const std::vector<std::pair<std::string, std::string>>& sections) {
  text_ = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{0}: {1}</title>\n"
      "<style>{2}</style>\n</head>\n<body>\n<h1>{0} <span class=\"verdict {3}\">{1}</span></h1>\n",
      marked_up(title), marked_up(verdict), kHtmlStyle,
      verdict == "safe" || verdict == "unsafe" || verdict == "unknown" ? verdict : "ran");
  text_ += "<nav>";
  for (const auto& [id, name] : sections) text_ += fmt::format("<a href=\"#{}\">{}</a>", id, name);
  text_ += "</nav>\n";
}

std::string HtmlPage::finished() {
  text_ += fmt::format("<p class=\"dim\">Written by Janus {}.</p>\n</body>\n</html>\n", marked_up(version()));
  return std::move(text_);
}

std::string HtmlPage::place(std::uint32_t pc) {
  const support::SourceLocation location = debug_.locate(pc);
  return location.line == 0 ? code(debug_.describe(pc)) : in_functions(location, debug_.functions_at(pc));
}

std::string HtmlPage::in_functions(const support::SourceLocation& location, const std::vector<std::string>& functions) {
  std::string names;
  // Of a function, compilers inline a part into another one, which has the same name.
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (i == 0 || functions[i] != functions[i - 1])
      names += (names.empty() ? "" : ", inlined in ") + code(functions[i]);
  }
  return link(location) + (names.empty() ? "" : " in " + names);
}

std::string HtmlPage::place(const support::SourceLocation& location) {
  return fmt::format("{} in {}", link(location), code(location.function));
}

std::string HtmlPage::link(const support::SourceLocation& location) {
  const std::string text =
      fmt::format("{}:{}", std::filesystem::path(location.file).filename().string(), location.line);
  const std::string linked =
      has_source(location.file)
          ? fmt::format("<a href=\"#{}\">{}</a>", anchor(location.file, location.line), marked_up(text))
          : marked_up(text);
  return fmt::format("<span class=\"place\">{}</span>", linked);
}

std::string HtmlPage::place_and_source(const support::SourceLocation& location, const std::string& place,
                                       std::string_view remark) {
  const std::string line = sources_.line(location.file, location.line);
  const std::string at = place + std::string(remark);
  return line.empty()
             ? at
             : fmt::format("{}<span class=\"colon\">: </span><code class=\"line\">{}</code>", at, marked_up(line));
}

BranchSides& HtmlPage::sides() {
  if (!sides_) sides_.emplace(debug_, [this](const auto& at) { return sources_.line(at.file, at.line); });
  return *sides_;
}

std::string HtmlPage::side_text(std::uint32_t branch, bool jumps) {
  const auto i = code_.at(branch);
  if (!i || !isa::is_branch(*i)) return jumps ? "one way" : "the other way";
  const std::uint32_t target = isa::target_of(branch, *i), behind = isa::next_pc(branch, *i);
  const support::SourceLocation here = sides().line_at(branch, jumps ? target : behind),
                                there = sides().line_at(branch, jumps ? behind : target);
  const bool is_told =
      here.line > 0 && here.file == decision_at(branch).file && !(here.line == there.line && here.file == there.file);
  std::string outcome = sides().outcome(branch, jumps);
  // Both sides in the same words, if possible.
  if (is_told && (there.line > 0 || outcome.empty())) return fmt::format("to line {}", here.line);
  if (!outcome.empty()) return outcome;
  if (is_switch(branch)) {
    const std::string compared = sides().compared(branch, jumps);
    return !compared.empty() ? compared : jumps == (i->opcode == isa::Opcode::beq) ? "some cases" : "other cases";
  }
  // Of an order, nobody knows which of the words is which in the source.
  const bool is_equality = i->opcode == isa::Opcode::beq || i->opcode == isa::Opcode::bne;
  if (!is_equality) return jumps ? "one way" : "the other way";
  return jumps == (i->opcode == isa::Opcode::beq) ? "equal, in the machine code" : "not equal, in the machine code";
}

bool HtmlPage::is_switch(std::uint32_t branch) {
  const support::SourceLocation at = decision_at(branch);
  return sources_.line(at.file, at.line).starts_with("switch");
}

support::SourceLocation HtmlPage::decision_at(std::uint32_t pc) {
  const auto [entry, is_new] = decided_at_.try_emplace(pc);
  if (!is_new) return entry->second;
  const auto instruction = code_.at(pc);
  entry->second = debug_.locate_line(pc);
  if (instruction && isa::is_branch(*instruction)) {
    if (!statements_) statements_.emplace(debug_.image());
    entry->second =
        line_that_decides(pc, debug_, *statements_, [this](const auto& at) { return sources_.line(at.file, at.line); });
  }
  entry->second.function = debug_.locate(pc).function;
  return entry->second;
}

std::string HtmlPage::decision_and_source(std::uint32_t pc) {
  const support::SourceLocation at = decision_at(pc);
  return at.line == debug_.locate_line(pc).line ? place_and_source(pc) : place_and_source(at);
}

std::string HtmlPage::decision_key(std::uint32_t pc) {
  const support::SourceLocation at = decision_at(pc);
  return at.line == 0 ? debug_.describe(pc) : fmt::format("{} {}:{}", at.function, at.file, at.line);
}

std::string HtmlPage::line_key(const support::SourceLocation& line, std::uint32_t code) const {
  return fmt::format("{} {}:{}", debug_.locate(code).function, line.file, line.line);
}

const program::ProgramLoops& HtmlPage::loops() {
  if (!loops_) loops_.emplace(debug_.image());
  return *loops_;
}

// Notes the instructions that call a function by its address, and returns those that were executed and call by a
// pointer. A jump by a pointer that calls nothing is that of a `switch`.
std::vector<std::uint32_t> HtmlPage::look_for_calls() {
  std::vector<std::uint32_t> by_pointer;
  for (const support::Symbol& symbol : debug_.image().symbols()) {
    if (!symbol.is_function) continue;
    std::uint32_t length = 0;
    std::optional<std::pair<std::uint8_t, std::uint32_t>> upper;  // what the instruction in front has put where
    for (std::uint32_t pc = symbol.address; pc - symbol.address < symbol.size; pc += length) {
      const auto instruction = code_.at(pc);
      length = instruction ? instruction->length : 2;
      const auto before = std::exchange(upper, std::nullopt);
      if (!instruction) continue;
      if (instruction->opcode == isa::Opcode::auipc) upper = {instruction->rd, pc + instruction->immediate};
      const bool is_far = isa::control(instruction->opcode) == isa::Control::JumpRegister && before &&
                          before->first == instruction->rs1;
      if (is_far || isa::control(instruction->opcode) == isa::Control::Jump) {
        const std::uint32_t target =
            is_far ? before->second + instruction->immediate : isa::target_of(pc, *instruction);
        const support::Symbol* const function = debug_.image().covering(target, true);
        const bool leaves = function && target == function->address && function->address != symbol.address;
        if (leaves || isa::is_link(instruction->rd)) (*calls_)[target].push_back(pc);
        continue;
      }
      const bool is_jump = isa::control(instruction->opcode) == isa::Control::JumpRegister;
      if (!is_jump || program::is_return(*instruction) || !counts_ || counts_->at(pc).executed == 0) continue;
      const support::SourceLocation at = debug_.locate_line(pc);
      if (program::is_call(*instruction) || !sources_.line(at.file, at.line).starts_with("switch"))
        by_pointer.push_back(pc);
    }
  }
  return by_pointer;
}

// Of each function, by address, the instructions that call it.
const std::map<std::uint32_t, std::vector<std::uint32_t>>& HtmlPage::calls() {
  if (calls_) return *calls_;
  calls_.emplace();
  const std::vector<std::uint32_t> by_pointer = look_for_calls();
  // Pointers to functions.
  std::set<std::uint32_t> pointers;
  for (const support::Segment& segment : debug_.image().segments()) {
    for (std::size_t at = 0; at + 4 <= segment.bytes.size(); at += 4) {
      std::uint32_t word = 0;
      for (std::size_t k = 4; k-- > 0;) word = word << 8 | segment.bytes[at + k];
      const support::Symbol* const function = debug_.image().covering(word, true);
      if (function && function->address == word) pointers.insert(word);
    }
  }
  for (const std::uint32_t function : pointers) {
    if (counts_ && !by_pointer.empty()) {
      std::vector<std::uint32_t>& sites = (*calls_)[function];
      sites.insert(sites.end(), by_pointer.begin(), by_pointer.end());
    } else {
      calls_->erase(function);
    }
  }
  return *calls_;
}

bool HtmlPage::is_in_loop(program::ProgramLoops::LoopNumber loop, std::uint32_t pc) {
  if (loops().contains(loop, pc)) return true;
  const auto [entry, is_new] = called_in_.try_emplace(loop);
  std::set<std::uint32_t>& functions = entry->second;
  const auto function_of = [&](std::uint32_t at) {
    const support::Symbol* const function = debug_.image().covering(at, true);
    return function ? function->address : 0;
  };
  // The callers of a function that was added may add others.
  for (bool goes_on = is_new; goes_on;) {
    goes_on = false;
    for (const auto& [function, sites] : calls()) {
      const bool is_of_loop = std::ranges::all_of(sites, [&](std::uint32_t site) {
        return loops().contains(loop, site) || functions.contains(function_of(site)) || function_of(site) == function;
      });
      const bool calls_itself =
          std::ranges::all_of(sites, [&](std::uint32_t site) { return function_of(site) == function; });
      if (is_of_loop && !calls_itself) goes_on = functions.insert(function).second || goes_on;
    }
  }
  return functions.contains(function_of(pc));
}

const HtmlPage::LoopPlace& HtmlPage::loop_place(std::uint32_t header) {
  const auto [entry, is_new] = loop_places_.try_emplace(header);
  LoopPlace& place = entry->second;
  if (!is_new) return place;
  place = {debug_.locate_line(header), debug_.functions_at(header)};
  const auto number = loops().headed_by(header);
  if (number == program::ProgramLoops::kNone) return place;
  // The functions in which all of the loop is, from the outside. Constants and addresses may be those of other lines,
  // so that what compilers leave where it is tells which loop it is.
  std::vector<std::uint32_t> addresses = loops().addresses(number);
  if (std::ranges::any_of(addresses, [this](std::uint32_t pc) { return stays(pc); }))
    std::erase_if(addresses, [this](std::uint32_t pc) { return !stays(pc); });
  std::vector<std::pair<std::uint32_t, std::vector<std::string>>> code;
  std::vector<std::string> common;
  for (const std::uint32_t pc : addresses) {
    std::vector<std::string> functions = debug_.functions_at(pc);
    std::ranges::reverse(functions);
    if (code.empty()) common = functions;
    common.erase(std::ranges::mismatch(common, functions).in1, common.end());
    code.emplace_back(pc, std::move(functions));
  }
  std::map<std::string, std::set<int>> lines;  // by file
  for (const auto& [pc, functions] : code) {
    const support::SourceLocation at = debug_.locate_line(pc);
    if (at.line > 0 && functions.size() == common.size()) lines[at.file].insert(at.line);
  }
  if (lines.size() != 1) return place;
  const auto& [file, own] = *lines.begin();
  const auto* const text = sources_.lines(file);
  if (!text) return place;
  const auto [of_file, is_first] = of_source_.try_emplace(file);
  if (is_first) of_file->second = source_loops(*text);
  const int head = innermost_head(of_file->second, own);
  if (head == 0) return place;
  std::ranges::reverse(common);
  place = {{.function = {}, .file = file, .line = head}, std::move(common)};
  return place;
}

bool HtmlPage::stays(std::uint32_t pc) const {
  const auto i = code_.at(pc);
  return i && (isa::is_branch(*i) || isa::is_store(*i) || program::is_call(*i) || i->opcode == isa::Opcode::ecall);
}

program::ProgramLoops::LoopNumber HtmlPage::loop_around(std::uint32_t pc) {
  const auto [entry, is_new] = loops_around_.try_emplace(pc, program::ProgramLoops::kNone);
  const support::Symbol* const function = is_new ? debug_.image().covering(pc, true) : nullptr;
  if (!function) return entry->second;
  for (std::uint32_t at = function->address; at - function->address < function->size; at += 2) {
    const auto loop = loops().headed_by(at);
    if (loop == program::ProgramLoops::kNone || !loops().contains(loop, pc)) continue;
    if (entry->second != program::ProgramLoops::kNone && !loops().contains(entry->second, at)) continue;
    entry->second = loop;
  }
  return entry->second;
}

std::string_view HtmlPage::loop_outcome(std::uint32_t branch, std::uint32_t next) {
  const auto instruction = code_.at(branch);
  const auto loop = loop_around(branch);
  if (!instruction || !isa::is_branch(*instruction) || loop == program::ProgramLoops::kNone) return {};
  const bool jumped_stays = loops().contains(loop, isa::target_of(branch, *instruction));
  const bool going_on_stays = loops().contains(loop, isa::next_pc(branch, *instruction));
  if (jumped_stays == going_on_stays) return {};
  return loops().contains(loop, next) ? "stays in the loop" : "leaves the loop";
}

std::string_view HtmlPage::outcome_of_branch(std::uint32_t branch, isa::Opcode relation) {
  const auto instruction = code_.at(branch);
  if (!instruction || !isa::is_branch(*instruction)) return {};
  const bool jumped = instruction->opcode == relation;
  return loop_outcome(branch, jumped ? isa::target_of(branch, *instruction) : isa::next_pc(branch, *instruction));
}

std::string HtmlPage::outcome_of_switch(std::uint32_t branch, isa::Opcode relation) {
  const auto instruction = code_.at(branch);
  return instruction && is_switch(branch) ? sides().compared(branch, instruction->opcode == relation) : std::string();
}

support::SourceLocation HtmlPage::loop_line(std::uint32_t header) {
  support::SourceLocation at = loop_place(header).at;
  at.function = debug_.locate(header).function;
  return at;
}

std::string HtmlPage::loop_and_source(std::uint32_t header) {
  const LoopPlace& place = loop_place(header);
  if (place.at.line == 0) return code(debug_.describe(header));
  return place_and_source(place.at, in_functions(place.at, place.functions), {});
}

std::string HtmlPage::anchor(const std::string& file, int line) const {
  const auto found = coverage_.find(file);
  return fmt::format("f{}l{}", std::distance(coverage_.begin(), found), line);
}

std::optional<std::uint32_t> HtmlPage::call_from_own(const engine::TestCase& test_case,
                                                     const std::vector<std::uint32_t>& calls) {
  return app::call_from_own(test_case, calls, debug_, [this](const support::SourceLocation& at) {
    return is_own(at.file) && has_source(at.file);
  });
}

bool HtmlPage::is_own(const std::string& file) {
  if (file.empty()) return false;
  const auto [entry, is_new] = own_.try_emplace(file);
  if (!is_new) return entry->second;
  const auto covered = coverage_.find(file);
  const bool has_main =
      covered != coverage_.end() &&
      std::ranges::any_of(covered->second.functions, [](const auto& function) { return function.name == "main"; });
  entry->second = has_main || (!is_of_library(file) && (sources_.lines(file) || !has_any_source()));
  return entry->second;
}

void HtmlPage::bars(const BarHeaders& headers, std::vector<Bar> rows,
                    const std::function<std::string(double)>& number) {
  std::erase_if(rows, [](const Bar& row) { return row.value <= 0 && !row.is_always_told; });
  if (rows.empty()) return paragraph("None.");
  std::ranges::stable_sort(rows, std::greater<>{}, &Bar::value);
  std::ranges::stable_partition(rows, &Bar::is_own);
  const auto others = std::ranges::find(rows, false, &Bar::is_own);
  const double most = std::ranges::max_element(rows, {}, &Bar::value)->value;
  const auto table = [&](std::span<const Bar> shown) {
    text_ += fmt::format(
        "<div class=\"scroll\"><table><tr><th>{}</th><th class=\"n\">{}</th><th class=\"bars\"></th>{}</tr>\n",
        headers.about, headers.value, headers.rest);
    for (const Bar& row : shown.first(std::min(shown.size(), kMostRows))) {
      text_ += fmt::format(
          "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"bars\"><div class=\"bar\" "
          "style=\"width:{:.1f}%\"></div></td>{}</tr>\n",
          row.about, number(row.value), most > 0 ? 100 * row.value / most : 0, row.rest);
    }
    text_ += "</table></div>\n";
  };
  if (others == rows.begin()) return table(rows);
  table({rows.begin(), others});
  if (others == rows.end()) return;
  folded(
      fmt::format("{} of start-up code and libraries", plural(static_cast<std::uint64_t>(rows.end() - others), "row")),
      [&] {
        table({others, rows.end()});
      });
}

}  // namespace janus::app
