// The part of a session that reads and changes the machine: registers, memory, breakpoints and watchpoints.
#include <fmt/format.h>

#include "gdb/session.h"

namespace janus::gdb {
namespace {

std::optional<std::uint32_t> word_of(std::string_view digits) {
  const auto bytes = bytes_of(digits);
  if (!bytes || bytes->size() != 4) return std::nullopt;
  std::uint32_t word = 0;
  for (unsigned i = 0; i < 4; ++i) word |= std::uint32_t{(*bytes)[i]} << 8 * i;
  return word;
}

// Parses address,length followed by `end`.
struct Range {
  std::uint32_t address, size;
};
std::optional<Range> range(Parser& arguments, std::string_view end) {
  const auto address = arguments.word();
  if (!address || !arguments.literal(",")) return std::nullopt;
  const auto size = arguments.word();
  if (!size || !arguments.literal(end) || (end.empty() && !arguments.done())) return std::nullopt;
  return Range{*address, *size};
}

}  // namespace

std::string Session::read_registers(Parser) {
  std::string digits;
  for (unsigned i = 0; i <= kPc; ++i) {
    const auto value = target_.read_register(i);
    digits += value ? hex_word(*value) : "xxxxxxxx";
  }
  return digits;
}

std::string Session::write_registers(Parser arguments) {
  const std::string_view digits = arguments.rest();
  if (digits.size() != 8 * (kPc + 1)) return std::string(kBadArguments);
  for (unsigned i = 0; i <= kPc; ++i) {
    if (!word_of(digits.substr(8 * i, 8))) return std::string(kBadArguments);
  }
  for (unsigned i = 0; i <= kPc; ++i) {
    if (!target_.write_register(i, *word_of(digits.substr(8 * i, 8)))) return std::string(kBadArguments);
  }
  return std::string(kOk);
}

std::string Session::read_register(Parser arguments) {
  const auto number = arguments.word();
  const auto value = number && arguments.done() ? target_.read_register(*number) : std::nullopt;
  return value ? hex_word(*value) : std::string(kBadArguments);
}

std::string Session::write_register(Parser arguments) {
  const auto number = arguments.word();
  if (!number || !arguments.literal("=")) return std::string(kBadArguments);
  const auto value = word_of(arguments.rest());
  return std::string(value && target_.write_register(*number, *value) ? kOk : kBadArguments);
}

std::string Session::read_memory(Parser arguments) {
  const auto wanted = range(arguments, "");
  if (!wanted) return std::string(kBadArguments);
  const std::uint32_t size = std::min<std::uint32_t>(wanted->size, kMaxPacket / 2);
  const auto bytes = target_.read_memory(wanted->address, size);
  return bytes.empty() && size > 0 ? std::string(kBadAddress) : hex(bytes);
}

std::string Session::write_memory(Parser arguments) {
  const auto wanted = range(arguments, ":");
  const auto bytes = bytes_of(arguments.rest());
  if (!wanted || !bytes || bytes->size() != wanted->size) return std::string(kBadArguments);
  return std::string(bytes->empty() || target_.write_memory(wanted->address, *bytes) ? kOk : kBadAddress);
}

std::string Session::write_binary(Parser arguments) {
  const auto wanted = range(arguments, ":");
  const auto text = unescaped(arguments.rest());
  if (!wanted || !text || text->size() != wanted->size) return std::string(kBadArguments);
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(text->data()), text->size());
  return std::string(bytes.empty() || target_.write_memory(wanted->address, bytes) ? kOk : kBadAddress);
}

// type,address,kind. Software and hardware breakpoints are treated alike. The kind of a watchpoint is its size.
std::string Session::set_point(Parser arguments) {
  const auto type = arguments.word();
  if (!type || !arguments.literal(",")) return std::string(kBadArguments);
  const auto where = range(arguments, "");
  if (!where) return std::string(kBadArguments);
  if (*type <= 1) return std::string(target_.set_breakpoint(where->address) ? kOk : kTooMany);
  if (*type > 4) return {};
  const auto watch = static_cast<hart::Watch>(*type - 2);
  return std::string(target_.set_watchpoint({where->address, where->size, watch}) ? kOk : kTooMany);
}

std::string Session::clear_point(Parser arguments) {
  const auto type = arguments.word();
  if (!type || !arguments.literal(",")) return std::string(kBadArguments);
  const auto where = range(arguments, "");
  if (!where) return std::string(kBadArguments);
  if (*type <= 1) {
    target_.clear_breakpoint(where->address);
  } else if (*type <= 4) {
    target_.clear_watchpoint({where->address, where->size, static_cast<hart::Watch>(*type - 2)});
  } else {
    return {};
  }
  return std::string(kOk);
}

}  // namespace janus::gdb
