// The hook ABI on the symbolic hart (docs/hooks.md; sections 3.2, 3.3 and 3.5 of the Sym-ISS paper).
#include <fmt/format.h>

#include <algorithm>

#include "engine/hart/count_inputs.h"
#include "engine/hart/symbolic_hart.h"
#include "engine/state/state_parts.h"
#include "isa/written_hooks.h"
#include "term/work_clock.h"

namespace janus::engine {

using isa::HookCode;
using term::Term;

// Whether the marker is in front of the `ecall` at the pc. If it has symbolic bytes, both answers are paths. Nothing if
// the instruction is abandoned.
std::optional<bool> SymbolicHart::is_marked() {
  const std::uint32_t at = home(pc() - 4, 4);
  if (!in_ram(at, 4)) return false;
  return branch(values_.eq(load_memory<32>(at), word(isa::kHookMarker)));
}

std::uint32_t SymbolicHart::value_now(const Word32& word) {
  return word.term ? static_cast<std::uint32_t>(value_in_model(*state_, word.term)) : word.bits.raw;
}

std::optional<SymbolicHart::Word32> SymbolicHart::word_in_memory(std::uint32_t address) {
  if (!in_ram(address, 4)) return std::nullopt;
  return values_.from_term<32>(word_at(values_.pool(), state_->memory, address - config_.ram_base));
}

bool SymbolicHart::calls(HookCode code) {
  const Word32 called = get(isa::kT0);
  if (called.term || called.bits.raw != static_cast<std::uint32_t>(code)) return false;
  return config_.hooks == isa::HookRule::Always ||
         (config_.hooks == isa::HookRule::Marked && is_marked().value_or(false));
}

bool SymbolicHart::environment_call() {
  called_hook_ = false;
  std::optional<bool> marked = false;
  if (config_.hooks != isa::HookRule::Never) marked = is_marked();
  if (!marked) return true;
  if (config_.hooks == isa::HookRule::Never || (config_.hooks == isa::HookRule::Marked && !*marked)) {
    const Word32 code = get(isa::kT0);
    const auto bits = [this](std::uint32_t address) {
      const std::optional<Word32> found = word_in_memory(address);
      return found && !found->term ? std::optional(found->bits.raw) : std::nullopt;
    };
    statistics_.ignored_hooks += !code.term && isa::is_written_as_hook(pc(), code.bits.raw, bits);
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
    case HookCode::IsSymbolic:
    case HookCode::GetValue:
    case HookCode::Prefer:
    case HookCode::Print:
      if (!call.names_a_register()) {
        hook_error("t1 names no register");
        break;
      }
      inspect(call.code, call.register_number);
      break;
    case HookCode::Report:
    case HookCode::Cover:
    case HookCode::StackTrace: inspect(call.code, 0); break;
    case HookCode::Poison:
    case HookCode::Unpoison:
    case HookCode::Define:
    case HookCode::BeginObject:
    case HookCode::EndObject: describe_memory(call); break;
    case HookCode::BeginStretch:
      if (need_exact_time()) begin_stretch();
      break;
    case HookCode::EndStretch:
      if (need_exact_time()) set(isa::kA0, stretch_cycles());
      break;
    case HookCode::AssertCycles:
      if (need_exact_time()) assert_cycles();
      break;
  }
  return true;
}

// What the firmware says of its memory, for detectors.
void SymbolicHart::describe_memory(const isa::HookCall<Word32>& call) {
  const Word32 offset = values_.sub(call.address, word(config_.ram_base)), size = word(config_.ram_size);
  const Word<1> fits =
      values_.bit_and(values_.ult(offset, size), values_.bit_not(values_.ult(values_.sub(size, offset), call.bytes)));
  const Word<1> impossible = values_.bit_not(values_.bit_or(fits, values_.eq(call.bytes, word(0))));
  const auto fails = decide_violation(values_.to_term(impossible));
  if (!fails) return;
  if (*fails) return hook_error("a range that is not all memory");
  if (call.code == HookCode::BeginObject) {
    if (state_->shadow) own_shadow().begin_object(call.address, call.bytes);
    return set(isa::kA0, call.address);
  }
  if (!state_->shadow) return;
  if (call.code == HookCode::EndObject) {
    const auto object = shadow()->pointers.live_at(*this, isa::kT1);
    if (ending_ || abandoned_) return;
    if (object) own_shadow().pointers.end_object(*object);
    return;
  }
  const auto address = resolve_by_halves(call.address), bytes = address ? resolve_by_halves(call.bytes) : address;
  if (!bytes) return;
  if (call.code == HookCode::Poison) own_shadow().poison.add(*address, *bytes);
  if (call.code == HookCode::Unpoison) own_shadow().poison.remove(*address, *bytes);
  if (call.code == HookCode::Define) own_shadow().defined.define(*address, *bytes);
}

void SymbolicHart::assert_cycles() {
  const Word32 cycles = stretch_cycles();
  ++statistics_.assertions[pc()];
  const std::optional<bool> fails = decide_violation(values_.to_term(values_.ult(get(isa::kA0), cycles)));
  if (abandoned_ || (fails && !*fails)) return;
  stay();
  end({.reason = Termination::AssertFailed, .detail = fmt::format("{} cycles since the mark", cycles.bits.raw)});
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
  const std::optional<bool> fails = decide_violation(values_.to_term(values_.bit_not(holds)));
  if (abandoned_ || (fails && !*fails)) return;
  Ending ending{.reason = Termination::AssertFailed};
  if (fails && number == isa::kZero && !name_assertion(ending)) return;
  stay();
  end(std::move(ending));
}

// Says which assert() of the C library has failed, if one has. The compiler may share the call of several, and states
// may have been merged: then each is a path. Returns false if the instruction is abandoned.
bool SymbolicHart::name_assertion(Ending& ending) {
  if (!support::reports_failed_assertion(image_, pc())) return true;
  std::array<std::uint32_t, 4> arguments{};
  for (std::uint8_t i = 0; i < arguments.size(); ++i) {
    const auto argument = resolve(get(static_cast<std::uint8_t>(isa::kA0 + i)));
    if (!argument) return false;
    arguments[i] = *argument;
  }
  ending.assertion = support::failed_assertion(image_, pc(), arguments);
  return true;
}

void SymbolicHart::make_register_symbolic(std::uint8_t number) {
  Input& input = new_input({}, 4, std::nullopt);
  input.variable = pool_.variable(fmt::format("in{}_32", input.index), 32);
  input.register_number = number;
  take_from_seeds(*state_, input);
  set(number, values_.from_term<32>(input.variable));
}

// Whether an input can lie in so many bytes at an address.
std::optional<bool> SymbolicHart::is_possible_input(Word32 address, Word32 bytes) {
  const hart::AddressStretch ram{config_.ram_base, config_.ram_size};
  Word<1> inside = values_.constant<1>(0);
  for (const hart::AddressStretch& stretch : config_.map ? config_.map->writable() : std::span(&ram, 1)) {
    const Word32 offset = values_.sub(address, word(stretch.base)), size = word(stretch.size);
    const Word<1> starts = values_.ult(offset, size);
    const Word<1> fits = values_.bit_not(values_.ult(values_.sub(size, offset), bytes));
    inside = values_.bit_or(inside, values_.bit_and(starts, fits));
  }
  const Word<1> small = values_.ult(bytes, word(isa::kMaxInputBytes + 1));
  const Word<1> empty = values_.eq(bytes, word(0));
  const Word<1> possible = values_.ite(empty, values_.constant<1>(1), values_.bit_and(small, inside));
  const auto fails = decide_violation(values_.to_term(values_.bit_not(possible)));
  return fails ? std::optional(!*fails) : std::nullopt;
}

void SymbolicHart::make_memory_symbolic(std::uint32_t address, std::uint32_t size, std::string name) {
  if (size == 0) return;
  if (state_->shadow) own_shadow().defined.define(address, size);
  if (dead_stack_) dead_stack_->written(address, size);
  Input& input = new_input(std::move(name), size, address);
  std::uint32_t at = address;
  for (std::uint32_t first = 0; first < size; first += term::ByteChunks::kMaxBytes) {
    term::ByteChunk* const chunk = chunk_of(input.index, first, std::min(size - first, term::ByteChunks::kMaxBytes));
    input.chunks.push_back(chunk);
    for (unsigned index = 0; index < chunk->bytes;) {
      const std::uint32_t offset = at - config_.ram_base, in_page = offset % Memory::kPageBytes;
      const unsigned bytes = std::min(chunk->bytes - index, Memory::kPageBytes - in_page);
      page_to_write(offset).write(in_page, chunk->handle, static_cast<std::uint8_t>(index), bytes);
      index += bytes;
      at += bytes;
    }
  }
  take_from_seeds(*state_, input);
}

// The chunk of the `index`th input from the byte `first` on. The n-th inputs of all paths have the same chunks if their
// sizes agree, so that paths share terms and the solver's answers.
term::ByteChunk* SymbolicHart::chunk_of(std::uint32_t index, std::uint32_t first, unsigned bytes) {
  term::ByteChunk*& chunk = input_chunks_[{index, first, bytes}];
  if (!chunk) {
    const std::string name = bytes == term::ByteChunks::kMaxBytes ? "" : fmt::format("of{}", bytes);
    chunk = &pool_.byte_chunks().make(fmt::format("in{}_{}{}", index, first, name), bytes);
  }
  return chunk;
}

// What is at an address that depends on inputs counts as written.
void SymbolicHart::write_unwritten(const isa::Instruction& instruction) {
  if (instruction.opcode == isa::Opcode::Illegal || !isa::memory_use(instruction.opcode).loads) return;
  const Word32 base = get(instruction.rs1);
  const std::uint32_t bytes = isa::memory_use(instruction.opcode).bytes,
                      address = home(base.bits.raw + instruction.immediate, bytes);
  if (base.term || !in_ram(address, bytes)) return;
  while (true) {
    const auto [first, length] = shadow()->defined.first_undefined(address, bytes);
    if (length == 0) return;
    if (config_.detectors.unwritten == hart::Unwritten::Symbolic) {
      const support::Symbol* const function = image_.covering(pc(), true);
      make_memory_symbolic(address + first, length,
                           fmt::format("unwritten{}", function ? " in " + function->name : std::string()));
      continue;
    }
    for (std::uint32_t i = 0; i < length; ++i) store_memory<8>(address + first + i, values_.constant<8>(0));
    own_shadow().defined.define(address + first, length);
  }
}

// Adds an input to the path.
Input& SymbolicHart::new_input(std::string name, std::uint32_t size, std::optional<std::uint32_t> address) {
  spend(term::Work::Input);
  if (name.empty()) name = default_name(address);
  Input input{.previous = state_->inputs,
              .index = state_->inputs ? state_->inputs->index + 1 : 0,
              .name = std::move(name),
              .pc = pc(),
              .address = address,
              .size = size,
              .chunks = {}};
  input.total_size = size + (input.previous ? input.previous->total_size : 0);
  inputs_.push_back(std::move(input));
  state_->inputs = &inputs_.back();
  count_inputs(*state_, statistics_);
  return inputs_.back();
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
