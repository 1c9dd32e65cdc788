#include "program/register_trace.h"

#include <unordered_set>
#include <vector>

#include "program/call_convention.h"
#include "program/static_hart.h"

namespace janus::program {
namespace {

constexpr unsigned kMaxDepth = 8;  // instructions that compute one constant

}  // namespace

bool RegisterTrace::changes(const isa::Instruction& i, std::uint8_t reg) {
  if (reg == isa::kZero) return false;
  // A trap handler or a hook may change any register.
  if (i.opcode == isa::Opcode::Illegal || i.opcode == isa::Opcode::ecall) return true;
  if (is_call(i) && !keeps_convention(i)) return true;
  return isa::written_register(i) == reg || (is_call(i) && (kClobberedRegisters >> reg & 1));
}

bool RegisterTrace::spend(std::uint32_t steps) {
  if (steps_ < steps) return false;
  steps_ -= steps;
  return true;
}

std::uint32_t RegisterTrace::predecessor(std::uint32_t number) {
  std::uint32_t found = kNone;
  const bool only = graph_.each_incoming(number, [&](std::uint32_t source, bool call) {
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
    const isa::Instruction i = graph_.instruction(number);
    if (changes(i, reg)) return isa::written_register(i) == reg ? number : kNone;
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
    const bool known = graph_.each_incoming(at, [&](std::uint32_t source, bool call) {
      if (call || seen.size() > kMaxQuestion || !spend(1)) return false;
      comes_from_somewhere = true;
      if (!changes(graph_.instruction(source), reg)) {
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
