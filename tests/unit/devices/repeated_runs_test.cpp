// Runs that are repeated do what the first one has done, whatever random programs store to, their own code included.
#include "devices/repeated_runs.h"

#include <gtest/gtest.h>

#include <cstring>

#include "support/firmware_image.h"
#include "testing/elf_writer.h"
#include "testing/machine.h"
#include "testing/random.h"
#include "testing/random_code.h"
#include "testing/random_pointers.h"
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
      if (run != 2) {
        ASSERT_EQ(outcome(*machine), at_end) << seed << ' ' << run;
      }
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

// What detectors know of memory, by what they are asked.
std::vector<std::uint64_t> known_by_detectors(FunctionalMachine& machine) {
  const auto& s = machine.hart().state();
  const auto& shadow = *machine.hart().shadow();
  std::vector<std::uint64_t> out;
  const auto add = [&](hart::Origin origin) {
    out.insert(out.end(), {static_cast<std::uint64_t>(origin.kind()), origin.where(), origin.size()});
  };
  for (std::uint8_t i = 1; i < 32; ++i) {
    add(shadow.pointers.entry(i).origin);
    out.insert(out.end(), {shadow.pointers.entry(i).value.raw, shadow.defined.of_register(i)});
  }
  for (std::uint32_t at = 0; at < machine.ram().size(); at += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, &machine.ram()[at], 4);
    add(shadow.pointers.of_word(kStart + at, {word}));
    out.push_back(shadow.defined.of_memory(kStart + at, 4));
  }
  for (const auto& each : shadow.pointers.allocations())
    out.insert(out.end(), {each.base.raw, each.size.raw, each.live});
  for (const auto& call : shadow.pointers.frames().calls()) out.insert(out.end(), {call.return_to, call.sp});
  for (const auto& save : shadow.pointers.frames().saves()) out.insert(out.end(), {save.slot, save.value.raw});
  out.insert(out.end(), {shadow.pointers.in_program(), shadow.pointers.in_heap_function(), s.pc});
  return out;
}

std::unique_ptr<FunctionalMachine> machine_with_pointers(const support::FirmwareImage& image,
                                                         const hart::Detectors& detectors) {
  hart::HartConfig config;
  config.detectors = detectors;
  auto machine = std::make_unique<FunctionalMachine>(image, config, nullptr, true, 0x9000);
  machine->hart().state().mtvec = testing::kPointerHandler;
  machine->hart().state().x[isa::kSp] = {testing::kPointerStack};
  return machine;
}

TEST(RepeatedRuns, KnowOfMemoryWhatTheFirstOneHasKnown) {
  unsigned repeated = 0, found = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    testing::RandomPointers program(seed);
    testing::ElfWriter elf(kStart);
    elf.add_code(kStart, program.words());
    elf.add_code(testing::kPointerHandler, testing::returning_handler(kStart));
    elf.add_code(testing::kPointerHeap, {testing::kPointerHeap + 16});
    const support::FirmwareImage image = testing::image_of(elf);
    const hart::Detectors detectors = program.detectors();
    const auto machine = machine_with_pointers(image, detectors);
    const std::uint64_t to_mark = 4 + seed % 5 * 4;
    if (machine->run_in_blocks(to_mark).stop != hart::Stop::Budget) continue;
    ++repeated;
    ASSERT_TRUE(RepeatedRuns::are_possible(*machine));
    const auto at_mark = known_by_detectors(*machine);
    RepeatedRuns runs(*machine, [] { return true; });
    hart::NotedAccesses noted = machine->hart().shadow()->pointers.accesses_inside();
    for (int run = 0; run < 4; ++run) {
      runs.begin_again();
      ASSERT_EQ(known_by_detectors(*machine), at_mark) << seed;
      const auto wanted = machine_with_pointers(image, detectors);  // knows in addition what earlier runs have shown
      wanted->run_in_blocks(to_mark);
      noted.for_each(
          [&](std::uint32_t pc, std::uint32_t at) { wanted->hart().shadow()->pointers.note_inside(pc, at); });
      wanted->hart().forget_noted();
      const std::uint64_t most = run == 2 ? 300 : 2000;  // one is broken off
      const auto end = machine->run_in_blocks(most);
      ASSERT_EQ(end.stop, wanted->run_in_blocks(most).stop) << seed << ' ' << run;
      if (end.stop == hart::Stop::Detected) {
        ++found;
        ASSERT_EQ(machine->hart().detected(), wanted->hart().detected());
      }
      ASSERT_EQ(known_by_detectors(*machine), known_by_detectors(*wanted)) << seed << ' ' << run;
      ASSERT_TRUE(outcome(*machine) == outcome(*wanted)) << seed << ' ' << run;
      noted = machine->hart().shadow()->pointers.accesses_inside();
      ASSERT_TRUE(noted == wanted->hart().shadow()->pointers.accesses_inside());
    }
  }
  EXPECT_GT(repeated, 20U);
  EXPECT_GT(found, 20U);
}

}  // namespace
}  // namespace janus::devices
