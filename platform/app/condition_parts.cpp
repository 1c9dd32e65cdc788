#include "app/condition_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <utility>

#include "app/source_facts.h"

namespace janus::app {
namespace {

// Binary operators, the weakest first; of one level, longer ones first.
constexpr std::array<std::array<std::string_view, 4>, 10> kLevels = {{{"||"},
                                                                      {"&&"},
                                                                      {"|"},
                                                                      {"^"},
                                                                      {"&"},
                                                                      {"==", "!="},
                                                                      {"<=", ">=", "<", ">"},
                                                                      {"<<", ">>"},
                                                                      {"+", "-"},
                                                                      {"*", "/", "%"}}};
constexpr std::array<std::string_view, 21> kSigns = {"<<=", ">>=", "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "++",
                                                     "--",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->"};

struct Cast {
  std::string_view name;
  unsigned bits;
  bool is_signed;
};
constexpr std::array<Cast, 10> kCasts = {{{"int", 32, true},
                                          {"unsigned", 32, false},
                                          {"unsigned int", 32, false},
                                          {"uint32_t", 32, false},
                                          {"int32_t", 32, true},
                                          {"size_t", 32, false},
                                          {"uint16_t", 16, false},
                                          {"int16_t", 16, true},
                                          {"uint8_t", 8, false},
                                          {"int8_t", 8, true}}};

class Reader {
 public:
  Reader(std::string_view text, const ConditionNames& names) : text_(text), names_(names) {}

  std::optional<ConditionReading> whole() {
    const Operand value = binary(0, true);
    if (failed_ || !sign().empty() || at_ != text_.size()) return std::nullopt;
    note_truth(value, true);
    if (parts_.empty()) return std::nullopt;
    return ConditionReading{value.bits != 0, std::move(parts_)};
  }

 private:
  struct Operand {
    std::uint32_t bits = 0;
    bool is_signed = true, is_truth = false;
    std::string source = {}, text = {};
    bool is_constant = false;  // a number in the source
    std::vector<std::pair<std::string, std::string>> named = {};
    std::uint32_t pointee = 0;
  };

  // `is_evaluated`: whether C does, or the outcome is known before.
  Operand binary(std::size_t level, bool is_evaluated) {
    if (level == kLevels.size()) return unary(is_evaluated);
    Operand left = binary(level + 1, is_evaluated);
    for (std::string_view with = operator_of(level); !with.empty() && !failed_; with = operator_of(level)) {
      at_ += with.size();
      const bool is_and = with == "&&", is_or = with == "||";
      const bool goes_on = is_evaluated && !(is_and && left.bits == 0) && !(is_or && left.bits != 0);
      if (is_and || is_or) note_truth(left, is_evaluated);
      Operand right = binary(level + 1, goes_on);
      if (is_and || is_or) note_truth(right, goes_on);
      left = combined(std::move(left), with, std::move(right), is_evaluated, goes_on);
    }
    return left;
  }

  Operand combined(Operand left, std::string_view with, Operand right, bool is_evaluated, bool has_right) {
    Operand result{.source = fmt::format("{} {} {}", left.source, with, right.source), .named = left.named};
    for (auto& each : right.named) {
      if (std::ranges::find(result.named, each) == result.named.end()) result.named.push_back(each);
    }
    if (with == "&&" || with == "||") {
      result.is_truth = true;
      result.bits = has_right ? right.bits != 0 : left.bits != 0;
      result.text = result.bits != 0 ? "true" : "false";
      if (is_evaluated)
        parts_.push_back({result.source, has_right ? shown(left, with, right) : "", result.bits != 0, {}});
      return result;
    }
    const bool is_signed = left.is_signed && right.is_signed;
    const auto truth = [&](bool holds) {
      result.is_truth = true;
      result.bits = holds;
      result.text = holds ? "true" : "false";
      if (is_evaluated) {
        parts_.push_back({result.source, shown(left, with, right), holds, result.named,
                          ConditionComparison{number_of(left), number_of(right), std::string(with), is_signed}});
      }
      return std::move(result);
    };
    const std::uint32_t a = left.bits, b = right.bits;
    const auto x = static_cast<std::int32_t>(a), y = static_cast<std::int32_t>(b);
    const bool is_less = is_signed ? x < y : a < b;
    if (with == "==") return truth(a == b);
    if (with == "!=") return truth(a != b);
    if (with == "<") return truth(is_less);
    if (with == ">=") return truth(!is_less);
    if (with == ">") return truth(!is_less && a != b);
    if (with == "<=") return truth(is_less || a == b);
    if (left.pointee > 0 || right.pointee > 0) return of_pointers(left, with, right, is_evaluated, std::move(result));
    result.is_signed = is_signed;
    result.is_constant = left.is_constant && right.is_constant;
    if (with == "<<" || with == ">>") {
      result.is_signed = left.is_signed;
      if (b > 31) return given_up(is_evaluated, std::move(result));
      result.bits = with == "<<" ? a << b : left.is_signed ? static_cast<std::uint32_t>(x >> b) : a >> b;
    } else if (with == "/" || with == "%") {
      if (b == 0 || (is_signed && a == 0x80000000U && b == ~0U)) return given_up(is_evaluated, std::move(result));
      const bool divides = with == "/";
      if (is_signed)
        result.bits = static_cast<std::uint32_t>(divides ? x / y : x % y);
      else
        result.bits = divides ? a / b : a % b;
    } else {
      result.bits = with == "+"   ? a + b
                    : with == "-" ? a - b
                    : with == "*" ? a * b
                    : with == "&" ? a & b
                    : with == "|" ? a | b
                                  : a ^ b;
    }
    return result;
  }
  // Elements further, or between two pointers.
  Operand of_pointers(const Operand& left, std::string_view with, const Operand& right, bool is_evaluated,
                      Operand result) {
    const bool is_difference = with == "-" && left.pointee > 0 && left.pointee == right.pointee;
    if (is_difference) {
      const auto bytes = static_cast<std::int32_t>(left.bits - right.bits);
      result.bits = static_cast<std::uint32_t>(bytes / static_cast<std::int32_t>(left.pointee));
      return result;
    }
    const bool is_moved = left.pointee > 0 && right.pointee == 0 && (with == "+" || with == "-");
    if (!is_moved) return given_up(is_evaluated, std::move(result));
    result.bits = with == "+" ? left.bits + right.bits * left.pointee : left.bits - right.bits * left.pointee;
    result.is_signed = false;
    result.pointee = left.pointee;
    result.text = fmt::format("0x{:08x}", result.bits);
    return result;
  }
  Operand given_up(bool is_evaluated, Operand result) {
    failed_ = failed_ || is_evaluated;
    return result;
  }

  Operand unary(bool is_evaluated) {
    blanks();
    if (at_ >= text_.size()) return fail();
    const std::size_t begin = at_;
    const char c = text_[at_];
    if (c == '(') return parenthesised(is_evaluated);
    if (c == '!' || c == '-' || c == '~' || c == '+') {
      if (!sign().empty() && sign().size() > 1) return fail();
      ++at_;
      Operand value = unary(is_evaluated);
      value.source = std::string(text_.substr(begin, at_ - begin));
      if (c == '!') {
        note_truth(value, is_evaluated, 1);
        value.is_truth = value.is_signed = true;
        value.bits = value.bits == 0;
        value.text = value.bits != 0 ? "true" : "false";
        return value;
      }
      value.is_truth = false;
      value.text.clear();
      if (c == '-') value.bits = 0 - value.bits;
      if (c == '~') value.bits = ~value.bits;
      return value;
    }
    if (std::isdigit(static_cast<unsigned char>(c))) return number();
    if (!begins_name(c)) return fail();
    return variable(is_evaluated);
  }

  Operand parenthesised(bool is_evaluated) {
    const std::size_t begin = at_++;
    for (const Cast& cast : kCasts) {
      if (!text_.substr(at_).starts_with(cast.name) || !text_.substr(at_ + cast.name.size()).starts_with(')')) continue;
      at_ += cast.name.size() + 1;
      Operand value = unary(is_evaluated);
      value.source = std::string(text_.substr(begin, at_ - begin));
      const unsigned unused = 32 - cast.bits;
      const std::uint32_t shifted = value.bits << unused;
      value.bits =
          cast.is_signed ? static_cast<std::uint32_t>(static_cast<std::int32_t>(shifted) >> unused) : shifted >> unused;
      value.is_signed = cast.is_signed || cast.bits < 32;  // promoted
      value.pointee = 0;
      value.is_truth = false;
      value.text.clear();
      return value;
    }
    Operand value = binary(0, is_evaluated);
    blanks();
    if (at_ >= text_.size() || text_[at_] != ')') return fail();
    ++at_;
    value.source = std::string(text_.substr(begin, at_ - begin));
    return value;
  }

  Operand number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_in_name(text_[at_])) ++at_;
    Operand value{.source = std::string(text_.substr(begin, at_ - begin)), .is_constant = true};
    std::string_view digits = value.source;
    const auto is_suffix = [](char each) { return each == 'u' || each == 'U' || each == 'l' || each == 'L'; };
    bool is_unsigned = false;
    unsigned longs = 0;
    while (!digits.empty() && is_suffix(digits.back())) {
      is_unsigned = is_unsigned || digits.back() == 'u' || digits.back() == 'U';
      longs += digits.back() == 'l' || digits.back() == 'L';
      digits.remove_suffix(1);
    }
    const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
    const bool is_octal = !is_hex && digits.size() > 1 && digits[0] == '0';
    if (is_hex) digits.remove_prefix(2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value.bits,
                                              is_hex     ? 16
                                              : is_octal ? 8
                                                         : 10);
    if (error != std::errc{} || end != digits.data() + digits.size() || longs > 1) return fail();
    const bool is_large = value.bits > 0x7fffffffU;
    if (is_large && !is_hex && !is_octal && !is_unsigned) return fail();  // of 64 bits
    value.is_signed = !is_unsigned && !is_large;
    return value;
  }

  Operand variable(bool is_evaluated) {
    const std::size_t begin = at_;
    name();
    while (at_ < text_.size() && !failed_) {
      if (text_.substr(at_).starts_with("->") || text_[at_] == '.') {
        at_ += text_[at_] == '.' ? 1 : 2;
        if (at_ >= text_.size() || !begins_name(text_[at_])) return fail();
        name();
      } else if (text_[at_] == '[') {
        unsigned depth = 0;
        do {
          depth += text_[at_] == '[';
          depth -= text_[at_] == ']';
        } while (++at_ < text_.size() && depth > 0);
        if (depth > 0) return fail();
      } else {
        break;
      }
    }
    Operand value{.source = std::string(text_.substr(begin, at_ - begin))};
    blanks();
    if (at_ < text_.size() && text_[at_] == '(') return fail();  // a call
    if (value.source == "true" || value.source == "false") {
      value.bits = value.source == "true";
      value.is_truth = value.is_constant = true;
      value.text = value.source;
      return value;
    }
    const auto known = names_(value.source);
    if (!known) {
      failed_ = failed_ || is_evaluated;
      return value;
    }
    value.bits = known->bits;
    value.is_signed = known->is_signed;
    value.text = known->text;
    value.is_constant = known->is_constant;
    value.pointee = known->pointee;
    if (shown(value) != value.source) value.named.emplace_back(value.source, shown(value));
    return value;
  }

  void name() {
    while (at_ < text_.size() && is_in_name(text_[at_])) ++at_;
  }

  // What a variable or a sum is as a truth; comparisons are told already.
  void note_truth(const Operand& value, bool is_evaluated, std::size_t skipped = 0) {
    if (!is_evaluated || value.is_truth) return;
    parts_.push_back(
        {value.source.substr(skipped), shown(value), value.bits != 0, value.named,
         ConditionComparison{
             number_of(value), {.bits = 0, .is_signed = value.is_signed, .is_constant = true}, "!=", value.is_signed}});
  }

  static ConditionNumber number_of(const Operand& value) {
    return {value.bits, value.is_signed, value.text, value.is_constant};
  }

  static std::string shown(const Operand& value) {
    if (!value.text.empty()) return value.text;
    return value.is_signed ? std::to_string(static_cast<std::int32_t>(value.bits)) : std::to_string(value.bits);
  }
  static std::string shown(const Operand& left, std::string_view with, const Operand& right) {
    return fmt::format("{} {} {}", shown(left), with, shown(right));
  }

  void blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  // The sign that comes next, the longest one that C has.
  std::string_view sign() {
    blanks();
    for (const std::string_view each : kSigns) {
      if (text_.substr(at_).starts_with(each)) return each;
    }
    return text_.substr(at_, 1);
  }
  std::string_view operator_of(std::size_t level) {
    const std::string_view next = sign();
    const auto found = std::ranges::find(kLevels[level], next);
    return next.empty() || found == kLevels[level].end() ? std::string_view{} : *found;
  }
  Operand fail() {
    failed_ = true;
    at_ = text_.size();
    return {};
  }

  const std::string_view text_;
  const ConditionNames& names_;
  std::size_t at_ = 0;
  bool failed_ = false;
  std::vector<ConditionPart> parts_;
};

}  // namespace

std::string outcome_of(const ConditionPart& part) {
  static const std::map<std::string_view, std::string_view> kOpposites{{"==", "!="}, {"!=", "=="}, {"<", ">="},
                                                                       {">=", "<"},  {">", "<="},  {"<=", ">"}};
  if (part.holds) return fmt::format("{} is true: {}", part.source, part.values);
  // What is told with values holds.
  const std::string sign = part.compared ? fmt::format(" {} ", part.compared->sign) : std::string();
  const auto at = sign.empty() ? std::string::npos : part.values.find(sign);
  const bool is_one = at != std::string::npos && part.values.find(sign, at + 1) == std::string::npos;
  if (!is_one || !kOpposites.contains(part.compared->sign))
    return fmt::format("{} is false: {}", part.source, part.values);
  return fmt::format("{} is false, since {} {} {}", part.source, part.values.substr(0, at),
                     kOpposites.at(part.compared->sign), part.values.substr(at + sign.size()));
}

std::optional<ConditionReading> read_condition(std::string_view condition, const ConditionNames& names) {
  return Reader(condition, names).whole();
}

}  // namespace janus::app
