#include "app/code_ways.h"

#include "isa/predicates.h"
#include "program/call_convention.h"

namespace janus::app {

const CodeWays::OfFunction* CodeWays::of_function(std::uint32_t pc) {
  const support::Symbol* const function = debug_.image().covering(pc, true);
  if (!function) return nullptr;
  const auto [entry, is_new] = ways_.try_emplace(function->address);
  OfFunction& ways = entry->second;
  std::uint32_t length = 0;
  for (std::uint32_t at = 0; is_new && at < function->size; at += length) {
    const std::uint32_t here = function->address + at;
    const auto i = code_.at(here);
    length = i ? i->length : 2;
    if (!i) continue;
    const isa::Control control = isa::control(i->opcode);
    const bool is_jump = control == isa::Control::Jump && !isa::is_link(i->rd);
    if (is_jump || control == isa::Control::Branch) ++ways[isa::target_of(here, *i)];
    const bool goes_on = control == isa::Control::Next || control == isa::Control::Branch ||
                         control == isa::Control::CallsEnvironment || program::is_call(*i);
    if (goes_on) ++ways[isa::next_pc(here, *i)];
  }
  return &ways;
}

unsigned CodeWays::to(std::uint32_t pc) {
  const OfFunction* const ways = of_function(pc);
  if (!ways) return 2;
  const auto found = ways->find(pc);
  return found == ways->end() ? 0 : found->second;
}

std::uint32_t CodeWays::block_of(std::uint32_t pc) {
  const support::Symbol* const function = debug_.image().covering(pc, true);
  const OfFunction* const ways = of_function(pc);
  if (!ways) return pc;
  std::uint32_t first = function->address, length = 0;
  bool ends = false;
  for (std::uint32_t here = function->address; here <= pc; here += length) {
    const auto i = code_.at(here);
    length = i ? i->length : 2;
    const auto found = ways->find(here);
    if (ends || found == ways->end() || found->second != 1) first = here;
    ends = !i || isa::control(i->opcode) != isa::Control::Next;
  }
  return first;
}

}  // namespace janus::app
