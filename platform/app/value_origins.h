// Where the values come from that made a path fail: dataflow backwards from the failing condition, on the concrete run
// of the path. Costs one look at each recorded instruction, a few times over.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "devices/functional_machine.h"
#include "engine/state/test_case.h"
#include "hart/library_functions.h"
#include "isa/image_code.h"

namespace janus::app {

// Two words that were compared, and what would have had to hold of them.
struct FailedComparison {
  isa::Opcode needed;  // the branch that would have been taken: beq, bne, blt, bge, bltu or bgeu
  std::uint32_t left, right;
  std::uint32_t pc;           // of the instruction that compared them
  bool is_decision = false;   // a branch in front of the end, rather than the condition itself
  bool are_computed = false;  // both words, for being the same or not: also 0 and 1 are values then, and no truths
};

// What a branch compared, as it was.
struct OriginDecision {
  isa::Opcode relation;  // that held: beq, bne, blt, bge, bltu or bgeu
  std::uint32_t left, right;
};

// An instruction that made a value on which the end depends, or that decided whether it is made.
struct OriginStep {
  std::uint64_t retired;  // instructions of the path in front of it
  std::uint32_t pc;
  std::optional<std::uint32_t> made;  // the word that it has computed; nothing of an input or a branch
  bool is_input = false, is_load = false;
  // Of an input: how many inputs the instruction has asked for before, if the record begins where the run does.
  std::optional<std::size_t> asked_before;
  std::optional<OriginDecision> decision = {};  // of a branch that could have led to another value
  std::optional<std::uint32_t> cut_from = {};   // the word of which it kept only the lower bits that fit
  unsigned kept_bits = 0;                       // 8 or 16, where it has cut something
  bool is_store = false;
  // Of a store: where to, the instruction that computed what was stored, and what had retired behind the store to this
  // place before it, as far as that is near.
  std::uint32_t address = 0;
  std::optional<std::uint32_t> made_by = {};
  std::uint64_t stored_before = 0;
  std::optional<std::uint32_t> since_reset = {};  // of a load: the address, if nobody has stored there since reset
};

struct Origins {
  std::optional<FailedComparison> comparison;
  std::vector<OriginStep> steps;    // in order; of many, the last ones
  bool has_more = false;            // in front of them
  bool has_more_decisions = false;  // which led to earlier values
};

// The last instructions of a run, each with what it reads.
class RunRecord {
 public:
  explicit RunRecord(const support::FirmwareImage& image) : code_(image), functions_(hart::library_functions(image)) {}

  // In front of each instruction, and at the end.
  void add(devices::FunctionalMachine& machine);
  // Bytes of memory.
  struct Range {
    std::uint32_t address, size;
  };
  // Of the path's end, which the record must have, and of what `named` holds there: variables that the failing line
  // names, on which the machine code need not depend where the compiler has known more than the reader.
  Origins origins(const engine::TestCase& test_case, const std::vector<Range>& named = {});
  // Who has written memory or a register last in front of a step. `step`: of a store, or of an instruction that has
  // computed what the register has; of an input, the hook.
  struct LastWrite {
    std::size_t number;  // of the step
    OriginStep step;
  };
  std::optional<LastWrite> last_write(const Range& range, std::size_t before);
  std::optional<LastWrite> last_write(unsigned register_number, std::size_t before);
  // The step at which the path has ended, behind origins().
  std::size_t end() const { return steps_.empty() ? 0 : steps_.size() - 1; }
  // The first step at an address, or that at the end.
  std::size_t first_at(std::uint32_t pc) const;
  bool is_whole() const { return !steps_.empty() && steps_.front().retired == 0; }  // from reset on

 private:
  struct Step {
    std::uint64_t retired;
    std::uint32_t pc;
    std::uint32_t left, right;  // x[rs1] and x[rs2]; of an ecall x[t1] and x[t2]
    std::uint32_t code;         // x[t0], of an ecall
    std::uint32_t made = 0;     // what it writes to rd
  };
  // What is left to find, and what was found.
  struct Slice {
    std::set<std::size_t> steps;
    std::set<std::size_t> by_address;  // loads of what nobody has stored: what counts is which was loaded
    bool has_input = false;
    std::optional<std::size_t> constant;  // the last one
    struct Use {
      std::size_t made, used;  // steps
      unsigned number;         // of the register between them; 0: in memory
    };
    std::vector<Use> uses;
    bool has_more_decisions = false;
    std::set<std::size_t> decisions;  // branches without which a value would have been another one
  };

  static constexpr unsigned kMostHops = 64;        // of the search for a comparison
  static constexpr std::size_t kMostDecided = 48;  // last values of which it is asked who decided

  // Whether an instruction only brings a value elsewhere: between registers, or a saved register to the stack and
  // back.
  static bool only_moves(const isa::Instruction& i);
  const isa::Instruction& at(std::uint32_t pc);
  std::optional<std::size_t> definition(std::size_t before, unsigned number);
  // If a step keeps 8 or 16 bits of a word that has more: notes that.
  void note_cut(std::size_t number, OriginStep& origin);
  // The same, from where moves between registers have brought it.
  std::optional<std::size_t> maker(std::size_t before, unsigned number);
  std::optional<std::size_t> store_of(std::size_t load);
  std::optional<std::size_t> branch_before(std::size_t step, bool in_same_function);
  std::optional<FailedComparison> comparison_of(std::size_t end, unsigned number, std::size_t& at);
  void follow(Slice& slice, std::size_t end, std::uint32_t registers);
  void follow_back(Slice& slice, std::size_t end, std::uint32_t registers,
                   std::map<std::uint32_t, std::size_t> wanted = {}, std::size_t earliest = 0);
  // Where the path goes on behind a branch, and where it would have gone else.
  std::uint32_t other_side(std::size_t branch);
  bool in_one_function(std::uint32_t a, std::uint32_t b) const;
  // Whether control flow leads from `from`, within its function and not through `avoided`, to an instruction that
  // writes what `as` writes, or (null) out of the function or back to `again`.
  bool leads(std::uint32_t from, std::uint32_t avoided, std::uint32_t again, const isa::Instruction* as);
  void add_decisions(Slice& slice, std::size_t first_use);
  void add_last_round(Slice& slice, std::size_t end);
  std::vector<std::size_t> guards_of(std::size_t step);
  bool shares_values(const Slice& slice, std::size_t branch);
  void add_guards(Slice& slice, std::size_t end);
  std::vector<std::size_t> ways_of_constant(std::size_t before, unsigned number);
  void add_states(Slice& slice);
  void add_ends_of_chains(Slice& slice, std::size_t end);
  OriginStep told(std::size_t number, bool is_decision);
  void tell_store(std::size_t number, OriginStep& origin);
  bool is_unwritten(std::size_t load);
  void tell(const Slice& slice, std::size_t end, std::size_t compared, Origins& origins);

  // Of a function that accesses a block of bytes, at its first instruction: those with its arguments.
  std::uint32_t registers_of_block(std::uint32_t pc) const;

  const isa::ImageCode code_;
  const std::vector<hart::LibraryFunction> functions_;
  std::unordered_map<std::uint32_t, isa::Instruction> instructions_;
  std::deque<Step> steps_;
  std::map<std::array<std::uint32_t, 3>, bool> avoids_;  // leads() out of a function, as far as it was asked
};

}  // namespace janus::app
