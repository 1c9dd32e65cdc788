// Instructions of 16 bits: what objdump says of every halfword, names of instruction sets, and what is off.
#include "isa/compressed.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "isa/decoder.h"
#include "isa/disassembler.h"
#include "testing/command.h"

namespace janus::isa {
namespace {

constexpr std::uint32_t kHalfwords = 0x10000;

bool is_compressed(std::uint32_t halfword) { return (halfword & 3) != 3; }

// Each halfword's text by objdump, without the names of symbols. Halfwords of 32-bit instructions are left out.
std::map<std::uint32_t, std::string> texts_by_objdump() {
  const testing::TemporaryDirectory directory;
  std::string source = ".option norelax\n.option rvc\n.text\n";
  for (std::uint32_t halfword = 0; halfword < kHalfwords; ++halfword) {
    if (is_compressed(halfword)) source += ".half " + std::to_string(halfword) + "\n";
  }
  testing::write_file(directory.file("all.S"), source);
  const auto assembled = testing::run_command(
      {testing::kAssembler, "-march=rv32imac", "-mabi=ilp32", "-o", directory.file("all.o"), directory.file("all.S")});
  EXPECT_EQ(assembled.exit_code, 0) << assembled.errors;
  // As data, so that there is a line for each halfword whatever it means.
  testing::run_command(
      {testing::kObjcopy, "-O", "binary", "-j", ".text", directory.file("all.o"), directory.file("all.bin")});
  const auto listed = testing::run_command(
      {testing::kObjdump, "-D", "-b", "binary", "-m", "riscv:rv32", "-M", "no-aliases", directory.file("all.bin")});
  std::map<std::uint32_t, std::string> texts;
  std::istringstream lines(listed.output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string address, halfword, mnemonic, operands;
    std::getline(words, address, ':');
    if (!(words >> halfword >> mnemonic) || halfword.size() != 4) continue;
    words >> operands;
    texts[static_cast<std::uint32_t>(std::stoul(halfword, nullptr, 16))] =
        operands.empty() || operands[0] == '#' ? mnemonic : mnemonic + " " + operands;
  }
  return texts;
}

// What the manual reserves, leaves to others, or gives to floating point (Volume I, tables 16.5 to 16.7).
bool has_no_meaning(std::uint32_t halfword) {
  const std::uint32_t funct3 = halfword >> 13, bit12 = halfword >> 12 & 1, rd = halfword >> 7 & 31;
  const std::uint32_t low = halfword >> 2 & 31, funct2 = halfword >> 10 & 3;
  switch (halfword & 3) {
    case 0: return funct3 == 0 ? (halfword >> 5 & 0xff) == 0 : funct3 != 2 && funct3 != 6;
    case 1:
      if (funct3 == 3) return bit12 == 0 && low == 0;
      return funct3 == 4 && bit12 == 1 && funct2 != 2;
    default: break;
  }
  if (funct3 == 0) return bit12 == 1;
  if (funct3 == 2) return rd == 0;
  if (funct3 == 4) return bit12 == 0 && rd == 0 && low == 0;
  return funct3 != 6;
}

TEST(CompressedInstructions, AreLegalWhereTheManualGivesThemAMeaning) {
  for (std::uint32_t halfword = 0; halfword < kHalfwords; ++halfword) {
    if (!is_compressed(halfword)) continue;
    ASSERT_EQ(decode(halfword, kRv32imac).opcode == Opcode::Illegal, has_no_meaning(halfword)) << std::hex << halfword;
  }
}

TEST(CompressedInstructions, AreDisassembledAsObjdumpDoes) {
  JANUS_NEED_TOOL(testing::kAssembler, "binutils-riscv64-unknown-elf");
  const auto texts = texts_by_objdump();
  ASSERT_GT(texts.size(), 49000U);
  std::uint32_t pc = 0, legal = 0;
  for (std::uint32_t halfword = 0; halfword < kHalfwords; ++halfword) {
    if (!is_compressed(halfword)) continue;
    const Instruction instruction = decode(halfword, kRv32imac);
    const std::string theirs = texts.at(halfword);
    const std::string ours = disassemble(instruction, pc);
    pc += 2;
    if (instruction.opcode == Opcode::Illegal) {
      EXPECT_EQ(ours.substr(0, 5), ".half");
      continue;
    }
    ++legal;
    // Hints, and an alias of ours: objdump has other names for them.
    if (theirs.starts_with("c.slli64") || theirs.starts_with("c.srli64") || theirs.starts_with("c.srai64")) continue;
    ASSERT_EQ(ours == "c.nop" ? "c.addi zero,0" : ours, theirs) << std::hex << halfword;
  }
  EXPECT_GT(legal, 25000U);
}

TEST(CompressedInstructions, AreIllegalWithoutTheExtension) {
  for (std::uint32_t halfword = 0; halfword < kHalfwords; ++halfword) {
    if (!is_compressed(halfword)) continue;
    const Instruction instruction = decode(halfword, kRv32ima);
    ASSERT_EQ(instruction.opcode, Opcode::Illegal);
    ASSERT_EQ(instruction.length, 4);
  }
}

TEST(CompressedInstructions, IgnoreWhatFollowsThem) {
  const Instruction one = decode(0xffff'4505, kRv32imac), other = decode(0x4505, kRv32imac);  // c.li a0,1
  EXPECT_EQ(one.opcode, Opcode::addi);
  EXPECT_EQ(one.word, 0x4505U);
  EXPECT_EQ(one.immediate, other.immediate);
  EXPECT_EQ(one.length, 2);
}

TEST(Extensions, ThatAreOffMakeTheirRowsIllegal) {
  for (const Row& row : kTable) {
    EXPECT_EQ(decode(row.match, Extensions()).opcode, row.extension == Extension::I ? row.opcode : Opcode::Illegal)
        << row.mnemonic;
    const std::uint32_t word = row.opcode == Opcode::pack ? row.match | 1U << 20 : row.match;  // else zext.h
    EXPECT_EQ(decode(word, Extensions().with(row.extension)).opcode, row.opcode) << row.mnemonic;
  }
}

TEST(Extensions, ZbbAndZbkbShareTheirCommonInstructions) {
  constexpr std::uint32_t kZextH = 0x0802'c2b3, kPack = 0x0862'c2b3, kClz = 0x6002'9293, kRol = 0x6062'92b3;
  EXPECT_EQ(decode(kZextH, kZbb).opcode, Opcode::zext_h);
  EXPECT_EQ(decode(kPack, kZbb).opcode, Opcode::Illegal);
  EXPECT_EQ(decode(kPack, kZbkb).opcode, Opcode::pack);
  EXPECT_EQ(decode(kClz, kZbb).opcode, Opcode::clz);
  EXPECT_EQ(decode(kClz, kZbkb).opcode, Opcode::Illegal);
  EXPECT_EQ(decode(kRol, kZbb).opcode, Opcode::rol);
  EXPECT_EQ(decode(kRol, kZbkb).opcode, Opcode::rol);
}

// A word is illegal with E if a field of a register that its instruction has is above 15, and only then.
TEST(Extensions, ETakesTheUpperRegistersFromEveryInstruction) {
  constexpr Extensions kE = kEverything.with(Extension::E);
  for (const Row& row : kTable) {
    for (std::uint32_t fields = 0; fields < 8; ++fields) {
      const std::uint32_t upper =
          (fields & 1 ? 16U << 7 : 0) | (fields & 2 ? 16U << 15 : 0) | (fields & 4 ? 16U << 20 : 0);
      const std::uint32_t word = row.match | (upper & ~row.mask);
      const Instruction plain = decode(word, kEverything);
      if (plain.opcode != row.opcode) continue;  // zext.h as pack
      const bool names =
          (row.writes_rd && plain.rd > 15) || (row.reads_rs1 && plain.rs1 > 15) || (row.reads_rs2 && plain.rs2 > 15);
      EXPECT_EQ(decode(word, kE).opcode, names ? Opcode::Illegal : row.opcode) << row.mnemonic;
      EXPECT_EQ(decode(word, kE).word, word);
    }
  }
  EXPECT_EQ(decode(0x8502, kE).opcode, Opcode::jalr);     // c.jr a0
  EXPECT_EQ(decode(0x8802, kE).opcode, Opcode::Illegal);  // c.jr a6
  EXPECT_EQ(decode(0x8802, kE).length, 2);
  EXPECT_EQ(decode(0x4841, kE).opcode, Opcode::Illegal);  // c.li a6,16
}

// Words and texts by the manual (RISC-V Code Size Reduction 1.0.4, chapter on Zcb), with x8 as rd' and x9 as rs1',
// rs2'.
TEST(Zcb, MeansWhatTheManualSays) {
  struct Known {
    std::uint32_t halfword;
    Opcode expansion;
    std::uint32_t immediate;
    const char* text;
  };
  const Known known[] = {
      {0x8080, Opcode::lbu, 0, "c.lbu s0,0(s1)"}, {0x80c0, Opcode::lbu, 1, "c.lbu s0,1(s1)"},
      {0x80a0, Opcode::lbu, 2, "c.lbu s0,2(s1)"}, {0x80e0, Opcode::lbu, 3, "c.lbu s0,3(s1)"},
      {0x8480, Opcode::lhu, 0, "c.lhu s0,0(s1)"}, {0x84a0, Opcode::lhu, 2, "c.lhu s0,2(s1)"},
      {0x84c0, Opcode::lh, 0, "c.lh s0,0(s1)"},   {0x84e0, Opcode::lh, 2, "c.lh s0,2(s1)"},
      {0x8880, Opcode::sb, 0, "c.sb s0,0(s1)"},   {0x88c0, Opcode::sb, 1, "c.sb s0,1(s1)"},
      {0x88a0, Opcode::sb, 2, "c.sb s0,2(s1)"},   {0x8c80, Opcode::sh, 0, "c.sh s0,0(s1)"},
      {0x8ca0, Opcode::sh, 2, "c.sh s0,2(s1)"},   {0x9c61, Opcode::andi, 255, "c.zext.b s0"},
      {0x9c65, Opcode::sext_b, 0, "c.sext.b s0"}, {0x9c69, Opcode::zext_h, 0, "c.zext.h s0"},
      {0x9c6d, Opcode::sext_h, 0, "c.sext.h s0"}, {0x9c75, Opcode::xori, ~0U, "c.not s0"},
      {0x9c45, Opcode::mul, 0, "c.mul s0,s1"},
  };
  for (const Known& k : known) {
    const Instruction i = decode(k.halfword, kEverything);
    EXPECT_EQ(i.opcode, k.expansion) << k.text;
    EXPECT_EQ(i.immediate, k.immediate) << k.text;
    EXPECT_EQ(i.length, 2) << k.text;
    EXPECT_EQ(disassemble(i, 0), k.text);
    EXPECT_EQ(decode(k.halfword, kRv32imac).opcode, Opcode::Illegal) << k.text;
  }
  EXPECT_EQ(decode(0x8cc0, kEverything).opcode, Opcode::Illegal);  // reserved beside c.sh
  EXPECT_EQ(decode(0x9c71, kEverything).opcode, Opcode::Illegal);  // c.zext.w, of RV64
  // Those of an expansion that is off are off.
  constexpr Extensions kJustZcb = Extensions().with(Extension::C).with(Extension::Zcb);
  EXPECT_EQ(decode(0x9c61, kJustZcb).opcode, Opcode::andi);
  EXPECT_EQ(decode(0x9c65, kJustZcb).opcode, Opcode::Illegal);  // c.sext.b wants Zbb
  EXPECT_EQ(decode(0x9c45, kJustZcb).opcode, Opcode::Illegal);  // c.mul wants M
}

TEST(NamesOfInstructionSets, SayWhatIsOn) {
  EXPECT_EQ(extensions_of("rv32i"), Extensions());
  EXPECT_EQ(extensions_of("rv32ima_zicsr_zifencei"), kRv32ima);
  EXPECT_EQ(extensions_of("RV32IMAC"), kRv32imac);
  EXPECT_EQ(extensions_of("rv32i2p1_m2p0_a2p1_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"), kRv32imac);
  EXPECT_EQ(extensions_of("rv32ima_c"), kRv32imac);
  EXPECT_EQ(extensions_of("rv32imac").misa(), 0x4010'1105U);
  EXPECT_EQ(extensions_of("rv32imac_zba1p0_zbb1p0_zbs1p0"), kRv32imac | kB);
  EXPECT_EQ(extensions_of("rv32imac_zba_zbb_zbs").misa(), 0x4010'1107U);
  EXPECT_EQ(extensions_of("rv32imac_zba_zbb").misa(), 0x4010'1105U);
  EXPECT_EQ(extensions_of("rv32imab"), kRv32ima | kB);
  EXPECT_EQ(extensions_of("rv32ima_zbkb"), kRv32ima | kZbkb);
  EXPECT_EQ(extensions_of("rv32ima_zcb_zicond_b_zbkb"), kEverything);
  EXPECT_EQ(extensions_of("rv32e1p9_m2p0").misa(), 0x4010'1010U);
  EXPECT_EQ(extensions_of(""), kRv32ima);
  EXPECT_TRUE(parse_isa_name("rv32imac_zicsr_zmmul1p0").unknown.empty());
  EXPECT_EQ(parse_isa_name("rv32gc").unknown, (std::vector<std::string>{"f", "d"}));
  EXPECT_EQ(parse_isa_name("rv32i_zve32x1p0_xcustom2").unknown, (std::vector<std::string>{"zve32x", "xcustom"}));
  for (const char* name : {"", "rv64i", "rv32", "rv32x", "rv", "x86", "rv32q"}) {
    EXPECT_FALSE(parse_isa_name(name).valid) << name;
  }
}

}  // namespace
}  // namespace janus::isa
