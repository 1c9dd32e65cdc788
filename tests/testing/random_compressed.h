// Random straight code of 16 and 32 bits, of some extensions with C, with forward jumps: so 32-bit instructions lie at
// any multiple of 2. The code may use x1 to x27; x29 points into the middle of 4 KiB of data. It runs past its last
// halfword, and traps at some.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "isa/compressed.h"
#include "isa/decoder.h"
#include "isa/predicates.h"
#include "testing/encode.h"
#include "testing/random.h"

namespace janus::testing {

// The halfword of a row with this immediate, and otherwise the free bits of `free`.
inline std::uint16_t with_immediate(const isa::CompressedRow& row, std::uint32_t free, std::int32_t immediate) {
  std::uint32_t halfword = row.match | (free & ~(row.mask | row.immediate_bits));
  for (unsigned bit = 0; bit < 16; ++bit) {
    if (row.immediate_bits >> bit & 1) halfword |= (static_cast<std::uint32_t>(immediate) >> row.place[bit] & 1) << bit;
  }
  return static_cast<std::uint16_t>(halfword);
}

class RandomCompressedCode {
 public:
  static constexpr std::uint32_t kTemporary = 27, kData = 29;

  RandomCompressedCode(Random& random, isa::Extensions extensions) : random_(random), extensions_(extensions) {}

  std::vector<std::uint16_t> make(unsigned items) {
    for (unsigned i = 0; i < items; ++i) {
      begins_.push_back(size());
      add_item();
    }
    begins_.push_back(size());
    for (const Jump& jump : jumps_) place(jump);
    return code_;
  }

 private:
  struct Jump {
    std::size_t at, item;           // the first halfword of the jump; it jumps over some items behind this one
    const isa::CompressedRow* row;  // null: 32 bits
    std::uint32_t word;             // its encoding without the immediate
    std::uint8_t through = 0;       // an auipc at `at`: the register that gets the target
  };

  std::size_t size() const { return code_.size(); }
  void add(std::uint16_t halfword) { code_.push_back(halfword); }
  void add_word(std::uint32_t word) {
    add(static_cast<std::uint16_t>(word));
    add(static_cast<std::uint16_t>(word >> 16));
  }
  std::uint32_t any() { return random_.below(kTemporary + 1); }

  void add_item() {
    switch (random_.below(16)) {
      case 0: return add_branch();
      case 1: return add_indirect_jump();
      case 2: return add_compressed_access();
      case 3: {
        const isa::Opcode accesses[] = {isa::Opcode::lb, isa::Opcode::lw, isa::Opcode::lhu, isa::Opcode::sw,
                                        isa::Opcode::sb};
        return add_word(encode(accesses[random_.below(5)], {any(), kData, any(), random_.between(-2000, 2000)}));
      }
      case 4: return add_trap();
      case 5: return add_word(encode(isa::Opcode::auipc, {.rd = any(), .immediate = random_.between(0, 1 << 30)}));
      case 6:
      case 7:
      case 8: return add_word(computation());
      default: return add_compressed_computation();
    }
  }

  std::uint32_t computation() {
    for (;;) {
      const isa::Row& row = random_.pick(isa::kTable);
      if (!extensions_.has(row.extension)) continue;
      if (!isa::only_computes(row.opcode) || row.opcode == isa::Opcode::auipc) continue;
      const std::int32_t immediate =
          row.format == isa::Format::U ? static_cast<std::int32_t>(random_.word()) : random_.between(-2048, 2047);
      return encode(row.opcode, {any(), any(), any(), row.format == isa::Format::Shift ? immediate & 31 : immediate});
    }
  }

  void add_compressed_computation() {
    for (;;) {
      const std::uint32_t halfword = random_.word() & 0xffff;
      if ((halfword & 3) == 3) continue;
      const isa::Instruction i = isa::decode(halfword, extensions_);
      if (i.opcode == isa::Opcode::Illegal || !isa::only_computes(i.opcode) || i.rd > kTemporary) continue;
      return add(static_cast<std::uint16_t>(halfword));
    }
  }

  void add_compressed_access() {
    for (;;) {
      const isa::CompressedRow& row = isa::kCompressedTable[random_.below(isa::kCompressedTable.size())];
      if (isa::memory_use(row.expansion).bytes == 0) continue;
      const auto halfword = static_cast<std::uint16_t>(row.match | (random_.word() & ~std::uint32_t{row.mask}));
      if (isa::compressed_row(halfword, extensions_) != &row) continue;
      const isa::Instruction i = isa::decode(halfword, extensions_);
      if (i.rd > kTemporary) continue;
      add_word(encode(isa::Opcode::addi, {.rd = i.rs1, .rs1 = kData, .immediate = random_.between(-1800, 1500)}));
      return add(halfword);
    }
  }

  void add_trap() {
    switch (random_.below(4)) {
      case 0: return add(0x9002);  // c.ebreak
      case 1: return add_word(encode(isa::Opcode::ecall));
      case 2: return add_word(encode(isa::Opcode::ebreak));
      default: break;
    }
    for (;;) {
      const std::uint32_t halfword = random_.one_in(4) ? 0 : random_.word() & 0xffff;
      if ((halfword & 3) == 3 || isa::decode(halfword, extensions_).opcode != isa::Opcode::Illegal) continue;
      // QEMU 7.2 executes shifts by 32 and more, which are for custom extensions (Volume I, 16.5).
      const std::uint32_t funct3 = halfword >> 13;
      const bool shifts =
          (halfword & 3) == 2 ? funct3 == 0 : (halfword & 3) == 1 && funct3 == 4 && !(halfword >> 11 & 1);
      if (shifts) continue;
      return add(static_cast<std::uint16_t>(halfword));
    }
  }

  void add_branch() {
    const std::size_t at = size(), item = begins_.size() - 1;
    if (random_.one_in(3)) {
      const isa::Opcode branches[] = {isa::Opcode::beq, isa::Opcode::bne, isa::Opcode::bltu, isa::Opcode::bge,
                                      isa::Opcode::jal};
      const isa::Opcode opcode = branches[random_.below(5)];
      const std::uint32_t word = encode(opcode, {any(), any(), any(), 0});
      jumps_.push_back({at, item, nullptr, word});
      return add_word(word);
    }
    for (;;) {
      const isa::CompressedRow& row = isa::kCompressedTable[random_.below(isa::kCompressedTable.size())];
      const isa::Control control = isa::control(row.expansion);
      if (control != isa::Control::Branch && control != isa::Control::Jump) continue;
      jumps_.push_back({at, item, &row, random_.word()});
      return add(row.match);
    }
  }

  // auipc, addi and a jump through the register.
  void add_indirect_jump() {
    const auto through = static_cast<std::uint8_t>(1 + random_.below(kTemporary));
    jumps_.push_back({size(), begins_.size() - 1, nullptr, 0, through});
    add_word(0);
    add_word(0);
    switch (random_.below(3)) {
      case 0: return add(static_cast<std::uint16_t>(0x8002 | through << 7));  // c.jr
      case 1: return add(static_cast<std::uint16_t>(0x9002 | through << 7));  // c.jalr
      default: return add_word(encode(isa::Opcode::jalr, {.rd = any(), .rs1 = through}));
    }
  }

  void put_word(std::size_t at, std::uint32_t word) {
    code_[at] = static_cast<std::uint16_t>(word);
    code_[at + 1] = static_cast<std::uint16_t>(word >> 16);
  }

  void place(const Jump& jump) {
    const std::size_t behind = std::min<std::size_t>(jump.item + 1 + random_.below(6), begins_.size() - 1);
    const auto distance = static_cast<std::int32_t>(2 * (begins_[behind] - jump.at));
    if (jump.through != 0) {
      put_word(jump.at, encode(isa::Opcode::auipc, {.rd = jump.through}));
      put_word(jump.at + 2,
               encode(isa::Opcode::addi,
                      {.rd = jump.through, .rs1 = jump.through, .immediate = distance + random_.between(0, 1)}));
    } else if (jump.row) {
      code_[jump.at] = with_immediate(*jump.row, jump.word, distance);
    } else {
      const isa::Instruction i = isa::decode(jump.word, extensions_);
      put_word(jump.at, encode(i.opcode, {i.rd, i.rs1, i.rs2, distance}));
    }
  }

  Random& random_;
  isa::Extensions extensions_;
  std::vector<std::uint16_t> code_;
  std::vector<std::size_t> begins_;
  std::vector<Jump> jumps_;
};

inline std::vector<std::uint16_t> random_compressed_code(Random& random, unsigned items, isa::Extensions extensions) {
  return RandomCompressedCode(random, extensions).make(items);
}

}  // namespace janus::testing
