// A firmware ELF, read and checked through elfutils' libelf: what to load where, symbols, and our hook note.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace janus::support {

// A piece of memory to load, at its physical address: `bytes`, then zeros up to `size`.
struct Segment {
  std::uint32_t address = 0;
  std::uint32_t size = 0;
  std::vector<std::uint8_t> bytes;
};

struct AddressRange {
  std::uint32_t first = 0, size = 0;
  bool contains(std::uint32_t address) const { return address - first < size; }
};

struct Symbol {
  std::string name;
  std::uint32_t address = 0;
  std::uint32_t size = 0;  // bytes; 0 if unknown
  bool is_function = false;
};

// A symbol's name as its source has it: that of a C++ function is taken apart ("Fifo<8u>::push(int)"), and that of a
// static variable of a function has no number.
std::string name_in_source(const Symbol& symbol);

struct NamedMemory {
  std::string name;
  std::uint32_t base = 0, size = 0;  // bytes
};

// The first version of the note of janus.h with marked hooks.
inline constexpr std::uint32_t kMarkedHooks = 2;

// Not to be changed once it is shared.
class FirmwareImage {
 public:
  // Reads and checks an ELF file. Throws InputError with one line that says what is wrong: an unreadable file, not an
  // ELF file, an ELF file that was cut off, not a 32-bit little-endian RISC-V executable, a segment that is larger than
  // the file or overlaps another segment, an entry point outside of all segments or not aligned.
  static FirmwareImage load(const std::string& path);

  const std::string& path() const { return path_; }
  std::uint32_t entry() const { return entry_; }
  // The memory to load, sorted by address. ELF headers that the linker put into a segment are left out.
  const std::vector<Segment>& segments() const { return segments_; }
  // The executable sections at their run-time addresses, sorted by address; without any, the segments.
  const std::vector<AddressRange>& executable() const { return executable_; }
  // What firmware may not write: the sections in memory without SHF_WRITE, at their run-time addresses, sorted by
  // address; without section headers, the segments without PF_W.
  const std::vector<AddressRange>& read_only() const { return read_only_; }
  // Throws InputError unless all segments lie in memory of `size` bytes at `base`.
  void require_inside(std::uint32_t base, std::uint32_t size) const;
  // The same for several memories. A segment may lie in memories that meet.
  void require_inside(const std::vector<NamedMemory>& memories) const;
  // Sorted by address.
  const std::vector<Symbol>& symbols() const { return symbols_; }
  // The version in the note of sw/include/janus.h, the lowest if there are several; nothing without a note.
  std::optional<std::uint32_t> hook_note() const { return hook_note_; }
  // The names of the places that riscv_cover() of janus.h marks: the strings in .janus.cover, sorted, each once.
  const std::set<std::string>& cover_points() const { return cover_points_; }
  // The name of the instruction set that the code is for, such as `rv32i2p1_m2p0`: the attribute Tag_RISCV_arch, with c
  // if the ELF has the flag EF_RISCV_RVC. Without attributes, rv32ima, or rv32ema if it has the
  // flag EF_RISCV_RVE.
  const std::string& isa() const { return isa_; }
  // Where execution begins, in place of the ELF file's entry point. Changes the fingerprint.
  void start_at(std::uint32_t address) { entry_ = address; }
  // Takes another instruction set as the one that the code is for.
  void assume_isa(std::string name) { isa_ = std::move(name); }

  // Adds a segment with code and data in memory that no segment has. `code` and `symbols` are in it. Nothing of this is
  // the program: the fingerprint stays, hooks with markers are hooks from now on.
  void add(Segment segment, AddressRange code, const std::vector<Symbol>& symbols);
  // Puts other code in place of the code at `address`, which may then be written as well. The fingerprint stays.
  // Returns what was there; throws InputError if the bytes are not in a segment.
  std::vector<std::uint8_t> replace_code(std::uint32_t address, const std::vector<std::uint8_t>& bytes);

  std::optional<std::uint32_t> symbol(const std::string& name) const;
  // The symbol that covers `address`: a function if `functions`, else an object. Null if there is none.
  const Symbol* covering(std::uint32_t address, bool functions) const;
  // FNV-1a over entry and segments. A test case records the fingerprint of the program that it was made for.
  std::uint64_t fingerprint() const;

 private:
  std::string path_;
  std::uint32_t entry_ = 0;
  std::vector<Segment> segments_;
  std::vector<AddressRange> executable_, read_only_;
  std::vector<Symbol> symbols_;
  std::optional<std::uint32_t> hook_note_;
  std::optional<std::uint64_t> fingerprint_;  // of the file, if something was added or replaced
  std::set<std::string> cover_points_;
  std::string isa_;
};

}  // namespace janus::support
