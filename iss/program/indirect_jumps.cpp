#include "program/indirect_jumps.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

#include "isa/registers.h"
#include "program/call_convention.h"
#include "program/partition.h"
#include "program/register_trace.h"

namespace janus::program {
namespace {

using isa::Opcode;
constexpr unsigned kAddressWay = 16;  // instructions between lui and addi

class Resolver {
 public:
  enum class Stored : std::uint8_t { LeftOut, Found };  // functions whose addresses stand in data
  Resolver(ControlFlowGraph& graph, const support::FirmwareImage& image, Stored stored)
      : graph_(graph),
        image_(image),
        stored_(stored),
        trace_(graph, IndirectJumps::kMaxSteps, image.hook_note() == support::kMarkedHooks) {}

  IndirectJumps run() {
    if (stored_ == Stored::Found) find_stored();
    std::uint32_t next = 0;
    std::size_t known = 0;
    for (unsigned round = 0; round < kMaxRounds; ++round) {
      if (next == graph_.size() && found_.targets.size() == known) break;
      known = found_.targets.size();
      find_entries();
      trace_.leave_out(dead_ends());
      for (const std::uint32_t number : std::exchange(unresolved_, {})) visit(number);
      for (const std::uint32_t end = graph_.size(); next < end; ++next) visit(next);
    }
    return std::move(found_);
  }

 private:
  struct Range {
    std::uint32_t begin, size;
    bool has_symbol = false;  // then the size is known
  };
  static constexpr std::uint32_t kNone = ControlFlowGraph::kNone;
  static constexpr unsigned kMaxRounds = 64;  // a round finds tables in the code that the round before has found

  void visit(std::uint32_t number) {
    const isa::Instruction i = graph_.instruction(number);
    if (i.opcode == Opcode::jalr && !is_return(i)) {
      JumpTargets targets = targets_of(number, i);
      if (targets.addresses.empty()) return unresolved_.push_back(number);
      for (const std::uint32_t target : targets.addresses) graph_.add_jump(graph_.address_of(number), target);
      found_.targets.emplace(number, std::move(targets));
    } else if (i.opcode == Opcode::csrrw && i.immediate == isa::csr::mtvec) {
      if (const auto handler = trace_.constant(number, i.rs1)) take(number, *handler & ~3U);
    } else if (i.opcode == Opcode::addi && i.rs1 != isa::kZero) {
      const std::uint32_t upper = trace_.definition(number, i.rs1, kAddressWay);
      if (upper == kNone) return;
      const isa::Instruction u = graph_.instruction(upper);
      if (u.opcode != Opcode::lui && u.opcode != Opcode::auipc) return;
      const std::uint32_t base = u.opcode == Opcode::auipc ? graph_.address_of(upper) : 0;
      if (const std::uint32_t address = base + u.immediate + i.immediate; is_function_symbol(address))
        take(number, address);
    }
  }

  void find_stored() {
    std::vector<std::uint32_t> functions;
    for (const support::Symbol& symbol : image_.symbols()) {
      if (symbol.is_function) functions.push_back(symbol.address);
    }
    if (functions.empty()) return;
    std::ranges::sort(functions);
    const std::uint32_t first = functions.front(), span = functions.back() - first;
    std::set<std::uint32_t> stored;
    for (const support::Segment& segment : image_.segments()) {
      for (std::size_t at = -segment.address % 4; at + 4 <= segment.bytes.size(); at += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, &segment.bytes[at], sizeof word);
        if (word - first > span || !std::ranges::binary_search(functions, word)) continue;
        if (graph_.discover(word) != kNone) stored.insert(word);
      }
    }
    found_.stored.assign(stored.begin(), stored.end());
  }

  void take(std::uint32_t number, std::uint32_t address) {
    if (graph_.discover(address) != kNone) found_.taken.emplace(number, address);
  }

  JumpTargets targets_of(std::uint32_t number, const isa::Instruction& i) {
    if (const auto base = trace_.constant(number, i.rs1)) return {false, {(*base + i.immediate) & ~1U}};
    if (is_call(i) || i.immediate != 0) return {};
    const std::uint32_t last = trace_.definition(number, i.rs1);
    if (last == kNone) return {};
    const isa::Instruction writer = graph_.instruction(last);
    if (writer.opcode == Opcode::lw) return table(number, last, 0);
    if (writer.opcode != Opcode::add) return {};
    for (const auto& [loaded, base] : {std::pair{writer.rs1, writer.rs2}, std::pair{writer.rs2, writer.rs1}}) {
      const std::uint32_t load = trace_.definition(last, loaded);
      if (load == kNone || graph_.instruction(load).opcode != Opcode::lw) continue;
      if (const auto offset = trace_.constant(last, base)) return table(number, load, *offset);
    }
    return {};
  }

  // The targets of `jump`, if it jumps to the word that the instruction `load` loads, plus `offset`.
  JumpTargets table(std::uint32_t jump, std::uint32_t load, std::uint32_t offset) {
    const isa::Instruction lw = graph_.instruction(load);
    const std::uint32_t sum = trace_.definition(load, lw.rs1);
    if (sum == kNone || graph_.instruction(sum).opcode != Opcode::add) return {};
    const isa::Instruction add = graph_.instruction(sum);
    for (const auto& [index, base] : {std::pair{add.rs1, add.rs2}, std::pair{add.rs2, add.rs1}}) {
      const auto place = trace_.constant(sum, base);
      if (!place) continue;
      const std::uint32_t begin = *place + lw.immediate, at = graph_.address_of(jump);
      const std::uint32_t shift = trace_.definition(sum, index);
      const isa::Instruction slli = shift == kNone ? isa::Instruction{} : graph_.instruction(shift);
      const bool is_word = slli.opcode == Opcode::slli && slli.immediate == 2;
      const auto entries = is_word ? bound(shift, slli.rs1) : std::nullopt;
      auto targets = entries ? read_table(at, begin, *entries, offset) : whole_table(at, begin, offset, is_word);
      if (is_word || !targets.empty()) return {true, std::move(targets)};
    }
    return {};
  }

  // A bound on a register's value before an instruction: the value is less than the result.
  std::optional<std::uint64_t> bound(std::uint32_t number, std::uint8_t reg) {
    for (unsigned way = 0; way < RegisterTrace::kMaxWay && trace_.spend(1); ++way) {
      const std::uint32_t before = trace_.predecessor(number);
      if (before == kNone) return std::nullopt;
      const isa::Instruction i = graph_.instruction(before);
      if (i.opcode == Opcode::bltu || i.opcode == Opcode::bgeu) {
        if (const auto limit = bound_by_branch(before, number, reg)) return limit;
      }
      if (trace_.changes(before, reg)) {
        if (isa::written_register(i) != reg) return std::nullopt;
        if (i.opcode != Opcode::addi || i.immediate != 0) return bound_by_operation(before, i);
        reg = i.rs1;
      }
      number = before;
    }
    return std::nullopt;
  }

  // A bound on the result of an operation.
  std::optional<std::uint64_t> bound_by_operation(std::uint32_t number, const isa::Instruction& i) {
    if (i.opcode == Opcode::andi && i.immediate < 2048) return i.immediate + 1;
    if (i.opcode == Opcode::srli) return std::uint64_t{1} << (32 - i.immediate);
    if (i.opcode != Opcode::remu) return std::nullopt;
    const auto divisor = trace_.constant(number, i.rs2);
    return divisor && *divisor != 0 ? std::optional(std::uint64_t{*divisor}) : std::nullopt;
  }

  std::optional<std::uint64_t> bound_by_branch(std::uint32_t branch, std::uint32_t next, std::uint8_t reg) {
    const isa::Instruction i = graph_.instruction(branch);
    const std::uint32_t address = graph_.address_of(branch), target = isa::target_of(address, i);
    if (target == isa::next_pc(address, i) || i.rs1 == i.rs2) return std::nullopt;
    const bool taken = target == graph_.address_of(next);
    const bool less = (i.opcode == Opcode::bltu) == taken;  // whether rs1 < rs2 on this way, else rs1 >= rs2
    if (i.rs1 == reg && less) return trace_.constant(branch, i.rs2);
    if (i.rs2 != reg || less) return std::nullopt;
    const auto limit = trace_.constant(branch, i.rs1);
    return limit ? std::optional(std::uint64_t{*limit} + 1) : std::nullopt;
  }

  std::vector<std::uint32_t> read_table(std::uint32_t jump, std::uint32_t place, std::uint64_t entries,
                                        std::uint32_t offset) {
    if (entries > IndirectJumps::kMaxEntries || !trace_.spend(static_cast<std::uint32_t>(entries))) return {};
    const Range function = function_around(jump);
    std::vector<std::uint32_t> targets;
    for (std::uint64_t i = 0; i < entries; ++i, place += 4) {
      const auto target = entry(function, place, offset);
      if (!target) return {};
      targets.push_back(*target);
    }
    return in_order(std::move(targets));
  }

  // The targets of a table of which no branch says where it ends, since the compiler knows which values there are. If
  // it is an object of the program's own, with a symbol, all words of the object must lead into the function: in an
  // array of structures others lie between. Else, and if the index counts words, it is a table of the compiler, and has
  // all entries in a row that lead into the function. Those of a neighbouring table do no harm. The address may lie
  // inside of the table, if the compiler has folded what it adds to the index. None is missed: the row ends behind the
  // table, since all of its entries lead into the function, whose end is known, and nobody writes there.
  std::vector<std::uint32_t> whole_table(std::uint32_t jump, std::uint32_t place, std::uint32_t offset, bool is_word) {
    const Range function = function_around(jump);
    if (!is_read_only(place) || !function.has_symbol) return {};
    if (const support::Symbol* const object = image_.covering(place, false))
      return object->size % 4 == 0 ? read_table(jump, object->address, object->size / 4, offset)
                                   : std::vector<std::uint32_t>{};
    if (!is_word) return {};
    std::vector<std::uint32_t> targets;
    // Whether all entries were read from there on, and a cold part of the function is no target.
    const auto read = [&](std::uint32_t at, std::uint32_t step) {
      for (; targets.size() < IndirectJumps::kMaxEntries && trace_.spend(1); at += step) {
        const auto target = entry(function, at, offset);
        if (!target) return !is_cold_part(graph_.code().word(at).value_or(0) + offset);
        targets.push_back(*target);
      }
      return false;
    };
    if (!read(place, 4) || !read(place - 4, 0U - 4) || targets.size() < 2) return {};
    return in_order(std::move(targets));
  }

  bool is_read_only(std::uint32_t address) const {
    return std::ranges::any_of(image_.read_only(),
                               [&](const support::AddressRange& range) { return address - range.first < range.size; });
  }
  // Compilers may put what is seldom executed elsewhere, as a function of its own: NAME.cold.
  bool is_cold_part(std::uint32_t address) const {
    const support::Symbol* const symbol = image_.covering(address, true);
    return symbol && symbol->name.find(".cold") != std::string::npos;
  }

  // Where the entry of a table leads to, if that is in the function.
  std::optional<std::uint32_t> entry(const Range& function, std::uint32_t place, std::uint32_t offset) const {
    const auto word = place % 4 == 0 ? graph_.code().word(place) : std::nullopt;
    const std::uint32_t target = word.value_or(0) + offset;
    if (!word || !graph_.code().extensions().can_begin_at(target) || target - function.begin >= function.size)
      return std::nullopt;
    return target;
  }

  static std::vector<std::uint32_t> in_order(std::vector<std::uint32_t> targets) {
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    return targets;
  }

  // The instructions from which control does not get to the next one, by all that is known now: `abort()` must not seem
  // to run into the next case.
  std::vector<bool> dead_ends() const {
    const Transfers transfers(graph_, found_);
    const Partition partition(transfers, image_);
    std::vector<bool> dead(graph_.size());
    for (std::uint32_t number = 0; number < graph_.size(); ++number) dead[number] = !partition.leads_on(number);
    return dead;
  }

  // Finds where functions begin, as far as is known now, and their sizes (0 if unknown).
  void find_entries() {
    functions_.clear();
    for (const support::Symbol& symbol : image_.symbols()) {
      if (symbol.is_function) functions_.push_back({symbol.address, symbol.size, symbol.size > 0});
    }
    for (std::uint32_t number = 0; number < graph_.size(); ++number) {
      const bool called = !graph_.each_incoming(number, [](std::uint32_t, bool call) { return !call; });
      if (called || number == 0) functions_.push_back({graph_.address_of(number), 0});
    }
    std::sort(functions_.begin(), functions_.end(),
              [](const Range& a, const Range& b) { return a.begin != b.begin ? a.begin < b.begin : a.size > b.size; });
    const auto same = [](const Range& a, const Range& b) { return a.begin == b.begin; };
    functions_.erase(std::unique(functions_.begin(), functions_.end(), same), functions_.end());
  }

  Range function_around(std::uint32_t address) const {
    const auto after = std::upper_bound(functions_.begin(), functions_.end(), address,
                                        [](std::uint32_t a, const Range& range) { return a < range.begin; });
    if (after == functions_.begin()) return {0, 0};
    const Range& range = after[-1];
    if (address - range.begin < range.size) return range;
    return {range.begin, (after == functions_.end() ? ~0U : after->begin) - range.begin};
  }

  bool is_function_symbol(std::uint32_t address) const {
    const auto& symbols = image_.symbols();
    auto symbol = std::lower_bound(symbols.begin(), symbols.end(), address,
                                   [](const support::Symbol& s, std::uint32_t a) { return s.address < a; });
    for (unsigned names = 0; symbol != symbols.end() && symbol->address == address && names < 16; ++symbol, ++names) {
      if (symbol->is_function) return true;
    }
    return false;
  }

  ControlFlowGraph& graph_;
  const support::FirmwareImage& image_;
  const Stored stored_;
  RegisterTrace trace_;
  IndirectJumps found_;
  std::vector<Range> functions_;           // sorted
  std::vector<std::uint32_t> unresolved_;  // jumps, by number
};

}  // namespace

IndirectJumps resolve_indirect_jumps(ControlFlowGraph& graph, const support::FirmwareImage& image) {
  return Resolver(graph, image, Resolver::Stored::LeftOut).run();
}

ControlFlowGraph resolved_graph(const support::FirmwareImage& image) {
  ControlFlowGraph graph(image);
  Resolver(graph, image, Resolver::Stored::Found).run();
  return graph;
}

}  // namespace janus::program
