// Trying every value with all detectors, against the exploration that has terms and a solver: random programs with
// pointers, and with mistakes for some of their inputs, have the same verdicts.
#include "engine/explore/enumeration.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/explore/explorer.h"
#include "engine/explore/findings.h"
#include "isa/hooks.h"
#include "testing/elf_writer.h"
#include "testing/machine.h"
#include "testing/random_pointers.h"
#include "testing/returning_handler.h"
#include "testing/size.h"

namespace janus::engine {
namespace {

using testing::encode;
using testing::kCode;
using testing::Operands;

constexpr std::uint32_t kBeforehand = kCode + 0x1800, kCaller = kCode + 0x1900, kInput = kCode + 0x2800,
                        // Of the last function, and a little more.
    kEpilogue = kCode + 5 * testing::RandomPointers::kFunctionBytes - 52;

class Code {
 public:
  explicit Code(std::uint32_t at) : at_(at) {}
  void emit(isa::Opcode opcode, Operands operands) { words.push_back(encode(opcode, operands)); }
  void number(std::uint32_t rd, std::uint32_t value) {
    emit(isa::Opcode::lui, {.rd = rd, .immediate = static_cast<std::int32_t>((value + 0x800) & ~0xfffU)});
    emit(isa::Opcode::addi, {.rd = rd, .rs1 = rd, .immediate = static_cast<std::int32_t>(value << 20) >> 20});
  }
  std::uint32_t here() const { return at_ + 4 * static_cast<std::uint32_t>(words.size()); }
  std::vector<std::uint32_t> words;

 private:
  const std::uint32_t at_;
};

// The end of a random function, as so many instructions, with an input in a0, in a pointer and in an index.
support::FirmwareImage image_of(testing::RandomPointers& program, std::uint32_t values, std::uint32_t instructions) {
  using enum isa::Opcode;
  Code begin(kBeforehand), caller(kCaller);
  begin.number(5, testing::kPointerHandler);
  begin.emit(csrrw, {.rs1 = 5, .immediate = isa::csr::mtvec});
  begin.number(isa::kSp, testing::kPointerStack);
  begin.number(isa::kT1, kInput);
  begin.number(isa::kT2, 1);
  begin.number(isa::kT0, static_cast<std::uint32_t>(isa::HookCode::MakeMemorySymbolic));
  begin.emit(ecall, {});
  begin.emit(lbu, {.rd = 10, .rs1 = isa::kT1});
  begin.emit(sltiu, {.rd = 7, .rs1 = 10, .immediate = static_cast<std::int32_t>(values)});
  begin.number(isa::kT0, static_cast<std::uint32_t>(isa::HookCode::Assume));
  begin.number(isa::kT1, 7);
  begin.emit(ecall, {});
  begin.emit(slli, {.rd = 11, .rs1 = 10, .immediate = 2});
  begin.number(12, testing::kPointerData + 8);
  begin.emit(add, {.rd = 12, .rs1 = 12, .rs2 = 11});
  begin.emit(jal, {.rd = isa::kRa, .immediate = static_cast<std::int32_t>(kCaller - begin.here())});
  begin.number(5, 0x0010'0000);
  begin.number(6, 0x5555);
  begin.emit(sw, {.rs1 = 5, .rs2 = 6});
  caller.emit(addi, {.rd = isa::kSp, .rs1 = isa::kSp, .immediate = -32});
  caller.emit(sw, {.rs1 = isa::kSp, .rs2 = isa::kRa, .immediate = 28});
  caller.emit(sw, {.rs1 = isa::kSp, .rs2 = 8, .immediate = 24});
  caller.emit(addi, {.rd = 8, .rs1 = isa::kSp, .immediate = 32});
  caller.emit(jal, {.immediate = static_cast<std::int32_t>(kEpilogue - 4 * instructions - caller.here())});
  std::vector<std::uint32_t> words = program.words();
  testing::ElfWriter elf(kBeforehand);
  elf.add_code(kCode, words);
  elf.add_code(testing::kPointerHandler, testing::returning_handler(kCode));
  elf.add_code(kBeforehand, begin.words);
  elf.add_code(kCaller, caller.words);
  elf.add_code(testing::kPointerHeap, {testing::kPointerHeap + 16});
  return testing::image_of(elf);
}

TEST(Enumeration, DecidesRandomProgramsWithMistakesAsTermsDo) {
  const unsigned seeds = testing::soaked(4000U, testing::sized(200U, 60U));
  unsigned safe = 0, unsafe = 0;
  std::set<Termination> reasons;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    testing::RandomPointers program(seed);
    const support::FirmwareImage image = image_of(program, 2 + seed % 8, 4 + seed % 20);
    ExplorationConfig config;
    config.hart.ram_size = 0x9000;
    config.hart.hooks = isa::HookRule::Always;
    config.hart.detectors = program.detectors();
    config.hart.detectors.code.size = 0x2000;
    config.hart.detectors.executable = {config.hart.detectors.code};
    config.limits.instructions = 300;
    config.limits.paths = 100;
    config.limits.seconds = 0.2;
    config.hart.max_load_targets = config.hart.max_store_targets = 1;  // so that as much is known of what is defined
    if (seed % 4 != 0) config.hart.detectors.on = 1U << seed % std::size(hart::kDetectors);
    ASSERT_EQ(why_not_enumerated(config, {}), "");
    config.stop_at_first = false;
    const ExplorationResult wanted = explore(image, config, {});
    config.stop_at_first = true;
    config.enumerate = true;
    const ExplorationResult result = explore(image, config, {});
    if (wanted.verdict == Verdict::Unknown || result.verdict == Verdict::Unknown) continue;
    EXPECT_EQ(result.verdict, wanted.verdict) << seed;
    if (result.verdict != wanted.verdict) continue;
    (result.verdict == Verdict::Safe ? safe : unsafe) += 1;
    if (result.verdict == Verdict::Safe) continue;
    ASSERT_GE(result.findings.size(), 1U);
    const auto is_same = [&](const Finding& each) { return place_of(each) == place_of(result.findings[0]); };
    EXPECT_TRUE(std::ranges::any_of(wanted.findings, is_same)) << seed;
    reasons.insert(result.findings[0].test_case.ending.reason);
  }
  EXPECT_GT(safe, seeds / 4);
  EXPECT_GT(unsafe, seeds / 8);
  EXPECT_GT(reasons.size(), testing::sized(4U, 2U));
}

}  // namespace
}  // namespace janus::engine
