// HTIF on the concrete hart (hart/htif.h).
#include "hart/htif.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "hart/concrete_hart.h"

namespace janus::hart {

// A store to `tohost` (hart/htif.h).
void ConcreteHart::call_host(std::uint32_t value) {
  const auto read = [this](std::uint32_t address) -> std::optional<std::uint32_t> {
    std::uint32_t word = 0;
    const std::uint8_t* bytes = direct(address, 4);
    if (!bytes) return bus_.read(address, 4, state_.cycles);
    std::memcpy(&word, bytes, 4);
    return word;
  };
  const auto inside = [this](std::uint32_t address, std::uint32_t size) { return in_ram(address, size); };
  const HtifRequest request = decode_htif(value, config_.htif, read, inside);
  switch (request.is) {
    case HtifRequest::Is::None:
    case HtifRequest::Is::Abandoned: return;
    case HtifRequest::Is::Exit:
      exit_code_ = request.exit_code;
      stop(Stop::ToHost);
      return;
    case HtifRequest::Is::Error:
      hook_error_ = request.error;
      stay();
      stop(Stop::HostError);
      return;
    case HtifRequest::Is::Show:
    case HtifRequest::Is::Receive: use_console(request); return;
    case HtifRequest::Is::Answer: break;
  }
  if (output_) write_output(request);
  answer_htif(request, config_.htif, [this](std::uint32_t address, std::uint32_t word) { put_word(address, word); });
}

void ConcreteHart::put_word(std::uint32_t address, std::uint32_t word) {
  if (std::uint8_t* bytes = direct(address, 4)) {
    std::memcpy(bytes, &word, 4);
  } else {
    bus_.write(address, 4, word, state_.cycles);
  }
  changed_by_host(address, 4);
}

void ConcreteHart::use_console(const HtifRequest& request) {
  if (request.is == HtifRequest::Is::Show) {
    if (output_) output_->write_file(1, {&request.character, 1});
  } else if (console_) {
    const auto input = console_->read_console(1);
    if (!input) {
      stay();
      stop(Stop::DeviceAccess);  // the owner looks at why there is no input
      return;
    }
    if (!input->empty()) {
      put_word(*config_.htif.fromhost, 0x100U | input->front());
      put_word(*config_.htif.fromhost + 4, kConsoleReads);
    }
  }
  put_word(*config_.htif.tohost, 0);
  put_word(*config_.htif.tohost + 4, 0);
}

void ConcreteHart::write_output(const HtifRequest& request) {
  std::array<std::uint8_t, 4096> piece;
  for (std::uint32_t done = 0; done < request.length;) {
    const std::uint32_t size = std::min<std::uint32_t>(request.length - done, piece.size());
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t address = request.buffer + done + i;
      const std::uint8_t* byte = direct(address, 1);
      piece[i] = static_cast<std::uint8_t>(byte ? *byte : bus_.read(address, 1, state_.cycles).value_or(0));
    }
    output_->write_file(request.file, {piece.data(), size});
    done += size;
  }
}

}  // namespace janus::hart
