#include "support/firmware_image.h"

#include <cxxabi.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "support/error.h"
#include "support/text_file.h"

namespace janus::support {
namespace {

constexpr char kNoteSection[] = ".janus.note";
constexpr char kCoverSection[] = ".janus.cover";
constexpr char kNoteOwner[] = "Janus";
constexpr std::uint32_t kRiscvCompressed = 0x1;     // EF_RISCV_RVC
constexpr std::uint32_t kRiscvHalfRegisters = 0x8;  // EF_RISCV_RVE
constexpr std::uint32_t kAttributes = 0x70000003;   // SHT_RISCV_ATTRIBUTES

struct FileDescriptor {
  int value;
  ~FileDescriptor() {
    if (value >= 0) ::close(value);
  }
};
using ElfHandle = std::unique_ptr<Elf, decltype(&elf_end)>;

[[noreturn]] void fail(const std::string& path, const std::string& what) { throw InputError(path + ": " + what); }

// A copy that broke off has the beginning of an ELF file and is told apart from a file that is something else.
[[noreturn]] void fail_as_cut_off(const std::string& path, const std::string& where) {
  fail(path, fmt::format("the file ends in the middle of {}: cut off?", where));
}

void check_start(const std::string& path, int file) {
  char start[sizeof(Elf32_Ehdr)];
  const ssize_t count = ::pread(file, start, sizeof start, 0);
  if (count < SELFMAG || std::memcmp(start, ELFMAG, SELFMAG) != 0) fail(path, "not an ELF file");
  if (count < static_cast<ssize_t>(sizeof start)) fail_as_cut_off(path, "its ELF header");
}

// Whether `count` entries of `size` bytes at `offset` lie in the file.
bool lies_in_file(std::uint64_t offset, std::uint64_t count, std::uint64_t size, std::uint64_t file_size) {
  return offset <= file_size && count * size <= file_size - offset;
}

// Without its section headers, a file has neither symbols nor the note that turns hooks on.
void check_sections(const std::string& path, Elf* elf, const GElf_Ehdr& file) {
  std::size_t file_size = 0;
  elf_rawfile(elf, &file_size);
  if (file.e_shoff == 0) return;
  if (!lies_in_file(file.e_shoff, std::max<std::uint64_t>(file.e_shnum, 1), file.e_shentsize, file_size)) {
    fail_as_cut_off(path, fmt::format("its section headers (at 0x{:x} of 0x{:x} bytes)", file.e_shoff, file_size));
  }
  std::size_t index = 0;
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section; section = elf_nextscn(elf, section)) {
    ++index;
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS || header.sh_type == SHT_NULL) continue;
    if (!lies_in_file(header.sh_offset, 1, header.sh_size, file_size)) {
      fail_as_cut_off(path, fmt::format("section {}", index));
    }
  }
}

void check_header(const std::string& path, Elf* elf, GElf_Ehdr& header) {
  if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header)) fail(path, "not an ELF file");
  if (header.e_ident[EI_CLASS] != ELFCLASS32) fail(path, "a 64-bit ELF file; Janus runs 32-bit RISC-V");
  if (header.e_ident[EI_DATA] != ELFDATA2LSB) fail(path, "a big-endian ELF file; Janus runs little-endian RISC-V");
  if (header.e_machine != EM_RISCV)
    fail(path, fmt::format("built for another machine (ELF machine {})", header.e_machine));
  if (header.e_type != ET_EXEC) fail(path, "not an executable (link it, without -r and -pie)");
}

// How many bytes at the start of a segment are the ELF and program headers rather than a section. A linker without a
// script puts the headers into the first segment, right below the code. If the code is at the start of RAM, the headers
// lie outside of RAM.
std::uint64_t header_bytes(Elf* elf, const GElf_Ehdr& file, std::size_t headers, const GElf_Phdr& segment) {
  if (segment.p_offset >= file.e_phoff + headers * file.e_phentsize) return 0;
  const std::uint64_t none = ~std::uint64_t{0};
  std::uint64_t first = none;
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section; section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || !(header.sh_flags & SHF_ALLOC) || header.sh_type == SHT_NOBITS) continue;
    if (header.sh_size > 0 && header.sh_offset >= segment.p_offset) first = std::min(first, header.sh_offset);
  }
  return first == none ? 0 : std::min(first - segment.p_offset, segment.p_filesz);
}

std::vector<Segment> read_segments(const std::string& path, Elf* elf, const GElf_Ehdr& file_header) {
  std::size_t file_size = 0;
  const char* file = elf_rawfile(elf, &file_size);
  std::size_t count = 0;
  if (!lies_in_file(file_header.e_phoff, file_header.e_phnum, file_header.e_phentsize, file_size)) {
    fail_as_cut_off(path,
                    fmt::format("its program headers (at 0x{:x} of 0x{:x} bytes)", file_header.e_phoff, file_size));
  }
  if (!file || elf_getphdrnum(elf, &count) != 0) fail(path, "its program headers cannot be read");
  std::vector<Segment> segments;
  // What segments may still take: without this limit, a small file whose segments overlap could fill memory.
  std::size_t left = file_size;
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (!gelf_getphdr(elf, static_cast<int>(i), &header))
      fail(path, fmt::format("program header {} cannot be read", i));
    if (header.p_type != PT_LOAD || header.p_memsz == 0) continue;
    if (header.p_filesz > header.p_memsz) fail(path, fmt::format("segment {} is larger in the file than in memory", i));
    if (header.p_offset > file_size || header.p_filesz > file_size - header.p_offset) {
      const std::uint64_t there = file_size - std::min<std::uint64_t>(header.p_offset, file_size);
      fail_as_cut_off(path, fmt::format("a segment at 0x{:08x} ({} of {} bytes are there)", header.p_paddr, there,
                                        header.p_filesz));
    }
    if (header.p_filesz > left) fail(path, "its segments together are larger than the file");
    left -= header.p_filesz;
    if (header.p_paddr + header.p_memsz > 0x1'0000'0000ULL) {
      fail(path, fmt::format("segment {} reaches beyond the 32-bit address space", i));
    }
    // Start-up code copies what is loaded elsewhere than it is used, so only what the file has is there.
    const std::uint64_t size = header.p_paddr == header.p_vaddr ? header.p_memsz : header.p_filesz;
    const std::uint64_t skipped = header_bytes(elf, file_header, count, header);
    if (skipped == size) continue;
    Segment segment;
    segment.address = static_cast<std::uint32_t>(header.p_paddr + skipped);
    segment.size = static_cast<std::uint32_t>(size - skipped);
    segment.bytes.assign(file + header.p_offset + skipped, file + header.p_offset + header.p_filesz);
    segments.push_back(std::move(segment));
  }
  std::sort(segments.begin(), segments.end(), [](const auto& a, const auto& b) { return a.address < b.address; });
  for (std::size_t i = 1; i < segments.size(); ++i) {
    if (segments[i].address - segments[i - 1].address < segments[i - 1].size) {
      fail(path, fmt::format("two segments overlap at 0x{:08x}", segments[i].address));
    }
  }
  if (segments.empty()) fail(path, "nothing to load");
  return segments;
}

void read_symbols(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, std::vector<Symbol>& symbols) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (!data || header.sh_entsize == 0) return;
  const std::size_t count = data->d_size / header.sh_entsize;
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Sym symbol;
    if (!gelf_getsym(data, static_cast<int>(i), &symbol)) return;
    const int type = GELF_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF || (type != STT_NOTYPE && type != STT_OBJECT && type != STT_FUNC)) continue;
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (!name || !*name) continue;
    symbols.push_back({name, static_cast<std::uint32_t>(symbol.st_value), static_cast<std::uint32_t>(symbol.st_size),
                       type == STT_FUNC});
  }
}

// The version in the notes of janus.h in a section. A note without a version counts as the first.
std::optional<std::uint32_t> note_version(Elf_Scn* section) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (!data) return std::nullopt;
  std::optional<std::uint32_t> lowest;
  GElf_Nhdr note;
  std::size_t name = 0, descriptor = 0;
  std::size_t next = gelf_getnote(data, 0, &note, &name, &descriptor);
  while (next > 0) {
    const char* owner = static_cast<const char*>(data->d_buf) + name;
    if (note.n_namesz == sizeof kNoteOwner && std::memcmp(owner, kNoteOwner, sizeof kNoteOwner) == 0) {
      std::uint32_t version = 1;
      if (note.n_descsz >= sizeof version)
        std::memcpy(&version, static_cast<const char*>(data->d_buf) + descriptor, sizeof version);
      lowest = std::min(lowest.value_or(version), version);
    }
    next = gelf_getnote(data, next, &note, &name, &descriptor);
  }
  return lowest;
}

// Reads the attribute Tag_RISCV_arch in a section of attributes; empty if there is none (RISC-V ELF psABI, chapter
// "Attributes"). The section is a list of vendors' parts, each a list of parts for the file, for sections or for
// symbols; the part for the file is a list of tags with a text if the tag is odd, else a number.
std::string isa_attribute(Elf_Scn* section) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (!data || !data->d_buf || data->d_size == 0) return {};
  std::string_view text(static_cast<const char*>(data->d_buf), data->d_size);
  const auto number = [&text] {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !text.empty() && shift < 64; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(text.front());
      text.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  const auto string = [&text] {
    const std::string found(text.substr(0, text.find('\0')));
    text.remove_prefix(std::min(found.size() + 1, text.size()));
    return found;
  };
  constexpr std::uint64_t kFileTag = 1, kArchTag = 5;
  text.remove_prefix(1);  // the version of the format
  text.remove_prefix(std::min<std::size_t>(4, text.size()));
  if (string() != "riscv" || number() != kFileTag) return {};
  text.remove_prefix(std::min<std::size_t>(4, text.size()));
  while (!text.empty()) {
    const std::uint64_t tag = number();
    if (tag % 2 == 0) {
      number();
    } else if (const std::string value = string(); tag == kArchTag) {
      return value;
    }
  }
  return {};
}

std::vector<AddressRange> read_only_segments(Elf* elf, const GElf_Ehdr& file_header) {
  std::vector<AddressRange> ranges;
  for (int i = 0; i < file_header.e_phnum; ++i) {
    GElf_Phdr header;
    if (!gelf_getphdr(elf, i, &header) || header.p_type != PT_LOAD || header.p_flags & PF_W) continue;
    ranges.push_back({static_cast<std::uint32_t>(header.p_vaddr), static_cast<std::uint32_t>(header.p_memsz)});
  }
  return ranges;
}

// Adds the strings of a section. What is no printable character of ASCII becomes '?', as in a hook's name.
void read_cover_points(Elf_Scn* section, std::set<std::string>& points) {
  constexpr std::size_t kMostPoints = 65536, kMostCharacters = 64;
  const Elf_Data* data = elf_getdata(section, nullptr);
  if (!data || !data->d_buf) return;
  std::string name;
  for (const char character : std::string_view(static_cast<const char*>(data->d_buf), data->d_size)) {
    if (character == 0) {
      if (!name.empty() && points.size() < kMostPoints) points.insert(name);
      name.clear();
    } else if (name.size() < kMostCharacters) {
      name += character >= 0x20 && character < 0x7f ? character : '?';
    }
  }
}

}  // namespace

FirmwareImage FirmwareImage::load(const std::string& path) {
  elf_version(EV_CURRENT);
  require_regular_file(path);
  const FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.value < 0) throw InputError(path + ": " + std::strerror(errno), exit_code::kNoInput);
  check_start(path, file.value);
  const ElfHandle elf(elf_begin(file.value, ELF_C_READ, nullptr), &elf_end);
  if (!elf) fail(path, "not an ELF file");

  GElf_Ehdr header;
  check_header(path, elf.get(), header);
  FirmwareImage image;
  image.path_ = path;
  image.entry_ = static_cast<std::uint32_t>(header.e_entry);
  image.segments_ = read_segments(path, elf.get(), header);
  check_sections(path, elf.get(), header);

  std::size_t names = 0;
  const bool named = elf_getshdrstrndx(elf.get(), &names) == 0;
  bool has_sections = false;
  for (Elf_Scn* section = elf_nextscn(elf.get(), nullptr); section; section = elf_nextscn(elf.get(), section)) {
    GElf_Shdr section_header;
    if (!gelf_getshdr(section, &section_header)) continue;
    constexpr auto kCode = SHF_ALLOC | SHF_EXECINSTR;
    if ((section_header.sh_flags & kCode) == kCode && section_header.sh_size > 0) {
      image.executable_.push_back(
          {static_cast<std::uint32_t>(section_header.sh_addr), static_cast<std::uint32_t>(section_header.sh_size)});
    }
    if ((section_header.sh_flags & (SHF_ALLOC | SHF_WRITE)) == SHF_ALLOC && section_header.sh_size > 0) {
      image.read_only_.push_back(
          {static_cast<std::uint32_t>(section_header.sh_addr), static_cast<std::uint32_t>(section_header.sh_size)});
    }
    has_sections = has_sections || section_header.sh_flags & SHF_ALLOC;
    if (section_header.sh_type == kAttributes) image.isa_ = isa_attribute(section);
    if (section_header.sh_type == SHT_SYMTAB) read_symbols(elf.get(), section, section_header, image.symbols_);
    const char* name = named ? elf_strptr(elf.get(), names, section_header.sh_name) : nullptr;
    if (name && std::strcmp(name, kCoverSection) == 0 && section_header.sh_type == SHT_PROGBITS)
      read_cover_points(section, image.cover_points_);
    if (section_header.sh_type == SHT_NOTE && name && std::strcmp(name, kNoteSection) == 0) {
      if (const auto version = note_version(section)) {
        image.hook_note_ = std::min(image.hook_note_.value_or(*version), *version);
      }
    }
  }
  if (image.isa_.empty()) image.isa_ = header.e_flags & kRiscvHalfRegisters ? "rv32ema" : "rv32ima";
  if (header.e_flags & kRiscvCompressed) image.isa_ += "_c";
  if (image.executable_.empty()) {
    for (const Segment& segment : image.segments_) image.executable_.push_back({segment.address, segment.size});
  }
  if (!has_sections) image.read_only_ = read_only_segments(elf.get(), header);
  std::ranges::sort(image.executable_, {}, &AddressRange::first);
  std::ranges::sort(image.read_only_, {}, &AddressRange::first);
  std::stable_sort(image.symbols_.begin(), image.symbols_.end(),
                   [](const Symbol& a, const Symbol& b) { return a.address < b.address; });

  const bool entry_loaded = std::any_of(image.segments_.begin(), image.segments_.end(), [&](const Segment& segment) {
    return image.entry_ - segment.address < segment.size;
  });
  if (!entry_loaded) fail(path, fmt::format("the entry point 0x{:08x} is in no segment", image.entry_));
  if (image.entry_ % (header.e_flags & kRiscvCompressed ? 2 : 4))
    fail(path, fmt::format("the entry point 0x{:08x} is not aligned", image.entry_));
  return image;
}

void FirmwareImage::require_inside(std::uint32_t base, std::uint32_t size) const {
  constexpr std::uint64_t kMebibyte = 1 << 20, kMostMebibytes = 2048;  // the maximum of --memory
  for (const Segment& segment : segments_) {
    const std::uint32_t offset = segment.address - base;
    if (segment.size <= size && offset <= size - segment.size) continue;
    const std::uint64_t needed = (std::uint64_t{offset} + segment.size + kMebibyte - 1) / kMebibyte;
    const bool above = segment.address >= base && needed <= kMostMebibytes;
    throw InputError(fmt::format("{}: a segment of {} bytes at 0x{:08x} lies outside of memory (0x{:08x}, {} MiB){}",
                                 path_, segment.size, segment.address, base, size / kMebibyte,
                                 above ? fmt::format("; it needs --memory {}", needed) : ""));
  }
}

void FirmwareImage::require_inside(const std::vector<NamedMemory>& memories) const {
  for (const Segment& segment : segments_) {
    std::uint64_t at = segment.address;
    const std::uint64_t end = at + segment.size;
    const auto here = [&](const NamedMemory& memory) { return at >= memory.base && at - memory.base < memory.size; };
    for (auto memory = std::ranges::find_if(memories, here); memory != memories.end() && at < end;
         memory = std::ranges::find_if(memories, here)) {
      at = std::uint64_t{memory->base} + memory->size;
    }
    if (at >= end) continue;
    std::string names;
    for (const NamedMemory& memory : memories)
      names +=
          fmt::format("{}{} (0x{:08x}, {} bytes)", names.empty() ? "" : ", ", memory.name, memory.base, memory.size);
    throw InputError(fmt::format("{}: a segment of {} bytes at 0x{:08x} lies outside of memory; the platform has {}",
                                 path_, segment.size, segment.address, names));
  }
}

std::optional<std::uint32_t> FirmwareImage::symbol(const std::string& name) const {
  for (const Symbol& symbol : symbols_) {
    if (symbol.name == name) return symbol.address;
  }
  return std::nullopt;
}

const Symbol* FirmwareImage::covering(std::uint32_t address, bool functions) const {
  auto after = std::upper_bound(symbols_.begin(), symbols_.end(), address,
                                [](std::uint32_t a, const Symbol& symbol) { return a < symbol.address; });
  const Symbol* label = nullptr;  // the nearest label below: labels in assembly have no type and no size
  for (auto it = after; it != symbols_.begin();) {
    --it;
    if (it->is_function == functions && address - it->address < it->size) return &*it;
    if (functions && !label && it->size == 0 && it->name[0] != '$' && it->name[0] != '.') label = &*it;
    if (address - it->address > 0x10000) break;
  }
  return label;
}

void FirmwareImage::add(Segment segment, AddressRange code, const std::vector<Symbol>& symbols) {
  fingerprint_ = fingerprint();
  segments_.push_back(std::move(segment));
  std::ranges::sort(segments_, {}, &Segment::address);
  executable_.push_back(code);
  std::ranges::sort(executable_, {}, &AddressRange::first);
  symbols_.insert(symbols_.end(), symbols.begin(), symbols.end());
  std::ranges::stable_sort(symbols_, {}, &Symbol::address);
  if (!hook_note_) hook_note_ = kMarkedHooks;
}

std::vector<std::uint8_t> FirmwareImage::replace_code(std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
  const auto size = static_cast<std::uint32_t>(bytes.size());
  const auto segment = std::ranges::find_if(segments_, [&](const Segment& s) {
    const std::uint64_t offset = address - s.address;
    return address >= s.address && offset + size <= s.bytes.size();
  });
  if (segment == segments_.end()) fail(path_, fmt::format("there is no code of {} bytes at 0x{:08x}", size, address));
  fingerprint_ = fingerprint();
  const auto first = segment->bytes.begin() + (address - segment->address);
  const std::vector<std::uint8_t> before(first, first + size);
  std::ranges::copy(bytes, first);
  std::vector<AddressRange> rest;
  for (const AddressRange& range : read_only_) {
    const std::uint64_t end = std::uint64_t{range.first} + range.size, behind = std::uint64_t{address} + size;
    if (behind <= range.first || address >= end) {
      rest.push_back(range);
      continue;
    }
    if (range.first < address) rest.push_back({range.first, address - range.first});
    if (behind < end) rest.push_back({static_cast<std::uint32_t>(behind), static_cast<std::uint32_t>(end - behind)});
  }
  read_only_ = std::move(rest);
  return before;
}

std::uint64_t FirmwareImage::fingerprint() const {
  if (fingerprint_) return *fingerprint_;
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto mix = [&](std::uint8_t byte) { hash = (hash ^ byte) * 0x100000001b3; };
  const auto mix_word = [&](std::uint32_t word) {
    for (int shift = 0; shift < 32; shift += 8) mix(static_cast<std::uint8_t>(word >> shift));
  };
  mix_word(entry_);
  for (const Segment& segment : segments_) {
    mix_word(segment.address);
    mix_word(segment.size);
    for (std::uint8_t byte : segment.bytes) mix(byte);
  }
  return hash;
}

std::string name_in_source(const Symbol& symbol) {
  if (symbol.name.starts_with("_Z")) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(symbol.name.c_str(), nullptr, nullptr, &status), &std::free);
    if (status == 0 && name) return name.get();
  }
  const std::size_t dot = symbol.name.rfind('.');
  const bool is_numbered = !symbol.is_function && dot != std::string::npos && dot > 0 &&
                           symbol.name.find_first_not_of("0123456789", dot + 1) == std::string::npos;
  if (!is_numbered) return symbol.name;
  const std::string name = symbol.name.substr(0, dot);
  return name == "__compound_literal" ? "a compound literal" : name;
}

}  // namespace janus::support
