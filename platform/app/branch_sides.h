// What the two sides of a branch are in the source: the line to which one leads, or how the condition comes out there.
// Optimising compilers make an instruction of another line, as a constant, the first one of a side, and join and split
// what is behind: then the line of the first instruction tells nothing.
//
// Cost: a look at each instruction of a function, once for each function that is asked about.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/code_ways.h"
#include "isa/image_code.h"
#include "isa/instruction.h"
#include "support/debug_info.h"
#include "support/source_statements.h"

namespace janus::app {

class BranchSides {
 public:
  using LineOf = std::function<std::string(const support::SourceLocation&)>;  // the text of a line; may be empty
  // `debug` must outlive the object.
  BranchSides(const support::DebugInfo& debug, LineOf line_of);

  // The line of the source to which execution goes, at the address `next`, behind a branch or a jump at `from`; line 0
  // if that is not certain. Of code that was compiled without optimisation, the first line that is not `from`'s. Else,
  // a statement has to begin there that does what compilers leave where it is: a call, a store or a decision; the line
  // is that of the first one that begins up to there. What several ways lead to is certain of none of them, since
  // compilers let equal ends of lines share code.
  support::SourceLocation line_at(std::uint32_t from, std::uint32_t next);

  // "c == '\n' holds", "c == '\n' does not hold": of a comparison with a number, which the machine code makes with the
  // same number. Otherwise nobody knows whether the two are the same, and it is empty.
  std::string outcome(std::uint32_t branch, bool jumps);

  // "is 8", "is above 7": the same of a word that a branch compares with a number, as a `switch` does; empty if the
  // basic block does not say with which.
  std::string compared(std::uint32_t branch, bool jumps) const;

  // The number other than 0 with which a branch compares, if the instructions in front of it say so.
  struct Constant {
    std::int32_t number;
    bool is_left;  // of the two words
  };
  std::optional<Constant> constant_of(std::uint32_t branch) const;

 private:
  support::SourceLocation first_other_line(std::uint32_t from, std::uint32_t next) const;
  support::SourceLocation line_of_effect(std::uint32_t from, std::uint32_t next);
  support::SourceLocation line_of_decision(std::uint32_t pc) const;
  bool begins_between(const support::SourceLocation& line, std::uint32_t first, std::uint32_t last) const;
  std::optional<support::SourceLocation> first_begun(std::uint32_t first, std::uint32_t last,
                                                     const support::SourceLocation& own,
                                                     const support::SourceLocation& own_code) const;

  const support::DebugInfo& debug_;
  const LineOf line_of_;
  const isa::ImageCode code_;
  const support::SourceStatements statements_;
  CodeWays ways_;
};

// One of C's six signs and the number on its right.
struct NumberedSign {
  std::string_view sign;
  std::int32_t number;
};
// "< 64" and "<= 63": what says the same of integers.
std::vector<NumberedSign> equivalents(std::string_view sign, std::int32_t number);

// What a condition compares with one of these signs and numbers on the right, if just one comparison of it is such:
// "c == '\n'" of "c == 0 || c == '\n'". Nothing if it calls something.
std::optional<std::string_view> comparison_with(std::string_view condition, const std::vector<NumberedSign>& signs);

}  // namespace janus::app
