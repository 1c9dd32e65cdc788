// A path once more, for whoever explains it: the symbolic hart follows the inputs of a test case, forks nowhere and
// asks no solver. So the decisions that depend on inputs are known, and where the path was at its end, whatever
// technique has found the path.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/explore/case_maker.h"
#include "engine/explore/exploration.h"
#include "engine/hart/symbolic_hart.h"
#include "engine/state/technique.h"
#include "engine/state/test_case.h"
#include "isa/instruction.h"
#include "support/firmware_image.h"
#include "term/term.h"

namespace janus::engine {

// Bytes of an input of a test case.
struct InputBytes {
  std::uint32_t input;  // index into TestCase::inputs
  std::uint32_t first, size;
  friend auto operator<=>(const InputBytes&, const InputBytes&) = default;
};

// An instruction that went another way, or would access another place, with other inputs.
struct InputDecision {
  // The words that a branch compared, and how.
  struct Compared {
    isa::Opcode opcode;
    std::uint32_t left, right;
    bool only_right_depends = false;  // on inputs; else the left one does
  };
  std::uint32_t pc;
  bool jumped;                               // the next instruction was not the one behind
  std::uint64_t instructions;                // retired on the path before
  std::vector<InputBytes> inputs;            // it depends on, on this path (path_dependence.h), ascending, none twice
  std::optional<Compared> compared = {};     // if it is a branch
  std::optional<std::uint32_t> target = {};  // if it is an indirect jump: where to
};

struct RetracedPath {
  std::vector<InputDecision> decisions;  // in the order of the path; of very many, the latest
  std::uint64_t earlier_decisions = 0;   // that are not among these
  std::vector<std::uint32_t>
      calls;  // under way at the end, innermost first, at most 1000: the addresses of the call instructions
  std::vector<std::size_t> handlers;  // the calls that are none: a handler was entered in front of that instruction
  bool is_handler(std::size_t call) const { return std::ranges::find(handlers, call) != handlers.end(); }
  std::uint64_t instructions = 0;  // retired
  bool complete = false;           // the path came to the end of the test case
};

// Whether the test case has no more than 256 KiB of inputs. Else nothing here follows its path.
bool can_retrace(const TestCase& test_case);

// `hart`: as of the exploration that made the test case. Gives up after `most_instructions`, or where the path asks for
// other inputs than the test case has; what is known until there is returned. Counts what is executed in `counts`,
// unless it is null.
RetracedPath retrace(const support::FirmwareImage& image, const SymbolicHartConfig& hart, const TestCase& test_case,
                     std::uint64_t most_instructions, program::ExecutionCounts* counts = nullptr);

// The same with somebody who watches, who must watch instructions; `behind` is called at the end, while the terms of
// the path exist, of which the path condition has those that are assumed and no decision.
void retrace_watched(const support::FirmwareImage& image, const SymbolicHartConfig& hart, const TestCase& test_case,
                     std::uint64_t most_instructions, Technique& watcher,
                     const std::function<void(term::TermPool& pool)>& behind);

// What an exploration that comes along this path says of its end, whatever the test case says: with the names of the
// inputs, which somebody may have put together. Nothing if the path does not end within `most_instructions`, or asks
// for other inputs. `cases`: with the same `hart`.
struct RemadeFinding {
  Finding finding;
  bool has_preferences;  // of riscv_prefer(), on the path
};
std::optional<RemadeFinding> remade(const support::FirmwareImage& image, const SymbolicHartConfig& hart,
                                    const CaseMaker& cases, const TestCase& test_case, std::uint64_t most_instructions);

}  // namespace janus::engine
