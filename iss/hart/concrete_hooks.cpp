// The hook ABI (isa/hooks.h) on the concrete hart.
#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hart/concrete_hart.h"
#include "isa/hooks.h"
#include "isa/predicates.h"
#include "isa/written_hooks.h"

namespace janus::hart {

bool ConcreteHart::environment_call() {
  if (!calls_hook()) {
    ignored_hooks_ += isa::is_written_as_hook(state_.pc, get(isa::kT0).raw,
                                              [this](std::uint32_t address) { return word_at(address, 4); });
    return false;
  }
  using Is = isa::DecodedHook<Word32>::Is;
  const auto hook = isa::decode_hook(*this, is_marked());
  if (hook.is == Is::UnknownCode) {
    fail_hook("t0 holds no hook's code");
    return true;
  }
  if (hook.is != Is::Hook) return false;
  const HookCall& call = hook.call;
  switch (call.code) {
    case isa::HookCode::Assert: require_register(call, Stop::AssertFailed); break;
    case isa::HookCode::Assume: require_register(call, Stop::AssumeFailed); break;
    case isa::HookCode::MakeRegisterSymbolic: make_register_symbolic(call); break;
    case isa::HookCode::MakeMemorySymbolic:
    case isa::HookCode::MakeNamedMemorySymbolic: make_symbolic(call.address.raw, call.bytes.raw); break;
    case isa::HookCode::IsSymbolic: answer_whether_symbolic(call); break;
    case isa::HookCode::GetValue:
      if (names_a_register(call)) set(isa::kA0, get(static_cast<std::uint8_t>(call.register_number)));
      break;
    case isa::HookCode::Prefer: names_a_register(call); break;
    case isa::HookCode::Print:
    case isa::HookCode::Cover: tell(call); break;
    case isa::HookCode::StackTrace: tell_calls(); break;
    case isa::HookCode::Report:
      hook_error_ = hook_name();
      stay();
      stop(Stop::AssertFailed);
      break;
    case isa::HookCode::Poison:
    case isa::HookCode::Unpoison:
    case isa::HookCode::Define:
    case isa::HookCode::BeginObject:
    case isa::HookCode::EndObject: describe_memory(call); break;
    case isa::HookCode::BeginStretch: begin_stretch(); break;
    case isa::HookCode::EndStretch: set(isa::kA0, stretch_cycles()); break;
    case isa::HookCode::AssertCycles: require(stretch_cycles().raw <= get(isa::kA0).raw, Stop::AssertFailed); break;
  }
  return true;
}

void ConcreteHart::fail_hook(const std::string& what) {
  hook_error_ = fmt::format("hook at 0x{:08x}: {}", state_.pc, what);
  stay();
  stop(Stop::HookError);
}

bool ConcreteHart::names_a_register(const HookCall& call) {
  if (call.names_a_register()) return true;
  fail_hook(fmt::format("t1 names no register ({})", get(isa::kT1).raw));
  return false;
}

void ConcreteHart::require_register(const HookCall& call, Stop otherwise) {
  if (names_a_register(call)) require(get(static_cast<std::uint8_t>(call.register_number)).raw != 0, otherwise);
}

// Nothing is symbolic here. A test case says what was on its path.
void ConcreteHart::answer_whether_symbolic(const HookCall& call) {
  if (!names_a_register(call)) return;
  std::uint32_t answer = 0;
  if (inputs_) inputs_->next_input(state_.pc, reinterpret_cast<std::uint8_t*>(&answer), 4);
  set(isa::kA0, {answer & 1});
}

std::string ConcreteHart::hook_name() {
  return isa::read_hook_name(get(isa::kHookName).raw, [this](std::uint32_t address) -> std::optional<std::uint8_t> {
    if (!in_ram(address, 1)) return std::nullopt;
    const std::uint8_t* byte = direct(address, 1);
    return static_cast<std::uint8_t>(byte ? *byte : bus_.read(address, 1, state_.cycles).value_or(0));
  });
}

void ConcreteHart::tell(const HookCall& call) {
  std::string value;
  if (call.code == isa::HookCode::Print) {
    if (!names_a_register(call)) return;
    const std::uint32_t bits = get(static_cast<std::uint8_t>(call.register_number)).raw;
    value = fmt::format("{} (0x{:08x})", static_cast<std::int32_t>(bits), bits);
  }
  if (inspect_) inspect_({call.code, state_.pc, hook_name(), std::move(value)});
}

void ConcreteHart::tell_calls() {
  if (!inspect_) return;
  support::MachineView machine;
  for (std::uint8_t r = 0; r < 32; ++r) machine.x[r] = get(r).raw;
  machine.word = [this](std::uint32_t address) -> std::optional<std::uint32_t> {
    if (!in_ram(address, 4)) return std::nullopt;
    const std::uint8_t* bytes = direct(address, 4);
    if (!bytes) return bus_.read(address, 4, state_.cycles);
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | static_cast<std::uint32_t>(bytes[3]) << 24;
  };
  inspect_({.code = isa::HookCode::StackTrace, .pc = state_.pc, .name = {}, .value = {}, .machine = &machine});
}

// What the firmware says of its memory, for detectors.
void ConcreteHart::describe_memory(const HookCall& call) {
  const std::uint32_t address = call.address.raw, bytes = call.bytes.raw;
  if (call.code == isa::HookCode::BeginObject) set(isa::kA0, call.address);
  if (bytes > 0 && (!in_ram(address, 1) || config_.ram_size - (address - config_.ram_base) < bytes))
    return fail_hook(fmt::format("0x{:08x}..+{} is not all memory", address, bytes));
  if (!shadow_) return;
  if (call.code == isa::HookCode::Poison) shadow_->poison.add(address, bytes);
  if (call.code == isa::HookCode::Unpoison) shadow_->poison.remove(address, bytes);
  if (call.code == isa::HookCode::Define) shadow_->defined.define(address, bytes);
  if (call.code == isa::HookCode::BeginObject) shadow_->begin_object(call.address, call.bytes);
  if (call.code != isa::HookCode::EndObject) return;
  if (const auto object = shadow_->pointers.live_at(*this, isa::kT1)) shadow_->pointers.end_object(*object);
}

void ConcreteHart::write_unwritten(const isa::Instruction& instruction) {
  if (instruction.opcode == isa::Opcode::Illegal || !isa::memory_use(instruction.opcode).loads) return;
  const std::uint32_t bytes = isa::memory_use(instruction.opcode).bytes;
  const std::uint32_t address = home(get(instruction.rs1).raw + instruction.immediate, bytes);
  while (true) {
    const auto [first, length] = shadow_->defined.first_undefined(address, bytes);
    if (length == 0) return;
    if (config_.detectors.unwritten == Unwritten::Zero) {
      for (std::uint32_t i = 0; i < length; ++i) {
        if (std::uint8_t* const host = direct(address + first + i, 1)) *host = 0;
      }
    } else {
      make_symbolic(address + first, length);
    }
    shadow_->defined.define(address + first, length);
  }
}

void ConcreteHart::make_register_symbolic(const HookCall& call) {
  if (!names_a_register(call)) return;
  const auto number = static_cast<std::uint8_t>(call.register_number);
  std::uint32_t value = get(number).raw;
  if (inputs_) inputs_->next_input(state_.pc, reinterpret_cast<std::uint8_t*>(&value), 4);
  set(number, {value});
}

void ConcreteHart::make_symbolic(std::uint32_t address, std::uint32_t size) {
  if (size == 0) return;
  if (size > isa::kMaxInputBytes || !can_be_input(address, size)) {
    return fail_hook(fmt::format("0x{:08x}..+{} is no memory that can be an input", address, size));
  }
  if (shadow_) shadow_->defined.define(address, size);
  if (!inputs_) return;
  std::vector<std::uint8_t> bytes(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    const std::uint8_t* host = direct(address + i, 1);
    bytes[i] = static_cast<std::uint8_t>(host ? *host : bus_.read(address + i, 1, state_.cycles).value_or(0));
  }
  inputs_->next_input(state_.pc, bytes.data(), size);
  for (std::uint32_t i = 0; i < size; ++i) {
    if (std::uint8_t* host = direct(address + i, 1)) {
      *host = bytes[i];
    } else {
      bus_.write(address + i, 1, bytes[i], state_.cycles);
    }
  }
  for (Observer* observer : observation_.observers()) observer->received_input(address, size);
  changed_by_host(address, size);
}

}  // namespace janus::hart
