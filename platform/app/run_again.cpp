#include "app/run_again.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "devices/foreign_module.h"
#include "devices/functional_machine.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

// What the UART receives from a file, or from the caller.
std::vector<devices::Datum> words_for_uart(const prototype::InputOrigin& origin) {
  std::vector<devices::Datum> words;
  if (origin.bytes) {
    for (const std::uint8_t byte : *origin.bytes) words.push_back(std::uint32_t{byte});
  } else if (std::error_code error; std::filesystem::is_regular_file(origin.path, error)) {
    for (const char byte : support::read_text_file(origin.path))
      words.push_back(std::uint32_t{static_cast<std::uint8_t>(byte)});
  }
  return words;
}

devices::Board board_of(const prototype::PlatformConfig& config, hart::InputSource* inputs) {
  devices::Board board(config.plan);
  for (const devices::ForeignModule& module : config.input_modules) {
    if (inputs) board.attach(module.region, devices::ForeignReads(module.region, *inputs));
  }
  for (const devices::ArrivalRow* row : config.held) board.hold(*row);
  bool is_uart_fed = false;
  for (const devices::ReceivedWords& received : config.received) {
    is_uart_fed = is_uart_fed || received.device == "uart";
    board.feed(received.device, received.words);
  }
  if (auto words = words_for_uart(config.uart_input); !words.empty() && !is_uart_fed)
    board.feed("uart", std::move(words));
  return board;
}

bool can_be_repeated(const prototype::PlatformConfig& config, const prototype::RunResult& result) {
  return config.modules.empty() && !config.hart.semihosting.directory && result.instructions <= kMostAgain;
}

}  // namespace

PathEnd end_of_run(const support::FirmwareImage& image, const prototype::PlatformConfig& config,
                   const prototype::RunResult& result, hart::InputSource* inputs) {
  if (!can_be_repeated(config, result)) return {};
  hart::HartConfig hart = config.hart;
  hart.htif = hart::htif_addresses(image);
  PathEnd end;
  try {
    devices::FunctionalMachine machine(image, std::move(hart), inputs, true, config.ram_size, board_of(config, inputs));
    machine.plan(config.planned);
    const std::uint64_t all = result.instructions, first = all - std::min(all, LastSteps::kMost);
    if (first > 0) machine.run_in_blocks(first);
    const bool was_stopped = result.end == prototype::End::InstructionLimit;
    machine.run(all + (was_stopped ? 0 : 1), [&] { end.last.add(machine); });
    end.last.add(machine);
    const auto& state = machine.hart().state();
    if (state.retired != all || state.cycles != result.cycles) return {};
    end.output = machine.output();
  } catch (const support::InputError&) {  // it asks for other inputs
    return {};
  }
  return end;
}

}  // namespace janus::app
