// Random functions that do with pointers what compilers make programs do: objects, frames, an allocator, blocks, calls
// and returns, with mistakes here and there. For comparing harts that follow pointers (hart/shadow.h).
//
// Function 0 calls the others for ever; each calls those behind it. Traps return behind the instruction that trapped
// (returning_handler.h, at kPointerHandler).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hart/detectors.h"
#include "isa/hooks.h"
#include "isa/registers.h"
#include "testing/encode.h"
#include "testing/random.h"

namespace janus::testing {

inline constexpr std::uint32_t kPointerHandler = kCode + 0x1000, kPointerData = kCode + 0x2000,
                               kPointerHeap = kCode + 0x3000, kPointerStack = kCode + 0x8000;

class RandomPointers {
 public:
  static constexpr std::uint32_t kFunctionBytes = 0x1c0;
  // If `inputs`, some memory becomes an input.
  explicit RandomPointers(std::uint64_t seed, bool inputs = false) : random_(seed), has_inputs_(inputs) {}

  // Words from kCode on.
  std::vector<std::uint32_t> words() {
    for (std::uint32_t function = 0; function < kFunctions; ++function) append_function(function);
    append_library();
    return words_;
  }

  hart::Detectors detectors() {
    using Function = hart::LibraryFunction;
    hart::Detectors found;
    found.on = (1U << std::size(hart::kDetectors)) - 1;
    for (const auto& row : hart::kDetectors) {
      if (row.detector == hart::Detector::leaks || random_.one_in(8)) found.remove(row.detector);
    }
    found.add(hart::Detector::bounds);
    found.code = {kCode, 0x1100};
    found.executable = {found.code};
    found.read_only = {found.code, {kPointerData + 0x200, 16}};
    found.stack_limit = kPointerStack - 0x400;
    for (std::uint32_t at = kPointerData; at < kPointerData + 0x300;) {
      const std::uint32_t size = random_.pick(kSizes);
      found.objects.push_back({at, size});
      at += random_.one_in(3) ? size + 4 : size;
    }
    found.ambiguous = {found.objects[1].first};
    found.functions = {{library(0), Function::Kind::Allocate, {.bytes = isa::kA0}},
                       {library(1), Function::Kind::Free, {.pointer = isa::kA0}},
                       {library(2), Function::Kind::Copy, {.pointer = isa::kA0, .source = 11, .bytes = 12}}};
    for (const Function& function : found.functions) found.entries.set(hart::Detectors::filter(function.entry));
    if (random_.one_in(2)) found.main = kCode + 8;
    if (random_.one_in(4)) found.overflows = {kCode + kFunctionBytes};
    if (!random_.one_in(4)) found.locals = std::make_shared<support::FrameVariables>(locals());
    return found;
  }

 private:
  using Opcode = isa::Opcode;
  static constexpr std::uint32_t kFunctions = 5;
  static constexpr std::array<std::uint32_t, 5> kSizes = {4, 8, 12, 16, 64};
  static constexpr std::uint32_t kS0 = 8;
  static std::uint32_t library(std::uint32_t number) { return kCode + kFunctions * kFunctionBytes + 0x40 * number; }

  // Some arrays in the frame of each function, with something nameless between them.
  std::vector<std::pair<support::AddressRange, std::vector<support::FrameVariable>>> locals() {
    std::vector<std::pair<support::AddressRange, std::vector<support::FrameVariable>>> functions;
    for (std::uint32_t function = 0; function < kFunctions; ++function) {
      const support::AddressRange code{kCode + function * kFunctionBytes, kFunctionBytes};
      auto& variables = functions.emplace_back(code, std::vector<support::FrameVariable>{}).second;
      for (std::int32_t at = -32 + 4 * random_.between(0, 2); at < -12;) {
        const auto size = static_cast<std::uint32_t>(4 * random_.between(1, 2));
        variables.push_back({"array", at, size, {code}});
        at += static_cast<std::int32_t>(size) + 4 * random_.between(0, 2);
      }
    }
    return functions;
  }
  void emit(Opcode opcode, Operands operands) { words_.push_back(encode(opcode, operands)); }
  std::uint32_t here() const { return kCode + 4 * static_cast<std::uint32_t>(words_.size()); }
  void pad(std::uint32_t to) {
    while (here() < to) emit(Opcode::addi, {});
  }
  std::uint32_t any() { return 10 + random_.below(6); }
  std::int32_t near() { return random_.one_in(8) ? random_.between(-40, 80) : 4 * random_.between(-1, 3); }
  void number(std::uint32_t rd, std::int32_t value) { emit(Opcode::addi, {.rd = rd, .immediate = value}); }
  void address(std::uint32_t rd, std::uint32_t value) {
    emit(Opcode::lui, {.rd = rd, .immediate = static_cast<std::int32_t>((value + 0x800) & ~0xfffU)});
    emit(Opcode::addi, {.rd = rd, .rs1 = rd, .immediate = static_cast<std::int32_t>(value << 20) >> 20});
  }
  void call(std::uint32_t target) {
    emit(Opcode::jal, {.rd = isa::kRa, .immediate = static_cast<std::int32_t>(target - here())});
  }

  void append_function(std::uint32_t function) {
    using enum Opcode;
    const std::uint32_t end = kCode + (function + 1) * kFunctionBytes - 32;
    emit(addi, {.rd = isa::kSp, .rs1 = isa::kSp, .immediate = -32});
    emit(sw, {.rs1 = isa::kSp, .rs2 = isa::kRa, .immediate = 28});
    emit(sw, {.rs1 = isa::kSp, .rs2 = kS0, .immediate = 24});
    emit(addi, {.rd = kS0, .rs1 = isa::kSp, .immediate = 32});
    while (here() < end - 64) append(function);
    pad(end);
    if (function == 0) {
      emit(jal, {.immediate = -static_cast<std::int32_t>(here() - kCode - 16)});
    } else {
      if (random_.one_in(3)) emit(addi, {.rd = isa::kA0, .rs1 = isa::kSp, .immediate = 8});
      emit(lw, {.rd = isa::kRa, .rs1 = isa::kSp, .immediate = 28});
      emit(lw, {.rd = kS0, .rs1 = isa::kSp, .immediate = 24});
      emit(addi, {.rd = isa::kSp, .rs1 = isa::kSp, .immediate = 32});
      emit(jalr, {.rd = random_.one_in(6) ? unsigned{isa::kT0} : 0U, .rs1 = isa::kRa});
    }
    pad(kCode + (function + 1) * kFunctionBytes);
  }

  // An allocator that only goes on and has little, and two functions that do nothing.
  void append_library() {
    using enum Opcode;
    emit(sltiu, {.rd = 5, .rs1 = isa::kA0, .immediate = 256});
    emit(bne, {.rs1 = 5, .immediate = 12});
    number(isa::kA0, 0);
    emit(jalr, {.rs1 = isa::kRa});
    address(14, kPointerHeap);
    emit(lw, {.rd = 15, .rs1 = 14});
    emit(add, {.rd = 11, .rs1 = 15, .rs2 = isa::kA0});
    emit(andi, {.rd = 11, .rs1 = 11, .immediate = -4});
    emit(sw, {.rs1 = 14, .rs2 = 11});
    emit(addi, {.rd = isa::kA0, .rs1 = 15});
    emit(jalr, {.rs1 = isa::kRa});
    pad(library(1));
    emit(jalr, {.rs1 = isa::kRa});
    pad(library(2));
    emit(jalr, {.rs1 = isa::kRa});
  }

  void append(std::uint32_t function) {
    using enum Opcode;
    constexpr std::array kComputes = {slti, xori, ori, andi, slli, srli, srai, add, sub,
                                      sll,  xor_, or_, and_, mul,  div,  remu, lui, auipc};
    switch (random_.below(31)) {
      case 0:
      case 1:
      case 2: return address(any(), kPointerData + 4 * random_.below(0xc0));
      case 3: return emit(addi, {.rd = any(), .rs1 = isa::kSp, .immediate = 4 * random_.between(0, 6)});
      case 4: return emit(addi, {.rd = any(), .rs1 = kS0, .immediate = -4 * random_.between(1, 8)});
      case 5:
      case 6: {
        const std::uint32_t pointer = any();
        return emit(addi, {.rd = random_.one_in(3) ? any() : pointer, .rs1 = pointer, .immediate = near()});
      }
      case 7: return number(any(), near());
      case 8: return emit(random_.one_in(4) ? sub : add, {.rd = any(), .rs1 = any(), .rs2 = any()});
      case 9: {
        const Opcode opcode = random_.pick(kComputes);
        std::int32_t immediate = random_.between(-16, 31);
        if (isa::row(opcode).format == isa::Format::Shift) immediate &= 31;
        if (isa::row(opcode).format == isa::Format::U) immediate = static_cast<std::int32_t>(kPointerData);
        return emit(opcode, {.rd = any(), .rs1 = any(), .rs2 = any(), .immediate = immediate});
      }
      case 10:
      case 11:
      case 12: return access(any(), near());
      case 13:
      case 14: return access(random_.one_in(2) ? unsigned{isa::kSp} : kS0, 4 * random_.between(-2, 5));
      case 15: {
        constexpr std::array kBranches = {beq, bne, blt, bgeu};
        return emit(random_.pick(kBranches), {.rs1 = any(), .rs2 = any(), .immediate = 4 * random_.between(2, 4)});
      }
      case 16: number(isa::kA0, random_.one_in(10) ? 0 : 4 * random_.between(1, 8)); return call(library(0));
      case 17: return random_.one_in(3) ? call(library(1)) : access(any(), 0);
      case 18: number(12, random_.between(0, 24)); return call(library(2));
      case 19:
      case 20:
      case 21:
        if (function + 1 < kFunctions)
          call(kCode + (function + 1 + random_.below(kFunctions - function - 1)) * kFunctionBytes);
        return;
      case 22: {
        if (function + 1 >= kFunctions) return;
        address(9, kCode + (function + 1) * kFunctionBytes);
        return emit(jalr, {.rd = isa::kRa, .rs1 = 9});
      }
      case 23: return has_inputs_ ? input() : atomic_or_csr();
      case 24: return atomic_or_csr();
      case 25:
      case 26: {  // an index, and where the array begins, or something in front of it
        const std::uint32_t pointer = any();
        number(pointer, 4 * random_.between(0, 3));
        if (random_.one_in(2)) emit(addi, {.rd = pointer, .rs1 = pointer, .immediate = 4 * random_.between(1, 4)});
        emit(add, {.rd = pointer, .rs1 = pointer, .rs2 = isa::kSp});
        return access(pointer, 4 * random_.between(-3, 5));
      }
      case 27: return bytes();
      case 28: return masked();
      case 29: return grown();
      default: return unusual();
    }
  }

  void access(std::uint32_t base, std::int32_t offset) {
    using enum Opcode;
    constexpr std::array kLoads = {lw, lw, lw, lb, lhu};
    constexpr std::array kStores = {sw, sw, sw, sb, sh};
    if (random_.one_in(2))
      emit(random_.pick(kLoads), {.rd = any(), .rs1 = base, .immediate = offset});
    else
      emit(random_.pick(kStores),
           {.rs1 = base, .rs2 = random_.one_in(20) ? unsigned{isa::kSp} : any(), .immediate = offset});
  }

  // A word is copied, exchanged or put together by bytes; seldom not wholly.
  void bytes() {
    using enum Opcode;
    const std::uint32_t base[] = {random_.one_in(2) ? any() : unsigned{isa::kSp}, random_.one_in(2) ? any() : kS0};
    const std::int32_t at[] = {near(), base[1] == kS0 ? -4 * random_.between(3, 8) : near()};
    const bool exchanges = random_.one_in(3), joins = !exchanges && random_.one_in(3);
    const Opcode load = random_.one_in(3) ? lhu : lbu, store = load == lhu ? sh : sb;
    const std::int32_t step = load == lhu ? 2 : 1, last = random_.one_in(4) ? 2 : 4;
    const std::uint32_t whole = any();
    for (std::int32_t byte = 0; byte < last; byte += step) {
      emit(load, {.rd = isa::kT0, .rs1 = base[0], .immediate = at[0] + byte});
      if (joins) {
        if (byte > 0) emit(slli, {.rd = isa::kT0, .rs1 = isa::kT0, .immediate = 8 * byte});
        emit(byte > 0 ? or_ : add, {.rd = whole, .rs1 = byte > 0 ? whole : 0, .rs2 = isa::kT0});
        continue;
      }
      if (exchanges) emit(load, {.rd = isa::kT1, .rs1 = base[1], .immediate = at[1] + byte});
      emit(store, {.rs1 = base[1], .rs2 = isa::kT0, .immediate = at[1] + byte});
      if (exchanges) emit(store, {.rs1 = base[0], .rs2 = isa::kT1, .immediate = at[0] + byte});
    }
  }

  // A pointer or null, as a condition says; or a tag.
  void masked() {
    using enum Opcode;
    const std::uint32_t pointer = any();
    if (random_.one_in(3)) return emit(ori, {.rd = any(), .rs1 = pointer, .immediate = random_.between(0, 9)});
    emit(sltu, {.rd = isa::kT0, .rs1 = any(), .rs2 = any()});
    emit(sub, {.rd = isa::kT0, .rs1 = 0, .rs2 = isa::kT0});
    emit(and_, {.rd = any(), .rs1 = pointer, .rs2 = isa::kT0});
  }

  // An array of variable length, for a moment: where it begins, or an element.
  void grown() {
    using enum Opcode;
    const std::uint32_t pointer = any(), index = any();
    number(isa::kT0, 16 * random_.between(1, 3));
    emit(sub, {.rd = isa::kSp, .rs1 = isa::kSp, .rs2 = isa::kT0});
    switch (random_.below(4)) {
      case 0: emit(addi, {.rd = pointer, .rs1 = isa::kSp, .immediate = random_.pick(std::array{0, 8, 15, 16})}); break;
      case 1: emit(add, {.rd = pointer, .rs2 = isa::kSp}); break;
      default: emit(add, {.rd = pointer, .rs1 = isa::kSp, .rs2 = random_.one_in(2) ? index : unsigned{isa::kT0}});
    }
    if (random_.one_in(3)) emit(addi, {.rd = pointer, .rs1 = pointer, .immediate = 4 * random_.between(0, 4)});
    access(pointer, near());
    emit(addi, {.rd = isa::kSp, .rs1 = kS0, .immediate = -32});
  }

  void atomic_or_csr() {
    using enum Opcode;
    namespace csr = isa::csr;
    constexpr std::array kAtomics = {lr_w, sc_w, sc_w, amoswap_w, amoadd_w, amoxor_w, amomaxu_w};
    constexpr std::array kAccesses = {csrrw, csrrs, csrrs, csrrc, csrrwi, csrrsi, csrrci};
    constexpr std::array<std::int32_t, 9> kCsrs = {
        csr::mstatus, csr::mie, csr::mip, csr::mscratch, csr::mtval, csr::mcycle, csr::minstret, csr::mvendorid, 0x7ff};
    const std::uint32_t rd = random_.one_in(4) ? 0 : random_.one_in(40) ? unsigned{isa::kRa} : any();
    if (random_.one_in(3)) {
      const std::uint32_t rs1 = random_.one_in(2) ? 0 : any();
      return emit(random_.pick(kAccesses), {.rd = rd, .rs1 = rs1, .immediate = random_.pick(kCsrs)});
    }
    const std::uint32_t base = random_.one_in(2) ? any() : random_.one_in(2) ? unsigned{isa::kSp} : kS0;
    emit(random_.pick(kAtomics), {.rd = rd, .rs1 = base, .rs2 = any()});
  }

  // Of a register that is not zero, as a rule.
  void assertion() {
    number(isa::kT0, static_cast<std::int32_t>(random_.one_in(3) ? isa::HookCode::Assume : isa::HookCode::Assert));
    number(isa::kT1, static_cast<std::int32_t>(random_.one_in(4) ? any() : std::uint32_t{isa::kSp}));
    words_.push_back(isa::kHookMarker);
    emit(Opcode::ecall, {});
  }

  // A few bytes behind a pointer, or around it; seldom so many that it is a mistake.
  void input() {
    const std::uint32_t base = random_.one_in(4) ? any() : random_.one_in(2) ? std::uint32_t{isa::kSp} : kS0;
    number(isa::kT0, static_cast<std::int32_t>(isa::HookCode::MakeMemorySymbolic));
    emit(Opcode::addi, {.rd = isa::kT1, .rs1 = base, .immediate = random_.between(-24, 16)});
    number(isa::kT2, static_cast<std::int32_t>(random_.below(24)));
    if (random_.one_in(20)) emit(Opcode::lui, {.rd = isa::kT2, .immediate = 0x40000000});
    words_.push_back(isa::kHookMarker);
    emit(Opcode::ecall, {});
  }

  void unusual() {
    using enum Opcode;
    if (has_inputs_ && random_.one_in(3)) return input();
    switch (random_.below(9)) {
      case 8: return assertion();
      case 0: return emit(csrrs, {.rd = any(), .immediate = isa::csr::mcycle});
      case 1: return emit(ecall, {});
      case 2: return emit(amoadd_w, {.rd = any(), .rs1 = any(), .rs2 = any()});
      case 3: return emit(addi, {.rd = isa::kRa, .rs1 = isa::kRa});
      case 4: return emit(sw, {.rs1 = kS0, .rs2 = any(), .immediate = -4});  // over the return address
      case 5: return emit(jal, {.rd = 5, .immediate = 8});
      case 6: return emit(csrrw, {.rd = any(), .rs1 = isa::kSp, .immediate = isa::csr::mtval});
      default: return emit(div, {.rd = random_.one_in(2) ? 0 : any(), .rs1 = any(), .rs2 = any()});
    }
  }

  Random random_;
  bool has_inputs_;
  std::vector<std::uint32_t> words_;
};

}  // namespace janus::testing
