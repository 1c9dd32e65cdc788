#include "call/expression_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "support/error.h"

namespace janus::call {
namespace {

using isa::Opcode;
using Kind = support::SourceType::Kind;
using Node = Expression::Node;

// A word of 64 bits in two registers.
struct Pair {
  std::uint8_t low, high;
};
constexpr Pair kLeft = {kValue, kFourth}, kRight = {kOther, kFifth};

class Generator {
 public:
  Generator(const Claim& claim, const char* option, const Scope& scope, Code& code)
      : claim_(claim), option_(option), scope_(scope), code_(code) {}

  void whole() { widen(kLeft, value(claim_.expression.nodes.size() - 1)); }
  void condition() { make_truth(kLeft, value(claim_.expression.nodes.size() - 1)); }

 private:
  // Of a value in a0 (and a3, if it has 8 bytes), or of what a0 is the address of.
  struct Typed {
    bool is_signed = true;
    std::uint32_t size = 4;
    std::uint32_t type = 0;                       // index in SourceTypes; 0: a plain integer
    std::optional<std::uint32_t> points_to = {};  // index of a type
    std::uint32_t first_bit = 0, bits = 0;        // of a bit-field: how many there are, from the lowest of the byte on
  };

  [[noreturn]] void refuse(const std::string& why) const {
    throw support::InputError(fmt::format("{} '{}': {}", option_, claim_.text, why), support::exit_code::kUsage);
  }
  const Node& node(std::size_t index) const { return claim_.expression.nodes[index]; }
  const support::SourceType& source(std::uint32_t type) const { return scope_.types.type(type); }
  Kind kind(const Typed& typed) const { return source(typed.type).kind; }
  Typed typed(std::uint32_t type) const {
    const support::SourceType& of = source(type);
    return pointing({of.is_signed, of.size, type});
  }
  Typed pointing(Typed value) const {
    if (kind(value) == Kind::Pointer || kind(value) == Kind::Array) value.points_to = source(value.type).target;
    return value;
  }

  Meaning meaning(const Node& what) const {
    if (auto found = scope_.meaning(what)) return *found;
    if (what.is == Operator::Return) refuse("there is no result");
    refuse(fmt::format("'{}' is no argument, no global and no enumerator", what.name));
  }

  // --- Places.

  // Leaves the address of a place in a0.
  Typed address(std::size_t index) {
    const Node& what = node(index);
    if (what.is == Operator::Name || what.is == Operator::Return) {
      const Meaning found = meaning(what);
      if (!std::holds_alternative<Cell>(found)) refuse(fmt::format("'{}' has no address", what.name));
      const Cell& cell = std::get<Cell>(found);
      code_.set(kValue, cell.address);
      return pointing({cell.is_signed, cell.size, cell.type});
    }
    if (what.is == Operator::Dereference) return pointee(value(what.left));
    if (what.is == Operator::MemberOfPointer) return member(pointee(value(what.left)), what.name);
    if (what.is == Operator::Member) return member(address(what.left), what.name);
    if (what.is == Operator::Index) return element(what);
    refuse("what stands behind & or in front of . or [ is no object");
  }

  static bool is_pointer(const Typed& value) { return value.points_to.has_value(); }
  Typed pointee(const Typed& pointer) const {
    if (!is_pointer(pointer)) refuse("what is no pointer points to nothing");
    if (source(*pointer.points_to).size == 0) refuse("a pointer to void points to nothing with a type");
    return typed(*pointer.points_to);
  }

  Typed member(const Typed& object, const std::string& name) {
    const support::SourceType& type = source(object.type);
    for (const auto& member : type.members) {
      if (member.name != name) continue;
      move_by(member.offset);
      return typed(member.type);
    }
    for (const auto& field : type.bit_fields) {
      if (field.name != name) continue;
      move_by(field.first / 8);
      Typed place = typed(field.type);
      place.first_bit = field.first % 8;
      place.bits = field.bits;
      return place;
    }
    refuse(fmt::format("there is no member '{}'", name));
  }
  void move_by(std::uint32_t offset) {
    code_.set(kOther, offset);
    code_.registers(Opcode::add, kValue, kValue, kOther);
  }

  Typed element(const Node& what) {
    const bool is_array = is_array_place(what.left);
    Typed base = is_array ? address(what.left) : value(what.left);
    const Typed of = is_array ? typed(source(base.type).target) : pointee(base);
    push(base);
    value(what.right);
    multiply(kValue, of.size);
    pop(kRight, base);
    code_.registers(Opcode::add, kValue, kValue, kOther);
    return of;
  }

  // What a pointer moves by if one is added to it: a byte, if nothing says what it points to.
  std::uint32_t step_of(const Typed& pointer) const { return std::max(source(*pointer.points_to).size, 1U); }
  static bool is_power(std::uint32_t size) { return (size & (size - 1)) == 0 && size > 0; }
  void multiply(std::uint8_t number, std::uint32_t size) {
    if (is_power(size))
      code_.immediate(Opcode::slli, number, number, static_cast<std::uint32_t>(std::countr_zero(size)));
    else
      by_size(Opcode::mul, number, size);
  }
  void divide(std::uint32_t size) {
    if (is_power(size))
      code_.immediate(Opcode::srai, kValue, kValue, static_cast<std::uint32_t>(std::countr_zero(size)));
    else
      by_size(Opcode::div, kValue, size);
  }
  void by_size(Opcode opcode, std::uint8_t number, std::uint32_t size) {
    require_m();
    code_.set(kThird, size);
    code_.registers(opcode, number, number, kThird);
  }
  void require_m() const {
    if (!scope_.extensions.has(isa::Extension::M)) refuse("the hart has no multiplication and division");
  }

  bool is_array_place(std::size_t index) const { return source(type_of(index)).kind == Kind::Array; }

  // The type of a place, as an index; 0 of anything else.
  std::uint32_t type_of(std::size_t index) const {
    const Node& what = node(index);
    if (what.is == Operator::Name || what.is == Operator::Return) {
      const Meaning found = meaning(what);
      return std::holds_alternative<Cell>(found) ? std::get<Cell>(found).type : 0;
    }
    if (!is_place(what.is)) return 0;
    std::uint32_t type = type_of(what.left);
    if (what.is != Operator::Member) type = source(type).target;
    if (what.is == Operator::Index || what.is == Operator::Dereference) return type;
    for (const auto& member : source(type).members) {
      if (member.name == what.name) return member.type;
    }
    return 0;
  }

  // --- Values.

  // Leaves the value in a0, and a3.
  Typed value(std::size_t index) {
    const Node& what = node(index);
    switch (what.is) {
      case Operator::Number: return constant(what.number, what.type.size, what.type.is_signed);
      case Operator::Name:
      case Operator::Return:
      case Operator::SizeOf: return named(what);
      case Operator::AddressOf: return address_of(what);
      case Operator::Cast: return cast(what);
      case Operator::Choose: return choose(what);
      case Operator::Negate:
      case Operator::Not:
      case Operator::Invert: return unary(what);
      case Operator::Dereference:
      case Operator::Member:
      case Operator::MemberOfPointer:
      case Operator::Index: return read(address(index));
      case Operator::And:
      case Operator::Or: return logic(what);
      case Operator::ShiftLeft:
      case Operator::ShiftRight: return shift(what);
      case Operator::Multiply:
      case Operator::Divide:
      case Operator::Remainder:
      case Operator::Add:
      case Operator::Subtract:
      case Operator::Less:
      case Operator::LessOrEqual:
      case Operator::Greater:
      case Operator::GreaterOrEqual:
      case Operator::Equal:
      case Operator::Unequal:
      case Operator::BitAnd:
      case Operator::BitXor:
      case Operator::BitOr: return binary(what);
    }
    refuse("an operator that has no meaning here");
  }

  Typed constant(std::uint64_t number, std::uint32_t size, bool is_signed) {
    code_.set(kLeft.low, static_cast<std::uint32_t>(number));
    if (size == 8) code_.set(kLeft.high, static_cast<std::uint32_t>(number >> 32));
    return {is_signed, size};
  }

  Typed named(const Node& what) {
    const Meaning found = meaning(what);
    if (const auto* number = std::get_if<std::uint32_t>(&found)) return constant(*number, 4, false);
    if (const auto* number = std::get_if<std::int64_t>(&found)) {
      const auto bits = static_cast<std::uint64_t>(*number);
      if (static_cast<std::int32_t>(*number) == *number) return constant(bits, 4, true);
      return *number >> 32 == 0 ? constant(bits, 4, false) : constant(bits, 8, true);
    }
    const Cell& cell = std::get<Cell>(found);
    code_.set(kValue, cell.address);
    return read(pointing({cell.is_signed, cell.size, cell.type}));
  }

  Typed address_of(const Node& what) {
    const Node& of = node(what.left);
    if (of.is == Operator::Name && std::holds_alternative<std::uint32_t>(meaning(of))) return named(of);
    const Typed place = address(what.left);
    if (place.bits != 0) refuse("a bit-field has no address");
    return {.is_signed = false, .points_to = place.type};
  }

  Typed read(const Typed& place) {
    if (place.bits != 0) return read_bits(place);
    if (kind(place) == Kind::Array) {  // its address
      return {.is_signed = false, .type = place.type, .points_to = place.points_to};
    }
    const bool is_number = kind(place) != Kind::Aggregate && kind(place) != Kind::Floating;
    if (!is_number || !std::has_single_bit(place.size) || place.size > 8)
      refuse("it is about something that is no integer of 1, 2, 4 or 8 bytes and no pointer");
    if (place.size == 8) code_.immediate(Opcode::lw, kLeft.high, kValue, 4);
    const Opcode load = place.size == 1   ? place.is_signed ? Opcode::lb : Opcode::lbu
                        : place.size == 2 ? place.is_signed ? Opcode::lh : Opcode::lhu
                                          : Opcode::lw;
    code_.immediate(load, kValue, kValue, 0);
    Typed value = place;
    value.size = std::max(place.size, 4U);
    value.is_signed = place.size < 4 || place.is_signed;
    return value;
  }

  // Bytes one by one, since a load of a word might reach beyond the object.
  Typed read_bits(const Typed& place) {
    const std::uint32_t bytes = (place.first_bit + place.bits + 7) / 8;
    if (bytes > 4) refuse("it is about a bit-field that is in more than four bytes");
    code_.move(kOther, kValue);
    code_.immediate(Opcode::lbu, kValue, kOther, 0);
    for (std::uint32_t at = 1; at < bytes; ++at) {
      code_.immediate(Opcode::lbu, kThird, kOther, at);
      code_.immediate(Opcode::slli, kThird, kThird, 8 * at);
      code_.registers(Opcode::or_, kValue, kValue, kThird);
    }
    extend(32 - place.first_bit - place.bits, 32 - place.bits, place.is_signed);
    return {.is_signed = place.bits < 32 || place.is_signed};
  }
  // Drops so many of the highest bits of a0, and then as many as are left above the value.
  void extend(std::uint32_t dropped, std::uint32_t above, bool is_signed) {
    if (dropped) code_.immediate(Opcode::slli, kValue, kValue, dropped);
    if (above) code_.immediate(is_signed ? Opcode::srai : Opcode::srli, kValue, kValue, above);
  }

  Typed cast(const Node& what) {
    const Typed operand = value(what.left);
    const IntegerType& type = what.type;
    if (type.is_bool) return make_truth(kLeft, operand);
    if (type.size == 8) {
      widen(kLeft, operand);
      return {type.is_signed, 8};
    }
    extend(32 - 8U * type.size, 32 - 8U * type.size, type.is_signed);
    return {.is_signed = type.size < 4 || type.is_signed};
  }

  // Makes 64 bits of a value.
  void widen(Pair at, const Typed& value) {
    if (value.size == 8) return;
    if (value.is_signed)
      code_.immediate(Opcode::srai, at.high, at.low, 31);
    else
      code_.move(at.high, isa::kZero);
  }
  // Makes 1 of a value that is not 0.
  Typed make_truth(Pair at, const Typed& value) {
    if (value.size == 8) code_.registers(Opcode::or_, at.low, at.low, at.high);
    code_.registers(Opcode::sltu, at.low, isa::kZero, at.low);
    return {};
  }

  Typed unary(const Node& what) {
    const Typed operand = value(what.left);
    const bool is_wide = operand.size == 8;
    if (what.is == Operator::Not) {
      make_truth(kLeft, operand);
      code_.immediate(Opcode::xori, kValue, kValue, 1);
      return {};
    }
    if (what.is == Operator::Invert) {
      code_.immediate(Opcode::xori, kLeft.low, kLeft.low, ~0U);
      if (is_wide) code_.immediate(Opcode::xori, kLeft.high, kLeft.high, ~0U);
    } else {
      if (is_wide) code_.registers(Opcode::sltu, kThird, isa::kZero, kLeft.low);
      code_.registers(Opcode::sub, kLeft.low, isa::kZero, kLeft.low);
      if (is_wide) code_.registers(Opcode::sub, kLeft.high, isa::kZero, kLeft.high);
      if (is_wide) code_.registers(Opcode::sub, kLeft.high, kLeft.high, kThird);
    }
    return {operand.is_signed, operand.size};
  }

  // The operands in a0, a3 and a1, a4, a number in elements if the other one is a pointer.
  std::pair<Typed, Typed> operands(const Node& what) {
    const Typed left = value(what.left);
    push(left);
    const Typed right = value(what.right);
    code_.move(kRight.low, kLeft.low);
    if (right.size == 8) code_.move(kRight.high, kLeft.high);
    pop(kLeft, left);
    const bool moves = what.is == Operator::Add || what.is == Operator::Subtract;
    if (moves && is_pointer(left) && !is_pointer(right)) multiply(kRight.low, step_of(left));
    if (what.is == Operator::Add && is_pointer(right) && !is_pointer(left)) multiply(kLeft.low, step_of(right));
    return {left, right};
  }

  // c ? x : y is y ^ ((x ^ y) & mask).
  Typed choose(const Node& what) {
    const Typed truth = make_truth(kLeft, value(what.left));
    push(truth);
    const Typed one = value(what.right);
    push(one);
    const Typed other = value(what.third);
    pop(kRight, one);
    const Typed both = common(one, other);
    pop({kSixth, kSixth}, truth);
    code_.registers(Opcode::sub, kSixth, isa::kZero, kSixth);
    const auto merge = [&](std::uint8_t x, std::uint8_t y) {
      code_.registers(Opcode::xor_, x, x, y);
      code_.registers(Opcode::and_, x, x, kSixth);
      code_.registers(Opcode::xor_, y, y, x);
    };
    if (both.size == 8) {
      widen(kRight, one);
      widen(kLeft, other);
      merge(kRight.high, kLeft.high);
    }
    merge(kRight.low, kLeft.low);
    return is_pointer(one) ? one : is_pointer(other) ? other : both;
  }

  // What two integers become when they meet.
  static Typed common(const Typed& a, const Typed& b) {
    if (a.size == b.size) return {a.is_signed && b.is_signed, a.size};
    return {a.size > b.size ? a.is_signed : b.is_signed, 8};
  }

  Typed logic(const Node& what) {
    const auto [a, b] = operands(what);
    make_truth(kLeft, a), make_truth(kRight, b);
    both(what.is == Operator::And ? Opcode::and_ : Opcode::or_, false);
    return {};
  }

  Typed shift(const Node& what) {
    const Typed a = operands(what).first;
    shift(what.is == Operator::ShiftLeft, a);
    return {a.is_signed, a.size};
  }

  Typed binary(const Node& what) {
    const auto [a, b] = operands(what);
    Typed result = common(a, b);
    if (is_pointer(a) || is_pointer(b)) {
      result = {.is_signed = false};  // of 32 bits, whatever has been added
    } else if (result.size == 8) {
      widen(kLeft, a), widen(kRight, b);
    }
    if (what.is == Operator::Less) return less(kLeft, kRight, result, false);
    if (what.is == Operator::GreaterOrEqual) return less(kLeft, kRight, result, true);
    if (what.is == Operator::Greater) return less(kRight, kLeft, result, false);
    if (what.is == Operator::LessOrEqual) return less(kRight, kLeft, result, true);
    if (what.is == Operator::Equal || what.is == Operator::Unequal) {
      both(Opcode::xor_, result.size == 8);
      make_truth(kLeft, result);
      if (what.is == Operator::Equal) code_.immediate(Opcode::xori, kValue, kValue, 1);
      return {};
    }
    arithmetic(what.is, result);
    if (what.is == Operator::Subtract && is_pointer(a) && is_pointer(b)) divide(step_of(a));
    if (what.is == Operator::Add && (is_pointer(a) || is_pointer(b))) return is_pointer(a) ? a : b;
    if (what.is == Operator::Subtract && is_pointer(a)) return is_pointer(b) ? Typed{} : a;
    return result;
  }

  void arithmetic(Operator is, const Typed& type) {
    const bool is_wide = type.size == 8;
    const auto only_m = [&](Opcode opcode) {
      require_m();
      if (is_wide) refuse("a quotient or remainder of 64 bits");
      both(opcode, false);
    };
    if (is == Operator::Add) return add(is_wide);
    if (is == Operator::Subtract) return subtract(is_wide);
    if (is == Operator::BitAnd) return both(Opcode::and_, is_wide);
    if (is == Operator::BitOr) return both(Opcode::or_, is_wide);
    if (is == Operator::BitXor) return both(Opcode::xor_, is_wide);
    if (is == Operator::Multiply) return multiply(is_wide);
    if (is == Operator::Divide) return only_m(type.is_signed ? Opcode::div : Opcode::divu);
    if (is == Operator::Remainder) return only_m(type.is_signed ? Opcode::rem : Opcode::remu);
    refuse("an operator that has no meaning here");
  }

  // The left operand becomes the result.
  void both(Opcode opcode, bool is_wide) {
    code_.registers(opcode, kLeft.low, kLeft.low, kRight.low);
    if (is_wide) code_.registers(opcode, kLeft.high, kLeft.high, kRight.high);
  }
  void add(bool is_wide) {
    both(Opcode::add, is_wide);
    if (!is_wide) return;
    code_.registers(Opcode::sltu, kThird, kLeft.low, kRight.low);
    code_.registers(Opcode::add, kLeft.high, kLeft.high, kThird);
  }
  void subtract(bool is_wide) {
    if (is_wide) code_.registers(Opcode::sltu, kThird, kLeft.low, kRight.low);
    both(Opcode::sub, is_wide);
    if (is_wide) code_.registers(Opcode::sub, kLeft.high, kLeft.high, kThird);
  }
  void multiply(bool is_wide) {
    require_m();
    if (is_wide) {
      code_.registers(Opcode::mul, kLeft.high, kLeft.high, kRight.low);
      code_.registers(Opcode::mul, kThird, kLeft.low, kRight.high);
      code_.registers(Opcode::add, kLeft.high, kLeft.high, kThird);
      code_.registers(Opcode::mulhu, kThird, kLeft.low, kRight.low);
      code_.registers(Opcode::add, kLeft.high, kLeft.high, kThird);
    }
    code_.registers(Opcode::mul, kLeft.low, kLeft.low, kRight.low);
  }
  Typed less(Pair a, Pair b, const Typed& type, bool negated) {
    const Opcode compare = type.is_signed ? Opcode::slt : Opcode::sltu;
    if (type.size == 8) {  // high < high, or they are the same and low < low
      code_.registers(Opcode::sltu, kThird, a.low, b.low);
      code_.registers(Opcode::xor_, kSixth, a.high, b.high);
      code_.immediate(Opcode::sltiu, kSixth, kSixth, 1);
      code_.registers(Opcode::and_, kThird, kThird, kSixth);
      code_.registers(compare, kValue, a.high, b.high);
      code_.registers(Opcode::or_, kValue, kValue, kThird);
    } else {
      code_.registers(compare, kValue, a.low, b.low);
    }
    if (negated) code_.immediate(Opcode::xori, kValue, kValue, 1);
    return {};
  }

  // By a1. Of 64 bits: `from` is the half that bits leave, into `to`; all of them do if 32 or more are shifted.
  void shift(bool left, const Typed& type) {
    const Opcode own = left ? Opcode::sll : type.is_signed ? Opcode::sra : Opcode::srl;
    if (type.size != 8) return both(own, false);
    const std::uint8_t from = left ? kLeft.low : kLeft.high, to = left ? kLeft.high : kLeft.low;
    const Opcode along = left ? Opcode::sll : Opcode::srl, back = left ? Opcode::srl : Opcode::sll;
    code_.immediate(Opcode::xori, kThird, kRight.low, ~0U);  // 31 less the amount
    code_.immediate(left ? Opcode::srli : Opcode::slli, kSixth, from, 1);
    code_.registers(back, kSixth, kSixth, kThird);  // what crosses
    code_.registers(along, to, to, kRight.low);
    code_.registers(Opcode::or_, to, to, kSixth);
    code_.immediate(Opcode::slli, kThird, kRight.low, 26);
    code_.immediate(Opcode::srai, kThird, kThird, 31);  // all ones if 32 or more
    if (!left && type.is_signed)
      code_.immediate(Opcode::srai, kSixth, from, 31);
    else
      code_.move(kSixth, isa::kZero);
    code_.registers(own, from, from, kRight.low);
    choose_by(kThird, to, from);
    choose_by(kThird, from, kSixth);
  }
  // number = mask ? other : number. Changes a1.
  void choose_by(std::uint8_t mask, std::uint8_t number, std::uint8_t other) {
    code_.registers(Opcode::xor_, kOther, number, other);
    code_.registers(Opcode::and_, kOther, kOther, mask);
    code_.registers(Opcode::xor_, number, number, kOther);
  }

  // --- Operands that wait, in Plan::scratch: two words each.
  void push(const Typed& value) {
    if (waiting_ == kDeepestExpression) refuse("the expression is nested too deeply");
    const std::uint32_t at = scope_.scratch + 8 * waiting_++;
    code_.store(Opcode::sw, kLeft.low, at, kThird);
    if (value.size == 8) code_.store(Opcode::sw, kLeft.high, at + 4, kThird);
  }
  void pop(Pair to, const Typed& value) {
    const std::uint32_t at = scope_.scratch + 8 * --waiting_;
    code_.load(Opcode::lw, to.low, at);
    if (value.size == 8) code_.load(Opcode::lw, to.high, at + 4);
  }

  const Claim& claim_;
  const char* option_;
  const Scope& scope_;
  Code& code_;
  unsigned waiting_ = 0;
};

}  // namespace

void compute(const Claim& claim, const char* option, const Scope& scope, Code& code) {
  Generator(claim, option, scope, code).whole();
}

void compute_condition(const Claim& claim, const char* option, const Scope& scope, Code& code) {
  Generator(claim, option, scope, code).condition();
}

}  // namespace janus::call
