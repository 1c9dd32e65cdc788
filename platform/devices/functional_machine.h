// The functional machine: a concrete hart, memory and the board, without SystemC. It is the reference that the symbolic
// machine's paths are compared with, and what the tests of these layers run on; the prototype itself is platform/tlm.
#pragma once

#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "devices/board.h"
#include "hart/concrete_hart.h"
#include "support/firmware_image.h"

namespace janus::devices {

class FunctionalMachine : private hart::Bus {
 public:
  // Loads the image; throws support::InputError if a segment lies outside of memory. `direct` lets the hart touch
  // memory without the bus. `config`'s reset_pc, ram_base and ram_size are set here.
  FunctionalMachine(const support::FirmwareImage& image, hart::HartConfig config, hart::InputSource* inputs = nullptr,
                    bool direct = true, std::uint32_t ram_size = memory_map::kDefaultRamSize);

  // Runs until the firmware ends, `max_instructions` have retired, or the hart waits for an interrupt that nothing will
  // raise. `before` is called before every instruction, if given.
  struct End {
    hart::Stop stop;                         // Budget: the limit was reached, or the firmware finished
    std::optional<std::uint32_t> exit_code;  // of the test finisher, or `tohost`
  };
  End run(std::uint64_t max_instructions, const std::function<void()>& before = {});
  // The same, except that the hart runs by itself as far as nothing outside can happen: in its fast loop, if it has
  // one.
  End run_in_blocks(std::uint64_t max_instructions);

  hart::ConcreteHart& hart() { return hart_; }
  Board& board() { return board_; }
  std::span<std::uint8_t> ram() { return {ram_.get(), ram_size_}; }
  const std::string& output() const { return output_; }  // what the UART sent

 private:
  std::optional<std::uint32_t> read(std::uint32_t address, unsigned size, std::uint64_t cycle) override;
  bool write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t cycle) override;
  void update_lines();
  std::uint64_t next_event_cycle();
  std::optional<End> ended(hart::Stop stop, std::uint64_t event_cycle);

  Board board_;
  struct Free {
    void operator()(std::uint8_t* bytes) const { std::free(bytes); }
  };
  std::uint32_t ram_size_;
  std::unique_ptr<std::uint8_t[], Free> ram_;  // from calloc: zero, and without cost until touched
  std::string output_;
  hart::ConcreteHart hart_;
};

// Copies the image into memory at `base`. Throws support::InputError if a segment does not fit.
void load_image(const support::FirmwareImage& image, std::uint32_t base, std::uint8_t* memory, std::uint32_t size);

}  // namespace janus::devices
