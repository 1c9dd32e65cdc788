// Random programs with loops, calls, traps, device accesses and stores into their own code, which never leave the first
// 2048 bytes behind kCode for long (returning_handler.h): for comparing loops that execute the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "isa/registers.h"
#include "testing/encode.h"
#include "testing/random.h"

namespace janus::testing {
namespace random_code {

inline constexpr unsigned kWords = 600;  // at kCode
// Registers with a purpose: four point to data, code, the device, and an address where nothing is.
inline constexpr std::uint32_t kToData = 8, kToCode = 9, kToDevice = 10, kToNothing = 11, kScratch = 12, kLink = 1;

class RandomCode {
 public:
  // A `straight` program has no jump but the last, which leads back to the first instruction.
  explicit RandomCode(std::uint64_t seed, bool straight = false) : random_(seed), straight_(straight) {}

  std::vector<std::uint32_t> words() {
    while (words_.size() < kWords) append();
    words_.resize(kWords - 1);
    emit(Opcode::jal, {.immediate = -4 * static_cast<std::int32_t>(kWords - 1)});
    return words_;
  }

 private:
  using Opcode = isa::Opcode;
  void emit(Opcode opcode, Operands operands) { words_.push_back(encode(opcode, operands)); }
  std::uint32_t source() { return random_.below(32); }
  std::uint32_t target() {
    const std::uint32_t number = random_.below(32);
    return number >= kToData && number <= kToNothing ? 0 : number;
  }
  // The offset of a jump to a near place inside of the code; rarely, to an address where no instruction begins.
  std::int32_t offset() {
    const auto here = static_cast<std::int32_t>(words_.size());
    const std::int32_t last = kWords - 1;
    const std::int32_t to = std::min(std::max(here + random_.between(-12, 24), 0), last);
    return 4 * (to - here) + (random_.one_in(200) ? 2 : 0);
  }

  void compute(Opcode opcode) {
    std::int32_t immediate = random_.between(-2048, 2047);
    if (isa::row(opcode).format == isa::Format::Shift) immediate &= 31;
    if (isa::row(opcode).format == isa::Format::U) immediate = static_cast<std::int32_t>(random_.operand() & ~0xfffU);
    emit(opcode, {.rd = target(), .rs1 = source(), .rs2 = source(), .immediate = immediate});
  }

  void append() {
    using enum Opcode;
    constexpr std::array kInteger = {addi, addi, slti, sltiu, xori, ori, andi, slli, srli, srai, add,  add,
                                     sub,  sll,  slt,  sltu,  xor_, srl, sra,  or_,  and_, lui,  auipc};
    constexpr std::array kMultiply = {mul, mulh, mulhsu, mulhu, div, divu, rem, remu};
    constexpr std::array kBranch = {beq, bne, blt, bge, bltu, bgeu};
    const std::uint32_t kind = random_.below(straight_ ? 68 : 100);
    if (kind < 40) return compute(random_.pick(kInteger));
    if (kind < 48) return compute(random_.pick(kMultiply));
    if (kind < 68) return access();
    if (kind < 84) return emit(random_.pick(kBranch), {.rs1 = source(), .rs2 = source(), .immediate = offset()});
    if (kind < 88) return emit(jal, {.rd = random_.one_in(2) ? kLink : 0, .immediate = offset()});
    if (kind < 91) return emit(jalr, {.rd = 0, .rs1 = kLink, .immediate = random_.one_in(20) ? 1 : 0});
    if (kind >= 93) return system();
    emit(lui, {.rd = kScratch, .immediate = static_cast<std::int32_t>(kCode)});
    emit(jalr, {.rd = random_.one_in(2) ? kLink : kScratch, .rs1 = kScratch, .immediate = 4 * random_.between(0, 511)});
  }

  void access() {
    using enum Opcode;
    constexpr std::array kLoads = {lb, lh, lw, lw, lbu, lhu};
    constexpr std::array kStores = {sb, sh, sw, sw};
    const std::uint32_t where = random_.below(60);
    std::int32_t immediate = random_.between(-1024, 1023);
    if (!random_.one_in(4)) immediate &= ~3;
    const std::uint32_t base = where == 0 ? kToDevice : where == 1 ? kToNothing : where <= 3 ? kToCode : kToData;
    if (base == kToDevice) immediate = 0;
    if (base == kToCode) immediate = std::abs(immediate);
    if (random_.one_in(2)) {
      emit(random_.pick(kLoads), {.rd = target(), .rs1 = base, .immediate = immediate});
    } else {
      emit(random_.pick(kStores), {.rs1 = base, .rs2 = source(), .immediate = immediate});
    }
  }

  void system() {
    using enum Opcode;
    namespace csr = isa::csr;
    constexpr std::array kAtomics = {amoadd_w, amoswap_w, amoxor_w,  amoand_w, amoor_w,
                                     amomin_w, amomax_w,  amominu_w, amomaxu_w};
    switch (random_.below(8)) {
      case 0: return emit(csrrs, {.rd = target(), .immediate = csr::mcycle});
      case 1: return emit(csrrs, {.rd = target(), .immediate = csr::minstret});
      case 2: return emit(csrrw, {.rd = target(), .rs1 = source(), .immediate = csr::mtval});
      case 3: return emit(ecall, {});
      case 4:
        return emit(random_.pick(kAtomics),
                    {.rd = target(), .rs1 = random_.one_in(8) ? kToCode : kToData, .rs2 = source()});
      case 5: return emit(lr_w, {.rd = target(), .rs1 = kToData});
      case 6: return emit(sc_w, {.rd = target(), .rs1 = kToData, .rs2 = source()});
      default:
        if (random_.one_in(3)) return emit(random_.one_in(2) ? fence : fence_i, {});
        if (random_.one_in(3)) return emit(csrrci, {.rd = target(), .rs1 = 8, .immediate = csr::mstatus});
        return emit(csrrsi, {.rd = target(), .rs1 = 8, .immediate = csr::mstatus});  // MIE
    }
  }

  Random random_;
  bool straight_;
  std::vector<std::uint32_t> words_;
};

}  // namespace random_code
}  // namespace janus::testing
