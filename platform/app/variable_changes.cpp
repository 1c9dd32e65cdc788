#include "app/variable_changes.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "app/late_stores.h"
#include "app/variable_place.h"
#include "isa/predicates.h"
#include "isa/registers.h"
#include "support/source_types.h"

namespace janus::app {
namespace {

// Perhaps: an element may be one of an array, too.
bool is_through_pointer(const std::string& expression) {
  return expression.find("->") != std::string::npos || expression.find('[') != std::string::npos;
}

// Its lowest four bytes.
std::uint32_t word_of(const FoundVariable& variable) {
  std::uint32_t word = 0;
  std::memcpy(&word, variable.bytes.data(), std::min<std::size_t>(variable.size, sizeof word));
  return word;
}

}  // namespace

ChangeWatcher::ChangeWatcher(const support::DebugInfo& debug, const support::SourceStatements& statements,
                             AssigningLines& assigning, NamesByFunction names,
                             const std::vector<FoundVariable>& at_once, unsigned skipped,
                             RegisterWriters::LineOf line_of)
    : debug_(debug),
      names_(std::move(names)),
      line_of_(line_of),
      writers_(debug, std::move(line_of)),
      assigning_(assigning),
      statements_(statements),
      begun_(debug, statements),
      code_(debug.image()),
      skipped_(skipped) {
  for (const FoundVariable& variable : at_once) watch(variable);
}

void ChangeWatcher::watch(const FoundVariable& variable) {
  const bool is_known = std::ranges::any_of(objects_, [&](const FoundVariable& other) {
    return other.address == variable.address && other.size == variable.size;
  });
  if (!is_known && variable.is_static && objects_.size() < kMostObjects) objects_.push_back(variable);
}

const ChangeWatcher::Place& ChangeWatcher::place_of(std::uint32_t pc) {
  const auto [entry, is_new] = places_.try_emplace(pc);
  if (!is_new) return entry->second;
  const support::Symbol* const function = debug_.image().covering(pc, true);
  const auto names = function ? names_.find(function->address) : names_.end();
  const bool has_names = names != names_.end();
  entry->second = {has_names ? &names->second : nullptr, function ? function->address : 0,
                   has_names ? debug_.locate_line(pc).line : 0,
                   has_names ? debug_.functions_at(pc) : std::vector<std::string>()};
  return entry->second;
}

void ChangeWatcher::look(devices::FunctionalMachine& machine) {
  const std::uint32_t pc = machine.hart().state().pc;
  if (skipped_ != kCountsOnly) begun_.add(pc, machine.hart().state().retired);
  if (!began_) {
    const auto main = debug_.image().symbol("main");
    if (main && pc != *main) return;
    began_ = true;
    for (FoundVariable& object : objects_) {
      const auto ram = machine.ram();
      const std::uint32_t offset = *object.address - machine.ram_base();
      if (offset < ram.size() && object.size <= ram.size() - offset)
        std::memcpy(object.bytes.data(), ram.data() + offset, object.size);
    }
  } else {
    look_at_objects(machine);
    if (const support::Symbol* const function = debug_.image().covering(pc, true); function && function->address == pc)
      entered_[pc] = machine.hart().state().retired;
    const Place here = place_of(pc), before = place_of(last_pc_);
    const bool is_elsewhere = here.line != before.line || here.function != before.function || pc <= last_pc_;
    if (here.names && is_elsewhere) look_by_name(machine, here);
    if (here.names) last_in_[here.function] = pc;
  }
  writers_.add(pc);
  note_writes(machine);
  last_pc_ = pc;
  last_retired_ = machine.hart().state().retired;
}

void ChangeWatcher::look_at_objects(devices::FunctionalMachine& machine) {
  const std::span<const std::uint8_t> ram = machine.ram();
  for (FoundVariable& object : objects_) {
    const std::uint32_t offset = *object.address - machine.ram_base();
    if (offset >= ram.size() || object.size > ram.size() - offset) continue;
    if (std::memcmp(object.bytes.data(), ram.data() + offset, object.size) == 0) continue;
    Event event = event_of(object);
    event.value_before = word_of(object);
    std::memcpy(object.bytes.data(), ram.data() + offset, object.size);
    note(object, event);
  }
}

// The last instruction, with what is known of it as a store.
ChangeWatcher::Event ChangeWatcher::event_of(const FoundVariable& object) const {
  for (std::uint32_t k = 0; k < object.size; ++k) {
    const auto stored = stored_.find(*object.address + k);
    if (stored != stored_.end() && stored->second.retired == last_retired_ && stored->second.pc == last_pc_)
      return stored->second;
  }
  return {last_pc_, last_retired_};
}

void ChangeWatcher::look_by_name(devices::FunctionalMachine& machine, const Place& place) {
  const std::uint32_t pc = machine.hart().state().pc;
  const std::uint64_t retired = machine.hart().state().retired;
  // Variables of an inlined function are none of the line in front of it, which may have others of these names.
  const Place& before = place_of(last_pc_);
  const bool enters = place.function == before.function && !place.functions.empty() &&
                      std::ranges::find(before.functions, place.functions.front()) == before.functions.end();
  // Behind a call, what has changed did so at the call, and not in the function that was called. What a function has
  // when it is called is its own.
  constexpr std::uint32_t kLongest = 4;  // bytes of an instruction
  const auto last_here = last_in_.find(place.function);
  const bool is_other = place.function != before.function;
  const bool returns = is_other && last_here != last_in_.end() && pc - last_here->second <= kLongest;
  const bool begins = enters || (is_other && !returns);
  const std::uint64_t copy = statements_.copy(pc);
  const std::uint32_t changed_at = returns ? last_here->second : last_pc_;
  for (const std::string& name : *place.names) {
    if (looks_++ < skipped_) {
      followed_from_ = machine.hart().state().retired;
      continue;
    }
    const auto found = find_variable(machine, pc, name, debug_);
    if (!found || !writers_.is_certain(*found, name, pc)) continue;
    if (found->is_static) {
      watch(*found);
      continue;
    }
    const auto [known, is_new] = others_.try_emplace({found->declaration, place.function, found->name}, *found);
    // What is in memory may not be initialised yet; what is in a register has a value.
    // A pointer that leads elsewhere has changed nothing there.
    const bool is_other_object = is_through_pointer(name) && known->second.address != found->address;
    const bool is_told =
        is_new ? !found->address && found->bits == 0 : !is_other_object && known->second.bytes != found->bytes;
    const std::uint32_t value_before = word_of(known->second);
    known->second = *found;
    const std::uint64_t changed_before = is_new || is_told ? std::exchange(changed_[known->first], retired) : 0;
    if (!is_told || is_leftover(*found, name, place)) continue;
    const Event here = begins ? Event{pc, retired} : Event{changed_at, last_retired_};
    Event writer = writer_of(*found, name, place, pc, here);
    writer.copy = copy;
    writer.since = std::max(writer.since, changed_before);
    if (!is_new) writer.value_before = value_before;
    note(*found, writer);
  }
}

void ChangeWatcher::note_writes(devices::FunctionalMachine& machine) {
  const auto& state = machine.hart().state();
  const auto instruction = code_.at(state.pc);
  stack_pointer_ = state.x[isa::kSp].raw;
  if (!instruction) return;
  Event event{state.pc, state.retired};
  const std::uint8_t written = isa::written_register(*instruction);
  const bool only_moves =
      instruction->opcode == isa::Opcode::addi && instruction->immediate == 0 && instruction->rs1 != 0;
  written_[written] = event;
  made_[written] = only_moves ? made_[instruction->rs1] : event;
  event.made_by = made_[instruction->rs2].pc;
  const isa::MemoryUse use = isa::memory_use(instruction->opcode);
  const std::uint32_t address = state.x[instruction->rs1].raw +
                                (isa::is_atomic(*instruction) ? 0 : static_cast<std::uint32_t>(instruction->immediate));
  for (std::uint32_t k = 0; use.stores && k < use.bytes; ++k) {
    const auto [stored, is_new] = stored_.try_emplace(address + k, event);
    event.since = is_new ? 0 : stored->second.retired + 1;
    stored->second = event;
  }
}

// Who has written a variable last, if a line of the function that assigns it has, since the function began: the line at
// which a change is seen, `here`, may be another one, which only comes next in the code.
ChangeWatcher::Event ChangeWatcher::writer_of(const FoundVariable& variable, const std::string& name,
                                              const Place& place, std::uint32_t pc, Event here) const {
  Event last{};
  if (variable.address) {
    for (std::uint32_t k = 0; k < variable.size; ++k) {
      const auto stored = stored_.find(*variable.address + k);
      if (stored != stored_.end() && stored->second.retired >= last.retired) last = stored->second;
    }
  } else {
    using Kind = VariablePlace::Kind;
    const auto found = place_of_variable(pc, name, debug_);
    if (found && found->kind == Kind::Register) {
      const Event &written = written_[found->number], &made = made_[found->number];
      last = assigned_by(line_of_(debug_.locate_line(made.pc))).contains(name) ? made : written;
      last.made_by = made.pc;
    }
    if (found && found->kind == Kind::Constant && variable.bits == 0) here.is_constant = true;
    if (found && found->kind == Kind::Computed && variable.bits == 0) here.pc = 0;
  }
  const support::Symbol* const function = last.pc == 0 ? nullptr : debug_.image().covering(last.pc, true);
  const auto entered = entered_.find(place.function);
  const bool is_own =
      function && function->address == place.function && (entered == entered_.end() || last.retired >= entered->second);
  return is_own && assigned_by(line_of_(debug_.locate_line(last.pc))).contains(name) ? last : here;
}

// Of a local variable in the frame, what was there before the function began.
bool ChangeWatcher::is_leftover(const FoundVariable& variable, const std::string& name, const Place& place) const {
  const bool is_local = variable.address && variable.declaration != 0 && !is_through_pointer(name);
  const auto entered = entered_.find(place.function);
  if (!is_local || entered == entered_.end()) return false;
  for (std::uint32_t k = 0; k < variable.size; ++k) {
    const auto stored = stored_.find(*variable.address + k);
    if (stored != stored_.end() && stored->second.retired >= entered->second) return false;
  }
  return true;
}

std::vector<VariableChange> ChangeWatcher::changes() const {
  std::vector<VariableChange> changes(changes_.begin(), changes_.end());
  std::ranges::stable_sort(changes, {}, &VariableChange::instructions);
  return changes;
}

// Whether a pointer leads into the stack, to what has no name: such as the address of an argument.
bool ChangeWatcher::points_to_stack(const FoundVariable& variable) const {
  constexpr std::uint32_t kMostOfStack = 1U << 20;  // bytes
  const support::SourceType& type = debug_.types().type(variable.type);
  if (type.kind != support::SourceType::Kind::Pointer || variable.size != 4) return false;
  std::uint32_t address = 0;
  std::memcpy(&address, variable.bytes.data(), sizeof address);
  return address - stack_pointer_ < kMostOfStack && !debug_.image().covering(address, false);
}

void ChangeWatcher::note(const FoundVariable& variable, const Event& event) {
  if (points_to_stack(variable)) return;
  if (changes_.size() == kMostChanges) {
    followed_from_ = changes_.front().instructions + 1;
    changes_.pop_front();
  }
  std::optional<AssigningLines::Line> line;
  if (event.pc != 0)
    line = assigning_.line_of({.pc = event.pc,
                               .retired = event.retired,
                               .since = event.since,
                               .made_by = event.made_by == 0 ? std::nullopt : std::optional(event.made_by),
                               .name = variable.name,
                               .value = variable.size > 4 ? std::nullopt : std::optional(word_of(variable)),
                               .before = event.value_before,
                               .is_static = variable.is_static,
                               .is_in_memory = variable.address.has_value(),
                               .copy = event.copy,
                               .is_constant = event.is_constant},
                              begun_);
  changes_.push_back({event.retired, event.pc == 0 ? last_pc_ : event.pc, variable.name, value_text(variable, debug_),
                      variable.declaration, variable.address, line});
}

}  // namespace janus::app
