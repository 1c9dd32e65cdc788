#include "app/call_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "app/typed_value.h"

namespace janus::app {
namespace {

using call::Argument;
using call::Object;
using Bytes = CallInputs::Bytes;

constexpr std::size_t kMostBytes = 32, kMostReturned = 16;  // in a line of text

std::string string_text(const Bytes& bytes) {
  std::string text = "\"";
  for (const std::uint8_t byte : bytes) {
    if (byte == 0) break;
    if (byte == '"' || byte == '\\') text += '\\';
    text += byte >= 0x20 && byte < 0x7f ? std::string(1, static_cast<char>(byte)) : fmt::format("\\x{:02x}", byte);
  }
  return text + "\"";
}

std::string bytes_text(const Bytes& bytes) {
  std::string text;
  for (std::size_t i = 0; i < std::min(bytes.size(), kMostBytes); ++i)
    text += fmt::format("{}{:02x}", i ? " " : "", bytes[i]);
  return fmt::format("{{{}{}}}", text, bytes.size() > kMostBytes ? " ..." : "");
}

}  // namespace

std::int64_t number_of(const Bytes& bytes, bool is_signed) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 8; ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
  if (!is_signed || bytes.empty() || bytes.size() >= 8) return static_cast<std::int64_t>(value);
  const auto unused = static_cast<unsigned>(64 - 8 * bytes.size());
  return static_cast<std::int64_t>(value << unused) >> unused;
}

std::vector<Bytes> CallInputs::all(std::uint32_t address) const {
  std::vector<Bytes> found;
  for (const engine::TestInput& input : case_.inputs) {
    if (input.address == address && input.device.empty()) found.push_back(input.bytes);
  }
  return found;
}

Bytes CallInputs::first(std::uint32_t address, std::uint32_t size) const {
  const auto found = all(address);
  Bytes bytes = found.empty() ? Bytes() : found.front();
  bytes.resize(size);
  return bytes;
}

std::uint32_t CallInputs::size_of(const Object& object) const {
  if (!object.has_size_input()) return object.size.low;
  return static_cast<std::uint32_t>(number_of(first(object.chosen.address, object.chosen.size), false));
}

bool CallInputs::is_null(const Object& object) const {
  return object.is_null || (object.may_be_null && first(object.null.address, 1)[0] != 0);
}

Bytes CallInputs::contents(const Object& object) const {
  Bytes bytes = first(object.base, size_of(object));
  if (object.is_string) bytes.push_back(0);
  return bytes;
}

std::string CallInputs::text_of(const Argument& argument) const {
  switch (argument.from) {
    case Argument::From::Number: break;
    case Argument::From::Bytes:
      return app::text_of(
          types_, argument.cell.type, first(argument.cell.address, argument.cell.size),
          [&](std::uint32_t offset) { return pointed_to(argument.members, argument.cell.address + offset); });
    case Argument::From::Input: {
      if (argument.cell.type != 0)
        return app::text_of(types_, argument.cell.type, first(argument.cell.address, argument.cell.size));
      const auto value = number_of(first(argument.cell.address, argument.cell.size), argument.cell.is_signed);
      return argument.cell.is_signed ? fmt::format("{}", value) : fmt::format("{}", static_cast<std::uint64_t>(value));
    }
    case Argument::From::Link: {
      const auto& root = argument.link.expression.root();
      const Object* object = root.is == call::Operator::SizeOf ? plan_.object(root.name) : nullptr;
      return object ? fmt::format("{}", is_null(*object) ? 0 : size_of(*object)) : argument.link.text;
    }
    case Argument::From::Object: {
      return text_of(plan_.objects[argument.object]);
    }
  }
  return fmt::format("{}", static_cast<std::int32_t>(argument.number));
}

std::optional<std::string> CallInputs::pointed_to(const std::vector<std::size_t>& members,
                                                  std::uint32_t address) const {
  for (const std::size_t member : members) {
    const Object& other = plan_.objects[member];
    if (other.pointer != address) continue;
    return other.link ? other.link->text : is_null(other) ? "null" : "&" + text_of(other);
  }
  return std::nullopt;
}

std::string CallInputs::text_of(const Object& object) const {
  if (is_null(object)) return "null";
  const Bytes bytes = contents(object);
  if (object.is_string) return string_text(bytes);
  const support::SourceType& type = types_.type(object.type);
  if (type.size <= 1 || bytes.empty() || bytes.size() % type.size != 0) return bytes_text(bytes);
  const auto element = [&](std::uint32_t at) {
    return app::text_of(types_, object.type, std::span(bytes).subspan(at, type.size),
                        [&](std::uint32_t offset) { return pointed_to(object.members, object.base + at + offset); });
  };
  if (bytes.size() == type.size) return element(0);
  std::string text;
  for (std::uint32_t at = 0; at < bytes.size() && at < kMostBytes * type.size; at += type.size)
    text += (at ? ", " : "") + element(at);
  return fmt::format("{{{}{}}}", text, bytes.size() > kMostBytes * type.size ? ", ..." : "");
}

std::string CallInputs::text() const {
  std::string arguments;
  for (const Argument& argument : plan_.arguments) {
    if (!arguments.empty()) arguments += ", ";
    const bool named = argument.from != Argument::From::Number;
    if (argument.name.starts_with('&'))
      arguments += argument.name;
    else
      arguments += (named ? argument.name + " = " : "") + text_of(argument);
  }
  std::string results;
  for (const call::Stub& stub : plan_.stubs) {
    std::string values;
    if (stub.request.kind != call::StubRequest::Kind::Symbolic) continue;
    const std::vector<Bytes> returned = all(stub.result.address);
    for (const Bytes& bytes : std::span(returned).first(std::min(returned.size(), kMostReturned)))
      values += fmt::format("{}{}", values.empty() ? "" : ", then ",
                            stub.type ? app::text_of(types_, stub.type, bytes)
                                      : fmt::format("{}", number_of(bytes, stub.result.is_signed)));
    if (returned.size() > kMostReturned) values += fmt::format(", and {} more", returned.size() - kMostReturned);
    if (!values.empty()) results += fmt::format(", where {} returns {}", stub.name, values);
  }
  return fmt::format("{}({}){}", plan_.request.function, arguments, results);
}

}  // namespace janus::app
