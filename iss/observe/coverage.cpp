#include "observe/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "isa/image_code.h"
#include "isa/predicates.h"
#include "support/source_statements.h"
#include "support/text_file.h"

namespace janus::observe {
namespace {

std::string branches_text(const CoveredFile& file) {
  std::string text;
  std::uint64_t found = 0, hit = 0;
  std::map<int, unsigned> of_line;
  for (const CoveredFile::Branch& branch : file.branches) {
    const unsigned block = of_line[branch.line]++;
    const std::uint64_t taken[] = {branch.count.taken, branch.count.executed - branch.count.taken};
    for (unsigned direction = 0; direction < 2; ++direction) {
      ++found;
      hit += taken[direction] != 0;
      const std::string times = branch.count.executed ? fmt::format("{}", taken[direction]) : "-";
      text += fmt::format("BRDA:{},{},{},{}\n", branch.line, block, direction, times);
    }
  }
  return text + fmt::format("BRF:{}\nBRH:{}\n", found, hit);
}

// Whether the hart comes to the instruction behind, if it comes to an end of this one at all.
bool goes_on_behind(const isa::Instruction& instruction) {
  switch (isa::control(instruction.opcode)) {
    case isa::Control::Next:
    case isa::Control::CallsEnvironment: return true;
    case isa::Control::Jump:
    case isa::Control::JumpRegister: return isa::is_link(instruction.rd);  // a call, which returns
    case isa::Control::Branch:                                             // its directions are counted
    case isa::Control::Traps:
    case isa::Control::ReturnsFromTrap: break;
  }
  return false;
}

// Finds the ends in a function while its instructions pass by, in the order of addresses.
class EndFinder {
 public:
  void pass(std::uint32_t pc, const isa::Instruction& instruction, bool was_executed, CoveredFile& file) {
    if (was_executed) {
      finish(pc);
    } else if (has_last_ && goes_on_behind(last_)) {
      file_ = &file;
      file.ends.push_back({last_pc_, pc, pc});
    }
    has_last_ = was_executed;
    last_ = instruction;
    last_pc_ = pc;
  }
  void finish(std::uint32_t pc) {
    if (file_) file_->ends.back().next = pc;
    file_ = nullptr;
  }

 private:
  bool has_last_ = false;  // it was executed
  isa::Instruction last_{};
  std::uint32_t last_pc_ = 0;
  CoveredFile* file_ = nullptr;  // has an end whose `next` is not known yet; null: none
};

// How often the statements of each line began, in place of how often its instructions were executed: a compiler mixes
// instructions of several lines. Of the statements of one line, such as the three of a `for`, the one that began most
// often counts, and copies of inlined code are added up. Marks whose instruction is of another line are left out: the
// compiler leaves them behind when it moves a statement's code. Lines without a mark keep their number. So do lines of
// which no statement began, unless they are among the `merged`.
void count_statements(const program::ExecutionCounts& counts, CodeMap& code, std::map<std::string, CoveredFile>& files,
                      const std::set<const std::uint64_t*>& merged) {
  std::map<std::pair<std::uint64_t*, std::pair<std::uint32_t, std::uint64_t>>, std::uint64_t> begun;
  const support::SourceStatements statements(code.image());
  for (const support::SourceStatements::Begin& begin : statements.begins()) {
    const CodeMap::Place& place = code.at(begin.address);
    const auto file = files.find(code.files()[place.file]);
    if (file == files.end() || begin.line != place.line || begin.file != file->first) continue;
    const auto line = file->second.lines.find(place.line);
    if (line == file->second.lines.end() || line->second == 0) continue;
    std::uint64_t& most = begun[{&line->second, {place.function, begin.copy}}];
    most = std::max(most, counts.at(begin.address).executed);
  }
  std::map<std::uint64_t*, std::uint64_t> sums;
  for (const auto& [key, count] : begun) sums[key.first] += count;
  for (const auto& [line, count] : sums) {
    if (count > 0 || merged.contains(line)) *line = count;
  }
}

// Where the hart comes to behind an instruction whatever its operands are; nothing if they decide, or it calls.
std::optional<std::uint32_t> only_next(std::uint32_t pc, const isa::Instruction& instruction) {
  switch (isa::control(instruction.opcode)) {
    case isa::Control::Next: return isa::next_pc(pc, instruction);
    case isa::Control::Jump:
      if (isa::is_link(instruction.rd)) return std::nullopt;
      return pc + static_cast<std::uint32_t>(instruction.immediate);
    case isa::Control::Branch:
    case isa::Control::JumpRegister:
    case isa::Control::CallsEnvironment:
    case isa::Control::Traps:
    case isa::Control::ReturnsFromTrap: break;
  }
  return std::nullopt;
}

// Whether an instruction that was never executed leads to one of the same line that was: so the latter may be the end
// of several lines, which the compiler has merged, and which has the number of one of them.
bool leads_to_merged(std::uint32_t pc, const isa::Instruction& instruction, const program::ExecutionCounts& counts,
                     const isa::ImageCode& instructions, CodeMap& code) {
  constexpr unsigned kMostMerged = 16;  // instructions before that of the line
  if (counts.at(pc).executed > 0) return false;
  const CodeMap::Place place = code.at(pc);
  auto next = only_next(pc, instruction);
  for (unsigned i = 0; next && i < kMostMerged; ++i) {
    if (counts.at(*next).executed == 0) return false;
    const CodeMap::Place& to = code.at(*next);
    if (place.line == to.line && place.file == to.file) return true;
    const auto following = instructions.at(*next);
    next = following ? only_next(*next, *following) : std::nullopt;
  }
  return false;
}

}  // namespace

std::map<std::string, CoveredFile> coverage_by_file(const program::ExecutionCounts& counts, CodeMap& code) {
  std::map<std::string, CoveredFile> files;
  const support::FirmwareImage& image = code.image();
  const isa::ImageCode instructions(image);
  const std::uint32_t shortest = instructions.extensions().alignment();
  std::set<const std::uint64_t*> merged;
  std::uint32_t done = 0;  // end of the code done so far: a function with several names must count once
  for (const support::Symbol& symbol : image.symbols()) {
    if (!symbol.is_function || symbol.size == 0 || symbol.address < done) continue;
    done = symbol.address + symbol.size;
    const CodeMap::Place& entry = code.at(symbol.address);
    if (entry.line == 0) continue;
    const auto& name = code.functions()[entry.function].name;
    files[code.files()[entry.file]].functions.push_back({entry.line, name, counts.at(symbol.address).executed});
    EndFinder ends;
    std::uint32_t length = 0;
    for (std::uint32_t at = 0; at < symbol.size && symbol.size - at >= shortest; at += length) {
      const std::uint32_t pc = symbol.address + at;
      const auto instruction = instructions.at(pc);
      length = instruction ? instruction->length : shortest;
      const CodeMap::Place& place = code.at(pc);
      if (place.line == 0 || !instruction) continue;
      CoveredFile& file = files[code.files()[place.file]];
      const auto count = counts.at(pc);
      // Of what the compiler has moved forward, the last instruction is the most likely to have stayed.
      std::uint64_t& line = file.lines[place.line];
      if (count.executed > 0) line = count.executed;
      if (leads_to_merged(pc, *instruction, counts, instructions, code)) merged.insert(&line);
      ends.pass(pc, *instruction, count.executed > 0, file);
      if (!isa::is_branch(*instruction)) continue;
      file.branches.push_back({.line = place.line,
                               .pc = pc,
                               .target = pc + static_cast<std::uint32_t>(instruction->immediate),
                               .behind = isa::next_pc(pc, *instruction),
                               .count = count});
    }
    ends.finish(symbol.address + symbol.size);
  }
  count_statements(counts, code, files, merged);
  return files;
}

std::string lcov_tracefile(const program::ExecutionCounts& counts, CodeMap& code) {
  std::string text;
  const auto hit = [](const auto& all, auto&& count) { return std::count_if(all.begin(), all.end(), count); };
  for (const auto& [name, file] : coverage_by_file(counts, code)) {
    text += fmt::format("TN:\nSF:{}\n", name);
    for (const CoveredFile::Function& function : file.functions)
      text += fmt::format("FN:{},{}\n", function.line, function.name);
    for (const CoveredFile::Function& function : file.functions)
      text += fmt::format("FNDA:{},{}\n", function.count, function.name);
    text += fmt::format("FNF:{}\nFNH:{}\n", file.functions.size(),
                        hit(file.functions, [](const CoveredFile::Function& function) { return function.count != 0; }));
    text += branches_text(file);
    for (const auto& [line, count] : file.lines) text += fmt::format("DA:{},{}\n", line, count);
    text += fmt::format("LF:{}\nLH:{}\nend_of_record\n", file.lines.size(),
                        hit(file.lines, [](const auto& line) { return line.second != 0; }));
  }
  return text;
}

void CoverageFile::require_writable() const {
  if (path.empty()) return;
  support::require_writable_file(path);
  if (adds_to_earlier()) support::require_regular_file(path);
}

void CoverageFile::write(const program::ExecutionCounts& counts, CodeMap& code) const {
  if (path.empty()) return;
  const std::string before = adds_to_earlier() ? support::read_text_file(path) : "";
  support::write_text_file(path, before + lcov_tracefile(counts, code));
}

}  // namespace janus::observe
