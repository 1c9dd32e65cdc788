// The ELF loader: what it accepts, and that everything else is a one-line error, never a crash.
#include "support/firmware_image.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/error.h"
#include "testing/command.h"
#include "testing/elf_writer.h"
#include "testing/firmware.h"
#include "testing/random.h"

namespace janus::support {
namespace {

using testing::ElfWriter;

class ElfFiles : public ::testing::Test {
 protected:
  FirmwareImage load(const std::vector<std::uint8_t>& bytes) {
    testing::write_file(path_, bytes);
    return FirmwareImage::load(path_);
  }
  // The error, after the file's name; "loaded" if there is none.
  std::string error_of(const std::vector<std::uint8_t>& bytes) {
    try {
      load(bytes);
      return "loaded";
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_GE(error.code(), 64);
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      EXPECT_EQ(message.rfind(path_ + ": ", 0), 0U) << message;
      return message.substr(std::min(message.size(), path_.size() + 2));
    }
  }
  void expect_error(const ElfWriter& elf, const std::string& part) {
    const std::string error = error_of(elf.bytes());
    EXPECT_NE(error.find(part), std::string::npos) << error << " does not say '" << part << "'";
  }
  static ElfWriter good() {
    ElfWriter elf;
    elf.add_code(0x8000'0000, {0x13, 0x6f});
    return elf;
  }

  testing::TemporaryDirectory directory_;
  std::string path_ = directory_.file("firmware.elf");
};

TEST_F(ElfFiles, AGoodFileLoadsAsItWasWritten) {
  ElfWriter elf(0x8000'0004);
  elf.add_segment(0x8000'1000, {1, 2, 3}, 8);
  elf.add_code(0x8000'0000, {0x13, 0x0040'006f});
  const FirmwareImage image = load(elf.bytes());
  EXPECT_EQ(image.entry(), 0x8000'0004U);
  EXPECT_EQ(image.path(), path_);
  ASSERT_EQ(image.segments().size(), 2U);
  EXPECT_EQ(image.segments()[0].address, 0x8000'0000U);  // sorted
  EXPECT_EQ(image.segments()[1].address, 0x8000'1000U);
  EXPECT_EQ(image.segments()[1].size, 8U);
  EXPECT_EQ(image.segments()[1].bytes, (std::vector<std::uint8_t>{1, 2, 3}));
  EXPECT_FALSE(image.hook_note().has_value());
  EXPECT_TRUE(image.symbols().empty());
}

TEST_F(ElfFiles, SegmentsLieAtTheirPhysicalAddress) {
  ElfWriter elf = good();
  elf.add_segment(0x8000'2000, {7}).p_vaddr = 0x1000;
  EXPECT_EQ(load(elf.bytes()).segments()[1].address, 0x8000'2000U);
}

TEST_F(ElfFiles, EmptySegmentsAreSkippedWhereverTheyClaimToBe) {
  ElfWriter elf = good();
  elf.add_segment(0x8000'0004, {});
  elf.add_segment(0xffff'fff0, {}).p_offset = 0xffff'0000;
  EXPECT_EQ(load(elf.bytes()).segments().size(), 1U);
}

TEST_F(ElfFiles, SegmentsThatAreNotLoadedDoNotMatter) {
  ElfWriter elf = good();
  Elf32_Phdr& other = elf.add_segment(0x8000'0000, {1, 2, 3, 4});
  other.p_type = PT_NOTE;
  other.p_offset = 0xffff'ff00;
  EXPECT_EQ(load(elf.bytes()).segments().size(), 1U);
}

TEST_F(ElfFiles, SegmentsMayTouchAndReachTheEndOfTheAddressSpace) {
  ElfWriter elf = good();
  elf.add_segment(0x8000'0008, {1, 2, 3, 4});
  elf.add_segment(0xffff'fffc, {1, 2, 3, 4});
  EXPECT_EQ(load(elf.bytes()).segments().size(), 3U);
}

TEST_F(ElfFiles, ForeignFilesAreRefusedByWhatTheyAre) {
  const auto with = [](auto change) {
    ElfWriter elf = good();
    change(elf.header);
    return elf;
  };
  expect_error(with([](auto& header) { header.e_ident[EI_CLASS] = ELFCLASS64; }), "ELF");
  expect_error(with([](auto& header) { header.e_ident[EI_DATA] = ELFDATA2MSB; }), "big-endian");
  expect_error(with([](auto& header) { header.e_machine = EM_ARM; }), "another machine");
  expect_error(with([](auto& header) { header.e_type = ET_REL; }), "not an executable");
  expect_error(with([](auto& header) { header.e_type = ET_DYN; }), "not an executable");
  expect_error(with([](auto& header) { header.e_ident[0] = 'X'; }), "not an ELF file");
}

TEST_F(ElfFiles, TheFlagsArePartOfTheInstructionSet) {
  ElfWriter elf = good();
  EXPECT_EQ(load(elf.bytes()).isa(), "rv32ima");
  elf.header.e_flags = EF_RISCV_RVC;
  EXPECT_EQ(load(elf.bytes()).isa(), "rv32ima_c");
  elf.header.e_flags = EF_RISCV_RVE;
  EXPECT_EQ(load(elf.bytes()).isa(), "rv32ema");
  elf.set_isa("rv32e1p9_zba1p0");
  EXPECT_EQ(load(elf.bytes()).isa(), "rv32e1p9_zba1p0");
}

TEST_F(ElfFiles, AReal64BitExecutableIsRefused) {
  const std::string error = error_of(testing::read_file("/proc/self/exe"));
  EXPECT_NE(error.find("64-bit"), std::string::npos) << error;
}

TEST_F(ElfFiles, TextAndNothingAreNotElfFiles) {
  EXPECT_EQ(error_of({}), "not an ELF file");
  EXPECT_EQ(error_of({'h', 'e', 'l', 'l', 'o'}), "not an ELF file");
  EXPECT_EQ(error_of({0x7f, 'E', 'L', 'F'}), "the file ends in the middle of its ELF header: cut off?");
}

TEST_F(ElfFiles, AMissingFileIsNoInput) {
  for (const std::string& path : {directory_.file("absent.elf"), std::string("/")}) {
    try {
      FirmwareImage::load(path);
      ADD_FAILURE() << path << " loaded";
    } catch (const InputError& error) {
      EXPECT_GE(error.code(), 64);
      EXPECT_EQ(std::string(error.what()).rfind(path, 0), 0U);
    }
  }
}

TEST_F(ElfFiles, OverlappingSegmentsAreRefused) {
  for (std::uint32_t address : {0x8000'0000U, 0x8000'0004U, 0x7fff'fffdU}) {
    ElfWriter elf = good();
    elf.add_segment(address, {1, 2, 3, 4});
    expect_error(elf, "overlap");
  }
  ElfWriter around = good();
  around.add_segment(0x7fff'0000, {1}, 0x2'0000);
  expect_error(around, "overlap");
}

TEST_F(ElfFiles, SegmentsThatLieAboutTheirSizeAreRefused) {
  ElfWriter larger;
  larger.add_code(0x8000'0000, {0x13, 0x13}).p_memsz = 4;
  expect_error(larger, "larger in the file");

  for (std::uint32_t size : {9U, 0x1'0000U, 0x7fff'ffffU}) {
    ElfWriter beyond;
    Elf32_Phdr& segment = beyond.add_code(0x8000'0000, {0x13, 0x13});
    segment.p_filesz = segment.p_memsz = size;
    expect_error(beyond, "the file ends in the middle of a segment at 0x80000000 (8 of");
  }
  for (std::uint32_t offset : {0x1'0000U, 0xffff'ffffU, 0xffff'fffcU}) {
    ElfWriter beyond = good();
    beyond.add_segment(0x8000'1000, {1, 2, 3, 4}).p_offset = offset;
    expect_error(beyond, "the file ends in the middle of a segment at 0x80001000 (");
  }
}

TEST_F(ElfFiles, SegmentsBeyondTheAddressSpaceAreRefused) {
  ElfWriter elf = good();
  elf.add_segment(0xffff'fff0, {1, 2, 3}, 17);
  expect_error(elf, "address space");
}

TEST_F(ElfFiles, AnEntryPointOutsideOrMisalignedIsRefused) {
  for (std::uint32_t entry : {0U, 0x8000'0008U, 0x7fff'fffcU}) {
    ElfWriter elf = good();
    elf.header.e_entry = entry;
    expect_error(elf, "in no segment");
  }
  ElfWriter elf = good();
  elf.header.e_entry = 0x8000'0002;
  expect_error(elf, "not aligned");
}

TEST_F(ElfFiles, AFileWithoutSegmentsIsRefused) {
  expect_error(ElfWriter(), "nothing to load");
  ElfWriter elf = good();
  elf.header.e_phnum = 0;
  expect_error(elf, "nothing to load");
}

TEST_F(ElfFiles, ProgramHeadersElsewhereAreAnError) {
  for (std::uint32_t offset : {0x1'0000U, 0xffff'fff0U, 1U}) {
    ElfWriter elf = good();
    elf.header.e_phoff = offset;
    EXPECT_NE(error_of(elf.bytes()), "loaded");
  }
  ElfWriter many = good();
  many.header.e_phnum = 0xfffe;
  expect_error(many, "in the middle of its program headers");
}

TEST_F(ElfFiles, SectionHeadersBeyondTheEndAreAnError) {
  ElfWriter elf = good();
  elf.header.e_shoff = 0x1'0000;
  elf.header.e_shnum = 3;
  elf.header.e_shentsize = sizeof(Elf32_Shdr);
  expect_error(elf, "in the middle of its section headers");
}

TEST_F(ElfFiles, MemoryThatIsTooSmallIsNamedWithTheOptionThatHelps) {
  ElfWriter elf = good();
  elf.add_segment(0x8030'0000, {1}, 0x10'0001);
  const FirmwareImage image = load(elf.bytes());
  image.require_inside(0x8000'0000, 5 << 20);
  const auto error_in = [&](const FirmwareImage& of, std::uint32_t size) -> std::string {
    try {
      of.require_inside(0x8000'0000, size);
    } catch (const InputError& error) {
      return error.what();
    }
    return "fits";
  };
  EXPECT_EQ(error_in(image, 4 << 20), path_ +
                                          ": a segment of 1048577 bytes at 0x80300000 lies outside of memory "
                                          "(0x80000000, 4 MiB); it needs --memory 5");
  ElfWriter below = good();
  below.add_segment(0x1000, {1});
  EXPECT_EQ(error_in(load(below.bytes()), 4 << 20),
            path_ + ": a segment of 1 bytes at 0x00001000 lies outside of memory (0x80000000, 4 MiB)");
}

TEST_F(ElfFiles, WhatIsNoRegularFileIsRefusedAtOnce) {
  for (const std::string path : {"/dev/zero", "/dev/null"}) {
    try {
      FirmwareImage::load(path);
      ADD_FAILURE() << path << " loaded";
    } catch (const InputError& error) {
      EXPECT_EQ(error.what(), path + ": not a regular file");
    }
  }
}

class RealFirmware : public ElfFiles {};

TEST_F(RealFirmware, HasItsEntrySymbolsAndNoNoteUnlessItUsesTheHooks) {
  const auto hello = FirmwareImage::load(testing::firmware_path("hello"));
  EXPECT_EQ(hello.symbol("_start"), hello.entry());
  EXPECT_TRUE(hello.symbol("main").has_value());
  EXPECT_FALSE(hello.symbol("no_such_symbol").has_value());
  EXPECT_FALSE(hello.hook_note().has_value());
  EXPECT_EQ(FirmwareImage::load(testing::firmware_path("quickstart")).hook_note(), kMarkedHooks);
}

TEST_F(RealFirmware, KeepsCodeConstantsAndDataApart) {
  const auto hello = FirmwareImage::load(testing::firmware_path("hello"));
  const auto is_in = [](const std::vector<AddressRange>& ranges, std::uint32_t address) {
    return std::any_of(ranges.begin(), ranges.end(), [&](AddressRange range) { return range.contains(address); });
  };
  const std::uint32_t main = *hello.symbol("main"), data = *hello.symbol("__bss_start");
  EXPECT_TRUE(is_in(hello.read_only(), main));
  EXPECT_TRUE(is_in(hello.executable(), main));
  EXPECT_FALSE(is_in(hello.read_only(), data));
  EXPECT_FALSE(is_in(hello.executable(), data));
  EXPECT_EQ(hello.segments().size(), 3U);  // of the linker script
}

TEST(NameInSource, TakesApartWhatCompilersMake) {
  const auto shown = [](const char* name, bool is_function) {
    return name_in_source({.name = name, .is_function = is_function});
  };
  EXPECT_EQ(shown("_ZN4FifoILj8EE4pushEi", true), "Fifo<8u>::push(int)");
  EXPECT_EQ(shown("_ZL5table", false), "table");
  EXPECT_EQ(shown("_Znonsense", true), "_Znonsense");
  EXPECT_EQ(shown("copy.constprop.0", true), "copy.constprop.0");
  EXPECT_EQ(shown("state.0", false), "state");
  EXPECT_EQ(shown("__compound_literal.12", false), "a compound literal");
  EXPECT_EQ(shown("a.b", false), "a.b");
  EXPECT_EQ(shown("", false), "");
}

TEST_F(RealFirmware, HasAFingerprintOfItsContents) {
  const auto hello = FirmwareImage::load(testing::firmware_path("hello"));
  EXPECT_EQ(hello.fingerprint(), FirmwareImage::load(testing::firmware_path("hello")).fingerprint());
  EXPECT_NE(hello.fingerprint(), FirmwareImage::load(testing::firmware_path("quickstart")).fingerprint());
}

TEST_F(RealFirmware, TruncatedAnywhereIsSaidToBeCutOff) {
  const auto whole = testing::read_file(testing::firmware_path("hello"));
  testing::Random random(90);
  std::vector<std::size_t> lengths;
  for (std::size_t length = 0; length < 256; ++length) lengths.push_back(length);
  for (int i = 0; i < 200; ++i) lengths.push_back(random.below(static_cast<std::uint32_t>(whole.size())));
  for (std::size_t length : lengths) {
    const std::string error = error_of({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
    const bool recognised = length >= 4;
    EXPECT_NE(error.find(recognised ? "cut off?" : "not an ELF file"), std::string::npos) << length << ": " << error;
  }
}

TEST_F(RealFirmware, WithBytesFlippedAnywhereLoadsOrIsAOneLineError) {
  const auto whole = testing::read_file(testing::firmware_path("quickstart"));
  // What the loader reads: the ELF header, program headers, and section headers at the end of the file.
  std::uint32_t sections = 0;
  for (unsigned i = 4; i-- > 0;) sections = sections << 8 | whole[32 + i];
  const auto size = static_cast<std::uint32_t>(whole.size());
  testing::Random random(91);
  for (int round = 0; round < 1500; ++round) {
    auto bytes = whole;
    for (std::uint32_t flips = 1 + random.below(4); flips > 0; --flips) {
      const std::uint32_t where[] = {random.below(52), random.below(52 + 32 * 4),
                                     sections + random.below(size - sections), random.below(size)};
      bytes[where[random.below(4)]] = static_cast<std::uint8_t>(random.one_in(2) ? 0xff : random.word());
    }
    error_of(bytes);
  }
}

}  // namespace
}  // namespace janus::support
