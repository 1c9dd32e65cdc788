// Test cases: the inputs of one path and how the path ended, as JSON. `janus replay` runs a test case on the prototype.
//
//   { "version": 1, "firmware": "sort.elf", "fingerprint": "9f..", "inputs": [ {"name": "size", "pc": "0x80000040",
//     "address": "0x80001000", "bytes": "03000000"}, {"name": "uart", "device": "uart", "bytes": "710a"}, {"name":
//     "sensor.sample[0]", "device": "sensor", "bytes": "ff0f"} ], "end": {"reason": "assert", "pc": "0x80000100",
//     "instructions": 812, "cycles": 1190}, "machine": {"timing": "default", "memory": 134217728, "hooks": "marked",
//     "isa": "rv32imac", "semihosting": {"arguments": "-v", "files": true}} }
//
// On another board than Janus's own, "machine" has "platform": {"name": "fe310", "fingerprint": "07.."} in place of
// "memory".
//
// A path with symbolic interrupts also has "interrupts": [{"name": "timer", "arrivals": [{"pc": "0x80000100",
// "instructions": 102, "cycles": 190}]}]: those that come only when told to, and in front of which instruction each
// arrives, after how many instructions and cycles since reset.
//
// If reads of modules in SystemC are inputs, "modules": [{"name": "dma", "base": "0x10020000", "size": 4096}].
//
// The path of a call (call/settings.h) also has "call": {"function": "parse(text)", "after": "", "objects":
// ["text=string:0..8"], "ranges": [], "links": [], "stubs": [], "asserts": [], "assumes": []}; of a comparison,
// "against" has the fingerprint of the second firmware, and "with" its function.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "call/settings.h"
#include "devices/data_sheet.h"
#include "devices/foreign_module.h"
#include "engine/state/execution_state.h"
#include "engine/state/platform_name.h"
#include "engine/state/termination.h"
#include "hart/bus.h"
#include "hart/concrete_hart.h"
#include "support/firmware_image.h"

namespace janus::engine {

struct TestInput {
  std::string name;
  std::uint32_t pc = 0;                      // address of the hook that asked for the input
  std::optional<std::uint32_t> address;      // of an input in memory; nothing for a register
  std::vector<std::uint8_t> bytes;           // little-endian
  bool answer = false;                       // of riscv_is_symbolic(): no input to the program
  std::string device = {};                   // that receives the input; empty: a hook asks for it
  std::string kind = {};                     // of the device, if its name is not that of its kind
  std::vector<std::uint64_t> arrivals = {};  // the cycles at which the device had its words, as far as it had them

  const std::string& kind_of_device() const { return kind.empty() ? device : kind; }
};

// An interrupt that arrives at these instruction boundaries, and at no other.
struct TestInterrupt {
  struct Arrival {
    std::uint32_t pc;                    // of the instruction behind
    std::uint64_t instructions, cycles;  // since reset
  };
  std::string name;               // of a row of devices::arrival_rows(), or of a further device of the platform
  std::vector<Arrival> arrivals;  // by cycle
};

// The settings of the machine that a path depends on.
struct MachineSettings {
  std::string timing = "default";                               // a built-in profile, or a file
  std::uint32_t memory = devices::memory_map::kDefaultRamSize;  // bytes
  isa::HookRule hooks = isa::HookRule::Always;
  std::optional<std::uint32_t> stack_limit = {};  // for the detector `stack`
  hart::Unwritten unwritten = hart::Unwritten::AsItIs;
  std::string isa = {};        // the name of the instruction set; empty: what the ELF file asks for
  PlatformName platform = {};  // with a name, `memory` means nothing
  struct Semihosting {
    std::string arguments;  // the command line without the name of the firmware
    bool files = false;     // whether there is a directory
    friend bool operator==(const Semihosting&, const Semihosting&) = default;
  };
  std::optional<Semihosting> semihosting = {};  // nothing: it is off
};

struct TestCase {
  std::string firmware;           // file name, for people
  std::uint64_t fingerprint = 0;  // of the firmware's segments; a replay refuses other firmware
  std::vector<TestInput> inputs;  // in the order the path asks for them
  std::vector<TestInterrupt> interrupts = {};
  std::vector<devices::ForeignModule> modules = {};  // whose reads are inputs
  Ending ending;
  std::uint32_t pc = 0;            // where the path ended
  std::uint64_t instructions = 0;  // retired when the path ended
  std::uint64_t cycles = 0;        // when the path ended
  // Whether `instructions` and `cycles` are known. A path that repeats a loop millions of times may leave them open;
  // both are 0 then.
  bool measured() const { return instructions != 0; }
  MachineSettings machine;
  call::Settings call;  // if the path is of a call without a harness

  std::string to_json() const;
  // Throws support::InputError naming `origin` if the text is not a test case.
  static TestCase from_json(const std::string& text, const std::string& origin);
  // Throws support::InputError if the file cannot be read or written.
  static TestCase load(const std::filesystem::path& path);
  void save(const std::filesystem::path& path) const;
};

// The test case of a path: the path's model gives the inputs their values. The path must have a model.
TestCase make_test_case(const ExecutionState& state, const Ending& ending, const support::FirmwareImage& image);

// An input's value for people. One, two or four bytes, and arrays of words, are shown in decimal and hexadecimal;
// what a device receives, as a number or as a stream; everything else as bytes and characters.
std::string describe(const TestInput& input);

// What devices receive on the path of a test case. Devices without an input are not named.
std::vector<devices::ReceivedWords> received_words(const TestCase& test_case);

// When interrupts arrive on the path of a test case, by cycle.
std::vector<devices::PlannedArrival> planned_arrivals(const TestCase& test_case, const devices::BoardPlan& plan);

// Whether a path with such an end stops in front of an instruction that the concrete machine can execute.
bool stops_in_front(Termination reason);
// Whether `instruction`, the bits that `hart` would execute now, is one in front of which a path ends for `reason`:
// what a detector reports, or a jump to where the program never jumps. The hart must have been made with detectors that
// are ready for it.
bool is_reason_to_stop(Termination reason, std::uint32_t instruction, hart::ConcreteHart& hart,
                       const support::FirmwareImage& image);
// Makes detectors ready for a path with such an end. Switches none on.
void make_ready_for(const TestCase& test_case, hart::Detectors& detectors);

// Feeds the inputs of a test case, but for those of devices, to a concrete run, and checks that the run asks for
// exactly these inputs.
class TestCaseInputs : public hart::InputSource {
 public:
  // `test_case` must outlive the object.
  explicit TestCaseInputs(const TestCase& test_case) : case_(test_case) {}
  // Throws support::InputError if the test case has no further input for a hook, or if the next one has another size.
  void next_input(std::uint32_t pc, std::uint8_t* bytes, std::uint32_t size) override;
  std::size_t used() const { return next_; }

 private:
  const TestCase& case_;
  std::size_t next_ = 0;
};

}  // namespace janus::engine
