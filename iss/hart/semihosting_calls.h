// What a call of semihosting asks for, and what the host answers, for the concrete and the symbolic hart. Answers are
// those of QEMU's -semihosting, except that time is the machine's: it begins at reset, and a run that is repeated gets
// the same answers. Files are below a directory, or there are none (host_files.h).
//
// A call is served in two steps, as every instruction is executed: decode_semihosting() decides, and may fork or give
// up; SemihostingServer then acts, and cannot fail.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "hart/host_files.h"
#include "hart/semihosting.h"

namespace janus::hart {

struct SemihostingRequest {
  enum class Is {
    Abandoned,  // the path ended, forked, or has to pause
    Error,      // the call is impossible: `error`
    Ready,
  } is = Is::Ready;
  isa::SemihostingCall call{};
  std::uint32_t argument = 0;            // a1
  std::array<std::uint32_t, 4> words{};  // of the block
  std::string name = {}, other_name = {};
  std::string error = {};  // one line
};

// `Byte` is what files hold.
template <class Byte>
struct SemihostingAnswer {
  std::uint32_t result = 0;            // for a0
  std::optional<Byte> character = {};  // the same, if this is given
  std::optional<std::uint32_t> exit_code = {};
  bool waits = false;  // for input of the console, and has done nothing: the instruction is to be executed again
};

inline constexpr std::uint32_t kMostNameBytes = 4096;
inline constexpr std::uint32_t kApplicationExit = 0x20026;  // the reason of a normal end

const char* name_of(isa::SemihostingCall call);
// The memory that a call touches besides its block: the first address, and the number of bytes.
std::pair<std::uint32_t, std::uint32_t> memory_of(const SemihostingRequest& request);
// An impossible call.
SemihostingRequest semihosting_error(std::string text);
SemihostingRequest semihosting_outside(isa::SemihostingCall call, std::uint32_t address, std::uint32_t bytes);

// A name in memory, up to its length or to NUL. False if `request` is no longer ready.
template <class Machine>
bool read_name(Machine& machine, SemihostingRequest& request, std::uint32_t at, std::uint32_t length,
               std::string& name) {
  if (length == 0 || length > kMostNameBytes) return true;  // of no file
  if (!machine.in_ram(at, length)) {
    request = semihosting_outside(request.call, at, length);
    return false;
  }
  for (std::uint32_t i = 0; i < length; ++i) {
    const std::optional<std::uint8_t> character = machine.byte(at + i);
    if (!character) {
      request.is = SemihostingRequest::Is::Abandoned;
      return false;
    }
    if (*character == 0) break;
    name += static_cast<char>(*character);
  }
  return true;
}

// `machine` reads the registers and memory, and returns nothing to abandon the call: call(), argument(), word(address),
// byte(address), exit_code(address), is_exit(), has_end(address), whether a string that begins there ends in RAM; and
// in_ram(address, bytes).
template <class Machine>
SemihostingRequest decode_semihosting(Machine& machine) {
  using Call = isa::SemihostingCall;
  const SemihostingRequest abandoned{.is = SemihostingRequest::Is::Abandoned};
  const std::optional<std::uint32_t> code = machine.call();
  if (!code) return abandoned;
  const auto row = isa::semihosting_call(*code);
  if (!row) return semihosting_error(fmt::format("call 0x{:x} is not supported", *code));
  SemihostingRequest request{.call = row->call};
  if (request.call == Call::Exit) {
    const std::optional<bool> normal = machine.is_exit();
    if (!normal) return abandoned;
    request.argument = *normal ? kApplicationExit : 0;
    return request;
  }
  const std::optional<std::uint32_t> argument = machine.argument();
  if (!argument) return abandoned;
  request.argument = *argument;
  if (row->words > 0 && !machine.in_ram(*argument, 4U * row->words))
    return semihosting_outside(request.call, *argument, 4U * row->words);
  for (unsigned i = 0; i < row->words; ++i) {
    const std::uint32_t at = *argument + 4 * i;
    const bool is_code = request.call == Call::ExitExtended && i == 1;
    const std::optional<std::uint32_t> word = is_code ? machine.exit_code(at) : machine.word(at);
    if (!word) return abandoned;
    request.words[i] = *word;
  }
  const auto [first, bytes] = memory_of(request);
  if (bytes > 0 && !machine.in_ram(first, bytes)) return semihosting_outside(request.call, first, bytes);
  if (request.call == Call::Write0) {
    const std::optional<bool> ends = machine.has_end(*argument);
    if (!ends) return abandoned;
    if (!*ends)
      return semihosting_error(fmt::format("{}: the string at 0x{:08x} has no end", name_of(row->call), *argument));
  }
  const auto& w = request.words;
  if (request.call == Call::Open) read_name(machine, request, w[0], w[2], request.name);
  if (request.call == Call::Remove) read_name(machine, request, w[0], w[1], request.name);
  if (request.call == Call::Rename && read_name(machine, request, w[0], w[1], request.name))
    read_name(machine, request, w[2], w[3], request.other_name);
  return request;
}

// Carries a call out. `machine` accesses memory and the console: load(address) and store(address, byte), with bytes of
// the files; known(address, bytes), as numbers, for the host's files; put(address, text) and put_word(address, word);
// show(kind, address, bytes) and show_text(address), for the console; input(most), from it: nothing if the run has to
// stop first; picoseconds(), since reset; and ram_end().
template <class Files, class Machine>
class SemihostingServer {
 public:
  using Answer = SemihostingAnswer<typename Files::Byte>;
  SemihostingServer(const SemihostingRequest& request, const SemihostingSettings& settings, Files& files,
                    Machine& machine)
      : request_(request),
        words_(request.words),
        settings_(settings),
        directory_(settings.directory.get()),
        files_(files),
        machine_(machine) {}

  Answer serve() {
    using Call = isa::SemihostingCall;
    switch (request_.call) {
      case Call::Open: return open();
      case Call::Close:
      case Call::IsTty:
      case Call::Seek:
      case Call::Length: return ask_about_handle();
      case Call::Write: return write();
      case Call::Read: return read();
      case Call::Remove: return done(files_.remove(request_.name, directory_));
      case Call::Rename: return done(files_.rename(request_.name, request_.other_name, directory_));
      case Call::WriteC: machine_.show(HandleKind::Output, request_.argument, 1); return {};
      case Call::Write0: machine_.show_text(request_.argument); return {};
      case Call::ReadC: return read_character();
      case Call::TemporaryName: return temporary_name();
      case Call::CommandLine: return command_line();
      case Call::HeapInfo: return heap_info();
      case Call::IsError: return {.result = words_[0] >> 31};
      case Call::Errno: return {.result = files_.error()};
      case Call::System: return failed(ENOSYS);
      case Call::Exit: return {.exit_code = request_.argument == kApplicationExit ? 0 : 1};
      case Call::ExitExtended: return {.exit_code = words_[0] == kApplicationExit ? words_[1] : 1};
      case Call::Clock: return {.result = static_cast<std::uint32_t>(machine_.picoseconds() / kCentisecond)};
      case Call::Time: return {.result = static_cast<std::uint32_t>(machine_.picoseconds() / kSecond)};
      case Call::Elapsed: put(request_.argument, machine_.picoseconds() / kNanosecond); return {};
      case Call::Frequency: return {.result = 1'000'000'000};
    }
    return {};
  }

 private:
  static constexpr std::uint64_t kNanosecond = 1000, kCentisecond = 10'000'000'000, kSecond = 100 * kCentisecond;

  Answer failed(int error, std::uint32_t result = ~0U) {
    files_.set_error(error);
    return {.result = result};
  }
  Answer done(int error) { return error ? failed(error) : Answer{}; }
  void put(std::uint32_t address, std::uint64_t value) {
    machine_.put_word(address, static_cast<std::uint32_t>(value));
    machine_.put_word(address + 4, static_cast<std::uint32_t>(value >> 32));
  }

  Answer open() {
    Answer answer;
    if (request_.name.empty()) return failed(ENOENT);
    const int error = files_.open(request_.name, words_[1], directory_, answer.result);
    return error ? failed(error) : answer;
  }
  Answer ask_about_handle() {
    using Call = isa::SemihostingCall;
    const std::uint32_t handle = words_[0];
    const HandleKind kind = files_.kind(handle);
    const bool is_file = kind == HandleKind::File;
    if (request_.call == Call::IsTty && is_file) return failed(ENOTTY, 0);
    if (kind == HandleKind::Closed) return failed(EBADF, request_.call == Call::IsTty ? 0 : ~0U);
    if (request_.call == Call::IsTty) return {.result = 1};
    if (request_.call == Call::Close) {
      files_.close(handle);
      return {};
    }
    if (!is_file) return failed(request_.call == Call::Seek ? ESPIPE : EINVAL);
    if (request_.call == Call::Length) return {.result = files_.length(handle)};
    files_.seek(handle, words_[1]);
    return {};
  }
  // How much was not written.
  Answer write() {
    const auto [handle, buffer, length, unused] = words_;
    const HandleKind kind = files_.kind(handle);
    if (kind == HandleKind::Closed || !files_.writes(handle)) return failed(EBADF, length);
    if (kind != HandleKind::File) {
      machine_.show(kind, buffer, length);
      return {};
    }
    const auto byte = [&, from = buffer](std::uint32_t i) { return machine_.load(from + i); };
    const int error = files_.write(handle, length, byte, machine_.known(buffer, length), directory_);
    return error ? failed(error, length) : Answer{};
  }
  // How much was not read.
  Answer read() {
    const auto [handle, buffer, length, unused] = words_;
    const HandleKind kind = files_.kind(handle);
    if (kind == HandleKind::Closed || !files_.reads(handle)) return failed(EBADF, length);
    if (kind == HandleKind::File) {
      const std::uint32_t count = files_.left(handle, length);
      for (std::uint32_t i = 0; i < count; ++i) machine_.store(buffer + i, files_.next(handle));
      return {.result = length - count};
    }
    if (length == 0) return {};
    const auto input = machine_.input(length);
    if (!input) return {.waits = true};
    for (std::uint32_t i = 0; i < input->size(); ++i) machine_.store(buffer + i, (*input)[i]);
    return {.result = length - static_cast<std::uint32_t>(input->size())};
  }
  Answer read_character() {
    const auto input = machine_.input(1);
    if (!input) return {.waits = true};
    if (input->empty()) return {.result = ~0U};
    return {.character = input->front()};
  }
  Answer temporary_name() {
    const std::string name = fmt::format("tmp-{:02x}", words_[1] & 0xff);
    if (words_[2] < name.size() + 1) return failed(ENAMETOOLONG);
    machine_.put(words_[0], {name.c_str(), name.size() + 1});
    return {};
  }
  Answer command_line() {
    const std::string& text = settings_.command_line;
    if (words_[1] < text.size() + 1) return failed(E2BIG);
    machine_.put(words_[0], {text.c_str(), text.size() + 1});
    machine_.put_word(request_.argument + 4, static_cast<std::uint32_t>(text.size()));
    return {};
  }
  // Heap and stack share the memory behind the image.
  Answer heap_info() {
    const std::uint32_t low = settings_.heap_base, high = machine_.ram_end();
    std::uint32_t at = words_[0];
    for (const std::uint32_t field : {low, high, high, low}) {
      machine_.put_word(at, field);
      at += 4;
    }
    return {};
  }

  const SemihostingRequest& request_;
  const std::array<std::uint32_t, 4>& words_;
  const SemihostingSettings& settings_;
  support::HostDirectory* const directory_;
  Files& files_;
  Machine& machine_;
};

// Whether a call asks for the time.
constexpr bool asks_for_time(isa::SemihostingCall call) {
  using Call = isa::SemihostingCall;
  return call == Call::Clock || call == Call::Time || call == Call::Elapsed;
}

}  // namespace janus::hart
