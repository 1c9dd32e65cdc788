// Hooks by which firmware asks about its own values and tells what it has reached (docs/hooks.md, codes 6 to 11).
#include <fmt/format.h>

#include <algorithm>

#include "engine/hart/symbolic_hart.h"
#include "term/smtlib.h"

namespace janus::engine {

using isa::HookCode;
using solver::Answer;
using term::Term;

constexpr double kSecondsForOthers = 0.1;  // counted, to find out whether a word has other values

// Returns whether the state stands for one place on real paths alone. States with made-up values (set_made_up()) have
// no values to ask for, and reach nothing: then the path is given up, and whoever made the values up does without it.
bool SymbolicHart::may_inspect() {
  if (!made_up_) return true;
  stay();
  end({.reason = Termination::SolverGaveUp});
  return false;
}

void SymbolicHart::inspect(HookCode code, std::uint32_t register_number) {
  if (!may_inspect()) return;
  const auto number = static_cast<std::uint8_t>(register_number);
  switch (code) {
    case HookCode::IsSymbolic: return answer_whether_symbolic(number);
    case HookCode::GetValue: return concretize(number);
    case HookCode::Prefer: {
      const Term condition = values_.to_term(values_.bit_not(values_.eq(get(number), word(0))));
      if (!condition.is_constant() && state_->preferences.size() < kMaxPreferences)
        state_->preferences.push_back(condition);
      return;
    }
    case HookCode::Print:
      if (inspect_ && !is_ahead() && !state_->widened) inspect_({code, pc(), hook_name(), described(get(number))});
      return;
    case HookCode::Cover:
      if (inspect_ && !is_ahead() && !state_->widened) inspect_({code, pc(), hook_name()});
      return;
    case HookCode::StackTrace:
      if (inspect_ && !is_ahead() && !state_->widened) tell_calls();
      return;
    case HookCode::Report: stay(); return end({.reason = Termination::AssertFailed, .detail = hook_name()});
    case HookCode::Assert:
    case HookCode::Assume:
    case HookCode::MakeRegisterSymbolic:
    case HookCode::MakeMemorySymbolic:
    case HookCode::MakeNamedMemorySymbolic:
    case HookCode::Poison:
    case HookCode::Unpoison:
    case HookCode::Define:
    case HookCode::BeginObject:
    case HookCode::EndObject:
    case HookCode::BeginStretch:
    case HookCode::EndStretch:
    case HookCode::AssertCycles: break;
  }
  JANUS_REQUIRE(!"a hook that inspects");
}

// Calls of which something is symbolic are not known.
void SymbolicHart::tell_calls() {
  support::MachineView machine;
  const auto known = [](const Word32& word) { return word.term ? std::nullopt : std::optional(word.bits.raw); };
  for (std::uint8_t r = 0; r < 32; ++r) machine.x[r] = known(get(r));
  machine.word = [&](std::uint32_t address) -> std::optional<std::uint32_t> {
    return in_ram(address, 4) ? known(load_memory<32>(address)) : std::nullopt;
  };
  inspect_({.code = HookCode::StackTrace, .pc = pc(), .name = {}, .value = {}, .machine = &machine});
}

std::string SymbolicHart::hook_name() {
  const Word32 address = get(isa::kHookName);
  if (address.term) return {};
  return isa::read_hook_name(address.bits.raw, [this](std::uint32_t at) -> std::optional<std::uint8_t> {
    if (!in_ram(at, 1)) return std::nullopt;
    const Word<8> byte = load_memory<8>(at);
    return byte.term ? std::nullopt : std::optional(static_cast<std::uint8_t>(byte.bits.raw));
  });
}

// The answer depends on what the engine knows, which no concrete machine knows. So it is an input that has one value on
// this path, and a replay gets it from the test case.
void SymbolicHart::answer_whether_symbolic(std::uint8_t number) {
  // States that revisiting takes for one may have a term and a constant there.
  if (state_->parts.revisit) return end({.reason = Termination::AsksWhetherSymbolic});
  const std::uint64_t answer = get(number).term ? 1 : 0;
  Input& input = new_input("is_symbolic", 4, std::nullopt);
  input.variable = pool_.variable(fmt::format("in{}_32", input.index), 32);
  input.register_number = isa::kA0;
  input.answer = true;
  assign_to_models(input.variable, answer);
  state_->path = solver::extend(state_->path, pool_.eq(input.variable, pool_.constant(32, answer)));
  set(isa::kA0, word(static_cast<std::uint32_t>(answer)));
}

// The path goes on with one value of the register. If others were feasible, they are counted as lost.
void SymbolicHart::concretize(std::uint8_t number) {
  const Word32 asked = get(number);
  if (!asked.term) return set(isa::kA0, asked);
  if (!need_model()) return stay();
  const auto value = static_cast<std::uint32_t>(value_in_model(*state_, asked.term));
  const Term equal = pool_.eq(asked.term, pool_.constant(32, value));
  term::Assignment other = *state_->model;
  const double limit = config_.solver_seconds;  // an answer that takes long changes little
  solver_.set_timeout(limit > 0 ? std::min(limit, kSecondsForOthers) : kSecondsForOthers);
  const Answer others = is_ahead() ? Answer::Unsat : solver_.check(state_->path, pool_.bit_not(equal), other);
  solver_.set_timeout(limit);
  if (others == Answer::Unknown && is_broken_off()) return;
  if (others != Answer::Unsat) ++statistics_.concretizations;
  keep_seeds(equal);
  state_->path = solver::extend(state_->path, equal);  // the model satisfies it
  set(isa::kA0, word(value));
  if (number != isa::kZero) set(number, word(value));
}

// What people want to know of a word: its value; or its range, an example, and the term.
std::string SymbolicHart::described(Word32 word) {
  if (!word.term) return fmt::format("{} (0x{:08x})", static_cast<std::int32_t>(word.bits.raw), word.bits.raw);
  constexpr std::size_t kMostNodes = 24;
  std::string text = "symbolic";
  if (state_->model) {
    const solver::ValueSet values = solver_.values(state_->path, word.term);
    const std::uint64_t example = value_in_model(*state_, word.term);
    const auto low = extreme_value(word.term, values.min(), example, false);
    const auto high = extreme_value(word.term, example, values.max(), true);
    text = low && high ? fmt::format("{} to {}, such as {}", *low, *high, example) : fmt::format("such as {}", example);
  }
  const std::string formula =
      term::smtlib_expression(word.term, kMostNodes, [this](Term variable) { return name_of_variable(variable); });
  return formula.empty() ? text : fmt::format("{}: {}", text, formula);
}

// The bytes of an input that a variable stands for: "packet", or "packet[2]", "packet[2..3]".
std::string SymbolicHart::name_of_variable(Term variable) const {
  const auto inputs = inputs_of(*state_);
  const auto names = names_of(inputs);
  std::string name;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    inputs[i]->for_each_part([&](std::uint32_t offset, Term part) {
      if (!(part == variable)) return;
      const std::uint32_t last = offset + part.width() / 8 - 1;
      const bool whole = offset == 0 && last + 1 == inputs[i]->size;
      name = whole           ? names[i]
             : last > offset ? fmt::format("{}[{}..{}]", names[i], offset, last)
                             : fmt::format("{}[{}]", names[i], offset);
    });
  }
  return name.empty() ? pool_.variables()[variable->value].name : name;
}

}  // namespace janus::engine
