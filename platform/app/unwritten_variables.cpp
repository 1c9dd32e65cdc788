#include "app/unwritten_variables.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "app/typed_value.h"
#include "isa/predicates.h"
#include "isa/registers.h"
#include "program/call_convention.h"

namespace janus::app {
namespace {

constexpr std::uint32_t kMostOfNumber = 4;  // of a variable

// What an instruction makes of constants; nothing of others.
std::optional<std::uint32_t> computed(const isa::Instruction& i, std::uint32_t pc, std::optional<std::uint32_t> left) {
  const auto immediate = static_cast<std::uint32_t>(i.immediate);
  if (i.opcode == isa::Opcode::lui) return immediate;
  if (i.opcode == isa::Opcode::auipc) return pc + immediate;
  return i.opcode == isa::Opcode::addi && left ? std::optional(*left + immediate) : std::nullopt;
}

}  // namespace

// Visits each instruction of each function, with what the registers hold in front of it.
template <class Visit>
void UnwrittenVariables::for_each_instruction(const Visit& visit) const {
  const support::FirmwareImage& image = debug_.image();
  const auto global_pointer = image.symbol("__global_pointer$");
  std::uint32_t done = 0;
  for (const support::Symbol& symbol : image.symbols()) {
    if (!symbol.is_function || symbol.size == 0 || symbol.address < done) continue;
    done = symbol.address + symbol.size;
    std::set<std::uint32_t> targets;
    const auto each = [&](const auto& look) {
      std::uint32_t length = 0;
      for (std::uint32_t pc = symbol.address; pc - symbol.address < symbol.size; pc += length) {
        const auto i = code_.at(pc);
        length = i ? i->length : 2;
        if (i) look(pc, *i);
      }
    };
    each([&](std::uint32_t pc, const isa::Instruction& i) {
      const bool jumps = isa::is_branch(i) || isa::control(i.opcode) == isa::Control::Jump;
      if (jumps) targets.insert(isa::target_of(pc, i));
    });
    std::array<Word, 32> x;
    const auto forget = [&] {
      x = {};
      x[0].constant = 0;
      if (global_pointer) x[isa::kGp].constant = *global_pointer;
    };
    forget();
    each([&](std::uint32_t pc, const isa::Instruction& i) {
      if (targets.contains(pc)) forget();
      Word made = visit(pc, i, x);
      if (const std::uint8_t written = isa::written_register(i); written != 0) x[written] = std::move(made);
      // Behind a branch that is not taken, registers hold what they held.
      const isa::Control control = isa::control(i.opcode);
      if (control != isa::Control::Next && control != isa::Control::Branch) forget();
    });
  }
}

UnwrittenVariables::UnwrittenVariables(const support::DebugInfo& debug, const program::ExecutionCounts& counts,
                                       const std::function<bool(std::uint32_t pc)>& is_own,
                                       const std::set<std::string>& assigned)
    : debug_(debug), code_(debug.image()), ranges_(candidates()) {
  drop_what_data_points_to();
  drop_what_code_writes(counts, is_own);
  for (const Range& range : ranges_) {
    std::string name = support::name_in_source(*debug_.image().covering(range.first, false));
    if (assigned.contains(name)) continue;
    variables_.emplace(range.first, Variable{std::move(name), initial_value(range), {}, range.has_store});
  }
  note_reads(counts);
}

// Numbers and the like that may be written.
std::vector<UnwrittenVariables::Range> UnwrittenVariables::candidates() const {
  const support::FirmwareImage& image = debug_.image();
  const auto is_within = [](const std::vector<support::AddressRange>& ranges, std::uint32_t address) {
    return std::ranges::any_of(ranges, [&](const auto& range) { return range.contains(address); });
  };
  std::vector<Range> ranges;
  for (const support::Symbol& symbol : image.symbols()) {
    const bool is_number = !symbol.is_function && symbol.size > 0 && symbol.size <= kMostOfNumber;
    if (!is_number || is_within(image.read_only(), symbol.address) || is_within(image.executable(), symbol.address))
      continue;
    if (!debug_.types().variable_at(symbol.address)) continue;
    if (ranges.empty() || ranges.back().first != symbol.address) ranges.push_back({symbol.address, symbol.size});
  }
  return ranges;
}

void UnwrittenVariables::drop_what_data_points_to() {
  std::set<std::uint32_t> words;
  for (const support::Segment& segment : debug_.image().segments()) {
    for (std::uint32_t at = (4 - segment.address % 4) % 4; at + 4 <= segment.bytes.size(); at += 4) {
      if (const auto word = code_.word(segment.address + at)) words.insert(*word);
    }
  }
  std::erase_if(ranges_, [&](const Range& range) {
    const auto found = words.lower_bound(range.first);
    return found != words.end() && *found - range.first < range.size;
  });
}

void UnwrittenVariables::drop_what_code_writes(const program::ExecutionCounts& counts,
                                               const std::function<bool(std::uint32_t pc)>& is_own) {
  std::set<std::uint32_t> marks;
  for (const support::Symbol& symbol : debug_.image().symbols()) {
    if (!symbol.is_function && symbol.size == 0) marks.insert(symbol.address);
  }
  const support::Symbol* const entry = debug_.image().covering(debug_.image().entry(), true);
  std::set<std::uint32_t> dropped, stored;  // the latter by what was not executed
  const auto note = [&](std::uint32_t address, std::uint32_t bytes, std::set<std::uint32_t>& meant) {
    for (const Range& range : ranges_) {
      if (range.meets(address, bytes)) meant.insert(range.first);
    }
  };
  // The lower part of an address, whose upper part nobody knows.
  const auto note_by_offset = [&](std::int32_t offset, std::uint32_t bytes, std::set<std::uint32_t>& meant) {
    constexpr std::uint32_t kPage = 1U << 12;
    for (const Range& range : ranges_) {
      const std::uint32_t page = (range.first - static_cast<std::uint32_t>(offset) + kPage / 2) & ~(kPage - 1);
      if (range.meets(page + static_cast<std::uint32_t>(offset), bytes)) meant.insert(range.first);
    }
  };
  for_each_instruction([&](std::uint32_t pc, const isa::Instruction& i, const std::array<Word, 32>& x) -> Word {
    const auto base = x[i.rs1].constant;
    const auto made = computed(i, pc, base);
    if (entry && pc - entry->address < entry->size) return {made, {}};
    const isa::MemoryUse use = isa::memory_use(i.opcode);
    const auto offset = isa::is_atomic(i) ? 0 : static_cast<std::int32_t>(i.immediate);
    const bool is_on_stack = i.rs1 == isa::kSp;
    if (use.stores && !is_on_stack) {
      std::set<std::uint32_t>& meant = counts.at(pc).executed > 0 ? dropped : stored;
      if (base) note(*base + static_cast<std::uint32_t>(offset), use.bytes, meant);
      if (!base && !isa::is_atomic(i)) note_by_offset(offset, use.bytes, meant);
    }
    const bool takes = i.opcode == isa::Opcode::addi && i.rs1 != 0 && !is_on_stack && offset != 0;
    const bool is_page = i.opcode == isa::Opcode::lui || i.opcode == isa::Opcode::auipc;
    if (made && marks.contains(*made) && !is_own(pc)) return {made, {}};
    if ((takes && base) || is_page) note(*made, 1, dropped);
    if (takes && !base) note_by_offset(offset, 1, dropped);
    return {made, {}};
  });
  std::erase_if(ranges_, [&](const Range& range) { return dropped.contains(range.first); });
  for (Range& range : ranges_) range.has_store = stored.contains(range.first);
}

void UnwrittenVariables::note_reads(const program::ExecutionCounts& counts) {
  for_each_instruction([&](std::uint32_t pc, const isa::Instruction& i, const std::array<Word, 32>& x) -> Word {
    const Word &left = x[i.rs1], &right = x[i.rs2];
    if (isa::is_load(i) && left.constant) {
      const auto found = variables_.find(*left.constant + static_cast<std::uint32_t>(i.immediate));
      if (found == variables_.end()) return {};
      if (counts.at(pc).executed > 0) found->second.read_at.push_back(pc);
      return {{}, {found->first}};
    }
    const std::uint32_t reads = isa::registers_read(i);
    const auto is_read = [&](std::uint8_t number) { return (reads >> number & 1) != 0; };
    const bool is_known = (!is_read(i.rs1) || left.is_known()) && (!is_read(i.rs2) || right.is_known());
    const bool is_branch = isa::is_branch(i);
    if (!is_known || (!is_branch && !isa::only_computes(i.opcode))) return {};
    std::vector<std::uint32_t> read;
    if (is_read(i.rs1)) read = left.read;
    if (is_read(i.rs2) && i.rs2 != i.rs1) read.insert(read.end(), right.read.begin(), right.read.end());
    if (is_branch) {
      if (!read.empty()) deciding_[pc] = std::move(read);
      return {};
    }
    if (!read.empty()) return {{}, std::move(read)};
    if (const auto made = computed(i, pc, left.constant)) return {made, {}};
    return {};
  });
}

std::string UnwrittenVariables::initial_value(const Range& range) const {
  for (const support::Segment& segment : debug_.image().segments()) {
    const std::uint32_t offset = range.first - segment.address;
    if (offset >= segment.size || range.size > segment.size - offset) continue;
    std::array<std::uint8_t, kMostOfNumber> bytes{};
    for (std::uint32_t k = 0; k < range.size && offset + k < segment.bytes.size(); ++k)
      bytes[k] = segment.bytes[offset + k];
    const auto type = debug_.types().variable_at(range.first);
    return type ? text_of(debug_.types(), *type, std::span(bytes).first(range.size)) : std::string();
  }
  return {};
}

std::vector<const UnwrittenVariables::Variable*> UnwrittenVariables::decide(std::uint32_t branch) const {
  std::map<std::string, const Variable*> found;
  if (const auto known = deciding_.find(branch); known != deciding_.end()) {
    for (const std::uint32_t address : known->second)
      found.emplace(variables_.at(address).name, &variables_.at(address));
  }
  std::vector<const Variable*> variables;
  for (const auto& [name, variable] : found) variables.push_back(variable);
  return variables;
}

}  // namespace janus::app
