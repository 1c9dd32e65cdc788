#include "testing/elf_writer.h"

#include <cstring>
#include <stdexcept>

#include "testing/command.h"

namespace janus::testing {

#ifndef SHT_RISCV_ATTRIBUTES
#define SHT_RISCV_ATTRIBUTES 0x70000003
#endif

ElfWriter::ElfWriter(std::uint32_t entry) : next_offset_(sizeof(Elf32_Ehdr) + kMaxSegments * sizeof(Elf32_Phdr)) {
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS32;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_EXEC;
  header.e_machine = EM_RISCV;
  header.e_version = EV_CURRENT;
  header.e_entry = entry;
  header.e_phoff = sizeof(Elf32_Ehdr);
  header.e_ehsize = sizeof(Elf32_Ehdr);
  header.e_phentsize = sizeof(Elf32_Phdr);
}

Elf32_Phdr& ElfWriter::add_segment(std::uint32_t address, std::vector<std::uint8_t> contents,
                                   std::uint32_t memory_size) {
  if (segments_.size() == kMaxSegments) throw std::length_error("ElfWriter: too many segments");
  Elf32_Phdr segment{};
  segment.p_type = PT_LOAD;
  segment.p_offset = next_offset_;
  segment.p_vaddr = segment.p_paddr = address;
  segment.p_filesz = static_cast<std::uint32_t>(contents.size());
  segment.p_memsz = memory_size ? memory_size : segment.p_filesz;
  segment.p_flags = PF_R | PF_W | PF_X;
  segment.p_align = 1;
  next_offset_ += segment.p_filesz;
  segments_.push_back({segment, std::move(contents)});
  header.e_phnum = static_cast<Elf32_Half>(segments_.size());
  return segments_.back().header;
}

Elf32_Phdr& ElfWriter::add_code(std::uint32_t address, const std::vector<std::uint32_t>& words) {
  std::vector<std::uint8_t> contents;
  for (std::uint32_t word : words) {
    for (unsigned shift = 0; shift < 32; shift += 8) contents.push_back(static_cast<std::uint8_t>(word >> shift));
  }
  return add_segment(address, std::move(contents));
}

// RISC-V ELF psABI, chapter "Attributes": the attributes of a vendor, of which those of the file.
std::vector<std::uint8_t> ElfWriter::attributes() const {
  constexpr std::uint8_t kFileTag = 1, kArchTag = 5;
  std::vector<std::uint8_t> part = {kArchTag};
  part.insert(part.end(), isa_.c_str(), isa_.c_str() + isa_.size() + 1);
  const auto prepend_size = [&part](std::uint32_t more) {
    const auto size = static_cast<std::uint32_t>(part.size()) + more;
    for (unsigned i = 4; i-- > 0;) part.insert(part.begin(), static_cast<std::uint8_t>(size >> 8 * i));
  };
  prepend_size(5);
  part.insert(part.begin(), kFileTag);
  constexpr char kVendor[] = "riscv";
  part.insert(part.begin(), kVendor, kVendor + sizeof kVendor);
  prepend_size(4);
  part.insert(part.begin(), 'A');
  return part;
}

std::vector<std::uint8_t> ElfWriter::bytes() const {
  std::vector<std::uint8_t> file(sizeof header + kMaxSegments * sizeof(Elf32_Phdr));
  Elf32_Ehdr file_header = header;
  if (!isa_.empty()) {
    file_header.e_shoff = next_offset_;
    file_header.e_shentsize = sizeof(Elf32_Shdr);
    file_header.e_shnum = 2;  // the first is null
  }
  std::memcpy(file.data(), &file_header, sizeof file_header);
  std::size_t at = sizeof header;
  for (const Segment& segment : segments_) {
    std::memcpy(file.data() + at, &segment.header, sizeof segment.header);
    at += sizeof segment.header;
    file.insert(file.end(), segment.contents.begin(), segment.contents.end());
  }
  if (!isa_.empty()) {
    const std::vector<std::uint8_t> contents = attributes();
    Elf32_Shdr sections[2] = {};
    sections[1].sh_type = SHT_RISCV_ATTRIBUTES;
    sections[1].sh_offset = static_cast<Elf32_Off>(file.size() + sizeof sections);
    sections[1].sh_size = static_cast<Elf32_Word>(contents.size());
    const auto* const begin = reinterpret_cast<const std::uint8_t*>(sections);
    file.insert(file.end(), begin, begin + sizeof sections);
    file.insert(file.end(), contents.begin(), contents.end());
  }
  return file;
}

support::FirmwareImage image_of(const ElfWriter& elf) {
  const TemporaryDirectory directory;
  write_file(directory.file("image.elf"), elf.bytes());
  return support::FirmwareImage::load(directory.file("image.elf"));
}

support::FirmwareImage image_of(const std::vector<std::uint32_t>& words, std::uint32_t address) {
  ElfWriter elf(address);
  elf.add_code(address, words);
  elf.set_isa("rv32ima_b_zbkb_zicond");
  return image_of(elf);
}

}  // namespace janus::testing
