// Which bits were never written: what the detector `uninitialised` knows of a run. A word of a frame is undefined when
// the stack pointer is lowered below it, and memory when `malloc` returns it, until something is stored there; an
// operation gives undefined bits where its result depends on some. Everything else counts as defined: what the ELF file
// loads, the rest of memory, registers at reset, CSRs, devices, and what was read through an address that depends on
// inputs. Valgrind's Memcheck has these rules, too (Nethercote and Seward, "Using Valgrind to detect undefined value
// errors with bit-precision", section 2).
//
// Masks have a bit set for each bit that is undefined. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "hart/constants.h"
#include "hart/home.h"
#include "hart/shared_pages.h"
#include "isa/instruction.h"
#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::hart {

class Definedness {
 public:
  using Mask = std::uint32_t;
  // What is to be known of an instruction before it is executed.
  struct Step {
    isa::Instruction instruction;
    Mask rs2 = 0, result = 0;                // of the second operand; of what a computation gives
    std::uint32_t source = 0;                // of an undefined result
    std::optional<std::uint32_t> address{};  // of an access, if it does not depend on inputs
    std::optional<std::uint32_t> sp{};
  };

  Mask of_register(std::uint8_t number) const { return registers_[number]; }
  // Of at most 4 bytes from `address` on; the first byte is the lowest.
  Mask of_memory(std::uint32_t address, std::uint32_t bytes) const {
    const std::uint32_t inside = address % 4;
    if (inside + bytes > 4) return of_two_words(address, bytes);
    const Page* const page = pages_.find(address / kPageBytes);
    if (!page) return 0;
    return (*page)[address % kPageBytes / 4] >> (8 * inside) & bits_of_bytes(bytes);
  }
  void define(std::uint32_t address, std::uint32_t bytes) { set(address, bytes, 0); }
  void undefine(std::uint32_t address, std::uint32_t bytes) {
    set(address, bytes, ~Mask{0});
    forget_copied(address, bytes);
  }
  // Gives each of at most four bytes a byte of `mask`, the lowest first.
  void store(std::uint32_t address, std::uint32_t bytes, Mask mask) {
    const std::uint32_t inside = address % 4;
    if (inside + bytes > 4) return store_to_two_words(address, bytes, mask);
    const Mask bits = bits_of_bytes(bytes) << (8 * inside), moved = mask << (8 * inside) & bits;
    const Page* const page = pages_.find(address / kPageBytes);
    if (page ? ((*page)[address % kPageBytes / 4] & bits) != moved : moved != 0)
      set_word(address - inside, bits, moved);
  }
  void set_register(std::uint8_t number, Mask mask) { registers_[number] = mask; }
  // The register was loaded from so many bytes there, with this mask.
  void loaded(std::uint8_t number, std::uint32_t address, std::uint32_t bytes, Mask mask) {
    registers_[number] = mask;
    if (mask) sources_[number] = source_at(address, bytes);
  }
  // Where undefined bits of the register, which has some, come from: the address of the first byte of those that were
  // loaded first on their way. For people: two states with other sources are the same.
  std::uint32_t source_of(std::uint8_t number) const { return sources_[number]; }
  // The register, which has undefined bits, was stored at `address`, where their source is known from then on.
  void copied(std::uint8_t number, std::uint32_t address);
  // To be called when bytes become undefined by other means than undefine().
  void forget_copied(std::uint32_t address, std::uint32_t bytes) {
    if (copied_) forget_some_copied(address, bytes);
  }
  // The stack pointer was lowered from `from` to `to`.
  void lowered(std::uint32_t from, std::uint32_t to) {
    if (from - to <= kMostUndefined) undefine(to, from - to);
  }

  // By address, for who keeps some at hand (hart/loop_detectors.h): a mask for each word.
  static constexpr std::uint32_t kPageBytes = 256;
  using Page = std::array<Mask, kPageBytes / 4>;
  SharedPages<Page>& pages() { return pages_; }

  // Becomes what `before` is, an earlier copy of this.
  void go_back(const Definedness& before) {
    registers_ = before.registers_;
    sources_ = before.sources_;
    copied_ = before.copied_;
    pages_.go_back(before.pages_);
  }

  // The first stretch of bytes that are not defined as a whole, of at most 4 from `address` on: offset and length; the
  // length is 0 if there is none.
  std::pair<std::uint32_t, std::uint32_t> first_undefined(std::uint32_t address, std::uint32_t bytes) const;

  // `step` of the instruction that the hart is about to execute, and what follows from it once it has completed.
  template <class H>
  Step before(H& hart, const isa::Instruction& i) const;
  template <class H>
  void after(H& hart, const Step& step);

  // Whether the registers in `live` (bit r for x[r]) and all memory but for what lies closely below `sp` are the same.
  bool same(const Definedness& other, std::uint32_t live, std::optional<std::uint32_t> sp) const;
  friend bool operator==(const Definedness& a, const Definedness& b) { return a.same(b, ~0U, std::nullopt); }

 private:
  static constexpr std::uint32_t kMostUndefined = 1U << 20;
  // Of 1 to 4 bytes.
  static Mask bits_of_bytes(std::uint32_t bytes) { return ~Mask{0} >> (32 - 8 * bytes); }
  Mask of_two_words(std::uint32_t address, std::uint32_t bytes) const;
  void store_to_two_words(std::uint32_t address, std::uint32_t bytes, Mask mask);
  void set(std::uint32_t address, std::uint32_t bytes, Mask mask);
  void set_word(std::uint32_t address, Mask bits, Mask mask);
  void set_words(std::uint32_t address, std::uint32_t count, Mask mask);
  std::uint32_t source_at(std::uint32_t address, std::uint32_t bytes) const;
  void forget_some_copied(std::uint32_t address, std::uint32_t bytes);
  void own_copied();

  std::array<Mask, 32> registers_{};
  std::array<std::uint32_t, 32> sources_{};
  using Copied = std::map<std::uint32_t, std::uint32_t>;
  // Where the undefined bits come from that were stored at an address. Other copies of this may share it.
  std::shared_ptr<Copied> copied_;
  SharedPages<Page> pages_;
};

// The undefined bits of what an instruction computes that neither loads nor jumps, from those of its operands, and from
// the operands as far as they do not depend on inputs.
Definedness::Mask undefined_bits(const isa::Instruction& i, Definedness::Mask u1, Definedness::Mask u2,
                                 std::optional<std::uint32_t> rs1, std::optional<std::uint32_t> rs2);

template <class H>
Definedness::Step Definedness::before(H& hart, const isa::Instruction& i) const {
  const std::uint32_t read = isa::registers_read(i);
  const bool first = read >> i.rs1 & 1, second = read >> i.rs2 & 1;
  Step step{i, second ? registers_[i.rs2] : 0, 0, 0, {}, constant_of(hart.get(isa::kSp))};
  if (const Mask u1 = first ? registers_[i.rs1] : 0; u1 | step.rs2) {
    step.source = sources_[u1 ? i.rs1 : i.rs2];
    step.result = undefined_bits(i, u1, step.rs2, constant_of(hart.get(i.rs1)), constant_of(hart.get(i.rs2)));
  }
  if (isa::memory_use(i.opcode).bytes > 0) {
    if (const auto base = constant_of(hart.get(i.rs1)))
      step.address = home(hart, *base + i.immediate, isa::memory_use(i.opcode).bytes);
  }
  return step;
}

template <class H>
void Definedness::after(H& hart, const Step& step) {
  const isa::Instruction& i = step.instruction;
  const isa::MemoryUse use = isa::memory_use(i.opcode);
  Mask result = isa::only_computes(i.opcode) ? step.result : 0;
  std::uint32_t source = step.source;
  if (use.loads && step.address) {
    result = of_memory(*step.address, use.bytes);
    const unsigned bits = 8U * use.bytes;
    const bool extends = i.opcode == isa::Opcode::lb || i.opcode == isa::Opcode::lh;
    if (extends && (result >> (bits - 1) & 1)) result |= ~Mask{0} << bits;
    if (result) source = source_at(*step.address, use.bytes);
  }
  if (use.stores) {
    if (!step.address) {
      pages_.clear();  // it may go anywhere
    } else if (isa::is_store(i)) {
      store(*step.address, use.bytes, step.rs2);
      if (step.rs2) copied(i.rs2, *step.address);
    } else {
      define(*step.address, use.bytes);
    }
  }
  if (i.opcode == isa::Opcode::ecall)
    registers_.fill(0);  // a hook writes a register that the instruction does not name
  const std::uint8_t rd = isa::written_register(i);
  if (rd != 0) registers_[rd] = result;
  if (rd != 0 && result) sources_[rd] = source;
  if (rd != isa::kSp || i.rs1 != isa::kSp) return;
  const auto sp = constant_of(hart.get(isa::kSp));
  if (!sp || !step.sp || *sp >= *step.sp) return;
  const std::uint32_t at = home(hart, *sp, 1);
  lowered(at + (*step.sp - *sp), at);
}

}  // namespace janus::hart
