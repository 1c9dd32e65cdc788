// The ways a run ends, and images that do not fit the machine.
#include <gtest/gtest.h>

#include "support/error.h"
#include "testing/elf_writer.h"
#include "testing/encode.h"
#include "testing/machine.h"

namespace janus::testing {
namespace {

using isa::Opcode;

constexpr std::uint32_t kBase = 0x8000'0000;

std::uint32_t lui(std::uint32_t rd, std::uint32_t value) {
  return encode(Opcode::lui, {.rd = rd, .immediate = static_cast<std::int32_t>(value)});
}

TEST(EndsOfRuns, TheTestFinisherEndsWithItsCode) {
  devices::FunctionalMachine machine(
      image_of({lui(5, 0x10'0000), lui(6, 0x7'3000), encode(Opcode::addi, {.rd = 6, .rs1 = 6, .immediate = 0x333}),
                encode(Opcode::sw, {.rs1 = 5, .rs2 = 6}), encode(Opcode::jal)}),
      {});
  EXPECT_EQ(machine.run(100).exit_code, 7U);
  EXPECT_EQ(machine.hart().state().retired, 4U);
}

TEST(EndsOfRuns, AStoreOfAWordToTohostEndsWithItsCode) {
  for (const auto& [value, exit_code] : {std::pair{1, 0U}, {3, 1U}, {2 * 21 + 1, 21U}}) {
    hart::HartConfig config;
    config.htif.tohost = kBase + 0x100;
    devices::FunctionalMachine machine(
        image_of({lui(5, kBase), encode(Opcode::sw, {.rs1 = 5, .rs2 = 0, .immediate = 0x100}),  // zero does not count
                  encode(Opcode::addi, {.rd = 6, .immediate = value}),
                  encode(Opcode::sw, {.rs1 = 5, .rs2 = 6, .immediate = 0x100}), encode(Opcode::jal)}),
        config);
    const auto end = machine.run(100);
    EXPECT_EQ(end.stop, hart::Stop::ToHost);
    EXPECT_EQ(end.exit_code, exit_code);
    EXPECT_EQ(machine.hart().state().retired, 4U);
  }
}

TEST(EndsOfRuns, AnEndlessLoopEndsAtTheLimit) {
  devices::FunctionalMachine machine(image_of({encode(Opcode::addi, {}), encode(Opcode::jal, {.immediate = -4})}), {});
  EXPECT_EQ(machine.run(1000).stop, hart::Stop::Budget);
  EXPECT_EQ(machine.hart().state().retired, 1000U);
}

TEST(EndsOfRuns, SleepThatNothingEndsIsTold) {
  devices::FunctionalMachine machine(image_of({encode(Opcode::wfi), encode(Opcode::jal)}), {});
  EXPECT_EQ(machine.run(1000).stop, hart::Stop::Waiting);
}

TEST(EndsOfRuns, SegmentsOutsideOfMemoryAreBadInput) {
  constexpr std::uint32_t kRam = 1U << 20;
  for (const std::uint32_t address : {0x1000U, 0x7fff'fffcU, kBase + kRam - 3, kBase + kRam, 0xffff'fff0U}) {
    ElfWriter elf;
    elf.add_code(kBase, {0x13});
    elf.add_segment(address, {1, 2, 3, 4});
    EXPECT_THROW(devices::FunctionalMachine(image_of(elf), {}, nullptr, true, kRam), support::InputError) << address;
  }
}

TEST(EndsOfRuns, MemoryBehindAShortSegmentIsZero) {
  ElfWriter elf;
  elf.add_code(kBase, {0x13});
  elf.add_segment(kBase + 0x100, {}, 64);
  const auto loaded = image_of(elf);
  std::vector<std::uint8_t> memory(0x200, 0xaa);
  devices::load_image(loaded, kBase, memory.data(), static_cast<std::uint32_t>(memory.size()));
  for (std::uint32_t i = 0; i < 0x200; ++i) {
    const bool zero = (i >= 1 && i < 4) || (i >= 0x100 && i < 0x140);
    EXPECT_EQ(memory[i], i == 0 ? 0x13 : zero ? 0 : 0xaa) << i;
  }
}

}  // namespace
}  // namespace janus::testing
