// The packet layer of GDB's Remote Serial Protocol (GDB manual, appendix E.1): framing, checksums, escapes, and the
// numbers that packets are made of. Whatever bytes arrive, memory stays bounded.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace janus::gdb {

// The longest payload that is taken or sent, in bytes; GDB is told.
inline constexpr std::size_t kMaxPacket = 0x4000;

// `$payload#checksum`.
std::string framed(std::string_view payload);

// Binary data as payload: `}`, `#`, `$` and `*` are escaped.
std::string escaped(std::string_view bytes);
// Nothing if the last byte is an escape.
std::optional<std::string> unescaped(std::string_view payload);

std::string hex(std::span<const std::uint8_t> bytes);
std::string hex(std::string_view text);
// A word as its four bytes, the least significant first.
std::string hex_word(std::uint32_t word);
// Nothing unless it is an even number of hexadecimal digits.
std::optional<std::vector<std::uint8_t>> bytes_of(std::string_view digits);

// Reads a payload from left to right.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  bool literal(std::string_view text);
  // A hexadecimal number of at least one digit that fits.
  std::optional<std::uint64_t> number();
  std::optional<std::uint32_t> word();  // the same, of 32 bits
  // Up to `end`, which is taken as well; all if it does not occur.
  std::string_view until(char end);
  std::string_view rest() const { return rest_; }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// Cuts what arrives into events.
class PacketReader {
 public:
  struct Event {
    enum class Kind { Packet, Damaged, Interrupt, Ack, Nack } kind;
    std::string payload = {};  // as it came, escapes and all
  };

  void feed(std::string_view bytes);
  std::optional<Event> next();
  // Whether Ctrl-C has arrived: takes the events before it that are not packets, and leaves packets.
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
