// Machine code in the making: a list of words for an address. Uses RV32I, and M if the caller asks for it.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/encoder.h"
#include "isa/hooks.h"
#include "isa/registers.h"

namespace janus::call {

// The registers that the harness computes with: those of arguments, which RV32E has as well.
inline constexpr std::uint8_t kValue = isa::kA0, kOther = isa::kA1, kThird = 12, kFourth = 13, kFifth = 14, kSixth = 15;

class Code {
 public:
  using Opcode = isa::Opcode;

  explicit Code(std::uint32_t address) : address_(address) {}

  std::uint32_t here() const { return address_ + static_cast<std::uint32_t>(words_.size()) * 4; }
  const std::vector<std::uint32_t>& words() const { return words_; }

  void word(std::uint32_t bits) { words_.push_back(bits); }
  void add(Opcode opcode, const isa::OperandValues& operands) { word(isa::encode(opcode, operands)); }
  void immediate(Opcode opcode, std::uint8_t rd, std::uint8_t rs1, std::uint32_t value) {
    add(opcode, {.rd = rd, .rs1 = rs1, .immediate = value});
  }
  void registers(Opcode opcode, std::uint8_t rd, std::uint8_t rs1, std::uint8_t rs2) {
    add(opcode, {.rd = rd, .rs1 = rs1, .rs2 = rs2});
  }
  // Puts a constant into a register.
  void set(std::uint8_t rd, std::uint32_t value) {
    const std::uint32_t upper = (value + 0x800) & 0xfffff000;
    if (upper) add(Opcode::lui, {.rd = rd, .immediate = upper});
    if (!upper || value != upper) immediate(Opcode::addi, rd, upper ? rd : std::uint8_t{isa::kZero}, value - upper);
  }
  void move(std::uint8_t rd, std::uint8_t rs) { immediate(Opcode::addi, rd, rs, 0); }
  // From or to a constant address; a store needs a register for it.
  void load(Opcode opcode, std::uint8_t rd, std::uint32_t address) {
    set(rd, address);
    immediate(opcode, rd, rd, 0);
  }
  void store(Opcode opcode, std::uint8_t rs, std::uint32_t address, std::uint8_t scratch) {
    set(scratch, address);
    add(opcode, {.rs1 = scratch, .rs2 = rs});
  }
  // Calls a function; `jump` does not come back.
  void call(std::uint32_t address) { far_jump(isa::kRa, isa::kRa, address); }
  void jump(std::uint32_t address) { far_jump(isa::kZero, isa::kT0, address); }
  void back() { immediate(Opcode::jalr, isa::kZero, isa::kRa, 0); }
  // A branch back to a known place; or one to be set by arrive().
  void branch_to(Opcode opcode, std::uint8_t rs1, std::uint8_t rs2, std::uint32_t target) {
    add(opcode, {.rs1 = rs1, .rs2 = rs2, .immediate = target - here()});
  }
  std::size_t branch(Opcode opcode, std::uint8_t rs1, std::uint8_t rs2) {
    add(opcode, {.rs1 = rs1, .rs2 = rs2});
    return words_.size() - 1;
  }
  void arrive(std::size_t branch) {
    const auto distance = static_cast<std::uint32_t>((words_.size() - branch) * 4);
    words_[branch] |= isa::encode(Opcode::beq, {.immediate = distance}) & ~isa::encode(Opcode::beq, {});
  }
  // A hook, whose arguments are in registers already.
  void hook(isa::HookCode code) {
    set(isa::kT0, static_cast<std::uint32_t>(code));
    word(isa::kHookMarker);
    add(Opcode::ecall, {});
  }
  // About the value of a register.
  void assume(std::uint8_t number) {
    set(isa::kT1, number);
    hook(isa::HookCode::Assume);
  }
  void require(std::uint8_t number) {
    set(isa::kT1, number);
    hook(isa::HookCode::Assert);
  }
  void make_symbolic(std::uint32_t address, std::uint32_t bytes) {
    if (bytes == 0) return;
    set(isa::kT1, address);
    set(isa::kT2, bytes);
    hook(isa::HookCode::MakeMemorySymbolic);
  }

 private:
  void far_jump(std::uint8_t link, std::uint8_t scratch, std::uint32_t address) {
    const std::uint32_t upper = (address + 0x800) & 0xfffff000;
    add(Opcode::lui, {.rd = scratch, .immediate = upper});
    immediate(Opcode::jalr, link, scratch, address - upper);
  }

  std::uint32_t address_;
  std::vector<std::uint32_t> words_;
};

}  // namespace janus::call
