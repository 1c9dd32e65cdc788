#include "app/line_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "app/late_stores.h"
#include "isa/predicates.h"
#include "isa/registers.h"
#include "program/call_convention.h"
#include "support/source_types.h"

namespace janus::app {
namespace {

constexpr unsigned kMostLooks = 24;

std::uint32_t word_in(devices::FunctionalMachine& machine, std::uint8_t number) {
  return machine.hart().state().x[number].raw;
}

std::array<std::uint32_t, 32> registers_of_machine(devices::FunctionalMachine& machine) {
  std::array<std::uint32_t, 32> x{};
  for (std::uint8_t r = 0; r < 32; ++r) x[r] = word_in(machine, r);
  return x;
}

std::string told_with(FoundVariable variable, std::uint32_t value, const support::DebugInfo& debug) {
  std::memcpy(variable.bytes.data(), &value, std::min<std::size_t>(variable.size, sizeof value));
  return fmt::format("{} = {}", variable.name, value_text(variable, debug));
}

bool is_end_of_function(const std::string& text) { return text == "}" || text.starts_with("return"); }

}  // namespace

std::uint32_t LineResults::function_of(std::uint32_t pc) const {
  const support::Symbol* const function = debug_.image().covering(pc, true);
  return function ? function->address : 0;
}

void LineResults::begin(devices::FunctionalMachine& machine, const std::string& text, LineResult& result) {
  const std::uint32_t pc = machine.hart().state().pc;
  const auto instruction = code_.at(pc);
  if (!instruction) return;
  const std::set<std::string> names = assigned_by(text);
  std::vector<std::string> assigned(names.begin(), names.end());
  if (isa::is_store(*instruction)) return store(machine, *instruction, assigned, text, result);
  if (isa::is_load(*instruction)) read(machine, *instruction, text, result);
  const std::uint8_t made_in = isa::written_register(*instruction);
  const bool returns = made_in == isa::kA0 && is_end_of_function(text);
  if (made_in == 0 || (assigned.empty() && !returns)) return;
  pending_.push_back({.result = &result,
                      .assigned = std::move(assigned),
                      .returns = returns,
                      .function = function_of(pc),
                      .pc = pc,
                      .last_pc = pc,
                      .made_in = made_in,
                      .left = kMostLooks});
}

void LineResults::look(devices::FunctionalMachine& machine) {
  std::erase_if(pending_, [&](Pending& pending) { return look_for(machine, pending); });
}

void LineResults::store(devices::FunctionalMachine& machine, const isa::Instruction& store,
                        const std::vector<std::string>& assigned, const std::string& text, LineResult& result) const {
  const std::uint32_t pc = machine.hart().state().pc;
  const std::uint32_t address = word_in(machine, store.rs1) + static_cast<std::uint32_t>(store.immediate);
  for (const std::string& name : assigned) {
    const auto variable = find_variable(machine, pc, name, debug_);
    if (variable && variable->address == address && variable->size == isa::memory_use(store.opcode).bytes)
      result.made = told_with(*variable, word_in(machine, store.rs2), debug_);
  }
  // Through a pointer that is not known any more.
  const bool is_through_pointer = text.starts_with('*') || text.find(" *") != std::string::npos ||
                                  text.find("->") != std::string::npos || text.find("].") != std::string::npos;
  if (!result.made.empty() || !is_through_pointer) return;
  if (const auto part = part_at(address, isa::memory_use(store.opcode).bytes, debug_))
    result.made = told_with(*part, word_in(machine, store.rs2), debug_);
}

void LineResults::read(devices::FunctionalMachine& machine, const isa::Instruction& load, const std::string& text,
                       LineResult& result) const {
  const std::uint32_t pc = machine.hart().state().pc, size = isa::memory_use(load.opcode).bytes;
  const std::uint32_t address = word_in(machine, load.rs1) + static_cast<std::uint32_t>(load.immediate);
  // An element whose index is not known any more.
  const support::Symbol* const object = debug_.image().covering(address, false);
  const auto index = object ? debug_.types().variable_at(object->address) : std::nullopt;
  if (!index) return;
  const support::SourceType& array = debug_.types().type(*index);
  const support::SourceType& element = debug_.types().type(array.target);
  const bool is_element = array.kind == support::SourceType::Kind::Array && element.size == size &&
                          element.kind == support::SourceType::Kind::Integer;
  const auto names = all_variables_of_line(text);
  const std::string whole = support::name_in_source(*object);
  const bool is_named = std::ranges::any_of(names, [&](const std::string& name) {
    return name.starts_with(whole) && name.substr(whole.size()).starts_with('[') &&
           !find_variable(machine, pc, name, debug_);
  });
  const std::span<const std::uint8_t> ram = machine.ram();
  const std::uint32_t offset = address - machine.ram_base();
  if (!is_element || !is_named || offset >= ram.size() || size > ram.size() - offset) return;
  FoundVariable found{.name = object_at(address, debug_).substr(1),
                      .type = array.target,
                      .size = size,
                      .bytes = {},
                      .address = address,
                      .is_static = true};
  std::memcpy(found.bytes.data(), ram.data() + offset, size);
  result.read = fmt::format("{} = {}", found.name, value_text(found, debug_));
}

// Whether DWARF says that the variable is in the register that the step has written: its value follows the register.
bool LineResults::is_in_register(devices::FunctionalMachine& machine, const Pending& pending,
                                 const std::string& name) const {
  const std::uint32_t pc = machine.hart().state().pc;
  std::array<std::uint32_t, 32> x = registers_of_machine(machine);
  support::SourceTypes& types = debug_.types();
  const auto place = types.place_of(pending.function, pc, name, x);
  if (!place || place->is_in_memory || place->where != x[pending.made_in]) return false;
  // In all of its scope it is there, between the instructions of its line, too.
  if (place->fixed_register && writers_.is_rewritten(pending.pc, pending.made_in)) return false;
  x[pending.made_in] ^= 0x55555555U;
  const auto other = types.place_of(pending.function, pc, name, x);
  return other && !other->is_in_memory && other->where == x[pending.made_in];
}

bool LineResults::look_for(devices::FunctionalMachine& machine, Pending& pending) const {
  const std::uint32_t pc = machine.hart().state().pc;
  const auto instruction = code_.at(pc);
  if (!instruction || pending.left-- == 0 || function_of(pc) != pending.function || pc <= pending.last_pc) return true;
  pending.last_pc = pc;
  for (const std::string& name : pending.assigned) {
    if (!is_in_register(machine, pending, name)) continue;
    if (const auto variable = find_variable(machine, pc, name, debug_))
      pending.result->made = fmt::format("{} = {}", variable->name, value_text(*variable, debug_));
    return true;
  }
  if (isa::is_store(*instruction) && instruction->rs2 == pending.made_in) {
    store(machine, *instruction, pending.assigned, {}, *pending.result);
    if (!pending.result->made.empty()) return true;
  }
  if (program::is_return(*instruction)) {
    const auto value = static_cast<std::int32_t>(word_in(machine, pending.made_in));
    const bool is_small = value > -1'000'000 && value < 1'000'000;
    const auto known = debug_.types().function_at(pending.function);
    const bool is_unsigned = known && debug_.types().type(known->result).kind == support::SourceType::Kind::Integer &&
                             !debug_.types().type(known->result).is_signed;
    if (pending.returns && is_unsigned)
      pending.result->made = fmt::format("returns {}", static_cast<std::uint32_t>(value));
    if (pending.returns && !is_unsigned)
      pending.result->made = is_small ? fmt::format("returns {}", value)
                                      : fmt::format("returns 0x{:x}", static_cast<std::uint32_t>(value));
    return true;
  }
  return program::is_call(*instruction) || isa::written_register(*instruction) == pending.made_in;
}

}  // namespace janus::app
