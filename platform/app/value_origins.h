// Where the values come from that made a path fail: dataflow backwards from the failing condition, on the concrete run
// of the path. Costs one look at each recorded instruction, a few times over.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "devices/functional_machine.h"
#include "engine/state/test_case.h"
#include "isa/image_code.h"

namespace janus::app {

// Two words that were compared, and what would have had to hold of them.
struct FailedComparison {
  isa::Opcode needed;  // the branch that would have been taken: beq, bne, blt, bge, bltu or bgeu
  std::uint32_t left, right;
  std::uint32_t pc;          // of the instruction that compared them
  bool is_decision = false;  // a branch in front of the end, rather than the condition itself
};

// An instruction that made a value on which the end depends.
struct OriginStep {
  std::uint64_t retired;  // instructions of the path in front of it
  std::uint32_t pc;
  std::optional<std::uint32_t> made;  // the word that it has computed; nothing of an input or a branch
  bool is_input = false;
  // Of an input: how many inputs the instruction has asked for before, if the record begins where the run does.
  std::optional<std::size_t> asked_before;
};

struct Origins {
  std::optional<FailedComparison> comparison;
  std::vector<OriginStep> steps;  // in order; of many, the last ones
};

// The last instructions of a run, each with what it reads.
class RunRecord {
 public:
  explicit RunRecord(const support::FirmwareImage& image) : code_(image) {}

  // In front of each instruction, and at the end.
  void add(devices::FunctionalMachine& machine);
  // Of the path's end, which the record must have.
  Origins origins(const engine::TestCase& test_case);

 private:
  struct Step {
    std::uint64_t retired;
    std::uint32_t pc;
    std::uint32_t left, right;  // x[rs1] and x[rs2]; of an ecall x[t1] and x[t2]
    std::uint32_t code;         // x[t0], of an ecall
    std::uint32_t made = 0;     // what it writes to rd
  };
  struct Slice;

  const isa::Instruction& at(std::uint32_t pc);
  std::optional<std::size_t> definition(std::size_t before, unsigned number);
  std::optional<std::size_t> store_of(std::size_t load);
  std::optional<std::size_t> branch_before(std::size_t step, bool in_same_function);
  std::optional<FailedComparison> comparison_of(std::size_t end, unsigned number, std::size_t& at);
  void follow(Slice& slice, std::size_t end, std::uint32_t registers);
  void follow_back(Slice& slice, std::size_t end, std::uint32_t registers);

  const isa::ImageCode code_;
  std::unordered_map<std::uint32_t, isa::Instruction> instructions_;
  std::deque<Step> steps_;
};

}  // namespace janus::app
