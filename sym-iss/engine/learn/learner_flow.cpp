// How the learner follows a path from block to block: branches, jumps, calls and returns, and the values that become
// unknown where paths meet.
#include <algorithm>

#include "engine/learn/learner.h"
#include "program/call_convention.h"
#include "support/contract.h"

namespace janus::engine {

using isa::Opcode;
using term::Term;

bool Learner::leave_block(ExecutionState& state, ShadowState& s, const Instruction& i, std::uint32_t pc,
                          const ShadowHart::Outcome& outcome) {
  const std::uint32_t next = state.hart.pc;
  if (outcome.branch) return take_branch(s, i, pc, next, *outcome.branch);
  if (program::is_return(i)) return return_from_call(state, s, pc, next, *outcome.jump);
  if (program::is_call(i)) return call(state, s, pc, next, outcome.jump, &i);
  return jump(state, s, pc, next, outcome.jump);
}

// The context of calls and loop iterations after the edge from block `from` to block `to` of a function. Nothing if the
// edge enters a loop other than at the header.
std::optional<SearchFormula::Context> Learner::context_after(SearchFormula::Context context, std::uint32_t function,
                                                             std::uint32_t from, std::uint32_t to) {
  const program::LoopForest& loops = effects_.structure(function).loops;
  std::uint32_t loop = loops.innermost(from);
  for (; loop != program::kNoNode && !loops.contains(loop, to); loop = loops.loops()[loop].parent) {
    context = formula_.enclosing(context);
  }
  const std::uint32_t inner = loops.innermost(to);
  const std::uint32_t header = effects_.functions()[function].blocks[to].begin;
  if (loop != program::kNoNode && loops.loops()[loop].header == to) {
    if (!loops.is_back_edge({from, to})) return std::nullopt;
    return formula_.iteration(formula_.enclosing(context), header, formula_.iteration_of(context) + 1);
  }
  if (inner == loop) return context;
  if (loops.loops()[inner].header != to || loops.loops()[inner].parent != loop) return std::nullopt;
  return formula_.iteration(context, header, 0);
}

void Learner::record_choice(ShadowState& s, Literal literal) {
  choices_.push_back({literal, s.choices, s.choices ? s.choices->depth + 1 : 1});
  s.choices = &choices_.back();
}

void Learner::enter_block(ShadowState& s, Literal edge, SearchFormula::Context context, std::uint32_t function,
                          std::uint32_t block) {
  record_choice(s, edge);
  if (s.plan && (*s.plan)[s.followed] != edge) s.plan.reset();
  if (s.plan && ++s.followed == s.plan->size()) s.plan.reset();
  s.context = context;
  s.function = function;
  s.block = block;
  s.node = formula_.node(context, effects_.functions()[function].blocks[block].begin);
}

// Makes everything that `effect` may have changed unknown on paths that did not take `edge`. `sp` is the stack pointer
// at the entry of the function that the effect belongs to; nothing if paths differ in the stack pointer.
void Learner::forget(ShadowState& s, const program::Effect& effect, Literal edge, std::optional<std::uint32_t> sp) {
  const ShadowPlace place{s.node, 0};
  for (std::uint8_t number = 1; number < 32; ++number) {
    if (effect.registers >> number & 1) shadow_.forget_register(number, edge, place);
  }
  bool all = effect.any_memory || (effect.below && !sp);
  for (const program::Effect::Bytes& bytes : effect.bytes) all = all || (bytes.on_stack && !sp);
  if (all) {
    shadow_.forget_memory(edge, place);
  } else {
    for (const program::Effect::Bytes& bytes : effect.bytes) {
      shadow_.forget_words(bytes.begin + (bytes.on_stack ? *sp : 0), bytes.count, edge, place);
    }
    if (effect.below) shadow_.forget_below(*sp + static_cast<std::uint32_t>(*effect.below), edge, place);
  }
  if (effect.inputs) s.input_guards.push_back(edge);
}

bool Learner::take_branch(ShadowState& s, const Instruction& i, std::uint32_t pc, std::uint32_t next,
                          term::SymbolicWord<1> condition) {
  const std::uint32_t addresses[2] = {isa::next_pc(pc, i), isa::target_of(pc, i)};
  const bool taken = next != addresses[0];
  if (next != addresses[taken]) return false;
  Literal edges[2];
  std::uint32_t blocks[2];
  SearchFormula::Context contexts[2];
  const bool known = formula_.completed(s.node);
  for (unsigned side = 0; side < 2; ++side) {
    const auto place = effects_.block_at(addresses[side]);
    if (!place || place->function != s.function) return false;
    const auto context = context_after(s.context, s.function, s.block, place->block);
    if (!context) return false;
    contexts[side] = *context;
    blocks[side] = place->block;
    edges[side] = formula_.edge(s.node, addresses[side]);
  }
  formula_.complete(s.node);
  if (!known) {
    for (unsigned side = 0; side < 2; ++side) {
      formula_.leads_to(edges[side], formula_.node(contexts[side], addresses[side]));
    }
    formula_.add({-formula_.left(s.node), edges[0], edges[1]});
    if (edges[0] != edges[1]) formula_.add({-edges[0], -edges[1]});
  }
  if (edges[0] != edges[1]) {
    const Term here = taken ? shadow_.values().to_term(condition) : pool_.bit_not(shadow_.values().to_term(condition));
    const Term other = pool_.bit_not(here);
    if (here.is_constant()) {
      JANUS_REQUIRE(here->value);
      formula_.add({-edges[!taken]});
    } else {
      if (!other_feasible_) analysis_.learn(s, {-edges[!taken]}, other, ConflictAnalysis::About::Branch);
      analysis_.add_fact(s, here, {edges[taken]});
    }
  }
  const std::uint32_t from = s.block;
  enter_block(s, edges[taken], contexts[taken], s.function, blocks[taken]);
  if (const program::Effect* effect = effects_.at_join(s.function, from, s.block)) {
    forget(s, *effect, edges[taken], s.activation ? s.activation->entry_sp : std::nullopt);
  }
  return true;
}

// The condition that a jump to `target` goes to `address`. Jumps ignore bit 0 of the target.
Term Learner::is_target(const ShadowWord& target, std::uint32_t address) {
  const Term word = shadow_.values().to_term(target);
  return pool_.eq(pool_.bit_and(word, pool_.constant(32, ~1U)), pool_.constant(32, address));
}

// A jump that is no call: within the function, or a tail call of another function.
bool Learner::jump(ExecutionState& state, ShadowState& s, std::uint32_t pc, std::uint32_t next,
                   const std::optional<ShadowWord>& target) {
  const auto& blocks = effects_.functions()[s.function].blocks;
  const auto place = effects_.block_at(next);
  if (!place) return false;
  const auto& successors = blocks[s.block].successors;
  const bool within = place->function == s.function &&
                      std::any_of(successors.begin(), successors.end(),
                                  [&](const program::BlockEdge& successor) { return successor.block == place->block; });
  if (!within) return call(state, s, pc, next, target, nullptr);
  const auto context = context_after(s.context, s.function, s.block, place->block);
  if (!context) return false;
  const Literal edge = formula_.edge(s.node, next);
  formula_.leads_to(edge, formula_.node(*context, next));
  if (!target || !target->term) {
    formula_.complete_with(s.node, edge);
  } else {
    formula_.complete(s.node);
    analysis_.add_fact(s, is_target(*target, next), {edge});
  }
  const std::uint32_t from = s.block;
  enter_block(s, edge, *context, s.function, place->block);
  if (const program::Effect* effect = effects_.at_join(s.function, from, s.block)) {
    forget(s, *effect, edge, s.activation ? s.activation->entry_sp : std::nullopt);
  }
  return true;
}

bool Learner::has_global_pointer(std::uint32_t function) {
  const auto expected = effects_.global_pointer(function);
  if (!expected) return true;
  const ShadowWord gp = shadow_.get(isa::kGp);
  return !gp.term && gp.bits.raw == *expected;
}

bool Learner::call(ExecutionState& state, ShadowState& s, std::uint32_t pc, std::uint32_t next,
                   const std::optional<ShadowWord>& target, const Instruction* call) {
  const bool tail = !call;
  const auto callee = effects_.function_at(next);
  if (!callee || (tail && !s.activation)) return false;
  const program::FunctionStructure& structure = effects_.structure(*callee);
  if (structure.loops.irreducible() || !has_global_pointer(*callee)) return false;
  const std::uint32_t entry = effects_.functions()[*callee].entry_block;
  SearchFormula::Context context = formula_.call(s.context, pc, next);
  if (structure.loops.innermost(entry) != program::kNoNode) context = formula_.iteration(context, next, 0);
  const Literal edge = formula_.edge(s.node, next);
  formula_.leads_to(edge, formula_.node(context, next));
  const bool direct = !target || !target->term;
  if (direct) {
    formula_.complete_with(s.node, edge);
  } else {
    formula_.complete(s.node);
    analysis_.add_fact(s, is_target(*target, next), {edge});
  }
  Activation activation;
  if (tail) {
    activation = *s.activation;
  } else {
    activation = {.caller = s.activation,
                  .caller_function = s.function,
                  .call_block = s.block,
                  .callee = *callee,
                  .context = s.context,
                  .return_address = isa::next_pc(pc, *call),
                  .direct = direct,
                  .convention = program::keeps_convention(*call),
                  .entry_sp = {}};
    for (std::uint8_t number = 1; number < 32; ++number) {
      if (!(program::kPreservedRegisters >> number & 1)) continue;
      activation.shadow[number] = shadow_.get(number);
      activation.actual[number] = state.hart.x[number];
    }
  }
  const ShadowWord sp = shadow_.get(isa::kSp);
  activation.entry_sp = sp.term ? std::nullopt : std::optional(sp.bits.raw);
  activations_.push_back(activation);
  enter_block(s, edge, context, *callee, entry);
  s.activation = &activations_.back();
  return true;
}

// A return to the instruction after the call. The registers that calls preserve must have their values from before the
// call; otherwise the jump does not count as a return.
bool Learner::return_from_call(ExecutionState& state, ShadowState& s, std::uint32_t pc, std::uint32_t next,
                               const ShadowWord& target) {
  const Activation* call = s.activation;
  if (!call || call->return_address != next) return false;
  const auto& blocks = effects_.functions()[call->caller_function].blocks;
  const auto place = effects_.block_at(next);
  const auto& successors = blocks[call->call_block].successors;
  if (!place || place->function != call->caller_function ||
      std::none_of(successors.begin(), successors.end(),
                   [&](const program::BlockEdge& successor) { return successor.block == place->block; })) {
    return false;
  }
  auto& v = shadow_.values();
  const std::uint32_t kept = call->convention ? program::kPreservedRegisters : 0;
  Term preserved = is_target(target, next);
  for (std::uint8_t number = 1; number < 32; ++number) {
    if (!(kept >> number & 1)) continue;
    if (!(state.hart.x[number] == call->actual[number])) return false;
    preserved = pool_.bit_and(preserved, v.to_term(v.eq(shadow_.get(number), call->shadow[number])));
  }
  const auto context = context_after(call->context, call->caller_function, call->call_block, place->block);
  if (!context) return false;
  if (!preserved.is_constant()) {
    const Literal fails = formula_.target(s.node, pc);
    analysis_.learn(s, {-fails}, pool_.bit_not(preserved));
    analysis_.add_fact(s, preserved, {formula_.passed(s.node, pc)});
  }
  JANUS_REQUIRE(!preserved.is_constant() || preserved->value);
  const Literal edge = formula_.edge(s.node, next);
  formula_.leads_to(edge, formula_.node(*context, next));
  formula_.complete_with(s.node, edge);
  for (std::uint8_t number = 1; number < 32; ++number) {
    if (kept >> number & 1) shadow_.set(number, call->shadow[number]);
  }
  enter_block(s, edge, *context, call->caller_function, place->block);
  s.activation = call->caller;
  const ShadowWord& sp = call->shadow[isa::kSp];
  const bool unknown = !call->direct || (!call->convention && effects_.at_return(call->callee));
  const program::Effect anything =
      program::FunctionEffects::anything(call->convention ? program::kClobberedRegisters : ~1U);
  if (const program::Effect* effect = !unknown ? effects_.at_return(call->callee) : &anything) {
    forget(s, *effect, edge, sp.term ? std::nullopt : std::optional(sp.bits.raw));
  }
  if (const program::Effect* effect = effects_.at_join(s.function, call->call_block, s.block)) {
    forget(s, *effect, edge, s.activation ? s.activation->entry_sp : std::nullopt);
  }
  return true;
}

}  // namespace janus::engine
