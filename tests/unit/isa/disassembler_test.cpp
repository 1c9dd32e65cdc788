// GNU as assembles the disassembler's text to the word that was disassembled.
#include "isa/disassembler.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "isa/decoder.h"
#include "testing/command.h"
#include "testing/random.h"

namespace janus::isa {
namespace {

using testing::Random;

constexpr std::uint32_t kBase = 0x8000'0000;

// The disassembler prints targets as absolute addresses. The assembler does not know the address of its output, so this
// function makes targets relative.
std::string relocatable(const std::string& text, Format format, std::uint32_t pc) {
  if (format != Format::B && format != Format::J) return text;
  const auto comma = text.rfind(',');
  const auto target = static_cast<std::uint32_t>(std::stoul(text.substr(comma + 1), nullptr, 16));
  return text.substr(0, comma + 1) + ".+" + std::to_string(static_cast<std::int32_t>(target - pc));
}

std::vector<std::uint32_t> words_of_every_row() {
  Random random(4);
  std::vector<std::uint32_t> words;
  for (const Row& row : kTable) {
    if (row.extension == Extension::Zicond) continue;  // binutils 2.40 does not know it
    words.push_back(row.match);
    words.push_back(row.match | ~row.mask);
    for (unsigned i = 0; i < 32; ++i) {
      if (!(row.mask >> i & 1)) words.push_back(row.match | 1U << i);
    }
    for (int i = 0; i < 200; ++i) words.push_back(row.match | (random.word() & ~row.mask));
  }
  for (int i = 0; i < 200; ++i) words.push_back(random.word());
  // Fences in the form people write them, and every CSR by its name.
  for (std::uint32_t sets = 0; sets < 256; ++sets) words.push_back(sets << 20 | 0x0f);
  words.push_back(0x8330000f);  // fence.tso
  for (std::uint32_t csr = 0; csr < 4096; ++csr) words.push_back(csr << 20 | 0x000020f3);
  return words;
}

TEST(Disassembler, ItsOutputReassemblesToTheSameWords) {
  JANUS_NEED_TOOL(testing::kAssembler, "binutils-riscv64-unknown-elf");
  JANUS_NEED_TOOL(testing::kObjcopy, "binutils-riscv64-unknown-elf");
  const std::vector<std::uint32_t> words = words_of_every_row();
  std::string source = ".option norelax\n.option norvc\n.text\n";
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto pc = static_cast<std::uint32_t>(kBase + 4 * i);
    const Instruction instruction = decode(words[i], isa::kUncompressed);
    const Format format = instruction.opcode == Opcode::Illegal ? Format::None : row(instruction.opcode).format;
    lines.push_back(relocatable(disassemble(instruction, pc), format, pc));
    source += lines.back() + "\n";
  }
  const testing::TemporaryDirectory directory;
  testing::write_file(directory.file("all.s"), source);
  const auto assembled =
      testing::run_command({testing::kAssembler, "-march=rv32ima_zicsr_zifencei_zba_zbb_zbs_zbkb", "-mabi=ilp32",
                            "-mpriv-spec=1.12", directory.file("all.s"), "-o", directory.file("all.o")});
  ASSERT_EQ(assembled.exit_code, 0) << assembled.output.substr(0, 2000);
  const auto copied = testing::run_command(
      {testing::kObjcopy, "-O", "binary", "-j", ".text", directory.file("all.o"), directory.file("all.bin")});
  ASSERT_EQ(copied.exit_code, 0) << copied.output;
  const std::vector<std::uint8_t> bytes = testing::read_file(directory.file("all.bin"));
  ASSERT_EQ(bytes.size(), 4 * words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint32_t word = 0;
    for (unsigned k = 4; k-- > 0;) word = word << 8 | bytes[4 * i + k];
    ASSERT_EQ(word, words[i]) << lines[i];
  }
}

TEST(Disassembler, OnlyWordsNoAssemblyStandsForPrintAsWord) {
  Random random(5);
  for (const Row& row : kTable) {
    const std::string text = disassemble(decode(row.match, isa::kUncompressed), kBase);
    if (row.opcode == Opcode::fence || row.opcode == Opcode::pack) continue;  // both sets empty; zext.h
    EXPECT_EQ(text.substr(0, text.find(' ')), row.mnemonic);
  }
  EXPECT_EQ(disassemble(decode(0, isa::kUncompressed), kBase), ".word 0x00000000");
}

TEST(Disassembler, TargetsAreAbsolute) {
  EXPECT_EQ(disassemble(decode(0xffdff0ef, isa::kUncompressed), 0x8000'0010), "jal ra,0x8000000c");
  EXPECT_EQ(disassemble(decode(0x00000463, isa::kUncompressed), 0x8000'0010), "beq zero,zero,0x80000018");
}

TEST(Disassembler, CsrsHaveTheirNamesAndUnknownOnesTheirNumbers) {
  EXPECT_EQ(disassemble(decode(0x34029073, isa::kUncompressed), 0), "csrrw zero,mscratch,t0");
  EXPECT_EQ(disassemble(decode(0x7ff29073, isa::kUncompressed), 0), "csrrw zero,0x7ff,t0");
}

}  // namespace
}  // namespace janus::isa
