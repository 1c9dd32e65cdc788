#include "engine/merge/query_counts.h"

#include <algorithm>
#include <numeric>

#include "program/call_convention.h"
#include "program/indirect_jumps.h"
#include "program/weak_topological_order.h"

namespace janus::engine {
namespace {

constexpr std::size_t kOtherMemory = 32, kFirstSlot = 33;
constexpr float kHuge = 1e9F;

bool is_frame_base(std::uint8_t number) { return number == isa::kSp || number == isa::kS0; }

}  // namespace

QueryCounts::QueryCounts(const support::FirmwareImage& image, QueryEstimate estimate, unsigned kappa)
    : graph_(program::resolved_graph(image)), successors_(graph_.successors()) {
  find_slots();
  width_ = kFirstSlot + slots_.size();
  if (graph_.size() * width_ > kMaxCells) return;
  table_.assign(graph_.size() * width_, 0);
  const std::vector<std::uint32_t> places = program::weak_topological_order(graph_);
  std::vector<std::uint32_t> order(graph_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return places[a] > places[b]; });
  const int rounds = estimate == QueryEstimate::Lattice ? kMaxRounds : static_cast<int>(std::min(kappa, 30U)) + 1;
  for (int i = 0; i < rounds && round(order, estimate); ++i) {
  }
}

void QueryCounts::find_slots() {
  for (std::uint32_t number = 0; number < graph_.size() && slots_.size() < kMaxSlots; ++number) {
    const isa::Instruction i = graph_.instruction(number);
    if ((isa::is_load(i) || isa::is_store(i)) && is_frame_base(i.rs1)) {
      slots_.try_emplace({i.rs1, i.immediate & ~3U}, kFirstSlot + slots_.size());
    }
  }
}

// The column of the table for the word at `offset` from the register `base`.
std::size_t QueryCounts::slot_of(std::uint8_t base, std::uint32_t offset) const {
  if (!is_frame_base(base)) return kOtherMemory;
  const auto slot = slots_.find({base, offset & ~3U});
  return slot == slots_.end() ? kOtherMemory : slot->second;
}

// One pass backwards over all instructions. At a back edge the pass sees the counts of the previous pass. Returns
// whether any count changed.
bool QueryCounts::round(const std::vector<std::uint32_t>& order, QueryEstimate estimate) {
  const bool lattice = estimate == QueryEstimate::Lattice;
  bool changed = false;
  std::vector<float> counts(width_);
  for (const std::uint32_t number : order) {
    std::fill(counts.begin(), counts.end(), 0);
    for (const std::uint32_t successor : successors_[number]) {
      const float* after = row(successor);
      for (std::size_t i = 0; i < width_; ++i)
        counts[i] = lattice ? std::max(counts[i], after[i]) : counts[i] + after[i];
    }
    pass_back(graph_.instruction(number), number, counts.data());
    float* before = table_.data() + std::size_t{number} * width_;
    for (std::size_t i = 0; i < width_; ++i) {
      const float count = std::min(counts[i], lattice ? kLatticeMaximum : kHuge);
      changed = changed || count != before[i];
      before[i] = count;
    }
  }
  return changed;
}

// Turns the counts after an instruction into the counts before it.
void QueryCounts::pass_back(const isa::Instruction& i, std::uint32_t number, Row counts) const {
  if (i.opcode == isa::Opcode::Illegal) return;
  if (program::is_call(i)) {
    const bool known = isa::control(i.opcode) == isa::Control::Jump;
    pass_call(known ? graph_.number_of(isa::target_of(graph_.address_of(number), i)) : program::ControlFlowGraph::kNone,
              counts);
    if (!known) counts[i.rs1] += 1;
  } else if (isa::is_branch(i)) {
    counts[i.rs1] += 1;
    counts[i.rs2] += 1;
  } else if (i.opcode == isa::Opcode::ecall) {
    counts[isa::kT2] += 1;  // where the hooks of janus.h put conditions
  } else if (isa::is_store(i)) {
    float& memory = counts[slot_of(i.rs1, i.immediate)];
    counts[i.rs2] += memory;
    if (isa::memory_use(i.opcode).bytes == 4 && is_frame_base(i.rs1)) memory = 0;
    if (!is_frame_base(i.rs1)) counts[i.rs1] += 1;
  } else if (const std::uint8_t written = isa::written_register(i)) {
    const float passed_on = counts[written];
    counts[written] = 0;
    if (isa::is_load(i)) {
      counts[slot_of(i.rs1, i.immediate)] += passed_on;
      if (!is_frame_base(i.rs1)) counts[i.rs1] += 1;
    } else if (isa::only_computes(i.opcode)) {
      for (std::uint8_t source = 1; source < 32; ++source) {
        if (isa::reads_register(i, source)) counts[source] += passed_on;
      }
    }
  } else if (isa::control(i.opcode) == isa::Control::JumpRegister && !program::is_return(i)) {
    counts[i.rs1] += 1;
  }
  counts[0] = 0;
}

// Turns the counts after a call into the counts before it. An argument register has the count of the called function's
// entry, plus the counts of the result after the call, since the result may depend on each argument.
void QueryCounts::pass_call(std::uint32_t callee, Row counts) const {
  const float* entry = callee == program::ControlFlowGraph::kNone ? nullptr : row(callee);
  const float result = counts[isa::kA0] + counts[isa::kA1];
  for (std::size_t r = 5; r < 32; ++r) {
    if (program::kArgumentRegisters >> r & 1) {
      counts[r] = (entry ? entry[r] : 0) + result;
    } else if (program::kClobberedRegisters >> r & 1) {
      counts[r] = 0;
    }
  }
  if (entry) counts[kOtherMemory] += entry[kOtherMemory];
}

float QueryCounts::of_register(std::uint32_t pc, unsigned number) const {
  const std::uint32_t place = graph_.number_of(pc);
  if (table_.empty() || place == program::ControlFlowGraph::kNone) return kHuge;
  return row(place)[number];
}

float QueryCounts::of_memory(std::uint32_t pc, std::uint32_t address, std::uint32_t sp, std::uint32_t s0) const {
  constexpr std::uint32_t kLeftover = 1U << 16;  // bytes below sp that can be left over from returned calls
  if (sp - address - 1 < kLeftover) return 0;
  const std::uint32_t place = graph_.number_of(pc);
  if (table_.empty() || place == program::ControlFlowGraph::kNone) return kHuge;
  const std::size_t by_sp = slot_of(isa::kSp, address - sp), by_s0 = slot_of(isa::kS0, address - s0);
  if (by_sp == kOtherMemory && by_s0 == kOtherMemory) return row(place)[kOtherMemory];
  return std::max(by_sp == kOtherMemory ? 0 : row(place)[by_sp], by_s0 == kOtherMemory ? 0 : row(place)[by_s0]);
}

}  // namespace janus::engine
