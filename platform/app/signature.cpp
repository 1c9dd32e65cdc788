#include "app/signature.h"

#include <fmt/format.h>

#include "engine/state/termination.h"
#include "support/error.h"
#include "support/standard_streams.h"
#include "support/text_file.h"

namespace janus::app {

Signature::Signature(const support::FirmwareImage& image, std::string file)
    : firmware_(image.path()), file_(std::move(file)) {
  const auto begin = image.symbol("begin_signature"), end = image.symbol("end_signature");
  if (!begin || !end) {
    throw support::InputError(firmware_ + ": --signature needs the symbols begin_signature and end_signature");
  }
  begin_ = *begin;
  size_ = *end - *begin;
  if (*begin > *end || size_ % 4 != 0) {
    throw support::InputError(
        fmt::format("{}: begin_signature (0x{:08x}) and end_signature (0x{:08x}) do not enclose whole words of memory",
                    firmware_, *begin, *end));
  }
  if (file_ == "-") {
    support::require_standard_output();
  } else {
    support::require_writable_file(file_);
  }
}

void Signature::write(prototype::Platform& platform) const {
  const auto bytes = platform.read_memory(begin_, size_);
  if (bytes.size() != size_) throw missing(fmt::format("0x{:08x}..+{} is not in memory", begin_, size_));
  write(bytes);
}

void Signature::write(std::span<const std::uint8_t> bytes) const {
  std::string text;
  for (std::size_t i = 0; i + 3 < bytes.size(); i += 4) {
    text += fmt::format("{:02x}{:02x}{:02x}{:02x}\n", bytes[i + 3], bytes[i + 2], bytes[i + 1], bytes[i]);
  }
  if (file_ == "-") {
    support::print_out(text);
  } else {
    support::write_text_file(file_, text);
  }
}

support::InputError Signature::missing(const std::string& why) const {
  return support::InputError(fmt::format("{}: no signature is written: {}", firmware_, why),
                             support::exit_code::kCannotWrite);
}

// Inputs that an assumption excludes, or that no path takes, are none of the firmware's ends.
void PathSignature::ended(const engine::ExecutionState& state, const engine::Ending& ending) {
  if (ending.reason == engine::Termination::AssumeFailed || ending.reason == engine::Termination::Infeasible) return;
  if (++ends_ > 1) return;
  if (engine::row(ending.reason).consequence != engine::Consequence::Normal) {
    why_not_ = fmt::format("the path did not end normally ({})", engine::row(ending.reason).text);
    return;
  }
  const std::uint32_t offset = signature_.begin() - ram_base_, ram = state.memory.size();
  if (signature_.size() > ram || offset > ram - signature_.size()) {
    why_not_ = fmt::format("0x{:08x}..+{} is not in memory", signature_.begin(), signature_.size());
    return;
  }
  for (std::uint32_t i = 0; i < signature_.size() && why_not_.empty(); ++i) {
    bytes_.push_back(state.memory.byte(offset + i));
    if (!state.memory.symbol(offset + i).symbol) continue;
    why_not_ = fmt::format("it depends on symbolic input at 0x{:08x}", signature_.begin() + i);
  }
}

void PathSignature::write(const engine::ExplorationResult& result) const {
  if (ends_ == 0) throw signature_.missing("no path has ended");
  if (ends_ > 1 || result.waiting > 0) throw signature_.missing("there are several paths, not exactly one");
  if (!why_not_.empty()) throw signature_.missing(why_not_);
  signature_.write(bytes_);
}

}  // namespace janus::app
