// HTIF: how firmware made for Spike and for riscv-tests ends, and how it asks the host for something. The firmware
// stores to the symbol `tohost`, which is a word or a double word:
//
//   an odd value    ends the run with the exit code value >> 1
//   an even value   is the address of a request: eight-byte words [0] number, [1..3] arguments. The host writes its
//                   answer to word [0], clears `tohost`, and sets the symbol `fromhost` to 1. The firmware waits for
//                   this, and goes on.
//
// Requests are Linux system calls of RISC-V. Janus serves 64, write(file, buffer, length), for standard output (1) and
// standard error (2), and 93, exit(code). Anything else ends the run with an error.
//
// A double word with an upper word is for another device of the host: device << 24 | command << 16. Janus has the
// console, device 1: command 1 shows the character in the lower word, and the host clears `tohost`; command 0 asks for
// a character, and the host clears `tohost` and sets `fromhost` to the same upper word and 0x100 | character, once
// there is one. RV32 code stores `tohost` as two words; Janus acts when the lower word is stored, so the upper one
// comes first.
//
// This file decides what a request is, for the concrete and the symbolic hart. Carrying it out is up to the hart.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "support/firmware_image.h"

namespace janus::hart {

// Where the firmware has the two symbols.
struct HtifAddresses {
  std::optional<std::uint32_t> tohost, fromhost;
  bool double_word = true;  // whether `tohost` has an upper word
};

// `tohost` is a word if its size says so, or if another symbol is right behind a word.
inline HtifAddresses htif_addresses(const support::FirmwareImage& image) {
  HtifAddresses found{image.symbol("tohost"), image.symbol("fromhost"), true};
  if (!found.tohost) return found;
  for (const support::Symbol& symbol : image.symbols()) {
    if (symbol.name == "tohost" && symbol.size != 0 && symbol.size < 8) found.double_word = false;
    if (symbol.address - *found.tohost - 1 < 7) found.double_word = false;
  }
  return found;
}

// Commands of the console, as upper words of `tohost`.
inline constexpr std::uint32_t kConsoleReads = 0x0100'0000, kConsoleWrites = 0x0101'0000;

// What to do about a store to `tohost`.
struct HtifRequest {
  enum class Is {
    None,       // nothing: the value is zero, or the store is not to `tohost`
    Abandoned,  // a word could not be read: the path ended or forked
    Exit,       // end the run with `exit_code`
    Answer,     // write `length` bytes at `buffer` to `file`, then answer
    Show,       // show `character` on the console, then clear `tohost`
    Receive,    // the same with a character of the console for `fromhost`
    Error,      // end the run with `error`
  };
  Is is = Is::None;
  std::uint32_t exit_code = 0;
  std::uint8_t character = 0;
  bool reads_memory = false;  // what there is to do depends on more memory than the word that is stored
  std::uint32_t file = 0, buffer = 0, length = 0;
  std::uint32_t answer_at = 0;  // two words
  std::int32_t answer = 0;      // to be sign-extended
  std::string error = {};       // one line
};

// Decodes a store of `value` to the lower word of `tohost`. `read(address)` returns the word of RAM there, or nothing
// to abandon the request; in_ram(address, bytes) says whether all the bytes are RAM.
template <class Read, class InRam>
HtifRequest decode_htif(std::uint32_t value, const HtifAddresses& addresses, Read&& read, InRam&& in_ram) {
  constexpr std::uint32_t kWrite = 64, kExit = 93, kWords = 4;
  constexpr std::int32_t kBadFile = -9;  // EBADF
  const auto error = [](std::string text) {
    return HtifRequest{.is = HtifRequest::Is::Error, .reads_memory = true, .error = std::move(text)};
  };
  if (addresses.double_word && in_ram(*addresses.tohost + 4, 4)) {
    const std::optional<std::uint32_t> upper = read(*addresses.tohost + 4);
    if (!upper) return {.is = HtifRequest::Is::Abandoned};
    if (*upper == kConsoleWrites) {
      return {.is = HtifRequest::Is::Show, .character = static_cast<std::uint8_t>(value), .reads_memory = true};
    }
    if (*upper == kConsoleReads && addresses.fromhost && in_ram(*addresses.fromhost, 8))
      return {.is = HtifRequest::Is::Receive, .reads_memory = true};
    if (*upper != 0 && value != 0) {
      return error(fmt::format("tohost: command {} of device {} of the host is not supported", *upper >> 16 & 0xff,
                               *upper >> 24));
    }
  }
  if (value == 0) return {};
  if (value & 1) return {.is = HtifRequest::Is::Exit, .exit_code = value >> 1};
  if (value % 8 != 0 || !in_ram(value, 8 * kWords)) {
    return error(fmt::format("tohost: 0x{:08x} is neither an exit code nor the address of a request", value));
  }
  if (value - *addresses.tohost < 8 || *addresses.tohost - value < 8 * kWords) {
    return error(fmt::format("tohost: the request at 0x{:08x} contains tohost itself", value));
  }
  std::uint32_t lower[kWords], upper[kWords];
  for (std::uint32_t i = 0; i < kWords; ++i) {
    const std::optional<std::uint32_t> low = read(value + 8 * i), high = low ? read(value + 8 * i + 4) : low;
    if (!high) return {.is = HtifRequest::Is::Abandoned};
    lower[i] = *low;
    upper[i] = *high;
  }
  if (upper[0] == 0 && lower[0] == kExit)
    return {.is = HtifRequest::Is::Exit, .exit_code = lower[1], .reads_memory = true};
  if (upper[0] != 0 || lower[0] != kWrite) {
    const std::uint64_t number = std::uint64_t{upper[0]} << 32 | lower[0];
    return error(fmt::format("tohost: request {} at 0x{:08x} is not supported", number, value));
  }
  if (!addresses.fromhost || !in_ram(*addresses.fromhost, 4)) {
    return error(fmt::format(
        "tohost: request {} at 0x{:08x} needs an answer, but there is no symbol fromhost in memory", kWrite, value));
  }
  HtifRequest request{.is = HtifRequest::Is::Answer, .reads_memory = true, .answer_at = value};
  if (lower[1] != 1 && lower[1] != 2) {
    request.answer = kBadFile;
    return request;
  }
  if (upper[2] != 0 || upper[3] != 0 || (lower[3] != 0 && !in_ram(lower[2], lower[3]))) {
    return error(fmt::format("tohost: request {} at 0x{:08x}: 0x{:08x}..+{} is not all memory", kWrite, value, lower[2],
                             lower[3]));
  }
  request.file = lower[1];
  request.buffer = lower[2];
  request.length = lower[3];
  request.answer = static_cast<std::int32_t>(lower[3]);
  return request;
}

// The words to store in answer to a request, in this order: store(address, word). The firmware sees them all at once.
template <class Store>
void answer_htif(const HtifRequest& request, const HtifAddresses& addresses, Store&& store) {
  store(request.answer_at, static_cast<std::uint32_t>(request.answer));
  store(request.answer_at + 4, request.answer < 0 ? ~0U : 0U);
  store(*addresses.tohost, 0U);
  store(*addresses.fromhost, 1U);
}

}  // namespace janus::hart
