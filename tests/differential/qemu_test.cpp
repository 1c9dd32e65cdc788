// Compares the functional machine with qemu-system-riscv32 -M virt: random programs end with the same registers,
// memory, devices and traps (interrupts included), and the example firmware prints the same. The results are also the
// same with all speed switches, and on the SystemC platform.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include "isa/decoder.h"
#include "qemu.h"
#include "random_program.h"
#include "testing/command.h"
#include "testing/firmware.h"
#include "testing/machine.h"
#include "testing/random_compressed.h"
#include "testing/size.h"

namespace janus::testing {
namespace {

constexpr unsigned kInstructions = 800;
constexpr std::uint32_t kRamSize = 1U << 20;  // bytes; enough for harness.S
constexpr unsigned kTests = 8, kSeedsPerTest = 4;

support::FirmwareImage empty_harness() { return support::FirmwareImage::load(firmware_path("differential_harness")); }

std::vector<std::uint32_t> body_of(unsigned seed) {
  const auto harness = empty_harness();
  return random_program(seed, kInstructions,
                        {harness.symbol("handlers").value(), harness.symbol("nesting_handlers").value()});
}

std::vector<std::uint8_t> random_firmware(unsigned seed) { return with_body(empty_harness(), body_of(seed)); }

// What harness.S dumps, by line: mscratch, x1 to x30, these, the scratch memory, seven words a trap.
constexpr std::array kState = {"mepc",     "mcause",  "mtval",       "mstatus",   "mie",
                               "mip",      "mtvec",   "msip",        "mtimecmp",  "mtimecmp, high half",
                               "priority", "pending", "enable bits", "threshold", "the UART's IER"};
constexpr std::array kTrapWords = {"entry", "mcause", "mepc", "mtval", "mstatus", "mie", "mip"};
constexpr std::size_t kFirstState = 31, kFirstScratch = kFirstState + kState.size(), kFirstTrap = kFirstScratch + 1026;

std::string place(std::size_t line) {
  if (line < kFirstState) return fmt::format("register {}", line);
  if (line < kFirstScratch) return kState[line - kFirstState];
  if (line < kFirstTrap) return fmt::format("scratch + {}", 4 * (line - kFirstScratch));
  const std::size_t word = line - kFirstTrap;
  return fmt::format("{} of trap {}", kTrapWords[word % kTrapWords.size()], word / kTrapWords.size());
}

std::vector<std::string> lines_of(const std::string& dump) {
  std::istringstream stream(dump);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Where two dumps part; empty if they do not. The first trap that differs says more than where it all led.
std::string first_difference(const std::string& ours, const std::string& theirs) {
  const std::vector<std::string> a = lines_of(ours), b = lines_of(theirs);
  const std::size_t size = std::max(a.size(), b.size());
  const auto at = [](const auto& lines, std::size_t line) { return line < lines.size() ? lines[line] : "nothing"; };
  for (const auto& [first, last] : {std::pair{kFirstTrap, size}, std::pair{std::size_t{0}, kFirstTrap}}) {
    for (std::size_t line = first; line < last; ++line) {
      if (at(a, line) != at(b, line))
        return fmt::format("{}: {} here, {} on QEMU", place(line), at(a, line), at(b, line));
    }
  }
  return "";
}

struct Trap {
  std::uint32_t entry, mcause, mepc, mtval, mstatus, mie, mip;
};

std::vector<Trap> traps(const std::string& dump) {
  std::istringstream lines(dump);
  lines >> std::hex;
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < kFirstTrap; ++i) lines >> word;
  std::vector<Trap> traps;
  for (Trap t{}; lines >> t.entry >> t.mcause >> t.mepc >> t.mtval >> t.mstatus >> t.mie >> t.mip;) traps.push_back(t);
  return traps;
}

// One test per few seeds, so that ctest runs them side by side.
class RandomPrograms : public ::testing::TestWithParam<unsigned> {
 protected:
  TemporaryDirectory directory_;
};

TEST_P(RandomPrograms, EndWithTheSameRegistersMemoryAndTrapsAsOnQemu) {
  JANUS_NEED_TOOL(kQemu, "qemu-system-misc");
  for (unsigned i = 0; i < kSeedsPerTest; ++i) {
    const unsigned seed = GetParam() * kSeedsPerTest + i;
    const std::string path = directory_.file("random.elf");
    write_file(path, random_firmware(seed));
    const RunResult ours = run_firmware(path, {}, kRamSize);
    ASSERT_EQ(ours.exit_code, 0U) << "seed " << seed;
    const CommandResult theirs = run_on_qemu(path);
    ASSERT_EQ(theirs.exit_code, 0) << "seed " << seed << ": " << theirs.errors;
    EXPECT_EQ(first_difference(ours.output, theirs.output), "") << "seed " << seed;
  }
}

TEST_P(RandomPrograms, DoNotDependOnSpeedSwitches) {
  for (unsigned i = 0; i < kSeedsPerTest; ++i) {
    const unsigned seed = GetParam() * kSeedsPerTest + i;
    const std::string path = directory_.file("random.elf");
    write_file(path, random_firmware(seed));
    const RunResult reference = run_firmware(path, {}, kRamSize);
    ASSERT_EQ(reference.exit_code, 0U) << "seed " << seed;
    for (std::size_t n = 0; n < kOtherSwitches.size(); ++n) {
      EXPECT_TRUE(run_firmware(path, kOtherSwitches[n], kRamSize) == reference)
          << "seed " << seed << ", switches " << n;
    }
  }
}

#ifdef JANUS_PROGRAM  // there is SystemC
// The prototype itself: interrupts go through SystemC, and the hart runs ahead of its time.
TEST_P(RandomPrograms, EndTheSameOnTheSystemCPlatform) {
  for (unsigned i = 0; i < kSeedsPerTest; ++i) {
    const unsigned seed = GetParam() * kSeedsPerTest + i;
    const std::string path = directory_.file("random.elf");
    write_file(path, random_firmware(seed));
    const RunResult reference = run_firmware(path, {}, kRamSize);
    for (const char* quantum : {"0", "10000"}) {
      const CommandResult result = run_command({JANUS_PROGRAM, "run", "--quantum", quantum, path}, false);
      ASSERT_EQ(result.exit_code, 0) << "seed " << seed << ": " << result.errors;
      EXPECT_TRUE(result.output == reference.output) << "seed " << seed << ", quantum " << quantum;
    }
  }
}
#endif

TEST_P(RandomPrograms, OfCompressedCodeEndAsOnQemuWhateverTheSpeedSwitches) {
  JANUS_NEED_TOOL(kQemu, "qemu-system-misc");
  for (unsigned i = 0; i < kSeedsPerTest; ++i) {
    const unsigned seed = GetParam() * kSeedsPerTest + i;
    const std::string path = directory_.file("random.elf");
    Random random(seed + 23'000);
    write_file(path, with_compressed_body(empty_harness(), random_compressed_code(random, kInstructions,
                                                                                  kCompared.with(isa::Extension::C))));
    const RunResult ours = run_firmware(path, {}, kRamSize);
    ASSERT_EQ(ours.exit_code, 0U) << "seed " << seed;
    const CommandResult theirs = run_on_qemu(path, ",c=true");
    ASSERT_EQ(theirs.exit_code, 0) << "seed " << seed << ": " << theirs.errors;
    EXPECT_EQ(first_difference(ours.output, theirs.output), "") << "seed " << seed;
    for (std::size_t n = 0; n < kOtherSwitches.size(); ++n) {
      EXPECT_TRUE(run_firmware(path, kOtherSwitches[n], kRamSize) == ours) << "seed " << seed << ", switches " << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, ::testing::Range(0U, sized(kTests, 2U)));

TEST(RandomProgram, IsTheSameForTheSameSeedAndAnotherForAnother) {
  EXPECT_EQ(random_program(1, 100, {}), random_program(1, 100, {}));
  EXPECT_NE(random_program(1, 100, {}), random_program(2, 100, {}));
}

// What is behind an interrupt's mepc: the instruction after which it was taken.
const char* taken_behind(std::uint32_t word) {
  const isa::Instruction instruction = isa::decode(word, kCompared);
  if (instruction.opcode == isa::Opcode::wfi) return "behind wfi";
  if (instruction.opcode == isa::Opcode::mret) return "behind mret";
  switch (instruction.opcode == isa::Opcode::Illegal ? isa::Format::None : isa::row(instruction.opcode).format) {
    case isa::Format::Store: return "behind the store that asks for it";
    case isa::Format::Csr:
    case isa::Format::CsrImm: return "behind what enables it";
    default: return "elsewhere";
  }
}

// Of the programs above: every kind of trap comes often, or nothing is said of it.
TEST(RandomProgram, IsInterruptedInEveryWay) {
  constexpr std::uint32_t kSoftware = hart::interrupt::kSoftware, kTimer = hart::interrupt::kTimer,
                          kExternal = hart::interrupt::kExternal;
  const std::uint32_t body = empty_harness().symbol("body").value(), nested = empty_harness().symbol("nested").value();
  const TemporaryDirectory directory;
  const std::string path = directory.file("random.elf");
  std::map<std::uint32_t, std::map<std::string, unsigned>> counts;  // by cause
  for (unsigned seed = 0; seed < kTests * kSeedsPerTest; ++seed) {
    write_file(path, random_firmware(seed));
    const std::vector<std::uint32_t> words = body_of(seed);
    for (const Trap& trap : traps(run_firmware(path, {}, kRamSize).output)) {
      const std::uint32_t cause = trap.mcause & ~(1U << 31);
      auto& ways = counts[trap.mcause];
      ++ways["at all"];
      if (cause == trap.mcause) continue;
      ++ways[(trap.mstatus & hart::status::kMpp) == 0 ? "in user mode" : "in machine mode"];
      ++ways[(trap.entry & 0xf) == cause ? "through its vector" : "through the only entry"];
      if (trap.mie & trap.mip & ~(1U << cause)) ++ways["before another"];
      if (trap.mepc == nested) {
        ++ways["in a handler"];
      } else if (const std::uint32_t behind = (trap.mepc - body) / 4; behind > 0 && behind <= words.size()) {
        ++ways[taken_behind(words[behind - 1])];
      }
    }
  }
  for (const auto& [cause, ways] : counts) {
    for (const auto& [way, count] : ways)
      RecordProperty(fmt::format("cause {:x} {}", cause, way), fmt::to_string(count));
  }
  constexpr unsigned kEnough = 10;
  for (const std::uint32_t cause : {0, 2, 3, 4, 5, 7, 8, 11}) EXPECT_GE(counts[cause]["at all"], kEnough) << cause;
  for (const std::uint32_t cause : {kSoftware, kTimer, kExternal}) {
    auto& ways = counts[1U << 31 | cause];
    for (const char* way : {"in user mode", "in machine mode", "through its vector", "through the only entry",
                            "behind the store that asks for it", "behind what enables it", "behind mret"})
      EXPECT_GE(ways[way], kEnough) << "interrupt " << cause << ' ' << way;
    // Of those that are pending at once, the one that goes first, and the one that finds the handler of another.
    EXPECT_GE(ways["before another"], cause == kTimer ? 0 : kEnough) << cause;
    EXPECT_GE(ways["in a handler"], cause == kExternal ? 0 : kEnough) << cause;
  }
  EXPECT_GE(counts[1U << 31 | kTimer]["behind wfi"], kEnough);
}

TEST(ExamplesOnQemu, PrintAndEndTheSame) {
  JANUS_NEED_TOOL(kQemu, "qemu-system-misc");
  for (const char* name : {"hello", "timer", "ecall_trap", "kernel_off", "kernel_off_compressed"}) {
    const RunResult ours = run_firmware(firmware_path(name));
    const CommandResult theirs = run_on_qemu(firmware_path(name), ",c=true");
    EXPECT_EQ(ours.output, theirs.output) << name;
    EXPECT_EQ(static_cast<int>(ours.exit_code.value_or(99)), theirs.exit_code) << name;
  }
}

}  // namespace
}  // namespace janus::testing
