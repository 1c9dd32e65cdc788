#include "devices/repeated_runs.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "isa/hooks.h"
#include "isa/predicates.h"

namespace janus::devices {
namespace {

// From where, and up to where, two differ, which are not the same: by blocks first, since that is soon found.
std::pair<std::uint32_t, std::uint32_t> difference(const std::uint8_t* a, const std::uint8_t* b, std::size_t size) {
  constexpr std::size_t kBlock = 64;  // bytes
  const auto same = [&](std::size_t at) { return std::memcmp(a + at, b + at, std::min(kBlock, size - at)) == 0; };
  std::size_t first = 0, last = (size - 1) / kBlock * kBlock;
  while (same(first)) first += kBlock;
  while (same(last)) last -= kBlock;
  std::size_t end = std::min(last + kBlock, size);
  while (a[first] == b[first]) ++first;
  while (a[end - 1] == b[end - 1]) --end;
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end)};
}

}  // namespace

bool RepeatedRuns::are_possible(FunctionalMachine& machine) {
  hart::ConcreteHart& hart = machine.hart();
  return hart.can_run_fast() && (!hart.shadow() || hart.detects_fast()) && !machine.board().moves();
}

RepeatedRuns::RepeatedRuns(FunctionalMachine& machine, std::function<bool()> admits_call,
                           std::function<void(std::uint32_t, std::uint32_t)> left_unreported)
    : machine_(machine),
      admits_call_(std::move(admits_call)),
      left_unreported_(std::move(left_unreported)),
      state_(machine.hart().state()),
      board_(machine.board()),
      is_kept_(machine.ram().size() / kPageBytes + 1) {
  hart::ConcreteHart& hart = machine_.hart();
  if (hart.shadow()) shadow_.emplace(*hart.shadow());
  hart.set_gate(this);
  for (std::uint32_t offset = 0; offset < hart.ram_size(); offset += kPageBytes) hart.ask_before_stores(offset, true);
}

void RepeatedRuns::begin_again() {
  hart::ConcreteHart& hart = machine_.hart();
  for (const Page& page : pages_) {
    std::uint8_t* const now = machine_.ram().data() + page.offset;
    const std::size_t size = std::min<std::size_t>(kPageBytes, machine_.ram().size() - page.offset);
    if (std::memcmp(now, page.bytes.data(), size) == 0) continue;
    // What was decoded of code on the same page stays, as a small firmware has all of it there.
    const auto [first, end] = difference(now, page.bytes.data(), size);
    std::memcpy(now, page.bytes.data(), size);
    hart.memory_changed(hart.ram_base() + page.offset + first, end - first);
  }
  hart.state() = state_;
  if (shadow_) hart.shadow()->go_back(*shadow_);
  hart.retry();
  machine_.board() = board_;
}

bool RepeatedRuns::admits(const isa::Instruction* instruction) {
  if (!instruction || instruction->opcode == isa::Opcode::Illegal) return true;
  if (isa::memory_use(instruction->opcode).bytes != 0) return admits_access(*instruction);
  if (isa::control(instruction->opcode) != isa::Control::CallsEnvironment) return true;
  const auto& x = machine_.hart().state().x;
  if (isa::makes_memory_symbolic(static_cast<isa::HookCode>(x[isa::kT0].raw)))
    will_change(x[isa::kT1].raw, std::min(x[isa::kT2].raw, isa::kMaxInputBytes));
  return admits_call_();
}

bool RepeatedRuns::admits_access(const isa::Instruction& instruction) {
  const hart::ConcreteHart& hart = machine_.hart();
  const isa::MemoryUse& use = isa::memory_use(instruction.opcode);
  const std::uint32_t address = hart.state().x[instruction.rs1].raw + instruction.immediate;
  if (hart.map() && hart.map()->is_aliased(address, use.bytes)) return false;
  if (!use.stores) return true;
  will_change(address, use.bytes);
  return !machine_.board().is_master(address);
}

// A store that begins in a page may reach the next one.
void RepeatedRuns::will_change(std::uint32_t address, std::uint32_t bytes) {
  hart::ConcreteHart& hart = machine_.hart();
  const std::uint64_t first = address - hart.ram_base(), end = std::min<std::uint64_t>(first + bytes, hart.ram_size());
  for (std::uint64_t at = first / kPageBytes * kPageBytes; at < end; at += kPageBytes) {
    keep(at);
    keep(at + kPageBytes);
    hart.ask_before_stores(static_cast<std::uint32_t>(at), false);
  }
}

void RepeatedRuns::keep(std::uint64_t offset) {
  if (offset >= machine_.ram().size() || is_kept_[offset / kPageBytes]) return;
  is_kept_[offset / kPageBytes] = true;
  Page& page = pages_.emplace_back(static_cast<std::uint32_t>(offset), std::array<std::uint8_t, kPageBytes>());
  const std::size_t size = std::min<std::size_t>(kPageBytes, machine_.ram().size() - offset);
  std::memcpy(page.bytes.data(), machine_.ram().data() + offset, size);
}

}  // namespace janus::devices
