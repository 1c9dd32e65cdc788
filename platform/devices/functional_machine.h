// The functional machine: a concrete hart, memory and the board, without SystemC. Paths of the symbolic machine and
// runs of the SystemC platform (platform/tlm) are compared with this reference, and unit tests run on it.
#pragma once

#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "devices/board.h"
#include "hart/concrete_hart.h"
#include "support/firmware_image.h"
#include "support/reserved_bytes.h"

namespace janus::devices {

class FunctionalMachine : private hart::Bus, private hart::OutputSink, private hart::ConsoleSource {
 public:
  // Loads the image; throws support::InputError if a segment lies outside of memory. `direct` lets the hart access
  // memory without the bus. The constructor sets reset_pc, ram_base and ram_size of `config`. With config.map,
  // `ram_size` is ignored.
  FunctionalMachine(const support::FirmwareImage& image, hart::HartConfig config, hart::InputSource* inputs = nullptr,
                    bool direct = true, std::uint32_t ram_size = memory_map::kDefaultRamSize, Board board = {});

  // Runs until the firmware ends, `max_instructions` have retired, or the hart waits for an interrupt that nothing will
  // raise. Calls `before`, which may be empty, before every instruction.
  struct End {
    hart::Stop stop;                         // Budget: the limit was reached, or the firmware finished
    std::optional<std::uint32_t> exit_code;  // written to the test finisher or `tohost`, or by semihosting
  };
  End run(std::uint64_t max_instructions, const std::function<void()>& before = {});
  // The same, but the hart runs on its own up to the next device event, so it can use its fast loop.
  End run_in_blocks(std::uint64_t max_instructions);

  // Lets interrupts arrive that the board holds, each at the first instruction boundary at or after its cycle; by
  // cycle, ascending. Call it before the first run.
  void plan(std::vector<PlannedArrival> arrivals) { planned_ = std::move(arrivals); }

  // The cycles at which words arrive at devices, by the name of the device, are noted from now on.
  using Arrivals = std::map<std::string, std::vector<std::uint64_t>, std::less<>>;
  void record_arrivals();
  const Arrivals& arrivals() const { return arrivals_; }

  hart::ConcreteHart& hart() { return hart_; }
  Board& board() { return board_; }
  // All of memory, from the base of the map's window on, if there is a map.
  std::span<std::uint8_t> ram() { return {ram_.get(), ram_size_}; }
  std::uint32_t ram_base() const { return ram_base_; }
  // What the UART sent and what went to standard output of the host, in order; and what went to standard error.
  // From now on, what the firmware sends is not kept.
  void drop_output() { keeps_output_ = false; }
  const std::string& output() const { return output_; }
  const std::string& errors() const { return errors_; }

 private:
  std::optional<std::uint32_t> read(std::uint32_t address, unsigned size, std::uint64_t cycle) override;
  bool write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t cycle) override;
  void write_file(std::uint32_t file, std::span<const std::uint8_t> bytes) override;
  std::optional<std::vector<std::uint8_t>> read_console(std::uint32_t most) override;
  void update_lines();
  void make_moves(std::uint64_t cycle);
  void note_arrivals();
  std::uint64_t next_event_cycle();
  std::optional<End> ended(hart::Stop stop, std::uint64_t event_cycle);

  Board board_;
  bool in_ram(std::uint32_t address, unsigned size) const {
    if (map_) return map_->has(address, size);
    return size <= ram_size_ && address - ram_base_ <= ram_size_ - size;
  }

  std::shared_ptr<const hart::AddressMap> map_;  // null: one RAM
  std::uint32_t ram_base_, ram_size_;
  support::ReservedBytes ram_;
  bool keeps_output_ = true;
  std::string output_, errors_;
  hart::ConcreteHart hart_;
  bool records_arrivals_ = false;
  Arrivals arrivals_;
  std::vector<PlannedArrival> planned_;
  std::size_t next_planned_ = 0;
};

// Copies the image into memory: into RAM of `size` bytes at `base`, or with a map into the memories of the map, in
// whose window `memory` is. Throws support::InputError if a segment does not fit.
void load_image(const support::FirmwareImage& image, std::uint32_t base, std::uint8_t* memory, std::uint32_t size,
                const hart::AddressMap* map = nullptr);
// Throws support::InputError unless all segments lie in memory.
void require_inside(const support::FirmwareImage& image, std::uint32_t base, std::uint32_t size,
                    const hart::AddressMap* map);

}  // namespace janus::devices
