// The packet layer of GDB's Remote Serial Protocol (GDB manual, appendix E.1): framing, checksums, escapes, and the
// numbers in packets. Memory stays bounded, whatever bytes arrive.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace janus::gdb {

// The longest payload accepted or sent, in bytes. The stub announces it to GDB (qSupported).
inline constexpr std::size_t kMaxPacket = 0x4000;

// `$payload#checksum`.
std::string framed(std::string_view payload);

// Binary data as payload: escapes `}`, `#`, `$` and `*`.
std::string escaped(std::string_view bytes);
// The inverse of escaped(); nothing if the last byte is an escape character.
std::optional<std::string> unescaped(std::string_view payload);

std::string hex(std::span<const std::uint8_t> bytes);
std::string hex(std::string_view text);
// The four bytes of a word, the least significant first.
std::string hex_word(std::uint32_t word);
// The inverse of hex(); nothing unless `digits` is an even number of hexadecimal digits.
std::optional<std::vector<std::uint8_t>> bytes_of(std::string_view digits);

// Reads a payload from left to right.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  // Skips `text` if the rest begins with it, and says whether it did.
  bool literal(std::string_view text);
  // A hexadecimal number of at least one digit; nothing if there is none, or if it does not fit.
  std::optional<std::uint64_t> number();
  std::optional<std::uint32_t> word();  // the same, of 32 bits
  // The text up to `end`, and skips `end`; all the rest if `end` does not occur.
  std::string_view until(char end);
  std::string_view rest() const { return rest_; }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// Divides the bytes that arrive into events.
class PacketReader {
 public:
  struct Event {
    enum class Kind { Packet, Damaged, Interrupt, Ack, Nack } kind;
    std::string payload = {};  // as it arrived, not unescaped
  };

  void feed(std::string_view bytes);
  std::optional<Event> next();
  // Whether Ctrl-C has arrived. Removes all its events, and keeps all other events.
  bool take_interrupt();

 private:
  enum class State { Outside, Payload, FirstDigit, SecondDigit };
  void feed(char byte);

  State state_ = State::Outside;
  bool too_long_ = false;
  std::uint8_t sum_ = 0;
  std::string payload_, digits_;
  std::deque<Event> events_;
};

}  // namespace janus::gdb
