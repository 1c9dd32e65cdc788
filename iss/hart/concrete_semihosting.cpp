// Semihosting on the concrete hart (hart/semihosting_calls.h).
#include "hart/semihosting_calls.h"

#include <array>
#include <optional>
#include <string_view>

#include "hart/concrete_hart.h"

namespace janus::hart {

// The registers, the memory and the console, for a call.
class ConcreteHart::SemihostingMachine {
 public:
  explicit SemihostingMachine(ConcreteHart& hart) : hart_(hart) {}

  std::optional<std::uint32_t> call() const { return hart_.get(isa::kA0).raw; }
  std::optional<std::uint32_t> argument() const { return hart_.get(isa::kA1).raw; }
  std::optional<bool> is_exit() const { return argument() == kApplicationExit; }
  std::optional<std::uint32_t> word(std::uint32_t address) const {
    std::uint32_t word = 0;
    for (unsigned i = 0; i < 4; ++i) word |= std::uint32_t{load(address + i)} << 8 * i;
    return word;
  }
  std::optional<std::uint32_t> exit_code(std::uint32_t address) const { return word(address); }
  std::optional<std::uint8_t> byte(std::uint32_t address) const { return load(address); }
  std::optional<bool> has_end(std::uint32_t address) const {
    while (in_ram(address, 1) && load(address) != 0) ++address;
    return in_ram(address, 1);
  }
  bool in_ram(std::uint32_t address, std::uint32_t bytes) const { return hart_.in_ram(address, bytes); }
  std::uint32_t ram_end() const { return hart_.ram_base() + hart_.ram_size(); }

  std::uint8_t load(std::uint32_t address) const {
    const std::uint8_t* byte = hart_.direct(address, 1);
    return static_cast<std::uint8_t>(byte ? *byte : hart_.bus_.read(address, 1, hart_.state_.cycles).value_or(0));
  }
  void store(std::uint32_t address, std::uint8_t value) {
    if (std::uint8_t* byte = hart_.direct(address, 1)) {
      *byte = value;
    } else {
      hart_.bus_.write(address, 1, value, hart_.state_.cycles);
    }
    hart_.changed_by_host(address, 1);
    if (hart_.shadow_) hart_.shadow_->defined.define(address, 1);
    for (Observer* observer : hart_.observation_.observers()) observer->received_input(address, 1);
  }
  std::vector<std::uint8_t> known(std::uint32_t address, std::uint32_t count) const {
    std::vector<std::uint8_t> bytes(count);
    for (std::uint32_t i = 0; i < count; ++i) bytes[i] = load(address + i);
    return bytes;
  }
  void put(std::uint32_t address, std::string_view text) {
    for (const char character : text) store(address++, static_cast<std::uint8_t>(character));
  }
  void put_word(std::uint32_t address, std::uint32_t word) {
    for (unsigned i = 0; i < 4; ++i) store(address + i, static_cast<std::uint8_t>(word >> 8 * i));
  }
  void show(HandleKind kind, std::uint32_t address, std::uint32_t bytes) {
    if (hart_.output_) hart_.output_->write_file(kind == HandleKind::Errors ? 2 : 1, known(address, bytes));
  }
  void show_text(std::uint32_t address) {
    std::uint32_t end = address;
    while (load(end) != 0) ++end;
    show(HandleKind::Output, address, end - address);
  }
  std::optional<std::vector<std::uint8_t>> input(std::uint32_t most) {
    return hart_.console_ ? hart_.console_->read_console(most) : std::vector<std::uint8_t>();
  }
  std::uint64_t picoseconds() const { return hart_.timing().time_at(hart_.state_.cycles); }

 private:
  ConcreteHart& hart_;
};

bool ConcreteHart::host_call() {
  if (!config_.semihosting.on || !in_machine_mode()) return false;
  if (word_at(state_.pc - 4, 4) != isa::kSemihostingBefore || word_at(state_.pc + 4, 4) != isa::kSemihostingBehind)
    return false;
  SemihostingMachine machine(*this);
  const SemihostingRequest request = decode_semihosting(machine);
  if (request.is != SemihostingRequest::Is::Ready) {
    hook_error_ = request.error;
    stay();
    stop(Stop::HostError);
    return true;
  }
  const auto answer = SemihostingServer(request, config_.semihosting, host_files_, machine).serve();
  if (answer.waits) {
    stay();
    stop(Stop::DeviceAccess);  // the owner looks at why there is no input
    return true;
  }
  if (answer.exit_code) {
    exit_code_ = *answer.exit_code;
    stop(Stop::HostExit);
    return true;
  }
  set(isa::kA0, {answer.character ? *answer.character : answer.result});
  return true;
}

}  // namespace janus::hart
