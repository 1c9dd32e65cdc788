// Detectors over machine words and over terms say what the rules say that are written here byte by byte: for random
// instructions, registers and sections.
#include "hart/detector_rules.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "isa/decoder.h"
#include "isa/disassembler.h"
#include "term/evaluate.h"
#include "term/symbolic_values.h"
#include "testing/random.h"
#include "testing/random_instruction.h"
#include "testing/size.h"

namespace janus::hart {
namespace {

using isa::Opcode;
using testing::Random;

// The part of a hart that detectors ask.
template <class V>
struct Registers {
  template <unsigned W>
  using Word = typename V::template Word<W>;
  V values_;
  std::array<Word<32>, 32> x{};
  std::uint32_t at = 0;
  V& values() { return values_; }
  Word<32> get(std::uint8_t number) { return x[number]; }
  std::uint32_t pc() { return at; }
  const Shadow<V>* shadow() const { return nullptr; }
  const AddressMap* map() const { return nullptr; }
  bool may_be_inside(Word<1>, std::uint32_t) { return false; }
  bool is_inside_elsewhere(std::uint32_t) { return false; }
  std::optional<bool> branch(Word<1>) { return std::nullopt; }
  void noted_inside(std::uint32_t, std::uint32_t) {}
  std::uint32_t value_now(Word<32>) { return 0; }
  std::optional<Word<32>> word_in_memory(std::uint32_t) { return std::nullopt; }
  bool calls(isa::HookCode) { return false; }
};

bool is_in(const std::vector<support::AddressRange>& ranges, std::uint32_t address) {
  return std::ranges::any_of(ranges, [&](support::AddressRange range) { return range.contains(address); });
}

bool expected(Detector detector, const isa::Instruction& i, const std::array<std::uint32_t, 32>& x, std::uint32_t pc,
              const Detectors& detectors) {
  const bool legal = i.opcode != Opcode::Illegal;
  const auto use = legal ? isa::memory_use(i.opcode) : isa::MemoryUse{};
  const std::uint32_t address = x[i.rs1] + i.immediate;
  switch (detector) {
    case Detector::code:
      if (!is_in(detectors.executable, pc)) return true;
      for (std::uint32_t byte = 0; use.stores && byte < use.bytes; ++byte) {
        if (is_in(detectors.read_only, address + byte)) return true;
      }
      return false;
    case Detector::stack: {
      std::uint32_t after = x[isa::kSp];
      if (legal && i.rd == isa::kSp && i.rs1 == isa::kSp && i.opcode == Opcode::addi) after += i.immediate;
      if (legal && i.rd == isa::kSp && i.rs1 == isa::kSp && i.opcode == Opcode::sub) after -= x[i.rs2];
      return x[isa::kSp] >= *detectors.stack_limit && after < *detectors.stack_limit;
    }
    case Detector::null: return (use.bytes > 0 || i.opcode == Opcode::jalr) && address < 4096;
    case Detector::overflow: {
      if (i.opcode != Opcode::jal && i.opcode != Opcode::jalr) return false;
      const std::uint32_t target = i.opcode == Opcode::jal ? pc + i.immediate : address;
      return std::ranges::find(detectors.overflows, target) != detectors.overflows.end();
    }
    case Detector::misaligned: return use.bytes > 0 && address % use.bytes != 0;
    case Detector::division:
      return (i.opcode == Opcode::div || i.opcode == Opcode::divu || i.opcode == Opcode::rem ||
              i.opcode == Opcode::remu) &&
             x[i.rs2] == 0;
    case Detector::overlap: {
      const bool copies = !detectors.functions.empty() && detectors.functions[0].entry == pc;
      bool touches = false;
      for (std::uint32_t byte = 0; copies && byte < x[12]; ++byte) touches = touches || x[10] + byte - x[11] < x[12];
      return touches && detectors.functions[0].apart && x[10] != x[11];
    }
    case Detector::heap:
    case Detector::bounds:
    case Detector::return_address:
    case Detector::dangling:
    case Detector::leaks:
    case Detector::poison:
    case Detector::uninitialised: return false;  // the hart knows nothing of memory
  }
  return false;
}

// Addresses close to a few places, so that accesses touch the ends of sections.
std::uint32_t random_address(Random& random) {
  return testing::kCode + 64 * random.below(4) + static_cast<std::uint32_t>(random.between(-5, 5));
}

isa::Instruction random_decoded(Random& random) {
  if (random.one_in(4)) {
    const bool adds = random.one_in(2);
    return isa::decode(
        testing::encode(adds ? Opcode::addi : Opcode::sub,
                        {.rd = 2, .rs1 = 2, .rs2 = random.below(32), .immediate = random.between(-80, 80)}),
        isa::kUncompressed);
  }
  if (random.one_in(40)) return isa::decode(0, isa::kUncompressed);
  return isa::decode(testing::random_instruction(isa::kTable[random.below(std::size(isa::kTable))].opcode, random),
                     isa::kUncompressed);
}

TEST(DetectorRules, AreTheSameOverMachineWordsAndTermsAndByteByByte) {
  Random random(2501);
  std::array<unsigned, std::size(kDetectors)> reported{};
  for (int round = 0; round < testing::sized(30'000, 8'000); ++round) {
    Detectors detectors;
    for (auto* ranges : {&detectors.read_only, &detectors.executable}) {
      for (std::uint32_t n = random.below(3); n > 0; --n)
        ranges->push_back({random_address(random), 1 + random.below(129)});  // sections are not empty
    }
    detectors.executable.push_back({testing::kCode, 32 * random.below(8)});
    detectors.stack_limit = random_address(random);
    const isa::Instruction i = random_decoded(random);
    const std::uint32_t at = random_address(random) & ~1U;
    if (i.opcode == Opcode::jal) detectors.overflows = {at + i.immediate};
    if (i.opcode == Opcode::jalr) detectors.overflows = {0, testing::kCode + i.immediate};
    if (random.one_in(2)) {
      const LibraryFunction::Arguments arguments{.pointer = 10, .source = 11, .bytes = 12};
      detectors.functions = {{at, LibraryFunction::Kind::Copy, arguments, random.one_in(2)}};
      detectors.entries.set(Detectors::filter(at));
    }

    term::TermPool pool;
    Registers<isa::ConcreteValues> concrete;
    Registers<term::SymbolicValues> symbolic{term::SymbolicValues(pool)};
    term::Assignment assignment;
    std::array<std::uint32_t, 32> x{};
    for (unsigned number = 1; number < 32; ++number) {
      x[number] = random.one_in(4) ? random.operand() : random_address(random);
      if (random.one_in(8)) x[number] = 0;
      if (number == 12) x[number] = random.below(64);
      concrete.x[number] = {x[number]};
      const term::Term variable = pool.variable("x" + std::to_string(number), 32);
      assignment.set(variable->value, x[number]);
      symbolic.x[number] =
          random.one_in(3) ? symbolic.values().constant<32>(x[number]) : symbolic.values().from_term<32>(variable);
    }
    symbolic.x[0] = symbolic.values().constant<32>(0);
    concrete.at = symbolic.at = at;

    Detectors every;
    every.on = ~0U;
    every.entries = detectors.entries;
    for (const DetectorRow& row : kDetectors) {
      const bool wanted = expected(row.detector, i, x, concrete.at, detectors);
      EXPECT_EQ(reports(row.detector, concrete, i, detectors).raw, wanted)
          << row.name << " " << isa::disassemble(i, concrete.at);
      EXPECT_TRUE(!wanted || (may_report(i, every, at) >> static_cast<unsigned>(row.detector) & 1)) << row.name;
      const auto word = reports(row.detector, symbolic, i, detectors);
      EXPECT_EQ(word.term ? term::evaluate(word.term, assignment) : word.bits.raw, wanted) << row.name;
      reported[static_cast<std::size_t>(row.detector)] += wanted;
    }
  }
  for (const DetectorRow& row : kDetectors) {
    Detectors one;
    one.add(row.detector);
    if (one.follows_memory()) continue;
    const unsigned count = reported[static_cast<std::size_t>(row.detector)];
    EXPECT_GT(count, row.detector == Detector::null || row.detector == Detector::overflow ? testing::sized(20U, 2U)
                                                                                          : testing::sized(100U, 20U))
        << row.name;
    EXPECT_LT(count, testing::sized(28'000U, 7'500U)) << row.name;
  }
}

}  // namespace
}  // namespace janus::hart
