// Detectors in the fast loop (hart/loop_detectors.h), against the rules at each instruction: the same findings, and the
// same shadow at every stop.
#include <gtest/gtest.h>

#include <bit>
#include <map>

#include "hart/gate.h"
#include "testing/hart_fixture.h"
#include "testing/random_pointers.h"
#include "testing/returning_handler.h"
#include "testing/size.h"

namespace janus::testing {
namespace {

struct CountingInputs : hart::InputSource {
  void next_input(std::uint32_t, std::uint8_t* bytes, std::uint32_t size) override {
    for (std::uint32_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(bytes[i] ^ (made % 3 ? 0 : made));
    ++made;
  }
  std::uint32_t made = 0;
};

// How often each instruction was executed.
struct Tally : hart::ExecutionCounter {
  void executed(std::uint32_t pc, const isa::Instruction&, std::uint32_t) override { ++times[pc]; }
  void executed_often(std::uint32_t pc, std::uint64_t often, std::uint64_t) override { times[pc] += often; }
  std::map<std::uint32_t, std::uint64_t> times;
};

struct PointerMachine {
  MemoryBus bus;
  CountingInputs inputs;
  hart::ConcreteHart hart;

  PointerMachine(const hart::HartConfig& config, const std::vector<std::uint32_t>& code) : hart(config, bus, &inputs) {
    put(kCode, code);
    put(kPointerHandler, returning_handler(kCode));
    put(kPointerHeap, {kPointerHeap + 16});
    hart.set_direct_memory({kRamBase, kRamSize, bus.bytes.data()});
    hart.state().mtvec = kPointerHandler;
    hart.state().pc = kCode;
    hart.state().x[isa::kSp] = {kPointerStack};
  }
  void put(std::uint32_t address, const std::vector<std::uint32_t>& words) {
    std::memcpy(&bus.bytes.at(address - kRamBase), words.data(), 4 * words.size());
  }
};

// Those that follow memory; the others have the same loop.
constexpr std::uint32_t kFollowing = (hart::kMemoryDetectors & ~hart::bit_of(hart::Detector::code)) |
                                     hart::bit_of(hart::Detector::uninitialised) | hart::bit_of(hart::Detector::leaks);

hart::HartConfig config_of(RandomPointers& program, std::uint64_t seed) {
  hart::HartConfig config;
  config.ram_size = kRamSize;
  config.extensions = seed % 3 == 0 ? isa::kEverything : isa::kUncompressed;
  config.hooks = isa::HookRule::Marked;
  config.detectors = program.detectors();
  if (seed % 5 == 0) config.detectors.on &= ~kFollowing;
  return config;
}

void expect_same_pointers(PointerMachine& a, PointerMachine& b) {
  auto &x = a.hart.state(), &y = b.hart.state();
  for (unsigned i = 0; i < 32; ++i) ASSERT_EQ(x.x[i].raw, y.x[i].raw) << "x" << i;
  ASSERT_EQ(x.pc, y.pc);
  ASSERT_EQ(x.cycles, y.cycles);
  ASSERT_EQ(x.retired, y.retired);
  ASSERT_EQ(x.traps, y.traps);
  ASSERT_EQ(a.bus.bytes, b.bus.bytes);
  const auto &ours = *a.hart.shadow(), &theirs = *b.hart.shadow();
  ASSERT_TRUE(ours.pointers.frames() == theirs.pointers.frames());
  for (std::uint8_t i = 0; i < 32; ++i) {
    ASSERT_TRUE(ours.pointers.entry(i) == theirs.pointers.entry(i)) << "x" << unsigned{i};
    ASSERT_EQ(ours.defined.of_register(i), theirs.defined.of_register(i)) << "x" << unsigned{i};
  }
  ASSERT_TRUE(ours.defined == theirs.defined);
  const auto same_word = [&](std::uint32_t address) {
    const auto *const our = ours.pointers.entry_of_word(address), *const their = theirs.pointers.entry_of_word(address);
    EXPECT_TRUE(our && their && *our == *their) << std::hex << address;
    return true;
  };
  EXPECT_TRUE(ours.pointers.all_words(same_word) && theirs.pointers.all_words(same_word));
  ASSERT_TRUE(ours.pointers.same_objects(theirs.pointers));
  ASSERT_TRUE(ours.pointers.accesses_inside() == theirs.pointers.accesses_inside());
  ASSERT_TRUE(ours == theirs);
}

struct CountingGate : hart::Gate {
  bool admits(const isa::Instruction*) override {
    ++asked;
    return true;
  }
  std::uint64_t asked = 0;
};

// The gate is asked before the instructions of the plain loop.
TEST(FastLoopWithDetectors, ExecutesAtomicsAndAccessesToCsrs) {
  using enum isa::Opcode;
  constexpr std::uint32_t kRounds = 100;
  const std::vector<std::uint32_t> code = {
      encode(lui, {.rd = 10, .immediate = static_cast<std::int32_t>(kPointerData)}),
      encode(addi, {.rd = 11, .immediate = kRounds}),
      encode(lr_w, {.rd = 12, .rs1 = 10}),
      encode(addi, {.rd = 12, .rs1 = 12, .immediate = 1}),
      encode(sc_w, {.rd = 13, .rs1 = 10, .rs2 = 12}),
      encode(amoadd_w, {.rs1 = 10, .rs2 = 12}),
      encode(csrrs, {.rd = 14, .immediate = isa::csr::mcycle}),
      encode(csrrw, {.rs1 = 14, .immediate = isa::csr::mscratch}),
      encode(addi, {.rd = 11, .rs1 = 11, .immediate = -1}),
      encode(bne, {.rs1 = 11, .immediate = -28}),
      encode(jal, {.immediate = 0}),
  };
  RandomPointers program(1);
  hart::HartConfig config = config_of(program, 1);
  config.detectors.main.reset();  // where it begins, the plain loop looks
  PointerMachine machine(config, code);
  CountingGate gate;
  machine.hart.set_gate(&gate);
  ASSERT_EQ(machine.hart.run(100'000), hart::Stop::Halted);
  EXPECT_GT(machine.hart.state().retired, 8 * kRounds);
  EXPECT_LT(gate.asked, kRounds / 4);
}

// Code that stores a pointer, and then only loads and stores: of three in a row, the one at `store` stores.
std::vector<std::uint32_t> accesses_only(std::uint32_t store) {
  using enum isa::Opcode;
  std::vector<std::uint32_t> code = {
      encode(lui, {.rd = 10, .immediate = static_cast<std::int32_t>(kPointerData)}),
      encode(addi, {.rd = 11, .rs1 = isa::kSp, .immediate = -256}),
      encode(sw, {.rs1 = 11, .rs2 = 10}),
  };
  for (std::uint32_t i = 0; i < 400; ++i) {
    const auto word = static_cast<std::int32_t>(4 + i % 48 * 4);
    code.push_back(i % 3 == store ? encode(sw, {.rs1 = 11, .rs2 = 10, .immediate = word})
                                  : encode(lw, {.rd = 12 + i % 16, .rs1 = 11}));
  }
  return code;
}

// Where a block is cut, an access has a slot of its own.
TEST(FastLoopWithDetectors, FollowsPointersWhereALongBlockIsCut) {
  RandomPointers program(1);
  hart::HartConfig config = config_of(program, 1);
  config.detectors.main.reset();
  config.detectors.on = hart::bit_of(hart::Detector::bounds) | hart::bit_of(hart::Detector::heap);
  for (std::uint32_t store = 0; store < 3; ++store) {
    const std::vector<std::uint32_t> code = accesses_only(store);
    for (std::uint64_t until = 200; until < 800; ++until) {
      SCOPED_TRACE(::testing::Message() << "store " << store << ", cycle " << until);
      config.fast = true;
      PointerMachine fast(config, code);
      config.fast = false;
      PointerMachine slow(config, code);
      ASSERT_EQ(fast.hart.run(until), slow.hart.run(until));
      EXPECT_NO_FATAL_FAILURE(expect_same_pointers(fast, slow));
    }
  }
}

// What is known of memory is at hand from the first load on, and somebody has a copy of it.
TEST(FastLoopWithDetectors, DefinesWhatBecomesAnInput) {
  using enum isa::Opcode;
  const std::vector<std::uint32_t> code = {
      encode(addi, {.rd = isa::kSp, .rs1 = isa::kSp, .immediate = -64}),
      encode(addi, {.rd = isa::kT0, .immediate = static_cast<std::int32_t>(isa::HookCode::MakeMemorySymbolic)}),
      encode(addi, {.rd = isa::kT1, .rs1 = isa::kSp}),
      encode(addi, {.rd = isa::kT2, .immediate = 32}),
      encode(lw, {.rd = 12, .rs1 = isa::kSp, .immediate = 8}),
      isa::kHookMarker,
      encode(ecall, {}),
      encode(lw, {.rd = 13, .rs1 = isa::kSp, .immediate = 8}),
      encode(lw, {.rd = 14, .rs1 = isa::kSp, .immediate = 40}),
      encode(jal, {.immediate = 0}),
  };
  RandomPointers program(1);
  hart::HartConfig config = config_of(program, 1);
  config.detectors.main.reset();
  config.detectors.add(hart::Detector::uninitialised);
  PointerMachine machine(config, code);
  ASSERT_EQ(machine.hart.run(3), hart::Stop::Budget);
  const auto kept = *machine.hart.shadow();
  ASSERT_EQ(machine.hart.run(1000), hart::Stop::Halted);
  const hart::Definedness& defined = machine.hart.shadow()->defined;
  EXPECT_EQ(machine.inputs.made, 1U);
  EXPECT_EQ(defined.of_register(12), 0U) << "behind a hook, all registers are defined";
  EXPECT_EQ(defined.of_register(13), 0U);
  EXPECT_EQ(defined.of_register(14), ~0U);
}

// Where the firmware ends, only one detector has something to ask.
TEST(FastLoopWithDetectors, LeavesTheEndToTheRulesForLeaksAlone) {
  using enum isa::Opcode;
  constexpr std::uint32_t kRounds = 100;
  const std::vector<std::uint32_t> code = {
      encode(addi, {.rd = 11, .immediate = kRounds}),
      encode(addi, {.rd = 11, .rs1 = 11, .immediate = -1}),
      encode(bne, {.rs1 = 11, .immediate = -4}),
      encode(jal, {.immediate = 0}),
  };
  for (const bool leaks : {false, true}) {
    RandomPointers program(1);
    hart::HartConfig config = config_of(program, 1);
    config.detectors.main.reset();
    config.detectors.exit = kCode + 4;
    if (leaks) config.detectors.add(hart::Detector::leaks);
    PointerMachine machine(config, code);
    CountingGate gate;
    machine.hart.set_gate(&gate);
    ASSERT_EQ(machine.hart.run(100'000), hart::Stop::Halted);
    EXPECT_EQ(gate.asked >= kRounds, leaks);
  }
}

// Parts of the last word of memory, where a stack begins. What reaches behind memory is no access of the loop's.
TEST(FastLoopWithDetectors, AccessesTheEndOfMemory) {
  using enum isa::Opcode;
  constexpr std::uint32_t kRounds = 100;
  const auto round = [](std::int32_t half) {
    return std::vector<std::uint32_t>{
        encode(lui, {.rd = 10, .immediate = static_cast<std::int32_t>(kRamEnd)}),
        encode(addi, {.rd = 11, .immediate = kRounds}),
        encode(sb, {.rs1 = 10, .rs2 = 11, .immediate = -1}),
        encode(lbu, {.rd = 12, .rs1 = 10, .immediate = -3}),
        encode(lb, {.rd = 13, .rs1 = 10, .immediate = -1}),
        encode(sh, {.rs1 = 10, .rs2 = 12, .immediate = -2}),
        encode(lhu, {.rd = 14, .rs1 = 10, .immediate = half}),
        encode(sw, {.rs1 = 10, .rs2 = 11, .immediate = -4}),
        encode(addi, {.rd = 11, .rs1 = 11, .immediate = -1}),
        encode(bne, {.rs1 = 11, .immediate = -28}),
        encode(jal, {.immediate = 0}),
    };
  };
  for (const bool behind : {false, true}) {
    RandomPointers program(1);
    hart::HartConfig config = config_of(program, 1);
    config.detectors.main.reset();
    config.detectors.on = hart::bit_of(hart::Detector::bounds) | hart::bit_of(hart::Detector::uninitialised);
    PointerMachine fast(config, round(behind ? -1 : -2));
    config.fast = false;
    PointerMachine slow(config, round(behind ? -1 : -2));
    CountingGate gate;
    fast.hart.set_gate(&gate);
    EXPECT_EQ(fast.hart.run(10'000), slow.hart.run(10'000));
    EXPECT_NO_FATAL_FAILURE(expect_same_pointers(fast, slow));
    if (behind)
      EXPECT_GT(fast.hart.state().traps, 0U);
    else
      EXPECT_LT(gate.asked, kRounds / 4);
  }
}

class RandomPointerPrograms : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomPointerPrograms, HaveTheSameFindingsAndShadowsInTheFastLoop) {
  constexpr unsigned kSeeds = 10;
  std::size_t found = 0, kinds = 0, inputs = 0;
  std::uint64_t retired = 0;
  for (std::uint64_t seed = GetParam() * kSeeds; seed < (GetParam() + 1) * kSeeds; ++seed) {
    RandomPointers program(seed, seed % 2 == 0);
    const std::vector<std::uint32_t> code = program.words();
    hart::HartConfig config = config_of(program, seed);
    PointerMachine fast(config, code);
    config.fast = false;
    PointerMachine slow(config, code);
    ASSERT_TRUE(fast.hart.detects_fast());
    ASSERT_FALSE(slow.hart.detects_fast());
    Tally in_loop, by_rules;
    fast.hart.count(in_loop);
    slow.hart.count(by_rules);
    Random random(seed);
    std::uint32_t detected = 0;
    for (std::uint64_t until = 0; until < 6000;) {
      until += random.one_in(2) ? random.below(8) : random.below(400);
      hart::Stop stop = fast.hart.run(until);
      SCOPED_TRACE(::testing::Message() << "seed " << seed << ", cycle " << fast.hart.state().cycles << ", pc "
                                        << std::hex << fast.hart.state().pc);
      ASSERT_EQ(stop, slow.hart.run(until));
      if (stop == hart::Stop::Detected) {
        ASSERT_EQ(fast.hart.detected(), slow.hart.detected());
        detected |= hart::bit_of(fast.hart.detected());
        ++found;
      }
      ASSERT_NO_FATAL_FAILURE(expect_same_pointers(fast, slow));
      if (stop == hart::Stop::Budget || stop == hart::Stop::DeviceAccess) continue;
      for (PointerMachine* machine : {&fast, &slow}) {  // goes on behind it
        machine->hart.retry();
        machine->hart.state().pc = kCode + (machine->hart.state().pc + 4) % 0x800;
        machine->hart.state().cycles += 1;
      }
    }
    kinds = std::max<std::size_t>(kinds, std::popcount(detected));
    retired += fast.hart.state().retired;
    ASSERT_EQ(fast.inputs.made, slow.inputs.made);
    fast.hart.tell_counts();
    slow.hart.tell_counts();
    ASSERT_EQ(in_loop.times, by_rules.times) << "seed " << seed;
    inputs += fast.inputs.made;
  }
  EXPECT_GT(retired, 5'000U);
  EXPECT_GT(found, 50U);
  EXPECT_GT(inputs, 20U);
  EXPECT_GT(kinds, 3U);
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomPointerPrograms, ::testing::Range(0U, testing::sized(20U, 3U)));

}  // namespace
}  // namespace janus::testing
