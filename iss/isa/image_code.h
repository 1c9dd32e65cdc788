// The instructions of a firmware image, as they are before anything runs.
#pragma once

#include <cstdint>
#include <optional>

#include "isa/decoder.h"
#include "support/firmware_image.h"

namespace janus::isa {

class ImageCode {
 public:
  // `image` must outlive the object.
  explicit ImageCode(const support::FirmwareImage& image) : image_(&image), extensions_(extensions_of(image.isa())) {}

  Extensions extensions() const { return extensions_; }
  const support::FirmwareImage& image() const { return *image_; }
  // The instruction that begins at an address, if all its bytes are in one segment. Logarithmic in the segments.
  std::optional<Instruction> at(std::uint32_t address) const;
  // The four bytes at an address, if they are in one segment.
  std::optional<std::uint32_t> word(std::uint32_t address) const;

 private:
  std::optional<std::uint32_t> bytes(std::uint32_t address, unsigned count) const;

  const support::FirmwareImage* image_;
  Extensions extensions_;
};

}  // namespace janus::isa
