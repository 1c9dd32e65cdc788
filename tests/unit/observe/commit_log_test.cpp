// Commit logs in Spike's format, line by line.
#include "observe/commit_log.h"

#include <gtest/gtest.h>

#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

class Committed : public HartTest {
 protected:
  // The log of these instructions, executed one after the other; also of the handler, if one traps.
  std::string log(std::initializer_list<std::uint32_t> words, std::vector<observe::Tracer::Range> ranges = {}) {
    std::FILE* out = std::tmpfile();
    observe::CommitLog log(out, std::move(ranges), hart);
    hart.observe(log);
    state().pc = kCode;
    place(kCode, words);
    for (std::size_t i = 0; i < words.size(); ++i) hart.step();
    hart.forget(log);
    std::string text(static_cast<std::size_t>(std::ftell(out)), ' ');
    std::rewind(out);
    EXPECT_EQ(std::fread(text.data(), 1, text.size(), out), text.size());
    std::fclose(out);
    return text;
  }
  void SetUp() override { set_x(5, kData); }
};

TEST_F(Committed, RegistersHaveTheirNumberAndX0IsNotWritten) {
  EXPECT_EQ(log({encode(Opcode::addi, {.rd = 7, .rs1 = 0, .immediate = 258}),
                 encode(Opcode::auipc, {.rd = 31, .immediate = 0x1000}),
                 encode(Opcode::addi, {.rd = 0, .rs1 = 5, .immediate = 1}), encode(Opcode::fence_i)}),
            "core   0: 3 0x80000000 (0x10200393) x7  0x00000102\n"
            "core   0: 3 0x80000004 (0x00001f97) x31 0x80001004\n"
            "core   0: 3 0x80000008 (0x00128013)\n"
            "core   0: 3 0x8000000c (0x0000100f)\n");
}

TEST_F(Committed, LoadsHaveAnAddressAndStoresAValueAsWideAsTheStore) {
  set_x(6, 0x1234'5678);
  EXPECT_EQ(log({encode(Opcode::sw, {.rs1 = 5, .rs2 = 6, .immediate = 4}),
                 encode(Opcode::sh, {.rs1 = 5, .rs2 = 6, .immediate = 10}),
                 encode(Opcode::sb, {.rs1 = 5, .rs2 = 6, .immediate = 13}),
                 encode(Opcode::sb, {.rs1 = 5, .rs2 = 0, .immediate = 13}),
                 encode(Opcode::lb, {.rd = 7, .rs1 = 5, .immediate = 11}),
                 encode(Opcode::lw, {.rd = 0, .rs1 = 5, .immediate = 4})}),
            "core   0: 3 0x80000000 (0x0062a223) mem 0x80002004 0x12345678\n"
            "core   0: 3 0x80000004 (0x00629523) mem 0x8000200a 0x5678\n"
            "core   0: 3 0x80000008 (0x006286a3) mem 0x8000200d 0x78\n"
            "core   0: 3 0x8000000c (0x000286a3) mem 0x8000200d 0x00\n"
            "core   0: 3 0x80000010 (0x00b28383) x7  0x00000056 mem 0x8000200b\n"
            "core   0: 3 0x80000014 (0x0042a003) mem 0x80002004\n");
}

TEST_F(Committed, AnAtomicIsALoadAndAStoreAndAStoreConditionalThatFailsIsNone) {
  poke(kData, 5);
  set_x(6, 3);
  EXPECT_EQ(
      log({encode(Opcode::amoadd_w, {.rd = 7, .rs1 = 5, .rs2 = 6}), encode(Opcode::lr_w, {.rd = 8, .rs1 = 5}),
           encode(Opcode::sc_w, {.rd = 9, .rs1 = 5, .rs2 = 6}), encode(Opcode::sc_w, {.rd = 9, .rs1 = 5, .rs2 = 6})}),
      "core   0: 3 0x80000000 (0x0062a3af) x7  0x00000005 mem 0x80002000 mem 0x80002000 0x00000008\n"
      "core   0: 3 0x80000004 (0x1002a42f) x8  0x00000008 mem 0x80002000\n"
      "core   0: 3 0x80000008 (0x1862a4af) x9  0x00000000 mem 0x80002000 0x00000003\n"
      "core   0: 3 0x8000000c (0x1862a4af) x9  0x00000001\n");
}

TEST_F(Committed, AWrittenCsrIsShownAsItReadsAndAReadOneIsNot) {
  set_x(6, 0xffff'ffff);
  EXPECT_EQ(log({encode(Opcode::csrrw, {.rs1 = 6, .immediate = isa::csr::mstatus}),
                 encode(Opcode::csrrs, {.rd = 7, .rs1 = 0, .immediate = isa::csr::mstatus}),
                 encode(Opcode::csrrwi, {.rd = 8, .rs1 = 9, .immediate = isa::csr::mscratch})}),
            "core   0: 3 0x80000000 (0x30031073) c768_mstatus 0x00221888\n"
            "core   0: 3 0x80000004 (0x300023f3) x7  0x00221888\n"
            "core   0: 3 0x80000008 (0x3404d473) x8  0x00000000 c832_mscratch 0x00000009\n");
}

TEST_F(Committed, WhatTrapsHasNoLineAndThePrivilegeIsTheOneBefore) {
  state().mepc.raw = kCode + 4;
  place(kHandler, {encode(Opcode::addi, {.rd = 6, .rs1 = 0, .immediate = 1})});
  EXPECT_EQ(log({encode(Opcode::mret), encode(Opcode::addi, {.rd = 7, .rs1 = 0, .immediate = 2}), encode(Opcode::ecall),
                 kNop}),
            "core   0: 3 0x80000000 (0x30200073) c768_mstatus 0x00000080\n"
            "core   0: 0 0x80000004 (0x00200393) x7  0x00000002\n"
            "core   0: 3 0x80001000 (0x00100313) x6  0x00000001\n");
}

TEST_F(Committed, RangesChooseInstructions) {
  EXPECT_EQ(log({kNop, encode(Opcode::addi, {.rd = 6, .rs1 = 0, .immediate = 1}), kNop}, {{kCode + 4, kCode + 7}}),
            "core   0: 3 0x80000004 (0x00100313) x6  0x00000001\n");
}

}  // namespace
}  // namespace janus::testing
