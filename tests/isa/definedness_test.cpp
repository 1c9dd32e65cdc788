// Undefined bits (hart/definedness.h), against what happens if they are others: whatever changes then has to be marked,
// and a branch that goes elsewhere has to be reported.
#include "hart/definedness.h"

#include <gtest/gtest.h>

#include "hart/detector_rules.h"
#include "hart/leaves_rest.h"
#include "isa/decoder.h"
#include "isa/disassembler.h"
#include "isa/semantics.h"
#include "testing/random.h"
#include "testing/random_instruction.h"

namespace janus::hart {
namespace {

using testing::Random;

// Executes what only computes or branches, and has a shadow.
struct Calculator : LeavesRest<isa::ConcreteValues> {
  using Values = isa::ConcreteValues;
  template <unsigned W>
  using Word = isa::Bits<W>;

  Values domain{};
  std::array<Word<32>, 32> x{};
  const AddressMap* map() const { return nullptr; }
  bool taken = false;
  Shadow<isa::ConcreteValues> known;

  isa::Extensions extensions() { return isa::kUncompressed; }
  Values& values() { return domain; }
  Word<32> get(std::uint8_t number) { return x[number]; }
  void set(std::uint8_t number, Word<32> value) {
    if (number != 0) x[number] = value;
  }
  std::uint32_t pc() { return testing::kCode; }
  std::optional<bool> branch(Word<1> condition) { return condition.raw != 0; }
  void jump(std::uint32_t) { taken = true; }
  template <unsigned W>
  std::optional<Word<W>> load(Word<32>) {
    return leave<Word<W>>();
  }
  template <unsigned W>
  bool store(Word<32>, Word<W>) {
    return refuse();
  }
  const Shadow<isa::ConcreteValues>* shadow() const { return &known; }
  bool may_be_inside(Word<1>, std::uint32_t) { return false; }
  bool is_inside_elsewhere(std::uint32_t) { return false; }
  void noted_inside(std::uint32_t, std::uint32_t) {}
  std::uint32_t value_now(Word<32>) { return 0; }
  std::optional<Word<32>> word_in_memory(std::uint32_t) { return std::nullopt; }
  bool calls(isa::HookCode) { return false; }

  void undefine(std::uint8_t number, Definedness::Mask mask) {
    Definedness::Step step;
    step.instruction = isa::decode(testing::encode(isa::Opcode::addi, {.rd = number, .rs1 = 0}), isa::kUncompressed);
    step.result = mask;
    known.defined.after(*this, step);
  }
};

Definedness::Mask random_mask(Random& random) {
  switch (random.below(5)) {
    case 0: return 0;
    case 1: return ~0U;
    case 2: return 0xffU << (8 * random.below(4));
    case 3: return 1U << random.below(32);
    default: return random.operand() & random.operand();
  }
}

std::vector<isa::Opcode> opcodes(auto holds) {
  std::vector<isa::Opcode> found;
  for (const isa::Row& row : isa::kTable) {
    if (holds(row)) found.push_back(row.opcode);
  }
  return found;
}

struct Case {
  isa::Instruction i;
  Calculator hart;
  Definedness::Mask u1, u2;
};

Case random_case(Random& random, const std::vector<isa::Opcode>& among) {
  Case made;
  made.i =
      isa::decode(testing::random_instruction(among[random.below(static_cast<std::uint32_t>(among.size()))], random),
                  isa::kUncompressed);
  for (unsigned number = 1; number < 32; ++number) made.hart.x[number] = {random.operand()};
  const std::uint32_t read = isa::registers_read(made.i);
  made.u1 = read >> made.i.rs1 & 1 && made.i.rs1 != 0 ? random_mask(random) : 0;
  made.u2 = read >> made.i.rs2 & 1 && made.i.rs2 != 0 ? random_mask(random) : 0;
  if (made.i.rs1 == made.i.rs2) made.u2 = made.u1;
  return made;
}

// The same with other values of undefined bits.
Calculator changed(const Case& original, Random& random) {
  Calculator other = original.hart;
  other.x[original.i.rs1].raw ^= random.word() & original.u1;
  if (original.i.rs1 != original.i.rs2) other.x[original.i.rs2].raw ^= random.word() & original.u2;
  return other;
}

TEST(Definedness, MarksEveryBitThatUndefinedBitsChange) {
  Random random(2702);
  const auto among = opcodes([](const isa::Row& row) { return isa::only_computes(row.opcode); });
  unsigned partly = 0;
  for (int round = 0; round < 60'000; ++round) {
    const Case made = random_case(random, among);
    const isa::Instruction& i = made.i;
    const auto known = [&](std::uint8_t number) {
      return random.one_in(3) ? std::nullopt : std::optional(made.hart.x[number].raw);
    };
    if (i.rd == 0 || !(made.u1 | made.u2)) continue;
    const Definedness::Mask marked = undefined_bits(i, made.u1, made.u2, known(i.rs1), known(i.rs2));
    partly += marked != 0 && marked != ~0U;
    Calculator before = made.hart;
    isa::execute(before, i);
    for (int other = 0; other < 6; ++other) {
      Calculator after = changed(made, random);
      isa::execute(after, i);
      EXPECT_EQ((before.x[i.rd].raw ^ after.x[i.rd].raw) & ~marked, 0U)
          << isa::disassemble(i, testing::kCode) << std::hex << " undefined " << made.u1 << " " << made.u2;
    }
  }
  EXPECT_GT(partly, 5000U);
}

TEST(Definedness, ReportsEveryBranchThatUndefinedBitsChange) {
  Random random(2703);
  const auto among = opcodes([](const isa::Row& row) { return row.timing == isa::TimingClass::Branch; });
  unsigned reported = 0, decided = 0;
  for (int round = 0; round < 40'000; ++round) {
    Case made = random_case(random, among);
    if (made.i.rs1 != 0) made.hart.undefine(made.i.rs1, made.u1);
    if (made.i.rs2 != 0) made.hart.undefine(made.i.rs2, made.u2);
    const bool found = reports(Detector::uninitialised, made.hart, made.i, Detectors{}).raw != 0;
    reported += found;
    decided += !found && (made.u1 | made.u2);
    if (found) continue;
    Calculator before = made.hart;
    isa::execute(before, made.i);
    for (int other = 0; other < 6; ++other) {
      Calculator after = changed(made, random);
      isa::execute(after, made.i);
      EXPECT_EQ(before.taken, after.taken) << isa::disassemble(made.i, testing::kCode);
    }
  }
  EXPECT_GT(reported, 5000U);
  EXPECT_GT(decided, 2000U);
}

TEST(Definedness, OfMemoryIsThatOfItsBytes) {
  Random random(2704);
  Definedness memory;
  std::array<std::uint8_t, 1024> bytes{};
  constexpr std::uint32_t kBase = 0x8000'0f00;
  for (int round = 0; round < 20'000; ++round) {
    const std::uint32_t first = random.below(1000);
    const std::uint32_t count = std::min(random.one_in(20) ? random.below(300) : random.below(9), 1024 - first);
    const Definedness copy = memory;  // shares the pages
    if (random.one_in(2)) {
      memory.undefine(kBase + first, count);
      std::fill_n(bytes.begin() + first, count, 0xff);
    } else {
      memory.define(kBase + first, count);
      std::fill_n(bytes.begin() + first, count, 0);
    }
    if (!(copy == memory)) {
      EXPECT_GT(count, 0U);
    }
    const std::uint32_t at = random.below(1020), size = 1U << random.below(3);
    Definedness::Mask expected = 0;
    for (std::uint32_t byte = 0; byte < size; ++byte) expected |= std::uint32_t{bytes[at + byte]} << (8 * byte);
    EXPECT_EQ(memory.of_memory(kBase + at, size), expected);
  }
}

// A stack pointer near zero that is lowered.
TEST(Definedness, ForgetsWhatWasCopiedBeyondTheLastAddress) {
  Definedness memory;
  memory.undefine(0x1000, 4);
  memory.loaded(10, 0x1000, 4, ~0U);
  memory.store(0xffff'fff0, 4, ~0U);
  for (const std::uint32_t address : {0x10U, 0x2000U, 0xffff'fff0U}) memory.copied(10, address);
  memory.undefine(0xffff'fff0, 64);
  memory.loaded(11, 0xffff'fff0, 4, ~0U);
  EXPECT_EQ(memory.source_of(11), 0xffff'fff0U);
  memory.store(0x2000, 4, ~0U);
  memory.loaded(12, 0x2000, 4, ~0U);
  EXPECT_EQ(memory.source_of(12), 0x1000U);
}

}  // namespace
}  // namespace janus::hart
