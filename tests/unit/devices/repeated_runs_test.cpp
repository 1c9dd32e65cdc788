// Runs that are repeated do what the first one has done, whatever random programs store to, their own code included.
#include "devices/repeated_runs.h"

#include <gtest/gtest.h>

#include "support/firmware_image.h"
#include "testing/elf_writer.h"
#include "testing/machine.h"
#include "testing/random.h"
#include "testing/random_code.h"
#include "testing/returning_handler.h"

namespace janus::devices {
namespace {

namespace roles = testing::random_code;
constexpr std::uint32_t kStart = testing::kCode, kHandler = kStart + 0x1000, kData = kStart + 0x2000;
constexpr std::uint32_t kRamSize = 0x8000;
constexpr std::uint64_t kToMark = 20, kToEnd = 9000;  // instructions

struct Outcome {
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint8_t> memory;
  bool operator==(const Outcome&) const = default;
};

Outcome outcome(FunctionalMachine& machine) {
  const auto& s = machine.hart().state();
  Outcome out{{s.pc, s.cycles, s.retired, s.traps, s.mip, s.mie, s.mstatus, s.mtvec, s.mtime_offset, s.reserved,
               machine.board().clint.mtime_offset()},
              {machine.ram().begin(), machine.ram().end()}};
  for (const auto& x : s.x) out.numbers.push_back(x.raw);
  return out;
}

std::unique_ptr<FunctionalMachine> machine_with(const support::FirmwareImage& image, std::uint64_t seed) {
  hart::HartConfig config;
  config.hot = 2;
  auto machine = std::make_unique<FunctionalMachine>(image, config, nullptr, true, kRamSize);
  auto& s = machine->hart().state();
  s.mtvec = kHandler;
  testing::Random random(seed);
  for (std::uint32_t r = 1; r < 32; ++r) s.x[r] = {random.word()};
  s.x[roles::kToData] = {kData + 0x800};
  s.x[roles::kToCode] = {kStart};
  s.x[roles::kToDevice] = {0x0200'0000};
  s.x[roles::kToNothing] = {0x1000};
  machine->run_in_blocks(kToMark);
  return machine;
}

TEST(RepeatedRuns, EndAsTheFirstOneHas) {
  unsigned repeated = 0, stored_to_code = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    testing::ElfWriter elf(kStart);
    elf.add_code(kStart, roles::RandomCode(seed).words());
    elf.add_code(kHandler, testing::returning_handler(kStart));
    const support::FirmwareImage image = testing::image_of(elf);
    const auto wanted = machine_with(image, seed), machine = machine_with(image, seed);
    if (machine->hart().state().retired < kToMark) continue;  // it has ended
    ++repeated;
    const Outcome at_mark = outcome(*machine);
    wanted->run_in_blocks(kToEnd);
    const Outcome at_end = outcome(*wanted);
    ASSERT_TRUE(RepeatedRuns::are_possible(*machine));
    RepeatedRuns runs(*machine, [] { return true; });
    for (int run = 0; run < 4; ++run) {
      runs.begin_again();
      ASSERT_EQ(outcome(*machine), at_mark) << seed;
      machine->run_in_blocks(run == 2 ? kToEnd / 2 : kToEnd);  // one is broken off
      if (run != 2) ASSERT_EQ(outcome(*machine), at_end) << seed << ' ' << run;
    }
    const auto code = [](const Outcome& of) {
      const auto begin = of.memory.begin();
      return std::vector<std::uint8_t>(begin, begin + 4 * roles::kWords);
    };
    stored_to_code += code(at_mark) != code(at_end);
  }
  EXPECT_GT(repeated, 60U);
  EXPECT_GT(stored_to_code, 5U);
}

}  // namespace
}  // namespace janus::devices
