#include "program/register_trace.h"

#include <unordered_set>
#include <utility>
#include <vector>

#include "isa/hooks.h"
#include "isa/registers.h"
#include "program/call_convention.h"
#include "program/static_hart.h"

namespace janus::program {
namespace {

constexpr unsigned kMaxDepth = 8;  // instructions that compute one constant
constexpr std::uint32_t kAllRegisters = ~1U;
constexpr unsigned kMaxAssumptions = 3;  // about the registers that one hook changes

}  // namespace

void RegisterTrace::leave_out(std::vector<bool> instructions) {
  left_out_ = std::move(instructions);
  hooks_.clear();
  found_hooks_.clear();
}

bool RegisterTrace::changes(std::uint32_t number, std::uint8_t reg) {
  if (reg == isa::kZero) return false;
  const isa::Instruction i = graph_.instruction(number);
  if (i.opcode == isa::Opcode::ecall) return changed_by_ecall(number) >> reg & 1;
  if (i.opcode == isa::Opcode::ebreak) return reg == isa::kA0;  // a call of the host: nothing else leads on
  if (i.opcode == isa::Opcode::Illegal) return true;            // a trap handler may change any register
  if (is_call(i) && !keeps_convention(i)) return true;
  return isa::written_register(i) == reg || (is_call(i) && (kClobberedRegisters >> reg & 1));
}

// The registers that an `ecall` may change. A trap handler may change any register; a hook changes only the one it
// names. Whether it is a hook and which register it names is itself a question about registers, which may lead back to
// the same `ecall` around a loop. There the `ecall` is assumed to change certain registers only, at first none. If this
// leads to an answer within the assumption, the assumption holds whenever the `ecall` is executed, by induction.
// Otherwise the answers found under it are forgotten, and more registers are assumed to change.
std::uint32_t RegisterTrace::changed_by_ecall(std::uint32_t number) {
  if (!marked_hooks_ || graph_.code().word(graph_.address_of(number) - 4) != isa::kHookMarker) return kAllRegisters;
  if (hooks_edges_ != graph_.edges()) {  // an answer holds for the code that is known
    hooks_edges_ = graph_.edges();
    hooks_.clear();
    found_hooks_.clear();
  }
  if (const auto known = hooks_.find(number); known != hooks_.end()) return known->second;
  if (asking_hooks_ == kMaxDepth) return kAllRegisters;
  found_hooks_.push_back(number);
  const std::size_t first = found_hooks_.size();
  ++asking_hooks_;
  std::uint32_t assumed = 0;
  for (unsigned round = 0; assumed != kAllRegisters; ++round) {
    hooks_[number] = assumed;
    const std::uint32_t changed = round < kMaxAssumptions ? named_by_hook(number) : kAllRegisters;
    if ((changed & ~assumed) == 0) break;
    for (; found_hooks_.size() > first; found_hooks_.pop_back()) hooks_.erase(found_hooks_.back());
    assumed |= changed;
  }
  --asking_hooks_;
  return hooks_[number] = assumed;
}

std::uint32_t RegisterTrace::named_by_hook(std::uint32_t number) {
  const auto code = constant(number, isa::kT0);
  if (!code || !isa::is_hook_code(*code)) return kAllRegisters;
  const auto hook = static_cast<isa::HookCode>(*code);
  if (isa::answers_in_a0(hook)) return 1U << isa::kA0;
  if (hook != isa::HookCode::MakeRegisterSymbolic) return 0;
  const auto named = constant(number, isa::kT1);
  return named && *named < 32 ? 1U << *named & kAllRegisters : kAllRegisters;
}

bool RegisterTrace::spend(std::uint32_t steps) {
  if (steps_ < steps) return false;
  steps_ -= steps;
  return true;
}

std::uint32_t RegisterTrace::predecessor(std::uint32_t number) {
  std::uint32_t found = kNone;
  const bool only = each_way(number, [&](std::uint32_t source, bool call) {
    if (call || found != kNone) return false;
    found = source;
    return true;
  });
  return only && number != 0 ? found : kNone;
}

std::uint32_t RegisterTrace::definition(std::uint32_t number, std::uint8_t reg, unsigned way) {
  for (; way > 0 && spend(1); --way) {
    number = predecessor(number);
    if (number == kNone) return kNone;
    if (changes(number, reg)) return isa::written_register(graph_.instruction(number)) == reg ? number : kNone;
  }
  return kNone;
}

std::optional<std::uint32_t> RegisterTrace::constant(std::uint32_t number, std::uint8_t reg, unsigned depth) {
  if (reg == isa::kZero) return 0;
  if (depth == kMaxDepth) return std::nullopt;
  std::optional<std::uint32_t> value;
  std::unordered_set<std::uint32_t> seen{number};
  std::vector<std::uint32_t> waiting{number};
  while (!waiting.empty()) {
    const std::uint32_t at = waiting.back();
    waiting.pop_back();
    bool comes_from_somewhere = false;
    const bool known = each_way(at, [&](std::uint32_t source, bool call) {
      if (call || seen.size() > kMaxQuestion || !spend(1)) return false;
      comes_from_somewhere = true;
      if (!changes(source, reg)) {
        if (seen.insert(source).second) waiting.push_back(source);
        return true;
      }
      const auto here = result(source, reg, depth);
      if (!here || (value && *value != *here)) return false;
      value = here;
      return true;
    });
    if (!known || !comes_from_somewhere || at == 0) return std::nullopt;
  }
  return value;
}

// What an instruction leaves in a register that it changes.
std::optional<std::uint32_t> RegisterTrace::result(std::uint32_t number, std::uint8_t reg, unsigned depth) {
  struct Traced : KnownRegisters {
    Traced(RegisterTrace& trace, std::uint32_t number, unsigned depth) : trace(trace), number(number), depth(depth) {}
    KnownRegister get(std::uint8_t reg) override {
      const auto value = trace.constant(number, reg, depth + 1);
      return value ? KnownValues::constant<32>(*value) : KnownRegister{};
    }
    RegisterTrace& trace;
    const std::uint32_t number;
    const unsigned depth;
  };
  const isa::Instruction i = graph_.instruction(number);
  // Not what a hook or a called function leaves, ra included.
  if (i.opcode == isa::Opcode::ecall || is_call(i) || isa::written_register(i) != reg) return std::nullopt;
  Traced before(*this, number, depth);
  const StaticEffect effect = static_effect(i, graph_.address_of(number), before);
  return effect.value.is_constant() ? std::optional(effect.value.bits.raw) : std::nullopt;
}

}  // namespace janus::program
