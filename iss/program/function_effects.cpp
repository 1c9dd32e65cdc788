#include "program/function_effects.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "isa/decoder.h"
#include "program/static_hart.h"

namespace janus::program {
namespace {

// What is known of a register. Empty if no path is known to lead to the place in question.
using Known = std::optional<KnownRegister>;
using Registers = std::array<Known, 32>;

Known joined(Known a, Known b) {
  if (!a) return b;
  return !b || a == b ? a : KnownRegister{};
}

// Follows the instructions of a block.
class BlockReader : private KnownRegisters {
 public:
  BlockReader(Registers& registers, Effect* effect) : x_(registers), effect_(effect) {}

  // `may_be_hook` says whether an `ecall` is a hook if t0 says so.
  void read(std::uint32_t pc, const isa::Instruction& i, bool may_be_hook) {
    if (i.opcode == isa::Opcode::ecall) return may_be_hook ? hook() : forget();
    if (i.opcode == isa::Opcode::ebreak) return forget();  // a call of the host, which may write memory
    const StaticEffect done = static_effect(i, pc, *this);
    if (done.stored > 0) store(done.address, done.stored);
    if (done.written != 0) set(done.written, done.value);
  }
  void call(std::uint32_t changed) {
    for (std::uint8_t number = 1; number < 32; ++number) {
      if (changed >> number & 1) set(number, {});
    }
  }

 private:
  KnownRegister get(std::uint8_t number) override { return x_[number].value_or(KnownRegister{}); }

  void set(std::uint8_t number, KnownRegister value) {
    x_[number] = value;
    if (effect_) effect_->registers |= 1U << number;
  }

  void store(KnownRegister address, std::uint32_t bytes) {
    if (!effect_) return;
    if (address.is == KnownRegister::Is::Unknown) {
      effect_->any_memory = true;
    } else {
      effect_->bytes.push_back({address.is == KnownRegister::Is::EntrySp, address.bits.raw, bytes});
    }
  }

  // A hook that is not known may be any hook.
  void hook() {
    using isa::HookCode;
    const StaticHook hook = hook_of(*this);
    if (hook.is == StaticHook::Is::Hook) {
      const auto& call = hook.call;
      switch (call.code) {
        case HookCode::Assert:
        case HookCode::Assume:
        case HookCode::BeginStretch:
        case HookCode::AssertCycles:
        case HookCode::Prefer:
        case HookCode::Print:
        case HookCode::Report:
        case HookCode::Cover:
        case HookCode::StackTrace:
        case HookCode::Poison:
        case HookCode::Unpoison:
        case HookCode::Define:
        case HookCode::EndObject: return;
        case HookCode::IsSymbolic:  // its answer is an input, too
          if (effect_) effect_->inputs = true;
          return set(isa::kA0, {});
        case HookCode::GetValue:
        case HookCode::BeginObject:
        case HookCode::EndStretch: return set(isa::kA0, {});
        case HookCode::MakeRegisterSymbolic:
          if (effect_) effect_->inputs = true;
          if (call.names_a_register() && call.register_number != 0) {
            set(static_cast<std::uint8_t>(call.register_number), {});
          }
          return;
        case HookCode::MakeMemorySymbolic:
        case HookCode::MakeNamedMemorySymbolic:
          if (effect_) effect_->inputs = true;
          store(call.bytes.is_constant() ? call.address : KnownRegister{}, call.bytes.bits.raw);
          return;
      }
    }
    forget();
  }

  // Anything may have changed, such as by a trap handler.
  void forget() {
    for (std::uint8_t number = 1; number < 32; ++number) set(number, {});
    if (!effect_) return;
    effect_->inputs = true;
    effect_->any_memory = true;
  }

  Registers& x_;
  Effect* effect_;
};

// Whether the `ecall` at an address is a hook if t0 says so.
bool may_be_hook(const isa::ImageCode& code, std::uint32_t address, isa::HookRule hooks) {
  if (hooks != isa::HookRule::Marked) return hooks == isa::HookRule::Always;
  return code.word(address - 4) == isa::kHookMarker;
}

bool is_call_end(BlockEnd end) { return end == BlockEnd::Calls || end == BlockEnd::CallsIndirectly; }

// Follows the instructions of a block. Returns whether the call at the block's end, if there is one, keeps the calling
// convention.
bool read_block(const isa::ImageCode& code, isa::HookRule hooks, const BasicBlock& block, Registers& registers,
                Effect* effect) {
  BlockReader reader(registers, effect);
  for (std::uint32_t pc = block.begin; pc < block.end;) {
    const auto i = code.at(pc);
    if (!i) break;
    reader.read(pc, *i, may_be_hook(code, pc, hooks));
    pc = isa::next_pc(pc, *i);
  }
  if (!is_call_end(block.ends)) return true;
  const auto call = code.at(block.last);
  const bool kept = call && keeps_convention(*call);
  reader.call(kept ? kClobberedRegisters : ~1U);
  return kept;
}

}  // namespace

void Effect::add(const Effect& other) {
  registers |= other.registers;
  bytes.insert(bytes.end(), other.bytes.begin(), other.bytes.end());
  std::sort(bytes.begin(), bytes.end());
  bytes.erase(std::unique(bytes.begin(), bytes.end()), bytes.end());
  any_memory = any_memory || other.any_memory;
  if (other.below) below = std::max(below.value_or(*other.below), *other.below);
  inputs = inputs || other.inputs;
}

Effect FunctionEffects::anything(std::uint32_t registers) {
  return {.registers = registers, .bytes = {}, .any_memory = true, .below = {}, .inputs = true};
}

FunctionEffects::FunctionEffects(const support::FirmwareImage& image, isa::HookRule hooks)
    : functions_(find_functions(image)),
      global_pointer_(image.symbol("__global_pointer$")),
      first_(image.entry()),
      returns_from_one_place_(functions_.size()) {
  const isa::ImageCode code(image);
  for (std::uint32_t f = 0; f < functions_.size(); ++f) {
    const Function& function = functions_[f];
    structures_.emplace_back(function);
    entries_[function.entry] = f;
    auto& predecessors = predecessors_.emplace_back(function.blocks.size());
    std::uint32_t returns = 0;
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
      const BasicBlock& block = function.blocks[b];
      blocks_[block.begin] = {f, b};
      code_[block.begin] = block.end;
      for (const BlockEdge& edge : block.successors) predecessors[edge.block].push_back(b);
      const bool leaves = block.ends == BlockEnd::Returns || block.ends == BlockEnd::TailCalls ||
                          block.ends == BlockEnd::JumpsIndirectly ||
                          (!is_call_end(block.ends) && !block.callees.empty());
      const bool repeats = structures_[f].loops.innermost(b) != kNoNode;
      if (leaves) returns += block.ends == BlockEnd::Returns && !repeats ? 1 : 2;
    }
    returns_from_one_place_[f] = returns <= 1;
    find_block_effects(f, code, hooks);
  }
  totals_.resize(functions_.size());
  close_over_calls();
}

// First computes a fixed point of what registers hold at the beginning of each block, then the effect of each block.
void FunctionEffects::find_block_effects(std::uint32_t f, const isa::ImageCode& code, isa::HookRule hooks) {
  const Function& function = functions_[f];
  std::vector<Registers> at(function.blocks.size());
  auto& entry = at[function.entry_block];
  entry.fill(KnownRegister{});
  entry[isa::kSp] = KnownValues::entry_sp(0);
  if (const auto gp = global_pointer(f)) entry[isa::kGp] = KnownValues::constant<32>(*gp);
  std::vector<std::uint32_t> waiting{function.entry_block};
  while (!waiting.empty()) {
    const std::uint32_t b = waiting.back();
    waiting.pop_back();
    Registers registers = at[b];
    read_block(code, hooks, function.blocks[b], registers, nullptr);
    for (const BlockEdge& edge : function.blocks[b].successors) {
      Registers& there = at[edge.block];
      const Registers before = there;
      for (std::size_t number = 1; number < 32; ++number) {
        // A path leads here, so each register has a value, even if no write was seen: unknown, not empty.
        there[number] = joined(there[number], registers[number].value_or(KnownRegister{}));
      }
      if (there != before) waiting.push_back(edge.block);
    }
  }
  auto& effects = effects_.emplace_back(function.blocks.size());
  auto& kept = keep_convention_.emplace_back();
  auto& call_sp = call_sp_.emplace_back(function.blocks.size());
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
    Registers registers = at[b];
    kept.push_back(read_block(code, hooks, function.blocks[b], registers, &effects[b]));
    const Known sp = registers[isa::kSp];
    if (sp && sp->is == KnownRegister::Is::EntrySp) call_sp[b] = static_cast<std::int32_t>(sp->bits.raw);
  }
}

// What the functions that a block calls may change, from the caller's point of view.
Effect FunctionEffects::of_call(std::uint32_t f, std::uint32_t b) const {
  const BasicBlock& block = functions_[f].blocks[b];
  const bool calls = is_call_end(block.ends);
  Effect effect;
  if (!calls && block.callees.empty() && block.ends != BlockEnd::JumpsIndirectly) return effect;
  if (!keep_convention_[f][b]) return anything(~1U);
  const bool unknown = block.callees.empty() || block.ends == BlockEnd::CallsIndirectly;
  if (unknown) effect = anything();
  for (const std::uint32_t entry : block.callees) {
    const auto callee = function_at(entry);
    effect.add(callee ? totals_[*callee] : anything());
  }
  effect.registers |= kClobberedRegisters;
  if (effect.below) {
    if (call_sp_[f][b]) {
      *effect.below += *call_sp_[f][b];
    } else {
      effect.below.reset();
      effect.any_memory = true;
    }
  }
  return effect;
}

// Lets the total effects of functions grow until they stay the same, and then adds the effects of its calls to each
// block.
void FunctionEffects::close_over_calls() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t f = 0; f < functions_.size(); ++f) {
      Effect total{.registers = kClobberedRegisters, .bytes = {}, .any_memory = false, .below = {}, .inputs = false};
      for (std::uint32_t b = 0; b < functions_[f].blocks.size(); ++b) {
        Effect block = effects_[f][b];
        block.add(of_call(f, b));
        const auto frame = [](const Effect::Bytes& bytes) { return bytes.on_stack; };
        for (const Effect::Bytes& bytes : block.bytes) {
          if (!bytes.on_stack) continue;
          const std::int64_t begin = static_cast<std::int32_t>(bytes.begin);
          if (begin + bytes.count > 0) block.any_memory = true;  // of the caller's frame
          total.below = 0;
        }
        if (block.below && *block.below > 0) block.any_memory = true;
        if (block.below) block.below = 0;
        std::erase_if(block.bytes, frame);
        block.registers = 0;
        total.add(block);
      }
      Effect& known = totals_[f];
      if (total.any_memory != known.any_memory || total.below != known.below || total.inputs != known.inputs ||
          total.bytes != known.bytes || total.registers != known.registers) {
        known = total;
        changed = true;
      }
    }
  }
  for (std::uint32_t f = 0; f < functions_.size(); ++f) {
    for (std::uint32_t b = 0; b < functions_[f].blocks.size(); ++b) effects_[f][b].add(of_call(f, b));
  }
}

std::optional<std::uint32_t> FunctionEffects::global_pointer(std::uint32_t function) const {
  return functions_[function].entry == first_ ? std::nullopt : global_pointer_;
}

std::optional<FunctionEffects::Place> FunctionEffects::block_at(std::uint32_t address) const {
  const auto found = blocks_.find(address);
  return found == blocks_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> FunctionEffects::function_at(std::uint32_t entry) const {
  const auto found = entries_.find(entry);
  return found == entries_.end() ? std::nullopt : std::optional(found->second);
}

bool FunctionEffects::is_code(std::uint32_t address, std::uint32_t bytes) const {
  const auto after = code_.lower_bound(address + bytes);
  return after != code_.begin() && std::prev(after)->second > address;
}

const Effect* FunctionEffects::at_return(std::uint32_t function) const {
  return returns_from_one_place_[function] ? nullptr : &totals_[function];
}

bool FunctionEffects::leaves_loop(const LoopForest& loops, std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t inner = loops.innermost(from);
  return inner != kNoNode && !loops.contains(inner, to);
}

const Effect* FunctionEffects::at_join(std::uint32_t function, std::uint32_t from, std::uint32_t to) {
  const bool back = structures_[function].loops.is_back_edge({from, to});
  const auto [entry, is_new] = joins_.try_emplace({function, to, back});
  if (is_new) entry->second = join(function, from, to);
  return entry->second ? &*entry->second : nullptr;
}

std::optional<Effect> FunctionEffects::join(std::uint32_t f, std::uint32_t from, std::uint32_t to) const {
  const FunctionStructure& structure = structures_[f];
  const LoopForest& loops = structure.loops;
  if (loops.is_back_edge({from, to})) {
    // The edge leads into the next iteration, so paths differ by what the whole loop does.
    const std::uint32_t loop = loops.innermost(to);
    const auto& edges = loops.loops()[loop].back_edges;
    if (edges.size() == 1 && loops.innermost(edges.front().from) == loop) return std::nullopt;
    Effect effect;
    for (const std::uint32_t block : loops.nodes(loop)) effect.add(effects_[f][block]);
    return effect;
  }
  std::vector<std::uint32_t> sources;
  bool repeated = false;
  for (const std::uint32_t source : predecessors_[f][to]) {
    if (loops.is_back_edge({source, to})) continue;
    sources.push_back(source);
    repeated = repeated || leaves_loop(loops, source, to);
  }
  if (sources.size() <= 1 && !repeated) return std::nullopt;
  // All paths come from a dominator of `to` that lies in no loop without `to`.
  const auto repeats = [&](std::uint32_t block) {
    for (std::uint32_t loop = loops.innermost(block); loop != kNoNode; loop = loops.loops()[loop].parent) {
      if (!loops.contains(loop, to)) return true;
    }
    return false;
  };
  std::uint32_t stop = structure.dominators[to];
  while (stop != kNoNode && repeats(stop)) stop = structure.dominators[stop];
  if (stop == kNoNode) return region(f, sources, kNoNode);
  return region(f, sources, stop);
}

// The effect of all blocks that lie backwards from `begin` up to `stop`, without `stop`.
Effect FunctionEffects::region(std::uint32_t f, const std::vector<std::uint32_t>& begin, std::uint32_t stop) const {
  Effect effect;
  std::vector<bool> seen(functions_[f].blocks.size());
  std::vector<std::uint32_t> waiting = begin;
  while (!waiting.empty()) {
    const std::uint32_t block = waiting.back();
    waiting.pop_back();
    if (block == stop || seen[block]) continue;
    seen[block] = true;
    effect.add(effects_[f][block]);
    for (const std::uint32_t source : predecessors_[f][block]) waiting.push_back(source);
  }
  return effect;
}

}  // namespace janus::program
