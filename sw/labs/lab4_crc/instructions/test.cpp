// The instruction against its definition, without the rest of Janus.
#include <cstdint>
#include <cstdio>

#include "isa/semantics.h"

using namespace janus::isa;

// A row and a function called crc32_b: rd is the remainder rs1 after one more byte, the lowest of rs2.
struct Operands {
  Bits<32> rs1, rs2;
};

static std::uint32_t expected(std::uint32_t crc, std::uint32_t byte) {
  crc ^= byte & 0xff;
  for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
}

int main() {
  static_assert(row(Opcode::crc32_b).timing == TimingClass::Alu, "it should take as long as an addition");
  ConcreteValues values;
  std::uint32_t crc = 0xffffffff;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    const std::uint32_t operand = i * 0x9e3779b1;
    const Bits<32> result = janus::instructions::crc32_b(values, Operands{{crc}, {operand}});
    if (result.raw != expected(crc, operand)) {
      std::printf("WRONG: crc32.b of 0x%08x and 0x%08x is 0x%08x, not 0x%08x\n", crc, operand, result.raw,
                  expected(crc, operand));
      return 1;
    }
    crc = result.raw;
  }
  std::printf("ok: %s, 100000 times\n", row(Opcode::crc32_b).mnemonic.data());
}
