// Which checks have let the values pass that made a path fail, and who has chosen the states that decided.
#include <algorithm>
#include <array>
#include <functional>
#include <ranges>

#include "app/value_origins.h"
#include "isa/predicates.h"
#include "isa/registers.h"
#include "program/call_convention.h"

namespace janus::app {
namespace {

using isa::Instruction;
using isa::Opcode;

constexpr std::size_t kMostBack = 2000, kMostGuards = 16;  // steps in front of a value, and checks that are told
constexpr std::size_t kMostOfGuard = 20'000;               // steps that are looked at for what a check compares

}  // namespace

// The branches in front of a step, in its function and in those that have called it, whose other side would not have
// come there, the nearest first.
std::vector<std::size_t> RunRecord::guards_of(std::size_t step) {
  std::vector<std::size_t> guards;
  std::uint32_t target = steps_[step].pc;
  unsigned within = 0;  // calls that have returned
  const std::size_t last = step - std::min(step, kMostBack);
  for (std::size_t n = step; n-- > last;) {
    const std::uint32_t pc = steps_[n].pc;
    const Instruction& i = at(pc);
    if (program::is_return(i)) {
      ++within;
    } else if (program::is_call(i)) {
      if (within == 0) target = pc;
      within -= within > 0;
    } else if (within == 0 && isa::is_branch(i) && in_one_function(pc, target)) {
      const std::array<std::uint32_t, 3> key{other_side(n), target, pc};
      const auto [known, is_new] = avoids_.try_emplace(key, false);
      if (is_new) known->second = leads(key[0], target, pc, nullptr);
      if (known->second) guards.push_back(n);
    }
  }
  return guards;
}

// Whether a branch compares something that was computed on the way to what is in the slice.
bool RunRecord::shares_values(const Slice& slice, std::size_t branch) {
  Slice own;
  follow_back(own, branch, isa::registers_read(at(steps_[branch].pc)), {}, branch - std::min(branch, kMostOfGuard));
  return std::ranges::any_of(own.steps, [&](std::size_t n) {
    const Instruction& i = at(steps_[n].pc);
    const bool is_constant = !isa::is_store(i) && (isa::registers_read(i) & ~1U) == 0;
    return i.opcode != Opcode::ecall && !is_constant && slice.steps.contains(n);
  });
}

// Checks that let the values pass: the branches without which the path would not have come to where they were made, or
// to the end, as far as they compare something of them. The check that is wrong is mostly one of these.
void RunRecord::add_guards(Slice& slice, std::size_t end) {
  std::set<std::size_t, std::greater<>> places{end};
  for (const Slice::Use& use : slice.uses) places.insert(use.made);
  std::set<std::size_t> seen = slice.decisions;
  std::size_t found = 0;
  for (const std::size_t place : places | std::views::take(kMostDecided)) {
    for (const std::size_t branch : guards_of(place)) {
      if (found == kMostGuards || !seen.insert(branch).second || !shares_values(slice, branch)) continue;
      slice.decisions.insert(branch);
      ++found;
    }
  }
}

// The stores by which a constant came to a register, the last one first, and the step that has made it, if that is what
// the register has.
std::vector<std::size_t> RunRecord::ways_of_constant(std::size_t before, unsigned number) {
  std::vector<std::size_t> ways;
  for (unsigned hops = 0; hops < kMostHops; ++hops) {
    const auto made = definition(before, number);
    if (!made) return {};
    const Instruction& i = at(steps_[*made].pc);
    if (isa::is_load(i)) {
      const auto store = store_of(*made);
      if (!store || !isa::is_store(at(steps_[*store].pc))) return {};
      ways.push_back(*store);
      before = *store;
      number = at(steps_[*store].pc).rs2;
      if (number == 0) return ways;
    } else if (only_moves(i) || i.opcode == Opcode::andi) {
      before = *made;
      number = i.rs1;
    } else {
      if (!isa::only_computes(i.opcode) || (isa::registers_read(i) & ~1U) != 0) return {};
      ways.push_back(*made);
      return ways;
    }
  }
  return {};
}

// Where a word that a branch compares is a constant that was stored earlier, as the state of a protocol: who has chosen
// it.
void RunRecord::add_states(Slice& slice) {
  std::set<std::uint32_t> known;  // branches, of which the last time counts
  const std::set<std::size_t> decisions = slice.decisions;
  for (const std::size_t branch : decisions | std::views::reverse) {
    const Instruction& i = at(steps_[branch].pc);
    if (!known.insert(steps_[branch].pc).second) continue;
    for (const unsigned number : {unsigned{i.rs1}, unsigned{i.rs2}}) {
      const std::vector<std::size_t> ways = ways_of_constant(branch, number);
      if (ways.empty() || !isa::is_store(at(steps_[ways.front()].pc))) continue;
      std::size_t used = branch;
      for (const std::size_t each : ways) {
        slice.steps.insert(each);
        slice.uses.push_back({each, used, 0});
        used = each;
      }
    }
  }
}

// Where a chain has ended at a null pointer that was stored on the path: who has stored it. Of the last ones of the
// branches that decide, also of those whose other side would not have changed a value at once.
void RunRecord::add_ends_of_chains(Slice& slice, std::size_t end) {
  constexpr std::size_t kMostEnds = 4;
  std::set<std::uint32_t> branches;
  std::set<const support::Symbol*> of_pointers;  // functions that follow pointers to objects
  for (const std::size_t n : slice.decisions) {
    const Instruction& i = at(steps_[n].pc);
    if ((i.rs1 == 0) != (i.rs2 == 0)) branches.insert(steps_[n].pc);
  }
  for (const Step& step : steps_) {
    if (branches.contains(step.pc) && code_.image().covering(step.left | step.right, false))
      of_pointers.insert(code_.image().covering(step.pc, true));
  }
  const auto main = code_.image().symbol("main");
  const std::size_t begin = main ? first_at(*main) : 0;  // behind what start-up code clears
  const std::size_t last = std::max(begin, end - std::min(end, kMostBack));
  std::size_t found = 0;
  for (std::size_t n = end; n-- > last && found < kMostEnds;) {
    const bool is_end = branches.contains(steps_[n].pc) && steps_[n].left == steps_[n].right &&
                        of_pointers.contains(code_.image().covering(steps_[n].pc, true));
    if (!is_end) continue;
    const Instruction& i = at(steps_[n].pc);
    std::optional<std::size_t> load, store;
    unsigned number = i.rs1 == 0 ? i.rs2 : i.rs1;
    std::size_t before = n;
    // Through local variables that are kept in the frame.
    for (unsigned hops = 0; hops < kMostHops; ++hops) {
      load = maker(before, number);
      const bool loads = load && isa::memory_use(at(steps_[*load].pc).opcode).bytes == 4;
      store = loads ? store_of(*load) : std::nullopt;
      constexpr unsigned kFramePointer = 8;
      if (!store || (at(steps_[*store].pc).rs1 != isa::kSp && at(steps_[*store].pc).rs1 != kFramePointer)) break;
      before = *store;
      number = at(steps_[*store].pc).rs2;
    }
    if (!store || *store < begin || !slice.steps.insert(*store).second) continue;
    slice.decisions.insert(n);
    slice.uses.push_back({*store, *load, 0});
    ++found;
  }
}

void RunRecord::note_cut(std::size_t number, OriginStep& origin) {
  const Step& step = steps_[number];
  const Instruction& i = at(step.pc);
  const auto wide = i.opcode == Opcode::srli ? definition(number, i.rs1) : std::nullopt;
  const bool is_pair = wide && (i.immediate == 16 || i.immediate == 24) &&
                       at(steps_[*wide].pc).opcode == Opcode::slli && at(steps_[*wide].pc).immediate == i.immediate;
  const bool is_cut = is_pair || (i.opcode == Opcode::andi && i.immediate == 255);
  const std::uint32_t whole = is_pair ? steps_[*wide].left : step.left;
  if (!is_cut || whole == step.made) return;
  const unsigned bits = is_pair ? 32 - i.immediate : 8;
  if (whole >> (bits - 1) == ~0U >> (bits - 1)) return;  // nothing is lost of a number with a sign
  // Bytes that change places go beyond the word that they are put together in.
  const auto made_by = maker(is_pair ? *wide : number, is_pair ? at(steps_[*wide].pc).rs1 : i.rs1);
  if (made_by && at(steps_[*made_by].pc).opcode == Opcode::or_) return;
  origin.cut_from = whole;
  origin.kept_bits = bits;
}

}  // namespace janus::app
