#include "call/expression.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

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

// Behind a backslash, and what it stands for. Others are octal numbers.
constexpr std::string_view kEscapes = "ntrabfv\\'\"?", kEscaped = "\n\t\r\a\b\f\v\\'\"?";

struct SyntaxError {
  std::string what;
};

// Of the words of a type, in any order; nothing if they are no integer type.
std::optional<IntegerType> integer_type(std::vector<std::string> words) {
  if (words.size() == 1) {
    for (const auto& [word, type] : {std::pair<std::string_view, IntegerType>{"int8_t", {1, true}},
                                     {"uint8_t", {1, false}},
                                     {"int16_t", {2, true}},
                                     {"uint16_t", {2, false}},
                                     {"int32_t", {4, true}},
                                     {"uint32_t", {4, false}},
                                     {"int64_t", {8, true}},
                                     {"uint64_t", {8, false}},
                                     {"size_t", {4, false}},
                                     {"ssize_t", {4, true}},
                                     {"intptr_t", {4, true}},
                                     {"uintptr_t", {4, false}},
                                     {"bool", {1, false, true}},
                                     {"_Bool", {1, false, true}}}) {
      if (words[0] == word) return type;
    }
  }
  const auto take = [&](std::string_view word) { return std::erase(words, word); };
  const auto is_signed = take("signed"), is_unsigned = take("unsigned"), chars = take("char"), shorts = take("short"),
             longs = take("long"), ints = take("int");
  const auto all = is_signed + is_unsigned + chars + shorts + longs + ints;
  if (all == 0 || !words.empty() || is_signed + is_unsigned > 1 || longs > 2 || ints > 1) return std::nullopt;
  if (chars + shorts + (longs > 0) > 1 || (chars == 1 && ints == 1)) return std::nullopt;
  const std::uint8_t size = chars ? 1 : shorts ? 2 : longs == 2 ? 8 : 4;
  return IntegerType{size, chars ? is_signed == 1 : is_unsigned == 0};
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Expression whole() {
    choice(0);
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
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
  std::string name() {
    skip_spaces();
    const std::size_t first = at_;
    if (at_ >= text_.size() || !begins_name(text_[at_])) fail("is no name");
    while (at_ < text_.size() && (begins_name(text_[at_]) || is_digit(text_[at_]))) ++at_;
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

  // What is no assignment in C: the whole, or in parentheses or brackets.
  std::size_t choice(unsigned depth) {
    const std::size_t condition = binary(1, depth);
    if (!take("?")) return condition;
    const std::size_t one = choice(depth + 1);
    if (!take(":")) fail("stands where a ':' is expected");
    const std::size_t other = choice(depth + 1);
    return add({Operator::Choose, 0, {}, condition, one, other});
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
                                   {"*", Operator::Dereference},
                                   {"&", Operator::AddressOf}}) {
      if (take(text)) return add({is, 0, {}, unary(depth + 1)});
    }
    if (const auto cast = type_in_parentheses()) {
      const std::size_t operand = unary(depth + 1);
      return add({Operator::Cast, 0, cast->first, operand, 0, 0, cast->second});
    }
    return postfix(depth);
  }

  // The words of an integer type, as C has them or <stdint.h>, and the parentheses around it. Nothing if what stands
  // here is something else.
  std::optional<std::pair<std::string, IntegerType>> type_in_parentheses() {
    const std::size_t begin = at_;
    std::vector<std::string> words;
    if (take("(")) {
      for (skip_spaces(); at_ < text_.size() && begins_name(text_[at_]); skip_spaces()) words.push_back(name());
    }
    if (const auto type = integer_type(words)) {
      if (take("*")) fail("is no cast to an integer type");
      if (take(")")) return std::pair(fmt::format("{}", fmt::join(words, " ")), *type);
    }
    at_ = begin;
    return std::nullopt;
  }

  std::size_t postfix(unsigned depth) {
    std::size_t node = primary(depth);
    while (true) {
      if (take("[")) {
        const std::size_t index = choice(depth + 1);
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
      const std::size_t node = choice(depth + 1);
      if (!take(")")) fail("stands where a ')' is expected");
      return node;
    }
    skip_spaces();
    if (at_ < text_.size() && is_digit(text_[at_])) return number();
    if (take("'")) return character();
    std::string word = name();
    if (word == "return") return add({Operator::Return});
    if (word == "true") return add({Operator::Number, 1});
    if (word == "false" || word == "NULL") return add({Operator::Number});
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

  // The type is the first that has the value: int, unsigned if not decimal, and the same of 64 bits.
  std::size_t number() {
    const bool octal = text_[at_] == '0' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
    const int base = take_prefix("0x") ? 16 : take_prefix("0b") ? 2 : octal ? 8 : 10;
    std::uint64_t value = 0;
    const char *const first = text_.data() + at_, *const last = text_.data() + text_.size();
    const auto [end, error] = std::from_chars(first, last, value, base);
    if (error != std::errc{}) fail("is no number of 64 bits");
    at_ = static_cast<std::size_t>(end - text_.data());
    bool is_unsigned = false;
    unsigned longs = 0;
    for (; at_ < text_.size(); ++at_) {
      const char suffix = static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_])));
      if (suffix == 'u' && !is_unsigned)
        is_unsigned = true;
      else if (suffix == 'l' && longs < 2)
        ++longs;
      else
        break;
    }
    if (at_ < text_.size() && (begins_name(text_[at_]) || is_digit(text_[at_]))) fail("stands in a number");
    const bool may_be_unsigned = is_unsigned || base != 10;
    const bool is_wide = longs == 2 || value > 0xffff'ffff || (value > 0x7fff'ffff && !may_be_unsigned);
    const bool is_signed = !is_unsigned && value <= (is_wide ? 0x7fff'ffff'ffff'ffff : 0x7fff'ffff);
    return add({Operator::Number, value, {}, 0, 0, 0, {static_cast<std::uint8_t>(is_wide ? 8 : 4), is_signed}});
  }
  bool take_prefix(std::string_view prefix) {
    if (at_ + prefix.size() >= text_.size() || text_[at_] != '0' ||
        std::tolower(static_cast<unsigned char>(text_[at_ + 1])) != prefix[1])
      return false;
    at_ += prefix.size();
    return true;
  }

  // Behind the first apostrophe. Characters are unsigned on this target.
  std::size_t character() {
    const std::size_t begin = at_;
    std::uint64_t value = 0;
    if (at_ < text_.size() && text_[at_] == '\\') {
      ++at_;
      const auto known = at_ < text_.size() ? kEscapes.find(text_[at_]) : std::string_view::npos;
      const bool hexadecimal = at_ < text_.size() && text_[at_] == 'x';
      if (known != std::string_view::npos) {
        value = static_cast<unsigned char>(kEscaped[known]);
        ++at_;
      } else {
        at_ += hexadecimal ? 1 : 0;
        const char* const first = text_.data() + at_;
        const char* const last = first + std::min(text_.size() - at_, std::size_t{3});
        const auto [end, error] = std::from_chars(first, last, value, hexadecimal ? 16 : 8);
        at_ = static_cast<std::size_t>(end - text_.data());
        if (error != std::errc{}) value = 256;
      }
    } else if (at_ < text_.size() && text_[at_] != '\'') {
      value = static_cast<unsigned char>(text_[at_++]);
    } else {
      value = 256;
    }
    if (value > 255 || at_ >= text_.size() || text_[at_] != '\'') {
      at_ = begin;
      fail("is no character");
    }
    ++at_;
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
      case Operator::Number:
        texts.push_back(
            fmt::format("{}{}{}", node.number, node.type.is_signed ? "" : "u", node.type.size == 8 ? "ll" : ""));
        break;
      case Operator::Return: texts.push_back("janus_result"); break;
      case Operator::Name: texts.push_back(node.name); break;
      case Operator::SizeOf: texts.push_back("janus_size_of_" + identifier(node.name)); break;
      case Operator::Negate: texts.push_back(fmt::format("(-{})", operand(node.left))); break;
      case Operator::Not: texts.push_back(fmt::format("(!{})", operand(node.left))); break;
      case Operator::Invert: texts.push_back(fmt::format("(~{})", operand(node.left))); break;
      case Operator::Dereference: texts.push_back(fmt::format("(*{})", operand(node.left))); break;
      case Operator::AddressOf: texts.push_back(fmt::format("(&{})", operand(node.left))); break;
      case Operator::Cast: texts.push_back(fmt::format("(({}){})", node.name, operand(node.left))); break;
      case Operator::Choose:
        texts.push_back(fmt::format("({} ? {} : {})", operand(node.left), operand(node.right), operand(node.third)));
        break;
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
