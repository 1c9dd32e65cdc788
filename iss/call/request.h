// The options of a call, taken apart: `--call 'f(a, 3)'`, `--object a=bytes:0..64`, and so on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "call/expression.h"
#include "call/settings.h"

namespace janus::call {

struct SizeRange {
  std::uint32_t low = 0, high = 0;  // bytes; of a string, characters. Both included
  friend bool operator==(const SizeRange&, const SizeRange&) = default;
};

struct ObjectRequest {
  enum class Kind : std::uint8_t { Bytes, String, Null, Symbolic } kind = Kind::Bytes;
  SizeRange size = {};
  bool may_be_null = false;
};

struct ValueRange {
  std::int64_t low = 0, high = 0;  // both included
};

struct StubRequest {
  enum class Kind : std::uint8_t { Symbolic, Value, Skip } kind = Kind::Skip;
  std::uint32_t value = 0;
};

// An argument in the parentheses of --call: a name, a number, or an ampersand and the name of what the address is of.
struct ArgumentRequest {
  std::string name = {};
  std::optional<std::uint32_t> value = {};
  bool is_address = false;
};

// An expression with its text.
struct Claim {
  std::string text = {};
  Expression expression = {};
};

struct Request {
  std::string function;
  std::string after = {};                                 // the place in front of which it is called; empty: main
  std::optional<std::vector<ArgumentRequest>> arguments;  // nothing: as the debug information says
  std::map<std::string, ObjectRequest> objects;           // all by name
  std::map<std::string, ValueRange> ranges;
  std::map<std::string, Claim> links;
  std::map<std::string, StubRequest> stubs;
  std::vector<Claim> asserts, assumes;
};

// An expression of an option. Throws like parse().
Claim claim_in(const char* option, const std::string& text, const std::string& expression);

// The largest object.
inline constexpr std::uint32_t kMostBytes = 1U << 16;

// Throws support::InputError (kUsage) with one line that names the option and what is wrong with it.
Request parse(const Settings& settings);

// A number, decimal or 0x and hexadecimal, with a sign if it is negative, of 64 or 32 bits. Nothing if the text is
// none.
std::optional<std::int64_t> number_in(std::string_view text);
std::optional<std::uint32_t> word_in(std::string_view text);

}  // namespace janus::call
