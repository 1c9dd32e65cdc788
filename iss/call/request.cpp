#include "call/request.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "support/error.h"

namespace janus::call {
namespace {

[[noreturn]] void refuse_option(const char* option, const std::string& text, const std::string& why) {
  throw support::InputError(fmt::format("{} '{}': {}", option, text, why), support::exit_code::kUsage);
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
}

// NAME=VALUE, both of them not empty.
std::pair<std::string, std::string> divided(const char* option, const std::string& text) {
  const auto at = text.find('=');
  const std::string_view name = trimmed(std::string_view(text).substr(0, at));
  const std::string_view value = at == std::string::npos ? "" : trimmed(std::string_view(text).substr(at + 1));
  if (name.empty() || value.empty()) refuse_option(option, text, "must be NAME=VALUE");
  return {std::string(name), std::string(value)};
}

// LOW..HIGH, or one number for both.
std::optional<ValueRange> range_in(std::string_view text) {
  const auto dots = text.find("..");
  const auto low = number_in(trimmed(text.substr(0, dots)));
  const auto high = dots == std::string_view::npos ? low : number_in(trimmed(text.substr(dots + 2)));
  if (!low || !high || *low > *high) return std::nullopt;
  return ValueRange{*low, *high};
}

ObjectRequest object_in(const std::string& text, std::string value) {
  constexpr char kOption[] = "--object";
  ObjectRequest object;
  if (const auto comma = value.find(','); comma != std::string::npos) {
    if (trimmed(std::string_view(value).substr(comma + 1)) != "null") {
      refuse_option(kOption, text, "behind a comma, there may only be null");
    }
    object.may_be_null = true;
    value.resize(comma);
  }
  if (value == "symbolic" && !object.may_be_null) {
    object.kind = ObjectRequest::Kind::Symbolic;
    return object;
  }
  if (value == "null" && !object.may_be_null) {
    object.kind = ObjectRequest::Kind::Null;
    return object;
  }
  const auto colon = value.find(':');
  const std::string_view kind = trimmed(std::string_view(value).substr(0, colon));
  const std::string_view sizes = colon == std::string::npos ? "" : std::string_view(value).substr(colon + 1);
  const auto size = range_in(sizes);
  if ((kind != "bytes" && kind != "string") || !size || size->low < 0 || size->high > kMostBytes) {
    refuse_option(
        kOption, text,
        fmt::format("must be bytes:N, bytes:LOW..HIGH, string:LOW..HIGH, null or symbolic, with sizes up to {}",
                    kMostBytes));
  }
  object.kind = kind == "string" ? ObjectRequest::Kind::String : ObjectRequest::Kind::Bytes;
  object.size = {static_cast<std::uint32_t>(size->low), static_cast<std::uint32_t>(size->high)};
  return object;
}

StubRequest stub_in(const std::string& text, const std::string& value) {
  if (value == "symbolic") return {StubRequest::Kind::Symbolic};
  if (value == "skip") return {StubRequest::Kind::Skip};
  const auto number = word_in(value);
  if (!number) refuse_option("--stub", text, "must be NAME=symbolic, NAME=skip, or a number that it returns");
  return {StubRequest::Kind::Value, *number};
}

bool is_name(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
    if (!letter && !(c >= '0' && c <= '9')) return false;
  }
  return true;
}

ArgumentRequest argument_in(const std::string& text, std::string_view argument) {
  if (const auto number = word_in(argument)) return {{}, *number, false};
  const bool is_address = argument.starts_with('&');
  if (is_address) argument = trimmed(argument.substr(1));
  if (!is_name(argument)) {
    refuse_option("--call", text, fmt::format("'{}' is neither a name nor a number", argument));
  }
  return {std::string(argument), std::nullopt, is_address};
}

void read_call(const std::string& text, Request& request) {
  const auto open = text.find('(');
  request.function = trimmed(std::string_view(text).substr(0, open));
  if (!is_name(request.function)) refuse_option("--call", text, "must be FUNCTION or 'FUNCTION(ARGUMENT, ...)'");
  if (open == std::string::npos) return;
  std::string_view rest = trimmed(std::string_view(text).substr(open + 1));
  if (!rest.ends_with(')')) refuse_option("--call", text, "a ')' is missing at its end");
  rest = trimmed(rest.substr(0, rest.size() - 1));
  auto& arguments = request.arguments.emplace();
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    arguments.push_back(argument_in(text, trimmed(rest.substr(0, comma))));
    if (comma == std::string_view::npos) break;
    rest = rest.substr(comma + 1);
    if (trimmed(rest).empty()) refuse_option("--call", text, "an argument is missing");
  }
}

}  // namespace

Claim claim_in(const char* option, const std::string& text, const std::string& expression) {
  std::string why;
  auto parsed = parse_expression(expression, why);
  if (!parsed) refuse_option(option, text, why);
  return {expression, std::move(*parsed)};
}

std::optional<std::int64_t> number_in(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (value > 0x7fff'ffff'ffff'ffff + std::uint64_t{negative}) return std::nullopt;
  return static_cast<std::int64_t>(negative ? 0 - value : value);
}

std::optional<std::uint32_t> word_in(std::string_view text) {
  const auto number = number_in(text);
  if (!number || *number < std::numeric_limits<std::int32_t>::min() ||
      *number > std::numeric_limits<std::uint32_t>::max())
    return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

Request parse(const Settings& settings) {
  Request request;
  read_call(settings.function, request);
  request.after = settings.after;
  const auto refuse_twice = [](bool is_new, const char* option, const std::string& text) {
    if (!is_new) refuse_option(option, text, "this name was given before");
  };
  for (const std::string& text : settings.objects) {
    auto [name, value] = divided("--object", text);
    refuse_twice(request.objects.try_emplace(name, object_in(text, value)).second, "--object", text);
  }
  for (const std::string& text : settings.ranges) {
    const auto [name, value] = divided("--range", text);
    const auto range = range_in(value);
    if (!range) refuse_option("--range", text, "must be NAME=LOW..HIGH");
    refuse_twice(request.ranges.try_emplace(name, *range).second, "--range", text);
  }
  for (const std::string& text : settings.links) {
    const auto [name, value] = divided("--link", text);
    refuse_twice(request.links.try_emplace(name, claim_in("--link", text, value)).second, "--link", text);
  }
  for (const std::string& text : settings.stubs) {
    const auto [name, value] = divided("--stub", text);
    refuse_twice(request.stubs.try_emplace(name, stub_in(text, value)).second, "--stub", text);
  }
  for (const std::string& text : settings.asserts) request.asserts.push_back(claim_in("--assert", text, text));
  for (const std::string& text : settings.assumes) request.assumes.push_back(claim_in("--assume", text, text));
  return request;
}

}  // namespace janus::call
