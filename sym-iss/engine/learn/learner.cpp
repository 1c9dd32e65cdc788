#include "engine/learn/learner.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/predicates.h"
#include "support/contract.h"

namespace janus::engine {

using isa::Opcode;
using term::Term;

namespace {

// The hart that isa::decode_hook() needs: the shadow's registers. A register that is not a constant counts as unknown.
struct ConstantRegisters {
  ShadowHart& shadow;

  term::SymbolicValues& values() { return shadow.values(); }
  ShadowWord get(std::uint8_t number) { return shadow.get(number); }
  std::optional<bool> branch(term::SymbolicValues::Word<1> condition) {
    return condition.term ? std::nullopt : std::optional(condition.bits.raw != 0);
  }
  std::optional<std::uint32_t> resolve(ShadowWord word) {
    return word.term ? std::nullopt : std::optional(word.bits.raw);
  }
};

}  // namespace

Learner::Learner(const TechniqueContext& context)
    : effects_(context.image, context.hart.hooks),
      formula_(&context.over),
      analysis_(pool_, formula_, pace_, context.over),
      shadow_(pool_, formula_, analysis_, context.hart.ram_base, context.hart.ram_size),
      config_(context.hart) {}

// --- States.

void Learner::started(ExecutionState& state) {
  state.parts.learn = std::make_shared<ShadowState>(state.memory);
  ShadowState& s = *state.parts.learn;
  const auto place = effects_.block_at(state.hart.pc);
  if (!place) {
    s.untracked = true;
    return;
  }
  s.function = place->function;
  s.block = place->block;
  s.node = formula_.node(s.context, state.hart.pc);
  s.next_pc = state.hart.pc;
  s.untracked = effects_.global_pointer(s.function) || effects_.structure(s.function).loops.irreducible() ||
                effects_.structure(s.function).loops.innermost(s.block) != program::kNoNode;
  formula_.add({formula_.entered(s.node)});
}

ShadowState& Learner::own(ExecutionState& state) {
  if (state.parts.learn.use_count() > 1) state.parts.learn = std::make_shared<ShadowState>(*state.parts.learn);
  return *state.parts.learn;
}

std::vector<Literal> Learner::choices_of(const ShadowState& s) const {
  std::vector<Literal> literals;
  for (const PathChoice* choice = s.choices; choice; choice = choice->previous) {
    if (!formula_.always(choice->literal)) literals.push_back(choice->literal);
  }
  std::reverse(literals.begin(), literals.end());
  return literals;
}

std::optional<Ending> Learner::resumes(ExecutionState& state, States&) {
  const ShadowState& s = *state.parts.learn;
  // Nothing excludes a path that leaves the blocks that were looked at.
  if (s.untracked || s.plan || !formula_.completed(s.node)) return std::nullopt;
  const solver::Answer answer = formula_.solver().solve(choices_of(s));
  if (answer == solver::Answer::Sat) plan(state);
  if (answer != solver::Answer::Unsat) return std::nullopt;
  ++pruned_;
  return Ending{.reason = Termination::Learned};
}

void Learner::forked(ExecutionState&, ExecutionState& sibling) { own(sibling).other_feasible = true; }

void Learner::merged(ExecutionState& into, const ExecutionState&) { own(into).untracked = true; }

void Learner::interrupted(ExecutionState& state) { own(state).untracked = true; }

void Learner::decided(ExecutionState&, Term, bool, solver::Answer other) {
  other_feasible_ = other_feasible_ || other != solver::Answer::Unsat;
}

void Learner::ended(ExecutionState& state, const Ending& ending) {
  const ShadowState& s = *state.parts.learn;
  pace_.ended(state.tree_fraction);
  untracked_ += s.untracked;
  last_path_ = choices_of(s);
  if (s.untracked) return;
  if (ending.reason == Termination::Exited && s.no_exit) {
    ShadowState& own_state = own(state);
    analysis_.learn(own_state, {-formula_.reached(s.exit.node, s.exit.pc)}, s.no_exit);
  } else if (ending.reason == Termination::Halted && config_.ends.halt == EndRules::Halt::IsFine) {
    formula_.learn({-formula_.entered(s.node)});
  }
}

TechniqueReport Learner::report() const {
  std::vector<std::string> remarks;
  for (const auto& [pc, count] : untracked_from_) {
    remarks.push_back(
        fmt::format("nothing was learned behind 0x{:08x} by {} state{}", pc, count, count == 1 ? "" : "s"));
  }
  if (hands_back()) remarks.emplace_back("went on without learning, which is faster here");
  return {"learn",
          {{"clauses", formula_.learned()},
           {"literals", formula_.learned_literals()},
           {"pruned states", pruned_},
           {"untracked paths", untracked_},
           {"block instances", formula_.nodes()},
           {"bounds", analysis_.bounds()},
           {"conflict questions", analysis_.questions()},
           {"SAT calls", formula_.solver().calls()}},
          std::move(remarks)};
}

// --- For the searcher.

bool Learner::find_open_path(const LearnOptions& options) {
  solver::ClauseSolver& solver = formula_.solver();
  for (const Literal literal : preferred_) solver.forget_preference(literal);
  preferred_.clear();
  const bool short_enough = formula_.last_size() * 100 <= options.percent * last_path_.size();
  if (options.strategy == LearnStrategy::Guide || (options.strategy == LearnStrategy::Maximize && short_enough)) {
    preferred_ = last_path_;
  }
  for (const Literal literal : preferred_) solver.prefer(literal);
  return solver.solve({}) == solver::Answer::Sat;
}

void Learner::plan(ExecutionState& state) {
  std::vector<Literal> path = formula_.path_behind(state.parts.learn->node);
  if (path.empty()) return;
  ShadowState& s = own(state);
  s.plan = std::make_shared<const std::vector<Literal>>(std::move(path));
  s.followed = 0;
}

bool Learner::on_open_path(const ExecutionState& state) const {
  if (state.parts.learn->untracked) return false;
  for (const PathChoice* choice = state.parts.learn->choices; choice; choice = choice->previous) {
    if (!formula_.solver().value(choice->literal)) return false;
  }
  return true;
}

// --- Instructions.

void Learner::executed(ExecutionState& state, const ExecutedInstruction& executed) {
  const bool feasible = std::exchange(other_feasible_, false);
  if (state.parts.learn->untracked) return;
  ShadowState& s = own(state);
  other_feasible_ = feasible || std::exchange(s.other_feasible, false);
  s.untracked = s.next_pc != executed.pc || !step(state, s, executed);
  if (s.untracked) ++untracked_from_[executed.pc];
  s.next_pc = state.hart.pc;
  other_feasible_ = false;
}

bool Learner::step(ExecutionState& state, ShadowState& s, const ExecutedInstruction& executed) {
  const Instruction& i = executed.instruction;
  const std::uint32_t pc = executed.pc, next = state.hart.pc;
  const bool jumps = isa::is_branch(i) || isa::is_jump(i);
  const bool calls_environment = isa::control(i.opcode) == isa::Control::CallsEnvironment;
  if (!jumps && next != isa::next_pc(pc, i) && !calls_environment) return false;    // a trap, or the end of the path
  if (jumps && state.hart.mtvec && next == (state.hart.mtvec & ~3U)) return false;  // the jump may have trapped
  shadow_.begin(s, executed);
  ShadowHart::Outcome outcome;
  if (calls_environment) {
    if (!executed.called_hook || !hook(state, s, pc, isa::next_pc(pc, i))) return false;
  } else if (isa::accesses_csr(i)) {
    if (!access_csr(state, executed)) return false;
  } else if (isa::is_atomic(i)) {
    if (!access_atomically(executed)) return false;
  } else if (isa::timing_class(i) == isa::TimingClass::System) {
    return false;
  } else {
    const bool accesses = isa::memory_use(i.opcode).bytes != 0;
    if (accesses && executed.accesses.empty()) return false;  // a trap whose handler is the next instruction
    outcome = shadow_.execute(s, executed, next);
    if (outcome.address && !check_access(state, s, executed, outcome)) return false;
    if (outcome.chosen) record_choice(s, outcome.chosen);
  }
  if (!jumps && isa::next_pc(pc, i) != effects_.functions()[s.function].blocks[s.block].end) return true;
  return leave_block(state, s, i, pc, outcome);
}

bool Learner::hook(ExecutionState& state, ShadowState& s, std::uint32_t pc, std::uint32_t behind) {
  using isa::HookCode;
  const bool went_on = state.hart.pc == behind;
  ConstantRegisters registers{shadow_};
  const auto hook = isa::decode_hook(registers, false);
  if (hook.is != decltype(hook.is)::Hook) return false;
  const auto& call = hook.call;
  switch (call.code) {
    case HookCode::Assert:
    case HookCode::Assume: break;
    case HookCode::MakeMemorySymbolic:
    case HookCode::MakeNamedMemorySymbolic:
      if (call.address.term || call.bytes.term) return false;
      if (effects_.is_code(call.address.bits.raw, call.bytes.bits.raw)) return false;
      if (went_on && call.bytes.bits.raw > 0) make_inputs(s, *state.inputs, pc);
      return went_on;
    case HookCode::MakeRegisterSymbolic:
      if (went_on) make_inputs(s, *state.inputs, pc);
      return went_on;
    case HookCode::BeginStretch:
    case HookCode::EndStretch:
    case HookCode::AssertCycles:
    case HookCode::IsSymbolic:
    case HookCode::GetValue:
    case HookCode::Prefer:
    case HookCode::Print:
    case HookCode::Report:
    case HookCode::Cover:
    case HookCode::StackTrace:
    case HookCode::Poison:
    case HookCode::Unpoison:
    case HookCode::Define:
    case HookCode::BeginObject:
    case HookCode::EndObject: return false;  // the shadow has no time, and is not asked
  }
  if (!call.names_a_register()) return false;
  auto& v = shadow_.values();
  const Term holds =
      v.to_term(v.bit_not(v.eq(shadow_.get(static_cast<std::uint8_t>(call.register_number)), v.constant<32>(0))));
  if (call.code == HookCode::Assume) {
    if (!went_on) analysis_.learn(s, {-formula_.reached(s.node, pc)}, holds);
  } else if (!holds.is_constant()) {
    const Literal fails = formula_.target(s.node, pc);
    if (went_on && !other_feasible_) analysis_.learn(s, {-fails}, pool_.bit_not(holds));
  }
  if (!went_on) return false;
  JANUS_REQUIRE(!holds.is_constant() || holds->value);
  if (!holds.is_constant()) analysis_.add_fact(s, holds, {formula_.passed(s.node, pc)});
  return true;
}

// Other paths may have made another number of inputs before. Then the new input has another index there, so each
// variable gets a name by place, and a fact for paths with the same number of inputs.
void Learner::make_inputs(ShadowState& s, const Input& input, std::uint32_t pc) {
  // The shadow has words of its own, so how the path divides the input does not matter.
  const auto make = [&](std::uint32_t offset, unsigned width) {
    const std::uint32_t at = input.address.value_or(0) + offset;
    Term variable = pool_.variable(fmt::format("in{}_{}_{}", input.index, offset, width), width);
    if (!s.input_guards.empty()) {
      const Term own = pool_.variable(fmt::format("made{}_{}@{}:{:x}", width, offset, s.node, pc), width);
      analysis_.add_fact(s, pool_.eq(own, variable), s.input_guards);
      variable = own;
    }
    if (!input.address) {
      shadow_.set(input.register_number, {variable, {}});
    } else if (width == 32) {
      shadow_.store_at<32>(at, {variable, {}});
    } else {
      shadow_.store_at<8>(at, {variable, {}});
    }
  };
  if (!input.address) return make(0, 32);
  const unsigned bytes = input.size % 4 == 0 && *input.address % 4 == 0 ? 4 : 1;
  for (std::uint32_t offset = 0; offset < input.size; offset += bytes) make(offset, 8 * bytes);
}

// As long as no interrupt is enabled and memory is not protected, a CSR influences a path only when it is read. Only a
// write to mie enables interrupts, so a write to mie makes the path untracked, and so do writes that protect memory.
bool Learner::access_csr(ExecutionState& state, const ExecutedInstruction& executed) {
  namespace csr = isa::csr;
  const Instruction& i = executed.instruction;
  const bool protects = i.immediate >= csr::pmpcfg0 && i.immediate < csr::pmpaddr0 + hart::PmpState::kEntries;
  if (isa::writes_csr(i) && (i.immediate == csr::mie || protects || state.hart.is_guarded())) return false;
  const ShadowWord actual = state.hart.x[i.rd];
  const bool constant = i.immediate == csr::mhartid && !actual.term;
  if (i.rd) shadow_.set(i.rd, constant ? actual : shadow_.unknown_word(executed.pc, "csr"));
  return true;
}

bool Learner::access_atomically(const ExecutedInstruction& executed) {
  const Instruction& i = executed.instruction;
  const ShadowWord address = shadow_.get(i.rs1);
  const std::uint32_t at = address.bits.raw, offset = at - config_.ram_base;
  if (address.term || at % 4 || offset > config_.ram_size - 4 || effects_.is_code(at, 4) || config_.htif.tohost == at)
    return false;
  if (isa::memory_use(i.opcode).stores) shadow_.store_at<32>(at, shadow_.unknown_word(executed.pc, "stored"));
  if (i.rd) shadow_.set(i.rd, shadow_.unknown_word(executed.pc, "atomic"));
  return true;
}

// A store to tohost or to the finisher, which ends a path for some stored values. Other paths may store another value
// here.
bool Learner::check_exit(const ExecutionState& state, ShadowState& s, const ExecutedInstruction& executed,
                         const ShadowWord& stored) {
  const ShadowWord& actual = state.hart.x[executed.instruction.rs2];
  const unsigned unused = 32 - 8 * executed.accesses.front().bytes;
  if (actual.term) return false;
  const Term value = pool_.constant(32, actual.bits.raw << unused >> unused);
  s.exit = {s.node, executed.pc};
  s.no_exit = pool_.bit_not(pool_.eq(shadow_.values().to_term(stored), value));
  if (s.no_exit.is_constant()) return true;
  const Literal fails = formula_.target(s.node, executed.pc);
  analysis_.learn(s, {-fails}, s.no_exit);
  return true;
}

// Other paths may access no memory at all, code, or a device with this instruction. Such an access is a target, unless
// it is shown to be impossible.
bool Learner::check_access(const ExecutionState& state, ShadowState& s, const ExecutedInstruction& executed,
                           const ShadowHart::Outcome& outcome) {
  const MemoryAccess& access = executed.accesses.front();
  if (access.host) return false;
  const bool ends = access.store && (state.board.get().plan().finisher.region.contains(access.low) ||
                                     config_.htif.tohost == access.low);
  if (!outcome.address->term) {
    if (ends && !check_exit(state, s, executed, *outcome.stored)) return false;
    return !access.store || access.device || !effects_.is_code(access.low, access.bytes);
  }
  if (access.device || ends) return false;
  const std::uint32_t last = access.low + ((access.count - 1) << access.stride_bits);
  const std::uint32_t code_begin = effects_.code_begin(), code_end = effects_.code_end();
  if (access.store && last + access.bytes > code_begin && access.low < code_end) return false;
  const auto below = [&](Term a, std::uint32_t limit) { return pool_.ult(a, pool_.constant(32, limit)); };
  const Term address = outcome.address->term;
  const Term offset = pool_.sub(address, pool_.constant(32, config_.ram_base));
  Term fine = below(offset, config_.ram_size - access.bytes + 1);
  if (access.store) {
    const Term in_code = below(pool_.sub(address, pool_.constant(32, code_begin - access.bytes + 1)),
                               code_end - code_begin + access.bytes);
    fine = pool_.bit_and(fine, pool_.bit_not(in_code));
    if (config_.htif.tohost)
      fine = pool_.bit_and(fine, pool_.bit_not(pool_.eq(address, pool_.constant(32, *config_.htif.tohost))));
  }
  if (fine.is_constant() && fine->value) return true;
  const Literal fails = formula_.target(s.node, executed.pc);
  analysis_.learn(s, {-fails}, pool_.bit_not(fine));
  analysis_.add_fact(s, fine, {formula_.passed(s.node, executed.pc)});
  return true;
}

}  // namespace janus::engine
