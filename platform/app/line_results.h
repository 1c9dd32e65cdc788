// What a line of the source has made or read, where that is certain. The words that its instructions compute are mostly
// temporaries of the machine code: `int32_t before = day_number()` counts rounds of a loop, too. Told is only
// - what is stored where a variable is that the line assigns;
// - what an instruction has left in the register in which DWARF says that this variable is then;
// - what a function returns, of a line that returns;
// - what is read of a variable that the line names.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/end_values.h"
#include "app/register_writers.h"
#include "devices/functional_machine.h"
#include "isa/image_code.h"
#include "support/debug_info.h"

namespace janus::app {

struct LineResult {
  std::string made = {};  // "rate = 9600", "returns 7"; empty if nothing is certain
  std::string read = {};  // "limits[2] = 40"
};

// Looks at a machine in front of each instruction, in order. References that it was given must outlive it.
class LineResults {
 public:
  LineResults(const support::DebugInfo& debug, const RegisterWriters& writers)
      : debug_(debug), writers_(writers), code_(debug.image()) {}

  // What the instruction in front of which the machine stands makes of a line with this text, and reads. `result` may
  // be completed by later calls of look().
  void begin(devices::FunctionalMachine& machine, const std::string& text, LineResult& result);
  // In front of each instruction, before begin().
  void look(devices::FunctionalMachine& machine);

 private:
  struct Pending {
    LineResult* result;
    std::vector<std::string> assigned;
    bool returns;
    std::uint32_t function, pc, last_pc;  // `pc`: of the instruction
    std::uint8_t made_in;                 // register
    unsigned left;                        // looks
  };
  void store(devices::FunctionalMachine& machine, const isa::Instruction& store,
             const std::vector<std::string>& assigned, const std::string& text, LineResult& result) const;
  void read(devices::FunctionalMachine& machine, const isa::Instruction& load, const std::string& text,
            LineResult& result) const;
  // Whether it is over.
  bool look_for(devices::FunctionalMachine& machine, Pending& pending) const;
  bool is_in_register(devices::FunctionalMachine& machine, const Pending& pending, const std::string& name) const;
  std::uint32_t function_of(std::uint32_t pc) const;

  const support::DebugInfo& debug_;
  const RegisterWriters& writers_;
  const isa::ImageCode code_;
  std::vector<Pending> pending_;
};

}  // namespace janus::app
