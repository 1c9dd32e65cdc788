// Questions about an instruction besides its meaning: which registers it names, how it uses memory, where it leads.
// Every answer follows from the columns of the table (rv32.def) by a rule. The compiler checks each rule over all rows,
// so a new row has its answers or does not compile.
//
// An illegal instruction names no register, accesses no memory, and traps.
#pragma once

#include <array>
#include <cstdint>

#include "isa/instruction.h"

namespace janus::isa {

// Where an instruction leads if it completes.
enum class Control : std::uint8_t {
  Next,              // to the next instruction in memory
  Branch,            // to its target, or to the next instruction in memory
  Jump,              // to its target
  JumpRegister,      // to the address rs1 + immediate
  CallsEnvironment,  // to the trap handler; a hook leads to the next instruction in memory
  Traps,             // to the trap handler
  ReturnsFromTrap,   // to the address in mepc
};

// What an instruction does with data in memory.
struct MemoryUse {
  bool loads = false, stores = false;
  std::uint8_t bytes = 0;  // of each access; 0 if there is none
};

namespace detail {

// Rows of the timing class System have nothing in common, so they are listed.
struct SystemRow {
  Opcode opcode;
  Control control;
};
inline constexpr std::array kSystemRows = {
    SystemRow{Opcode::ecall, Control::CallsEnvironment},
    SystemRow{Opcode::ebreak, Control::Traps},
    SystemRow{Opcode::mret, Control::ReturnsFromTrap},
    SystemRow{Opcode::wfi, Control::Next},
};

consteval Control control_of(const Row& row) {
  switch (row.timing) {
    case TimingClass::Alu:
    case TimingClass::Multiply:
    case TimingClass::Divide:
    case TimingClass::Load:
    case TimingClass::Store:
    case TimingClass::Csr:
    case TimingClass::Atomic:
    case TimingClass::Fence: return Control::Next;
    case TimingClass::Branch: return Control::Branch;
    case TimingClass::Jump: return Control::Jump;
    case TimingClass::JumpRegister: return Control::JumpRegister;
    case TimingClass::System: break;
  }
  for (const SystemRow& system : kSystemRows) {
    if (system.opcode == row.opcode) return system.control;
  }
  throw "a row of the timing class System that kSystemRows does not have";
}

// In every format that accesses memory, the low bits of funct3 are the binary logarithm of the number of bytes.
consteval std::uint8_t bytes_of(const Row& row) {
  if ((row.mask >> 12 & 3) != 3) throw "a row that accesses memory, whose pattern does not fix how many bytes";
  return static_cast<std::uint8_t>(1U << (row.match >> 12 & 3));
}

consteval MemoryUse memory_use_of(const Row& row) {
  switch (row.format) {
    case Format::Load:
    case Format::LoadReserved: return {true, false, bytes_of(row)};
    case Format::Store: return {false, true, bytes_of(row)};
    case Format::Amo: return {row.opcode != Opcode::sc_w, true, bytes_of(row)};
    case Format::R:
    case Format::Unary:
    case Format::I:
    case Format::Shift:
    case Format::Jalr:
    case Format::B:
    case Format::U:
    case Format::J:
    case Format::Csr:
    case Format::CsrImm:
    case Format::Fence:
    case Format::None: return {};
  }
  throw "a format without an answer";
}

consteval bool computes(TimingClass timing) {
  switch (timing) {
    case TimingClass::Alu:
    case TimingClass::Multiply:
    case TimingClass::Divide: return true;
    case TimingClass::Load:
    case TimingClass::Store:
    case TimingClass::Branch:
    case TimingClass::Jump:
    case TimingClass::JumpRegister:
    case TimingClass::Csr:
    case TimingClass::Atomic:
    case TimingClass::Fence:
    case TimingClass::System: return false;
  }
  throw "a timing class without an answer";
}

// All answers, indexed by opcode. The last index is Illegal.
struct Answers {
  std::array<Control, kRows + 1> control{};
  std::array<MemoryUse, kRows + 1> memory{};
  std::array<bool, kRows + 1> computes{};
};

consteval Answers make_answers() {
  Answers answers;
  for (std::size_t i = 0; i < kRows; ++i) {
    answers.control[i] = control_of(kTable[i]);
    answers.memory[i] = memory_use_of(kTable[i]);
    answers.computes[i] = computes(kTable[i].timing);
  }
  answers.control[kRows] = Control::Traps;
  return answers;
}

inline constexpr Answers kAnswers = make_answers();

}  // namespace detail

constexpr TimingClass timing_class(const Instruction& i) {
  return i.opcode == Opcode::Illegal ? TimingClass::System : row(i.opcode).timing;
}

constexpr Control control(Opcode opcode) { return detail::kAnswers.control[static_cast<std::size_t>(opcode)]; }
constexpr bool is_branch(const Instruction& i) { return control(i.opcode) == Control::Branch; }
constexpr bool is_jump(const Instruction& i) {
  return control(i.opcode) == Control::Jump || control(i.opcode) == Control::JumpRegister;
}
constexpr bool compares_for_equality(Opcode opcode) { return opcode == Opcode::beq || opcode == Opcode::bne; }
// The target of a taken branch or of a direct jump.
constexpr std::uint32_t target_of(std::uint32_t pc, const Instruction& i) { return pc + i.immediate; }

constexpr const MemoryUse& memory_use(Opcode opcode) {
  return detail::kAnswers.memory[static_cast<std::size_t>(opcode)];
}
// Whether an instruction makes one plain load or store, at the address rs1 + immediate. Atomics are neither.
constexpr bool is_load(const Instruction& i) {
  return i.opcode != Opcode::Illegal && row(i.opcode).format == Format::Load;
}
constexpr bool is_store(const Instruction& i) {
  return i.opcode != Opcode::Illegal && row(i.opcode).format == Format::Store;
}
constexpr bool is_atomic(const Instruction& i) { return timing_class(i) == TimingClass::Atomic; }

// Whether an instruction does nothing but compute rd from registers, pc and immediate.
constexpr bool only_computes(Opcode opcode) { return detail::kAnswers.computes[static_cast<std::size_t>(opcode)]; }
constexpr bool is_division(const Instruction& i) { return timing_class(i) == TimingClass::Divide; }

constexpr bool accesses_csr(const Instruction& i) { return timing_class(i) == TimingClass::Csr; }
// Whether an instruction that accesses a CSR writes it. csrrs and csrrc of x0, and csrrsi and csrrci of 0, only read.
constexpr bool writes_csr(const Instruction& i) {
  return i.opcode == Opcode::csrrw || i.opcode == Opcode::csrrwi || i.rs1 != 0;
}

// The register that an instruction's encoding names as written; 0 if there is none.
constexpr std::uint8_t written_register(const Instruction& i) {
  return i.opcode != Opcode::Illegal && row(i.opcode).writes_rd ? i.rd : 0;
}
// The registers that an instruction's encoding names as read: bit r for x[r]. A hook may read others.
constexpr std::uint32_t registers_read(const Instruction& i) {
  if (i.opcode == Opcode::Illegal) return 0;
  return (row(i.opcode).reads_rs1 ? 1U << i.rs1 : 0) | (row(i.opcode).reads_rs2 ? 1U << i.rs2 : 0);
}
constexpr bool reads_register(const Instruction& i, std::uint8_t number) { return registers_read(i) >> number & 1; }

namespace detail {

// The timing class and the format of a row both imply what kind of instruction it is, so they must agree.
consteval bool classes_and_formats_agree() {
  for (const Row& row : kTable) {
    const MemoryUse use = memory_use(row.opcode);
    const bool atomic = row.format == Format::Amo || row.format == Format::LoadReserved;
    const bool csr = row.format == Format::Csr || row.format == Format::CsrImm;
    if ((row.timing == TimingClass::Branch) != (row.format == Format::B)) return false;
    if ((row.timing == TimingClass::Jump) != (row.format == Format::J)) return false;
    if ((row.timing == TimingClass::JumpRegister) != (row.format == Format::Jalr)) return false;
    if ((row.timing == TimingClass::Load) != (row.format == Format::Load)) return false;
    if ((row.timing == TimingClass::Store) != (row.format == Format::Store)) return false;
    if ((row.timing == TimingClass::Atomic) != atomic) return false;
    if ((row.timing == TimingClass::Csr) != csr) return false;
    if (use.bytes > 4 || (use.bytes != 0) != (use.loads || use.stores)) return false;
    if (only_computes(row.opcode) && (!row.writes_rd || use.bytes != 0)) return false;
  }
  return true;
}
static_assert(classes_and_formats_agree(), "a row of rv32.def is of a timing class that its format contradicts");

}  // namespace detail
}  // namespace janus::isa
