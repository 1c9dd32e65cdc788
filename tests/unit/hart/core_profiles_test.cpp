// The built-in timing profiles against the tables in the cores' manuals. Each table is written down here again, as a
// function from an instruction and its operands to cycles. The fast and the plain loop must count the same.
#include <gtest/gtest.h>

#include <bit>

#include "hart/timing.h"
#include "isa/decoder.h"
#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using isa::Instruction;
using isa::Opcode;
using isa::TimingClass;

struct Executed {
  Instruction instruction;
  Instruction next;
  std::uint32_t rs1, rs2;  // values
  bool taken;              // whether it is a branch that is taken
  TimingClass kind() const { return isa::row(instruction.opcode).timing; }
  // Whether the bytes of a load or store lie in two words.
  bool crosses() const { return (rs1 + instruction.immediate) % 4 + isa::memory_use(instruction.opcode).bytes > 4; }
  bool feeds_jump() const { return feeds_next() && next.opcode == Opcode::jalr; }
  bool feeds_next() const { return instruction.rd != 0 && isa::reads_register(next, instruction.rd); }
};

bool is_shift(Opcode opcode) {
  switch (opcode) {
    case Opcode::sll:
    case Opcode::srl:
    case Opcode::sra:
    case Opcode::slli:
    case Opcode::srli:
    case Opcode::srai: return true;
    default: return false;
  }
}
bool is_signed_division(Opcode opcode) { return opcode == Opcode::div || opcode == Opcode::rem; }
std::uint32_t magnitude(std::uint32_t value) { return value >> 31 ? 0 - value : value; }

// README, "Cycles per Instruction Performance".
std::uint32_t picorv32(const Executed& e) {
  const Opcode opcode = e.instruction.opcode;
  if (is_shift(opcode)) {
    const bool by_constant = isa::row(opcode).format == isa::Format::Shift;
    const std::uint32_t amount = (by_constant ? e.instruction.immediate : e.rs2) & 31;
    return 4 + amount / 4 + amount % 4;
  }
  switch (e.kind()) {
    case TimingClass::Multiply: return opcode == Opcode::mul ? 40 : 72;
    case TimingClass::Divide: return 40;
    case TimingClass::Load:
    case TimingClass::Store: return 5;
    case TimingClass::Branch: return e.taken ? 5 : 3;
    case TimingClass::JumpRegister: return 6;
    default: return 3;
  }
}

// The same on memory that answers one cycle later: as simulation of the RTL counts.
std::uint32_t picorv32_waitstate(const Executed& e) {
  switch (e.kind()) {
    case TimingClass::Load:
    case TimingClass::Store: return 7;
    case TimingClass::Branch: return e.taken ? 7 : 4;
    case TimingClass::JumpRegister: return 7;
    case TimingClass::Multiply:
    case TimingClass::Divide: return picorv32(e);
    default: return is_shift(e.instruction.opcode) ? picorv32(e) : 4;
  }
}

// The same with the barrel shifter and the fast multiplier.
std::uint32_t picorv32_fast(const Executed& e) {
  if (is_shift(e.instruction.opcode)) return 3;
  return e.kind() == TimingClass::Multiply ? 6 : picorv32(e);
}

// Reference Guide, "Pipeline Details": one more than the stall cycles. Divisions and misaligned accesses: as simulation
// of the RTL counts.
std::uint32_t ibex(const Executed& e) {
  switch (e.kind()) {
    case TimingClass::Multiply: return 1 + (e.instruction.opcode == Opcode::mul ? 2 : 3);
    case TimingClass::Divide: return e.rs2 == 0 ? 2 : 37;
    case TimingClass::Load:
    case TimingClass::Store: return e.crosses() ? 3 : 2;
    case TimingClass::Jump:
    case TimingClass::JumpRegister: return 1 + 1;
    case TimingClass::Branch: return 1 + (e.taken ? 2 : 0);
    default: return 1;
  }
}

// The same with the branch target ALU and the write-back stage.
std::uint32_t ibex_three_stage(const Executed& e) {
  switch (e.kind()) {
    case TimingClass::Load: return 1 + e.crosses() + e.feeds_next();
    case TimingClass::Store: return 1 + e.crosses();
    case TimingClass::Branch: return e.taken ? 2 : 1;
    default: return ibex(e);
  }
}

// User Manual, "Pipeline Details"; of negative divisors, and of a jalr behind what it waits for, simulation of the RTL.
std::uint32_t cv32e40p(const Executed& e) {
  switch (e.kind()) {
    case TimingClass::Multiply: return e.instruction.opcode == Opcode::mul ? 1 : 5;
    case TimingClass::Divide: {
      if (is_signed_division(e.instruction.opcode) && e.rs2 >> 31)
        return 2 + static_cast<std::uint32_t>(std::countl_zero(~e.rs2));
      return 3 + static_cast<std::uint32_t>(std::countl_zero(e.rs2));
    }
    case TimingClass::Load: return 1 + e.crosses() + e.feeds_next() + e.feeds_jump();
    case TimingClass::Store: return 1 + e.crosses();
    case TimingClass::Jump:
    case TimingClass::JumpRegister: return 2;
    case TimingClass::Branch: return e.taken ? 3 : 1;
    default: return e.feeds_jump() ? 2 : 1;
  }
}

// FE310-G000 Manual, 3.3: a result latency of n cycles costs n - 1 cycles if the next instruction reads the result.
std::uint32_t five_stage(const Executed& e) {
  const TimingClass behind = isa::row(e.next.opcode).timing;
  switch (e.kind()) {
    case TimingClass::Load: return e.feeds_next() ? (e.instruction.opcode == Opcode::lw ? 2 : 3) : 1;
    case TimingClass::Multiply:
      return e.feeds_next() || behind == TimingClass::Multiply || behind == TimingClass::Divide ? 5 : 1;
    case TimingClass::Divide: {
      const std::uint32_t dividend = is_signed_division(e.instruction.opcode) ? magnitude(e.rs1) : e.rs1;
      return 1 + static_cast<std::uint32_t>(std::bit_width(dividend));
    }
    default: return 1;
  }
}

struct Core {
  const char* profile;
  std::uint32_t (*documented)(const Executed&);
};
void PrintTo(const Core& core, std::ostream* out) { *out << core.profile; }

// Random code of all instructions but system instructions. It only goes forwards and never changes its base register.
// At its end is a jump to itself with interrupts off, where the hart halts.
constexpr std::uint32_t kBase = 31, kInstructions = 300;

std::vector<std::uint32_t> random_code(Random& random) {
  std::vector<std::uint32_t> code;
  while (code.size() < kInstructions) {
    const auto& row = isa::kTable[random.below(static_cast<std::uint32_t>(isa::kRows))];
    const auto any = [&] { return random.below(8); };  // few registers, so that results are used
    Operands o{.rd = any() + 1, .rs1 = any(), .rs2 = any(), .immediate = static_cast<std::int32_t>(random.below(32))};
    switch (row.timing) {
      case TimingClass::Alu:
      case TimingClass::Multiply:
      case TimingClass::Divide:
        if (row.format == isa::Format::U) o.immediate <<= 12;
        break;
      case TimingClass::Load:
      case TimingClass::Store:
        o.rs1 = kBase;
        o.immediate = o.immediate * 4 + static_cast<std::int32_t>(random.one_in(4) ? random.below(4) : 0);
        break;
      case TimingClass::Branch:
      case TimingClass::Jump: o.immediate = random.one_in(2) ? 4 : 8; break;
      default: continue;
    }
    code.push_back(encode(row.opcode, o));
  }
  code.push_back(kNop);  // a branch may jump over it
  code.push_back(encode(Opcode::auipc, {.rd = 9}));
  code.push_back(encode(Opcode::jalr, {.rd = 1, .rs1 = 9, .immediate = 8}));
  code.push_back(encode(Opcode::jal, {}));
  return code;
}

class CoreProfiles : public ::testing::TestWithParam<Core> {
 protected:
  struct Machine {
    MemoryBus bus;
    hart::ConcreteHart hart;
    Machine(const hart::HartConfig& config, const std::vector<std::uint32_t>& code, std::uint64_t seed)
        : hart(config, bus) {
      std::memcpy(bus.bytes.data(), code.data(), code.size() * 4);
      Random random(seed);
      for (std::uint8_t i = 1; i < 32; ++i) hart.set(i, {random.one_in(3) ? random.below(64) : random.word()});
      hart.set(kBase, {kData});
    }
  };
  static hart::HartConfig config(bool fast) {
    hart::HartConfig config;
    config.ram_size = kRamSize;
    config.extensions = isa::kUncompressed;
    config.timing = hart::load_timing_profile(GetParam().profile);
    config.fast = config.decode_cache = fast;
    config.hot = 1;  // the translator takes what the fast loop would
    return config;
  }
};

TEST_P(CoreProfiles, CountWhatTheManualSaysForRandomCode) {
  Random random(3);
  for (int round = 0; round < 30; ++round) {
    const auto code = random_code(random);
    Machine stepped(config(false), code, 100 + static_cast<unsigned>(round));
    auto& state = stepped.hart.state();
    std::uint64_t predicted = 0;
    hart::Stop stop = hart::Stop::Budget;
    while (stop == hart::Stop::Budget) {
      const std::uint32_t pc = state.pc, index = (pc - kRamBase) / 4;
      Executed e{isa::decode(code.at(index), isa::kUncompressed), {}, 0, 0, false};
      if (index + 1 < code.size()) e.next = isa::decode(code[index + 1], isa::kUncompressed);
      if (e.next.opcode == Opcode::Illegal) e.next = isa::decode(kNop, isa::kUncompressed);
      e.rs1 = state.x[e.instruction.rs1].raw;
      e.rs2 = state.x[e.instruction.rs2].raw;
      const std::uint64_t before = state.cycles;
      // For the manual and for the hart, a taken branch to the next instruction is like any other taken branch.
      const bool condition = e.kind() == TimingClass::Branch && [&] {
        switch (e.instruction.opcode) {
          case Opcode::beq: return e.rs1 == e.rs2;
          case Opcode::bne: return e.rs1 != e.rs2;
          case Opcode::blt: return static_cast<std::int32_t>(e.rs1) < static_cast<std::int32_t>(e.rs2);
          case Opcode::bge: return static_cast<std::int32_t>(e.rs1) >= static_cast<std::int32_t>(e.rs2);
          case Opcode::bltu: return e.rs1 < e.rs2;
          default: return e.rs1 >= e.rs2;
        }
      }();
      e.taken = condition;
      stop = stepped.hart.step();
      const std::uint32_t documented = GetParam().documented(e);
      ASSERT_EQ(state.cycles - before, documented)
          << isa::row(e.instruction.opcode).mnemonic << std::hex << " of " << e.rs1 << ", " << e.rs2;
      predicted += documented;
    }
    ASSERT_EQ(stop, hart::Stop::Halted);

    for (const bool translates : {false, true}) {
      hart::HartConfig in_blocks = config(true);
      in_blocks.translate = translates;
      Machine fast(in_blocks, code, 100 + static_cast<unsigned>(round));
      fast.hart.set_direct_memory({kRamBase, kRamSize, fast.bus.bytes.data()});
      EXPECT_EQ(fast.hart.run(~std::uint64_t{0}), hart::Stop::Halted);
      EXPECT_EQ(fast.hart.state().cycles, predicted) << translates;
      EXPECT_EQ(fast.hart.state().retired, state.retired);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CoreProfiles,
                         ::testing::Values(Core{"picorv32", picorv32}, Core{"picorv32-waitstate", picorv32_waitstate},
                                           Core{"picorv32-fast", picorv32_fast}, Core{"ibex", ibex},
                                           Core{"ibex-three-stage", ibex_three_stage}, Core{"cv32e40p", cv32e40p},
                                           Core{"five-stage", five_stage}),
                         [](const auto& row) {
                           std::string name = row.param.profile;
                           std::erase(name, '-');
                           return name;
                         });

// The stall of a load depends on the word behind it at the time the load executes, even if code changes itself.
TEST(LoadUse, IsByTheWordInMemory) {
  hart::HartConfig config;
  config.ram_size = kRamSize;
  config.timing = hart::load_timing_profile("cv32e40p");
  const std::uint32_t uses = encode(Opcode::addi, {.rd = 3, .rs1 = 2});
  // Executed twice: a load, and behind it an instruction that uses the result, which is a nop the second time.
  const std::vector<std::uint32_t> code = {
      encode(Opcode::lw, {.rd = 2, .rs1 = 5}),                        // 0x00
      uses,                                                           // 0x04
      encode(Opcode::sw, {.rs1 = 6, .rs2 = 7, .immediate = 4}),       // 0x08
      encode(Opcode::fence_i),                                        // 0x0c
      encode(Opcode::addi, {.rd = 8, .rs1 = 8, .immediate = -1}),     // 0x10
      encode(Opcode::bne, {.rs1 = 8, .rs2 = 0, .immediate = -0x14}),  // 0x14
      encode(Opcode::jal, {}),                                        // 0x18
  };
  std::uint64_t counts[2];
  for (const bool fast : {false, true}) {
    MemoryBus bus;
    config.fast = fast;
    hart::ConcreteHart hart(config, bus);
    std::memcpy(bus.bytes.data(), code.data(), code.size() * 4);
    hart.set(5, {kData});
    hart.set(6, {kRamBase});
    hart.set(7, {kNop});
    hart.set(8, {2});
    hart.set_direct_memory({kRamBase, kRamSize, bus.bytes.data()});
    EXPECT_EQ(hart.run(~std::uint64_t{0}), hart::Stop::Halted);
    counts[fast] = hart.state().cycles;
  }
  // First round: lw 2 with its stall, addi 1, sw 1, fence.i 4, addi 1, bne 3. Second round: lw 1, the same in between,
  // bne 1. The jump at the end: 2.
  EXPECT_EQ(counts[0], 2U + 1 + 1 + 4 + 1 + 3 + 1 + 1 + 1 + 4 + 1 + 1 + 2);
  EXPECT_EQ(counts[1], counts[0]);
}

// A block that begins on one page and was decoded into the next is forgotten as a whole when the next page changes.
TEST(SelfModifyingCode, CostsTheSameInFrontOfAPageThatChanges) {
  std::uint64_t counts[2];
  for (const bool fast : {false, true}) {
    MemoryBus bus;
    hart::HartConfig config;
    config.ram_size = kRamSize;
    config.fast = fast;
    hart::ConcreteHart hart(config, bus);
    std::vector<std::uint32_t> code(1024 + 8, kNop);
    // A loop around a block from word 700 to word 800, and a store into the next page, whose word 1024 is executed too.
    code[0] = encode(Opcode::jal, {.immediate = 700 * 4});
    code[800] = encode(Opcode::jal, {.immediate = 224 * 4});
    code[1025] = encode(Opcode::sw, {.rs1 = 6, .rs2 = 7});
    code[1026] = encode(Opcode::addi, {.rd = 8, .rs1 = 8, .immediate = -1});
    code[1027] = encode(Opcode::beq, {.rs1 = 8, .rs2 = 0, .immediate = 8});
    code[1028] = encode(Opcode::jal, {.immediate = -(1028 - 700) * 4});
    code[1029] = encode(Opcode::jal, {});
    std::memcpy(bus.bytes.data(), code.data(), code.size() * 4);
    hart.set(6, {kRamBase + 1024 * 4});
    hart.set(7, {kNop});
    hart.set(8, {5});
    hart.set_direct_memory({kRamBase, kRamSize, bus.bytes.data()});
    EXPECT_EQ(hart.run(~std::uint64_t{0}), hart::Stop::Halted);
    counts[fast] = hart.state().cycles;
  }
  EXPECT_EQ(counts[1], counts[0]);
}

}  // namespace
}  // namespace janus::testing
