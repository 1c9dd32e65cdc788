// What a call gets and what it must keep to, in lines for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "call/plan.h"

namespace janus::call {
namespace {

std::string bytes_of(const Object& object) {
  const char* const what = object.is_string ? "a string of " : "";
  const char* const unit = object.is_string ? "characters" : object.size.high == 1 ? "byte" : "bytes";
  if (object.size.low == object.size.high) return fmt::format("{}{} {}", what, object.size.high, unit);
  return fmt::format("{}{} to {} {}", what, object.size.low, object.size.high, unit);
}

std::string describe(const Object& object) {
  if (object.link) return object.link->text;
  if (object.is_function && object.is_null) return fmt::format("null (--link {}=FUNCTION says otherwise)", object.name);
  std::string text = object.is_null ? "null" : object.is_string ? bytes_of(object) : "an object of " + bytes_of(object);
  if (object.may_be_null) text += ", or null";
  if (object.is_default) text += fmt::format(" (--object {}=... says otherwise)", object.name);
  return text;
}

// Whether a number is called as people call how many there are of what the pointer in front of it points to.
bool is_named_as_length(std::string name) {
  constexpr std::array kWords{"len", "size", "count", "num", "bytes"};
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name == "n" || name == "sz" ||
         std::ranges::any_of(kWords, [&](const char* word) { return name.find(word) != std::string::npos; });
}

// A number that nobody said anything of makes every function that takes a buffer and its length fail.
std::string hint_of_length(const Argument& argument, const Plan& plan) {
  const auto index = &argument - plan.arguments.data();
  if (index == 0 || argument.cell.type == 0 || !is_named_as_length(argument.name)) return {};
  const Argument& before = plan.arguments[index - 1];
  if (before.from != Argument::From::Object || plan.objects[before.object].is_null) return {};
  return fmt::format(" (if it is the length of {0} in bytes, say --link '{1}=size({0})')", before.name, argument.name);
}

std::string describe(const Argument& argument, const Plan& plan) {
  switch (argument.from) {
    case Argument::From::Number: return {};
    case Argument::From::Object: return describe(plan.objects[argument.object]);
    case Argument::From::Link: return argument.link.text;
    case Argument::From::Bytes: return fmt::format("any {} bytes", argument.cell.size);
    case Argument::From::Input: break;
  }
  if (argument.range) return text_of(*argument.range);
  return fmt::format("any value of {} bits{}", argument.cell.size * 8, hint_of_length(argument, plan));
}

std::string describe(const Stub& stub) {
  std::string text = "not called";
  switch (stub.request.kind) {
    case StubRequest::Kind::Symbolic: text += "; returns any value"; break;
    case StubRequest::Kind::Skip: break;
    case StubRequest::Kind::Value:
      text += fmt::format("; returns {}", static_cast<std::int32_t>(stub.request.value));
      break;
  }
  if (!stub.untouched.empty())
    text += fmt::format("; what {} point{} to stays as it is", fmt::join(stub.untouched, " and "),
                        stub.untouched.size() == 1 ? "s" : "");
  return text;
}

std::string describe(const Comparison& comparison, const Plan& plan) {
  std::string names = plan.result.size > 0 ? "the result" : "";
  for (const Comparison::Kept& kept : comparison.kept) {
    if (kept.output) names += (names.empty() ? "" : ", ") + kept.name;
  }
  std::string text = fmt::format("  compared: {}\n", names.empty() ? "nothing" : names);
  for (const std::string& line : comparison.apart) text += fmt::format("  not compared: {}\n", line);
  if (plan.compares_pointers()) {
    text +=
        "  pointers: null, and places in objects of the call, must be the same; elsewhere, each firmware has its own "
        "addresses\n";
  }
  return text;
}

}  // namespace

std::string text_of(const ValueRange& range) { return fmt::format("any value from {} to {}", range.low, range.high); }

std::string describe(const Plan& plan) {
  std::string text;
  const auto line = [&](const std::string& name, const std::string& what) {
    if (!what.empty()) text += fmt::format("  {}: {}\n", name, what);
  };
  for (const Argument& argument : plan.arguments) {
    const bool is_said = std::ranges::find(plan.conditions, argument.name, &Condition::name) != plan.conditions.end();
    if (!is_said || argument.name.empty()) line(argument.name, describe(argument, plan));
  }
  for (const Object& object : plan.objects) {
    const bool is_argument = std::ranges::any_of(plan.arguments, [&](const Argument& argument) {
      return argument.from == Argument::From::Object && plan.objects[argument.object].pointer == object.pointer;
    });
    if (!is_argument) line(object.name, describe(object));
  }
  for (const Global& global : plan.globals) line(global.name, fmt::format("any {} bytes", global.cell.size));
  for (const Stub& stub : plan.stubs) {
    if (stub.is_inlined) line(stub.name, "is in the code of some callers as well, where nothing replaces it");
    line(stub.name, describe(stub));
  }
  for (const Condition& each : plan.conditions) line(each.name.empty() ? "assumed" : each.name, each.what);
  if (plan.comparison) text += describe(*plan.comparison, plan);
  return text;
}

}  // namespace janus::call
