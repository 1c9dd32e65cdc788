#include "app/register_writers.h"

#include "app/late_stores.h"
#include "app/source_facts.h"
#include "isa/predicates.h"
#include "program/call_convention.h"
#include "support/source_types.h"

namespace janus::app {

void RegisterWriters::add(std::uint32_t pc) {
  constexpr std::size_t kMostCalls = 1000;
  const auto i = code_.at(pc);
  if (!i) return;
  if (program::is_call(*i) && callers_.size() < kMostCalls) callers_.push_back(writers_);
  if (program::is_return(*i) && !callers_.empty()) {
    const Writers before = callers_.back();
    callers_.pop_back();
    for (unsigned r = 0; r < 32; ++r) writers_[r] = program::kPreservedRegisters >> r & 1U ? before[r] : 0;
    return;
  }
  writers_[isa::written_register(*i)] = pc;
}

bool RegisterWriters::is_optimised(std::uint32_t pc) {
  const support::Symbol* const function = debug_.image().covering(pc, true);
  if (!function) return true;
  const auto [entry, is_new] = optimised_.try_emplace(function->address, true);
  if (is_new) entry->second = app::is_optimised(pc, debug_);
  return entry->second;
}

bool RegisterWriters::is_rewritten(std::uint32_t pc, std::uint8_t number) const {
  constexpr unsigned kMostInRow = 16;
  const support::SourceLocation own = debug_.locate_line(pc);
  std::uint32_t at = pc;
  for (unsigned n = 0; n < kMostInRow; ++n) {
    const auto before = code_.at(at);
    if (!before || isa::control(before->opcode) != isa::Control::Next) return false;
    at += before->length;
    const auto i = code_.at(at);
    if (!i) return false;
    const support::SourceLocation line = debug_.locate_line(at);
    if (isa::written_register(*i) == number) return line.line == own.line && line.file == own.file;
  }
  return false;
}

bool RegisterWriters::is_certain(const FoundVariable& found, const std::string& expression, std::uint32_t pc) {
  if (!found.fixed_register || !is_optimised(pc)) return true;
  const std::uint32_t writer = writers_[*found.fixed_register];
  if (writer == 0) return false;
  const std::string name = expression.substr(0, expression.find_first_of(".-["));
  return assigned_by(line_of_(debug_.locate_line(writer))).contains(name) &&
         !is_rewritten(writer, *found.fixed_register);
}

}  // namespace janus::app
