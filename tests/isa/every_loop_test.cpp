// Every row of the table in every loop of the concrete hart: the fast loop and translated code bring a random state to
// the same end as the plain loop. A new row is tested without a change here.
#include <fmt/format.h>

#include "hart/instruction_summary.h"
#include "isa/decoder.h"
#include "isa/disassembler.h"
#include "isa/predicates.h"
#include "testing/hart_fixture.h"
#include "testing/random_compressed.h"
#include "testing/random_instruction.h"

namespace janus::isa {
void PrintTo(const Row& row, std::ostream* out) { *out << row.mnemonic; }
}  // namespace janus::isa

namespace janus::testing {
namespace {

// All code around the tested instruction is jumps to the next instruction. So all blocks are short, and are entered and
// translated long before the run ends. (A block that does not fit into the budget is left to the plain loop.)
constexpr std::uint32_t kTested = kCode + 0x40;
constexpr std::uint32_t kHandlers = kRamBase + 0x8000;
constexpr unsigned kDataBytes = 64, kRounds = 100;

struct Machine {
  MemoryBus bus;
  hart::ConcreteHart hart;

  Machine(const hart::HartConfig& config, bool direct) : hart(config, bus) {
    if (direct) hart.set_direct_memory({kRamBase, kRamSize, bus.bytes.data()});
    for (std::uint32_t at = kCode; at < kData; at += 4) poke(at, encode(isa::Opcode::jal, {.immediate = 4}));
    hart.state().mtvec = kHandler;
    hart.state().pc = kCode;
  }
  void poke(std::uint32_t address, std::uint32_t word) { std::memcpy(&bus.bytes.at(address - kRamBase), &word, 4); }
  void be_like(const Machine& other) {
    bus.bytes = other.bus.bytes;
    hart.state() = other.hart.state();
    hart.discard_decoded();
  }
};

hart::HartConfig loops(bool fast, bool translate) {
  hart::HartConfig config;
  config.ram_size = kRamSize;
  config.extensions = isa::kUncompressed;
  config.fast = fast;
  config.translate = translate;
  config.hot = 1;  // a block is translated when it is entered once
  return config;
}

void set_random_state(Machine& machine, std::uint32_t word, Random& random) {
  machine.poke(kCode, encode(isa::Opcode::jal, {.immediate = kTested - kCode}));
  machine.poke(kTested, word);
  auto& state = machine.hart.state();
  for (unsigned i = 1; i < 32; ++i) state.x[i] = {random.operand()};
  for (unsigned i = 0; i < kPointers; ++i) {
    const std::uint32_t unaligned = random.one_in(3) ? random.below(4) : 0;
    state.x[kFirstPointer + i] = {kData + 0x20 + 4 * random.below(4) + unaligned};
  }
  for (std::uint32_t at = 0; at < kDataBytes; at += 4) machine.poke(kData + at, random.operand());
  state.reserved = random.one_in(2);
  state.reservation = kData + 0x20 + 4 * random.below(4);
}

void expect_same(Machine& a, Machine& b, const std::string& what) {
  auto &x = a.hart.state(), &y = b.hart.state();
  for (unsigned i = 0; i < 32; ++i) ASSERT_EQ(x.x[i].raw, y.x[i].raw) << what << ": x" << i;
  ASSERT_EQ(x.pc, y.pc) << what;
  ASSERT_EQ(x.cycles, y.cycles) << what;
  ASSERT_EQ(x.retired, y.retired) << what;
  ASSERT_EQ(x.waiting, y.waiting) << what;
  ASSERT_EQ(x.reserved, y.reserved) << what;
  for (const std::uint16_t csr : kQuietCsrs) ASSERT_EQ(a.hart.read_csr(csr).raw, b.hart.read_csr(csr).raw) << what;
  ASSERT_EQ(a.bus.bytes, b.bus.bytes) << what;
}

class EveryRow : public ::testing::TestWithParam<isa::Row> {};

TEST_P(EveryRow, EndsInEveryLoopAsInThePlainOne) {
  Random random(static_cast<std::uint64_t>(GetParam().opcode) + 1);
  Machine plain(loops(false, false), false), fast(loops(true, false), true), translated(loops(true, true), true);
  for (unsigned round = 0; round < kRounds; ++round) {
    const std::uint32_t word = random_instruction(GetParam().opcode, random);
    const std::string what = isa::disassemble(isa::decode(word, isa::kUncompressed), kTested);
    Machine start(loops(false, false), false);
    set_random_state(start, word, random);
    for (Machine* machine : {&plain, &fast, &translated}) machine->be_like(start);
    const std::uint64_t until = 60 + random.below(100);
    for (Machine* machine : {&plain, &fast, &translated}) machine->hart.run(until);
    ASSERT_NO_FATAL_FAILURE(expect_same(plain, fast, what + " in the fast loop"));
    ASSERT_NO_FATAL_FAILURE(expect_same(plain, translated, what + " translated"));
  }
}
// An instruction that is left to the plain loop would give the right result, but slowly.
TEST_P(EveryRow, IsTranslatedIfItDoesNoMoreThanBlocksDo) {
  const isa::Row& row = GetParam();
  const bool accesses = row.timing == isa::TimingClass::Load || row.timing == isa::TimingClass::Store;
  const bool branches = isa::control(row.opcode) == isa::Control::Branch;
  if (!isa::only_computes(row.opcode) && !accesses && !branches) return;
  const hart::InstructionSummary summary({.opcode = row.opcode, .rd = 5, .rs1 = 6, .rs2 = 7}, kCode);
  EXPECT_FALSE(summary.leaves);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryRow, ::testing::ValuesIn(isa::kTable),
                         [](const auto& row) { return std::string(row.param.name); });

// A bus master beside the hart, such as a DMA engine.
TEST(AnotherMaster, ChangesCodeDataAndReservations) {
  for (const auto& [fast, translate] : {std::pair(false, false), {true, false}, {true, true}}) {
    Machine machine(loops(fast, translate), true);
    const auto number = [](std::int32_t value) { return encode(isa::Opcode::addi, {.rd = 7, .immediate = value}); };
    machine.poke(kTested, number(1));
    machine.poke(kTested + 4,
                 encode(isa::Opcode::jal, {.immediate = static_cast<std::int32_t>(kCode - (kTested + 4))}));
    machine.hart.run(5000);
    EXPECT_EQ(machine.hart.state().x[7].raw, 1U);
    machine.poke(kTested, number(2));
    machine.hart.written_from_outside(kTested, 4);
    machine.hart.run(10'000);
    EXPECT_EQ(machine.hart.state().x[7].raw, 2U) << fast << translate;

    machine.hart.reserve(kData + 8);
    machine.hart.written_from_outside(kData, 8);
    machine.hart.written_from_outside(kData + 12, 4);
    EXPECT_TRUE(machine.hart.holds_reservation(kData + 8));
    machine.hart.written_from_outside(kData + 11, 1);
    EXPECT_FALSE(machine.hart.holds_reservation(kData + 8));
    machine.hart.written_from_outside(0xffff'fffc, 8);
    machine.hart.written_from_outside(kRamEnd - 4, 8);
  }
}

// The load at `middle` is entered from above, where the pointer was just found to be in memory, and by a branch, where
// it points to a device.
TEST(Blocks, AreTranslatedWithoutBelievingTheChecksOfTheBlockAbove) {
  using isa::Opcode;
  constexpr std::uint32_t kPointer = 8, kDifference = 10, kInMemory = 11, kCounter = 5;
  const std::uint32_t code[] = {
      encode(Opcode::lw, {.rd = 6, .rs1 = kPointer}),
      encode(Opcode::lw, {.rd = 7, .rs1 = kPointer}),  // middle
      encode(Opcode::add, {.rd = 9, .rs1 = 9, .rs2 = 7}),
      encode(Opcode::addi, {.rd = kCounter, .rs1 = kCounter, .immediate = -1}),
      encode(Opcode::beq, {.rs1 = kCounter, .rs2 = 0, .immediate = 16}),
      encode(Opcode::xor_, {.rd = kPointer, .rs1 = kPointer, .rs2 = kDifference}),
      encode(Opcode::bne, {.rs1 = kPointer, .rs2 = kInMemory, .immediate = -20}),
      encode(Opcode::jal, {.immediate = -28}),
      encode(Opcode::jal, {.immediate = 0}),
  };
  Machine plain(loops(false, false), false), translated(loops(true, true), true);
  for (Machine* machine : {&plain, &translated}) {
    for (std::uint32_t i = 0; i < std::size(code); ++i) machine->poke(kCode + 4 * i, code[i]);
    machine->poke(kData, 3);
    machine->bus.device = 1000;
    auto& state = machine->hart.state();
    state.x[kPointer] = state.x[kInMemory] = {kData};
    state.x[kDifference] = {kData ^ kDevice};
    state.x[kCounter] = {100};
    for (int i = 0; i < 200; ++i) machine->hart.run(5000);  // a run ends at each access to the device
    EXPECT_EQ(state.x[9].raw, 50 * 3U + 50 * 1000U);
  }
  expect_same(plain, translated, "translated");
}

// --- Compressed code. The trap handler returns two bytes behind what trapped, which may be the inside of an
// instruction; so instructions that overlap are executed, too. Stores may change the code.

hart::HartConfig compressed(hart::HartConfig config) {
  config.extensions = isa::kEverything;
  config.hot = 2;
  return config;
}

void poke_halfwords(Machine& machine, std::uint32_t address, const std::vector<std::uint16_t>& code) {
  std::memcpy(&machine.bus.bytes.at(address - kRamBase), code.data(), 2 * code.size());
}

void set_compressed_code(Machine& machine, Random& random) {
  using enum isa::Opcode;
  const std::uint32_t start = kCode + 0xf80 + 2 * random.below(32);  // goes on on the next page, odd or even
  std::vector<std::uint16_t> code = random_compressed_code(random, 60, isa::kEverything);
  const auto back = encode(jal, {.immediate = -static_cast<std::int32_t>(2 * code.size())});
  code.push_back(static_cast<std::uint16_t>(back));
  code.push_back(static_cast<std::uint16_t>(back >> 16));
  poke_halfwords(machine, start, code);
  const std::uint32_t handler[] = {encode(csrrs, {.rd = 31, .immediate = isa::csr::mepc}),
                                   encode(addi, {.rd = 31, .rs1 = 31, .immediate = 2}),
                                   encode(csrrw, {.rs1 = 31, .immediate = isa::csr::mepc}), encode(mret)};
  for (std::uint32_t i = 0; i < std::size(handler); ++i) machine.poke(kHandlers + 4 * i, handler[i]);
  auto& state = machine.hart.state();
  for (unsigned i = 1; i < 28; ++i) state.x[i] = {random.operand()};
  // The data are behind the code, or around its end.
  state.x[RandomCompressedCode::kData] = {random.one_in(3) ? start + 0x880 : kData + 0x4000};
  state.mtvec = kHandlers;
  state.pc = start;
}

class CompressedCode : public ::testing::TestWithParam<unsigned> {};

TEST_P(CompressedCode, EndsInEveryLoopAsInThePlainOne) {
  Random random(GetParam() + 1700);
  Machine plain(compressed(loops(false, false)), false), fast(compressed(loops(true, false)), true),
      translated(compressed(loops(true, true)), true), stepped(compressed(loops(false, false)), true);
  for (unsigned round = 0; round < kRounds; ++round) {
    Machine start(compressed(loops(false, false)), false);
    set_compressed_code(start, random);
    for (Machine* machine : {&plain, &fast, &translated, &stepped}) machine->be_like(start);
    for (unsigned i = 0; i < 8; ++i) {
      const std::uint64_t until = plain.hart.state().cycles + 1 + random.below(i < 4 ? 40 : 3000);
      for (Machine* machine : {&plain, &fast, &translated, &stepped}) machine->hart.run(until);
      const std::string what = fmt::format("round {}, part {}", round, i);
      ASSERT_NO_FATAL_FAILURE(expect_same(plain, stepped, what + " with direct memory"));
      ASSERT_NO_FATAL_FAILURE(expect_same(plain, fast, what + " in the fast loop"));
      ASSERT_NO_FATAL_FAILURE(expect_same(plain, translated, what + " translated"));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CompressedCode, ::testing::Range(0U, 8U));

}  // namespace
}  // namespace janus::testing
