#include "app/value_origins.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <ranges>
#include <set>
#include <span>

#include "isa/hooks.h"
#include "isa/predicates.h"
#include "support/contract.h"

namespace janus::app {
namespace {

using isa::Instruction;
using isa::Opcode;

constexpr std::size_t kMostOfSlice = 400;                   // of a slice
constexpr unsigned kMostRounds = 4;                         // of the slice
constexpr std::uint32_t kMostBytes = 1U << 16;              // of an input
constexpr unsigned kMostWanted = 4096;                      // bytes of memory
constexpr std::size_t kMostBetween = 300, kMostCode = 400;  // steps and instructions that are looked at for that

bool is_saved(unsigned number) { return number == 1 || number == 8 || number == 9 || (number >= 18 && number <= 27); }

Opcode opposite(Opcode relation) {
  switch (relation) {
    case Opcode::beq: return Opcode::bne;
    case Opcode::bne: return Opcode::beq;
    case Opcode::blt: return Opcode::bge;
    case Opcode::bge: return Opcode::blt;
    case Opcode::bltu: return Opcode::bgeu;
    case Opcode::bgeu: return Opcode::bltu;
    default: break;
  }
  JANUS_REQUIRE(!"one of the six relations");
  return relation;
}

bool holds(Opcode relation, std::uint32_t left, std::uint32_t right) {
  const auto a = static_cast<std::int32_t>(left), b = static_cast<std::int32_t>(right);
  switch (relation) {
    case Opcode::beq: return left == right;
    case Opcode::bne: return left != right;
    case Opcode::blt: return a < b;
    case Opcode::bge: return a >= b;
    case Opcode::bltu: return left < right;
    case Opcode::bgeu: return left >= right;
    default: break;
  }
  JANUS_REQUIRE(!"one of the six relations");
  return false;
}

bool overlap(std::uint32_t a, std::uint32_t size_a, std::uint32_t b, std::uint32_t size_b) {
  return a - b < size_b || b - a < size_a;
}

// Whether an instruction writes the same register as another, or stores to the same place of the frame or of an object.
bool writes_the_same(const Instruction& i, const Instruction& as) {
  if (isa::is_store(as)) return isa::is_store(i) && i.rs1 == as.rs1 && i.immediate == as.immediate;
  const unsigned number = isa::written_register(as);
  return number != 0 && isa::written_register(i) == number;
}

}  // namespace

bool RunRecord::only_moves(const isa::Instruction& i) {
  if (i.opcode == Opcode::addi) return i.immediate == 0 && i.rs1 != 0;
  const bool is_on_stack = i.rs1 == isa::kSp;
  return is_on_stack && ((isa::is_load(i) && is_saved(i.rd)) || (isa::is_store(i) && is_saved(i.rs2)));
}

void RunRecord::add(devices::FunctionalMachine& machine) {
  const auto& state = machine.hart().state();
  const Instruction& i = at(state.pc);
  const bool is_ecall = i.opcode == Opcode::ecall;
  if (!steps_.empty()) steps_.back().made = state.x[isa::written_register(at(steps_.back().pc))].raw;
  steps_.push_back({.retired = state.retired,
                    .pc = state.pc,
                    .left = state.x[is_ecall ? std::uint8_t{isa::kT1} : i.rs1].raw,
                    .right = state.x[is_ecall ? std::uint8_t{isa::kT2} : i.rs2].raw,
                    .code = is_ecall ? state.x[isa::kT0].raw : 0});
}

const Instruction& RunRecord::at(std::uint32_t pc) {
  const auto [entry, is_new] = instructions_.try_emplace(pc);
  if (is_new) entry->second = code_.at(pc).value_or(Instruction{});
  return entry->second;
}

// The last step in front of one that writes a register.
std::optional<std::size_t> RunRecord::definition(std::size_t before, unsigned number) {
  if (number == 0) return std::nullopt;
  for (std::size_t i = before; i-- > 0;) {
    const Instruction& instruction = at(steps_[i].pc);
    if (isa::written_register(instruction) == number) return i;
    if (instruction.opcode != Opcode::ecall) continue;
    const bool answers = isa::is_hook_code(steps_[i].code) &&
                         isa::answers_in_a0(static_cast<isa::HookCode>(steps_[i].code)) && number == isa::kA0;
    const bool makes =
        steps_[i].code == static_cast<std::uint32_t>(isa::HookCode::MakeRegisterSymbolic) && steps_[i].left == number;
    if (answers || makes) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> RunRecord::maker(std::size_t before, unsigned number) {
  auto found = definition(before, number);
  while (found && isa::only_computes(at(steps_[*found].pc).opcode) && only_moves(at(steps_[*found].pc)))
    found = definition(*found, at(steps_[*found].pc).rs1);
  return found;
}

// The last step that has stored what a load reads.
std::optional<std::size_t> RunRecord::store_of(std::size_t load) {
  const Instruction& reads = at(steps_[load].pc);
  const std::uint32_t address = steps_[load].left + reads.immediate;
  for (std::size_t i = load; i-- > 0;) {
    const Instruction& writes = at(steps_[i].pc);
    if (isa::is_store(writes) && overlap(steps_[i].left + writes.immediate, isa::memory_use(writes.opcode).bytes,
                                         address, isa::memory_use(reads.opcode).bytes))
      return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> RunRecord::branch_before(std::size_t step, bool in_same_function) {
  const support::Symbol* const function = code_.image().covering(steps_[step].pc, true);
  for (std::size_t i = step; i-- > 0;) {
    if (!isa::is_branch(at(steps_[i].pc))) continue;
    if (!in_same_function || code_.image().covering(steps_[i].pc, true) == function) return i;
  }
  return std::nullopt;
}

// What the condition in a register compares, which is 0 where the path ends. `at` becomes the step that compares.
std::optional<FailedComparison> RunRecord::comparison_of(std::size_t end, unsigned number, std::size_t& at_step) {
  std::size_t before = end;
  bool is_negated = false;  // the register should be 0
  const auto compared = [&](Opcode relation, std::size_t step, std::uint32_t left, std::uint32_t right) {
    at_step = step;
    return FailedComparison{is_negated ? opposite(relation) : relation, left, right, steps_[step].pc};
  };
  for (unsigned hops = 0; hops < kMostHops; ++hops) {
    const auto found = definition(before, number);
    if (!found) return std::nullopt;
    const Step& step = steps_[*found];
    const Instruction& i = at(step.pc);
    before = *found;
    switch (i.opcode) {
      case Opcode::slt: return compared(Opcode::blt, *found, step.left, step.right);
      case Opcode::slti: return compared(Opcode::blt, *found, step.left, i.immediate);
      case Opcode::sltu:
        if (i.rs1 != 0) return compared(Opcode::bltu, *found, step.left, step.right);
        number = i.rs2;
        break;
      case Opcode::sltiu:
        if (i.immediate != 1) return compared(Opcode::bltu, *found, step.left, i.immediate);
        is_negated = !is_negated;
        number = i.rs1;
        break;
      case Opcode::xori:
        if (i.immediate != 1 || step.left > 1) return compared(Opcode::bne, *found, step.left, i.immediate);
        is_negated = !is_negated;
        number = i.rs1;
        break;
      case Opcode::srli: {  // the sign alone, of a word or of its complement
        const auto word = i.immediate == 31 ? definition(before, i.rs1) : std::nullopt;
        if (!word) return compared(Opcode::bne, *found, step.made, 0);
        const Instruction& inner = at(steps_[*word].pc);
        const bool is_not = inner.opcode == Opcode::xori && inner.immediate == ~0U;
        if (!is_not) return compared(Opcode::blt, *found, step.left, 0);
        return compared(Opcode::bge, *word, steps_[*word].left, 0);
      }
      case Opcode::sub:
      case Opcode::xor_: {
        FailedComparison difference = compared(Opcode::bne, *found, step.left, step.right);
        difference.are_computed = i.rs1 != 0 && i.rs2 != 0;
        return difference;
      }
      case Opcode::addi:
        if (i.rs1 == 0) {  // a constant: whoever decided on the way there
          const auto branch = branch_before(*found, true);
          if (!branch) return std::nullopt;
          const Instruction& decides = at(steps_[*branch].pc);
          const Step& words = steps_[*branch];
          at_step = *branch;
          const bool held = holds(decides.opcode, words.left, words.right);
          return FailedComparison{held ? opposite(decides.opcode) : decides.opcode, words.left, words.right, words.pc,
                                  true};
        }
        if (i.immediate != 0) return compared(Opcode::bne, *found, step.left, -i.immediate);
        number = i.rs1;
        break;
      case Opcode::and_:
        if (step.left > 1 || step.right > 1) return compared(Opcode::bne, *found, step.left & step.right, 0);
        number = step.left == 0 ? i.rs1 : i.rs2;
        break;
      case Opcode::or_:
        if (step.left > 1 || step.right > 1) return compared(Opcode::bne, *found, step.left | step.right, 0);
        number = step.left != 0 ? i.rs1 : i.rs2;
        break;
      case Opcode::andi:
        if (step.left != (step.left & i.immediate)) return compared(Opcode::bne, *found, step.left & i.immediate, 0);
        number = i.rs1;
        break;
      default: {
        // Without optimisation, a condition is kept in the frame.
        const bool is_in_frame =
            isa::is_load(i) && (i.rs1 == isa::kSp || (i.rs1 == isa::kS0 && static_cast<std::int32_t>(i.immediate) < 0));
        const auto store = is_in_frame ? store_of(*found) : std::nullopt;
        if (!store) return compared(Opcode::bne, *found, step.made, 0);
        before = *store;
        number = at(steps_[*store].pc).rs2;
        break;
      }
    }
  }
  return std::nullopt;
}

// One pass backwards, from a step that reads `registers` to the step `earliest`.
void RunRecord::follow_back(Slice& slice, std::size_t end, std::uint32_t registers,
                            std::map<std::uint32_t, std::size_t> wanted, std::size_t earliest) {
  std::array<std::size_t, 32> needed_by;
  needed_by.fill(end);
  const auto need = [&](std::uint32_t mask, std::size_t step) {
    for (unsigned r = 1; r < 32; ++r) {
      if ((mask & ~registers) >> r & 1) needed_by[r] = step;
    }
    registers |= mask;
  };
  std::vector<std::pair<std::size_t, std::uint32_t>> loads;
  // The step that needs what is there, the last one of several; nothing if nobody does.
  const auto take = [&](std::uint32_t first, std::uint32_t size) {
    std::optional<std::size_t> by;
    for (auto each = wanted.lower_bound(first); each != wanted.end() && each->first - first < size;) {
      by = std::max(by.value_or(0), each->second);
      each = wanted.erase(each);
    }
    return by;
  };
  registers &= ~1U;
  for (std::size_t n = end; n-- > earliest && (registers != 0 || !wanted.empty());) {
    const Step& step = steps_[n];
    const Instruction& i = at(step.pc);
    if (i.opcode == Opcode::ecall && isa::is_hook_code(step.code)) {
      const auto code = static_cast<isa::HookCode>(step.code);
      const bool makes_register = code == isa::HookCode::MakeRegisterSymbolic && step.left < 32;
      const std::uint32_t mask = makes_register ? 1U << step.left : isa::answers_in_a0(code) ? 1U << isa::kA0 : 0;
      const bool makes_memory = isa::makes_memory_symbolic(code) && take(step.left, std::min(step.right, kMostBytes));
      if ((registers & mask) == 0 && !makes_memory) continue;
      registers &= ~mask;
      slice.steps.insert(n);
      slice.has_input = slice.has_input || makes_memory || makes_register;
      continue;
    }
    const isa::MemoryUse use = isa::memory_use(i.opcode);
    const std::uint32_t address = step.left + (isa::is_atomic(i) ? 0 : i.immediate);
    bool is_part = false;
    const std::optional<std::size_t> loaded_by = use.stores ? take(address, use.bytes) : std::nullopt;
    if (loaded_by) {
      need(1U << i.rs2, n);
      slice.uses.push_back({n, *loaded_by, 0});
      is_part = true;
    }
    const unsigned number = isa::written_register(i);
    if (number != 0 && registers >> number & 1) {
      registers &= ~(1U << number);
      is_part = true;
      slice.uses.push_back({n, needed_by[number], number});
      if (use.loads) {
        for (std::uint32_t k = 0; k < use.bytes && wanted.size() < kMostWanted; ++k) wanted.emplace(address + k, n);
        loads.emplace_back(n, address);
        if (slice.by_address.contains(n)) need(1U << i.rs1, n);
      } else if (isa::only_computes(i.opcode)) {
        need(isa::registers_read(i), n);
        if ((isa::registers_read(i) & ~1U) == 0 && !slice.constant) slice.constant = n;
      }
    }
    registers &= ~(1U | 1U << isa::kSp | 1U << isa::kGp | 1U << isa::kTp);  // addresses
    if (is_part) slice.steps.insert(n);
  }
  for (const auto& [load, address] : loads) {
    if (wanted.contains(address)) slice.by_address.insert(load);
  }
}

// The same again as long as it matters at which address a constant was loaded, or who decided for a constant.
void RunRecord::follow(Slice& slice, std::size_t end, std::uint32_t registers) {
  for (unsigned round = 0; round < kMostRounds; ++round) {
    const std::size_t known = slice.by_address.size();
    follow_back(slice, end, registers);
    if (slice.has_input) return;
    if (slice.by_address.size() > known) continue;
    const auto branch = slice.constant ? branch_before(*slice.constant, true) : std::nullopt;
    if (!branch) return;
    slice.constant.reset();
    slice.steps.insert(*branch);
    end = *branch;
    registers = isa::registers_read(at(steps_[*branch].pc));
  }
}

std::uint32_t RunRecord::other_side(std::size_t branch) {
  const Step& step = steps_[branch];
  const Instruction& i = at(step.pc);
  return holds(i.opcode, step.left, step.right) ? isa::next_pc(step.pc, i) : isa::target_of(step.pc, i);
}

bool RunRecord::in_one_function(std::uint32_t a, std::uint32_t b) const {
  return code_.image().covering(a, true) == code_.image().covering(b, true);
}

bool RunRecord::leads(std::uint32_t from, std::uint32_t avoided, std::uint32_t again, const Instruction* as) {
  std::set<std::uint32_t> seen;
  std::vector<std::uint32_t> open{from};
  while (!open.empty() && seen.size() < kMostCode) {
    const std::uint32_t pc = open.back();
    open.pop_back();
    if (pc == avoided) continue;
    if (pc == again || !in_one_function(from, pc)) {
      if (!as) return true;
      continue;
    }
    if (!seen.insert(pc).second) continue;
    const Instruction& i = at(pc);
    if (as && writes_the_same(i, *as)) return true;
    switch (isa::control(i.opcode)) {
      case isa::Control::Branch: open.push_back(isa::target_of(pc, i)); [[fallthrough]];
      case isa::Control::Next:
      case isa::Control::CallsEnvironment: open.push_back(isa::next_pc(pc, i)); break;
      case isa::Control::Jump: open.push_back(isa::is_link(i.rd) ? isa::next_pc(pc, i) : isa::target_of(pc, i)); break;
      case isa::Control::JumpRegister:
        if (isa::is_link(i.rd)) {
          open.push_back(isa::next_pc(pc, i));
          break;
        }
        [[fallthrough]];
      case isa::Control::Traps:
      case isa::Control::ReturnsFromTrap:
        if (!as) return true;
        break;
    }
  }
  return false;
}

// Branches between where a value was made and where it was used, whose other side would have made another one, and the
// nearest branch in front of each, whose other side would not have made it. Of the uses from `first_use` on.
void RunRecord::add_decisions(Slice& slice, std::size_t first_use) {
  std::vector<Slice::Use> uses(slice.uses.begin() + static_cast<std::ptrdiff_t>(first_use), slice.uses.end());
  std::ranges::sort(uses, std::greater<>{}, &Slice::Use::made);
  if (uses.size() > kMostDecided) {
    uses.resize(kMostDecided);
    slice.has_more_decisions = true;
  }
  std::set<std::size_t> of_constants;  // whose words are all that such a value depends on
  const auto decides = [&](std::size_t branch, std::size_t made) {
    slice.decisions.insert(branch);
    const Instruction& i = at(steps_[made].pc);
    if (isa::only_computes(i.opcode) && (isa::registers_read(i) & ~1U) == 0) of_constants.insert(branch);
  };
  for (const Slice::Use& use : uses) {
    const std::uint32_t used_at = steps_[use.used].pc, made_at = steps_[use.made].pc;
    const std::size_t first = use.used - std::min(use.used - use.made, kMostBetween);
    for (std::size_t n = first + 1; n < use.used; ++n) {
      const std::uint32_t pc = steps_[n].pc;
      if (isa::is_branch(at(pc)) && in_one_function(pc, used_at) && leads(other_side(n), used_at, pc, &at(made_at)))
        decides(n, use.made);
    }
    const std::size_t last = use.made - std::min(use.made, kMostBetween);
    for (std::size_t n = use.made; n-- > last;) {
      const std::uint32_t pc = steps_[n].pc;
      if (!isa::is_branch(at(pc)) || !in_one_function(pc, made_at) || !leads(other_side(n), made_at, pc, nullptr))
        continue;
      decides(n, use.made);
      break;
    }
  }
  constexpr std::size_t kMostOfConstants = 8;
  for (const std::size_t branch : of_constants | std::views::reverse | std::views::take(kMostOfConstants))
    follow_back(slice, branch, isa::registers_read(at(steps_[branch].pc)));
}

// Who decided that the loop around the end had one more round, and what was compared there: an access goes too far
// because a loop does.
void RunRecord::add_last_round(Slice& slice, std::size_t end) {
  const std::uint32_t end_pc = steps_[end].pc;
  for (std::size_t n = end, last = end - std::min(end, kMostBetween); n-- > last;) {
    const std::uint32_t pc = steps_[n].pc;
    const Instruction& i = at(pc);
    if (!isa::is_branch(i) || !in_one_function(pc, end_pc) || !leads(other_side(n), end_pc, pc, nullptr)) continue;
    const bool is_loop =
        std::ranges::any_of(std::views::iota(last, n), [&](std::size_t m) { return steps_[m].pc == end_pc; });
    if (!is_loop) return;
    slice.decisions.insert(n);
    return follow_back(slice, n, isa::registers_read(i));
  }
}

void RunRecord::tell_store(std::size_t number, OriginStep& origin) {
  constexpr std::size_t kMostBefore = 2000;  // steps that are looked at
  const Instruction& i = at(steps_[number].pc);
  origin.is_store = true;
  origin.address = steps_[number].left + i.immediate;
  if (const auto made = maker(number, i.rs2)) origin.made_by = steps_[*made].pc;
  for (std::size_t n = number, last = number - std::min(number, kMostBefore); n-- > last;) {
    const Instruction& other = at(steps_[n].pc);
    const bool is_same =
        isa::is_store(other) && overlap(steps_[n].left + other.immediate, isa::memory_use(other.opcode).bytes,
                                        origin.address, isa::memory_use(i.opcode).bytes);
    if (!is_same) continue;
    origin.stored_before = steps_[n].retired + 1;
    break;
  }
}

// What is told of a step.
OriginStep RunRecord::told(std::size_t number, bool is_decision) {
  const Step& step = steps_[number];
  const Instruction& i = at(step.pc);
  const bool is_input = i.opcode == Opcode::ecall;
  OriginStep origin{
      .retired = step.retired, .pc = step.pc, .made = std::nullopt, .is_input = is_input, .asked_before = {}};
  if (is_decision) {
    const bool held = holds(i.opcode, step.left, step.right);
    origin.decision = OriginDecision{held ? i.opcode : opposite(i.opcode), step.left, step.right};
    for (const unsigned number_of : {i.rs1, i.rs2}) {
      if (const auto made = definition(number, number_of)) note_cut(*made, origin);
    }
    return origin;
  }
  if (is_input && steps_.front().retired == 0) {
    const auto end = steps_.begin() + static_cast<std::ptrdiff_t>(number);
    origin.asked_before = static_cast<std::size_t>(
        std::count_if(steps_.begin(), end, [&](const Step& earlier) { return earlier.pc == step.pc; }));
  }
  if (isa::is_store(i)) {
    const unsigned bits = 8 * isa::memory_use(i.opcode).bytes;
    origin.made = step.right;
    tell_store(number, origin);
    const std::uint32_t sign = bits < 32 ? step.right >> (bits - 1) : 0;  // nothing is lost of a number with a sign
    if (bits < 32 && step.right >> bits != 0 && sign != ~0U >> (bits - 1)) {
      origin.cut_from = step.right;
      origin.kept_bits = bits;
      origin.made = step.right & ((1U << bits) - 1);
    }
  } else if (isa::written_register(i) != 0) {
    origin.made = step.made;
    origin.is_load = isa::is_load(i);
    note_cut(number, origin);
  }
  return origin;
}

std::uint32_t RunRecord::registers_of_block(std::uint32_t pc) const {
  const auto found = std::ranges::find(functions_, pc, &hart::LibraryFunction::entry);
  if (found == functions_.end() || found->allocates()) return 0;
  return (1U << found->arguments.pointer | 1U << found->arguments.source | 1U << found->arguments.bytes) & ~1U;
}

// Whether nothing in front of a load has written what it reads: no store, and no hook that makes memory an input.
bool RunRecord::is_unwritten(std::size_t load) {
  const Instruction& reads = at(steps_[load].pc);
  const std::uint32_t address = steps_[load].left + reads.immediate, size = isa::memory_use(reads.opcode).bytes;
  for (std::size_t n = 0; n < load; ++n) {
    const Step& step = steps_[n];
    const Instruction& i = at(step.pc);
    const isa::MemoryUse use = isa::memory_use(i.opcode);
    if (use.stores && overlap(step.left + (isa::is_atomic(i) ? 0 : i.immediate), use.bytes, address, size))
      return false;
    const bool is_hook = i.opcode == Opcode::ecall && isa::is_hook_code(step.code) &&
                         isa::makes_memory_symbolic(static_cast<isa::HookCode>(step.code));
    if (is_hook && overlap(step.left, step.right, address, size)) return false;
  }
  return true;
}

// `compared`: the step of the comparison, if there is one.
void RunRecord::tell(const Slice& slice, std::size_t end, std::size_t compared, Origins& origins) {
  std::set<std::size_t> all = slice.steps;
  all.insert(slice.decisions.begin(), slice.decisions.end());
  const std::size_t skipped = all.size() - std::min(all.size(), kMostOfSlice);
  origins.has_more = skipped > 0;
  origins.has_more_decisions = slice.has_more_decisions;
  const bool is_whole = steps_.front().retired == 0;  // from reset on
  for (const std::size_t each : all | std::views::drop(skipped)) {
    const Instruction& i = at(steps_[each].pc);
    const bool is_compared = origins.comparison && each == compared;
    if (only_moves(i) && each != end) continue;
    origins.steps.push_back(told(each, isa::is_branch(i) && !is_compared));
    const std::uint32_t address = steps_[each].left + i.immediate;
    const bool is_constant =
        std::ranges::any_of(code_.image().read_only(), [&](const auto& range) { return range.contains(address); });
    if (is_whole && isa::is_load(i) && slice.by_address.contains(each) && !is_constant && is_unwritten(each))
      origins.steps.back().since_reset = address;
  }
}

Origins RunRecord::origins(const engine::TestCase& test_case, const std::vector<Range>& named) {
  Origins origins;
  while (!steps_.empty() && steps_.back().pc != test_case.pc) steps_.pop_back();
  // The machine stands there in front of the last instruction, and behind it if that has ended the run.
  const bool is_hook = at(test_case.pc).opcode == Opcode::ecall;
  const auto is_twice = [&] {
    const Step &before = steps_[steps_.size() - 2], &last = steps_.back();
    return before.pc == last.pc && last.retired - before.retired <= (is_hook ? 1 : 0);
  };
  while (steps_.size() > 1 && is_twice()) steps_.pop_back();
  if (steps_.empty()) return origins;
  const std::size_t end = steps_.size() - 1;
  const Instruction& last = at(steps_[end].pc);
  Slice slice;
  std::size_t from = end;
  std::uint32_t registers = isa::registers_read(last);
  const bool is_access =
      isa::memory_use(last.opcode).bytes > 0 && test_case.ending.reason != engine::Termination::FailingExit;
  if (is_access) registers = 1U << last.rs1;
  if (isa::is_division(last)) registers = 1U << last.rs2;
  if (const std::uint32_t block = registers_of_block(test_case.pc)) registers = block;
  if (test_case.ending.reason == engine::Termination::AssertFailed && last.opcode == Opcode::ecall) {
    const std::uint32_t number = steps_[end].left;
    if (number == 0 || number >= 32) {  // assert() of the C library: a branch leads there
      registers = 0;
      if (const auto branch = branch_before(end, false)) {
        const Step& words = steps_[*branch];
        const Opcode opcode = at(words.pc).opcode;
        from = *branch;
        origins.comparison = {holds(opcode, words.left, words.right) ? opposite(opcode) : opcode, words.left,
                              words.right, words.pc, true};
      }
    } else {
      registers = 1U << number;
      origins.comparison = comparison_of(end, number, from);
    }
    if (origins.comparison) {
      slice.steps.insert(from);
      if (origins.comparison->is_decision) registers = isa::registers_read(at(steps_[from].pc));
    }
    if (!origins.comparison || !origins.comparison->is_decision) from = end;
  }
  // What held is no reason, and that a condition is 0 is known.
  if (const auto& compared = origins.comparison) {
    const bool is_truth = compared->needed == Opcode::bne && compared->left == 0 && compared->right == 0;
    if (is_truth || holds(compared->needed, compared->left, compared->right)) origins.comparison.reset();
  }
  follow(slice, from, registers);
  if (is_access) add_last_round(slice, end);
  for (const Range& range : named) {
    std::map<std::uint32_t, std::size_t> wanted;
    for (std::uint32_t k = 0; k < range.size; ++k) wanted.emplace(range.address + k, end);
    follow_back(slice, end, 0, std::move(wanted));
  }
  add_decisions(slice, 0);
  const std::size_t known = slice.uses.size();
  add_states(slice);
  add_ends_of_chains(slice, end);
  add_decisions(slice, known);
  add_guards(slice, end);
  tell(slice, end, origins.comparison ? from : end, origins);
  return origins;
}

std::size_t RunRecord::first_at(std::uint32_t pc) const {
  return static_cast<std::size_t>(std::ranges::find(steps_, pc, &Step::pc) - steps_.begin());
}

std::optional<RunRecord::LastWrite> RunRecord::last_write(const Range& range, std::size_t before) {
  for (std::size_t n = std::min(before, steps_.size()); n-- > 0;) {
    const Step& step = steps_[n];
    const Instruction& i = at(step.pc);
    const isa::MemoryUse use = isa::memory_use(i.opcode);
    const bool is_hook = i.opcode == Opcode::ecall && isa::is_hook_code(step.code) &&
                         isa::makes_memory_symbolic(static_cast<isa::HookCode>(step.code));
    const bool stores =
        use.stores && overlap(step.left + (isa::is_atomic(i) ? 0 : i.immediate), use.bytes, range.address, range.size);
    if (stores && isa::is_store(i)) return LastWrite{n, told(n, false)};
    if (is_hook && overlap(step.left, step.right, range.address, range.size)) return LastWrite{n, told(n, false)};
    if (stores) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<RunRecord::LastWrite> RunRecord::last_write(unsigned register_number, std::size_t before) {
  const auto found = maker(before, register_number);
  return found ? std::optional(LastWrite{*found, told(*found, false)}) : std::nullopt;
}

}  // namespace janus::app
