// What simulation of the cores' RTL counts for single instructions and events. Each row must come out of every loop.
#include <gtest/gtest.h>

#include "hart/timing.h"
#include "testing/hart_fixture.h"

namespace janus::testing::rtl_figures {
namespace {

using isa::Opcode;
namespace csr = isa::csr;
using Code = std::vector<std::uint32_t>;

constexpr std::uint8_t kData0 = 10, kData1 = 11, kTarget = 12;  // kData1: one byte behind kData0
constexpr std::uint32_t kHandler = 64;                          // where the handler is, in words

enum class Loop { Plain, Fast, Translated };

// The cycles from reset to a halt behind the code.
std::uint64_t run(const std::string& profile, Code code, Loop loop, std::uint32_t rs1, std::uint32_t rs2) {
  hart::HartConfig config;
  config.ram_size = kRamSize;
  config.timing = hart::load_timing_profile(profile);
  config.hooks = isa::HookRule::Never;
  config.fast = loop != Loop::Plain;
  config.translate = loop == Loop::Translated;
  config.hot = 1;
  code.push_back(encode(Opcode::jal, {}));
  code.resize(kHandler, kNop);
  for (const std::uint32_t word :
       {encode(Opcode::csrrs, {.rd = 6, .immediate = csr::mepc}),
        encode(Opcode::addi, {.rd = 6, .rs1 = 6, .immediate = 4}),
        encode(Opcode::csrrw, {.rs1 = 6, .immediate = csr::mepc}), kNop, kNop, encode(Opcode::mret)}) {
    code.push_back(word);
  }
  MemoryBus bus;
  std::memcpy(bus.bytes.data(), code.data(), code.size() * 4);
  const std::uint32_t target = kRamBase + 8;
  std::memcpy(bus.bytes.data() + (kData - kRamBase), &target, 4);
  hart::ConcreteHart hart(config, bus);
  hart.set(1, {rs1});
  hart.set(2, {rs2});
  hart.set(kData0, {kData});
  hart.set(kData1, {kData + 1});
  hart.set(kTarget, {target});
  hart.state().mtvec = kRamBase + 4 * kHandler;
  hart.state().mstatus = hart::status::kMpp;
  if (loop != Loop::Plain) hart.set_direct_memory({kRamBase, kRamSize, bus.bytes.data()});
  EXPECT_EQ(hart.run(~std::uint64_t{0}), hart::Stop::Halted);
  return hart.state().cycles;
}

struct Figure {
  const char* what;
  const char* profile;
  std::uint32_t cycles;
  Code code;
  std::uint32_t rs1 = 100, rs2 = 7;  // the values of x1 and x2
};
void PrintTo(const Figure& figure, std::ostream* out) { *out << figure.profile << ": " << figure.what; }

std::uint32_t read(std::int32_t number) { return encode(Opcode::csrrs, {.rd = 5, .immediate = number}); }
std::uint32_t write(std::int32_t number) { return encode(Opcode::csrrw, {.rs1 = 1, .immediate = number}); }
std::uint32_t divide(Opcode opcode) { return encode(opcode, {.rd = 5, .rs1 = 1, .rs2 = 2}); }
std::uint32_t load(Opcode opcode, std::uint8_t base, std::int32_t at = 0) {
  return encode(opcode, {.rd = 5, .rs1 = base, .immediate = at});
}
std::uint32_t store(Opcode opcode, std::int32_t at) {
  return encode(opcode, {.rs1 = kData0, .rs2 = 1, .immediate = at});
}
std::uint32_t jump(std::uint8_t base) { return encode(Opcode::jalr, {.rs1 = base}); }

const std::uint32_t kMinus3 = 0U - 3, kMinus4 = 0U - 4, kIllegal = 0;

const Figure kFigures[] = {
    {"rdcycle", "picorv32", 4, {read(csr::cycle)}},
    {"rdinstret", "picorv32", 4, {read(csr::instret)}},
    {"div", "ibex", 37, {divide(Opcode::div)}},
    {"rem", "ibex", 37, {divide(Opcode::rem)}},
    {"divu", "ibex", 37, {divide(Opcode::divu)}},
    {"div by zero", "ibex", 2, {divide(Opcode::div)}, 1, 0},
    {"fence", "ibex", 1, {encode(Opcode::fence)}},
    {"fence.i", "ibex", 2, {encode(Opcode::fence_i)}},
    {"lw across two words", "ibex", 3, {load(Opcode::lw, kData0, 2)}},
    {"lh across two words", "ibex", 3, {load(Opcode::lh, kData0, 3)}},
    {"lh across two words, by its base", "ibex", 3, {load(Opcode::lh, kData1, 2)}},
    {"sw across two words", "ibex", 3, {store(Opcode::sw, 1)}},
    {"lh inside of a word", "ibex", 2, {load(Opcode::lh, kData0, 1)}},
    {"lw behind one that is aligned", "ibex", 5, {load(Opcode::lw, kData0), load(Opcode::lw, kData0, 6)}},
    {"csrw mstatus", "ibex", 3, {write(csr::mstatus)}},
    {"csrr mstatus", "ibex", 1, {read(csr::mstatus)}},
    {"csrw mscratch", "ibex", 1, {write(csr::mscratch)}},
    {"csrw mepc", "ibex", 1, {write(csr::mepc)}},
    {"jalr", "cv32e40p", 3, {kNop, jump(kTarget)}},
    {"jalr behind the writer", "cv32e40p", 4, {encode(Opcode::addi, {.rd = kTarget, .rs1 = kTarget}), jump(kTarget)}},
    {"jalr behind the load", "cv32e40p", 5, {load(Opcode::lw, kData0), jump(5)}},
    {"fence", "cv32e40p", 4, {encode(Opcode::fence)}},
    {"fence.i", "cv32e40p", 4, {encode(Opcode::fence_i)}},
    {"ecall and its handler", "cv32e40p", 20, {encode(Opcode::ecall)}},
    {"illegal instruction and its handler", "cv32e40p", 21, {kIllegal}},
    {"csrr mscratch", "cv32e40p", 1, {read(csr::mscratch)}},
    {"csrr mie", "cv32e40p", 1, {read(csr::mie)}},
    {"csrr mepc", "cv32e40p", 4, {read(csr::mepc)}},
    {"csrr mcycle", "cv32e40p", 4, {read(csr::mcycle)}},
    {"csrw mstatus", "cv32e40p", 4, {write(csr::mstatus)}},
    {"lw across two words", "cv32e40p", 2, {load(Opcode::lw, kData0, 2)}},
    {"sh across two words", "cv32e40p", 2, {store(Opcode::sh, 3)}},
    {"div by 3", "cv32e40p", 33, {divide(Opcode::div)}, 100, 3},
    {"div by -3", "cv32e40p", 32, {divide(Opcode::div)}, 100, kMinus3},
    {"div by -4", "cv32e40p", 32, {divide(Opcode::div)}, 100, kMinus4},
    {"rem by -1", "cv32e40p", 34, {divide(Opcode::rem)}, 100, ~0U},
    {"divu by -3", "cv32e40p", 3, {divide(Opcode::divu)}, 100, kMinus3},
    {"div by zero", "cv32e40p", 35, {divide(Opcode::div)}, 100, 0},
    {"addi", "picorv32-waitstate", 4, {kNop}},
    {"lw", "picorv32-waitstate", 7, {load(Opcode::lw, kData0)}},
    {"jalr", "picorv32-waitstate", 11, {kNop, jump(kTarget)}},
    {"rdcycle", "picorv32-waitstate", 4, {read(csr::cycle)}},
    {"sll", "picorv32-fast", 3, {encode(Opcode::sll, {.rd = 5, .rs1 = 1, .rs2 = 2})}},
    {"mulh", "picorv32-fast", 6, {encode(Opcode::mulh, {.rd = 5, .rs1 = 1, .rs2 = 2})}},
    {"lw", "ibex-three-stage", 1, {load(Opcode::lw, kData0)}},
    {"lw and its use", "ibex-three-stage", 3, {load(Opcode::lw, kData0), encode(Opcode::addi, {.rd = 6, .rs1 = 5})}},
    {"div", "ibex-three-stage", 37, {divide(Opcode::div)}},
};

class RtlFigures : public ::testing::TestWithParam<Figure> {};

TEST_P(RtlFigures, ComeOutOfEveryLoop) {
  const Figure& figure = GetParam();
  for (const Loop loop : {Loop::Plain, Loop::Fast, Loop::Translated}) {
    const auto cycles = [&](const Code& code) { return run(figure.profile, code, loop, figure.rs1, figure.rs2); };
    EXPECT_EQ(cycles(figure.code) - cycles({}), figure.cycles) << static_cast<int>(loop);
  }
}

TEST(Traps, CostWhatTheProfileSaysForEachOfThem) {
  hart::HartConfig config;
  config.ram_size = kRamSize;
  config.timing = hart::parse_timing_profile("system = 2\ntrap = 10\ninterrupt = 20\nillegal_instruction = 30", "test");
  config.hooks = isa::HookRule::Never;
  const auto cycles_of = [&](std::uint32_t word, std::uint32_t lines) {
    MemoryBus bus;
    std::memcpy(bus.bytes.data(), &word, 4);
    hart::ConcreteHart hart(config, bus);
    hart.state().mtvec = kRamBase + 64;
    hart.state().mstatus = hart::status::kMie;
    hart.state().mie = hart.state().mip = lines;
    hart.step();
    EXPECT_EQ(hart.state().traps, 1U);
    return hart.state().cycles;
  };
  EXPECT_EQ(cycles_of(encode(Opcode::ecall), 0), 12U);
  EXPECT_EQ(cycles_of(kIllegal, 0), 32U);
  EXPECT_EQ(cycles_of(encode(Opcode::csrrs, {.rd = 1, .immediate = 0x123}), 0), 31U) << "a CSR that does not exist";
  EXPECT_EQ(cycles_of(kNop, 1U << hart::interrupt::kTimer), 20U);
}

INSTANTIATE_TEST_SUITE_P(All, RtlFigures, ::testing::ValuesIn(kFigures));

}  // namespace
}  // namespace janus::testing::rtl_figures
