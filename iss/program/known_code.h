// Where an indirect jump of a firmware may lead: to an instruction in an executable section. A jump whose target an
// input can choose, and that may lead elsewhere, gives the input control of the program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "isa/image_code.h"

namespace janus::program {

class KnownCode {
 public:
  // `image` must outlive the object.
  explicit KnownCode(const support::FirmwareImage& image) : code_(image) {}

  const isa::ImageCode& code() const { return code_; }
  const std::vector<support::AddressRange>& executable() const { return code_.image().executable(); }
  // Whether `target` is in an executable section, and not at a word of the image that is no instruction. Words that
  // memory only gets while the program runs may be instructions.
  bool has(std::uint32_t target) const {
    const auto holds = [=](const auto& range) { return range.contains(target); };
    if (std::ranges::none_of(executable(), holds)) return false;
    const auto instruction = code_.at(target);
    return !instruction || instruction->opcode != isa::Opcode::Illegal;
  }

 private:
  isa::ImageCode code_;
};

}  // namespace janus::program
