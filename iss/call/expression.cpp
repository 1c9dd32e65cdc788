#include "call/expression.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>

namespace janus::call {
namespace {

struct BinaryOperator {
  std::string_view text;
  Operator is;
  int precedence;  // a higher one binds tighter
};
// Longer texts come first.
constexpr auto kBinary = std::to_array<BinaryOperator>({
    {"<<", Operator::ShiftLeft, 8},
    {">>", Operator::ShiftRight, 8},
    {"<=", Operator::LessOrEqual, 7},
    {">=", Operator::GreaterOrEqual, 7},
    {"==", Operator::Equal, 6},
    {"!=", Operator::Unequal, 6},
    {"&&", Operator::And, 2},
    {"||", Operator::Or, 1},
    {"*", Operator::Multiply, 10},
    {"/", Operator::Divide, 10},
    {"%", Operator::Remainder, 10},
    {"+", Operator::Add, 9},
    {"-", Operator::Subtract, 9},
    {"<", Operator::Less, 7},
    {">", Operator::Greater, 7},
    {"&", Operator::BitAnd, 5},
    {"^", Operator::BitXor, 4},
    {"|", Operator::BitOr, 3},
});

struct SyntaxError {
  std::string what;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Expression whole() {
    binary(1, 0);
    skip_spaces();
    if (at_ < text_.size()) fail("is not expected");
    return std::move(expression_);
  }

 private:
  [[noreturn]] void fail(const char* what) {
    if (at_ >= text_.size()) throw SyntaxError{"the expression ends too early"};
    throw SyntaxError{fmt::format("'{}' {}", text_.substr(at_, 12), what)};
  }
  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool take(std::string_view token) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  static bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
  std::string name() {
    skip_spaces();
    const std::size_t first = at_;
    if (at_ >= text_.size() || !begins_name(text_[at_])) fail("is no name");
    while (at_ < text_.size() && (begins_name(text_[at_]) || std::isdigit(static_cast<unsigned char>(text_[at_]))))
      ++at_;
    return std::string(text_.substr(first, at_ - first));
  }
  std::size_t add(Expression::Node node) {
    expression_.nodes.push_back(std::move(node));
    return expression_.nodes.size() - 1;
  }
  const BinaryOperator* operator_here() {
    skip_spaces();
    for (const BinaryOperator& row : kBinary) {
      if (text_.substr(at_).starts_with(row.text)) return &row;
    }
    return nullptr;
  }

  std::size_t binary(int least, unsigned depth) {
    std::size_t left = unary(depth);
    for (const BinaryOperator* row = operator_here(); row && row->precedence >= least; row = operator_here()) {
      at_ += row->text.size();
      const std::size_t right = binary(row->precedence + 1, depth + 1);
      left = add({row->is, 0, {}, left, right});
    }
    return left;
  }

  std::size_t unary(unsigned depth) {
    if (depth > kDeepestExpression) throw SyntaxError{"the expression is nested too deeply"};
    for (const auto& [text, is] : {std::pair{"-", Operator::Negate},
                                   {"!", Operator::Not},
                                   {"~", Operator::Invert},
                                   {"*", Operator::Dereference}}) {
      if (take(text)) return add({is, 0, {}, unary(depth + 1)});
    }
    return postfix(depth);
  }

  std::size_t postfix(unsigned depth) {
    std::size_t node = primary(depth);
    while (true) {
      if (take("[")) {
        const std::size_t index = binary(1, depth + 1);
        if (!take("]")) fail("stands where a ']' is expected");
        node = add({Operator::Index, 0, {}, node, index});
      } else if (take("->")) {
        node = add({Operator::MemberOfPointer, 0, name(), node});
      } else if (take(".")) {
        node = add({Operator::Member, 0, name(), node});
      } else {
        return node;
      }
    }
  }

  std::size_t primary(unsigned depth) {
    if (take("(")) {
      const std::size_t node = binary(1, depth + 1);
      if (!take(")")) fail("stands where a ')' is expected");
      return node;
    }
    skip_spaces();
    if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) return number();
    if (take("'")) return character();
    std::string word = name();
    if (word == "return") return add({Operator::Return});
    if (word != "size") return add({Operator::Name, 0, std::move(word)});
    if (!take("(")) return add({Operator::Name, 0, std::move(word)});
    return add({Operator::SizeOf, 0, object()});
  }

  // Its name, such as (*head)->next, and the parenthesis behind it.
  std::string object() {
    skip_spaces();
    std::size_t end = at_;
    for (int open = 0; end < text_.size() && (open > 0 || text_[end] != ')'); ++end)
      open += text_[end] == '(' ? 1 : text_[end] == ')' ? -1 : 0;
    std::string of(text_.substr(at_, end - at_));
    while (of.ends_with(' ')) of.pop_back();
    const bool is_object = !of.empty() && (of[0] == '*' || of[0] == '(' || begins_name(of[0]));
    if (!is_object || end == text_.size()) fail("is no name");
    at_ = end + 1;
    return of;
  }

  std::size_t number() {
    const bool hexadecimal = text_.substr(at_).starts_with("0x");
    if (hexadecimal) at_ += 2;
    std::uint32_t value = 0;
    const char *const first = text_.data() + at_, *const last = text_.data() + text_.size();
    const auto [end, error] = std::from_chars(first, last, value, hexadecimal ? 16 : 10);
    if (error != std::errc{}) fail("is no number of 32 bits");
    at_ = static_cast<std::size_t>(end - text_.data());
    if (at_ < text_.size() && begins_name(text_[at_])) fail("stands in a number");
    return add({Operator::Number, value});
  }

  std::size_t character() {
    if (at_ + 1 >= text_.size() || text_[at_] == '\\' || text_[at_ + 1] != '\'') fail("is no character");
    const auto value = static_cast<unsigned char>(text_[at_]);
    at_ += 2;
    return add({Operator::Number, value});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Expression expression_;
};

}  // namespace

std::string identifier(std::string name) {
  for (char& c : name) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!fits) c = '_';
  }
  return name;
}

std::string in_c(const Expression& expression) {
  std::vector<std::string> texts;  // of all nodes
  for (const Expression::Node& node : expression.nodes) {
    const auto operand = [&](std::size_t index) -> const std::string& { return texts[index]; };
    switch (node.is) {
      case Operator::Number: texts.push_back(fmt::format("{}", node.number)); break;
      case Operator::Return: texts.push_back("janus_result"); break;
      case Operator::Name: texts.push_back(node.name); break;
      case Operator::SizeOf: texts.push_back("janus_size_of_" + identifier(node.name)); break;
      case Operator::Negate: texts.push_back(fmt::format("(-{})", operand(node.left))); break;
      case Operator::Not: texts.push_back(fmt::format("(!{})", operand(node.left))); break;
      case Operator::Invert: texts.push_back(fmt::format("(~{})", operand(node.left))); break;
      case Operator::Dereference: texts.push_back(fmt::format("(*{})", operand(node.left))); break;
      case Operator::Member: texts.push_back(fmt::format("{}.{}", operand(node.left), node.name)); break;
      case Operator::MemberOfPointer: texts.push_back(fmt::format("{}->{}", operand(node.left), node.name)); break;
      case Operator::Index: texts.push_back(fmt::format("{}[{}]", operand(node.left), operand(node.right))); break;
      default:
        for (const BinaryOperator& row : kBinary) {
          if (row.is == node.is)
            texts.push_back(fmt::format("({} {} {})", operand(node.left), row.text, operand(node.right)));
        }
    }
  }
  return texts.back();
}

std::optional<Expression> parse_expression(std::string_view text, std::string& why) {
  try {
    return Parser(text).whole();
  } catch (const SyntaxError& error) {
    why = error.what;
    return std::nullopt;
  }
}

}  // namespace janus::call
