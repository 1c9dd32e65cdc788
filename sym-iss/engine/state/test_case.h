// Test cases: the inputs of one path and how it ended, as JSON that `janus replay` runs on the prototype.
//
//   { "version": 1, "firmware": "sort.elf", "fingerprint": "9f..", "inputs": [ {"name": "size", "pc": "0x80000040",
//     "address": "0x80001000", "bytes": "03000000"} ], "end": {"reason": "assert", "pc": "0x80000100",
//     "instructions": 812, "cycles": 1190}, "machine": {"timing": "default", "memory": 134217728, "hooks": true} }
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/state/execution_state.h"
#include "engine/state/termination.h"
#include "hart/bus.h"
#include "hart/concrete_hart.h"
#include "support/firmware_image.h"

namespace janus::engine {

struct TestInput {
  std::string name;
  std::uint32_t pc = 0;                  // of the hook that asked for it
  std::optional<std::uint32_t> address;  // nothing for a register
  std::vector<std::uint8_t> bytes;       // little-endian
};

// What of the machine's configuration a path depends on.
struct MachineSettings {
  std::string timing = "default";                               // a profile's name or file
  std::uint32_t memory = devices::memory_map::kDefaultRamSize;  // bytes
  bool hooks = true;
};

struct TestCase {
  std::string firmware;           // file name, for people
  std::uint64_t fingerprint = 0;  // of the firmware's segments; a replay of another firmware is refused
  std::vector<TestInput> inputs;  // in the order the path asks for them
  Ending ending;
  std::uint32_t pc = 0;            // where the path ended
  std::uint64_t instructions = 0;  // retired by then
  std::uint64_t cycles = 0;
  // Whether these are known; of a path that goes around a loop millions of times, they may be left open, and are zero.
  bool measured() const { return instructions != 0; }
  MachineSettings machine;

  std::string to_json() const;
  // Throws support::InputError naming `origin` if the text is not a test case.
  static TestCase from_json(const std::string& text, const std::string& origin);
  // Throws support::InputError if the file cannot be read or written.
  static TestCase load(const std::filesystem::path& path);
  void save(const std::filesystem::path& path) const;
};

// The case of a path, its inputs valued by the path's model.
TestCase make_test_case(const ExecutionState& state, const Ending& ending, const support::FirmwareImage& image);

// An input's value for people: decimal and hexadecimal for up to four bytes and arrays of words, else bytes.
std::string describe(const TestInput& input);

// Whether this instruction, executed next, would divide by zero: where a path with the reason DivisionByZero ends.
bool divides_by_zero(std::uint32_t instruction, hart::ConcreteHart& hart);

// Feeds a test case to a concrete run, and checks that the run asks for the inputs the case has.
class TestCaseInputs : public hart::InputSource {
 public:
  // `test_case` must outlive it.
  explicit TestCaseInputs(const TestCase& test_case) : case_(test_case) {}
  // Throws support::InputError if the run asks for more, or for another size.
  void next_input(std::uint32_t pc, std::uint8_t* bytes, std::uint32_t size) override;
  std::size_t used() const { return next_; }

 private:
  const TestCase& case_;
  std::size_t next_ = 0;
};

}  // namespace janus::engine
