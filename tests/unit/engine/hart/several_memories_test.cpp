// Platforms of several memories: every loop of the concrete hart, with and without the bus, and the symbolic hart do
// the same with code and data in RAM, in memory that cannot be written, in holes, and in regions without a model.
#include <gtest/gtest.h>

#include <map>

#include "devices/functional_machine.h"
#include "support/error.h"
#include "testing/elf_writer.h"
#include "testing/encode.h"
#include "testing/machine.h"
#include "testing/random.h"
#include "testing/symbolic_fixture.h"

namespace janus::testing {
namespace {

using isa::Opcode;

// A hole of 4 KiB lies between flash and RAM, and the two RAMs meet a ROM.
constexpr std::uint32_t kFlash = 0x2000'0000, kFlashSize = 0x4000, kRam = 0x2000'5000, kRam2 = 0x2000'7000,
                        kRom = 0x2000'8000, kUnknown = 0x2000'4800, kAbove = 0x2000'a000;
constexpr std::uint32_t kTrapHandler = kFlash + 0x3000, kSecondCode = kRam2 + 0x800;

std::shared_ptr<const hart::AddressMap> several_memories() {
  using enum hart::Reserved;
  return std::make_shared<const hart::AddressMap>(
      std::vector<hart::MemoryRange>{{"ram", kRam, 0x2000, true},
                                     {"rom", kRom, 0x1000, false},
                                     {"ram2", kRam2, 0x1000, true},
                                     {"flash", kFlash, kFlashSize, false},
                                     {"far", 0x3000'0000, 0x1000, true}},
      std::vector<hart::ReservedRegion>{{"unknown", kUnknown, 0x20, Symbolic, Ignore},
                                        {"quiet", kUnknown + 0x100, 0x20, Ignore, Error},
                                        {"above", kAbove, 0x20, Symbolic, Error}});
}

hart::TimingProfile with_wait_states() {
  hart::TimingProfile timing;
  timing.regions = {{"flash", kFlash, kFlashSize, 3, 2}, {"quiet", kUnknown + 0x100, 0x20, 9, 0}};
  return timing;
}

std::uint32_t load_or_store(Random& random) {
  static constexpr Opcode kAccesses[] = {Opcode::lb, Opcode::lh, Opcode::lw, Opcode::lbu,
                                         Opcode::sb, Opcode::sh, Opcode::sw};
  const std::uint32_t pointer = 5 + random.below(8), value = 16 + random.below(8);
  return encode(
      kAccesses[random.below(std::size(kAccesses))],
      {.rd = value, .rs1 = pointer, .rs2 = value, .immediate = static_cast<std::int32_t>(random.below(17)) - 8});
}

std::uint32_t any_instruction(Random& random) {
  if (random.one_in(2)) return load_or_store(random);
  static constexpr Opcode kOthers[] = {Opcode::add, Opcode::xor_, Opcode::sub, Opcode::sltu, Opcode::or_};
  const auto other = [&] { return 16 + random.below(8); };
  if (random.one_in(20)) return encode(Opcode::amoadd_w, {.rd = other(), .rs1 = 5 + random.below(8), .rs2 = other()});
  return encode(kOthers[random.below(std::size(kOthers))], {.rd = other(), .rs1 = other(), .rs2 = other()});
}

void append_constant(std::vector<std::uint32_t>& code, std::uint32_t rd, std::uint32_t value) {
  const auto low = static_cast<std::int32_t>(value << 20) >> 20;
  code.push_back(
      encode(Opcode::lui, {.rd = rd, .immediate = static_cast<std::int32_t>(value - static_cast<std::uint32_t>(low))}));
  code.push_back(encode(Opcode::addi, {.rd = rd, .rs1 = rd, .immediate = low}));
}

std::vector<std::uint32_t> block(Random& random, unsigned instructions) {
  std::vector<std::uint32_t> code;
  for (unsigned i = 0; i < instructions; ++i) code.push_back(any_instruction(random));
  return code;
}

// Loops over code in flash that calls code in RAM, with pointers to the ends of memories. A trap skips its instruction.
support::FirmwareImage random_image(Random& random, unsigned rounds) {
  static constexpr std::uint32_t kPlaces[] = {
      kFlash,   kFlash + kFlashSize, kRam,        kRam + 0x1000,    kRam2,      kRom, kRom + 0x1000, kAbove,
      kUnknown, kUnknown + 0x100,    kRam + 0x20, kUnknown + 0x200, 0x3000'0000};
  std::vector<std::uint32_t> code;
  append_constant(code, 30, kTrapHandler);
  code.push_back(encode(Opcode::csrrw, {.rs1 = 30, .immediate = 0x305}));
  for (std::uint32_t pointer = 5; pointer < 13; ++pointer)
    append_constant(code, pointer,
                    kPlaces[random.below(std::size(kPlaces))] + (random.one_in(3) ? random.below(4) : 0));
  append_constant(code, 13, rounds);
  append_constant(code, 14, kSecondCode);
  const std::size_t loop = code.size();
  for (const std::uint32_t word : block(random, 12)) code.push_back(word);
  code.push_back(encode(Opcode::jalr, {.rd = 1, .rs1 = 14}));
  code.push_back(encode(Opcode::addi, {.rd = 13, .rs1 = 13, .immediate = -1}));
  const auto back = static_cast<std::int32_t>(loop) - static_cast<std::int32_t>(code.size());
  code.push_back(encode(Opcode::bne, {.rs1 = 13, .immediate = 4 * back}));
  code.push_back(encode(Opcode::jal, {}));  // halts
  std::vector<std::uint32_t> second = block(random, 8);
  second.push_back(encode(Opcode::jalr, {.rs1 = 1}));
  const std::vector<std::uint32_t> handler = {encode(Opcode::csrrs, {.rd = 31, .immediate = 0x341}),
                                              encode(Opcode::addi, {.rd = 31, .rs1 = 31, .immediate = 4}),
                                              encode(Opcode::csrrw, {.rs1 = 31, .immediate = 0x341}),
                                              encode(Opcode::mret)};
  ElfWriter elf(kFlash);
  elf.add_code(kFlash, code);
  elf.add_code(kTrapHandler, handler);
  elf.add_code(kSecondCode, second);
  elf.set_isa("rv32ima");
  return image_of(elf);
}

struct Outcome {
  std::vector<std::uint32_t> registers;
  std::uint64_t cycles, retired, traps;
  std::uint32_t mtval;
  std::vector<std::uint8_t> memory;
  bool operator==(const Outcome&) const = default;
};

Outcome outcome_of(const support::FirmwareImage& image, const hart::TimingProfile& timing, SpeedSwitches switches) {
  hart::HartConfig config;
  config.map = several_memories();
  config.timing = timing;
  config.decode_cache = switches.decode_cache;
  config.fast = switches.fast;
  config.translate = switches.translate;
  config.hot = switches.hot;
  devices::FunctionalMachine machine(image, config, nullptr, switches.direct_memory, 0, devices::Board());
  const auto end = switches.in_blocks ? machine.run_in_blocks(100'000) : machine.run(100'000);
  EXPECT_EQ(end.stop, hart::Stop::Halted);
  const auto& state = machine.hart().state();
  Outcome outcome{{}, state.cycles, state.retired, state.traps, state.mtval.raw, {}};
  for (const auto& x : state.x) outcome.registers.push_back(x.raw);
  const auto memory = machine.ram().first(kRom + 0x1000 - kFlash);
  outcome.memory.assign(memory.begin(), memory.end());
  return outcome;
}

TEST(SeveralMemories, AreTheSameInEveryLoop) {
  Random random(7);
  for (int round = 0; round < 12; ++round) {
    SCOPED_TRACE(round);
    const auto image = random_image(random, 200);
    const auto timing = round % 2 ? with_wait_states() : hart::TimingProfile();
    const Outcome plain = outcome_of(image, timing, {});
    EXPECT_GT(plain.retired, 2000U);
    for (const SpeedSwitches& switches : kOtherSwitches) EXPECT_EQ(outcome_of(image, timing, switches), plain);
  }
}

// Inputs of regions are zero, as on the concrete machine without a source of inputs.
TEST(SeveralMemories, AreTheSameOnTheSymbolicHart) {
  Random random(11);
  for (int round = 0; round < 8; ++round) {
    SCOPED_TRACE(round);
    const auto image = random_image(random, 4);
    engine::SymbolicHartConfig config;
    config.set_map(several_memories());
    config.timing = round % 2 ? with_wait_states() : hart::TimingProfile();
    const Outcome plain = outcome_of(image, config.timing, {});
    for (const bool stretches : {false, true}) {
      SymbolicFixture fixture(config);
      fixture.image = image;
      if (stretches) fixture.hart.execute_concrete_stretches(true);
      auto stopped = fixture.run_all(fixture.hart.initial_state(), 100'000);
      ASSERT_EQ(stopped.size(), 1U);
      const auto& [state, ending] = stopped[0];
      ASSERT_TRUE(ending);
      EXPECT_EQ(ending->reason, engine::Termination::Halted);
      Outcome outcome{{}, state->hart.cycles, state->hart.retired, state->hart.traps, 0, {}};
      outcome.mtval = static_cast<std::uint32_t>(fixture.value(*state, state->hart.mtval));
      for (const auto& x : state->hart.x)
        outcome.registers.push_back(static_cast<std::uint32_t>(fixture.value(*state, x)));
      for (std::uint32_t at = kFlash; at < kRom + 0x1000; ++at) {
        const auto symbol = state->memory.symbol(at - kFlash);
        const std::uint64_t term = symbol.symbol ? fixture.hart.value_in_model(*state, symbol.symbol) : 0;
        outcome.memory.push_back(symbol.symbol ? static_cast<std::uint8_t>(term >> (8 * symbol.index))
                                               : state->memory.byte(at - kFlash));
      }
      EXPECT_EQ(outcome, plain) << (stretches ? "with stretches" : "without");
    }
  }
}

// Each place that a pointer can point to is a path, and the concrete hart does the same with the path's pointer.
TEST(SeveralMemories, ASymbolicPointerGoesToEachOfThem) {
  for (const Opcode opcode : {Opcode::lw, Opcode::lhu, Opcode::sw, Opcode::sb}) {
    SCOPED_TRACE(isa::row(opcode).mnemonic);
    ElfWriter elf(kFlash);
    elf.add_code(kFlash, {encode(opcode, {.rd = 6, .rs1 = 5, .rs2 = 7}), encode(Opcode::jal, {})});
    elf.add_code(kTrapHandler, {encode(Opcode::jal, {})});
    elf.set_isa("rv32ima");
    const auto image = image_of(elf);
    engine::SymbolicHartConfig config;
    config.set_map(several_memories());
    config.timing = with_wait_states();
    config.board = devices::Board(std::make_shared<const devices::BoardPlan>(devices::empty_plan()));
    config.max_load_targets = config.max_store_targets = 1 << 16;
    SymbolicFixture fixture(config);
    fixture.image = image;
    auto first = fixture.hart.initial_state();
    first->hart.mtvec = kTrapHandler;
    fixture.make_symbolic(*first, 5, "pointer", kRam);
    std::map<std::string, unsigned> places;
    for (auto& [state, ending] : fixture.run_all(std::move(first), 1)) {
      hart::HartConfig concrete;
      concrete.map = config.map;
      concrete.timing = config.timing;
      devices::FunctionalMachine machine(image, concrete);
      const auto pointer = static_cast<std::uint32_t>(fixture.value(*state, state->hart.x[5]));
      machine.hart().state().x[5] = {pointer};
      machine.hart().state().mtvec = kTrapHandler;
      machine.hart().step();
      if (machine.hart().state().traps > 0) machine.hart().step();  // until an instruction has retired
      const auto& there = machine.hart().state();
      SCOPED_TRACE(::testing::Message() << std::hex << "pointer 0x" << pointer);
      EXPECT_EQ(state->hart.pc, there.pc);
      EXPECT_EQ(state->hart.cycles, there.cycles);
      EXPECT_EQ(fixture.value(*state, state->hart.mtval), there.mtval.raw);
      EXPECT_EQ(fixture.value(*state, state->hart.x[6]), there.x[6].raw);
      for (const hart::MemoryRange& memory : config.map->memories())
        places[memory.name] += pointer - memory.base < memory.size;
      for (const hart::ReservedRegion& region : config.map->reserved())
        places[region.name] += pointer - region.base < region.size;
    }
    for (const char* name : {"ram", "far", "unknown"}) EXPECT_GT(places[name], 0U) << name;
  }
}

TEST(SeveralMemories, AnImageThatFitsNoneIsRefused) {
  ElfWriter elf(0x1000'0000);
  elf.add_code(0x1000'0000, {kNop});
  hart::HartConfig config;
  config.map = several_memories();
  try {
    devices::FunctionalMachine machine(image_of(elf), config);
    FAIL() << "it was not refused";
  } catch (const support::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("flash (0x20000000, 16384 bytes), ram (0x20005000"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace janus::testing
