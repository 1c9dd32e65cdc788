// Semihosting on the symbolic hart (hart/semihosting_calls.h). Each path has its own files, and bytes of files may be
// terms. What the firmware shows is dropped: a replay of the path prints it. Nothing is written on the host.
#include "hart/semihosting_calls.h"

#include <optional>
#include <string_view>

#include "engine/hart/symbolic_hart.h"

namespace janus::engine {

// The registers, the memory and the console, for a call.
class SymbolicHart::SemihostingMachine {
 public:
  using Byte = SymbolicContents::Byte;
  explicit SemihostingMachine(SymbolicHart& hart) : hart_(hart) {}

  std::optional<std::uint32_t> call() { return hart_.resolve(hart_.get(isa::kA0)); }
  std::optional<std::uint32_t> argument() { return hart_.resolve(hart_.get(isa::kA1)); }
  std::optional<bool> is_exit() {
    return hart_.branch(hart_.values_.eq(hart_.get(isa::kA1), hart_.word(hart::kApplicationExit)));
  }
  std::optional<std::uint32_t> word(std::uint32_t address) { return hart_.resolve(hart_.load_memory<32>(address)); }
  std::optional<std::uint32_t> exit_code(std::uint32_t address) {
    const Word32 code = hart_.load_memory<32>(address);
    return code.term ? hart_.resolve_exit_code(code.term, 0, 0) : std::optional(code.bits.raw);
  }
  std::optional<std::uint8_t> byte(std::uint32_t address) {
    const auto value = hart_.resolve(hart_.values_.zero_extend<32>(hart_.load_memory<8>(address)));
    return value ? std::optional(static_cast<std::uint8_t>(*value)) : std::nullopt;
  }
  // Only if no byte up to the end of memory is known to be zero, it matters whether an input is.
  std::optional<bool> has_end(std::uint32_t address) {
    for (std::uint32_t at = address; in_ram(at, 1); ++at) {
      const Word<8> byte = hart_.load_memory<8>(at);
      if (!byte.term && byte.bits.raw == 0) return true;
    }
    for (std::uint32_t at = address; in_ram(at, 1); ++at) {
      const auto ends = hart_.branch(hart_.values_.eq(hart_.load_memory<8>(at), hart_.values_.constant<8>(0)));
      if (!ends || *ends) return ends;
    }
    return false;
  }
  bool in_ram(std::uint32_t address, std::uint32_t bytes) const { return hart_.in_ram(address, bytes); }
  std::uint32_t ram_end() const { return hart_.ram_base() + hart_.ram_size(); }

  Byte load(std::uint32_t address) const {
    const std::uint32_t offset = address - hart_.config_.ram_base;
    return {hart_.state_->memory.symbol(offset), hart_.state_->memory.byte(offset)};
  }
  void store(std::uint32_t address, Byte byte) {
    const std::uint32_t offset = address - hart_.config_.ram_base, in_page = offset % Memory::kPageBytes;
    if (hart_.state_->shadow) hart_.own_shadow().defined.define(address, 1);
    if (hart_.dead_stack_) hart_.dead_stack_->written(address, 1);
    if (byte.symbol.symbol) {
      hart_.page_to_write(offset).write(in_page, byte.symbol.symbol, byte.symbol.index, 1);
    } else {
      hart_.page_to_write(offset).write(in_page, &byte.value, 1);
    }
  }
  static std::vector<std::uint8_t> known(std::uint32_t, std::uint32_t) { return {}; }
  void put(std::uint32_t address, std::string_view text) {
    for (const char character : text) store(address++, {{}, static_cast<std::uint8_t>(character)});
  }
  void put_word(std::uint32_t address, std::uint32_t word) {
    for (unsigned i = 0; i < 4; ++i) store(address + i, {{}, static_cast<std::uint8_t>(word >> 8 * i)});
  }
  static void show(hart::HandleKind, std::uint32_t, std::uint32_t) {}
  static void show_text(std::uint32_t) {}
  // What the UART would have received: there is one terminal.
  std::optional<std::vector<Byte>> input(std::uint32_t most) {
    std::vector<Byte> bytes;
    auto& uart = hart_.state_->board.own().uart;
    while (bytes.size() < most) {
      const auto datum = uart.take_received();
      if (!datum) break;
      bytes.push_back(
          {{term::Term(static_cast<const term::Node*>(datum->symbol)), 0}, static_cast<std::uint8_t>(datum->bits)});
    }
    hart_.update_lines();
    hart_.interrupts_changed();
    return bytes;
  }
  std::uint64_t picoseconds() const { return hart_.config_.timing.time_at(hart_.state_->hart.cycles); }

 private:
  SymbolicHart& hart_;
};

// Whether the `ebreak` at the pc calls the host. If bytes of the marks are symbolic, both answers are paths. Nothing if
// the instruction is abandoned.
std::optional<bool> SymbolicHart::is_semihosting() {
  if (!config_.semihosting.on || !in_machine_mode() || !in_ram(pc() - 4, 12)) return false;
  const auto before = branch(values_.eq(load_memory<32>(pc() - 4), word(isa::kSemihostingBefore)));
  if (!before || !*before) return before;
  return branch(values_.eq(load_memory<32>(pc() + 4), word(isa::kSemihostingBehind)));
}

bool SymbolicHart::host_call() {
  const auto calls = is_semihosting();
  if (!calls) return true;
  if (!*calls) return false;
  SemihostingMachine machine(*this);
  const hart::SemihostingRequest request = hart::decode_semihosting(machine);
  switch (request.is) {
    case hart::SemihostingRequest::Is::Abandoned: return true;
    case hart::SemihostingRequest::Is::Error:
      stay();
      end({.reason = Termination::HostError, .detail = request.error});
      return true;
    case hart::SemihostingRequest::Is::Ready: break;
  }
  if (hart::asks_for_time(request.call) && !need_exact_time()) return true;
  const auto answer = hart::SemihostingServer(request, config_.semihosting, state_->files.own(), machine).serve();
  if (answer.exit_code) {
    exit(*answer.exit_code);
    return true;
  }
  Word32 result = word(answer.result);
  if (const auto& character = answer.character) {
    const term::Term term = character->symbol.symbol;
    result = term ? values_.zero_extend<32>(values_.from_term<8>(known(term))) : word(character->value);
  }
  set(isa::kA0, result);
  return true;
}

}  // namespace janus::engine
