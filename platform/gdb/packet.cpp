#include "gdb/packet.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace janus::gdb {
namespace {

constexpr char kEscape = '}', kEscapeBit = 0x20, kInterrupt = 0x03;
// Events waiting to be taken. Further events are dropped, so that a client cannot fill the memory of a busy stub.
constexpr std::size_t kMostEvents = 64;

std::uint8_t checksum(std::string_view payload) {
  std::uint8_t sum = 0;
  for (char c : payload) sum = static_cast<std::uint8_t>(sum + static_cast<std::uint8_t>(c));
  return sum;
}

bool is_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

}  // namespace

std::string framed(std::string_view payload) { return fmt::format("${}#{:02x}", payload, checksum(payload)); }

std::string escaped(std::string_view bytes) {
  std::string payload;
  for (char c : bytes) {
    const bool special = c == kEscape || c == '#' || c == '$' || c == '*';
    if (special) payload += kEscape;
    payload += special ? static_cast<char>(c ^ kEscapeBit) : c;
  }
  return payload;
}

std::optional<std::string> unescaped(std::string_view payload) {
  std::string bytes;
  for (std::size_t i = 0; i < payload.size(); ++i) {
    if (payload[i] != kEscape) {
      bytes += payload[i];
      continue;
    }
    ++i;  // the escaped byte
    if (i == payload.size()) return std::nullopt;
    bytes += static_cast<char>(payload[i] ^ kEscapeBit);
  }
  return bytes;
}

std::string hex(std::span<const std::uint8_t> bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  digits.reserve(2 * bytes.size());
  for (std::uint8_t byte : bytes) {
    digits += kDigits[byte >> 4];
    digits += kDigits[byte & 15];
  }
  return digits;
}

std::string hex(std::string_view text) {
  return hex(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

std::string hex_word(std::uint32_t word) {
  const std::uint8_t bytes[] = {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(word >> 8),
                                static_cast<std::uint8_t>(word >> 16), static_cast<std::uint8_t>(word >> 24)};
  return hex(bytes);
}

std::optional<std::vector<std::uint8_t>> bytes_of(std::string_view digits) {
  if (digits.size() % 2 || !std::ranges::all_of(digits, is_digit)) return std::nullopt;
  std::vector<std::uint8_t> bytes(digits.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, bytes[i], 16);
  }
  return bytes;
}

bool Parser::literal(std::string_view text) {
  if (!rest_.starts_with(text)) return false;
  rest_.remove_prefix(text.size());
  return true;
}

std::optional<std::uint64_t> Parser::number() {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, 16);
  if (error != std::errc{}) return std::nullopt;
  rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
  return value;
}

std::optional<std::uint32_t> Parser::word() {
  const auto value = number();
  if (!value || *value >> 32) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

std::string_view Parser::until(char end) {
  const std::size_t at = rest_.find(end);
  const std::string_view found = rest_.substr(0, at);
  rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + 1);
  return found;
}

void PacketReader::feed(std::string_view bytes) {
  for (char byte : bytes) feed(byte);
}

void PacketReader::feed(char byte) {
  const auto event = [&](Event::Kind kind, std::string payload = {}) {
    if (events_.size() < kMostEvents) events_.push_back({kind, std::move(payload)});
  };
  switch (state_) {
    case State::Outside:
      if (byte == '+') event(Event::Kind::Ack);
      if (byte == '-') event(Event::Kind::Nack);
      if (byte == kInterrupt && (events_.empty() || events_.back().kind != Event::Kind::Interrupt)) {
        event(Event::Kind::Interrupt);
      }
      if (byte != '$') return;
      state_ = State::Payload;
      payload_.clear();
      too_long_ = false;
      return;
    case State::Payload:
      if (byte == '#') {
        state_ = State::FirstDigit;
      } else if (byte == '$') {  // a new packet begins: the rest of the last one was lost
        payload_.clear();
        too_long_ = false;
      } else if (payload_.size() < kMaxPacket) {
        payload_ += byte;
      } else {
        too_long_ = true;
      }
      return;
    case State::FirstDigit:
      digits_ = byte;
      state_ = State::SecondDigit;
      return;
    case State::SecondDigit:
      digits_ += byte;
      state_ = State::Outside;
      if (const auto sum = bytes_of(digits_); too_long_ || !sum || (*sum)[0] != checksum(payload_)) {
        event(Event::Kind::Damaged);
      } else {
        event(Event::Kind::Packet, std::move(payload_));
      }
      payload_ = {};
  }
}

std::optional<PacketReader::Event> PacketReader::next() {
  if (events_.empty()) return std::nullopt;
  Event event = std::move(events_.front());
  events_.pop_front();
  return event;
}

bool PacketReader::take_interrupt() {
  return std::erase_if(events_, [](const Event& event) { return event.kind == Event::Kind::Interrupt; }) > 0;
}

}  // namespace janus::gdb
