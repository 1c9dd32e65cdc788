// Instructions of a user's own: the layer `isa`, built once more with the folder of the model solution of lab 4 in
// place of no instructions. The semantics are the same text for every hart, so two domains of values stand for all.
#include <gtest/gtest.h>

#include <array>

#include "hart/leaves_rest.h"
#include "isa/decoder.h"
#include "isa/disassembler.h"
#include "isa/image_code.h"
#include "isa/predicates.h"
#include "isa/semantics.h"
#include "support/firmware_image.h"
#include "term/evaluate.h"
#include "term/symbolic_values.h"
#include "testing/firmware.h"
#include "testing/random.h"

namespace janus::isa {
namespace {

constexpr std::uint32_t kCrcOfA1AndA2 = 0x00c5850b;  // crc32.b a0,a1,a2

// Registers, and nothing else.
template <class V>
struct RegisterHart : hart::LeavesRest<V> {
  using Values = V;
  template <unsigned W>
  using Word = typename V::template Word<W>;

  explicit RegisterHart(V& domain) : domain(domain) {}
  V& domain;
  std::array<Word<32>, 32> x{};

  V& values() { return domain; }
  Word<32> get(std::uint8_t number) { return x[number]; }
  void set(std::uint8_t number, Word<32> value) { x[number] = value; }
  std::uint32_t pc() { return 0; }
  std::optional<bool> branch(Word<1>) { return std::nullopt; }
  template <unsigned W>
  std::optional<Word<W>> load(Word<32>) {
    return std::nullopt;
  }
  template <unsigned W>
  bool store(Word<32>, Word<W>) {
    return false;
  }
};

std::uint32_t crc_after(std::uint32_t crc, std::uint32_t byte) {
  crc ^= byte & 0xff;
  for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
}

TEST(OwnInstructions, AreDecodedAndDisassembledByTheirRow) {
  const Instruction i = decode(kCrcOfA1AndA2, kRv32ima);
  EXPECT_EQ(i.opcode, Opcode::crc32_b);
  EXPECT_EQ(disassemble(i, 0), "crc32.b a0,a1,a2");
  EXPECT_EQ(decode(kCrcOfA1AndA2 | 1U << 25, kRv32ima).opcode, Opcode::Illegal);
  EXPECT_TRUE(kRv32ima.misa() >> ('X' - 'A') & 1);
}

TEST(OwnInstructions, AreKnownToAnalysesByTheirRow) {
  const Instruction i = decode(kCrcOfA1AndA2, kRv32ima);
  EXPECT_TRUE(only_computes(i.opcode));
  EXPECT_EQ(registers_read(i), 1U << 11 | 1U << 12);
  EXPECT_EQ(written_register(i), 10);
  EXPECT_EQ(control(i.opcode), Control::Next);
  EXPECT_EQ(memory_use(i.opcode).bytes, 0);
  EXPECT_EQ(timing_class(i), TimingClass::Alu);
}

TEST(OwnInstructions, ComputeTheSameOnMachineWordsAndOnTerms) {
  ConcreteValues words;
  term::TermPool pool;
  term::SymbolicValues terms(pool);
  RegisterHart concrete(words);
  RegisterHart symbolic(terms);
  const term::Term crc = pool.variable("crc", 32), byte = pool.variable("byte", 32);
  const Instruction i = decode(kCrcOfA1AndA2, kRv32ima);
  symbolic.x[11] = terms.from_term<32>(crc);
  symbolic.x[12] = terms.from_term<32>(byte);
  execute(symbolic, i);
  ASSERT_FALSE(symbolic.leaves);
  testing::Random random(16);
  for (int round = 0; round < 1000; ++round) {
    const std::uint32_t a = random.word(), b = random.word();
    concrete.x[11] = {a};
    concrete.x[12] = {b};
    execute(concrete, i);
    EXPECT_EQ(concrete.x[10].raw, crc_after(a, b));
    EXPECT_EQ(term::evaluate(terms.to_term(symbolic.x[10]), {a, b}), crc_after(a, b));
  }
}

TEST(OwnInstructions, HaveTheEncodingThatTheCHeaderGivesTheAssembler) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("own_instruction"));
  const ImageCode code(image);
  int found = 0;
  for (const support::AddressRange& range : image.executable()) {
    for (std::uint32_t at = range.first; at - range.first < range.size; at += 4) {
      const auto i = code.at(at);
      found += i && i->opcode == Opcode::crc32_b;
    }
  }
  EXPECT_EQ(found, 1);
}

}  // namespace
}  // namespace janus::isa
