// Traces, line by line.
#include "observe/tracer.h"

#include <gtest/gtest.h>

#include <array>

#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

observe::Tracer::DeviceAccess meaning_of(const hart::MemoryAccess& access) {
  return access.address == kDevice ? observe::Tracer::DeviceAccess{"toy.DATA", "{LEVEL=2}"}
                                   : observe::Tracer::DeviceAccess{};
}

class Traced : public HartTest {
 protected:
  std::string trace(std::vector<observe::Tracer::Range> ranges = {}) {
    std::FILE* out = std::tmpfile();
    observe::Tracer tracer(out, std::move(ranges), meaning_of);
    hart.observe(tracer);
    EXPECT_EQ(hart.run(1000), hart::Stop::DeviceAccess);
    EXPECT_EQ(hart.run(1000), hart::Stop::Halted);
    hart.forget(tracer);
    std::string text(static_cast<std::size_t>(std::ftell(out)), ' ');
    std::rewind(out);
    EXPECT_EQ(std::fread(text.data(), 1, text.size(), out), text.size());
    std::fclose(out);
    return text;
  }
  void SetUp() override {
    state().pc = kCode;
    set_x(5, kData);
    set_x(6, kDevice);
    place(kCode, {encode(Opcode::addi, {.rd = 7, .rs1 = 0, .immediate = 258}),
                  encode(Opcode::sh, {.rs1 = 5, .rs2 = 7, .immediate = 2}),
                  encode(Opcode::lb, {.rd = 28, .rs1 = 5, .immediate = 2}), encode(Opcode::sw, {.rs1 = 6, .rs2 = 7}),
                  encode(Opcode::ebreak)});
    place(kHandler, {encode(Opcode::jal, {})});
  }
};

TEST_F(Traced, EveryInstructionHasALineAndEveryTrapHasOneBehindIt) {
  const std::string expected =
      "           0 0x80000000 10200393 addi t2,zero,258             t2=0x00000102\n"
      "           1 0x80000004 00729123 sh t2,2(t0)                  [0x80002002]<-0x0102\n"
      "           3 0x80000008 00228e03 lb t3,2(t0)                  [0x80002002]->0x02 t3=0x00000002\n"
      "           5 0x8000000c 00732023 sw t2,0(t1)                  [toy.DATA 0x10000000]<-0x00000102{LEVEL=2}\n"
      "          10 0x80000010 00100073 ebreak\n"
      "          14 trap 0x00000003 from 0x80000010 to 0x80001000, mtval 0x80000010\n"
      "          14 0x80001000 0000006f jal zero,0x80001000\n";
  EXPECT_EQ(trace(), expected);
}

TEST_F(Traced, RangesChooseInstructionsAndTheTrapsFromThemAndToThem) {
  const std::string text = trace({{kCode + 4, kCode + 4}, {kHandler, kHandler + 3}});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_NE(text.find("sh t2"), std::string::npos);
  EXPECT_NE(text.find("trap 0x00000003"), std::string::npos);
  EXPECT_NE(text.find("jal zero"), std::string::npos);
}

}  // namespace
}  // namespace janus::testing
