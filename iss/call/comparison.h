// Two firmwares, one call: the function of the first is called, then, from the same inputs, that of the second, and
// what both leave is compared. The harness does it all: it keeps the inputs, calls, keeps what the first has left,
// loads the second firmware in place of the first, starts it like a reset up to its own place of --after, gives it the
// inputs, calls, and compares. So it is one program, like any call: see docs/decisions/0037-comparing-by-reloading.md.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "call/code.h"
#include "call/plan.h"

namespace janus::call {

// The name of the harness's part that compares.
inline constexpr char kComparison[] = "the comparison";
// What the code tells where both differ: in which byte of an object, and what each has.
inline constexpr char kAtByte[] = "at byte", kOfFirst[] = "the first", kOfSecond[] = "the second";

// So many bytes behind each object are compared as well, and are inputs: who reads them may get anything.
inline constexpr std::uint32_t kBeyond = 32;

// The second firmware, and the places of the request in it. Both references must outlive the object.
struct SecondFirmware {
  support::FirmwareImage& image;  // the jump to the harness is put into it
  support::SourceTypes& types;
  std::uint32_t after = 0, function = 0;
};

// Puts into `plan`, which is that of the first firmware, what the comparison needs. Throws support::InputError (kUsage)
// with one line if the two cannot be compared: other arguments, no room, an instruction set that the first has not.
void plan_comparison(Plan& plan, const support::FirmwareImage& first, support::SourceTypes& types,
                     const SecondFirmware& second);

// The parts of the harness for a comparison, in the order in which they are executed.
class ComparisonCode {
 public:
  // Writes the names of what is compared, which is no code. All references must outlive the object.
  ComparisonCode(Code& code, const Plan& plan);

  void keep_inputs();
  // In front of a call, and behind it: what a function leaves as it was (RISC-V ELF psABI, "Integer register
  // convention") is the same.
  void keep_registers();
  void check_registers();
  // Behind the first call: keeps what it has left, loads the second firmware and starts it.
  void change_firmware(std::uint32_t entry, const std::vector<support::Segment>& segments);
  // In front of the second call, when the start-up code has run.
  void give_inputs();
  void compare();

 private:
  void copy(std::uint32_t from, std::uint32_t to, std::uint32_t bytes);
  void copy_by(isa::Opcode load, isa::Opcode store, std::uint32_t step, std::uint32_t from, std::uint32_t to,
               std::uint32_t bytes);
  void clear(std::uint32_t from, std::uint32_t bytes);
  void clear_by(isa::Opcode store, std::uint32_t step, std::uint32_t from, std::uint32_t bytes);
  void write_pointer_loop();
  void skip_padding(const std::vector<PlaceRun>& runs, std::uint32_t first, std::uint32_t second);
  void adjust_pointers(const std::vector<PlaceRun>& runs, std::uint32_t first, std::uint32_t second);
  void compare_results();
  void compare_memory(const Comparison::Kept& kept, std::uint32_t name);
  void differ(std::uint32_t name);
  void get_value(std::uint8_t number);
  void tell(std::uint8_t number, std::uint32_t name);
  std::uint32_t text(const std::string& text);

  Code& code_;
  const Plan& plan_;
  const Comparison& comparison_;
  std::uint32_t name_of_result_ = 0, name_of_first_ = 0, name_of_second_ = 0, name_of_offset_ = 0;
  std::uint32_t pointer_loop_ = 0;                                          // the code that adjusts pointers
  std::vector<std::uint32_t> names_;                                        // of Comparison::kept
  std::vector<std::pair<std::uint8_t, std::uint32_t>> names_of_registers_;  // that functions leave as they were
};

// The memory of the second firmware as the harness finds it, at Comparison::store.
support::Segment stored(const Comparison& comparison, const std::vector<support::Segment>& segments);

}  // namespace janus::call
