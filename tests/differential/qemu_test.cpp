// The functional machine against qemu-system-riscv32 -M virt: random programs end with the same registers, memory and
// traps, and the example firmware prints the same.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "random_program.h"
#include "testing/command.h"
#include "testing/elf_writer.h"
#include "testing/encode.h"
#include "testing/firmware.h"
#include "testing/machine.h"

namespace janus::testing {
namespace {

constexpr unsigned kInstructions = 800;
constexpr std::uint32_t kRamSize = 1U << 20;  // bytes; enough for harness.S

CommandResult run_on_qemu(const std::string& elf) {
  // Our extensions and no more, so that the same words are illegal.
  return run_command({kQemu, "-M", "virt", "-cpu",
                      "rv32,c=false,f=false,d=false,s=false,h=false,zba=false,zbb=false,zbc=false,zbs=false", "-bios",
                      "none", "-display", "none", "-monitor", "none", "-serial", "stdio", "-kernel", elf},
                     false, 30);
}

// harness.S with the words in its body, followed by a jump to its end.
std::vector<std::uint8_t> in_harness(std::vector<std::uint32_t> words) {
  const auto harness = support::FirmwareImage::load(firmware_path("differential_harness"));
  const std::uint32_t body = harness.symbol("body").value(), room = harness.symbol("body_end").value() - body;
  const std::uint32_t end = body + static_cast<std::uint32_t>(4 * words.size());
  words.push_back(
      encode(isa::Opcode::jal, {.immediate = static_cast<std::int32_t>(harness.symbol("finish").value() - end)}));
  if (4 * words.size() > room) throw std::length_error("the program is larger than the harness's body");
  ElfWriter elf(harness.entry());
  for (const support::Segment& segment : harness.segments()) {
    std::vector<std::uint8_t> bytes = segment.bytes;
    if (body - segment.address < bytes.size()) {
      std::uint8_t* at = bytes.data() + (body - segment.address);
      for (std::uint32_t word : words) {
        for (unsigned shift = 0; shift < 32; shift += 8) *at++ = static_cast<std::uint8_t>(word >> shift);
      }
    }
    elf.add_segment(segment.address, std::move(bytes), segment.size);
  }
  return elf.bytes();
}

// What harness.S dumps, by line: mscratch, x1 to x30, mepc, mcause, mtval, the scratch memory, three words a trap.
constexpr int kFirstScratch = 34, kFirstTrap = kFirstScratch + 1026;

// Where two dumps part, in words; empty if they do not.
std::string first_difference(const std::string& ours, const std::string& theirs) {
  std::istringstream our_lines(ours), their_lines(theirs);
  std::string a, b;
  for (int line = 0;; ++line) {
    const bool more_of_ours = static_cast<bool>(std::getline(our_lines, a));
    const bool more_of_theirs = static_cast<bool>(std::getline(their_lines, b));
    if (!more_of_ours && !more_of_theirs) return "";
    if (more_of_ours && more_of_theirs && a == b) continue;
    if (!more_of_ours) a = "nothing";
    if (!more_of_theirs) b = "nothing";
    const std::string where = line >= kFirstTrap
                                  ? fmt::format("word {} of trap {}", (line - kFirstTrap) % 3, (line - kFirstTrap) / 3)
                              : line >= kFirstScratch ? fmt::format("scratch + {}", 4 * (line - kFirstScratch))
                                                      : fmt::format("register {}", line);
    return fmt::format("{}: {} here, {} on QEMU", where, a, b);
  }
}

// One test per few seeds, so that ctest runs them side by side.
class RandomPrograms : public ::testing::TestWithParam<unsigned> {
 protected:
  static constexpr unsigned kSeedsPerTest = 4;
  TemporaryDirectory directory_;
};

TEST_P(RandomPrograms, EndWithTheSameRegistersMemoryAndTrapsAsOnQemu) {
  JANUS_NEED_TOOL(kQemu, "qemu-system-misc");
  for (unsigned i = 0; i < kSeedsPerTest; ++i) {
    const unsigned seed = GetParam() * kSeedsPerTest + i;
    const std::string path = directory_.file("random.elf");
    write_file(path, in_harness(random_program(seed, kInstructions)));
    const RunResult ours = run_firmware(path, {}, kRamSize);
    ASSERT_EQ(ours.exit_code, 0U) << "seed " << seed;
    const CommandResult theirs = run_on_qemu(path);
    ASSERT_EQ(theirs.exit_code, 0) << "seed " << seed;
    EXPECT_EQ(first_difference(ours.output, theirs.output), "") << "seed " << seed;
    EXPECT_GT(std::count(ours.output.begin(), ours.output.end(), '\n'), kFirstTrap + 3 * 20) << "hardly a trap";
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, ::testing::Range(0U, 8U));

TEST_P(RandomPrograms, DoNotDependOnSpeedSwitches) {
  for (unsigned i = 0; i < kSeedsPerTest; ++i) {
    const std::string path = directory_.file("random.elf");
    write_file(path, in_harness(random_program(GetParam() * kSeedsPerTest + i, kInstructions)));
    const RunResult reference = run_firmware(path, {}, kRamSize);
    EXPECT_TRUE(run_firmware(path, {.direct_memory = false, .decode_cache = false}, kRamSize) == reference);
    EXPECT_TRUE(run_firmware(path, {.direct_memory = true, .decode_cache = false}, kRamSize) == reference);
  }
}

TEST(RandomProgram, IsTheSameForTheSameSeedAndAnotherForAnother) {
  EXPECT_EQ(random_program(1, 100), random_program(1, 100));
  EXPECT_NE(random_program(1, 100), random_program(2, 100));
}

TEST(ExamplesOnQemu, PrintAndEndTheSame) {
  JANUS_NEED_TOOL(kQemu, "qemu-system-misc");
  for (const char* name : {"hello", "timer", "ecall_trap"}) {
    const RunResult ours = run_firmware(firmware_path(name));
    const CommandResult theirs = run_on_qemu(firmware_path(name));
    EXPECT_EQ(ours.output, theirs.output) << name;
    EXPECT_EQ(static_cast<int>(ours.exit_code.value_or(99)), theirs.exit_code) << name;
  }
}

}  // namespace
}  // namespace janus::testing
