#include "program/partition.h"

#include "isa/semihosting.h"
#include "program/call_convention.h"

namespace janus::program {
namespace {

using isa::Control;
constexpr unsigned kMaxRounds = 8;  // each round finds functions inside of what the round before took for one function

BlockEnd end_of(const isa::Instruction& jalr, const JumpTargets* targets) {
  if (is_return(jalr)) return BlockEnd::Returns;
  if (is_call(jalr)) return targets ? BlockEnd::Calls : BlockEnd::CallsIndirectly;
  if (!targets) return BlockEnd::JumpsIndirectly;
  return targets->table ? BlockEnd::JumpsByTable : BlockEnd::Jumps;
}

}  // namespace

std::string_view to_string(BlockEnd end) {
  constexpr std::string_view kTexts[] = {
#define BLOCK_END(name, text) text,
#include "program/block_ends.def"
#undef BLOCK_END
  };
  return kTexts[static_cast<std::size_t>(end)];
}

std::string_view to_string(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::Fallthrough: return "fallthrough";
    case EdgeKind::Taken: return "taken";
    case EdgeKind::Jump: return "jump";
    case EdgeKind::Table: return "table";
    case EdgeKind::AfterCall: return "after call";
  }
  return {};
}

std::uint32_t Transfers::taken(std::uint32_t number) const {
  const auto found = indirect_.taken.find(number);
  return found == indirect_.taken.end() ? kNone : at(found->second);
}

std::vector<std::uint32_t> Transfers::stored() const {
  std::vector<std::uint32_t> numbers;
  for (const std::uint32_t address : indirect_.stored) numbers.push_back(at(address));
  return numbers;
}

Transfer Transfers::of(std::uint32_t number) const {
  const isa::Instruction i = graph_.instruction(number);
  const std::uint32_t address = graph_.address_of(number);
  Transfer transfer;
  const auto leads_to = [&](EdgeKind kind, std::uint32_t to) {
    if (const std::uint32_t target = at(to); target != kNone) transfer.flows.push_back({kind, target});
  };
  switch (isa::control(i.opcode)) {
    case Control::Traps:
      if (!isa::calls_host(graph_.code(), address)) {
        transfer.end = BlockEnd::Stops;
        return transfer;
      }
      leads_to(EdgeKind::Fallthrough, isa::next_pc(address, i));
      break;
    case Control::ReturnsFromTrap: transfer.end = BlockEnd::ReturnsFromTrap; return transfer;
    case Control::Jump:
      transfer.end = is_call(i) ? BlockEnd::Calls : BlockEnd::Jumps;
      if (is_call(i)) {
        transfer.callee = at(isa::target_of(address, i));
      } else {
        leads_to(EdgeKind::Jump, isa::target_of(address, i));
      }
      break;
    case Control::JumpRegister: {
      const auto found = indirect_.targets.find(number);
      const JumpTargets* targets = found == indirect_.targets.end() ? nullptr : &found->second;
      transfer.end = end_of(i, targets);
      if (transfer.end == BlockEnd::Calls) transfer.callee = at(targets->addresses.front());
      if (!targets || is_call(i)) break;
      for (const std::uint32_t to : targets->addresses) leads_to(targets->table ? EdgeKind::Table : EdgeKind::Jump, to);
      break;
    }
    case Control::Branch:
      transfer.end = BlockEnd::Branches;
      leads_to(EdgeKind::Taken, isa::target_of(address, i));
      [[fallthrough]];
    case Control::CallsEnvironment:
    case Control::Next: leads_to(EdgeKind::Fallthrough, isa::next_pc(address, i));
  }
  if (is_call(i)) leads_to(EdgeKind::AfterCall, isa::next_pc(address, i));
  return transfer;
}

Partition::Partition(const Transfers& transfers, const support::FirmwareImage& image)
    : transfers_(transfers), is_entry_(transfers.graph().size()) {
  for (const support::Symbol& symbol : image.symbols()) {
    if (!symbol.is_function) continue;
    if (const std::uint32_t number = transfers.at(symbol.address); number != kNone) is_entry_[number] = true;
  }
  for (unsigned round = 0; round < kMaxRounds; ++round) {
    owner_.assign(is_entry_.size(), kNone);
    parts_.clear();
    inner_entries_.clear();
    open(0);
    for (const std::uint32_t number : transfers_.stored()) open(number);
    visit_all();
    if (inner_entries_.empty()) break;
    for (const std::uint32_t number : inner_entries_) is_entry_[number] = true;
  }
}

void Partition::visit_all() {
  while (!unvisited_.empty() || !returning_.empty()) {
    if (!unvisited_.empty()) {
      const std::uint32_t number = unvisited_.back();
      unvisited_.pop_back();
      visit(number);
      continue;
    }
    Part& part = parts_[returning_.back()];
    returning_.pop_back();
    const auto callers = std::move(part.callers), tail_callers = std::move(part.tail_callers);
    for (const std::uint32_t call : callers) go_on_behind(call);
    for (const std::uint32_t caller : tail_callers) set_returns(caller);
  }
}

void Partition::visit(std::uint32_t number) {
  if (const std::uint32_t function = transfers_.taken(number); function != kNone) open(function);
  const Transfer transfer = transfers_.of(number);
  if (transfer.end == BlockEnd::Returns || transfer.end == BlockEnd::JumpsIndirectly) set_returns(owner_[number]);
  if (transfer.callee != kNone) {
    const std::uint32_t callee = open(transfer.callee);
    if (!parts_[callee].returns) {
      parts_[callee].callers.push_back(number);
      return;
    }
  }
  for (const auto& flow : transfer.flows) flow_to(number, flow.target);
}

void Partition::go_on_behind(std::uint32_t call) {
  for (const auto& flow : transfers_.of(call).flows) flow_to(call, flow.target);
}

void Partition::flow_to(std::uint32_t number, std::uint32_t target) {
  const std::uint32_t part = owner_[number];
  if (target == parts_[part].entry) return;
  if (is_entry_[target] || (owner_[target] != kNone && owner_[target] != part)) {
    const std::uint32_t callee = open(target);
    if (parts_[callee].returns) {
      set_returns(part);
    } else {
      parts_[callee].tail_callers.push_back(part);
    }
  } else if (owner_[target] == kNone) {
    owner_[target] = part;
    unvisited_.push_back(target);
  }
}

// The part that begins at an instruction. If the instruction is inside of another part already, that part, for now.
std::uint32_t Partition::open(std::uint32_t number) {
  if (owner_[number] == kNone) {
    owner_[number] = static_cast<std::uint32_t>(parts_.size());
    parts_.push_back({number});
    unvisited_.push_back(number);
  } else if (parts_[owner_[number]].entry != number) {
    inner_entries_.push_back(number);
  }
  is_entry_[number] = true;
  return owner_[number];
}

void Partition::set_returns(std::uint32_t part) {
  if (parts_[part].returns) return;
  parts_[part].returns = true;
  returning_.push_back(part);
}

bool Partition::leads_on(std::uint32_t source) const {
  if (owner_[source] == kNone) return false;
  const std::uint32_t callee = transfers_.of(source).callee;
  return callee == kNone || parts_[owner_[callee]].returns;
}

}  // namespace janus::program
