// Expressions of users about a call, in the firmware's own terms: `return >= -1 && used <= size(packet)`. The syntax
// and the precedence are those of C: integers and characters, true, false, NULL, names, `return`, size(NAME) with
// the name of an object, such as ring->data, [ ], ->, ., unary - ! ~ * &, casts to integer types,
// * / % + - << >> < <= > >= == != & ^ | && || ?:, and parentheses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace janus::call {

enum class Operator : std::uint8_t {
  // Operands: none
  Number,
  Return,
  Name,
  SizeOf,
  // One operand
  Negate,
  Not,
  Invert,
  Dereference,
  AddressOf,
  Cast,
  Member,  // with `.`
  MemberOfPointer,
  // Two operands
  Index,
  Multiply,
  Divide,
  Remainder,
  Add,
  Subtract,
  ShiftLeft,
  ShiftRight,
  Less,
  LessOrEqual,
  Greater,
  GreaterOrEqual,
  Equal,
  Unequal,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or,
  // Three operands
  Choose,  // ?:
};

// An integer type, of a number or a cast.
struct IntegerType {
  std::uint8_t size = 4;  // bytes: 1, 2, 4 or 8
  bool is_signed = true;
  bool is_bool = false;
};

// Whether it stands for a place in memory, when the name or the `return` in it does.
constexpr bool is_place(Operator is) {
  return is == Operator::Name || is == Operator::Index || is == Operator::Dereference || is == Operator::Member ||
         is == Operator::MemberOfPointer;
}

struct Expression {
  struct Node {
    Operator is = Operator::Number;
    std::uint64_t number = 0;                    // of Number
    std::string name = {};                       // of Name, SizeOf, Member, MemberOfPointer; of Cast, the type in C
    std::size_t left = 0, right = 0, third = 0;  // operands, as indices into `nodes`
    IntegerType type = {};                       // of Number, 4 or 8 bytes, and Cast
  };
  std::vector<Node> nodes;  // operands come before what uses them; the last one is the whole

  const Node& root() const { return nodes.back(); }
};

// Nothing, and one line in `why`, if the text is no expression.
std::optional<Expression> parse_expression(std::string_view text, std::string& why);

// The same in C, with all parentheses: `return` is janus_result, and size(NAME) is janus_size_of_NAME.
std::string in_c(const Expression& expression);

// A name in C for what has a name such as `ring->data`.
std::string identifier(std::string name);

// The most operands that wait for others at a time, and the deepest nesting.
inline constexpr unsigned kDeepestExpression = 64;

}  // namespace janus::call
