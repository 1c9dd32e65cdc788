#include "hart/definedness.h"

#include <iterator>
#include <span>

#include "hart/leaves_rest.h"
#include "isa/semantics.h"

namespace janus::hart {
namespace {

using Mask = Definedness::Mask;

// A carry goes upwards from the lowest undefined bit.
Mask upwards(Mask mask) { return mask | (0 - mask); }
Mask any(Mask mask) { return mask ? ~Mask{0} : 0; }

Mask shifted(const isa::Instruction& i, Mask u1, Mask amount_mask, std::optional<std::uint32_t> amount) {
  using enum isa::Opcode;
  if (!amount || (amount_mask & 31)) return any(u1 | amount_mask);
  const std::uint32_t places = *amount & 31;
  switch (i.opcode) {
    case slli:
    case sll: return u1 << places;
    case srli:
    case srl: return u1 >> places;
    default: return static_cast<Mask>(static_cast<std::int32_t>(u1) >> places);
  }
}

// Of a comparison whose result is 0 or 1. Whether a word is zero is clear once one of its defined bits is 1.
Mask compared(const isa::Instruction& i, Mask u1, Mask u2, std::optional<std::uint32_t> rs1,
              std::optional<std::uint32_t> rs2) {
  using enum isa::Opcode;
  if (i.opcode == sltiu && i.immediate == 1) return rs1 && (*rs1 & ~u1) ? 0 : 1;
  if (i.opcode == sltu && i.rs1 == 0) return rs2 && (*rs2 & ~u2) ? 0 : 1;
  const bool sign = (i.opcode == slti && i.immediate == 0) || (i.opcode == slt && i.rs2 == 0);
  return sign ? u1 >> 31 : 1;
}

// Gives an instruction the masks in place of its operands: for those that only move bits.
struct OnMasks : LeavesRest<isa::ConcreteValues> {
  using Values = isa::ConcreteValues;
  template <unsigned W>
  using Word = isa::Bits<W>;

  std::uint8_t first = 0;
  Mask u1 = 0, second = 0, result = 0;
  Values domain{};

  Values& values() { return domain; }
  Word<32> get(std::uint8_t number) { return {number == first ? u1 : second}; }
  void set(std::uint8_t, Word<32> value) { result = value.raw; }
  std::uint32_t pc() { return 0; }
  std::optional<bool> branch(Word<1>) { return std::nullopt; }
  template <unsigned W>
  std::optional<Word<W>> load(Word<32>) {
    return leave<Word<W>>();
  }
  template <unsigned W>
  bool store(Word<32>, Word<W>) {
    return refuse();
  }
};
static_assert(isa::Hart<OnMasks>);

Mask moved(const isa::Instruction& i, Mask u1, std::uint32_t second) {
  OnMasks hart;
  hart.first = i.rs1;
  hart.u1 = u1;
  hart.second = second;
  isa::execute(hart, i);
  return hart.result;
}

// Of what rotates or names one bit by the low bits of rs2.
Mask by_bit_number(const isa::Instruction& i, Mask u1, Mask u2, std::optional<std::uint32_t> rs2) {
  using enum isa::Opcode;
  const bool immediate = isa::row(i.opcode).format == isa::Format::Shift;
  const auto number = immediate ? std::optional(i.immediate) : rs2;
  if (!number || (u2 & 31) || (!immediate && i.rs1 == i.rs2)) return any(u1 | u2);
  const Mask bit = Mask{1} << (*number & 31);
  switch (i.opcode) {
    case bclr:
    case bclri:
    case bset:
    case bseti: return u1 & ~bit;
    case binv:
    case binvi: return u1;
    case bext:
    case bexti: return u1 & bit ? 1 : 0;
    default: return moved(i, u1, *number);
  }
}

// czero.eqz and czero.nez: rs1, or zero if rs2 is zero or not.
Mask chosen(const isa::Instruction& i, Mask u1, Mask u2, std::optional<std::uint32_t> rs2) {
  const bool nonzero = rs2 && (*rs2 & ~u2), zero = rs2 == 0U && !u2;
  if (!nonzero && !zero) return u2 ? ~Mask{0} : u1;
  return nonzero == (i.opcode == isa::Opcode::czero_eqz) ? u1 : 0;
}

}  // namespace

Mask undefined_bits(const isa::Instruction& i, Mask u1, Mask u2, std::optional<std::uint32_t> rs1,
                    std::optional<std::uint32_t> rs2) {
  using enum isa::Opcode;
  const bool same = i.rs1 == i.rs2;
  // Bits that are 0, or 1, and defined.
  const Mask zero1 = rs1 ? ~u1 & ~*rs1 : 0, zero2 = rs2 ? ~u2 & ~*rs2 : 0;
  const Mask one1 = rs1 ? ~u1 & *rs1 : 0, one2 = rs2 ? ~u2 & *rs2 : 0;
  switch (i.opcode) {
    case addi: return i.immediate == 0 ? u1 : upwards(u1);
    case add: return i.rs1 == 0 ? u2 : i.rs2 == 0 ? u1 : upwards(u1 | u2);
    case sub: return same ? 0 : upwards(u1 | u2);
    case mul: return upwards(u1 | u2);
    case xori: return u1;
    case xor_: return same ? 0 : u1 | u2;
    case andi: return u1 & i.immediate;
    case ori: return u1 & ~i.immediate;
    case and_: return (u1 | u2) & ~zero1 & ~zero2;
    case or_: return (u1 | u2) & ~one1 & ~one2;
    case slli:
    case srli:
    case srai: return shifted(i, u1, 0, i.immediate);
    case sll:
    case srl:
    case sra: return shifted(i, u1, u2, rs2);
    case slti:
    case sltiu:
    case slt:
    case sltu: return compared(i, u1, u2, rs1, rs2);
    case andn: return (u1 | u2) & ~zero1 & ~one2;
    case orn: return (u1 | u2) & ~one1 & ~zero2;
    case xnor: return same ? 0 : u1 | u2;
    case sh1add: return upwards(u1 << 1 | u2);
    case sh2add: return upwards(u1 << 2 | u2);
    case sh3add: return upwards(u1 << 3 | u2);
    case sext_b:
    case sext_h:
    case zext_h:
    case orc_b:
    case rev8:
    case brev8:
    case zip:
    case unzip:
    case pack:
    case packh: return moved(i, u1, u2);
    case rol:
    case ror:
    case rori:
    case bclr:
    case bclri:
    case bset:
    case bseti:
    case binv:
    case binvi:
    case bext:
    case bexti: return by_bit_number(i, u1, u2, rs2);
    case czero_eqz:
    case czero_nez: return chosen(i, u1, u2, rs2);
    case clz:
    case ctz:
    case cpop:
    case min:
    case minu:
    case max:
    case maxu:
    case mulh:
    case mulhu:
    case mulhsu:
    case div:
    case divu:
    case rem:
    case remu: return any(u1 | u2);
    default: return 0;
  }
}

Mask Definedness::of_two_words(std::uint32_t address, std::uint32_t bytes) const {
  Mask result = 0;
  for (std::uint32_t byte = 0; byte < bytes; ++byte) {
    const std::uint32_t at = address + byte;
    const Page* page = pages_.find(at / kPageBytes);
    if (page) result |= ((*page)[at % kPageBytes / 4] >> (8 * (at % 4)) & 0xff) << (8 * byte);
  }
  return result;
}

std::pair<std::uint32_t, std::uint32_t> Definedness::first_undefined(std::uint32_t address, std::uint32_t bytes) const {
  const Mask mask = of_memory(address, bytes);
  std::uint32_t first = 0, length = 0;
  while (first < bytes && !(mask >> (8 * first) & 0xff)) ++first;
  while (first + length < bytes && (mask >> (8 * (first + length)) & 0xff)) ++length;
  return {first, length};
}

std::uint32_t Definedness::source_at(std::uint32_t address, std::uint32_t bytes) const {
  const std::uint32_t first = address + first_undefined(address, bytes).first;
  if (!copied_) return first;
  const auto behind = copied_->upper_bound(first);
  if (behind == copied_->begin()) return first;
  const auto& [stored, source] = *std::prev(behind);
  return first - stored < 4 ? source : first;
}

void Definedness::copied(std::uint8_t number, std::uint32_t address) {
  constexpr std::size_t kMostCopied = 1024;
  if (copied_) {
    const auto known = copied_->find(address);
    const bool is_new = known == copied_->end();
    if (is_new ? copied_->size() >= kMostCopied : known->second == sources_[number]) return;
  }
  own_copied();
  copied_->insert_or_assign(address, sources_[number]);
}

void Definedness::forget_some_copied(std::uint32_t address, std::uint32_t bytes) {
  // A stack pointer may be lowered below zero.
  const std::uint32_t end = address + bytes;
  const auto behind = [&] { return end < address ? copied_->end() : copied_->lower_bound(end); };
  if (copied_->lower_bound(address) == behind()) return;
  own_copied();
  copied_->erase(copied_->lower_bound(address), behind());
}

void Definedness::own_copied() {
  if (!copied_)
    copied_ = std::make_shared<Copied>();
  else if (copied_.use_count() > 1)
    copied_ = std::make_shared<Copied>(*copied_);
}

void Definedness::set_word(std::uint32_t address, Mask bits, Mask mask) {
  const std::uint32_t number = address / kPageBytes, word = address % kPageBytes / 4;
  const Page* const page = pages_.find(number);
  const Mask before = page ? (*page)[word] : 0, after = (before & ~bits) | (mask & bits);
  if (after != before) pages_.make(number)[word] = after;
}

void Definedness::store_to_two_words(std::uint32_t address, std::uint32_t bytes, Mask mask) {
  for (std::uint32_t byte = 0; byte < bytes; ++byte) set(address + byte, 1, mask >> (8 * byte));
}

// Gives each of the bytes the lowest byte of `mask`.
void Definedness::set(std::uint32_t address, std::uint32_t bytes, Mask mask) {
  const Mask whole = (mask & 0xff) * 0x0101'0101U;
  while (bytes > 0) {
    const std::uint32_t inside = address % 4;
    std::uint32_t count = std::min(bytes, 4 - inside);
    if (count == 4) {
      count = std::min(bytes, kPageBytes - address % kPageBytes) / 4 * 4;
      set_words(address, count / 4, whole);
    } else {
      set_word(address - inside, ((Mask{1} << (8 * count)) - 1) << (8 * inside), whole);
    }
    address += count;
    bytes -= count;
  }
}

// Of one page.
void Definedness::set_words(std::uint32_t address, std::uint32_t count, Mask mask) {
  const std::uint32_t number = address / kPageBytes, first = address % kPageBytes / 4;
  static const Page kDefined{};
  const Page* const found = pages_.find(number);
  const auto words = std::span(found ? *found : kDefined).subspan(first, count);
  if (std::ranges::all_of(words, [&](Mask word) { return word == mask; })) return;
  std::ranges::fill(std::span(pages_.make(number)).subspan(first, count), mask);
}

bool Definedness::same(const Definedness& other, std::uint32_t live, std::optional<std::uint32_t> sp) const {
  constexpr std::uint32_t kLeftover = 1U << 16;
  for (unsigned number = 1; number < 32; ++number) {
    if ((live >> number & 1) && registers_[number] != other.registers_[number]) return false;
  }
  static const Page kDefined{};
  const auto agree = [&](std::uint32_t number, const Page& a, const Page& b) {
    for (std::uint32_t word = 0; &a != &b && word < a.size(); ++word) {
      const bool left_over = sp && *sp - (number * kPageBytes + 4 * word) - 1 < kLeftover;
      if (a[word] != b[word] && !left_over) return false;
    }
    return true;
  };
  const auto agrees_with = [&](const Definedness& a, const Definedness& b) {
    return a.pages_.all_of([&](std::uint32_t number, const Page& ours) {
      const Page* const page = b.pages_.find(number);
      return agree(number, ours, page ? *page : kDefined);
    });
  };
  return agrees_with(*this, other) && agrees_with(other, *this);
}

}  // namespace janus::hart
