// Where an indirect jump of a firmware may lead: to an instruction in an executable section. A jump whose target an
// input can choose, and that may lead elsewhere, gives the input control of the program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "isa/decoder.h"
#include "support/firmware_image.h"

namespace janus::program {

class KnownCode {
 public:
  // `image` must outlive the object.
  explicit KnownCode(const support::FirmwareImage& image) : image_(image) {}

  const std::vector<support::AddressRange>& executable() const { return image_.executable(); }
  // Whether `target` is in an executable section, and not at a word of the image that is no instruction. Words that
  // memory only gets while the program runs may be instructions.
  bool has(std::uint32_t target) const {
    const auto holds = [=](const auto& range) { return range.contains(target); };
    if (std::ranges::none_of(executable(), holds)) return false;
    const std::optional<std::uint32_t> word = word_at(target);
    return !word || isa::decode(*word).opcode != isa::Opcode::Illegal;
  }

 private:
  std::optional<std::uint32_t> word_at(std::uint32_t address) const {
    for (const support::Segment& segment : image_.segments()) {
      const std::uint32_t offset = address - segment.address;
      if (offset >= segment.bytes.size() || segment.bytes.size() - offset < 4) continue;
      std::uint32_t word = 0;
      std::memcpy(&word, &segment.bytes[offset], 4);
      return word;
    }
    return std::nullopt;
  }

  const support::FirmwareImage& image_;
};

}  // namespace janus::program
