#include "random_program.h"

#include <array>

#include "isa/registers.h"
#include "testing/encode.h"
#include "testing/random.h"

namespace janus::testing {
namespace {

using isa::Format;
using isa::Opcode;
using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kTemporary = 28, kScratch = 29;  // of x1 to x28, the last carries addresses
constexpr std::uint32_t kUnmapped = 0x0800'0000;         // nothing is there on either machine

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  // A block is entered at its first instruction only.
  Words block() {
    switch (random_.below(20)) {
      case 0:
      case 1:
      case 2: return memory_access();
      case 3:
      case 4: return atomic();
      case 5: return reserved_pair();
      case 6: return csr();
      case 7: return {trapping_word()};
      case 8: return fault();
      case 9: return jump();
      case 10:
      case 11: return constant(any_destination());
      case 12:
        return {random_.one_in(2) ? encode(Opcode::fence, {.immediate = random_.between(0, 255)})
                                  : encode(Opcode::fence_i)};
      default: return {computation()};
    }
  }

  Words initial_registers() {
    Words words;
    for (std::uint32_t rd = 1; rd <= kTemporary; ++rd) append(words, constant(rd));
    return words;
  }

  // A branch over `distance` bytes, of which one in eight misses the alignment by two.
  std::uint32_t branch(std::int32_t distance) {
    const Opcode opcodes[] = {Opcode::beq, Opcode::bne, Opcode::blt, Opcode::bge, Opcode::bltu, Opcode::bgeu};
    const std::int32_t offset = random_.one_in(8) ? distance - 2 : distance;
    if (random_.one_in(6)) return encode(Opcode::jal, {.rd = any_destination(), .immediate = offset});
    return encode(opcodes[random_.below(6)], {.rs1 = source(), .rs2 = source(), .immediate = offset});
  }
  Random& random() { return random_; }

  static void append(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

 private:
  std::uint32_t source() { return random_.below(kTemporary + 1); }
  std::uint32_t any_destination() { return random_.below(kTemporary + 1); }  // x0 too

  Opcode opcode_of(std::initializer_list<Format> formats) {
    for (;;) {
      const isa::Row& row = random_.pick(isa::kTable);
      for (Format format : formats) {
        if (row.format == format) return row.opcode;
      }
    }
  }

  std::uint32_t computation() {
    const Opcode opcode = opcode_of({Format::R, Format::R, Format::I, Format::Shift, Format::U});
    Operands operands{any_destination(), source(), source(), random_.between(-2048, 2047)};
    if (opcode == Opcode::lui || opcode == Opcode::auipc)
      operands.immediate = static_cast<std::int32_t>(random_.word());
    return encode(opcode, operands);
  }

  Words constant(std::uint32_t rd) {
    const std::uint32_t value = random_.operand();
    const auto upper = static_cast<std::int32_t>((value + 0x800) & 0xffff'f000);
    const auto lower = static_cast<std::int32_t>(value - static_cast<std::uint32_t>(upper));
    return {encode(Opcode::lui, {.rd = rd, .immediate = upper}),
            encode(Opcode::addi, {.rd = rd, .rs1 = rd, .immediate = lower})};
  }

  Words memory_access() {
    const Opcode opcode = opcode_of({Format::Load, Format::Store});
    return {encode(opcode, {any_destination(), kScratch, source(), random_.between(-2048, 2047)})};
  }

  // x28 = a place in the scratch memory.
  std::uint32_t to_scratch(bool aligned) {
    const std::int32_t offset = random_.between(-512, 511) * 4 + (aligned ? 0 : random_.between(1, 3));
    return encode(Opcode::addi, {.rd = kTemporary, .rs1 = kScratch, .immediate = offset});
  }
  std::uint32_t ordered(std::uint32_t word) { return word | random_.below(4) << 25; }

  // sc.w among them: no reservation is ever left behind, so here it fails.
  Words atomic() {
    const Opcode opcode = opcode_of({Format::Amo});
    return {to_scratch(true), ordered(encode(opcode, {any_destination(), kTemporary, source()}))};
  }

  Words reserved_pair() {
    const bool aligned = !random_.one_in(8);
    std::uint32_t rd = any_destination();
    if (rd == kTemporary) rd = 1;  // the address is used twice
    Words words = {to_scratch(aligned), ordered(encode(Opcode::lr_w, {.rd = rd, .rs1 = kTemporary}))};
    if (aligned) words.push_back(ordered(encode(Opcode::sc_w, {any_destination(), kTemporary, source()})));
    return words;
  }

  Words csr() {
    const std::array<std::uint16_t, 4> numbers = {isa::csr::mscratch, isa::csr::mepc, isa::csr::mcause,
                                                  isa::csr::mtval};
    const std::uint16_t number = random_.pick(numbers);
    const Opcode opcode = opcode_of({Format::Csr, Format::CsrImm});
    const bool immediate = isa::row(opcode).format == Format::CsrImm;
    const std::uint32_t operand = immediate ? random_.below(32) : source();
    if (number != isa::csr::mepc)
      return {encode(opcode, {.rd = any_destination(), .rs1 = operand, .immediate = number})};
    // Nothing but aligned addresses for mepc.
    if (immediate) return {encode(opcode, {.rd = any_destination(), .rs1 = operand & ~3U, .immediate = number})};
    return {encode(Opcode::andi, {.rd = kTemporary, .rs1 = operand, .immediate = -4}),
            encode(opcode, {.rd = any_destination(), .rs1 = kTemporary, .immediate = number})};
  }

  // Illegal on a hart of just our extensions, ecall, ebreak, and CSR accesses that are not allowed.
  std::uint32_t trapping_word() {
    switch (random_.below(8)) {
      case 0: return encode(Opcode::ecall);
      case 1: return encode(Opcode::ebreak);
      case 2: return encode(Opcode::csrrw, {.rd = any_destination(), .rs1 = source(), .immediate = isa::csr::mhartid});
      case 3: return encode(Opcode::csrrs, {.rd = any_destination(), .rs1 = source(), .immediate = 0x7ff});
      case 4: return encode(Opcode::slli, {.rd = any_destination(), .rs1 = source()}) | 1U << 25;  // by 32
      case 5: return 0x0000'2063 | source() << 15;                                                 // no such branch
      case 6: return random_.one_in(2) ? 0 : ~0U;
      default: return 0x0000'3003 | source() << 15 | any_destination() << 7;  // ld
    }
  }

  Words fault() {
    Words words = {encode(Opcode::lui, {.rd = kTemporary, .immediate = static_cast<std::int32_t>(kUnmapped)})};
    const Opcode opcode = opcode_of({Format::Load, Format::Store});
    const std::int32_t offset = random_.below(512) * 4;
    words.push_back(encode(opcode, {any_destination(), kTemporary, source(), offset}));
    return words;
  }

  // jalr to the instruction behind it, or, misaligned, into its middle, which traps and is skipped.
  Words jump() {
    const std::int32_t miss = random_.one_in(4) ? random_.between(1, 3) : 0;
    return {encode(Opcode::auipc, {.rd = kTemporary}),
            encode(Opcode::jalr, {.rd = any_destination(), .rs1 = kTemporary, .immediate = 8 + miss})};
  }

  Random random_;
};

}  // namespace

std::vector<std::uint32_t> random_program(std::uint64_t seed, unsigned instructions) {
  Generator generator(seed);
  Words words = generator.initial_registers();
  while (words.size() < instructions) {
    const Words block = generator.block();
    if (generator.random().one_in(4)) {
      words.push_back(generator.branch(static_cast<std::int32_t>(4 * (block.size() + 1))));
    }
    Generator::append(words, block);
  }
  return words;
}

}  // namespace janus::testing
