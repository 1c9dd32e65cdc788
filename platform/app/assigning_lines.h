// Which line of the source has assigned what an instruction has written. Of several lines that end alike, compilers
// make one piece of code, which has the line of one of them, and they move stores behind the branches that decide for
// a value: then the code says `kind = 1;`, and kind becomes 3. The line of the code is believed where nothing speaks
// against it:
// - a line that assigns a constant has not assigned another value;
// - where the line of the code may be another one's, it is the line that has made the value, or the only one that has
//   begun before, or the only one that can be.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/begun_statements.h"
#include "app/code_ways.h"
#include "isa/image_code.h"
#include "support/debug_info.h"

namespace janus::app {

class AssigningLines {
 public:
  using LineOf = std::function<std::string(const support::SourceLocation&)>;  // the text of a line; may be empty
  // `debug` and `statements` must outlive the object.
  AssigningLines(const support::DebugInfo& debug, const support::SourceStatements& statements, LineOf line_of)
      : debug_(debug), statements_(statements), line_of_(std::move(line_of)), code_(debug.image()), ways_(debug) {}

  struct Write {
    std::uint32_t pc;
    std::uint64_t retired;                      // in front of it
    std::uint64_t since = 0;                    // behind the write to this variable before, if there was one
    std::optional<std::uint32_t> made_by = {};  // the instruction that computed what was stored, if it is known
    std::string name = {};                      // of the variable
    std::optional<std::uint32_t> value = {}, before = {};
    bool is_static = false, is_in_memory = false;
    std::uint64_t copy = 0;    // of the function that has it (SourceStatements::copy()), unless it is static
    bool is_constant = false;  // as the debug information says, without an instruction that wrote it
  };
  struct Line {
    support::SourceLocation at;  // without the function
    std::uint32_t code;          // an instruction of its function, in the same inlined copy
  };
  // Nothing if it is not certain. `begun` has noted the run at least up to the write.
  std::optional<Line> line_of(const Write& write, const BegunStatements& begun);
  // Whether the line of an instruction that computes something is no other one's: the line assigns nothing, or it has
  // begun, or no other line assigns the same.
  bool is_of_its_line(std::uint32_t pc, std::uint64_t retired, const BegunStatements& begun);

 private:
  struct Assigning {
    Line line;
    std::uint64_t copy;  // SourceStatements::copy()
    std::string text;
  };
  // The lines of a function of the machine code, and of what is inlined there, that assign something of this name.
  const std::vector<Assigning>& assigning(std::uint32_t function, const std::string& name);
  const std::vector<Assigning>& lines_of(std::uint32_t function);
  std::vector<Assigning> possible(const Write& write);
  bool assigns_other_value(const std::string& text, const Write& write) const;
  static const Assigning* line_at(const std::vector<Assigning>& lines, const support::SourceLocation& at);
  bool computes(std::uint32_t pc) const;  // from registers
  bool is_constant(const Write& write) const;

  const support::DebugInfo& debug_;
  const support::SourceStatements& statements_;
  const LineOf line_of_;
  const isa::ImageCode code_;
  CodeWays ways_;
  std::map<std::pair<std::uint32_t, std::string>, std::vector<Assigning>> assigning_;  // by function and last_name()
  std::map<std::uint32_t, std::vector<Assigning>> lines_;                              // all lines, by function
};

}  // namespace janus::app
