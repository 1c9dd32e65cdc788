// Encoding: what the decoder reads back, and what the tests' own encoder writes.
#include "isa/encoder.h"

#include <gtest/gtest.h>

#include "isa/decoder.h"
#include "testing/encode.h"
#include "testing/random.h"

namespace janus::isa {
namespace {

// Bits that the field of a format has, and the others a copy of its sign.
std::uint32_t immediate_for(Format format, std::uint32_t random) {
  const auto sign_extended = [](std::uint32_t value, unsigned width) {
    const std::uint32_t sign = 1U << (width - 1);
    return ((value & ((sign << 1) - 1)) ^ sign) - sign;
  };
  switch (format) {
    case Format::I:
    case Format::Load:
    case Format::Jalr:
    case Format::Store: return sign_extended(random, 12);
    case Format::Shift: return random & 31;
    case Format::B: return sign_extended(random, 13) & ~1U;
    case Format::J: return sign_extended(random, 21) & ~1U;
    case Format::U: return random & 0xfffff000;
    case Format::Csr:
    case Format::CsrImm: return random & 0xfff;
    case Format::R:
    case Format::Unary:
    case Format::Amo:
    case Format::LoadReserved:
    case Format::Fence:
    case Format::None: break;
  }
  return 0;
}

TEST(Encoder, WritesWhatTheDecoderReads) {
  testing::Random random(7);
  for (const Row& row : kTable) {
    SCOPED_TRACE(row.mnemonic);
    for (int i = 0; i < 200; ++i) {
      const auto number = [&] { return static_cast<std::uint8_t>(random.word() % 32); };
      OperandValues operands{number(), number(), number(), immediate_for(row.format, random.word())};
      const std::uint32_t word = encode(row.opcode, operands);
      EXPECT_EQ(word & row.mask, row.match);
      if (row.format == Format::Fence) continue;
      EXPECT_EQ(word, testing::encode(row.opcode, {operands.rd, operands.rs1, operands.rs2,
                                                   static_cast<std::int32_t>(operands.immediate)}));
      const Instruction decoded = decode(word, kEverything);
      if (decoded.opcode != row.opcode) continue;  // another row is a special case of this one
      EXPECT_EQ(decoded.rd, row.writes_rd ? operands.rd : decoded.rd);
      EXPECT_EQ(decoded.rs1, row.reads_rs1 ? operands.rs1 : decoded.rs1);
      EXPECT_EQ(decoded.rs2, row.reads_rs2 ? operands.rs2 : decoded.rs2);
      EXPECT_EQ(decoded.immediate, row.format == Format::None ? decoded.immediate : operands.immediate);
    }
  }
}

}  // namespace
}  // namespace janus::isa
