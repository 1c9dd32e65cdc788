// Writes ELF files for tests: right ones, and ones that are wrong in one chosen way (System V ABI, chapter 4 and 5).
#pragma once

#include <elf.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/firmware_image.h"

namespace janus::testing {

// A 32-bit RISC-V executable of program headers and their contents, without sections. Change `header` and the `headers`
// of segments before bytes() to make it lie.
class ElfWriter {
 public:
  explicit ElfWriter(std::uint32_t entry = 0x8000'0000);

  // Adds a PT_LOAD segment. `memory_size` 0 means as much as in the file. Returns its program header, whose p_offset is
  // set; valid until the next call.
  Elf32_Phdr& add_segment(std::uint32_t address, std::vector<std::uint8_t> contents, std::uint32_t memory_size = 0);
  Elf32_Phdr& add_code(std::uint32_t address, const std::vector<std::uint32_t>& words);

  std::vector<std::uint8_t> bytes() const;

  Elf32_Ehdr header{};

 private:
  struct Segment {
    Elf32_Phdr header;
    std::vector<std::uint8_t> contents;
  };
  static constexpr std::uint32_t kMaxSegments = 16;  // room for their headers in front of the contents
  std::vector<Segment> segments_;
  std::uint32_t next_offset_;
};

// The images of an ELF file, and of code at the start of memory.
support::FirmwareImage image_of(const ElfWriter& elf);
support::FirmwareImage image_of(const std::vector<std::uint32_t>& words, std::uint32_t address = 0x8000'0000);

}  // namespace janus::testing
