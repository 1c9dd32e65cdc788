// Loops of a whole program, by addresses.
#include "program/program_loops.h"

#include <gtest/gtest.h>

#include "testing/elf_writer.h"
#include "testing/encode.h"

namespace janus::program {
namespace {

class LoopsOfPrograms : public ::testing::Test {
 protected:
  static std::uint32_t op(isa::Opcode opcode, testing::Operands operands) { return testing::encode(opcode, operands); }
  static std::uint32_t back(std::int32_t words) { return op(isa::Opcode::bne, {.rs1 = 10, .immediate = -4 * words}); }
  static std::uint32_t word(std::uint32_t number) { return testing::kCode + 4 * number; }
  static std::uint32_t count_down(std::uint32_t reg) {
    return op(isa::Opcode::addi, {.rd = reg, .rs1 = reg, .immediate = -1});
  }
};

TEST_F(LoopsOfPrograms, HaveHeadersAndMembersAndWhatTheirOwnInstructionsWrite) {
  // 0: outer: a0. 1: inner: a1, a call of 7. 3, 4: back. 5: stays there. 7: a function with a loop of its own.
  const auto image = testing::image_of(
      {count_down(10), count_down(11), op(isa::Opcode::jal, {.rd = 1, .immediate = 20}), back(2), back(4),
       op(isa::Opcode::jal, {}), testing::kNop, count_down(12), back(1), op(isa::Opcode::jalr, {.rs1 = 1})});
  const ProgramLoops loops(image);
  const auto outer = loops.headed_by(word(0)), inner = loops.headed_by(word(1)), called = loops.headed_by(word(7));
  ASSERT_TRUE(outer != ProgramLoops::kNone && inner != ProgramLoops::kNone && called != ProgramLoops::kNone);
  for (std::uint32_t number = 0; number < 10; ++number) {
    EXPECT_EQ(loops.contains(outer, word(number)), number <= 4) << number;
    EXPECT_EQ(loops.contains(inner, word(number)), number >= 1 && number <= 3) << number;
    EXPECT_EQ(loops.contains(called, word(number)), number == 7 || number == 8) << number;
    const bool header = number == 0 || number == 1 || number == 5 || number == 7;
    EXPECT_EQ(loops.headed_by(word(number)) != ProgramLoops::kNone, header) << number;
  }
  EXPECT_FALSE(loops.contains(outer, 0x1000));
  EXPECT_EQ(loops.headed_by(0x1000), ProgramLoops::kNone);
  EXPECT_EQ(loops.written_registers(outer), 1U << 10 | 1U << 11 | 1U << 1);
  EXPECT_EQ(loops.written_registers(inner), 1U << 11 | 1U << 1);
  EXPECT_EQ(loops.written_registers(called), 1U << 12);
  EXPECT_FALSE(loops.irreducible(outer));
}

TEST_F(LoopsOfPrograms, AreSteeredByWhatTheirExitsAndAddressesAreComputedOf) {
  const auto branch = [](std::uint32_t reg, std::int32_t words) {
    return op(isa::Opcode::bne, {.rs1 = reg, .immediate = -4 * words});
  };
  const auto add = [](std::uint32_t to, std::uint32_t other) {
    return op(isa::Opcode::add, {.rd = to, .rs1 = to, .rs2 = other});
  };
  // 0: a3 sums up a4. 1 to 3, the inner loop: a5 is read at a6, and a1 counts down. 4: a2 is made of t0, and 5: a0 of
  // itself and a2. 6: until a0 is 0.
  const auto image = testing::image_of({add(13, 14), op(isa::Opcode::lw, {.rd = 15, .rs1 = 16}), count_down(11),
                                        branch(11, 2), op(isa::Opcode::addi, {.rd = 12, .rs1 = 5}), add(10, 12),
                                        branch(10, 6), op(isa::Opcode::jal, {})});
  const ProgramLoops loops(image);
  const auto bits = [](std::initializer_list<unsigned> registers) {
    std::uint32_t result = 0;
    for (const unsigned each : registers) result |= 1U << each;
    return result;
  };
  EXPECT_EQ(loops.steering_registers(loops.headed_by(word(0))), bits({5, 10, 16}));
  EXPECT_EQ(loops.steering_registers(loops.headed_by(word(1))), bits({5, 10, 11, 16}));
}

TEST_F(LoopsOfPrograms, AreSteeredByTheArgumentsOfWhatTheyCall) {
  const auto image = testing::image_of({count_down(9), op(isa::Opcode::jal, {.rd = 1, .immediate = 16}), back(2),
                                        op(isa::Opcode::jal, {}), testing::kNop, op(isa::Opcode::jalr, {.rs1 = 1})});
  const ProgramLoops loops(image);
  EXPECT_EQ(loops.steering_registers(loops.headed_by(word(0))), 0x3fc00U) << "a0 to a7";
}

TEST_F(LoopsOfPrograms, AreIrreducibleIfEnteredInTheMiddle) {
  const auto image = testing::image_of({op(isa::Opcode::beq, {.rs1 = 10, .immediate = 8}), count_down(10),
                                        count_down(11), back(2), op(isa::Opcode::jal, {})});
  const ProgramLoops loops(image);
  const auto one = loops.headed_by(word(1)), two = loops.headed_by(word(2));
  ASSERT_NE(one == ProgramLoops::kNone, two == ProgramLoops::kNone) << "one of the two is the header";
  EXPECT_TRUE(loops.irreducible(one == ProgramLoops::kNone ? two : one));
}

}  // namespace
}  // namespace janus::program
