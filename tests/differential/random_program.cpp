#include "random_program.h"

#include <array>

#include "devices/memory_map.h"
#include "hart/architectural_state.h"
#include "isa/registers.h"
#include "qemu.h"
#include "testing/encode.h"
#include "testing/random.h"

namespace janus::testing {
namespace {

using isa::Format;
using isa::Opcode;
using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kTemporary = 27, kScratch = 29;  // of x1 to x27, the last carries addresses and masks
constexpr std::uint32_t kUnmapped = 0x0800'0000;         // nothing is there on either machine
namespace map = devices::memory_map;
constexpr std::uint32_t kMsip = map::region::clint.base, kMtimecmp = kMsip + 0x4000, kMtime = kMsip + 0xbff8;
constexpr std::uint32_t kUartPriority = map::region::plic.base + 4 * map::kUartInterrupt,
                        kPlicPending = map::region::plic.base + 0x1000, kPlicEnable = map::region::plic.base + 0x2000,
                        kPlicThreshold = map::region::plic.base + 0x20'0000, kPlicClaim = kPlicThreshold + 4,
                        kUartBit = 1U << map::kUartInterrupt;
constexpr std::uint32_t kUartEnable = map::kUart.base + 1, kTransmitterEmpty = 2;
constexpr std::uint32_t kInterrupts[] = {hart::interrupt::kSoftware, hart::interrupt::kTimer,
                                         hart::interrupt::kExternal};

class Generator {
 public:
  Generator(std::uint64_t seed, const TrapHandlers& handlers)
      : random_(seed), handlers_(handlers), fences_code_(random_.one_in(2)) {}

  // Blocks with branches over some of them.
  Words stretch() {
    Words words;
    const Words next = block();
    if (random_.one_in(4)) words.push_back(branch(static_cast<std::int32_t>(4 * (next.size() + 1))));
    append(words, next);
    return words;
  }

  Words beginning() {
    Words words = trap_vector();
    for (std::uint32_t rd = 1; rd <= kTemporary; ++rd) append(words, constant(rd));
    return words;
  }

  static void append(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

 private:
  // A block is entered at its first instruction only.
  Words block() {
    switch (random_.below(in_user_mode_ ? 26 : 33)) {
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
        return {fences_code_ && random_.one_in(2) ? encode(Opcode::fence_i)
                                                  : encode(Opcode::fence, {.immediate = random_.between(0, 255)})};
      case 20:
      case 21:
      case 22: return request();
      case 23: return interrupt_enable();
      case 24: return status();
      case 25: return interrupt_state();
      case 26: return set_mie(true);
      case 27: return return_to(hart::Privilege::Machine);
      case 28:
      case 29: return user_mode();
      case 30: return wait();
      case 31: return timed_wait();
      case 32: return several_at_once();
      default: return {computation()};
    }
  }

  // A branch over `distance` bytes, of which one in eight misses the alignment by two.
  std::uint32_t branch(std::int32_t distance) {
    const Opcode opcodes[] = {Opcode::beq, Opcode::bne, Opcode::blt, Opcode::bge, Opcode::bltu, Opcode::bgeu};
    const std::int32_t offset = random_.one_in(8) ? distance - 2 : distance;
    if (random_.one_in(6)) return encode(Opcode::jal, {.rd = any_destination(), .immediate = offset});
    return encode(opcodes[random_.below(6)], {.rs1 = source(), .rs2 = source(), .immediate = offset});
  }

  std::uint32_t source() { return random_.below(kTemporary + 1); }
  std::uint32_t any_destination() { return random_.below(kTemporary + 1); }  // x0 too

  Opcode opcode_of(std::initializer_list<Format> formats) {
    for (;;) {
      const isa::Row& row = random_.pick(isa::kTable);
      if (!kCompared.has(row.extension)) continue;
      for (Format format : formats) {
        if (row.format == format) return row.opcode;
      }
    }
  }

  std::uint32_t computation() {
    const Opcode opcode = opcode_of({Format::R, Format::R, Format::Unary, Format::I, Format::Shift, Format::U});
    Operands operands{any_destination(), source(), source(), random_.between(-2048, 2047)};
    if (opcode == Opcode::lui || opcode == Opcode::auipc)
      operands.immediate = static_cast<std::int32_t>(random_.word());
    return encode(opcode, operands);
  }

  Words constant(std::uint32_t rd) { return set(rd, random_.operand()); }

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

  // --- Interrupts.

  // In braces, what is drawn at random is drawn from left to right.
  static Words joined(std::initializer_list<Words> parts) {
    Words words;
    for (const Words& part : parts) append(words, part);
    return words;
  }
  // rd = value
  static Words set(std::uint32_t rd, std::uint32_t value) {
    const auto upper = static_cast<std::int32_t>((value + 0x800) & 0xffff'f000);
    const auto lower = static_cast<std::int32_t>(value - static_cast<std::uint32_t>(upper));
    return {encode(Opcode::lui, {.rd = rd, .immediate = upper}),
            encode(Opcode::addi, {.rd = rd, .rs1 = rd, .immediate = lower})};
  }
  // Stores a register to a device's register.
  static Words store(std::uint32_t address, std::uint32_t rs2, Opcode opcode = Opcode::sw) {
    return joined({set(kTemporary, address), {encode(opcode, {.rs1 = kTemporary, .rs2 = rs2})}});
  }
  static Words load(std::uint32_t rd, std::uint32_t address) {
    return joined({set(kTemporary, address), {encode(Opcode::lw, {.rd = rd, .rs1 = kTemporary})}});
  }
  Words set_csr(std::uint16_t number, Opcode opcode, std::uint32_t value) {
    return joined(
        {set(kTemporary, value), {encode(opcode, {.rd = any_destination(), .rs1 = kTemporary, .immediate = number})}});
  }
  Words set_mie(bool enable) {
    const Opcode opcode = enable ? Opcode::csrrsi : Opcode::csrrci;
    return {encode(opcode, {.rd = any_destination(), .rs1 = hart::status::kMie, .immediate = isa::csr::mstatus})};
  }
  // Any but the temporary and x0.
  std::uint32_t value_register() { return 1 + random_.below(kTemporary - 1); }

  // Raises an interrupt, or withdraws it; the PLIC remembers what it has seen.
  Words request() {
    const std::uint32_t value = value_register();
    switch (random_.below(4)) {
      case 0: return store(kMsip, source());  // bit 0 counts
      case 1: return joined({set(value, random_.one_in(8) ? 2 : 1), store(kMsip, value)});
      case 2: return joined({set(value, random_.one_in(8) ? ~0U : 0), store(kMtimecmp + 4, value)});
      default:
        return joined({set(value, random_.one_in(8) ? 0 : kTransmitterEmpty), store(kUartEnable, value, Opcode::sb)});
    }
  }

  // mie, rather more set than cleared.
  Words interrupt_enable() {
    std::uint32_t mask = 0;
    for (std::uint32_t line : kInterrupts) mask |= random_.below(2) << line;
    const Opcode opcodes[] = {Opcode::csrrs, Opcode::csrrs, Opcode::csrrs, Opcode::csrrc, Opcode::csrrw};
    return set_csr(isa::csr::mie, opcodes[random_.below(5)], mask);
  }

  // All that some requests leave pending, let in by one instruction.
  Words several_at_once() {
    const Words pending = joined({set_mie(false), request(), request(), request(),
                                  set_csr(isa::csr::mie, Opcode::csrrs, hart::interrupt::kAll)});
    switch (random_.below(4)) {
      case 0: return joined({pending, return_to(hart::Privilege::Machine)});
      case 1: return joined({pending, user_mode()});
      default: return joined({pending, set_mie(true)});
    }
  }

  Words status() {
    using namespace hart::status;
    if (random_.one_in(2)) return set_mie(!random_.one_in(3));
    std::uint32_t mask = 0;
    for (std::uint32_t bits : {kMie, kMpie, kMpp, kTw}) mask |= random_.one_in(2) ? bits : 0;
    const Opcode opcodes[] = {Opcode::csrrs, Opcode::csrrs, Opcode::csrrc, Opcode::csrrw};
    return set_csr(isa::csr::mstatus, opcodes[random_.below(4)], mask);
  }

  Words trap_vector() {
    const std::uint32_t table = random_.one_in(2) ? handlers_.plain : handlers_.nesting;
    return set_csr(isa::csr::mtvec, Opcode::csrrw, table | random_.below(2));
  }

  // Where traps go, which interrupts are pending, and what the PLIC lets through: mostly it does.
  Words interrupt_state() {
    const std::uint32_t value = value_register();
    const bool closes = random_.one_in(4);
    switch (random_.below(7)) {
      case 0: return trap_vector();
      case 1: return set_csr(isa::csr::mip, Opcode::csrrw, random_.word() & hart::interrupt::kAll);  // read-only
      case 2: {
        const std::uint32_t registers[] = {kMsip,        kMtimecmp + 4, kUartPriority,
                                           kPlicPending, kPlicEnable,   kPlicThreshold};
        const std::uint32_t address = registers[random_.below(6)];
        return load(any_destination(), address);
      }
      case 3: return joined({set(value, closes ? 0 : 1 + random_.below(7)), store(kUartPriority, value)});
      case 4:  // while nothing comes through: QEMU 7.2 looks at the enable bits only at the next occasion
        return joined({set(value, 7), store(kPlicThreshold, value), set(value, closes ? 0 : kUartBit),
                       store(kPlicEnable, value), store(kPlicThreshold, isa::kZero)});
      case 5:  // without an interrupt
        return joined({store(kPlicThreshold, isa::kZero), load(value, kPlicClaim),
                       store(kUartEnable, isa::kZero, Opcode::sb), store(kPlicClaim, value)});
      default: return joined({set(value, closes ? random_.below(8) : 0), store(kPlicThreshold, value)});
    }
  }

  // mret to the instruction behind it, with any MPIE. MIE is off before, or an interrupt would change mepc.
  Words return_to(hart::Privilege mode) {
    using namespace hart::status;
    std::uint32_t mstatus = mode == hart::Privilege::Machine ? kMpp : 0;
    if (random_.one_in(2)) mstatus |= kMpie;
    if (random_.one_in(8)) mstatus |= kTw;
    return joined({set_csr(isa::csr::mstatus, Opcode::csrrw, mstatus),
                   {encode(Opcode::auipc, {.rd = kTemporary}),
                    encode(Opcode::addi, {.rd = kTemporary, .rs1 = kTemporary, .immediate = 16}),
                    encode(Opcode::csrrw, {.rs1 = kTemporary, .immediate = isa::csr::mepc}), encode(Opcode::mret)}});
  }

  // What does not need machine mode, in user mode; an ecall among it ends it early.
  Words user_mode() {
    Words words = return_to(hart::Privilege::User);
    if (random_.one_in(4)) words.push_back(encode(Opcode::mret));  // illegal there
    in_user_mode_ = true;
    for (unsigned blocks = 1 + random_.below(8); blocks > 0; --blocks) append(words, stretch());
    in_user_mode_ = false;
    words.push_back(encode(Opcode::ecall));
    return words;
  }

  // wfi with an interrupt pending that is enabled, and not taken but perhaps behind it.
  Words wait() {
    const std::uint32_t value = value_register();
    return joined({set_mie(false),
                   set(value, 1),
                   store(kMsip, value),
                   {encode(Opcode::csrrsi, {.rs1 = 1U << hart::interrupt::kSoftware, .immediate = isa::csr::mie}),
                    encode(Opcode::wfi)},
                   random_.one_in(2) ? set_mie(true) : Words{}});
  }

  // wfi until a time that is far enough for both machines to be in wfi before it. Each has its own idea of what time it
  // is: no trace of that may stay.
  Words timed_wait() {
    constexpr std::int32_t kTicks = 2000;
    const std::uint32_t value = value_register();
    Words words = joined({set_mie(false),
                          load(value, kMtime),
                          {encode(Opcode::addi, {.rd = value, .rs1 = value, .immediate = kTicks})},
                          store(kMtimecmp, value),
                          store(kMtimecmp + 4, isa::kZero),
                          set_csr(isa::csr::mie, Opcode::csrrs, 1U << hart::interrupt::kTimer)});
    switch (random_.below(3)) {
      case 0: words.push_back(encode(Opcode::wfi)); break;
      case 1: append(words, joined({set_mie(true), {encode(Opcode::wfi)}})); break;
      default:
        append(words, return_to(hart::Privilege::User));
        append(words, {encode(Opcode::wfi), encode(Opcode::ecall)});
    }
    return joined({words, set(value, ~0U), store(kMtimecmp + 4, value), store(kMtimecmp, isa::kZero)});
  }

  Random random_;
  TrapHandlers handlers_;
  bool fences_code_;  // fence.i has the prototype forget what it translated: not in every program
  bool in_user_mode_ = false;
};

}  // namespace

std::vector<std::uint32_t> random_program(std::uint64_t seed, unsigned instructions, const TrapHandlers& handlers) {
  Generator generator(seed, handlers);
  Words words = generator.beginning();
  while (words.size() < instructions) Generator::append(words, generator.stretch());
  return words;
}

}  // namespace janus::testing
