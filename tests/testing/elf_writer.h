// Writes ELF files for tests: valid files, and files with one chosen error (System V ABI, chapters 4 and 5).
#pragma once

#include <elf.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/firmware_image.h"

namespace janus::testing {

// A 32-bit RISC-V executable with program headers and their contents, without sections other than attributes. To make
// an invalid file, change `header` or the returned program headers before calling bytes().
class ElfWriter {
 public:
  explicit ElfWriter(std::uint32_t entry = 0x8000'0000);

  // Adds a PT_LOAD segment. `memory_size` 0 means the size in the file. Returns the program header, with p_offset set;
  // the reference is valid until the next call.
  Elf32_Phdr& add_segment(std::uint32_t address, std::vector<std::uint8_t> contents, std::uint32_t memory_size = 0);
  Elf32_Phdr& add_code(std::uint32_t address, const std::vector<std::uint32_t>& words);

  // The attribute Tag_RISCV_arch, in the only section.
  void set_isa(std::string name) { isa_ = std::move(name); }

  std::vector<std::uint8_t> bytes() const;

  Elf32_Ehdr header{};

 private:
  struct Segment {
    Elf32_Phdr header;
    std::vector<std::uint8_t> contents;
  };
  static constexpr std::uint32_t kMaxSegments = 16;  // the file has room for so many program headers
  std::vector<std::uint8_t> attributes() const;
  std::vector<Segment> segments_;
  std::string isa_;
  std::uint32_t next_offset_;
};

// Images of an ELF file, and of code at `address` for a hart with every instruction of 32 bits.
support::FirmwareImage image_of(const ElfWriter& elf);
support::FirmwareImage image_of(const std::vector<std::uint32_t>& words, std::uint32_t address = 0x8000'0000);

}  // namespace janus::testing
