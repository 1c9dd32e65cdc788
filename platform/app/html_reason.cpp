// The report's reasons why code was not reached, what counts as reached, and the inputs that reached it.
#include <cctype>

#include "app/html_source.h"
#include "app/plural.h"
#include "isa/image_code.h"
#include "isa/predicates.h"
#include "isa/registers.h"
#include "program/call_convention.h"
#include "program/program_loops.h"

namespace janus::app {
namespace {

std::string waiting_text(std::uint64_t states) {
  return states == 1 ? "1 state waits" : fmt::format("{} states wait", states);
}

// The line to which the missing outcome leads, if that is another one and certain, or what did not happen.
std::string where_else(HtmlPage& page, const Unreached::Place& place) {
  const support::SourceLocation at = page.sides().line_at(place.keeper, place.other_side);
  const bool is_elsewhere = at.line > 0 && (at.line != place.line || at.file != place.file);
  if (is_elsewhere) return fmt::format(": it never went to {}", page.link(at));
  const auto branch = isa::ImageCode(page.debug().image()).at(place.keeper);
  const bool never_jumped =
      branch && isa::is_branch(*branch) && isa::target_of(place.keeper, *branch) == place.other_side;
  const std::string happened = page.sides().outcome(place.keeper, !never_jumped);
  return happened.empty() ? std::string() : ": " + HtmlPage::code(happened);
}

// What a function does in front of its return: it loads what it has saved, and gives back its frame.
bool restores(const isa::Instruction& instruction) {
  const bool is_load = isa::is_load(instruction) &&
                       (isa::is_link(instruction.rd) || (program::kSavedRegisters >> instruction.rd & 1) != 0);
  const bool is_frame = instruction.opcode == isa::Opcode::addi && instruction.rd == isa::kSp;
  return instruction.rs1 == isa::kSp && (is_load || is_frame);
}

using Coverage = std::map<std::string, observe::CoveredFile>;
using Line = std::pair<std::string, int>;

// Calls visit(pc, instruction, line) for each instruction of a function; `instruction` may be nothing.
template <class Visit>
void for_each_instruction(const isa::ImageCode& code, const support::DebugInfo& debug, const support::Symbol& function,
                          const Visit& visit) {
  std::uint32_t length = 0;
  for (std::uint32_t at = 0; at < function.size; at += length) {
    const std::uint32_t pc = function.address + at;
    const auto instruction = code.at(pc);
    length = instruction ? instruction->length : 2;
    const support::SourceLocation line = debug.locate_line(pc);
    visit(pc, instruction, Line{line.file, line.line});
  }
}

// Without the lines that were not executed, and of which `is_left_out` is true.
Coverage without(Coverage coverage, const std::map<Line, bool>& is_left_out) {
  for (auto& [name, file] : coverage) {
    std::erase_if(file.lines, [&](const auto& line) {
      const auto found = is_left_out.find({name, line.first});
      return line.second == 0 && found != is_left_out.end() && found->second;
    });
  }
  return coverage;
}

Coverage without_loop_ends(Coverage coverage, const support::DebugInfo& debug, const program::ExecutionCounts& counts) {
  const isa::ImageCode code(debug.image());
  std::map<Line, bool> only_jumps;
  for (const support::Symbol& symbol : debug.image().symbols()) {
    if (!symbol.is_function || counts.at(symbol.address).executed == 0) continue;
    for_each_instruction(code, debug, symbol, [&](std::uint32_t pc, const auto& instruction, const Line& line) {
      const bool is_jump = instruction && isa::control(instruction->opcode) == isa::Control::Jump &&
                           !isa::is_link(instruction->rd) && isa::target_of(pc, *instruction) < pc &&
                           counts.at(isa::target_of(pc, *instruction)).executed > 0;
      const auto [known, is_new] = only_jumps.try_emplace(line, is_jump);
      known->second = known->second && is_jump;
    });
  }
  return without(std::move(coverage), only_jumps);
}

Coverage without_other_returns(Coverage coverage, const support::DebugInfo& debug,
                               const program::ExecutionCounts& counts) {
  const isa::ImageCode code(debug.image());
  std::map<Line, bool> only_returns;
  for (const support::Symbol& symbol : debug.image().symbols()) {
    if (!symbol.is_function || counts.at(symbol.address).executed == 0) continue;
    bool has_returned = false;
    std::vector<std::pair<Line, bool>> lines;
    for_each_instruction(code, debug, symbol, [&](std::uint32_t pc, const auto& instruction, const Line& line) {
      const bool is_return = instruction && program::is_return(*instruction);
      has_returned = has_returned || (is_return && counts.at(pc).executed > 0);
      lines.emplace_back(line, is_return || (instruction && restores(*instruction)));
    });
    for (const auto& [line, is_of_return] : lines) {
      const auto known = only_returns.try_emplace(line, true).first;
      known->second = known->second && is_of_return && has_returned;
    }
  }
  return without(std::move(coverage), only_returns);
}

Coverage without_lost_copies(Coverage coverage, const support::DebugInfo& debug, const program::ExecutionCounts& counts,
                             const support::SourceStatements& statements) {
  using Copy = std::pair<std::uint32_t, std::uint64_t>;  // the function that has it, and its inlined call
  const auto copy_of = [&](std::uint32_t pc) {
    const support::Symbol* const function = debug.image().covering(pc, true);
    return Copy{function ? function->address : 0, statements.copy(pc)};
  };
  std::map<Line, std::set<Copy>> passed;  // where execution came to the beginning of the line's statement
  for (const support::SourceStatements::Begin& begin : statements.begins()) {
    const auto file = coverage.find(begin.file);
    const auto line =
        file == coverage.end() ? decltype(file->second.lines.find(0)){} : file->second.lines.find(begin.line);
    const bool is_missed = file != coverage.end() && line != file->second.lines.end() && line->second == 0;
    if (is_missed && counts.at(begin.address).executed > 0)
      passed[{begin.file, begin.line}].insert({copy_of(begin.address).first, begin.copy});
  }
  if (passed.empty()) return coverage;
  const isa::ImageCode code(debug.image());
  for (const support::Symbol& symbol : debug.image().symbols()) {
    if (!symbol.is_function) continue;
    for_each_instruction(code, debug, symbol, [&](std::uint32_t pc, const auto&, const Line& line) {
      // A copy with code of its own says itself whether it was executed.
      if (const auto found = passed.find(line); found != passed.end()) found->second.erase(copy_of(pc));
    });
  }
  for (const auto& [line, copies] : passed) {
    if (!copies.empty()) coverage.at(line.first).lines.erase(line.second);
  }
  return coverage;
}

// A line of the source as far as a reader sees it: how far it is indented, and its words.
struct TextLine {
  std::size_t indentation;
  std::string_view text;
};
TextLine text_line(std::string_view line) {
  if (const auto remark = line.find("//"); remark != std::string_view::npos) line = line.substr(0, remark);
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {0, {}};
  return {first, line.substr(first, line.find_last_not_of(" \t\r") + 1 - first)};
}
// Whether execution goes on with the next line. Of a statement over several lines, the last one is none.
bool is_plain(const TextLine& line) {
  static constexpr std::string_view kOthers[] = {"return", "break", "continue", "goto", "case", "default",
                                                 "if",     "for",   "while",    "else", "do",   "}"};
  return line.text.ends_with(';') && std::ranges::none_of(kOthers, [&](std::string_view word) {
           return line.text.starts_with(word) && (word == "}" || line.text.size() == word.size() ||
                                                  !std::isalnum(static_cast<unsigned char>(line.text[word.size()])));
         });
}
bool begins_block(const TextLine& line) {
  return line.text.starts_with("}") || line.text.starts_with("{") || line.text.starts_with("else") ||
         line.text.ends_with(':') || line.text.starts_with("case") || line.text.starts_with("#");
}

bool begins_if(const TextLine& line) { return line.text.starts_with("if (") || line.text.starts_with("if("); }

// The name of a place that `goto` goes to, without a statement.
bool is_label(const TextLine& line) {
  return line.text.ends_with(':') && line.text != "default:" &&
         std::ranges::all_of(line.text.substr(0, line.text.size() - 1),
                             [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}

// The lines next to one, of the same row of statements, that were executed if it was; 0: there is none. Of an `if`,
// if its condition was asked.
std::pair<int, int> neighbours(const std::vector<std::string>& lines, int number) {
  const auto at = [&](int each) { return text_line(lines[static_cast<std::size_t>(each) - 1]); };
  const int size = static_cast<int>(lines.size());
  if (number > size) return {0, 0};
  const TextLine own = at(number);
  int before = number - 1, behind = number + 1;
  while (before > 0 && at(before).text.empty()) --before;
  while (behind <= size && at(behind).text.empty()) ++behind;
  if (!is_plain(own) && !begins_if(own)) return {0, 0};
  const bool has_before = before > 0 && is_plain(at(before)) && at(before).indentation == own.indentation;
  const bool has_behind = behind <= size && !begins_block(at(behind)) && at(behind).indentation == own.indentation;
  return {has_before ? before : 0, has_behind ? behind : 0};
}

std::map<std::string, observe::CoveredFile> without_moved_lines(std::map<std::string, observe::CoveredFile> coverage,
                                                                const support::DebugInfo& debug,
                                                                const program::ExecutionCounts& counts,
                                                                const support::SourceStatements& statements,
                                                                Sources& sources) {
  using Line = std::pair<std::string, int>;
  std::set<Line> fixed, deciding, passed;  // with code that is not moved, and where execution came to the beginning
  const isa::ImageCode code(debug.image());
  for (const support::Symbol& symbol : debug.image().symbols()) {
    if (!symbol.is_function) continue;
    std::uint32_t length = 0;
    for (std::uint32_t at = 0; at < symbol.size; at += length) {
      const auto instruction = code.at(symbol.address + at);
      length = instruction ? instruction->length : 2;
      const bool stays = instruction && (isa::is_store(*instruction) || isa::is_branch(*instruction) ||
                                         program::is_call(*instruction) || instruction->opcode == isa::Opcode::ecall);
      if (!stays) continue;
      const support::SourceLocation line = debug.locate_line(symbol.address + at);
      fixed.insert({line.file, line.line});
      if (isa::is_branch(*instruction)) deciding.insert({line.file, line.line});
    }
  }
  for (const support::SourceStatements::Begin& begin : statements.begins()) {
    if (counts.at(begin.address).executed > 0) passed.insert({begin.file, begin.line});
  }
  for (auto& [name, file] : coverage) {
    const std::vector<std::string>* const text = sources.lines(name);
    if (!text) continue;
    const auto happened = [&](int line) {
      const auto found = file.lines.find(line);
      return line > 0 && (found == file.lines.end() ? passed.contains({name, line}) : found->second > 0);
    };
    std::vector<int> moved;
    for (const auto& [line, count] : file.lines) {
      if (count > 0 || line > static_cast<int>(text->size())) continue;
      const TextLine own = text_line((*text)[static_cast<std::size_t>(line) - 1]);
      if (is_label(own)) {
        moved.push_back(line);
        continue;
      }
      // The condition of an `if` without a branch of its own was decided somewhere else.
      if ((begins_if(own) ? deciding : fixed).contains({name, line})) continue;
      const auto [before, behind] = neighbours(*text, line);
      if (happened(before) || happened(behind)) moved.push_back(line);
    }
    for (const int line : moved) file.lines.erase(line);
  }
  return coverage;
}

// Jumps that the compiler has put between the code of two lines have the line in front of them. A line that decides
// nothing did not happen if that is all that was executed of it.
Coverage without_foreign_jumps(Coverage coverage, const support::DebugInfo& debug,
                               const program::ExecutionCounts& counts, const support::SourceStatements& statements,
                               Sources& sources) {
  struct Code {
    bool has_jumped = false, has_others = false, has_missed = false;
  };
  std::map<Line, Code> lines;
  const isa::ImageCode code(debug.image());
  for (const support::Symbol& symbol : debug.image().symbols()) {
    if (!symbol.is_function || counts.at(symbol.address).executed == 0) continue;
    for_each_instruction(code, debug, symbol, [&](std::uint32_t pc, const auto& instruction, const Line& line) {
      const bool jumps =
          instruction && (isa::is_branch(*instruction) ||
                          (isa::control(instruction->opcode) == isa::Control::Jump && !isa::is_link(instruction->rd)));
      const bool executed = counts.at(pc).executed > 0;
      bool& kind = !executed ? lines[line].has_missed : jumps ? lines[line].has_jumped : lines[line].has_others;
      kind = true;
    });
  }
  for (const support::SourceStatements::Begin& begin : statements.begins()) {
    if (counts.at(begin.address).executed > 0) lines[{begin.file, begin.line}].has_others = true;
  }
  for (auto& [name, file] : coverage) {
    for (auto& [line, count] : file.lines) {
      const auto found = count > 0 ? lines.find({name, line}) : lines.end();
      if (found == lines.end()) continue;
      const auto& [has_jumped, has_others, has_missed] = found->second;
      if (has_jumped && !has_others && has_missed && !may_decide(sources.line(name, line))) count = 0;
    }
  }
  return coverage;
}

struct CodePlace {
  std::uint32_t pc;
  isa::Instruction instruction;
};

std::vector<CodePlace> places_of(const support::Symbol& function, const isa::ImageCode& code) {
  std::vector<CodePlace> places;
  std::uint32_t length = 0;
  for (std::uint32_t at = 0; at < function.size; at += length) {
    const auto instruction = code.at(function.address + at);
    length = instruction ? instruction->length : 2;
    if (instruction) places.push_back({function.address + at, *instruction});
  }
  return places;
}

bool jumps_within(const isa::Instruction& i) {
  return isa::control(i.opcode) == isa::Control::Jump && !isa::is_link(i.rd);
}
bool goes_on(const isa::Instruction& i) {
  switch (isa::control(i.opcode)) {
    case isa::Control::Next:
    case isa::Control::Branch:
    case isa::Control::CallsEnvironment: return true;
    case isa::Control::Jump:
    case isa::Control::JumpRegister: return program::is_call(i);
    case isa::Control::Traps:
    case isa::Control::ReturnsFromTrap: return false;
  }
  return false;
}
bool is_effect(const isa::Instruction& i) {
  return isa::is_branch(i) || isa::is_store(i) || program::is_call(i) ||
         isa::control(i.opcode) == isa::Control::CallsEnvironment;
}

// The block of each instruction, by the address of its first one, and the blocks that begin where several meet. The
// head of a loop is none of these for what leads back to it.
struct Blocks {
  std::map<std::uint32_t, std::uint32_t> of;
  std::set<std::uint32_t> joined;
};
Blocks blocks_of(const std::vector<CodePlace>& places, const program::ProgramLoops& loops) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> jumps;  // by target
  for (const CodePlace& place : places) {
    if (isa::is_branch(place.instruction) || jumps_within(place.instruction))
      jumps[isa::target_of(place.pc, place.instruction)].push_back(place.pc);
  }
  Blocks blocks;
  bool falls_through = false, behind_branch = false;
  std::uint32_t first = 0;
  for (const auto& [pc, instruction] : places) {
    const auto target = jumps.find(pc);
    if (target != jumps.end() || behind_branch || !falls_through) first = pc;
    if (target != jumps.end()) {
      const auto loop = loops.headed_by(pc);
      const auto ways = std::ranges::count_if(target->second, [&](std::uint32_t from) {
        return loop == program::ProgramLoops::kNone || !loops.contains(loop, from);
      });
      if (ways + (falls_through ? 1 : 0) > 1) blocks.joined.insert(first);
    }
    blocks.of[pc] = first;
    falls_through = goes_on(instruction);
    behind_branch = isa::is_branch(instruction);
  }
  return blocks;
}

}  // namespace

std::set<std::pair<std::string, int>> whole_lines(const support::DebugInfo& debug,
                                                  const support::SourceStatements& statements) {
  using Line = std::pair<std::string, int>;
  struct Copy {
    std::set<std::uint32_t> blocks = {};
    bool has_effect = false;
  };
  std::map<Line, std::map<std::pair<std::uint32_t, std::uint64_t>, Copy>> copies;
  const isa::ImageCode code(debug.image());
  const program::ProgramLoops loops(debug.image());
  std::uint32_t done = 0;
  for (const support::Symbol& symbol : debug.image().symbols()) {
    if (!symbol.is_function || symbol.size == 0 || symbol.address < done) continue;
    done = symbol.address + symbol.size;
    const std::vector<CodePlace> places = places_of(symbol, code);
    const Blocks blocks = blocks_of(places, loops);
    for (const auto& [pc, instruction] : places) {
      const support::SourceLocation at = debug.locate_line(pc);
      Copy& copy = copies[{at.file, at.line}][{symbol.address, statements.copy(pc)}];
      copy.blocks.insert(blocks.of.at(pc));
      copy.has_effect = copy.has_effect || (is_effect(instruction) && !blocks.joined.contains(blocks.of.at(pc)));
    }
  }
  std::set<Line> whole;
  for (const auto& [line, of_line] : copies) {
    const bool is_whole = std::ranges::all_of(
        of_line, [](const auto& copy) { return copy.second.has_effect && copy.second.blocks.size() == 1; });
    if (is_whole && line.second > 0) whole.insert(line);
  }
  return whole;
}

std::map<std::string, observe::CoveredFile> claimed_coverage(std::map<std::string, observe::CoveredFile> coverage,
                                                             const support::DebugInfo& debug,
                                                             const program::ExecutionCounts& counts,
                                                             const support::SourceStatements& statements,
                                                             const HoistedLines& hoisted, Sources& sources) {
  coverage = without_hoisted(without_loop_ends(std::move(coverage), debug, counts), hoisted);
  coverage = without_foreign_jumps(std::move(coverage), debug, counts, statements, sources);
  coverage = without_other_returns(std::move(coverage), debug, counts);
  coverage = without_lost_copies(std::move(coverage), debug, counts, statements);
  return without_moved_lines(std::move(coverage), debug, counts, statements, sources);
}

// The condition with which the compiler has joined the one of a branch that went one way: what is behind the branch is
// the code of both. `if (n >= 9)` behind `while (n < 9) {...}` is decided by the branch of the loop, and may have been
// reached from within the loop. Line 0: there is none.
support::SourceLocation joined_condition(HtmlPage& page, const Unreached::Place& place, const SourceCoverage& source) {
  constexpr std::uint32_t kNear = 64;  // bytes
  const support::SourceLocation keeper = page.decision_at(place.keeper);
  const isa::ImageCode code(source.debug.image());
  support::SourceLocation found{};
  if (place.place - place.other_side > kNear) return found;
  for (std::uint32_t pc = place.other_side; pc < place.place;) {
    const auto instruction = code.at(pc);
    const support::SourceLocation at = source.debug.locate_line(pc);
    const bool goes_on = instruction && (isa::control(instruction->opcode) == isa::Control::Next ||
                                         (isa::is_branch(*instruction) && at.line == keeper.line));
    if (!goes_on) return found;
    pc += instruction->length;
  }
  const auto& begins = source.statements.begins();
  auto each = std::ranges::lower_bound(begins, place.other_side, {}, &support::SourceStatements::Begin::address);
  for (; each != begins.end() && each->address <= place.place; ++each) {
    if (each->file == place.file && each->line == place.line) break;
    const support::SourceLocation at{
        .function = page.debug().locate(each->address).function, .file = each->file, .line = each->line};
    const bool is_other = at.line != keeper.line || at.file != keeper.file;
    if (is_other && !asked_by(page.sources().line(at.file, at.line)).empty()) found = at;
  }
  return found;
}

// Of a branch that depends on nothing but variables that no path has written.
std::string unwritten_by(std::uint32_t branch, const SourceCoverage& source) {
  std::string text;
  if (!source.unwritten) return text;
  for (const UnwrittenVariables::Variable* variable : source.unwritten->decide(branch)) {
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", HtmlPage::code(variable->name),
                        variable->value.empty() ? "" : fmt::format(" ({} since reset)", marked_up(variable->value)),
                        variable->has_store ? "" : ", and no code is seen that would");
  }
  return text.empty() ? text : "<br/>No path has written " + text;
}

std::string reason_of(HtmlPage& page, const Unreached::Place& place, const SourceCoverage& source) {
  const auto at = [&](std::string_view why) {
    return fmt::format("<span class=\"dim\">{}</span> {}", why, page.place_and_source(place.keeper));
  };
  const auto assumed = source.assumed ? source.assumed->find(place.keeper) : engine::AssumedSides::const_iterator{};
  const bool is_assumed = source.assumed && assumed != source.assumed->end();
  const auto excluded = [&] {
    // Where paths are left, those inputs need not be the only ones.
    return !is_assumed          ? unwritten_by(place.keeper, source)
           : source.is_complete ? excluded_by(page, assumed->second, source.assumed_by_command)
                                : std::string();
  };
  const bool is_open = !source.waiting.empty() || !source.is_spared;
  const std::string so_far = source.is_complete ? "" : is_open ? "so far, " : "in all states that were followed, ";
  if (place.is_outcome) {
    return fmt::format("<span class=\"dim\">{}</span>",
                       place.why == Unreached::Keeper::Waits
                           ? "not explored yet: " + waiting_text(place.waiting) + " there for the other outcome"
                           : so_far +
                                 (place.is_of_branches ? "the branch always went the same way"
                                                       : "the condition always came out the same") +
                                 where_else(page, place)) +
           (place.why == Unreached::Keeper::Waits ? std::string() : excluded());
  }
  if (place.by_widened && place.keeper != 0)
    return at("only <a href=\"#words\">widened</a> states came there, which stand for more than happens, past") +
           excluded();
  if (place.by_widened)
    return "<span class=\"dim\">only <a href=\"#words\">widened</a> states came there, which stand for more than "
           "happens</span>";
  const auto finding = [&] { return fmt::format("<a href=\"#finding{0}\">finding {0}</a>", place.finding); };
  switch (place.why) {
    case Unreached::Keeper::Fails:
      return at(fmt::format("behind the mistake: {}each path that came there ended at {}:", so_far, finding()));
    case Unreached::Keeper::Calls:
      return at(
          fmt::format("behind the mistake: {}no path came back from this call, in which {} is:", so_far, finding()));
    case Unreached::Keeper::Waits: return at(fmt::format("not explored yet: {} at", waiting_text(place.waiting)));
    case Unreached::Keeper::OneWay:
      if (const auto joined = joined_condition(page, place, source); joined.line > 0) {
        return fmt::format(
            "<span class=\"dim\">{}execution never went that way at</span> {} <span class=\"dim\">(the machine code "
            "decides it together with</span> {}<span class=\"dim\">)</span>{}",
            so_far, page.place_and_source(joined), page.link(page.decision_at(place.keeper)), excluded());
      }
      return at((source.all_fail ? "each path ended at a finding before, and " : so_far) +
                "execution never went that way at") +
             excluded();
    case Unreached::Keeper::Ends: {
      const auto last = isa::ImageCode(source.debug.image()).at(place.keeper);
      const bool is_call = last && program::is_call(*last);
      return at(so_far + (is_call ? "no path came back from the call" : "nothing goes on behind"));
    }
    case Unreached::Keeper::Jumps: return at(so_far + "execution was never sent there by");
    case Unreached::Keeper::Nobody: break;
  }
  return "<span class=\"dim\">nothing that was executed leads there</span>";
}

void write_examples(HtmlPage& page, const std::vector<Example>& examples) {
  if (examples.empty()) return;
  page.heading("Inputs that reach the lines");
  page.paragraph(
      "Each input executes code of lines of which those above it execute none; their number includes lines of start-up "
      "code and libraries.");
  page.add(
      "<div class=\"scroll\"><table><tr><th>input</th><th>values</th><th>end</th><th class=\"n\">new "
      "lines</th></tr>\n");
  std::vector<HtmlPage::PathInputs> paths;
  for (const Example& example : examples) paths.push_back({&example.test_case});
  const std::vector<std::string> inputs = page.inputs_told_apart(paths);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const engine::TestCase& test_case = examples[i].test_case;
    page.add(fmt::format("<tr id=\"example{0}\"><td>#{0}</td><td>{2}</td><td>{3}</td><td class=\"n\">{1}</td></tr>\n",
                         i + 1, examples[i].lines, inputs[i], marked_up(engine::row(test_case.ending.reason).text)));
  }
  page.add("</table></div>\n");
}

}  // namespace janus::app
