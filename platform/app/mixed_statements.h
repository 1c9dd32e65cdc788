// Which variables a statement does not use as a debugger would show them: compilers mix the instructions of statements,
// and count `i` up in the middle of what reads a[i]. And whether a condition of the source, read with values, is what a
// branch has compared.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/condition_parts.h"
#include "app/value_origins.h"
#include "isa/image_code.h"
#include "support/debug_info.h"

namespace janus::app {

// Follows a path, as far as addresses rise within one function: behind that, it is another round of a loop.
class MixedStatements {
 public:
  using LineOf = std::function<std::string(const support::SourceLocation&)>;  // the text of a line; may be empty
  // `debug` must outlive the object.
  MixedStatements(const support::DebugInfo& debug, LineOf line_of)
      : debug_(debug), line_of_(std::move(line_of)), code_(debug.image()) {}

  // Behind each instruction's look, in order.
  void add(std::uint32_t pc);
  // The variables that instructions of other lines may have changed since the first instruction of `line`, and those
  // that `line` has stored itself.
  std::set<std::string> changed_since(const support::SourceLocation& line) const;
  // The registers that `line` has written itself in the row of instructions that goes on with the one at `pc`: a
  // variable that is there is what the line has made of it.
  std::uint32_t written_by(const support::SourceLocation& line, std::uint32_t pc) const;

 private:
  struct Place {
    std::string file;
    int line;
    bool writes;  // a register or memory
    bool stores;
    unsigned written;  // register; 0: none
    std::uint32_t function;
    std::set<std::string> changed;  // by the line
  };
  const Place& place_of(std::uint32_t pc);

  const support::DebugInfo& debug_;
  const LineOf line_of_;
  const isa::ImageCode code_;
  std::unordered_map<std::uint32_t, Place> places_;
  std::vector<const Place*> row_;
  std::uint32_t last_ = 0;
};

// Whether what stands behind a variable assigns to it, or counts it up or down.
bool assigns(std::string_view behind);
// The variables that a line of C assigns to, counts up or down, without members and elements.
std::set<std::string> changed_by(std::string_view line);
// Whether a text of C has one of these names.
bool names_one_of(std::string_view text, const std::set<std::string>& names);
// The names in its brackets.
std::set<std::string> names_in_brackets(std::string_view text);

// Whether a part of a condition compares the two words of a branch, and came out as the branch did. Of `x <= 63`,
// compilers make `x < 64`.
bool compares_the_same(const ConditionPart& part, const OriginDecision& decision);

}  // namespace janus::app
