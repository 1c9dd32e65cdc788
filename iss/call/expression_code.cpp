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

class Generator {
 public:
  Generator(const Claim& claim, const char* option, const Scope& scope, Code& code)
      : claim_(claim), option_(option), scope_(scope), code_(code) {}

  bool whole() { return value(claim_.expression.nodes.size() - 1).is_signed; }

 private:
  // Of a value in a0, or of what a0 is the address of.
  struct Typed {
    bool is_signed = true;
    std::uint32_t size = 4;
    std::uint32_t type = 0;  // index in SourceTypes; 0: a plain integer
  };

  [[noreturn]] void refuse(const std::string& why) const {
    throw support::InputError(fmt::format("{} '{}': {}", option_, claim_.text, why), support::exit_code::kUsage);
  }
  const Node& node(std::size_t index) const { return claim_.expression.nodes[index]; }
  Kind kind(const Typed& typed) const { return scope_.types.type(typed.type).kind; }
  Typed typed(std::uint32_t type) const {
    const support::SourceType& source = scope_.types.type(type);
    return {source.is_signed, source.size, type};
  }

  Meaning meaning(const Node& what) const {
    if (auto found = scope_.meaning(what)) return *found;
    if (what.is == Operator::Return) refuse("there is no result");
    refuse(fmt::format("'{}' is no argument and no global", what.name));
  }

  // Leaves the address of a place in a0.
  Typed address(std::size_t index) {
    const Node& what = node(index);
    if (what.is == Operator::Name || what.is == Operator::Return) {
      const Meaning found = meaning(what);
      if (!std::holds_alternative<Cell>(found)) refuse(fmt::format("'{}' has no address", what.name));
      const Cell& cell = std::get<Cell>(found);
      code_.set(kValue, cell.address);
      return {cell.is_signed, cell.size, cell.type};
    }
    switch (what.is) {
      case Operator::Dereference: return pointee(value(what.left));
      case Operator::MemberOfPointer: return member(pointee(value(what.left)), what.name);
      case Operator::Member: return member(address(what.left), what.name);
      case Operator::Index: return element(what);
      default: refuse("what stands in front of . or [ is no object");
    }
  }

  bool is_pointer(const Typed& value) const { return kind(value) == Kind::Pointer || kind(value) == Kind::Array; }
  Typed pointee(const Typed& pointer) const {
    if (!is_pointer(pointer)) refuse("what is no pointer points to nothing");
    const std::uint32_t target = scope_.types.type(pointer.type).target;
    if (scope_.types.type(target).size == 0) refuse("a pointer to void points to nothing with a type");
    return typed(target);
  }

  Typed member(const Typed& object, const std::string& name) {
    for (const auto& member : scope_.types.type(object.type).members) {
      if (member.name != name) continue;
      code_.set(kOther, member.offset);
      code_.registers(Opcode::add, kValue, kValue, kOther);
      return typed(member.type);
    }
    refuse(fmt::format("there is no member '{}'", name));
  }

  Typed element(const Node& what) {
    const bool is_array = is_array_place(what.left);
    Typed base = is_array ? address(what.left) : value(what.left);
    const Typed of = is_array ? typed(scope_.types.type(base.type).target) : pointee(base);
    push();
    value(what.right);
    multiply(of.size);
    code_.move(kOther, kValue);
    pop(kValue);
    code_.registers(Opcode::add, kValue, kValue, kOther);
    return of;
  }

  // What a pointer moves by if one is added to it: a byte, if nothing says what it points to.
  std::uint32_t step_of(const Typed& pointer) const {
    return std::max(scope_.types.type(scope_.types.type(pointer.type).target).size, 1U);
  }
  static bool is_power(std::uint32_t size) { return (size & (size - 1)) == 0 && size > 0; }
  void multiply(std::uint32_t size) {
    if (is_power(size))
      code_.immediate(Opcode::slli, kValue, kValue, static_cast<std::uint32_t>(std::countr_zero(size)));
    else
      by_size(Opcode::mul, size);
  }
  void divide(std::uint32_t size) {
    if (is_power(size))
      code_.immediate(Opcode::srai, kValue, kValue, static_cast<std::uint32_t>(std::countr_zero(size)));
    else
      by_size(Opcode::div, size);
  }
  void by_size(Opcode opcode, std::uint32_t size) {
    require_m();
    code_.set(kThird, size);
    code_.registers(opcode, kValue, kValue, kThird);
  }
  void require_m() const {
    if (!scope_.extensions.has(isa::Extension::M)) refuse("the hart has no multiplication and division");
  }

  bool is_array_place(std::size_t index) const { return scope_.types.type(type_of(index)).kind == Kind::Array; }

  // The type of a place, as an index; 0 of anything else.
  std::uint32_t type_of(std::size_t index) const {
    const Node& what = node(index);
    if (what.is == Operator::Name || what.is == Operator::Return) {
      const Meaning found = meaning(what);
      return std::holds_alternative<Cell>(found) ? std::get<Cell>(found).type : 0;
    }
    if (!is_place(what.is)) return 0;
    std::uint32_t type = type_of(what.left);
    if (what.is != Operator::Member) type = scope_.types.type(type).target;
    if (what.is == Operator::Index || what.is == Operator::Dereference) return type;
    for (const auto& member : scope_.types.type(type).members) {
      if (member.name == what.name) return member.type;
    }
    return 0;
  }

  // Leaves the value in a0.
  Typed value(std::size_t index) {
    const Node& what = node(index);
    if (what.is == Operator::Number) {
      code_.set(kValue, what.number);
      return {.is_signed = what.number < 0x8000'0000};
    }
    if (what.is == Operator::Name || what.is == Operator::Return || what.is == Operator::SizeOf) {
      const Meaning found = meaning(what);
      if (const auto* number = std::get_if<std::uint32_t>(&found)) {
        code_.set(kValue, *number);
        return {.is_signed = false};
      }
      const Cell& cell = std::get<Cell>(found);
      code_.set(kValue, cell.address);
      return read({cell.is_signed, cell.size, cell.type});
    }
    if (is_place(what.is)) return read(address(index));
    if (what.is == Operator::Negate || what.is == Operator::Not || what.is == Operator::Invert) return unary(what);
    return binary(what);
  }

  Typed read(const Typed& place) {
    if (kind(place) == Kind::Array) return {.is_signed = false, .size = 4, .type = place.type};  // its address
    Opcode load = Opcode::lw;
    switch (place.size) {
      case 1: load = place.is_signed ? Opcode::lb : Opcode::lbu; break;
      case 2: load = place.is_signed ? Opcode::lh : Opcode::lhu; break;
      case 4: break;
      default: refuse("it is about something that has neither 1, 2 nor 4 bytes");
    }
    code_.immediate(load, kValue, kValue, 0);
    return {place.size < 4 || place.is_signed, 4, place.type};
  }

  Typed unary(const Node& what) {
    Typed operand = value(what.left);
    operand.type = 0;
    switch (what.is) {
      case Operator::Negate: code_.registers(Opcode::sub, kValue, isa::kZero, kValue); return operand;
      case Operator::Invert: code_.immediate(Opcode::xori, kValue, kValue, ~0U); return operand;
      default: code_.immediate(Opcode::sltiu, kValue, kValue, 1); return {};
    }
  }

  // The operands in a0 and a1, a number in elements if the other one is a pointer.
  std::pair<Typed, Typed> operands(const Node& what) {
    const Typed left = value(what.left);
    push();
    const Typed right = value(what.right);
    const bool moves = what.is == Operator::Add || what.is == Operator::Subtract;
    if (moves && is_pointer(left) && !is_pointer(right)) multiply(step_of(left));
    code_.move(kOther, kValue);
    pop(kValue);
    if (what.is == Operator::Add && is_pointer(right) && !is_pointer(left)) multiply(step_of(right));
    return {left, right};
  }

  // Of pointers, `left` or `right`.
  Typed sum(const Typed& left, const Typed& right, bool is_signed) {
    code_.registers(Opcode::add, kValue, kValue, kOther);
    return is_pointer(left) ? left : is_pointer(right) ? right : Typed{is_signed};
  }
  Typed difference(const Typed& left, const Typed& right, bool is_signed) {
    code_.registers(Opcode::sub, kValue, kValue, kOther);
    if (!is_pointer(left)) return {is_signed};
    if (!is_pointer(right)) return left;
    divide(step_of(left));
    return {};
  }

  Typed binary(const Node& what) {
    const auto [a, b] = operands(what);
    const bool left = a.is_signed, is_signed = left && b.is_signed;
    const Opcode less = is_signed ? Opcode::slt : Opcode::sltu;
    const auto plain = [&](Opcode opcode) { code_.registers(opcode, kValue, kValue, kOther); };
    const auto negated = [&] { code_.immediate(Opcode::xori, kValue, kValue, 1); };
    const auto truth = [&](std::uint8_t number) { code_.registers(Opcode::sltu, number, isa::kZero, number); };
    const auto only_m = [&](Opcode opcode) {
      require_m();
      plain(opcode);
    };
    switch (what.is) {
      case Operator::Add: return sum(a, b, is_signed);
      case Operator::Subtract: return difference(a, b, is_signed);
      case Operator::BitAnd: plain(Opcode::and_); break;
      case Operator::BitOr: plain(Opcode::or_); break;
      case Operator::BitXor: plain(Opcode::xor_); break;
      case Operator::Multiply: only_m(Opcode::mul); break;
      case Operator::Divide: only_m(is_signed ? Opcode::div : Opcode::divu); break;
      case Operator::Remainder: only_m(is_signed ? Opcode::rem : Opcode::remu); break;
      case Operator::ShiftLeft: plain(Opcode::sll); return {left};
      case Operator::ShiftRight: plain(left ? Opcode::sra : Opcode::srl); return {left};
      case Operator::Less: plain(less); return {};
      case Operator::GreaterOrEqual: plain(less), negated(); return {};
      case Operator::Greater: code_.registers(less, kValue, kOther, kValue); return {};
      case Operator::LessOrEqual: code_.registers(less, kValue, kOther, kValue), negated(); return {};
      case Operator::Equal:
        plain(Opcode::xor_);
        code_.immediate(Opcode::sltiu, kValue, kValue, 1);
        return {};
      case Operator::Unequal: plain(Opcode::xor_), truth(kValue); return {};
      case Operator::And: truth(kValue), truth(kOther), plain(Opcode::and_); return {};
      case Operator::Or: plain(Opcode::or_), truth(kValue); return {};
      default: refuse("an operator that has no meaning here");
    }
    return {is_signed};
  }

  void push() {
    if (waiting_ == kDeepestExpression) refuse("the expression is nested too deeply");
    code_.store(Opcode::sw, kValue, scope_.scratch + 4 * waiting_++, kThird);
  }
  void pop(std::uint8_t number) { code_.load(Opcode::lw, number, scope_.scratch + 4 * --waiting_); }

  const Claim& claim_;
  const char* option_;
  const Scope& scope_;
  Code& code_;
  unsigned waiting_ = 0;  // operands in Plan::scratch
};

}  // namespace

bool compute(const Claim& claim, const char* option, const Scope& scope, Code& code) {
  return Generator(claim, option, scope, code).whole();
}

}  // namespace janus::call
