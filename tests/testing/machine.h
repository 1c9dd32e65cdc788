// Runs firmware on the functional machine, from start to end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "devices/functional_machine.h"

namespace janus::testing {

// The simulator's speed switches. None may change a result.
struct SpeedSwitches {
  bool direct_memory = true;
  bool decode_cache = true;
  bool in_blocks = false;  // run up to the next device event at once, instead of instruction by instruction
  bool fast = true;        // with in_blocks: use the fast loop
  bool translate = true;   // with in_blocks and fast: translate hot blocks
  std::uint16_t hot = 64;  // a block is hot after so many entries
};

// Other settings of the switches. The last two translate a block at its first or second entry.
inline const std::vector<SpeedSwitches> kOtherSwitches = {{.direct_memory = false},
                                                          {.decode_cache = false},
                                                          {.direct_memory = false, .decode_cache = false},
                                                          {.in_blocks = true, .fast = false},
                                                          {.in_blocks = true, .translate = false},
                                                          {.in_blocks = true, .hot = 1},
                                                          {.in_blocks = true, .hot = 2}};

struct RunResult {
  std::optional<std::uint32_t> exit_code;
  hart::Stop stop = hart::Stop::Budget;
  std::string output;
  std::uint64_t cycles = 0;
  std::uint64_t instructions = 0;
  std::uint32_t pc = 0;
  std::vector<std::uint32_t> registers;

  bool operator==(const RunResult&) const = default;
};

// Runs without hooks, for 20 million instructions at most.
inline RunResult run_firmware(const std::string& path, SpeedSwitches switches = {},
                              std::uint32_t ram_size = devices::memory_map::kDefaultRamSize) {
  constexpr std::uint64_t kMaxInstructions = 20'000'000;
  const auto image = support::FirmwareImage::load(path);
  hart::HartConfig config;
  config.decode_cache = switches.decode_cache;
  config.fast = switches.fast;
  config.translate = switches.translate;
  config.hot = switches.hot;
  config.htif = hart::htif_addresses(image);
  devices::FunctionalMachine machine(image, config, nullptr, switches.direct_memory, ram_size);
  const auto end = switches.in_blocks ? machine.run_in_blocks(kMaxInstructions) : machine.run(kMaxInstructions);
  const auto& state = machine.hart().state();
  RunResult result{end.exit_code, end.stop, machine.output(), state.cycles, state.retired, state.pc, {}};
  for (const auto& x : state.x) result.registers.push_back(x.raw);
  return result;
}

}  // namespace janus::testing
