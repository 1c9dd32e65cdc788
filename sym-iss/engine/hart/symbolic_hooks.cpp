// The hook ABI on the symbolic hart (docs/hooks.md; sections 3.2, 3.3 and 3.5 of the Sym-ISS paper).
#include <fmt/format.h>

#include <algorithm>

#include "engine/hart/symbolic_hart.h"
#include "term/work_clock.h"

namespace janus::engine {

using isa::HookCode;
using term::Term;

// Whether the marker is in front of the `ecall` at the pc. If it has symbolic bytes, both answers are paths. Nothing if
// the instruction is abandoned.
std::optional<bool> SymbolicHart::is_marked() {
  const std::uint32_t at = pc() - 4;
  if (!in_ram(at, 4)) return false;
  return branch(values_.eq(load_memory<32>(at), word(isa::kHookMarker)));
}

bool SymbolicHart::environment_call() {
  called_hook_ = false;
  std::optional<bool> marked = false;
  if (config_.hooks != isa::HookRule::Never) marked = is_marked();
  if (!marked) return true;
  if (config_.hooks == isa::HookRule::Never || (config_.hooks == isa::HookRule::Marked && !*marked)) {
    const Word32 code = get(isa::kT0);
    statistics_.ignored_hooks += !code.term && isa::is_hook_code(code.bits.raw);
    return false;
  }
  const auto hook = isa::decode_hook(*this, *marked);
  using Is = decltype(hook.is);
  if (hook.is == Is::NoHook) return false;
  called_hook_ = true;
  if (hook.is == Is::Unknown) return true;  // the path ended while the code of the hook was resolved
  if (hook.is == Is::UnknownCode) {
    hook_error("t0 holds no hook's code");
    return true;
  }
  const auto& call = hook.call;
  switch (call.code) {
    case HookCode::Assert:
    case HookCode::Assume:
    case HookCode::MakeRegisterSymbolic: {
      const auto number = static_cast<std::uint8_t>(call.register_number);
      if (!call.names_a_register()) {
        hook_error("t1 names no register");
      } else if (call.code == HookCode::MakeRegisterSymbolic) {
        make_register_symbolic(number);
      } else {
        hook_condition(call.code, number);
      }
      break;
    }
    case HookCode::MakeMemorySymbolic:
    case HookCode::MakeNamedMemorySymbolic: {
      const auto possible = is_possible_input(call.address, call.bytes);
      if (!possible) break;
      if (!*possible) {
        const auto example = [&](Word32 w) { return w.term ? value_in_model(*state_, w.term) : w.bits.raw; };
        if (need_model()) {
          hook_error(fmt::format("0x{:08x}..+{} is no memory that can be an input", example(call.address),
                                 example(call.bytes)));
        }
        break;
      }
      const auto address = resolve_by_halves(call.address), bytes = resolve_by_halves(call.bytes);
      const bool named = isa::arguments_of(call.code) == isa::HookArguments::NamedMemory;
      const auto name = named ? resolve(get(isa::kHookName)) : std::nullopt;
      if (!address || !bytes || (named && !name)) break;
      make_memory_symbolic(*address, *bytes, named ? string_at(*name) : std::string());
      break;
    }
  }
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
  ++statistics_.assertions[pc()];
  const std::optional<bool> passes = decide(values_.to_term(holds));
  if (passes && *passes) return;
  stay();
  end({.reason = Termination::AssertFailed});
}

void SymbolicHart::make_register_symbolic(std::uint8_t number) {
  const Input* const input = new_input({}, 4, std::nullopt);
  if (!input) return;
  inputs_.back().register_number = number;
  set(number, values_.from_term<32>(input->parts.front()));
}

// Whether an input can lie in so many bytes at an address.
std::optional<bool> SymbolicHart::is_possible_input(Word32 address, Word32 bytes) {
  const Word32 offset = values_.sub(address, word(config_.ram_base)), size = word(config_.ram_size);
  const Word<1> starts = values_.ult(offset, size);
  const Word<1> fits = values_.bit_not(values_.ult(values_.sub(size, offset), bytes));
  const Word<1> small = values_.ult(bytes, word(isa::kMaxInputBytes + 1));
  const Word<1> empty = values_.eq(bytes, word(0));
  return branch(values_.ite(empty, values_.constant<1>(1), values_.bit_and(small, values_.bit_and(starts, fits))));
}

void SymbolicHart::make_memory_symbolic(std::uint32_t address, std::uint32_t size, std::string name) {
  if (size == 0) return;
  const Input* const made = new_input(std::move(name), size, address);
  if (!made) return;
  const Input& input = *made;
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

// Variables are as wide as the firmware will most likely read them: words if size and address allow, a half-word for
// two bytes, else bytes. The n-th inputs of all paths have the same variables if their sizes agree, so that paths share
// terms and the solver's answers. Null if the hart has to pause: then the hook is abandoned, and goes on with the
// variables that it has made when it is executed again.
const Input* SymbolicHart::new_input(std::string name, std::uint32_t size, std::optional<std::uint32_t> address) {
  const bool aligned = !address || *address % 4 == 0;
  std::uint32_t width = 8;
  if (size % 4 == 0 && aligned) {
    width = 32;
  } else if (size == 2) {
    width = 16;
  }
  const std::uint32_t index = state_->inputs ? state_->inputs->index + 1 : 0;
  const auto* parts = input_variables(index, width, size * 8 / width);
  if (!parts) return nullptr;
  if (name.empty()) name = default_name(address);
  unsigned same_name = 1;
  for (const Input* i = state_->inputs; i; i = i->previous) {
    same_name += i->name == name || i->name.starts_with(name + "#");
  }
  if (same_name > 1) name += fmt::format("#{}", same_name);
  Input input{.previous = state_->inputs,
              .index = index,
              .name = std::move(name),
              .pc = pc(),
              .address = address,
              .size = size,
              .parts = {parts->begin(), parts->begin() + size * 8 / width}};
  input.total_size = size + (input.previous ? input.previous->total_size : 0);
  statistics_.most_inputs = std::max<std::uint64_t>(statistics_.most_inputs, input.index + 1);
  statistics_.most_input_bytes = std::max(statistics_.most_input_bytes, input.total_size);
  inputs_.push_back(std::move(input));
  state_->inputs = &inputs_.back();
  return &inputs_.back();
}

// At least `count` variables for the input of that index. Null if the hart has to pause.
const std::vector<Term>* SymbolicHart::input_variables(std::uint32_t index, unsigned width, std::uint32_t count) {
  constexpr std::uint32_t kAtOnce = 1024;
  std::vector<Term>& variables = input_variables_[{index, width}];
  for (std::uint32_t made = 0; variables.size() < count; ++made) {
    if (made == kAtOnce) {
      made = 0;
      if (asked_to_pause()) {
        abandon();
        return nullptr;
      }
    }
    spend(term::Work::Input);
    variables.push_back(pool_.variable(fmt::format("in{}_{}_{}", index, variables.size(), width), width));
  }
  return &variables;
}

// Names an input after the object that contains it, or after the function that asked for it.
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

// A string of at most 64 characters in memory, up to a zero byte or a symbolic byte.
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
