#include "app/hoisted_lines.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "isa/image_code.h"
#include "isa/predicates.h"
#include "program/call_convention.h"

namespace janus::app {
namespace {

using Line = std::pair<std::string, int>;

bool has(std::uint32_t registers, std::uint8_t number) { return registers >> number & 1; }

// The code of one function.
class FunctionCode {
 public:
  FunctionCode(const support::Symbol& symbol, const isa::ImageCode& code, const program::ExecutionCounts& counts)
      : first_(symbol.address), size_(symbol.size), code_(code), counts_(counts) {}

  // Whether an instruction that was executed may read what the one at `pc` has written.
  bool was_read(std::uint32_t pc, std::uint8_t number) {
    keeper_.reset();
    return walk(successor_of(pc), number, [&](std::uint32_t at, const isa::Instruction& instruction) {
      std::vector<std::uint32_t> next;
      for (const std::uint32_t each : successors(at, instruction)) {
        if (was_taken(at, instruction, each)) {
          next.push_back(each);
        } else if (!keeper_ && may_be_read(each, number)) {
          keeper_ = at;
        }
      }
      return next;
    });
  }
  // The branch behind the last was_read() that has a direction which was never taken, and leads to a read.
  std::optional<std::uint32_t> keeper() const { return keeper_; }

 private:
  std::uint32_t successor_of(std::uint32_t pc) const { return isa::next_pc(pc, *code_.at(pc)); }
  bool contains(std::uint32_t pc) const { return pc - first_ < size_; }

  bool may_be_read(std::uint32_t from, std::uint8_t number) const {
    return walk(from, number, [&](std::uint32_t at, const isa::Instruction& i) { return successors(at, i); });
  }

  static std::vector<std::uint32_t> successors(std::uint32_t pc, const isa::Instruction& instruction) {
    const std::uint32_t behind = isa::next_pc(pc, instruction);
    if (isa::is_branch(instruction)) return {behind, isa::target_of(pc, instruction)};
    if (isa::control(instruction.opcode) == isa::Control::Jump && !isa::is_link(instruction.rd))
      return {isa::target_of(pc, instruction)};
    return {behind};
  }
  bool was_taken(std::uint32_t pc, const isa::Instruction& instruction, std::uint32_t to) const {
    const auto count = counts_.at(pc);
    if (!isa::is_branch(instruction)) return count.executed > 0;
    return to == isa::target_of(pc, instruction) ? count.taken > 0 : count.taken < count.executed;
  }

  // Whether an instruction may read the register, from one on, wherever `next` leads.
  template <class Next>
  bool walk(std::uint32_t from, std::uint8_t number, const Next& next) const {
    std::unordered_set<std::uint32_t> seen;
    std::deque<std::uint32_t> open{from};
    while (!open.empty()) {
      const std::uint32_t pc = open.front();
      open.pop_front();
      if (!seen.insert(pc).second) continue;
      const auto instruction = contains(pc) ? code_.at(pc) : std::nullopt;
      if (!instruction || reads(*instruction, number)) return true;  // other functions may read anything
      if (isa::written_register(*instruction) == number) continue;
      if (program::is_call(*instruction) && has(program::kClobberedRegisters, number)) continue;
      const std::vector<std::uint32_t> behind = next(pc, *instruction);
      open.insert(open.end(), behind.begin(), behind.end());
    }
    return false;
  }
  // Also what calls, returns and environments may read.
  static bool reads(const isa::Instruction& instruction, std::uint8_t number) {
    if (isa::reads_register(instruction, number)) return true;
    switch (isa::control(instruction.opcode)) {
      case isa::Control::Next:
      case isa::Control::Branch: return false;
      case isa::Control::Jump:
      case isa::Control::JumpRegister:
        if (program::is_call(instruction))
          return has(program::kArgumentRegisters, number) || !program::keeps_convention(instruction);
        return isa::control(instruction.opcode) == isa::Control::JumpRegister &&
               (!program::is_return(instruction) ||
                has(program::kResultRegisters | program::kPreservedRegisters, number));
      case isa::Control::CallsEnvironment:
      case isa::Control::Traps:
      case isa::Control::ReturnsFromTrap: return true;
    }
    return true;
  }

  const std::uint32_t first_, size_;
  const isa::ImageCode& code_;
  const program::ExecutionCounts& counts_;
  std::optional<std::uint32_t> keeper_;
};

// `li`, or a part of it: a register written without a look at another one.
bool makes_constant(const isa::Instruction& instruction) {
  using isa::Opcode;
  return instruction.opcode == Opcode::lui || instruction.opcode == Opcode::auipc ||
         (instruction.opcode == Opcode::addi && instruction.rs1 == 0 && instruction.rd != 0);
}
// `addi` behind a `lui` of the same line.
bool completes_constant(const isa::Instruction& instruction, std::uint32_t made) {
  return instruction.opcode == isa::Opcode::addi && has(made, instruction.rs1) && instruction.rs1 == instruction.rd;
}

// The code of one line in one function, of one inlined call.
struct CodeOfLine {
  std::vector<std::pair<std::uint32_t, isa::Instruction>> executed = {};
  bool has_others = false, happened = false;
  std::uint32_t made = 0;  // registers, by constants
};

class Finder {
 public:
  Finder(const support::DebugInfo& debug, const program::ExecutionCounts& counts,
         const support::SourceStatements& statements)
      : debug_(debug), counts_(counts), statements_(statements), code_(debug.image()) {}

  HoistedLines found() {
    for (const support::SourceStatements::Begin& begin : statements_.begins()) {
      if (counts_.at(begin.address).executed > 0) begun_.emplace(Line{begin.file, begin.line}, begin.copy);
    }
    std::uint32_t done = 0;
    for (const support::Symbol& symbol : debug_.image().symbols()) {
      if (!symbol.is_function || symbol.size == 0 || symbol.address < done) continue;
      done = symbol.address + symbol.size;
      if (counts_.at(symbol.address).executed > 0) function(symbol);
    }
    for (const Line& line : happened_) hoisted_.erase(line);
    return std::move(hoisted_);
  }

 private:
  void function(const support::Symbol& symbol) {
    std::map<std::pair<Line, std::uint64_t>, CodeOfLine> lines;
    bool may_end = false;  // behind an instruction that was executed, and leads nowhere else
    std::uint32_t length = 0;
    for (std::uint32_t at = 0; at < symbol.size; at += length) {
      const std::uint32_t pc = symbol.address + at;
      const auto instruction = code_.at(pc);
      length = instruction ? instruction->length : 2;
      const support::SourceLocation place = debug_.locate_line(pc);
      if (!instruction) continue;
      CodeOfLine& line = lines[{{place.file, place.line}, statements_.copy(pc)}];
      if (counts_.at(pc).executed == 0) {
        line.has_others = true;
        line.happened = line.happened || may_end;  // a path has come there
        may_end = false;
        continue;
      }
      may_end = isa::control(instruction->opcode) == isa::Control::Next ||
                isa::control(instruction->opcode) == isa::Control::CallsEnvironment;
      line.executed.emplace_back(pc, *instruction);
      if (makes_constant(*instruction))
        line.made |= 1U << instruction->rd;
      else if (!completes_constant(*instruction, line.made))
        line.happened = true;
    }
    FunctionCode code(symbol, code_, counts_);
    for (const auto& [key, line] : lines) judge(key.first, key.second, line, code);
  }

  void judge(const Line& at, std::uint64_t copy, const CodeOfLine& line, FunctionCode& code) {
    if (at.second == 0 || line.executed.empty()) return;
    if (line.happened || begun_.contains({at, copy})) {
      happened_.insert(at);
      return;
    }
    HoistedLine hoisted{line.executed.front().first, 0};
    if (line.has_others) {
      hoisted_.try_emplace(at, hoisted);
      return;
    }
    for (const auto& [pc, instruction] : line.executed) {
      const bool is_part = std::ranges::any_of(line.executed, [&](const auto& other) {
        return other.first > pc && completes_constant(other.second, 1U << instruction.rd);
      });
      if (is_part) continue;
      if (code.was_read(pc, instruction.rd) || !code.keeper()) {
        happened_.insert(at);
        return;
      }
      hoisted = {pc, *code.keeper()};
    }
    hoisted_.insert_or_assign(at, hoisted);
  }

  const support::DebugInfo& debug_;
  const program::ExecutionCounts& counts_;
  const support::SourceStatements& statements_;
  const isa::ImageCode code_;
  std::set<std::pair<Line, std::uint64_t>> begun_;
  std::set<Line> happened_;
  HoistedLines hoisted_;
};

}  // namespace

HoistedLines hoisted_lines(const support::DebugInfo& debug, const program::ExecutionCounts& counts,
                           const support::SourceStatements& statements) {
  return Finder(debug, counts, statements).found();
}

std::map<std::string, observe::CoveredFile> without_hoisted(std::map<std::string, observe::CoveredFile> coverage,
                                                            const HoistedLines& hoisted) {
  for (auto& [name, file] : coverage) {
    for (auto& [line, count] : file.lines) {
      if (hoisted.contains({name, line})) count = 0;
    }
  }
  return coverage;
}

}  // namespace janus::app
