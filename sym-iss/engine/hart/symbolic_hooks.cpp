// The hook ABI on the symbolic hart (docs/hooks.md; sections 3.2, 3.3 and 3.5 of the Sym-ISS paper).
#include <fmt/format.h>

#include <algorithm>

#include "engine/hart/symbolic_hart.h"

namespace janus::engine {

using isa::HookCode;
using term::Term;

// The hook that t0 asks for, or none. A symbolic t0 forks into the hooks and all the rest, not into 2^32 values.
std::optional<HookCode> SymbolicHart::hook_code() {
  const Word32 t0 = get(isa::kT0);
  for (const HookCode code : {HookCode::Assert, HookCode::Assume, HookCode::MakeRegisterSymbolic,
                              HookCode::MakeMemorySymbolic, HookCode::MakeNamedMemorySymbolic}) {
    const auto is_it = branch(values_.eq(t0, word(static_cast<std::uint32_t>(code))));
    if (is_it && *is_it) return code;
  }
  return std::nullopt;
}

bool SymbolicHart::environment_call() {
  if (!config_.hooks) return false;
  const auto code = hook_code();
  if (!code) return false;
  const Word32 t1 = get(isa::kT1);
  switch (*code) {
    case HookCode::Assert:
    case HookCode::Assume:
    case HookCode::MakeRegisterSymbolic: {
      const auto names_a_register = branch(values_.ult(t1, word(32)));
      const auto number = names_a_register && *names_a_register ? resolve(t1) : std::nullopt;
      if (!number) {
        hook_error("t1 names no register");
      } else if (*code == HookCode::MakeRegisterSymbolic) {
        make_register_symbolic(static_cast<std::uint8_t>(*number));
      } else {
        hook_condition(*code, static_cast<std::uint8_t>(*number));
      }
      return true;
    }
    case HookCode::MakeMemorySymbolic:
    case HookCode::MakeNamedMemorySymbolic: break;
  }
  const auto address = resolve(t1), size = resolve(get(isa::kT2));
  std::string name;
  if (*code == HookCode::MakeNamedMemorySymbolic) {
    const auto name_address = resolve(get(isa::kT3));
    if (name_address) name = string_at(*name_address);
  }
  if (address && size) make_memory_symbolic(*address, *size, std::move(name));
  return true;
}

void SymbolicHart::hook_error(std::string detail) {
  stay();
  end({.reason = Termination::HookError, .detail = std::move(detail)});
}

void SymbolicHart::hook_condition(HookCode code, std::uint8_t number) {
  const Word<1> holds = values_.bit_not(values_.eq(get(number), word(0)));
  if (code == HookCode::Assume) {
    if (!assume(values_.to_term(holds))) stay();
    return;
  }
  const std::optional<bool> passes = decide(values_.to_term(holds));
  if (passes && *passes) return;
  stay();
  end({.reason = Termination::AssertFailed});
}

void SymbolicHart::make_register_symbolic(std::uint8_t number) {
  const Input& input = new_input({}, 4, std::nullopt);
  inputs_.back().register_number = number;
  set(number, values_.from_term<32>(input.parts.front()));
}

void SymbolicHart::make_memory_symbolic(std::uint32_t address, std::uint32_t size, std::string name) {
  if (size == 0) return;
  if (size > isa::kMaxInputBytes || !in_ram(address, 1) || config_.ram_size - (address - config_.ram_base) < size) {
    hook_error(fmt::format("0x{:08x}..+{} is no memory that can be an input", address, size));
    return;
  }
  const Input& input = new_input(std::move(name), size, address);
  std::uint32_t at = address;
  for (Term part : input.parts) {
    if (part.width() == 32) {
      store_memory<32>(at, values_.from_term<32>(part));
    } else if (part.width() == 16) {
      store_memory<16>(at, values_.from_term<16>(part));
    } else {
      store_memory<8>(at, values_.from_term<8>(part));
    }
    at += part.width() / 8;
  }
}

// Variables are as wide as the firmware will most likely read them: words where size and address allow, else bytes. The
// n-th input of every path shares its variables with the n-th of its siblings, so that terms and answers are shared.
const Input& SymbolicHart::new_input(std::string name, std::uint32_t size, std::optional<std::uint32_t> address) {
  const bool aligned = !address || *address % 4 == 0;
  const std::uint32_t width = size % 4 == 0 && aligned ? 32 : size == 2 ? 16 : 8;
  if (name.empty()) name = default_name(address);
  unsigned same_name = 1;
  for (const Input* i = state_->inputs; i; i = i->previous) {
    same_name += i->name == name || i->name.starts_with(name + "#");
  }
  if (same_name > 1) name += fmt::format("#{}", same_name);
  Input input{.previous = state_->inputs,
              .index = state_->inputs ? state_->inputs->index + 1 : 0,
              .name = std::move(name),
              .pc = pc(),
              .address = address,
              .size = size,
              .parts = {}};
  for (std::uint32_t part = 0; part < size * 8 / width; ++part) {
    input.parts.push_back(pool_.variable(fmt::format("in{}_{}_{}", input.index, part, width), width));
  }
  inputs_.push_back(std::move(input));
  state_->inputs = &inputs_.back();
  return inputs_.back();
}

// Named after the object it lies in, or the function that asked for it.
std::string SymbolicHart::default_name(std::optional<std::uint32_t> address) const {
  const auto& s = state_->hart;
  if (address) {
    const support::Symbol* object = image_.covering(*address, false);
    if (object && object->address == *address) return object->name;
    if (object) return fmt::format("{}+{}", object->name, *address - object->address);
  }
  const support::Symbol* function = image_.covering(s.pc, true);
  return function ? fmt::format("{}.input", function->name) : "input";
}

std::string SymbolicHart::string_at(std::uint32_t address) {
  std::string text;
  for (; text.size() < 64 && in_ram(address, 1); ++address) {
    const Word<8> byte = load_memory<8>(address);
    if (byte.term || byte.bits.raw == 0) break;
    text += byte.bits.raw >= 0x20 && byte.bits.raw < 0x7f ? static_cast<char>(byte.bits.raw) : '?';
  }
  return text;
}

}  // namespace janus::engine
