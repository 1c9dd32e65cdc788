// Which changes of a hart become waves, and when.
#include "observe/waves.h"

#include <gtest/gtest.h>

#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using observe::Waves;

class WavesTest : public HartTest {
 protected:
  // The changes in the file that `run` causes, without the first values. The clock has a period of 10 ns.
  template <class Run>
  std::string changes(std::initializer_list<std::string_view> names, Run run) {
    std::vector<Waves::Register> registers;
    for (std::string_view name : names) registers.push_back(Waves::find_register(name).value());
    std::FILE* out = std::tmpfile();
    Waves waves(out, registers, kDevice, hart.timing());
    waves.begin(state());
    hart.observe(waves);
    run(waves);
    hart.forget(waves);
    waves.finish(state().cycles);
    std::string text(static_cast<std::size_t>(std::ftell(out)), ' ');
    std::rewind(out);
    EXPECT_EQ(std::fread(text.data(), 1, text.size(), out), text.size());
    std::fclose(out);
    return text.substr(text.find("$end\n", text.find("$dumpvars") + 9) + 5);
  }
  // Codes: ! " # mip; $ privilege; % waiting; & ' trap; then the registers; then sent and received, with strobes.
  void SetUp() override { state().pc = kCode; }
};

TEST_F(WavesTest, AnInterruptThatWakesTheHartRisesBeforeItsHandlerBegins) {
  place(kCode, {encode(Opcode::wfi)});
  state().mie = 1U << hart::interrupt::kTimer;
  state().mstatus = hart::status::kMie;
  EXPECT_EQ(changes({},
                    [&](Waves&) {
                      EXPECT_EQ(hart.run(1000), hart::Stop::Waiting);
                      hart.skip_to(100);
                      hart.set_interrupt_line(hart::interrupt::kTimer, true);
                      hart.step();
                      hart.step();
                    }),
            "#10000\n1%\n"
            "#1000000\n1\"\n0%\n"
            "#1030000\nb10000000000000000000000000000111 &\n1'\n"
            "#1040000\n");
}

TEST_F(WavesTest, RegistersChangeWhenTheirInstructionEnds) {
  place(kCode, {encode(Opcode::addi, {.rd = 2, .rs1 = 0, .immediate = 5}), kNop});
  EXPECT_EQ(changes({"x2", "pc"},
                    [&](Waves&) {
                      hart.step();
                      hart.step();
                    }),
            "#10000\nb101 (\nb10000000000000000000000000000100 )\n"
            "#20000\nb10000000000000000000000000001000 )\n");
}

TEST_F(WavesTest, AReturnToTheUserLeavesMachineMode) {
  place(kCode, {encode(Opcode::mret)});
  state().mepc = {kCode + 4};
  const std::string text = changes({}, [&](Waves&) {
    hart.step();
    hart.step();
  });
  EXPECT_EQ(text.find("b0 $\n"), text.find('\n') + 1) << text;
}

TEST_F(WavesTest, ATrapLikeTheLastOneStrikesAgain) {
  place(kCode, {encode(Opcode::ebreak)});
  place(kHandler, {encode(Opcode::mret)});
  const std::string text = changes({}, [&](Waves&) {
    for (int i = 0; i < 3; ++i) hart.step();
  });
  EXPECT_NE(text.find("b11 &\n1'\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n0'\n"), std::string::npos) << text;
  EXPECT_EQ(text.find('&'), text.rfind('&')) << text;
}

// Without registers: ( ) sent and its strobe, * + received.
TEST_F(WavesTest, BytesGoThroughTheUartWhenTheirAccessBegins) {
  set_x(5, kDevice);
  set_x(6, 'A');
  place(kCode, {kNop, encode(Opcode::sb, {.rs1 = 5, .rs2 = 6}), encode(Opcode::sb, {.rs1 = 5, .rs2 = 6}),
                encode(Opcode::lbu, {.rd = 7, .rs1 = 5})});
  EXPECT_EQ(changes({},
                    [&](Waves&) {
                      for (int i = 0; i < 4; ++i) hart.step();
                    }),
            "#10000\nb1000001 (\n1)\n"
            "#60000\n0)\n"
            "#110000\nb1000001 *\n1+\n"
            "#160000\n");
}

TEST_F(WavesTest, DivisorAndLoopbackSendNothing) {
  using enum hart::MemoryAccess::Kind;
  EXPECT_EQ(changes({},
                    [&](Waves& waves) {
                      hart.step();
                      waves.accessed({Store, 1, true, kDevice + 3, 0x83});
                      waves.accessed({Store, 1, true, kDevice, 1});
                      waves.accessed({Load, 1, true, kDevice, 1});
                      waves.accessed({Store, 1, true, kDevice + 3, 0x03});
                      waves.accessed({Store, 1, true, kDevice + 4, 0x10});
                      waves.accessed({Store, 1, true, kDevice, 2});
                      waves.accessed({Store, 1, false, kData, 2});
                      hart.step();
                      waves.accessed({Store, 1, true, kDevice + 4, 0x00});
                      waves.accessed({Store, 1, true, kDevice, 3});
                    }),
            "#20000\nb11 (\n1)\n");
}

TEST(WavesRegisters, AreNamedAsPeopleNameThem) {
  EXPECT_EQ(Waves::find_register("fp"), Waves::find_register("s0"));
  EXPECT_EQ(Waves::find_register("x2")->name, "sp");
  EXPECT_EQ(Waves::find_register("x31")->name, "t6");
  for (const char* name : {"zero", "pc", "mepc", "mcause", "mstatus"}) {
    ASSERT_TRUE(Waves::find_register(name)) << name;
    EXPECT_EQ(Waves::find_register(name)->name, name);
  }
  for (const char* name : {"", "x", "x32", "x01", "SP", "mcycle", "sp "}) EXPECT_FALSE(Waves::find_register(name));
}

}  // namespace
}  // namespace janus::testing
