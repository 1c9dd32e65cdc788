// The decoder looks a word up by its major opcode and funct3 (8 bits), then tries the few rows that share them. The
// rows of 16 bits are tried one after the other.
#include "isa/decoder.h"

#include "isa/compressed.h"

namespace janus::isa {
namespace {

// Bits 6..2 and 14..12 select a bucket; bits 1..0 are 11 in every 32-bit instruction.
constexpr std::size_t kBuckets = 256;
constexpr std::uint32_t kBucketMask = 0x707c;
constexpr std::size_t bucket_of(std::uint32_t word) { return (word >> 2 & 0x1f) | (word >> 12 & 7) << 5; }

struct Buckets {
  std::array<std::uint16_t, kBuckets + 1> begin{};
  std::array<Opcode, kRows * 8> rows{};  // a row with a free funct3 (lui, jal, ...) stands in eight buckets
};

consteval Buckets make_buckets() {
  Buckets buckets;
  std::uint16_t next = 0;
  for (std::size_t b = 0; b < kBuckets; ++b) {
    buckets.begin[b] = next;
    const std::uint32_t selector = (b & 0x1f) << 2 | (b >> 5) << 12;
    for (const Row& row : kTable) {
      const std::uint32_t common = row.mask & kBucketMask;
      if ((row.match & common) == (selector & common)) buckets.rows[next++] = row.opcode;
    }
  }
  buckets.begin[kBuckets] = next;
  return buckets;
}

constexpr Buckets kLookup = make_buckets();

constexpr std::uint32_t field(std::uint32_t word, unsigned high, unsigned low) {
  return word >> low & ((1U << (high - low + 1)) - 1);
}

constexpr std::uint32_t sign_extended(std::uint32_t value, unsigned width) {
  const std::uint32_t sign = 1U << (width - 1);
  return (value ^ sign) - sign;
}

constexpr std::uint32_t immediate_of(std::uint32_t word, Format format) {
  switch (format) {
    case Format::I:
    case Format::Load:
    case Format::Jalr: return sign_extended(field(word, 31, 20), 12);
    case Format::Shift: return field(word, 24, 20);
    case Format::Store: return sign_extended(field(word, 31, 25) << 5 | field(word, 11, 7), 12);
    case Format::B:
      return sign_extended(
          field(word, 31, 31) << 12 | field(word, 7, 7) << 11 | field(word, 30, 25) << 5 | field(word, 11, 8) << 1, 13);
    case Format::U: return word & 0xfffff000;
    case Format::J:
      return sign_extended(
          field(word, 31, 31) << 20 | field(word, 19, 12) << 12 | field(word, 20, 20) << 11 | field(word, 30, 21) << 1,
          21);
    case Format::Csr:
    case Format::CsrImm: return field(word, 31, 20);
    case Format::Fence: return field(word, 31, 20);
    case Format::R:
    case Format::Unary:
    case Format::Amo:
    case Format::LoadReserved:
    case Format::None: return 0;
  }
  return 0;
}

// With E there are no registers above x15: what names one is illegal (Volume I, chapter 6).
bool names_missing_register(const Instruction& i, const Row& row, Extensions extensions) {
  if (!extensions.has(Extension::E)) return false;
  return (row.writes_rd && i.rd > 15) || (row.reads_rs1 && i.rs1 > 15) || (row.reads_rs2 && i.rs2 > 15);
}

Instruction decode_compressed(std::uint32_t halfword, Extensions extensions) {
  Instruction instruction{.length = 2, .word = halfword};
  if (const CompressedRow* row = compressed_row(halfword, extensions)) {
    instruction.opcode = row->expansion;
    instruction.rd = row->rd.of(halfword);
    instruction.rs1 = row->rs1.of(halfword);
    instruction.rs2 = row->rs2.of(halfword);
    instruction.immediate = row->immediate_of(halfword);
    if (names_missing_register(instruction, isa::row(row->expansion), extensions))
      return {.length = 2, .word = halfword};
  }
  return instruction;
}

}  // namespace

Instruction decode(std::uint32_t word, Extensions extensions) {
  if (length_of(word, extensions) == 2) return decode_compressed(word & 0xffff, extensions);
  Instruction instruction;
  instruction.word = word;
  const std::size_t bucket = bucket_of(word);
  for (std::size_t i = kLookup.begin[bucket]; i < kLookup.begin[bucket + 1]; ++i) {
    const Row& candidate = row(kLookup.rows[i]);
    if ((word & candidate.mask) != candidate.match || !extensions.has(candidate.extension)) continue;
    instruction.opcode = candidate.opcode;
    instruction.rd = static_cast<std::uint8_t>(field(word, 11, 7));
    instruction.rs1 = static_cast<std::uint8_t>(field(word, 19, 15));
    instruction.rs2 = static_cast<std::uint8_t>(field(word, 24, 20));
    instruction.immediate = immediate_of(word, candidate.format);
    if (names_missing_register(instruction, candidate, extensions)) return {.word = word};
    break;
  }
  return instruction;
}

}  // namespace janus::isa
